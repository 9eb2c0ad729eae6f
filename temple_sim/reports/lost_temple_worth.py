"""Lost Temple's sections on characters in play: when they are worth most, which moves win, what a turn brings."""

from typing import Any

import pandas as pd

from temple_sim.analysis import lost_temple as questions
from temple_sim.analysis.lost_temple.bands import BEHIND, GEMS, names_of
from temple_sim.games.lost_temple.tables import CHARACTERS
from temple_sim.reports import figures, panels
from temple_sim.reports.document import Figure, Section, Table, Verdict, table_of
from temple_sim.reports.lost_temple_characters import narrow, picks_valued
from temple_sim.reports.lost_temple_words import rests_on
from temple_sim.reports.material import Material
from temple_sim.reports.shared import robust_word
from temple_sim.reports.wording import (
    NOTHING,
    amount,
    basis,
    basis_of_values,
    clear,
    enough,
    gain,
    listed,
    rate,
    rate_lines,
    value_lines,
    with_interval,
    withheld,
)


def stages(material: Material) -> Section | None:
    """Value of picks by third of the rounds, by distance to the leader and by gems."""
    valued = material.valued.get("draft")
    if valued is None:
        return None
    frame = questions.with_thirds(valued)
    parts = (
        ("third", [str(name) for name in frame["third"].cat.categories], "Early or late", "third of the rounds"),
        ("behind", names_of(BEHIND), "Ahead or behind", "spaces behind the furthest meeple"),
        ("gems", names_of(GEMS), "Rich or poor", "gems of the seat"),
    )
    drawn = [_stage_figure(material, frame, *part) for part in parts]
    kept = tuple(figure for figure in drawn if figure)
    lead = "" if kept else "Too few decisions were valued to cut them into parts (all thin cells withheld)."
    return Section("stages", "Characters by stage", lead, figures=kept)


def _stage_figure(material: Material, frame: pd.DataFrame, part: str, order: list[str], title: str,
                  axis: str) -> Figure | None:  # fmt: skip
    table = questions.character_values_by(frame, part)
    kept = enough(table).dropna(subset=["mean"])
    if kept.empty:
        return None
    grid = 100 * kept.pivot(index="character", columns=part, values="mean")
    grid = grid.reindex(index=CHARACTERS, columns=[name for name in order if name in grid.columns]).dropna(how="all")
    sure = int(clear(kept, "mean", "mean_").sum())
    best, worst = kept.loc[kept["mean"].idxmax()], kept.loc[kept["mean"].idxmin()]
    caption = (
        f"Highest: {best['character']}, {best[part]} ({gain(best, 'mean', 'mean_')}); lowest: {worst['character']}, "
        f"{worst[part]} ({gain(worst, 'mean', 'mean_')}); {sure} of {len(kept)} cells differ from 0 (5% for all "
        f"together, Holm). W of picking the character less that of the mean other card in hand, in points, by {axis}; "
        f"{basis_of_values(kept, material, 'draft', 'mean_')}{withheld(table, kept)}."
    )

    def draw() -> Any:
        axes = figures.heat(grid, "Pick against the mean other card", "points of W", 0.0)
        axes.set_xlabel(axis)
        return axes

    told = value_lines(f"stage-{part}", f"Value by character and {axis}", narrow(table, part))
    return Figure(f"stage-{part}", title, f"Heat map of values. {caption}", caption, draw, told)


def winning(material: Material) -> Section:
    """How often a character's move wins the game; where picks were valued, win shares of holders beside RA."""
    won, turns = questions.won_by(material.main), questions.turns_that_win(material.main)
    values = picks_valued(material)
    told = rate_lines("won-by", "Share of the games won by a move of the character", won)
    kept = enough(won).sort_values("value", ascending=False)
    if kept.empty:
        return Section("winning", "Winning", NOTHING, tables=(told,))
    first = kept.iloc[0]
    columns = [
        panels.Measure(kept, "character", "games won by its move, %"),
        panels.Measure(enough(turns), "character", "its turns that win, %"),
    ]
    caption = (
        f"Most games: {first['character']}. Share of the games, and share of the "
        f"character's turns, that a move with it wins; {basis(kept, material.margin)}{withheld(won, kept)}."
    )
    labels = list(kept["character"])
    figure = Figure("winning", "Whose move wins", f"Dots, a character a line. {caption}", caption,
                    lambda: panels.dot_columns(labels, columns, CHARACTERS), told)  # fmt: skip
    tables = (rate_lines("turns-that-win", "Share of the character's turns (events) that win the game", turns),)
    drawn = (figure,) if values is None else (figure, *_holders_figure(material, values))
    never = [row["character"] for row in kept.to_dict("records") if row["value"] == 0]
    text = f"The {first['character']}: its move ends {rate(first)} of the games."
    text += f" No game was won by {listed(never)}." if never else ""
    text += f" n = {int(first['blocks']):,} blocks."
    verdict = Verdict("Which character's move wins the game?", robust_word(material, "winning move"), text,
                      rests_on(material, "winning move"))  # fmt: skip
    return Section("winning", "Winning", figures=drawn, tables=tables, verdicts=(verdict,))


