"""`temple-sim whatif run|quick|diff`: change a rule, see what changes and whether it is noise."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show

if TYPE_CHECKING:
    from temple_sim.experiments.spec import Experiment
    from temple_sim.experiments.whatif import Line

app = typer.Typer(help="Change a rule, see what changes and whether it is noise.", no_args_is_help=True)
STORE = Path("runs") / "whatif"

File = Annotated[Path, typer.Argument(help="What-if file (TOML).", show_default=False)]
Store = Annotated[Path, typer.Option(help="Where runs are kept and found again.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the cells and the estimated time; play nothing.")]
Resume = Annotated[bool, typer.Option("--resume/--fresh", help="Go on from runs that are there, or play all anew.")]
FailOn = Annotated[str | None, typer.Option(help="Exit code 1 when a variant is 'different' (or 'undecided').")]


@app.command("run")
def run_file(
    file: File,
    settings: Annotated[list[str] | None, typer.Option("--set", help="Change the file: design.blocks=500.")] = None,
    dry_run: DryRun = False,
    resume: Resume = True,
    fail_on: FailOn = None,
    store: Store = STORE,
    jobs: options.Jobs = -1,
    backend: options.Backend = "threads",
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Run a what-if experiment.

    Examples:

      temple-sim whatif run scripts/experiments/raider-head-start.toml

      temple-sim whatif run my.toml --set design.blocks=500 --dry-run
    """
    from temple_sim.experiments.spec import read_experiment

    experiment = read_experiment(file, settings)
    _run(experiment, dry_run, resume, fail_on, store, jobs, backend, format, quiet)


@app.command()
def quick(
    game: options.GameName,
    change: Annotated[str, typer.Argument(help="key=value,value,...", show_default=False)],
    players: options.Players = None,
    policy: Annotated[str, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    metric: Annotated[str, typer.Option(help="What is compared; see 'temple-sim metrics GAME'.")] = "turns.mean",
    margin: Annotated[float, typer.Option(help="Differences up to this do not matter.")] = 0.02,
    blocks: Annotated[int, typer.Option(help="Blocks a cell.")] = 10_000,
    seed: options.Seed = 1,
    out: Annotated[Path | None, typer.Option(help="Write the TOML here. [default: <game>-whatif.toml]")] = None,
    store: Store = STORE,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Try values of one rule and write down the what-if file that was run.

    Example:

      temple-sim whatif quick trail score.first_to_temple=0,3,8 --players 4
    """
    from temple_sim.core.errors import UserError
    from temple_sim.core.ruleset import parse_value
    from temple_sim.experiments.spec import check_experiment

    key, equals, text = change.partition("=")
    if not equals:
        raise UserError(f"'{change}': expected key=value,value,...")
    values = parse_value(f"[{text}]")
    tables = {
        "schema": 1, "game": game, "question": f"What does {key} do?", "policies": policy.split(","),
        "metric": {"primary": metric, "margin": margin}, "design": {"blocks": blocks, "seed": seed},
        "variant": [{"id": "value", "grid": {key: values if isinstance(values, list) else [values]}}],
    }  # fmt: skip
    if players:
        tables["players"] = [players]
    experiment = check_experiment(tables, change)
    _write_file(tables, out or Path(f"{game}-whatif.toml"), quiet)
    _run(experiment, False, True, None, store, jobs, "threads", format, quiet)


def _write_file(tables: dict[str, Any], file: Path, quiet: bool) -> None:
    from temple_sim.cli.rules import to_toml
    from temple_sim.core.errors import UserError

    try:
        file.write_text(to_toml(tables))
    except OSError as problem:
        raise UserError(f"Cannot write {file}: {problem.strerror}.") from None
    if not quiet:
        show.note(f"Wrote {file}; 'temple-sim whatif run {file}' repeats this.")
