"""Trail to the Temple for the referee: what follows an action, with chance drawn or observed."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any, Protocol

from .trail_rules import COLOURS, TEMPLE, Action, Mismatch, Rules, State, card_parts, kind, number, of_kind

TILE_PHASES = {"base_camp": "base_camp", "snake": "snake", "shrine": "shrine", "pottery_shards": "pottery"}


# Chance: drawn by a generator, or read off the state that a trace shows


class Chance(Protocol):
    """Where the outcomes of shuffles come from."""

    def shuffle(self, cards: list[str]) -> list[str]:
        """The cards in their new order."""

    def skull_cave(self, table: Table, slot: int, count: int) -> list[str]:
        """Tokens drawn from the box for the places behind the slot."""


class Drawn:
    """Chance by a random generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def shuffle(self, cards: list[str]) -> list[str]:
        """The cards in a random order."""
        return self.rng.sample(cards, len(cards))

    def skull_cave(self, table: Table, slot: int, count: int) -> list[str]:
        """Random tokens of the box in a random order."""
        return self.rng.sample(table.state["box"], count)


class Observed:
    """Chance as the state after it shows it, provided that it is possible."""

    def __init__(self, after: State) -> None:
        self.after = after

    def shuffle(self, cards: list[str]) -> list[str]:
        """The deck seen afterwards; what it lacks of the shuffled cards has been drawn."""
        deck = self.after["deck"]
        if Counter(deck) - Counter(cards):
            raise Mismatch("deck", f"a part of the shuffled {sorted(cards)}", deck)
        return list((Counter(cards) - Counter(deck)).elements()) + deck

    def skull_cave(self, table: Table, slot: int, count: int) -> list[str]:
        """The tokens seen behind the slot, or, when they were left behind at once, any that fit."""
        box, seen = table.state["box"], self.after["path"][slot + 1 : slot + 1 + count]
        if table.rear() > slot and not any(seen):
            return self._left_behind_at_once(table, slot, count)
        if None in seen or len(seen) < count or Counter(seen) - Counter(box):
            raise Mismatch("path", f"{count} tokens of the box {sorted(box)} behind slot {slot}", seen)
        return seen

    def _left_behind_at_once(self, table: Table, slot: int, count: int) -> list[str]:
        # The drawn tokens are back in the box: only the drones tell them, and every fitting draw is as good.
        without = Table(table.rules, table.players, deepcopy(table.state), self)
        without.insert(slot, [None] * count)
        without.left_behind()
        found: dict[int, list[str]] = {0: []}
        for colour, space in without.state["drones"].items():
            choices = self._choices(table, colour, space)
            found = {a + b: had + new for a, had in found.items() for b, new in choices.items()}
        others = [token for token in table.state["box"] if kind(token) != "artifact"]
        for size, tokens in found.items():
            if 0 <= count - size <= len(others):
                return tokens + others[: count - size]
        raise Mismatch("drones", f"moves by {count} tokens of {table.state['box']}", self.after["drones"])

    def _choices(self, table: Table, colour: str, space: int) -> dict[int, list[str]]:
        """Artifacts of the box that bring one drone where it is seen, by their number."""
        seen, track = self.after["drones"][colour], table.rules["drones"]["track"]
        sums: dict[tuple[int, int], list[str]] = {(0, 0): []}
        for token in table.state["box"]:
            if COLOURS.get(token[0]) == colour:
                for (size, total), chosen in list(sums.items()):
                    sums.setdefault((size + 1, total + number(token)), [*chosen, token])
        return {size: chosen for (size, total), chosen in sums.items() if min(track, space + total) == seen}


# Playing


