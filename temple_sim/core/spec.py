"""The game contract: what a game must supply, once, so that everything else works for it.

`S` is the state record, `V` a record of the same layout as one seat may know it, `R` the rules record. All
functions are `@jit` functions; they read `rules` and never change it.

    setup(S, R, players, rng)          a zeroed record becomes a dealt game, at its first decision
    legal_actions(S, R, out) -> n      fills out[:n] with int codes; n >= 1 until the game is over
    apply_action(S, R, action, rng)    advances to the next decision or the end; chance is resolved inside
    observe(S, R, seat, V)             what the seat may know; everything else masked with a fixed value
    determinize(V, R, seat, S, rng)    a full state drawn at random among those that fit the view
    outcome(S, R, shares, scores)      win shares and scores per seat
    record(S, R, row)                  fills the game's own fields of its result row

A policy is `choose(V, R, actions, n, params, rng) -> index` and never sees `S`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numba import float64, from_dtype, int32, int64, void

from temple_sim.core.errors import UserError
from temple_sim.core.metrics import SHARED_COLUMNS, SHARED_METRICS, Column, Metric, Table, column_metrics, result_dtype
from temple_sim.core.random import RNG_TYPE
from temple_sim.core.ruleset import Ruleset, Schema

MAX_PARAMETERS = 24


@dataclass(frozen=True)
class Codec:
    """A game's names: records and codes as the dicts that traces show, and a line of text an event."""

    state: Callable[[Any, Mapping[str, Any]], dict[str, Any]]  # (record, values)
    action: Callable[[int, Any, Mapping[str, Any]], dict[str, Any]]  # (code, record before, values)
    narrate: Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], list[str]]  # (before, action, after)
    end: Callable[[Any, Mapping[str, Any]], dict[str, Any]] = lambda state, values: {}  # more keys of the end line


def _no_tables(values: Mapping[str, Any], players: int) -> Sequence[Table]:
    return ()


def _no_metrics(values: Mapping[str, Any], players: int) -> Sequence[Metric]:
    return ()


@dataclass(frozen=True)
class Signatures:
    """The numba signatures of the contract for one game's layouts."""

    setup: Any
    legal_actions: Any
    apply_action: Any
    observe: Any
    determinize: Any
    outcome: Any
    record: Any
    choose: Any


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: its layouts, contract functions, ruleset and names."""

    name: str
    title: str
    players: tuple[int, int]  # fewest and most seats
    default_players: int
    default_line_up: tuple[str, ...]  # repeated or cut to the number of players
    phases: tuple[str, ...]
    state: np.dtype
    rules: np.dtype
    columns: tuple[Column, ...]
    max_actions: int
    ruleset_file: Path
    pack: Callable[[Mapping[str, Any], Any], None]  # (values, zeroed rules record); ValueError: impossible rules
    codec: Codec
    setup: Any
    legal_actions: Any
    apply_action: Any
    observe: Any
    determinize: Any
    outcome: Any
    record: Any
    models: Mapping[str, Any] = field(default_factory=dict)
    metrics: Callable[[Mapping[str, Any], int], Sequence[Metric]] = _no_metrics
    headlines: Callable[[Mapping[str, Any], int], Sequence[Table]] = _no_tables
    policies: tuple[Any, ...] = ()  # of a plug-in that brings its policies in the same file

    @property
    def max_players(self) -> int:
        """The most seats: the length of every per-seat array."""
        return self.players[1]

    @cached_property
    def schema(self) -> Schema:
        """The keys of the game's ruleset."""
        return Schema.load(self.name, self.ruleset_file, self.models)

    @cached_property
    def result(self) -> np.dtype:
        """Layout of a result row."""
        return result_dtype(self.columns, self.max_players)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """The columns all games share, then the game's own."""
        return (*SHARED_COLUMNS, *self.columns)

    def all_metrics(self, values: Mapping[str, Any], players: int) -> list[Metric]:
        """Every metric by name: the game's own, the shared ones, and the mean of each column."""
        means = column_metrics(self.all_columns, values)
        return [*self.metrics(values, players), *SHARED_METRICS, *means]

    @cached_property
    def signatures(self) -> Signatures:
        """Signatures made from the layouts."""
        state, rules, row = from_dtype(self.state), from_dtype(self.rules), from_dtype(self.result)
        return Signatures(
            setup=void(state, rules, int64, RNG_TYPE),
            legal_actions=int64(state, rules, int32[::1]),
            apply_action=void(state, rules, int64, RNG_TYPE),
            observe=void(state, rules, int64, state),
            determinize=void(state, rules, int64, state, RNG_TYPE),
            outcome=void(state, rules, float64[::1], float64[::1]),
            record=void(state, rules, row),
            choose=int64(state, rules, int32[::1], int64, float64[::1], RNG_TYPE),
        )

    def pack_rules(self, ruleset: Ruleset) -> np.ndarray:
        """The rules record, shape (1,). UserError with the reason when the values contradict each other."""
        packed = np.zeros(1, self.rules)
        try:
            self.pack(ruleset.values, packed[0])
        except ValueError as error:
            raise UserError(f"These rules of {self.name} cannot be played: {error}.") from None
        return packed

    def seats_allowed(self, ruleset: Ruleset) -> tuple[int, int]:
        """Fewest and most seats under a ruleset (a key `players` may narrow the game's own)."""
        low, high = ruleset.values.get("players", self.players)
        return int(low), int(high)
