"""The games: one folder each, found by themselves. A folder's package names its contract `GAME`."""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from temple_sim.core.errors import UserError, unknown
from temple_sim.core.plugins import load_file
from temple_sim.core.spec import GameSpec

ENTRY_POINT_GROUP = "temple_sim.games"


def built_in_names() -> list[str]:
    """Names of the games in this package."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)


@cache
def _installed() -> dict[str, GameSpec]:
    return {point.name: point.load() for point in entry_points(group=ENTRY_POINT_GROUP)}


def game_names() -> list[str]:
    """Names of all games: built in, then installed by other packages."""
    return [*built_in_names(), *(name for name in _installed() if name not in built_in_names())]


def load_game(name: str) -> GameSpec:
    """A game by name. UserError, with the nearest name, when there is none."""
    if name in built_in_names():
        return importlib.import_module(f"{__name__}.{name}").GAME
    if name in _installed():
        return _installed()[name]
    raise unknown("game", name, game_names())


def load_game_file(file: Path) -> GameSpec:
    """The game a plug-in file declares as `GAME`."""
    game = getattr(load_file(file), "GAME", None)
    if not isinstance(game, GameSpec):
        raise UserError(f"{file} declares no game (expected GAME = GameSpec(...)).")
    return game
