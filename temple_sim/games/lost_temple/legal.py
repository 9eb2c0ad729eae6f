"""The legal actions of each phase."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.piles import card_at, code, pile_size
from temple_sim.games.lost_temple.tables import (
    CARDS,
    CURSE,
    KEEP,
    LOOK,
    MOVE,
    PAY,
    PHASE_CURSE,
    PHASE_DRAFT,
    PHASE_LOOK,
    PHASE_ROB,
    PHASE_SCOUT,
    PHASE_STEP,
    PHASE_SWAP,
    PICK,
    ROB,
    SEER,
    STAY,
    SWAP,
    THIEF,
)
from temple_sim.games.lost_temple.track import spaces_to_end


@jit
def legal_actions(state, rules, out):
    """Fill `out` with the codes of the legal actions."""
    phase = state.phase
    if phase == PHASE_DRAFT:
        n = pile_size(state.hand)
        for place in range(n):
            out[place] = code(PICK, card_at(state.hand, place), 0)
        return n
    if phase == PHASE_CURSE:
        return name_cards(CURSE, THIEF, out)
    if phase == PHASE_ROB:
        return name_cards(ROB, SEER, out)
    if phase == PHASE_LOOK:
        return look_pairs(state, rules, out)
    if phase == PHASE_STEP:
        for i in range(rules.step_count):
            out[i] = code(MOVE, rules.steps[i], 0)
        return int(rules.step_count)
    if phase == PHASE_SCOUT:
        return scout_moves(state, rules, out)
    first, second = (SWAP, KEEP) if phase == PHASE_SWAP else (PAY, STAY)
    out[0], out[1] = code(first, 0, 0), code(second, 0, 0)
    return 2


@jit
def name_cards(kind, first, out):
    """Any character from `first` on, also those set aside and one's own (LT-6, LT-7)."""
    for card in range(first, CARDS):
        out[card - first] = code(kind, card, 0)
    return CARDS - first


@jit
def look_pairs(state, rules, out):
    """Every two spaces that bear a token."""
    n = 0
    slots = int(rules.slots[state.players])
    for low in range(slots):
        for high in range(low + 1, slots):
            out[n] = code(LOOK, rules.space_of[low], rules.space_of[high])
            n += 1
    return n


@jit
def scout_moves(state, rules, out):
    """Any number of gems, none beyond the one that reaches the end; jungle does not matter (LT-13)."""
    distance, rate = spaces_to_end(state, rules, state.to_move), int(rules.scout_rate)
    most = min(int(state.gems[state.to_move]), (distance + rate - 1) // rate)
    for gems in range(most + 1):
        out[gems] = code(MOVE, gems * rate, 0)
    return most + 1
