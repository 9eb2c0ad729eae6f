"""From what a user names to a match: how many seats, and who sits in them."""

from collections.abc import Sequence
from pathlib import Path

from temple_sim.core.errors import UserError
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import MatchSpec


def seats_at(game: GameSpec, players: int | None, ruleset: Ruleset) -> int:
    """The number of seats asked for, or the game's usual. UserError when the rules do not allow it."""
    low, high = game.seats_allowed(ruleset)
    if players is None:
        return min(max(game.default_players, low), high)
    if not low <= players <= high:
        raise UserError(f"{game.title} takes {low} to {high} players, not {players}.")
    return players


def match_spec(
    game: GameSpec, n: int, players: int | None, policies: Sequence[str], seed: int, ruleset: Ruleset,
    game_file: Path | None = None, policy_files: Sequence[Path] = (),
) -> MatchSpec:  # fmt: skip
    """The plain values of a match.

    policies    the line-up in seat order; one fills all seats, none stands for the game's own line-up
    players     seats; none stands for as many as the line-up names, or the game's usual number
    """
    names = list(policies)
    usual = seats_at(game, players, ruleset)
    seats = usual if players is not None or len(names) < 2 else len(names)
    if not names:
        default = game.default_line_up
        names = [default[seat % len(default)] for seat in range(seats)]
    line_up = names * seats if len(names) == 1 else names
    if len(line_up) != seats:
        raise UserError(
            f"The line-up names {len(line_up)} policies for {seats} players; give one, or one for each seat."
        )
    changes = tuple((key, here) for key, (_, here) in ruleset.changes().items())
    plugin = str(game_file.resolve()) if game_file else None
    return MatchSpec(
        game.name, tuple(line_up), seed, n, changes, plugin, tuple(str(file.resolve()) for file in policy_files)
    )
