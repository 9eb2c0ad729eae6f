"""Lost Temple's sections on the race: start spaces, idol and tokens, jungle, where winners' spaces come from."""

import pandas as pd

from temple_sim.analysis import lost_temple as questions
from temple_sim.games.lost_temple.tables import CHARACTERS
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, exact_percent, percent, table_of
from temple_sim.reports.lost_temple_words import EFFECT, if_really, margin_word, over_equal, rests_on
from temple_sim.reports.material import Material
from temple_sim.reports.shared import robust_word
from temple_sim.reports.wording import (
    FEW,
    NOTHING,
    ONE_POLICY,
    amount,
    basis,
    change,
    clear,
    enough,
    gain,
    in_points,
    leaning,
    listed,
    rate,
    rate_lines,
    values_needed,
    with_interval,
    withheld,
)


def starts(material: Material) -> Section:
    """W by dealt start character."""
    table = questions.start_values(material.main)
    kept = enough(table).sort_values("value", ascending=False)
    told = rate_lines("starts", "W by start character dealt (events: deals)", table, name="W")
    if kept.empty:
        return Section("starts", "Start spaces", NOTHING, tables=(told,))
    first, last = kept.iloc[0], kept.iloc[-1]
    caption = (
        f"From {rate(last)} ({last['character']}) to {rate(first)} ({first['character']}). W "
        "of the seat dealt the character for its start space, gems and machete; line: equal share, band: the margin; "
        f"{basis(kept, material.margin)}{withheld(table, kept)}."
    )
    measure = panels.Measure(kept, "character", "W of the seat dealt it, percent", reference=float(first["equal"]),
                          margin=material.margin)  # fmt: skip
    figure = Figure("starts", "What a start is worth", f"Dots, a start character a line. {caption}", caption,
                    lambda: panels.dot_columns(list(kept["character"]), [measure], CHARACTERS), told)  # fmt: skip
    lead = "Start characters are dealt at random, so W itself says what a start is worth."
    verdicts = (*_shaman_verdict(material, kept), _best_start_verdict(material, kept))
    return Section("starts", "Start spaces", lead, figures=(figure,), verdicts=verdicts)


def _shaman_verdict(material: Material, kept: pd.DataFrame) -> tuple[Verdict, ...]:
    rows = kept[kept["character"] == "shaman"]
    if rows.empty:
        return ()
    row = rows.iloc[0]
    answer = (
        f"{leaning(*over_equal(row), material.margin)}: the seat dealt the shaman wins {rate(row)}, an equal share is "
        f"{100 * row['equal']:.1f}%. n = {row['events']:,.0f} deals in {int(row['blocks']):,} blocks."
    )
    return (Verdict("Is being dealt the shaman good?", robust_word(material, "shaman start"), answer,
                    rests_on(material, "shaman start")),)  # fmt: skip


def _best_start_verdict(material: Material, kept: pd.DataFrame) -> Verdict:
    """Whether the start that wins most is above an equal share by more than the margin; the table is in order of W."""
    gaps = kept.assign(gap_low=kept["low"] - kept["equal"], gap_high=kept["high"] - kept["equal"])
    first, size = gaps.iloc[0], f"{100 * material.margin:g} points"
    told = f"the {first['character']}'s, {gain(first, 'gap', 'gap_')} from an equal share"
    found = questions.ANSWERS["start too good"](material.main)
    if found == first["character"]:
        text = f"Weaken the start of the {first['character']} first: {gain(first, 'gap', 'gap_')} above an equal share."
    elif found == "none":
        text = f"No start by {size} or more; highest is {told}."
    else:
        text = f"Not settled whether one is, by more than {size}; highest is {told}."
    sure = gaps[clear(gaps, "gap", "gap_")]
    above, below = (list(part["character"]) for part in (sure[sure["gap"] > 0], sure[sure["gap"] < 0]))
    text += f" Told apart from an equal share: above {listed(above)}; below {listed(below)}."
    answer = f"{text}{if_really(material, first['character'])} n = {int(first['blocks']):,} blocks."
    word = robust_word(material, "start too good")
    return Verdict("Which starts are too good?", word, answer, rests_on(material, "start too good"))


