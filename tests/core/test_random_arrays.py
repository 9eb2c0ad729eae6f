"""Luck of many games at once: `draws_of` and `scaled` give what the keyed record gives draw by draw."""

import numpy as np
import pytest

from temple_sim.core.random import RNG, STREAMS, begin_game, begin_turn, below, draw, draws_of, scaled

SEEDS = [0, 1, 2**32 + 5, 2**53 + 1, 2**63 - 1]
GAMES = np.array([0, 1, 7, 2**31, 2**40 + 3])
COUNT = 4


def one_by_one(seed, game, turn, stream, take):
    """The first draws of a stream, from a record keyed to a game and a turn."""
    rng = np.zeros(1, RNG)[0]
    begin_game(rng, np.uint64(seed), int(game))
    begin_turn(rng, turn)
    return [int(take(rng, stream)) for _ in range(COUNT)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("turn", [0, 1, 9_999])
def test_draws_of_many_games(seed, turn):
    for stream in range(STREAMS):
        found = draws_of(seed, GAMES, turn, stream, COUNT)
        assert found.shape == (len(GAMES), COUNT) and found.dtype == np.uint64
        assert found.tolist() == [one_by_one(seed, game, turn, stream, draw) for game in GAMES]


@pytest.mark.parametrize("n", [1, 6, 10, 1000, 2**31 - 1])
def test_scaled_draws(n):
    found = scaled(draws_of(5, GAMES, 3, 4, COUNT), n)
    assert found.dtype == np.int64
    assert found.tolist() == [
        one_by_one(5, game, 3, 4, lambda rng, stream: below(rng, stream, n)) for game in GAMES
    ]  # fmt: skip
    assert found.min() >= 0 and found.max() < n


def test_the_ends_of_the_range():
    """floor(top 32 bits * n / 2**32), by hand at both ends and in the middle."""
    draws = np.array([0, 2**63, 2**64 - 1, 2**32 - 1], np.uint64)
    assert scaled(draws, 6).tolist() == [0, 3, 5, 0]


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint64])
def test_numbers_of_games_of_any_kind(kind):
    assert np.array_equal(draws_of(1, np.arange(4).astype(kind), 1, 0, 2), draws_of(1, np.arange(4), 1, 0, 2))


def test_no_games_and_no_draws():
    assert draws_of(1, np.zeros(0, np.int64), 1, 0, 3).shape == (0, 3)
    assert draws_of(1, GAMES, 1, 0, 0).shape == (len(GAMES), 0)


def test_nothing_warns():
    """The generator wraps around by design: arrays do so silently, scalars would not."""
    with np.errstate(all="raise"):
        scaled(draws_of(2**63 - 1, GAMES, 2**31, STREAMS - 1, COUNT), 2**31 - 1)
