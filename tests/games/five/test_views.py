"""What a seat may know: nothing hidden shows, and what is drawn instead fits."""

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from temple_sim.core.random import RNG, begin_game
from tests.driver import Driver
from tests.games.five.altered import ALTERED
from tests.games.five.test_exchange import with_hands
from tests.games.five.walking import walk

GAMES = [
    (2, ["special.set=effect"]),
    (3, ["variant.bird_in_hand=true", "special.set=mixed"]),
    (4, []),
    (4, ["variant.bird_in_hand=true", "special.set=effect", "variant.ultimate_goal=1"]),
    (2, ["variant.bird_in_hand=true"]),
    (3, ALTERED["short decks"]),
    (3, ["special.set=effect", "level3.draw=1"]),
    (2, ["players=[2, 2]", "special.set=mixed", "level3.draw=3"]),
]


def luck_of(number):
    luck = np.zeros(1, RNG)
    begin_game(luck[0], np.uint64(7), number)
    return luck[0]


def view_of(driver, seat, state=None):
    view = np.zeros(1, driver.match.game.state)
    driver.table.contract.observe(driver.record if state is None else state, driver.rules, seat, view[0])
    return view


def full_state(driver, seat, number=0):
    state = np.zeros(1, driver.match.game.state)
    view = view_of(driver, seat)
    driver.table.contract.determinize(view[0], driver.rules, seat, state[0], luck_of(number))
    return state


def redraw_hidden(driver, seat, rng):
    """A copy of the state with hidden parts exchanged by hand."""
    s = driver.record
    copy = np.zeros(1, driver.match.game.state)
    copy[0] = s
    c = copy[0]

    def shuffle_part(array, start, end):
        part = array[start:end].tolist()
        rng.shuffle(part)
        array[start:end] = part

    shuffle_part(c.tile_stack, 0, int(driver.rules.tiles))  # drawn tiles lie in front and are nobody's business
    shuffle_part(c.special_stack, 0, 8)
    for kind in range(2):
        shuffle_part(c.piece_stack[kind], 0, 4 * int(driver.rules.per_colour[kind]))
    for god in range(5):
        shuffle_part(c.deck[god], 0, int(driver.rules.cards[god]))
    for other in range(int(s.players)):
        if other == seat:
            continue
        for kind in range(2):
            total = int(c.piece_n[other, kind])
            c.pieces[other, 4 * kind : 4 * kind + 4] = 0
            c.pieces[other, 4 * kind + rng.randrange(4)] = total
        if s.step == 0:
            for slot in range(int(s.held_n[other])):
                c.held[other, slot] = rng.randrange(20)
            shuffle_part(c.goes[other], 0, 3)
        c.aside[other, :] = [rng.randrange(64, 72) for _ in range(3)]
        c.kept[other, :] = rng.randrange(5)
        c.gave[other, :] = rng.randrange(5)
    return copy


@pytest.mark.parametrize(("players", "settings"), GAMES)
def test_a_view_shows_nothing_hidden(players, settings):
    rng = random.Random(1)
    for driver in walk(players, settings, seed=2):
        for seat in range(players):
            changed = redraw_hidden(driver, seat, rng)
            assert view_of(driver, seat, changed[0]).tobytes() == view_of(driver, seat).tobytes()


@pytest.mark.parametrize(("players", "settings"), GAMES)
def test_a_drawn_state_fits_the_view(players, settings):
    for ply, driver in enumerate(walk(players, settings, seed=3)):
        for seat in range(players):
            state = full_state(driver, seat, ply)
            assert view_of(driver, seat, state[0]).tobytes() == view_of(driver, seat).tobytes()


@pytest.mark.parametrize(("players", "settings"), GAMES)
def test_a_drawn_state_is_a_whole_game_that_can_be_played_on(players, settings):
    rng = random.Random(6)
    for ply, driver in enumerate(walk(players, settings, seed=5)):
        if ply % 9 or driver.record.over:
            continue
        contract, table, seat = driver.table.contract, driver.table, ply // 9 % players
        record = full_state(driver, seat, ply)
        s, luck = record[0], luck_of(ply)
        assert_whole(s, driver.rules, players)
        while not s.over:
            n = contract.legal_actions(s, driver.rules, table.actions)
            assert n >= 1
            contract.apply_action(s, driver.rules, int(table.actions[rng.randrange(n)]), luck)
            s.plies += 1
        assert_whole(s, driver.rules, players)


