"""The summary against pandas: the same numbers from the long table, however the rows are cut into pieces."""

import json

import numpy as np
import pytest

from temple_sim.analysis.summary import QUANTILES, Summary
from temple_sim.core.records import FINISHED, LIMIT
from temple_sim.results import rows_to_frame
from tests.helpers import pig, rows_of

LINE_UPS = [(2, ("hold", "racer")), (3, ("hold", "racer", "random")), (3, ("hold", "hold", "racer")),
            (4, ("racer", "hold", "racer", "hold")), (3, ("random",))]  # fmt: skip
of_line_ups = pytest.mark.parametrize(("players", "policies"), LINE_UPS)


def played(players, policies, n=600):
    """A match with ties and limits put into its rows, so that nothing is trivial."""
    match = pig(players, policies, n=n, settings=["target=30"])
    rows = rows_of(match)
    tied, stopped = rows["index"] % 7 == 3, rows["index"] % 11 == 5
    rows["share"][tied, :players] = 1 / players
    rows["share"][stopped] = 0
    rows["end_reason"][stopped] = LIMIT
    return match, rows


def summary_of(match, rows, size=10**9):
    summary = Summary(match)
    for start in range(0, len(rows), size):
        summary.add(rows[start : start + size])
    return summary


def block_means(frame, column="share"):
    """Mean and standard error over means of blocks."""
    means = frame.groupby("block")[column].mean()
    return means.mean(), means.std(ddof=1) / np.sqrt(len(means))


def whole(frame, match):
    """The lines of blocks that are complete."""
    return frame[frame["block"] < (frame["game"].max() + 1) // match.block]


def agrees(estimate, mean, error):
    assert estimate.value == pytest.approx(mean)
    if error > 1e-12:
        assert (estimate.high - estimate.low) / 2 == pytest.approx(1.96 * error, rel=0.02)


@of_line_ups
def test_shares_agree_with_the_long_table(players, policies):
    match, rows = played(players, policies)
    frame, summary = rows_to_frame(rows, match), summary_of(match, rows)
    for label, estimate in summary.policies.items():
        agrees(estimate, *block_means(frame[frame["policy"] == label]))
    for seat, estimate in summary.seats.items():
        agrees(estimate, *block_means(frame[frame["seat"] == seat]))
    assert set(summary.policies) == set(frame["policy"])
    assert list(summary.seats) == list(range(players))


@of_line_ups
def test_lengths_and_ends_agree_with_the_long_table(players, policies):
    match, rows = played(players, policies)
    games = rows_to_frame(rows, match).drop_duplicates("game")
    summary = summary_of(match, rows)
    agrees(summary.estimate("turns.mean"), *block_means(games, "turns"))
    assert summary.plies == games["plies"].sum()
    assert summary.ends.tolist() == [(rows["end_reason"] == FINISHED).sum(), (rows["end_reason"] == LIMIT).sum()]
    for q, turns in summary.turn_quantiles().items():
        assert turns == np.quantile(games["turns"], q, method="inverted_cdf")
    assert tuple(summary.turn_quantiles()) == QUANTILES


def test_ties_are_games_with_several_winners():
    match, rows = played(3, ("hold", "racer", "random"))
    tied = ((rows["share"] > 0).sum(axis=1) > 1).mean()
    assert 0.1 < tied < 0.2
    assert summary_of(match, rows).estimate("ties").value == pytest.approx(tied)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ties_leave_identical_policies_exactly_their_share(players):
    match, rows = played(players, ("random",))
    rows["share"][rows["end_reason"] == LIMIT, 0] = 1
    (estimate,) = summary_of(match, rows).policies.values()
    assert estimate.value == estimate.low == estimate.high == 1 / players


@pytest.mark.parametrize("size", [1, 2, 5, 7, 100, 601])
def test_pieces_do_not_matter(size):
    match, rows = played(3, ("hold", "racer", "random"), 601)
    once, cut = summary_of(match, rows).to_json(), summary_of(match, rows, size).to_json()
    assert flat(once) == pytest.approx(flat(cut))


def flat(value, prefix=""):
    """Every number of nested values by its path."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        return {k: v for key, part in inner for k, v in flat(part, f"{prefix}/{key}").items()}
    return {prefix: value} if isinstance(value, int | float) else {}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 599])
def test_only_whole_blocks_count_towards_rates(n):
    match, rows = played(3, ("hold", "racer", "random"), n)
    summary = summary_of(match, rows, 2)
    assert summary.left_out == n % 3
    assert summary.games == n
    assert summary.seats[0].blocks == n // 3
    kept = whole(rows_to_frame(rows, match), match)
    if n >= 3:
        assert summary.seats[0].value == pytest.approx(kept[kept["seat"] == 0]["share"].mean())


def test_a_known_result():
    """Two blocks by hand: hold wins 3 of its 4 games, seat 0 wins 2 of 4; turns 1, 2, 3, 6."""
    match = pig(2, ("hold", "racer"), n=4)
    rows = rows_of(match)
    rows["share"][:, :2] = [[1, 0], [0, 1], [1, 0], [1, 0]]  # hold sits first in games 0 and 2
    rows["share"][3, :2] = [1, 0]
    rows["turns"] = [1, 2, 3, 6]
    summary = summary_of(match, rows)
    assert summary.policies["hold"].value == 3 / 4
    assert summary.policies["racer"].value == 1 / 4
    assert summary.seats[0].value == 3 / 4
    assert summary.estimate("turns.mean").value == 3
    assert summary.turn_quantiles() == {0.05: 1, 0.25: 1, 0.5: 2, 0.75: 3, 0.95: 6}


def test_nothing_played_yet_is_plain_json():
    summary = Summary(pig(2))
    text = json.dumps(summary.to_json(), allow_nan=False)
    assert json.loads(text)["seats"][0]["value"] is None
    assert summary.turn_quantiles() == {}


def test_memory_does_not_grow_with_the_rows():
    match, rows = played(3, ("hold", "racer", "random"), 600)
    small, large = summary_of(match, rows), Summary(match)
    for _ in range(20):
        large.add(rows)
    assert len(large._held) == len(small._held) == 0
    assert len(large.turns) == len(small.turns)
