"""What intervals and verdicts promise, held against synthetic blocks whose truth is known."""

import numpy as np
import pytest
from scipy.stats import binom

from temple_sim.analysis.paired import Paired, compare, sequential_verdicts, verdicts
from temple_sim.analysis.sequence import half_width, looks, p_value
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.runner import Workers, play_match

MOST = 4000  # blocks of a sequential experiment
NONE = 1e-12  # a margin of nothing: every "different" is false


def at_most(alarms, runs, rate=0.05):
    """Whether so many alarms are likely (1 in 1000) at a rate of 5%."""
    return alarms <= binom.ppf(0.999, runs, rate)


def sums(rng, shape, truth):
    """Baseline and variant of many experiments on common luck: win shares that move together, effect `truth`."""
    luck = rng.random(shape)
    base = (luck < 0.4).astype(float)
    fresh = rng.random(shape)
    moved = np.where(rng.random(shape) < 0.5, luck, fresh)
    return base, (moved < 0.4 + truth).astype(float)


def test_fixed_intervals_cover_the_truth_in_93_to_97_of_100():
    rng, runs, blocks, truth = np.random.default_rng(11), 2500, 300, 0.05
    base, variant = sums(rng, (runs, blocks), truth)
    ones, hits = np.ones(blocks), 0
    for b, v in zip(base, variant, strict=True):
        low, high = compare((b, ones), (v, ones)).interval()
        hits += low <= truth <= high
    low, high = binom.ppf([0.0005, 0.9995], runs, 0.95)
    assert 0.93 * runs <= low <= hits <= high <= 0.97 * runs


def running(differences):
    """Effect and error of each experiment after each look, shapes (looks, experiments)."""
    marks = np.array(looks(MOST))
    total = differences.cumsum(axis=1)[:, marks - 1]
    squares = (differences**2).cumsum(axis=1)[:, marks - 1]
    mean = total / marks
    variance = np.maximum(squares - marks * mean**2, 0) / (marks - 1)
    return marks, mean.T, np.sqrt(variance / marks).T


@pytest.mark.parametrize("lines", [1, 6])
def test_a_table_under_the_null_is_seldom_called_different_at_any_look(lines):
    rng, tables = np.random.default_rng(12), 500
    base, variant = sums(rng, (tables * lines, MOST), 0.0)
    marks, effect, error = running(variant - base)
    false = np.zeros(tables, bool)
    for n, effects, errors in zip(marks, effect, error, strict=True):
        for table in np.flatnonzero(~false):
            part = slice(table * lines, (table + 1) * lines)
            pairs = [Paired(0.0, e, s, int(n), 1.0) for e, s in zip(effects[part], errors[part], strict=True)]
            false[table] = "different" in sequential_verdicts(pairs, NONE, MOST)
    assert at_most(false.sum(), tables)


def test_a_fixed_table_under_the_null_is_seldom_called_different():
    rng, tables, lines, blocks = np.random.default_rng(13), 1000, 5, 200
    base, variant = sums(rng, (tables * lines, blocks), 0.0)
    ones, false = np.ones(blocks), 0
    pairs = [compare((b, ones), (v, ones)) for b, v in zip(base, variant, strict=True)]
    for table in range(tables):
        false += "different" in verdicts(pairs[table * lines : (table + 1) * lines], NONE)
    assert at_most(false, tables)


def test_an_effect_of_the_margin_is_seldom_called_equivalent_at_any_look():
    rng, runs, margin = np.random.default_rng(14), 600, 0.05
    base, variant = sums(rng, (runs, MOST), margin)
    marks, effect, error = running(variant - base)
    p = [[p_value(margin - e, s, int(n), MOST) for e, s in zip(es, ss, strict=True)]
         for n, es, ss in zip(marks, effect, error, strict=True)]  # fmt: skip
    assert at_most((np.min(p, axis=0) <= 0.05).sum(), runs)


def test_the_confidence_sequence_covers_at_all_looks_at_once():
    rng, runs, truth = np.random.default_rng(15), 600, 0.04
    base, variant = sums(rng, (runs, MOST), truth)
    marks, effect, error = running(variant - base)
    half = np.array([[half_width(s, int(n), MOST) for s in ss] for n, ss in zip(marks, error, strict=True)])
    missed = (np.abs(effect - truth) > half).any(axis=0)
    assert at_most(missed.sum(), runs)


def test_the_p_value_is_5_percent_where_the_sequence_ends():
    for blocks in (600, 2000, 4000):
        assert p_value(half_width(0.01, blocks, MOST), 0.01, blocks, MOST) == pytest.approx(0.05)


def test_looks_grow_and_end_with_all_blocks():
    marks = looks(10_000)
    assert marks == sorted(set(marks))
    assert marks[-1] == 10_000
    assert looks(200) == [200]


def test_intervals_of_a_real_game_cover_in_93_to_97_of_100():
    """Seat 0's win share of two-player Raider under random play, against that of 200,000 other games."""

    def shares(n, seed):
        match = MatchSpec("raider", ("random", "random"), seed, n, (("wild.from", 2),)).resolve()
        return np.concatenate([rows["share"][:, 0] for rows in play_match(match, Workers(1))])

    runs, blocks = 400, 50
    share = shares(runs * blocks, 5)
    truth = share.mean()  # its own error is a twentieth of an interval's
    parts, ones = share.reshape(runs, blocks), np.ones(blocks)
    spans = [compare((ones * 0, ones), (part, ones)).interval() for part in parts]
    hits = sum(low <= truth <= high for low, high in spans)
    low, high = binom.ppf([0.001, 0.999], runs, 0.95)
    assert low <= hits <= high


def test_the_gain_of_pairing_is_true_against_an_unpaired_run_of_the_same_size():
    """Raider: the variance of a comparison on separate luck is VRF times that on common luck."""

    def turns(seed, rules=()):
        match = MatchSpec("raider", ("random", "random"), seed, 3000, rules).resolve()
        return np.concatenate([rows["turns"] for rows in play_match(match, Workers(1))]).astype(float)

    ones, changed = np.ones(3000), (("wild.from", 10),)
    base, variant, apart = turns(1), turns(1, changed), turns(2, changed)
    paired, unpaired = compare((base, ones), (variant, ones)), compare((base, ones), (apart, ones))
    assert paired.vrf > 1.3
    assert unpaired.vrf == pytest.approx(1.0, abs=0.1)
    assert (unpaired.error / paired.error) ** 2 == pytest.approx(paired.vrf, rel=0.15)


def test_the_gain_of_pairing_is_what_separate_luck_loses():
    """The variance of effects over repeated experiments: on separate luck it is VRF times that on common luck."""
    rng, runs, blocks = np.random.default_rng(16), 3000, 100
    base, variant = sums(rng, (runs, blocks), 0.0)
    apart = np.roll(variant, 1, axis=0)  # the variant of another experiment: separate luck
    ones = np.ones(blocks)
    vrf = np.mean([compare((b, ones), (v, ones)).vrf for b, v in zip(base[:500], variant[:500], strict=True)])
    common = (variant - base).mean(axis=1).var()
    separate = (apart - base).mean(axis=1).var()
    assert separate / common == pytest.approx(vrf, rel=0.12)
