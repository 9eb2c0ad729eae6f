"""`temple-sim run`: play a match, keep its rows, show who wins."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show

if TYPE_CHECKING:
    import numpy as np

    from temple_sim.analysis.estimate import Estimate
    from temple_sim.analysis.summary import Summary
    from temple_sim.engine.match import Match

Out = Annotated[Path | None, typer.Option(help="New folder for the run.", show_default="runs/<game>-<time>")]
Chunk = Annotated[int | None, typer.Option(help="Games in one piece of work; never changes a result.", hidden=True)]


def run(
    game: options.Game = None,
    n: options.Games = "1e5",
    players: options.Players = None,
    policies: options.Policies = None,
    seed: options.Seed = 1,
    jobs: options.Jobs = -1,
    backend: options.Backend = "threads",
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    policy_file: options.PolicyFiles = None,
    out: Out = None,
    format: options.Format = "table",
    quiet: options.Quiet = False,
    chunk: Chunk = None,
) -> None:
    """Play many games and show win shares with intervals, length, end reasons and the game's headlines.

    Examples:

      temple-sim run --game raider --n 1e6

      temple-sim run -g raider -n 200k --players 2 --policies planner,random

      temple-sim run -g raider --policies planner:lava=2,sprinter,balanced --set wild.from=10 --format json
    """
    from temple_sim.engine.runner import Workers

    options.check_format(format)
    workers = Workers(jobs, backend, chunk)
    count = options.parse_count(n)
    found = options.find_game(game, game_file)
    rules = options.changed_rules(found, ruleset, settings)
    spec = options.match_spec(found, count, players, policies, seed, rules, game_file, policy_file)
    match = spec.resolve()
    _check_folder(out or Path("runs") / "new")
    compile_with_notice(match, quiet)
    folder = out or _free_folder(found.name)
    summary, seconds, stopped = _play(match, workers, folder, quiet)
    _show(summary, folder, seconds, format, quiet)
    if stopped:
        show.error(f"Interrupted after {summary.games:,} of {match.n:,} games; what was played is in {folder}.")
        raise typer.Exit(130)


def _free_folder(game: str) -> Path:
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (stem, *(f"{stem}-{i}" for i in range(2, 1000)))
    return next(folder for folder in (Path("runs") / name for name in names) if not folder.exists())


def _check_folder(folder: Path) -> None:
    """Refuse a folder that exists or cannot be made, before anything is compiled or played."""
    from temple_sim.core.errors import UserError

    if folder.exists():
        raise UserError(f"{folder} exists already; choose another --out.")
    base = next(parent for parent in folder.absolute().parents if parent.exists())
    if not base.is_dir() or not os.access(base, os.W_OK):
        raise UserError(f"Cannot write to {folder}: {base} is not a folder that can be written to.")


def compile_with_notice(match: "Match", quiet: bool) -> None:
    """Compile what the match needs; the first time on a machine, say so and how long it took."""
    from temple_sim.core.jit import CACHE_FOLDER, ENABLED
    from temple_sim.engine.runner import prepare

    names = sorted({entry.policy.name for entry in match.line_up})
    marker = CACHE_FOLDER / "-".join(["ready", match.game.name, *names])
    first = ENABLED and not marker.exists()
    if first and not quiet:
        show.note(f"Compiling {match.game.title} for this machine; this happens once ...")
    start = time.perf_counter()
    prepare(match)
    if first:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
        if not quiet:
            show.note(f"Compiled in {time.perf_counter() - start:.1f} s.")


def _play(match: "Match", workers: Any, folder: Path, quiet: bool) -> "tuple[Summary, float, bool]":
    """Play, write and summarise in one pass; Ctrl-C keeps what is done."""
    from temple_sim.analysis.summary import Summary
    from temple_sim.engine.runner import play_match
    from temple_sim.results import COMPLETE, INTERRUPTED, RunWriter

    summary, start = Summary(match), time.perf_counter()
    writer = RunWriter(folder, match, shlex.join(["temple-sim", *sys.argv[1:]]))
    status = INTERRUPTED
    try:
        for rows in progress(play_match(match, workers), match.n, quiet):
            with unbroken():
                summary.add(rows)
                writer.write(rows)
        status = COMPLETE
    except KeyboardInterrupt:
        pass
    finally:
        writer.close(status)
    return summary, time.perf_counter() - start, status == INTERRUPTED


@contextmanager
def unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the body is through, so that summary and folder hold the same games."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


def progress(pieces: "Iterable[np.ndarray]", n: int, quiet: bool) -> "Iterator[np.ndarray]":
    """Pass pieces on under a progress bar with games a second and time left (on a terminal only)."""
    console = show.console(stderr=True)
    if quiet or not console.is_terminal:
        yield from pieces
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    start, done = time.perf_counter(), 0
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=n, speed="")
        for rows in pieces:
            yield rows
            done += len(rows)
            speed = done / (time.perf_counter() - start)
            bar.update(task, completed=done, speed=f"{speed:,.0f} games/s")


def _show(summary: "Summary", folder: Path, seconds: float, format: str, quiet: bool) -> None:
    if format == "json":
        show.print_json(_facts(summary, folder, seconds) | summary.to_json())
    elif format == "csv":
        show.print_csv(("table", "row", "column", "value", "low", "high", "blocks"), _csv_rows(summary))
    else:
        _show_tables(summary, folder, seconds, quiet)


def _facts(summary: "Summary", folder: Path, seconds: float) -> dict[str, Any]:
    match = summary.match
    return {
        "run": str(folder), "game": match.game.name, "players": match.players, "seed": match.seed,
        "games": summary.games, "block": match.block, "left_out": summary.left_out,
        "seconds": round(seconds, 2), "games_per_second": round(summary.games / seconds, 1),
        "changed_rules": {k: here for k, (_, here) in match.ruleset.changes().items()},
        "estimated": match.ruleset.estimated(),
    }  # fmt: skip


def _csv_rows(summary: "Summary") -> Iterator[tuple[Any, ...]]:
    data = summary.to_json()

    def cells(estimate: dict[str, Any]) -> tuple[Any, ...]:
        return estimate["value"], estimate["low"], estimate["high"], estimate["blocks"]

    yield from (("policy", p["policy"], "W", *cells(p)) for p in data["policies"])
    yield from (("seat", s["seat"], "W", *cells(s)) for s in data["seats"])
    yield "turns", "all", "mean", *cells(data["turns"])
    yield "ties", "all", "share", *cells(data["ties"])
    yield from (("end_reason", reason, "games", n, None, None, None) for reason, n in data["end_reasons"].items())
    for table in data["headlines"]:
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"], strict=True):
                if cell:
                    yield table["title"], row["row"], column, *cells(cell)


def _show_tables(summary: "Summary", folder: Path, seconds: float, quiet: bool) -> None:
    out, match = show.console(), summary.match
    out.print(f"{match.game.title}, {match.players} players, {summary.games:,} games, seed {match.seed}", style="bold")
    out.print(_win_table("Policy", summary.policies, match.players))
    out.print(_win_table("Seat", summary.seats, match.players))
    for table in summary.tables:
        out.print(_headline(summary, table))
    out.print(_length_line(summary), markup=False)
    out.print(_ends_line(summary), markup=False)
    changes = match.ruleset.changes()
    if changes:
        listed = "; ".join(f"{k} = {show.plain_value(b)} (was {show.plain_value(a)})" for k, (a, b) in changes.items())
        out.print(f"Changed rules: {listed}", markup=False)
    estimated = [f"{k} ({why})" if why else k for k, why in match.ruleset.estimated().items()]
    if estimated:
        out.print(f"Rests on estimated components: {', '.join(estimated)}", markup=False)
    if not quiet:
        speed = f"{summary.games / seconds:,.0f} games/s, {summary.plies / seconds / 1e6:.1f} million decisions/s"
        out.print(f"Run: {folder}  ({seconds:.1f} s, {speed})", markup=False, soft_wrap=True)


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
