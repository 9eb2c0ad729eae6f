"""Trail to the Temple for the referee: components, legal actions and scoring."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

Rules = dict[str, Any]
State = dict[str, Any]
Action = dict[str, Any]

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
KINDS = {"E": "explorer", "C": "crate", "D": "drone"} | dict.fromkeys(COLOURS, "artifact")
TEMPLE = "temple"


class Mismatch(AssertionError):
    """A trace says something else than the rules; names game, ply, field, expected and found."""

    def __init__(self, field: str, expected: Any, found: Any, game: Any = None, ply: Any = None) -> None:
        super().__init__(f"game {game}, ply {ply}, {field}: expected {expected!r}, found {found!r}")
        self.field, self.expected, self.found, self.game, self.ply = field, expected, found, game, ply

    def at(self, game: Any, ply: Any) -> Mismatch:
        """The same mismatch with its place in the trace, unless it has one already."""
        if self.game is not None or self.ply is not None:
            return self
        return Mismatch(self.field, self.expected, self.found, game, ply)


def kind(token: str) -> str:
    """artifact, explorer, crate or drone."""
    return KINDS[token[0]]


def number(token: str) -> int:
    """What an artifact, crate or drone token shows."""
    return int(token[1:])


def all_cards(rules: Rules) -> list[str]:
    """The whole deck, sorted by explorer."""
    values = rules["cards"]["per_explorer"]
    return [f"{e}+{value}" for e in (1, 2, 3) for value, count in values.items() for _ in range(count)]


def all_tokens(rules: Rules) -> list[str]:
    """Every jungle token of the game."""
    mix = rules["tokens"]
    prefixes = {"artifact": list(COLOURS), "explorer": ["E1:", "E2:", "E3:"], "crate": ["C"], "drone": ["D"]}
    return [
        prefix + shown
        for name, heads in prefixes.items()
        for prefix in heads
        for shown, count in mix[name].items()
        for _ in range(count)
    ]


# Legal actions


def of_kind(tokens: Iterable[str | None], wanted: str) -> list[str]:
    """The different tokens of one kind."""
    return sorted({token for token in tokens if token is not None and kind(token) == wanted})


def _parts(hand: list[str]) -> list[tuple[str, ...]]:
    return sorted({part for size in range(len(hand) + 1) for part in combinations(sorted(hand), size)})


def card_parts(card: str) -> tuple[int, int]:
    """Index of the explorer and number of steps."""
    explorer, steps = card.split("+")
    return int(explorer) - 1, int(steps)


def _trades(state: State, own: list[str]) -> list[Action]:
    slots = [slot for slot, token in enumerate(state["path"]) if token is not None]
    crates = of_kind(own, "crate")
    return [{"type": "trade", "crate": c, "slot": s} for c in crates for s in slots] + [{"type": "stop"}]


def legal(rules: Rules, state: State) -> list[Action]:
    """All legal actions of the seat to move, each once; none when the game is over."""
    if state["over"]:
        return []
    phase, seat = state["phase"], state["to_move"]
    hand, own, explorers = state["hands"][seat], state["taken"][seat], state["explorers"]
    if phase == "play":
        playable = [card for card in sorted(set(hand)) if explorers[card_parts(card)[0]] != TEMPLE]
        return [{"type": "play", "card": card} for card in playable]
    if phase in ("drone", "shrine"):
        return [{"type": "drone", "colour": colour} for colour in COLOURS.values()]
    if phase == "base_camp":
        return [{"type": "discard", "cards": list(part)} for part in _parts(hand)]
    if phase == "snake":
        return [{"type": "give_up", "token": token} for token in of_kind(own, "artifact")]
    if phase == "pottery":
        return _trades(state, own)
    raise Mismatch("phase", "a phase of the rules page", phase)


# Scoring


def explorer_places(state: State) -> list[int]:
    """The place of each explorer: one more than there are explorers ahead with a token between."""
    tokens = [slot for slot, token in enumerate(state["path"]) if token is not None]
    passed = [len(tokens) + 1 if e == TEMPLE else sum(slot < e for slot in tokens) for e in state["explorers"]]
    return [1 + sum(other > own for other in passed) for own in passed]


def drone_factors(rules: Rules, drones: dict[str, int]) -> dict[str, int]:
    """What an artifact of each colour counts."""
    ranks = rules["score"]["drone_rank"]
    return {colour: ranks[sum(other > own for other in drones.values())] for colour, own in drones.items()}


def token_points(rules: Rules, state: State, tokens: Iterable[str], crate_value: int = 1) -> int:
    """What a collection of tokens scores."""
    places, factors = explorer_places(state), drone_factors(rules, state["drones"])

    def points(token: str) -> int:
        if kind(token) == "artifact":
            return number(token) * factors[COLOURS[token[0]]]
        if kind(token) == "explorer":
            which, values = token[1:].split(":")
            return [*map(int, values.split("/")), 0][places[int(which) - 1] - 1]
        return number(token) * crate_value if kind(token) == "crate" else 0

    return sum(points(token) for token in tokens)


def _crates(tokens: Iterable[str]) -> int:
    return sum(number(token) for token in tokens if kind(token) == "crate")


def score(rules: Rules, players: int, state: State) -> dict[str, Any]:
    """`scores`, `winners` and `shares` of a state, and the `result` of a solo game."""
    scores = [token_points(rules, state, tokens) for tokens in state["taken"]]
    if state["first_to_temple"] is not None:
        scores[state["first_to_temple"]] += rules["score"]["first_to_temple"]
    if players == 1:
        return _solo_outcome(rules, state, scores)
    standing = [(points, _crates(own)) for points, own in zip(scores, state["taken"], strict=True)]
    winners = [seat for seat in range(players) if standing[seat] == max(standing)]
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    return {"scores": scores, "winners": winners, "shares": shares}


def _solo_outcome(rules: Rules, state: State, scores: list[int]) -> dict[str, Any]:
    institute = token_points(rules, state, state["adversary"])
    conservatory = token_points(rules, state, state["adversary"], rules["solo"]["crate_value"])
    if scores[0] <= institute:
        return {"scores": scores, "winners": [], "shares": [0.0], "result": "lose"}
    result = "treasure" if scores[0] > conservatory else "museum"
    return {"scores": scores, "winners": [0], "shares": [1.0], "result": result}
