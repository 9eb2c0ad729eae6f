"""What an action is worth: decisions sampled from play, every legal action forced, and the policies play on.

The hidden parts are redrawn from the mover's view for every rollout, and all actions of a decision meet the same
redraws and the same luck.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import float64, from_dtype, int32, int64, types, uint64, void

from temple_sim.core.errors import unknown
from temple_sim.core.jit import ENABLED, jit
from temple_sim.core.random import begin_turn, below, fork
from temple_sim.core.records import record_dtype
from temple_sim.core.spec import GameSpec
from temple_sim.engine.dispatch import function_at, row_at
from temple_sim.engine.match import Match
from temple_sim.engine.playout import FAULT_GAME, FAULT_LEGAL, NO_PHASE, ROWS, Table, advance, argument_types, deal
from temple_sim.engine.runner import Workers, spread

SAMPLER, REDRAWN = 1_000_000, 2_000_000  # forks of a game's luck: which decision is taken, and each rollout
ALL = 2**62  # no game has so many decisions
HIDDEN = ROWS  # place of the redrawn state among the states
STATES = ROWS + 1

DECISION = record_dtype(
    [
        ("game", "i8"),
        ("seat", "i4"),  # who decides
        ("stage", "i4"),  # which part of the game's decisions of this phase it is from, 0 the earliest
        ("turn", "i4"),
        ("ply", "i4"),
        ("legal", "i4"),  # legal actions; 0: the game had no such decision in this stage
        ("chosen", "i4"),  # index of the action the policy takes
        ("plies", "i8"),  # decisions made in its rollouts, forced ones included
    ]
)


@jit
def _choose(view, rules, actions, n, entry, line_up, own_luck):
    """Index that the policy of a line-up entry chooses."""
    policies, addresses, _, params = line_up
    choose = function_at(policies, addresses, entry)
    return choose(view, rules, actions, n, row_at(params, entry), own_luck)


@jit
def _find(
    seed, number, players, rotations, entries, phase, stage, stages, memory, rules, actions, game, line_up, fault
):
    """Bring states[0] to a decision drawn at random among those of a stage; whether there is one."""
    states, rngs, luck = memory
    deal(seed, number, players, rotations, states, rngs, rules, game)
    fork(rngs[0], luck[0], SAMPLER + stage)
    met = advance(states, rngs, rules, actions, entries, game, line_up, phase, ALL, fault)
    first, last = met * stage // stages, met * (stage + 1) // stages
    if first == last or fault[FAULT_LEGAL] > 0:
        return False
    target = first + below(luck[0], 0, last - first)
    deal(seed, number, players, rotations, states, rngs, rules, game)
    advance(states, rngs, rules, actions, entries, game, line_up, phase, target, fault)
    return True


@jit
def _roll_out(view, legal, n, players, entries, rollout, memory, rules, actions, totals, game, line_up, values, fault):
    """Redraw what the mover does not see, force each action in turn and play on; add its win share to values[:n].

    Returns the decisions made.
    """
    states, rngs, luck = memory
    apply_action, outcome, determinize = game[2], game[4], game[6]
    seat, turn, plies = view.to_move, view.turn, 0
    fork(rngs[0], luck[0], REDRAWN + 2 * rollout)
    begin_turn(luck[0], turn)
    determinize(view, rules[0], seat, states[HIDDEN], luck[0])
    for a in range(n):
        states[0] = states[HIDDEN]
        fork(rngs[0], luck[0], REDRAWN + 2 * rollout + 1)
        for s in range(players):
            fork(luck[0], luck[1 + s], s)
        begin_turn(luck[0], turn)
        apply_action(states[0], rules[0], legal[a], luck[0])
        states[0].plies += 1
        advance(states, luck, rules, actions, entries, game, line_up, NO_PHASE, 0, fault)
        totals[:, :] = 0.0
        outcome(states[0], rules[0], totals[0], totals[1])
        values[a] += totals[0, seat]
        plies += states[0].plies - view.plies
    return plies


def value_decisions(
    seed, first, players, order, phase, stages, rollouts, memory, rules, actions, totals, game, line_up,
    decisions, views, legal, values, fault,
):  # fmt: skip
    """Value one decision of a phase in every stage of the games from `first` on.

    memory      states (STATES,); rngs and luck, each (1 + seats,): of the game as played, and of a rollout
    decisions   (games * stages,) filled, with the mover's view of each in `views` and its legal codes in `legal`
    values      (games * stages, 2, max_actions) filled with the mover's mean win share of each action, from even and
                from odd rollouts: one half can pick the best action while the other says what it is worth
    """
    states, rngs, _ = memory
    rotations = order.shape[0]
    for k in range(decisions.size):
        number, stage = first + k // stages, k % stages
        entries = order[number % rotations]
        found = decisions[k]
        found.game, found.stage = number, stage
        if _find(
            seed,
            number,
            players,
            rotations,
            entries,
            phase,
            stage,
            stages,
            memory,
            rules,
            actions,
            game,
            line_up,
            fault,
        ):
            state, view = states[0], views[k]
            seat = state.to_move
            n = game[1](state, rules[0], legal[k])
            game[3](state, rules[0], seat, view)
            own_luck = rngs[1 + seat]
            if own_luck.turn != state.turn:
                begin_turn(own_luck, state.turn)
            found.seat, found.turn, found.ply, found.legal = seat, state.turn, state.plies, n
            found.chosen = _choose(view, rules[0], legal[k], n, entries[seat], line_up, own_luck)
            for rollout in range(rollouts):
                found.plies += _roll_out(
                    view, legal[k], n, players, entries, rollout, memory, rules, actions, totals, game, line_up,
                    values[k, rollout % 2], fault,
                )  # fmt: skip
            for a in range(n):
                values[k, 0, a] /= (rollouts + 1) // 2
                values[k, 1, a] /= rollouts // 2
        if fault[FAULT_LEGAL] > 0:
            fault[FAULT_GAME] = number
            return


@cache
def valuer_for(game: GameSpec) -> Any:
    """`value_decisions` compiled for a game's layouts (the plain function when the jit is off)."""
    if not ENABLED:
        return value_decisions
    t = argument_types(game)
    decisions = types.Array(from_dtype(DECISION), 1, "C")
    signature = void(
        uint64, int64, int64, int32[:, ::1], int64, int64, int64, types.Tuple([t["states"], t["rngs"], t["rngs"]]),
        t["rules"], int32[::1], float64[:, ::1], t["game"], t["line_up"],
        decisions, t["states"], int32[:, ::1], float64[:, :, ::1], int64[::1],
    )  # fmt: skip
    return numba.njit(signature, cache=True, nogil=True)(value_decisions)


