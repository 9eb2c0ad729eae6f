"""The numbered rulings of Temple Raider, one test each, named after them."""

import pytest

from temple_sim.core.errors import UserError
from tests.driver import Driver, game_by_name
from tests.games.raider.positions import TOP, at_pick, at_use, card, of_type, relic, set_cards, wild

BOTH = "white1 white2"
STOP = {"type": "stop"}


def test_RD_1_two_lava_dice_erupt_before_they_are_used():
    # white1 shows lava with 1 and 4, white2 with 2 and 5. Column 2 has lava on steps 2 and 3.
    driver = at_pick((1, 5, 1), relics={1: [[2, 2], [5, 0]]})
    state = driver.act(type="pick", dice=["white1", "white2"])
    assert (state["phase"], state["to_move"], state["pending"], state["used_any"]) == ("erupt", 0, ["erupt"], False)
    assert driver.legal() == [{"type": "erupt", "seat": 1, "column": 2, "step": 2}, STOP]
    state = driver.act(type="erupt", seat=1, column=2, step=2)
    assert (state["phase"], state["relics"][1], state["pending"]) == ("use", [[2, 1], [5, 0]], [])


def test_RD_1_may_be_declined_and_needs_lava_on_both_dice():
    driver = at_pick((1, 5, 1), relics={1: [[2, 2], [5, 0]]})
    driver.act(type="pick", dice=["white1", "white2"])
    state = driver.act(type="stop")
    assert (state["phase"], state["relics"][1]) == ("use", [[2, 2], [5, 0]])
    other = at_pick((1, 6, 1), relics={1: [[2, 2], [5, 0]]})
    assert other.act(type="pick", dice=["white1", "white2"])["phase"] == "use"


def test_RD_1_only_the_active_seat_erupts():
    driver = at_pick((6, 6, 3), relics={0: [[2, 2], [5, 0]]})
    driver.act(type="pick", dice=["white1", "white2"])
    driver.act(type="stop")
    state = driver.act(type="pick", dice=["white3"])  # lava, but a single die
    assert state["phase"] == "use"


def test_RD_2_a_mirror_copies_no_mirror():
    deck = (
        'cards.deck=[{number = 5, name = "mirror", effects = ["copy"]},'
        ' {number = 5, name = "twin", effects = ["copy"]}, {number = 9, name = "rope", effects = ["any"]}]'
    )
    driver = at_use((5, 5, 1), [deck], board=["mirror", "twin", None])
    assert of_type(driver.legal(), "card") == []
    set_cards(driver, 0, ["mirror", "twin", "rope"])
    assert of_type(driver.legal(), "card") == [card(d, slot) for d in ("white1", "white2") for slot in (0, 1)]
    state = driver.act(**card("white1", 0))
    assert (state["phase"], state["in_play"], state["pending"]) == ("copy", 0, ["copy"])
    assert driver.legal() == [{"type": "copy", "slot": 2}]
    state = driver.act(type="copy", slot=2)
    assert (state["phase"], state["pending"], state["board"][0]) == ("any", ["any"], ["mirror", "twin", "rope"])
    state = driver.act(type="any", column=1, step=0)
    assert state["board"][0] == [None, "twin", "rope"]
    assert state["discard"][0] == ["mirror"]


def test_RD_3_a_resupply_is_one_per_visit_and_only_instead_of_dice():
    driver = at_use((1, 2, 1), rooms=(0, 0, 1), relics={0: TOP[:9]})
    assert len(of_type(driver.legal(), "resupply")) == 1  # camp to storage; all columns to the left are taken
    state = driver.act(type="resupply", kind="storage")
    assert (state["storage"][0], state["camp"][0]) == (1, 0)
    assert (state["to_move"], state["phase"], state["used_any"]) == (1, "pick", False)
    assert [(d["taken_by"], d["used"]) for d in state["dice"]] == [(0, False), (0, False), (None, False)]


def test_RD_3_none_after_a_die_was_used():
    driver = at_use((1, 3, 1), rooms=(0, 0, 1), relics={0: TOP[:9]})
    state = driver.act(**relic("white1", 1, 0))
    assert state["used_any"] is True
    assert of_type(driver.legal(), "resupply") == []
    assert STOP in driver.legal()


