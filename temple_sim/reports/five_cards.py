"""Sections on cards: big claims or single cells, leftmost cells, gods and shapes; and rules of thumb side by side."""

import textwrap

import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.analysis.fairness import seat_spread
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, percent, table_of
from temple_sim.reports.five_text import anatomy_table, habit, of_game, of_w, ratio_table
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word, value_forest
from temple_sim.reports.wording import (
    NOTHING,
    ONE_POLICY,
    THIN,
    UNDECIDED,
    amount,
    clear,
    enough,
    gain,
    value_lines,
    with_interval,
    withheld,
    word,
)

CLAIMS = (
    ("several", "One big claim or many single cells?", "several cells at once", "one cell", "habit: one cell",
     "claim single cells"),
    ("leftmost", "Is the leftmost cell worth it?", "the leftmost cell", "another cell of the card", "habit: leftmost",
     "take the leftmost cell"),
    ("supreme", "Supreme or colour cards?", "the supreme god's card", "the colour god's card", "habit: supreme",
     "claim on the supreme god's card"),
)  # fmt: skip


def cards(material: Material) -> Section:
    """What claims and cards are worth."""
    frame = material.main
    tables = [ratio_table("claims", "Share of blessings by what they fill", questions.claims_by_cells(frame)),
              _shape_table(frame)]  # fmt: skip
    valued = material.valued.get("bless")
    if valued is None:
        lead = "No actions were valued: what follows is what was done, not what it is worth."
        return Section("cards", "Cards", lead, tables=tuple(tables))
    values, shapes = questions.claim_values(valued, material.ruleset.values), questions.card_values(valued)
    tables.append(value_lines("god-values", "Value of filling cells for a god", questions.god_values(valued)))
    named = shapes.assign(card=shapes["side"] + " " + shapes["cells"]).drop(columns=["side", "cells"])
    drawn = [
        value_forest(material, "bless", "claim-values", "Big claims or single cells", values, "claim",
                     "By claim, each kind as one action", "gain"),
        value_forest(material, "bless", "card-values", "What a card is worth", named, "card",
                     "By side and cells, each card as one action", "gain"),
    ]  # fmt: skip
    told = questions.contrasts({"bless": valued}, material.ruleset.values)
    verdicts = (*_claim_verdicts(material, told), *_shape_verdict(material, shapes, valued))
    return Section("cards", "Cards", figures=tuple(filter(None, drawn)), tables=tuple(tables), verdicts=verdicts)


def _shape_table(frame: pd.DataFrame) -> Table:
    shapes = questions.cards_by_shape(frame)
    kept = enough(shapes)
    shown = with_interval(kept, write=amount, name="completed a game")
    lines = pd.DataFrame({
        "card": kept["side"] + " " + kept["cells"],
        "points": kept["points"].astype(str) + " / " + kept["unfinished"].astype(str),
        "points a space": kept["a space"], "completed a game": shown["completed a game"],
        "won by winners": kept["winners"],
    })  # fmt: skip
    caption = (
        "Cards: points of the game when completed / unfinished, for each space they ask, and how often they are "
        f"completed{withheld(shapes, kept)}"
    )
    return table_of("card-shapes", caption, lines, {"won by winners": percent})


def _claim_verdicts(material: Material, told: pd.DataFrame) -> list[Verdict]:
    """Several cells or one, the leftmost cell, supreme or colour: from choices that offered both."""
    found = []
    for line, question, one, other, name, does in CLAIMS:
        row = told.loc[line]
        if row["choices"] < THIN:
            continue
        advice = (
            f"prefer {one}" if row["best_low"] > 0 else f"prefer {other}" if row["best_high"] < 0
            else "look at the case, neither is shown to be better as such"
        )  # fmt: skip
        answer = (
            f"Where both could be had, the best choice with {one} was worth "
            f"{of_w(row, 'best', 'best_')} against the best with {other} (mean choice: "
            f"{of_w(row, 'mean')}): {advice}.{_note(line, told)} "
            f"n = {int(row['choices']):,} choices.{habit(material, name, does)}"
        )
        found.append(Verdict(question, word(row, "best_"), answer, tuple(material.ruleset.estimated())))
    return found


def _note(line: str, told: pd.DataFrame) -> str:
    """What a bonus piece adds to single cells."""
    row = told.loc["earns"]
    if line != "several" or row["choices"] < THIN:
        return ""
    return f" Among single cells, one with a bonus piece is worth {of_w(row, 'mean')} against one without."


