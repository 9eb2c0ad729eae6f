"""From an experiment to cells: every combination resolved and checked before the first game is played."""

import hashlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from temple_sim.analysis.measures import metrics_of
from temple_sim.core.errors import UserError, unknown
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.experiments.spec import BASELINE, Experiment
from temple_sim.games import load_game

LONGEST_WORD = 32


@dataclass(frozen=True)
class Setting:
    """Where a variant is held against the baseline: players, line-up, and values of uncertain components."""

    players: int
    line_up: tuple[str, ...]
    check: bool  # the verdict is repeated under this line-up; it is not the question itself
    uncertain: tuple[tuple[str, Any], ...] = ()

    @property
    def policies(self) -> str:
        """The line-up in short: one name when it fills all seats."""
        return ",".join(self.line_up if len(set(self.line_up)) > 1 else self.line_up[:1])

    def __hash__(self) -> int:
        """Of its words, since lists among the uncertain values have none."""
        return hash((self.players, self.line_up, self.check, self.assumed))

    def __str__(self) -> str:
        where = f"{self.players} players, {self.policies}"
        return f"{where}, {self.assumed}" if self.uncertain else where

    @property
    def assumed(self) -> str:
        """The uncertain values in short; "as it is" for those of the ruleset."""
        return ", ".join(f"{key}={brief(value)}" for key, value in self.uncertain) or "as it is"


def brief(value: Any) -> str:
    """A rule's value in one short word."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    if len(text) <= LONGEST_WORD:
        return text
    mark = hashlib.sha256(text.encode()).hexdigest()[:4]  # tells apart what begins in the same way
    return f"{text[: LONGEST_WORD - 7]}..{mark}"


@dataclass(frozen=True)
class Cell:
    """One match of an experiment."""

    variant: str
    setting: Setting
    match: Match
    changes: Mapping[str, Any] = field(default_factory=dict)


def expand(experiment: Experiment) -> list[Cell]:
    """All cells, for each setting the baseline first. UserError for anything that cannot be played or measured."""
    game = load_game(experiment.game)
    variants: list[tuple[str, dict[str, Any]]] = [(BASELINE, {})]
    for variant in experiment.variant:
        variants += variant.expand()
    cells = []
    for setting in settings_of(experiment, game):
        for name, changes in variants:
            rules = _rules(game, dict(setting.uncertain), changes, name)
            cells.append(Cell(name, setting, _match(experiment, game, setting, rules), changes))
    for cell in cells:
        known = metrics_of(cell.match)
        for metric in (experiment.metric.primary, *experiment.metric.secondary):
            if metric not in known:
                raise unknown(f"metric of {game.name}", metric, known)
    return cells


def settings_of(experiment: Experiment, game: GameSpec) -> list[Setting]:
    """Every combination of players, line-up and uncertain values, the values as they are first."""
    keys = experiment.uncertain
    assumed: list[tuple[tuple[str, Any], ...]] = [()]
    assumed += [tuple(zip(keys, values, strict=True)) for values in itertools.product(*keys.values()) if keys]
    line_ups = [(line_up, False) for line_up in experiment.line_ups()]
    line_ups += [(line_up, True) for line_up in experiment.check_line_ups()]
    players = experiment.players or [game.default_players]
    return [
        Setting(seats, filled(line_up, seats), check, values)
        for seats, (line_up, check), values in itertools.product(players, line_ups, assumed)
    ]


def filled(line_up: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A line-up for a number of players: one policy fills every seat."""
    if len(line_up) not in (1, players):
        raise UserError(f"The line-up {', '.join(line_up)} has {len(line_up)} policies for {players} players.")
    return line_up * players if len(line_up) == 1 else line_up


def _rules(game: GameSpec, assumed: Mapping[str, Any], changes: Mapping[str, Any], variant: str) -> Ruleset:
    both = set(assumed) & set(changes)
    if both:
        raise UserError(f"variant {variant}: {', '.join(sorted(both))} is uncertain and changed at the same time.")
    ruleset = game.schema.defaults().overlay_flat(assumed, "uncertain").overlay_flat(changes, f"variant {variant}")
    try:
        game.pack_rules(ruleset)
    except UserError as error:
        raise UserError(f"variant {variant}: {error}") from None
    return ruleset


def _match(experiment: Experiment, game: GameSpec, setting: Setting, rules: Ruleset) -> Match:
    changed = tuple((key, here) for key, (_, here) in rules.changes().items())
    spec = MatchSpec(game.name, setting.line_up, experiment.design.seed, setting.players, changed)
    match = spec.resolve()
    return MatchSpec(**{**vars(spec), "n": experiment.design.blocks * match.block}).resolve()
