"""Shared questions on small tables whose answers can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from temple_sim.analysis.fairness import (
    clustered,
    equal_share_gap,
    leader_wins,
    length_table,
    policy_table,
    rate_table,
    score_anatomy,
    seat_difference,
    seat_fairness,
    seat_spread,
    ties,
)

NAN = float("nan")


def table(shares, block=1, **columns):
    """A frame of games by seats from rows of win shares; more columns in the same order of lines."""
    games, seats = len(shares), len(shares[0])
    data = {
        "game": np.repeat(np.arange(games), seats),
        "block": np.repeat(np.arange(games) // block, seats),
        "seat": np.tile(np.arange(seats), games),
        "share": np.ravel(np.array(shares, float)),
    }
    return pd.DataFrame(data | {name: np.ravel(values) for name, values in columns.items()})


@pytest.fixture
def three():
    """Four games of three seats: two clear wins, a win of two, a win of all."""
    return table([[1, 0, 0], [0, 1, 0], [0.5, 0, 0.5], [1 / 3, 1 / 3, 1 / 3]])


# --- rates -----------------------------------------------------------------------------------------------------------


def test_rates_by_seat(three):
    found = seat_fairness(three)
    assert found["seat"].tolist() == [0, 1, 2]
    assert found["value"].to_numpy() == pytest.approx([11 / 24, 8 / 24, 5 / 24])
    assert found["equal"].to_numpy() == pytest.approx([1 / 3] * 3)
    assert found["gap"].to_numpy() == pytest.approx([3 / 24, 0, -3 / 24])
    half = stats.t.ppf(0.975, 3) * np.std([1, 0, 1 / 2, 1 / 3], ddof=1) / 2
    assert found["high"][0] == pytest.approx(min(1, 11 / 24 + half))
    assert found["low"][0] == pytest.approx(max(0, 11 / 24 - half))
    assert found["blocks"].tolist() == found["lines"].tolist() == [4] * 3


def test_the_block_is_the_unit():
    """Two games of a block that undo each other: no spread between blocks, so the rate is exact."""
    found = seat_fairness(table([[1, 0], [0, 1]] * 5, block=2))
    assert found["blocks"].tolist() == [5, 5]
    assert (found[["value", "low", "high"]].to_numpy() == 0.5).all()


def test_a_weighted_rate():
    """Sums of value over sums of weight, not a mean of ratios: (1 + 3) / (1 + 2)."""
    frame = table([[1, 0], [0, 1]], points=[1, 0, 3, 0], tries=[1, 0, 2, 0])
    assert clustered(frame, "points", "tries").value == pytest.approx(4 / 3)


def test_rates_by_policy():
    frame = table([[1, 0], [1, 0], [0, 1], [0.5, 0.5]], block=2, policy=list("abba" * 2))
    # a: seat 0 of games 0 and 2, seat 1 of games 1 and 3: 1 + 0 + 0 + 0.5 of 4
    assert policy_table(frame).set_index("policy")["value"].to_dict() == pytest.approx({"a": 0.375, "b": 0.625})


def test_a_paired_difference_of_seats():
    left, right = table([[1, 0], [1, 0], [0, 1]]), table([[1, 0], [0, 1], [0, 1], [1, 0]])
    found = seat_difference(left, right)
    assert found["W"].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert found["other W"].tolist() == pytest.approx([1 / 3, 2 / 3])
    assert found["value"].tolist() == pytest.approx([1 / 3, -1 / 3])
    assert found["blocks"].tolist() == [3, 3]  # the fourth game has no other


def test_equal_rules_differ_by_exactly_nothing(three):
    assert (seat_difference(three, three)[["value", "low", "high", "detects"]].to_numpy() == 0).all()


# --- the spread that noise alone shows -------------------------------------------------------------------------------


def seats_with_error(values, error):
    """A seat table whose intervals are `error` standard errors wide."""
    frame = pd.DataFrame({"seat": range(len(values)), "value": values})
    return equal_share_gap(frame.assign(low=frame["value"] - 1.96 * error, high=frame["value"] + 1.96 * error))


def test_noise_between_two_seats():
    """One seat's W is the other's complement: the gap is twice its error, so noise alone shows 2 * 1.96 errors."""
    seen, noise = seat_spread(seats_with_error([0.53, 0.47], 0.01))
    assert seen == pytest.approx(0.06)
    assert noise == pytest.approx(2 * 1.96 * 0.01, rel=0.03)


@pytest.mark.parametrize("seats", [3, 4])
def test_noise_of_equal_seats_is_the_range_that_shares_show(seats):
    """Winners drawn evenly: the range over seats exceeds the bound in 5% of many runs."""
    games, runs, rng = 400, 3000, np.random.default_rng(7)
    wins = rng.multinomial(games, [1 / seats] * seats, size=runs) / games
    error = np.sqrt(1 / seats * (1 - 1 / seats) / games)
    bound = seat_spread(seats_with_error([1 / seats] * seats, error))[1]
    beyond = ((wins.max(axis=1) - wins.min(axis=1)) > bound).mean()
    assert 0.03 < beyond < 0.07


def test_a_range_of_one_seat_is_nothing():
    assert seat_spread(seats_with_error([1.0], 0.01)) == (0.0, 0.0)


# --- length, points, ties --------------------------------------------------------------------------------------------


def test_length():
    frame = table(
        [[1, 0]] * 4,
        turns=np.repeat([10, 20, 30, 40], 2),
        plies=np.repeat([20, 40, 60, 80], 2),
        end_reason=np.repeat(["finished", "finished", "limit", "finished"], 2),
    )
    found = length_table([(2, frame)]).iloc[0]
    assert (found["players"], found["games"], found["limit"]) == (2, 4, 1)
    assert (found["turns"], found["turns 50%"], found["decisions"], found["decisions a turn"]) == (25, 25, 50, 2)
    half = stats.t.ppf(0.975, 3) * np.std([10, 20, 30, 40], ddof=1) / 2
    assert (found["low"], found["high"]) == pytest.approx((25 - half, 25 + half))


def test_score_anatomy():
    """Winners have 6, 4 and 2 coins; the others 1, 2 and 4 and 0. The game that all win has no others."""
    frame = table([[1, 0], [0.5, 0.5], [0, 1], [1, 0]], coins=[6, 1, 4, 2, 4, 2, 2, 0])
    found = score_anatomy(frame, ["coins"]).iloc[0]
    assert found["winners"] == pytest.approx((6 + 4 + 2 + 2 + 2) / 5)
    assert found["others"] == pytest.approx((1 + 4 + 0) / 3)
    assert found["difference"] == pytest.approx((5 - 2 + 2) / 3)
    assert found["blocks"] == 3


def test_ties(three):
    assert ties(three).value == 0.5
    assert ties(table([[1, 0], [0, 1]])).value == 0
    assert ties(table([[0, 0], [0, 0]])).value == 0  # games that hit a guard have no winner


# --- leaders ---------------------------------------------------------------------------------------------------------


def test_leaders_joint_leaders_and_moments_never_reached():
    frame = table([[1, 0, 0], [0, 1, 0], [0.5, 0.5, 0], [0, 0, 1]])
    early = pd.Series([3, 2, 1, 5, 5, 0, 1, 1, 1, 0, 2, 4.0])
    late = pd.Series([9, 8, 7, 1, 6, 0, NAN, NAN, NAN, 5, 5, 4])
    found = leader_wins(frame, {"early": early, "late": late})
    # early: 1, then 1/2 of a joint lead, then (1/2 + 1/2 + 0)/3, then 1
    assert found["value"][0] == pytest.approx((1 + 1 / 2 + 1 / 3 + 1) / 4)
    # the last one: nothing, nothing, 1/3 in the game where all are level, nothing
    assert found["last_wins"][0] == pytest.approx((1 / 3) / 4)
    assert np.isnan(found["changed"][0])
    # late: seat 0 wins, seat 1 wins, never reached, seats 0 and 1 lead and seat 2 (the last) wins
    assert found["value"][1] == pytest.approx((1 + 1 + 0) / 3)
    assert found["last_wins"][1] == pytest.approx((0 + 0 + 1) / 3)
    # the same leader, one of the two joint leaders, and others than before
    assert found["changed"][1] == pytest.approx(1 / 3)


def test_a_lead_changes_only_between_moments_that_came():
    """The first game never had the early moment, so it tells of no change."""
    frame = table([[1, 0], [1, 0]])
    found = leader_wins(frame, {"early": pd.Series([NAN, NAN, 2, 1]), "late": pd.Series([2, 1, 2.0, 1])})
    assert found["changed"][1] == 0


def test_moments_that_never_came():
    frame = table([[1, 0], [0, 1]])
    found = leader_wins(frame, {"never": pd.Series([NAN] * 4), "later": pd.Series([NAN] * 4)})
    assert found[["value", "low", "high", "last_wins", "changed"]].isna().all(axis=None)


# --- little or nothing -----------------------------------------------------------------------------------------------


def test_one_block_has_rates_without_intervals():
    found = seat_fairness(table([[1, 0], [1, 0]], block=2))
    assert found["value"].tolist() == [1, 0]
    assert found[["low", "high", "detects"]].isna().all(axis=None)
    assert np.isnan(seat_spread(found)[1])


def test_no_games():
    empty = table([[1, 0]], turns=[1, 1], plies=[1, 1], end_reason=["finished"] * 2, policy=["a", "b"])[:0]
    assert len(seat_fairness(empty)) == len(policy_table(empty)) == len(rate_table(empty, ["seat", "policy"])) == 0
    assert {"seat", "value", "low", "high", "blocks", "lines", "equal", "gap"} <= set(seat_fairness(empty))
    assert ties(empty).blocks == 0
    assert length_table([(2, empty)])["games"].tolist() == [0]
    assert score_anatomy(empty, ["turns"])["blocks"].tolist() == [0]


def test_everybody_wins():
    found = score_anatomy(table([[0.5, 0.5]] * 3, coins=[1, 2] * 3), ["coins"]).iloc[0]
    assert found["winners"] == pytest.approx(1.5)
    assert np.isnan(found["others"]) and found["blocks"] == 0


def test_groups_that_nobody_is_in():
    """Categories without a line are no groups."""
    policy = pd.Categorical(["a", "b"] * 2, categories=["a", "b", "c"])
    assert rate_table(table([[1, 0], [0, 1]]).assign(policy=policy), ["policy"])["policy"].tolist() == ["a", "b"]
