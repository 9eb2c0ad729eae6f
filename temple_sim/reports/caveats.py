"""What a reader must know before believing a report: what the answers depend on, and what is thin."""

import pandas as pd

from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, percent, table_of, tables_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import SEATS
from temple_sim.reports.shared import robust_word

ENOUGH_BLOCKS = 100  # fewer, and a rate is flagged as thin


def robustness(material: Material) -> Section | None:
    """Every question under other policies and other values of what is estimated."""
    if not material.checks:
        return None
    grid, lines = pd.DataFrame(dtype=float), []
    for check in material.checks:
        policy, assumed = check.setting.policy, check.setting.assumed
        gap = float(check.seats["value"].max() - check.seats["value"].min())
        grid.loc[assumed, policy] = 100 * gap
        told = {name: answer or "undecided" for name, answer in check.answers.items()}
        blocks = int(check.seats["blocks"].min())
        lines.append({"assumed": assumed, "policy": policy, "seat gap": gap, "blocks": blocks} | told)
    caption = f"Answers under other policies and assumptions, {material.main_players} players, one policy in all seats"
    table = table_of("robustness", caption, pd.DataFrame(lines), {"seat gap": percent})
    return Section("robustness", "Robustness", figures=(_gap_figure(material, grid, table), *_answer_figures(material)))


def _gap_figure(material: Material, grid: pd.DataFrame, table: Table) -> Figure:
    games = int(material.checks[0].seats["blocks"].min())
    caption = (
        f"The gap between best and worst seat lies between {grid.min().min():.1f} and {grid.max().max():.1f} points. "
        f"{material.main_players} players, one policy in all seats, {games:,} blocks a cell; noise alone gives "
        "gaps above 0."
    )
    return Figure("robustness", "Seat gap by policy and assumption", f"Matrix of seat gaps. {caption}", caption,
                  lambda: figures.heat(grid, "Seat gap", "points"), table)  # fmt: skip


def _answer_figures(material: Material) -> list[Figure]:
    """A matrix of answers for each of the game's own questions."""
    return [_answer_figure(material, name) for name in material.checks[0].answers if name != SEATS]


def _answer_figure(material: Material, name: str) -> Figure:
    grid = pd.DataFrame(dtype=object)
    for check in material.checks:
        grid.loc[check.setting.assumed, check.setting.policy] = check.answers[name] or "undecided"
    caption = f"{name}: {robust_word(material, name)}. Rows: assumptions; columns: the policy in all seats."
    return Figure(
        f"robustness-{_slug(name)}", f"Does it hold: {name}", f"Matrix of answers. {caption}", caption,
        lambda: figures.words(grid, name), folded=True,
    )  # fmt: skip


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())


def alerts(material: Material, sections: list[Section]) -> Section:
    """What a reader must know before believing the rest."""
    notes = []
    for run in [*material.same.values(), *material.mixed.values()]:
        if run.limits:
            games = f"{run.limits:,} of {run.games:,} games of {run.match.players} players"
            notes.append(f"{games} ({percent(run.limits / run.games)}) hit a guard and ended without a winner.")
    for players, run in material.runs.items():
        blocks = int(run.seats["blocks"].min())
        if blocks < ENOUGH_BLOCKS:
            notes.append(f"Only {blocks} blocks with {players} players: rates of it are rough.")
        if players > 1 and float((run.seats["high"] - run.seats["low"]).max()) / 2 > material.margin:
            margin = f"{100 * material.margin:g} points"
            notes.append(f"With {players} players the intervals of W are wider than the margin of {margin}.")
    held = [table.caption for section in sections for table in tables_of(section) if "withheld" in table.caption]
    if held:
        notes.append(f"Cells with too few games are left out of {len(held)} tables; their captions say how many.")
    if not material.checks:
        notes.append("Nothing was played under other policies or assumptions: no verdict here is known to be robust.")
    lead = "" if notes else "Nothing to report: no guard was hit and no interval is wider than the margin."
    return Section("alerts", "Alerts", lead, tuple(notes))
