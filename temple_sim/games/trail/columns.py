"""Columns of a result row and how a finished game fills them."""

from collections.abc import Mapping, Sequence
from typing import Any

from temple_sim.core.jit import jit
from temple_sim.core.metrics import Column
from temple_sim.core.records import LIMIT
from temple_sim.games.trail.scoring import (
    adversary_points,
    artifacts,
    bonus_points,
    crates,
    drone_factor,
    explorer_place,
    explorer_tokens,
    solo_result,
)
from temple_sim.games.trail.tables import (
    COLOURS,
    DRONES,
    EXPLORERS,
    GROUP_NAMES,
    GROUPS,
    MOVERS,
    NONE,
    QUARTERS,
    RESULTS,
    STEPS,
    TEMPLE,
    TILES,
)

ENDS = ("explorer", "drone", "both", "limit")
BY_EXPLORER_ALONE, BY_DRONE_ALONE, BY_BOTH, BY_LIMIT = range(4)
MOVER_MEANINGS = ("drone tokens", "the shrine", "tokens left behind", "the solo toll")
ARRIVALS = (*MOVERS, "explorer", "nothing")


def _colours(values: Mapping[str, Any]) -> Sequence[str]:
    return COLOURS


def _groups(values: Mapping[str, Any]) -> Sequence[str]:
    return GROUP_NAMES


def _tiles(values: Mapping[str, Any]) -> Sequence[str]:
    return TILES


def _steps(values: Mapping[str, Any]) -> Sequence[str]:
    return [str(steps) for steps in range(1, 1 + max(map(int, values["cards.per_explorer"])))]


def _explorers(values: Mapping[str, Any]) -> Sequence[str]:
    return [f"explorer{i + 1}" for i in range(EXPLORERS)]


def _quarters(values: Mapping[str, Any]) -> Sequence[str]:
    return [f"q{i + 1}" for i in range(QUARTERS)]


def _game(name: str, dtype: str, meaning: str, size: int = 0, labels: Any = None) -> Column:
    return Column(name, dtype, meaning, per_seat=False, size=size, labels=labels)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"{i} {name}" for i, name in enumerate(names))


COLUMNS = (
    _game("ended_by", "u1", f"which markers were at the temple at the end: {_listed(ENDS)}"),
    _game("arrival", "u1", f"what brought the first marker there: {_listed(ARRIVALS)}"),
    _game("space", "u1", "final space of each drone", DRONES, _colours),
    _game("factor", "u1", "final points for each artifact of a drone", DRONES, _colours),
    _game("place", "u1", "final place of each explorer: 1, 2 or 3", EXPLORERS, _explorers),
    *(
        _game(f"moved_{mover}", "u1", f"spaces each drone was moved by {what}", DRONES, _colours)
        for mover, what in zip(MOVERS, MOVER_MEANINGS, strict=True)
    ),
    _game("left_behind", "u1", "tokens left behind, by kind", GROUPS, _groups),
    _game("quarter_turn", "i2", "turn of each checkpoint; 0 if the game ended first", QUARTERS, _quarters),
    *(
        _game(f"quarter{q}", "i1", f"drones' spaces at checkpoint {q}; -1 if the game ended first", DRONES, _colours)
        for q in range(1, QUARTERS + 1)
    ),
    _game("result", "i1", f"solo: {_listed(RESULTS)}; -1 with more players"),
    _game("institute", "i2", "solo: points of the Institute"),
    _game("conservatory", "i4", "solo: points of the Conservatory"),
    Column("from_explorers", "i2", "points for explorer tokens"),
    Column("from_artifacts", "i2", "points for artifact tokens"),
    Column("from_crates", "i2", "points for crates"),
    Column("from_bonus", "i2", "points for the first marker at the temple"),
    Column("taken", "u1", "tokens taken, also those given up later, by kind", size=GROUPS, labels=_groups),
    Column("artifacts", "i2", "artifacts on own tokens at the end, by colour", size=DRONES, labels=_colours),
    Column("steered", "i2", "spaces drones were moved by own decisions"),
    Column("played", "u1", "cards played, by steps", size=STEPS, labels=_steps),
    Column("found", "u1", "location tiles revealed, by kind", size=len(TILES), labels=_tiles),
    Column("given_up", "u1", "artifact tokens lost to the snake"),
    Column("traded", "u1", "crate tokens traded at the pottery shards"),
)


@jit
def record(state, rules, row):
    """Fill a result row from a finished game."""
    row.ended_by = _ended_by(state, rules)
    row.arrival = state.arrival
    _record_markers(state, rules, row)
    _record_quarters(state, row)
    for seat in range(state.players):
        own = _record_seat(state, rules, row, seat)
    row.result = NONE
    if state.players == 1:
        institute, conservatory = adversary_points(state, rules)
        row.institute, row.conservatory = institute, conservatory
        row.result = solo_result(own, institute, conservatory)
    for place in range(state.tiles_n):
        if state.tile_seat[place] != NONE:
            row.found[state.tile_seat[place], state.tile_kind[place]] += 1


@jit
def _ended_by(state, rules):
    if state.end_reason == LIMIT:
        return BY_LIMIT
    explorer = False
    for number in range(EXPLORERS):
        explorer |= state.explorers[number] == TEMPLE
    if state.furthest < rules.track:
        return BY_EXPLORER_ALONE
    return BY_BOTH if explorer else BY_DRONE_ALONE


@jit
def _record_markers(state, rules, row):
    for explorer in range(EXPLORERS):
        row.place[explorer] = explorer_place(state, explorer)
    for colour in range(DRONES):
        row.space[colour] = state.drones[colour]
        row.factor[colour] = drone_factor(state, rules, colour)
        row.moved_token[colour] = state.moved[0, colour]
        row.moved_shrine[colour] = state.moved[1, colour]
        row.moved_left_behind[colour] = state.moved[2, colour]
        row.moved_toll[colour] = state.moved[3, colour]
    for group in range(GROUPS):
        row.left_behind[group] = state.left_behind[group]


@jit
def _record_quarters(state, row):
    for quarter in range(QUARTERS):
        row.quarter_turn[quarter] = state.quarter_turn[quarter]
    for colour in range(DRONES):
        row.quarter1[colour] = state.quarter_space[0, colour] if state.quarters > 0 else NONE
        row.quarter2[colour] = state.quarter_space[1, colour] if state.quarters > 1 else NONE
        row.quarter3[colour] = state.quarter_space[2, colour] if state.quarters > 2 else NONE


@jit
def _record_seat(state, rules, row, seat):
    """One seat's fields; returns its points."""
    from_artifacts, from_explorers = 0, 0
    for colour in range(DRONES):
        count = artifacts(state, rules, seat, colour)
        row.artifacts[seat, colour] = count
        from_artifacts += count * int(row.factor[colour])
    for explorer in range(EXPLORERS):
        from_explorers += explorer_tokens(state, rules, seat, explorer, int(row.place[explorer]))
    from_crates, from_bonus = crates(state, rules, seat), bonus_points(state, rules, seat)
    row.from_artifacts[seat], row.from_explorers[seat] = from_artifacts, from_explorers
    row.from_crates[seat], row.from_bonus[seat] = from_crates, from_bonus
    row.steered[seat] = state.steered[seat]
    row.given_up[seat] = state.given_up[seat]
    row.traded[seat] = state.traded[seat]
    for group in range(GROUPS):
        row.taken[seat, group] = state.got[seat, group]
    for steps in range(STEPS):
        row.played[seat, steps] = state.played[seat, steps]
    return from_artifacts + from_explorers + from_crates + from_bonus
