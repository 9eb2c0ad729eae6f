"""Playing one ruleset for the values of some metrics, without a run folder; and which rules can be turned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from temple_sim.analysis.measures import metrics_of
from temple_sim.core.errors import UserError, unknown
from temple_sim.core.metrics import Metric
from temple_sim.core.ruleset import Key
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.store import Sums, block_arrays
from temple_sim.results import Results

SEAT_GAP = "seat_gap"  # the largest seat's win share minus the smallest's
REACH = 0.5  # a rule is turned by half its printed value either way, within its range


@dataclass(frozen=True)
class Trial:
    """What is played: a game, a line-up and how much of it; the rules vary."""

    game: GameSpec
    line_up: tuple[str, ...]
    blocks: int
    seed: int
    workers: Workers

    def match(self, changes: Mapping[str, Any]) -> Match:
        """The match under changed rules. UserError when they cannot be played."""
        rules = self.game.schema.defaults().overlay_flat(changes, "changed rules")
        self.game.pack_rules(rules)
        changed = tuple((key, here) for key, (_, here) in rules.changes().items())
        one = MatchSpec(self.game.name, self.line_up, self.seed, len(self.line_up), changed).resolve()
        return MatchSpec(**{**vars(one.spec), "n": self.blocks * one.block}).resolve()

    def values(self, changes: Mapping[str, Any], names: Sequence[str]) -> dict[str, float]:
        """The metrics' values under changed rules."""
        match = self.match(changes)
        seats = [f"W.seat.{seat}" for seat in range(match.players)] if SEAT_GAP in names else []
        wanted = dict.fromkeys([*(name for name in names if name != SEAT_GAP), *seats])
        values = {name: _ratio(*sums) for name, sums in self._sums(match, list(wanted)).items()}
        if seats:
            shares = [values[name] for name in seats]
            values[SEAT_GAP] = max(shares) - min(shares)
        return values

    def sums(self, changes: Mapping[str, Any], name: str) -> Sums:
        """A metric's value and weight sums of every block under changed rules, shapes (blocks,)."""
        return self._sums(self.match(changes), [name])[name]

    def _sums(self, match: Match, names: Sequence[str]) -> dict[str, Sums]:
        known = metrics_of(match)
        rows = np.concatenate(list(play_match(match, self.workers)))
        return block_arrays(Results.of_rows(match, rows), [known[name] for name in names], self.blocks)

    def metric(self, name: str) -> Metric:
        """A metric of the printed rules."""
        return metrics_of(self.match({}))[name]

    def check_metrics(self, names: Sequence[str]) -> None:
        """UserError for a metric that does not exist."""
        known = [*metrics_of(self.match({})), SEAT_GAP]
        for name in names:
            if name not in known:
                raise unknown(f"metric of {self.game.name}", name, known)


def _ratio(value: np.ndarray, weight: np.ndarray) -> float:
    total = float(weight.sum())
    return float(value.sum()) / total if total else float("nan")


@dataclass(frozen=True)
class Dial:
    """A numeric rule that can be turned: its key, printed value, bounds, and whether it takes whole numbers only."""

    key: str
    printed: float
    low: float
    high: float
    whole: bool

    def at(self, value: float) -> float | int:
        """A value the rule can take."""
        return round(value) if self.whole else float(value)


def dials(game: GameSpec, keys: Sequence[str] | None = None) -> list[Dial]:
    """The numeric rules of a game (all, or those named) with bounds around the printed values that can be played.

    UserError for a key that does not exist or is not a number.
    """
    known = game.schema.keys
    numeric = {name: key for name, key in known.items() if _is_number(key) and not key.guard}
    for name in keys or []:
        if name not in known:
            raise unknown(f"rule of {game.name}", name, known)
        if name not in numeric:
            raise UserError(f"{name} is not a single number; free rules are {', '.join(numeric)}.")
    found = [_dial(game, name, numeric[name]) for name in (keys or numeric)]
    return [dial for dial in found if dial.low < dial.high]


def _is_number(key: Key) -> bool:
    return key.type in ("int", "float") and key.length is None and isinstance(key.value, int | float)


def _dial(game: GameSpec, name: str, key: Key) -> Dial:
    printed, whole = float(key.value), key.type == "int"
    step = max(abs(printed) * REACH, 1.0 if whole else 0.1)
    low, high = printed - step, printed + step
    numbers = [float(v) for v in key.plausible if isinstance(v, int | float)]
    low, high = min([low, *numbers]), max([high, *numbers])
    low = max(low, key.min if key.min is not None else low)
    high = min(high, key.max if key.max is not None else high)
    if whole:
        low, high = np.ceil(low), np.floor(high)
    return Dial(
        name, printed, _playable(game, name, printed, low, whole), _playable(game, name, printed, high, whole), whole
    )


def _playable(game: GameSpec, name: str, printed: float, bound: float, whole: bool) -> float:
    """The bound, drawn in towards the printed value until the rules can be played."""
    for share in (1.0, 0.5, 0.25, 0.0):
        value = printed + share * (bound - printed)
        try:
            game.pack_rules(game.schema.defaults().overlay_flat({name: round(value) if whole else value}, name))
            return float(round(value)) if whole else value
        except UserError:
            continue
    return printed
