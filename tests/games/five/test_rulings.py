"""One test for each numbered ruling of the rules page."""

import pytest

from tests.driver import Driver
from tests.games.five.positions import (
    BLANK,
    LEVEL1,
    blessings,
    chain_cells,
    close_cards,
    last_turn,
    of_type,
    open_card,
    priest_turn,
    put_priests,
)
from tests.games.five.test_build import building
from tests.games.five.test_priests import RED5, board, give

ROW8 = ("RRRRRRRR", *LEVEL1[1:])


def test_TF_1_an_inner_space_without_a_tile_is_no_space():
    driver = give(board(priest_turn(), BLANK), 0, "R2")
    ring = {(r, c) for r in range(8) for c in range(8) if r in (0, 7) or c in (0, 7)}
    named = {tuple(cell) for action in of_type(driver, "bonus") for cell in action["cells"]}
    assert named == ring
    assert driver.state["view"][0][3] == ".######."
    assert driver.state["height"][0][3] == "0------0"


def test_TF_2_every_step_is_played_in_turn_order_from_the_first_player():
    driver = Driver("five", 3)
    for number in range(1, 7):
        for step in ("exchange", "build", "priests"):
            for k in range(3):
                state = driver.state
                seat = (number - 1 + k) % 3
                assert (state["round"], state["step"], state["first"]) == (number, step, (number - 1) % 3)
                assert state["to_move"] == seat
                while not state["over"] and (state["to_move"], state["step"]) == (seat, step):
                    legal = driver.legal()
                    state = driver.act(**({"type": "stop"} if {"type": "stop"} in legal else legal[0]))
    assert driver.state["over"]


def test_TF_3_an_effect_tile_face_up_is_four_empty_spaces():
    driver = building(level=3, hand=("extra",), settings=["special.set=effect"], rows=LEVEL1)
    state = driver.act(type="tile", tile="extra", row=3, col=3, turn=0)
    assert [row[3:5] for row in state["view"][0][3:5]] == ["..", ".."]
    assert [row[3:5] for row in state["height"][0][3:5]] == ["33", "33"]
    assert state["effect"] == ["extra", None]


def test_TF_4_bonus_pieces_are_laid_in_the_own_priest_step_only():
    driver = give(building(hand=("R...",), rows=BLANK), 0, "G2")
    assert not of_type(driver, "bonus")
    driver = give(board(priest_turn(), RED5), 1, "G2")
    assert not of_type(driver, "bonus")
    driver.act(type="stop")
    assert of_type(driver, "bonus")
    driver = give(board(priest_turn(), RED5), 0, "G2")
    driver.act(type="chain", cell=[4, 0])
    assert not of_type(driver, "bonus")


def reuse(driver):
    return driver.arrange(lambda s: s.effect.__setitem__(0, 1))


def test_TF_5_a_chain_used_again_takes_no_new_priest():
    driver = reuse(board(priest_turn(), RED5)).arrange(lambda s: put_priests(s, 0, (4, 1)))
    driver.arrange(lambda s: s.reserve.__setitem__(0, 1))  # one priest in reserve is enough
    assert chain_cells(driver) == {(4, c) for c in range(5)}
    state = driver.act(type="chain", cell=[4, 1])
    assert state["priests"][0] == [[4, 1]]
    assert state["reserve"][0] == 1
    assert state["effect"][0] is None
    assert state["chain"]["length"] == 5
    state = driver.act(type="bless", god="R", cells=list(min(blessings(driver, "R"))))
    assert state["reserve"][0] == 0


def test_TF_6_goals_count_the_cards_awarded_at_the_end():
    driver = last_turn(2, ["variant.ultimate_goal=1"])
    driver.arrange(lambda s: open_card(s, "R", 0, s0=[0]))

    def won(s):
        s.won_card[:3], s.won_by[:3], s.won_n = (1, 2, 3), 0, 3

    driver.arrange(won)
    driver.act(type="stop")
    # 332/4/2, 422/4/2, 4322/6/3 won; 432/5/2 unfinished; four cards of one god: 5
    assert driver.outcome()[1] == [4 + 4 + 6 + 2 + 5, 0]


