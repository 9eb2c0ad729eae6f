"""Independent referee for `raider`: replays traces by the rules page alone, without the engine.

Chance enters only through a small object: `Observed` (read from a trace) or `Drawn`. The rest follows.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

Data = dict[str, Any]
PILES = ("relics", "board", "deck", "discard")
ROOMS = ("altar", "storage", "camp")
SINGLE = ("turn", "active", "to_move", "phase", "dice", "in_play", "pending", "used_any", "winner")
FIELDS = (*SINGLE, *PILES, *ROOMS)
DECIDED = ("erupt", "any", "push", "copy")
ENCODER = json.JSONEncoder(sort_keys=True)


class Mismatch(AssertionError):
    """A trace that breaks the rules: says where, in which field, what was due and what was there."""

    def __init__(self, field: str, expected: Any, found: Any, game: Any = "?", ply: Any = "?") -> None:
        super().__init__(f"game {game}, ply {ply}, {field}: expected {expected!r}, found {found!r}")
        self.field, self.expected, self.found = field, expected, found

    def located(self, game: Any, ply: Any) -> Mismatch:
        """The same complaint with its place in the trace."""
        return Mismatch(self.field, self.expected, self.found, game, ply)


def canonical(value: Any) -> str:
    """One text per JSON value; keeps true, 1 and 1.0 apart."""
    return ENCODER.encode(value)


def require(field: str, expected: Any, found: Any) -> None:
    """Raise unless both are the same JSON value."""
    if canonical(expected) != canonical(found):
        raise Mismatch(field, expected, found)


class Drawn:
    """Chance from a random number generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def roll(self, dice: list[Data]) -> list[int]:
        """A face for each die."""
        return [self.rng.choice(die["faces"]) for die in dice]

    def shuffle(self, cards: list[str], seat: int, slots: list[int]) -> list[str]:
        """An order of a seat's cards, the first of which will then be drawn to `slots`."""
        return self.rng.sample(cards, len(cards))


class Observed:
    """Chance read off the state after, accepted only if it could have come about."""

    def __init__(self, after: Any) -> None:
        require("state fields", sorted(FIELDS), sorted(after) if isinstance(after, dict) else after)
        self.after = after

    def roll(self, dice: list[Data]) -> list[int]:
        """The faces shown, each one its die has."""
        try:
            shown = [die["face"] for die in self.after["dice"]]
            pairs = list(zip(dice, shown, strict=True))
        except (KeyError, TypeError, ValueError):
            raise Mismatch("dice", f"{len(dice)} dice", self.after["dice"]) from None
        for die, face in pairs:
            if type(face) is not int or face not in die["faces"]:
                raise Mismatch(f"dice, face of {die['name']}", f"one of {die['faces']}", face)
        return shown

    def shuffle(self, cards: list[str], seat: int, slots: list[int]) -> list[str]:
        """The cards drawn since the shuffle followed by the deck left."""
        try:
            board, deck = self.after["board"][seat], self.after["deck"][seat]
            order = [board[slot] for slot in slots[: len(cards)]] + deck
        except (IndexError, KeyError, TypeError):
            raise Mismatch("board and deck", "lists", (self.after["board"], self.after["deck"])) from None
        if sorted(map(canonical, order)) != sorted(map(canonical, cards)):
            raise Mismatch(f"deck[{seat}]", f"a permutation of {sorted(cards)}", order)
        return order


def card_of(rules: Data, name: str) -> Data:
    """Number and effects of a card name."""
    return next(card for card in rules["cards"]["deck"] if card["name"] == name)


