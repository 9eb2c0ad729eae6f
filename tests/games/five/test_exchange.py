"""Drawing tiles, sharing them out, and the change of hands."""

import pytest

from tests.driver import Driver
from tests.games.five.positions import of_type

FACES = ["B...", "BB..", "G...", "R.Y.", "RR..", "Y..."]  # in sorted order


def with_hands(players, hands, **header):
    """A game in the exchange of level 1 whose next draws are the given tiles, seat after seat."""
    driver = Driver("five", players, header.pop("settings", ()))
    faces = sorted(face for g in ("single", "double", "quad") for face in driver.values[f"tiles.{g}"])

    def change(s):
        size = len(hands[0])
        s.held[0, :size] = [faces.index(face) for face in hands[0]]
        stack = [faces.index(face) for hand in hands[1:] for face in hand]
        s.tile_stack[s.tile_next : s.tile_next + len(stack)] = stack

    return driver.arrange(change)


def test_the_first_seat_has_drawn_in_the_start_state():
    state = Driver("five", 4).state
    assert [len(held) for held in state["tiles_held"]] == [3, 0, 0, 0]
    assert len(state["tile_stack"]) == 49
    assert (state["round"], state["level"], state["step"], state["first"], state["to_move"]) == (1, 1, "exchange", 0, 0)
    assert state["phase"] == "exchange"


@pytest.mark.parametrize(
    ("hand", "shares"),
    [(["B...", "G...", "Y..."], 6), (["B...", "B...", "Y..."], 3), (["B...", "B...", "B..."], 1)],
)
def test_each_share_once(hand, shares):
    legal = with_hands(3, [hand]).legal()
    assert len(legal) == shares
    assert len({(a["keep"], a["left"], a["right"]) for a in legal}) == shares


def test_tiles_change_hands_when_all_have_decided():
    hands = [["B...", "BB..", "G..."], ["R.Y.", "RR..", "Y..."], ["B...", "B...", "Y..."]]
    driver = with_hands(3, hands)
    state = driver.act(type="share", keep="B...", left="BB..", right="G...")
    assert state["sent"] == [{"keep": ["B..."], "left": ["BB.."], "right": ["G..."]}, None, None]
    assert state["tiles_held"][:2] == hands[:2]  # still what was drawn
    driver.act(type="share", keep="R.Y.", left="RR..", right="Y...")
    state = driver.act(type="share", keep="Y...", left="B...", right="B...")
    # Left of seat s is s + 1: seat 0 keeps B..., gets B... from seat 2's left and Y... from seat 1's right.
    assert state["tiles_held"] == [["B...", "B...", "Y..."], ["B...", "BB..", "R.Y."], ["G...", "RR..", "Y..."]]
    assert state["sent"] == [None, None, None]
    assert (state["step"], state["phase"], state["to_move"]) == ("build", "build", 0)


def test_two_seats_give_two_tiles_to_each_other():
    driver = with_hands(2, [["Y...", "BB..", "G..."], ["R.Y.", "RR..", "RR.."]])
    assert {"type": "share", "keep": "Y...", "left": ["BB..", "G..."]} in driver.legal()
    assert len(driver.legal()) == 3
    state = driver.act(type="share", keep="G...", left=["BB..", "Y..."])
    assert state["sent"][0] == {"keep": ["G..."], "left": ["BB..", "Y..."], "right": []}
    assert len(driver.legal()) == 2
    state = driver.act(type="share", keep="R.Y.", left=["RR..", "RR.."])
    assert state["tiles_held"] == [["G...", "RR..", "RR.."], ["BB..", "R.Y.", "Y..."]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_level_2_gives_one_tile_to_the_left(players):
    driver = Driver("five", players)

    def change(s):
        s.level, s.round_number, s.held_n[0] = 2, 4, 2
        s.held[0, 2] = -1

    driver.arrange(change)
    drawn = []
    for seat in range(players):
        drawn.append(driver.state["tiles_held"][seat])
        assert len(drawn[-1]) == 2
        action = driver.legal()[0]
        assert set(action) == {"type", "keep", "left"}
        driver.act(type="share", keep=drawn[-1][0], left=drawn[-1][1])
    expected = [sorted([drawn[seat][0], drawn[seat - 1][1]]) for seat in range(players)]
    assert driver.state["tiles_held"] == expected


def test_level_3_draws_two_special_tiles_and_takes_one():
    driver = Driver("five", 2, ["special.set=mixed"])

    def change(s):
        s.level, s.round_number, s.phase = 3, 6, 1
        s.held[0] = s.special_stack[0], s.special_stack[1], -1
        s.held_n[0], s.special_next = 2, 2

    driver.arrange(change)
    first, second = driver.state["tiles_held"][0]
    assert {a["tile"] for a in of_type(driver, "take")} == {first, second}
    state = driver.act(type="take", tile=second)
    assert state["tiles_held"][0] == [second]
    assert state["sent"] == [None, None]
    assert (state["phase"], state["to_move"], len(state["tiles_held"][1])) == ("choose", 1, 2)
    assert len(state["special_stack"]) == 4  # the tile not taken is out of the game
    state = driver.act(type="take", tile=driver.state["tiles_held"][1][0])
    assert state["phase"] == "build"


def test_equal_special_tiles_are_one_action():
    driver = Driver("five", 2)

    def change(s):
        s.level, s.round_number, s.phase, s.held_n[0] = 3, 6, 1, 2
        s.held[0] = 64, 64, -1

    assert driver.arrange(change).legal() == [{"type": "take", "tile": "RRRR"}]


def test_bird_in_the_hand_sends_tiles_one_by_one():
    driver = Driver("five", 3, ["variant.bird_in_hand=true"])
    assert [a["to"] for a in driver.legal()] == ["keep", "left", "right"]
    first = driver.state["tiles_held"][0]
    assert len(first) == 1
    assert driver.state["phase"] == "bird"
    assert driver.state["sent"][0] is None
    state = driver.act(type="send", to="right")
    assert state["sent"][0] == {"keep": [], "left": [], "right": first}
    assert state["tiles_held"][0][:1] == first
    assert [a["to"] for a in driver.legal()] == ["keep", "left"]
    second = state["tiles_held"][0][1]
    coming = state["tile_stack"][0]
    state = driver.act(type="send", to="keep")
    # The third tile is drawn and goes by itself; the next seat has drawn its first.
    assert state["sent"][0] == {"keep": [second], "left": [coming], "right": first}
    assert state["tiles_held"][0] == [*first, second, coming]
    assert (state["to_move"], len(state["tiles_held"][1])) == (1, 1)


def test_bird_with_two_seats_has_two_places_to_the_left():
    driver = Driver("five", 2, ["variant.bird_in_hand=true"])
    driver.act(type="send", to="keep")
    assert driver.legal() == [{"type": "send", "to": "left"}]
    state = driver.act(type="send", to="left")
    assert [len(state["sent"][0][place]) for place in ("keep", "left", "right")] == [1, 2, 0]
    assert state["sent"][0]["left"] == sorted(state["sent"][0]["left"])
    driver.act(type="send", to="left")
    state = driver.act(type="send", to="left")  # the kept one goes by itself
    assert state["phase"] == "build"
    assert [len(held) for held in state["tiles_held"]] == [3, 3]


def test_bird_on_level_2_decides_once():
    driver = Driver("five", 4, ["variant.bird_in_hand=true"]).arrange(lambda s: (setattr(s, "level", 2),))
    assert [a["to"] for a in driver.legal()] == ["keep", "left"]
    assert driver.act(type="send", to="left")["to_move"] == 1
