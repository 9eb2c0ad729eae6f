"""What a result row counts, the metrics made of it, and the headline tables."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.metrics import Column, Measure, Metric, Table, Values
from temple_sim.games.lost_temple.tables import CARDS, CHARACTERS, MAX_PICKS, TOKEN_KINDS, TOKENS

AT_LABELS = tuple(f"{name}.{place + 1}" for name in CHARACTERS for place in range(MAX_PICKS))
THIRDS = ("one_third", "two_thirds")


def _by(labels: Sequence[str]) -> Callable[[Values], Sequence[str]]:
    return lambda values: labels


def _of_character(name: str, dtype: str, meaning: str) -> Column:
    return Column(name, dtype, meaning, size=CARDS, labels=_by(CHARACTERS))


def _by_position(name: str, meaning: str) -> Column:
    return Column(name, "u2", meaning, per_seat=False, size=CARDS * MAX_PICKS, labels=_by(AT_LABELS))


COLUMNS = (
    Column("rounds", "i2", "rounds begun", per_seat=False),
    _by_position("offered_at", "hands that held the character, by draft position"),
    _by_position("picked_at", "picks of the character, by draft position"),
    _of_character("start", "u1", "1 for the character dealt for the start"),
    _of_character("offered", "u2", "hands passed to the seat that held the character"),
    _of_character("picked", "u2", "picks of the character"),
    _of_character("called", "u2", "turns played with the character"),
    _of_character("spaces", "i4", "spaces gained in turns of the character; for the shaman by its swaps"),
    _of_character("gems", "i4", "gems gained in turns of the character, less payments; for the thief also its loot"),
    _of_character("won_with", "u1", "1 for the character whose turn won the game"),
    Column("curses", "u2", "curses spoken"),
    Column("curses_hit", "u2", "curses that swapped the seat with another one"),
    Column("curses_self", "u2", "curses that met the seat's own character"),
    Column("cursed", "u2", "swaps suffered by another seat's curse"),
    Column("robberies", "u2", "robberies announced"),
    Column("robberies_hit", "u2", "robberies of another seat"),
    Column("robberies_self", "u2", "robberies that met the seat's own character"),
    Column("robbed", "u2", "robberies suffered"),
    Column("gems_robbed", "i4", "gems taken by robberies"),
    Column("idol_rounds", "u2", "rounds the seat held the idol"),
    Column("idol_tokens", "u2", "rounds the seat held the idol by a token"),
    Column("revealed", "u2", "chance tokens revealed", size=TOKEN_KINDS, labels=_by(TOKENS)),
    Column("jungle_stops", "u2", "moves that ended at deep jungle for want of a machete"),
    Column("machetes_used", "i4", "machetes spent on deep jungle"),
    Column("at_third", "i4", "position when the first meeple had covered so much of the track; 0 if none did", size=2,
           labels=_by(THIRDS)),
)  # fmt: skip


@jit
def record(state, rules, row):
    """Copy the counters of a finished game into its row."""
    row.rounds = state.round_number
    for card in range(CARDS):
        for place in range(MAX_PICKS):
            row.offered_at[MAX_PICKS * card + place] = state.offered_at[card, place]
            row.picked_at[MAX_PICKS * card + place] = state.picked_at[card, place]
    for seat in range(state.players):
        record_characters(state, row, seat)
        record_seat(state, row, seat)
    if state.winner >= 0:
        row.won_with[state.winner, state.called] = 1


@jit
def record_characters(state, row, seat):
    """A seat's counters by character."""
    row.start[seat, state.start[seat]] = 1
    for card in range(CARDS):
        row.offered[seat, card] = state.offered[seat, card]
        row.picked[seat, card] = state.picked[seat, card]
        row.called[seat, card] = state.turns_of[seat, card]
        row.spaces[seat, card] = state.spaces_of[seat, card]
        row.gems[seat, card] = state.gems_of[seat, card]


@jit
def record_seat(state, row, seat):
    """A seat's other counters."""
    row.curses[seat], row.robberies[seat] = state.curses[seat], state.robberies[seat]
    row.curses_hit[seat], row.robberies_hit[seat] = state.curses_hit[seat], state.robberies_hit[seat]
    row.curses_self[seat], row.robberies_self[seat] = state.curses_self[seat], state.robberies_self[seat]
    row.cursed[seat], row.robbed[seat] = state.times_cursed[seat], state.times_robbed[seat]
    row.gems_robbed[seat] = state.gems_robbed[seat]
    row.idol_rounds[seat], row.idol_tokens[seat] = state.idol_rounds[seat], state.idol_tokens[seat]
    row.jungle_stops[seat], row.machetes_used[seat] = state.jungle_stops[seat], state.machetes_used[seat]
    for kind in range(TOKEN_KINDS):
        row.revealed[seat, kind] = state.revealed[seat, kind]
    for third in range(2):
        row.at_third[seat, third] = state.third_position[seat, third]


def _total(name: str) -> Measure:
    """A per-seat column summed over the seats (and entries): (games,)."""
    return lambda rows: rows[name].reshape(len(rows), -1).sum(axis=1, dtype=np.int64)


def _entry(name: str, place: int) -> Measure:
    """One entry of a per-seat vector: (games, seats)."""
    return lambda rows: rows[name][..., place]


