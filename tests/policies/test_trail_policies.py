"""Policies of Trail to the Temple: strength, character, and that they are fair and sound under all rules."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.engine.playout import Table
from temple_sim.policies.registry import policies_of
from tests.driver import Driver, game_by_name, match_of
from tests.games.trail.altered import ALTERED
from tests.games.trail.positions import Position

NAMED = ("collector", "runner", "specialist", "denier", "planner")  # from weak to strong
CRATES = ["C2"] * 12
FAR = [None] * 30 + ["C2"] * 40  # a long way to go


def lower_bound(policy: str, opponent: str, players: int, games: int) -> float:
    """The lower end of the interval of one seat's W among seats of an opponent."""
    match = match_of("trail", players, (policy, *[opponent] * (players - 1)), n=games)
    summary = Summary(match)
    summary.add(Table(match).play(0, games))
    return summary.policies[policy].low


def chosen(driver: Driver, policy: str, draws: int = 1) -> list[dict[str, Any]]:
    """What a policy does as the seat to move, with so many different draws of its own luck."""
    table, record = Table(match_of("trail", driver.match.players, (policy,))), driver.record
    view, actions = table.states[1], table.actions
    table.contract.observe(record, driver.rules, record.to_move, view)
    n = table.contract.legal_actions(record, driver.rules, actions)
    indices = [table.policies[0](view, driver.rules, actions, n, table.params[0], table.rngs[1]) for _ in range(draws)]
    return [driver.match.game.codec.action(int(actions[i]), record, driver.values) for i in indices]


def card(driver: Driver, policy: str) -> str:
    """The card a policy plays."""
    return chosen(driver, policy)[0]["card"]


# --- strength


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("policy", NAMED)
def test_every_policy_beats_random(policy, players):
    floor = {2: 0.85, 4: 0.65}[players]
    assert lower_bound(policy, "random", players, 800) > (0.95 if policy == "planner" and players == 2 else floor)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("opponent", NAMED[:-1])
def test_planner_beats_every_other(opponent, players):
    assert lower_bound("planner", opponent, players, 800) > {2: 0.7, 4: 0.35}[players]


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(NAMED)))
def test_two_players_each_beats_the_next_one(weaker, stronger):
    assert lower_bound(stronger, weaker, 2, 1200) > 0.5


def test_solo_planner_finds_treasures():
    results = {p: Table(match_of("trail", 1, (p,))).play(0, 400)["result"] for p in (*NAMED, "random")}
    treasures = {p: (r == 2).mean() for p, r in results.items()}
    assert treasures["planner"] > 0.85
    assert all((results[p] == 0).mean() < 0.05 for p in NAMED)
    assert treasures["random"] < 0.1 < min(treasures[p] for p in NAMED)


# --- character


@pytest.mark.parametrize("policy", NAMED)
def test_the_dearest_crates_are_taken(policy):
    at = Position(path=["C2", "C4", "C2", *CRATES], hands=[["1+1", "1+2", "1+3"], ["1+1"]])
    assert card(at, policy) == "1+2"


@pytest.mark.parametrize(("policy", "plays"), [("collector", "1+2"), ("specialist", "1+1"), ("planner", "1+1")])
def test_only_the_collector_goes_by_the_drones_of_the_moment(policy, plays):
    at = Position(
        path=["R3", "C2", *FAR[4:]],
        hands=[["1+1", "1+2"], ["1+1"]],
        taken=[["R3", "R2"], []],
        drones={"red": 0, "orange": 1, "yellow": 1, "green": 1, "blue": 1, "purple": 1},
    )
    assert card(at, policy) == plays


def test_the_specialist_drives_its_colour_though_that_earns_nothing_yet():
    at = Position(
        path=["D2", *FAR],
        hands=[["1+1"], ["1+1"]],
        taken=[["R3", "R2"], []],
        drones={"red": 1, "orange": 9, "yellow": 9, "green": 8, "blue": 9, "purple": 9},
    )
    at.play("1+1")
    assert {a["colour"] for a in chosen(at, "specialist", 9)} == {"red"}


