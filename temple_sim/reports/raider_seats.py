"""Temple Raider's section on head starts: whether going first helps, and whether head starts make up for it."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.analysis.fairness import seat_spread
from temple_sim.reports.document import Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import seat_word
from temple_sim.reports.wording import ONE_POLICY, UNDECIDED, in_points, listed, rate, with_interval

SIDES = {1: "ahead of an equal share", -1: "behind an equal share", 0: "not told from an equal share"}


def head_starts(material: Material) -> Section | None:
    """Whether going first is an advantage, and whether the head starts cancel it, at every number of players."""
    runs = material.variants.get(questions.NO_HEAD_START, {})
    if not runs or material.ruleset.values["temple.head_start"] == [None] * 4:
        return None
    table = _table(material)
    told, words = [], []
    for players, run in runs.items():
        having, without = material.runs[players].seats, run.seats
        words.append(seat_word(having, material.margin))
        told.append(f"{players} players: {_answer(material, words[-1], having, without)}")
    blocks = int(table.frame["blocks"].min())
    verdict = Verdict(
        "Is going first an advantage, and do the head starts cancel it?",
        UNDECIDED if set(words) == {"undecided"} else ONE_POLICY,
        f"Seat 0 is the first player. {' '.join(told)} n = {blocks:,} blocks each or more.",
        tuple(material.ruleset.estimated()),
    )
    lead = "Seat 0 goes first. " + _given(material)
    return Section("head-starts", "Head starts", lead, tables=(table,), verdicts=(verdict,))


def _given(material: Material) -> str:
    """Who starts with what."""
    columns = material.ruleset.values["temple.head_start"]
    told = [f"seat {seat} in column {column}" for seat, column in enumerate(columns) if column is not None]
    return f"A relic starts one step down for {listed(told)}."


def _table(material: Material) -> Table:
    runs = material.variants[questions.NO_HEAD_START]
    tables = {players: questions.head_starts(material.frames[players], run.frame) for players, run in runs.items()}
    frame = pd.concat([table.assign(players=players) for players, table in tables.items()], ignore_index=True)
    shown = frame[["players", "seat", "W", "other W", "blocks", "value", "low", "high"]]
    shown = with_interval(shown.rename(columns={"other W": "W without"}), write=in_points, name="difference, points")
    return table_of(
        "head-starts", "W by seat with and without head starts, one policy in all seats, same luck", shown,
        dict.fromkeys(("W", "W without"), percent),
    )  # fmt: skip


def _answer(material: Material, word: str, having: pd.DataFrame, without: pd.DataFrame) -> str:
    """One number of players: seat 0 without them, the gaps, and what to do."""
    first = without[without["seat"] == 0].iloc[0]
    side = 1 if first["low"] > first["equal"] else -1 if first["high"] < first["equal"] else 0
    gaps = f"{_gap(having)} with them, {_gap(without)} without"
    return (
        f"without them seat 0 wins {rate(first)}, {SIDES[side]} ({percent(first['equal'])}). Best and worst seat are "
        f"apart by {gaps}. {_advice(material, word, having)}"
    )


def _gap(table: pd.DataFrame) -> str:
    seen, noise = seat_spread(table)
    return f"{100 * seen:.1f} points" + (f" (noise alone: up to {100 * noise:.1f})" if noise == noise else "")


def _advice(material: Material, word: str, having: pd.DataFrame) -> str:
    """Whether seats are fair with head starts; if not, about the seat that lies beyond the margin."""
    size = f"{100 * material.margin:g} points"
    if word == "equivalent":
        return f"With them every seat is within {size} of an equal share."
    if word == "undecided":
        return f"Whether every seat is within {size} of an equal share with them is not settled."
    best, worst = having.loc[having["gap"].idxmax()], having.loc[having["gap"].idxmin()]
    seat, given = int(best["seat"]), material.ruleset.values["temple.head_start"]
    if best["low"] - best["equal"] <= material.margin:
        return f"With them seat {int(worst['seat'])} is too weak, {rate(worst)}: give it more at the start."
    if given[seat] is None:
        return f"With them seat {seat}, which has none, is too strong, {rate(best)}: give the others more."
    return f"With them seat {seat} is too strong, {rate(best)}: weaken or drop the head start of seat {seat}."
