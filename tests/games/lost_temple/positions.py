"""Hand-made positions for the tests.

The default track by position, with 9 start spaces 0 to 8: chance at 11 14 17 20 23 26 30 33 | 37 40 43 46, villages at
13 19 25 32 | 39 45, temples at 16 22 29 35 | 42 48, jungle at 18 27 | 41. The end is 35 with 6 to 8 players, else 48.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from temple_sim.games.lost_temple.tables import CHARACTERS, PHASES, TOKENS
from tests.driver import Driver


def pile(names: Sequence[str]) -> int:
    """A packed pile of characters, first one lowest."""
    return sum((CHARACTERS.index(name) + 1) << (4 * place) for place, name in enumerate(names))


def put(
    driver: Driver,
    positions: Sequence[int] = (),
    gems: Sequence[int] = (),
    machetes: Sequence[int] = (),
    tokens: Mapping[int, str] | None = None,
    reserve: Sequence[str] = (),
) -> Driver:
    """Place meeples, belongings (the supply keeps the rest) and some tokens."""
    state, rules = driver.record, driver.rules
    players = state.players
    state.position[: len(positions)] = positions
    if gems:
        state.gems[:players] = gems
        state.gem_supply = driver.values["supply.gems"] - sum(gems)
    held = list(machetes) or [0] * players
    state.machetes[:players] = held
    state.machete_supply = driver.values["supply.machetes"] - sum(held)
    for space, name in (tokens or {}).items():
        state.tokens[rules.slot_at[space]] = TOKENS.index(name)
    for place, name in enumerate(reserve):
        state.tokens[rules.slots[players] + place] = TOKENS.index(name)
    return driver


def called(
    players: int, phase: str, character: str, owners: Mapping[str, int], settings: Sequence[str] = (), **belongings: Any
) -> Driver:
    """A position in the movement: `character` has been called and its owner decides in `phase`."""
    driver = Driver("lost_temple", players, settings)
    put(driver, **belongings)
    state = driver.record
    state.hand = state.leftover = state.face_up = state.face_down = 0
    state.picks[:], state.owner[:] = 0, -1
    for name, seat in owners.items():
        state.owner[CHARACTERS.index(name)] = seat
        state.picks[seat if players > 3 else seat + players * bool(state.picks[seat])] = CHARACTERS.index(name) + 1
    state.idol = 0
    state.drafted = players if players > 3 else 2 * players
    state.called, state.phase = CHARACTERS.index(character), PHASES.index(phase)
    seat = owners[character]
    state.to_move, state.turn_position, state.turn_gems = seat, state.position[seat], state.gems[seat]
    return driver


def last_pick(players: int, picked: Sequence[str], hand: Sequence[str], **belongings: Any) -> Driver:
    """A position in the draft before its last pick; the idol is with seat 0 and `picked` is in draft order."""
    driver = Driver("lost_temple", players)
    put(driver, **belongings)
    state = driver.record
    state.idol, state.drafted, state.to_move = 0, len(picked), len(picked) % players
    state.picks[:], state.owner[:], state.seen[:] = 0, -1, 0
    for place, name in enumerate(picked):
        state.picks[place] = CHARACTERS.index(name) + 1
        state.owner[CHARACTERS.index(name)] = place % players
    state.hand = pile(hand)
    state.face_up, state.face_down = 0, pile([c for c in CHARACTERS if c not in picked and c not in hand])
    return driver
