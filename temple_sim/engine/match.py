"""A match: one line-up over many games, and the schedule that rotates it over the seats.

A block is all different seat rotations of the line-up on the same luck; it is the unit of every interval. A line-up
that repeats itself (four times the same policy) has fewer different rotations, so no game is played twice.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from temple_sim.core.errors import UserError
from temple_sim.core.plugins import content_digest
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.games import load_game, load_game_file
from temple_sim.policies.registry import Entry, line_up, policies_of

MAX_GAMES = 10**12
MAX_SEED = 2**63 - 1


@dataclass(frozen=True)
class MatchSpec:
    """What to play as plain values: it travels to workers and into manifests.

    game        name of the game; its file too when it is a plug-in
    policies    line-up in seat order of rotation 0, one text a seat (`planner:lava=1.5`)
    rules       nested values that differ from the game's own ruleset, as pairs of key and value
    """

    game: str
    policies: tuple[str, ...]
    seed: int
    n: int
    rules: tuple[tuple[str, Any], ...] = ()
    game_file: str | None = None
    policy_files: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Of the values as text, since lists among the rules have none."""
        return hash(json.dumps(self.to_json(), sort_keys=True))

    def to_json(self) -> dict[str, Any]:
        """For a manifest."""
        return asdict(self) | {"rules": dict(self.rules)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "MatchSpec":
        """From a manifest."""
        fixed = {k: tuple(data[k]) for k in ("policies", "policy_files")}
        return cls(**{**data, **fixed, "rules": tuple(data["rules"].items())})

    def resolve(self) -> "Match":
        """The match with everything looked up, checked and loaded."""
        return Match(self)


class Match:
    """A checked match: game, ruleset and line-up behind a spec. UserError when it cannot be played."""

    def __init__(self, spec: MatchSpec) -> None:
        """Look up every name; refuse what cannot be played."""
        self.spec = spec
        self.game = load_game_file(Path(spec.game_file)) if spec.game_file else load_game(spec.game)
        self.ruleset = resolve_rules(self.game, dict(spec.rules))
        known = policies_of(self.game, map(Path, spec.policy_files))
        self.line_up: tuple[Entry, ...] = line_up(spec.policies, len(spec.policies), known, self.game.name)
        self.seed, self.n = spec.seed, spec.n
        self._check()

    def _check(self) -> None:
        low, high = self.game.seats_allowed(self.ruleset)
        if not low <= self.players <= high:
            raise UserError(f"{self.game.title} takes {low} to {high} players, not {self.players}.")
        if not 1 <= self.n <= MAX_GAMES:
            raise UserError(f"The number of games must be from 1 to {MAX_GAMES:.0e}, not {self.n:g}.")
        if not 0 <= self.seed <= MAX_SEED:
            raise UserError(f"The seed must be from 0 to 2**63 - 1, not {self.seed}.")

    @cached_property
    def plugins(self) -> tuple[tuple[str, str], ...]:
        """Plug-in files in use and the hashes of their content; of a game's file, its ruleset's too."""
        files = [Path(file) for file in self.spec.policy_files]
        if self.spec.game_file:
            files += [Path(self.spec.game_file), self.game.ruleset_file]
        return tuple((str(file), content_digest(file)) for file in files)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.line_up)

    @cached_property
    def order(self) -> np.ndarray:
        """Line-up entry at each seat, shape (rotations, seats), int32: row r is the line-up moved on by r seats."""
        return rotations([entry.label for entry in self.line_up])

    @property
    def block(self) -> int:
        """Games in a block."""
        return len(self.order)

    @property
    def whole_blocks(self) -> int:
        """Complete blocks in the match."""
        return self.n // self.block

    def seat_names(self, number: int) -> list[str]:
        """Labels of the policies at each seat in a game."""
        return [self.line_up[entry].label for entry in self.order[number % self.block]]


def resolve_rules(game: GameSpec, changes: dict[str, Any]) -> Ruleset:
    """The game's ruleset with the changed keys, checked against each other."""
    ruleset = game.schema.defaults()
    checked = {name: game.schema.check(name, value, "rules") for name, value in changes.items()}
    ruleset = Ruleset(game.schema, {**ruleset.values, **checked})
    game.pack_rules(ruleset)
    return ruleset


def rotations(labels: Sequence[str]) -> np.ndarray:
    """All different rotations of a line-up as indices into it, shape (rotations, seats)."""
    seats = len(labels)
    rows, seen = [], set()
    for shift in range(seats):
        row = [(seat - shift) % seats for seat in range(seats)]
        names = tuple(labels[entry] for entry in row)
        if names not in seen:
            seen.add(names)
            rows.append(row)
    return np.array(rows, np.int32)
