"""Paired comparison, its verdicts, and Holm's adjustment, against arithmetic and simulation."""

import numpy as np
import pytest

from temple_sim.analysis.paired import compare, holm, verdict_of, verdicts


def ones(n):
    return np.ones(n)


def test_identical_runs_differ_by_exactly_nothing():
    y = np.array([0.0, 1.0, 0.5, 1.0])
    pair = compare((y, ones(4)), (y.copy(), ones(4)))
    assert pair.effect == 0.0
    assert pair.interval() == (0.0, 0.0)
    assert pair.vrf == float("inf")
    assert verdicts([pair], 0.02) == ["equivalent"]


def test_effect_and_error_of_plain_means_are_those_of_the_differences():
    before, after = np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0, 1.0])
    pair = compare((before, ones(4)), (after, ones(4)))
    differences = after - before
    assert pair.effect == pytest.approx(differences.mean())
    assert pair.error == pytest.approx(differences.std(ddof=1) / 2)


def test_variance_reduction_is_unpaired_over_paired_variance():
    before, after = np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0, 1.0])
    pair = compare((before, ones(4)), (after, ones(4)))
    unpaired = before.var(ddof=1) / 4 + after.var(ddof=1) / 4
    assert pair.vrf == pytest.approx(unpaired / pair.error**2)


def test_a_ratio_with_random_weights_is_covered():
    """The truth lies in 93-97% of intervals: y is 0.3 x plus noise, the variant 0.35 x plus the same noise."""
    rng, hits, runs, blocks = np.random.default_rng(3), 0, 2000, 200
    for _ in range(runs):
        x, x2 = rng.poisson(4, blocks).astype(float), rng.poisson(4, blocks).astype(float)
        noise = rng.normal(size=blocks)
        pair = compare((0.3 * x + noise, x), (0.35 * x2 + noise + rng.normal(size=blocks) / 2, x2))
        low, high = pair.interval()
        hits += low <= 0.05 <= high
    assert 0.93 <= hits / runs <= 0.97


def test_peeking_at_the_always_valid_interval_raises_few_false_alarms():
    """A hundred looks at a null effect: at most 5% of runs ever exclude 0 (a plain interval: about a third)."""
    rng, runs, alarms, plain = np.random.default_rng(4), 400, 0, 0
    looks = np.linspace(100, 5000, 100).astype(int)
    for _ in range(runs):
        base = rng.normal(size=5000)
        other = base + rng.normal(size=5000)
        ever = ever_plain = False
        for n in looks:
            pair = compare((base[:n], ones(n)), (other[:n], ones(n)))
            low, high = pair.always_valid(tuned_to=5000)
            ever |= not low <= 0 <= high
            low, high = pair.interval()
            ever_plain |= not low <= 0 <= high
        alarms, plain = alarms + ever, plain + ever_plain
    assert alarms / runs <= 0.05
    assert plain / runs > 0.15


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.03, 0.05, "different"),
        (-0.05, -0.021, "different"),
        (-0.01, 0.019, "equivalent"),
        (0.0, 0.03, "undecided"),
        (-0.03, 0.03, "undecided"),
        (float("nan"), float("nan"), "undecided"),
    ],
)
def test_three_way_verdict(low, high, word):
    assert verdict_of(low, high, 0.02) == word


def test_holm_by_hand():
    # Sorted 0.01, 0.02, 0.04 become 3 x 0.01, 2 x 0.02 and 0.04, which may not fall again.
    assert holm([0.02, 0.04, 0.01]) == pytest.approx([0.04, 0.04, 0.03])


def test_under_the_null_a_table_is_seldom_called_different():
    rng, tables, false = np.random.default_rng(5), 400, 0
    for _ in range(tables):
        pairs = []
        for _ in range(8):
            base = rng.normal(size=100)
            pairs.append(compare((base, ones(100)), (base + rng.normal(size=100) / 5, ones(100))))
        false += "different" in verdicts(pairs, margin=1e-9)
    assert false / tables <= 0.075  # 5% and three standard errors of 400 tables