class Options:
    """What the seat to move may do."""

    def __init__(self, rules: Data, state: Data) -> None:
        self.rules, self.state, self.seat = rules, state, state["to_move"]

    def all(self) -> list[Data]:
        """All legal actions, each once."""
        state, phase = self.state, self.state["phase"]
        if phase == "pick":
            left = [die["die"] for die in state["dice"] if die["taken_by"] is None]
            size = 2 if self.seat == state["active"] else 1
            return [{"type": "pick", "dice": list(dice)} for dice in combinations(left, size)]
        if phase == "room":
            free = [room for room in ROOMS if state[room][self.seat] < self.rules["rooms"][room]]
            return [{"type": "room", "room": room} for room in free]
        if phase in DECIDED:
            return self.effect(phase) + [{"type": "stop"}] * (phase in ("erupt", "push"))
        return self._uses() if phase == "use" else []

    def effect(self, effect: str) -> list[Data]:
        """What an effect that asks for a choice can be done to (without declining it)."""
        if effect == "any":
            return [{"type": "any", "column": c, "step": s} for c, s in self._movable()]
        if effect == "copy":
            return [{"type": "copy", "slot": slot} for slot in self._copyable(self.state["in_play"])]
        lava = self.rules["temple"]["lava"]
        return [
            {"type": effect, "seat": seat, "column": c, "step": s}
            for seat, relics in enumerate(self.state["relics"])
            for c, s in relics
            if s > 0 and [c, s - 1] not in relics
            if (s in lava[c - 1] if effect == "erupt" else seat != self.seat)
        ]

    def held(self) -> list[Data]:
        """Dice the seat has taken and not used."""
        return [die for die in self.state["dice"] if die["taken_by"] == self.seat and not die["used"]]

    def can_store(self) -> bool:
        """Whether a relic can go from camp to storage."""
        return self.state["camp"][self.seat] > 0 and self.state["storage"][self.seat] < self.rules["rooms"]["storage"]

    def _movable(self) -> list[list[int]]:
        relics = self.state["relics"][self.seat]
        return [[c, s] for c, s in relics if [c, s + 1] not in relics]

    def _face_up(self) -> list[tuple[int, Data]]:
        board = self.state["board"][self.seat]
        return [(slot, card_of(self.rules, name)) for slot, name in enumerate(board) if name is not None]

    def _copyable(self, own_slot: int) -> list[int]:
        return [i for i, card in self._face_up() if i != own_slot and "copy" not in card["effects"]]

    def _uses(self) -> list[Data]:
        dice, actions = self.held(), [{"type": "stop"}]
        for group in [[die] for die in dice] + [dice] * (len(dice) == 2):
            for bumps in range(self.state["storage"][self.seat] + 1):
                actions += self._uses_of(group, bumps)
        return actions if self.state["used_any"] else actions + self._resupplies()

    def _uses_of(self, group: list[Data], bumps: int) -> list[Data]:
        number = sum(die["face"] for die in group) + bumps * self.rules["storage"]["bonus"]
        base = {"dice": [die["die"] for die in group], "bumps": bumps}
        if len(group) == 2 and number >= self.rules["wild"]["from"]:
            return [{"type": "wild", **base, "column": c, "step": s} for c, s in self._movable()]
        relics = [[c, s] for c, s in self._movable() if c == number]
        slots = [slot for slot, card in self._face_up() if card["number"] == number and self._usable(slot, card)]
        return [{"type": "relic", **base, "column": c, "step": s} for c, s in relics] + [
            {"type": "card", **base, "slot": slot} for slot in slots
        ]

    def _usable(self, slot: int, card: Data) -> bool:
        return "copy" not in card["effects"] or bool(self._copyable(slot))

    def _resupplies(self) -> list[Data]:
        relics, steps = self.state["relics"][self.seat], self.rules["temple"]["steps"]
        return [{"type": "resupply", "kind": "storage"}] * self.can_store() + [
            {"type": "resupply", "kind": "left", "column": c, "step": s}
            for c, s in relics
            if c >= 2 and s < steps[c - 2] and [c - 1, s] not in relics
        ]