def idol(material: Material) -> Section:
    """What chance tokens and the idol are worth."""
    tokens, holders = questions.token_values(material.main), questions.idol(material.main)
    tokens = tokens.assign(token=tokens["token"].str.replace("_", " "))
    kept = enough(tokens).sort_values("value", ascending=False)
    table = rate_lines("idol", "The idol, once a round (events: rounds)", holders)
    if kept.empty:
        return Section("idol", "Idol and tokens", NOTHING, tables=(table,))
    first, last = kept.iloc[0], kept.iloc[-1]
    caption = (
        f"Best to reveal: {first['token']} ({gain(first)}); worst: {last['token']} ({gain(last)}). W of seats that "
        f"reveal the token less W of those that reveal another kind; 95% intervals over "
        f"{int(kept['blocks'].min()):,} blocks or more{values_needed(kept, material.margin, 'blocks')}"
        f"{withheld(tokens, kept)}."
    )
    measure = panels.Measure(kept, "token", "W against another token, points", reference=0.0, margin=material.margin)
    figure = Figure("tokens", "What a chance token is worth", f"Dots, a token a line. {caption}", caption,
                    lambda: panels.dot_columns(list(kept["token"]), [measure]), _token_table(tokens, kept))  # fmt: skip
    lead = (
        "The idol goes to the seat furthest behind unless a token decides, so W of its holders says how far behind "
        "they were. Which token a seat reveals is luck, but for what seers see and swap: comparing tokens is fairer."
    )
    verdicts = (*_idol_verdict(material, kept, holders), *_first_pick_verdict(material))
    drawn = (figure, *_first_pick_figure(material))
    return Section("idol", "Idol and tokens", lead, figures=drawn, tables=(table,), verdicts=verdicts)


def _first_picks(material: Material) -> pd.DataFrame | None:
    """W by place in the first draft, or None where it was not played with equal starts, or too little."""
    run = material.variant(questions.EQUAL_STARTS)
    table = None if run is None else enough(questions.first_picks(run.frame))
    return None if table is None or table.empty else table


def _first_pick_figure(material: Material) -> tuple[Figure, ...]:
    """What holding the first idol is worth when nothing else differs."""
    table = _first_picks(material)
    if table is None:
        return ()
    lines = table.assign(line=[f"pick {place}" for place in table["place"]])
    first, best, worst = lines.iloc[0], lines.loc[lines["value"].idxmax()], lines.loc[lines["value"].idxmin()]
    caption = (
        f"Highest: {best['line']}, lowest: {worst['line']}; an equal share is {percent(first['equal'])}. W by place "
        "in the first round's draft in games where all seats start alike (same space, 1 gem, no machete), so nothing "
        f"but the place differs; line: equal share, band: the margin; {basis(table, material.margin)}."
    )
    measure = panels.Measure(lines, "line", "W, percent", reference=float(first["equal"]), margin=material.margin)
    told = rate_lines("first-picks", "W by place in the first draft, equal starts (events: seats)", table, name="W")
    return (Figure("first-picks", "What one idol is worth at the start", f"Dots, a place a line. {caption}", caption,
                   lambda: panels.dot_columns(list(lines["line"]), [measure]), told),)  # fmt: skip


def _first_pick_verdict(material: Material) -> tuple[Verdict, ...]:
    table = _first_picks(material)
    if table is None:
        return ()
    row = table.iloc[0]
    answer = (
        f"{leaning(*over_equal(row), material.margin)}: where all seats start alike, the seat that picks "
        f"first in the first round wins {rate(row)}, an equal share is {percent(row['equal'])}. "
        f"n = {int(row['blocks']):,} blocks."
    )
    word = margin_word(*over_equal(row), material.margin)
    return (Verdict("Does the first idol help?", word, answer, rests_on(material)),)


def _token_table(tokens: pd.DataFrame, kept: pd.DataFrame) -> Table:
    shown = with_interval(kept, write=in_points, name="against another token, points")
    shown = shown.rename(columns={"events": "reveals"})
    formats = {"W": percent, "detects": exact_percent, "reveals": lambda value: f"{value:,.0f}"}
    return table_of("tokens", f"W by chance token revealed{withheld(tokens, kept)}", shown, formats)


