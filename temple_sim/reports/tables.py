"""A run's summary as rich prints it, on a terminal or in a notebook."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group
from rich.text import Text

from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.summary import Summary
from temple_sim.core.records import END_REASONS
from temple_sim.reports.text import interval, percent, plain_value, text_table


def summary_parts(summary: Summary) -> Iterator[Group | Text]:
    """A run's summary as rich prints it: who wins, the game's headlines, length and ends, what the rules rest on."""
    match = summary.match
    title = f"{match.game.title}, {match.players} players, {summary.games:,} games, seed {match.seed}"
    yield Text(title, style="bold")
    yield _win_table("Policy", summary.policies, match.players)
    yield _win_table("Seat", summary.seats, match.players)
    yield from (_headline(summary, table) for table in summary.tables)
    yield Text(_length_line(summary))
    yield Text(_ends_line(summary))
    yield from (
        Text(f"Metric {name}: {interval(summary.estimate(name), summary.wanted[name].share)}") for name in summary.extra
    )


def rules_lines(summary: Summary) -> Iterator[Text]:
    """What was changed in the rules, and the estimated components a run rests on."""
    ruleset = summary.match.ruleset
    changes = ruleset.changes()
    if changes:
        listed = "; ".join(f"{k} = {plain_value(b)} (was {plain_value(a)})" for k, (a, b) in changes.items())
        yield Text(f"Changed rules: {listed}")
    estimated = [f"{k} ({why})" if why else k for k, why in ruleset.estimated().items()]
    if estimated:
        yield Text(f"Rests on estimated components: {', '.join(estimated)}")


def _win_table(head: str, rows: Mapping[Any, Estimate], players: int) -> Group:
    lines = [(str(k), interval(e, True), f"{e.blocks:,}", percent(e.detects)) for k, e in rows.items()]
    title = f"Win share W by {head.lower()}, 95% interval (an equal share is {100 / players:.2f}%)"
    return text_table(title, (head, "W", "blocks", "detects"), lines)


def _headline(summary: Summary, table: Any) -> Group:
    def cell(name: str | None) -> str:
        return interval(summary.estimate(name), summary.wanted[name].share) if name else ""

    rows = [(row, *map(cell, cells)) for row, cells in table.rows]
    return text_table(table.title, ("", *table.columns), rows)


def _length_line(summary: Summary) -> str:
    mean, quantiles = interval(summary.estimate("turns.mean"), False), summary.turn_quantiles()
    spread = ", ".join(f"{q:.0%} {turns}" for q, turns in quantiles.items())
    return f"Turns: mean {mean}; quantiles {spread}. Ties: {interval(summary.estimate('ties'), True)}"


def _ends_line(summary: Summary) -> str:
    ends = ", ".join(f"{r} {int(n):,}" for r, n in zip(END_REASONS, summary.ends, strict=True))
    block = summary.match.block
    kind = (
        "a block is one game"
        if block == 1
        else f"a block is the line-up in all {block} seat rotations on the same luck"
    )
    games = "1 game" if summary.left_out == 1 else f"{summary.left_out} games"
    rest = f"; {games} of an unfinished block left out of the rates" if summary.left_out else ""
    return f"Ends: {ends}. Unit of the intervals: {kind}{rest}."
