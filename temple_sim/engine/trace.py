"""Telling one game step by step, from nothing but the match and the game's number."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from temple_sim.core.random import begin_turn
from temple_sim.core.records import END_REASONS
from temple_sim.engine.playout import Table

Event = dict[str, Any]


def trace_game(table: Table, number: int) -> Iterator[Event]:
    """The events of a game: one "start", a "decision" each, one "end". It is the game a run plays at this number."""
    match, c = table.match, table.contract
    values, names = match.ruleset.values, match.game.codec
    state, luck, rules = table.deal(number)
    yield {
        "event": "start", "game": match.game.name, "seed": match.seed, "index": number, "players": match.players,
        "policies": match.seat_names(number), "rules": match.ruleset.nested, "state": names.state(state, values),
    }  # fmt: skip
    while not state.over:
        n = int(c.legal_actions(state, rules, table.actions))
        codes = [int(code) for code in table.actions[:n]]
        legal = [names.action(code, state, values) for code in codes]
        seat, phase = int(state.to_move), match.game.phases[state.phase]
        choice = _choose(table, state, number, n)
        c.apply_action(state, rules, codes[choice], luck)
        state.plies += 1
        yield {
            "event": "decision", "ply": int(state.plies) - 1, "seat": seat, "phase": phase, "legal": legal,
            "action": legal[choice], "state": names.state(state, values),
        }  # fmt: skip
    yield _end(table, state, rules)


def _choose(table: Table, state: Any, number: int, n: int) -> int:
    """The index the seat's policy chooses, drawn as in the playout loop."""
    if n == 1:
        return 0
    seat = int(state.to_move)
    entry = int(table.match.order[number % table.match.block, seat])
    own_luck, view, rules = table.rngs[1 + seat], table.states[1], table.rules[0]
    if own_luck.turn != state.turn:
        begin_turn(own_luck, state.turn)
    table.contract.observe(state, rules, seat, view)
    choice = int(table.policies[entry](view, rules, table.actions, n, table.params[entry], own_luck))
    if not 0 <= choice < n:
        raise table.policy_fault(np.array([number, seat, choice, n]))
    return choice


def _end(table: Table, state: Any, rules: Any) -> Event:
    players = table.match.players
    table.totals[:, :] = 0.0
    table.contract.outcome(state, rules, table.totals[0], table.totals[1])
    shares, scores = (row[:players].tolist() for row in table.totals)
    event = {
        "event": "end", "scores": [int(s) if s == int(s) else s for s in scores],
        "winners": [seat for seat, share in enumerate(shares) if share > 0], "shares": shares,
        "reason": END_REASONS[state.end_reason],
    }  # fmt: skip
    return event | table.match.game.codec.end(state, table.match.ruleset.values)


def narrate_game(table: Table, number: int) -> Iterator[str]:
    """The same game for people: a line an event."""
    before: Event = {}
    narrate = table.match.game.codec.narrate
    for event in trace_game(table, number):
        if event["event"] == "start":
            names = ", ".join(f"seat {s} {name}" for s, name in enumerate(event["policies"]))
            yield f"{table.match.game.title}, game {number} of seed {event['seed']}: {names}"
        elif event["event"] == "decision":
            yield from narrate(before, event["action"], event["state"])
        else:
            winners = ", ".join(f"seat {seat}" for seat in event["winners"]) or "nobody"
            yield f"End ({event['reason']}): won by {winners}; scores {event['scores']}"
        before = event.get("state", before)
