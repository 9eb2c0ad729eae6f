"""The trail referee against positions worked out by hand from the rulebook, and against its own games."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from .trail import Mismatch, advance, check_start, check_trace, deal, legal, play_random, random_trace, score
from .trail_rules import drone_factors, explorer_places

RULES: dict[str, Any] = {
    "players": [1, 4],
    "cards": {"per_explorer": {str(value): 3 for value in range(1, 7)}, "hand": 5},
    "drones": {"track": 15},
    "tokens": {
        "artifact": {"3": 2, "2": 3, "1": 2},
        "explorer": {"10/0": 1, "8/4": 2, "6/3": 1},
        "crate": {"4": 2, "3": 2, "2": 3},
        "drone": {"2": 7, "3": 7},
    },
    "tiles": {
        "under": [12, 24, 36, 48, 60],
        "kinds": ["base_camp", "snake", "skull_cave", "shrine", "pottery_shards"],
    },
    "skull_cave": {"tokens": 5},
    "shrine": {"spaces": 1},
    "score": {"first_to_temple": 5, "drone_rank": [2, 2, 1, 1, 0, 0]},
    "solo": {"crate_value": 10},
}
SHORT: dict[str, Any] = RULES | {
    "cards": {"per_explorer": {"1": 4, "2": 2, "12": 1}, "hand": 3},
    "drones": {"track": 4},
    "tokens": {
        "artifact": {"1": 2, "5": 1},
        "explorer": {"7/2": 1},
        "crate": {"2": 14, "1": 3},
        "drone": {"1": 6},
    },
    "tiles": {"under": [2, 3, 9], "kinds": ["pottery_shards", "skull_cave", "snake", "base_camp"]},
    "skull_cave": {"tokens": 3},
    "shrine": {"spaces": 2},
    "score": {"first_to_temple": 9, "drone_rank": [4, 3, 2, 1, 1, 0]},
}
LONG: dict[str, Any] = RULES | {
    "cards": {"per_explorer": {"1": 5, "2": 2}, "hand": 4},
    "drones": {"track": 20},
    "tokens": {
        "artifact": {"2": 6},
        "explorer": {"9/5": 2},
        "crate": {"1": 40},
        "drone": {"1": 38},
    },
    "tiles": {"under": [3, 4, 5, 6, 7, 119], "kinds": ["snake", "shrine", "skull_cave", "pottery_shards"]},
    "limit": {"turns": 60},
}
HAND = ["1+1", "1+2", "1+3", "1+6", "2+1"]
STILL = dict.fromkeys(["red", "orange", "yellow", "green", "blue", "purple"], 0)
State = dict[str, Any]


def position(path: list[str | None], players: int = 2, **changes: Any) -> State:
    """A hand-made state: seat 0 to play, explorers at the start, plenty of cards."""
    made = deal(RULES, players, random.Random(0)) | {"path": path, "tiles": [], "deck": ["2+2", "2+3", "2+4"]}
    made["hands"] = [list(HAND) for _ in range(players)]
    return deepcopy(made | changes)


def tile(slot: int, name: str, revealed: bool = False) -> State:
    return {"slot": slot, "tile": name, "revealed": revealed}


def play(state: State, card: str, seen: State | None = None, rules: State = RULES) -> State:
    return act(state, {"type": "play", "card": card}, seen, rules)


def act(state: State, action: State, seen: State | None = None, rules: State = RULES) -> State:
    assert action in legal(rules, state)
    untouched = deepcopy((state, action))
    after = advance(rules, len(state["hands"]), state, action, seen or {})
    assert (state, action) == untouched
    return after


def fly(state: State, colour: str) -> State:
    return act(state, {"type": "drone", "colour": colour})


def trade(state: State, crate: str, slot: int, seen: State | None = None) -> State:
    return act(state, {"type": "trade", "crate": crate, "slot": slot}, seen)


# The turn


def test_explorer_counts_tokens_only_and_stands_on_the_empty_slot() -> None:
    after = play(position(["R1", None, "C2", None, "E2:8/4", "B1"]), "1+3")
    assert after["explorers"] == [4, -1, -1]
    assert after["path"] == ["R1", None, "C2", None, None, "B1"]
    assert after["taken"] == [["E2:8/4"], []]
    assert after["discard"] == ["1+3"]
    assert after["hands"][0] == ["1+1", "1+2", "1+6", "2+1", "2+2"]
    assert (after["turn"], after["active"], after["to_move"], after["phase"]) == (2, 1, 1, "play")


def test_explorers_between_are_ignored() -> None:
    after = play(position([None, "R1", None, "C2", "B1"], explorers=[0, 2, -1]), "1+2")
    assert after["explorers"] == [3, 2, -1]


def test_exactly_enough_tokens_ahead_lands_on_the_last() -> None:
    after = play(position(["R1", "C2", "B1"]), "1+3")
    assert after["explorers"][0] == 2
    assert not after["ending"]


def test_fewer_tokens_ahead_reach_the_temple_and_end_the_game() -> None:
    after = play(position(["R1", "C2"], turn=7), "1+3")
    assert after["explorers"] == ["temple", -1, -1]
    assert (after["ending"], after["over"], after["first_to_temple"]) == (True, True, 0)
    assert (after["to_move"], after["phase"], after["turn"], after["active"]) == (None, None, 7, 0)
    assert after["taken"] == [[], []]
    assert len(after["hands"][0]) == 5
    assert legal(RULES, after) == []


def test_equal_cards_are_one_action_and_the_temple_stops_an_explorer() -> None:
    state = position(["R1"], explorers=["temple", -1, -1], hands=[["1+1", "2+3", "2+3"], []])
    assert legal(RULES, state) == [{"type": "play", "card": "2+3"}]


def test_drone_token_asks_for_a_drone_and_stops_at_the_temple() -> None:
    state = play(position(["D3", "C2"], drones=STILL | {"red": 13, "blue": 1}), "1+1")
    assert (state["phase"], state["to_move"], state["queue"]) == ("drone", 0, [])
    assert state["landing"] == {"slot": 0, "token": "D3"}
    assert state["taken"][0] == ["D3"]
    assert len(legal(RULES, state)) == 6
    assert fly(state, "blue")["drones"]["blue"] == 4
    after = fly(state, "red")
    assert after["drones"]["red"] == 15
    assert (after["over"], after["first_to_temple"], after["landing"]) == (True, 0, None)


def test_turns_draw_reshuffles_with_the_card_just_played() -> None:  # TT-2
    state = position(["R1", "C2"], deck=[], discard=["3+1", "3+2"])
    after = play(state, "1+1", {"deck": ["3+2", "1+1"]})
    assert after["deck"] == ["3+2", "1+1"]
    assert after["discard"] == []
    assert sorted(after["hands"][0]) == ["1+2", "1+3", "1+6", "2+1", "3+1"]
    with pytest.raises(Mismatch, match="deck"):
        play(state, "1+1", {"deck": ["3+2", "2+6"]})


def test_turn_limit() -> None:  # TT-8, TT-10
    assert not play(position(["R1", "C2"], turn=499), "1+1")["over"]
    after = play(position(["R1", "C2"], turn=500), "1+1")
    assert (after["over"], after["ending"], after["turn"], after["active"]) == (True, False, 500, 0)
    assert play(position(["R1", "C2"], turn=3), "1+1", rules=RULES | {"limit": {"turns": 3}})["over"]


# Left behind


def test_tokens_behind_all_explorers_move_drones_or_nothing() -> None:
    path = ["R2", "C4", "E1:8/4", "D3", "R1", "B3", None, "G1", "Y1"]
    after = play(position(path, explorers=[-1, 6, "temple"]), "1+6")
    assert after["explorers"] == [5, 6, "temple"]
    assert after["path"] == [None, None, None, None, None, None, None, "G1", "Y1"]
    assert after["drones"] == STILL | {"red": 3}
    assert after["box"] == ["R2", "C4", "E1:8/4", "D3", "R1"]
    assert after["taken"][0] == ["B3"]


def test_explorer_at_the_start_keeps_everything() -> None:
    assert play(position(["R2", "C4", "Y1"], explorers=[-1, 2, -1]), "1+1")["box"] == []


def test_left_behind_drone_reaching_the_temple_counts_for_the_active_seat() -> None:
    path = ["R2", "C4", None, "Y1"]
    state = position(path, explorers=[-1, 2, 2], active=1, to_move=1, drones=STILL | {"red": 14})
    after = play(state, "1+3")
    assert (after["drones"]["red"], after["first_to_temple"], after["over"]) == (15, 1, True)


def test_tile_of_a_left_behind_token_is_never_revealed() -> None:
    state = position(["R2", "C4", None, "Y1"], explorers=[-1, 2, 2], tiles=[tile(0, "snake")])
    assert play(state, "1+3")["tiles"] == [tile(0, "snake")]


# Location tiles


def test_base_camp_refills_and_skips_the_draw() -> None:  # TT-1
    state = play(position(["R1", "C2"], tiles=[tile(0, "base_camp")]), "1+1")
    assert (state["phase"], state["queue"], state["tiles"][0]["revealed"]) == ("base_camp", [0, 1], True)
    state["deck"] = ["1+1", "1+4", "2+4", "3+3", "3+4", "3+5"]
    first = act(state, {"type": "discard", "cards": ["1+2", "1+6"]})
    assert first["hands"][0] == ["1+3", "2+1", "1+1", "1+4", "2+4"]
    assert first["discard"] == ["1+1", "1+2", "1+6"]
    assert first["queue"] == [1]
    last = act(first, {"type": "discard", "cards": []})
    assert (last["phase"], last["queue"], last["active"]) == ("play", [], 1)
    assert last["deck"] == ["3+3", "3+4", "3+5"]
    assert last["hands"] == [["1+3", "2+1", "1+1", "1+4", "2+4"], HAND]


def test_base_camp_lists_each_part_of_the_hand_once() -> None:
    state = position(["R1"], phase="base_camp", queue=[0, 1], hands=[["2+1", "1+1", "1+1"], []])
    cards = [action["cards"] for action in legal(RULES, state)]
    assert sorted(cards) == [
        [], ["1+1"], ["1+1", "1+1"], ["1+1", "1+1", "2+1"], ["1+1", "2+1"], ["2+1"],
    ]  # fmt: skip


def test_base_camp_discards_are_part_of_the_reshuffle_of_the_same_refill() -> None:
    hands = [["1+1", "1+2", "1+3", "2+1"], HAND]
    state = position(["R1"], phase="base_camp", queue=[0, 1], hands=hands, deck=["3+1"], discard=["3+2"])
    after = act(state, {"type": "discard", "cards": ["1+1", "1+2"]}, {"deck": ["1+2"]})
    assert sorted(after["hands"][0]) == ["1+1", "1+3", "2+1", "3+1", "3+2"]
    assert (after["deck"], after["discard"]) == (["1+2"], [])


def test_snake_takes_one_artifact_clockwise_and_spares_the_rest() -> None:
    taken = [["R1", "B2", "R1"], ["C2"], ["G3"]]
    state = position(["C3", "C2"], 3, tiles=[tile(0, "snake")], taken=taken, active=2, to_move=2)
    state = play(state, "1+1")
    assert (state["phase"], state["to_move"], state["queue"]) == ("snake", 2, [2, 0, 1])
    state = act(state, {"type": "give_up", "token": "G3"})
    assert state["queue"] == [0, 1]
    assert [action["token"] for action in legal(RULES, state)] == ["B2", "R1"]
    state = act(state, {"type": "give_up", "token": "R1"})
    assert state["taken"] == [["B2", "R1"], ["C2"], ["C3"]]
    assert (state["box"], state["phase"], state["to_move"]) == (["G3", "R1"], "play", 0)


def test_skull_cave_adds_tokens_behind_the_slot_and_moves_all_later_slots() -> None:
    tiles = [tile(0, "snake"), tile(1, "skull_cave"), tile(3, "shrine")]
    box = ["R1", "C2", "D2", "B3", "G1", "G1"]
    state = position(["Y1", "C3", None, "P1", "P2"], tiles=tiles, box=box, explorers=[-1, 2, -1])
    drawn = ["G1", "D2", "G1", "C2", "R1"]
    after = play(state, "1+2", {"path": ["Y1", None, *drawn, None, "P1", "P2"]})
    assert after["path"] == ["Y1", None, *drawn, None, "P1", "P2"]
    assert after["explorers"] == [1, 7, -1]
    assert after["tiles"] == [tile(0, "snake"), tile(1, "skull_cave", True), tile(8, "shrine")]
    assert (after["box"], after["phase"]) == (["B3"], "play")
    with pytest.raises(Mismatch, match="path"):
        play(state, "1+2", {"path": ["Y1", None, "B3", "B3", "G1", "C2", "R1", None, "P1", "P2"]})


def test_skull_cave_uses_a_smaller_box_whole() -> None:
    state = position(["C3", "P1"], tiles=[tile(0, "skull_cave")], box=["R1", "D2"])
    assert play(state, "1+1", {"path": [None, "D2", "R1", "P1"]})["path"] == [None, "D2", "R1", "P1"]
    assert play(position(["C3", "P1"], tiles=[tile(0, "skull_cave")]), "1+1")["path"] == [None, "P1"]


def test_shrine_moves_a_drone_for_each_seat_and_the_turn_is_played_to_its_end() -> None:
    state = position(["C3", "P1"], tiles=[tile(0, "shrine")], drones=STILL | {"red": 13})
    state = fly(play(state, "1+1"), "red")
    assert (state["phase"], state["to_move"], state["landing"]) == ("shrine", 1, None)
    after = fly(state, "red")
    assert after["drones"]["red"] == 15
    assert (after["first_to_temple"], after["over"], after["active"]) == (1, True, 0)
    assert len(after["hands"][0]) == 5


def test_later_arrivals_earn_nothing_and_a_drone_at_the_temple_may_be_chosen() -> None:
    state = position(["D2", "P1"], tiles=[tile(0, "shrine")], drones=STILL | {"red": 14, "blue": 14})
    state = fly(play(state, "1+1"), "red")
    assert (state["ending"], state["over"], state["phase"]) == (True, False, "shrine")
    state = fly(fly(state, "red"), "blue")
    assert (state["drones"]["red"], state["drones"]["blue"], state["first_to_temple"]) == (15, 15, 0)


def test_drone_decision_comes_before_the_tile() -> None:  # TT-9
    state = play(position(["D2", "P1"], tiles=[tile(0, "base_camp")]), "1+1")
    assert (state["phase"], state["tiles"], state["queue"]) == ("drone", [tile(0, "base_camp")], [])
    state = fly(state, "red")
    assert (state["phase"], state["tiles"]) == ("base_camp", [tile(0, "base_camp", True)])


def pottery() -> State:
    """Seat 1 of three has landed on the pottery tile; a snake lies under slot 4."""
    tiles = [tile(2, "pottery_shards"), tile(4, "snake"), tile(6, "shrine")]
    taken = [["C3", "R2"], ["C2"], ["C4", "C4", "O1"]]
    path = ["R1", "C2", "B1", "D2", "G2", "Y1", "P1"]
    return play(position(path, 3, tiles=tiles, taken=taken, active=1, to_move=1), "1+3")


def test_pottery_offers_each_crate_for_each_token_or_stop() -> None:
    state = pottery()
    assert (state["phase"], state["queue"], state["outer"]) == ("pottery", [1, 2, 0], 0)
    expected = [{"type": "trade", "crate": "C2", "slot": slot} for slot in (0, 1, 3, 4, 5, 6)]
    assert legal(RULES, state) == [*expected, {"type": "stop"}]
    state = act(state, {"type": "stop"})
    assert len(legal(RULES, state)) == 7


def test_pottery_trade_of_a_plain_token() -> None:
    state = trade(pottery(), "C2", 0)
    assert (state["path"][0], state["taken"][1], state["box"]) == (None, ["B1", "R1"], ["C2"])
    assert (state["explorers"], state["queue"], state["to_move"]) == ([2, -1, -1], [2, 0], 2)


def test_pottery_trade_of_a_drone_token_is_decided_before_the_next_seat() -> None:
    state = trade(pottery(), "C2", 3)
    assert (state["phase"], state["to_move"], state["queue"], state["outer"]) == ("drone", 1, [1, 2, 0], 0)
    assert state["landing"] == {"slot": 3, "token": "D2"}
    state = fly(state, "red")
    assert (state["phase"], state["queue"], state["drones"]["red"]) == ("pottery", [2, 0], 2)


def test_pottery_chain_resolves_the_found_tile_in_front_of_the_others() -> None:  # TT-5
    state = trade(act(pottery(), {"type": "stop"}), "C4", 4)
    assert (state["phase"], state["queue"], state["outer"]) == ("snake", [2, 0, 1, 0], 1)
    assert state["explorers"] == [2, -1, -1]
    state = act(state, {"type": "give_up", "token": "O1"})
    state = act(state, {"type": "give_up", "token": "R2"})
    assert (state["to_move"], state["queue"], state["outer"]) == (1, [1, 0], 1)
    state = act(state, {"type": "give_up", "token": "B1"})
    assert (state["phase"], state["to_move"], state["queue"], state["outer"]) == ("pottery", 0, [0], 0)
    state = trade(state, "C3", 6)
    assert (state["phase"], state["queue"], state["outer"]) == ("shrine", [0, 1, 2], 0)
    for colour in ("red", "red", "blue"):
        state = fly(state, colour)
    assert (state["phase"], state["active"], state["queue"]) == ("play", 2, [])
    assert state["box"] == ["C4", "O1", "R2", "B1", "C3"]


def test_pottery_skips_seats_without_crates_and_an_empty_path() -> None:
    state = pottery()
    state["taken"][2], state["taken"][0] = ["O1"], ["R2"]
    assert act(state, {"type": "stop"})["phase"] == "play"
    bare = position(["B1"], tiles=[tile(0, "pottery_shards")], taken=[["C2"], ["C2"]])
    assert play(bare, "1+1")["phase"] == "play"


def test_pottery_finds_the_skull_cave_whose_box_holds_the_crate() -> None:
    state = pottery()
    state["tiles"][1]["tile"] = "skull_cave"
    path = ["R1", "C2", None, "D2", None, "C2", "Y1", "P1"]
    state = trade(state, "C2", 4, {"path": path})
    assert (state["path"], state["box"]) == (path, [])
    assert (state["phase"], state["queue"]) == ("pottery", [2, 0])
    assert state["tiles"][2]["slot"] == 7


def behind() -> State:
    """The last trader finds the skull cave at slot 0, behind all explorers."""
    box = ["R1", "R2", "B3", "B1", "D2", "D3", "E1:8/4", "C4"]
    return position(
        ["G1", "P2", None, "Y1", "Y2"], phase="pottery", queue=[0], taken=[["C2"], []], box=box,
        tiles=[tile(0, "skull_cave")], explorers=[2, 2, "temple"], drones=STILL | {"blue": 13}, ending=True,
        first_to_temple=1,
    )  # fmt: skip


@pytest.mark.parametrize("moved", [{}, {"red": 1}, {"red": 3}, {"blue": 14}, {"blue": 15}, {"red": 3, "blue": 15}])
def test_skull_cave_behind_all_explorers_shows_only_in_the_drones(moved: dict[str, int]) -> None:
    state = behind()
    seen = {"path": [None] * 8 + ["Y1", "Y2"], "drones": STILL | {"blue": 13, "purple": 2} | moved}
    after = trade(state, "C2", 0, seen)
    assert after["drones"] == seen["drones"]
    assert sorted(after["box"]) == sorted([*state["box"], "C2", "P2"])
    assert (after["path"], after["explorers"]) == (seen["path"], [7, 7, "temple"])


@pytest.mark.parametrize("moved", [{"red": 4}, {"green": 1}, {"purple": 3}, {"blue": 12}])
def test_skull_cave_behind_all_explorers_refuses_impossible_moves(moved: dict[str, int]) -> None:
    seen = {"path": [None] * 8 + ["Y1", "Y2"], "drones": STILL | {"blue": 13, "purple": 2} | moved}
    with pytest.raises(Mismatch, match="drones"):
        trade(behind(), "C2", 0, seen)


# The toll of the solo game


def test_toll_of_an_artifact_goes_to_the_adversaries() -> None:
    after = play(position(["C3", "R2", "G1"], 1), "1+1")
    assert (after["adversary"], after["path"], after["drones"]) == (["R2"], [None, None, "G1"], STILL)


def test_toll_comes_after_the_left_behind() -> None:
    after = play(position(["R1", "R2", "G1", "B1"], 1, explorers=[-1, "temple", "temple"]), "1+2")
    assert (after["box"], after["adversary"], after["drones"]["red"]) == (["R1"], ["G1"], 1)


def test_toll_of_a_drone_token_moves_the_rearmost() -> None:  # TT-6
    drones = {colour: space for space, colour in enumerate(STILL, 3)}
    after = play(position(["C3", "D2", "G1"], 1, drones=drones), "1+1")
    assert after["drones"] == drones | {"red": 5}
    assert (after["box"], after["adversary"]) == (["D2"], [])
    tied = play(position(["C3", "D3", "G1"], 1, drones=drones | {"orange": 3}), "1+1")
    assert tied["drones"] == drones | {"red": 4, "orange": 4}


def test_toll_may_end_the_game_without_a_bonus() -> None:
    state = position(["C3", "D3", "G1"], 1, drones=dict.fromkeys(STILL, 14))
    after = play(state, "1+1")
    assert (after["over"], after["ending"], after["first_to_temple"]) == (True, True, None)
    assert after["drones"] == dict.fromkeys(STILL, 15)


def test_toll_is_paid_in_the_last_turn_too() -> None:
    after = play(position([None, "R2"], 1, explorers=[0, -1, -1]), "1+2")
    assert (after["over"], after["first_to_temple"], after["adversary"]) == (True, 0, ["R2"])
    assert play(position([], 1), "1+1")["adversary"] == []


# Scoring

LADDER = {"red": 14, "orange": 12, "blue": 9, "green": 8, "yellow": 5, "purple": 2}


def points(tokens: list[str], **changes: Any) -> int:
    state = position([None, "Y1", None], taken=[tokens, []], **changes)
    return score(RULES, 2, state)["scores"][0]


def test_rulebook_ladder_of_drones() -> None:
    assert points(["R3", "R2", "R1"], drones=LADDER) == 12
    assert points(["B3", "B1", "B1"], drones=LADDER) == 5
    assert points(["Y3", "P2", "D3"], drones=LADDER) == 0
    assert points(["C2", "C4"], drones=LADDER) == 6
    assert drone_factors(RULES, LADDER) == {
        "red": 2, "orange": 2, "blue": 1, "green": 1, "yellow": 0, "purple": 0,
    }  # fmt: skip


def test_rulebook_ties_of_drones() -> None:
    drones = {"yellow": 15, "red": 11, "blue": 11, "orange": 6, "green": 6, "purple": 1}
    assert drone_factors(RULES, drones) == {
        "yellow": 2, "red": 2, "blue": 2, "orange": 1, "green": 1, "purple": 0,
    }  # fmt: skip


def test_drones_level_at_the_temple() -> None:  # TT-3
    assert set(drone_factors(RULES, dict.fromkeys(STILL, 15)).values()) == {2}


def ranked(spaces: list[int]) -> list[int]:
    """The factors in the words of the rulebook: the two nearest or more, the two furthest or fewer."""
    order = sorted(spaces, reverse=True)
    back = order[4:] if order[3] > order[4] else order[5:] if order[4] > order[5] else []
    return [2 if own >= order[1] else 0 if own in back else 1 for own in spaces]


def test_drone_factors_in_general() -> None:
    for spaces in product(range(4), repeat=6):
        found = drone_factors(RULES, dict(zip(STILL, spaces, strict=True)))
        assert list(found.values()) == ranked(list(spaces))


@pytest.mark.parametrize(
    ("path", "explorers", "places"),
    [
        (["R1", None, "R1", None], ["temple", 3, 1], [1, 2, 3]),
        (["R1", None, None, "R1"], ["temple", 2, 1], [1, 2, 2]),
        ([None, None, None], ["temple", 2, 1], [1, 2, 2]),
        ([None, "R1", None, "R1", None], [0, 2, 4], [3, 2, 1]),
        ([None, None, "R1", None], [0, 1, 3], [2, 2, 1]),
        ([None, "R1", None, None], [0, 2, 3], [3, 1, 1]),
        ([None, None, None, "R1"], [0, 1, 2], [1, 1, 1]),
        ([None, "R1"], [-1, 0, -1], [1, 1, 1]),
    ],
)
def test_places_of_explorers(path: list[str | None], explorers: list[Any], places: list[int]) -> None:
    assert explorer_places(position(path, explorers=explorers)) == places


def test_explorer_tokens_score_by_place() -> None:
    state = {"explorers": ["temple", 2, 0]}
    assert [points([f"E{number}:8/4"], **state) for number in (1, 2, 3)] == [8, 4, 0]
    assert points(["E1:10/0", "E2:10/0", "E2:6/3"], **state) == 13


def test_first_to_temple_ties_and_shares() -> None:
    state = position([], 3, taken=[["C4"], ["C2", "C2"], ["C3", "R1"]], drones=LADDER)
    assert score(RULES, 3, state)["winners"] == [2]
    state["taken"][2] = ["C2", "R1"]
    assert score(RULES, 3, state) == {"scores": [4, 4, 4], "winners": [0, 1], "shares": [0.5, 0.5, 0.0]}
    state["first_to_temple"] = 2
    assert score(RULES, 3, state) == {"scores": [4, 4, 9], "winners": [2], "shares": [0.0, 0.0, 1.0]}


@pytest.mark.parametrize(
    ("own", "result"),
    [(["C2"], "lose"), (["C3"], "lose"), (["C4"], "museum"), (["R4", "R4", "R4", "R1", "R1", "R1"], "museum"),
     (["R4", "R4", "R4", "R4"], "treasure")],
)  # fmt: skip
def test_solo_results(own: list[str], result: str) -> None:  # TT-7
    state = position([], 1, taken=[own], adversary=["C3"], drones=LADDER)
    found = score(RULES, 1, state)
    assert found["result"] == result
    assert (found["winners"], found["shares"]) == (([], [0.0]) if result == "lose" else ([0], [1.0]))
    assert len(found["scores"]) == 1


# Traces


def trace(rules: State, players: int, seed: int) -> list[State]:
    return deepcopy(list(random_trace(rules, players, random.Random(seed))))


@pytest.mark.parametrize("rules", [RULES, SHORT, LONG], ids=["default", "short", "long"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_own_games_pass(rules: State, players: int) -> None:
    lines = [json.dumps(event) for seed in range(5) for event in trace(rules, players, seed)]
    assert check_trace(lines) == sum('"decision"' in line for line in lines)


def test_start_of_the_first_seat() -> None:  # TT-4
    start = trace(RULES, 3, 1)[0]
    check_start(start)
    assert (start["state"]["to_move"], start["state"]["turn"]) == (0, 1)


STARTS: dict[str, Callable[[State], Any]] = {
    "first seat": lambda start: start["state"].update(to_move=1),
    "active seat": lambda start: start["state"].update(active=1),
    "path": lambda start: start["state"]["path"].pop(),
    "path token": lambda start: start["state"]["path"].__setitem__(0, "R9"),
    "deck": lambda start: start["state"]["deck"].pop(),
    "hand": lambda start: start["state"]["deck"].append(start["state"]["hands"][0].pop()),
    "tile place": lambda start: start["state"]["tiles"][0].update(slot=10),
    "tile twice": lambda start: start["state"]["tiles"][0].update(tile=start["state"]["tiles"][1]["tile"]),
    "tile missing": lambda start: start["state"]["tiles"].pop(),
    "drone": lambda start: start["state"]["drones"].update(red=1),
    "surplus": lambda start: start["state"].update(extra=1),
    "lacking": lambda start: start["state"].pop("outer"),
    "players": lambda start: start.update(players=5),
    "few cards": lambda start: start["rules"]["cards"].update(hand=27),
    "track": lambda start: start["rules"]["drones"].update(track=3),
    "places": lambda start: start["rules"]["tiles"].update(under=[76]),
    "type": lambda start: start["state"].update(over=0),
}


@pytest.mark.parametrize("name", STARTS)
def test_illegal_deals(name: str) -> None:
    start = trace(RULES, 2, 1)[0]
    STARTS[name](start)
    with pytest.raises(Mismatch, match="game 0"):
        check_start(start)


def test_solo_deal_has_no_tiles() -> None:
    start = trace(RULES, 1, 1)[0]
    start["state"]["tiles"] = [tile(11, "snake")]
    with pytest.raises(Mismatch):
        check_start(start)


def spoilt(field: str, value: Any) -> Any:
    """Another value of the same field."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict() if field == "drones":
            return value | {"blue": value["blue"] + 1}
        case list() if field in ("hands", "taken"):
            return [[*value[0], "C2"], *value[1:]]
        case list() if field == "explorers":
            return [value[0], value[1], 70 if value[2] == "temple" else "temple"]
        case list():
            return [*value, tile(1, "snake") if field == "tiles" else "C2"]
    return 1 if value is None else None