def test_RD_3_left_needs_the_same_step_to_exist_and_to_be_free():
    # Columns 6 and 7 have 3 and 2 steps, column 8 has 2.
    driver = at_use((4, 4, 4), relics={0: [[1, 3], [6, 0], [7, 0], [7, 1], [8, 1]]})
    lefts = [(a["column"], a["step"]) for a in of_type(driver.legal(), "resupply")]
    assert lefts == [(6, 0), (7, 1)]
    state = driver.act(type="resupply", kind="left", column=7, step=1)
    assert state["relics"][0] == [[1, 3], [6, 0], [6, 1], [7, 0], [8, 1]]
    short = at_use(
        (4, 4, 4), ["temple.steps=5,5,4,4,3,1,2,2,2,2", 'temple.head_start=1,2,4,"none"'], {0: [[7, 1], [7, 0]]}
    )
    assert [(a["column"], a["step"]) for a in of_type(short.legal(), "resupply")] == [(7, 0)]


def test_RD_4_any_must_be_done_eruptions_and_pushes_may_be_declined():
    driver = at_use((3, 9, 1), board=["path"], relics={0: [[3, 1], [4, 0]], 1: [[3, 3]]})
    driver.act(**card("white1", 0))
    assert driver.legal() == [{"type": "any", "column": 3, "step": 1}, {"type": "any", "column": 4, "step": 0}]
    for name, number, word in (("flame_burst", 4, "erupt"), ("tripwire", 6, "push")):
        driver = at_use((number, 9, 1), board=[name], relics={0: [[5, 0], [6, 0]], 1: [[3, 3]]})
        assert driver.act(**card("white1", 0))["phase"] == word
        assert driver.legal() == [{"type": word, "seat": 1, "column": 3, "step": 3}, STOP]


def test_RD_5_a_bump_may_lift_a_die_above_six_and_a_sum_to_a_wild():
    driver = at_use((6, 4, 1), rooms=(0, 1, 0), relics={0: [[7, 0], [9, 0]]})
    legal = driver.legal()
    assert relic("white1", 7, 0, bumps=1) in legal
    assert of_type(legal, "wild") == [wild(BOTH, 7, 0, 1), wild(BOTH, 9, 0, 1)]
    state = driver.act(**relic("white1", 7, 0, bumps=1))
    assert (state["storage"][0], state["camp"][0], state["relics"][0]) == (0, 1, [[7, 1], [9, 0]])


def test_RD_6_combined_eleven_and_twelve_are_wild():
    for faces in ((5, 6, 1), (6, 6, 1)):
        legal = at_use(faces, relics={0: [[2, 1], [8, 0]]}).legal()
        assert of_type(legal, "wild") == [wild(BOTH, 2, 1), wild(BOTH, 8, 0)]
    assert of_type(at_use((4, 6, 1)).legal(), "wild") == []
    assert relic(BOTH, 10, 0) in at_use((4, 6, 1)).legal()


def _escape_with_empty_deck(settings):
    driver = at_use((8, 9, 1), settings, {0: [[8, 1], [9, 0]]}, board=["rope", None, None])
    set_cards(driver, 0, ["rope", None, None], [], ["path", "guide", "spark"])
    return driver.act(**relic("white1", 8, 1))


def test_RD_7_a_used_up_deck_is_not_reshuffled():
    state = _escape_with_empty_deck([])
    assert state["board"][0] == ["rope", None, None]
    assert state["discard"][0] == ["path", "guide", "spark"]


def test_RD_8_seat_0_begins():
    state = Driver("raider", 4, seed=11).state
    assert (state["turn"], state["active"], state["to_move"], state["phase"]) == (1, 0, 0, "pick")


def _pass_turn(driver):
    state = driver.state
    turn = state["turn"]
    while state["turn"] == turn and state["phase"] != "end":
        legal = driver.legal()
        state = driver.act(**(STOP if STOP in legal else legal[0]))
    return state


def test_RD_9_the_turn_limit_ends_the_game_without_a_winner():
    driver = Driver("raider", 2, ["limit.turns=3"])
    assert [_pass_turn(driver)["turn"] for _ in range(2)] == [2, 3]
    state = _pass_turn(driver)
    assert (state["phase"], state["to_move"], state["turn"], state["winner"]) == ("end", None, 3, None)
    assert (state["pending"], state["used_any"]) == ([], False)
    assert driver.outcome()[0] == [0.0, 0.0]
    assert driver.record.end_reason == 1


