"""`temple-sim metrics`: what can be asked of a game's rows."""

from temple_sim.cli import options, show


def metrics(
    game: options.GameName = None,
    players: options.Players = None,
    policies: options.Policies = None,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    format: options.Format = "table",
) -> None:
    """List a game's metrics with their meaning: win shares by seat and policy, then the game's own.

    Example:

      temple-sim metrics raider
    """
    from temple_sim.analysis.measures import metrics_of

    options.check_format(format)
    found = options.find_game(game, game_file)
    rules = options.changed_rules(found, ruleset, settings)
    match = options.match_spec(found, 1, players, policies, 1, rules, game_file).resolve()
    rows = [(m.name, m.meaning, "share" if m.share else "mean") for m in metrics_of(match).values()]
    columns = ("metric", "meaning", "kind")
    if format == "json":
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif format == "csv":
        show.print_csv(columns, rows)
    else:
        show.console().print(show.text_table(f"Metrics of {found.title}", columns, rows, left=3))
