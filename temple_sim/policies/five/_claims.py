"""What priests are worth on a card, and the best that a chain can do."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import count
from temple_sim.games.five.cards import card_of, filled_for, leader_with
from temple_sim.games.five.scoring import score_of
from temple_sim.games.five.tables import OWN, SUPREME

NO_CLAIM = -1e9


@jit
def rounds_left(view, rules):
    """Rounds to come after this one."""
    last = 0
    for level in range(3):
        if level > 0 and rules.rounds[level] == 0:
            break
        last += np.int64(rules.rounds[level])
    return last - np.int64(view.round_number)


@jit
def leading_opponent(view, rules, w, seat):
    """The opponent with the best score, of equals the first; -1 for a policy that does not mind it."""
    target, best = -1, -1
    if w.steal == 0.0:
        return target
    for other in range(np.int64(view.players)):
        if other != seat:
            score = np.int64(score_of(view, rules, other))
            if score > best:
                target, best = other, score
    return target


@jit
def claim_value(view, rules, w, seat, god, cells, left, target, before):
    """What filling cells of a card is worth. `before` leads on it now, `left` rounds are still to come."""
    card, priests = card_of(view, seat, god), count(np.uint64(cells))
    full = (1 << np.int64(rules.cells[card])) - 1
    done = (filled_for(view, seat, god) | cells) == full
    after = seat if god == OWN else leader_with(view, god, seat, cells)
    worth = _symbol_value(rules, w, card, cells) if priests == 1 else 0.0
    if done:
        worth += _win_value(view, rules, w, seat, god, card, cells, after == seat)
    elif left > 0:
        share = rules.total[card, cells] / rules.total[card, full]
        worth += w.progress * rules.points[card] * share * (1.0 if after == seat else w.trail)
        worth += w.leftmost * (cells & 1)
    if not done and after == seat and before != seat:
        worth += (w.lead if left > 0 else w.points) * rules.unfinished[card]
    if left == 0 and before >= 0 and before != seat and after == seat:
        worth += w.spite * rules.unfinished[card]
    if left == 0 and done and before == seat:
        worth -= w.points * rules.unfinished[card]  # it would have had these without the claim
    if target >= 0 and before == target and after == seat:
        worth += w.steal * rules.points[card]
    if left > 0:
        worth -= w.priest * priests
    return worth / (1.0 + w.thrift * priests)


@jit
def _symbol_value(rules, w, card, cells):
    symbol = np.int64(rules.symbol[card, count(np.uint64(cells - 1))])
    return w.symbol * symbol


@jit
def _win_value(view, rules, w, seat, god, card, cells, wins):
    """A full card: its points, or the piece for helping; and the own priests return."""
    mine = np.int64(view.own_cells[seat]) if god == OWN else np.int64(view.on[god, seat])
    worth = w.priest * count(np.uint64(mine | cells))
    return worth + (w.points if wins else -w.spite) * rules.points[card] + (0.0 if wins else 2.0 * w.symbol)


@jit
def leader_now(view, seat, god):
    """Who leads on a card; the owner on a private one."""
    return seat if god == OWN else leader_with(view, god, seat, 0)


@jit
def best_claim(view, rules, w, seat, colour, length, reserve, left, target):
    """The worth of the best cells that a chain can fill; NO_CLAIM when there are none."""
    best = NO_CLAIM
    for other in range(SUPREME - 1, OWN + 1):
        god = other if other >= SUPREME else colour
        best = max(best, _best_on(view, rules, w, seat, god, length, reserve, left, target))
    return best


@jit
def _best_on(view, rules, w, seat, god, length, reserve, left, target):
    card = card_of(view, seat, god)
    if card < 0:
        return NO_CLAIM
    free = ((1 << np.int64(rules.cells[card])) - 1) & ~filled_for(view, seat, god)
    best, cells, before = NO_CLAIM, free, leader_now(view, seat, god)
    while cells > 0:
        if rules.total[card, cells] <= length and count(np.uint64(cells)) <= reserve:
            best = max(best, claim_value(view, rules, w, seat, god, cells, left, target, before))
        cells = (cells - 1) & free
    return best
