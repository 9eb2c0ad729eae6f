"""What a game counts: the columns of its result rows and how they are filled."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.metrics import Column
from temple_sim.games.five.cards import credit_of, filler_row, leader_with
from temple_sim.games.five.packing import cards_of
from temple_sim.games.five.scoring import bonus_points, goals_met, holds_private, unfinished_points, won_points
from temple_sim.games.five.tables import (
    CELLS,
    DECK,
    GOAL_POINTS,
    GODS,
    LENGTHS,
    OWN,
    SPECIAL_LABELS,
    SUPREME,
    TILE_GROUPS,
)

SOURCES = ("colour", "supreme", "unfinished", "bonus", "goals")
LEVEL_LABELS = ("level1", "level2", "level3")
LENGTH_LABELS = (*(str(length) for length in range(1, LENGTHS)), f"{LENGTHS}+")
COLOUR_POINTS, SUPREME_POINTS, UNFINISHED, LEFT_OVER, GOALS = range(5)


def _fixed(*labels):
    return lambda values: labels


def shape_labels(values):
    """A label for each card text: the colour gods' list, then the supreme god's with a W in front."""
    texts = [*cards_of(values)[0], *("W" + text for text in cards_of(values)[SUPREME])]
    return [text if text not in texts[:k] else f"{text}#{k}" for k, text in enumerate(texts)]


def _by_level(name, dtype, meaning):
    return Column(name, dtype, meaning, size=3, labels=_fixed(*LEVEL_LABELS))


def _by_piece(name, meaning):
    return Column(name, "u1", meaning, size=2, labels=_fixed("two", "three"))


RESULT_COLUMNS = (
    Column("board", "u1", "board: 0 A, 1 B, 2 C, 3 D"),
    Column("special", "u1", "special tile laid", size=len(SPECIAL_LABELS), labels=_fixed(*SPECIAL_LABELS)),
    Column("points", "u2", "points by source", size=len(SOURCES), labels=_fixed(*SOURCES)),
    Column("cards_god", "u1", "cards completed and won, by god", size=len(GODS), labels=_fixed(*GODS)),
    Column("cards_size", "u1", "cards completed and won, by number of cells", size=CELLS, labels=_fixed(*"123456")),
    Column("cards_shape", "u1", "cards completed and won, by card", size=2 * DECK, labels=shape_labels),
    Column("cards_unfinished", "u1", "unfinished cards awarded at the end"),
    Column("goals", "u1", "goals met, by their points", size=3, labels=_fixed(*map(str, GOAL_POINTS))),
    _by_level("chains", "u1", "chains used"),
    _by_level("spaces", "u2", "spaces of the chains used"),
    _by_level("longest", "u1", "longest chain used"),
    _by_level("formed", "u1", "largest chain standing at the end of the level"),
    Column("lengths", "u1", "chains used, by length", size=LENGTHS, labels=_fixed(*LENGTH_LABELS)),
    Column("earned", "f4", "points of cards credited to the chains that filled them, by length", size=LENGTHS,
           labels=_fixed(*LENGTH_LABELS)),
    Column("earned_by_order", "f4", "points of cards credited to the first, second and later chains of a turn", size=3,
           labels=_fixed("first", "second", "later")),
    Column("turns_by_chains", "u1", "priest turns by chains used", size=4, labels=_fixed("0", "1", "2", "3+")),
    Column("wasted", "u2", "spaces of used chains beyond the numbers of the cells filled"),
    Column("claims", "u1", "blessings by number of cells filled", size=CELLS, labels=_fixed(*"123456")),
    Column("supreme", "u1", "blessings on a card of the supreme god"),
    Column("leftmost", "u1", "blessings that filled the leftmost cell"),
    Column("on_chains", "u1", "priests placed on chains"),
    Column("coverable", "u1", "priests placed on chains where a tile was still to be laid"),
    Column("on_cards", "u2", "priests placed on cards"),
    Column("covered", "u1", "priests returned by covering them"),
    Column("returned", "u2", "priests returned from completed cards"),
    Column("idle", "u1", "priest turns stopped with a usable chain left but too few priests"),
    Column("reserve", "u1", "priests in reserve at the end"),
    Column("reused", "u1", "chains used again with the effect tile"),
    Column("helped", "u1", "cards filled that another seat won"),
    Column("ties", "u1", "cards won by the leftmost cell among equals"),
    _by_piece("gained", "bonus pieces drawn, by length"),
    _by_piece("placed", "bonus pieces laid, by length"),
    _by_piece("left", "bonus pieces left at the end, by length"),
    Column("kept", "u1", "decoration tiles kept in the exchange, by kind", size=4, labels=_fixed(*TILE_GROUPS)),
    Column("gave", "u1", "decoration tiles given in the exchange, by kind", size=4, labels=_fixed(*TILE_GROUPS)),
    _by_level("lead", "i2", "lead over the best other seat if the game ended with the level"),
)  # fmt: skip


@jit
def record(state, rules, row):
    """Fill the game's own fields of a result row from a finished game."""
    for place in range(state.won_n):
        seat, card = int(state.won_by[place]), int(state.won_card[place])
        god = card // DECK
        row.cards_god[seat, god] += 1
        row.cards_size[seat, rules.cells[card] - 1] += 1
        row.cards_shape[seat, card - god * DECK + (rules.cards[0] if god == SUPREME else 0)] += 1
    for seat in range(state.players):
        _record_points(state, rules, seat, row)
        _record_chains(state, seat, row)
        _record_priests(state, seat, row)
        _record_pieces(state, seat, row)
    _award_unfinished(state, rules, row)


