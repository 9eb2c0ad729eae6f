"""The priest turn: chains, blessings, bonus pieces; the rulebook's worked examples."""

import pytest

from tests.games.five.positions import (
    LEVEL1,
    blessings,
    chain_cells,
    close_cards,
    of_type,
    open_card,
    paint,
    priest_turn,
    put_priests,
)

BLUE9 = ("BBBB....", "...B....", "...BB...", "....BB..", *LEVEL1[4:])
RED5 = (*LEVEL1[:4], "RRRRR...", *LEVEL1[5:])


def board(driver, rows, seat=0, heights=()):
    return driver.arrange(lambda s: paint(s, seat, rows, heights))


def give(driver, seat, *pieces):
    def change(s):
        for name in pieces:
            s.pieces[seat, 4 * (int(name[1]) - 2) + "RYGB".index(name[0])] += 1
            s.piece_n[seat, int(name[1]) - 2] += 1

    return driver.arrange(change)


def test_worked_example_chain_of_nine_on_the_supreme_card():
    # A blue chain of 9 may fill 4, 3 and 2, or 4 and 4, but not 4, 4 and 3.
    driver = board(priest_turn(), BLUE9)
    driver.arrange(lambda s: open_card(s, "W", 8))  # 44322
    state = driver.act(type="chain", cell=[0, 0])
    assert state["chain"] == {"cell": [0, 0], "colour": "B", "length": 9}
    assert state["phase"] == "bless"
    supreme = blessings(driver, "W")
    assert {(0, 2, 3), (0, 1), (2, 3, 4), (4,)} <= supreme
    assert (0, 1, 2) not in supreme
    assert all(sum((4, 4, 3, 2, 2)[cell] for cell in cells) <= 9 for cells in supreme)
    state = driver.act(type="bless", god="W", cells=[0, 2, 3])
    assert state["open"]["W"]["taken"] == [0, None, 0, 0, None]
    assert state["reserve"][0] == 10 - 1 - 3
    assert state["chain"] is None
    assert (state["phase"], state["chains_used"]) == ("priest", 1)


def test_worked_example_chain_of_five_fills_three_and_two_or_two_and_two_or_four():
    driver = board(priest_turn(), RED5)
    driver.arrange(lambda s: open_card(s, "R", 8)).act(type="chain", cell=[4, 2])
    assert {(2, 3), (2, 4), (3, 4), (0,), (1,)} <= blessings(driver, "R")
    assert (0, 2) not in blessings(driver, "R")


def test_worked_example_three_way_tie_goes_to_the_leftmost():
    driver = board(priest_turn(3), RED5)
    driver.arrange(lambda s: open_card(s, "R", 0, s1=[1], s2=[2]))  # 432: seat 0 fills the last free cell, the leftmost
    driver.act(type="chain", cell=[4, 0])
    state = driver.act(type="bless", god="R", cells=[0])
    assert [len(won) for won in state["won"]] == [1, 0, 0]
    card = {"god": "R", "cells": [4, 3, 2], "points": 5, "unfinished": 2, "taken": [None] * 3, "owner": None}
    assert state["won"][0] == [card]
    assert state["reserve"] == [9, 10, 10]  # all priests on the card return; the one on the chain stays


def test_worked_example_last_cell_with_two_bonus_pieces():
    # Seat 0 fills the last cell, which bears the two-space symbol, and another seat wins: two pieces.
    rows = (*LEVEL1[:4], "YYYYY...", *LEVEL1[5:])
    driver = board(priest_turn(), rows).arrange(lambda s: open_card(s, "Y", 0, s1=[0, 1]))
    expected = driver.state["bonus2_stack"][:2]
    driver.act(type="chain", cell=[4, 0])
    state = driver.act(type="bless", god="Y", cells=[2])
    assert [len(won) for won in state["won"]] == [0, 1]
    assert state["bonus"][0] == sorted(expected)


