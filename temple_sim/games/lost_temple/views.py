"""What a seat may know, and full states drawn from it.

A seat remembers every hand it was passed. So the draft falls into stages for it: the cards gone before its first
hand, those gone between its hands, those after its last one. It knows exactly which cards belong to each stage,
and nothing more about who has which of them than what is revealed as the characters are called.
"""

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.core.records import copy_record
from temple_sim.games.lost_temple.draft import (
    blind_discard_due,
    drafter,
    pass_hand,
    picks_in_round,
    take_card,
    takes_face_down,
)
from temple_sim.games.lost_temple.piles import append, card_at, insert, pile_size, random_card, remove, set_of
from temple_sim.games.lost_temple.tables import ALL_CARDS, CARDS, HIDDEN_STREAM, MAX_PASSES, PHASE_DRAFT, TOKEN_KINDS
from temple_sim.games.lost_temple.track import reserve_size


@jit
def observe(state, rules, seat, view):
    """Copy what `seat` may know; the rest becomes -1 (tokens, owners) or 0."""
    copy_record(view, state)
    hide_draft(state, seat, view)
    slots = int(rules.slots[state.players])
    for i in range(rules.tokens):
        if i >= slots or (int(state.known[i]) >> seat) & 1 == 0:
            view.tokens[i] = -1
    view.offered[:, :] = 0
    view.picked[:, :] = 0
    view.offered_at[:, :] = 0
    view.picked_at[:, :] = 0


@jit
def hide_draft(state, seat, view):
    """Hide what lies face down, other seats' uncalled characters, and hands that were not this seat's."""
    if state.phase != PHASE_DRAFT or state.to_move != seat:
        view.hand = 0
    view.face_down = 0
    if state.drafted < picks_in_round(state.players) or seat != drafter(state, state.drafted - 1):
        view.leftover = 0
    for place in range(state.drafted):
        if drafter(state, place) != seat:
            view.picks[place] = 0
    for card in range(state.called + 1, CARDS):
        if state.owner[card] != seat:
            view.owner[card] = -1
    for other in range(state.players):
        if other != seat:
            for number in range(MAX_PASSES):
                view.seen[other, number] = 0


@jit
def called_set(view):
    """Characters called so far this round, as a bit mask."""
    return (1 << (int(view.called) + 1)) - 1


@jit
def stage_at(view, seat, place):
    """Number of hands the seat had been passed before the one after the pick at a draft position: 0 to 2."""
    first = (seat - int(view.idol)) % int(view.players)
    if view.seen[seat, 0] == 0 or place < first:
        return 0
    if view.seen[seat, 1] == 0 or place < first + view.players:
        return 1
    return 2


@jit
def stage_pools(view, rules, seat):
    """The cards of each stage that are not the seat's own: nine bits a stage, stage 0 lowest.

    While nobody has picked since, the cards of a stage are still in the hand.
    """
    first, second = view.seen[seat, 0], view.seen[seat, 1]
    unseen = ALL_CARDS & ~set_of(view.face_up)
    if first == 0:
        return unseen
    own = own_cards(view, seat)
    if second == 0:
        return (unseen & ~set_of(first)) | (set_of(first) & ~own) << CARDS
    middle, late = set_of(first) & ~set_of(second) & ~own, set_of(second) & ~own
    return (unseen & ~set_of(first)) | middle << CARDS | late << (2 * CARDS)


@jit
def own_cards(view, seat):
    """Characters the seat itself has picked this round, as a bit mask."""
    cards = 0
    for card in range(CARDS):
        if view.owner[card] == seat:
            cards |= 1 << card
    return cards


@jit
def pool_of(pools, stage):
    """The cards of one stage."""
    return (pools >> (CARDS * stage)) & ALL_CARDS


@jit
def revealed_in(view, cards, seat):
    """The lowest of some cards that is known to be a seat's, or -1."""
    for card in range(CARDS):
        if (cards >> card) & 1 and view.owner[card] == seat:
            return card
    return -1


@jit
def may_hold(view, rules, seat, other):
    """Characters not yet called that `other` may have picked, as far as `seat` knows; a bit mask."""
    if other == seat:
        return own_cards(view, seat) & ~called_set(view)
    pools, cards = stage_pools(view, rules, seat), 0
    for place in range(view.drafted):
        if drafter(view, place) == other:
            pool = pool_of(pools, stage_at(view, seat, place))
            if takes_face_down(view, rules, place):
                pool |= pool_of(pools, 0)
            if revealed_in(view, pool, other) < 0:
                cards |= pool & ~called_set(view)
    return cards


@jit
def determinize(view, rules, seat, state, rng):
    """Draw a full state, all that fit the view equally likely. Counters a view hides stay 0."""
    copy_record(state, view)
    draw_tokens(view, rules, seat, state, rng)
    draw_draft(view, rules, seat, state, rng)


