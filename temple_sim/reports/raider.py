"""Temple Raider's own sections: what dice, relics, cards and rooms are worth."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, points, table_of, with_interval
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word

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
    answer = f"{finding}; {size}. Numbers in demand can be made rarer by a step less in their columns."
    found = [Verdict("Which dice should one take?", "one policy, values as they are", answer, _estimated(material))]
    singles = _values("single-dice", "Value of a single die for the other seats", questions.pick_values(valued, 1))
    uses = material.valued.get("use")
    tables = [singles]
    if uses is not None:
        values = questions.use_values(uses, "use")
        tables += [_values("uses", "Value of using dice alone or summed", values)]
        found += _extremes("Are dice better used alone or summed?", values, "use", material)
    return Section("dice", "Dice", figures=(heat, by_stage), tables=tuple(tables), verdicts=tuple(found))


def head_starts(material: Material) -> Section | None:
    """Whether the head starts cancel the advantage of going first."""
    variant = material.variants.get(questions.NO_HEAD_START)
    if variant is None or material.ruleset.values["temple.head_start"] == [None] * 4:
        return None
    frame = questions.head_starts(material.main, variant.frame)
    shown = with_interval(100 * frame.set_index("seat")[["value", "low", "high"]], "value", share=False).reset_index()
    shown = frame[["seat", "W", "other W", "blocks"]].merge(shown, on="seat").rename(
        columns={"value": "difference, points", "other W": "W without"}
    )  # fmt: skip
    caption = f"W by seat with and without head starts, {material.main_players} players, same luck"
    table = table_of("head-starts", caption, shown, dict.fromkeys(("W", "W without"), percent))
    with_gap, without_gap = _gap(frame["W"]), _gap(frame["other W"])
    blocks = int(frame["blocks"].min())
    finding = (
        f"between best and worst seat lie {100 * without_gap:.2f} points of W without head starts and "
        f"{100 * with_gap:.2f} with them"
    )
    small = max(without_gap, with_gap) < material.margin
    advice = (
        "Both are within the margin: head starts are not needed for fairness." if small
        else "They help: keep them." if with_gap < without_gap
        else "They overshoot: try smaller ones."
    )  # fmt: skip
    verdict = Verdict(
        "Do the head starts cancel the advantage of going first?", "one policy, values as they are",
        f"With {material.main_players} players {finding}. {advice} n = {blocks:,} blocks.", _estimated(material),
    )  # fmt: skip
    return Section("head-starts", "Head starts", tables=(table,), verdicts=(verdict,))


def _gap(shares: pd.Series) -> float:
    return float(shares.max() - shares.min())


def relics(material: Material) -> Section:
    """Escape order, and what a lead in steps is worth."""
    frame = questions.escapes(material.main)
    shown = with_interval(frame, "order", share=False, name="mean place")
    table = table_of("escapes", "Which column relics leave from, in which order", shown)
    gone = frame.dropna(subset=["order"])
    steps = questions.step_values(material.main)
    caption = "W by lead in steps over the best other seat at half-way"
    lead = table_of(
        "steps", caption, with_interval(steps, "value", name="W") if len(steps) else steps, {"detects": percent}
    )
    if gone.empty:
        return Section("relics", "Relics and steps", "No relic left the temple.", tables=(table, lead))
    first, last = gone.loc[gone["order"].idxmin()], gone.loc[gone["order"].idxmax()]
    early = f"column {int(first['column'])} first (mean place {first['order']:.1f}, turn {first['turn']:.0f})"
    finding = (
        f"Relics leave {early} and column {int(last['column'])} last ({last['order']:.1f}, turn {last['turn']:.0f})"
    )
    renamed = gone.rename(columns={"order": "value"}).assign(column=[f"column {c}" for c in gone["column"]])
    blocks = int(frame["blocks"].max())
    caption = f"{finding}. Mean place among the escapes of a seat, 95% interval over {blocks:,} blocks."
    order = Figure(
        "escapes", "Which relics escape first", f"Dots per column. {caption}", caption,
        lambda: figures.forest(renamed, "column", percent=False, xlabel="mean place among a seat's escapes"), table,
    )  # fmt: skip
    verdict = Verdict(
        "Which relics leave first, and which last?", robust_word(material, "relics out first"),
        f"{finding}; n = {blocks:,} blocks. To slow an early column down, give it a step more.",
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
        tables.append(_values("cards", "Value of activating a card", values))
        tables.append(
            _values("columns", "Value of a step, by column of the relic", questions.use_values(uses, "column"))
        )
        found += _extremes("Which card is too good or too weak?", values, "card", material)
    if rooms is not None:
        values = questions.room_values(rooms)
        tables.append(_values("rooms", "Value of a room for an escaped relic", values))
        found += _extremes("Which room is worth a relic?", values, "room", material)
    attacks = with_interval(questions.attacks(material.main), "value", share=False, name="a seat and game")
    tables.append(table_of("attacks", "Eruptions and pushes", attacks.drop(columns="detects")))
    return Section("cards", "Cards, rooms and eruptions", tables=tuple(tables), verdicts=tuple(found))


def _extremes(question: str, values: pd.DataFrame, by: str, material: Material) -> list[Verdict]:
    """The best and the worst of a value table, if they can be told apart."""
    kept = values[values["offered"] >= THIN] if len(values) else values
    if len(kept) < 2:
        return []
    best, worst = kept.iloc[0], kept.iloc[-1]
    told = f"{best[by]} ({_points(best)}) against {worst[by]} ({_points(worst)})"
    n = f"n = {int(kept['offered'].sum()):,} offers, {material.rollouts} rollouts of each action"
    if best["low"] <= worst["high"]:
        return [Verdict(question, "undecided", f"Not settled: {told}, points of W; {n}.", _estimated(material))]
    answer = f"{told}, points of W against what the policy takes; {n}. To even them out, help {worst[by]}."
    return [Verdict(question, "one policy, values as they are", answer, _estimated(material))]


def _points(row: pd.Series) -> str:
    return f"{points(row['RA'])} [{100 * row['low']:+.2f}, {100 * row['high']:+.2f}]"


def anatomy(material: Material) -> Section:
    """What winners do with their dice."""
    frame = questions.dice_use(material.main)
    shown = with_interval(frame, "difference", share=False)
    table = table_of("dice-use", "Use of dice, a seat and game, winners against the others", shown)
    most = frame.loc[frame["difference"].abs().idxmax()] if frame["difference"].notna().any() else None
    finding = "" if most is None else f"Winners differ most in {most['source']} ({most['difference']:+.2f}). "
    caption = f"{finding}Mean number a seat and game, winners beside the others; {int(frame['blocks'].max()):,} blocks."
    figure = Figure(
        "dice-use", "What winners do differently", f"Bars. {caption}", caption, lambda: figures.anatomy(frame), table
    )
    lead = "The score is the number of relics that left; this is where moves come from."
    return Section("anatomy", "Score anatomy", lead, figures=(figure,))


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


OPTIONS = (head_starts, dice, relics, cards)
ANATOMY = (anatomy,)
