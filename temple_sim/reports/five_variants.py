"""The section on variants: each against the rules of the report, sides of the goal, effect against colour tiles."""

from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.reports import figures
from temple_sim.reports import five_extra as extra
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.five_text import of_game, of_w
from temple_sim.reports.material import Material
from temple_sim.reports.wording import (
    ONE_POLICY,
    THIN,
    UNDECIDED,
    change,
    clear,
    enough,
    gain,
    leaning,
    listed,
    value_lines,
    with_interval,
    withheld,
    word,
)

OFF = "off"
SWITCHES: dict[str, tuple[Any, ...]] = {
    "special.set": ("colour", "effect", "mixed"),
    "variant.bird_in_hand": (False, True),
    "variant.ultimate_goal": (OFF, 1, 2),
}
WORDS: dict[tuple[str, Any], str] = {
    ("special.set", "colour"): "colour tiles on top", ("special.set", "effect"): "effect tiles on top",
    ("special.set", "mixed"): "colour and effect tiles", ("variant.bird_in_hand", False): "all tiles seen at once",
    ("variant.bird_in_hand", True): "a bird in the hand", ("variant.ultimate_goal", OFF): "no ultimate goal",
    ("variant.ultimate_goal", 1): "ultimate goal, side 1", ("variant.ultimate_goal", 2): "ultimate goal, side 2",
}  # fmt: skip
SIDES = ([1, 2, 1, 2], [2, 1, 2, 1])
GOALS = ("3", "4", "5")
SHARES = ("W of seat 0", "shared wins", "turns short of priests")  # measures that are shares
DECISIONS = 800


def variants(material: Material) -> Section | None:
    """Every switch of the game against the rules of this report."""
    if not extra.plays(material):
        return None
    frames = _frames(material)
    verdicts: list[Verdict] = []
    drawn: list[Figure] = []
    tables: list[Table] = []
    if frames:
        baseline = material.main[material.main["block"] <= max(frame["block"].max() for frame in frames.values())]
        compared = questions.compare_variants(baseline, frames, material.margin)
        drawn.append(_figure(compared))
        verdicts.append(_verdict(material, compared))
    for part in (_sides(material), _specials(material)):
        if part is not None:
            tables.append(part[0])
            verdicts.append(part[1])
    if not drawn and not tables:
        return None
    lead = "Each variant is played on the same luck as the rules of this report, so that luck cancels."
    return Section("variants", "Variants", lead, figures=tuple(drawn), tables=tuple(tables), verdicts=tuple(verdicts))


def _frames(material: Material) -> dict[str, pd.DataFrame]:
    """By name: the games of every value a switch does not have now."""
    found = {}
    for key, values in SWITCHES.items():
        for value in values:
            if material.ruleset.values[key] != value or type(material.ruleset.values[key]) is not type(value):
                match = extra.changed(material, {key: value})
                if match is not None:
                    found[WORDS[key, value]] = extra.frame_of(match)
    return found


def _figure(compared: pd.DataFrame) -> Figure:
    scores = compared[compared["measure"] == "points a seat"]
    most = scores.iloc[int(np.abs(scores["value"]).argmax())]
    saved = compared["vrf"].replace(np.inf, np.nan).median()
    caption = (
        f"{most['variant']} changes the points of a seat most: {of_game(most)}, from {most['baseline']:.1f}. Dots: "
        f"variant minus the rules of this report; 95% intervals over {int(scores['blocks'].min()):,} blocks on the "
        f"same luck; an unpaired comparison would need {saved:.1f} times as many (median)."
    )
    return Figure(
        "variants", "What the variants change", f"Forest plot of differences in points a seat. {caption}", caption,
        lambda: figures.forest(scores, "variant", reference=0.0, percent=False, xlabel="points of the game more"),
        _table(compared),
    )  # fmt: skip


def _table(compared: pd.DataFrame) -> Table:
    lines = compared.to_dict("records")
    shown = compared.drop(columns=["low", "high"]).rename(columns={"value": "difference"})
    for name in ("baseline", "there"):
        shown[name] = [percent(row[name]) if row["measure"] in SHARES else f"{row[name]:.2f}" for row in lines]
    shown["difference"] = [gain(row) if row["measure"] in SHARES else change(row) for row in lines]
    names = {"baseline": "rules of this report", "there": "in the variant", "vrf": "VRF"}
    return table_of("variants", "Variants minus the rules of this report", shown.rename(columns=names))