def test_TF_7_numbers_are_used_in_full_and_the_rest_is_lost():
    driver = board(priest_turn(), ROW8).arrange(lambda s: open_card(s, "R", 3))  # 4322
    driver.act(type="chain", cell=[0, 0])
    state = driver.act(type="bless", god="R", cells=[0, 2])  # 6 of 8
    assert state["chain"] is None
    assert chain_cells(driver) == set()
    row = board(priest_turn(), ("RRR.....", *LEVEL1[1:])).arrange(lambda s: open_card(s, "R", 0))
    row.act(type="chain", cell=[0, 0])
    assert blessings(row, "R") == {(1,), (2,)}  # not a part of the 4


def test_TF_8_the_supreme_god_is_fed_by_any_colour():
    for colour in "RYGB":
        driver = board(priest_turn(), (colour * 4 + "....", *LEVEL1[1:]))
        driver.act(type="chain", cell=[0, 0])
        assert {action["god"] for action in driver.legal()} == {colour, "W"}


def test_TF_9_a_chain_that_grew_stays_barred():
    driver = give(board(priest_turn(), RED5), 0, "R2").arrange(lambda s: put_priests(s, 0, (4, 0)))
    assert chain_cells(driver) == set()
    driver.act(type="bonus", piece="R2", cells=[[4, 5], [4, 6]])
    assert chain_cells(driver) == set()
    assert driver.state["priests"][0] == [[4, 0]]


def private(driver, seat, god, place):
    def change(s):
        s.own_card[seat], s.own_cells[seat] = "RYGBW".index(god) * 20 + place, 0

    return driver.arrange(change)


def test_TF_10_a_full_private_card_is_won_at_once_and_not_replaced():
    driver = private(board(priest_turn(), ROW8), 0, "Y", 1)  # 332
    deck = driver.state["decks"]["Y"]
    driver.act(type="chain", cell=[0, 0])
    assert (0, 1, 2) in blessings(driver, "own")
    state = driver.act(type="bless", god="own", cells=[0, 1, 2])
    assert state["private"] == []
    card = {"god": "Y", "cells": [3, 3, 2], "points": 4, "unfinished": 2, "taken": [None] * 3, "owner": 0}
    assert state["won"][0] == [card]
    assert state["reserve"][0] == 9
    assert state["decks"]["Y"] == deck


def test_TF_10_only_its_owner_may_fill_a_private_card():
    driver = private(board(board(priest_turn(), ROW8), ROW8, seat=1), 1, "Y", 1)
    driver.act(type="chain", cell=[0, 0])
    assert blessings(driver, "own") == set()


def test_TF_11_an_empty_stack_gives_nothing():
    driver = board(priest_turn(2, ["bonus.two=0", "bonus.three=0"]), RED5).arrange(
        lambda s: open_card(s, "R", 0, s1=[0, 1])
    )
    driver.act(type="chain", cell=[4, 0])
    state = driver.act(type="bless", god="R", cells=[2])  # a symbol, and help with a card
    assert state["bonus"] == [[], []]
    assert len(state["won"][1]) == 1


def test_TF_12_priests_on_unfinished_cards_are_not_in_reserve_for_the_tie_break():
    driver = last_turn()

    def change(s):
        open_card(s, "R", 0, s0=[0], s1=[1])  # 2 points for seat 0: the leftmost of the tied
        open_card(s, "Y", 0, s1=[2])  # 2 points for seat 1, who has one priest more on cards

    driver.arrange(change).act(type="stop")
    shares, scores = driver.outcome()
    assert scores == [2, 2]
    assert shares == [1.0, 0.0]


def test_TF_12_unfinished_cards_are_awarded_with_the_bonus_pieces_counted():
    driver = give(last_turn(), 0, "R2", "G3").arrange(lambda s: open_card(s, "W", 8, s0=[4]))
    driver.act(type="stop")
    assert driver.outcome()[1] == [4 + 2, 0]


def test_TF_13_the_side_of_the_goal_is_a_rule_and_no_decision():
    driver = Driver("five", 2, ["variant.ultimate_goal=[1, 2]"])
    assert driver.state["goal"] == [1, 2]
    assert driver.state["phase"] == "exchange"
    driver = give(last_turn(2, ["variant.ultimate_goal=[1, 2]"]), 0, "R2", "R2", "R2")
    driver.act(type="stop")
    assert driver.outcome()[1] == [3 + 3, 3]  # seat 0: three pieces; seat 1: three priests in reserve


