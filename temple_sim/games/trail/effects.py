"""What cards, tokens and location tiles do to the table."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.random import below, shuffle
from temple_sim.games.trail.bits import (
    add,
    beyond,
    bit,
    has,
    inlined,
    lift,
    lower,
    lowest,
    nth,
    ones,
    remove,
    window,
    without_lowest,
)
from temple_sim.games.trail.tables import (
    ADVERSARY,
    BOX,
    BY_EXPLORER,
    BY_LEFT_BEHIND,
    BY_TOLL,
    CODE_MASK,
    DECK,
    DRONE_GROUP,
    DRONES,
    EXPLORERS,
    NONE,
    POTTERY,
    SKULL_CAVE,
    TEMPLE,
    TILE_ORDER,
    TILES,
    VALUE_BITS,
)

# --- cards


@inlined
def receive_card(state, seat, card):
    """Put a card into a hand."""
    state.hand[seat, card] += 1
    state.hand_n[seat] += 1
    state.hand_kinds[seat] |= bit(card)


@inlined
def discard_card(state, seat, card):
    """Put a card from a hand onto the discard pile."""
    count = int(state.hand[seat, card]) - 1
    state.hand[seat, card] = count
    state.hand_n[seat] -= 1
    state.hand_kinds[seat] &= ~(np.uint64(count == 0) << np.uint64(card))
    state.cards[state.discard_n] = card
    state.discard_n += 1


@inlined
def draw_card(state, rules, seat, rng):
    """Draw the next card; an empty deck is made anew from the discard pile first."""
    if state.drawn == rules.cards_n:
        reshuffle(state, rules, rng)
    receive_card(state, seat, int(state.cards[state.drawn]))
    state.drawn += 1


@jit
def reshuffle(state, rules, rng):
    """Shuffle the discard pile and lay it out as the deck, at the end of `cards`."""
    shuffle(state.cards, state.discard_n, rng, DECK)
    up = rules.cards_n - state.discard_n
    for place in range(state.discard_n - 1, -1, -1):
        state.cards[place + up] = state.cards[place]
    state.drawn = up
    state.discard_n = 0


# --- explorers and drones


@inlined
def landing_slot(state, rules, explorer, steps):
    """Slot an explorer lands on when it advances over that many tokens, or TEMPLE when fewer lie ahead."""
    if state.explorers[explorer] == TEMPLE:
        return TEMPLE
    first = int(state.explorers[explorer]) + 1
    near = window(state.left, first)
    if ones(near) >= steps:
        return first + nth(near, steps - 1, rules.longest - 1)
    steps -= ones(near)
    far = beyond(state.left, first)
    return first + 64 + nth(far, steps - 1, steps - 1) if ones(far) >= steps else TEMPLE


@inlined
def reach_temple(state, seat, mover):
    """Note that a marker is at the temple; the first one decides who is first. `seat` may be NONE (toll)."""
    if not state.ending:
        state.ending = 1
        state.first = seat
        state.arrival = mover


@inlined
def move_drone(state, rules, colour, spaces, seat, mover):
    """Move a drone, not beyond the temple; returns the spaces it went."""
    before = int(state.drones[colour])
    space = min(before + spaces, rules.track)
    state.drones[colour] = space
    state.moved[mover, colour] += space - before
    state.furthest = max(state.furthest, space)
    if space == rules.track:
        reach_temple(state, seat, mover)
    return space - before


@inlined
def steer_drone(state, rules, colour, spaces, seat, mover):
    """Move a drone by a seat's own decision."""
    state.steered[seat] += move_drone(state, rules, colour, spaces, seat, mover)


@inlined
def advance_explorer(state, rules, explorer, steps, seat):
    """Advance an explorer; the slot it lands on, or TEMPLE."""
    slot = landing_slot(state, rules, explorer, steps)
    state.explorers[explorer] = slot
    if slot == TEMPLE:
        reach_temple(state, seat, BY_EXPLORER)
    return slot


# --- tokens


@inlined
def token_at(state, slot):
    """Code of the token at a slot. The mask changes nothing but shows the compiler that it is not negative."""
    return int(state.path[slot]) & CODE_MASK


@inlined
def put_in_box(state, code):
    """Put a token into the box."""
    state.box[state.box_n] = code
    state.box_n += 1


@inlined
def take_token(state, seat, slot):
    """Take the token at a slot; true when it is a drone token, whose decision is open now."""
    code = token_at(state, slot)
    group = code >> VALUE_BITS
    remove(state.left, slot)
    state.taken[seat, code] += 1
    state.got[seat, group] += 1
    return group == DRONE_GROUP


