"""The keyed random numbers: known values, exact uniformity, and luck that does not shift."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from temple_sim.core.jit import jit
from temple_sim.core.random import (
    GOLDEN,
    RNG,
    SEAT_STEP,
    STREAMS,
    TURN_STEP,
    begin_game,
    begin_turn,
    below,
    draw,
    fork,
    mix,
    shuffle,
    uniform,
)
from tests.helpers import python

WRAP = 2**64
P_LIMIT = 1e-6  # the seeds are fixed: a test either always passes or always fails


def new_rng(seed=1, game=0, turn=0):
    rng = np.zeros(1, RNG)[0]
    begin_game(rng, np.uint64(seed), game)
    begin_turn(rng, turn)
    return rng


@jit
def draws_below(rng, stream, n, out):
    for i in range(out.size):
        out[i] = below(rng, stream, n)


@jit
def draws_uniform(rng, stream, out):
    for i in range(out.size):
        out[i] = uniform(rng, stream)


@jit
def keys_of_games(rng, seed, out):
    for game in range(out.size):
        begin_game(rng, seed, game)
        out[game] = rng.game_key


@jit
def first_draws(rng, seed, games, n, out):
    """How often each value is the first of stream 0 in turn 1 of a game."""
    for game in range(games):
        begin_game(rng, seed, game)
        begin_turn(rng, 1)
        out[below(rng, 0, n)] += 1


@jit
def count_orders(rng, seed, games, size, out):
    """How often each permutation comes out of a shuffle, by its number in base `size`."""
    values = np.zeros(size, np.int64)
    for game in range(games):
        begin_game(rng, seed, game)
        for i in range(size):
            values[i] = i
        shuffle(values, size, rng, 3)
        code = 0
        for i in range(size):
            code = code * size + values[i]
        out[code] += 1


def p_value(counts):
    """Chi-square probability of counts that should be equal."""
    expected = counts.sum() / len(counts)
    return chi2.sf(((counts - expected) ** 2 / expected).sum(), len(counts) - 1)


def splitmix_finaliser(z):
    """Published by Steele, Lea and Flood (and Vigna), on plain numbers."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WRAP
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WRAP
    return z ^ (z >> 31)


def test_mix_is_the_finaliser_of_splitmix64():
    values = [0, 1, 2**63, WRAP - 1, 0x0123456789ABCDEF, *((k * 0x9E3779B97F4A7C15) % WRAP for k in range(1, 200))]
    assert [int(mix(np.uint64(v))) for v in values] == [splitmix_finaliser(v) for v in values]


def test_first_value_of_splitmix64_from_seed_zero():
    assert int(mix(GOLDEN)) == 0xE220A8397B1DCDAF  # the generator's published first output


def test_draws_are_the_documented_hash():
    rng = new_rng(seed=12345, game=678, turn=9)
    game_key = splitmix_finaliser((12345 + splitmix_finaliser(679 * int(GOLDEN) % WRAP)) % WRAP)
    for count in range(1, 5):
        place = (5 * 2**32 + count) * int(GOLDEN)
        expected = splitmix_finaliser((game_key + 9 * int(TURN_STEP) + place) % WRAP)
        assert int(draw(rng, 5)) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 12, 20, 52, 100])
def test_below_is_uniform(n):
    values = np.zeros(600_000, np.int64)
    draws_below(new_rng(seed=n), 2, n, values)
    assert 0 <= values.min() <= values.max() < n
    counts = np.bincount(values, minlength=n)
    assert n == 1 or p_value(counts) > P_LIMIT


