"""Intervals: what they cover, what they are for constant blocks, and the published formulas."""

import math

import numpy as np
import pytest
from scipy import stats

from temple_sim.analysis.estimate import BlockSums, detectable, wilson


def estimate_of(y, x=None, proportion=False, pieces=1):
    sums, y = BlockSums(), np.asarray(y, float)
    x = np.ones_like(y) if x is None else np.asarray(x, float)
    for part_y, part_x in zip(np.array_split(y, pieces), np.array_split(x, pieces), strict=True):
        sums.add(part_y, part_x)
    return sums.estimate(proportion)


def coverage(draw, truth, runs=4000, proportion=False):
    """How often the interval of a run holds the truth."""
    rng, held = np.random.default_rng(3), 0
    for _ in range(runs):
        e = estimate_of(*draw(rng), proportion=proportion)
        held += e.low <= truth <= e.high
    return held / runs


CASES = {
    "normal, few blocks": (lambda rng: (rng.normal(5, 2, 8), None), 5.0),
    "skewed": (lambda rng: (rng.gamma(2, 3, 200), None), 6.0),
    "blocks of two games": (lambda rng: (rng.binomial(2, 0.3, 300), np.full(300, 2)), 0.3),
    "ratio with a weight that varies": (lambda rng: _ratio(rng, 300), 2.0),
}


def _ratio(rng, blocks):
    """Means of a quantity over events, of which a block has 0 to 6: true ratio 2."""
    x = rng.integers(0, 7, blocks)
    return np.array([rng.exponential(2, n).sum() for n in x]), x


@pytest.mark.parametrize("case", CASES)
def test_the_interval_holds_the_truth_in_95_of_100_runs(case):
    draw, truth = CASES[case]
    assert 0.93 <= coverage(draw, truth, 4000 if case != "ratio with a weight that varies" else 1500) <= 0.97


def test_correlated_games_within_a_block_do_not_fool_the_interval():
    """Both games of a block go the same way: an interval over games, not blocks, would hold in about 83 of 100."""

    def draw(rng):
        wins = rng.random(200) < 0.4
        return 2.0 * wins, np.full(200, 2.0)

    assert 0.93 <= coverage(draw, 0.4) <= 0.97


def test_a_constant_weight_gives_the_textbook_interval():
    y = np.random.default_rng(1).normal(10, 3, 57)
    low, high = stats.t.interval(0.95, 56, y.mean(), stats.sem(y))
    e = estimate_of(y)
    assert (e.value, e.low, e.high) == pytest.approx((y.mean(), low, high))
    assert e.blocks == 57


def test_equal_sizes_of_block_change_nothing():
    y = np.random.default_rng(1).normal(10, 3, 57)
    one, three = estimate_of(y), estimate_of(3 * y, np.full(57, 3.0))
    assert one == pytest.approx(three)


@pytest.mark.parametrize("pieces", [1, 2, 7, 50])
def test_pieces_do_not_matter(pieces):
    rng = np.random.default_rng(2)
    y, x = rng.normal(1, 1, 500), rng.integers(1, 5, 500)
    assert estimate_of(y, x, pieces=pieces) == pytest.approx(estimate_of(y, x))


@pytest.mark.parametrize("value", [1 / 3, 0.2, 1 / 7, 123.456, 1e-9, 1e12])
@pytest.mark.parametrize("blocks", [2, 3, 1000, 100_003])
def test_constant_blocks_have_no_width_at_all(value, blocks):
    e = estimate_of(np.full(blocks, value), pieces=min(blocks, 13))
    assert e.low == e.value == e.high
    assert e.value == pytest.approx(value, rel=1e-12)
    assert e.detects == 0


def test_a_single_deviation_among_many_blocks_is_spread():
    y = np.full(100_000, 0.5)
    y[7] = 0.75
    e = estimate_of(y, proportion=True)
    assert e.low < e.value < e.high


def test_one_block_has_a_value_and_no_interval():
    e = estimate_of([0.5])
    assert e.value == 0.5
    assert math.isnan(e.low)
    assert math.isnan(e.high)
    assert math.isnan(e.detects)


@pytest.mark.parametrize(("y", "x"), [([], []), ([0, 0], [0, 0])])
def test_nothing_gives_nothing(y, x):
    e = estimate_of(y, x)
    assert all(math.isnan(v) for v in (e.value, e.low, e.high))


def test_blocks_without_weight_do_not_count_as_zero():
    assert estimate_of([4, 0, 8], [2, 0, 2]).value == 3


def wilson_by_definition(k, n):
    """The p where |k/n - p| = z sqrt(p (1 - p) / n): Wilson 1927, as roots of a quadratic."""
    z = stats.norm.ppf(0.975)
    p = k / n
    roots = np.roots([1 + z * z / n, -(2 * p + z * z / n), p * p])
    return min(roots), max(roots)


@pytest.mark.parametrize(("k", "n"), [(1, 10), (5, 10), (9, 10), (30, 1000), (999, 1000)])
def test_wilson_is_the_published_interval(k, n):
    assert wilson(k, n) == pytest.approx(wilson_by_definition(k, n))


def test_wilson_at_the_ends():
    """At k = 0 the upper bound is z^2 / (n + z^2) (Brown, Cai and DasGupta 2001)."""
    z2 = stats.norm.ppf(0.975) ** 2
    assert wilson(0, 10) == pytest.approx((0, z2 / (10 + z2)))
    assert wilson(10, 10) == pytest.approx((10 / (10 + z2), 1))


@pytest.mark.parametrize("always", [0.0, 1.0])
def test_a_share_that_never_varies_gets_wilsons_interval(always):
    e = estimate_of(np.full(50, always), proportion=True)
    assert (e.low, e.high) == pytest.approx(wilson(round(50 * always), 50))
    assert e.value == always


def test_a_mean_that_never_varies_gets_no_width_even_at_zero():
    e = estimate_of(np.zeros(50))
    assert (e.value, e.low, e.high) == (0, 0, 0)


def test_intervals_of_shares_stay_between_zero_and_one():
    e = estimate_of([1, 0, 0, 0, 0, 0], proportion=True)
    assert e.low == 0
    e = estimate_of([0, 1, 1, 1, 1, 1], proportion=True)
    assert e.high == 1


def test_the_detectable_difference_is_found_in_80_of_100_runs():
    """Power by simulation: a shift of that size is seen by a z test at 5% in 80% of samples."""
    shift, rng = detectable(1.0), np.random.default_rng(5)
    seen = np.abs(rng.normal(shift, 1.0, 200_000)) > stats.norm.ppf(0.975)
    assert 0.79 < seen.mean() < 0.81