def test_TF_14_a_bird_in_the_hand_changes_the_exchange_only():
    driver = Driver("five", 2, ["variant.bird_in_hand=true"])
    steps = {}
    while not driver.record.over:
        state, legal = driver.state, driver.legal()
        steps.setdefault((state["level"], state["step"]), set()).add(state["phase"])
        driver.act(**legal[-1])
    assert {steps[level, "exchange"] == {"bird"} for level in (1, 2)} == {True}
    assert steps[3, "exchange"] == {"choose"}
    assert {steps[level, "build"] == {"build"} for level in (1, 2, 3)} == {True}
    assert all(steps[level, "priests"] <= {"priest", "bless"} for level in (1, 2, 3))


def effect_turn(code, players=2):
    """Seat 1's priest turn on level 3 begins, with an effect laid face up."""
    driver = priest_turn(players, ["special.set=effect"], round_number=6, level=3)
    return driver.arrange(lambda s: s.effect.__setitem__(1, code))


def test_TF_15_extra_and_two_bonus_happen_when_the_turn_begins():
    state = effect_turn(2).act(type="stop")
    assert (state["to_move"], state["chains_allowed"], state["effect"]) == (1, 3, [None, None])
    driver = effect_turn(3)
    coming = driver.state["bonus2_stack"][:2]
    state = driver.act(type="stop")
    assert state["bonus"][1] == sorted(coming)
    assert state["effect"] == [None, None]
    assert state["chains_allowed"] == 2


def test_TF_15_own_card_asks_first():
    driver = effect_turn(4)
    state = driver.act(type="stop")
    assert (state["phase"], state["effect"][1]) == ("own", "own_card")
    assert [action["god"] for action in driver.legal()] == list("RYGBW")
    top = state["decks"]["G"][0]
    state = driver.act(type="own", god="G")
    assert state["private"] == [{**top, "owner": 1}]
    assert len(state["decks"]["G"]) == 8
    assert (state["phase"], state["effect"][1], state["to_move"]) == ("priest", None, 1)


def test_TF_15_a_reuse_counts_as_one_of_the_turns_chains_and_stays_until_used():
    driver = reuse(board(priest_turn(), RED5)).arrange(lambda s: put_priests(s, 0, (4, 1)))
    assert driver.state["effect"][0] == "reuse"
    assert driver.act(type="chain", cell=[4, 4])["chains_used"] == 1
    driver.act(**driver.legal()[0])
    assert chain_cells(driver) == set()  # once only

    driver = reuse(board(priest_turn(), RED5)).arrange(lambda s: put_priests(s, 0, (4, 1)))
    driver.arrange(lambda s: setattr(s, "chains_used", 2))
    assert chain_cells(driver) == set()
    assert driver.act(type="stop")["effect"][0] == "reuse"


def test_TF_15_a_reuse_may_name_a_chain_that_got_its_priest_this_turn():
    driver = reuse(board(priest_turn(), RED5))
    driver.act(type="chain", cell=[4, 0])
    driver.act(type="bless", god="W", cells=list(min(blessings(driver, "W"))))
    assert chain_cells(driver) == {(4, c) for c in range(5)}


def test_TF_16_priests_on_cards_are_no_reserve_for_goals():
    driver = last_turn(2, ["variant.ultimate_goal=2", "priests=4"])
    driver.arrange(lambda s: open_card(s, "R", 2, s0=[1, 2]))  # 422/4/2, seat 0 has two priests left
    driver.act(type="stop")
    assert driver.outcome()[1] == [2, 3]


@pytest.mark.parametrize("priests", [0, 1])
def test_TF_16_private_cards_count_by_their_god(priests):
    driver = private(last_turn(2, ["variant.ultimate_goal=2"]), 0, "B", 0)

    def change(s):
        s.won_card[:3], s.won_by[:3], s.won_n = (0, 20, 40), 0, 3  # 432/5/2 of R, Y and G
        s.own_cells[0] = priests  # without a priest nobody is awarded the card

    driver.arrange(change).act(type="stop")
    assert driver.outcome()[1] == [15 + 3 + priests * (2 + 5), 3]


def test_closed_decks_leave_the_effect_without_a_card():
    driver = effect_turn(4).arrange(close_cards)
    state = driver.act(type="stop")
    assert (state["phase"], state["effect"], state["private"]) == ("priest", [None, None], [])
