"""What a valued action is about, from the mover's view: chains, priests, cells, cards and tiles."""

from collections.abc import Mapping
from typing import Any

from temple_sim.analysis.five.pyramids import (
    COLOURS,
    TOP,
    Space,
    chain_at,
    coverable,
    fits,
    longest,
    painted,
    tile_kind,
    tile_spaces,
)

# Decisions of a phase in parts of a report's usual number: building has many actions, the others tell more for less.
VALUED_PHASES = {"exchange": 2.0, "choose": 1.0, "build": 0.75, "priest": 2.5, "bless": 2.5}
GROUPS = {"exchange": "keep", "choose": "joined", "build": "slot", "priest": "order", "bless": "claimed"}  # by default

View = Mapping[str, Any]
Facts = dict[str, Any]


def features(view: View, action: Mapping[str, Any]) -> Facts:
    """Facts of an action of any phase; those of other kinds of action are left out.

    always  level, reserve (priests in hand), used (chains used in the turn)
    share   tile (kept), keep (its kind), keep_fits, left_fits, right_fits
    take    special, joined
    tile    slot, grows, regained, hidden
    bonus   order, grows
    chain   order, length, chain (names it), coverable
    stop    order
    bless   god, side, cells (of the card), claimed, places, number, leftmost, wasted, fills, ahead
    """
    seat = view["to_move"]
    shared = {"level": view["level"], "reserve": view["reserve"][seat], "used": view["chains_used"]}
    return shared | KINDS.get(action["type"], _nothing)(view, action, seat)


def _nothing(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    return {}


def _priests(view: View, seat: int) -> set[Space]:
    return {(row, col) for row, col in view["priests"][seat]}


def _share(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """Kinds of tiles, and whose longest chain they fit: kept the own one, given the receiver's."""
    players, kept = len(view["boards"]), action["keep"]
    left, right = action["left"], action.get("right")

    def fitting(tiles: list[str], other: int) -> bool:
        return any(fits(tile, view["view"][other], _priests(view, other)) for tile in tiles)

    facts: Facts = {"tile": kept, "keep": tile_kind(kept), "keep_fits": fitting([kept], seat)}
    facts["left_fits"] = fitting(left if isinstance(left, list) else [left], (seat + 1) % players)
    if right is not None:
        facts["right_fits"] = fitting([right], (seat - 1) % players)
    return facts


def _take(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """A colour tile by the chain it would make on top, 0 if that bears an own priest; an effect tile by its name."""
    tile = action["tile"]
    if tile[0] not in COLOURS:
        return {"special": tile}
    spaces = tile_spaces(tile, *TOP, 0)
    chain = chain_at(painted(view["view"][seat], spaces), TOP)
    barred = chain & (_priests(view, seat) - set(spaces))
    return {"special": "colour", "joined": 0 if barred else len(chain)}


def _tile(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """Growth of the longest chain without a priest, own priests and decorations that are covered."""
    rows, priests = view["view"][seat], _priests(view, seat)
    spaces = tile_spaces(action["tile"], action["row"], action["col"], action["turn"])
    return {
        "slot": _slot(view["level"], action["row"], action["col"]),
        "grows": _growth(rows, spaces, priests, priests - set(spaces)),
        "regained": len(priests & set(spaces)),
        "hidden": sum(rows[row][col] in COLOURS for row, col in spaces),
    }


def _slot(level: int, row: int, col: int) -> str:
    if level > 1:
        return f"level {level}"
    return ("corner", "side", "centre")[(row == 3) + (col == 3)]


def _growth(rows: list[str], spaces: dict[Space, str], before: set[Space], after: set[Space]) -> int:
    """Spaces that the longest chain without a priest gains, with the priests before and after."""
    return max(longest(painted(rows, spaces), after).values()) - max(longest(rows, before).values())


def _bonus(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    spaces = dict.fromkeys(((row, col) for row, col in action["cells"]), action["piece"][0])
    priests = _priests(view, seat)
    return {"order": "bonus piece", "grows": _growth(view["view"][seat], spaces, priests, priests)}


def _chain(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    row, col = action["cell"]
    chain = chain_at(view["view"][seat], (row, col))
    return {
        "order": ("first chain", "second chain", "later chain")[min(view["chains_used"], 2)],
        "length": len(chain),
        "chain": str(min(chain)),
        "coverable": coverable(view["height"][seat][row][col], (row, col)),
    }


def _stop(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    return {"order": "stop"}


def _bless(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """The card, the cells filled and where that leaves the race for the card."""
    card = _card(view, action["god"], seat)
    places, taken = action["cells"], list(card["taken"])
    for place in places:
        taken[place] = seat
    number = sum(card["cells"][place] for place in places)
    return {
        "god": card["god"],
        "side": "supreme" if card["god"] == "W" else "colour",
        "cells": "".join(map(str, card["cells"])),
        "claimed": len(places),
        "places": tuple(places),
        "number": number,
        "leftmost": 0 in places,
        "wasted": view["chain"]["length"] - number,
        "fills": None not in taken,
        "ahead": _leader(taken) == seat,
    }


def _card(view: View, god: str, seat: int) -> Mapping[str, Any]:
    if god != "own":
        return view["open"][god]
    return next(card for card in view["private"] if card["owner"] == seat)


def _leader(taken: list[int | None]) -> int:
    """Most priests, then the leftmost of the tied seats."""
    seats = [seat for seat in taken if seat is not None]
    return max(dict.fromkeys(seats), key=seats.count)


KINDS = {
    "share": _share, "take": _take, "tile": _tile, "bonus": _bonus, "chain": _chain, "stop": _stop, "bless": _bless,
}  # fmt: skip
