"""Characters, forward moves and chance tokens, by hand-made positions. Track: see `positions`."""

import pytest

from tests.games.lost_temple.altered import ALTERED
from tests.games.lost_temple.positions import called


def test_curse_swaps_past_a_jungle_without_machete_or_token():
    d = called(4, "curse", "shaman", {"shaman": 0, "craftsman": 1}, positions=[17, 20, 0, 0], machetes=[1, 0, 0, 0],
               tokens={17: "gain_gems", 20: "gain_gems"}, gems=[0] * 4)  # fmt: skip
    state = d.act(type="curse", character="craftsman")
    assert state["positions"][:2] == [20, 17] and state["machetes"][:2] == [1, 1]
    assert state["gems"] == [0, 1, 0, 0] and d.record.revealed.sum() == 0
    assert d.record.spaces_of[0, 0] == 3 and d.record.curses_hit[0] == 1 and d.record.times_cursed[1] == 1


def test_curse_on_a_card_nobody_chose_does_nothing():
    d = called(4, "curse", "shaman", {"shaman": 0, "craftsman": 1}, positions=[1, 9, 0, 0])
    state = d.act(type="curse", character="priest")
    assert state["positions"][:2] == [1, 9] and state["cursed"] == "priest" and state["cursed_by"] == 0


def test_robbery_comes_before_the_income():
    d = called(4, "rob", "thief", {"thief": 0, "scout": 1}, positions=[1, 5, 0, 0], gems=[1, 5, 0, 0])
    assert d.act(type="rob", character="scout")["phase"] == "step"
    state = d.act(type="move", spaces=1)
    assert state["gems"][:2] == [6, 1] and state["called"] == "scout"
    assert [a["spaces"] for a in d.legal()] == [0, 1]
    assert d.record.gems_robbed[0] == 5 and d.record.times_robbed[1] == 1


def test_curse_robbery_and_income_in_this_order():
    d = called(4, "curse", "shaman", {"shaman": 3, "thief": 0, "canoe": 1}, positions=[9, 12, 0, 5], gems=[0, 5, 0, 0])
    d.act(type="curse", character="canoe")
    d.act(type="rob", character="canoe")
    state = d.act(type="move", spaces=1)
    # Seat 1 is swapped to 5, robbed of 5 gems, gets 1 and paddles 2 spaces.
    assert state["positions"] == [10, 7, 0, 12] and state["gems"] == [6, 0, 0, 0]


def test_thief_and_seer_may_step_one_or_two():
    d = called(4, "step", "thief", {"thief": 0}, positions=[1, 5, 0, 0])
    assert d.legal() == [{"type": "move", "spaces": 1}, {"type": "move", "spaces": 2}]
    assert d.act(type="move", spaces=2)["positions"][0] == 3


def test_seer_looks_at_any_two_tokens():
    d = called(6, "look", "seer", {"seer": 0}, positions=[1, 5, 0, 0, 0, 0])
    assert len(d.legal()) == 8 * 7 // 2
    assert {"type": "look", "spaces": [11, 33]} in d.legal()


@pytest.mark.parametrize(("track", "phase"), [("..C.C.T", "look"), ("..C...T", "step"), ("..C...C", "step")])
def test_seer_needs_two_tokens(track, phase):
    settings = [f"track.part_one={track}"]
    d = called(6, "curse", "shaman", {"shaman": 0, "seer": 1}, settings, positions=[1, 5, 0, 0, 0, 0])
    assert d.act(type="curse", character="child")["phase"] == phase


def test_priest_moves_to_the_next_temple():
    d = called(4, "pay", "priest", {"priest": 0}, positions=[16, 5, 0, 0], gems=[3, 0, 0, 0], machetes=[1, 0, 0, 0])
    assert d.legal() == [{"type": "pay"}, {"type": "stay"}]
    state = d.act(type="pay")  # from the temple at 16 through the jungle at 18 to the temple at 22
    assert state["positions"][0] == 22 and state["gems"][0] == 1 and state["machetes"][0] == 0
    assert state["machete_supply"] == 8 and d.record.machetes_used[0] == 1


def test_elder_moves_to_the_next_village_or_stays():
    d = called(4, "pay", "elder", {"elder": 0}, positions=[13, 5, 0, 0], gems=[2, 0, 0, 0], machetes=[1, 0, 0, 0])
    assert d.act(type="pay")["positions"][0] == 19
    d = called(4, "pay", "elder", {"elder": 0}, positions=[13, 5, 0, 0], gems=[2, 0, 0, 0])
    state = d.act(type="stay")
    assert state["positions"][0] == 13 and state["gems"][0] == 2


