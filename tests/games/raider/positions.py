"""Hand-made positions of Temple Raider."""

from collections.abc import Sequence
from typing import Any

from temple_sim.games.raider.state import kinds_of
from temple_sim.games.raider.tables import WORDS
from tests.driver import Driver

TOP = [[column, 0] for column in range(1, 11)]
Relics = Sequence[Sequence[int]]


def set_relics(driver: Driver, seat: int, relics: Relics) -> None:
    """Give a seat these relics in the temple and put the others into no room."""
    record, steps = driver.record, driver.values["temple.steps"]
    record.relics[seat, :] = 0
    for column, step in relics:
        record.relics[seat, column] |= 1 << step
    record.escaped[seat] = 10 - len(relics)
    record.steps_left[seat] = sum(steps[column - 1] - step for column, step in relics)


def set_cards(
    driver: Driver, seat: int, board: Sequence[str | None], deck: Sequence[str] = (), discard: Sequence[str] = ()
) -> None:
    """Give a seat these cards: slots, deck (next card first) and discard pile (oldest first)."""
    record, names = driver.record, list(kinds_of(driver.values))
    record.board[seat, :] = -1
    record.deck[seat, :] = record.discard[seat, :] = 0
    record.board[seat, : len(board)] = [-1 if name is None else names.index(name) for name in board]
    record.deck[seat, : len(deck)] = [names.index(name) for name in deck][::-1]
    record.discard[seat, : len(discard)] = [names.index(name) for name in discard]
    record.deck_n[seat], record.discard_n[seat] = len(deck), len(discard)


def set_dice(driver: Driver, faces: Sequence[int]) -> None:
    """Let the dice in play show these numbers; their lava follows."""
    record, dice = driver.record, driver.values["dice"]
    record.dice_face[: len(faces)] = faces
    record.dice_lava = sum(1 << i for i, face in enumerate(faces) if face in dice[i]["lava"])


def at_pick(faces: Sequence[int], settings: Sequence[str] = (), relics: dict[int, Relics] | None = None) -> Driver:
    """Turn 1 with these dice (one more than players), before the pick. Head starts are taken back."""
    driver = Driver("raider", len(faces) - 1, settings)
    set_dice(driver, faces)
    for seat in range(len(faces) - 1):
        set_relics(driver, seat, (relics or {}).get(seat, TOP))
    return driver


def at_use(
    faces: Sequence[int],
    settings: Sequence[str] = (),
    relics: dict[int, Relics] | None = None,
    board: Sequence[str | None] = (),
    deck: Sequence[str] = (),
    rooms: tuple[int, int, int] = (0, 0, 0),
) -> Driver:
    """Seat 0 holds the first two dice, no eruption; its board, deck and rooms are as given."""
    driver = at_pick(faces, settings, relics)
    set_cards(driver, 0, board, deck)
    record = driver.record
    record.phase, record.hand[0] = WORDS.index("use"), 3
    record.altar[0], record.storage[0], record.camp[0] = rooms
    return driver


def of_type(actions: Sequence[dict[str, Any]], *types: str) -> list[dict[str, Any]]:
    """The actions of some types."""
    return [action for action in actions if action["type"] in types]


def relic(dice: str, column: int, step: int, bumps: int = 0) -> dict[str, Any]:
    """The relic action."""
    return {"type": "relic", "dice": dice.split(), "bumps": bumps, "column": column, "step": step}


def wild(dice: str, column: int, step: int, bumps: int = 0) -> dict[str, Any]:
    """The wild action."""
    return {**relic(dice, column, step, bumps), "type": "wild"}


def card(dice: str, slot: int, bumps: int = 0) -> dict[str, Any]:
    """The card action."""
    return {"type": "card", "dice": dice.split(), "bumps": bumps, "slot": slot}
