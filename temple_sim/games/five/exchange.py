"""The exchange: drawing tiles, deciding where each goes, and the change of hands once all have decided."""

from temple_sim.core.jit import jit
from temple_sim.games.five.tables import ALL_LEFT, FIRST_SPECIAL, KEEP, LEFT, RIGHT, left_of, place_of


@jit
def draw_tile(state, rules, seat):
    """Draw the next tile of the level's stack into a seat's hand."""
    place = state.held_n[seat]
    if state.level == 3:
        state.held[seat, place] = state.special_stack[state.special_next]
        state.special_next += 1
    else:
        state.held[seat, place] = state.tile_stack[state.tile_next]
        state.tile_next += 1
    state.held_n[seat] = place + 1


@jit
def begin_exchange(state, rules, seat):
    """A seat's own go begins: it draws, one tile only when they are sent one by one."""
    one_by_one = rules.bird == 1 and state.level < 3
    for _ in range(1 if one_by_one else int(rules.draw[state.level - 1])):
        draw_tile(state, rules, seat)


@jit
def room_at(state, seat, place):
    """How many more of its tiles a seat may send to KEEP, LEFT or RIGHT."""
    room = 1
    if place == LEFT and state.level == 1 and state.players == 2:
        room = 2
    elif place == RIGHT and (state.level == 2 or state.players == 2):
        room = 0
    for slot in range(state.held_n[seat]):
        if state.goes[seat, slot] == place:
            room -= 1
    return room


@jit
def share(state, rules, seat, action):
    """Decide all drawn tiles at once."""
    keep, left = place_of(action), left_of(action)
    for slot in range(state.held_n[seat]):
        state.goes[seat, slot] = KEEP if slot == keep else LEFT if slot == left or left == ALL_LEFT else RIGHT


@jit
def send(state, rules, seat, place):
    """Decide the tile drawn last. True when all are decided: the last one goes by itself."""
    draw = rules.draw[state.level - 1]
    state.goes[seat, state.held_n[seat] - 1] = place
    draw_tile(state, rules, seat)
    if state.held_n[seat] < draw:
        return False
    for last in range(3):
        if room_at(state, seat, last) > 0:
            state.goes[seat, draw - 1] = last
            break
    return True


@jit
def take(state, seat, slot):
    """Keep one special tile; the others are out of the game."""
    left_out = 0
    for other in range(state.held_n[seat]):
        if other != slot:
            state.aside[seat, left_out] = state.held[seat, other]
            left_out += 1
    state.held[seat, 0] = state.held[seat, slot]
    for other in range(1, state.held_n[seat]):
        state.held[seat, other] = -1
    state.held_n[seat] = 1


@jit
def change_hands(state, rules):
    """All have decided: the decoration tiles go where they were sent, and hands are sorted."""
    players = state.players
    for seat in range(players):
        _send_off(state, rules, seat)
    for seat in range(players):
        right = (seat + players - 1) % players
        state.held[seat, 1] = state.given[right, 0]
        if state.level == 1:
            state.held[seat, 2] = state.given[(seat + 1) % players, 1]
        sort_hand(state, seat)


@jit
def _send_off(state, rules, seat):
    """Note what a seat gave; only the tile it keeps stays in its hand."""
    kept, gifts = -1, 0
    for slot in range(state.held_n[seat]):
        tile, place = state.held[seat, slot], state.goes[seat, slot]
        if place == KEEP:
            kept = tile
            state.kept[seat, rules.group[tile]] += 1
        else:
            # Two seats: both gifts go left, noted one after the other; they come from both "neighbours" at once.
            note = gifts if state.players == 2 else place - LEFT
            state.given[seat, note] = tile
            state.gave[seat, rules.group[tile]] += 1
            gifts += 1
        state.held[seat, slot] = -1
        state.goes[seat, slot] = -1
    state.held[seat, 0] = kept


@jit
def sort_hand(state, seat):
    """Put a hand in the order of the tile codes."""
    for end in range(state.held_n[seat] - 1, 0, -1):
        for slot in range(end):
            if state.held[seat, slot] > state.held[seat, slot + 1]:
                swap = state.held[seat, slot]
                state.held[seat, slot] = state.held[seat, slot + 1]
                state.held[seat, slot + 1] = swap


@jit
def discard_from_hand(state, seat, slot):
    """A tile leaves a hand for the pyramid; givers who know of an equal one in it count it as theirs."""
    tile = state.held[seat, slot]
    for place in range(slot, state.held_n[seat] - 1):
        state.held[seat, place] = state.held[seat, place + 1]
    state.held_n[seat] -= 1
    state.held[seat, state.held_n[seat]] = -1
    if tile >= FIRST_SPECIAL:
        return
    state.laid[tile] += 1
    for other in range(state.players):
        for note in range(2):
            if other != seat and receiver(state, other, note) == seat and state.given[other, note] == tile:
                state.given[other, note] = -1
                break


@jit
def receiver(state, seat, note):
    """The seat a noted gift went to: the left neighbour (both with two seats), then the right one."""
    return (seat + 1) % state.players if note == 0 or state.players == 2 else (seat + state.players - 1) % state.players
