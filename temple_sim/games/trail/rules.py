"""Set-up, legal actions and the course of a turn of Trail to the Temple."""

from temple_sim.core.jit import jit
from temple_sim.core.random import begin_turn, shuffle
from temple_sim.core.records import FINISHED, LIMIT
from temple_sim.games.trail.bits import inlined, lower, lowest, ones, without_lowest
from temple_sim.games.trail.effects import (
    advance_explorer,
    discard_card,
    draw_card,
    lay_all_tiles,
    look_under,
    next_in_queue,
    pay_toll,
    put_in_box,
    remove_left_behind,
    steer_drone,
    take_token,
    token_at,
)
from temple_sim.games.trail.tables import (
    ACT_DISCARD,
    ACT_DRONE,
    ACT_GIVE_UP,
    ACT_STOP,
    ACT_TRADE,
    BASE_CAMP,
    BY_NOTHING,
    BY_SHRINE,
    BY_TOKEN,
    DECK,
    DRONE,
    DRONES,
    EXPLORERS,
    FIRST_CRATE,
    NONE,
    PATH,
    PAYLOAD,
    PLAY,
    POTTERY,
    QUARTERS,
    SHRINE,
    SLOT_BITS,
    SNAKE,
    START,
    STEP_BITS,
    STEPS,
    TEMPLE,
    TILE_PHASE,
    VALUES,
)


@jit
def setup(state, rules, players, rng):
    """Lay the path and the tiles, deal the hands."""
    state.turn = 1
    begin_turn(rng, 1)
    state.landing, state.tile, state.first, state.arrival = NONE, NONE, NONE, BY_NOTHING
    for explorer in range(EXPLORERS):
        state.explorers[explorer] = START
    state.slots = rules.tokens_n
    for slot in range(rules.tokens_n):
        state.path[slot] = rules.tokens[slot]
    shuffle(state.path, rules.tokens_n, rng, PATH)
    state.left[0], state.left[1] = lower(rules.tokens_n), lower(rules.tokens_n - 64)
    if players > 1:
        lay_all_tiles(state, rules, rng)
    for place in range(rules.cards_n):
        state.cards[place] = rules.cards[place]
    shuffle(state.cards, rules.cards_n, rng, DECK)
    for seat in range(players):
        for _ in range(rules.hand):
            draw_card(state, rules, seat, rng)


# --- legal actions


@jit
def legal_actions(state, rules, out):
    """Fill `out` with the codes of what the seat to move may do; their number."""
    if state.phase == PLAY:
        return _cards_to_play(state, rules, out)
    if state.phase == DRONE or state.tile == SHRINE:
        return _drones_to_move(out)
    if state.tile == BASE_CAMP:
        return _discards(state, out)
    if state.tile == SNAKE:
        return _artifacts_to_give_up(state, rules, out)
    return _trades(state, rules, out)


@inlined
def _cards_to_play(state, rules, out):
    kinds = state.hand_kinds[state.to_move]
    n = ones(kinds)
    for place in range(rules.hand):  # always as often, which is quicker; what lies beyond n is not read
        out[place] = lowest(kinds)
        kinds = without_lowest(kinds)
    return n


@inlined
def _drones_to_move(out):
    for colour in range(DRONES):
        out[colour] = ACT_DRONE | colour
    return DRONES


@jit
def _discards(state, out):
    """Each part of the hand once: of equal cards, the first ones go first."""
    seat, cards, equal = state.to_move, 0, 0
    kinds = state.hand_kinds[seat]
    while kinds != 0:
        count = int(state.hand[seat, lowest(kinds)])
        kinds = without_lowest(kinds)
        equal |= ((1 << count) - 2) << cards  # places of cards that equal the one before
        cards += count
    n = 0
    for part in range(1 << cards):
        if part & equal & ~(part << 1) == 0:
            out[n] = ACT_DISCARD | part
            n += 1
    return n


@jit
def _artifacts_to_give_up(state, rules, out):
    n = 0
    for colour in range(DRONES):
        for code in range(colour * VALUES, colour * VALUES + rules.values[0]):
            if state.taken[state.to_move, code] > 0:
                out[n] = ACT_GIVE_UP | code
                n += 1
    return n


@jit
def _trades(state, rules, out):
    out[0] = ACT_STOP
    n = 1
    for index in range(rules.values[2]):
        if state.taken[state.to_move, FIRST_CRATE + index] > 0:
            for word in range(2):
                slots = state.left[word]
                while slots != 0:
                    out[n] = ACT_TRADE | index << SLOT_BITS | (64 * word + lowest(slots))
                    slots = without_lowest(slots)
                    n += 1
    return n


# --- what a decision does


@jit
def apply_action(state, rules, action, rng):
    """Carry out a decision and go on to the next one or the end of the game."""
    if state.phase == PLAY:
        waits = _play_card(state, rules, action, rng)
    elif state.phase == DRONE:
        waits = _use_drone_token(state, rules, action & PAYLOAD, rng)
    else:
        waits = _act_on_tile(state, rules, action, rng)
    if not waits:
        _go_on(state, rules, rng)