def test_worked_example_a_cell_of_four_earns_a_three_space_piece():
    driver = board(priest_turn(), RED5).arrange(lambda s: open_card(s, "R", 0))
    expected = driver.state["bonus3_stack"][0]
    driver.act(type="chain", cell=[4, 0])
    assert driver.act(type="bless", god="R", cells=[0])["bonus"][0] == [expected]


def test_worked_example_two_cells_earn_no_piece():
    driver = board(priest_turn(), RED5).arrange(lambda s: open_card(s, "R", 0))
    driver.act(type="chain", cell=[4, 0])
    assert driver.act(type="bless", god="R", cells=[1, 2])["bonus"][0] == []


@pytest.mark.parametrize(("holder", "winner"), [([0, 1], 1), ([0], 0)])
def test_the_majority_wins_a_full_card(holder, winner):
    rows = (*LEVEL1[:3], "RRRRRRR.", "R.......", *LEVEL1[5:])
    driver = board(priest_turn(), rows).arrange(lambda s: open_card(s, "R", 0, s1=holder))
    driver.act(type="chain", cell=[3, 0])
    state = driver.act(type="bless", god="R", cells=[cell for cell in range(3) if cell not in holder])
    assert len(state["won"][winner]) == 1


def test_the_next_card_opens_and_an_empty_deck_opens_none():
    driver = board(priest_turn(), RED5).arrange(lambda s: open_card(s, "R", 1, s0=[0, 1]))  # 332
    following = driver.state["decks"]["R"][0]
    driver.act(type="chain", cell=[4, 0])
    state = driver.act(type="bless", god="R", cells=[2])
    assert state["open"]["R"] == following

    driver = board(priest_turn(), RED5)
    driver.arrange(close_cards).arrange(lambda s: open_card(s, "R", 1, s0=[0, 1]))
    driver.act(type="chain", cell=[4, 0])
    assert driver.act(type="bless", god="R", cells=[2])["open"]["R"] is None


def test_a_chain_is_orthogonal_and_of_one_colour():
    rows = ("R.......", "RR......", "..R.....", "..RYY...", *LEVEL1[4:])
    driver = board(priest_turn(), rows)
    driver.arrange(lambda s: [open_card(s, god, 1) for god in "RYGB"] and open_card(s, "W", 1))  # 332: need 2
    assert chain_cells(driver) == {(0, 0), (1, 0), (1, 1), (2, 2), (3, 2), (3, 3), (3, 4)}
    assert driver.act(type="chain", cell=[1, 1])["chain"]["length"] == 3


def test_a_chain_runs_over_levels_and_the_border():
    rows = ("..G.....", "..G.....", "..GG....", "...G....", *LEVEL1[4:])
    heights = ("0" * 8, "01111110", "01222210", "01233210", "01233210", "01222210", "01111110", "0" * 8)
    driver = board(priest_turn(), rows, heights=heights)
    assert driver.act(type="chain", cell=[0, 2])["chain"]["length"] == 5


def test_a_chain_with_an_own_priest_is_barred():
    driver = board(priest_turn(), RED5).arrange(lambda s: put_priests(s, 0, (4, 1)))
    assert chain_cells(driver) == set()


@pytest.mark.parametrize(
    ("level", "settings", "heights", "expected"),
    [
        (1, [], "1111", [False, True, True]),  # level 2 will cover columns 2 and 3
        (2, [], "1111", [False, True, True]),  # its slot is still free
        (2, [], "1221", [False, False, True]),  # level 3 will cover column 3
        (3, [], "1231", [False, False, False]),
        (1, ["level2.rounds=0", "level3.rounds=0"], "1111", [False, False, False]),
    ],
)
def test_where_a_priest_can_still_be_covered(level, settings, heights, expected):
    rows = (*LEVEL1[:3], ".RRR....", *LEVEL1[4:])
    grid = ["0" * 8, *["01111110"] * 6, "0" * 8]
    grid[3] = "0" + heights + "110"  # of row 3 from column 1 on
    for col, covered in zip((1, 2, 3), expected, strict=True):
        driver = board(priest_turn(2, settings, level=level), rows, heights=grid)
        driver.act(type="chain", cell=[3, col])
        assert bool(driver.record.coverable[0]) == covered


