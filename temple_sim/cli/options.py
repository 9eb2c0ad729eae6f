"""Options that several commands share, and the plain values made of them."""

import os
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from temple_sim.core.errors import UserError

if TYPE_CHECKING:
    from temple_sim.core.ruleset import Ruleset
    from temple_sim.core.spec import GameSpec
    from temple_sim.engine.match import MatchSpec

HUGE = Decimal(10**99)  # more games than can be asked for
SUFFIXES = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}

Game = Annotated[str | None, typer.Option("--game", "-g", help="Game to play; see 'temple-sim games'.")]
GameName = Annotated[str | None, typer.Argument(help="Game; see 'temple-sim games'.", show_default=False)]
GameFile = Annotated[Path | None, typer.Option(help="A game of your own: a Python file that declares GAME.")]
Games = Annotated[str, typer.Option("--n", "-n", help="Games to play: 250000, 1e6, 1_000_000 or 1M.")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="Seats at the table.", show_default="the game's usual")
]
Policies = Annotated[
    str | None,
    typer.Option(
        help="Line-up in seat order, 'a,b:parameter=2,c'; one name fills all seats.", show_default="the game's own"
    ),
]
PolicyFiles = Annotated[list[Path] | None, typer.Option("--policy-file", help="Python file with policies of your own.")]
Seed = Annotated[int, typer.Option(help="Same seed, rules and line-up: the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Workers; -1 for all cores.")]
Backend = Annotated[str, typer.Option(help="threads, or a joblib backend such as loky.")]
RulesetFile = Annotated[list[Path] | None, typer.Option("--ruleset", help="TOML file with changed rules.")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="Change one rule: key=value. May be repeated.")]
Format = Annotated[str, typer.Option("--format", "-f", help="table, json or csv.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the result and nothing else.")]


def parse_count(text: str, option: str = "--n") -> int:
    """A whole number from 1e6, 1_000_000, 1M or 1000000."""
    bare = text.strip().lower()
    factor = SUFFIXES.get(bare[-1:], 1)
    try:
        number = Decimal(bare[:-1] if factor > 1 else bare) * factor
        count = int(min(number, HUGE)) if number.is_finite() else 0
    except (ArithmeticError, ValueError):
        raise UserError(f"{option} must be a number of games such as 1000, 1e6 or 1M, not '{text}'.") from None
    if count < 1 or count != min(number, HUGE):
        raise UserError(f"{option} must be a whole number of at least 1, not '{text}'.")
    return count


def check_format(chosen: str, allowed: tuple[str, ...] = ("table", "json", "csv")) -> str:
    """The output format if it is one of those allowed."""
    from temple_sim.core.errors import unknown

    if chosen not in allowed:
        raise unknown("format", chosen, allowed)
    return chosen


def check_writable(folder: Path) -> None:
    """Refuse a folder that cannot be made or written to, before the long work and not after it."""
    base = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    if not base.is_dir() or not os.access(base, os.W_OK):
        raise UserError(f"Cannot write to {folder}: {base} is not a folder that can be written to.")


def find_game(name: str | None, file: Path | None) -> "GameSpec":
    """The game that was named, by name or by file."""
    from temple_sim.games import game_names, load_game, load_game_file

    if file is not None:
        return load_game_file(file)
    if name is None:
        raise UserError(f"Which game? Name one of {', '.join(game_names())}, or give --game-file.")
    return load_game(name)


def changed_rules(game: "GameSpec", files: list[Path] | None, settings: list[str] | None) -> "Ruleset":
    """The game's ruleset with files, then settings laid over it; refused when it cannot be played."""
    ruleset = game.schema.defaults()
    for file in files or []:
        ruleset = ruleset.overlay_file(file)
    ruleset = ruleset.overlay_settings(settings or [])
    game.pack_rules(ruleset)
    return ruleset


def match_spec(
    game: "GameSpec",
    n: int,
    players: int | None,
    policies: str | None,
    seed: int,
    ruleset: "Ruleset",
    game_file: Path | None = None,
    policy_files: list[Path] | None = None,
) -> "MatchSpec":
    """The plain values of a match, from policies as typed: `a,b:parameter=2,c`."""
    from temple_sim.experiments import line_up

    names = policies.split(",") if policies is not None else []
    return line_up.match_spec(game, n, players, names, seed, ruleset, game_file, policy_files or ())
