"""A round's beginning: the idol, setting cards aside, and passing the hand from seat to seat."""

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.games.lost_temple.piles import (
    append,
    card_at,
    first_cards,
    pile_size,
    remove,
    remove_at,
    shuffled_deck,
)
from temple_sim.games.lost_temple.tables import (
    CARDS,
    DISCARD_STREAM,
    DRAFT_STREAM,
    MAX_PASSES,
    MAX_PICKS,
    PHASE_DRAFT,
)


@jit
def picks_in_round(players):
    """Picks in a draft: one a seat, two with 2 or 3 players."""
    return 2 * players if players < 4 else players


@jit
def drafter(state, place):
    """Seat that makes the pick at a draft position (0-based)."""
    return (int(state.idol) + place) % int(state.players)


@jit
def takes_face_down(state, rules, place):
    """Whether the pick at a draft position is from the last card and the face-down one (8 players)."""
    return state.players == 8 and place == 7 and rules.face_down[8] > 0


@jit
def blind_discard_due(players, drafted):
    """Whether a random card goes face down now that `drafted` picks are made (2 and 3 players)."""
    return (players == 3 and drafted == 3) or (players == 2 and (drafted == 2 or drafted == 3))


@jit
def hindmost(state):
    """Seat furthest behind; of those the poorest; of those the first clockwise from the last holder on (LT-3)."""
    players = int(state.players)
    best = int(state.idol)
    for step in range(1, players):
        seat = (int(state.idol) + step) % players
        behind = int(state.position[seat]) - int(state.position[best])
        if behind < 0 or (behind == 0 and state.gems[seat] < state.gems[best]):
            best = seat
    return best


@jit
def award_idol(state):
    """Give the idol to the seat that claims it, else to the hindmost."""
    holder = hindmost(state)
    if state.idol_claim >= 0:
        holder = int(state.idol_claim)
        state.idol_tokens[holder] += 1
    state.idol = holder
    state.idol_claim = -1
    state.idol_void = 0
    state.idol_rounds[holder] += 1


@jit
def clear_round(state):
    """Take back all cards, and what was said about them."""
    state.called = -1
    state.cursed = state.cursed_by = state.robbed = state.robbed_by = -1
    state.drafted = 0
    state.leftover = 0
    for card in range(CARDS):
        state.owner[card] = -1
    for place in range(MAX_PICKS):
        state.picks[place] = 0
    for seat in range(state.players):
        for number in range(MAX_PASSES):
            state.seen[seat, number] = 0


@jit
def start_round(state, rules, rng):
    """Award the idol, deal, and pass the hand to the idol's holder. The turn has begun already."""
    state.round_number += 1
    award_idol(state)
    clear_round(state)
    deck = shuffled_deck(rng, DRAFT_STREAM)
    up, down = rules.face_up[state.players], rules.face_down[state.players]
    state.face_up = first_cards(deck, up)
    state.face_down = first_cards(deck >> (4 * up), down)
    state.hand = deck >> (4 * (up + down))
    state.phase = PHASE_DRAFT
    pass_hand(state, rules)
    state.to_move = state.idol


@jit
def pass_hand(state, rules):
    """Let the next drafter see the hand; the last of eight adds the face-down card."""
    if takes_face_down(state, rules, state.drafted):
        state.hand = append(state.hand, card_at(state.face_down, 0))
        state.face_down = 0
    state.seen[drafter(state, state.drafted), state.drafted // state.players] = state.hand


@jit
def take_card(state, card):
    """Move a card from the hand to its drafter."""
    state.owner[card] = drafter(state, state.drafted)
    state.picks[state.drafted] = card + 1
    state.hand = remove(state.hand, card)
    state.drafted += 1


@jit
def count_pick(state, card):
    """Count what the hand offered and what is picked from it."""
    seat, place = state.to_move, state.drafted
    for i in range(pile_size(state.hand)):
        other = card_at(state.hand, i)
        state.offered[seat, other] += 1
        state.offered_at[other, place] += 1
    state.picked[seat, card] += 1
    state.picked_at[card, place] += 1


@jit
def pick(state, rules, card, rng):
    """Take a card and pass the hand on. True when it was the round's last pick."""
    count_pick(state, card)
    take_card(state, card)
    if state.drafted == picks_in_round(state.players):
        state.leftover = state.hand
        state.hand = 0
        return True
    if blind_discard_due(state.players, state.drafted):
        place = below(rng, DISCARD_STREAM, pile_size(state.hand))
        state.face_down = append(state.face_down, card_at(state.hand, place))
        state.hand = remove_at(state.hand, place)
    pass_hand(state, rules)
    state.to_move = drafter(state, state.drafted)
    return False