def _verdict(material: Material, compared: pd.DataFrame) -> Verdict:
    """One line a variant: what it does to points, to the winner's lead and to the first seat."""
    told = []
    for variant, part in compared.groupby("variant", sort=False):
        rows = part.set_index("measure").to_dict("index")
        score, lead, seat = (rows[name] for name in ("points a seat", "lead of the winner", "W of seat 0"))
        fair = leaning(seat["low"], seat["high"], material.margin)
        told.append(
            f"{str(variant).capitalize()}: a seat scores {of_game(score)}, the winner leads by {of_game(lead)}; does "
            f"the first seat gain? {fair} ({of_w(seat)})."
        )
    settled = (compared["verdict"] != "undecided").any()
    answer = f"{' '.join(told)} n = {int(compared['blocks'].min()):,} blocks each."
    question = "What do the variants change?"
    return Verdict(question, ONE_POLICY if settled else UNDECIDED, answer, tuple(material.ruleset.estimated()))


def _sides(material: Material) -> tuple[Table, Verdict] | None:
    """Side 1 of the ultimate goal against side 2: half of the seats each, then the other way round."""
    matches = [extra.changed(material, {"variant.ultimate_goal": list(side)}) for side in SIDES]
    if any(match is None for match in matches) or material.main_players < 2:
        return None
    first, second = (extra.frame_of(match) for match in matches if match is not None)
    pair = questions.sides(first, second, _first_side)
    low, high = pair.interval()
    apart = of_w({"value": pair.effect, "low": low, "high": high})
    table = questions.goal_table(first, second, _first_side, GOALS)
    kept = enough(table)
    shown = with_interval(kept[["what", "side", "value", "low", "high", "blocks", "seats"]], name="share of seats")
    caption = f"The sides of the ultimate goal, both at one table, changed over{withheld(table, kept)}"
    answer = (
        f"Not settled: no shipped policy plays for the goal, so goals are met by accident. Side 1 against side 2 "
        f"gives {apart}, which says how often goals come by themselves and not which side is better for those who "
        f"pursue them. n = {pair.blocks:,} blocks."
    )
    question, rests = "Are both sides of the ultimate goal worth the same?", tuple(material.ruleset.estimated())
    return table_of("goal-sides", caption, shown), Verdict(question, UNDECIDED, answer, rests)


def _first_side(seat: int) -> int:
    """The side of a seat in the first of the two runs."""
    return SIDES[0][seat % len(SIDES[0])]


def _specials(material: Material) -> tuple[Table, Verdict] | None:
    """Effect tiles against colour tiles by rollouts, in games that hold both."""
    match = extra.changed(material, {"special.set": "mixed"})
    run = material.same[material.main_players]
    valued = extra.value(match, "choose", min(DECISIONS, run.games // 10 + 8)) if match else None
    if valued is None:
        return None
    values = questions.special_values(valued)
    table = value_lines(
        "special-values", "Value of taking a special tile, in games with colour and effect tiles", values
    )
    kinds = valued[valued["special"].notna()].assign(effect=lambda part: part["special"] != "colour")
    row, each = questions.versus(kinds, "effect"), questions.effect_contrasts(valued)
    if row["choices"] < THIN:
        return None
    told = (
        "Effect tiles are worth more" if row["low"] > 0
        else "Colour tiles are worth more" if row["high"] < 0 else "Neither is shown to be worth more"
    )  # fmt: skip
    answer = (
        f"{told}: an effect tile against a colour tile {of_w(row, 'mean')} where both were drawn.{_each_effect(each)} "
        f"n = {int(row['choices']):,} choices."
    )
    return table, Verdict("Effect tiles or colour tiles?", word(row), answer, tuple(material.ruleset.estimated()))


def _each_effect(each: pd.DataFrame) -> str:
    """Each effect against colour tiles, and which are not shown to be better."""
    kept = enough(each)
    if kept.empty:
        return ""
    better = clear(kept, "mean") & (kept["mean"] > 0)
    told = listed([f"{row['effect']} {of_w(row, 'mean')}" for row in kept.to_dict("records")])
    others = [name for name in each["effect"] if name not in set(kept.loc[better, "effect"])]
    return f" Each against a colour tile: {told}; not shown to be better: {listed(others)}."
