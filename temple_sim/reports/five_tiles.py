"""Sections on tiles and boards: what to keep and give, where to build, the tile on top, and the four boards."""

import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.analysis.fairness import seat_spread
from temple_sim.analysis.paired import verdict_of
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Verdict, exact_percent, points, table_of
from temple_sim.reports.five_text import of_w, outstanding, ratio_table
from temple_sim.reports.material import Material
from temple_sim.reports.shared import estimated_behind, robust_word, value_forest
from temple_sim.reports.wording import (
    NOTHING,
    ONE_POLICY,
    THIN,
    UNDECIDED,
    basis,
    enough,
    rate,
    value_lines,
    with_interval,
    withheld,
    word,
)


def exchange(material: Material) -> Section:
    """What to keep and what to give."""
    kept = questions.tiles_exchanged(material.main)
    tables = [ratio_table("kept-tiles", "Share of the drawn decoration tiles of a kind that is kept", kept)]
    valued = material.valued.get("exchange")
    if valued is None or "keep" not in valued:
        return Section("exchange", "Exchange", _kept_text(kept), tables=tuple(tables))
    values = questions.share_values(valued).rename(columns={"keep": "tile"})
    what = "Tiles kept, by kind, each kind as one action"
    figure = value_forest(material, "exchange", "keep-values", "What to keep", values, "tile", what, "gain")
    verdicts = _share_verdicts(material, kept, valued)
    drawn = (figure,) if figure else ()
    return Section("exchange", "Exchange", _kept_text(kept), figures=drawn, tables=tuple(tables), verdicts=verdicts)


def _kept_text(kept: pd.DataFrame) -> str:
    told = ", ".join(f"{row['what']} {rate(row)}" for row in kept.to_dict("records"))
    return f"Kept of the tiles drawn: {told}." if told else "No tiles were shared in these games."


def _share_verdicts(material: Material, kept: pd.DataFrame, valued: pd.DataFrame) -> tuple[Verdict, ...]:
    rows = questions.contrasts({"exchange": valued}, material.ruleset.values)
    told = []
    asked = (("keep_fits", "Keeping a tile with the colour of the own longest chain"),
             ("left_fits", "Giving the left neighbour the colour of theirs"))  # fmt: skip
    for name, what in asked:
        row = rows.loc[name]
        if row["choices"] >= THIN:
            told.append(
                f"{what}, where one could choose, is worth {of_w(row, 'mean')} (n = {int(row['choices']):,} choices)."
            )
    values = questions.share_values(valued)
    if kept.empty or enough(values).dropna(subset=["gain"]).empty:
        return ()
    most = kept.loc[kept["value"].idxmax()]
    best = outstanding(values)
    kinds = (
        f"Of the kinds, a {best['keep']} tile is worth most to keep: {of_w(best, 'gain', 'gain_')} against the mean "
        "other kind." if best is not None else "No kind of tile is shown to be worth most to keep."
    )  # fmt: skip
    drawn = f"Kept most often of those drawn: {most['what']} ({rate(most)})."
    n = valued.loc[valued["keep"].notna(), "decision"].nunique()
    answer = " ".join([*told, kinds, drawn, f"n = {n:,} decisions."])
    sure = best is not None or any(word(rows.loc[name]) != UNDECIDED for name, _ in asked)
    told_by = ONE_POLICY if sure else UNDECIDED
    return (Verdict("What to keep and what to give?", told_by, answer, tuple(material.ruleset.estimated())),)


def building(material: Material) -> Section | None:
    """Where to lay tiles, and which special tile to put on top."""
    build, choose = material.valued.get("build"), material.valued.get("choose")
    tables: list[Table] = []
    if build is not None:
        for column, what in (("grows", "by what the longest chain gains"), ("slot", "by slot"),
                             ("regained", "by own priests it brings back")):  # fmt: skip
            values = questions.build_values(build, column)
            tables.append(value_lines(f"build-{column}", f"Value of laying a tile, {what}", values))
    figure = None
    if choose is not None:
        values = questions.top_values(choose)
        words = [f"chain of {name}" if name != "barred" else "a chain that bears a priest" for name in values["joined"]]
        shown = values.assign(chain=words).drop(columns="joined")
        figure = value_forest(material, "choose", "top-values", "Which colour tile to put on top", shown, "chain",
                              "By the chain it makes there, each kind as one action", "gain")  # fmt: skip
    if not tables and figure is None:
        return None
    return Section("building", "Building", figures=(figure,) if figure else (), tables=tuple(tables))


def boards(material: Material) -> Section | None:
    """W by dealt board, for every player count."""
    tables = {players: questions.boards(frame) for players, frame in material.frames.items() if players > 1}
    if not tables:
        return None
    thick = {players: kept for players, table in tables.items() if len(kept := enough(table))}
    if not thick:
        return Section("boards", "Boards", NOTHING)
    every = pd.concat([table.assign(players=players) for players, table in thick.items()], ignore_index=True)
    held = withheld(pd.concat(tables.values()), every)
    shown = every.assign(label=[f"{row.players} players, board {row.board}" for row in every.itertuples()])
    for name in ("value", "low", "high"):
        shown[name] = shown[name] - shown["equal"]
    table = thick.get(material.main_players, next(iter(thick.values())))
    finding = _board_finding(table)
    caption = (
        f"{finding}. Boards are dealt at random whatever anybody does, so plain win shares are unbiased here. Dots are "
        f"W minus an equal share; {basis(every, material.margin)}{held}."
    )
    columns = ["players", "board", "value", "low", "high", "gap", "detects", "blocks"]
    figure = Figure(
        "boards", "What a board is worth", f"Forest plot of win share by board. {caption}", caption,
        lambda: figures.forest(shown, "label", reference=0.0, margin=material.margin,
                               xlabel="W minus an equal share, percentage points (band: margin)"),
        table_of("boards", f"W by board and number of players{held}",
                 with_interval(every[columns], name="W"), {"gap": points, "detects": exact_percent}),
    )  # fmt: skip
    return Section("boards", "Boards", figures=(figure,), verdicts=(_board_verdict(material, table, finding),))


def _board_finding(table: pd.DataFrame) -> str:
    best, worst = table.loc[table["value"].idxmax()], table.loc[table["value"].idxmin()]
    seen, noise = seat_spread(table)
    return (
        f"Board {best['board']} wins {rate(best)}, board {worst['board']} {rate(worst)}: {100 * seen:.1f} points of W "
        f"apart (noise alone: up to {100 * noise:.1f})"
    )


def _board_verdict(material: Material, table: pd.DataFrame, finding: str) -> Verdict:
    gaps = [
        verdict_of(row["low"] - row["equal"], row["high"] - row["equal"], material.margin)
        for row in table.to_dict("records")
    ]
    start = (
        "No, change the weakest or the strongest" if "different" in gaps
        else "Not settled" if "undecided" in gaps else f"Yes, within {100 * material.margin:g} points of W"
    )  # fmt: skip
    name = "board"
    answer = f"{start}. {finding}. n = {int(table['blocks'].min()):,} blocks."
    return Verdict("Are the four boards equally good?", robust_word(material, name), answer,
                   estimated_behind(material, name))  # fmt: skip
