"""`temple-sim value`: what an action is worth, from rollouts."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show
from temple_sim.cli.run import compile_with_notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from temple_sim.engine.match import Match
    from temple_sim.engine.rollouts import Valued

# Columns of `action_frame` that are results, or of which each decision has its own.
NO_GROUPS = ("decision", "game", "chosen", "value", "RA", "first", "second")

Phase = Annotated[str | None, typer.Option(help="Kind of decision, as a trace names it. [default: the game's first]")]
Decisions = Annotated[int, typer.Option(min=2, max=10**7, help="Decisions to value.")]
Rollouts = Annotated[int, typer.Option(min=2, max=10**6, help="Games played on for every legal action.")]
Stages = Annotated[int, typer.Option(min=1, max=20, help="Parts of a game that are sampled alike.")]
By = Annotated[
    str | None,
    typer.Option(help="Columns to group actions by, 'type' or 'stage,action' ...", show_default="by phase"),
]
Top = Annotated[int, typer.Option(min=1, help="Lines to show.")]


def value(
    game: options.GameName = None,
    phase: Phase = None,
    decisions: Decisions = 2000,
    rollouts: Rollouts = 200,
    policy: Annotated[str | None, typer.Option("--policy", "--policies", help="Line-up that plays on.")] = None,
    players: options.Players = None,
    stages: Stages = 4,
    by: By = None,
    top: Top = 40,
    seed: options.Seed = 1,
    jobs: options.Jobs = -1,
    backend: options.Backend = "threads",
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    policy_file: options.PolicyFiles = None,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Value actions: force every legal one, let the policies play on, and compare with what the policy takes.

    Examples:

      temple-sim value raider --phase pick --decisions 2000 --rollouts 200 --policy planner

      temple-sim value raider --phase use --by type
    """
    from temple_sim.analysis.games import groups_of
    from temple_sim.core.errors import UserError
    from temple_sim.engine.rollouts import value_match
    from temple_sim.engine.runner import Workers

    options.check_format(format)
    found = options.find_game(game, game_file)
    phase = found.phases[0] if phase is None else phase
    columns = [name.strip() for name in (groups_of(found.name, phase) if by is None else by).split(",")]
    if len(set(columns)) < len(columns):
        raise UserError(f"--by {by}: a column is named twice.")
    rules = options.changed_rules(found, ruleset, settings)
    n = -(-decisions // stages)
    spec = options.match_spec(
        found, n, players, policy or found.default_line_up[0], seed, rules, game_file, policy_file
    )
    match = spec.resolve()
    compile_with_notice(match, quiet)
    pieces = value_match(match, phase, stages, rollouts, Workers(jobs, backend))
    frame, stopped = _valued(match, pieces, columns, quiet)
    if frame.empty:
        raise UserError(f"No decision of phase '{phase}' with a choice came up in {match.n} games.")
    _show(frame, match, columns, top, format)
    if stopped:
        show.error(f"Interrupted after {frame['decision'].nunique():,} decisions; the tables are of these.")
        raise typer.Exit(130)


def _valued(match: "Match", pieces: "Iterator[Valued]", by: list[str], quiet: bool) -> "tuple[pd.DataFrame, bool]":
    """The frame of all valued actions, and whether Ctrl-C ended it early."""
    import pandas as pd

    from temple_sim.analysis.actions import action_frame
    from temple_sim.analysis.games import features_of
    from temple_sim.engine.rollouts import Valued

    features = features_of(match.game.name)
    parts: list[Valued] = []
    stopped, console = False, show.console(stderr=True)
    with console.status("Valuing ...") as status:
        try:
            for part in pieces:
                if len(part.decisions) and not parts:
                    _check_groups(action_frame(part, match, features), by)  # before the long work, not after it
                parts += [part] if len(part.decisions) else []
                if console.is_terminal and not quiet:
                    status.update(f"Valued {sum(len(p.decisions) for p in parts):,} decisions")
        except KeyboardInterrupt:
            if not parts:
                raise
            stopped = True
    if not parts:
        return pd.DataFrame(), stopped
    return action_frame(Valued.join(parts), match, features), stopped


def _groups(frame: "pd.DataFrame") -> list[str]:
    return [column for column in frame.columns if column not in NO_GROUPS]


def _check_groups(frame: "pd.DataFrame", by: list[str]) -> None:
    from temple_sim.core.errors import unknown

    for name in by:
        if name not in _groups(frame):
            raise unknown("column to group by", name, _groups(frame))


def _show(frame: "pd.DataFrame", match: "Match", by: list[str], top: int, format: str) -> None:
    from temple_sim.analysis.actions import policy_loss, values_among

    values, loss = values_among(frame, by), policy_loss(frame)
    if format == "json":
        show.print_json({"values": values.to_dict("records"), "loss": loss.to_dict("records")})
    elif format == "csv":
        show.print_csv(list(values.columns), values.itertuples(index=False))
    else:
        _tables(values, loss, match, by, top)
        others = ", ".join(name for name in _groups(frame) if name not in by)
        show.console().print(f"Other columns to group --by: {others}", markup=False)


def _tables(values: "pd.DataFrame", loss: "pd.DataFrame", match: "Match", by: list[str], top: int) -> None:
    out = show.console()
    rows = [
        (*(str(line[name]) for name in by), f"{line['offered']:,}", show.percent(line["chosen"], 1),
         show.percent(line["W"]), _points(line, "RA"), _points(line, "mean", "mean_"))
        for line in values.head(top).to_dict("records")
    ]  # fmt: skip
    title = (
        f"{match.game.title}: value of actions in points of W, against what the policy takes (RA) and against the mean "
        "other action; 95% bootstrap over games"
    )
    columns = (*by, "offered", "chosen", "W forced", "RA", "against mean other")
    out.print(show.text_table(title, columns, rows, left=len(by)))
    if len(values) > top:
        out.print(f"{len(values) - top} more lines; --top shows them, or --format csv.")
    lines = [
        (line["policy"], f"{line['decisions']:,}", _points(line, "loss"), show.percent(line["wrong"], 1))
        for line in loss.to_dict("records")
    ]
    title = "W given away a decision, in points (wrong: both halves of the rollouts prefer one other action)"
    out.print(show.text_table(title, ("policy", "decisions", "loss", "wrong"), lines))


def _points(line: dict[Any, Any], value: str, ends: str = "") -> str:
    if line[value] != line[value]:
        return "-"
    low, high = line[f"{ends}low"], line[f"{ends}high"]
    return f"{100 * line[value]:+.2f}" + ("" if low != low else f" [{100 * low:+.2f}, {100 * high:+.2f}]")
