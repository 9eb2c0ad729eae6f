"""The sections every game's report has, and what games' own sections share: robust answers, action values.

A section takes the material; it is None when it has nothing to show.
"""

import pandas as pd

from temple_sim.analysis.fairness import length_table, seat_spread
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Verdict, counted, exact_percent, percent, points, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import (
    ONE_POLICY,
    SEATS,
    UNDECIDED,
    agreement_of,
    answers_of,
    fair_seats,
    resting_on,
    seat_word,
    word_of,
)
from temple_sim.reports.wording import (
    amount,
    basis,
    basis_of_values,
    enough,
    gain,
    rate,
    value_lines,
    with_interval,
    withheld,
)

FORCED = {
    "RA": "W when the mean action of that kind is forced, minus W of what the policy takes (so most lie below zero)",
    "gain": "W when forced, minus the mean of the decision's other actions",
}


def robust_word(material: Material, name: str) -> str:
    """Whether the answer to a question of `ANSWERS` (or "seats") holds under other policies and assumptions."""
    return word_of(_own_answer(material, name), material.checks, name, material.strongest)


def estimated_behind(material: Material, name: str) -> tuple[str, ...]:
    """The estimated components an answer rests on: those that change it, and those nobody has varied."""
    return resting_on(material.ruleset, material.checks, _own_answer(material, name), name, material.strongest)


def agreement(material: Material, name: str) -> dict[str, str]:
    """Whether an answer is the same, other or open under each policy and for each estimated component."""
    return agreement_of(_own_answer(material, name), material.checks, name, material.strongest)


def asked(material: Material) -> list[str]:
    """The questions that this report or some other setting answers: some mean nothing at this number of players."""
    names = material.checks[0].answers if material.checks else ()
    settled = {name for name in names if any(check.answers[name] is not None for check in material.checks)}
    return [name for name in names if name in settled or _own_answer(material, name) is not None]


def _own_answer(material: Material, name: str) -> str | None:
    if name == SEATS:
        return fair_seats(material.runs[material.main_players].seats, material.margin)
    return answers_of(material.game.name, material.margin)[name](material.main)


def seats(material: Material) -> Section | None:
    """W by seat, one policy in all seats, so that only the seat differs."""
    tables = {players: run.seats for players, run in material.runs.items() if players > 1}
    if not tables:
        return None
    lines = [table.assign(players=players) for players, table in tables.items()]
    frame = pd.concat(lines, ignore_index=True)[["players", "seat", "value", "low", "high", "gap", "detects", "blocks"]]
    shown = with_interval(frame, name="W")
    table = table_of("seats", "W by seat and number of players", shown, {"gap": points, "detects": exact_percent})
    finding = "; ".join(_seat_finding(players, table) for players, table in tables.items())
    caption = f"{finding}. Dots are W minus an equal share; {basis(frame, material.margin)}."
    figure = Figure(
        "seats", "What a seat is worth", f"Forest plot of win share by seat. {finding}.", caption,
        lambda: figures.seat_forest(tables, material.margin), table,
    )  # fmt: skip
    lead = f"All seats play {material.strongest}. Seats are numbered from 0 in the order of play; seat 0 begins."
    return Section("seats", "Seats", lead, figures=(figure,), verdicts=_seat_verdicts(material, tables))


def _seat_finding(players: int, table: pd.DataFrame) -> str:
    seen, noise = seat_spread(table)
    told = f" (noise alone: up to {100 * noise:.1f})" if noise == noise else ""
    return f"{players} players: {100 * seen:.1f} points between best and worst seat{told}"