def test_RD_10_a_card_is_discarded_after_its_effects():
    # Guide (4): any, store. The relic that escapes refills the two empty slots, not the slot of the card in play.
    driver = at_use(
        (4, 9, 1), board=["guide", None, None], deck=["path", "rope", "spark"], relics={0: [[7, 1], [8, 0]]}
    )
    state = driver.act(**card("white1", 0))
    assert (state["in_play"], state["board"][0], state["discard"][0]) == (0, ["guide", None, None], [])
    state = driver.act(type="any", column=7, step=1)
    assert (state["phase"], state["board"][0]) == ("room", ["guide", "path", "rope"])
    assert (state["in_play"], state["pending"], state["deck"][0]) == (0, ["store"], ["spark"])
    state = driver.act(type="room", room="camp")  # then "store" takes it from the camp to the storage room
    assert (state["camp"][0], state["storage"][0]) == (0, 1)
    assert (state["board"][0], state["discard"][0], state["in_play"]) == ([None, "path", "rope"], ["guide"], None)
    assert state["phase"] == "use"


def test_RD_11_only_a_card_that_names_it_moves_the_smallest_relic():
    # Shortcut (6): any, erupt. Its eruption moves no smallest relic; fissure (2) names it.
    lava = {1: [[3, 3]]}
    driver = at_use((6, 9, 1), board=["shortcut"], relics={0: [[1, 0], [9, 0]], **lava})
    driver.act(**card("white1", 0))
    driver.act(type="any", column=9, step=0)
    assert driver.act(type="erupt", seat=1, column=3, step=3)["relics"][0] == [[1, 0], [9, 1]]
    driver = at_use((2, 9, 1), board=["fissure"], relics={0: [[1, 0], [9, 0]], **lava})
    driver.act(**card("white1", 0))
    assert driver.act(type="stop")["pending"] == ["erupt", "smallest"]
    assert driver.act(type="stop")["relics"][0] == [[1, 1], [9, 0]]


def test_RD_12_a_wild_is_nothing_else_and_listed_for_every_bump_count():
    driver = at_use((4, 3, 1), ["wild.from=7"], {0: [[7, 0]]}, board=["sprint"], rooms=(0, 2, 0))
    both = [a for a in driver.legal() if a.get("dice") == BOTH.split()]
    assert both == [wild(BOTH, 7, 0, bumps) for bumps in (0, 1, 2)]
    # A single die plus bumps is never a wild, whatever it comes to.
    driver = at_use((6, 1, 1), ["wild.from=7"], {0: [[7, 0], [8, 0]]}, board=["sprint"], rooms=(0, 1, 0))
    single = [a for a in driver.legal() if a.get("dice") == ["white1"]]
    assert single == [relic("white1", 7, 0, 1), card("white1", 0, 1)]


def test_RD_12_the_bonus_of_a_full_altar_comes_after_the_wilds_room_decision():
    driver = at_use((5, 6, 1), rooms=(2, 0, 1), relics={0: [[7, 1], [8, 0], [9, 0]]})
    state = driver.act(**wild(BOTH, 7, 1))
    assert (state["phase"], state["pending"], state["relics"][0]) == ("room", ["smallest"], [[8, 0], [9, 0]])
    assert driver.legal() == [{"type": "room", "room": room} for room in ("storage", "camp")]
    state = driver.act(type="room", room="storage")
    assert (state["relics"][0], state["to_move"]) == ([[8, 1], [9, 0]], 1)


def test_RD_12_an_altar_filled_by_the_wild_itself_gives_no_bonus():
    driver = at_use((5, 6, 1), rooms=(1, 0, 0), relics={0: [[7, 1], [8, 0]]})
    assert driver.act(**wild(BOTH, 7, 1))["pending"] == []
    assert driver.act(type="room", room="altar")["relics"][0] == [[8, 0]]


def test_RD_13_with_reshuffle_the_discard_pile_becomes_the_deck():
    state = _escape_with_empty_deck(["cards.reshuffle=true"])
    assert state["discard"][0] == []
    assert sorted([*state["board"][0][1:], *state["deck"][0]]) == ["guide", "path", "spark"]
    assert len(state["deck"][0]) == 1


def test_RD_14_the_camp_holds_all_relics_but_one():
    game = game_by_name("raider")
    rules = game.schema.defaults()
    game.pack_rules(rules.overlay_settings(["rooms.camp=9"]))
    with pytest.raises(UserError, match=r"rooms\.camp must hold all relics but one"):
        game.pack_rules(rules.overlay_settings(["rooms.camp=8"]))
