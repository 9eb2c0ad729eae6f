"""Luck and skill: squares with known parts, the arithmetic of telling two policies apart, and control variates."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from temple_sim.analysis.estimate import BlockSums
from temple_sim.analysis.luck import PARTS, _parts, adjusted, games_to_lead, games_to_tell, square, variance_parts


def frame_of(grid):
    """Lines of the games behind a (blocks, seats, policies) square: game r of a block has policy (seat - r) at a seat."""
    blocks, size, _ = grid.shape
    lines = [
        {"game": b * size + r, "block": b, "seat": s, "policy": f"p{(s - r) % size}", "share": grid[b, s, (s - r) % size]}
        for b in range(blocks)
        for r in range(size)
        for s in range(size)
    ]  # fmt: skip
    return pd.DataFrame(lines)


def parts_of(grid):
    return variance_parts(frame_of(grid)).set_index("part")["value"]


# --- the square ------------------------------------------------------------------------------------------------------


def test_the_square_holds_every_share_at_its_place():
    grid = np.random.default_rng(1).normal(size=(4, 3, 3))
    frame = frame_of(grid)
    assert np.array_equal(square(frame), grid)
    assert np.array_equal(square(frame.sample(frac=1, random_state=1)), grid)  # in whatever order the lines come


@pytest.mark.parametrize(
    "change",
    [
        lambda f: f[f["game"] > 0],  # a block that is not whole
        lambda f: f.assign(policy="p0"),  # one policy in all seats
        lambda f: f.assign(policy=f["policy"].replace("p2", "p1")),  # two policies, three seats
        lambda f: f[f["seat"] == 0],  # one seat
        lambda f: f[:0],
        lambda f: f[f["block"] == 0],  # one block has a square but no spread over blocks
    ],
)
def test_without_a_square_there_are_no_parts(change):
    found = variance_parts(change(frame_of(np.random.default_rng(1).normal(size=(3, 3, 3)))))
    assert len(found) == 0
    assert list(found) == ["part", "meaning", "value", "low", "high", "blocks"]


# --- variance parts --------------------------------------------------------------------------------------------------


def test_a_square_by_hand():
    """Two blocks of two seats: policy 0 wins both games of the first, seat 0 both of the second.

    Means over policies 3/4 and 1/4, the same over seats. Residual: 8 * (1/4)^2 over 3 degrees of freedom = 1/6; mean
    square of luck 2 * 4 * (1/4)^2 over 2 = 1/4. So luck (1/4 - 1/6)/2 = 1/24, policy 1/16 - (1/6)/4 = 1/48, and seat
    1/16 - (1/4)/4 = 0; their sum with the residual is 11/48.
    """
    grid = np.array([[[1.0, 0.0], [1.0, 0.0]], [[1.0, 1.0], [0.0, 0.0]]])
    assert parts_of(grid).tolist() == pytest.approx([1 / 11, 0, 2 / 11, 8 / 11])


@pytest.mark.parametrize("size", [2, 3])
def test_one_part_alone_explains_all(size):
    blocks, best, eye = 6 * size, np.zeros(size), np.eye(size)
    best[0] = 1.0
    only_policy = np.tile(best, (blocks, size, 1))
    only_seat = np.tile(best[:, None], (blocks, 1, size))
    only_luck = np.repeat(eye[np.arange(blocks) % size][:, :, None], size, axis=2)  # the lucky seat of a block wins
    for place, grid in enumerate((only_policy, only_seat, only_luck)):
        found = variance_parts(frame_of(grid))
        # Luck leaves the seats' means exactly equal here, which is 1 / (blocks - 1) less than chance would.
        near = 1e-12 if place < 2 else 1 / (blocks - 1) + 1e-12
        assert found["value"].tolist() == pytest.approx([float(place == i) for i in range(4)], abs=near)
        if place < 2:
            assert found.loc[place, ["low", "high"]].tolist() == pytest.approx([1, 1])


def test_no_spread_has_no_parts():
    assert parts_of(np.full((5, 2, 2), 0.5)).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("policy", "seat", "luck", "rest"), [((0.3, 0, -0.3), (0.1, 0.1, -0.2), 0.3, 0.4), ((0, 0, 0), (0, 0, 0), 0.0, 1.0)]
)
def test_known_components_are_recovered(policy, seat, luck, rest):
    """Normal effects of known variances: each share lies within its interval, made half as wide again for four at once."""
    rng, blocks, size = np.random.default_rng(11), 500, 3
    grid = 1 / 3 + np.array(policy) + np.array(seat)[:, None] + rng.normal(0, rest, (blocks, size, size))
    grid += rng.normal(0, luck, (blocks, size, 1))
    truth = np.array([np.mean(np.square(policy)), np.mean(np.square(seat)), luck**2, rest**2])
    found = variance_parts(frame_of(grid))
    assert found["part"].tolist() == list(PARTS)
    middle, half = (found["low"] + found["high"]) / 2, 1.5 * (found["high"] - found["low"]) / 2
    assert (abs(truth / truth.sum() - middle) <= half + 1e-9).all()
    assert (found["high"] - found["low"] < 0.12).all()
    assert found["value"].sum() == pytest.approx(1)


def test_parts_are_unbiased_for_shares_that_add_up():
    """One winner a game, drawn by strengths of policy and seat: the mean over many small squares is the true part."""
    rng, size, blocks, runs = np.random.default_rng(3), 2, 30, 300
    chance = 0.5 + np.array([[0.15, -0.05], [0.05, -0.15]])  # seat by policy: 0.1 for the policy, 0.05 for the seat
    summed = np.zeros(4)
    for _ in range(runs):
        grid = np.zeros((blocks, size, size))
        first = rng.random(blocks) < chance[0, 0]  # policy 0 at seat 0 against policy 1 at seat 1
        second = rng.random(blocks) < chance[0, 1]
        grid[:, 0, 0], grid[:, 1, 1], grid[:, 0, 1], grid[:, 1, 0] = first, ~first, second, ~second
        summed += _parts(grid)
    mean = summed / runs
    assert mean[0] == pytest.approx(0.01 / 0.25, abs=0.012)
    assert mean[1] == pytest.approx(0.0025 / 0.25, abs=0.012)
    assert mean[3] > 0.85


def test_parts_are_reproducible():
    frame = frame_of(np.random.default_rng(1).normal(size=(9, 2, 2)))
    assert variance_parts(frame, 1).equals(variance_parts(frame, 1))
    assert not variance_parts(frame, 1).equals(variance_parts(frame, 2))


# --- games to tell ---------------------------------------------------------------------------------------------------


def duels(wins, games):
    """Two policies, seats changing; policy a wins so many of the games, spread evenly over the blocks."""
    lines = []
    for game in range(games):
        won = (game + 1) * wins // games > game * wins // games
        for seat in range(2):
            is_a = seat == game % 2
            lines.append({"game": game, "block": game // 2, "seat": seat, "policy": "a" if is_a else "b",
                          "share": float(won == is_a)})  # fmt: skip
    return pd.DataFrame(lines)


@pytest.mark.parametrize(("wins", "games"), [(70, 100), (120, 200)])
def test_games_to_tell_two_policies_apart(wins, games):
    """The first number of games of which more than half are won with probability 95%, by the binomial distribution."""
    found = games_to_tell(duels(wins, games)).iloc[0]
    p = wins / games
    assert (found["better"], found["worse"]) == ("a", "b")
    assert found["value"] == pytest.approx(2 * p - 1)
    assert found["games"] == next(n for n in range(1, 1000) if binom.sf(n // 2, n, p) >= 0.95)


def test_a_small_edge_takes_as_many_games_as_the_normal_law_says():
    """51 to 49: (1.645 / 0.02)^2 (1 - 0.02^2) = 6763.0 by hand."""
    assert games_to_lead(0.51, 0.49) == pytest.approx(6763, abs=1)


def test_equals_are_never_told_apart():
    found = games_to_tell(duels(50, 100))
    assert found["value"].tolist() == [0]
    assert found["games"].isna().all()


def test_three_policies_make_three_pairs():
    grid = np.tile(np.array([0.2, 0.5, 0.3]), (4, 3, 1))
    found = games_to_tell(frame_of(grid))
    assert found[["better", "worse"]].to_numpy().tolist() == [["p1", "p2"], ["p1", "p0"], ["p2", "p0"]]
    assert found["value"].tolist() == pytest.approx([0.2, 0.3, 0.1])
    assert found["games"].tolist() == [1, 1, 1]  # without spread, the first game tells


def test_one_policy_makes_no_pair():
    found = games_to_tell(duels(5, 10).assign(policy="a"))
    assert len(found) == 0 and "games" in found


# --- control variates ------------------------------------------------------------------------------------------------


def seats_with(shares, *controls):
    """One seat's shares, a block a line, with controls."""
    frame = pd.DataFrame({"game": range(len(shares)), "block": range(len(shares)), "seat": 0, "share": shares})
    return frame, pd.DataFrame({f"c{i}": c for i, c in enumerate(controls)}, index=frame.index)