def _seat_verdicts(material: Material, tables: dict[int, pd.DataFrame]) -> tuple[Verdict, ...]:
    """One verdict for the usual number of players, one for all others together."""
    main = material.main_players
    found = []
    if main in tables:
        text = _seat_answer(tables[main], material.margin)
        rests = estimated_behind(material, SEATS)
        found.append(Verdict(f"Are the seats fair with {main} players?", robust_word(material, SEATS), text, rests))
    others = {players: table for players, table in tables.items() if players != main}
    if others:
        words = {seat_word(table, material.margin) for table in others.values()}
        told = " ".join(f"{players} players: {_seat_answer(t, material.margin)}" for players, t in others.items())
        word = UNDECIDED if words == {"undecided"} else ONE_POLICY
        question = "Are the seats fair with other numbers of players?"
        found.append(Verdict(question, word, told, tuple(material.ruleset.estimated())))
    return tuple(found)


def _seat_answer(table: pd.DataFrame, margin: float) -> str:
    top, bottom = table.loc[table["value"].idxmax()], table.loc[table["value"].idxmin()]
    best, worst = int(top["seat"]), int(bottom["seat"])
    told = f"seat {best} wins {rate(top)}, seat {worst} {percent(bottom['value'])}; n = {int(table['blocks'].min()):,}"
    size = f"{100 * margin:g} points"
    return {
        "different": f"No, more than {size} off an equal share: {told} blocks. "
        f"Weaken the start of seat {best} or strengthen that of seat {worst}.",
        "equivalent": f"Yes, within {size}: {told} blocks.",
        "undecided": f"Not settled at this number of games: {told} blocks.",
    }[seat_word(table, margin)]


def pace(material: Material) -> Section:
    """How long it takes."""
    frame = length_table(material.frames.items())
    shown = with_interval(frame, "turns", amount)
    table = table_of("lengths", "Length of a game by number of players", shown)
    turns = {players: part.loc[part["seat"] == 0, "turns"] for players, part in material.frames.items()}
    if all(values.nunique() == 1 for values in turns.values()):
        always = ", ".join(f"{int(values.iloc[0])} with {counted(players)}" for players, values in turns.items())
        return Section("pace", "Pace", f"A game always has the same number of turns: {always}.", tables=(table,))
    told = ", ".join(f"{row['turns']:.1f} with {row['players']}" for row in frame.to_dict("records"))
    caption = (
        f"Mean turns: {told}. Distribution of the number of turns, {material.strongest} in all seats; means with 95% "
        f"intervals in the table, {int(frame['games'].min()):,} games."
    )
    figure = Figure(
        "lengths", "How many turns", f"Distribution of turns. {caption}", caption, lambda: figures.lengths(turns), table
    )
    return Section("pace", "Pace", figures=(figure,))


def value_forest(
    material: Material, phase: str, identity: str, title: str, table: pd.DataFrame, label: str, what: str,
    value: str = "RA",
) -> Figure | None:  # fmt: skip
    """Dots of an action value (RA, or gain: against the mean other); None unless two lines are not thin."""
    ends = "" if value == "RA" else f"{value}_"
    kept = enough(table).dropna(subset=[value])
    if len(kept) < 2:
        return None
    best, worst = kept.iloc[kept[value].argmax()], kept.iloc[kept[value].argmin()]
    finding = f"Best: {best[label]} ({gain(best, value, ends)}), last: {worst[label]} ({gain(worst, value, ends)})"
    caption = (
        f"{finding}. {what}: {FORCED[value]}; {basis_of_values(kept, material, phase, ends)}{withheld(table, kept)}."
    )
    drawn = kept[[label]].assign(value=kept[value], low=kept[f"{ends}low"], high=kept[f"{ends}high"])
    axis = f"{'RA' if value == 'RA' else 'against the mean other action'}, points of W (band: margin)"
    lines = table[[label, *table.columns.drop(label)]]
    return Figure(
        identity, title, f"Dots with intervals. {caption}", caption,
        lambda: figures.forest(drawn, label, reference=0.0, margin=material.margin, xlabel=axis),
        value_lines(f"{identity}-table", f"{title}: action values, phase {phase}", lines),
    )  # fmt: skip
