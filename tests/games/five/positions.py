"""Hand-made positions: pyramids painted as a trace shows them, and priest turns to try things in."""

from collections.abc import Sequence
from typing import Any

from tests.driver import Driver

COLOURS, GODS = "RYGB", "RYGBW"
DECK = 20  # card codes: god * DECK + place in the ruleset's list
BLANK = ("........", *["." + "#" * 6 + "."] * 6, "........")
LEVEL1 = ("........",) * 8


def paint(record: Any, seat: int, rows: Sequence[str], heights: Sequence[str] = ()) -> None:
    """Set a seat's decorations and spaces; inner spaces that are not "#" are of level 1 unless `heights` says more."""
    record.colour[seat, :] = 0
    record.top[seat, :] = 0
    for row, line in enumerate(rows):
        for col, symbol in enumerate(line):
            bit = 1 << (8 * row + col)
            if symbol in COLOURS:
                record.colour[seat, COLOURS.index(symbol)] = int(record.colour[seat, COLOURS.index(symbol)]) | bit
            height = int(heights[row][col].replace("-", "0")) if heights else int(0 < row < 7 and 0 < col < 7)
            if height and symbol != "#":
                record.top[seat, height - 1] = int(record.top[seat, height - 1]) | bit


def put_priests(record: Any, seat: int, *cells: tuple[int, int]) -> None:
    """Priests of a seat's reserve stand on its pyramid."""
    for row, col in cells:
        record.priests[seat] = int(record.priests[seat]) | 1 << (8 * row + col)
    record.reserve[seat] -= len(cells)


def open_card(record: Any, god: str, place: int, **taken: Sequence[int]) -> None:
    """Open a card of the ruleset's list; `s0=[1]` puts a priest of seat 0 on cell 1."""
    g = GODS.index(god)
    record.open[g] = g * DECK + place
    for name, cells in taken.items():
        record.on[g, int(name[1:])] = sum(1 << cell for cell in cells)
        record.reserve[int(name[1:])] -= len(cells)


def close_cards(record: Any) -> None:
    """No card is open and every deck is empty."""
    record.open[:] = -1
    record.deck_next[:] = 10  # of the ten cards a deck has by default


def priest_turn(players: int = 2, settings: Sequence[str] = (), round_number: int = 1, level: int = 1) -> Driver:
    """Seat 0 begins its priest turn: all pyramids bare at level 1, nothing in any hand, one empty card a god."""
    driver = Driver("five", players, settings)

    def change(s: Any) -> None:
        s.step, s.phase, s.done, s.to_move, s.first = 2, 5, 0, 0, 0
        s.round_number, s.level = round_number, level
        s.held[:, :], s.goes[:, :], s.held_n[:] = -1, -1, 0
        for seat in range(players):
            paint(s, seat, LEVEL1)

    return driver.arrange(change)


def last_turn(players: int = 2, settings: Sequence[str] = ()) -> Driver:
    """The last seat's last priest turn: its `stop` ends the game."""
    driver = priest_turn(players, settings, round_number=6, level=3)

    def change(s: Any) -> None:
        s.done, s.to_move = players - 1, players - 1
        close_cards(s)

    return driver.arrange(change)


def of_type(driver: Driver, kind: str) -> list[dict[str, Any]]:
    """The legal actions of a type."""
    return [action for action in driver.legal() if action["type"] == kind]


def chain_cells(driver: Driver) -> set[tuple[int, int]]:
    """Spaces the legal chain actions name."""
    return {tuple(action["cell"]) for action in of_type(driver, "chain")}


def blessings(driver: Driver, god: str) -> set[tuple[int, ...]]:
    """Sets of cells that can be filled for a god."""
    return {tuple(action["cells"]) for action in of_type(driver, "bless") if action["god"] == god}