@pytest.mark.parametrize("r_squared", [0.5, 0.8])
def test_linear_luck_is_taken_out(r_squared):
    """Share = 1/2 + c + noise: the plain mean needs 1 / (1 - R^2) times as many blocks."""
    rng, n = np.random.default_rng(8), 4000
    c = rng.normal(size=n)
    noise = rng.normal(0, np.sqrt(1 / r_squared - 1), n)
    shares = 0.5 + c + noise
    found = adjusted(*seats_with(shares, c, rng.normal(size=n))).iloc[0]
    assert found["VRF"] == pytest.approx(shares.var() / noise.var(), rel=0.01)  # 1 / (1 - R^2) of these very draws
    assert found["VRF"] == pytest.approx(1 / (1 - r_squared), rel=0.12)  # and of all
    assert found["low"] < 0.5 < found["high"]
    assert found["plain"] == pytest.approx(shares.mean())
    assert found["blocks"] == n


def test_luck_without_a_say_gains_nothing():
    rng, n = np.random.default_rng(9), 2000
    found = adjusted(*seats_with(rng.random(n), rng.normal(size=n), rng.normal(size=n))).iloc[0]
    assert found["VRF"] == pytest.approx(1, abs=0.02)


def test_all_luck_leaves_no_spread():
    c = np.random.default_rng(1).normal(size=40)
    found = adjusted(*seats_with(0.5 + c, c)).iloc[0]
    assert found["adjusted"] == pytest.approx(0.5)
    assert found["high"] - found["low"] < 1e-9


