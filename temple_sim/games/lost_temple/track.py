"""Looking ahead on the track: questions that both the rules and the policies ask."""

from temple_sim.core.jit import jit


@jit
def end_space(state, rules):
    """Space that ends the game at this number of players."""
    return int(rules.end[state.players])


@jit
def spaces_to_end(state, rules, seat):
    """Spaces a seat is short of the end."""
    return int(rules.end[state.players]) - int(state.position[seat])


@jit
def next_village(state, rules, position):
    """Nearest village strictly ahead of a position, or -1. The end space is no village (LT-14)."""
    space = int(rules.next_village[position])
    return space if space < rules.end[state.players] else -1


@jit
def next_temple(state, rules, position):
    """Nearest temple strictly ahead of a position; the end space is one whatever its letter (LT-14)."""
    return min(int(rules.next_temple[position]), int(rules.end[state.players]))


@jit
def next_jungle(state, rules, position):
    """Nearest deep jungle strictly ahead of a position, or -1."""
    space = int(rules.next_jungle[position])
    return space if space < rules.end[state.players] else -1


@jit
def next_meeple(state, position):
    """Nearest occupied space strictly ahead of a position, or -1."""
    nearest = -1
    for seat in range(state.players):
        space = int(state.position[seat])
        if space > position and (nearest < 0 or space < nearest):
            nearest = space
    return nearest


@jit
def landing(state, rules, position, spaces, machetes):
    """Where a forward move from a position ends that has some machetes to spend: (space, machetes spent).

    Going on from a jungle space that one arrives at costs a machete; starting from one is free.
    """
    target = min(int(position) + int(spaces), int(rules.end[state.players]))
    at, spent = int(position), 0
    jungle = int(rules.next_jungle[at])
    while jungle < target:
        at = jungle
        if spent == machetes:
            return at, spent
        spent += 1
        jungle = int(rules.next_jungle[at])
    return target, spent


@jit
def chance_slot(state, rules, position):
    """Number of the chance space at a position (the index into `tokens` and `known`), or -1."""
    slot = int(rules.slot_at[position])
    return slot if slot < rules.slots[state.players] else -1


@jit
def reserve_size(state, rules):
    """Chance tokens beside the track."""
    return int(rules.tokens) - int(rules.slots[state.players])


@jit
def sees_token(view, rules, seat, position):
    """Kind of the token at a position if the seat knows it, else -1."""
    slot = chance_slot(view, rules, position)
    if slot < 0 or (int(view.known[slot]) >> seat) & 1 == 0:
        return -1
    return int(view.tokens[slot])
