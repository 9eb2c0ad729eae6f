"""What one thing more is worth: the same game played on from a decision with it and without it.

All chance of this game lies in the set-up, so a game played on unchanged ends exactly as it did: what differs is due
to the change alone, and the change is nobody's choice. That makes the difference a price and not a correlation.
"""

from functools import cache
from typing import Any

import numba
import numpy as np
import pandas as pd
from numba import float64, from_dtype, int32, int64, types, uint64, void

from temple_sim.core.jit import ENABLED, jit
from temple_sim.core.random import RNG, below
from temple_sim.core.records import record_dtype
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match
from temple_sim.engine.playout import FAULT_GAME, FAULT_LEGAL, NO_PHASE, Table, advance, argument_types, deal
from temple_sim.games.five.tables import BUILDING, PRIEST

LEVELS = 3
MORE_PRIEST, ONE_CHAIN_LESS, ONE_CHAIN_MORE, NOTHING = range(4)
LEVERS = {"priest": MORE_PRIEST, "second chain": ONE_CHAIN_LESS, "one more chain": ONE_CHAIN_MORE, "nothing": NOTHING}
PICK = 7  # source of chance for the decision that is taken

PLAYED_ON = record_dtype(
    [
        ("game", "i8"),
        ("seat", "i4"),  # who is given or denied something
        ("level", "i4"),  # 0: the game had no such decision on this level
        ("reserve", "i4"),  # priests in hand at that moment
        ("share", "f8", (2,)),  # win share without the change, with it
        ("score", "f8", (2,)),
        ("lead", "f8", (2,)),  # score minus the best other seat's
    ]
)


@jit
def _concerns(state, lever):
    """Whether a decision is a moment for the lever."""
    if lever == MORE_PRIEST or lever == NOTHING:
        return state.phase == BUILDING
    return state.phase == PRIEST and state.chains_used == 0 and state.chains_allowed >= 2


@jit
def _pull(state, seat, lever):
    if lever == MORE_PRIEST:
        state.reserve[seat] += 1
    elif lever == ONE_CHAIN_LESS:
        state.chains_allowed -= 1
    elif lever == ONE_CHAIN_MORE:
        state.chains_allowed += 1


@jit
def _note(state, rules, players, seat, found, place, totals, game):
    totals[:, :] = 0.0
    game[4](state, rules[0], totals[0], totals[1])
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, totals[1, other])
    found.share[place], found.score[place] = totals[0, seat], totals[1, seat]
    found.lead[place] = totals[1, seat] - best


def play_on(seed, first, players, order, lever, phase, memory, rules, actions, totals, game, line_up, found, fault):
    """Take one decision at random on each level of the games from `first` on; play on without and with the lever.

    memory  states (ROWS,), luck (1 + seats,), and copies of both at the decisions taken, one set a level
    found   (games * LEVELS,) PLAYED_ON, filled
    """
    states, rngs, saved, saved_rngs, picker = memory
    rotations, width = order.shape[0], rngs.size
    counts = np.zeros(LEVELS, np.int64)
    for k in range(found.size // LEVELS):
        number = first + k
        entries = order[number % rotations]
        deal(seed, number, players, rotations, states, rngs, rules, game)
        picker[0] = rngs[0]
        counts[:] = 0
        advance(states, rngs, rules, actions, entries, game, line_up, phase, 0, fault)
        while states[0].over == 0 and fault[FAULT_LEGAL] == 0:
            level = states[0].level - 1
            if _concerns(states[0], lever):
                counts[level] += 1
                if below(picker[0], PICK, counts[level]) == 0:
                    saved[level] = states[0]
                    for i in range(width):
                        saved_rngs[level * width + i] = rngs[i]
            advance(states, rngs, rules, actions, entries, game, line_up, phase, 1, fault)
        for level in range(LEVELS):
            line = found[k * LEVELS + level]
            line.game = number
            if counts[level] > 0:
                line.level, line.seat = level + 1, saved[level].to_move
                line.reserve = saved[level].reserve[line.seat]
                _note(states[0], rules, players, line.seat, line, 0, totals, game)
        for level in range(LEVELS):
            line = found[k * LEVELS + level]
            if line.level > 0:
                states[0] = saved[level]
                for i in range(width):
                    rngs[i] = saved_rngs[level * width + i]
                _pull(states[0], line.seat, lever)
                advance(states, rngs, rules, actions, entries, game, line_up, NO_PHASE, 0, fault)
                _note(states[0], rules, players, line.seat, line, 1, totals, game)
        if fault[FAULT_LEGAL] > 0:
            fault[FAULT_GAME] = number
            return


@cache
def _compiled(game: GameSpec) -> Any:
    if not ENABLED:
        return play_on
    t = argument_types(game)
    found = types.Array(from_dtype(PLAYED_ON), 1, "C")
    memory = types.Tuple([t["states"], t["rngs"], t["states"], t["rngs"], t["rngs"]])
    signature = void(
        uint64, int64, int64, int32[:, ::1], int64, int64, memory, t["rules"], int32[::1], float64[:, ::1],
        t["game"], t["line_up"], found, int64[::1],
    )  # fmt: skip
    return numba.njit(signature, cache=True, nogil=True)(play_on)


def played_on(match: Match, lever: str, games: int | None = None) -> pd.DataFrame:
    """Games of a match played on with a lever: one line per game and level that had a decision of its kind.

    lever   "priest": one more in reserve at a build decision; "second chain": the turn allows one chain less;
            "one more chain"; "nothing" changes nothing and must give equal values
    games   so many of the match's games (all by default)
    Columns: game, seat, level, reserve, block, and W, score and lead with and without.
    """
    table, n = Table(match), min(games or match.n, match.n)
    found, fault = np.zeros(n * LEVELS, PLAYED_ON), np.zeros(4, np.int64)
    width = len(table.rngs)
    copies = (np.zeros(LEVELS, match.game.state), np.zeros(LEVELS * width, RNG), np.zeros(1, RNG))
    phase = BUILDING if lever in ("priest", "nothing") else PRIEST
    _compiled(match.game)(
        np.uint64(match.seed), 0, match.players, match.order, LEVERS[lever], phase,
        (table.states, table.rngs, *copies), table.rules, table.actions, table.totals, table.functions,
        table.line_up, found, fault,
    )  # fmt: skip
    if fault[FAULT_LEGAL] > 0:
        raise table.policy_fault(fault)
    return _frame(found[found["level"] > 0], match.block)


def _frame(found: np.ndarray, block: int) -> pd.DataFrame:
    data = {name: found[name] for name in ("game", "seat", "level", "reserve")} | {"block": found["game"] // block}
    for name, column in (("share", "W"), ("score", "score"), ("lead", "lead")):
        data |= {f"{column} without": found[name][:, 0], f"{column} with": found[name][:, 1]}
    return pd.DataFrame(data)
