"""`temple-sim run`: play a match, keep its rows, show who wins."""

import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, pairs, show
from temple_sim.cli.run_show import Shown, show_run

if TYPE_CHECKING:
    import numpy as np

    from temple_sim.analysis.summary import Summary
    from temple_sim.engine.match import Match
    from temple_sim.experiments.precision import Goal

Out = Annotated[Path | None, typer.Option(help="New folder for the run.", show_default="runs/<game>-<time>")]
Metric = Annotated[
    str | None,
    typer.Option(help="Show this metric too; the one of --precision.", show_default="W of the first policy"),
]
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
    precision: pairs.Precision = None,
    metric: Metric = None,
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

      temple-sim run -g raider -n 1e7 --precision 0.2%
    """
    from temple_sim.analysis.summary import Summary
    from temple_sim.engine.runner import Workers

    options.check_format(format)
    workers = Workers(jobs, backend, chunk)
    count = options.parse_count(n)
    found = options.find_game(game, game_file)
    rules = options.changed_rules(found, ruleset, settings)
    spec = options.match_spec(found, count, players, policies, seed, rules, game_file, policy_file)
    match = spec.resolve()
    goal = _goal(match, precision, metric)
    _check_folder(out or Path("runs") / "new")
    compile_with_notice(match, quiet)
    folder = out or _free_folder(found.name)
    shown = goal.metric if goal else metric
    summary = Summary(match, (shown,) if shown else ())
    seconds, stopped = _play(summary, workers, folder, quiet, goal)
    show_run(Shown(summary, folder, seconds, goal), format, quiet)
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
    options.check_writable(folder)


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


def _goal(match: "Match", precision: str | None, metric: str | None) -> "Goal | None":
    """What --precision asks for, checked; None without it."""
    from temple_sim.analysis.measures import metrics_of
    from temple_sim.core.errors import unknown
    from temple_sim.experiments.precision import Goal, usual_metric

    name, known = metric or usual_metric(match), metrics_of(match)
    if name not in known:
        raise unknown(f"metric of {match.game.name}", name, known)
    return Goal(match, name, pairs.parse_precision(precision, name, known[name].share)) if precision else None


def _play(summary: "Summary", workers: Any, folder: Path, quiet: bool, goal: "Goal | None") -> tuple[float, bool]:
    """Play, write and summarise in one pass, at most until the goal is reached; Ctrl-C keeps what is done."""
    from temple_sim.engine.runner import play_match
    from temple_sim.experiments.precision import of_length, until
    from temple_sim.experiments.store import unbroken
    from temple_sim.results import COMPLETE, INTERRUPTED, RunWriter

    match, start = summary.match, time.perf_counter()
    writer = RunWriter(folder, match, shlex.join(["temple-sim", *sys.argv[1:]]))
    status = INTERRUPTED
    pieces = play_match(match, workers)
    if goal:
        pieces = until(pieces, match, lambda: goal.reached(summary.sums[goal.metric]))
    try:
        for rows in progress(pieces, match.n, quiet):
            with unbroken():
                summary.add(rows)
                writer.write(rows)
        status = COMPLETE
        writer.match = of_length(match, summary.games)  # a goal may be reached before n games
    except KeyboardInterrupt:
        pass
    finally:
        writer.close(status)
    return time.perf_counter() - start, status == INTERRUPTED


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
