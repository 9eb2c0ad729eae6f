"""The end of the game: points by source, ties, goals."""

import pytest

from tests.games.five.positions import LEVEL1, last_turn, open_card, paint, priest_turn
from tests.games.five.test_priests import give


def won(driver, *cards):
    """Cards won, each (seat, god, place)."""

    def change(s):
        for seat, god, place in cards:
            s.won_card[s.won_n], s.won_by[s.won_n] = "RYGBW".index(god) * 20 + place, seat
            s.won_n += 1

    return driver.arrange(change)


def test_the_last_stop_ends_the_game():
    driver = last_turn(3)
    state = driver.act(type="stop")
    assert state["over"]
    assert (state["to_move"], state["phase"]) == (None, None)
    assert (state["level"], state["round"], state["step"], state["first"]) == (3, 6, "priests", 0)


def test_points_by_source():
    driver = won(last_turn(3), (0, "R", 0), (0, "W", 8), (1, "G", 4))  # 432/5/2, 44322/9/4, 3322/5/2
    give(driver, 1, "R2", "B3")
    driver.arrange(lambda s: open_card(s, "Y", 3, s2=[1, 2], s0=[0]))  # 4322/6/3
    driver.act(type="stop")
    assert driver.outcome() == ([1.0, 0.0, 0.0], [5 + 9, 5 + 2, 3])


def test_an_unfinished_card_without_priests_goes_to_nobody():
    driver = last_turn().arrange(lambda s: open_card(s, "Y", 3))
    driver.act(type="stop")
    assert driver.outcome()[1] == [0, 0]
    assert driver.state["open"]["Y"]["taken"] == [None] * 4


def test_a_tie_goes_to_the_larger_reserve_then_is_shared():
    driver = won(last_turn(3), (0, "R", 0), (1, "Y", 0))
    driver.act(type="stop")
    assert driver.outcome()[0] == [0.5, 0.5, 0.0]
    driver.arrange(lambda s: s.reserve.__setitem__(1, 9))
    assert driver.outcome()[0] == [1.0, 0.0, 0.0]


def test_the_points_of_a_piece_left_over_are_a_rule():
    driver = give(last_turn(2, ["score.bonus_left=3"]), 1, "R2", "R3")
    driver.act(type="stop")
    assert driver.outcome()[1] == [0, 6]


ROW12 = ("RRRRRRRR", "RRRR....", *LEVEL1[2:])


@pytest.mark.parametrize(("rows", "points"), [(ROW12, 4), (("RRRRRRRR", "RRR.....", *LEVEL1[2:]), 0)])
def test_goal_of_a_chain_of_twelve(rows, points):
    driver = last_turn(2, ["variant.ultimate_goal=1"]).arrange(lambda s: paint(s, 0, rows))
    driver.act(type="stop")
    assert driver.outcome()[1] == [points, 0]


FOURS = ("RRRRYYYY", "BBBBGGGG", *LEVEL1[2:])


@pytest.mark.parametrize(("rows", "points"), [(FOURS, 3 + 4), (("RRRRYYYY", "BBBBGGG.", *LEVEL1[2:]), 3)])
def test_goal_of_a_chain_of_four_in_each_colour(rows, points):
    driver = last_turn(2, ["variant.ultimate_goal=2"]).arrange(lambda s: paint(s, 0, rows))
    driver.act(type="stop")
    assert driver.outcome()[1] == [points, 3]


def test_goal_of_three_pieces_and_of_three_priests():
    for side, pieces, expected in ((1, 3, 3 + 3), (1, 2, 2), (2, 0, 3)):
        driver = give(last_turn(2, [f"variant.ultimate_goal=[{side}, 1]"]), 0, *["G2"] * pieces)
        driver.act(type="stop")
        assert driver.outcome()[1] == [expected, 0]
    driver = last_turn(2, ["variant.ultimate_goal=2"]).arrange(lambda s: s.reserve.__setitem__(0, 2))
    driver.act(type="stop")
    assert driver.outcome()[1] == [0, 3]


def test_goal_of_four_cards_of_one_god_leaves_the_supreme_god_out():
    for god, bonus in (("B", 5), ("W", 0)):
        cards = [(0, god, place) for place in range(4)]  # 432, 332, 422, 4322
        driver = won(last_turn(2, ["variant.ultimate_goal=1"]), *cards)
        driver.act(type="stop")
        base = 5 + 4 + 4 + 6 + (4 if god == "W" else 0)
        assert driver.outcome()[1] == [base + bonus, 0]


def test_goal_of_a_card_of_each_god():
    driver = won(last_turn(2, ["variant.ultimate_goal=2"]), *[(0, god, 1) for god in "RYGB"])
    driver.act(type="stop")
    assert driver.outcome()[1] == [4 * 4 + 3 + 5, 3]


def test_without_the_variant_goals_earn_nothing():
    driver = won(last_turn(), *[(0, god, 1) for god in "RYGB"]).arrange(lambda s: paint(s, 0, ROW12))
    driver.act(type="stop")
    assert driver.outcome()[1] == [16, 0]


def test_fewer_levels_end_sooner():
    driver = priest_turn(2, ["level3.rounds=0"], round_number=5, level=2)
    driver.act(type="stop")
    assert driver.act(type="stop")["over"]
    driver = priest_turn(2, ["level2.rounds=0", "level3.rounds=0"], round_number=3, level=1)
    driver.act(type="stop")
    state = driver.act(type="stop")
    assert state["over"]
    assert (state["round"], state["level"]) == (3, 1)
