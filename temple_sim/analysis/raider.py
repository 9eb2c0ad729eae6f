"""Temple Raider's own questions: what dice, cards, rooms and columns are worth, and whether the lead holds."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import action_values, against_others, values_among
from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.fairness import clustered, score_anatomy, seat_difference
from temple_sim.core.random import draws_of, scaled
from temple_sim.engine.match import Match
from temple_sim.games.raider.tables import DICE_ROLL

VALUED_PHASES = ("pick", "use", "room")  # what a report values
NO_HEAD_START = "no head starts"
VARIANTS = {NO_HEAD_START: {"temple.head_start": [None] * 4}}  # what a report plays besides
AT_ALL_COUNTS = (NO_HEAD_START,)  # those asked for at every number of players
COLUMNS = range(1, 11)
USES = ("dice_alone", "dice_summed", "dice_unused", "bumps", "wilds", "altar_moves")
OWN_TURNS = 8  # own turns of each seat whose dice count as luck


def features(view: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """What an action is about: numbers taken, how dice are used, the column, card or room."""
    faces = {die["die"]: die["face"] for die in view["dice"]}
    lava = {die["die"]: die["lava"] for die in view["dice"]}
    taken = action.get("dice", [])
    numbers = sorted(faces[name] for name in taken)
    slot = action.get("slot")
    card = view["board"][view["to_move"]][slot] if slot is not None else None
    return {
        "numbers": "+".join(map(str, numbers)),
        "picks": len(taken),
        "eruption": len(taken) == 2 and all(lava[name] for name in taken),
        "use": "summed" if len(taken) == 2 else "alone" if taken else action["type"],
        "column": action.get("column"),
        "card": card,
        "room": action.get("room"),
    }


def standings(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Steps gone at the end of the first turn in which some seat had a quarter, half, three quarters behind it."""
    labels = ("first_quarter", "half", "third_quarter")
    reached = {label: frame[f"quarter_turn.{label}"] > 0 for label in labels}
    steps = {label: frame[f"quarter_progress.{label}"].astype(float) for label in labels}
    return {label.replace("_", " "): steps[label].where(reached[label]) for label in labels}