def _shape_verdict(material: Material, shapes: pd.DataFrame, valued: pd.DataFrame) -> tuple[Verdict, ...]:
    kept = enough(shapes).dropna(subset=["gain"]).reset_index(drop=True)
    if len(kept) < 2:
        return ()
    best, worst = kept.iloc[kept["gain"].argmax()], kept.iloc[kept["gain"].argmin()]
    ends = {"gain": "value", "gain_low": "low", "gain_high": "high"}
    seen, noise = seat_spread(kept.drop(columns=["low", "high"]).rename(columns=ends))
    apart = seen > noise
    names = " and ".join(f"{row['side']} {row['cells']} ({of_w(row, 'gain', 'gain_')})" for row in (best, worst))
    answer = (
        f"Apart, against the mean other card: {names}. Raise the points of the second or lower those of the first."
        if apart else f"No card stands out from the noise of so many; furthest apart are {names}."
    )  # fmt: skip
    known = tuple(key for key in material.ruleset.estimated() if key.startswith("blessings"))
    answer += (
        f" Noise alone spreads so many cards by up to {100 * noise:.1f} points of W, they lie {100 * seen:.1f} apart."
    )
    text = f"{answer} n = {valued.loc[valued['cells'].notna(), 'decision'].nunique():,} decisions."
    return (Verdict("Which cards are worth most?", ONE_POLICY if apart else UNDECIDED, text, known),)


def rules_of_thumb(material: Material) -> Section | None:
    """All yes-or-no questions of play on one scale."""
    if not material.valued:
        return None
    told = questions.contrasts(material.valued, material.ruleset.values)
    kept = enough(told)
    if kept.empty:
        return Section("thumb", "Rules of thumb", "Too few choices were valued (all thin cells withheld).")
    shown = kept.assign(value=kept["mean"], question=[_wrapped(text) for text in kept["question"]])
    sure = kept[clear(kept, "mean")].sort_values("mean", key=abs, ascending=False)
    finding = (
        "; ".join(f"{row['question']}: {of_w(row, 'mean')}" for row in sure.head(3).to_dict("records"))
        or "No rule of thumb is shown to differ from zero, of all compared"
    )
    caption = (
        f"{finding}. Each dot compares the mean action with the property and the mean one without it, within choices "
        f"that offered both; 95% bootstrap intervals over games, {int(kept['choices'].min()):,} to "
        f"{int(kept['choices'].max()):,} choices a line{withheld(told, kept)}."
    )
    figure = Figure(
        "thumb", "Rules of thumb", f"Forest plot of differences. {caption}", caption,
        lambda: figures.forest(shown, "question", 0.0, material.margin, xlabel="points of W (band: margin)"),
        _thumb_table(told, kept),
    )  # fmt: skip
    return Section("thumb", "Rules of thumb", figures=(figure,))


def _thumb_table(told: pd.DataFrame, kept: pd.DataFrame) -> Table:
    lines = [
        {"question": row["question"], "choices": int(row["choices"]), "games": int(row["games"]),
         "mean action": gain(row, "mean"), "best action": gain(row, "best", "best_")}
        for row in kept.to_dict("records")
    ]  # fmt: skip
    caption = (
        "With against without, in choices that offered both; the best action is picked by half of the rollouts and "
        f"valued by the other half{withheld(told, kept)}"
    )
    return table_of("thumb", caption, pd.DataFrame(lines))


def _wrapped(text: str, width: int = 34) -> str:
    """A label on several lines."""
    return "\n".join(textwrap.wrap(text, width))


def anatomy(material: Material) -> Section:
    """Where points come from, winners against the others."""
    frame = material.main
    table = questions.points_by_source(frame)
    shown = table[(table["winners"] > 0) | (table["others"] > 0)]
    tables = (
        anatomy_table(
            "points-by-size", "Points of the game of completed cards by side and size", questions.points_by_size(frame)
        ),
        anatomy_table("cards-by-god", "Completed cards by god", questions.cards_by_god(frame)),
    )
    if shown.empty or enough(shown).empty:
        return Section("anatomy", "Score anatomy", "Nobody scored." if shown.empty else NOTHING, tables=tables)
    most = shown.iloc[shown["difference"].argmax()]
    total = shown["difference"].sum()
    caption = (
        f"Winners lead most by {most['source']} ({of_game(most, 'difference')}, of {total:+.1f} in all). Mean "
        "points of the game a seat, winners beside the others; 95% intervals of the difference over "
        f"{int(shown['blocks'].min()):,} blocks in the table."
    )
    figure = Figure(
        "points", "Where winners get their points", f"Bars by source. {caption}", caption,
        lambda: figures.anatomy(shown), anatomy_table("points", "Points of the game by source", table),
    )  # fmt: skip
    answer = (
        f"Winners differ from the others most in points from {most['source']}: {of_game(most, 'difference')}, of "
        f"{total:+.1f} in all. n = {int(shown['blocks'].min()):,} blocks."
    )
    name = "main source"
    verdict = Verdict("Which points make the winner?", robust_word(material, name), answer,
                      estimated_behind(material, name))  # fmt: skip
    return Section("anatomy", "Score anatomy", figures=(figure,), tables=tables, verdicts=(verdict,))
