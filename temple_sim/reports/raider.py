"""Temple Raider's own sections: what dice, relics, cards and rooms are worth."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.analysis.paired import verdict_of
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    NOTHING,
    ONE_POLICY,
    UNDECIDED,
    amount,
    basis_of_values,
    change,
    enough,
    gain,
    in_points,
    rate_lines,
    value_lines,
    widened,
    with_interval,
    withheld,
)

LEVEL = "If they should be even, make {worst} better or {best} rarer."


def dice(material: Material) -> Section | None:
    """Dice-pick value: pairs, single dice, by part of the game, alone against summed."""
    valued = material.valued.get("pick")
    if valued is None:
        return None
    pairs = questions.pick_values(valued, 2)
    kept = enough(pairs)
    if kept.empty:
        return Section("dice", "Dice", "Too few decisions were valued to show a pair (thin cells withheld).")
    ordered = kept.sort_values("mean", ascending=False)
    best, worst = ordered.iloc[0], ordered.iloc[-1]
    finding = (
        f"{best['numbers']} is the best pair ({gain(best, 'mean', 'mean_')} of W against the mean other pair), "
        f"{worst['numbers']} the worst ({gain(worst, 'mean', 'mean_')})"
    )
    table = value_lines("picks", "Value of a pair of dice for the active seat", pairs)
    size = f"{valued['decision'].nunique():,} decisions, {material.rollouts} rollouts of each action"
    caption = (
        f"{finding}. W after taking the pair minus that of the mean other pair, in points; intervals in the table: "
        f"{basis_of_values(kept, material, 'pick', 'mean_')}{withheld(pairs, kept)}."
    )
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
    found = [_pick_verdict(ordered, finding, size, material)]
    singles = value_lines("single-dice", "Value of a single die for the other seats", questions.pick_values(valued, 1))
    uses = material.valued.get("use")
    tables = [singles]
    if uses is not None:
        values = questions.use_values(uses, "use")
        tables += [value_lines("uses", "Value of using dice alone or summed", values)]
        found += _extremes("Are dice better used alone or summed?", values, "use", material, "")
    return Section("dice", "Dice", figures=(heat, by_stage), tables=tuple(tables), verdicts=tuple(found))


def _pick_verdict(ordered: pd.DataFrame, finding: str, size: str, material: Material) -> Verdict:
    """Whether the best pair is told apart from the worst, picked among all of them."""
    best, worst = ordered.iloc[0], ordered.iloc[-1]
    apart = widened(best, len(ordered), "mean", "mean_")[0] > widened(worst, len(ordered), "mean", "mean_")[1]
    answer = f"{finding}; {size}." if apart else f"Not settled: {finding}; {size}."
    word = ONE_POLICY if apart else UNDECIDED
    return Verdict("Which dice should one take?", word, answer, _estimated(material))


def head_starts(material: Material) -> Section | None:
    """Whether the head starts cancel the advantage of going first, at every number of players."""
    runs = material.variants.get(questions.NO_HEAD_START, {})
    if not runs or material.ruleset.values["temple.head_start"] == [None] * 4:
        return None
    tables = {players: questions.head_starts(material.frames[players], run.frame) for players, run in runs.items()}
    frame = pd.concat([table.assign(players=players) for players, table in tables.items()], ignore_index=True)
    shown = frame[["players", "seat", "W", "other W", "blocks", "value", "low", "high"]]
    shown = with_interval(shown.rename(columns={"other W": "W without"}), write=in_points, name="difference, points")
    table = table_of(
        "head-starts", "W by seat with and without head starts, one policy in all seats, same luck", shown,
        dict.fromkeys(("W", "W without"), percent),
    )  # fmt: skip
    told = " ".join(_head_start_answer(players, table, material.margin) for players, table in tables.items())
    blocks = int(frame["blocks"].min())
    verdict = Verdict(
        "Do the head starts cancel the advantage of going first?", ONE_POLICY, f"{told} n = {blocks:,} blocks each.",
        _estimated(material),
    )  # fmt: skip
    return Section("head-starts", "Head starts", tables=(table,), verdicts=(verdict,))


def _head_start_answer(players: int, table: pd.DataFrame, margin: float) -> str:
    first = table[table["seat"] == 0].iloc[0]
    without, having = _gap(table["other W"]), _gap(table["W"])
    judged = {
        "equivalent": f"they hardly matter, by less than {100 * margin:g} points",
        "undecided": "not settled",
        "different": "they help" if having < without else "they overshoot: give less",
    }[verdict_of(first["low"], first["high"], margin)]
    gaps = f"best and worst seat are {100 * without:.1f} points of W apart without and {100 * having:.1f} with them"
    return f"{players} players: {judged}. They change the first seat's W by {gain(first)}; {gaps}."


def _gap(shares: pd.Series) -> float:
    return float(shares.max() - shares.min())


def relics(material: Material) -> Section:
    """Escape order, and what a lead in steps is worth."""
    gone = questions.escapes(material.main).dropna(subset=["order"])
    kept = enough(gone)
    shown = with_interval(kept, "order", amount, "mean place")
    told = f"Which column relics leave from, in which order{withheld(gone, kept)}"
    table = table_of("escapes", told, shown)
    caption = "W by lead in steps over the best other seat at half-way"
    lead = rate_lines("steps", caption, questions.step_values(material.main), name="W")
    if kept.empty:
        why = "No relic left the temple." if gone.empty else NOTHING
        return Section("relics", "Relics and steps", why, tables=(table, lead))
    first, last = kept.loc[kept["order"].idxmin()], kept.loc[kept["order"].idxmax()]
    early = f"column {int(first['column'])} first (mean place {amount(first, 'order')}, turn {first['turn']:.0f})"
    late = f"column {int(last['column'])} last ({amount(last, 'order')}, turn {last['turn']:.0f})"
    finding = f"Relics leave {early} and {late}"
    renamed = kept.rename(columns={"order": "value"}).assign(column=[f"column {c}" for c in kept["column"]])
    blocks = f"{int(kept['blocks'].min()):,} blocks or more"
    caption = f"{finding}. Mean place among the escapes of a seat; 95% intervals over {blocks}."
    order = Figure(
        "escapes", "Which relics escape first", f"Dots per column. {caption}", caption,
        lambda: figures.forest(renamed, "column", percent=False, xlabel="mean place among a seat's escapes"), table,
    )  # fmt: skip
    verdict = Verdict(
        "Which relics leave first, and which last?", robust_word(material, "relics out first"),
        f"{finding}; n = {blocks}. To slow an early column down, give it a step more.",
        estimated_behind(material, "relics out first"),
    )  # fmt: skip
    return Section("relics", "Relics and steps", figures=(order,), tables=(lead,), verdicts=(verdict,))


def cards(material: Material) -> Section | None:
    """Cards and rooms by action value, and what is done to others."""
    tables: list[Table] = []
    found: list[Verdict] = []
    uses, rooms = material.valued.get("use"), material.valued.get("room")
    if uses is not None:
        values = questions.use_values(uses, "card")
        tables.append(value_lines("cards", "Value of activating a card", values))
        tables.append(
            value_lines("columns", "Value of a step, by column of the relic", questions.use_values(uses, "column"))
        )
        found += _extremes("Which card is too good or too weak?", values, "card", material, LEVEL)
    if rooms is not None:
        values = questions.room_values(rooms)
        tables.append(value_lines("rooms", "Value of a room for an escaped relic", values))
        found += _extremes("Which room is worth a relic?", values, "room", material, LEVEL)
    attacks = with_interval(questions.attacks(material.main), write=amount, name="a seat and game")
    tables.append(table_of("attacks", "Eruptions and pushes", attacks.drop(columns="detects")))
    return Section("cards", "Cards, rooms and eruptions", tables=tuple(tables), verdicts=tuple(found))


def _extremes(question: str, values: pd.DataFrame, by: str, material: Material, advice: str) -> list[Verdict]:
    """The best and the worst of a value table, if they can be told apart; the advice names {best} and {worst}."""
    kept = enough(values)
    if len(kept) < 2:
        return []
    best, worst = kept.iloc[0], kept.iloc[-1]
    told = f"{best[by]} ({gain(best, 'RA')}) against {worst[by]} ({gain(worst, 'RA')})"
    n = f"n = {int(kept['offered'].sum()):,} offers, {material.rollouts} rollouts of each action"
    if widened(best, len(kept), "RA")[0] <= widened(worst, len(kept), "RA")[1]:
        return [Verdict(question, UNDECIDED, f"Not settled: {told}; {n}.", _estimated(material))]
    answer = f"{told}, both in W against what the policy takes; {n}. {advice.format(best=best[by], worst=worst[by])}"
    return [Verdict(question, ONE_POLICY, answer.strip(), _estimated(material))]


def anatomy(material: Material) -> Section:
    """What winners do with their dice."""
    frame = questions.dice_use(material.main)
    lead = "The score is the number of relics that left; this is where moves come from."
    if enough(frame).empty:
        return Section("anatomy", "Score anatomy", f"{lead} {NOTHING}")
    shown = with_interval(frame, "difference", change)
    table = table_of("dice-use", "Use of dice, a seat and game, winners against the others", shown)
    most = frame.loc[frame["difference"].abs().idxmax()]
    caption = (
        f"Winners differ most in {most['source']} ({change(most, 'difference')}). Mean number a seat and game, winners "
        f"beside the others; 95% intervals of the difference over {int(frame['blocks'].min()):,} blocks."
    )
    figure = Figure(
        "dice-use", "What winners do differently", f"Bars. {caption}", caption, lambda: figures.anatomy(frame), table
    )
    return Section("anatomy", "Score anatomy", lead, figures=(figure,))


def _estimated(material: Material) -> tuple[str, ...]:
    return tuple(material.ruleset.estimated())


OPTIONS = (head_starts, dice, relics, cards)
ANATOMY = (anatomy,)
