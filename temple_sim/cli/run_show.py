"""How a run is shown: tables for people, JSON and CSV for programs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temple_sim.cli import show

if TYPE_CHECKING:
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
    from temple_sim.reports.tables import rules_lines, summary_parts

    summary, seconds, out = shown.summary, shown.seconds, show.console()
    for part in summary_parts(summary):
        out.print(part)
    if shown.goal:
        out.print(shown.goal.told(summary), markup=False, soft_wrap=True)
    for line in rules_lines(summary):
        out.print(line)
    if not quiet:
        speed = f"{summary.games / seconds:,.0f} games/s, {summary.plies / seconds / 1e6:.1f} million decisions/s"
        out.print(f"Run: {shown.folder}  ({seconds:.1f} s, {speed})", markup=False, soft_wrap=True)
