"""Independent referees replay every game: move by move, and in the distribution of random play.

A referee is written from the rulebook alone and shares nothing with the games. It checks the legal actions, what each
action does, the deals and the outcome of complete traces, under the rules as printed and under altered ones.
`TEMPLE_SIM_THOROUGH=50 pytest tests/test_referees.py` checks fifty times as many games.
"""

import importlib
import os
import random
from importlib.util import find_spec

import numpy as np
import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from temple_sim.policies.registry import policies_of
from tests.conformance import importable
from tests.driver import game_by_name, match_of

GAMES = ("raider", "lost_temple", "trail", "five")
TURNS = {"lost_temple": "rounds"}  # what a referee counts instead of turns: a column of the game
STANDARD_ERRORS = 5
THOROUGH = float(os.environ.get("TEMPLE_SIM_THOROUGH", "1"))
RANDOM, ONE_POLICY, ONE_VARIANT, OF_REFEREE = (int(THOROUGH * decisions) for decisions in (1000, 150, 150, 8000))


def referee_of(name):
    return importlib.import_module(f"tests.referees.{name}")


def altered(name) -> dict[str, list[str]]:
    """The altered rulesets to play: name -> settings."""
    module = f"tests.games.{name}.altered"
    return importlib.import_module(module).ALTERED if find_spec(module) else {}


def exists(name) -> bool:
    return name in importable() and find_spec(f"tests.referees.{name}") is not None


def counts(name, settings=()) -> range:
    game = game_by_name(name)
    low, high = game.seats_allowed(game.schema.defaults().overlay_settings(settings))
    return range(low, high + 1)


FOUND = [name for name in GAMES if exists(name)]
PLAYERS = [pytest.param(name, players, id=f"{name}-{players}") for name in FOUND for players in counts(name)]
POLICIES = [pytest.param(name, p, id=f"{name}-{p}") for name in FOUND for p in policies_of(game_by_name(name))]
ALTERED = [pytest.param(name, variant, id=f"{name}-{variant}") for name in FOUND for variant in altered(name)]


def check(match, decisions: int) -> None:
    """Let the referee check whole games of a match until it has seen so many decisions."""
    table, number, seen = Table(match), 0, 0
    while seen < decisions:
        checked = referee_of(match.game.name).check_trace(trace_game(table, number))
        assert checked > 0
        number, seen = number + 1, seen + checked


def played_by_referee(name, rules, players, decisions: int) -> list[dict]:
    """Summaries of random games the referee plays by itself."""
    chance, games, seen = random.Random(61), [], 0
    while seen < decisions:
        games.append(referee_of(name).play_random(rules, players, chance))
        seen += games[-1]["plies"]
    return games


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_referee(name):
    assert exists(name)


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_random_games(name, players):
    check(match_of(name, players, ("random",), seed=31), RANDOM)


@pytest.mark.parametrize(("name", "policy"), POLICIES)
def test_games_of_each_policy(name, policy):
    for players in counts(name):
        others = policy if players % 2 else "random"
        check(match_of(name, players, (policy, *[others] * (players - 1)), seed=41), ONE_POLICY)


@pytest.mark.parametrize(("name", "variant"), ALTERED)
def test_altered_rules(name, variant):
    settings = altered(name)[variant]
    for players in counts(name, settings):
        match = match_of(name, players, ("random",), settings=settings, seed=51)
        assert match.ruleset.changes()
        check(match, ONE_VARIANT)


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_the_distribution_of_random_play(name, players):
    """Turns, decisions and the first seat's share agree with games that the referee plays by itself."""
    match = match_of(name, players, ("random",), n=4000, seed=61)
    rows, theirs = Table(match).play(0, 4000), played_by_referee(name, match.ruleset.nested, players, OF_REFEREE)
    close(rows["plies"], [game["plies"] for game in theirs])
    close(rows["share"][:, 0], [game["shares"][0] for game in theirs])
    column = TURNS.get(name, "turns")
    if column in theirs[0]:
        close(rows[column], [game[column] for game in theirs])


def close(ours, theirs):
    """The two means differ by no more than chance allows."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    error = np.sqrt(ours.var() / len(ours) + max(theirs.var(), ours.var()) / len(theirs))
    assert abs(ours.mean() - theirs.mean()) <= STANDARD_ERRORS * error + 1e-12


@pytest.mark.parametrize("name", FOUND[:1])
def test_a_referee_would_notice(name):
    """A trace with one wrong number is refused."""
    events = list(trace_game(Table(match_of(name, 2, ("random",))), 0))
    events[len(events) // 2]["state"]["turn"] += 1
    with pytest.raises(AssertionError):
        referee_of(name).check_trace(events)