def test_the_runner_advances_the_explorer_whose_tokens_it_has():
    at = Position(path=CRATES, hands=[["1+3", "2+3", "3+3"], ["1+1"]], taken=[["E2:8/4"], []])
    assert card(at, "runner") == "2+3"


def test_the_denier_pushes_a_drone_past_that_of_a_rival():
    at = Position(
        path=["D2", *FAR],
        hands=[["1+1"], ["1+1"]],
        taken=[[], ["B3", "B3"]],
        drones={"red": 6, "blue": 5, "orange": 4},
    )
    at.play("1+1")
    assert {a["colour"] for a in chosen(at, "denier", 9)} == {"orange"}
    assert len({a["colour"] for a in chosen(at, "collector", 30)}) == 6  # which has no stake and does not care


@pytest.mark.parametrize(
    ("policy", "goes_home"),
    [("planner", True), ("denier", True), ("specialist", True), ("runner", True), ("collector", True)],
)
def test_all_end_a_game_that_they_win_by_it(policy, goes_home):
    at = near_the_end([["C4", "C4", "C3"], ["C2"]])
    assert (card(at, policy) == "1+6") == goes_home


@pytest.mark.parametrize("policy", NAMED)
def test_only_the_collector_ends_a_game_that_it_loses_by_it(policy):
    at = near_the_end([["C2"], ["C4", "C4", "C3", "C3"]])
    assert (card(at, policy) == "1+6") == (policy == "collector")


def near_the_end(taken: list[list[str]]) -> Position:
    """One card brings an explorer home, the other takes two crates; there is nothing else to win."""
    path = [None] * 20 + ["C2"] * 5 + [None] * 10 + ["C2"] * 3
    return Position(path=path, explorers=[34, 18, 18], hands=[["1+6", "2+1"], ["1+1"]], taken=taken)


def test_the_planner_does_not_bring_an_explorer_within_reach_of_a_rival_who_would_win():
    path = [None] * 60 + ["C2"] * 5 + [None] * 10 + ["C2"] * 10
    at = Position(
        path=path, explorers=[74, 58, 58], hands=[["1+6", "2+1"], ["1+1"]], taken=[["C2"], ["C4", "C4", "C3", "C3"]]
    )
    assert card(at, "planner") == "2+1"
    assert len({a["card"] for a in chosen(at, "planner:danger=0:rivals=0", 20)}) == 2


@pytest.mark.parametrize("policy", NAMED)
def test_the_snake_gets_the_token_that_is_worth_least(policy):
    at = Position(
        path=FAR[30:],
        tiles=[(0, "snake")],
        hands=[["1+1"] * 5, ["2+1"] * 5],
        taken=[["R3", "G2", "G3", "B1"], []],
        drones={"red": 8, "green": 8, "blue": 2, "orange": 5, "yellow": 5, "purple": 5},
    )
    at.play("1+1")
    assert chosen(at, policy) == [{"type": "give_up", "token": "B1"}]


@pytest.mark.parametrize("policy", NAMED)
def test_a_crate_is_traded_for_the_best_token(policy):
    path = ["C2", "C2", "C2", "R1", "R3", "C3", *CRATES]
    at = Position(
        path=path, tiles=[(0, "pottery_shards")], hands=[["1+1"] * 5, ["2+1"] * 5], drones={"red": 8, "blue": 8}
    )
    at.play("1+1")
    assert chosen(at, policy) == [{"type": "trade", "crate": "C2", "slot": 4}]


@pytest.mark.parametrize("policy", NAMED)
def test_no_trade_for_less(policy):
    at = Position(path=CRATES, tiles=[(0, "pottery_shards")], hands=[["1+1"] * 5, ["2+1"] * 5], taken=[["C4"], []])
    at.play("1+1")
    assert chosen(at, policy) == [{"type": "stop"}]


