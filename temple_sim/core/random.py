"""Keyed random numbers: a draw is a hash of (seed, game, turn, stream, counter within the turn).

Streams keep the sources of chance apart, and the counters start again each turn. So variants of a ruleset and
other line-ups meet the same luck (common random numbers), and a game is the same in whatever chunk it is played.
The hash is the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
"""

import numpy as np
from numba import from_dtype

from temple_sim.core.jit import jit

STREAMS = 8
RNG = np.dtype(
    (
        np.record,
        [
            ("game_key", "u8"),  # from seed and block: the luck all rotations of a line-up share
            ("turn_key", "u8"),  # from game_key and turn
            ("turn", "i8"),  # the turn it is keyed to
            ("count", "u8", (STREAMS,)),  # stream number in the upper half, draws made in the lower
        ],
    )
)
RNG_TYPE = from_dtype(RNG)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
TURN_STEP = np.uint64(0xD1B54A32D192ED03)
SEAT_STEP = np.uint64(0x8CB92BA72F3D8DD7)


@jit
def mix(value):
    """Scramble 64 bits so that every input bit reaches every output bit."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@jit
def begin_turn(rng, turn):
    """Re-key the record for a turn and restart its counters."""
    rng.turn = turn
    rng.turn_key = rng.game_key + np.uint64(turn) * TURN_STEP  # scrambled with the counter, draw by draw
    for stream in range(STREAMS):
        rng.count[stream] = np.uint64(stream) << np.uint64(32)


@jit
def begin_game(rng, seed, game):
    """Key the record to a game of a run, at turn 0."""
    rng.game_key = mix(np.uint64(seed) + mix((np.uint64(game) + np.uint64(1)) * GOLDEN))
    begin_turn(rng, 0)


@jit
def fork(parent, child, number):
    """Key `child` to an independent luck of the same game: a seat's policy, or the n-th rollout."""
    child.game_key = mix(parent.game_key + (np.uint64(number) + np.uint64(1)) * SEAT_STEP)
    begin_turn(child, 0)


@jit
def draw(rng, stream):
    """64 random bits from a stream."""
    rng.count[stream] += np.uint64(1)
    return mix(rng.turn_key + rng.count[stream] * GOLDEN)


@jit
def below(rng, stream, n):
    """A whole number in [0, n), n < 2**31. The bias of the multiplication is below n / 2**32."""
    return np.int64(((draw(rng, stream) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@jit
def uniform(rng, stream):
    """A float in [0, 1) with 53 random bits."""
    return np.float64(draw(rng, stream) >> np.uint64(11)) / 9007199254740992.0


@jit
def shuffle(values, n, rng, stream):
    """Put the first n entries of a one-dimensional array into random order (Fisher-Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(rng, stream, last + 1)
        values[last], values[other] = values[other], values[last]


def draws_of(seed: int, games: np.ndarray, turn: int, stream: int, count: int) -> np.ndarray:
    """The first draws of a stream in a turn of many games, shape (games, count): what `draw` gives one by one."""
    scramble = getattr(mix, "py_func", mix)
    numbers = (games.astype(np.uint64) + np.uint64(1)) * GOLDEN
    keys = scramble(np.uint64(seed) + scramble(numbers)) + np.array([turn], np.uint64) * TURN_STEP
    counts = (np.uint64(stream) << np.uint64(32)) + np.arange(1, count + 1, dtype=np.uint64)
    return scramble(keys[:, None] + counts * GOLDEN)


def scaled(draws: np.ndarray, n: int) -> np.ndarray:
    """Draws as whole numbers in [0, n), as `below` makes them."""
    return ((draws >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)).astype(np.int64)