def test_the_adjusted_mean_is_unbiased():
    """Curved luck in few blocks, where coefficients fitted on the same blocks would be off: here they are not."""
    rng, runs, n = np.random.default_rng(10), 250, 12
    clean, same = [], []
    for _ in range(runs):
        c = rng.exponential(size=n) - 1
        shares = 0.5 + 0.3 * c + 0.3 * (c**2 - 1)
        clean.append(adjusted(*seats_with(shares, c))["adjusted"][0])
        slope = np.polyfit(c, shares, 1)[0]
        same.append(shares.mean() - slope * c.mean())
    assert abs(np.mean(clean) - 0.5) < 4 * np.std(clean, ddof=1) / np.sqrt(runs)
    assert abs(np.mean(same) - 0.5) > 4 * np.std(same, ddof=1) / np.sqrt(runs)  # what the other half is for


def test_blocks_are_averaged_before_the_fit():
    """Two games of a block count as one."""
    frame = pd.DataFrame({"game": range(40), "block": np.arange(40) // 2, "seat": 0, "share": np.arange(40) % 2})
    found = adjusted(frame, pd.DataFrame({"c": np.arange(40) % 2 - 0.5})).iloc[0]
    assert found["blocks"] == 20
    assert found[["plain", "plain low", "plain high", "adjusted", "low", "high"]].tolist() == pytest.approx([0.5] * 6)
    assert np.isnan(found["VRF"])  # nothing to reduce


def test_by_policy_or_seat():
    frame = duels(70, 100)
    controls = pd.DataFrame({"c": np.zeros(len(frame))}, index=frame.index)
    assert adjusted(frame, controls, "policy").set_index("policy")["adjusted"].to_dict() == pytest.approx(
        {"a": 0.7, "b": 0.3}
    )
    assert adjusted(frame, controls)["seat"].tolist() == [0, 1]


@pytest.mark.parametrize("blocks", [0, 1, 2, 5])
def test_too_few_blocks_for_a_fit(blocks):
    """No crash, and with nothing fitted the plain mean stands."""
    found = adjusted(*seats_with(np.arange(blocks) % 2 * 1.0, np.arange(blocks) - 1.0, np.ones(blocks)))
    assert list(found)[:3] == ["seat", "plain", "plain low"]
    if blocks:
        assert found["adjusted"].tolist() == found["plain"].tolist()
    else:
        assert len(found) == 0


def test_the_plain_interval_is_that_of_the_blocks():
    shares = np.random.default_rng(2).random(50)
    total = BlockSums()
    total.add(shares, np.ones(50))
    found = adjusted(*seats_with(shares, np.zeros(50))).iloc[0]
    assert (found["plain"], found["plain low"], found["plain high"]) == pytest.approx(total.estimate()[:3])