@pytest.mark.parametrize("policy", NAMED)
def test_base_camp_takes_the_useless_cards(policy):
    path = ["C2", "B1", "C4", "C4", "C4", "C4", "C4", *CRATES]
    at = Position(
        path=path,
        tiles=[(0, "base_camp")],
        hands=[["1+1", "1+1", "1+1", "1+2", "1+3"], ["2+1"] * 5],
        drones={"red": 6, "orange": 6, "yellow": 6, "green": 6, "purple": 6},
    )
    at.play("1+1")
    assert chosen(at, policy) == [{"type": "discard", "cards": ["1+1", "1+1"]}]


def test_equal_options_are_all_taken():
    at = Position(path=["D2", *FAR], hands=[["1+1"], ["1+1"]])
    at.play("1+1")
    for policy in NAMED:
        assert len({a["colour"] for a in chosen(at, policy, 40)}) == 6, policy


def test_parameters_matter():
    at = Position(path=CRATES, hands=[["1+3", "2+3"], ["1+1"]], taken=[["E2:8/4"], []], explorers=[-1, 3, -1])
    assert card(at, "runner:stride=5") == "2+3"
    default = Table(match_of("trail", 2, ("planner",))).play(0, 20)["score"]
    for policy in policies_of(game_by_name("trail")).values():
        for parameter in policy.parameters:
            assert parameter.low <= parameter.default <= parameter.high
    for setting in ("rivals=0", "drone_noise=0", "drift=0.9", "near=20", "horizon=1", "way_noise=5", "bar=0"):
        assert not np.array_equal(Table(match_of("trail", 2, (f"planner:{setting}",))).play(0, 20)["score"], default)


# --- soundness


@pytest.mark.parametrize("policy", NAMED)
@pytest.mark.parametrize("players", [1, 3])
def test_hidden_things_do_not_change_a_decision(policy, players):
    driver = Driver("trail", players, ["tiles.under=[3,6,9,12,15]"])
    table = Table(match_of("trail", players, (policy,)))
    view, redrawn, state = (np.zeros(1, driver.match.game.state)[0] for _ in range(3))
    while not driver.record.over:
        seat, record = driver.record.to_move, driver.record
        n = table.contract.legal_actions(record, driver.rules, table.actions)
        table.contract.observe(record, driver.rules, seat, view)
        table.contract.determinize(view, driver.rules, seat, state, table.rngs[2])
        table.contract.observe(state, driver.rules, seat, redrawn)
        before, picks = bytes(view.tobytes()), []
        for seen in (view, redrawn):
            table.rngs[1] = table.rngs[0]  # the same luck for both
            picks.append(table.policies[0](seen, driver.rules, table.actions, n, table.params[0], table.rngs[1]))
        assert picks[0] == picks[1]
        assert view.tobytes() == before
        table.contract.apply_action(record, driver.rules, int(table.actions[picks[0]]), driver.luck)
        record.plies += 1


@pytest.mark.parametrize("name", ALTERED)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_games_end_under_altered_rules(name, players):
    for first in range(0, len(NAMED), players) if players > 1 else range(len(NAMED)):
        line_up = [NAMED[(first + seat) % len(NAMED)] for seat in range(players)]
        rows = Table(match_of("trail", players, line_up, ALTERED[name], n=20)).play(0, 20)
        assert (rows["turns"] > 0).all()


def some_games() -> str:
    """What happens in a few games of all policies."""
    line_ups = [NAMED[:2], NAMED[1:], *((p,) for p in NAMED)]
    rows = [Table(match_of("trail", len(seats), seats)).play(0, 2) for seats in line_ups]
    return repr([(r["plies"].tolist(), r["share"].tolist(), r["score"].tolist()) for r in rows])


def test_same_games_without_the_compiler():
    script = "from tests.policies.test_trail_policies import some_games; print(some_games())"
    plain = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == some_games()
