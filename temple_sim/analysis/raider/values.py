"""Temple Raider: what dice, uses, columns, cards and rooms are worth. All take a frame of valued actions of a phase."""

from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import action_values, against_others, bootstrap_mean, values_among

HALVES = ("first half", "second half")
DRAWS = 1000


def pick_values(valued: pd.DataFrame, dice: int) -> pd.DataFrame:
    """Value of taking numbers, as `values_among` gives it: pairs for the active seat (dice = 2), single dice (1).

    Where nobody chooses among more than two, the best other is the mean other, and the columns of best are left out.
    """
    picks = valued[valued["picks"] == dice]
    table = values_among(picks, ["numbers"])
    repeats = dice == 1 and (picks.groupby("decision").size() <= 2).all()
    return table.drop(columns=["best", "best_low", "best_high"]) if repeats else table


def pair_grid(table: pd.DataFrame, value: str = "mean") -> pd.DataFrame:
    """A pick table as a matrix of low number by high number, in points."""
    pairs = table["numbers"].str.split("+", expand=True).astype(int)
    grid = table.assign(low=pairs[0], high=pairs[1]).pivot(index="low", columns="high", values=value)
    return 100 * grid


def pick_shift(valued: pd.DataFrame, dice: int, seed: int = 0) -> pd.DataFrame:
    """Value of numbers against the mean other pick in the first and the second half of the picks of a game.

    Columns: numbers, for each of `HALVES` the value with `_low` and `_high`, offered (decisions of the half that has
    fewer), shift (second less first) with shift_low and shift_high. Intervals by bootstrap over games.
    """
    picks = against_others(valued[valued["picks"] == dice]).dropna(subset=["mean"])
    late = 2 * picks["stage"] >= valued["stage"].max() + 1
    rows = [{"numbers": numbers} | _halves(part, late[part.index], seed) for numbers, part in picks.groupby("numbers")]
    ends = [f"{name}{end}" for name in (*HALVES, "shift") for end in ("", "_low", "_high")]
    return pd.DataFrame(rows, columns=["numbers", "offered", *ends])


def _halves(part: pd.DataFrame, late: pd.Series, seed: int) -> dict[str, Any]:
    """Means of both halves of the games and their difference, games drawn again with both halves."""
    names, place = np.unique(part["game"], return_inverse=True)
    drawn = np.random.default_rng([seed, len(names)]).integers(0, len(names), (DRAWS, len(names)))
    found: dict[str, Any] = {"offered": int(min(late.sum(), (~late).sum()))}
    again, means = [], []
    for half, which in zip(HALVES, (~late, late), strict=True):
        count = np.bincount(place, which, len(names))
        total = np.bincount(place, part["mean"] * which, len(names))
        again.append(_ratio(total[drawn].sum(axis=1), count[drawn].sum(axis=1)))
        means.append(float(part.loc[which, "mean"].mean()))
        found |= _ends(half, means[-1], again[-1])
    return found | _ends("shift", means[1] - means[0], again[1] - again[0])


def _ratio(total: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0)


def _ends(name: str, value: float, again: np.ndarray) -> dict[str, float]:
    """A value with the percentiles of what was drawn again; no interval where nothing could be drawn."""
    known = again[~np.isnan(again)]
    low, high = np.quantile(known, [0.025, 0.975]) if len(known) else (np.nan, np.nan)
    return {name: value, f"{name}_low": float(low), f"{name}_high": float(high)}


def alone_or_sum(valued: pd.DataFrame) -> pd.DataFrame:
    """Using a die alone less using two in a sum, in decisions that offer both: best of each kind, and mean of each.

    The best is picked by one half of the rollouts and valued by the other, both ways round.
    Columns: compared, offered (decisions), value with low and high (bootstrap over games).
    """
    rows = []
    for decision, part in valued[valued["use"].isin(["alone", "summed"])].groupby("decision", sort=False):
        alone, summed = part[part["use"] == "alone"], part[part["use"] == "summed"]
        if len(alone) and len(summed):
            apart = {"best of each": _best(alone) - _best(summed)}
            apart["mean of each"] = alone["value"].mean() - summed["value"].mean()
            rows.append({"decision": decision, "game": part["game"].iloc[0]} | apart)
    each = pd.DataFrame(rows, columns=["decision", "game", "best of each", "mean of each"])
    return pd.DataFrame([{"compared": name} | _mean(each, name) for name in ("best of each", "mean of each")])


def _best(part: pd.DataFrame) -> float:
    first, second = part["first"].to_numpy(), part["second"].to_numpy()
    return float(second[np.argmax(first)] + first[np.argmax(second)]) / 2


def _mean(each: pd.DataFrame, name: str) -> dict[str, Any]:
    low, high = bootstrap_mean(each[name].to_numpy(float), each["game"].to_numpy())
    value = float(each[name].mean()) if len(each) else float("nan")
    return {"offered": len(each), "value": value, "low": low, "high": high}


def step_worth(valued: pd.DataFrame) -> pd.DataFrame:
    """What one step of a relic is worth in each column: W after it less W after a stop, in the same decision.

    Only moves that use up the seat's dice and nothing else: the stop wastes those dice, so the step is all that
    differs. Columns: column, offered (decisions), value with low and high (bootstrap over games).
    """
    stops = valued[valued["type"] == "stop"].set_index("decision")["value"]
    moves = valued[(valued["type"] == "relic") & (valued["picks"] == valued["dice left"]) & (valued["bumps"] == 0)]
    apart = moves.assign(apart=moves["value"] - moves["decision"].map(stops)).dropna(subset=["apart"])
    each = apart.groupby(["column", "game", "decision"], as_index=False)["apart"].mean()
    rows = [{"column": int(column)} | _mean(part, "apart") for column, part in each.groupby("column")]
    return pd.DataFrame(rows, columns=["column", "offered", "value", "low", "high"])


def use_values(valued: pd.DataFrame, by: str) -> pd.DataFrame:
    """Value of a use by kind: `use` (alone, summed, ...), `column` of the relic moved, or `card`."""
    kept = valued[valued[by].notna()]
    return action_values(kept.assign(column=kept["column"].astype(int)) if by == "column" else kept, [by])


def room_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of putting an escaped relic into a room, as `values_among` gives it; best against the mean other first."""
    table = values_among(valued[valued["room"].notna()], ["room"])
    return table.sort_values("mean", ascending=False, ignore_index=True)
