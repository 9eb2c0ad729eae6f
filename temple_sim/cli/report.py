"""`temple-sim report`: the balance report."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from temple_sim.cli import options, show
from temple_sim.cli.run import compile_with_notice

if TYPE_CHECKING:
    from temple_sim.core.ruleset import Ruleset
    from temple_sim.core.spec import GameSpec
    from temple_sim.engine.runner import Workers
    from temple_sim.reports.material import Material

FOLDER = Path("reports")

Runs = Annotated[list[Path] | None, typer.Argument(help="Run folders of one game.", show_default=False)]
Out = Annotated[Path | None, typer.Option(help="Folder for the report. [default: reports/<game>]")]


def report(
    runs: Runs = None,
    game: options.Game = None,
    n: options.Games = "50000",
    seed: options.Seed = 1,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    jobs: options.Jobs = -1,
    out: Out = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the balance report of runs, or of a game: then it plays all it needs by itself.

    Examples:

      temple-sim report runs/my-run --out reports/mine

      temple-sim report --game raider --n 2e5
    """
    from temple_sim.core.errors import UserError
    from temple_sim.engine.runner import Workers
    from temple_sim.reports.build import write_report
    from temple_sim.reports.material import from_runs
    from temple_sim.reports.page import make_folder

    if bool(runs) == bool(game):
        raise UserError("Give run folders, or a game with --game.")
    stopped = False
    if runs:
        if ruleset or settings:
            raise UserError("--ruleset and --set need --game: run folders have been played under rules of their own.")
        material = from_runs(runs, shlex.join(["temple-sim", "report", *map(str, runs)]))
    else:
        found = options.find_game(game, None)
        rules = options.changed_rules(found, ruleset, settings)
        count, workers = options.parse_count(n), Workers(jobs)
        match = options.match_spec(found, 1, None, None, seed, rules).resolve()
        make_folder(out or FOLDER / found.name)  # before the long work, not after it
        words = ["temple-sim", "report", "--game", found.name, "--n", str(count), "--seed", str(seed)]
        words += [word for file in ruleset or [] for word in ("--ruleset", str(file))]
        words += [word for setting in settings or [] for word in ("--set", setting)]
        compile_with_notice(match, quiet)
        material, stopped = _played(found, rules, count, seed, workers, shlex.join(words), quiet)
    path = write_report(material, out or FOLDER / material.game.name)
    show.console().print(f"Report: {path}", markup=False)
    if stopped:
        show.error("Interrupted: the report holds what was played.")
        raise typer.Exit(130)


def _played(
    game: "GameSpec", rules: "Ruleset", n: int, seed: int, workers: "Workers", command: str, quiet: bool
) -> "tuple[Material, bool]":
    """Everything a report needs, and whether Ctrl-C ended it early."""
    from temple_sim.reports.material import Material
    from temple_sim.reports.play import Effort, parts_of

    material, console = Material(game, rules, command, seed), show.console(stderr=True)
    with console.status("Playing ...") as status:
        tell = (lambda text: status.update(f"Playing: {text}")) if not quiet else (lambda text: None)
        try:
            for part in parts_of(material, Effort(n), workers, tell):
                part()
        except KeyboardInterrupt:
            if not material.same:
                raise
            material.interrupted = True
    return material, material.interrupted
