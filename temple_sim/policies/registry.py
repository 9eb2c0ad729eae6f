"""Where policies are declared and found: built-in files, plug-in files and installed packages."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from temple_sim.core.errors import UserError, unknown
from temple_sim.core.jit import jit
from temple_sim.core.plugins import load_file
from temple_sim.core.spec import MAX_PARAMETERS, GameSpec

ENTRY_POINT_GROUP = "temple_sim.policies"


@dataclass(frozen=True)
class Parameter:
    """A number a policy can be tuned with: `planner:lava=1.5`."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Policy:
    """A named way to choose. `function` is the jitted `choose(view, rules, actions, n, params, rng) -> index`."""

    name: str
    game: str  # "*": any game
    meaning: str
    function: Any
    parameters: tuple[Parameter, ...] = ()
    blind: bool = False  # never reads the view, so it is not drawn
    source: str = "temple-sim"  # who proposed it
    file: str | None = None  # of a plug-in


def policy(
    game: str, meaning: str, *parameters: Parameter, blind: bool = False, source: str = "temple-sim"
) -> Callable[[Callable[..., Any]], Policy]:
    """Declare the decorated function as a policy of a game. Its `params` vector holds the parameters in this order."""
    if len(parameters) > MAX_PARAMETERS:
        raise UserError(f"A policy may have {MAX_PARAMETERS} parameters, not {len(parameters)}.")

    def declare(function: Callable[..., Any]) -> Policy:
        return Policy(function.__name__, game, meaning, jit(function), parameters, blind, source)

    return declare


@dataclass(frozen=True)
class Entry:
    """A policy with its parameters set: one place of a line-up."""

    policy: Policy
    settings: tuple[tuple[str, float], ...] = field(default=())

    @property
    def label(self) -> str:
        """How it is written: `planner` or `planner:lava=1.5`."""
        settings = (f"{name}={repr(value).removesuffix('.0')}" for name, value in self.settings)
        return ":".join([self.policy.name, *settings])

    @property
    def vector(self) -> list[float]:
        """Parameter values in their declared order, filled up to the fixed length."""
        given = dict(self.settings)
        values = [given.get(p.name, p.default) for p in self.policy.parameters]
        return values + [0.0] * (MAX_PARAMETERS - len(values))


def _declared(module: Any, game: GameSpec, file: str | None = None) -> list[Policy]:
    found = [value for value in vars(module).values() if isinstance(value, Policy)]
    return [Policy(**{**vars(p), "file": file}) for p in found if p.game in (game.name, "*")]


def _built_in(game: GameSpec) -> list[Policy]:
    found = _declared(importlib.import_module("temple_sim.policies.random"), game)
    try:
        folder = importlib.import_module(f"temple_sim.policies.{game.name}")
    except ModuleNotFoundError as error:
        if error.name != f"temple_sim.policies.{game.name}":
            raise  # something that a policy imports is missing
        return found
    for info in pkgutil.iter_modules(getattr(folder, "__path__", ())):
        found += _declared(importlib.import_module(f"{folder.__name__}.{info.name}"), game)
    return found


def _installed(game: GameSpec) -> list[Policy]:
    found = []
    for point in entry_points(group=ENTRY_POINT_GROUP):
        loaded = point.load()
        found += [loaded] if isinstance(loaded, Policy) else _declared(loaded, game)
    return [p for p in found if p.game in (game.name, "*")]


def policies_of(game: GameSpec, files: Iterable[Path] = ()) -> dict[str, Policy]:
    """All policies of a game by name; later sources (installed, then files) replace earlier ones of the same name."""
    found = [*_built_in(game), *game.policies, *_installed(game)]
    for file in files:
        declared = _declared(load_file(file), game, str(file))
        if not declared:
            raise UserError(f"{file} declares no policy for {game.name} (expected @policy('{game.name}', ...)).")
        found += declared
    return {p.name: p for p in found}


def parse_entry(text: str, known: dict[str, Policy], game: str) -> Entry:
    """A line-up entry from its text, `name[:parameter=value]...`."""
    name, *settings = text.strip().split(":")
    if name not in known:
        raise unknown(f"policy of {game}", name, known)
    chosen = known[name]
    values = dict(_parse_setting(setting, chosen) for setting in settings)
    # Order and restated defaults make no difference: equal entries have equal labels.
    kept = tuple((p.name, values[p.name]) for p in chosen.parameters if values.get(p.name, p.default) != p.default)
    return Entry(chosen, kept)


def _parse_setting(text: str, chosen: Policy) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    parameters = {p.name: p for p in chosen.parameters}
    if name not in parameters:
        raise unknown(f"parameter of policy {chosen.name}", name, parameters)
    parameter = parameters[name]
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not equals or not parameter.low <= number <= parameter.high:
        span = f"from {parameter.low:g} to {parameter.high:g}"
        raise UserError(f"{chosen.name}:{name} must be a number {span}, not '{value}'.")
    return name, number


def line_up(texts: Sequence[str], players: int, known: dict[str, Policy], game: str) -> tuple[Entry, ...]:
    """The entries of a line-up; a single one fills every seat."""
    entries = [parse_entry(text, known, game) for text in texts]
    if len(entries) == 1:
        entries *= players
    if len(entries) != players:
        raise UserError(f"The line-up names {len(entries)} policies for {players} players; give one, or one for each.")
    return tuple(entries)
