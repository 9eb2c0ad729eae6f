"""Moving a meeple, and the chance tokens it meets."""

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.core.records import FINISHED
from temple_sim.games.lost_temple.tables import (
    BACK,
    FORWARD,
    GAIN_GEMS,
    GAIN_MACHETE,
    IDOL,
    LOSE_MACHETE,
    MAX_REVEALS,
    PAY_GEMS,
    RESERVE_STREAM,
)
from temple_sim.games.lost_temple.track import chance_slot, landing, reserve_size


@jit
def take_gems(state, seat, n):
    """Take gems from the supply, as many as it holds (LT-4)."""
    taken = min(int(n), int(state.gem_supply))
    state.gem_supply -= taken
    state.gems[seat] += taken


@jit
def pay_gems(state, seat, n):
    """Pay gems to the supply, as many as the seat holds."""
    paid = min(int(n), int(state.gems[seat]))
    state.gems[seat] -= paid
    state.gem_supply += paid


@jit
def take_machete(state, seat):
    """Take a machete if the supply holds one."""
    if state.machete_supply > 0:
        state.machete_supply -= 1
        state.machetes[seat] += 1


@jit
def run(state, rules, seat, spaces):
    """Move a meeple forward, through jungle as far as its machetes go. True when it left its space."""
    here = int(state.position[seat])
    space, spent = landing(state, rules, here, spaces, state.machetes[seat])
    state.position[seat] = space
    state.machetes[seat] -= spent
    state.machete_supply += spent
    state.machetes_used[seat] += spent
    if space == rules.end[state.players]:
        state.over, state.end_reason, state.winner = 1, FINISHED, seat
    elif space < here + spaces:
        state.jungle_stops[seat] += 1
    return space > here


@jit
def step_back(state, seat, spaces):
    """Move a meeple backward, not behind the rearmost space; jungle does not matter. True when it left its space."""
    here = int(state.position[seat])
    state.position[seat] = max(0, here - int(spaces))
    return state.position[seat] < here


@jit
def move(state, rules, seat, spaces, rng):
    """A forward move with all that follows from where it ends."""
    if run(state, rules, seat, spaces) and state.over == 0:
        reveal(state, rules, seat, rng)


@jit
def reveal(state, rules, seat, rng):
    """Reveal the token where a seat's meeple stands, and those its effects lead to (LT-2)."""
    for _ in range(MAX_REVEALS):
        slot = chance_slot(state, rules, state.position[seat])
        if slot < 0:
            return
        token = int(state.tokens[slot])
        state.revealed[seat, token] += 1
        replace_token(state, rules, slot, rng)
        moved = apply_token(state, rules, seat, token)
        if state.over == 1 or not moved or rules.chain == 0:
            return


@jit
def replace_token(state, rules, slot, rng):
    """Put the reserve's next token in the place of a revealed one, which is shuffled into the reserve (LT-12).

    The reserve is in random order already, so the revealed token goes to a random place in it.
    """
    reserve = reserve_size(state, rules)
    if reserve == 0:
        state.known[slot] = (1 << int(state.players)) - 1
        return
    token, first = state.tokens[slot], int(rules.slots[state.players])
    place = first + below(rng, RESERVE_STREAM, reserve)
    state.tokens[slot] = state.tokens[first]
    state.tokens[first] = state.tokens[place]
    state.tokens[place] = token
    state.known[slot] = 0
    state.returned = token


@jit
def apply_token(state, rules, seat, token):
    """The effect of a revealed token. True when it moved the meeple."""
    amount = int(rules.token_amount[token])
    if token == IDOL:
        claim_idol(state, rules, seat)
    elif token == GAIN_GEMS:
        take_gems(state, seat, amount)
    elif token == PAY_GEMS:
        pay_gems(state, seat, amount)
    elif token == GAIN_MACHETE:
        take_machete(state, seat)
    elif token == LOSE_MACHETE:
        if state.machetes[seat] > 0:
            state.machetes[seat] -= 1
            state.machete_supply += 1
    elif token == BACK:
        return step_back(state, seat, amount)
    elif token == FORWARD:
        return run(state, rules, seat, amount)
    return False


@jit
def claim_idol(state, rules, seat):
    """Claim the idol for the next round. A second claim supersedes the first, or voids both (LT-1)."""
    if state.idol_void == 1:
        return
    if rules.annuls == 1 and state.idol_claim >= 0:
        state.idol_void, state.idol_claim = 1, -1
        return
    state.idol_claim = seat