@pytest.mark.parametrize("field", sorted(trace(RULES, 2, 1)[0]["state"]))
@pytest.mark.parametrize("players", [1, 3])
def test_every_field_of_every_state_is_checked(field: str, players: int) -> None:
    events = trace(RULES, players, 5)
    for at in range(0, len(events) - 1, 9):
        changed = events[:at] + [deepcopy(events[at])] + events[at + 1 :]
        state = changed[at]["state"]
        state[field] = spoilt(field, state[field])
        with pytest.raises(Mismatch):
            check_trace(changed)


LINES: dict[str, Callable[[State], Any]] = {
    "ply": lambda line: line.update(ply=line["ply"] + 1),
    "seat": lambda line: line.update(seat=1 - line["seat"]),
    "phase": lambda line: line.update(phase="dance"),
    "legal lacks one": lambda line: line["legal"].pop(),
    "legal twice": lambda line: line["legal"].append(line["legal"][0]),
    "legal surplus": lambda line: line["legal"].append({"type": "stop now"}),
    "action": lambda line: line.update(action={"type": "play", "card": "1+9"}),
    "no state": lambda line: line.pop("state"),
    "lacking field": lambda line: line["state"].pop("box"),
    "surplus field": lambda line: line["state"].update(memo=None),
    "event": lambda line: line.update(event="end"),
    "form": lambda line: line["state"].update(path=None),
}


