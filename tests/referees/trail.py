"""An independent referee for Trail to the Temple: replays traces by the rules page, slowly and plainly.

Components, legal actions and scoring are in `trail_rules`, the course of a turn in `trail_table`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from .trail_rules import (
    COLOURS,
    KINDS,
    TEMPLE,
    Action,
    Mismatch,
    Rules,
    State,
    all_cards,
    all_tokens,
    card_parts,
    kind,
    legal,
    score,
)
from .trail_table import Drawn, advance, follow

__all__ = ["Mismatch", "advance", "check_start", "check_trace", "deal", "legal", "play_random", "score"]

BROKEN = (KeyError, IndexError, TypeError, ValueError, AttributeError)


@contextmanager
def _located(game: Any, ply: Any) -> Iterator[None]:
    try:
        yield
    except Mismatch as wrong:
        raise wrong.at(game, ply) from None
    except BROKEN as broken:
        raise Mismatch("form of the line", "a readable line", repr(broken), game, ply) from broken


# Comparing

UNORDERED = {"discard", "box", "adversary"}
UNORDERED_BY_SEAT = {"hands", "taken"}


def _canonical(field: str, value: Any) -> str:
    if field in UNORDERED:
        value = sorted(value)
    elif field in UNORDERED_BY_SEAT:
        value = [sorted(part) for part in value]
    elif field == "tiles":
        value = sorted(value, key=lambda tile: json.dumps(tile, sort_keys=True))
    elif field == "action" and "cards" in value:
        value = value | {"cards": sorted(value["cards"])}
    return json.dumps(value, sort_keys=True)


def _same(field: str, expected: Any, found: Any) -> None:
    if _canonical(field, expected) != _canonical(field, found):
        raise Mismatch(field, expected, found)


def _same_pieces(field: str, expected: Iterable[str], found: Iterable[str]) -> None:
    lacking, surplus = Counter(expected), Counter(found)
    if lacking != surplus:
        raise Mismatch(field, f"also {dict(lacking - surplus)}", f"instead {dict(surplus - lacking)}")


# The deal


def _tile_slots(rules: Rules, players: int) -> list[int]:
    if players == 1:
        return []
    tiles = rules["tiles"]
    return [place - 1 for place in tiles["under"][: len(tiles["kinds"])]]


def _blank(players: int) -> State:
    return {
        "turn": 1, "to_move": 0, "phase": "play", "active": 0, "explorers": [-1, -1, -1],
        "drones": dict.fromkeys(COLOURS.values(), 0), "discard": [], "box": [],
        "taken": [[] for _ in range(players)], "adversary": [], "queue": [], "landing": None, "outer": 0,
        "first_to_temple": None, "ending": False, "over": False,
    }  # fmt: skip


FIELDS = set(_blank(1)) | {"path", "tiles", "hands", "deck"}


def deal(rules: Rules, players: int, rng: random.Random) -> State:
    """A random start of the game."""
    cards, path, hand = all_cards(rules), all_tokens(rules), rules["cards"]["hand"]
    rng.shuffle(cards)
    rng.shuffle(path)
    slots = _tile_slots(rules, players)
    kinds = rng.sample(rules["tiles"]["kinds"], len(slots))
    return _blank(players) | {
        "path": path,
        "tiles": [{"slot": s, "tile": k, "revealed": False} for s, k in zip(slots, kinds, strict=True)],
        "hands": [cards[seat * hand : (seat + 1) * hand] for seat in range(players)],
        "deck": cards[players * hand :],
    }


def check_start(event: dict[str, Any]) -> None:
    """The start line shows a legal deal for its rules and number of players."""
    with _located(event.get("index"), None):
        rules, players, state = event["rules"], event["players"], event["state"]
        _same("game", "trail", event["game"])
        _check_ruleset(rules, players)
        _check_fields(state)
        for field, value in _blank(players).items():
            _same(field, value, state[field])
        _same_pieces("path", all_tokens(rules), state["path"])
        _same("hands (sizes)", [rules["cards"]["hand"]] * players, [len(hand) for hand in state["hands"]])
        _same_pieces("cards", all_cards(rules), [*state["deck"], *chain(*state["hands"])])
        _check_tiles(rules, players, state["tiles"])


def _check_ruleset(rules: Rules, players: int) -> None:
    low, high = rules["players"]
    sound = {
        "players": low <= players <= high,
        "cards": len(all_cards(rules)) > players * rules["cards"]["hand"],
        "drones.track": 4 <= rules["drones"]["track"] <= 20,
        "tiles.under": all(1 <= place <= len(all_tokens(rules)) for place in rules["tiles"]["under"]),
    }
    for field, fine in sound.items():
        if not fine:
            raise Mismatch(f"rules ({field})", "a playable ruleset", rules)


def _check_tiles(rules: Rules, players: int, tiles: list[dict[str, Any]]) -> None:
    names = [tile["tile"] for tile in tiles]
    by_slot = {tile["slot"]: tile["tile"] for tile in tiles}
    slots = _tile_slots(rules, players)
    _same("tiles", [{"slot": s, "tile": by_slot.get(s), "revealed": False} for s in slots], tiles)
    if Counter(names) - Counter(rules["tiles"]["kinds"]):
        raise Mismatch("tiles", f"kinds out of {rules['tiles']['kinds']}, each once", names)


def _check_fields(state: State) -> None:
    if set(state) != FIELDS:
        lacking, surplus = sorted(FIELDS - set(state)), sorted(set(state) - FIELDS)
        raise Mismatch("fields", f"also {lacking}", f"surplus {surplus}")


# Traces


class _Replay:
    """One game of a trace, followed line by line."""

    def __init__(self, start: dict[str, Any]) -> None:
        check_start(start)
        self.index, self.ply, self.ended = start.get("index"), 0, False
        self.rules, self.players, self.state = start["rules"], start["players"], start["state"]

    def line(self, event: dict[str, Any]) -> None:
        with _located(self.index, self.ply):
            _same("event", "end" if self.state["over"] else "decision", event["event"])
            follow_line = self._end if self.state["over"] else self._decision
            follow_line(event)

    def _decision(self, event: dict[str, Any]) -> None:
        before, after, action = self.state, event["state"], event["action"]
        for field, value in {"ply": self.ply, "seat": before["to_move"], "phase": before["phase"]}.items():
            _same(field, value, event[field])
        self._check_legal(event["legal"], action)
        _check_fields(after)
        expected = advance(self.rules, self.players, before, action, after)
        for field in sorted(FIELDS):
            _same(field, expected[field], after[field])
        self.state = after
        self.ply += 1

    def _check_legal(self, listed: list[Action], action: Action) -> None:
        expected = [_canonical("action", one) for one in legal(self.rules, self.state)]
        found = [_canonical("action", one) for one in listed]
        _same_pieces("legal", expected, found)
        if _canonical("action", action) not in expected:
            raise Mismatch("action", "a legal action", action)

    def _end(self, event: dict[str, Any]) -> None:
        outcome = score(self.rules, self.players, self.state)
        for field in ("scores", "winners"):
            _same(field, outcome[field], event[field])
        shares = event["shares"]
        wrong = [abs(one - other) > 1e-9 for one, other in zip(outcome["shares"], shares, strict=True)]
        if any(wrong):
            raise Mismatch("shares", outcome["shares"], shares)
        _same("result", outcome.get("result"), event.get("result"))
        _same("reason", "finished" if self.state["ending"] else "limit", event["reason"])
        self.ended = True


def check_trace(lines: Iterable[str | dict[str, Any]]) -> int:
    """Replay every game of a trace; the number of decisions checked, or Mismatch."""
    decisions, game = 0, None
    for line in lines:
        with _located(None, None):
            event = json.loads(line) if isinstance(line, str) else line
            if game is None or game.ended:
                _same("event", "start", event["event"])
                game = _Replay(event)
            else:
                game.line(event)
                decisions += event["event"] == "decision"
    if game is not None and not game.ended:
        raise Mismatch("event", "an end line", "the end of the trace", game.index, game.ply)
    return decisions


# Games of its own


def random_trace(rules: Rules, players: int, rng: random.Random, index: int = 0) -> Iterator[dict[str, Any]]:
    """The events of one game with uniformly random legal actions."""
    state, chance, ply = deal(rules, players, rng), Drawn(rng), 0
    yield {
        "event": "start", "game": "trail", "seed": 0, "index": index, "players": players,
        "policies": ["random"] * players, "rules": rules, "state": state,
    }  # fmt: skip
    while not state["over"]:
        options = legal(rules, state)
        line = {"event": "decision", "ply": ply, "seat": state["to_move"], "phase": state["phase"]}
        action = rng.choice(options)
        state = follow(rules, players, state, action, chance)
        yield line | {"legal": options, "action": action, "state": state}
        ply += 1
    reason = "finished" if state["ending"] else "limit"
    yield {"event": "end"} | score(rules, players, state) | {"reason": reason}


def _token_taken(before: State, action: Action, after: State) -> str | None:
    if action["type"] == "trade":
        return before["path"][action["slot"]]
    if action["type"] == "play":
        slot = after["explorers"][card_parts(action["card"])[0]]
        return None if slot == TEMPLE else before["path"][slot]
    return None


def _reshuffled(before: State, action: Action, after: State) -> bool:
    # A reshuffle empties the discard pile, which nothing else does.
    discards = before["discard"] or action["type"] == "play" or action.get("cards")
    return bool(discards) and not after["discard"]


def _ended_by(state: State) -> str:
    if not state["ending"]:
        return "limit"
    if TEMPLE in state["explorers"]:
        return "explorer"
    return "toll" if state["first_to_temple"] is None else "drone"


def play_random(rules: Rules, players: int, rng: random.Random) -> dict[str, Any]:
    """One random game in numbers."""
    taken, plies, reshuffles = Counter(dict.fromkeys(KINDS.values(), 0)), 0, 0
    start, *moves, end = random_trace(rules, players, rng)
    state = start["state"]
    for move in moves:
        token = _token_taken(state, move["action"], move["state"])
        taken.update([kind(token)] if token else [])
        reshuffles += _reshuffled(state, move["action"], move["state"])
        state, plies = move["state"], plies + 1
    return {
        "turns": state["turn"], "plies": plies, "scores": end["scores"], "shares": end["shares"],
        "winner": end["winners"][0] if len(end["winners"]) == 1 else None, "winners": end["winners"],
        "reason": end["reason"], "result": end.get("result"), "ended_by": _ended_by(state),
        "first_to_temple": state["first_to_temple"], "taken": dict(taken),
        "tiles_met": sorted(tile["tile"] for tile in state["tiles"] if tile["revealed"]),
        "tokens_left": sum(token is not None for token in state["path"]), "boxed": len(state["box"]),
        "adversary": len(state["adversary"]), "reshuffles": reshuffles,
        "drone_spaces": sum(state["drones"].values()), "plays": sum(m["phase"] == "play" for m in moves),
    }  # fmt: skip
