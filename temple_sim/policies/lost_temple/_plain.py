"""The play that runner, banker and spoiler share: finding an action, aiming at a seat, looking, stepping, paying."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.draft import drafter
from temple_sim.games.lost_temple.piles import code, first_of, kind_of
from temple_sim.games.lost_temple.tables import (
    BACK,
    CURSE,
    ELDER,
    FORWARD,
    GAIN_GEMS,
    GAIN_MACHETE,
    IDOL,
    KEEP,
    LOOK,
    LOSE_MACHETE,
    PAY,
    PAY_GEMS,
    SEER,
    STAY,
    SWAP,
    THIEF,
)
from temple_sim.games.lost_temple.track import landing, next_temple, next_village, sees_token
from temple_sim.games.lost_temple.views import stage_pools
from temple_sim.policies.lost_temple._guess import harmless, likeliest, may_have_picked
from temple_sim.policies.lost_temple._reach import longest_step


@jit
def index_of(actions, n, wanted):
    """Place of an action code among the legal ones; 0 if it is not there."""
    for i in range(n):
        if actions[i] == wanted:
            return i
    return 0


@jit
def first_named(kind):
    """The first character that a curse or a robbery may name."""
    return THIEF if kind == CURSE else SEER


@jit
def leader(view, seat):
    """The other seat furthest ahead; of equals the richest."""
    best = -1
    for other in range(view.players):
        if other != seat and (
            best < 0
            or view.position[other] > view.position[best]
            or (view.position[other] == view.position[best] and view.gems[other] > view.gems[best])
        ):
            best = other
    return best


@jit
def richest(view, seat):
    """The other seat with the most gems; of equals the one furthest ahead."""
    best = -1
    for other in range(view.players):
        if other != seat and (
            best < 0
            or view.gems[other] > view.gems[best]
            or (view.gems[other] == view.gems[best] and view.position[other] > view.position[best])
        ):
            best = other
    return best


@jit
def aim_at(view, rules, seat, target, first):
    """The character that a seat most likely holds, -1 if none can be named."""
    pools = stage_pools(view, rules, seat)
    best, most = -1, 0.0
    for place in range(view.drafted):
        if drafter(view, place) == target:
            cards = may_have_picked(view, rules, seat, pools, place)
            card, odds = likeliest(view, rules, target, cards, first)
            if odds > most:
                best, most = card, odds
    return best


@jit
def name_card(view, rules, actions, n, target):
    """Curse or rob what a seat most likely holds; with no seat to aim at (-1) name a harmless character."""
    seat, kind = int(view.to_move), kind_of(actions[0])
    first = first_named(kind)
    card = aim_at(view, rules, seat, target, first) if target >= 0 else harmless(view, seat, first)
    return index_of(actions, n, code(kind, card, 0)) if card >= 0 else n - 1


@jit
def ahead_or_none(view, seat, other):
    """The other seat if it is ahead, else -1: cursing somebody behind would be a loss."""
    return other if view.position[other] > view.position[seat] else -1


@jit
def look_ahead(view, rules, actions, n):
    """Look at the next two tokens ahead, or the last two."""
    here, slots = int(view.position[view.to_move]), int(rules.slots[view.players])
    low = 0
    while low < slots - 2 and rules.space_of[low] <= here:
        low += 1
    return index_of(actions, n, code(LOOK, rules.space_of[low], rules.space_of[low + 1]))


@jit
def token_rank(kind):
    """How welcome a kind of token is, in spaces or so."""
    if kind == GAIN_GEMS:
        return 4
    if kind == FORWARD:
        return 3
    if kind in (GAIN_MACHETE, IDOL):
        return 1
    if kind in (BACK, PAY_GEMS):
        return -2
    return -1 if kind == LOSE_MACHETE else 0


@jit
def token_at(view, rules, seat, space):
    """Rank of the token at a space as far as the seat knows it."""
    return token_rank(sees_token(view, rules, seat, space))


@jit
def best_step(view, rules, seat):
    """The best that a step can bring with the tokens known: spaces and the rank of the token met."""
    best = -1000
    for i in range(rules.step_count):
        best = max(best, step_value(view, rules, seat, rules.steps[i]))
    return best


@jit
def step_value(view, rules, seat, spaces):
    """Spaces gained by a move and the rank of the token met, if known."""
    here = int(view.position[seat])
    space = landing(view, rules, here, spaces, view.machetes[seat])[0]
    return space - here + (token_at(view, rules, seat, space) if space > here else 0)


@jit
def swap_or_keep(view, rules, actions, n):
    """Swap the tokens looked at when the better one then lies where the seat may step to."""
    seat = int(view.to_move)
    low, high = int(view.looked_low), int(view.looked_high)
    gain = token_at(view, rules, seat, high) - token_at(view, rules, seat, low)
    near = low > view.position[seat] and low - view.position[seat] <= longest_step(rules)
    return index_of(actions, n, code(SWAP if near and gain > 0 else KEEP, 0, 0))


@jit
def pay_or_stay(view, rules, actions, n, pay):
    """Pay if asked to and it moves the meeple."""
    moves = paid_space(view, rules) > view.position[view.to_move]
    return index_of(actions, n, code(PAY if pay and moves else STAY, 0, 0))


@jit
def paid_space(view, rules):
    """Where the priest or the elder gets to for the seat to move."""
    seat = int(view.to_move)
    here = int(view.position[seat])
    space = next_village(view, rules, here) if view.called == ELDER else next_temple(view, rules, here)
    return landing(view, rules, here, space - here, view.machetes[seat])[0]


@jit
def furthest(view, rules, actions, n):
    """The move that gets furthest; of equals the first, which costs the fewest gems."""
    seat, best, most = int(view.to_move), 0, -1000
    for i in range(n):
        value = step_value(view, rules, seat, first_of(actions[i]))
        if value > most:
            best, most = i, value
    return best
