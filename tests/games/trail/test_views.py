"""What a seat may know: views hide no less and no more, and full states drawn from them fit."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from temple_sim.core.random import begin_game
from temple_sim.core.records import copy_record
from temple_sim.games.trail.codec import state_dict
from tests.driver import Driver

HANDS, DECK, TILES = "hands", "deck", "tiles"


class Watched(Driver):
    """A driver that plays at random and can look through a seat's eyes."""

    def __init__(self, players: int, seed: int, settings: tuple[str, ...] = ()) -> None:
        super().__init__("trail", players, settings, seed)
        self.dice = np.random.default_rng(seed)
        self.view, self.redrawn, self.again = (np.zeros(1, self.match.game.state)[0] for _ in range(3))

    def step(self) -> bool:
        codes = self._codes()
        code = int(codes[self.dice.integers(len(codes))])
        self.table.contract.apply_action(self.record, self.rules, code, self.luck)
        return not self.record.over

    def observe(self, seat: int, state: Any, view: Any) -> bytes:
        self.table.contract.observe(state, self.rules, seat, view)
        return bytes(view.tobytes())

    def redraw(self, seat: int, number: int) -> Any:
        luck = self.table.rngs[-1]
        begin_game(luck, np.uint64(99), number)
        self.table.contract.determinize(self.view, self.rules, seat, self.redrawn, luck)
        return self.redrawn

    def names(self, state: Any) -> dict[str, Any]:
        return state_dict(state, self.values)


CASES = [(1, ()), (2, ("tiles.under=[3,6,9,12,15]",)), (3, ()), (4, ("tiles.under=[10,20,30]", "cards.hand=3"))]


@pytest.mark.parametrize(("players", "settings"), CASES)
def test_view_of_a_redrawn_state_is_the_same_byte_for_byte(players: int, settings: tuple[str, ...]) -> None:
    for seed in range(6):
        game = Watched(players, seed, settings)
        going = True
        while going:
            for seat in range(players):
                seen = game.observe(seat, game.record, game.view)
                again = game.observe(seat, game.redraw(seat, int(game.record.turn)), game.again)
                assert seen == again
                assert game.observe(seat, game.view, game.again) == seen  # a view of a view
            going = game.step()


@pytest.mark.parametrize(("players", "settings"), CASES)
def test_redrawn_states_keep_all_that_is_known_and_all_components(players: int, settings: tuple[str, ...]) -> None:
    game = Watched(players, 5, settings)
    going = True
    while going:
        seat, real = int(game.record.to_move), game.names(game.record)
        game.observe(seat, game.record, game.view)
        drawn = game.names(game.redraw(seat, 3))
        assert {k: v for k, v in drawn.items() if k not in (HANDS, DECK, TILES)} == {
            k: v for k, v in real.items() if k not in (HANDS, DECK, TILES)
        }
        assert drawn[HANDS][seat] == real[HANDS][seat]
        assert [len(hand) for hand in drawn[HANDS]] == [len(hand) for hand in real[HANDS]]
        assert cards_of(drawn) == cards_of(real)
        for mine, theirs in zip(drawn[TILES], real[TILES], strict=True):
            assert mine["slot"] == theirs["slot"]
            assert not theirs["revealed"] or mine == theirs
        kinds = [tile["tile"] for tile in drawn[TILES]]
        assert len(set(kinds)) == len(kinds)
        going = game.step()


def cards_of(state: dict[str, Any]) -> Counter[str]:
    return Counter(card for hand in state[HANDS] for card in hand) + Counter(state[DECK])


def test_view_shows_what_lies_open_and_hides_the_rest() -> None:
    game = Watched(3, 2)
    for _ in range(25):
        game.step()
    game.observe(1, game.record, game.view)
    seen, real = game.names(game.view), game.names(game.record)
    assert seen[HANDS] == [[], real[HANDS][1], []]
    assert all(tile["tile"] is None for tile in seen[TILES] if not tile["revealed"])
    hidden = {HANDS, DECK, TILES}
    assert {k: v for k, v in seen.items() if k not in hidden} == {k: v for k, v in real.items() if k not in hidden}
    assert set(game.view.cards[game.view.discard_n : game.rules.cards_n].tolist()) == {-1}
    assert game.view.hand_n.tolist() == game.record.hand_n.tolist()


def test_hidden_parts_swapped_by_hand_do_not_change_a_view() -> None:
    game = Watched(3, 8)
    for _ in range(20):
        game.step()
    before = game.observe(0, game.record, game.view)
    state = game.again
    copy_record(state, game.record)
    for field in (state.hand, state.hand_kinds):
        field[[1, 2]] = field[[2, 1]]  # both hold five cards at the start of a turn
    deck = state.cards[state.drawn : game.rules.cards_n]
    deck[:] = deck[::-1].copy()
    state.cards[state.discard_n : state.drawn] = 7  # cards that have left the deck leave no trace
    face_down = [i for i in range(5) if state.tile_seat[i] < 0]
    state.tile_kind[face_down] = np.roll(state.tile_kind[face_down], 1)
    assert state.hand_n.tolist()[:3] == [5, 5, 5]
    assert game.observe(0, state, game.redrawn) == before


def test_redrawn_hands_and_tiles_are_drawn_evenly() -> None:
    game = Watched(2, 4)
    game.observe(0, game.record, game.view)
    own = set(game.names(game.record)[HANDS][0])
    held: Counter[str] = Counter()
    first_tile: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for number in range(4000):
        state = game.names(game.redraw(0, number))
        held.update(state[HANDS][1])
        top[state[DECK][0]] += 1
        first_tile[state[TILES][0]["tile"]] += 1
    unseen = cards_of(state) - Counter(state[HANDS][0])
    assert own <= set(cards_of(state))
    cards = sorted(unseen)
    cards = list(dict.fromkeys(cards))
    weights = np.array([unseen[card] for card in cards]) / 49
    assert stats.chisquare([top[card] for card in cards], 4000 * weights).pvalue > 1e-4
    assert np.allclose([held[card] / 4000 for card in cards], 5 * weights, atol=0.05)
    assert stats.chisquare([first_tile[kind] for kind in sorted(first_tile)]).pvalue > 1e-4
    assert len(first_tile) == 5