@jit
def draw_tokens(view, rules, seat, state, rng):
    """Deal the tokens the seat does not know to the track and the reserve.

    The one last shuffled into the reserve is there still.
    """
    slots, reserve = int(rules.slots[view.players]), reserve_size(view, rules)
    returned = -1
    if view.returned >= 0 and reserve > 0:
        returned = slots + below(rng, HIDDEN_STREAM, reserve)
        state.tokens[returned] = view.returned
    left, n = unknown_tokens(rules, state), 0
    for kind in range(TOKEN_KINDS):
        n += (left >> (8 * kind)) & 255
    for i in range(rules.tokens):
        if state.tokens[i] < 0:
            skip, kind = below(rng, HIDDEN_STREAM, n), 0
            while skip >= (left >> (8 * kind)) & 255:
                skip -= (left >> (8 * kind)) & 255
                kind += 1
            state.tokens[i] = kind
            left -= 1 << (8 * kind)
            n -= 1


@jit
def unknown_tokens(rules, state):
    """How many tokens of each kind have no place yet: eight bits a kind."""
    left = 0
    for kind in range(TOKEN_KINDS):
        left += int(rules.token_count[kind]) << (8 * kind)
    for i in range(rules.tokens):
        if state.tokens[i] >= 0:
            left -= 1 << (8 * int(state.tokens[i]))
    return left


@jit
def draw_draft(view, rules, seat, state, rng):
    """Draw who picked what, then deal and pass the cards again as the draft went."""
    pools = draw_picks(view, rules, seat, state, rng)
    pools = draw_face_down(view, rules, seat, state, pools, rng)
    state.hand = draw_deck(view, rules, seat, state, rng)
    state.drafted = 0
    for place in range(view.drafted):
        pass_hand(state, rules)
        card = int(state.picks[place]) - 1
        if card < 0:
            card = draw_last_pick(view, state, rng)
        take_card(state, card)
        if blind_discard_due(view.players, state.drafted):
            stage = stage_at(view, seat, place)
            down = random_card(pool_of(pools, stage), rng, HIDDEN_STREAM)
            pools &= ~(1 << (down + CARDS * stage))
            state.hand = remove(state.hand, down)
            state.face_down = append(state.face_down, down)
    if view.drafted == picks_in_round(view.players):
        state.leftover, state.hand = state.hand, 0
    else:
        pass_hand(state, rules)


@jit
def draw_picks(view, rules, seat, state, rng):
    """Draw the picks of the other seats, revealed ones as they are; the pools without the cards picked."""
    pools = stage_pools(view, rules, seat)
    for place in range(view.drafted):
        other = drafter(view, place)
        if other == seat or takes_face_down(view, rules, place):
            continue
        stage = stage_at(view, seat, place)
        pool = pool_of(pools, stage)
        card = revealed_in(view, pool, other)
        if card < 0:
            card = random_card(pool & ~called_set(view), rng, HIDDEN_STREAM)
        state.picks[place] = card + 1
        pools &= ~(1 << (card + CARDS * stage))
    return pools


@jit
def draw_face_down(view, rules, seat, state, pools, rng):
    """Draw the cards set aside face down before the draft; the pools without them."""
    state.face_down = 0
    if saw_face_down(view, rules, seat):
        state.face_down = append(0, card_at(view.seen[seat, 0], pile_size(view.seen[seat, 0]) - 1))
        return pools
    for _ in range(rules.face_down[view.players]):
        card = random_card(pool_of(pools, 0), rng, HIDDEN_STREAM)
        pools &= ~(1 << card)
        state.face_down = append(state.face_down, card)
    return pools


@jit
def saw_face_down(view, rules, seat):
    """Whether the seat has been passed the face-down card with the last one of the hand (8 players)."""
    return view.seen[seat, 0] != 0 and takes_face_down(view, rules, (seat - int(view.idol)) % int(view.players))


@jit
def draw_deck(view, rules, seat, state, rng):
    """The hand as dealt: cards the seat saw keep their order, the others are put between them at random."""
    deck = view.seen[seat, 0]
    if saw_face_down(view, rules, seat):
        deck = remove(deck, card_at(state.face_down, 0))
    others = ALL_CARDS & ~set_of(view.face_up) & ~set_of(state.face_down) & ~set_of(deck)
    for card in range(CARDS):
        if (others >> card) & 1:
            deck = insert(deck, below(rng, HIDDEN_STREAM, pile_size(deck) + 1), card)
    return deck


@jit
def draw_last_pick(view, state, rng):
    """The eighth seat's pick between its hand and the face-down card, as far as the calls leave it open."""
    last = drafter(view, 7)
    place = below(rng, HIDDEN_STREAM, 2)
    for i in range(2):
        card = card_at(state.hand, i)
        if (called_set(view) >> card) & 1:
            place = i if view.owner[card] == last else 1 - i
    return card_at(state.hand, place)
