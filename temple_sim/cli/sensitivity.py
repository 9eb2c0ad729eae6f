"""`temple-sim sensitivity`: which rules matter."""

from typing import TYPE_CHECKING, Annotated

import typer

from temple_sim.cli import options, pairs, show

if TYPE_CHECKING:
    import pandas as pd

Free = Annotated[str | None, typer.Option(help="Rules to turn, comma-separated. [default: every numeric rule]")]


def sensitivity(
    game: options.GameName,
    players: options.Players = None,
    policy: Annotated[str | None, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    metric: Annotated[str, typer.Option(help="What is measured; see 'temple-sim metrics GAME'.")] = "turns.mean",
    free: Free = None,
    trajectories: Annotated[int, typer.Option(min=2, max=1000, help="Morris trajectories a replicate.")] = 10,
    replicates: Annotated[int, typer.Option(min=1, max=100, help="Screenings on other luck, averaged.")] = 2,
    top: Annotated[int, typer.Option(min=0, help="Rules that matter most go on to Sobol; 0 for none.")] = 0,
    samples: Annotated[int, typer.Option(min=2, help="Sobol base samples (a power of two).")] = 64,
    blocks: Annotated[int, typer.Option(min=2, help="Blocks a point.")] = 300,
    seed: options.Seed = 1,
    out: pairs.Out = None,
    page: pairs.WithPage = True,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Screen all numeric rules (Morris), give slopes around the printed values, and Sobol indices for the few.

    Example:

      temple-sim sensitivity trail --players 4 --metric turns.mean
    """
    from temple_sim.core.errors import UserError
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.sensitivity import DUMMY, Model, morris, slopes, sobol
    from temple_sim.experiments.trial import Trial, dials
    from temple_sim.reports.screening import Screening, write_screening

    options.check_format(format)
    if top and samples & (samples - 1):
        raise UserError(f"--samples must be a power of two such as 64, not {samples}.")
    found = options.find_game(game, None)
    line_up = options.match_spec(found, 1, players, policy, seed, found.schema.defaults()).policies
    chosen = dials(found, [key.strip() for key in free.split(",")] if free else None)
    trial = Trial(found, line_up, blocks, seed, Workers(jobs))
    trial.check_metrics([metric])
    folder = out or pairs.PAGES / f"{game}-sensitivity"
    if page:
        options.check_writable(folder)
    steps = trajectories * replicates * (len(chosen) + 2) + 2 * replicates * (len(chosen) + 1)
    tables: dict[str, pd.DataFrame] = {}
    with pairs.interruptible("nothing is kept."), pairs.Progress(steps, quiet, unit="points") as told:
        model = Model(trial, chosen, metric, lambda points: told("points", points))
        tables["screening"] = morris(model, trajectories, replicates)
        tables["slopes"] = slopes(Model(trial, chosen, metric, lambda points: told("slopes", points)), replicates)
        few = [d for d in chosen if d.key in _most(tables["screening"], top, DUMMY)]
        if few:
            tables["sobol"] = sobol(Model(trial, few, metric, lambda points: None), samples)
    _show(tables, metric, model.refused, format)
    if page:
        again = f"--players {len(line_up)} --policies {policy} --metric {metric}" + (f" --free {free}" if free else "")
        again += f" --trajectories {trajectories} --replicates {replicates} --top {top} --samples {samples}"
        command = f"temple-sim sensitivity {game} {again} --blocks {blocks} --seed {seed}"
        screening = Screening(
            found.title, found.schema.defaults(), trial.metric(metric), tables, model.refused, blocks, command
        )
        path = write_screening(screening, folder)
        if not quiet:
            show.note(f"Page: {path}")


def _most(screening: "pd.DataFrame", top: int, dummy: str) -> list[str]:
    return [name for name in screening["parameter"] if name != dummy][:top]


TITLES = {
    "screening": "Morris screening of {0}: mean absolute effect over a rule's range (mu*), 95% interval",
    "slopes": "Change of {0} per unit of a rule around its printed value (paired steps on common luck), 95% interval",
    "sobol": "Sobol indices of {0}: share of its variance due to a rule alone (S1) and in all (ST)",
}


def _show(tables: "dict[str, pd.DataFrame]", metric: str, refused: int, format: str) -> None:
    if format == "json":
        plain = {name: frame.replace([float("inf")], None) for name, frame in tables.items()}
        show.print_json({name: frame.to_dict("records") for name, frame in plain.items()} | {"refused": refused})
        return
    for name, frame in tables.items():
        if format == "csv":
            show.print_csv(["table", *frame.columns], [(name, *row) for row in frame.itertuples(index=False)])
            continue
        rows = [[_cell(value) for value in row] for row in frame.itertuples(index=False)]
        show.console().print(show.text_table(TITLES[name].format(metric), list(frame.columns), rows))
    if refused and format == "table":
        show.console().print(f"{refused} points could not be played; their trajectories are left out.")


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "no noise" if value == float("inf") else f"{value:.4g}"
    return {"True": "yes", "False": "no"}.get(str(value), str(value))
