"""`temple-sim bench`: how fast the games play here."""

from pathlib import Path
from typing import Annotated

import typer

from temple_sim.cli import options, show

GamesOption = Annotated[str | None, typer.Option("--game", "-g", help="One game only.")]
Seconds = Annotated[float, typer.Option(min=0.01, max=600, help="CPU seconds a line-up.")]
Repeat = Annotated[int, typer.Option(min=1, max=100, help="Runs the median is taken over.")]
Pig = Annotated[Path | None, typer.Option("--pig", help="Pig as a game file, to be held against OpenSpiel's.")]


def bench(
    game: GamesOption = None,
    seconds: Seconds = 1.0,
    repeat: Repeat = 5,
    pig: Pig = None,
    format: options.Format = "table",
) -> None:
    """Measure games and decisions a second per policy and player count on one core.

    Example:

      temple-sim bench --game raider
    """
    from temple_sim.experiments.bench import game_speeds, job_ratio, machine, rollout_ratio
    from temple_sim.games import built_in_names, load_game

    options.check_format(format)
    names = [load_game(game).name] if game else built_in_names()
    columns = ("game", "players", "line-up", "games/s", "million decisions/s", "spread")
    rows = []
    for name in names:
        with show.console(stderr=True).status(f"Measuring {name} ..."):
            for players, s in game_speeds(name, seconds, repeat):
                rows.append((name, players, s.label, round(s.games), round(s.decisions / 1e6, 2), f"{s.spread:.0%}"))
    if format == "json":
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])
        return
    if format == "csv":
        show.print_csv(columns, rows)
        return
    text = [(a, str(b), c, f"{d:,}", f"{e:.2f}", f) for a, b, c, d, e, f in rows]
    out = show.console()
    out.print(f"{machine()}; median of {repeat} runs of {seconds / repeat:g} CPU seconds on one core", markup=False)
    out.print(show.text_table("Speed", columns, text, left=3))
    for name in names:
        found = load_game(name)
        spec = options.match_spec(found, 10**9, None, None, 1, found.schema.defaults())
        ratio = job_ratio(spec, seconds, repeat)
        out.print(f"{name}: two jobs play {ratio:.2f} times as fast as one (default line-up, wall clock)")
        ratio = rollout_ratio(spec.resolve(), found.phases[0], seconds, repeat)
        out.print(
            f"{name}: rollouts make {ratio:.2f} of the decisions a second of plain play (phase {found.phases[0]})"
        )
    if pig:
        _against_open_spiel(pig, seconds, repeat)


def _against_open_spiel(pig: Path, seconds: float, repeat: int) -> None:
    from temple_sim.experiments.bench import open_spiel_ratio

    out = show.console()
    game = options.find_game(None, pig)
    spec = options.match_spec(game, 10**9, 2, "random", 1, game.schema.defaults(), pig)
    speeds = open_spiel_ratio(spec.resolve(), seconds, repeat)
    if speeds is None:
        out.print("Pig against OpenSpiel: not measured, open_spiel is not installed (extra 'bench')")
        return
    ours, theirs = speeds
    figures = f"{ours:,.0f} games/s here, {theirs:,.0f} in OpenSpiel's evaluate_bots: {ours / theirs:.1f} times"
    out.print(f"Pig, random against random: {figures}")
