"""What a result row of Temple Raider holds, and the metrics and headline tables over it."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.metrics import Column, Metric, Table, over_entries
from temple_sim.games.raider.state import kinds_of
from temple_sim.games.raider.tables import COLUMNS, MAX_DECK, RELICS, ROOMS
from temple_sim.games.raider.temple import progress

QUARTERS = ("first quarter", "half", "third quarter")
PER_SEAT_NUMBERS = {
    "dice_alone": "dice used one by one",
    "dice_summed": "dice used in sums (two a sum)",
    "dice_unused": "dice taken and left unused by a stop or a resupply",
    "bumps": "relics moved from storage to camp to raise a number",
    "eruptions_caused": "relics moved up by eruptions of this seat",
    "eruptions_suffered": "own relics moved up by eruptions, whoever chose them",
    "eruptions_declined": "eruptions given up although a relic could have been moved",
    "pushes_made": "opponents' relics pushed up by cards of this seat",
    "pushes_suffered": "own relics pushed up by opponents",
    "pushes_declined": "pushes given up although a relic could have been moved",
    "resupplies_storage": "resupplies that moved a relic from camp to storage",
    "resupplies_left": "resupplies that moved a relic one column to the left",
    "wilds": "wilds used",
    "altar_moves": "moves of the smallest relic a full altar added to a wild",
}


def _kind_labels(values):
    return list(kinds_of(values))


def _order_labels(values):
    return [str(k) for k in range(1, RELICS + 1)]


def _quarter_labels(values):
    return [quarter.replace(" ", "_") for quarter in QUARTERS]


def _room_labels(values):
    return ROOMS


RESULT_COLUMNS = (
    Column("escape_column", "u1", "column the k-th relic left from; 0: it did not", True, RELICS, _order_labels),
    Column("escape_turn", "u2", "turn in which the k-th relic left; 0: it did not", True, RELICS, _order_labels),
    *(Column(name, "i4", meaning) for name, meaning in PER_SEAT_NUMBERS.items()),
    Column("cards_used", "u2", "uses of a card, by name", True, MAX_DECK, _kind_labels),
    Column("placed", "u1", "relics put into a room when they escaped", True, len(ROOMS), _room_labels),
    Column("quarter_progress", "u2", "steps gone when, after a turn, a seat first had one quarter (two, three) of its "
           "steps behind it", True, len(QUARTERS), _quarter_labels),
    Column("quarter_turn", "u2", "that turn; 0: no seat came so far", False, len(QUARTERS), _quarter_labels),
    Column("lead_changes", "u2", "times that after a turn another seat led alone than the last to do so", False),
)  # fmt: skip


@jit
def count_turn(state, rules):
    """At the end of a turn: keep the progress at each quarter, and see whether the lead has changed."""
    best, leader = -1, 0
    for seat in range(state.players):
        steps = progress(state, rules, seat)
        if steps > best:
            best, leader = steps, seat + 1
        elif steps == best:
            leader = 0
    for quarter in range(3):
        if state.quarter_turn[quarter] == 0 and 4 * best >= (quarter + 1) * rules.total_steps:
            state.quarter_turn[quarter] = state.turn
            for seat in range(state.players):
                state.quarter_progress[seat, quarter] = progress(state, rules, seat)
    if leader and leader != state.leader:
        state.lead_changes += state.leader > 0
        state.leader = leader


@jit
def record(state, rules, row):
    """Fill the game's own fields of a result row."""
    row.lead_changes = state.lead_changes
    for quarter in range(3):
        row.quarter_turn[quarter] = state.quarter_turn[quarter]
    for seat in range(state.players):
        _record_numbers(state, seat, row)
        for k in range(RELICS):
            row.escape_column[seat, k] = state.escape_column[seat, k]
            row.escape_turn[seat, k] = state.escape_turn[seat, k]
        for kind in range(rules.kinds):
            row.cards_used[seat, kind] = state.cards_used[seat, kind]
        for place in range(3):
            row.placed[seat, place] = state.placed[seat, place]
            row.quarter_progress[seat, place] = state.quarter_progress[seat, place]


@jit
def _record_numbers(state, seat, row):
    row.dice_alone[seat] = state.dice_alone[seat]
    row.dice_summed[seat] = state.dice_summed[seat]
    row.dice_unused[seat] = state.dice_unused[seat]
    row.bumps[seat] = state.bumps[seat]
    row.eruptions_caused[seat] = state.eruptions_caused[seat]
    row.eruptions_suffered[seat] = state.eruptions_suffered[seat]
    row.eruptions_declined[seat] = state.eruptions_declined[seat]
    row.pushes_made[seat] = state.pushes_made[seat]
    row.pushes_suffered[seat] = state.pushes_suffered[seat]
    row.pushes_declined[seat] = state.pushes_declined[seat]
    row.resupplies_storage[seat] = state.resupplies_storage[seat]
    row.resupplies_left[seat] = state.resupplies_left[seat]
    row.wilds[seat] = state.wilds[seat]
    row.altar_moves[seat] = state.altar_moves[seat]


