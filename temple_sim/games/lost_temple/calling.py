"""The movement: characters are called in order, and their owners take their turns."""

from temple_sim.core.jit import jit
from temple_sim.core.random import begin_turn
from temple_sim.core.records import LIMIT
from temple_sim.games.lost_temple.draft import start_round
from temple_sim.games.lost_temple.moves import move, pay_gems, take_gems, take_machete
from temple_sim.games.lost_temple.tables import (
    CANOE,
    CARDS,
    CHILD,
    CRAFTSMAN,
    ELDER,
    PHASE_CURSE,
    PHASE_LOOK,
    PHASE_PAY,
    PHASE_ROB,
    PHASE_SCOUT,
    PHASE_STEP,
    PRIEST,
    SCOUT,
    SEER,
    SHAMAN,
    THIEF,
)
from temple_sim.games.lost_temple.track import end_space, next_meeple, next_village


@jit
def call_characters(state, rules, rng):
    """Call the characters after the last one called, up to a decision, the end or the next draft."""
    while state.called < CHILD:
        state.called += 1
        if state.owner[state.called] < 0:
            continue
        start_turn(state, rules, rng)
        if must_decide(state, rules):
            return
        act_without_choice(state, rules, rng)
        end_turn(state, rules)
        if state.over == 1:
            return
    end_round(state, rules, rng)


@jit
def start_turn(state, rules, rng):
    """The called character's owner begins: curse, robbery, income."""
    card = state.called
    seat = int(state.owner[card])
    state.to_move = seat
    state.turn += 1
    begin_turn(rng, state.turn)
    if state.cursed == card:
        swap_meeples(state, int(state.cursed_by), seat)
    if state.robbed == card:
        rob(state, int(state.robbed_by), seat)
    state.turn_position = state.position[seat]
    state.turn_gems = state.gems[seat]
    take_gems(state, seat, rules.income)


@jit
def swap_meeples(state, shaman, seat):
    """The shaman's and the cursed seat's meeples change places; no token is revealed, no machete spent."""
    there, here = int(state.position[seat]), int(state.position[shaman])
    state.position[seat], state.position[shaman] = here, there
    state.spaces_of[shaman, SHAMAN] += there - here
    if shaman == seat:
        state.curses_self[shaman] += 1
    else:
        state.curses_hit[shaman] += 1
        state.times_cursed[seat] += 1


@jit
def rob(state, thief, seat):
    """The thief takes all gems of the robbed seat."""
    if thief == seat:
        state.robberies_self[thief] += 1
        return
    taken = int(state.gems[seat])
    state.gems[seat] = 0
    state.gems[thief] += taken
    state.gems_of[thief, THIEF] += taken
    state.gems_robbed[thief] += taken
    state.robberies_hit[thief] += 1
    state.times_robbed[seat] += 1


@jit
def must_decide(state, rules):
    """Set the phase of the called character's decision; False when it has none."""
    card, seat = state.called, state.to_move
    if card == SHAMAN:
        state.phase = PHASE_CURSE
    elif card == THIEF:
        state.phase = PHASE_ROB
    elif card == SEER:
        state.phase = PHASE_LOOK if rules.slots[state.players] >= 2 else PHASE_STEP
    elif card == CRAFTSMAN:
        take_machete(state, seat)  # without being asked (LT-11)
        state.phase = PHASE_STEP
    elif card == SCOUT:
        state.phase = PHASE_SCOUT
    elif card == PRIEST:
        state.phase = PHASE_PAY
        return state.gems[seat] >= rules.priest_cost
    elif card == ELDER:
        state.phase = PHASE_PAY
        return state.gems[seat] >= rules.elder_cost and next_village(state, rules, state.position[seat]) >= 0
    else:
        return False
    return True


@jit
def act_without_choice(state, rules, rng):
    """The canoe and the child move; a priest or elder that cannot pay does nothing."""
    seat = int(state.to_move)
    here = int(state.position[seat])
    if state.called == CANOE:
        gems = int(state.gems[seat])
        pay_gems(state, seat, gems)
        move(state, rules, seat, min(gems * int(rules.canoe_rate), int(rules.canoe_most)), rng)
    elif state.called == CHILD:
        space = next_meeple(state, here)
        if space >= 0:
            move(state, rules, seat, space - here, rng)


@jit
def end_turn(state, rules):
    """Count what the turn brought its seat."""
    seat, card = int(state.to_move), int(state.called)
    here = int(state.position[seat])
    state.turns_of[seat, card] += 1
    state.spaces_of[seat, card] += here - int(state.turn_position)
    state.gems_of[seat, card] += int(state.gems[seat]) - int(state.turn_gems)
    while state.thirds < 2 and 3 * here >= (int(state.thirds) + 1) * end_space(state, rules):
        for other in range(state.players):
            state.third_position[other, state.thirds] = state.position[other]
        state.thirds += 1


@jit
def end_round(state, rules, rng):
    """Start the next round; after the last one allowed the game stops without a winner (LT-9)."""
    if state.round_number >= rules.max_rounds:
        state.over, state.end_reason = 1, LIMIT
        state.called = CARDS
        state.cursed = state.cursed_by = state.robbed = state.robbed_by = -1
        return
    state.turn += 1
    begin_turn(rng, state.turn)
    start_round(state, rules, rng)
