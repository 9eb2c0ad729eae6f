"""Temple Raider's section on relics: which columns they leave from, what a step is worth, what a lead tells."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    FEW,
    NOTHING,
    ONE_POLICY,
    UNDECIDED,
    amount,
    enough,
    gain,
    in_points,
    rate,
    rate_lines,
    widened,
    with_interval,
    withheld,
)

LEAD = "A column is that of the relic when it leaves: resupply moves relics to the left."


def relics(material: Material) -> Section:
    """Escape order, what a step in each column is worth, and what a lead in steps tells."""
    gone = questions.escapes(material.main)
    kept = gone[(gone["blocks"] >= FEW) & bool(gone["events"].any())]
    table = _escape_table(kept)
    steps, worth = _steps(material)
    lead = questions.step_values(material.main)
    tables = (rate_lines("lead", "W by lead in steps over the best other seat at half-way", lead, name="W"), *steps)
    found = [*worth, *_lead_verdict(enough(lead), material)]
    if kept.empty:
        why = NOTHING if gone["events"].any() else "No relic left the temple."
        return Section("relics", "Relics and steps", why, tables=(table, *tables), verdicts=tuple(found))
    verdicts = (_order_verdict(material, kept, True), _order_verdict(material, kept, False), *found)
    figure = _escape_figure(kept, table)
    return Section("relics", "Relics and steps", LEAD, figures=(figure,), tables=tables, verdicts=verdicts)


def _escape_table(kept: pd.DataFrame) -> Table:
    """Place, share that leave and turn of every column."""
    often = kept["events"] >= FEW
    shown = kept.drop(columns="events").assign(turn=kept["turn"].where(often))
    shown = with_interval(shown, "order", amount, "mean place")
    shown = with_interval(shown, "left", rate, "seats where one leaves", "left_")
    shown = with_interval(shown, "turn", amount, "turn of the game, where one leaves", "turn_")
    return table_of("escapes", "Which column relics leave from, in which order and when", shown)


def _escape_figure(kept: pd.DataFrame, table: Table) -> Figure:
    first, last = (int(_end(kept, side)["column"]) for side in (True, False))
    renamed = kept.rename(columns={"order": "value"}).assign(column=[f"column {c}" for c in kept["column"]])
    caption = (
        f"Lowest mean place: column {first}; highest: column {last}. Place of a column among the "
        "ten by the first relic that leaves from it; columns from which none does share the last places. 95% intervals "
        f"over {int(kept['blocks'].min()):,} blocks."
    )
    return Figure(
        "escapes", "Which relics escape first", f"Dots per column. {caption}", caption,
        lambda: figures.forest(renamed, "column", percent=False, xlabel="mean place among the ten columns"), table,
    )  # fmt: skip


def _end(kept: pd.DataFrame, first: bool) -> pd.Series:
    return kept.loc[kept["order"].idxmin() if first else kept["order"].idxmax()]


def _order_verdict(material: Material, kept: pd.DataFrame, first: bool) -> Verdict:
    """The column that relics leave from first, or last, as the question of `ANSWERS` asks."""
    side = "first" if first else "last"
    name = f"column out {side}"
    row, word = _end(kept, first), robust_word(material, name)
    told = (
        f"column {int(row['column'])} (mean place {amount(row, 'order')} of 10; a relic leaves from there in "
        f"{rate(row, 'left', 'left_')} of seats"
    )
    if row["events"] >= FEW:
        told += f", at turn {amount(row, 'turn', 'turn_')} of the game where one does"
    lead = "" if questions.ANSWERS[name](material.main) else "Not settled: "
    advice = " To slow it down, give that column a step more." if first and not lead else ""
    answer = f"{lead}{told}); n = {int(row['blocks']):,} blocks.{advice}"
    answer = answer[0].upper() + answer[1:]
    return Verdict(f"Which column do relics leave from {side}?", word, answer, estimated_behind(material, name))


def _steps(material: Material) -> tuple[tuple[Table, ...], tuple[Verdict, ...]]:
    """What a step is worth in each column, where uses of dice were valued."""
    uses = material.valued.get("use")
    if uses is None:
        return (), ()
    table = questions.step_worth(uses)
    kept = enough(table).sort_values("value", ascending=False)
    shown = with_interval(kept.sort_values("column"), write=in_points, name="a step").rename(
        columns={"offered": "decisions"}
    )
    caption = (
        f"What a step is worth by column of the relic, against wasting the dice, in points of W{withheld(table, kept)}"
    )
    tables = (table_of("step-worth", caption, shown),)
    if len(kept) < 2:
        return tables, ()
    best, worst = kept.iloc[0], kept.iloc[-1]
    apart = widened(best, len(kept))[0] > widened(worst, len(kept))[1]
    most, least = int(best["column"]), int(worst["column"])
    told = f"most in column {most} ({gain(best)} of W), least in column {least} ({gain(worst)})"
    answer = (
        f"{'It is worth ' if apart else 'No difference between columns is settled: '}{told}. Compared with wasting the "
        f"seat's last dice; n = {int(kept['offered'].sum()):,} choices, {material.rollouts} rollouts of each."
    )
    word = ONE_POLICY if apart else UNDECIDED
    question = "What is a step worth in each column?"
    return tables, (Verdict(question, word, answer, tuple(material.ruleset.estimated())),)


def _lead_verdict(kept: pd.DataFrame, material: Material) -> tuple[Verdict, ...]:
    """What a lead in steps at half-way tells of the winner: the widest bands that are not thin."""
    if len(kept) < 2:
        return ()
    low, high = kept.iloc[0], kept.iloc[-1]
    apart = low["high"] < high["low"] or high["high"] < low["low"]
    lead = "" if apart else "Not settled: "
    answer = (
        f"{lead}W is {rate(low)} at {low['lead at half']} steps against the best other seat, and {rate(high)} at "
        f"{high['lead at half']}; n = {int(kept['blocks'].min()):,} blocks a band or more."
    )
    word = ONE_POLICY if apart else UNDECIDED
    question = "What does a lead in steps at half-way tell?"
    return (Verdict(question, word, answer, tuple(material.ruleset.estimated())),)
