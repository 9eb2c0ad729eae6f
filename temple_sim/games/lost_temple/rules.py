"""Set-up, what each action does, and the outcome."""

from temple_sim.core.jit import jit
from temple_sim.core.random import begin_turn, below, shuffle
from temple_sim.games.lost_temple.calling import call_characters, end_turn
from temple_sim.games.lost_temple.draft import pick, start_round
from temple_sim.games.lost_temple.moves import move, pay_gems, take_gems, take_machete
from temple_sim.games.lost_temple.piles import card_at, first_of, kind_of, remove_at, second_of
from temple_sim.games.lost_temple.tables import (
    CARDS,
    CURSE,
    KEEP,
    LOOK,
    MOVE,
    PAY,
    PHASE_STEP,
    PHASE_SWAP,
    PICK,
    PRIEST,
    ROB,
    SCOUT,
    START_STREAM,
    SWAP,
    TOKEN_KINDS,
    TOKEN_STREAM,
)
from temple_sim.games.lost_temple.track import chance_slot, next_temple, next_village


@jit
def setup(state, rules, players, rng):
    """Place the tokens, deal the start characters, and start the first round."""
    state.turn = 1
    begin_turn(rng, 1)
    state.gem_supply, state.machete_supply = rules.gems, rules.machetes
    state.winner = state.idol_claim = state.returned = -1
    state.looked_low = state.looked_high = -1
    place_tokens(state, rules, rng)
    deal_starts(state, rules, players, rng)
    state.idol = players - 1  # the highest seat counts as the last holder (LT-3)
    start_round(state, rules, rng)


@jit
def place_tokens(state, rules, rng):
    """Shuffle the tokens: the first ones lie on the track in order of space (LT-8), the others are the reserve."""
    n = 0
    for kind in range(TOKEN_KINDS):
        for _ in range(rules.token_count[kind]):
            state.tokens[n] = kind
            n += 1
    shuffle(state.tokens, n, rng, TOKEN_STREAM)


@jit
def deal_starts(state, rules, players, rng):
    """Deal each seat a character for its start space, gems and machete."""
    rest = 0x987654321  # all nine characters as a pile
    for seat in range(players):
        place = below(rng, START_STREAM, CARDS - seat)
        card = card_at(rest, place)
        rest = remove_at(rest, place)
        state.start[seat] = card
        state.position[seat] = rules.start_spaces - rules.start[card]
        take_gems(state, seat, rules.start_gems[card])
        if rules.start_machetes[card] == 1:
            take_machete(state, seat)


@jit
def apply_action(state, rules, action, rng):
    """Take an action, then go on to the next decision or the end."""
    kind = kind_of(action)
    if kind == PICK:
        if pick(state, rules, first_of(action), rng):
            call_characters(state, rules, rng)
        return
    seat = int(state.to_move)
    if kind == ROB:
        state.robbed, state.robbed_by = first_of(action), seat
        state.robberies[seat] += 1
        state.phase = PHASE_STEP
        return
    if kind == LOOK:
        look(state, rules, first_of(action), second_of(action))
        return
    if kind == SWAP or kind == KEEP:
        decide_swap(state, rules, kind == SWAP)
        return
    if kind == CURSE:
        state.cursed, state.cursed_by = first_of(action), seat
        state.curses[seat] += 1
    elif kind == MOVE:
        if state.called == SCOUT:
            pay_gems(state, seat, first_of(action) // int(rules.scout_rate))
        move(state, rules, seat, first_of(action), rng)
    elif kind == PAY:
        pay_for_move(state, rules, seat, rng)
    end_turn(state, rules)
    if state.over == 0:
        call_characters(state, rules, rng)


@jit
def look(state, rules, low, high):
    """The seer sees the tokens on two spaces."""
    seen = 1 << int(state.to_move)
    for space in (low, high):
        slot = chance_slot(state, rules, space)
        state.known[slot] = int(state.known[slot]) | seen
    state.looked_low, state.looked_high = low, high
    state.phase = PHASE_SWAP


@jit
def decide_swap(state, rules, swap):
    """The seer swaps the tokens it saw, which the other seats lose sight of (LT-5), or keeps them."""
    if swap:
        low = chance_slot(state, rules, state.looked_low)
        high = chance_slot(state, rules, state.looked_high)
        state.tokens[low], state.tokens[high] = state.tokens[high], state.tokens[low]
        state.known[low] = state.known[high] = 1 << int(state.to_move)
    state.looked_low = state.looked_high = -1
    state.phase = PHASE_STEP


@jit
def pay_for_move(state, rules, seat, rng):
    """The priest pays to reach the next temple, the elder the next village."""
    here = int(state.position[seat])
    if state.called == PRIEST:
        pay_gems(state, seat, rules.priest_cost)
        space = next_temple(state, rules, here)
    else:
        pay_gems(state, seat, rules.elder_cost)
        space = next_village(state, rules, here)
    move(state, rules, seat, space - here, rng)


@jit
def outcome(state, rules, shares, scores):
    """The winner has the whole share; scores are the final positions."""
    for seat in range(state.players):
        scores[seat] = state.position[seat]
        shares[seat] = 1.0 if seat == state.winner else 0.0