@jit
def _award_unfinished(state, rules, row):
    """Open and private cards are awarded; the chains that filled them are credited as well."""
    for god in range(5):
        winner = leader_with(state, god, 0, 0)
        if state.open[god] >= 0 and winner >= 0:
            _credit_row(state, rules, winner, int(state.open[god]), int(state.on[god, winner]), god, row)
    for seat in range(state.players):
        if holds_private(state, seat):
            cells, line = int(state.own_cells[seat]), filler_row(seat, OWN)
            _credit_row(state, rules, seat, int(state.own_card[seat]), cells, line, row)


@jit
def _credit_row(state, rules, seat, card, cells, line, row):
    row.cards_unfinished[seat] += 1
    for cell in range(rules.cells[card]):
        if (cells >> cell) & 1:
            part = credit_of(rules, card, cells, cell, int(rules.unfinished[card])) / 1000.0
            length, order = min(int(state.filler[line, cell]) & 127, LENGTHS) - 1, int(state.filler[line, cell]) >> 7
            row.earned[seat, length] = np.float64(row.earned[seat, length]) + part
            row.earned_by_order[seat, order] = np.float64(row.earned_by_order[seat, order]) + part


@jit
def _record_points(state, rules, seat, row):
    row.board[seat] = state.board[seat]
    row.special[seat, state.special[seat]] = 1
    row.points[seat, COLOUR_POINTS] = won_points(state, rules, seat, False)
    row.points[seat, SUPREME_POINTS] = won_points(state, rules, seat, True)
    row.points[seat, UNFINISHED] = unfinished_points(state, rules, seat)
    row.points[seat, LEFT_OVER] = bonus_points(state, rules, seat)
    met = goals_met(state, rules, seat)
    for goal in range(3):
        row.goals[seat, goal] = (met >> goal) & 1
        row.points[seat, GOALS] += GOAL_POINTS[goal] * ((met >> goal) & 1)


@jit
def _record_chains(state, seat, row):
    for level in range(3):
        row.chains[seat, level] = state.chains[seat, level]
        row.spaces[seat, level] = state.spaces[seat, level]
        row.longest[seat, level] = state.longest[seat, level]
        row.formed[seat, level] = state.formed[seat, level]
        row.lead[seat, level] = state.lead[seat, level]
        row.earned_by_order[seat, level] = state.earned_by_order[seat, level] / 1000.0
    for length in range(LENGTHS):
        row.lengths[seat, length] = state.lengths[seat, length]
        row.earned[seat, length] = state.earned[seat, length] / 1000.0
    for n in range(4):
        row.turns_by_chains[seat, n] = state.turns_by_chains[seat, n]
    for n in range(CELLS):
        row.claims[seat, n] = state.claims[seat, n]
    row.wasted[seat] = state.wasted[seat]
    row.supreme[seat] = state.supreme[seat]
    row.leftmost[seat] = state.leftmost[seat]
    row.reused[seat] = state.reused[seat]


@jit
def _record_priests(state, seat, row):
    row.on_chains[seat] = state.on_chains[seat]
    row.coverable[seat] = state.coverable[seat]
    row.on_cards[seat] = state.on_cards[seat]
    row.covered[seat] = state.covered[seat]
    row.returned[seat] = state.returned[seat]
    row.idle[seat] = state.idle[seat]
    row.reserve[seat] = state.reserve[seat]
    row.helped[seat] = state.helped[seat]
    row.ties[seat] = state.ties[seat]


@jit
def _record_pieces(state, seat, row):
    for kind in range(2):
        row.gained[seat, kind] = state.gained[seat, kind]
        row.left[seat, kind] = state.piece_n[seat, kind]
        for colour in range(4):
            row.placed[seat, kind] += state.placed[seat, 4 * kind + colour]
    for group in range(4):
        row.kept[seat, group] = state.kept[seat, group]
        row.gave[seat, group] = state.gave[seat, group]
