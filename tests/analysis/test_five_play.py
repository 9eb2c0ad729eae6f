"""Temple of Five's analysis on games as they are played: what the rules count by themselves must agree."""

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import five
from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.five import luck
from temple_sim.analysis.five.features import features
from temple_sim.engine.playout import Table
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.engine.trace import trace_game
from temple_sim.results import rows_to_frame
from tests.driver import match_of
from tests.helpers import rows_of

GAMES = [
    (2, ()), (3, ("variant.bird_in_hand=true",)), (4, ()), (4, ("special.set=mixed",)), (4, ("special.set=effect",)),
    (3, ("variant.ultimate_goal=2",)),
]  # fmt: skip
SUMS = {"leftmost": "leftmost", "wasted": "wasted", "coverable": "coverable", "regained": "covered"}


@pytest.mark.parametrize(("players", "settings"), GAMES)
def test_features_add_up_to_what_the_rules_count(players, settings):
    match = match_of("five", players, ("builder",), settings)
    counted = rows_to_frame(rows_of(match), match)
    table = Table(match)
    for number in range(match.n):
        facts = pd.DataFrame(list(facts_of(table, number)))
        for seat, part in facts.groupby("seat"):
            line = counted[(counted["game"] == number) & (counted["seat"] == seat)].iloc[0]
            for fact, column in SUMS.items():
                assert part[fact].astype(float).sum() == line[column], (number, seat, fact)
            assert (part["claimed"] == 1).sum() == line["claims.1"]
            assert (part["god"] == "W").sum() >= line["supreme"]  # a private card of the supreme god counts apart
            lengths = part.loc[part["length"].notna(), "length"].sum()
            assert lengths == sum(line[f"spaces.level{level}"] for level in (1, 2, 3))


def facts_of(table, number):
    """Facts of every action taken in a game, with the seat."""
    before = {}
    for event in trace_game(table, number):
        if event["event"] == "decision":
            yield {"seat": event["seat"], **blank(event), **features(before, event["action"])}
        before = event.get("state", before)


def blank(event):
    """Facts of other actions; an unused lever of the tile that lies face down covers priests as well."""
    return dict.fromkeys(("leftmost", "wasted", "coverable", "regained", "claimed", "god", "length"), np.nan)


def test_features_of_every_valued_phase():
    match = match_of("five", 4, ("builder",), n=1)
    for phase in five.VALUED_PHASES:
        found = Valued.join(list(value_match(match, phase, 2, 2, Workers(1))))
        frame = action_frame(found, match, five.features)
        assert {"level", "reserve", "used", "value", "RA"} <= set(frame.columns)
        assert frame["level"].between(1, 3).all()


def test_an_unchanged_game_ends_as_it_did():
    """The null test of a lever: nothing changed gives exactly the values of the run."""
    match = match_of("five", 3, ("builder",), n=20)
    found = five.played_on(match, "nothing")
    assert len(found) == 3 * 20
    for name in ("W", "score", "lead"):
        assert (found[f"{name} without"] == found[f"{name} with"]).all()
    played = rows_to_frame(rows_of(match), match).set_index(["game", "seat"])
    keys = list(zip(found["game"], found["seat"], strict=True))
    assert found["W without"].tolist() == played.loc[keys, "share"].tolist()
    assert found["score without"].tolist() == played.loc[keys, "score"].tolist()


def test_levers_do_what_they_say():
    """Without chains nobody scores and all share the win; the seat with one priest more wins the tie alone."""
    found = five.played_on(match_of("five", 2, ("builder",), ("chains_per_turn=0",), n=5), "priest")
    assert (found["score with"] == 0).all() and (found["score without"] == 0).all()
    assert (found["W without"] == 0.5).all() and (found["W with"] == 1.0).all()
    table = five.prices(found)
    assert table[["W", "low", "high", "score"]].to_numpy().tolist() == [[0.5, 0.5, 0.5, 0.0]] * 3
    assert five.played_on(match_of("five", 2, ("builder",), ("chains_per_turn=1",), n=5), "second chain").empty
    third = five.played_on(match_of("five", 2, ("builder",), n=20), "one more chain")
    assert (third["score with"] != third["score without"]).any()


@pytest.mark.parametrize(("players", "settings"), [(2, ()), (3, ("variant.bird_in_hand=true",)), (4, ())])
def test_what_a_seat_draws_is_settled_by_the_deal(players, settings):
    """The tiles of the trace are those the controls count, whatever the policies do."""
    match = match_of("five", players, ("random",), settings, n=2)
    table, places = Table(match), luck.draws(match)
    stack = luck._stacks(match, np.array([0]))[0].copy()
    faces = luck.faces_of(match.ruleset.values)
    drawn = {(level, seat): [] for level in places for seat in range(players)}
    before = None
    for event in trace_game(table, 0):
        if event["event"] == "decision" and event["phase"] in ("exchange", "bird"):
            held = before["tiles_held"][event["seat"]]
            drawn[before["level"], event["seat"]] += held if event["phase"] == "exchange" else held[-1:]
        before = event.get("state", before)
    for (level, seat), tiles in drawn.items():
        wanted = [faces[stack[place]] for place in places[level][seat]]
        if not settings:
            assert tiles == wanted
        else:  # the last of a hand goes without a decision
            assert set(tiles) <= set(wanted)


@pytest.mark.parametrize("policy", ["random", "builder"])
def test_controls_have_mean_zero(policy):
    """Within 4 standard errors over 400 games, and the bag as a whole has its expectation exactly."""
    match = match_of("five", 3, (policy,), n=400)
    frame = rows_to_frame(rows_of(match), match)
    found = five.controls(frame, match)
    assert found.index.equals(frame.index)
    seat = found[frame["seat"] == 1]
    assert (seat.mean().abs() < 4 * seat.std() / np.sqrt(len(seat))).all()
    stack = luck._stacks(match, np.array([7]))[0]
    tiles = stack[: 12 + 28 + 12]
    for of_tile, mean in luck._worths(match).values():
        assert (of_tile[tiles] - mean).sum() == pytest.approx(0.0, abs=1e-9)
    assert (found[["board A", "board B", "board C"]].isin([-0.25, 0.75])).all(axis=None)


def test_controls_of_four_seats_cancel_by_board():
    """Four seats have the four boards: each indicator sums to nothing in every game."""
    match = match_of("five", 4, ("random",), n=50)
    frame = rows_to_frame(rows_of(match), match)
    found = five.controls(frame, match).groupby(frame["game"]).sum()
    assert (found[["board A", "board B", "board C"]] == 0).all(axis=None)
