"""Sections on chains and on priests: points by length, the second chain, what a priest is worth and where it stands."""

import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.analysis.five.answers import BINDS
from temple_sim.analysis.five.chains import by_reserve
from temple_sim.reports import five_extra as extra
from temple_sim.reports import five_figures as own
from temple_sim.reports.document import Figure, Section, Table, Verdict, table_of
from temple_sim.reports.five_text import (
    basis_of_prices,
    groups,
    habit,
    of_game,
    of_w,
    outstanding,
    price_table,
    ratio_table,
)
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word
from temple_sim.reports.wording import (
    THIN,
    amount,
    basis,
    enough,
    listed,
    rate,
    value_lines,
    with_interval,
    withheld,
    word,
)

ASKED_LENGTHS = "Asked again: whether short (to 4), middle (to 7) or long chains earn most for a space."
ASKED_ORDER = "Asked again of other policies and values: only whether the second chain earns less than the first."
ALL_LEVELS = ("level2.rounds", "level3.rounds")


def chains(material: Material) -> Section:
    """Points by length of a chain, and what a second chain of a turn is worth."""
    lengths = questions.points_by_length(material.main)
    order = questions.points_by_order(material.main)
    tables = [
        table_of("chain-order", "Points of the game from cards, by place of the chain in its turn",
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
    drawn, verdicts = _length_parts(material, lengths, valued)
    price, told = _second_chain(material, order)
    return Section("chains", "Chains", figures=(*drawn, *price), tables=tuple(tables), verdicts=(*verdicts, *told))


def _length_parts(
    material: Material, lengths: pd.DataFrame, valued: pd.DataFrame | None
) -> tuple[tuple[Figure, ...], tuple[Verdict, ...]]:
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
        f"A space earns most in chains of {best['length']} ({amount(best, 'a space', 'a_')} points of the game); "
        f"the commonest length is {usual['length']} ({amount(usual, 'a space', 'a_')})"
    )
    caption = (
        f"{finding}. Points of the game from cards, credited to the chains that filled their cells; a card's points "
        "are shared out by the numbers of the winner's cells, so a chain whose claim fails earns nothing; "
        f"{_basis_a_space(shown[shown['length'] == best['length']])}."
    )
    told = f"Two curves over chain length. {caption}"
    title = "What a space of a chain earns"
    figure = Figure("chain-points", title, told, caption, lambda: own.points_curve(shown), _length_table(lengths, kept))
    answer = (
        f"{finding}. Long chains come late and from those who build well, so this does not say how long to wait."
        f"{_by_rollouts(valued)} To make short chains matter more, give cards more small cells or more points for few "
        f"cells; for long ones, print larger numbers. n = {int(shown['events'].sum()):,} chains. {ASKED_LENGTHS}"
    )
    name = "best length"
    verdict = Verdict("Which lengths of chains earn most for a space?", robust_word(material, name), answer,
                      estimated_behind(material, name))  # fmt: skip
    return (figure,), (verdict,)


def _basis_a_space(line: pd.DataFrame) -> str:
    """What the interval of points a space rests on and shows."""
    return basis(line.assign(detects=line["detects"] / line["spaces"]))


def _by_rollouts(valued: pd.DataFrame | None) -> str:
    """Which length is the one to use where chains of several could be used."""
    if valued is None:
        return ""
    best = outstanding(questions.chain_values(valued))
    if best is None:
        return " Where chains of several lengths could be used, rollouts show no length to be worth most."
    told = f"{of_w(best, 'gain', 'gain_')} against the mean other length"
    return f" Where chains of several lengths could be used, one of {best['length']} is worth most by rollouts: {told}."


def _length_table(lengths: pd.DataFrame, kept: pd.DataFrame) -> Table:
    shown = with_interval(kept.drop(columns=["spaces", "detects"]), "points", amount, "points a chain")
    shown = with_interval(shown, "a space", amount, "points a space", ends="a_")
    names = {"chains": "a seat and game", "events": "chains"}
    caption = f"Points of the game from cards, by length of the chain{withheld(lengths, kept)}"
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
    told = "; ".join(f"{row['lever']} on level {row['level']} {of_w(row, 'W')}" for row in kept.to_dict("records"))
    caption = (
        f"Worth: {told}. The same game played on with and without it, from a priest turn in which nothing is "
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
    answer = (
        f"The second chain earns {amount(rows['second'])} points of the game, the first {amount(rows['first'])} "
        f"(n = {int(order['blocks'].min()):,} blocks). {ASKED_ORDER}"
    )
    lines = prices.to_dict("records")
    for row in (line for line in lines if line["lever"] == "the second chain"):
        answer += f" Being allowed it on level {row['level']} is worth {of_w(row, 'W')}."
    costs = [row for row in lines if row["high"] < 0 or row["score_high"] < 0]
    told = listed([
        f"{row['lever']} on level {row['level']} ({of_w(row, 'W')}, {of_game(row, 'score', 'score_')})"
        for row in costs
    ])  # fmt: skip
    if costs:
        answer += (
            f" A loss by {told}: an option cannot cost a good player, so this policy overspends its priests there."
        )
    name = "second chain"
    verdict = Verdict("What is a second chain of a turn worth?", robust_word(material, name), answer,
                      estimated_behind(material, name))  # fmt: skip
    return (verdict,)


def priests(material: Material) -> Section:
    """How often priests run short, what one more is worth, and where the chain's priest should stand."""
    economy = questions.priest_economy(material.main)
    table = ratio_table("priests", "The priest economy: shares, and points of the game for a priest", economy)
    drawn, verdicts = _price_parts(material, economy)
    place = _cover_verdict(material)
    return Section("priests", "Priests", figures=drawn, tables=(table,), verdicts=(*verdicts, *place))


def _price_parts(material: Material, economy: pd.DataFrame) -> tuple[tuple[Figure, ...], tuple[Verdict, ...]]:
    short = economy.iloc[0]
    apart = f" ({groups(short)})" if groups(short) else ""
    line = f"{100 * BINDS:g}% of the priest turns"
    start = (
        f"Yes, in more than {line}" if short["low"] > BINDS
        else f"No, in fewer than {line}" if short["high"] < BINDS
        else f"Not settled whether in more than {line}"
    )  # fmt: skip
    answer = (
        f"{start}: {rate(short)} of the priest turns stop with a chain left that could be used but for priests{apart}."
    )
    found = extra.lever(material, "priest")
    drawn: tuple[Figure, ...] = ()
    if found is not None:
        prices = questions.prices(found)
        kept = enough(prices)
        if len(kept):
            drawn = (_price_figure(material, found, kept),)
            told = ", ".join(f"{of_w(row, 'W')} on level {row['level']}" for row in kept.to_dict("records"))
            answer += f" One priest more in hand when tiles are laid is worth {told}."
    answer += f" If that is too tight, give each a priest more; n = {int(short['blocks']):,} blocks."
    name = "priests bind"
    verdict = Verdict("Do priests run short?", robust_word(material, name), answer, estimated_behind(material, name))
    return drawn, (verdict,)


def _price_figure(material: Material, found: pd.DataFrame, overall: pd.DataFrame) -> Figure:
    """The shadow price of a priest by level and by priests in hand."""
    prices = questions.prices(by_reserve(found), ("hand", "level"))
    kept = enough(prices)
    both = pd.concat([overall.assign(hand="any number"), prices], ignore_index=True)[list(prices.columns)]
    table = price_table("priest-price", "What one priest more in hand is worth, by level and priests in hand", both)
    told = "; ".join(f"level {row['level']} {of_w(row, 'W')}" for row in overall.to_dict("records"))
    shown = pd.concat([overall.assign(hand="any number in hand"), kept.assign(hand=kept["hand"] + " in hand")])
    caption = (
        f"One priest more is worth: {told}. The same game played on from a building decision with one priest "
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
        f"On the same chain, a space that a later tile can cover is worth {of_w(row, 'mean')} against one that none "
        f"can: {advice}. n = {int(row['choices']):,} choices of {int(row['games']):,} games."
        f"{habit(material, 'habit: covering', 'put the priest there')}"
    )
    return (Verdict("Where should the chain's priest stand?", word(row), answer, tuple(material.ruleset.estimated())),)
