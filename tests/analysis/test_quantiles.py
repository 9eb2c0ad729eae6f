"""Quantiles as metrics: their values, and the error that blocks give them."""

import numpy as np
import pytest
from scipy.stats import binom

from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.paired import compare
from temple_sim.analysis.quantiles import linearised
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.store import block_arrays
from temple_sim.results import Results


def test_by_hand():
    # A quarter of the mass each at 1, 2, 3 and 4, spread evenly over 0.5 to 4.5: the median lies at 2.5.
    y, x = linearised(0.5, [np.array([[1.0], [2.0], [3.0], [4.0]])])
    assert y.sum() / x.sum() == pytest.approx(2.5)
    y, x = linearised(0.95, [np.array([[1.0, 2.0], [3.0, 4.0]])])
    assert y.sum() / x.sum() == pytest.approx(4.3)


def test_a_column_that_never_changes_has_its_value_as_every_quantile():
    y, x = linearised(0.05, [np.full((3, 2), 7.0)])
    assert (y / x).tolist() == [7, 7, 7]


def test_intervals_of_a_quantile_cover_in_93_to_97_of_100():
    rng, runs, blocks, hits = np.random.default_rng(6), 2000, 400, 0
    truth = 4.0  # a normal quantile moves with the mean
    for _ in range(runs):
        luck = rng.normal(size=(blocks, 2)) * 10
        base, variant = np.round(50 + luck), np.round(54 + 0.8 * luck + 6 * rng.normal(size=(blocks, 2)))
        low, high = compare(linearised(0.75, [base]), linearised(0.75, [variant])).interval()
        hits += low <= truth <= high
    low, high = binom.ppf([0.0005, 0.9995], runs, 0.95)
    assert min(low, 0.93 * runs) <= hits <= max(high, 0.97 * runs)


def test_of_a_run_near_those_of_its_column():
    match = MatchSpec("raider", ("random", "sprinter"), 1, 400).resolve()
    rows = np.concatenate(list(play_match(match, Workers(1))))
    known = metrics_of(match)
    for name, level in (("turns.q50", 0.5), ("turns.q95", 0.95), ("score.q25", 0.25)):
        y, x = block_arrays(Results.of_rows(match, rows), [known[name]], 200)[name]
        column = rows["turns"] if name.startswith("turns") else rows["score"][:, :2].ravel()
        assert y.sum() / x.sum() == pytest.approx(np.quantile(column, level), abs=1)
