"""Temple Raider's section on dice: what pairs and single dice are worth, early and late, alone and summed."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Verdict, points, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.wording import (
    ONE_POLICY,
    THIN,
    UNDECIDED,
    basis_of_values,
    clear,
    enough,
    gain,
    in_points,
    listed,
    settled,
    value_lines,
    widened,
    with_interval,
    withheld,
)

WIDE = ["W", "games"]  # columns left out, so that a table fits a page


def dice(material: Material) -> Section | None:
    """Dice-pick value: pairs, single dice, early and late, alone against summed."""
    valued = material.valued.get("pick")
    if valued is None:
        return None
    pairs = questions.pick_values(valued, 2)
    kept = enough(pairs).sort_values("mean", ascending=False)
    if kept.empty:
        return Section("dice", "Dice", "Too few decisions were valued to show a pair (thin cells withheld).")
    best, worst = kept.iloc[0], kept.iloc[-1]
    table = value_lines("picks", "Value of a pair of dice for the active seat", pairs.drop(columns=WIDE))
    caption = (
        f"From {points(worst['mean'])} ({worst['numbers']}) to {points(best['mean'])} points of W ({best['numbers']}). "
        "W after taking the pair less that of the mean other pair; intervals in the table: "
        f"{basis_of_values(kept, material, 'pick', 'mean_')}{withheld(pairs, kept)}."
    )
    heat = Figure(
        "dice-pairs", "What a pair of dice is worth", f"Heat map over pairs of numbers. {caption}", caption,
        lambda: figures.heat(questions.pair_grid(kept), "Pair against the mean other pair", "points of W", 0.0), table,
    )  # fmt: skip
    single = questions.pick_values(valued, 1).drop(columns=WIDE)
    singles = value_lines("single-dice", "Value of a single die for the other seats", single)
    tables, found = [singles], [_pick_verdict(kept, material)]
    uses = material.valued.get("use")
    if uses is not None:
        kinds = questions.use_values(uses, "use")
        tables.append(value_lines("uses", "Value of kinds of use against what the policy does", kinds))
        apart = enough(questions.alone_or_sum(uses))
        shown = with_interval(apart, write=in_points, name="alone less summed").rename(columns={"offered": "decisions"})
        caption = "One die alone less two in a sum, in the decisions that offer both, in points of W"
        tables.append(table_of("alone-or-sum", caption, shown))
        found += _use_verdict(apart, material)
    drawn = (heat, *_shift_figure(material, valued))
    return Section("dice", "Dice", figures=drawn, tables=tuple(tables), verdicts=tuple(found))


def _pick_verdict(kept: pd.DataFrame, material: Material) -> Verdict:
    """Whether the best pair is told apart from the worst, picked among all of them."""
    best, worst = kept.iloc[0], kept.iloc[-1]
    apart = widened(best, len(kept), "mean", "mean_")[0] > widened(worst, len(kept), "mean", "mean_")[1]
    text = (
        f"{best['numbers']} is the best pair ({gain(best, 'mean', 'mean_')} of W against the mean other pair), "
        f"{worst['numbers']} the worst ({gain(worst, 'mean', 'mean_')}); "
        f"n = {material.valued['pick']['decision'].nunique():,} decisions, {material.rollouts} rollouts of each action."
    )
    word = ONE_POLICY if apart else UNDECIDED
    answer = text if apart else f"Not settled: {text}"
    return Verdict("Which dice should one take?", word, answer, tuple(material.ruleset.estimated()))


def _use_verdict(apart: pd.DataFrame, material: Material) -> list[Verdict]:
    """Alone against summed where both are possible, each at its best."""
    rows = apart[apart["compared"] == "best of each"]
    if rows.empty:
        return []
    row = rows.iloc[0]
    told = f"the best use of one die less the best sum is {gain(row)} of W"
    if settled(row, 1):
        text, word = f"{'Alone' if row['value'] > 0 else 'Summed'}: {told}", ONE_POLICY
    else:
        text, word = f"Not settled: {told}", UNDECIDED
    answer = (
        f"{text}; n = {int(row['offered']):,} decisions that offer both, {material.rollouts} rollouts of each action."
    )
    question = "Are dice better used alone or summed?"
    return [Verdict(question, word, answer, tuple(material.ruleset.estimated()))]


def _shift_figure(material: Material, valued: pd.DataFrame) -> tuple[Figure, ...]:
    """Values in the first and the second half of a game; nothing when all pairs are thin in one of them."""
    table = questions.pick_shift(valued, 2)
    kept = enough(table)
    if kept.empty:
        return ()
    moved = list(kept.loc[clear(kept, "shift", "shift_"), "numbers"])
    finding = (
        f"{len(moved)} of {len(kept)} pairs shift: {listed(moved)}"
        if moved
        else f"No shift is seen in {len(kept)} pairs"
    )
    caption = (
        f"{finding} (5% for all together, Holm). W after taking the pair less that of the mean other pair, in the "
        "first and the second half of the picks of a game; 95% intervals in the table by bootstrap over "
        f"{valued['game'].nunique():,} games, {THIN} decisions of a pair and half or more{withheld(table, kept)}."
    )
    grid = 100 * kept.set_index("numbers")[list(questions.HALVES)]
    shown = kept.rename(columns={"offered": "decisions a half, or more"})
    for name in (*questions.HALVES, "shift"):
        shown = with_interval(shown, name, in_points, ends=f"{name}_")
    told = table_of("dice-stages", "Pairs against the mean other pair by half of the game, in points of W", shown)
    return (Figure("dice-stages", "How it shifts as the game goes on", f"Heat map of pairs by half. {caption}", caption,
                   lambda: figures.heat(grid, "Pairs by half of the game", "points of W", 0.0), told),)  # fmt: skip
