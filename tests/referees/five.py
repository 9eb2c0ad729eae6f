"""Referee for Temple of Five: an independent plain-Python reading of the rules page `five`.

It replays traces move by move (`check_trace`) and plays games of its own (`play_random`). The pyramid
is in `five_board`, the legal actions in `five_legal`, what follows an action in `five_advance`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .five_advance import advance, deal, deal_random
from .five_board import COLOURS, chains, slots
from .five_legal import (
    GODS,
    Action,
    Card,
    Rules,
    State,
    all_cards,
    canonical,
    draw_count,
    full_stacks,
    leader,
    legal,
)

__all__ = [
    "Mismatch",
    "advance",
    "check_start",
    "check_trace",
    "legal",
    "outcome",
    "play_random",
    "score",
    "trace_random",
]


class Mismatch(AssertionError):
    """The trace says something else than the rules."""

    def __init__(self, game: Any, ply: Any, field: str, expected: Any, found: Any) -> None:
        super().__init__(f"game {game}, ply {ply}, {field}: expected {expected!r}, found {found!r}")


# --- scoring -------------------------------------------------------------------------------------


def score(rules: Rules, players: int, state: State) -> list[dict[str, int]]:
    """The points of every seat by source: cards, unfinished, bonus and goals."""
    unfinished: list[list[Card]] = [[] for _ in range(players)]
    for card in [*state["open"].values(), *state["private"]]:
        winner = leader(card["taken"]) if card else None
        if winner is not None:
            unfinished[winner].append(card)
    return [
        {
            "cards": sum(card["points"] for card in state["won"][seat]),
            "unfinished": sum(card["unfinished"] for card in unfinished[seat]),
            "bonus": rules["score"]["bonus_left"] * len(state["bonus"][seat]),
            "goals": _goal_points(rules, state, seat, state["won"][seat] + unfinished[seat]),
        }
        for seat in range(players)
    ]


def _goal_points(rules: Rules, state: State, seat: int, cards: list[Card]) -> int:
    goal = state["goal"]
    side = goal[seat] if isinstance(goal, list) else goal
    if side == "off":
        return 0
    gods = Counter(card["god"] for card in cards)
    visible = chains(state["view"][seat], rules["chain"]["minimum"])
    longest = {colour: max((c.length for c in visible if c.colour == colour), default=0) for colour in COLOURS}
    if side == 1:
        reached = (len(state["bonus"][seat]) >= 3, max(longest.values()) >= 12, any(gods[god] >= 4 for god in COLOURS))
    else:
        reached = (state["reserve"][seat] >= 3, min(longest.values()) >= 4, all(gods[god] >= 1 for god in COLOURS))
    return sum(points for points, done in zip((3, 4, 5), reached, strict=True) if done)


def outcome(rules: Rules, players: int, state: State) -> dict[str, Any]:
    """The end line of a finished game."""
    scores = [sum(parts.values()) for parts in score(rules, players, state)]
    ranks = list(zip(scores, state["reserve"], strict=True))
    winners = [seat for seat in range(players) if ranks[seat] == max(ranks)]
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    return {"event": "end", "scores": scores, "winners": winners, "shares": shares, "reason": "finished"}


# --- checking a trace ----------------------------------------------------------------------------


_MISSING = "nothing"


def _difference(expected: Any, found: Any, path: str) -> tuple[str, Any, Any] | None:
    """Where two JSON values differ first: the path, the expected part and the part found."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = [*expected, *(key for key in found if key not in expected)]
        pairs = [(f"{path}.{key}", expected.get(key, _MISSING), found.get(key, _MISSING)) for key in keys]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = [(f"{path}[{n}]", *pair) for n, pair in enumerate(zip(expected, found, strict=True))]
    else:
        return None if _same(expected, found) else (path, expected, found)
    differences = (_difference(want, got, where) for where, want, got in pairs)
    return next((difference for difference in differences if difference), None)


