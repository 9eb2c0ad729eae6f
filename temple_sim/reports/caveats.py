"""What a reader must know before believing a report: what the answers depend on, and what is thin."""

from collections.abc import Iterator

import pandas as pd

from temple_sim.analysis.fairness import seat_spread
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, Told, counted, percent, table_of, tables_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import OPEN, OTHER, SAME
from temple_sim.reports.shared import agreement, asked
from temple_sim.reports.wording import FEW


def robustness(material: Material) -> Section | None:
    """Every question under other policies and other values of what is estimated."""
    names = asked(material)
    if not names:
        return None
    grid, lines = pd.DataFrame(dtype=float), []
    for check in material.checks:
        policy, assumed = check.setting.policy, check.setting.assumed
        gap = float(check.seats["value"].max() - check.seats["value"].min())
        grid.loc[assumed, policy] = 100 * gap
        line = {"assumed": assumed, "policy": policy, "blocks": int(check.seats["blocks"].min())}
        lines.append(line | {"seat gap": gap} | {name: check.answers[name] or "undecided" for name in names})
    frame = pd.DataFrame(lines)
    if material.main_players < 2:
        frame = frame.drop(columns="seat gap")
    caption = f"Answers under other policies and assumptions, {counted(material.main_players)}, one policy in all seats"
    table = table_of("robustness", caption, frame, {"seat gap": percent})
    drawn, tables = [_agreement_figure(material, names)], [table]
    if material.main_players > 1:
        drawn, tables = [*drawn, _gap_figure(material, grid, table)], []
    tables += _alternatives(material)
    return Section("robustness", "Robustness", figures=tuple(drawn), tables=tuple(tables))


def _alternatives(material: Material) -> list[Table]:
    """What the numbered alternatives are."""
    settings = dict.fromkeys((check.setting.assumed, check.setting.value) for check in material.checks)
    rows = [{"assumed": name, "value": value} for name, value in settings if "=alternative " in name]
    return [table_of("alternatives", "Alternatives, written out", pd.DataFrame(rows))] if rows else []


def _gap_figure(material: Material, grid: pd.DataFrame, table: Table) -> Figure:
    seats = material.checks[0].seats
    games, noise = int(seats["blocks"].min()), seat_spread(seats)[1]
    caption = (
        f"The gap between best and worst seat lies between {grid.min().min():.1f} and {grid.max().max():.1f} points. "
        f"{counted(material.main_players)}, one policy in all seats, {games:,} blocks a cell; noise alone gives "
        f"gaps of up to {100 * noise:.1f}."
    )
    return Figure("robustness", "Seat gap by policy and assumption", f"Matrix of seat gaps. {caption}", caption,
                  lambda: figures.heat(grid, "Seat gap", "points", xlabel="policy in all seats"), table)  # fmt: skip


def _agreement_figure(material: Material, names: list[str]) -> Figure:
    """Every question under every policy, and under other values of every estimated component."""
    grid = pd.DataFrame({name: agreement(material, name) for name in names})
    shown = grid.rename_axis("setting").reset_index()
    table = table_of(
        "agreement", "Answers against the report's: under other policies, and other values of estimates", shown
    )
    counts = grid.stack().value_counts()
    told = ", ".join(f"{int(counts.get(word, 0))} {word}" for word in (SAME, OTHER, OPEN))
    caption = (
        f"Of {grid.size} answers: {told}. Every other policy in all seats, then {material.strongest} with other values "
        f"of each estimated component; {int(material.checks[0].seats['blocks'].min()):,} blocks a setting."
    )
    return Figure(
        "agreement", "Do the answers hold?", f"Matrix of words. {caption}", caption,
        lambda: figures.words(grid, "Do the answers hold?"), table,
    )  # fmt: skip


def alerts(material: Material, sections: list[Section]) -> Section:
    """What a reader must know before believing the rest."""
    notes = ["Play was interrupted: what is missing here was not played."] if material.interrupted else []
    for run in [*material.same.values(), *material.mixed.values()]:
        if run.limits:
            games = f"{run.limits:,} of {run.games:,} games of {counted(run.match.players)}"
            notes.append(f"{games} ({percent(run.limits / run.games)}) hit a guard and ended without a winner.")
    for players, run in material.runs.items():
        blocks = int(run.seats["blocks"].min())
        if blocks < FEW:
            notes.append(f"Only {blocks} blocks with {counted(players)}: rates of it are rough.")
        if players > 1 and float((run.seats["high"] - run.seats["low"]).max()) / 2 > material.margin:
            margin = f"{100 * material.margin:g} points"
            notes.append(f"With {players} players the intervals of W are wider than the margin of {margin}.")
    notes += _imprecise(material, sections)
    held = [table.caption for section in sections for table in tables_of(section) if "withheld" in table.caption]
    if held:
        where = "1 table; its caption says" if len(held) == 1 else f"{len(held)} tables; their captions say"
        notes.append(f"Cells with too few games are left out of {where} how many.")
    if not material.checks:
        notes.append("Nothing was played under other policies or assumptions: no verdict here is known to be robust.")
    lead = "" if notes else "Nothing to report: no guard was hit and no interval is wider than the margin."
    return Section("alerts", "Alerts", lead, tuple(notes))


def _imprecise(material: Material, sections: list[Section]) -> Iterator[str]:
    """Shares and differences of W that are known less well than the margin, and answers that are open."""
    size = f"{100 * material.margin:g} points"
    for section in sections:
        cells = [cell for table in tables_of(section) for row in table.frame.itertuples(index=False) for cell in row]
        told = [cell for cell in cells if isinstance(cell, Told) and cell.share]
        wide = [cell for cell in told if cell.numbers[2] - cell.numbers[1] > 2 * material.margin]
        if wide:
            yield f"{section.heading}: {len(wide)} of {len(told)} rates and differences are less precise than {size}."
    words = [word for name in asked(material) for word in agreement(material, name).values()]
    if OPEN in words:
        count = words.count(OPEN)
        yield f"{count} of {len(words)} answers under other policies or with other estimates are open: too few games."