@inlined
def _play_card(state, rules, card, rng):
    seat, steps = state.to_move, (card & (STEPS - 1)) + 1
    state.played[seat, steps - 1] += 1
    discard_card(state, seat, card)
    slot = advance_explorer(state, rules, card >> STEP_BITS, steps, seat)
    return slot != TEMPLE and _gain_token(state, rules, seat, slot, rng)


@inlined
def _gain_token(state, rules, seat, slot, rng):
    """Take a token; true when its drone decision is open."""
    if take_token(state, seat, slot):
        state.phase, state.landing = DRONE, slot
        return True
    _after_token(state, rules, seat, slot, rng)
    return False


@inlined
def _after_token(state, rules, seat, slot, rng):
    """The token is dealt with: a trader has had its turn, and the tile under the token comes up."""
    if state.tile == POTTERY:
        next_in_queue(state)
    look_under(state, rules, seat, slot, rng)


@inlined
def _use_drone_token(state, rules, colour, rng):
    seat, slot = state.to_move, state.landing
    state.landing = NONE
    steer_drone(state, rules, colour, int(rules.worth[token_at(state, slot)]), seat, BY_TOKEN)
    _after_token(state, rules, seat, slot, rng)
    return False


@jit
def _act_on_tile(state, rules, action, rng):
    seat, tile = state.to_move, state.tile
    if tile == POTTERY and action != ACT_STOP:
        return _trade(state, rules, seat, action & PAYLOAD, rng)
    if tile == BASE_CAMP:
        _change_cards(state, rules, seat, action & PAYLOAD, rng)
    elif tile == SNAKE:
        state.given_up[seat] += 1
        _return_token(state, seat, action & PAYLOAD)
    elif tile == SHRINE:
        steer_drone(state, rules, action & PAYLOAD, rules.shrine_spaces, seat, BY_SHRINE)
    next_in_queue(state)
    return False


@jit
def _return_token(state, seat, code):
    state.taken[seat, code] -= 1
    put_in_box(state, code)


@jit
def _trade(state, rules, seat, deal, rng):
    state.traded[seat] += 1
    _return_token(state, seat, FIRST_CRATE + (deal >> SLOT_BITS))
    return _gain_token(state, rules, seat, deal & ((1 << SLOT_BITS) - 1), rng)


@jit
def _change_cards(state, rules, seat, part, rng):
    """Discard a part of the hand (a bit a card, in the order of card codes) and fill the hand up."""
    kinds = state.hand_kinds[seat]
    while kinds != 0:
        card = lowest(kinds)
        kinds = without_lowest(kinds)
        for _ in range(int(state.hand[seat, card])):
            if part & 1:
                discard_card(state, seat, card)
            part >>= 1
    while state.hand_n[seat] < rules.hand:
        draw_card(state, rules, seat, rng)


# --- the course of a turn


@inlined
def _go_on(state, rules, rng):
    """The next seat with something to do on the tile decides, or the turn ends."""
    while state.queue_n > 0:
        if _has_choice(state, rules, state.queue_seat):
            state.to_move, state.phase = state.queue_seat, TILE_PHASE + state.tile
            return
        next_in_queue(state)
    _end_turn(state, rules, rng)


@inlined
def _has_choice(state, rules, seat):
    if state.tile == SNAKE:
        for colour in range(DRONES):
            for code in range(colour * VALUES, colour * VALUES + rules.values[0]):
                if state.taken[seat, code] > 0:
                    return True
        return False
    if state.tile == POTTERY:
        crates = 0
        for code in range(FIRST_CRATE, FIRST_CRATE + rules.values[2]):
            crates += int(state.taken[seat, code])
        return crates > 0 and (state.left[0] | state.left[1]) != 0
    return True


@inlined
def _end_turn(state, rules, rng):
    remove_left_behind(state, rules)
    if state.hand_n[state.active] < rules.hand:
        draw_card(state, rules, state.active, rng)
    if state.players == 1:
        pay_toll(state, rules)
    if state.ending:
        state.over, state.end_reason = 1, FINISHED
        return
    _note_quarters(state, rules)
    if state.turn >= rules.turn_limit:
        state.over, state.end_reason = 1, LIMIT
        return
    state.active = state.active + 1 if state.active + 1 < state.players else 0
    state.to_move, state.phase = state.active, PLAY
    state.turn += 1
    begin_turn(rng, state.turn)


@inlined
def _note_quarters(state, rules):
    """Note the drones' places at the first turn end after each quarter of the leading marker's way."""
    front = 1 + max(int(state.explorers[0]), int(state.explorers[1]), int(state.explorers[2]))
    while state.quarters < QUARTERS:
        quarter = state.quarters + 1
        if 4 * front < quarter * (state.slots + 1) and 4 * state.furthest < quarter * rules.track:
            return
        state.quarter_turn[state.quarters] = state.turn
        for colour in range(DRONES):
            state.quarter_space[state.quarters, colour] = state.drones[colour]
        state.quarters = quarter
