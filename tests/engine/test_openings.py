"""States right after the deal: those that a trace begins with."""

import numpy as np
import pytest

from temple_sim.engine.openings import opening_states
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from tests.driver import match_of

NUMBERS = [0, 5, 2, 10**9]


@pytest.mark.parametrize("name", ["raider", "lost_temple", "trail", "five", "pig"])
def test_openings_are_where_traces_start(name):
    match = match_of(name, 3, seed=4, n=10**10)
    states, codec = opening_states(match, NUMBERS), match.game.codec
    table = Table(match)
    starts = [next(trace_game(table, number))["state"] for number in NUMBERS]
    assert [codec.state(state, match.ruleset.values) for state in states] == starts
    assert (states["plies"] == 0).all()


def test_games_of_a_block_share_their_deal():
    match = match_of("raider", 2, ("sprinter", "random"), n=8)
    states = opening_states(match, range(8))
    decks = states["deck"][:, :2]
    for block in range(4):
        assert np.array_equal(decks[2 * block], decks[2 * block + 1])
    assert not np.array_equal(decks[0], decks[2])


def test_no_games():
    assert opening_states(match_of("raider", 2), []).shape == (0,)
