"""Temple Raider's own sections: what dice, relics, cards and rooms are worth."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, points, table_of, with_interval
from temple_sim.reports.material import Material

THIN = 20  # decisions below which a cell is withheld


def dice(material: Material) -> Section | None:
    """Dice-pick value: pairs, single dice, by part of the game, alone against summed."""
    valued = material.valued.get("pick")
    if valued is None:
        return None
    pairs = questions.pick_values(valued, 2)
    kept = pairs[pairs["offered"] >= THIN]
    if kept.empty:
        return Section("dice", "Dice", "Too few decisions were valued to show a pair (thin cells withheld).")
    best, worst = kept.iloc[kept["mean"].argmax()], kept.iloc[kept["mean"].argmin()]
    finding = (
        f"{best['numbers']} is the best pair ({points(best['mean'])} points of W against the mean alternative), "
        f"{worst['numbers']} the worst ({points(worst['mean'])})"
    )
    table = _values("picks", "Value of a pair of dice for the active seat", kept)
    size = f"{valued['decision'].nunique():,} decisions, {material.rollouts} rollouts of each action"
    caption = f"{finding}. W after taking the pair minus that of the mean other pair, in points; {size}."
    heat = Figure(
        "dice-pairs", "What a pair of dice is worth", f"Heat map over pairs of numbers. {caption}", caption,
        lambda: figures.heat(questions.pair_grid(kept), "Pair against the mean alternative", "points of W", 0.0), table,
    )  # fmt: skip
    stages = 100 * questions.pick_values_by_stage(valued, 2).loc[lambda grid: grid.index.isin(kept["numbers"])]
    by_stage = Figure(
        "dice-stages", "How it shifts as the game goes on", f"Heat map of pairs by part of the game. {size}.",
        f"The same by quarter of the picks of a game, part 1 the earliest; {size}.",
        lambda: figures.heat(stages, "Pairs by part of the game", "points of W", 0.0),
        table_of("dice-stages", "Pairs against the mean alternative by part of the game, points", stages.reset_index()),
    )  # fmt: skip
    singles = _values("single-dice", "Value of a single die for the other seats", questions.pick_values(valued, 1))
    uses = material.valued.get("use")
    tables = [singles]
    if uses is not None:
        tables += [_values("uses", "Value of using dice alone or summed", questions.use_values(uses, "use"))]
    verdict = Verdict(
        "Which dice should one take?", "one policy, values as they are", finding + ".", _estimated(material)
    )
    return Section("dice", "Dice", figures=(heat, by_stage), tables=tuple(tables), verdicts=(verdict,))


def relics(material: Material) -> Section:
    """Escape order, and what a lead in steps is worth."""
    frame = questions.escapes(material.main)
    shown = with_interval(frame, "order", share=False)
    table = table_of("escapes", "Which column relics leave from, in which order", shown)
    first, last = frame.loc[frame["order"].idxmin()], frame.loc[frame["order"].idxmax()]
    early = f"column {int(first['column'])} first (mean order {first['order']:.1f})"
    finding = f"Relics leave {early} and column {int(last['column'])} last ({last['order']:.1f})"
    renamed = frame.rename(columns={"order": "value"}).assign(column=[f"column {c}" for c in frame["column"]])
    caption = f"{finding}. Mean place among the ten escapes of a seat, 95% interval over blocks."
    order = Figure("escapes", "Which relics escape first", f"Dots per column. {caption}", caption,
                   lambda: figures.forest(renamed, "column", percent=False), table)  # fmt: skip
    steps = questions.step_values(material.main)
    lead = table_of(
        "steps",
        "W by lead in steps over the best other seat at half-way",
        with_interval(steps, "value", name="W"),
        {"detects": percent},
    )
    return Section("relics", "Relics and steps", figures=(order,), tables=(lead,))


def cards(material: Material) -> Section | None:
    """Cards and rooms by action value, and what is done to others."""
    tables: list[Table] = []
    uses, rooms = material.valued.get("use"), material.valued.get("room")
    if uses is not None:
        tables.append(_values("cards", "Value of activating a card", questions.use_values(uses, "card")))
        tables.append(_values("columns", "Value of moving a relic, by column", questions.use_values(uses, "column")))
    if rooms is not None:
        tables.append(_values("rooms", "Value of a room for an escaped relic", questions.room_values(rooms)))
    attacks = with_interval(questions.attacks(material.main), "value", share=False, name="a seat and game")
    tables.append(table_of("attacks", "Eruptions and pushes", attacks.drop(columns="detects")))
    return Section("cards", "Cards, rooms and eruptions", tables=tuple(tables))


def anatomy(material: Material) -> Section:
    """What winners do with their dice."""
    frame = questions.seat_counts(material.main)
    table = table_of("dice-use", "Use of dice, a seat and game", frame)
    caption = "Mean number a seat and game, winners beside the others."
    renamed = frame.rename(columns={"use": "source"})
    figure = Figure(
        "dice-use", "What winners do differently", f"Bars. {caption}", caption, lambda: figures.anatomy(renamed), table
    )
    return Section(
        "anatomy",
        "Score anatomy",
        "The score is the number of relics that left; this is where moves come from.",
        figures=(figure,),
    )


def _values(identity: str, caption: str, frame: pd.DataFrame) -> Table:
    """A table of action values; cells with too few decisions are withheld."""
    kept = frame[frame["offered"] >= THIN].copy()
    held = len(frame) - len(kept)
    for name in ("RA", "low", "high"):
        kept[name] = 100 * kept[name]
    shown = with_interval(kept, "RA", share=False, name="RA, points")
    formats = {"chosen": percent, "W": percent, "mean": points, "best": points}
    note = f" ({held} thin cells withheld)" if held else ""
    return table_of(identity, caption + note, shown, formats)


def _estimated(material: Material) -> tuple[str, ...]:
    return tuple(material.ruleset.estimated())


OPTIONS = (dice, relics, cards)
ANATOMY = (anatomy,)
