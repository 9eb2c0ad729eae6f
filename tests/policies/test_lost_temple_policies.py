"""The policies of Lost Temple: their order of strength, their characters, and that they peek at nothing."""

import json
from functools import cache

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.core.jit import ENABLED
from temple_sim.core.random import RNG, begin_game
from temple_sim.core.records import FINISHED
from temple_sim.engine.playout import Table
from temple_sim.games.lost_temple.tables import CHARACTERS
from tests.conformance import positions
from tests.driver import Driver, match_of
from tests.games.lost_temple.altered import ALTERED
from tests.games.lost_temple.positions import called, last_pick, pile
from tests.helpers import python

NAMED = ("runner", "banker", "spoiler", "planner")


@cache
def seated(text):
    """A table whose first seat is a policy's."""
    return Table(match_of("lost_temple", 2, (text, "random")))


def choice(text, table, state, rules, codes, seat, view):
    """The index a policy answers with, given a view."""
    actions = np.zeros(table.match.game.max_actions, np.int32)
    actions[: len(codes)] = codes
    luck = np.zeros(1, RNG)[0]
    begin_game(luck, np.uint64(7), 3)
    player = seated(text)
    return int(player.policies[0](view, rules, actions, len(codes), player.params[0], luck))


def decide(text, driver):
    """The action a policy takes where a driver stands."""
    table, state = driver.table, driver.record
    view = np.zeros(1, table.match.game.state)[0]
    n = table.contract.legal_actions(state, driver.rules, table.actions)
    codes = table.actions[:n].copy()
    table.contract.observe(state, driver.rules, state.to_move, view)
    return driver.legal()[choice(text, table, state, driver.rules, codes, state.to_move, view)]


def share(row, column, players, n):
    """W of one seat of a policy among seats of another."""
    match = match_of("lost_temple", players, (row, *[column] * (players - 1)), seed=11, n=n)
    summary = Summary(match)
    summary.add(Table(match).play(0, n))
    return summary.policies[row]


def pick_from(players, picked, hand, **belongings):
    """The last pick of a draft, its hand remembered."""
    driver = last_pick(players, picked, hand, **belongings)
    state = driver.record
    state.seen[state.to_move, 0] = pile(hand)
    return driver


@pytest.mark.parametrize("players", [2, 4, 6, 8])
@pytest.mark.parametrize("name", NAMED)
def test_beats_random(name, players):
    assert share(name, "random", players, 800).low > 1.5 / players


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("other", [name for name in NAMED if name != "planner"])
def test_planner_beats_the_others(other, players):
    assert share("planner", other, players, 1200).low > 1 / players


def test_planner_nearly_always_beats_random_at_two():
    assert share("planner", "random", 2, 1200).low > 0.9


@pytest.mark.parametrize("name", NAMED)
def test_takes_the_winning_character(name):
    driver = pick_from(
        4, ["thief", "seer", "child"], ["craftsman", "canoe"], positions=[40, 30, 30, 42], gems=[0, 0, 0, 6],
        machetes=[0, 0, 0, 0],
    )  # fmt: skip
    assert decide(name, driver) == {"type": "pick", "character": "canoe"}


def test_runner_spends_what_banker_saves():
    draft = pick_from(4, ["thief", "seer", "child"], ["craftsman", "canoe"], positions=[9] * 4, gems=[3] * 4)
    assert decide("runner", draft)["character"] == "canoe"
    assert decide("banker", draft)["character"] == "craftsman"
    priest = called(4, "pay", "priest", {"priest": 0}, positions=[9] * 4, gems=[3] * 4)
    assert decide("runner", priest) == {"type": "pay"}
    assert decide("banker", priest) == {"type": "stay"}
    scout = called(4, "scout", "scout", {"scout": 0}, positions=[9] * 4, gems=[3] * 4)
    assert decide("runner", scout) == {"type": "move", "spaces": 3}
    assert decide("banker", scout) == {"type": "move", "spaces": 0}


def test_banker_leaps_when_rich():
    draft = pick_from(
        4, ["thief", "seer", "child"], ["craftsman", "canoe"], positions=[9] * 4, gems=[9] * 4, machetes=[0, 0, 0, 1]
    )
    assert decide("banker", draft)["character"] == "canoe"
    assert decide("banker:leap=20", draft)["character"] == "craftsman"


@pytest.mark.parametrize("name", ["spoiler", "planner"])
def test_curses_the_leaders_likely_choice(name):
    owners = {"shaman": 0, "seer": 1, "craftsman": 2, "canoe": 3}
    driver = called(4, "curse", "shaman", owners, positions=[9, 12, 12, 30], gems=[0, 0, 0, 6], machetes=[0, 0, 0, 1])
    assert decide(name, driver) == {"type": "curse", "character": "canoe"}
    driver.record.face_up = pile(["canoe", "priest", "thief"])
    assert decide(name, driver) == {"type": "curse", "character": "scout"}


@pytest.mark.parametrize("name", NAMED)
def test_a_leader_curses_nobody(name):
    driver = called(4, "curse", "shaman", {"shaman": 0, "seer": 1, "elder": 2, "canoe": 3}, positions=[30, 12, 12, 9])
    driver.record.face_up = pile(["child", "priest", "thief"])
    assert decide(name, driver)["character"] in ("child", "priest", "thief")


