"""Turns, uses, effects and escapes of Temple Raider from hand-made positions."""

import pytest

from tests.driver import Driver
from tests.games.raider.positions import TOP, at_pick, at_use, card, of_type, relic, set_cards, set_relics, wild

BOTH = "white1 white2"
STOP = {"type": "stop"}


def test_the_start_position():
    for players in (2, 3, 4):
        state = Driver("raider", players, seed=5).state
        assert len(state["dice"]) == players + 1
        for seat, column in enumerate((None, 2, 4, 6)[:players]):
            expected = [[c, 1 if c == column else 0] for c in range(1, 11)]
            assert state["relics"][seat] == expected
            assert (len(state["board"][seat]), len(state["deck"][seat]), state["discard"][seat]) == (3, 13, [])


def test_the_board_is_dealt_from_the_front_of_the_deck():
    few = Driver("raider", 2, ['cards.deck=[{number = 1, name = "rope", effects = ["any"]}]', "cards.slots=4"]).state
    assert (few["board"][0], few["deck"][0]) == (["rope", None, None, None], [])
    none = Driver("raider", 2, ["cards.deck=[]", "cards.slots=1"]).state
    assert (none["board"], none["deck"]) == ([[None], [None]], [[], []])


@pytest.mark.parametrize(("faces", "pairs"), [((1, 1, 2), 3), ((1, 2, 3, 4), 6), ((1, 1, 1, 1, 1), 10)])
def test_the_active_seat_picks_any_pair(faces, pairs):
    legal = at_pick(faces).legal()
    assert len(legal) == pairs
    assert {"type": "pick", "dice": ["white1", "white3"]} in legal


def test_each_other_seat_picks_one_of_the_dice_left_and_the_turn_passes_to_the_left():
    driver = at_pick((6, 1, 2, 6))
    driver.act(type="pick", dice=["white1", "yellow"])
    state = driver.act(type="stop")
    assert (state["to_move"], state["phase"]) == (1, "pick")
    assert driver.legal() == [{"type": "pick", "dice": [d]} for d in ("white2", "white3")]
    driver.act(type="pick", dice=["white3"])
    assert driver.act(type="stop")["to_move"] == 2
    assert driver.legal() == [{"type": "pick", "dice": ["white2"]}]
    driver.act(type="pick", dice=["white2"])
    state = driver.act(type="stop")
    assert (state["turn"], state["active"], state["to_move"], state["phase"]) == (2, 1, 1, "pick")
    assert [d["taken_by"] for d in state["dice"]] == [None] * 4


def test_dice_one_by_one_or_summed():
    # The rulebook's example: a 4 and a 5 are 4 and 5, or 9.
    driver = at_use((4, 5, 1), board=["booby_trap"])
    assert of_type(driver.legal(), "relic", "card") == [
        relic("white1", 4, 0), relic("white2", 5, 0), relic(BOTH, 9, 0), card(BOTH, 0)
    ]  # fmt: skip
    state = driver.act(**relic("white2", 5, 0))
    assert [d["used"] for d in state["dice"]] == [False, True, False]
    assert driver.legal() == [relic("white1", 4, 0), STOP]
    assert driver.act(**relic("white1", 4, 0))["to_move"] == 1


def test_a_sum_leaves_no_die():
    state = at_use((4, 5, 1)).act(**relic(BOTH, 9, 0))
    assert ([d["used"] for d in state["dice"]], state["to_move"]) == ([True, True, False], 1)


def test_a_relic_moves_onto_free_steps_only():
    driver = at_use((1, 2, 1), relics={0: [[1, 1], [1, 2], [2, 4]]})
    assert of_type(driver.legal(), "relic") == [relic("white1", 1, 2), relic("white2", 2, 4)]


def test_bumps_are_per_use_and_may_reach_what_is_reachable_without():
    driver = at_use((2, 3, 1), relics={0: [[3, 0], [4, 0]]}, rooms=(0, 2, 0))
    expected = [relic("white1", 3, 0, 1), relic("white1", 4, 0, 2), relic("white2", 3, 0), relic("white2", 4, 0, 1)]
    assert of_type(driver.legal(), "relic") == expected
    driver.act(**relic("white1", 3, 0, 1))
    assert of_type(driver.legal(), "relic") == [relic("white2", 3, 1), relic("white2", 4, 0, 1)]


def test_a_bonus_of_two_or_none():
    driver = at_use((2, 6, 1), ["storage.bonus=2"], {0: [[4, 0]]}, rooms=(0, 1, 0))
    assert of_type(driver.legal(), "relic") == [relic("white1", 4, 0, 1)]
    driver = at_use((2, 6, 1), ["storage.bonus=0"], {0: [[2, 0]]}, rooms=(0, 1, 0))
    assert of_type(driver.legal(), "relic") == [relic("white1", 2, 0, 0), relic("white1", 2, 0, 1)]