class Table:
    """One state with the rules to carry an action out on it, up to the next decision."""

    def __init__(self, rules: Rules, players: int, state: State, chance: Chance) -> None:
        self.rules, self.players, self.state, self.chance = rules, players, state, chance

    def act(self, action: Action) -> None:
        """Carry out the action of the seat to move."""
        steps = {
            "play": self._play, "drone": self._fly, "base_camp": self._base_camp,
            "snake": self._snake, "shrine": self._shrine, "pottery": self._pottery,
        }  # fmt: skip
        steps[self.state["phase"]](self.state["to_move"], action)

    def _play(self, seat: int, action: Action) -> None:
        state, card = self.state, action["card"]
        state["hands"][seat].remove(card)
        state["discard"].append(card)
        explorer, steps = card_parts(card)
        here = state["explorers"][explorer]
        ahead = [slot for slot, token in enumerate(state["path"]) if slot > here and token is not None]
        if len(ahead) < steps:
            state["explorers"][explorer] = TEMPLE
            self._arrive(seat)
            self._finish_turn()
        else:
            state["explorers"][explorer] = ahead[steps - 1]
            self._take(seat, ahead[steps - 1])

    def _take(self, seat: int, slot: int) -> None:
        state, token = self.state, self.state["path"][slot]
        state["path"][slot] = None
        state["taken"][seat].append(token)
        if kind(token) == "drone":
            state["landing"] = {"slot": slot, "token": token}
            state["phase"] = "drone"
        else:
            self._uncover(seat, slot)

    def _fly(self, seat: int, action: Action) -> None:
        landing = self.state["landing"]
        self.state["landing"] = None
        self._move_drone(action["colour"], number(landing["token"]), seat)
        self._uncover(seat, landing["slot"])

    def _uncover(self, seat: int, slot: int) -> None:
        state = self.state
        # The first in the queue is the trader whose token is dealt with now; without a trade it is empty.
        later = state["queue"] = state["queue"][1:]
        tile = next((t for t in state["tiles"] if t["slot"] == slot and not t["revealed"]), None)
        if tile is None:
            return self._next_seat("pottery")
        tile["revealed"] = True
        if tile["tile"] == "skull_cave":
            self._skull_cave(slot)
            return self._next_seat("pottery")
        state["queue"] = [(seat + step) % self.players for step in range(self.players)] + later
        state["outer"] = len(later)
        return self._next_seat(TILE_PHASES[tile["tile"]])

    def _next_seat(self, phase: str) -> None:
        """Ask the next seat with a choice on the tile, or on the pottery tile around it; else go on."""
        state, queue = self.state, self.state["queue"]
        while queue:
            if len(queue) == state["outer"]:
                phase, state["outer"] = "pottery", 0
            if self._has_choice(phase, queue[0]):
                state["to_move"], state["phase"] = queue[0], phase
                return
            queue.pop(0)
        self._finish_turn()

    def _has_choice(self, phase: str, seat: int) -> bool:
        own = self.state["taken"][seat]
        if phase == "snake":
            return bool(of_kind(own, "artifact"))
        if phase == "pottery":
            return bool(of_kind(own, "crate")) and any(self.state["path"])
        return True

    def _done(self, phase: str) -> None:
        self.state["queue"].pop(0)
        self._next_seat(phase)

    def _base_camp(self, seat: int, action: Action) -> None:
        hand = self.state["hands"][seat]
        for card in action["cards"]:
            hand.remove(card)
            self.state["discard"].append(card)
        while len(hand) < self.rules["cards"]["hand"]:
            self._draw(seat)
        self._done("base_camp")

    def _snake(self, seat: int, action: Action) -> None:
        self._box(seat, action["token"])
        self._done("snake")

    def _shrine(self, seat: int, action: Action) -> None:
        self._move_drone(action["colour"], self.rules["shrine"]["spaces"], seat)
        self._done("shrine")

    def _pottery(self, seat: int, action: Action) -> None:
        if action["type"] == "stop":
            self._done("pottery")
        else:
            self._box(seat, action["crate"])
            self._take(seat, action["slot"])

    def _box(self, seat: int, token: str) -> None:
        self.state["taken"][seat].remove(token)
        self.state["box"].append(token)

    def _skull_cave(self, slot: int) -> None:
        box = self.state["box"]
        count = min(self.rules["skull_cave"]["tokens"], len(box))
        drawn = self.chance.skull_cave(self, slot, count) if count else []
        for token in drawn:
            box.remove(token)
        self.insert(slot, drawn)

    def insert(self, slot: int, tokens: list[Any]) -> None:
        """Put tokens directly behind the slot; whatever lies further on moves up."""
        state, shift = self.state, len(tokens)
        state["path"][slot + 1 : slot + 1] = tokens
        state["explorers"] = [e + shift if e != TEMPLE and e > slot else e for e in state["explorers"]]
        for tile in state["tiles"]:
            tile["slot"] += shift if tile["slot"] > slot else 0

    def _arrive(self, seat: int | None) -> None:
        if not self.state["ending"]:
            self.state["ending"] = True
            self.state["first_to_temple"] = seat

    def _move_drone(self, colour: str, spaces: int, seat: int | None) -> None:
        drones, track = self.state["drones"], self.rules["drones"]["track"]
        drones[colour] = min(track, drones[colour] + spaces)
        if drones[colour] == track:
            self._arrive(seat)

    def rear(self) -> int:
        """The slot of the rearmost explorer; one at the temple is beyond every slot."""
        return min(len(self.state["path"]) if e == TEMPLE else e for e in self.state["explorers"])

    def left_behind(self) -> None:
        """Remove the tokens behind all explorers, the rearmost first."""
        state = self.state
        for slot in range(max(0, self.rear())):
            token, state["path"][slot] = state["path"][slot], None
            if token is not None:
                state["box"].append(token)
                if kind(token) == "artifact":
                    self._move_drone(COLOURS[token[0]], number(token), state["active"])

    def _draw(self, seat: int) -> None:
        state = self.state
        if not state["deck"]:
            state["deck"], state["discard"] = self.chance.shuffle(state["discard"]), []
        if state["deck"]:
            state["hands"][seat].append(state["deck"].pop(0))

    def _toll(self) -> None:
        state = self.state
        slot = next((slot for slot, token in enumerate(state["path"]) if token is not None), None)
        if slot is None:
            return
        token, state["path"][slot] = state["path"][slot], None
        if kind(token) != "drone":
            state["adversary"].append(token)
            return
        state["box"].append(token)
        drones = state["drones"]
        rearmost = [colour for colour in drones if drones[colour] == min(drones.values())]
        for colour in rearmost:
            self._move_drone(colour, number(token) if len(rearmost) == 1 else 1, None)

    def _finish_turn(self) -> None:
        state, seat = self.state, self.state["active"]
        self.left_behind()
        if len(state["hands"][seat]) < self.rules["cards"]["hand"]:
            self._draw(seat)
        if self.players == 1:
            self._toll()
        if state["ending"] or state["turn"] >= self.rules.get("limit", {}).get("turns", 500):
            state["over"], state["to_move"], state["phase"] = True, None, None
            return
        state["turn"] += 1
        state["active"] = state["to_move"] = (seat + 1) % self.players
        state["phase"] = "play"


def follow(rules: Rules, players: int, state: State, action: Action, chance: Chance) -> State:
    """The state after a legal action with chance from any source."""
    table = Table(rules, players, deepcopy(state), chance)
    table.act(deepcopy(action))
    return table.state


def advance(rules: Rules, players: int, state: State, action: Action, observed: State) -> State:
    """The state that must follow a legal action; `observed` only tells how shuffles came out."""
    return follow(rules, players, state, action, Observed(observed))
