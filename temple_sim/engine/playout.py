"""The playout loop: written once for all games, compiled once for each game's layouts."""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import float64, from_dtype, int32, int64, types, uint8, uint64
from numba.core.errors import NumbaError

from temple_sim.core.errors import UserError
from temple_sim.core.jit import ENABLED, compile_for
from temple_sim.core.random import RNG, RNG_TYPE, begin_game, begin_turn, fork
from temple_sim.core.spec import GameSpec
from temple_sim.engine.dispatch import address_table, function_at, row_at
from temple_sim.engine.match import Match
from temple_sim.policies.registry import Policy

FAULT_GAME, FAULT_SEAT, FAULT_CHOICE, FAULT_LEGAL = range(4)


def play(
    seed,
    first,
    players,
    order,
    states,
    rules,
    rngs,
    actions,
    totals,
    rows,
    game,
    policies,
    addresses,
    blind,
    params,
    fault,
):
    """Play `rows.size` games from number `first` on, a result row each.

    seed     of the run
    order    (rotations, seats) line-up entry at each seat; the games of one block share their luck
    states   (3,) state records: the game, a view, and a blank one
    rngs     (1 + seats,) the game's luck, then one record a seat for its policy
    totals   (2, seats) room for shares and scores
    game     the contract functions; policies (with their addresses), blind and params go by place in the line-up
    fault    (4,) filled when a policy returns no legal index; the game it happened in is the last row touched
    Returns the number of decisions made.
    """
    setup, legal_actions, apply_action, observe, outcome, record = game
    state, view, luck = states[0], states[1], rngs[0]
    rotations = order.shape[0]
    plies = 0
    for k in range(rows.size):
        number = first + k
        block = number // rotations
        rotation = number - block * rotations
        states[0] = states[2]
        state.players = players
        begin_game(luck, seed, block)
        for seat in range(players):
            fork(luck, rngs[1 + seat], seat)
        setup(state, rules[0], players, luck)
        while state.over == 0:
            n = legal_actions(state, rules[0], actions)
            choice = 0
            if n > 1:
                seat = state.to_move
                entry = order[rotation, seat]
                own_luck = rngs[1 + seat]
                if own_luck.turn != state.turn:
                    begin_turn(own_luck, state.turn)
                if blind[entry] == 0:
                    observe(state, rules[0], seat, view)
                choose = function_at(policies, addresses, entry)
                choice = choose(view, rules[0], actions, n, row_at(params, entry), own_luck)
                if choice < 0 or choice >= n:
                    fault[0], fault[1], fault[2], fault[3] = number, seat, choice, n
                    return plies
            apply_action(state, rules[0], actions[choice], luck)
            state.plies += 1
        row = rows[k]
        row.index = number
        row.turns = state.turn
        row.plies = state.plies
        row.end_reason = state.end_reason
        totals[:, :] = 0.0
        outcome(state, rules[0], totals[0], totals[1])
        for seat in range(players):
            row.share[seat] = totals[0, seat]
            row.score[seat] = totals[1, seat]
        record(state, rules[0], row)
        plies += state.plies
    return plies


@cache
def engine_for(game: GameSpec) -> Any:
    """The loop compiled for a game's layouts (the plain function when the jit is off)."""
    if not ENABLED:
        return play
    state, rules, row = from_dtype(game.state), from_dtype(game.rules), from_dtype(game.result)
    sig, function, array = game.signatures, types.FunctionType, types.Array
    names = ("setup", "legal_actions", "apply_action", "observe", "outcome", "record")
    contract = types.Tuple([function(getattr(sig, name)) for name in names])
    signature = int64(
        uint64, int64, int64, int32[:, ::1],
        array(state, 1, "C"), array(rules, 1, "C"), array(RNG_TYPE, 1, "C"), int32[::1],
        float64[:, ::1], array(row, 1, "C"),
        contract, types.UniTuple(function(sig.choose), game.max_players), int64[::1], uint8[::1], float64[:, ::1], int64[::1],
    )  # fmt: skip
    return numba.njit(signature, cache=True, nogil=True)(play)


class Contract(NamedTuple):
    """A game's compiled contract functions."""

    setup: Any
    legal_actions: Any
    apply_action: Any
    observe: Any
    determinize: Any
    outcome: Any
    record: Any


@cache
def contract_for(game: GameSpec) -> Contract:
    """The game's contract functions, compiled for its layouts."""
    return Contract(*(compile_for(getattr(game, n), getattr(game.signatures, n)) for n in Contract._fields))


def _compiled_policy(policy: Policy, game: GameSpec) -> Any:
    try:
        return compile_for(policy.function, game.signatures.choose)
    except NumbaError as error:
        reason = next((line for line in str(error).splitlines() if line.strip() and "Failed in" not in line), "?")
        raise UserError(f"Policy '{policy.name}' does not compile: {reason.strip()}") from None


class Table:
    """Everything one worker needs to play games of a match: compiled functions and reusable records."""

    def __init__(self, match: Match) -> None:
        """Compile (or load) what the match needs."""
        self.match = match
        game = match.game
        self.contract = contract_for(game)
        entries = [entry.policy for entry in match.line_up]
        compiled = [_compiled_policy(p, game) for p in entries]
        self.policies = tuple((compiled * game.max_players)[: game.max_players])
        self.addresses = address_table(self.policies, game.signatures.choose)
        self.blind = np.array([p.blind for p in entries], np.uint8)
        self.params = np.ascontiguousarray([entry.vector for entry in match.line_up], np.float64)
        self.rules = game.pack_rules(match.ruleset)
        self.states = np.zeros(3, game.state)
        self.rngs = np.zeros(1 + game.max_players, RNG)
        self.actions = np.zeros(game.max_actions, np.int32)
        self.totals = np.zeros((2, game.max_players))
        self.engine = engine_for(game)

    def play(self, first: int, count: int) -> np.ndarray:
        """Result rows of games [first, first + count), shape (count,)."""
        match = self.match
        rows = np.zeros(count, match.game.result)
        fault = np.full(4, -1, np.int64)
        c = self.contract
        functions = (c.setup, c.legal_actions, c.apply_action, c.observe, c.outcome, c.record)
        self.engine(
            np.uint64(match.seed), first, match.players, match.order, self.states, self.rules, self.rngs,
            self.actions, self.totals, rows, functions, self.policies, self.addresses, self.blind, self.params, fault,
        )  # fmt: skip
        if fault[FAULT_GAME] >= 0:
            raise self._policy_fault(fault)
        return rows

    def deal(self, number: int) -> tuple[Any, Any, Any]:
        """State, luck and rules records at the first decision of a game, to go on step by step."""
        self.states[0] = self.states[2]
        state, luck, rules = self.states[0], self.rngs[0], self.rules[0]
        state.players = self.match.players
        begin_game(luck, np.uint64(self.match.seed), number // self.match.block)
        for seat in range(self.match.players):
            fork(luck, self.rngs[1 + seat], seat)
        self.contract.setup(state, rules, self.match.players, luck)
        return state, luck, rules

    def _policy_fault(self, fault: np.ndarray) -> UserError:
        number, seat, choice, legal = map(int, fault)
        name = self.match.seat_names(number)[seat]
        return UserError(
            f"Policy '{name}' returned {choice} in game {number}, seat {seat}: an index below {legal} was expected."
        )