@pytest.mark.parametrize("name", LINES)
def test_corrupted_decisions(name: str) -> None:
    events = trace(RULES, 2, 3)
    LINES[name](events[10])
    with pytest.raises(Mismatch, match="game 0, ply 9"):
        check_trace(events)


@pytest.mark.parametrize(
    "change",
    [{"scores": [0, 0]}, {"winners": []}, {"shares": [0.5, 0.4]}, {"shares": [1.0]}, {"reason": "limit"},
     {"result": "museum"}],
)  # fmt: skip
def test_corrupted_ends(change: State) -> None:
    events = trace(RULES, 2, 3)
    events[-1].update(change)
    with pytest.raises(Mismatch):
        check_trace(events)


def test_incomplete_traces() -> None:
    events = trace(RULES, 2, 3)
    for lines in (events[:-1], events[1:], [*events, events[-1]], events[:-1] + events, ["{"], ["7"]):
        with pytest.raises(Mismatch):
            check_trace(lines)
    assert check_trace([]) == 0


def test_order_matters_only_where_the_page_says_so() -> None:
    events = trace(RULES, 3, 4)
    for event in events[:-1]:
        for field in ("box", "discard", "tiles"):
            event["state"][field].reverse()
        for pile in event["state"]["hands"] + event["state"]["taken"]:
            pile.reverse()
    check_trace(deepcopy(events))
    events[9]["state"]["deck"].reverse()
    with pytest.raises(Mismatch, match="deck"):
        check_trace(events)


def test_random_play_in_numbers() -> None:
    games = [play_random(RULES, players, random.Random(players)) for players in (1, 2, 3, 4) for _ in "12"]
    assert games[0] == games[1]
    for game in games:
        assert game["turns"] == game["plays"] <= game["plies"]
        assert game["ended_by"] in ("explorer", "drone", "toll")
        assert game["reason"] == "finished"
        assert sum(game["shares"]) == pytest.approx(1.0 if game["winners"] else 0.0)
    assert play_random(LONG, 2, random.Random(1))["reason"] == "limit"
