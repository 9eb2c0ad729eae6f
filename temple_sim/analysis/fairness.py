"""Questions that all games share: seats, length, the leader's luck, where points come from. Frames in, frames out.

Most take a frame of `Results.to_frame()`: one line per game and seat. Rates come with their 95% interval over blocks.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import BlockSums, Estimate


def clustered(
    frame: pd.DataFrame, value: str | pd.Series, weight: str | pd.Series | None = None, share: bool = False
) -> Estimate:
    """The ratio of two columns' sums (a mean without a weight), blocks being the unit."""
    y = frame[value] if isinstance(value, str) else value
    x = frame[weight] if isinstance(weight, str) else weight
    ones = pd.Series(1.0, index=frame.index) if x is None else x
    sums = pd.DataFrame({"y": y.astype(float), "x": ones.astype(float), "block": frame["block"]}).groupby("block").sum()
    total = BlockSums()
    total.add(sums["y"].to_numpy(), sums["x"].to_numpy())
    return total.estimate(share)


def rate_table(frame: pd.DataFrame, by: Sequence[str], value: str = "share", share: bool = True) -> pd.DataFrame:
    """Mean of a column by groups. Columns: the groups, value, low, high, blocks, detects, lines."""
    rows = []
    for group, part in frame.groupby(list(by), observed=True, sort=True):
        estimate = clustered(part, value, share=share)
        rows.append(dict(zip(by, group, strict=True)) | estimate._asdict() | {"lines": len(part)})
    return pd.DataFrame(rows, columns=[*by, *Estimate._fields, "lines"])


def seat_fairness(frame: pd.DataFrame) -> pd.DataFrame:
    """W by seat, with its distance from an equal share."""
    return equal_share_gap(rate_table(frame, ["seat"]))


def equal_share_gap(table: pd.DataFrame) -> pd.DataFrame:
    """A table of W by seat with the equal share and the gap to it."""
    equal = 1 / max(len(table), 1)
    return table.assign(equal=equal, gap=table["value"] - equal)


def seat_difference(frame: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """W by seat under two rulesets on the same luck: columns seat, W, other W, and the paired difference.

    The difference is W minus the other W, as value, low, high, blocks, detects; games that only one frame holds do not
    count.
    """
    both = frame.merge(other[["game", "seat", "share"]], on=["game", "seat"], suffixes=("", " other"))
    both["apart"] = both["share"] - both["share other"]
    lines = []
    for seat, part in both.groupby("seat", sort=True):
        shares = {"W": part["share"].mean(), "other W": part["share other"].mean()}
        lines.append({"seat": seat} | shares | clustered(part, "apart")._asdict())
    return pd.DataFrame(lines)


def seat_spread(table: pd.DataFrame) -> tuple[float, float]:
    """(observed spread of W over seats, the spread that noise alone would show with probability below 5%).

    The noise bound is the 95% point of the range of normal errors of the seats' size, by simulation with a fixed seed.
    The W of all seats add up to 1, so their errors add up to 0 (two seats err in opposite directions, by the same).
    """
    observed = float(table["value"].max() - table["value"].min())
    errors = ((table["high"] - table["low"]) / (2 * 1.96)).to_numpy()
    seats = len(errors)
    noise = np.random.default_rng(1).normal(size=(20_000, seats))
    noise = (noise - noise.mean(axis=1, keepdims=True)) * np.sqrt(seats / max(seats - 1, 1)) * errors
    return observed, float(np.quantile(noise.max(axis=1) - noise.min(axis=1), 0.95))


def policy_table(frame: pd.DataFrame) -> pd.DataFrame:
    """W by policy."""
    return rate_table(frame, ["policy"])


def length_table(frames: Iterable[tuple[int, pd.DataFrame]]) -> pd.DataFrame:
    """Turns and decisions by player count: means with intervals, quantiles, and how games ended."""
    rows = []
    for players, frame in frames:
        games = frame[frame["seat"] == 0]
        turns, plies = clustered(games, "turns"), clustered(games, "plies")
        quantiles = games["turns"].quantile([0.05, 0.5, 0.95]).to_numpy()
        row = {"players": players, "games": len(games), "turns": turns.value, "low": turns.low, "high": turns.high}
        row |= {"turns 5%": quantiles[0], "turns 50%": quantiles[1], "turns 95%": quantiles[2]}
        row |= {"decisions": plies.value, "decisions a turn": plies.value / turns.value}
        rows.append(row | {"limit": int((games["end_reason"] == "limit").sum())})
    return pd.DataFrame(rows)


def score_anatomy(frame: pd.DataFrame, sources: Sequence[str]) -> pd.DataFrame:
    """Points by source for winners against the others. Columns: source, winners, others, difference with low, high."""
    won = frame["share"] > 0
    rows = []
    for source in sources:
        winners = clustered(frame[won], source)
        others = clustered(frame[~won], source)
        apart = _difference(frame, source, won)
        row = {"source": source, "winners": winners.value, "others": others.value, "difference": apart.value}
        rows.append(row | {"low": apart.low, "high": apart.high, "blocks": apart.blocks})
    return pd.DataFrame(rows)


def _difference(frame: pd.DataFrame, source: str, won: pd.Series) -> Estimate:
    """Winners' mean minus the others' within each block that has both."""
    values = frame[source].astype(float)
    parts = (
        pd.DataFrame({"block": frame["block"], "won": won, "value": values}).groupby(["block", "won"])["value"].mean()
    )
    wide = parts.unstack("won").dropna()
    total = BlockSums()
    if wide.shape[1] == 2:
        apart = (wide[True] - wide[False]).to_numpy()
        total.add(apart, np.ones(len(apart)))
    return total.estimate()


def ties(frame: pd.DataFrame) -> Estimate:
    """Share of games with more than one winner."""
    winners = (frame["share"] > 0).groupby(frame["game"]).transform("sum")
    games = frame.assign(tied=winners > 1)
    return clustered(games[games["seat"] == 0], "tied", share=True)


def leader_wins(frame: pd.DataFrame, standings: Mapping[str, pd.Series]) -> pd.DataFrame:
    """How often the seat ahead at a moment wins, and the one that is last.

    standings   by moment, in order: how far each line's seat has come (higher is ahead; NaN: the moment never came)
    Joint leaders count in equal parts. Columns: moment, value, low, high, blocks, detects, last_wins, changed (share of
    games whose leader is not the one of the moment before).
    """
    rows = []
    before: pd.Series | None = None
    came: pd.Series | None = None
    for moment, standing in standings.items():
        reached = standing.notna()
        games = frame["game"]
        ahead = _share_of_places(standing.groupby(games).transform("max") == standing, games) * reached
        behind = _share_of_places(standing.groupby(games).transform("min") == standing, games) * reached
        leader = clustered(frame, ahead * frame["share"], ahead, share=True)
        last = clustered(frame, behind * frame["share"], behind, share=True)
        row = {"moment": moment} | leader._asdict() | {"last_wins": last.value}
        changed = float("nan")
        if before is not None:
            same = ((before > 0) & (ahead > 0)).groupby(games).any()
            changed = 1 - float(same[(reached & came).groupby(games).all()].mean())
        rows.append(row | {"changed": changed})
        before, came = ahead, reached
    return pd.DataFrame(rows)


def _share_of_places(chosen: pd.Series, games: pd.Series) -> pd.Series:
    """1/k for each of the k chosen lines of a game, else 0."""
    chosen = chosen.astype(float)
    return chosen / chosen.groupby(games).transform("sum").replace(0.0, 1.0)
