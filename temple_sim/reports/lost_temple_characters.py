"""Lost Temple's section on characters: how often each is picked, what picking it is worth, and what to change."""

from typing import Any

import pandas as pd

from temple_sim.analysis import lost_temple as questions
from temple_sim.games.lost_temple.tables import CHARACTERS
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, points, table_of
from temple_sim.reports.lost_temple_words import rests_on
from temple_sim.reports.material import Material
from temple_sim.reports.shared import robust_word
from temple_sim.reports.wording import (
    NOTHING,
    ONE_POLICY,
    THIN,
    UNDECIDED,
    basis,
    basis_of_values,
    clear,
    enough,
    gain,
    listed,
    rate,
    rate_lines,
    value_lines,
    with_interval,
    withheld,
)


def characters(material: Material) -> Section:
    """How often each character is picked, and what picking it is worth."""
    shares = questions.pick_share(material.main)
    kept = enough(shares).sort_values("value", ascending=False)
    values = picks_valued(material)
    tables = [_picked_table(questions.picked(material.main))]
    if values is not None:
        tables.append(value_lines("character-values", "Value of picking a character", narrow(values)))
        tables.append(_balance_table(questions.pick_balance(material.valued["draft"])))
    if kept.empty:
        return Section("characters", "Characters", NOTHING, tables=tuple(tables))
    lead = (
        f"{material.main_players} players; policy: {material.strongest}. A blind pick is one at random from the same "
        "hands; it takes a character more often that is mostly offered in small hands."
    )
    drawn = (_panel(material, shares, kept, values), *_place_figure(material))
    verdicts = (*_strength_verdicts(material, values), *_demand_verdicts(material, kept), *_balance_verdict(material))
    return Section("characters", "Characters", lead, figures=drawn, tables=tuple(tables), verdicts=verdicts)


def picks_valued(material: Material) -> pd.DataFrame | None:
    """What picking each character is worth, or None where the draft was not valued."""
    valued = material.valued.get("draft")
    return None if valued is None else questions.character_values(valued)


def narrow(values: pd.DataFrame, *by: str) -> pd.DataFrame:
    """A table of `values_among` that fits a page: without W, games and the value against the best other card."""
    kept = ["character", *by, "offered", "chosen", "RA", "low", "high", "mean", "mean_low", "mean_high"]
    return values[kept]


def _picked_table(table: pd.DataFrame) -> Table:
    """How often each is picked, beside how often it could be."""
    kept = enough(table)
    shown = with_interval(kept.drop(columns=["detects", "events"]), name="rounds picked")
    shown = shown.rename(columns={"ceiling": "rounds in the draft"})
    caption = "Share of the rounds in which somebody picks the character, and in which it is in the draft at all"
    return table_of("picked", caption + withheld(table, kept), shown, {"rounds in the draft": percent})


def _panel(material: Material, shares: pd.DataFrame, kept: pd.DataFrame, values: pd.DataFrame | None) -> Figure:
    """Pick share, RA and value against the mean other card, a character a line."""
    labels, first, last = list(kept["character"]), kept.iloc[0], kept.iloc[-1]
    known = pd.DataFrame() if values is None else enough(values)
    columns = [panels.Measure(kept, "character", "picked when offered, %\n(bar: blind pick)", tick="blind")]
    told = basis(kept, material.margin)
    if len(known):
        columns += _value_columns(known[known["character"].isin(labels)], material.margin)
        told += f"; values: {basis_of_values(known, material, 'draft')}"
    finding = f"Picked most when offered: {first['character']}; least: {last['character']} ({rate(last)})"
    what = ", and what a pick gains in points of W" if len(known) else ""
    caption = f"{finding}. Share of the hands with the character from which it is picked{what}; {told}."
    return Figure(
        "characters", "Picked how often, and worth what", f"Dots, a character a line. {caption}", caption,
        lambda: panels.dot_columns(labels, columns, CHARACTERS),
        rate_lines("characters", "Pick share when offered (events: hands with the character)", shares),
    )  # fmt: skip


def _value_columns(known: pd.DataFrame, margin: float) -> list[panels.Measure]:
    """RA, and the value against the mean other card."""
    ra = known.rename(columns={"RA": "value"})
    mean = known.assign(value=known["mean"], low=known["mean_low"], high=known["mean_high"])
    titles = ("RA: against what the\npolicy picks, points", "against the mean other\ncard in hand, points")
    return [
        panels.Measure(frame, "character", title, reference=0.0, margin=margin)
        for frame, title in zip((ra, mean), titles, strict=True)
    ]


def _place_figure(material: Material) -> tuple[Figure, ...]:
    """Pick share by draft position; nothing when all cells are thin."""
    table = questions.pick_share_by_place(material.main)
    kept = enough(table)
    if kept.empty:
        return ()
    grid = 100 * kept.pivot(index="character", columns="place", values="value").reindex(CHARACTERS).dropna(how="all")
    tops = ", ".join(f"{place}: {grid[place].idxmax()}" for place in grid.columns)
    caption = (
        f"Picked most at draft position {tops}. Percent of the hands with the character, by position in the "
        f"round (1: the idol's holder); {basis(kept, material.margin)}{withheld(table, kept)}."
    )

    def draw() -> Any:
        axes = figures.heat(grid, "Pick share", "percent", digits=0)
        axes.set_xlabel("draft position")
        return axes

    told = rate_lines("pick-share-places", "Pick share by draft position (events: hands)", table)
    return (Figure("places", "Who picks what", f"Heat map of pick shares. {caption}", caption, draw, told),)