class Table:
    """A state being changed by an action and by all that follows from it without a decision."""

    def __init__(self, rules: Data, players: int, state: Data, chance: Drawn | Observed) -> None:
        self.rules, self.players, self.chance = rules, players, chance
        self.state = json.loads(json.dumps(state))

    def act(self, action: Data) -> None:
        """Carry out an action of the seat to move and go on to the next decision."""
        state, seat, phase, kind = self.state, self.state["to_move"], self.state["phase"], action["type"]
        state["phase"] = "use"
        if phase == "room":
            state[action["room"]][seat] += 1
        elif kind == "resupply":
            self._resupply(seat, action)
        elif phase in DECIDED or kind == "pick":
            (self._pick if kind == "pick" else self._effect)(seat, action)
        elif kind != "stop":
            self._use(seat, action)
        self._settle(seat, gives_up=phase == "use" and kind in ("stop", "resupply"))

    def _pick(self, seat: int, action: Data) -> None:
        taken = [die for die in self.state["dice"] if die["die"] in action["dice"]]
        for die in taken:
            die["taken_by"] = seat
        if len(taken) == 2 and all(die["lava"] for die in taken):
            self.state["pending"] = ["erupt"]

    def _use(self, seat: int, action: Data) -> None:
        state = self.state
        for die in state["dice"]:
            die["used"] = die["used"] or die["die"] in action["dice"]
        state["used_any"] = True
        state["storage"][seat] -= action["bumps"]
        state["camp"][seat] += action["bumps"]
        if action["type"] == "card":
            state["in_play"] = action["slot"]
            state["pending"] = list(card_of(self.rules, state["board"][seat][action["slot"]])["effects"])
        else:
            if action["type"] == "wild" and state["altar"][seat] >= self.rules["rooms"]["altar"]:
                state["pending"] = ["smallest"]
            self._down(seat, action["column"], action["step"])

    def _resupply(self, seat: int, action: Data) -> None:
        if action["kind"] == "storage":
            self._store(seat)
        else:
            column, step = action["column"], action["step"]
            self._replace(seat, [column, step], [column - 1, step])

    def _effect(self, seat: int, action: Data) -> None:
        self.state["pending"].pop(0)
        if action["type"] == "copy":
            name = self.state["board"][seat][action["slot"]]
            self.state["pending"] = card_of(self.rules, name)["effects"] + self.state["pending"]
        elif action["type"] == "any":
            self._down(seat, action["column"], action["step"])
        elif action["type"] in ("erupt", "push"):
            column, step = action["column"], action["step"]
            self._replace(action["seat"], [column, step], [column, step - 1])

    def _settle(self, seat: int, gives_up: bool) -> None:
        """Resolve what is pending up to a decision; then put the card away and go on with the dice."""
        state = self.state
        while state["phase"] == "use" and state["pending"]:
            effect = state["pending"][0]
            if effect in DECIDED and Options(self.rules, state).effect(effect):
                state["phase"] = effect
                return
            state["pending"].pop(0)
            if effect == "smallest":
                self._down(seat, *min(state["relics"][seat], key=lambda relic: (relic[0], -relic[1])))
            elif effect == "store":
                self._store(seat)
        if state["phase"] == "use":
            slot, state["in_play"] = state["in_play"], None
            if slot is not None:
                state["discard"][seat].append(state["board"][seat][slot])
                state["board"][seat][slot] = None
            if gives_up or not Options(self.rules, state).held():
                self._end_visit()

    def _store(self, seat: int) -> None:
        moved = int(Options(self.rules, self.state).can_store())
        self.state["camp"][seat] -= moved
        self.state["storage"][seat] += moved

    def _replace(self, seat: int, old: list[int], *new: list[int]) -> None:
        relics = [relic for relic in self.state["relics"][seat] if relic != old]
        self.state["relics"][seat] = sorted([*relics, *new])

    def _down(self, seat: int, column: int, step: int) -> None:
        if step + 1 < self.rules["temple"]["steps"][column - 1]:
            return self._replace(seat, [column, step], [column, step + 1])
        self._replace(seat, [column, step])
        if not self.state["relics"][seat]:
            return self._finish(seat)
        self.refill(seat)
        self.state["phase"] = "room"

    def refill(self, seat: int) -> None:
        """Draw cards to the empty slots, in slot order, as far as there are any."""
        board, deck, discard = (self.state[pile] for pile in PILES[1:])
        empty = [slot for slot, name in enumerate(board[seat]) if name is None]
        for i, slot in enumerate(empty):
            if not deck[seat] and discard[seat] and self.rules["cards"]["reshuffle"]:
                deck[seat] = list(self.chance.shuffle(discard[seat], seat, empty[i:]))
                discard[seat] = []
            if deck[seat]:
                board[seat][slot] = deck[seat].pop(0)

    def _end_visit(self) -> None:
        state, following = self.state, (self.state["to_move"] + 1) % self.players
        state["used_any"] = False
        if following != state["active"]:
            state["to_move"], state["phase"] = following, "pick"
        elif state["turn"] >= self.rules.get("limit", {}).get("turns", 1000):
            self._finish(None)
        else:
            self.begin_turn(state["turn"] + 1, (following + 1) % self.players)

    def begin_turn(self, turn: int, active: int) -> None:
        """Roll the dice, one more than there are players, for the active seat."""
        self.state.update(turn=turn, active=active, to_move=active, phase="pick")
        dice = self.rules["dice"][: self.players + 1]
        self.state["dice"] = [
            {"die": die["name"], "face": face, "lava": face in die["lava"], "taken_by": None, "used": False}
            for die, face in zip(dice, self.chance.roll(dice), strict=True)
        ]

    def _finish(self, winner: int | None) -> None:
        self.state.update(phase="end", to_move=None, pending=[], used_any=False, winner=winner)