def assert_whole(s, rules, players):
    """Every tile, piece and card is somewhere, once."""
    seats = range(players)
    held = [int(tile) for seat in seats for tile in s.held[seat, : s.held_n[seat]]]
    assert min(held, default=0) >= 0
    tiles = Counter(held) + Counter(s.tile_stack[s.tile_next : rules.tiles].tolist())
    for face, n in enumerate(rules.face_count):
        assert tiles[face] + int(s.laid[face]) == n
    specials = [tile for tile in held if tile >= 64] + s.special_stack[s.special_next :].tolist()
    specials += [int(tile) for seat in seats for tile in s.aside[seat] if tile >= 0]
    specials += [62 + int(kind) for kind in s.special[:players] if kind >= 2]
    assert Counter(specials) == Counter({64 + k: int(n) for k, n in enumerate(rules.special_count) if n})
    for piece in range(8):
        kind, colour = divmod(piece, 4)
        left = s.piece_stack[kind, s.piece_next[kind] : 4 * rules.per_colour[kind]].tolist().count(colour)
        assert int(s.pieces[:, piece].sum()) + int(s.placed[:, piece].sum()) + left == rules.per_colour[kind]
    for god in range(5):
        deck = s.deck[god, s.deck_next[god] : rules.cards[god]].tolist()
        out = [card for card in [*s.won_card[: s.won_n].tolist(), int(s.open[god])] if card // 20 == god]
        out += [int(s.own_card[seat]) for seat in seats if s.own_cells[seat] >= 0 and s.own_card[seat] // 20 == god]
        assert sorted(deck + out) == [god * 20 + place for place in range(rules.cards[god])]


def after_exchange():
    hands = [["B...", "BB..", "G..."], ["R.Y.", "RR..", "Y..."], ["B...", "B...", "Y..."]]
    driver = with_hands(3, hands)
    driver.act(type="share", keep="B...", left="BB..", right="G...")
    driver.act(type="share", keep="R.Y.", left="RR..", right="Y...")
    driver.act(type="share", keep="Y...", left="B...", right="B...")
    return driver


def names(driver, tiles):
    faces = sorted(face for g in ("single", "double", "quad") for face in driver.values[f"tiles.{g}"])
    return [faces[tile] if tile >= 0 else None for tile in tiles.tolist()]


def test_a_seat_knows_what_it_gave_until_it_is_laid():
    driver = after_exchange()
    view = view_of(driver, 0)[0]
    assert names(driver, view.held[0]) == ["B...", "B...", "Y..."]
    assert names(driver, view.held[1]) == ["BB..", None, None]
    assert names(driver, view.held[2]) == ["G...", None, None]
    for tile in driver.state["tiles_held"][0]:
        driver.act(**next(a for a in driver.legal() if a["tile"] == tile))
    driver.act(**next(a for a in driver.legal() if a["tile"] == "BB.."))
    view = view_of(driver, 0)[0]
    assert names(driver, view.held[1]) == [None, None, None]
    assert view.held_n.tolist()[:3] == [0, 2, 3]
    assert names(driver, view_of(driver, 2)[0].held[1]) == ["B...", None, None]


def test_hands_are_drawn_from_the_tiles_not_seen():
    driver = after_exchange()
    rules, view = driver.rules, view_of(driver, 0)[0]
    seen = Counter(int(tile) for seat in range(3) for tile in view.held[seat] if tile >= 0)
    pool = {face: int(n) - seen[face] for face, n in enumerate(rules.face_count) if int(n) > seen[face]}
    assert sum(pool.values()) == 52 - 5
    hidden, top = Counter(), Counter()
    for number in range(3000):
        s = full_state(driver, 0, number)[0]
        hand = Counter(s.held[1].tolist())
        hand[int(view.held[1, 0])] -= 1
        hidden.update(+hand)
        top[int(s.tile_stack[s.tile_next])] += 1
    for counts, draws in ((top, 3000), (hidden, 6000)):
        observed = [counts[face] for face in pool]
        assert sum(observed) == draws
        assert chisquare(observed, [draws * n / 47 for n in pool.values()]).pvalue > 1e-4


def test_other_seats_pieces_are_drawn_by_length():
    driver = Driver("five", 2)

    def change(s):
        s.pieces[1, 0], s.pieces[1, 5], s.piece_n[1] = 2, 1, (2, 1)
        s.pieces[0, 3], s.piece_n[0, 0] = 1, 1
        s.piece_stack[0, :3], s.piece_next[0] = (0, 0, 3), 3
        s.piece_stack[0, 3:28] = [0] * 5 + [1] * 7 + [2] * 7 + [3] * 6
        s.piece_stack[1, :24] = [1] + [0] * 6 + [1] * 5 + [2] * 6 + [3] * 6
        s.piece_next[1] = 1

    driver.arrange(change)
    view = view_of(driver, 0)[0]
    assert view.pieces[1].tolist() == [0] * 8
    assert view.piece_n[1].tolist() == [2, 1]
    colours = Counter()
    for number in range(2000):
        s = full_state(driver, 0, number)[0]
        assert (int(s.pieces[1, :4].sum()), int(s.pieces[1, 4:].sum())) == (2, 1)
        colours.update({k: int(s.pieces[1, k]) for k in range(4)})
    expected = [4000 * n / 27 for n in (7, 7, 7, 6)]  # one blue piece is in the own hand
    assert chisquare([colours[k] for k in range(4)], expected).pvalue > 1e-4


def test_what_was_sent_and_drawn_in_the_exchange_is_hidden():
    driver = Driver("five", 3)
    driver.act(**driver.legal()[0])
    view = view_of(driver, 1)[0]
    assert view.held[0].tolist() == [-1, -1, -1]
    assert view.goes[0].tolist() == [-1, -1, -1]
    assert view.held_n.tolist()[:3] == [3, 3, 0]
    assert names(driver, view.held[1]) == driver.state["tiles_held"][1]
    s = full_state(driver, 1)[0]
    assert sorted(s.goes[0].tolist()) == [0, 1, 2]
    assert s.goes[1].tolist() == [-1, -1, -1]


def test_the_special_tile_not_taken_and_one_face_down_are_hidden():
    for driver in walk(2, ["special.set=mixed"], seed=8):
        if driver.record.over:
            view, s = view_of(driver, 0)[0], driver.record
            assert view.aside[1].tolist() == [-1, -1, -1]
            assert view.aside[0].tolist() == s.aside[0].tolist()
            assert view.special.tolist() == s.special.tolist()