def controls(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """Luck of the dice in each seat's first own turns: pips and different numbers rolled, less their exact means.

    The rolls are read off the keyed luck, so those of turns that a short game never reached count too and the means
    stay exact. Columns: pips, different.
    """
    players, dice = match.players, match.ruleset.values["dice"][: match.players + 1]
    blocks = np.sort(frame["block"].unique())
    pips, different = np.zeros((len(blocks), players)), np.zeros((len(blocks), players))
    for turn in range(1, OWN_TURNS * players + 1):
        draws = draws_of(match.seed, blocks, turn, DICE_ROLL, len(dice))
        rolled = np.column_stack(
            [np.array(die["faces"])[scaled(draws[:, i], len(die["faces"]))] for i, die in enumerate(dice)]
        )
        seat = (turn - 1) % players
        pips[:, seat] += rolled.sum(axis=1)
        different[:, seat] += _different(rolled)
    pips -= OWN_TURNS * sum(np.mean(die["faces"]) for die in dice)
    different -= OWN_TURNS * _expected_different([die["faces"] for die in dice])
    place = np.searchsorted(blocks, frame["block"].to_numpy()), frame["seat"].to_numpy()
    return pd.DataFrame({"pips": pips[place], "different": different[place]}, index=frame.index)


def _different(rolled: np.ndarray) -> np.ndarray:
    """How many different numbers each row holds."""
    ordered = np.sort(rolled, axis=1)
    return 1 + (np.diff(ordered, axis=1) != 0).sum(axis=1)


def _expected_different(dice: Sequence[Sequence[int]]) -> float:
    """Mean number of different numbers on independent dice: a number is there unless every die misses it."""
    numbers = {face for faces in dice for face in faces}
    return sum(1 - float(np.prod([1 - list(faces).count(n) / len(faces) for faces in dice])) for n in numbers)


def pick_values(valued: pd.DataFrame, dice: int) -> pd.DataFrame:
    """Value of taking numbers, as `values_among` gives it: pairs for the active seat (dice = 2), single dice (1)."""
    return values_among(valued[valued["picks"] == dice], ["numbers"])


def pick_values_by_stage(valued: pd.DataFrame, dice: int) -> pd.DataFrame:
    """Value against the mean alternative by numbers (lines) and part of the game (columns, 1 the earliest)."""
    picks = against_others(valued[valued["picks"] == dice])
    grid = picks.pivot_table(index="numbers", columns="stage", values="mean", aggfunc="mean")
    return grid.rename(columns=lambda stage: f"part {stage + 1}")


def pair_grid(table: pd.DataFrame, value: str = "mean") -> pd.DataFrame:
    """A pick table as a matrix of low number by high number, in points."""
    pairs = table["numbers"].str.split("+", expand=True).astype(int)
    grid = table.assign(low=pairs[0], high=pairs[1]).pivot(index="low", columns="high", values=value)
    return 100 * grid


def use_values(valued: pd.DataFrame, by: str) -> pd.DataFrame:
    """Value of a use by kind: `use` (alone, summed, ...), `column` of the relic moved, or `card`."""
    kept = valued[valued[by].notna()]
    return action_values(kept.assign(column=kept["column"].astype(int)) if by == "column" else kept, [by])


def room_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of putting an escaped relic into a room."""
    return action_values(valued[valued["room"].notna()], ["room"])


def escapes(frame: pd.DataFrame) -> pd.DataFrame:
    """Which columns relics leave from first: mean order and turn with interval, and relics a seat."""
    rows = []
    for column in COLUMNS:
        order = sum((frame[f"escape_column.{k}"] == column) * k for k in _places(frame))
        turns = sum(
            (frame[f"escape_column.{k}"] == column) * frame[f"escape_turn.{k}"].astype(int) for k in _places(frame)
        )
        count = sum((frame[f"escape_column.{k}"] == column) * 1 for k in _places(frame))
        mean, turn = clustered(frame, order, count), clustered(frame, turns, count)
        row = {"column": column, "order": mean.value, "low": mean.low, "high": mean.high}
        rows.append(row | {"turn": turn.value, "relics a seat": float(count.mean()), "blocks": mean.blocks})
    return pd.DataFrame(rows)


def _places(frame: pd.DataFrame) -> list[int]:
    labels = [name.rsplit(".", 1)[1] for name in frame.columns if name.startswith("escape_column.")]
    return [int(label) for label in labels]


def early_relics(frame: pd.DataFrame) -> str | None:
    """Whether the first three relics out are mostly from low (1-3), middle or high (8-10) columns."""
    columns = [frame[f"escape_column.{k}"].astype(int) for k in _places(frame)[:3]]
    mean = clustered(frame, sum(columns), sum((column > 0).astype(int) for column in columns))
    bounds = {"low columns": (0, 3.5), "middle columns": (3.5, 7.5), "high columns": (7.5, 11)}
    return next((word for word, (low, high) in bounds.items() if low < mean.low and mean.high < high), None)


def alone_or_summed(frame: pd.DataFrame) -> str | None:
    """Whether more dice are used alone or in sums."""
    used = frame["dice_alone"].astype(int) + frame["dice_summed"].astype(int)
    alone = clustered(frame, "dice_alone", used, share=True)
    return "alone" if alone.low > 0.5 else "summed" if alone.high < 0.5 else None


ANSWERS = {"relics out first": early_relics, "dice mostly used": alone_or_summed}


def step_values(frame: pd.DataFrame) -> pd.DataFrame:
    """How much a step gone at half-way is worth: W by lead over the best other seat, in bands of steps."""
    standing = standings(frame)["half"]
    rest = _best_other(standing, frame)
    lead = (standing - rest).round()
    bands = pd.cut(lead, [-np.inf, -6, -3, -1, 0, 2, 5, np.inf], labels=BANDS)
    rows = []
    for band in BANDS:
        part = frame[bands == band]
        if part["block"].nunique() > 1:
            rows.append({"lead at half": band} | clustered(part, "share", share=True)._asdict())
    return pd.DataFrame(rows, columns=["lead at half", *Estimate._fields])


BANDS = ("-6 or less", "-5 to -3", "-2 or -1", "0", "+1 or +2", "+3 to +5", "+6 or more")


def _best_other(standing: pd.Series, frame: pd.DataFrame) -> pd.Series:
    """The best standing among the other seats of the same game."""
    seats = frame["seat"].nunique()
    grid = standing.to_numpy().reshape(-1, seats)
    others = np.empty_like(grid)
    for seat in range(seats):
        others[:, seat] = np.delete(grid, seat, axis=1).max(axis=1)
    return pd.Series(others.ravel(), index=frame.index)


def attacks(frame: pd.DataFrame) -> pd.DataFrame:
    """Eruptions and pushes a seat and game: caused, suffered and declined."""
    rows = []
    for kind, caused in (("eruptions", "eruptions_caused"), ("pushes", "pushes_made")):
        for what, column in (("caused", caused), ("suffered", f"{kind}_suffered"), ("declined", f"{kind}_declined")):
            rows.append({"kind": kind, "what": what} | clustered(frame, column)._asdict())
    return pd.DataFrame(rows)


def head_starts(frame: pd.DataFrame, without: pd.DataFrame) -> pd.DataFrame:
    """W by seat with the head starts (W) and without (other W) on the same luck, and the difference they make."""
    return seat_difference(frame, without)


def dice_use(frame: pd.DataFrame) -> pd.DataFrame:
    """How dice are used, a seat and game, by winners and others: see `fairness.score_anatomy`."""
    table = score_anatomy(frame, USES)
    return table.assign(source=[use.replace("_", " ") for use in table["source"]])
