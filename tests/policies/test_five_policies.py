"""Policies of Temple of Five: strength, character, and that they are fair and sound under all rules."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.engine.playout import Table
from temple_sim.games.five.bits import longest
from temple_sim.policies.five._weights import FEATURES
from temple_sim.policies.five.planner import DEFAULTS
from temple_sim.policies.registry import policies_of
from tests.driver import Driver, game_by_name, match_of
from tests.games.five.altered import ALTERED
from tests.games.five.positions import close_cards, last_turn, open_card, paint, priest_turn

NAMED = ("builder", "claimer", "bonus_hunter", "spoiler", "planner")


def lower_bound(policy: str, opponent: str, players: int, games: int) -> float:
    """The lower end of the interval of one seat's W among seats of an opponent."""
    match = match_of("five", players, (policy, *[opponent] * (players - 1)), n=games)
    summary = Summary(match)
    summary.add(Table(match).play(0, games))
    return summary.policies[policy].low


def chosen(driver: Driver, policy: str) -> dict[str, Any]:
    """What a policy does as the seat to move."""
    table, record = Table(match_of("five", driver.match.players, (policy,))), driver.record
    view, actions = table.states[1], table.actions
    table.contract.observe(record, driver.rules, record.to_move, view)
    n = table.contract.legal_actions(record, driver.rules, actions)
    index = table.policies[0](view, driver.rules, actions, n, table.params[0], table.rngs[1])
    return driver.match.game.codec.action(int(actions[index]), record, driver.values)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("policy", NAMED)
def test_every_policy_beats_random(policy, players):
    assert lower_bound(policy, "random", players, 200 * players) > (0.9 if players == 2 else 0.75)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("opponent", NAMED[:-1])
def test_planner_beats_every_other(opponent, players):
    assert lower_bound("planner", opponent, players, 300 * players) > 1 / players


def row_of(text: str) -> tuple[str, ...]:
    """A pyramid of level 1 with one row of decorations, in row 2."""
    return ("........", "........", text, *["........"] * 5)


def two_chains(text: str, *cards: tuple[str, int], priests: int = 10) -> Driver:
    """Seat 0 can use the chains of a row; only the given cards are open."""
    driver = priest_turn()

    def change(s: Any) -> None:
        close_cards(s)
        paint(s, 0, row_of(text))
        s.reserve[0] = priests
        for god, place in cards:
            open_card(s, god, place)

    return driver.arrange(change)


def test_the_builder_uses_the_longest_chain():
    driver = two_chains("RRR.YY..", ("R", 0), ("Y", 0))  # cells 4, 3, 2 each
    action = chosen(driver, "builder")
    assert action["type"] == "chain"
    assert action["cell"] in ([2, 0], [2, 1], [2, 2])


@pytest.mark.parametrize("policy", ["builder", "planner"])
def test_a_tile_goes_next_to_its_colour(policy):
    driver = priest_turn()

    def change(s: Any) -> None:
        paint(s, 0, ("...RRR..", *[".######."] * 6, "........"))
        s.step, s.phase, s.held_n[0] = 1, 3, 1
        faces = [face for face in range(64) if driver.rules.face[face, 0, 0] and driver.rules.group[face] == 1]
        s.held[0, 0] = faces[0]  # two of fire

    driver.arrange(change)
    driver.act(**chosen(driver, policy))
    assert longest(driver.record.colour[0, 0]) == 5


@pytest.mark.parametrize("policy", ["claimer", "spoiler", "planner"])
def test_the_last_cell_of_a_won_card_is_filled(policy):
    driver = two_chains("RR......", ("R", 0), ("W", 0))
    driver.arrange(lambda s: open_card(s, "R", 0, s0=[0, 1]))
    driver.act(**chosen(driver, policy))
    assert chosen(driver, policy) == {"type": "bless", "god": "R", "cells": [2]}


