"""Points by source, cards by god, size and shape, claims and tiles: the whole table, winners and others."""

from collections.abc import Mapping

import pandas as pd

from temple_sim.analysis.fairness import clustered, rate_table, score_anatomy
from temple_sim.analysis.five.chains import ratios
from temple_sim.games.five.packing import parse_card

SOURCES = {
    "points.colour": "colour gods' cards", "points.supreme": "supreme god's cards",
    "points.unfinished": "unfinished cards", "points.bonus": "bonus pieces left", "points.goals": "goals",
}  # fmt: skip
GODS = {"R": "fire", "Y": "hunting", "G": "vegetation", "B": "water", "W": "supreme"}
KINDS = ("single", "pair", "mixed", "quad")
CLAIMS = ("1", "2", "3", "4", "5", "6")
LETTERS = "ABCD"


def points_by_source(frame: pd.DataFrame) -> pd.DataFrame:
    """Points a seat and game by source, winners beside the others. Columns as `fairness.score_anatomy`."""
    return _renamed(score_anatomy(frame, list(SOURCES)), SOURCES)


def points_by_size(frame: pd.DataFrame) -> pd.DataFrame:
    """Points of completed cards by number of cells and side, winners beside the others."""
    sums: dict[str, pd.Series] = {}
    for name, text, side in _shapes(frame):
        cells, points, _ = parse_card(text)
        label = f"{side}, {len(cells)} cells"
        sums[label] = sums.get(label, 0) + frame[name].astype(float) * points
    extended = pd.concat([frame[["block", "share"]], pd.DataFrame(sums, index=frame.index)], axis=1)
    table = score_anatomy(extended, sorted(sums))
    return table[(table["winners"] > 0) | (table["others"] > 0)].reset_index(drop=True)


def cards_by_god(frame: pd.DataFrame) -> pd.DataFrame:
    """Completed cards a seat and game by god, winners beside the others."""
    names = {f"cards_god.{god}": word for god, word in GODS.items()}
    return _renamed(score_anatomy(frame, list(names)), names)


def _renamed(table: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    return table.assign(source=table["source"].map(names))


def _shapes(frame: pd.DataFrame) -> list[tuple[str, str, str]]:
    """(column, card text, side) of every card; a text that is there twice has a mark behind it."""
    found = []
    for name in (column for column in frame.columns if column.startswith("cards_shape.")):
        text = name.removeprefix("cards_shape.").split("#")[0]
        found.append((name, text.removeprefix("W"), "supreme" if text.startswith("W") else "colour"))
    return found


def cards_by_shape(frame: pd.DataFrame) -> pd.DataFrame:
    """Every card: what it asks and gives, how often a game sees it completed, and how often winners had it.

    Columns: side, cells, points, unfinished, spaces (sum of its cells), a space and a cell (points for each), value
    (completed a game, over all decks that hold it) with low, high, blocks, and winners (their share of them).
    """
    seats, rows = frame["seat"].nunique(), []
    for name, text, side in _shapes(frame):
        cells, points, unfinished = parse_card(text)
        spaces, won = sum(cells), frame[name].astype(float)
        made = clustered(frame, won * seats)
        row = {"side": side, "cells": text.split("/")[0], "points": points, "unfinished": unfinished, "spaces": spaces}
        row |= {"a space": points / spaces, "a cell": points / len(cells)} | made._asdict()
        rows.append(row | {"winners": clustered(frame, won * (frame["share"] > 0), won).value})
    return pd.DataFrame(rows)


def claims_by_cells(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of blessings by number of cells filled, on the supreme god's card, and on the leftmost cell."""
    total = frame[[f"claims.{n}" for n in CLAIMS]].astype(float).sum(axis=1)
    named = {f"{n} cell{'' if n == '1' else 's'}": frame[f"claims.{n}"] for n in CLAIMS if frame[f"claims.{n}"].any()}
    named |= {"on the supreme god's card": frame["supreme"], "on the leftmost cell": frame["leftmost"]}
    return ratios(frame, {what: (part.astype(float), total) for what, part in named.items()})


def tiles_exchanged(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of the drawn decoration tiles of a kind that is kept, winners beside the others."""
    kept = {kind: frame[f"kept.{kind}"].astype(float) for kind in KINDS}
    gave = {kind: frame[f"gave.{kind}"].astype(float) for kind in KINDS}
    return ratios(
        frame, {kind: (kept[kind], kept[kind] + gave[kind]) for kind in KINDS if (kept[kind] + gave[kind]).any()}
    )


def boards(frame: pd.DataFrame) -> pd.DataFrame:
    """W by dealt board, with its distance from an equal share. Boards are dealt at random: plain W is unbiased."""
    table = rate_table(frame.assign(board=frame["board"].map(dict(enumerate(LETTERS)))), ["board"])
    equal = 1 / frame["seat"].nunique()
    return table.assign(equal=equal, gap=table["value"] - equal)
