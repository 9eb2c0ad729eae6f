"""The pyramid of Temple of Five seen from above: faces, slots, chains and strips of empty spaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

COLOURS = "RYGB"
SIZE = 8
EMPTY = "."
NO_SPACE = "#"

Cell = tuple[int, int]

# By level: the first row and column of its area and the number of slots along one side.
_AREAS = {1: (1, 3), 2: (2, 2), 3: (3, 1)}


@dataclass(frozen=True)
class Chain:
    """Connected visible decorations of one colour."""

    colour: str
    cells: frozenset[Cell]

    @property
    def length(self) -> int:
        """The number of decorations."""
        return len(self.cells)


def border() -> list[Cell]:
    """The border spaces in their numbering: clockwise from the top left corner."""
    last = SIZE - 1
    top = [(0, col) for col in range(last)]
    right = [(row, last) for row in range(last)]
    bottom = [(last, col) for col in range(last, 0, -1)]
    left = [(row, 0) for row in range(last, 0, -1)]
    return top + right + bottom + left


def blank_view(boards: dict[str, Any], letter: str) -> list[str]:
    """The view of a player board on which no tile lies."""
    ring = border()
    view = written([NO_SPACE * SIZE] * SIZE, ring, EMPTY * len(ring))
    return written(view, [ring[number] for number in boards["spaces"]], boards[letter])


def blank_height() -> list[str]:
    """The heights of a player board on which no tile lies."""
    ring = border()
    return written(["-" * SIZE] * SIZE, ring, "0" * len(ring))


def written(rows: list[str], cells: Iterable[Cell], marks: str) -> list[str]:
    """A copy of the rows with a mark set on each of the cells."""
    grid = [list(row) for row in rows]
    for (row, col), mark in zip(cells, marks, strict=True):
        grid[row][col] = mark
    return ["".join(row) for row in grid]


def slots(level: int) -> list[Cell]:
    """The top left spaces of all tile slots of a level."""
    start, count = _AREAS[level]
    steps = [start + 2 * step for step in range(count)]
    return [(row, col) for row in steps for col in steps]


def covered(row: int, col: int) -> list[Cell]:
    """The four spaces of the slot at this top left space, clockwise like the spaces of a face."""
    return [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]


def turned(face: str, quarters: int) -> str:
    """The face after so many quarter turns clockwise."""
    return "".join(face[(place - quarters) % 4] for place in range(4))


def free_slots(height: list[str], level: int) -> list[Cell]:
    """The slots of a level on which no tile of that level lies."""
    return [(row, col) for row, col in slots(level) if height[row][col] != str(level)]


def _neighbours(cell: Cell) -> list[Cell]:
    row, col = cell
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def _connected(view: list[str], start: Cell) -> frozenset[Cell]:
    colour = view[start[0]][start[1]]
    reached, waiting = {start}, [start]
    while waiting:
        for row, col in _neighbours(waiting.pop()):
            if view[row][col] == colour and (row, col) not in reached:
                reached.add((row, col))
                waiting.append((row, col))
    return frozenset(reached)


def chains(view: list[str], minimum: int) -> list[Chain]:
    """All chains of at least the minimal length, in reading order."""
    found: list[Chain] = []
    seen: set[Cell] = set()
    for row in range(SIZE):
        for col in range(SIZE):
            if view[row][col] in COLOURS and (row, col) not in seen:
                cells = _connected(view, (row, col))
                seen |= cells
                found.append(Chain(view[row][col], cells))
    return [chain for chain in found if chain.length >= minimum]


def strips(view: list[str], height: list[str], length: int) -> list[list[Cell]]:
    """All straight runs of visible empty spaces of one level, each once and from its upper left end."""
    found = []
    for row in range(SIZE):
        for col in range(SIZE):
            for down, across in ((0, 1), (1, 0)):
                cells = [(row + down * step, col + across * step) for step in range(length)]
                if _one_empty_level(view, height, cells):
                    found.append(cells)
    return found


def _one_empty_level(view: list[str], height: list[str], cells: list[Cell]) -> bool:
    if max(cells[-1]) >= SIZE:
        return False
    empty = all(view[row][col] == EMPTY for row, col in cells)
    return empty and len({height[row][col] for row, col in cells}) == 1