@inlined
def remove_left_behind(state, rules):
    """Remove the tokens behind all explorers, rearmost first; an artifact token moves its drone."""
    rear = min(int(state.explorers[0]), int(state.explorers[1]), int(state.explorers[2]))
    for word in range(2):
        behind = state.left[word] & lower(rear - 64 * word)
        state.left[word] ^= behind
        while behind != 0:
            code = token_at(state, 64 * word + lowest(behind))
            behind = without_lowest(behind)
            group = code >> VALUE_BITS
            state.left_behind[group] += 1
            if group < DRONES:
                move_drone(state, rules, group, rules.worth[code], state.active, BY_LEFT_BEHIND)
            put_in_box(state, code)


@jit
def pay_toll(state, rules):
    """Solo: the first token on the path goes to the adversaries; a drone token drives the rearmost drones."""
    if state.left[0] | state.left[1] == 0:
        return
    slot = lowest(state.left[0]) if state.left[0] != 0 else 64 + lowest(state.left[1])
    remove(state.left, slot)
    code = token_at(state, slot)
    if code >> VALUE_BITS < DRONE_GROUP:
        state.taken[ADVERSARY, code] += 1
        return
    drive_rearmost(state, rules, rules.worth[code])
    put_in_box(state, code)


@jit
def drive_rearmost(state, rules, spaces):
    """Move the rearmost drone, or all of them by one space when several are rearmost. Nobody earns the bonus."""
    rear, tied = rules.track, 0
    for colour in range(DRONES):
        space = int(state.drones[colour])
        tied = tied + 1 if space == rear else (1 if space < rear else tied)
        rear = min(rear, space)
    for colour in range(DRONES):
        if state.drones[colour] == rear:
            move_drone(state, rules, colour, spaces if tied == 1 else 1, NONE, BY_TOLL)


# --- location tiles


@jit
def lay_tiles(state, kinds, rng, stream):
    """Lay tiles of `kinds` (a bit set) in random order on the places whose tile is not revealed."""
    kinds = np.uint64(kinds)
    for place in range(state.tiles_n):
        if state.tile_seat[place] == NONE:
            kind = nth(kinds, below(rng, stream, ones(kinds)), len(TILES) - 1)
            kinds &= ~bit(kind)
            state.tile_kind[place] = kind


@jit
def lay_all_tiles(state, rules, rng):
    """Set-up: a tile at each place of the ruleset."""
    state.tiles_n = rules.tiles_n
    for place in range(rules.tiles_n):
        state.tile_slot[place] = rules.tile_slot[place]
        state.tile_seat[place] = NONE
        add(state.unrevealed, int(rules.tile_slot[place]))
    lay_tiles(state, rules.tile_kinds, rng, TILE_ORDER)


@inlined
def look_under(state, rules, seat, slot, rng):
    """Reveal the tile under a token that was just dealt with, if there is one."""
    if not has(state.unrevealed, slot):
        return
    remove(state.unrevealed, slot)
    place = 0
    while state.tile_slot[place] != slot:
        place += 1
    state.tile_seat[place] = seat
    if state.tile_kind[place] == SKULL_CAVE:
        open_skull_cave(state, rules, slot, rng)
        return
    # Pottery shards wait, with the seats still to come, for a tile that a trade has found.
    state.outer_seat, state.outer_n = state.queue_seat, state.queue_n
    state.tile, state.queue_seat, state.queue_n = int(state.tile_kind[place]), seat, state.players


@inlined
def next_in_queue(state):
    """The first seat has done with the tile; after the last one, waiting pottery shards go on."""
    state.queue_seat = state.queue_seat + 1 if state.queue_seat + 1 < state.players else 0
    state.queue_n -= 1
    if state.queue_n == 0:
        state.tile = POTTERY if state.outer_n > 0 else NONE
        state.queue_seat, state.queue_n = state.outer_seat, state.outer_n
        state.outer_n = 0


@jit
def open_skull_cave(state, rules, slot, rng):
    """Insert random tokens from the box as new slots right behind this one."""
    count = min(rules.skull_tokens, state.box_n)
    if count == 0:
        return
    make_room(state, slot, count)
    for new in range(slot + 1, slot + 1 + count):
        pick = below(rng, BOX, state.box_n)
        state.path[new] = state.box[pick]
        state.box_n -= 1
        state.box[pick] = state.box[state.box_n]
        state.box[state.box_n] = 0
        add(state.left, new)


@jit
def make_room(state, slot, count):
    """Move everything behind a slot up by 1-63 slots: tokens, tiles and explorers."""
    for old in range(state.slots - 1, slot, -1):
        state.path[old + count] = state.path[old]
    lift(state.left, slot, count)
    lift(state.unrevealed, slot, count)
    state.slots += count
    for explorer in range(EXPLORERS):
        if slot < state.explorers[explorer] < TEMPLE:
            state.explorers[explorer] += count
    for place in range(state.tiles_n):
        if state.tile_slot[place] > slot:
            state.tile_slot[place] += count