def _holders_figure(material: Material, values: pd.DataFrame) -> tuple[Figure, ...]:
    """W of the seats that picked a character, with RA beside it; nothing where values are too few."""
    held, known = questions.holders_win(material.main), enough(values)
    kept = enough(held)
    kept = kept[kept["character"].isin(known["character"])].sort_values("value", ascending=False)
    known = known[known["character"].isin(kept["character"])]
    if kept.empty:
        return ()
    first, best = kept.iloc[0], known.loc[known["RA"].idxmax()]
    columns = [
        panels.Measure(kept, "character", "W of its holders, %\n(line: equal share)", reference=float(first["equal"])),
        panels.Measure(known.rename(columns={"RA": "value"}), "character", "RA of the pick,\npoints", reference=0.0),
    ]
    caption = (
        f"Holders of the {first['character']} win most ({rate(first)}), the pick of highest RA is the "
        f"{best['character']} ({gain(best, 'RA')}). W of holders, once a pick, does not say what a pick is worth, as "
        f"seats ahead and seats behind pick differently; RA does. {basis(kept, material.margin)}; RA: "
        f"{basis_of_values(known, material, 'draft')}{withheld(held, kept)}."
    )
    labels, table = list(kept["character"]), _holders_table(held, kept, known)
    return (Figure("holders", "Who wins with it", f"Dots, a character a line. {caption}", caption,
                   lambda: panels.dot_columns(labels, columns, CHARACTERS), table),)  # fmt: skip


def _holders_table(held: pd.DataFrame, kept: pd.DataFrame, known: pd.DataFrame) -> Table:
    """W of holders with RA beside it."""
    shown = with_interval(kept, name="W of holders").drop(columns=["detects", "equal"])
    ra = {row["character"]: gain(row, "RA") for row in known.to_dict("records")}
    shown.insert(2, "RA of the pick", [ra[name] for name in shown["character"]])
    caption = f"W of the seats that picked it (events: picks), and what a pick is worth{withheld(held, kept)}"
    return table_of("holders", caption, shown, {"events": lambda value: f"{value:,.0f}"})


def turns(material: Material) -> Section:
    """Spaces and gems a turn, and what payments are worth."""
    spaces, gems = questions.spaces_a_turn(material.main), questions.gems_a_turn(material.main)
    tables = [rate_lines("gems-turn", "Gems gained a turn, payments taken off (events: turns)", gems, amount, "gems")]
    for phase, title, ask in (
        ("pay", "Value of paying as priest or elder", questions.pay_values),
        ("scout", "Value of how far the scout goes", questions.scout_values),
    ):
        if phase in material.valued:
            tables.append(value_lines(phase, title, ask(material.valued[phase])))
    kept = enough(spaces).sort_values("value", ascending=False)
    if kept.empty:
        return Section("turns", "Turns", NOTHING, tables=tuple(tables))
    labels, first, last = list(kept["character"]), kept.iloc[0], kept.iloc[-1]
    columns = [
        panels.Measure(frame, "character", title, percent=False, reference=0.0)
        for frame, title in ((kept, "spaces gained a turn"), (enough(gems), "gems gained a turn"))
    ]
    caption = (
        f"The {first['character']} gains most spaces a turn ({amount(first)}), the {last['character']} least "
        f"({amount(last)}). Means over turns of the character, gems less payments; the shaman's spaces are those "
        f"of its swaps, the thief's gems include its loot; {basis(kept)}."
    )
    figure = Figure(
        "turns", "What a turn brings", f"Dots, a character a line. {caption}", caption,
        lambda: panels.dot_columns(labels, columns, CHARACTERS),
        rate_lines("spaces-turn", "Spaces gained a turn (events: turns)", spaces, amount, "spaces"),
    )  # fmt: skip
    return Section("turns", "Turns", figures=(figure,), tables=tuple(tables))