def test_a_wild_activates_no_card():
    deck = 'cards.deck=[{number = 11, name = "eleven", effects = ["any"]}]'
    driver = at_use((5, 6, 1), [deck], {0: [[1, 0]]}, board=["eleven"])
    assert of_type(driver.legal(), "card") == []
    # One die lifted to 11 is no wild, so it activates the card.
    driver = at_use((6, 1, 1), [deck], {0: [[1, 0]]}, board=["eleven"], rooms=(0, 5, 0))
    assert card("white1", 0, 5) in driver.legal()


def test_a_wild_with_a_full_altar_moves_the_last_relic_twice():
    driver = at_use((6, 6, 1), rooms=(2, 0, 7), relics={0: [[1, 3]]})
    state = driver.act(**wild(BOTH, 1, 3))
    assert (state["phase"], state["winner"], state["relics"][0], state["to_move"]) == ("end", 0, [], None)


def test_the_smallest_relic_is_the_one_closest_to_escaping_in_the_lowest_column():
    driver = at_use((2, 9, 1), relics={0: [[2, 0], [2, 3], [3, 3]]}, board=["porter"])
    assert driver.act(**card("white1", 0))["relics"][0] == [[2, 0], [2, 4], [3, 3]]


def test_two_smallest_moves_are_made_one_at_a_time():
    # Inferno (8): three eruptions, smallest 2. The first escapes; after its room another relic is the smallest.
    driver = at_use((4, 4, 1), relics={0: [[1, 4], [6, 0]]}, board=["inferno"])
    state = driver.act(**card(BOTH, 0))
    assert (state["phase"], state["pending"]) == ("room", ["smallest"])
    assert driver.act(type="room", room="altar")["relics"][0] == [[6, 1]]


def test_a_relic_may_be_moved_twice_by_a_double_eruption():
    # "Moving backwards into lava": columns 1 and 2 have two adjacent lava steps (2 and 3).
    driver = at_use((4, 9, 1), relics={0: [[9, 0], [10, 0]], 1: [[1, 3]]}, board=["flame_burst"])
    assert driver.act(**card("white1", 0))["pending"] == ["erupt", "erupt", "smallest"]
    state = driver.act(type="erupt", seat=1, column=1, step=3)
    assert (state["relics"][1], state["pending"]) == ([[1, 2]], ["erupt", "smallest"])
    state = driver.act(type="erupt", seat=1, column=1, step=2)
    assert (state["relics"][1], state["relics"][0], state["pending"]) == ([[1, 1]], [[9, 1], [10, 0]], [])


def test_a_relic_with_another_behind_it_does_not_erupt_and_the_smallest_still_moves():
    driver = at_use((1, 9, 1), relics={0: [[9, 0]], 1: [[1, 3], [1, 2], [1, 1]]}, board=["ember"])
    assert driver.act(**card("white1", 0))["relics"][0] == [[9, 1]]


def test_eruptions_reach_every_seat_the_own_one_too():
    driver = at_use((1, 9, 1, 1), relics={0: [[4, 3]], 1: [[4, 3]], 2: [[4, 2]]}, board=["ember"])
    driver.act(**card("white1", 0))
    assert driver.legal() == [{"type": "erupt", "seat": seat, "column": 4, "step": 3} for seat in (0, 1)] + [STOP]


def test_a_push_moves_opponents_only_in_lava_or_not():
    driver = at_use((6, 9, 1, 1), relics={0: [[4, 2]], 1: [[4, 0], [4, 2]], 2: [[5, 0]]}, board=["tripwire"])
    driver.act(**card("white1", 0))
    assert driver.legal() == [{"type": "push", "seat": 1, "column": 4, "step": 2}, STOP]
    state = driver.act(type="push", seat=1, column=4, step=2)
    assert (state["relics"][1], state["relics"][0]) == ([[4, 0], [4, 1]], [[4, 3]])


@pytest.mark.parametrize(("camp", "storage", "moved"), [(1, 0, 1), (0, 0, 0), (1, 3, 0)])
def test_store_as_far_as_possible(camp, storage, moved):
    driver = at_use((2, 9, 1), relics={0: [[1, 0], [3, 0]]}, board=["porter"], rooms=(0, storage, camp))
    state = driver.act(**card("white1", 0))
    assert (state["camp"][0], state["storage"][0]) == (camp - moved, storage + moved)


def test_a_card_may_be_used_for_nothing():
    deck = (
        'cards.deck=[{number = 2, name = "sigh", effects = ["store", "erupt"]},'
        ' {number = 2, name = "blank", effects = []}]'
    )
    driver = at_use((2, 2, 1), [deck], {0: TOP}, board=["sigh", "blank"])
    driver.act(**card("white1", 1))
    state = driver.act(**card("white2", 0))
    assert (state["board"][0], state["discard"][0]) == ([None, None, None], ["blank", "sigh"])


