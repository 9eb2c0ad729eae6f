"""What every game must keep to, as checks on positions of random games."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from temple_sim.core.random import RNG, begin_game, begin_turn
from temple_sim.core.records import FINISHED, LIMIT
from temple_sim.engine.match import Match
from temple_sim.engine.playout import Table
from temple_sim.games import game_names, load_game
from tests.driver import match_of

PLAIN = (str, int, float, bool, type(None))


class Position(NamedTuple):
    """A decision of a random game, or its end."""

    table: Table
    state: Any
    codes: list[int]  # empty at the end


def importable() -> list[str]:
    """Pig and the built-in games that can be loaded as they are now."""
    return ["pig", *(name for name in game_names() if _loads(name))]


def _loads(name: str) -> bool:
    try:
        return load_game(name).schema.defaults() is not None
    except Exception:
        return False


def random_match(name: str, players: int, n: int = 1, seed: int = 5, **more: Any) -> Match:
    """A match of random seats."""
    return match_of(name, players, ("random",), n=n, seed=seed, **more)


def positions(match: Match, number: int) -> Iterator[Position]:
    """Every decision of a game of evenly drawn legal actions, then its end."""
    table, choose = Table(match), np.random.default_rng([match.seed, number])
    state, luck, rules = table.deal(number)
    contract = table.contract
    while not state.over:
        n = int(contract.legal_actions(state, rules, table.actions))
        codes = [int(code) for code in table.actions[:n]]
        yield Position(table, state, codes)
        assert codes, "no legal action"
        contract.apply_action(state, rules, int(choose.choice(codes)), luck)
        state.plies += 1
    yield Position(table, state, [])


def check_header(match: Match, before: dict[str, int] | None, state: Any) -> dict[str, int]:
    """The fields all games share; returns them."""
    header = {name: int(state[name]) for name in ("players", "to_move", "phase", "turn", "plies", "over", "end_reason")}
    assert header["players"] == match.players
    assert header["turn"] >= 1
    assert header["over"] in (0, 1)
    if not header["over"]:
        assert 0 <= header["to_move"] < match.players
        assert 0 <= header["phase"] < len(match.game.phases)
    assert header["end_reason"] in (FINISHED, LIMIT)
    if before is not None:
        assert header["turn"] >= before["turn"]
        assert header["plies"] == before["plies"] + 1
    return header


def check_legal(position: Position) -> None:
    """At least one action, each code once, and each named once."""
    table, codes = position.table, position.codes
    assert 1 <= len(codes) <= table.match.game.max_actions
    assert len(set(codes)) == len(codes)
    values = table.match.ruleset.values
    named = [json.dumps(plain(table.match.game.codec.action(c, position.state, values)), sort_keys=True) for c in codes]
    assert len(set(named)) == len(named)


def plain(value: Any) -> Any:
    """The value, if it is made of nothing but what JSON has."""
    assert type(value) in (*PLAIN, list, dict), f"{value!r} is a {type(value).__name__}"
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        plain(inner)
    return value


def check_nothing_written(position: Position) -> None:
    """Looking at a state does not change it."""
    table, state, contract = position.table, position.state, position.table.contract
    before, view, totals = state.tobytes(), _blank(table), np.zeros((2, table.match.game.max_players))
    contract.legal_actions(state, table.rules[0], np.zeros_like(table.actions))
    contract.observe(state, table.rules[0], 0, view)
    contract.outcome(state, table.rules[0], totals[0], totals[1])
    contract.record(state, table.rules[0], np.zeros(1, table.match.game.result)[0])
    assert state.tobytes() == before


def check_views(position: Position, luck: int) -> None:
    """What a seat sees is all it knows: a state redrawn from its view looks the same, and offers it the same."""
    table, contract = position.table, position.table.contract
    rules, rng = table.rules[0], new_luck(luck, int(position.state.turn))
    for seat in range(table.match.players):
        view, again, drawn, dirty = _blank(table), _blank(table), _dirty(table), _dirty(table)
        contract.observe(position.state, rules, seat, view)
        contract.observe(position.state, rules, seat, dirty)
        assert_equal(view, dirty, "observe leaves what was in the view")
        contract.determinize(view, rules, seat, drawn, rng)
        contract.observe(drawn, rules, seat, again)
        assert_equal(view, again, f"seat {seat}: a redrawn state looks different")
        if position.codes and seat == position.state.to_move:
            out = np.zeros_like(table.actions)
            n = int(contract.legal_actions(drawn, rules, out))
            assert out[:n].tolist() == position.codes, "a redrawn state offers the mover something else"


def check_choices(position: Position, tables: list[Table], luck: int) -> None:
    """No policy tells apart a state and one redrawn from what it may know."""
    state, codes = position.state, np.array(position.codes, np.int32)
    if len(codes) < 2:
        return
    contract, rules, seat = position.table.contract, position.table.rules[0], int(position.state.to_move)
    view, again, drawn = (_blank(position.table) for _ in range(3))
    contract.observe(state, rules, seat, view)
    contract.determinize(view, rules, seat, drawn, new_luck(luck, int(state.turn)))
    contract.observe(drawn, rules, seat, again)
    for table in tables:
        actions = np.zeros_like(table.actions)
        actions[: len(codes)] = codes
        choose = lambda seen, t=table, a=actions: int(  # noqa: E731
            t.policies[0](seen, rules, a, len(codes), t.params[0], new_luck(luck, int(state.turn)))
        )
        choice = choose(view)
        assert 0 <= choice < len(codes)
        assert choice == choose(again), table.match.line_up[0].label
        assert actions[: len(codes)].tolist() == codes.tolist(), "a policy changes the list of legal actions"


def assert_equal(left: Any, right: Any, what: str) -> None:
    """All fields of two records agree."""
    different = [name for name in left.dtype.names if not np.array_equal(left[name], right[name])]
    assert not different, f"{what}: {', '.join(different)}"


def new_luck(number: int, turn: int) -> Any:
    """A luck of its own."""
    rng = np.zeros(1, RNG)[0]
    begin_game(rng, np.uint64(77), number)
    begin_turn(rng, turn)
    return rng


def _blank(table: Table) -> Any:
    return np.zeros(1, table.match.game.state)[0]


def _dirty(table: Table) -> Any:
    records = np.zeros(1, table.match.game.state)
    records.view(np.uint8)[:] = 0x55
    return records[0]
