"""`temple-sim games`: what can be played."""

from temple_sim.cli import options, show


def games(format: options.Format = "table") -> None:
    """List the games.

    Example:

      temple-sim games
    """
    from temple_sim.games import game_names, load_game
    from temple_sim.policies.registry import policies_of

    options.check_format(format)
    rows = []
    for name in game_names():
        game = load_game(name)
        low, high = game.seats_allowed(game.schema.defaults())
        rows.append((name, game.title, f"{low}-{high}", str(len(game.schema.keys)), ", ".join(policies_of(game))))
    columns = ("game", "title", "players", "rules", "policies")
    if format == "json":
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif format == "csv":
        show.print_csv(columns, rows)
    else:
        show.console().print(show.text_table("Games", columns, rows, left=2))
