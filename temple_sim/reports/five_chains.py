"""Sections on chains and on priests: points by length, the second chain, what a priest is worth and where it stands."""

import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.analysis.five.chains import by_reserve
from temple_sim.reports import five_extra as extra
from temple_sim.reports import five_figures as own
from temple_sim.reports.document import Figure, Section, Table, Verdict, table_of
from temple_sim.reports.five_text import ASKED_AGAIN, basis_of_prices, groups, price_table, ratio_table
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    THIN,
    UNDECIDED,
    amount,
    basis,
    enough,
    gain,
    rate,
    value_lines,
    with_interval,
    withheld,
    word,
)

ALL_LEVELS = ("level2.rounds", "level3.rounds")


def chains(material: Material) -> Section:
    """Points by length of a chain, and what a second chain of a turn is worth."""
    lengths = questions.points_by_length(material.main)
    order = questions.points_by_order(material.main)
    tables = [
        table_of("chain-order", "Points of cards credited to the first, second and later chain of a turn",
                 with_interval(order, write=amount, name="points a chain")),
        ratio_table("chain-turns", "Share of priest turns by chains used", questions.turns_by_chains(material.main)),
    ]  # fmt: skip
    valued = material.valued.get("priest")
    if valued is not None:
        tables.append(
            value_lines("chain-values", "Value of using a chain, by its length", questions.chain_values(valued))
        )
        caption = "Value of a chain, a bonus piece or stopping, by chains used so far in the turn"
        tables.append(value_lines("order-values", caption, questions.order_values(valued)))
    drawn, verdicts = _length_parts(material, lengths)
    price, told = _second_chain(material, order)
    return Section("chains", "Chains", figures=(*drawn, *price), tables=tuple(tables), verdicts=(*verdicts, *told))


def _length_parts(material: Material, lengths: pd.DataFrame) -> tuple[tuple[Figure, ...], tuple[Verdict, ...]]:
    lengths = lengths.rename(columns={"used": "events"})
    kept = enough(lengths)
    if kept.empty:
        return (), ()
    shown = kept[kept["spaces"].notna()]
    if shown.empty:
        return (), ()
    best = shown.loc[shown["a space"].idxmax()]
    usual = shown.loc[shown["chains"].idxmax()]
    finding = (
        f"A space earns most in chains of {best['length']} ({amount(best, 'a space', 'a_')} points); "
        f"the commonest length is {usual['length']} ({amount(usual, 'a space', 'a_')})"
    )
    caption = (
        f"{finding}. Points of cards credited to the chains that filled their cells; a card's points are shared out "
        "by the numbers of the winner's cells, so a chain whose claim fails earns nothing; "
        f"{basis(shown[shown['length'] == best['length']])}."
    )
    told = f"Two curves over chain length. {caption}"
    title = "What a space of a chain earns"
    figure = Figure("chain-points", title, told, caption, lambda: own.points_curve(shown), _length_table(lengths, kept))
    ratio = best["a space"] / usual["a space"] if usual["a space"] else float("nan")
    answer = (
        f"{finding}: {ratio:.2f} times as much a space. To make short chains matter more, give cards more small cells "
        "or more points for few cells; to make long ones matter more, print larger numbers. "
        f"n = {int(shown['blocks'].min()):,} blocks."
    )
    name = "best length"
    verdict = Verdict("How long should a chain be when it is used?", robust_word(material, name), answer,
                      estimated_behind(material, name))  # fmt: skip
    return (figure,), (verdict,)


def _length_table(lengths: pd.DataFrame, kept: pd.DataFrame) -> Table:
    shown = with_interval(kept.drop(columns=["spaces", "detects"]), "points", amount, "points a chain")
    shown = with_interval(shown, "a space", amount, "points a space", ends="a_")
    names = {"chains": "a seat and game", "events": "chains"}
    caption = f"Points of cards by length of the chain{withheld(lengths, kept)}"
    return table_of("chain-points", caption, shown.rename(columns=names))


def _second_chain(material: Material, order: pd.DataFrame) -> tuple[tuple[Figure, ...], tuple[Verdict, ...]]:
    """What being allowed the second chain of a turn, or a third, is worth by level."""
    parts = {"the second chain": ("second chain", -1), "one chain more": ("one more chain", 1)}
    found = {words: (extra.lever(material, name), sign) for words, (name, sign) in parts.items()}
    tables = [
        questions.prices(frame, ("level",), sign).assign(lever=words)
        for words, (frame, sign) in found.items() if frame is not None
    ]  # fmt: skip
    prices = pd.concat(tables, ignore_index=True)[["lever", *tables[0].columns[:-1]]] if tables else pd.DataFrame()
    kept = enough(prices)
    if kept.empty:
        return (), _order_verdict(material, order, kept)
    told = "; ".join(f"{row['lever']} on level {row['level']} {gain(row, 'W')}" for row in kept.to_dict("records"))
    caption = (
        f"Worth in W: {told}. The same game played on with and without it, from a priest turn in which nothing is "
        f"used yet; {basis_of_prices(kept, material.margin)}."
    )
    table = price_table("chain-prices", "What one chain of a turn is worth, by level", prices)
    groups = list(dict.fromkeys(kept["lever"]))
    figure = Figure(
        "chain-prices", "What a second chain of a turn is worth", f"Dots by level. {caption}", caption,
        lambda: own.prices(kept, "lever", "worth in points of W", groups), table,
    )  # fmt: skip
    return (figure,), _order_verdict(material, order, kept)


