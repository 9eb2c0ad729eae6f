"""Hand-made positions: named tokens, cards and tiles put into a record."""

from collections.abc import Sequence
from typing import Any

from temple_sim.games.trail.codec import CARD_NAMES, token_names
from temple_sim.games.trail.tables import COLOURS, TEMPLE, TILES
from tests.driver import Driver

CARD_CODES = {name: code for code, name in CARD_NAMES.items()}
PLAIN = ["C2", "C3", "C4", "R1", "O1", "Y1", "G1", "B1", "P1", "C2", "C2", "E1:8/4"]  # tokens without a decision


class Position(Driver):
    """A driver with a table of the test's making; what is not given stays as dealt, but no tiles lie unless given."""

    def __init__(self, players: int = 2, settings: Sequence[str] = (), **parts: Any) -> None:
        super().__init__("trail", players, settings)
        self.codes = {name: code for code, name in token_names(self.values).items()}
        for name, value in ({"tiles": []} | parts).items():
            getattr(self, f"put_{name}")(value)

    def put_path(self, tokens: Sequence[str | None]) -> None:
        bits = sum(1 << slot for slot, token in enumerate(tokens) if token)
        self.record.left[0], self.record.left[1] = bits % 2**64, bits >> 64
        self.record.slots = len(tokens)
        self.record.path[: len(tokens)] = [self.codes[token] if token else 0 for token in tokens]

    def put_explorers(self, slots: Sequence[int | str]) -> None:
        self.record.explorers[:] = [TEMPLE if slot == "temple" else slot for slot in slots]

    def put_drones(self, spaces: dict[str, int]) -> None:
        self.record.drones[:] = [spaces.get(colour, 0) for colour in COLOURS]
        self.record.furthest = max(self.record.drones)

    def put_hands(self, hands: Sequence[Sequence[str]]) -> None:
        for seat, cards in enumerate(hands):
            self.record.hand[seat] = 0
            for card in cards:
                self.record.hand[seat, CARD_CODES[card]] += 1
            self.record.hand_n[seat] = len(cards)
            self.record.hand_kinds[seat] = sum(1 << CARD_CODES[card] for card in set(cards))

    def put_deck(self, cards: Sequence[str]) -> None:
        total = int(self.rules.cards_n)
        self.record.drawn = total - len(cards)
        self.record.cards[self.record.drawn : total] = [CARD_CODES[card] for card in cards]

    def put_discard(self, cards: Sequence[str]) -> None:
        self.record.discard_n = len(cards)
        self.record.cards[: len(cards)] = [CARD_CODES[card] for card in cards]

    def put_box(self, tokens: Sequence[str]) -> None:
        self.record.box_n = len(tokens)
        self.record.box[: len(tokens)] = [self.codes[token] for token in tokens]

    def put_taken(self, taken: Sequence[Sequence[str]]) -> None:
        for seat, tokens in enumerate(taken):
            self.record.taken[seat] = 0
            for token in tokens:
                self.record.taken[seat, self.codes[token]] += 1

    def put_tiles(self, tiles: Sequence[tuple[int, str]]) -> None:
        bits = sum(1 << slot for slot, _ in tiles)
        self.record.unrevealed[0], self.record.unrevealed[1] = bits % 2**64, bits >> 64
        self.record.tiles_n = len(tiles)
        for place, (slot, kind) in enumerate(tiles):
            self.record.tile_slot[place], self.record.tile_kind[place] = slot, TILES.index(kind)
            self.record.tile_seat[place] = -1

    def put_first(self, seat: int) -> None:
        self.record.first = seat

    def play(self, card: str) -> dict[str, Any]:
        return self.act(type="play", card=card)

    def drone(self, colour: str) -> dict[str, Any]:
        return self.act(type="drone", colour=colour)


def hands(*first: str, players: int = 2, full: int = 5) -> list[list[str]]:
    """Hands of seat 0 (filled up with 3+1) and of the others (1+1 and 2+1)."""
    others = ["1+1", "2+1"] * (full // 2) + ["1+1"] * (full % 2)
    return [[*first, *["3+1"] * (full - len(first))], *[others] * (players - 1)]