def test_two_chains_a_turn():
    rows = ("RRRR....", "........", "YYYY....", "........", "GGGG....", *LEVEL1[5:])
    driver = board(priest_turn(), rows)
    driver.act(type="chain", cell=[0, 0])
    driver.act(type="bless", god="R", cells=[driver.legal()[0]["cells"][0]])
    assert chain_cells(driver) == {(r, c) for r in (2, 4) for c in range(4)}
    driver.act(type="chain", cell=[2, 0])
    state = driver.act(type="bless", god="Y", cells=[driver.legal()[0]["cells"][0]])
    assert state["chains_used"] == state["chains_allowed"] == 2
    assert chain_cells(driver) == set()
    assert {"type": "stop"} in driver.legal()


def test_a_chain_needs_two_priests_and_a_cell_it_can_fill():
    driver = board(priest_turn(), RED5).arrange(lambda s: s.reserve.__setitem__(0, 1))
    assert chain_cells(driver) == set()
    driver.arrange(lambda s: s.reserve.__setitem__(0, 2))
    assert chain_cells(driver) == {(4, c) for c in range(5)}
    driver.act(type="chain", cell=[4, 0])
    assert all(len(cells) == 1 for cells in blessings(driver, "R") | blessings(driver, "W"))

    short = board(priest_turn(), ("RR......", *LEVEL1[1:])).arrange(close_cards)
    short.arrange(lambda s: open_card(s, "R", 1, s1=[2]))  # 332 with its 2 filled: nothing for a chain of 2
    assert chain_cells(short) == set()
    short.arrange(lambda s: open_card(s, "W", 1))
    assert chain_cells(short) == {(0, 0), (0, 1)}


def test_bonus_pieces_lie_straight_on_empty_spaces_of_one_level():
    heights = ("0" * 8, "01111110", "01222210", "01222210", "01222210", "01222210", "01111110", "0" * 8)
    driver = give(board(priest_turn(), LEVEL1, heights=heights), 0, "R2", "B3")
    pieces = of_type(driver, "bonus")
    height = driver.state["height"][0]
    for action in pieces:
        cells = [tuple(cell) for cell in action["cells"]]
        assert len({height[r][c] for r, c in cells}) == 1
        assert len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1
        assert len(cells) == int(action["piece"][1])
        assert cells == sorted(cells)
    # Border ring 28; ring of level 1 inside it 20; 4 x 4 of level 2: 24.
    assert sum(a["piece"] == "R2" for a in pieces) == 28 + 20 + 24
    assert sum(a["piece"] == "B3" for a in pieces) == 24 + 16 + 16


def test_a_bonus_piece_extends_a_chain_and_keeps_the_level():
    driver = give(board(priest_turn(), RED5), 0, "R3")
    state = driver.act(type="bonus", piece="R3", cells=[[1, 4], [2, 4], [3, 4]])
    assert state["bonus"][0] == []
    assert state["view"][0][1:5] == ["....R...", "....R...", "....R...", "RRRRR..."]
    assert state["height"][0][3] == "01111110"
    assert driver.act(type="chain", cell=[1, 4])["chain"]["length"] == 8


def test_equal_pieces_are_one_action():
    one, two = (give(priest_turn(), 0, *names) for names in (["G2"], ["G2", "G2"]))
    assert len(of_type(one, "bonus")) == len(of_type(two, "bonus"))


def test_stop_passes_on():
    driver = priest_turn(3)
    state = driver.act(type="stop")
    assert (state["to_move"], state["phase"], state["chains_used"]) == (1, "priest", 0)
    driver.act(type="stop")
    state = driver.act(type="stop")
    assert (state["round"], state["first"], state["to_move"], state["step"]) == (2, 1, 1, "exchange")
    assert len(state["tiles_held"][1]) == 3
