"""Variants against the rules as they are, and the two sides of the ultimate goal against each other."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from temple_sim.analysis.fairness import clustered
from temple_sim.analysis.paired import Paired, compare, verdicts

Sums = tuple[np.ndarray, np.ndarray]  # value and weight of each block
MEASURES = ("points a seat", "lead of the winner", "W of seat 0", "shared wins", "turns short of priests")


def measures(frame: pd.DataFrame) -> dict[str, Sums]:
    """What variants are compared by, as sums of each block, for `paired.compare`.

    Points of a seat; points by which the best score leads the second; W of seat 0 (the first player of the game);
    share of games with several winners; share of priest turns stopped for want of priests.
    """
    seats = frame["seat"].nunique()
    scores = np.sort(frame["score"].to_numpy(float).reshape(-1, seats), axis=1)
    share = frame["share"].to_numpy(float).reshape(-1, seats)
    turns = frame.filter(like="turns_by_chains.").sum(axis=1).to_numpy(float).reshape(-1, seats).sum(axis=1)
    lead = scores[:, -1] - scores[:, -2] if seats > 1 else scores[:, -1]
    one = np.ones(len(scores))
    block = frame["block"].to_numpy()[::seats]
    values = {
        "points a seat": (scores.mean(axis=1), one),
        "lead of the winner": (lead, one),
        "W of seat 0": (share[:, 0], one),
        "shared wins": (((share > 0).sum(axis=1) > 1).astype(float), one),
        "turns short of priests": (frame["idle"].to_numpy(float).reshape(-1, seats).sum(axis=1), turns),
    }
    return {name: (_by_block(value, block), _by_block(weight, block)) for name, (value, weight) in values.items()}


def _by_block(values: np.ndarray, block: np.ndarray) -> np.ndarray:
    return pd.Series(values).groupby(block).sum().to_numpy()


def compare_variants(baseline: pd.DataFrame, variants: Mapping[str, pd.DataFrame], margin: float) -> pd.DataFrame:
    """Each variant minus the rules as they are, paired on the same luck.

    Columns: variant, measure, baseline, there (in the variant), value (difference), low, high, blocks, vrf (blocks an
    unpaired comparison would need for one), verdict (for shares, against the margin with Holm's adjustment; for
    points, whether the interval holds 0).
    """
    base, rows, pairs = measures(baseline), [], []
    for name, frame in variants.items():
        there = measures(frame)
        for measure in MEASURES:
            pair = compare(base[measure], there[measure])
            low, high = pair.interval()
            pairs.append(pair)
            rows.append(
                {"variant": name, "measure": measure, "baseline": pair.baseline, "there": pair.variant}
                | {"value": pair.effect, "low": low, "high": high, "blocks": pair.blocks, "vrf": pair.vrf}
            )
    table = pd.DataFrame(rows)
    if len(table):
        table["verdict"] = _judged(table, pairs, margin)
    return table


def _judged(table: pd.DataFrame, pairs: list[Paired], margin: float) -> list[str]:
    """Shares of one measure are judged together; points by their interval."""
    words = [
        "undecided" if low <= 0 <= high else "different" for low, high in zip(table["low"], table["high"], strict=True)
    ]
    for measure in ("W of seat 0", "shared wins", "turns short of priests"):
        places = np.flatnonzero(table["measure"] == measure)
        for place, word in zip(places, verdicts([pairs[p] for p in places], margin), strict=True):
            words[place] = word
    return words


def goal_table(
    first: pd.DataFrame, second: pd.DataFrame, side_of: Callable[[int], int], goals: Sequence[str]
) -> pd.DataFrame:
    """W of each side of the goal, and the share of its seats that met each of its goals, over both runs of `sides`.

    Columns: what, side, value, low, high, blocks, seats.
    """
    side = first["seat"].map(side_of)
    both = pd.concat([first.assign(side=side), second.assign(side=second["seat"].map(lambda seat: 3 - side_of(seat)))])
    columns = {"W": "share"} | {f"met the goal of {goal} points": f"goals.{goal}" for goal in goals}
    lines = []
    for what, column in columns.items():
        for number, part in both.groupby("side"):
            found = clustered(part, column, share=True)
            lines.append({"what": what, "side": number, "seats": len(part)} | found._asdict())
    return pd.DataFrame(lines)


def sides(first: pd.DataFrame, second: pd.DataFrame, side_of: Callable[[int], int]) -> Paired:
    """W of goal side 1 against side 2 over two runs on the same luck, the sides changed over between them.

    side_of     side of a seat in the first run; in the second it is the other one. Every seat plays both sides on the
                same luck, so seats and deals cancel. `baseline` is side 2, `variant` side 1.
    """
    side = first["seat"].map(side_of)
    parts = {1: (first[side == 1], second[side == 2]), 2: (first[side == 2], second[side == 1])}
    sums = {}
    for number, frames in parts.items():
        both = pd.concat(frames)
        grouped = both.groupby("block")["share"]
        sums[number] = (grouped.sum().to_numpy(float), grouped.size().to_numpy(float))
    return compare(sums[2], sums[1])