def test_the_bonus_hunter_fills_one_cell_with_a_symbol():
    driver = two_chains("RRRRRRRR", ("R", 0))
    driver.act(**chosen(driver, "bonus_hunter"))
    assert chosen(driver, "bonus_hunter") == {"type": "bless", "god": "R", "cells": [0]}  # the 4 earns three spaces
    assert len(chosen(driver, "builder")["cells"]) > 1


def test_the_spoiler_takes_the_leaders_card():
    driver = priest_turn(3)

    def change(s: Any) -> None:
        close_cards(s)
        paint(s, 0, row_of("RRRRR..."))
        open_card(s, "R", 3, s1=[2])  # cells 4, 3, 2, 2
        open_card(s, "W", 3)
        s.won_card[0], s.won_by[0], s.won_n = 20, 1, 1

    driver.arrange(change)
    driver.act(**chosen(driver, "spoiler"))
    assert chosen(driver, "spoiler")["god"] == "R"


def test_priests_go_where_a_tile_will_cover_them():
    driver = two_chains("RRRR....", ("R", 0))
    assert chosen(driver, "planner")["cell"] == [2, 2]  # columns 2 to 5 are covered on level 2


@pytest.mark.parametrize("policy", NAMED)
def test_no_priest_on_a_chain_is_no_stop_while_one_wins(policy):
    driver = last_turn()
    seat = driver.record.to_move

    def change(s: Any) -> None:
        paint(s, seat, row_of("RRRR...."))
        open_card(s, "R", 0)

    assert chosen(driver.arrange(change), policy)["type"] == "chain"


def test_parameters_matter():
    driver = two_chains("RR......", ("R", 0))
    assert chosen(driver, "planner")["type"] == "chain"
    assert chosen(driver, "planner:chain=5")["type"] == "stop"


def test_every_weight_is_a_parameter():
    planner = policies_of(game_by_name("five"))["planner"]
    assert [p.name for p in planner.parameters] == list(FEATURES) == list(DEFAULTS)
    assert all(p.low <= p.default <= p.high for p in planner.parameters)


@pytest.mark.parametrize("settings", [(), ("variant.bird_in_hand=true", "special.set=mixed")])
@pytest.mark.parametrize("policy", NAMED)
def test_hidden_things_do_not_change_a_decision(policy, settings):
    driver = Driver("five", 3, settings)
    table = Table(match_of("five", 3, (policy,), settings))
    view, redrawn, state = (np.zeros(1, driver.match.game.state)[0] for _ in range(3))
    while not driver.record.over:
        seat, record = driver.record.to_move, driver.record
        n = table.contract.legal_actions(record, driver.rules, table.actions)
        table.contract.observe(record, driver.rules, seat, view)
        table.contract.determinize(view, driver.rules, seat, state, table.rngs[2])
        table.contract.observe(state, driver.rules, seat, redrawn)
        picks = []
        for seen in (view, redrawn):
            table.rngs[1] = table.rngs[0]  # the same luck for both
            picks.append(table.policies[0](seen, driver.rules, table.actions, n, table.params[0], table.rngs[1]))
        assert picks[0] == picks[1]
        table.contract.apply_action(record, driver.rules, int(table.actions[picks[0]]), driver.luck)
        record.plies += 1


@pytest.mark.parametrize("name", ALTERED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_under_altered_rules(name, players):
    for line_up in (NAMED[:players], NAMED[-players:]):
        rows = Table(match_of("five", players, line_up, ALTERED[name], n=10)).play(0, 10)
        assert (rows["turns"] > 0).all()


def some_games(settings: tuple[str, ...] = ()) -> str:
    """What happens in a few games of all policies."""
    rows = [Table(match_of("five", len(seats), seats, settings)).play(0, 1) for seats in (NAMED[1:], NAMED[:2])]
    return repr([(r["plies"].tolist(), r["share"].tolist(), r["score"].tolist()) for r in rows])


def test_same_games_without_the_compiler():
    bird = ("variant.bird_in_hand=true", "special.set=effect")
    script = f"from tests.policies.test_five_policies import some_games as s; print(s(), s({bird}))"
    plain = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == f"{some_games()} {some_games(bird)}"
