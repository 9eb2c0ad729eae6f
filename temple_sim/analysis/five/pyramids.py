"""Pyramids as views show them: eight rows of eight symbols. Chains, and what a tile or piece would do to them."""

from collections.abc import Collection, Sequence

COLOURS = "RYGB"
SIDE = range(8)
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # a tile's spaces, clockwise from the top left
TOP = (3, 3)  # top left space of the last slot

Space = tuple[int, int]
Rows = Sequence[str]


def chain_at(rows: Rows, space: Space) -> set[Space]:
    """The spaces of the chain a space belongs to; empty when it bears no decoration."""
    colour = rows[space[0]][space[1]]
    if colour not in COLOURS:
        return set()
    found, waiting = {space}, [space]
    while waiting:
        row, col = waiting.pop()
        for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if near[0] in SIDE and near[1] in SIDE and near not in found and rows[near[0]][near[1]] == colour:
                found.add(near)
                waiting.append(near)
    return found


def longest(rows: Rows, priests: Collection[Space] = ()) -> dict[str, int]:
    """Length of the longest chain of each colour that bears no priest (1: single decorations only, 0: none)."""
    best, seen = dict.fromkeys(COLOURS, 0), set[Space]()
    for space in ((row, col) for row in SIDE for col in SIDE):
        if space not in seen and rows[space[0]][space[1]] in COLOURS:
            chain = chain_at(rows, space)
            seen |= chain
            if chain.isdisjoint(priests):
                colour = rows[space[0]][space[1]]
                best[colour] = max(best[colour], len(chain))
    return best


def painted(rows: Rows, symbols: dict[Space, str]) -> list[str]:
    """The rows with symbols put on some spaces."""
    return ["".join(symbols.get((row, col), rows[row][col]) for col in SIDE) for row in SIDE]


def tile_spaces(tile: str, row: int, col: int, turn: int) -> dict[Space, str]:
    """What a tile shows on its four spaces after quarter turns clockwise; effect tiles are empty."""
    face = tile if len(tile) == 4 and set(tile) <= set(COLOURS + ".") else "...."
    return {(row + CORNERS[(k + turn) % 4][0], col + CORNERS[(k + turn) % 4][1]): face[k] for k in range(4)}


def coverable(height: str, space: Space) -> bool:
    """Whether a later level still reaches a space of this height, so that a priest there comes back.

    It takes for granted that all three levels are played.
    """
    reach = 3.5 - max(abs(space[0] - 3.5), abs(space[1] - 3.5))  # 0 on the border, 3 in the middle
    return height in "12" and reach > int(height)


def tile_kind(tile: str) -> str:
    """A decoration tile's kind: single, pair (two of one colour), mixed (two colours), quad (three or four)."""
    shown = tile.replace(".", "")
    if len(shown) == 2:
        return "pair" if shown[0] == shown[1] else "mixed"
    return "single" if len(shown) < 2 else "quad"


def fits(tile: str, rows: Rows, priests: Collection[Space] = ()) -> bool:
    """Whether a tile bears the colour of the longest chain without a priest (any of them when several are longest)."""
    best = longest(rows, priests)
    return any(best[colour] == max(best.values()) for colour in tile if colour in COLOURS)
