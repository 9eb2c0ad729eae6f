"""Action values on made-up rollouts whose answers are known."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from temple_sim.analysis.actions import action_values, bootstrap_mean, decided, policy_loss, short
from temple_sim.analysis.fairness import clustered


def valued(first, second, chosen=None, games=None, **columns):
    """A frame of valued actions, a row of values by half for each decision; the first action is chosen by default."""
    first, second = np.array(first, float), np.array(second, float)
    decisions, actions = first.shape
    chosen = np.zeros(decisions, int) if chosen is None else np.array(chosen)
    games = np.arange(decisions) if games is None else np.array(games)
    frame = pd.DataFrame(
        {
            "decision": np.repeat(np.arange(decisions), actions),
            "game": np.repeat(games, actions),
            "stage": 0,
            "policy": "a",
            "chosen": (np.tile(np.arange(actions), decisions) == np.repeat(chosen, actions)),
            "first": first.ravel(),
            "second": second.ravel(),
        }
    ).assign(**columns)
    frame["value"] = (frame["first"] + frame["second"]) / 2
    picked = frame.loc[frame["chosen"]].set_index("decision")["value"]
    frame["RA"] = frame["value"] - frame["decision"].map(picked)
    return frame


# --- RA by groups ----------------------------------------------------------------------------------------------------


def test_RA_by_hand():
    """Two decisions: an x worth 0.5 (chosen) and 0.7; y twice (0.3 and 0.5, their mean 0.4), then y 0.9 chosen."""
    frame = valued([[0.5, 0.3, 0.5], [0.7, 0.9, 0.9]], [[0.5, 0.3, 0.5], [0.7, 0.9, 0.9]], [0, 1])
    found = action_values(frame.assign(kind=list("xyyxyy")), ["kind"]).set_index("kind")
    assert found.loc["x", "RA"] == pytest.approx((0 - 0.2) / 2)
    assert found.loc["y", "RA"] == pytest.approx(((-0.2 + 0) / 2 + (0 + 0) / 2) / 2)
    assert found.loc["x", "W"] == pytest.approx(0.6)
    assert found.loc["y", "W"] == pytest.approx((0.4 + 0.9) / 2)
    assert found["offered"].tolist() == found["games"].tolist() == [2, 2]
    assert found["chosen"].tolist() == [0.5, 0.5]
    assert found.index.tolist() == ["y", "x"]  # best first


def test_several_columns_group_together():
    frame = valued([[0.5, 0.3], [0.7, 0.9]], [[0.5, 0.3], [0.7, 0.9]])
    found = action_values(frame.assign(kind=list("xyxy"), half=[0, 0, 1, 1]), ["kind", "half"])
    assert found[["kind", "half"]].to_numpy().tolist() == [["y", 1], ["x", 0], ["x", 1], ["y", 0]]
    assert found["RA"].tolist() == pytest.approx([0.2, 0, 0, -0.2])


def test_one_game_has_no_interval():
    found = action_values(valued([[0.5, 0.3]], [[0.5, 0.3]]).assign(kind=list("xy")), ["kind"])
    assert found[["low", "high"]].isna().all(axis=None)


def test_no_actions():
    empty = valued([[0.5, 0.3]], [[0.5, 0.3]]).assign(kind=list("xy"))[:0]
    assert list(action_values(empty, ["kind"])) == ["kind", "offered", "chosen", "W", "RA", "low", "high", "games"]
    assert list(policy_loss(empty)) == ["policy", "decisions", "loss", "low", "high", "wrong"]
    assert len(action_values(empty, ["kind"])) == len(policy_loss(empty)) == len(decided(empty, 3)) == 0


def test_a_group_that_is_nowhere():
    """Actions without a column (a card, when no card is in play) are in no group."""
    frame = valued([[0.5, 0.3]], [[0.5, 0.3]]).assign(card=[None, None])
    assert len(action_values(frame, ["card"])) == 0


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": "stop"}, "stop"),
        ({"type": "relic", "column": 3, "seat": None}, "relic 3"),
        ({"type": "pick", "dice": ["red", "white1"]}, "pick ['red', 'white1']"),
    ],
)
def test_actions_in_a_few_words(action, text):
    assert short(action) == text


# --- the bootstrap ---------------------------------------------------------------------------------------------------


def test_the_bootstrap_agrees_with_the_clustered_error():
    """Values that come in games of 1 to 5, with a part all values of a game share."""
    rng = np.random.default_rng(4)
    games = np.repeat(np.arange(300), rng.integers(1, 6, 300))
    values = rng.normal(size=300)[games] + rng.normal(size=len(games))
    low, high = bootstrap_mean(values, games, draws=4000)
    exact = clustered(pd.DataFrame({"block": games, "value": values}), "value")
    assert high - low == pytest.approx(exact.high - exact.low, rel=0.06)
    assert (low + high) / 2 == pytest.approx(exact.value, abs=0.1 * (exact.high - exact.low))
    naive = 2 * 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    assert high - low > 1.3 * naive  # what ignoring the games would say


def test_the_bootstrap_is_reproducible():
    values, games = np.arange(10.0), np.arange(10) // 2
    assert bootstrap_mean(values, games, 3) == bootstrap_mean(values, games, 3)
    assert bootstrap_mean(values, games, 3) != bootstrap_mean(values, games, 4)
    assert bootstrap_mean(values, games + 10**9, 3) == bootstrap_mean(values, games, 3)  # any names of games


def test_equal_values_have_an_interval_without_width():
    assert bootstrap_mean(np.full(8, 0.25), np.arange(8) // 2) == (0.25, 0.25)


# --- what a policy gives away ----------------------------------------------------------------------------------------


def noisy(rng, truth, decisions, rollouts=10):
    """Mean win shares of so many rollouts, for a row of true values."""
    return rng.binomial(rollouts, np.tile(truth, (decisions, 1))) / rollouts


def test_noise_is_no_mistake():
    """Five actions worth the same: the loss is 0 within its interval. The maximum of noise would call it 0.17."""
    rng, truth = np.random.default_rng(2), [0.5] * 5
    frame = valued(noisy(rng, truth, 600), noisy(rng, truth, 600), games=np.arange(600) // 2)
    found = policy_loss(frame).iloc[0]
    assert found["low"] <= 0 <= found["high"]
    assert found["high"] - found["low"] < 0.05
    naive = (frame.groupby("decision")["value"].max() - frame.loc[frame["chosen"], "value"].to_numpy()).mean()
    assert naive > 0.1 > found["high"]
    assert found["decisions"] == 600
    assert found["wrong"] < 0.25  # both halves agree on one of four others by chance only: less than 1 in 4


def test_a_true_loss_is_found():
    """The choice is worth 0.3, another 0.6, and enough rollouts show which: the loss is 0.3."""
    rng, truth = np.random.default_rng(3), [0.3, 0.6, 0.2]
    found = policy_loss(valued(noisy(rng, truth, 300, 200), noisy(rng, truth, 300, 200))).iloc[0]
    assert found["low"] <= 0.3 <= found["high"]
    assert found["wrong"] == 1


def test_losses_by_hand():
    """First half prefers action 1, second half action 2: (0.4 - 0.3 + 0.5 - 0.5) / 2; no agreement, so not wrong."""
    frame = valued([[0.5, 0.6, 0.5]], [[0.3, 0.4, 0.5]])
    found = policy_loss(frame).iloc[0]
    assert found["loss"] == pytest.approx(((0.4 - 0.3) + (0.5 - 0.5)) / 2)
    assert found["wrong"] == 0
    assert found[["low", "high"]].isna().all()


def test_each_policy_has_its_own_loss():
    frame = valued([[0.5, 0.9], [0.5, 0.1]] * 3, [[0.5, 0.9], [0.5, 0.1]] * 3)
    frame["policy"] = np.where(frame["decision"] % 2 == 0, "weak", "strong")
    found = policy_loss(frame).set_index("policy")
    assert found.loc["weak", ["loss", "low", "high"]].tolist() == pytest.approx([0.4] * 3)
    assert found.loc["strong", ["loss", "low", "high"]].tolist() == [0] * 3


# --- how much is decided ---------------------------------------------------------------------------------------------


def test_a_known_winner_is_all_decided():
    """Of three seats a third of the movers win for certain."""
    sure = [[1.0], [0.0], [0.0]] * 4
    assert decided(valued(sure, sure), 3).iloc[0][["stage", "value", "decisions"]].tolist() == pytest.approx([0, 1, 12])


def test_an_open_game_is_not_decided():
    level = [[0.25]] * 6
    assert decided(valued(level, level), 4)["value"].tolist() == [0]


def test_noise_decides_nothing():
    """Few rollouts spread widely about 1/2, but the two halves apart: the intervals of 40 runs hold 0 as they should."""
    rng, held = np.random.default_rng(5), 0
    for _ in range(40):
        found = decided(valued(noisy(rng, [0.5], 400, 4), noisy(rng, [0.5], 400, 4)), 2).iloc[0]
        held += found["low"] <= 0 <= found["high"]
        assert found["high"] < 0.1  # the variance of a half is 0.25 of that of a known winner
    assert held >= binom.ppf(0.001, 40, 0.95)


def test_half_way():
    """Chances of 1/4 and 3/4 with two seats: (1/4)^2 of the (1/2)^2 of a known winner, noise or not."""
    rng = np.random.default_rng(6)
    truth = np.repeat([0.25, 0.75], 1500)[:, None]
    first, second = rng.binomial(10, truth) / 10, rng.binomial(10, truth) / 10
    found = decided(valued(first, second), 2).iloc[0]
    assert found["low"] <= 0.25 <= found["high"]


def test_parts_of_the_game_stand_apart():
    frame = valued([[0.5], [1.0], [0.5], [0.0]], [[0.5], [1.0], [0.5], [0.0]])
    frame["stage"] = [0, 1, 0, 1]
    found = decided(frame, 2)
    assert found["stage"].tolist() == [0, 1] and found["value"].tolist() == [0, 1]
