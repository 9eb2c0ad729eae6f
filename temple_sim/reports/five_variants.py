"""The section on variants: each against the rules of the report, sides of the goal, effect against colour tiles."""

from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.reports import figures
from temple_sim.reports import five_extra as extra
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.wording import ONE_POLICY, THIN, UNDECIDED, change, enough, gain, value_lines, word

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
        verdicts += _verdicts(material, compared)
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
        f"{most['variant']} changes the points of a seat most: {change(most)} from {most['baseline']:.1f}. Dots: "
        f"variant minus the rules of this report; 95% intervals over {int(scores['blocks'].min()):,} blocks on the "
        f"same luck; an unpaired comparison would need {saved:.1f} times as many (median)."
    )
    return Figure(
        "variants", "What the variants change", f"Forest plot of differences in points a seat. {caption}", caption,
        lambda: figures.forest(scores, "variant", reference=0.0, percent=False, xlabel="points a seat more"),
        _table(compared),
    )  # fmt: skip


def _table(compared: pd.DataFrame) -> Table:
    lines = compared.to_dict("records")
    shown = compared.drop(columns=["low", "high"]).rename(columns={"value": "difference"})
    for name in ("baseline", "there"):
        shown[name] = [percent(row[name]) if row["measure"] in SHARES else f"{row[name]:.2f}" for row in lines]
    shown["difference"] = [gain(row) if row["measure"] in SHARES else change(row) for row in lines]
    return table_of("variants", "Variants minus the rules of this report", shown)


def _verdicts(material: Material, compared: pd.DataFrame) -> list[Verdict]:
    """What a variant does to points, to the winner's lead and to the first seat."""
    found = []
    for variant, part in compared.groupby("variant", sort=False):
        rows = part.set_index("measure").to_dict("index")
        score, lead, seat = (rows[name] for name in ("points a seat", "lead of the winner", "W of seat 0"))
        game = f"Points of a seat change by {change(score)}, the winner's lead by {change(lead)}"
        fair = {"different": "the first seat gains or loses", "equivalent": "the first seat is as good as before",
                "undecided": "whether the first seat gains is not settled"}[seat["verdict"]]  # fmt: skip
        answer = f"{game}; {fair} (its W: {gain(seat)}). n = {int(score['blocks']):,} blocks."
        told = UNDECIDED if {score["verdict"], lead["verdict"], seat["verdict"]} == {"undecided"} else ONE_POLICY
        found.append(Verdict(f"What does it change to play with {variant}?", told, answer,
                             tuple(material.ruleset.estimated())))  # fmt: skip
    return found


def _sides(material: Material) -> tuple[Table, Verdict] | None:
    """Side 1 of the ultimate goal against side 2: half of the seats each, then the other way round."""
    matches = [extra.changed(material, {"variant.ultimate_goal": list(side)}) for side in SIDES]
    if any(match is None for match in matches) or material.main_players < 2:
        return None
    first, second = (extra.frame_of(match) for match in matches if match is not None)
    pair = questions.sides(first, second, lambda seat: SIDES[0][seat % len(SIDES[0])])
    low, high = pair.interval()
    row = {"value": pair.effect, "low": low, "high": high}
    lines = [{"what": "W", "side 1": pair.variant, "side 2": pair.baseline}]
    for goal in GOALS:
        met = {f"side {side}": side_mean(first, second, side, f"goals.{goal}") for side in (1, 2)}
        lines.append({"what": f"seats that met the goal of {goal} points", **met})
    caption = f"The sides of the ultimate goal, both at one table, changed over: W {gain(row)} for side 1"
    told = (
        "Side 1 is the better one" if low > 0 else "Side 2 is the better one" if high < 0
        else "No difference is shown between the sides"
    )  # fmt: skip
    answer = (
        f"{told}: side 1 against side 2 {gain(row)}, side 1 in half of the seats and then in the others. Where both "
        f"sides meet, bring the points of their goals in line. n = {pair.blocks:,} blocks."
    )
    verdict = Verdict("Are both sides of the ultimate goal worth the same?", word(row), answer,
                      tuple(material.ruleset.estimated()))  # fmt: skip
    shares = dict.fromkeys(("side 1", "side 2"), percent)
    return table_of("goal-sides", caption, pd.DataFrame(lines), shares), verdict


def side_mean(first: pd.DataFrame, second: pd.DataFrame, side: int, column: str) -> float:
    """Mean of a column over the seats that had a side, in either run."""
    parts = []
    for frame, order in zip((first, second), SIDES, strict=True):
        had = np.array(order)[frame["seat"].to_numpy()] == side
        parts.append(frame.loc[had, column])
    return float(pd.concat(parts).mean())


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
    row = questions.versus(kinds, "effect")
    kept = enough(values)
    if row["choices"] < THIN or kept.empty:
        return None
    best = kept.iloc[kept["RA"].argmax()]
    told = (
        "Effect tiles are worth more"
        if row["low"] > 0
        else "Colour tiles are worth more"
        if row["high"] < 0
        else "Neither is shown to be worth more"
    )
    answer = (
        f"{told}: an effect tile against a colour tile {gain(row, 'mean')} where both were drawn; best is "
        f"{best['special']} ({gain(best, 'RA')}). n = {int(row['choices']):,} choices."
    )
    return table, Verdict("Effect tiles or colour tiles?", word(row), answer, tuple(material.ruleset.estimated()))
