"""How a run is shown: tables for people, JSON and CSV for programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temple_sim.cli import show

if TYPE_CHECKING:
    from temple_sim.analysis.estimate import Estimate
    from temple_sim.analysis.summary import Summary
    from temple_sim.experiments.precision import Goal


@dataclass(frozen=True)
class Shown:
    """A finished run: its summary, where it lies, how long it took, and the precision it was played for, if any."""

    summary: "Summary"
    folder: Path
    seconds: float
    goal: "Goal | None" = None


def show_run(shown: Shown, format: str, quiet: bool) -> None:
    """Print a run in one of the formats."""
    if format == "json":
        show.print_json(_facts(shown) | shown.summary.to_json())
    elif format == "csv":
        show.print_csv(("table", "row", "column", "value", "low", "high", "blocks"), _csv_rows(shown))
    else:
        _show_tables(shown, quiet)


def _facts(shown: Shown) -> dict[str, Any]:
    summary, seconds, match = shown.summary, shown.seconds, shown.summary.match
    return {
        "run": str(shown.folder), "game": match.game.name, "players": match.players, "seed": match.seed,
        "games": summary.games, "block": match.block, "left_out": summary.left_out,
        "seconds": round(seconds, 2), "games_per_second": round(summary.games / seconds, 1),
        "changed_rules": {k: here for k, (_, here) in match.ruleset.changes().items()},
        "estimated": match.ruleset.estimated(),
    } | _extra_facts(shown)  # fmt: skip


def _extra_facts(shown: Shown) -> dict[str, Any]:
    """The metric asked for, and what ended play when a precision was asked for."""
    from temple_sim.analysis.summary import plain

    facts: dict[str, Any] = {"metrics": {name: plain(shown.summary.estimate(name)) for name in shown.summary.extra}}
    if shown.goal:
        facts["stopping"] = shown.goal.facts(shown.summary)
    return facts


def _csv_rows(shown: Shown) -> Iterator[tuple[Any, ...]]:
    data, facts = shown.summary.to_json(), _extra_facts(shown)

    def cells(estimate: dict[str, Any]) -> tuple[Any, ...]:
        return estimate["value"], estimate["low"], estimate["high"], estimate["blocks"]

    yield from (("policy", p["policy"], "W", *cells(p)) for p in data["policies"])
    yield from (("seat", s["seat"], "W", *cells(s)) for s in data["seats"])
    yield "turns", "all", "mean", *cells(data["turns"])
    yield "ties", "all", "share", *cells(data["ties"])
    yield from (("end_reason", reason, "games", n, None, None, None) for reason, n in data["end_reasons"].items())
    yield from (("metric", name, "value", *cells(estimate)) for name, estimate in facts["metrics"].items())
    if stopping := facts.get("stopping"):
        always = (stopping[name] for name in ("value", "low", "high", "blocks"))
        yield "stopping", stopping["governed"], stopping["metric"], *always
    for table in data["headlines"]:
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"], strict=True):
                if cell:
                    yield table["title"], row["row"], column, *cells(cell)


def _show_tables(shown: Shown, quiet: bool) -> None:
    summary, seconds = shown.summary, shown.seconds
    out, match = show.console(), summary.match
    out.print(f"{match.game.title}, {match.players} players, {summary.games:,} games, seed {match.seed}", style="bold")
    out.print(_win_table("Policy", summary.policies, match.players))
    out.print(_win_table("Seat", summary.seats, match.players))
    for table in summary.tables:
        out.print(_headline(summary, table))
    out.print(_length_line(summary), markup=False)
    out.print(_ends_line(summary), markup=False)
    for name in summary.extra:
        text = show.interval(summary.estimate(name), summary.wanted[name].share)
        out.print(f"Metric {name}: {text}", markup=False)
    if shown.goal:
        out.print(shown.goal.told(summary), markup=False, soft_wrap=True)
    changes = match.ruleset.changes()
    if changes:
        listed = "; ".join(f"{k} = {show.plain_value(b)} (was {show.plain_value(a)})" for k, (a, b) in changes.items())
        out.print(f"Changed rules: {listed}", markup=False)
    estimated = [f"{k} ({why})" if why else k for k, why in match.ruleset.estimated().items()]
    if estimated:
        out.print(f"Rests on estimated components: {', '.join(estimated)}", markup=False)
    if not quiet:
        speed = f"{summary.games / seconds:,.0f} games/s, {summary.plies / seconds / 1e6:.1f} million decisions/s"
        out.print(f"Run: {shown.folder}  ({seconds:.1f} s, {speed})", markup=False, soft_wrap=True)


def _win_table(head: str, rows: "Mapping[Any, Estimate]", players: int) -> Any:
    lines = [(str(k), show.interval(e, True), f"{e.blocks:,}", show.percent(e.detects)) for k, e in rows.items()]
    title = f"Win share W by {head.lower()}, 95% interval (an equal share is {100 / players:.2f}%)"
    return show.text_table(title, (head, "W", "blocks", "detects"), lines)


def _headline(summary: "Summary", table: Any) -> Any:
    def cell(name: str | None) -> str:
        return show.interval(summary.estimate(name), summary.wanted[name].share) if name else ""

    rows = [(row, *map(cell, cells)) for row, cells in table.rows]
    return show.text_table(table.title, ("", *table.columns), rows)


def _length_line(summary: "Summary") -> str:
    mean, quantiles = show.interval(summary.estimate("turns.mean"), False), summary.turn_quantiles()
    spread = ", ".join(f"{q:.0%} {turns}" for q, turns in quantiles.items())
    return f"Turns: mean {mean}; quantiles {spread}. Ties: {show.interval(summary.estimate('ties'), True)}"


def _ends_line(summary: "Summary") -> str:
    from temple_sim.core.records import END_REASONS

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
