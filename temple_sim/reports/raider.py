"""Temple Raider's own sections: head starts, dice, relics, cards and rooms, what winners do."""

import pandas as pd

from temple_sim.analysis import raider as questions
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.raider_dice import WIDE, dice
from temple_sim.reports.raider_relics import relics
from temple_sim.reports.raider_seats import head_starts
from temple_sim.reports.wording import (
    FEW,
    NOTHING,
    ONE_POLICY,
    UNDECIDED,
    amount,
    change,
    enough,
    gain,
    listed,
    value_lines,
    widened,
    with_interval,
)

LEVEL = "If they should be even, make {worst} better or {best} rarer."
EFFECT = "What winners do more may follow from being ahead: it need not be what makes them win."


def cards(material: Material) -> Section | None:
    """Cards and rooms by action value, and what is done to others."""
    tables: list[Table] = []
    found: list[Verdict] = []
    uses, rooms = material.valued.get("use"), material.valued.get("room")
    if uses is not None:
        values = questions.use_values(uses, "card").assign(card=lambda table: _plain(table["card"]))
        columns = questions.use_values(uses, "column")
        tables.append(value_lines("cards", "Value of activating a card against what the policy does", values))
        caption = "Value of using dice for a relic, by its column, against what the policy does"
        tables.append(value_lines("columns", caption, columns))
        found += _card_verdict(values, material)
    if rooms is not None:
        values = questions.room_values(rooms)
        tables.append(value_lines("rooms", "Value of a room for an escaped relic", values.drop(columns=WIDE)))
        found += _room_verdict(values, material)
    attacks, finding = _attacks(material)
    tables.append(attacks)
    return Section("cards", "Cards, rooms and eruptions", finding, tables=tuple(tables), verdicts=tuple(found))


def _plain(names: pd.Series) -> list[str]:
    return [str(name).replace("_", " ") for name in names]


def _card_verdict(values: pd.DataFrame, material: Material) -> list[Verdict]:
    """The best and the worst card, if they can be told apart."""
    kept = enough(values)
    if len(kept) < 2:
        return []
    question, rests = "Which card is too good or too weak?", tuple(material.ruleset.estimated())
    best, worst = kept.iloc[0], kept.iloc[-1]
    told = f"{best['card']} ({gain(best, 'RA')}) against {worst['card']} ({gain(worst, 'RA')})"
    n = f"n = {int(kept['offered'].sum()):,} offers, {material.rollouts} rollouts of each action"
    if widened(best, len(kept), "RA")[0] <= widened(worst, len(kept), "RA")[1]:
        return [Verdict(question, UNDECIDED, f"Not settled: {told}; {n}.", rests)]
    advice = LEVEL.format(best=best["card"], worst=worst["card"])
    answer = f"{told}, both in W against what the policy takes; {n}. {advice}"
    return [Verdict(question, ONE_POLICY, answer, rests)]


def _room_verdict(values: pd.DataFrame, material: Material) -> list[Verdict]:
    """Which room players should choose, and whether the policy does."""
    kept = enough(values).dropna(subset=["mean"])
    if len(kept) < 2:
        return []
    best, worst = kept.iloc[0], kept.iloc[-1]
    apart = widened(best, len(kept), "mean", "mean_")[0] > widened(worst, len(kept), "mean", "mean_")[1]
    told = (
        f"{best['room']} is worth {gain(best, 'mean', 'mean_')} of W against the mean other room, {worst['room']} "
        f"{gain(worst, 'mean', 'mean_')}"
    )
    n = f"n = {int(kept['offered'].sum()):,} offers, {material.rollouts} rollouts of each action"
    start = f"For players: {best['room']} first" if apart else "Not settled"
    answer = f"{start}. {told[0].upper()}{told[1:]}; {n}.{_misplay(kept, material)}"
    word = ONE_POLICY if apart else UNDECIDED
    return [Verdict("Which room is worth a relic?", word, answer, tuple(material.ruleset.estimated()))]


def _misplay(kept: pd.DataFrame, material: Material) -> str:
    """What the policy gives away by taking another room than the best: RA above 0 for sure."""
    row = kept.loc[kept["RA"].idxmax()]
    if not widened(row, len(kept), "RA")[0] > 0:
        return ""
    return (
        f" The policy ({material.strongest}) takes the {row['room']} in {percent(row['chosen'])} of the offers, and "
        f"would win more with it always: {gain(row, 'RA')} an offer. It gives that away in every game, and all that is "
        "said here rests on its play."
    )


def _attacks(material: Material) -> tuple[Table, str]:
    """Relics moved back up: the table, and what of it can be said."""
    frame = questions.attacks(material.main)
    shown = with_interval(frame, "all", amount, "all seats", "all_")
    shown = with_interval(shown, "difference", change, "winners less others")
    table = table_of("attacks", "Relics moved back up by eruptions and pushes, a seat and game", shown)
    if frame["blocks"].min() < FEW:
        return table_of("attacks", f"{table.caption} (withheld: too few games)", shown.iloc[:0]), ""
    rows = frame[frame["what"] == "suffered"].to_dict("records")
    told = [f"{row['kind']} move a seat's relics up {amount(row, 'all', 'all_')} steps a game" for row in rows]
    apart = [f"{change(row, 'difference')} by {row['kind']}" for row in rows]
    lead = f"{listed(told)}; winners less the others: {listed(apart)}. {EFFECT}"
    return table, lead[0].upper() + lead[1:]


def anatomy(material: Material) -> Section:
    """What winners do with their dice."""
    frame = questions.dice_use(material.main)
    lead = f"The score is the number of relics that left; this is where moves come from. {EFFECT}"
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


OPTIONS = (head_starts, dice, relics, cards)
ANATOMY = (anatomy,)
