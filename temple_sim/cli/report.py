"""`temple-sim report`: the balance report."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from temple_sim.cli import options, show

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
    from temple_sim.reports.play import Effort, play_material

    if bool(runs) == bool(game):
        raise UserError("Give run folders, or a game with --game.")
    if runs:
        material = from_runs(runs, shlex.join(["temple-sim", "report", *map(str, runs)]))
    else:
        found = options.find_game(game, None)
        rules = options.changed_rules(found, ruleset, settings)
        effort = Effort(options.parse_count(n))
        words = ["temple-sim", "report", "--game", found.name, "--n", str(effort.n), "--seed", str(seed)]
        words += [word for file in ruleset or [] for word in ("--ruleset", str(file))]
        words += [word for setting in settings or [] for word in ("--set", setting)]
        command = shlex.join(words)
        console = show.console(stderr=True)
        with console.status("Playing ...") as status:
            tell = (lambda text: status.update(f"Playing: {text}")) if not quiet else (lambda text: None)
            material = play_material(found, rules, effort, seed, Workers(jobs), command, tell)
    path = write_report(material, out or Path("reports") / material.game.name)
    show.console().print(f"Report: {path}", markup=False)