def _idol_verdict(material: Material, kept: pd.DataFrame, holders: pd.DataFrame) -> tuple[Verdict, ...]:
    rows, rounds = kept[kept["token"] == "idol"], holders.iloc[0]
    if rows.empty:
        return ()
    row = rows.iloc[0]
    lead = _against_another(row["low"], row["high"], material.margin)
    answer = (
        f"{lead}: W of a seat that reveals an idol token, less that of one that reveals any other, is {gain(row)}. "
        f"The others include harmful tokens, so this is no gain over revealing nothing.{_machete(kept)} A token "
        f"decides who holds the idol in {rate(rounds)} of rounds. "
        f"n = {row['events']:,.0f} idol tokens in {int(row['blocks']):,} blocks."
    )
    return (Verdict("Is an idol token better than another token?", robust_word(material, "idol token"), answer,
                    rests_on(material, "idol token")),)  # fmt: skip


def _against_another(low: float, high: float, margin: float) -> str:
    """A difference from another token in words, as far as its interval and the margin settle it."""
    size = f"{100 * margin:g} points"
    if -margin < low and high < margin:
        return f"About as good as another token, within {size}"
    side = "Better" if low > 0 else "Worse" if high < 0 else ""
    if not side:
        return "Not settled"
    beyond = low > margin or high < -margin
    return f"{side} than another token" + (
        f" by more than {size}" if beyond else f"; whether by more than {size} is not settled"
    )


def _machete(kept: pd.DataFrame) -> str:
    """A harmless token to compare with."""
    rows = kept[kept["token"] == "gain machete"]
    return "" if rows.empty else f" For gain machete the same figure is {gain(rows.iloc[0])}."


def jungle(material: Material) -> Section:
    """Jungle stops and machetes."""
    table = questions.jungle(material.main)
    if table["blocks"].min() < FEW:
        return Section("jungle", "Deep jungle", NOTHING)
    lines = table.to_dict("records")
    every = [amount(row, "all", "all_") for row in lines]
    apart = [change(row, "difference") for row in lines]
    shown = table[["source", "winners", "others", "blocks"]].rename(columns={"source": "a seat and game"})
    shown.insert(1, "all seats", every)
    shown.insert(4, "winners less others", apart)
    text = (
        f"A seat is stopped {every[0]} times a game for want of a machete and spends {every[1]} machetes. Winners less "
        f"the others: {apart[0]} stops, {apart[1]} machetes. {EFFECT} n = {int(table['blocks'].min()):,} blocks."
    )
    behind = ("track.", "characters.", "tokens.gain_machete", "tokens.lose_machete")
    rests = tuple(name for name in material.ruleset.estimated() if name.startswith(behind))
    verdict = Verdict("How often does deep jungle stop a player?", ONE_POLICY, text, rests)
    caption = "Moves stopped at deep jungle and machetes spent on it, a seat and game"
    return Section("jungle", "Deep jungle", tables=(table_of("jungle", caption, shown),), verdicts=(verdict,))


def anatomy(material: Material) -> Section | None:
    """Where winners' spaces come from."""
    table = questions.move_sources(material.main)
    if table["blocks"].min() < FEW:
        return None
    most = table.loc[table["difference"].idxmax()]
    caption = (
        f"Spaces won with the {most['source']} set winners apart most: {change(most, 'difference')} a game against "
        "the others. Spaces gained by character, a seat and game; intervals of the difference over "
        f"{int(table['blocks'].min()):,} blocks."
    )
    shown = with_interval(table, "difference", change)
    told = table_of("anatomy", "Spaces gained by character, a seat and game", shown)
    figure = Figure("anatomy", "Where the spaces come from", f"Bars. {caption}", caption,
                    lambda: figures.anatomy(table), told)  # fmt: skip
    lead = "A score is the position at the end; these are the spaces that each character brought. " + EFFECT
    return Section("anatomy", "Score anatomy", lead, figures=(figure,))