@pytest.mark.parametrize("name", ["spoiler", "planner"])
def test_robs_by_what_was_passed_on(name):
    """A seat that picked before this one cannot hold what this one was passed."""
    owners = {"seer": 0, "canoe": 1, "thief": 2, "scout": 3}
    driver = called(4, "rob", "thief", owners, positions=[9, 30, 12, 12], gems=[0, 8, 0, 0])
    assert decide(name, driver) == {"type": "rob", "character": "canoe"}
    driver.record.seen[2, 0] = pile(["thief", "canoe", "child", "craftsman"])
    assert decide(name, driver) == {"type": "rob", "character": "scout"}


def test_planner_steps_to_a_good_token_it_knows():
    tokens = {11: "gain_gems"}
    driver = called(4, "step", "seer", {"seer": 0}, positions=[10, 9, 9, 9], tokens=tokens)
    driver.record.known[0] = 1
    assert decide("planner", driver) == {"type": "move", "spaces": 1}
    driver = called(4, "step", "seer", {"seer": 0}, positions=[10, 9, 9, 9], tokens={11: "back"})
    driver.record.known[0] = 1
    assert decide("planner", driver) == {"type": "move", "spaces": 2}


def test_planner_keeps_a_winning_character_from_the_next_seat():
    """Two picks to come: the canoe would take the last seat to the end."""
    driver = last_pick(
        4, ["thief", "seer"], ["craftsman", "canoe", "child"], positions=[30, 30, 20, 44], gems=[0, 0, 0, 5],
        machetes=[0, 0, 0, 1],
    )  # fmt: skip
    driver.record.seen[2, 0] = driver.record.hand
    assert decide("planner:deny=60", driver)["character"] == "canoe"
    assert decide("planner:deny=0", driver)["character"] != "canoe"


def test_planner_weighs_gems():
    driver = called(4, "pay", "elder", {"elder": 0}, positions=[9, 9, 9, 9], gems=[3] * 4)
    assert decide("planner:gem=0", driver) == {"type": "pay"}
    assert decide("planner:gem=5", driver) == {"type": "stay"}


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_nobody_peeks(players):
    """Whatever is hidden may be drawn again: the decision stays."""
    match = match_of("lost_temple", players, seed=4)
    luck = np.zeros(1, RNG)[0]
    begin_game(luck, np.uint64(9), players)
    view, redrawn, again = np.zeros(3, match.game.state)
    for number, (table, state, codes) in enumerate(positions(match, 0)):
        if len(codes) < 2 or number % 3:
            continue
        seat, rules, contract = int(state.to_move), table.rules[0], table.contract
        contract.observe(state, rules, seat, view)
        contract.determinize(view, rules, seat, redrawn, luck)
        contract.observe(redrawn, rules, seat, again)
        for name in NAMED:
            first = choice(name, table, state, rules, codes, seat, view)
            assert choice(name, table, redrawn, rules, codes, seat, again) == first, (name, number)


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("changed", ALTERED)
def test_finishes_under_altered_rules(changed, players):
    line_up = (NAMED[::-1] * 2)[:players]
    rows = Table(match_of("lost_temple", players, line_up, settings=ALTERED[changed], n=8)).play(0, 8)
    assert (rows["end_reason"] == FINISHED).all()


def test_the_first_pick_of_eight():
    """Nobody has picked before: there is nothing to infer yet."""
    driver = Driver("lost_temple", 8)
    named = decide("planner", driver)
    assert named["type"] == "pick"
    assert named["character"] in CHARACTERS


PLAIN = """
import json
from temple_sim.core.jit import ENABLED
from tests.policies.test_lost_temple_policies import plain_games
assert not ENABLED
print(json.dumps(plain_games()))
"""


def plain_games():
    """A few games of all policies as plain values."""
    rows = [Table(match_of("lost_temple", p, (NAMED * 2)[:p], seed=3, n=2)).play(0, 2) for p in (2, 3, 8)]
    return [[row[name].tolist() for name in row.dtype.names] for block in rows for row in block]


@pytest.mark.skipif(not ENABLED, reason="the jit is off anyway")
def test_plain_python_plays_the_same_games():
    plain = python(PLAIN, NUMBA_DISABLE_JIT="1")
    assert (plain.code, plain.err) == (0, "")
    assert json.loads(plain.out) == plain_games()


@pytest.mark.parametrize("name", NAMED)
def test_looks_at_the_next_two_tokens(name):
    driver = called(4, "look", "seer", {"seer": 0}, positions=[15, 9, 9, 9])
    assert decide(name, driver) == {"type": "look", "spaces": [17, 20]}


@pytest.mark.parametrize("name", NAMED)
def test_swaps_the_better_token_to_where_it_steps(name):
    tokens = {17: "back", 20: "gain_gems"}
    driver = called(4, "look", "seer", {"seer": 0}, positions=[15, 9, 9, 9], tokens=tokens)
    driver.act(type="look", spaces=[17, 20])
    assert decide(name, driver) == {"type": "swap"}
    driver.act(type="swap")
    assert decide(name, driver) == {"type": "move", "spaces": 2}


def test_planner_avoids_the_obvious_pick_of_the_leader():
    """The canoe is what a rich leader is expected to take, and the thief is about."""
    belongings = {"positions": [20, 20, 20, 24], "gems": [0, 0, 0, 5], "machetes": [0, 0, 0, 1]}
    driver = pick_from(4, ["thief", "shaman", "child"], ["craftsman", "canoe"], **belongings)
    assert decide("planner", driver)["character"] == "craftsman"
    assert decide("planner:gem=0:cursed=0:robbed=0", driver)["character"] == "canoe"