def _same(expected: Any, found: Any) -> bool:
    """Equal single values; true and false are no numbers."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return abs(expected - found) < 1e-9
    return expected == found and type(expected) is type(found)


def _require(game: Any, ply: Any, field: str, expected: Any, found: Any) -> None:
    # the texts are compared first because that is much faster and nearly always enough
    same = canonical(expected) == canonical(found)
    difference = None if same else _difference(expected, found, field)
    if difference:
        raise Mismatch(game, ply, *difference)


def check_start(event: dict[str, Any]) -> None:
    """Raise Mismatch unless the start line shows a legal deal for its rules and players."""
    game, rules, players, state = event["index"], event["rules"], event["players"], event["state"]
    _check_playable(game, rules, players)
    try:
        stacks, decks = _dealt_stacks(state), _dealt_decks(state)
        boards = list(state["boards"])
    except (KeyError, TypeError, AttributeError) as error:
        raise Mismatch(game, "start", "state", "a readable deal", repr(error)) from error
    for name, items in full_stacks(rules).items():
        _require(game, "start", f"{name} as a set", sorted(items), sorted(stacks[name]))
    for god in GODS:
        wanted, found = ([canonical(card) for card in cards] for cards in (all_cards(rules, god), decks[god]))
        _require(game, "start", f"deck {god} as a set", sorted(wanted), sorted(found))
    letters = set(rules["boards"]) - {"spaces"}
    if len(boards) != players or len(set(boards)) != players or not set(boards) <= letters:
        raise Mismatch(game, "start", "boards", f"{players} of {sorted(letters)}", boards)
    _require(game, "start", "state", deal(rules, players, boards, stacks, decks), state)


def _check_playable(game: Any, rules: Rules, players: int) -> None:
    """The rules page says nothing of games that run out of tiles or slots; those are refused."""
    _require(game, "start", "players in 2-4", True, players in (2, 3, 4))
    tiles = sum(rules[f"level{level}"]["rounds"] * draw_count(rules, level) for level in (1, 2)) * players
    specials = rules["level3"]["rounds"] * rules["level3"]["draw"] * players
    stacks = full_stacks(rules)
    enough = tiles <= len(stacks["tile_stack"]) and specials <= len(stacks["special_stack"])
    _require(game, "start", "tiles for all rounds", True, enough)
    for level in (1, 2, 3):
        placed = rules[f"level{level}"]["rounds"] * (1 if level == 3 else draw_count(rules, level))
        _require(game, "start", f"slots for level {level}", True, placed <= len(slots(level)))
    goal = rules["variant"]["ultimate_goal"]
    _require(game, "start", "a goal per seat", True, not isinstance(goal, list) or len(goal) == players)


def _dealt_stacks(state: State) -> dict[str, list[str]]:
    """The stacks as they were before the first seat drew its tiles."""
    names = ("tile_stack", "special_stack", "bonus2_stack", "bonus3_stack")
    stacks = {name: list(state[name]) for name in names}
    held = [tile for tiles in state["tiles_held"] for tile in tiles]
    drawn_from = "special_stack" if state["level"] == 3 else "tile_stack"
    stacks[drawn_from] = held + stacks[drawn_from]
    return stacks


def _dealt_decks(state: State) -> dict[str, list[Card]]:
    """The decks as they were before a card was opened."""
    decks = {}
    for god in GODS:
        shown = state["open"][god]
        decks[god] = ([] if shown is None else [shown]) + list(state["decks"][god])
    return decks


@dataclass
class _Replay:
    """One game of a trace while it is replayed."""

    game: Any
    rules: Rules
    players: int
    state: State
    ply: int = 0

    def decision(self, event: dict[str, Any]) -> None:
        """Check one decision line and take its action."""
        options = [canonical(action) for action in legal(self.rules, self.state)]
        line = {"event": "decision", "ply": self.ply, "seat": self.state["to_move"], "phase": self.state["phase"]}
        shown = {key: item for key, item in event.items() if key not in ("legal", "action", "state")}
        self._require("line", line, shown)
        self._require("legal", sorted(options), sorted(canonical(action) for action in event["legal"]))
        if canonical(event["action"]) not in options:
            raise Mismatch(self.game, self.ply, "action", "a legal action", event["action"])
        after = advance(self.rules, self.players, self.state, event["action"], event["state"])
        self._require("state", after, event["state"])
        self.state = after
        self.ply += 1

    def end(self, event: dict[str, Any]) -> None:
        """Check the end line."""
        self._require("over", True, self.state["over"])
        self._require("end", outcome(self.rules, self.players, self.state), event)

    def _require(self, field: str, expected: Any, found: Any) -> None:
        _require(self.game, self.ply, field, expected, found)


def check_trace(lines: Iterable[str | dict[str, Any]]) -> int:
    """Replay all games of a trace; return the number of decisions or raise Mismatch."""
    checked, replay = 0, None
    for line in lines:
        event = json.loads(line) if isinstance(line, str) else line
        if event["event"] == "start" and replay is None:
            check_start(event)
            replay = _Replay(event["index"], event["rules"], event["players"], event["state"])
        elif event["event"] == "decision" and replay is not None:
            replay.decision(event)
            checked += 1
        elif event["event"] == "end" and replay is not None:
            replay.end(event)
            replay = None
        else:
            raise Mismatch("?", checked, "event", "start, decisions, end", event["event"])
    if replay is not None:
        raise Mismatch(replay.game, replay.ply, "event", "end", _MISSING)
    return checked


# --- playing at random ---------------------------------------------------------------------------


def trace_random(rules: Rules, players: int, rng: random.Random, index: int = 0) -> Iterator[dict[str, Any]]:
    """The trace lines of a game in which every action is drawn evenly from the legal ones."""
    state = deal_random(rules, players, rng)
    yield {
        "event": "start",
        "game": "five",
        "seed": None,
        "index": index,
        "players": players,
        "policies": ["random"] * players,
        "rules": rules,
        "state": state,
    }
    ply = 0
    while not state["over"]:
        options = legal(rules, state)
        action = rng.choice(options)
        line = {"event": "decision", "ply": ply, "seat": state["to_move"], "phase": state["phase"]}
        state = advance(rules, players, state, action, None)
        yield {**line, "legal": options, "action": action, "state": state}
        ply += 1
    yield outcome(rules, players, state)


def _counted(before: State, action: Action, after: State) -> dict[str, int]:
    """What one action adds to the counters of a game."""
    seat, kind = before["to_move"], action["type"]
    if kind == "chain":
        placed = len(after["priests"][seat]) - len(before["priests"][seat])
        return {"chains": 1, "chain_length": after["chain"]["length"], "board_priests": placed, "reuses": 1 - placed}
    if kind == "bless":
        return {
            "card_priests": len(action["cells"]),
            "supreme_blessings": int(action["god"] == "W"),
            "single_cells": int(len(action["cells"]) == 1),
        }
    if kind in ("tile", "blank"):
        return {
            "priests_recovered": len(before["priests"][seat]) - len(after["priests"][seat]),
            "blanks": int(kind == "blank"),
        }
    return {"bonus_placed": 1} if kind == "bonus" else {}


def play_random(rules: Rules, players: int, rng: random.Random) -> dict[str, Any]:
    """Play one game with evenly drawn legal actions and sum it up."""
    counts: Counter[str] = Counter()
    lines = trace_random(rules, players, rng)
    state = next(lines)["state"]
    end: dict[str, Any] = {}
    for line in lines:
        if line["event"] == "end":
            end = line
            break
        counts.update(_counted(state, line["action"], line["state"]))
        counts["plies"] += 1
        state = line["state"]
    return _summary(rules, players, state, end, counts)


_COUNTERS = (
    "plies",
    "chains",
    "chain_length",
    "board_priests",
    "reuses",
    "card_priests",
    "single_cells",
    "supreme_blessings",
    "priests_recovered",
    "blanks",
    "bonus_placed",
)


def _summary(rules: Rules, players: int, state: State, end: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    parts = score(rules, players, state)
    won = Counter(card["god"] for cards in state["won"] for card in cards)
    left = sum(len(pieces) for pieces in state["bonus"])
    return {
        **{name: counts[name] for name in _COUNTERS},
        "winner": end["winners"][0] if len(end["winners"]) == 1 else None,
        "winners": end["winners"],
        "shares": end["shares"],
        "scores": end["scores"],
        "points": {source: sum(part[source] for part in parts) for source in parts[0]},
        "cards_won": {god: won[god] for god in GODS},
        "bonus_left": left,
        "bonus_gained": left + counts["bonus_placed"],
        "reserve": sum(state["reserve"]),
    }