def legal(rules: Data, state: Data) -> list[Data]:
    """All legal actions of the seat to move, each once."""
    return Options(rules, state).all()


def advance(rules: Data, players: int, state: Data, action: Data, observed: Data) -> Data:
    """The state that must follow; `observed` supplies (valid) outcomes of chance and nothing else."""
    table = Table(rules, players, state, Observed(observed))
    table.act(action)
    return table.state


def deal(rules: Data, players: int, chance: Drawn | Observed) -> Data:
    """A start state."""
    blank: Data = {"in_play": None, "pending": [], "used_any": False, "winner": None}
    blank |= {pile: [[]] * players for pile in PILES} | {room: [0] * players for room in ROOMS}
    table = Table(rules, players, blank, chance)
    slots, cards = range(rules["cards"]["slots"]), [card["name"] for card in rules["cards"]["deck"]]
    for seat in range(players):
        head = (rules["temple"]["head_start"] + [None] * players)[seat]
        table.state["relics"][seat] = [[c, int(c == head)] for c, _ in enumerate(rules["temple"]["steps"], 1)]
        table.state["board"][seat] = [None for _ in slots]
        table.state["deck"][seat] = list(chance.shuffle(cards, seat, list(slots)))
        table.refill(seat)
    table.begin_turn(1, 0)
    return table.state


def differences(expected: Data, found: Data) -> Iterator[Mismatch]:
    """A complaint for each field of a state that differs."""
    for field in FIELDS:
        if canonical(expected[field]) != canonical(found[field]):
            yield Mismatch(field, expected[field], found[field])


def start_errors(event: Data) -> list[Mismatch]:
    """What is wrong with a start line; empty if it is a legal deal."""
    rules, players, camp = event["rules"], event["players"], event["rules"]["rooms"]["camp"]
    errors = [Mismatch("rules.rooms.camp", "room for all relics but one", camp)]
    errors *= camp < len(rules["temple"]["steps"]) - 1
    try:
        if players not in (2, 3, 4):
            raise Mismatch("players", "2 to 4", players)
        errors += differences(deal(rules, players, Observed(event["state"])), event["state"])
    except Mismatch as error:
        errors.append(error)
    return [error.located(event.get("index"), "start") for error in errors]


def check_start(event: Data) -> None:
    """Raise the first complaint about a start line."""
    for error in start_errors(event):
        raise error