@dataclass(frozen=True)
class Valued:
    """Valued decisions: arrays over decisions; actions beyond a decision's legal ones are 0 and NaN."""

    decisions: np.ndarray  # (d,) DECISION
    views: np.ndarray  # (d,) the mover's view
    legal: np.ndarray  # (d, most legal) action codes
    values: (
        np.ndarray
    )  # (d, 2, most legal) mean win share of the mover if the action is forced, by half of the rollouts

    @classmethod
    def join(cls, parts: "list[Valued]") -> "Valued":
        """Parts one after the other."""
        width = max(part.legal.shape[1] for part in parts)
        return cls(
            np.concatenate([part.decisions for part in parts]),
            np.concatenate([part.views for part in parts]),
            np.concatenate([_widened(part.legal, width, 0) for part in parts]),
            np.concatenate([_widened(part.values, width, np.nan) for part in parts]),
        )


def _widened(array: np.ndarray, width: int, fill: float) -> np.ndarray:
    """With the last axis filled up to a width."""
    missing = [(0, 0)] * (array.ndim - 1) + [(0, width - array.shape[-1])]
    return np.pad(array, missing, constant_values=fill)


def value_chunk(match: Match, phase: int, stages: int, rollouts: int, first: int, games: int) -> Valued:
    """Value the decisions of `games` games from `first` on, see `value_match`."""
    table, game, count = Table(match), match.game, games * stages
    decisions, views = np.zeros(count, DECISION), np.zeros(count, game.state)
    legal, values = np.zeros((count, game.max_actions), np.int32), np.zeros((count, 2, game.max_actions))
    fault = np.zeros(4, np.int64)
    memory = (np.zeros(STATES, game.state), table.rngs, np.zeros_like(table.rngs))
    valuer_for(game)(
        np.uint64(match.seed), first, match.players, match.order, phase, stages, rollouts, memory, table.rules,
        table.actions, table.totals, table.functions, table.line_up, decisions, views, legal, values, fault,
    )  # fmt: skip
    if fault[FAULT_LEGAL] > 0:
        raise table.policy_fault(fault)
    kept = decisions["legal"] > 0
    width = max(int(decisions["legal"].max()), 1)
    surplus = np.arange(game.max_actions) >= decisions["legal"][:, None]
    values[np.repeat(surplus[:, None], 2, axis=1)] = np.nan
    return Valued(decisions[kept], views[kept], legal[kept, :width], values[kept, :, :width])


def value_match(match: Match, phase: str, stages: int, rollouts: int, workers: Workers) -> Iterator[Valued]:
    """Value a decision of a phase in each stage of the match's games, in order, piece by piece.

    stages      the decisions of the phase in a game are cut into so many parts of equal number
    rollouts    games played on for each legal action, at least 2
    UserError for a phase the game does not have.
    """
    if phase not in match.game.phases:
        raise unknown(f"phase of {match.game.name}", phase, match.game.phases)
    number = match.game.phases.index(phase)
    chunk = workers.chunk or 4
    pieces = ((number, stages, rollouts, first, min(chunk, match.n - first)) for first in range(0, match.n, chunk))
    valuer_for(match.game)  # compiled once, before the threads ask for it
    yield from spread(match, workers, value_chunk, pieces)
