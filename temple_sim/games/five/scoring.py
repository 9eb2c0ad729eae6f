"""Points: won and unfinished cards, bonus pieces left, goals; and who has won."""

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import longest
from temple_sim.games.five.cards import leader_with
from temple_sim.games.five.pyramid import longest_chain
from temple_sim.games.five.tables import (
    DECK,
    GOAL_EACH,
    GOAL_LONGEST,
    GOAL_ONE_GOD,
    GOAL_PIECES,
    GOAL_POINTS,
    GOAL_RESERVE,
    SUPREME,
)


@jit
def won_points(state, rules, seat, supreme):
    """Points of the cards a seat has won: of the supreme god's, or of the other gods'."""
    points = 0
    for place in range(state.won_n):
        card = int(state.won_card[place])
        if state.won_by[place] == seat and (card >= SUPREME * DECK) == supreme:
            points += int(rules.points[card])
    return points


@jit
def holds_private(state, seat):
    """Whether a seat's private card is unfinished and bears a priest."""
    return state.own_cells[seat] > 0


@jit
def unfinished_points(state, rules, seat):
    """Points of the open and private cards a seat would be awarded if the game ended now."""
    points = 0
    for god in range(5):
        if state.open[god] >= 0 and leader_with(state, god, 0, 0) == seat:
            points += int(rules.unfinished[state.open[god]])
    if holds_private(state, seat):
        points += int(rules.unfinished[state.own_card[seat]])
    return points


@jit
def bonus_points(state, rules, seat):
    """Points of the bonus pieces held."""
    return int(rules.bonus_left) * int(state.piece_n[seat, 0] + state.piece_n[seat, 1])


@jit
def cards_of_god(state, seat, god):
    """Cards of a god won, with those the seat would be awarded if the game ended now."""
    n = 0
    for place in range(state.won_n):
        if state.won_by[place] == seat and state.won_card[place] // DECK == god:
            n += 1
    if state.open[god] >= 0 and leader_with(state, god, 0, 0) == seat:
        n += 1
    if holds_private(state, seat) and state.own_card[seat] // DECK == god:
        n += 1
    return n


@jit
def goals_met(state, rules, seat):
    """The goals of the seat's side that are met now, as a mask: bit 0 the goal of 3 points."""
    if rules.goal[seat] == 0:
        return 0
    most, fewest, shortest = 0, 99, 99
    for god in range(4):
        cards = cards_of_god(state, seat, god)
        most, fewest = max(most, cards), min(fewest, cards)
        shortest = min(shortest, longest(state.colour[seat, god]))
    least = int(rules.minimum)  # a shorter row of decorations is no chain
    if rules.goal[seat] == 1:
        pieces = int(state.piece_n[seat, 0] + state.piece_n[seat, 1])
        met = (pieces >= GOAL_PIECES, longest_chain(state, seat) >= max(GOAL_LONGEST, least), most >= GOAL_ONE_GOD)
    else:
        met = (state.reserve[seat] >= GOAL_RESERVE, shortest >= max(GOAL_EACH, least), fewest >= 1)
    return int(met[0]) | int(met[1]) << 1 | int(met[2]) << 2


@jit
def goal_points(state, rules, seat):
    """Points of the goals met now."""
    met, points = goals_met(state, rules, seat), 0
    for goal in range(3):
        if (met >> goal) & 1:
            points += GOAL_POINTS[goal]
    return points


@jit
def score_of(state, rules, seat):
    """A seat's score if the game ended now."""
    cards = won_points(state, rules, seat, False) + won_points(state, rules, seat, True)
    return (
        cards
        + unfinished_points(state, rules, seat)
        + bonus_points(state, rules, seat)
        + goal_points(state, rules, seat)
    )


@jit
def outcome(state, rules, shares, scores):
    """Most points win; among equals most priests in reserve; then the win is shared."""
    best, tied = -1.0, 0
    for seat in range(state.players):
        scores[seat] = score_of(state, rules, seat)
        rank = scores[seat] * 64.0 + state.reserve[seat]
        tied = tied + 1 if rank == best else 1 if rank > best else tied
        best = max(best, rank)
    for seat in range(state.players):
        shares[seat] = 1.0 / tied if scores[seat] * 64.0 + state.reserve[seat] == best else 0.0