@pytest.mark.parametrize(
    ("character", "position", "gems", "asked"),
    [("priest", 9, 1, True), ("priest", 9, 0, False), ("priest", 47, 1, True), ("elder", 9, 0, False),
     ("elder", 44, 1, True), ("elder", 45, 9, False)],
)  # fmt: skip
def test_who_is_asked_to_pay(character, position, gems, asked):
    # The income of one gem comes first; the last village is at 45.
    d = called(4, "curse", "shaman", {"shaman": 1, character: 0}, positions=[position, 1, 0, 0], gems=[gems, 0, 0, 0])
    state = d.act(type="curse", character="child")
    assert state["phase"] == ("pay" if asked else "draft")
    assert state["gems"][0] == gems + 1


def test_scout_pays_before_moving_and_not_beyond_the_end():
    d = called(
        4, "scout", "scout", {"scout": 0}, ["scout.spaces_per_gem=2"], positions=[43, 1, 0, 0], gems=[9, 0, 0, 0]
    )
    assert [a["spaces"] for a in d.legal()] == [0, 2, 4, 6]
    state = d.act(type="move", spaces=6)
    assert state["winner"] == 0 and state["positions"][0] == 48 and state["gems"][0] == 6


@pytest.mark.parametrize(("gems", "end"), [(2, 6), (10, 20), (14, 20)])
def test_canoe_pays_all_and_moves_twice_as_far_at_most_20(gems, end):
    # Income makes 3, 11 and 15 gems; from space 0 with machetes enough.
    d = called(4, "scout", "scout", {"scout": 1, "canoe": 0}, positions=[0, 1, 0, 0], gems=[gems, 0, 0, 0],
               machetes=[2, 0, 0, 0], tokens={20: "lose_machete"}, reserve=["lose_machete"] * 6)  # fmt: skip
    state = d.act(type="move", spaces=0)
    assert state["positions"][0] == end and state["gems"][0] == 0 and state["gem_supply"] == 50


def test_child_on_a_shared_space_catches_the_next_one_ahead():
    d = called(4, "scout", "scout", {"scout": 1, "child": 0}, positions=[5, 5, 12, 9], gems=[0] * 4)
    assert d.act(type="move", spaces=0)["positions"] == [9, 5, 12, 9]


def test_child_in_front_stays_and_reveals_nothing():
    d = called(
        4, "scout", "scout", {"scout": 1, "child": 0}, positions=[11, 5, 11, 9], gems=[0] * 4, tokens={11: "gain_gems"}
    )
    state = d.act(type="move", spaces=0)
    assert state["positions"] == [11, 5, 11, 9] and state["gems"][0] == 1


def test_child_is_stopped_by_jungle():
    d = called(4, "scout", "scout", {"scout": 1, "child": 0}, positions=[15, 5, 22, 9])
    assert d.act(type="move", spaces=0)["positions"][0] == 18


@pytest.mark.parametrize(
    ("start", "machetes", "end", "left"),
    [(17, 0, 18, 0), (17, 1, 19, 0), (16, 0, 18, 0), (16, 1, 18, 1), (18, 0, 20, 0), (18, 1, 20, 1)],
)
def test_jungle_costs_a_machete_only_on_the_way(start, machetes, end, left):
    d = called(4, "step", "thief", {"thief": 0}, positions=[start, 1, 0, 0], machetes=[machetes, 0, 0, 0],
               tokens={20: "pay_gems"})  # fmt: skip
    state = d.act(type="move", spaces=2)
    assert state["positions"][0] == end and state["machetes"][0] == left


def test_two_jungles_in_a_row():
    settings = ["track.part_one=.JJ..", "track.part_two=...T"]  # jungle at 10 and 11
    for machetes, end in ((0, 10), (1, 11), (2, 12)):
        d = called(4, "scout", "scout", {"scout": 0}, settings, positions=[9, 1, 0, 0], gems=[3, 0, 0, 0],
                   machetes=[machetes, 0, 0, 0])  # fmt: skip
        assert d.act(type="move", spaces=3)["positions"][0] == end


TOKEN_CASES = [
    # token, gems and machetes before, supply of gems and machetes, then position, gems and machetes after
    ("gain_gems", 1, 0, 49, 8, 11, 5, 0),
    ("gain_gems", 1, 0, 3, 8, 11, 4, 0),
    ("pay_gems", 5, 0, 45, 8, 11, 3, 0),
    ("pay_gems", 1, 0, 49, 8, 11, 0, 0),
    ("gain_machete", 1, 0, 49, 8, 11, 1, 1),
    ("gain_machete", 1, 0, 49, 0, 11, 1, 0),
    ("lose_machete", 1, 2, 49, 6, 11, 1, 1),
    ("lose_machete", 1, 0, 49, 8, 11, 1, 0),
    ("back", 1, 0, 49, 8, 9, 1, 0),
    ("forward", 1, 0, 49, 8, 14, 1, 0),
    ("idol", 1, 0, 49, 8, 11, 1, 0),
]