def check_decision(start: Data, ply: int, before: Data, event: Data) -> Data:
    """Check a decision line against the state before it; the state after."""
    due = {"event": "decision", "ply": ply, "seat": before["to_move"], "phase": before["phase"]}
    for field, value in due.items():
        require(field, value, event.get(field))
    options = Counter(map(canonical, legal(start["rules"], before)))
    found = event.get("legal")
    listed = Counter(map(canonical, found if isinstance(found, list) else [found]))
    if options != listed:
        raise Mismatch("legal", {"missing": sorted(options - listed)}, {"surplus": sorted(listed - options)})
    if canonical(event.get("action")) not in options:
        raise Mismatch("action", "a legal one", event.get("action"))
    after = advance(start["rules"], start["players"], before, event["action"], event.get("state") or {})
    for error in differences(after, event["state"]):
        raise error
    return after


def end_line(rules: Data, state: Data) -> Data:
    """The end line of a finished game: scores, winners, shares and reason."""
    winner, relics = state["winner"], state["relics"]
    return {
        "event": "end",
        "scores": [len(rules["temple"]["steps"]) - len(left) for left in relics],
        "winners": [] if winner is None else [winner],
        "shares": [float(seat == winner) for seat in range(len(relics))],
        "reason": "limit" if winner is None else "finished",
    }


def check_game(start: Data, events: Iterator[Data]) -> int:
    """Replay the game after its start line up to its end line; the number of decisions."""
    check_start(start)
    ply, state = 0, start["state"]
    try:
        while state["phase"] != "end":
            state = check_decision(start, ply, state, next(events, {}))
            ply += 1
        event = next(events, {})
        for field, value in end_line(start["rules"], state).items():
            found = event.get(field)
            if field != "shares" or found != value:  # shares may be written 1 or 1.0
                require(field, value, found)
    except Mismatch as error:
        raise error.located(start.get("index"), ply) from None
    return ply


def check_trace(lines: Iterable[str | Data]) -> int:
    """Replay every game of a trace; the number of decisions checked. Raises Mismatch."""
    events = (json.loads(line) if isinstance(line, str) else line for line in lines)
    checked = 0
    for event in events:
        require("event", "start", event.get("event"))
        checked += check_game(event, events)
    return checked


def count(counters: Counter[str], before: Data, action: Data, after: Data) -> None:
    """Tally one decision: kinds of action, bumps, combined dice, lava pairs, escapes by column."""
    kind = f"{before['phase']}_declined" if action["type"] == "stop" else action["type"]
    counters["_".join([kind, *(action[key] for key in ("kind", "room") if key in action)])] += 1
    counters["bumps"] += action.get("bumps", 0)
    counters["combined"] += "bumps" in action and len(action["dice"]) == 2
    chosen = [die["lava"] for die in before["dice"] if kind == "pick" and die["die"] in action["dice"]]
    counters["lava_pairs"] += chosen == [True, True]
    for old, new in zip(before["relics"], after["relics"], strict=True):
        if len(new) < len(old):
            gone = Counter(c for c, _ in old) - Counter(c for c, _ in new)
            counters.update(f"escape_{column}" for column in gone)


def play_random(rules: Data, players: int, rng: random.Random, trace: list[Data] | None = None) -> Data:
    """A game of uniformly random legal actions, in numbers; its lines are added to `trace` if given."""
    table = Table(rules, players, deal(rules, players, Drawn(rng)), Drawn(rng))
    counters, lines, ply = Counter[str](), [] if trace is None else trace, 0
    start = {"event": "start", "game": "raider", "index": 0, "players": players, "rules": rules}
    lines.append({**start, "state": table.state})
    while table.state["phase"] != "end":
        before, options = table.state, legal(rules, table.state)
        action = rng.choice(options)
        table = Table(rules, players, before, table.chance)
        table.act(action)
        count(counters, before, action, table.state)
        head = {"event": "decision", "ply": ply, "seat": before["to_move"], "phase": before["phase"]}
        lines.append({**head, "legal": options, "action": action, "state": table.state})
        ply += 1
    lines.append(end_line(rules, table.state))
    summary = {"turns": table.state["turn"], "plies": ply, "winner": table.state["winner"]}
    return {**summary, **{k: v for k, v in lines[-1].items() if k != "event"}, "counters": dict(counters)}