def _strength_verdicts(material: Material, values: pd.DataFrame | None) -> tuple[Verdict, ...]:
    """Which characters are too strong, and which too weak, by what picking them is worth."""
    known = pd.DataFrame() if values is None else enough(values).dropna(subset=["mean"])
    n = f"n = {int(known['offered'].sum()):,} cards" if len(known) else "n = 0 cards"
    found = []
    for side, name in ((1, "strong"), (-1, "weak")):
        word = UNDECIDED if known.empty or _on_side(known, side).empty else ONE_POLICY
        answer = f"{_advice(known, side)} {n} valued."
        found.append(Verdict(f"Which character is too {name}?", word, answer, rests_on(material)))
    return tuple(found)


def _demand_verdicts(material: Material, kept: pd.DataFrame) -> tuple[Verdict, ...]:
    """Which character is picked most, and which hardly: demand, whatever it is worth; the table is in order."""
    first, blocks = kept.iloc[0], f"n = {int(kept['blocks'].min()):,} blocks."
    lead = "" if first["low"] > kept["high"].iloc[1:].max() else "Not settled: "
    told = f"the {first['character']}, from {rate(first)} of the hands that hold it (a blind pick: "
    most = f"{lead}{told}{percent(first['blind'])}). {blocks}"
    few = kept[kept["high"] < questions.NEGLECTED * kept["blind"]]
    near = kept[(kept["low"] < questions.NEGLECTED * kept["blind"]) & ~kept.index.isin(few.index)]
    hardly = [f"the {row['character']} ({rate(row)})" for row in few.to_dict("records")]
    answer = f"{listed(hardly)}." if hardly else "No character for sure."
    answer += f" Not settled for {listed(list(near['character']))}." if len(near) else ""
    parts = (
        ("Which character is picked most when offered?", "most picked", most),
        ("Which characters are picked less than half as often as blindly?", "neglected", f"{answer} {blocks}"),
    )
    return tuple(
        Verdict(question, robust_word(material, name), text[0].upper() + text[1:], rests_on(material, name))
        for question, name, text in parts
    )


def _on_side(known: pd.DataFrame, side: int) -> pd.DataFrame:
    """The characters whose value against the mean other card differs from 0 on a side."""
    return known[clear(known, "mean", "mean_") & (side * known["mean"] > 0)]


def _advice(known: pd.DataFrame, side: int) -> str:
    """What to do about the strongest (side 1) or weakest (-1) characters by value against the mean other card."""
    if known.empty:
        return "Not settled: too few picks were valued to say what a character is worth."
    sure = _on_side(known, side)
    if sure.empty:
        return (
            "No character for sure: no value against the mean other card differs from 0 on that side, of all compared."
        )
    ordered = sure.sort_values("mean", ascending=side < 0)
    first = ordered.iloc[0]
    others = [f"{row['character']} ({points(row['mean'])})" for row in ordered.iloc[1:].to_dict("records")]
    also = f"; on the same side of 0: {listed(others)}" if others else ""
    verb, more = ("Weaken", "more") if side > 0 else ("Strengthen", "less")
    return (
        f"{verb} the {first['character']} first: picking it is worth {more} than the mean other card in hand "
        f"({gain(first, 'mean', 'mean_')}, {int(first['offered']):,} decisions){also}. A mean over all hands; see "
        "Characters by stage."
    )


def _balance_table(table: pd.DataFrame) -> Table:
    """Where the policy leaves or takes a character wrongly."""
    shown = pd.DataFrame({"character": table["character"]})
    lines = table.to_dict("records")
    for name, title in (("passed", "RA where passed"), ("taken", "against the best other where taken")):
        told = [gain(row, name, f"{name}_") if row[f"{name}_n"] >= THIN else None for row in lines]
        shown[title], shown[f"times {name}"] = told, table[f"{name}_n"]
    held = int((table[["passed_n", "taken_n"]] < THIN).sum().sum())
    note = f" ({held} thin cell{'s' * (held != 1)} withheld)" if held else ""
    caption = f"Picked too rarely (RA above 0 where passed) or too often (below 0 where taken)?{note}"
    return table_of("pick-balance", caption, shown)


def _sure(table: pd.DataFrame, name: str, side: int) -> pd.DataFrame:
    """The lines whose value differs from 0 on a side, judged as a whole table."""
    return table[clear(table, name, f"{name}_") & (side * table[name] > 0)]


def _balance_verdict(material: Material) -> tuple[Verdict, ...]:
    """Whether the policy itself picks well: a caution for all that is said of pick shares."""
    if "draft" not in material.valued:
        return ()
    table = questions.pick_balance(material.valued["draft"])
    passed, taken = table[table["passed_n"] >= THIN], table[table["taken_n"] >= THIN]
    told = [
        f"too rarely the {row['character']} ({gain(row, 'passed', 'passed_')} where it was passed)"
        for row in _sure(passed, "passed", 1).to_dict("records")
    ] + [
        f"too often the {row['character']} ({gain(row, 'taken', 'taken_')} against the best other)"
        for row in _sure(taken, "taken", -1).to_dict("records")
    ]
    if told:
        text = f"The policy ({material.strongest}) picks {listed(told)}: read its pick shares with care."
    elif passed.empty and taken.empty:
        text = "Not settled: too few picks were valued."
    else:
        text = "Not settled: no character is seen to be passed or taken wrongly."
    hands, cards = material.valued["draft"]["decision"].nunique(), int(table["passed_n"].sum() + table["taken_n"].sum())
    question = "Is a character picked too rarely or too often for its worth?"
    answer = f"{text} n = {cards:,} cards in {hands:,} hands."
    return (Verdict(question, ONE_POLICY if told else UNDECIDED, answer, rests_on(material)),)
