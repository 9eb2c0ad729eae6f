"""What a valued action is about, from the mover's view: chains, priests, cells, cards and tiles."""

from collections.abc import Mapping
from typing import Any

from temple_sim.analysis.five.pyramids import (
    COLOURS,
    TOP,
    chain_at,
    coverable,
    fits,
    longest,
    painted,
    tile_kind,
    tile_spaces,
)

VALUED_PHASES = ("exchange", "choose", "build", "priest", "bless")

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


def _share(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """Kinds of tiles, and whose longest chain they fit: kept the own one, given the receiver's."""
    players, rows = len(view["boards"]), view["view"]
    left, right = action["left"], action.get("right")
    facts: Facts = {
        "tile": action["keep"],
        "keep": tile_kind(action["keep"]),
        "keep_fits": fits(action["keep"], rows[seat]),
    }
    lefts = left if isinstance(left, list) else [left]
    facts["left_fits"] = any(fits(tile, rows[(seat + 1) % players]) for tile in lefts)
    if right is not None:
        facts["right_fits"] = fits(right, rows[(seat - 1) % players])
    return facts


def _take(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """A colour tile by the chain it would make on top; an effect tile by its name."""
    tile = action["tile"]
    if tile[0] not in COLOURS:
        return {"special": tile}
    rows = painted(view["view"][seat], tile_spaces(tile, *TOP, 0))
    return {"special": "colour", "joined": len(chain_at(rows, TOP))}


def _tile(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    """Growth of the longest chain, own priests and decorations that are covered."""
    rows = view["view"][seat]
    spaces = tile_spaces(action["tile"], action["row"], action["col"], action["turn"])
    priests = {tuple(space) for space in view["priests"][seat]}
    return {
        "slot": _slot(view["level"], action["row"], action["col"]),
        "grows": _growth(rows, spaces),
        "regained": len(priests & set(spaces)),
        "hidden": sum(rows[row][col] in COLOURS for row, col in spaces),
    }


def _slot(level: int, row: int, col: int) -> str:
    if level > 1:
        return f"level {level}"
    return ("corner", "side", "centre")[(row == 3) + (col == 3)]


def _growth(rows: list[str], spaces: dict[tuple[int, int], str]) -> int:
    return max(longest(painted(rows, spaces)).values()) - max(longest(rows).values())


def _bonus(view: View, action: Mapping[str, Any], seat: int) -> Facts:
    spaces = dict.fromkeys(((row, col) for row, col in action["cells"]), action["piece"][0])
    return {"order": "bonus piece", "grows": _growth(view["view"][seat], spaces)}


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
