"""The playout loop: written once for all games, compiled once for each game's layouts."""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import float64, from_dtype, int32, int64, types, uint8, uint64, void

from temple_sim.core.errors import UserError
from temple_sim.core.jit import ENABLED, compile_for, jit
from temple_sim.core.random import RNG, RNG_TYPE, begin_game, begin_turn, fork
from temple_sim.core.spec import GameSpec
from temple_sim.engine.dispatch import address_table, function_at, row_at
from temple_sim.engine.match import Match
from temple_sim.policies.registry import Policy

FAULT_GAME, FAULT_SEAT, FAULT_CHOICE, FAULT_LEGAL = range(4)
PLAYED = ("setup", "legal_actions", "apply_action", "observe", "outcome", "record", "determinize")


NO_PHASE = -1
ROWS = 3  # state records of a worker: the game, a view of it, and a blank one


@jit
def deal(seed, number, players, rotations, states, rngs, rules, game):
    """Bring game `number` of a run to its first decision, in states[0] and rngs."""
    states[0] = states[2]
    states[0].players = players
    luck = rngs[0]
    begin_game(luck, seed, number // rotations)
    for seat in range(players):
        fork(luck, rngs[1 + seat], seat)
    game[0](states[0], rules[0], players, luck)


@jit
def advance(states, rngs, rules, actions, entries, game, line_up, phase, stop, fault):
    """Play states[0] on, to the end or to decision `stop` (from 0) of a phase; forced decisions do not count.

    entries  (seats,) place in the line-up of the policy at each seat
    game     the contract functions
    line_up  policies, their addresses, which of them are blind (never look), and their parameters
    fault    (4,) filled when a policy returns no legal index, and play stops
    Returns how many decisions of the phase were met.
    """
    legal_actions, apply_action, observe = game[1], game[2], game[3]
    policies, addresses, blind, params = line_up
    state, view, luck = states[0], states[1], rngs[0]
    met = 0
    while state.over == 0:
        n = legal_actions(state, rules[0], actions)
        choice = 0
        if n > 1:
            if state.phase == phase:
                if met == stop:
                    break
                met += 1
            seat = state.to_move
            entry = entries[seat]
            own_luck = rngs[1 + seat]
            if own_luck.turn != state.turn:
                begin_turn(own_luck, state.turn)
            if blind[entry] == 0:
                observe(state, rules[0], seat, view)
            choose = function_at(policies, addresses, entry)
            choice = choose(view, rules[0], actions, n, row_at(params, entry), own_luck)
            if choice < 0 or choice >= n:
                fault[FAULT_SEAT], fault[FAULT_CHOICE], fault[FAULT_LEGAL] = seat, choice, n
                break
        apply_action(state, rules[0], actions[choice], luck)
        state.plies += 1
    return met


def play(seed, first, players, order, states, rngs, rules, actions, totals, rows, game, line_up, fault):
    """Play `rows.size` games from number `first` on, a result row each.

    order    (rotations, seats) line-up entry at each seat; the games of one block share their luck
    states   (ROWS,) state records; rngs (1 + seats,) the game's luck, then one record a seat for its policy
    totals   (2, seats) room for shares and scores
    fault    see `advance`; FAULT_GAME holds the game it happened in
    """
    outcome, record = game[4], game[5]
    state = states[0]
    rotations = order.shape[0]
    for k in range(rows.size):
        number = first + k
        deal(seed, number, players, rotations, states, rngs, rules, game)
        advance(states, rngs, rules, actions, order[number % rotations], game, line_up, NO_PHASE, 0, fault)
        if fault[FAULT_LEGAL] > 0:
            fault[FAULT_GAME] = number
            return
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


def argument_types(game: GameSpec) -> dict[str, Any]:
    """Types in numba of what the loops share: records as arrays, the contract as a tuple, and the line-up."""
    sig, function, array = game.signatures, types.FunctionType, types.Array
    contract = [function(getattr(sig, name)) for name in PLAYED]
    policies = types.UniTuple(function(sig.choose), game.max_players)
    return {
        "states": array(from_dtype(game.state), 1, "C"),
        "rules": array(from_dtype(game.rules), 1, "C"),
        "rows": array(from_dtype(game.result), 1, "C"),
        "rngs": array(RNG_TYPE, 1, "C"),
        "game": types.Tuple(contract),
        "line_up": types.Tuple([policies, int64[::1], uint8[::1], float64[:, ::1]]),
    }


@cache
def engine_for(game: GameSpec) -> Any:
    """`play` compiled for a game's layouts (the plain function when the jit is off)."""
    if not ENABLED:
        return play
    t = argument_types(game)
    signature = void(
        uint64, int64, int64, int32[:, ::1], t["states"], t["rngs"], t["rules"], int32[::1], float64[:, ::1],
        t["rows"], t["game"], t["line_up"], int64[::1],
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
    names, signatures = Contract._fields, game.signatures
    return Contract(*(_compiled(getattr(game, n), getattr(signatures, n), f"{game.name}: {n}") for n in names))


def _compiled_policy(policy: Policy, game: GameSpec) -> Any:
    return _compiled(policy.function, game.signatures.choose, f"Policy '{policy.name}'")


def _compiled(function: Any, signature: Any, what: str) -> Any:
    try:
        return compile_for(function, signature)
    except Exception as error:  # numba raises a KeyError for a field that is not there, a TypeError for arguments
        lines = (line for line in str(error).splitlines() if line.strip() and "Failed in" not in line)
        reason = f"there is no field {error}" if isinstance(error, KeyError) else next(lines, type(error).__name__)
        raise UserError(f"{what} does not compile: {reason.strip()}") from None


class Table:
    """Everything one worker needs to play games of a match: compiled functions and reusable records."""

    def __init__(self, match: Match) -> None:
        """Compile (or load) what the match needs."""
        self.match = match
        game = match.game
        self.contract = contract_for(game)
        self.functions = tuple(getattr(self.contract, name) for name in PLAYED)
        entries = [entry.policy for entry in match.line_up]
        compiled = [_compiled_policy(p, game) for p in entries]
        self.policies = tuple((compiled * game.max_players)[: game.max_players])
        addresses = address_table(self.policies, game.signatures.choose)
        blind = np.array([p.blind for p in entries], np.uint8)
        self.params = np.ascontiguousarray([entry.vector for entry in match.line_up], np.float64)
        self.line_up = (self.policies, addresses, blind, self.params)
        self.rules = game.pack_rules(match.ruleset)
        self.states = np.zeros(ROWS, game.state)
        self.rngs = np.zeros(1 + game.max_players, RNG)
        self.actions = np.zeros(game.max_actions, np.int32)
        self.totals = np.zeros((2, game.max_players))
        self.engine = engine_for(game)

    def play(self, first: int, count: int) -> np.ndarray:
        """Result rows of games [first, first + count), shape (count,). UserError when a policy misbehaves."""
        match = self.match
        rows = np.zeros(count, match.game.result)
        fault = np.zeros(4, np.int64)
        self.engine(
            np.uint64(match.seed), first, match.players, match.order, self.states, self.rngs, self.rules,
            self.actions, self.totals, rows, self.functions, self.line_up, fault,
        )  # fmt: skip
        if fault[FAULT_LEGAL] > 0:
            raise self.policy_fault(fault)
        return rows

    def deal(self, number: int) -> tuple[Any, Any, Any]:
        """State, luck and rules records at the first decision of a game, to go on step by step."""
        match, seed = self.match, np.uint64(self.match.seed)
        dealt = getattr(deal, "py_func", deal)  # once a game: not worth compiling for plain calls
        dealt(seed, number, match.players, match.block, self.states, self.rngs, self.rules, self.functions)
        return self.states[0], self.rngs[0], self.rules[0]

    def policy_fault(self, fault: np.ndarray) -> UserError:
        """The error for a policy that returned no legal index."""
        number, seat, choice, legal = map(int, fault)
        name = self.match.seat_names(number)[seat]
        return UserError(
            f"Policy '{name}' returned {choice} in game {number}, seat {seat}: an index below {legal} was expected."
        )
