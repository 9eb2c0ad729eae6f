"""Who beats whom, and what each policy gives away."""

from collections.abc import Sequence
from itertools import pairwise

import pandas as pd

from temple_sim.analysis.actions import policy_loss
from temple_sim.experiments.payoff import Cell
from temple_sim.policies.registry import policies_of
from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Section, Table, exact_percent, percent, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.wording import blocks_needed, in_points, with_interval


def policies(material: Material) -> Section:
    """Who beats whom, and what each policy gives away."""
    tables, drawn = [_descriptions(material)], []
    for players, cells in material.ladder.items():
        names = list(dict.fromkeys(cell.row for cell in cells))
        grid = pd.DataFrame(index=names, columns=names, dtype=float)
        for cell in cells:
            grid.loc[cell.row, cell.column] = 100 * cell.w.value
        order = grid.mean(axis=1).sort_values(ascending=False).index
        grid = grid.loc[order, order]
        frame = pd.DataFrame([{"policy": c.row, "against": c.column, **c.w._asdict()} for c in cells])
        shown = with_interval(frame, name="W")
        caption = f"W of one seat among {players}, all pairs of policies"
        table = table_of(f"payoff-{players}", caption, shown, {"detects": exact_percent})
        caption = (
            f"By mean W: {_ladder(cells, list(order), 1 / players)} (> where two are told apart). W in percent of one "
            f"seat of the row's policy among the column's; an equal share is {100 / players:.1f}; intervals in "
            f"the table; {blocks_needed(frame, material.margin)}, {cells[0].w.blocks:,} were played a pair."
        )
        drawn.append(_payoff_figure(players, grid, caption, table))
    losses = [policy_loss(frame).assign(phase=phase) for phase, frame in material.valued.items()]
    if losses:
        frame = pd.concat(losses, ignore_index=True)[["policy", "phase", "decisions", "loss", "low", "high", "wrong"]]
        shown = with_interval(frame, "loss", in_points, "loss, points of W")
        caption = (
            "W that the policy gives away a decision against the best action that rollouts find: a lower bound, as "
            "they find it through noise (slightly below 0: none found; wrong: both halves prefer another one)"
        )
        tables.append(table_of("loss", caption, shown, {"wrong": percent}))
    return Section("policies", "Policies", figures=tuple(drawn), tables=tuple(tables))


def _ladder(cells: Sequence[Cell], order: list[str], equal: float) -> str:
    """Policies in order, ">" between neighbours that are told apart, whoever has the single seat."""
    between = {(cell.row, cell.column): cell.w for cell in cells}
    told = order[0]
    for first, second in pairwise(order):
        sure = between[first, second].low > equal and between[second, first].high < equal
        told += f" {'>' if sure else '≈'} {second}"
    return told


def _descriptions(material: Material) -> Table:
    """What each policy does."""
    rows = [{"policy": p.name, "what it does": p.meaning} for p in policies_of(material.game).values()]
    return table_of("policies", "The policies", pd.DataFrame(rows))


def _payoff_figure(players: int, grid: pd.DataFrame, caption: str, table: Table) -> Figure:
    return Figure(
        f"payoff-{players}", f"Payoff, {players} players", f"Matrix of win shares. {caption}", caption,
        lambda: figures.heat(
            grid, f"W, {players} players", "percent", 100 / players, xlabel="among seats of", ylabel="one seat of"
        ), table,
    )  # fmt: skip
