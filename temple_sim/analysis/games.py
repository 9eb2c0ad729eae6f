"""The games' own analyses, found by name: `analysis/<game>.py` where there is one."""

import importlib
import importlib.util
from types import ModuleType

from temple_sim.analysis.actions import Features


def module_of(game: str) -> ModuleType | None:
    """A game's analysis module, or None."""
    name = f"temple_sim.analysis.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def features_of(game: str) -> Features | None:
    """What a game's analysis adds to every valued action, or None."""
    return getattr(module_of(game), "features", None)
