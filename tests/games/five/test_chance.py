"""Deals against their exact probabilities."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from temple_sim.engine.playout import Table
from tests.driver import match_of

DEALS = 4000


@pytest.fixture(scope="module")
def deals():
    """What is seen of many deals: boards, the first draws of every stack and the open cards."""
    table = Table(match_of("five", 4, settings=["special.set=mixed"], seed=11, n=DEALS * 4))
    seen = {
        "boards": [],
        "first tile": [],
        "stack tile": [],
        "special": [],
        "two": [],
        "three": [],
        "open": [],
        "deck": [],
    }
    for number in range(DEALS):
        state = table.deal(number * table.match.block)[0]
        seen["boards"].append(tuple(state.board.tolist()))
        seen["first tile"].append(int(state.held[0, 0]))
        seen["stack tile"].append(int(state.tile_stack[51]))
        seen["special"].append(int(state.special_stack[0]))
        seen["two"].append(int(state.piece_stack[0, 27]))
        seen["three"].append(int(state.piece_stack[1, 0]))
        seen["open"].append(int(state.open[4]))
        seen["deck"].append(int(state.deck[2, 9]))
    return seen, table.rules[0]


def fits(values, weights):
    counts, total = Counter(values), sum(weights.values())
    assert set(counts) <= set(weights)
    observed = [counts[key] for key in weights]
    expected = [len(values) * weight / total for weight in weights.values()]
    return chisquare(observed, expected).pvalue > 1e-4


def test_every_order_of_the_boards_is_equally_likely(deals):
    orders = {
        tuple(int(k) for k in p) for p in np.array(np.meshgrid(*[range(4)] * 4)).T.reshape(-1, 4) if len(set(p)) == 4
    }
    assert len(orders) == 24
    assert fits(deals[0]["boards"], dict.fromkeys(orders, 1))


@pytest.mark.parametrize("place", ["first tile", "stack tile"])
def test_tiles_come_in_proportion_to_their_number(deals, place):
    seen, rules = deals
    assert fits(seen[place], {face: int(n) for face, n in enumerate(rules.face_count) if n})


def test_stacks_and_decks_are_shuffled(deals):
    seen = deals[0]
    assert fits(seen["special"], dict.fromkeys(range(64, 72), 1))
    assert fits(seen["two"], dict.fromkeys(range(4), 1))
    assert fits(seen["three"], dict.fromkeys(range(4), 1))
    assert fits(seen["open"], dict.fromkeys(range(80, 90), 1))
    assert fits(seen["deck"], dict.fromkeys(range(40, 50), 1))