def _escapes(column):
    return lambda rows: over_entries(rows["escape_column"] == column)


def _escape_orders(column):
    order = range(1, RELICS + 1)
    return lambda rows: over_entries(rows["escape_column"] == column, order)


def _escape_turns(column):
    return lambda rows: over_entries(rows["escape_turn"] * (rows["escape_column"] == column))


def _first_escapes(column):
    return lambda rows: (rows["escape_column"][..., 0] == column) * 1


def _has_escaped(rows):
    return (rows["escape_column"][..., 0] > 0) * 1


def _dice_taken(rows):
    return rows["dice_alone"] + rows["dice_summed"] + rows["dice_unused"]


def _leaders(rows, quarter, players):
    """1/k for each of the k seats that led at a quarter, shape (games, players)."""
    steps = rows["quarter_progress"][:, :players, quarter].astype(np.int64)
    ahead = steps == steps.max(axis=1, keepdims=True)
    return ahead / ahead.sum(axis=1, keepdims=True) * _reached(rows, quarter)[:, None]


def _reached(rows, quarter):
    return (rows["quarter_turn"][:, quarter] > 0) * 1.0


def _lead_metric(quarter, players):
    name = QUARTERS[quarter]
    return Metric(
        f"leader_wins.{name.replace(' ', '_')}",
        f"win share of the seat with most steps gone at the {name} (joint leaders count in equal parts)",
        lambda rows: (_leaders(rows, quarter, players) * rows["share"][:, :players]).sum(axis=1),
        lambda rows: _reached(rows, quarter),
        share=True,
    )


def _quarter_turn_metric(quarter):
    name = QUARTERS[quarter]
    return Metric(
        f"turn_of.{name.replace(' ', '_')}",
        f"turn after which some seat first had the {name} of its steps behind it",
        lambda rows: rows["quarter_turn"][:, quarter],
        lambda rows: _reached(rows, quarter),
    )


def _column_metrics(c):
    escapes = _escapes(c)
    first = f"how often a seat's first escape was from column {c}"
    return [
        Metric(f"escapes.{c}", f"relics of a seat that left from column {c}", escapes),
        Metric(f"escape_order.{c}", f"which of its seat's escapes one from column {c} was", _escape_orders(c), escapes),
        Metric(f"escape_turn.{c}", f"turn of an escape from column {c}", _escape_turns(c), escapes),
        Metric(f"first_escape.{c}", first, _first_escapes(c), _has_escaped, share=True),
    ]


def _dice_metric(use):
    field = f"dice_{use}"
    meaning = f"{PER_SEAT_NUMBERS[field]}, as a share of these and the other dice"
    return Metric(f"{field}.share", meaning, lambda rows: rows[field], _dice_taken, share=True)


def metrics(values, players):
    """The game's own metrics."""
    found = [metric for c in range(1, COLUMNS + 1) for metric in _column_metrics(c)]
    found += [_dice_metric(use) for use in ("alone", "summed", "unused")]
    for quarter in range(len(QUARTERS)):
        found += [_lead_metric(quarter, players), _quarter_turn_metric(quarter)]
    return found


def headlines(values, players):
    """The tables a run shows: escapes, dice, eruptions and pushes, the lead."""
    numbers = range(1, COLUMNS + 1)
    kinds = ("escape_order", "escape_turn", "escapes", "first_escape")
    quarters = _quarter_labels(values)
    uses = ("alone", "summed", "unused")
    return (
        Table("Which relics escape first", ("mean order", "mean turn", "escapes a seat", "first to escape"),
              tuple((f"relic {c}", tuple(f"{kind}.{c}" for kind in kinds)) for c in numbers)),
        Table("Dice", uses,
              (("share of dice", tuple(f"dice_{use}.share" for use in uses)),
               ("dice a seat and game", tuple(f"dice_{use}.mean" for use in uses)))),
        Table("Relics moved back up, a seat and game", ("chosen", "suffered", "declined"),
              (("eruptions", tuple(f"eruptions_{what}.mean" for what in ("caused", "suffered", "declined"))),
               ("pushes", tuple(f"pushes_{what}.mean" for what in ("made", "suffered", "declined"))))),
        Table("Does the leader win?", QUARTERS,
              (("leader wins", tuple(f"leader_wins.{quarter}" for quarter in quarters)),
               ("after turn", tuple(f"turn_of.{quarter}" for quarter in quarters)))),
    )  # fmt: skip