def test_copied_effects_come_first_and_in_order():
    deck = (
        'cards.deck=[{number = 5, name = "echo", effects = ["copy", "store"]},'
        ' {number = 9, name = "wave", effects = ["push", "any", "smallest"]}]'
    )
    driver = at_use((5, 9, 1), [deck], {1: [[3, 1]]}, board=["echo", "wave"])
    driver.act(**card("white1", 0))
    assert driver.act(type="copy", slot=1)["pending"] == ["push", "any", "smallest", "store"]


def test_the_longest_list_of_effects_fits():
    names = ["copy"] * 10
    deck = (
        f'cards.deck=[{{number = 5, name = "many", effects = {names}}},'
        f' {{number = 9, name = "long", effects = {["push"] * 10}}}]'
    )
    driver = at_use((5, 9, 1), [deck], {1: [[1, 4], [2, 4]]}, board=["many", "long"])
    driver.act(**card("white1", 0))
    assert driver.act(type="copy", slot=1)["pending"] == ["push"] * 10 + ["copy"] * 9


def test_an_escape_refills_before_the_room_decision():
    driver = at_use(
        (9, 1, 1), relics={0: [[9, 1], [8, 0]]}, board=[None, "rope", None], deck=["path", "guide", "spark"]
    )
    state = driver.act(**relic("white1", 9, 1))
    assert (state["phase"], state["board"][0], state["deck"][0]) == ("room", ["path", "rope", "guide"], ["spark"])
    assert (state["altar"][0], state["storage"][0], state["camp"][0], state["pending"]) == (0, 0, 0, [])
    assert driver.legal() == [{"type": "room", "room": room} for room in ("altar", "storage", "camp")]
    state = driver.act(type="room", room="altar")
    assert (state["altar"][0], state["phase"], state["to_move"]) == (1, "use", 0)


def test_full_rooms_are_not_offered():
    driver = at_use((9, 1, 1), relics={0: [[9, 1], [8, 0]]}, rooms=(2, 3, 3))
    driver.act(**relic("white1", 9, 1))
    assert driver.legal() == [{"type": "room", "room": "camp"}]


def test_the_last_escape_wins_at_once_without_refill_or_room():
    driver = at_use((9, 1, 1), relics={0: [[9, 1]]}, board=[None], deck=["path"], rooms=(2, 3, 4))
    set_relics(driver, 1, [[1, 0], [2, 0], [3, 0]])
    state = driver.act(**relic("white1", 9, 1))
    assert (state["phase"], state["to_move"], state["winner"], state["used_any"]) == ("end", None, 0, False)
    assert (state["board"][0], state["deck"][0]) == ([None, None, None], ["path"])
    assert (state["altar"][0], state["storage"][0], state["camp"][0]) == (2, 3, 4)
    assert driver.outcome() == ([1.0, 0.0], [10.0, 7.0])


def test_a_win_inside_a_card_drops_what_is_pending():
    driver = at_use((9, 1, 1), relics={0: [[9, 1]], 1: [[3, 1]]}, board=["booby_trap"])
    driver.act(**card("white1", 0))
    state = driver.act(type="any", column=9, step=1)
    assert (state["phase"], state["pending"], state["winner"]) == ("end", [], 0)


def test_a_seat_can_win_in_anothers_turn():
    driver = at_pick((6, 6, 9), relics={1: [[9, 1]]})
    driver.act(type="pick", dice=["white1", "white2"])
    driver.act(type="stop")
    driver.act(type="pick", dice=["white3"])
    assert driver.act(**relic("white3", 9, 1))["winner"] == 1


def test_lava_on_the_top_step_or_beyond_the_last_one_never_matters():
    lava = "temple.lava=[[0], [11], [], [], [], [], [], [], [], []]"
    driver = at_use((1, 9, 1), [lava], {0: [[1, 0], [2, 4]], 1: [[1, 0], [2, 4]]}, board=["ember"])
    assert driver.act(**card("white1", 0))["relics"][0] == [[1, 1], [2, 4]]


def test_a_reshuffle_happens_within_a_refill():
    driver = at_use((9, 1, 1), ["cards.reshuffle=true"], {0: [[9, 1], [8, 0]]})
    set_cards(driver, 0, [None, None, None], ["rope"], ["path", "guide"])
    state = driver.act(**relic("white1", 9, 1))
    assert state["board"][0][0] == "rope"
    assert sorted(state["board"][0][1:]) == ["guide", "path"]
    assert (state["deck"][0], state["discard"][0]) == ([], [])