def _order_verdict(material: Material, order: pd.DataFrame, prices: pd.DataFrame) -> tuple[Verdict, ...]:
    rows = order.set_index("chain").to_dict("index")
    if "second" not in rows:
        return ()
    answer = f"The second chain earns {amount(rows['second'])} points, the first {amount(rows['first'])}."
    second = prices[prices["lever"] == "the second chain"] if len(prices) else prices
    for row in second.to_dict("records"):
        advice = "use it" if row["low"] > 0 else "it costs more than it brings" if row["high"] < 0 else "no clear gain"
        answer += f" In W, being allowed it on level {row['level']} is worth {gain(row, 'W')}: {advice}."
    name = "second chain"
    answer += f" n = {int(order['blocks'].min()):,} blocks."
    verdict = Verdict("What is a second chain of a turn worth?", robust_word(material, name), answer,
                      estimated_behind(material, name))  # fmt: skip
    return (verdict,)


def priests(material: Material) -> Section:
    """How often priests run short, what one more is worth, and where the chain's priest should stand."""
    economy = questions.priest_economy(material.main)
    table = ratio_table("priests", "The priest economy: shares, and points for a priest", economy)
    drawn, verdicts = _price_parts(material, economy)
    place = _cover_verdict(material)
    return Section("priests", "Priests", figures=drawn, tables=(table,), verdicts=(*verdicts, *place))


def _price_parts(material: Material, economy: pd.DataFrame) -> tuple[tuple[Figure, ...], tuple[Verdict, ...]]:
    short = economy.iloc[0]
    apart = f" ({groups(short)})" if groups(short) else ""
    answer = f"{rate(short)} of the priest turns stop with a chain left that could be used but for priests{apart}."
    found = extra.lever(material, "priest")
    drawn: tuple[Figure, ...] = ()
    if found is not None:
        prices = questions.prices(found)
        kept = enough(prices)
        if len(kept):
            drawn = (_price_figure(material, found, kept),)
            told = ", ".join(f"{gain(row, 'W')} on level {row['level']}" for row in kept.to_dict("records"))
            answer += f" In W, one priest more in hand when tiles are laid is worth {told}."
    answer += f" If that is too tight, give a priest more; n = {int(short['blocks']):,} blocks."
    name = "priests bind"
    verdict = Verdict("Do priests run short?", robust_word(material, name), answer, estimated_behind(material, name))
    return drawn, (verdict,)


def _price_figure(material: Material, found: pd.DataFrame, overall: pd.DataFrame) -> Figure:
    """The shadow price of a priest by level and by priests in hand."""
    prices = questions.prices(by_reserve(found), ("hand", "level"))
    kept = enough(prices)
    both = pd.concat([overall.assign(hand="any"), prices], ignore_index=True)[list(prices.columns)]
    table = price_table("priest-price", "What one priest more in hand is worth, by level and priests in hand", both)
    told = "; ".join(f"level {row['level']} {gain(row, 'W')}" for row in overall.to_dict("records"))
    shown = pd.concat([overall.assign(hand="any number in hand"), kept.assign(hand=kept["hand"] + " in hand")])
    caption = (
        f"In W, one priest more is worth: {told}. The same game played on from a building decision with one priest "
        f"more in that seat's reserve, minus as it was: all chance is in the set-up, so nothing else differs; "
        f"{basis_of_prices(shown, material.margin)}."
    )
    groups = list(dict.fromkeys(shown["hand"]))
    return Figure(
        "priest-price", "The shadow price of a priest", f"Dots by level and priests in hand. {caption}", caption,
        lambda: own.prices(shown, "hand", "one priest more, points of W", groups), table,
    )  # fmt: skip


def _cover_verdict(material: Material) -> tuple[Verdict, ...]:
    """The same chain, its priest where a later tile can cover it or where none can."""
    valued = material.valued.get("priest")
    if valued is None or not all(material.ruleset.values[name] for name in ALL_LEVELS):
        return ()
    row = questions.contrasts({"priest": valued}, material.ruleset.values).loc["coverable"]
    if row["choices"] < THIN:
        return ()
    advice = (
        "put it where a later tile covers it and brings it back" if row["low"] > 0
        else "do not go out of the way to have it covered" if row["high"] < 0 else "no clear gain"
    )  # fmt: skip
    answer = (
        f"On the same chain, a space that a later tile can cover is worth {gain(row, 'mean')} against one that none "
        f"can: {advice}. n = {int(row['choices']):,} choices of {int(row['games']):,} games.{_cover_habit(material)}"
    )
    name = "covering"
    told = robust_word(material, name) if word(row) != UNDECIDED else UNDECIDED
    return (Verdict("Where should the chain's priest stand?", told, answer, estimated_behind(material, name)),)


def _cover_habit(material: Material) -> str:
    """What winners do: the part of the answer that was repeated under other policies and assumptions."""
    row = questions.priest_economy(material.main).set_index("what").loc["chain priests where a tile can cover them"]
    return f" Share of chain priests that stand there: {groups(row)} ({ASKED_AGAIN})." if groups(row) else ""
