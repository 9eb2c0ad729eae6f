"""Who may hold which character: what a seat can tell from what lies face up, what it was passed and passed on."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.draft import drafter, takes_face_down
from temple_sim.games.lost_temple.piles import set_of
from temple_sim.games.lost_temple.tables import CARDS
from temple_sim.games.lost_temple.track import end_space
from temple_sim.games.lost_temple.views import called_set, pool_of, revealed_in, stage_at
from temple_sim.policies.lost_temple._reach import reach

WINNING = 30  # spaces' worth of appeal a character has that reaches the end


@jit
def may_have_picked(view, rules, seat, pools, place):
    """Characters not yet called that may have been picked at a draft position of another seat; a bit mask."""
    pool = pool_of(pools, stage_at(view, seat, place))
    if takes_face_down(view, rules, place):
        pool |= pool_of(pools, 0)
    if revealed_in(view, pool, drafter(view, place)) >= 0:
        return 0
    return pool & ~called_set(view)


@jit
def appeal(view, rules, seat, card):
    """How much a seat may want a character: the square of the spaces it brings, and more if it wins."""
    space = reach(view, rules, seat, card)
    gain = 2 + space - int(view.position[seat])
    if space == end_space(view, rules):
        gain += WINNING
    return float(gain * gain)


@jit
def likeliest(view, rules, other, cards, first):
    """The character from `first` on among some cards that a seat most likely holds, and its odds: (card, odds).

    Odds are by appeal, and all cards that it may hold count. Card -1: there is none.
    """
    best, most, total = -1, 0.0, 0.0
    for card in range(CARDS):
        if (cards >> card) & 1:
            wanted = appeal(view, rules, other, card)
            total += wanted
            if card >= first and wanted > most:
                best, most = card, wanted
    return best, most / max(total, 1.0)


@jit
def harmless(view, seat, first):
    """A character from `first` on that no other seat holds: face up or one's own; -1 if there is none."""
    up = set_of(view.face_up)
    for card in range(first, CARDS):
        if (up >> card) & 1 or view.owner[card] == seat:
            return card
    return -1