@pytest.mark.parametrize("case", TOKEN_CASES)
def test_token_effects(case):
    token, gems, machetes, gem_supply, machete_supply, position, gems_after, machetes_after = case
    d = called(4, "step", "thief", {"thief": 0}, ["chance.chain=false"], positions=[9, 1, 0, 0], gems=[gems, 0, 0, 0],
               machetes=[machetes, 0, 0, 0], tokens={11: token}, reserve=["pay_gems"])  # fmt: skip
    d.record.gem_supply, d.record.machete_supply = gem_supply, machete_supply
    state = d.act(type="move", spaces=2)
    assert (state["positions"][0], state["gems"][0], state["machetes"][0]) == (position, gems_after, machetes_after)
    assert state["gem_supply"] == gems + gem_supply - gems_after
    assert state["machete_supply"] == machetes + machete_supply - machetes_after
    assert state["chance"]["11"] == "pay_gems" and token in state["reserve"]
    assert (state["idol"] == 0) == (token == "idol")  # otherwise seat 2 or 3, the hindmost


def test_a_token_may_move_back_to_the_start_but_not_beyond():
    d = called(4, "step", "thief", {"thief": 0}, ["tokens.back.amount=30"], positions=[9, 1, 0, 0], tokens={11: "back"})
    assert d.act(type="move", spaces=2)["positions"][0] == 0


def test_moving_back_ignores_jungle():
    d = called(4, "step", "thief", {"thief": 0}, positions=[18, 1, 0, 0], tokens={20: "back"})
    assert d.act(type="move", spaces=2)["positions"][0] == 18
    d = called(4, "step", "thief", {"thief": 0}, ["tokens.back.amount=4"], positions=[18, 1, 0, 0], tokens={20: "back"})
    assert d.act(type="move", spaces=2)["positions"][0] == 16


def test_a_forward_token_meets_jungle_and_the_end():
    d = called(4, "step", "thief", {"thief": 0}, positions=[15, 1, 0, 0], tokens={17: "forward"})
    assert d.act(type="move", spaces=2)["positions"][0] == 18
    d = called(4, "step", "thief", {"thief": 0}, positions=[44, 1, 0, 0], tokens={46: "forward"})
    state = d.act(type="move", spaces=2)
    assert state["winner"] == 0 and state["positions"][0] == 48 and d.outcome() == ([1.0, 0, 0, 0], [48.0, 1, 0, 0])


def test_token_chain_by_hand():
    d = called(4, "step", "thief", {"thief": 0}, positions=[9, 1, 0, 0], gems=[0] * 4,
               tokens={11: "forward", 14: "forward", 17: "forward"})  # fmt: skip
    state = d.act(type="move", spaces=2)  # 11 -> 14 -> 17 -> stopped by the jungle at 18
    assert state["positions"][0] == 18 and list(d.record.revealed[0]) == [0, 0, 0, 0, 0, 3, 0]


def test_empty_reserve_keeps_the_token_known_to_all():
    d = called(4, "step", "thief", {"thief": 0}, ALTERED["tokens stay"], positions=[9, 1, 0, 0],
               gems=[0] * 4, tokens={11: "gain_gems"})  # fmt: skip
    state = d.act(type="move", spaces=2)
    assert state["reserve"] == [] and state["chance"]["11"] == "gain_gems" and state["known"] == [[11]] * 4
    assert state["gems"][0] == 4


def test_a_revealed_token_is_forgotten_when_replaced():
    d = called(4, "step", "thief", {"thief": 0}, positions=[9, 1, 0, 0], tokens={11: "pay_gems"})
    d.record.known[:2] = 15
    assert d.act(type="move", spaces=2)["known"] == [[14]] * 4


def test_the_end_depends_on_the_number_of_players():
    for players, wins in ((5, False), (6, True)):
        d = called(players, "step", "thief", {"thief": 0}, positions=[34] + [1] * (players - 1))
        d.act(type="move", spaces=2)
        assert bool(d.record.over) == wins
        assert d.record.position[0] == (35 if wins else 36)


def test_thirds_are_taken_when_the_first_meeple_gets_there():
    # A third of 48 is 16, two thirds are 32.
    d = called(4, "scout", "scout", {"scout": 0}, positions=[14, 3, 9, 2], gems=[2, 0, 0, 0])
    d.act(type="move", spaces=2)
    assert d.record.thirds == 1 and list(d.record.third_position[:4, 0]) == [16, 3, 9, 2]
