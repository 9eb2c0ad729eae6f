"""What policies may ask of a view."""

import numpy as np

from temple_sim.games.five.bits import bit
from temple_sim.games.five.cards import chain_need, leader_with
from temple_sim.games.five.legal import usable_spaces
from temple_sim.games.five.pyramid import chain_at, colour_at, longest_chain, tile_mask
from tests.games.five.positions import LEVEL1, open_card, paint, priest_turn

ROWS = ("RR......", ".R..YYY.", "..R...Y.", *LEVEL1[3:])


def mask(*cells):
    return sum(1 << (8 * r + c) for r, c in cells)


def test_the_chain_through_a_space():
    s = priest_turn().arrange(lambda s: paint(s, 0, ROWS)).record
    assert int(chain_at(s, 0, 1)) == mask((0, 0), (0, 1), (1, 1))
    assert int(chain_at(s, 0, 8 * 2 + 2)) == mask((2, 2))
    assert int(chain_at(s, 0, 63)) == 0
    assert [colour_at(s, 0, space) for space in (0, 12, 63)] == [0, 1, -1]
    assert longest_chain(s, 0) == 4


def test_who_would_lead_on_a_card():
    s = priest_turn(3).arrange(lambda s: open_card(s, "G", 7, s1=[2], s2=[1])).record  # 43322
    assert leader_with(s, 0, 0, 0) == -1
    assert leader_with(s, 2, 0, 0) == 2  # one each: the leftmost
    assert leader_with(s, 2, 0, 0b00001) == 0
    assert leader_with(s, 2, 0, 0b11000) == 0
    assert leader_with(s, 2, 0, 0b10000) == 2


def test_what_a_chain_needs():
    driver = priest_turn().arrange(lambda s: paint(s, 0, ROWS))
    driver.arrange(lambda s: open_card(s, "R", 0, s1=[1, 2])).arrange(lambda s: open_card(s, "W", 1, s1=[2]))
    assert chain_need(driver.record, driver.rules, 0, 0) == 3  # 4 on its god's card, 3 on the supreme god's
    expected = mask((0, 0), (0, 1), (1, 1), (1, 4), (1, 5), (1, 6), (2, 6))
    assert int(usable_spaces(driver.record, driver.rules, 0)) == expected


def test_the_spaces_a_turned_tile_gives():
    rules = priest_turn().rules
    faces = sorted(["R...", "RY..", "R.Y.", "RRYY"])
    codes = {face: code for code, face in enumerate(_all_faces())}
    for face in faces:
        for turn in range(4):
            turned = [face[(corner - turn) % 4] for corner in range(4)]
            places = dict(zip(((3, 5), (3, 6), (4, 6), (4, 5)), turned, strict=True))
            for colour, name in enumerate("RYGB"):
                expected = mask(*(cell for cell, symbol in places.items() if symbol == name))
                assert int(tile_mask(rules, codes[face], turn, 29, colour)) == expected
    assert int(bit(np.int64(63))) == 1 << 63


def _all_faces():
    values = priest_turn().values
    return sorted(face for group in ("single", "double", "quad") for face in values[f"tiles.{group}"])
