"""The games' own analyses, found by name: `analysis/<game>.py` where there is one."""

import importlib
import importlib.util
from types import ModuleType

import pandas as pd

from temple_sim.analysis.actions import Features
from temple_sim.engine.match import Match


def module_of(game: str) -> ModuleType | None:
    """A game's analysis module, or None."""
    name = f"temple_sim.analysis.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def features_of(game: str) -> Features | None:
    """What a game's analysis adds to every valued action, or None."""
    return getattr(module_of(game), "features", None)


def groups_of(game: str, phase: str) -> str:
    """The columns that values of a phase are grouped by when nobody says so: the game's `GROUPS`, else each action."""
    groups: dict[str, str] = getattr(module_of(game), "GROUPS", {})
    return groups.get(phase, "action")


def standings_of(match: Match, frame: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, pd.Series]] | None:
    """Lines of a frame, and how far their seats had come by moment (NaN: it never came); None where no game says so.

    A game says it from its rows (`standings`), or plays its first games again to see (`standings_in_play`).
    """
    module = module_of(match.game.name)
    if module and hasattr(module, "standings_in_play"):
        played: tuple[pd.DataFrame, dict[str, pd.Series]] = module.standings_in_play(frame, match)
        return played
    return (frame, module.standings(frame)) if module and hasattr(module, "standings") else None
