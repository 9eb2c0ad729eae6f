"""Policies of Temple Raider: strength, character, and that they are fair and sound under all rules."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.engine.playout import Table
from temple_sim.policies.raider._weights import FEATURES
from temple_sim.policies.raider.planner import TUNED
from temple_sim.policies.registry import parse_entry, policies_of
from tests.driver import Driver, game_by_name, match_of
from tests.games.raider.altered import ALTERED
from tests.games.raider.positions import at_pick, at_use, card

NAMED = ("sprinter", "low_first", "balanced", "arsonist", "planner")
TWO_ONE = [[1, 0], [2, 0], [5, 2], [8, 0]]  # one close to escaping, one small, one hard to move


def lower_bound(policy: str, opponent: str, players: int, games: int) -> float:
    """The lower end of the interval of one seat's W among seats of an opponent."""
    match = match_of("raider", players, (policy, *[opponent] * (players - 1)), n=games)
    summary = Summary(match)
    summary.add(Table(match).play(0, games))
    return summary.policies[policy].low


def chosen(driver: Driver, policy: str) -> dict[str, Any]:
    """What a policy does as the seat to move."""
    table, record = Table(match_of("raider", driver.match.players, (policy,))), driver.record
    view, actions = table.states[1], table.actions
    table.contract.observe(record, driver.rules, record.to_move, view)
    n = table.contract.legal_actions(record, driver.rules, actions)
    index = table.policies[0](view, driver.rules, actions, n, table.params[0], table.rngs[1])
    return driver.match.game.codec.action(int(actions[index]), record, driver.values)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("policy", NAMED)
def test_every_policy_beats_random(policy, players):
    assert lower_bound(policy, "random", players, 400 * players) > 0.95


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("opponent", NAMED[:-1])
def test_planner_beats_every_other(opponent, players):
    assert lower_bound("planner", opponent, players, 500 * players) > 1 / players


def any_step(relics) -> Driver:
    """Seat 0 decides which of its relics a card moves."""
    driver = at_use([3, 6, 1], relics={0: relics}, board=["path"])
    driver.act(**card("white1", 0))
    return driver


@pytest.mark.parametrize(
    ("policy", "column"), [("sprinter", 5), ("low_first", 1), ("balanced", 8), ("planner", 8), ("arsonist", 5)]
)
def test_which_relic_moves(policy, column):
    assert chosen(any_step(TWO_ONE), policy)["column"] == column


@pytest.mark.parametrize("policy", NAMED)
def test_the_last_relic_is_taken_out(policy):
    driver = at_use([6, 1, 2], relics={0: [[6, 2]]}, board=["rope"])
    assert chosen(driver, policy) in (
        {"type": "relic", "dice": ["white1"], "bumps": 0, "column": 6, "step": 2},
        card("white2", 0),
    )


@pytest.mark.parametrize("policy", NAMED)
def test_an_eruption_never_hits_the_own_side(policy):
    driver = at_pick([1, 2, 4, 5], relics={0: [[1, 2], [4, 3]], 1: [[5, 0]], 2: [[6, 1]]})
    driver.act(type="pick", dice=["white1", "white2"])
    assert chosen(driver, policy) == {"type": "stop"}


@pytest.mark.parametrize("policy", ["arsonist", "planner"])
def test_an_eruption_hits_the_leader(policy):
    driver = at_pick([1, 2, 4, 5], relics={1: [[3, 3], [5, 2]], 2: [[1, 2], [3, 3], [5, 2], [8, 1]]})
    driver.act(type="pick", dice=["white1", "white2"])
    assert chosen(driver, policy)["seat"] == 1


def test_the_arsonist_picks_the_lava_dice():
    relics = {0: [[3, 0], [4, 0], [5, 0], [6, 0]], 1: [[10, 1]]}
    driver = at_pick([4, 5, 4], relics=relics)
    driver.record.board[:, :] = -1
    driver.record.dice_lava = 0b110
    assert chosen(driver, "arsonist")["dice"] == ["white2", "white3"]


def test_a_card_goes_before_the_escape_that_replaces_it():
    driver = at_use([6, 3, 1], relics={0: [[1, 0], [6, 2], [9, 0]]}, board=["path"], deck=["sprint"])
    assert chosen(driver, "planner") == card("white2", 0)


def test_balanced_keeps_a_column_that_sprinter_empties():
    driver = any_step([[1, 2], [2, 4]])
    assert chosen(driver, "balanced")["column"] == 1
    assert chosen(driver, "sprinter")["column"] == 2


def test_parameters_matter():
    driver = any_step(TWO_ONE)
    assert chosen(driver, "planner:low=5")["column"] == 1
    assert chosen(driver, "planner:near=5")["column"] == 5
    with_rooms = at_use([6, 3, 1], relics={0: [[1, 0], [6, 2]]})
    with_rooms.act(type="relic", dice=["white1"], bumps=0, column=6, step=2)
    assert chosen(with_rooms, "planner:altar=10") == {"type": "room", "room": "altar"}
    assert chosen(with_rooms, "planner:altar=0") == {"type": "room", "room": "storage"}


def test_every_weight_is_a_parameter():
    planner = policies_of(game_by_name("raider"))["planner"]
    assert [p.name for p in planner.parameters] == list(FEATURES) == list(TUNED)
    assert all(p.low <= p.default <= p.high for p in planner.parameters)


@pytest.mark.parametrize("policy", NAMED)
def test_hidden_cards_do_not_change_a_decision(policy):
    driver = Driver("raider", 3)
    table = Table(match_of("raider", 3, (policy,)))
    view, redrawn, state = (np.zeros(1, driver.match.game.state)[0] for _ in range(3))
    while not driver.record.over and driver.record.plies < 150:
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
        rows = Table(match_of("raider", players, line_up, ALTERED[name], n=20)).play(0, 20)
        assert (rows["turns"] > 0).all()


def some_games() -> str:
    """What happens in a few games of all policies."""
    rows = [Table(match_of("raider", len(seats), seats)).play(0, 2) for seats in (NAMED[2:], NAMED[:2])]
    return repr([(r["plies"].tolist(), r["share"].tolist(), r["score"].tolist()) for r in rows])


def test_same_games_without_the_compiler():
    script = "from tests.policies.test_raider_policies import some_games; print(some_games())"
    plain = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == some_games()


def test_unknown_parameters_are_refused():
    known = policies_of(game_by_name("raider"))
    assert parse_entry("planner:wait=0.5", known, "raider").label == "planner:wait=0.5"