def test_below_reaches_both_ends_of_a_large_range():
    n, values = 2**31 - 1, np.zeros(200_000, np.int64)
    draws_below(new_rng(), 0, n, values)
    assert 0 <= values.min() < n / 5000
    assert n - n / 5000 < values.max() < n
    assert p_value(np.bincount(values * 16 // n, minlength=16)) > P_LIMIT


@pytest.mark.parametrize("n", [2, 6, 10])
def test_first_draw_over_games_is_uniform(n):
    counts = np.zeros(n, np.int64)
    first_draws(new_rng(), np.uint64(99), 300_000, n, counts)
    assert p_value(counts) > P_LIMIT


def test_pairs_of_following_dice_are_uniform():
    values = np.zeros(720_000, np.int64)
    draws_below(new_rng(seed=4), 1, 6, values)
    pairs = values[::2] * 6 + values[1::2]
    assert p_value(np.bincount(pairs, minlength=36)) > P_LIMIT


@pytest.mark.parametrize("other", range(1, STREAMS))
def test_streams_are_independent(other):
    rng, left, right = new_rng(seed=7), np.zeros(180_000, np.int64), np.zeros(180_000, np.int64)
    draws_below(rng, 0, 6, left)
    draws_below(rng, other, 6, right)
    assert p_value(np.bincount(left * 6 + right, minlength=36)) > P_LIMIT


def test_draws_of_one_stream_do_not_shift_another():
    alone, mixed = new_rng(turn=3), new_rng(turn=3)
    expected = [int(draw(alone, 1)) for _ in range(20)]
    found = []
    for i in range(20):
        for _ in range(i):
            draw(mixed, 0)
        found.append(int(draw(mixed, 1)))
    assert found == expected


def test_a_turn_starts_its_streams_again():
    short, long = new_rng(turn=1), new_rng(turn=1)
    for _ in range(17):
        draw(long, 0)
    for rng in (short, long):
        begin_turn(rng, 2)
    assert [int(draw(short, s)) for s in range(STREAMS)] == [int(draw(long, s)) for s in range(STREAMS)]
    assert short.turn == 2


def test_turns_and_streams_never_share_a_draw():
    """The documented hash is one to one in its key, so it is enough that the keys differ."""
    turns, streams, draws = 3000, STREAMS, 60
    keys = {
        (t * int(TURN_STEP) + (s * 2**32 + k) * int(GOLDEN)) % WRAP
        for t, s, k in itertools.product(range(turns), range(streams), range(1, draws + 1))
    }
    assert len(keys) == turns * streams * draws


def test_the_finaliser_is_one_to_one():
    assert math.gcd(0xBF58476D1CE4E5B9, 2) == math.gcd(0x94D049BB133111EB, 2) == 1  # odd factors can be undone
    assert all(int(step) % 2 for step in (GOLDEN, TURN_STEP, SEAT_STEP))


def test_games_have_keys_of_their_own():
    keys = np.zeros(500_000, np.uint64)
    keys_of_games(new_rng(), np.uint64(3), keys)
    assert len(np.unique(keys)) == len(keys)


def test_neighbouring_seeds_and_games_do_not_meet():
    firsts = {int(draw(new_rng(seed, game, 1), 0)) for seed in range(60) for game in range(60)}
    assert len(firsts) == 3600


def test_the_largest_seed_and_game_are_accepted():
    rng = new_rng(seed=2**63 - 1, game=10**12, turn=2**31 - 1)
    assert 0 <= below(rng, 7, 6) < 6


def test_forks_differ_and_do_not_touch_their_parent():
    parent, again, child = new_rng(turn=4), new_rng(turn=4), np.zeros(1, RNG)[0]
    seen = set()
    for number in range(300):
        fork(parent, child, number)
        seen |= {int(draw(child, s)) for s in range(STREAMS)}
    assert len(seen) == 300 * STREAMS
    assert int(draw(parent, 0)) == int(draw(again, 0))
    assert child.turn == 0


def test_a_fork_does_not_depend_on_what_its_parent_drew():
    idle, busy, one, two = new_rng(turn=4), new_rng(turn=4), *np.zeros(2, RNG)
    draw(busy, 0)
    begin_turn(busy, 9)
    fork(idle, one, 1)
    fork(busy, two, 1)
    assert int(draw(one, 0)) == int(draw(two, 0))


def test_uniform_fills_the_unit_interval():
    values = np.zeros(400_000)
    draws_uniform(new_rng(), 0, values)
    assert 0 <= values.min() < 1e-4
    assert 1 - 1e-4 < values.max() < 1
    assert p_value(np.bincount((values * 50).astype(int), minlength=50)) > P_LIMIT


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_shuffle_gives_every_order_equally_often(size):
    counts = np.zeros(max(size**size, 1), np.int64)
    count_orders(new_rng(), np.uint64(11), 240_000, size, counts)
    orders = [sum(v * size ** (size - 1 - i) for i, v in enumerate(p)) for p in itertools.permutations(range(size))]
    assert counts.sum() == counts[orders].sum() == 240_000
    assert size == 1 or p_value(counts[orders]) > P_LIMIT


def test_shuffle_keeps_what_lies_behind_the_part():
    values = np.arange(10)
    shuffle(values, 4, new_rng(), 0)
    assert values[4:].tolist() == [4, 5, 6, 7, 8, 9]
    assert Counter(values[:4].tolist()) == Counter(range(4))


JIT_OFF = """
import numpy as np
from temple_sim.core.random import *
rng, child, cards = *np.zeros(2, RNG), np.arange(20)
begin_game(rng, np.uint64(2**63 - 1), 10**6)
begin_turn(rng, 77)
fork(rng, child, 3)
shuffle(cards, 20, rng, 4)
print([int(draw(rng, 1)), int(below(rng, 2, 1000)), float(uniform(rng, 3)).hex(), int(draw(child, 0)), cards.tolist()])
"""


def test_values_are_the_same_without_the_jit():
    compiled, plain = python(JIT_OFF, NUMBA_DISABLE_JIT="0"), python(JIT_OFF, NUMBA_DISABLE_JIT="1")
    assert compiled.code == plain.code == 0, compiled.err + plain.err
    assert compiled.out == plain.out
    assert not plain.err