def _entry_total(name: str, place: int) -> Measure:
    """One entry of a per-seat vector summed over the seats: (games,)."""
    return lambda rows: rows[name][..., place].sum(axis=1, dtype=np.int64)


def _win_weighted(measure: Measure) -> Measure:
    """Win shares, each as often as the measure says: (games, seats)."""
    return lambda rows: rows["share"] * measure(rows)


def _win_metric(name: str, meaning: str, weight: Measure) -> Metric:
    return Metric(name, meaning, _win_weighted(weight), weight, share=True)


def _character_metrics(card: int, name: str) -> list[Metric]:
    picked, called = _entry("picked", card), _entry("called", card)
    return [
        Metric(f"offered.{name}", f"share of the hands passed that held the {name}",
               _entry_total("offered", card), _total("picked"), True),
        Metric(f"picked.{name}", f"share of the rounds in which somebody picked the {name}",
               _entry_total("picked", card), lambda rows: rows["rounds"], True),
        Metric(f"pick_share.{name}", f"share of the hands holding the {name} from which it was picked",
               picked, _entry("offered", card), True),
        _win_metric(f"win.{name}", f"win share of the seats that picked the {name}, once a pick", picked),
        Metric(f"spaces.{name}", f"spaces gained a turn of the {name}", _entry("spaces", card), called),
        Metric(f"gems.{name}", f"gems gained a turn of the {name}, less those paid", _entry("gems", card), called),
        Metric(f"won_with.{name}", f"share of the games won by a move of the {name}",
               _entry_total("won_with", card), share=True),
        _win_metric(f"start_win.{name}", f"win share of the seat dealt the {name} as a start", _entry("start", card)),
    ]  # fmt: skip


def _at_third(third: int) -> Measure:
    """1 for each seat that leads at a third of the track: (games, seats)."""

    def leads(rows: Any) -> np.ndarray:
        at = rows["at_third"][..., third]
        return (at == at.max(axis=1, keepdims=True)) & (at > 0)

    return leads


def metrics(values: Values, players: int) -> list[Metric]:
    """The game's metrics by name."""
    found = [metric for card, name in enumerate(CHARACTERS) for metric in _character_metrics(card, name)]
    turns = _total("called")
    found += [
        _win_metric("idol.win", "win share of the seat that holds the idol, once a round", lambda r: r["idol_rounds"]),
        _win_metric("idol.token_win", "win share of the seat that holds the idol by a token, once a round",
                    lambda r: r["idol_tokens"]),
        Metric("idol.by_token", "share of the rounds in which the idol is held by a token",
               _total("idol_tokens"), lambda r: r["rounds"], True),
        Metric("curse.hit", "share of the curses that swap two seats", _total("curses_hit"), _total("curses"), True),
        Metric("curse.self", "share of the curses that meet one's own character",
               _total("curses_self"), _total("curses"), True),
        Metric("robbery.hit", "share of the robberies that meet another seat",
               _total("robberies_hit"), _total("robberies"), True),
        Metric("robbery.self", "share of the robberies that meet one's own character",
               _total("robberies_self"), _total("robberies"), True),
        Metric("robbery.gems", "gems taken a robbery that meets another seat",
               _total("gems_robbed"), _total("robberies_hit")),
        Metric("suffered.curse", "share of the turns that begin with another seat's curse",
               _total("cursed"), turns, True),
        Metric("suffered.robbery", "share of the turns that begin with another seat's robbery",
               _total("robbed"), turns, True),
        *(_win_metric(f"leads.{name}", f"win share of the seats that lead at {name.replace('_', ' ')} of the track",
                      _at_third(third)) for third, name in enumerate(THIRDS)),
    ]  # fmt: skip
    return found


def headlines(values: Values, players: int) -> list[Table]:
    """The tables a run prints: characters, idol and interference, start characters, the game's length."""
    per_character = ("offered", "picked", "pick_share", "win", "spaces", "gems", "won_with")
    return [
        Table("Characters",
              ("offered", "picked", "picked if offered", "W when picked", "spaces a turn", "gems a turn", "won by it"),
              tuple((name, tuple(f"{metric}.{name}" for metric in per_character)) for name in CHARACTERS)),
        Table("Idol", ("value",), (
            ("W a round with the idol", ("idol.win",)), ("W a round with it by a token", ("idol.token_win",)),
            ("rounds held by a token", ("idol.by_token",)),
        )),
        Table("Curses and robberies", ("a seat", "hit", "self", "turns that suffer one", "gems"), (
            ("curse", ("curses.mean", "curse.hit", "curse.self", "suffered.curse", None)),
            ("robbery", ("robberies.mean", "robbery.hit", "robbery.self", "suffered.robbery", "robbery.gems")),
        )),
        Table("Start characters", ("W",), tuple((name, (f"start_win.{name}",)) for name in CHARACTERS)),
        Table("Game", ("value",), (
            ("rounds", ("rounds.mean",)), ("turns", ("turns.mean",)), ("decisions", ("plies.mean",)),
            ("ended by the rules", ("finished",)), ("jungle stops a seat", ("jungle_stops.mean",)),
            ("machetes used a seat", ("machetes_used.mean",)),
            *((f"W of the leader at {name.replace('_', ' ')}", (f"leads.{name}",)) for name in THIRDS),
        )),
    ]  # fmt: skip
