"""The Lost Temple referee against positions worked out by hand from the rulebook, and against itself.

The default track: C at 11 14 17 20 23 26 30 33 37 40 43 46, V at 13 19 25 32 39 45, T at 16 22 29 35 42 48,
J at 18 27 41; the end is 35 for 6-8 players and 48 for 2-5.
"""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from .lost_temple import CALL_ORDER, Mismatch, advance, check_start, check_trace, legal, play_random

TRACK = {"part_one": "..C.VC.TCJVC.TC.VCJ.TC.VC.T", "part_two": ".C.VCJTC.VC.T"}
ROWS = "1 0 0, 2 1 0, 3 1 0, 4 2 0, 5 2 0, 6 3 0, 7 2 1, 8 4 0, 9 3 1"
TOKENS = {
    **{"idol": (2, None), "gain_gems": (3, 4), "back": (3, 2), "pay_gems": (3, 2)},
    **{"gain_machete": (2, None), "forward": (3, 3), "lose_machete": (2, None)},
}
RULES: dict[str, Any] = {
    "track": {**TRACK, "start_spaces": 9, "one_part_from_players": 6},
    "characters": {
        name: dict(zip(("start", "gems", "machete"), map(int, row.split()), strict=True))
        for name, row in zip(CALL_ORDER, ROWS.split(","), strict=True)
    },
    "supply": {"gems": 50, "machetes": 8},
    "tokens": {name: {"count": n, "amount": a} for name, (n, a) in TOKENS.items()},
    "income": 1,
    "step_choices": [1, 2],
    "priest": {"cost": 2},
    "elder": {"cost": 2},
    "scout": {"spaces_per_gem": 1},
    "canoe": {"spaces_per_gem": 2, "max_spaces": 20},
    "seer": {"tokens": 2},
    "draft": {"face_up": [3, 2, 1, 0, 0], "face_down": [1, 1, 1, 1, 1]},
    "idol": {"second_token": "supersedes"},
    "chance": {"chain": True},
}


def ruled(**changes: Any) -> dict[str, Any]:
    """The default ruleset with changes written as section__key=value."""
    rules = deepcopy(RULES)
    for name, value in changes.items():
        *path, last = name.split("__")
        place = rules
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value
    return rules


def table(phase: str, called: str | None, *chosen: str, **fields: Any) -> dict[str, Any]:
    """A position in mid-round; `chosen` has the cards of each seat, blank-separated."""
    cards = [held.split() for held in chosen]
    seats = len(cards)
    owner = next((seat for seat, held in enumerate(cards) if called in held), 0)
    state = {"round": 3, "phase": phase, "to_move": owner, "called": called, "idol": 0, "idol_claim": None}
    state |= {"positions": [0] * seats, "gems": [0] * seats, "machetes": [0] * seats}
    state |= {"gem_supply": 50, "machete_supply": 8, "chance": {}, "reserve": []}
    state |= {"face_up": [], "face_down": [], "hand": [], "chosen": cards, "leftover": []}
    state |= {"cursed": None, "cursed_by": None, "robbed": None, "robbed_by": None}
    state |= {"known": [[] for _ in cards], "looked": None, "idol_void": False, "winner": None}
    return state | fields


def follow(state: dict, action: dict, rules: dict = RULES, **shown: Any) -> dict:
    """The state after; `shown` is what the trace tells about chance. Arguments must stay as they are."""
    before = deepcopy((rules, state, action))
    after = advance(rules, len(state["positions"]), state, action, {**deepcopy(state), **shown})
    assert (rules, state, action) == before
    return after


def move(spaces: int) -> dict:
    return {"type": "move", "spaces": spaces}


def curse(character: str) -> dict:
    return {"type": "curse", "character": character}


def steps_onto(token: str, rules: dict = RULES, **fields: Any) -> dict:
    """The thief steps from 10 onto the chance space 11 and reveals the token; then the scout is asked."""
    state = table("step", "thief", "thief", "scout", positions=[10, 5], gems=[3, 0])
    state |= {"chance": {"11": token}, "reserve": ["idol"], **fields}
    left = [*state["reserve"][1:], token] if state["reserve"] else []
    return follow(state, move(1), rules, reserve=left)


# Being called


def test_curse_swaps_past_a_jungle_without_machete_or_token() -> None:
    state = table("curse", "shaman", "shaman", "scout", positions=[20, 17], machetes=[0, 1])
    state |= {"chance": {"17": "idol", "20": "back"}, "gems": [1, 2]}
    after = follow(state, curse("scout"))
    assert after["positions"] == [17, 20]
    assert (after["machetes"], after["chance"], after["idol_claim"]) == ([0, 1], state["chance"], None)
    assert (after["cursed"], after["cursed_by"], after["phase"], after["to_move"]) == ("scout", 0, "scout", 1)


def test_robbery_comes_before_income() -> None:
    state = table("rob", "thief", "thief", "craftsman", gems=[2, 7], gem_supply=10)
    asked = follow(state, {"type": "rob", "character": "craftsman"})
    assert (asked["phase"], asked["robbed"], asked["robbed_by"]) == ("step", "craftsman", 0)
    assert asked["gems"] == [2, 7]
    after = follow(asked, move(2))
    assert (after["gems"], after["gem_supply"], after["called"]) == ([9, 1], 9, "craftsman")


def test_curse_and_robbery_of_unchosen_or_face_up_cards_do_nothing() -> None:
    """LT-6."""
    state = table("curse", "shaman", "shaman", "scout", positions=[3, 4], face_up=["elder"])
    assert curse("elder") in legal(RULES, state)
    after = follow(state, curse("elder"))
    assert after["positions"] == [3, 4]


def test_own_other_character_may_be_named_without_effect() -> None:
    """LT-7 and LT-10."""
    state = table("curse", "shaman", "shaman scout", "thief seer", positions=[3, 4], gems=[5, 0])
    assert len(legal(RULES, state)) == 8
    after = follow(state, curse("scout"))
    after = follow(after, {"type": "rob", "character": "scout"})
    assert (after["positions"], after["gems"]) == ([3, 4], [5, 1])
    state = table("step", "craftsman", "shaman scout", "craftsman", positions=[3, 4], gems=[5, 0])
    after = follow(state | {"cursed": "scout", "cursed_by": 0, "robbed": "scout", "robbed_by": 0}, move(1))
    assert (after["positions"], after["gems"]) == ([3, 5], [6, 0])


def test_robbery_waits_for_the_named_character() -> None:
    """LT-10: the seat's first character is not affected by what waits for its second."""
    state = table("curse", "shaman", "shaman", "seer scout", "child", positions=[2, 6, 0], gems=[0, 3, 0])
    after = follow(state, curse("scout"))
    assert (after["called"], after["positions"]) == ("seer", [2, 6, 0])
    assert follow(after, move(2))["positions"] == [8, 2, 0]


def test_thief_and_shaman_may_name() -> None:
    named = [action["character"] for action in legal(RULES, table("curse", "shaman", "shaman", "seer"))]
    assert named == list(CALL_ORDER[1:])
    named = [action["character"] for action in legal(RULES, table("rob", "thief", "thief", "seer"))]
    assert named == list(CALL_ORDER[2:])


def test_supplies_may_be_empty() -> None:
    """LT-4 for income, LT-11 for the craftsman's machete."""
    state = table("step", "thief", "thief", "craftsman", gem_supply=0, machete_supply=0)
    after = follow(state, move(1))
    assert (after["gems"], after["machetes"], after["phase"]) == ([0, 0], [0, 0], "step")
    after = follow(state | {"machete_supply": 1}, move(1))
    assert (after["machetes"], after["machete_supply"]) == ([0, 1], 0)


# Moving


@pytest.mark.parametrize(
    ("start", "machetes", "spaces", "arrives", "kept"),
    [(17, 0, 2, 18, 0), (17, 1, 2, 19, 0), (17, 1, 1, 18, 1), (18, 0, 2, 20, 0), (16, 2, 12, 28, 0)],
)
def test_jungle(start: int, machetes: int, spaces: int, arrives: int, kept: int) -> None:
    state = table("scout", "scout", "thief", "scout", positions=[0, start], gems=[0, 20], gem_supply=0)
    after = follow(state | {"machetes": [0, machetes], "machete_supply": 0}, move(spaces))
    assert (after["positions"][1], after["machetes"][1]) == (arrives, kept)
    assert after["machete_supply"] == machetes - kept
    assert (after["gems"][1], after["gem_supply"]) == (20 - spaces, spaces)


def test_canoe_pays_everything_but_stops_at_twenty_spaces() -> None:
    state = table("curse", "shaman", "shaman", "canoe", gems=[0, 12], gem_supply=5, positions=[8, 2])
    after = follow(state | {"machetes": [0, 1]}, curse("thief"))
    assert (after["positions"], after["machetes"], after["machete_supply"]) == ([8, 22], [0, 0], 9)
    assert (after["gems"], after["gem_supply"], after["round"]) == ([0, 0], 17, 4)


def test_canoe_beyond_the_end_wins_at_once() -> None:
    state = table("curse", "shaman", "shaman", "canoe", "child", gems=[0, 8, 0], positions=[8, 43, 0])
    after = follow(state, curse("thief"))
    assert (after["positions"], after["winner"], after["called"]) == ([8, 48, 0], 1, "canoe")
    assert (after["phase"], after["to_move"], after["gems"], after["round"]) == (None, None, [0, 0, 0], 3)
    assert legal(RULES, after) == []


def test_child_on_a_shared_space_moves_on_to_the_next_occupied_one() -> None:
    state = table("curse", "shaman", "shaman", "child", "", "", positions=[12, 8, 8, 12])
    assert follow(state, curse("thief"))["positions"] == [12, 12, 8, 12]
    leader = follow(state | {"positions": [9, 12, 8, 12]}, curse("thief"))
    assert leader["positions"] == [9, 12, 8, 12]


def test_child_is_stopped_by_jungle() -> None:
    state = table("curse", "shaman", "shaman", "child", positions=[22, 10])
    assert follow(state, curse("thief"))["positions"] == [22, 18]


def test_child_standing_still_on_a_chance_space_reveals_nothing() -> None:
    state = table("curse", "shaman", "shaman", "child", positions=[9, 11], chance={"11": "gain_gems"})
    assert follow(state, curse("thief"))["gems"] == [0, 1]


@pytest.mark.parametrize(
    ("character", "position", "gems", "players", "asked"),
    [
        *[("priest", 10, 2, 4, True), ("priest", 10, 0, 4, False), ("priest", 47, 2, 4, True)],
        *[("elder", 44, 1, 4, True), ("elder", 45, 5, 4, False), ("elder", 33, 5, 4, True)],
        *[("elder", 33, 5, 6, False), ("elder", 17, 2, 4, True)],
    ],
)
def test_question_to_pay(character: str, position: int, gems: int, players: int, asked: bool) -> None:
    """LT-13: the jungle at 18 does not matter."""
    state = table("step", "seer", "seer", character, *["x"] * (players - 3), "scout")
    state |= {"positions": [0, position] + [0] * (players - 2), "gems": [0, gems] + [0] * (players - 2)}
    after = follow(state, move(1))
    assert after["called"] == (character if asked else "scout")
    if asked:
        assert legal(RULES, after) == [{"type": "pay"}, {"type": "stay"}]


def test_priest_and_elder_move_to_the_next_space_of_their_kind() -> None:
    state = table("pay", "priest", "priest", "scout", positions=[16, 0], gems=[3, 0], machetes=[1, 0])
    paid = follow(state, {"type": "pay"})
    assert (paid["positions"][0], paid["gems"][0], paid["gem_supply"], paid["machetes"][0]) == (22, 1, 51, 0)
    stopped = follow(state | {"machetes": [0, 0]}, {"type": "pay"})
    assert (stopped["positions"][0], stopped["gems"][0]) == (18, 1)
    stayed = follow(state, {"type": "stay"})
    assert (stayed["positions"][0], stayed["gems"][0]) == (16, 3)
    state = table("pay", "elder", "elder", "scout", positions=[13, 0], gems=[2, 0], machetes=[1, 0])
    assert follow(state, {"type": "pay"})["positions"][0] == 19


def test_end_space_is_a_temple_whatever_its_letter() -> None:
    """LT-14."""
    rules = ruled(track__part_two=".V")
    state = table("pay", "priest", "priest", "scout", positions=[35, 0], gems=[2, 0])
    assert follow(state, {"type": "pay"}, rules)["winner"] == 0
    state = table("step", "seer", "seer", "elder", "scout", positions=[0, 35, 0], gems=[0, 9, 0])
    assert follow(state, move(1), rules)["called"] == "scout"


def test_scout_choices() -> None:
    state = table("scout", "scout", "scout", "x", positions=[45, 0], gems=[7, 0])
    assert legal(RULES, state) == [move(n) for n in range(4)]
    assert legal(ruled(scout__spaces_per_gem=2), state) == [move(n) for n in (0, 2, 4)]
    assert legal(RULES, state | {"gems": [0, 0]}) == [move(0)]
    assert legal(RULES, state | {"positions": [17, 0]}) == [move(n) for n in range(8)]
    after = follow(state | {"positions": [17, 0]}, move(5))
    assert (after["positions"][0], after["gems"][0]) == (18, 2)


# Chance tokens


def test_simple_tokens() -> None:
    assert steps_onto("gain_gems")["gems"] == [7, 1]
    assert steps_onto("gain_gems", gem_supply=2)["gems"] == [5, 0]
    assert steps_onto("pay_gems")["gems"] == [1, 1]
    assert steps_onto("pay_gems", gems=[1, 0])["gems"] == [0, 1]
    assert steps_onto("gain_machete")["machetes"] == [1, 0]
    assert steps_onto("gain_machete", machete_supply=0)["machetes"] == [0, 0]
    assert steps_onto("lose_machete", machetes=[2, 0])["machetes"] == [1, 0]
    assert steps_onto("lose_machete")["machetes"] == [0, 0]
    assert steps_onto("idol")["idol_claim"] == 0


def test_revealed_token_is_replaced_and_forgotten() -> None:
    after = steps_onto("pay_gems", reserve=["back", "idol"], known=[[11], [11]])
    assert (after["chance"], after["known"]) == ({"11": "back"}, [[], []])
    assert sorted(after["reserve"]) == ["idol", "pay_gems"]


def test_token_stays_when_the_reserve_is_empty() -> None:
    after = steps_onto("pay_gems", reserve=[])
    assert (after["chance"], after["reserve"], after["known"]) == ({"11": "pay_gems"}, [], [[11], [11]])


def test_moving_tokens() -> None:
    """LT-12 too: the replacement lies there before the movement."""
    assert steps_onto("back")["positions"] == [9, 5]
    assert steps_onto("forward", reserve=["back"])["positions"] == [14, 5]
    far = ruled(tokens__back={"count": 3, "amount": 30})
    assert steps_onto("back", far)["positions"] == [0, 5]
    jungle = table("step", "thief", "thief", "scout", positions=[16, 0], chance={"17": "forward"})
    assert follow(jungle | {"reserve": ["idol"]}, move(1), reserve=["forward"])["positions"][0] == 18


def test_backwards_over_jungle_needs_no_machete() -> None:
    state = table("step", "thief", "thief", "scout", positions=[19, 0], machetes=[1, 0])
    state["chance"] = {"20": "back"}
    after = follow(state, move(1))
    assert (after["positions"][0], after["machetes"]) == (18, [1, 0])
    rules = ruled(tokens__back={"count": 3, "amount": 4})
    assert follow(state, move(1), rules)["positions"][0] == 16


def test_chain() -> None:
    """LT-2."""
    state = table("step", "thief", "thief", "scout", positions=[10, 0], reserve=["idol", "back"])
    state["chance"] = {"11": "forward", "14": "gain_gems"}
    after = follow(state, move(1), chance={"11": "idol", "14": "back"}, reserve=["gain_gems", "forward"])
    assert (after["positions"][0], after["gems"][0]) == (14, 4)
    assert after["chance"] == {"11": "idol", "14": "back"}
    assert after["reserve"] == ["gain_gems", "forward"]
    unchained = follow(state, move(1), ruled(chance__chain=False), reserve=["forward", "back"])
    assert (unchained["positions"][0], unchained["gems"][0]) == (14, 0)
    assert unchained["chance"] == {"11": "idol", "14": "gain_gems"}
    assert unchained["reserve"] == ["forward", "back"]


def test_chain_may_run_into_a_token_it_has_just_laid() -> None:
    """Forward 3 and back 3 between 11 and 14: the second token at 11 was drawn unseen from the reshuffle."""
    rules = ruled(tokens__back={"count": 3, "amount": 3})
    state = table("step", "thief", "thief", "scout", positions=[10, 0], reserve=["gain_gems", "idol"])
    state["chance"] = {"11": "forward", "14": "back"}
    shown = {"chance": {"11": "back", "14": "idol"}, "reserve": ["gain_gems", "forward"]}
    after = follow(state, move(1), rules, **shown)
    assert (after["positions"][0], after["gems"][0]) == (11, 4)
    assert {field: after[field] for field in shown} == shown
    impossible = {"chance": {"11": "back", "14": "pay_gems"}, "reserve": ["gain_gems", "forward"]}
    assert follow(state, move(1), rules, **impossible)["chance"] != impossible["chance"]


def test_hidden_draw_is_found_by_trial() -> None:
    """Back, forward, back onto the token laid unseen at 11: only a machete token explains the outcome."""
    rules = ruled(tokens__back={"count": 3, "amount": 3})
    state = table("step", "thief", "thief", "scout", positions=[13, 0], gem_supply=20)
    state |= {"chance": {"14": "back", "11": "forward"}, "reserve": ["back", "gain_machete", "gain_gems"]}
    shown = {"chance": {"11": "back", "14": "forward"}, "reserve": ["gain_gems", "back", "gain_machete"]}
    expected = {"positions": [11, 0], "machetes": [1, 0], "gems": [0, 1]}
    expected |= {"machete_supply": 7, "gem_supply": 19}
    turn = {"phase": "scout", "called": "scout", "to_move": 1}
    after = follow(state, move(1), rules, **shown, **expected, **turn)
    assert after == state | shown | expected | turn


def test_chain_of_tokens_ends_after_32_reveals() -> None:
    rules = ruled(tokens__back={"count": 1, "amount": 3})
    state = table("step", "thief", "thief", "scout", positions=[10, 0])
    state["chance"] = {"11": "forward", "14": "back"}
    after = follow(state, move(1), rules)
    assert (after["positions"][0], after["known"]) == (11, [[11, 14], [11, 14]])
    after = follow(state | {"positions": [13, 0]}, move(1), rules)
    assert after["positions"][0] == 14


def test_token_that_moves_nobody_reveals_nothing_more() -> None:
    rules = ruled(tokens__back={"count": 3, "amount": 0})
    assert steps_onto("back", rules, reserve=["gain_gems"])["gems"] == [3, 1]


def test_forward_token_may_win() -> None:
    state = table("step", "thief", "thief", "scout", positions=[45, 0], reserve=["idol"])
    state["chance"] = {"46": "forward"}
    after = follow(state, move(1), reserve=["forward"])
    assert (after["winner"], after["positions"], after["chance"]) == (0, [48, 0], {"46": "idol"})


def test_second_idol_token() -> None:
    """LT-1."""
    assert steps_onto("idol", idol_claim=1)["idol_claim"] == 0
    annuls = ruled(idol__second_token="annuls")
    first = steps_onto("idol", annuls)
    assert (first["idol_claim"], first["idol_void"]) == (0, False)
    second = steps_onto("idol", annuls, idol_claim=1)
    assert (second["idol_claim"], second["idol_void"]) == (None, True)
    third = steps_onto("idol", annuls, idol_void=True)
    assert (third["idol_claim"], third["idol_void"]) == (None, True)


# The seer


def test_seer_looks_and_swaps() -> None:
    """LT-5."""
    chance = {"11": "idol", "14": "back", "17": "forward"}
    state = table("look", "seer", "seer", "scout", chance=chance, known=[[17], [11, 17]])
    assert [action["spaces"] for action in legal(RULES, state)] == [[11, 14], [11, 17], [14, 17]]
    looked = follow(state, {"type": "look", "spaces": [11, 14]})
    assert (looked["phase"], looked["looked"]) == ("swap", [11, 14])
    assert looked["known"] == [[11, 14, 17], [11, 17]]
    assert legal(RULES, looked) == [{"type": "swap"}, {"type": "keep"}]
    swapped = follow(looked, {"type": "swap"})
    assert swapped["chance"] == {"11": "back", "14": "idol", "17": "forward"}
    assert (swapped["known"], swapped["looked"], swapped["phase"]) == ([[11, 14, 17], [17]], None, "step")
    kept = follow(looked, {"type": "keep"})
    assert (kept["chance"], kept["known"], kept["looked"]) == (chance, looked["known"], None)


@pytest.mark.parametrize(("chance", "phase"), [({}, "step"), ({"11": "idol"}, "step")])
def test_seer_without_two_tokens_goes_straight_to_the_step(chance: dict, phase: str) -> None:
    state = table("curse", "shaman", "shaman", "seer", chance=chance)
    assert follow(state, curse("child"))["phase"] == phase
    state["chance"] = {"11": "idol", "14": "idol"}
    assert follow(state, curse("child"))["phase"] == "look"


# Rounds and drafts


@pytest.mark.parametrize(
    ("positions", "gems", "last", "claim", "holder"),
    [
        *[([5, 3, 4], [0, 9, 0], 0, None, 1), ([3, 3, 4], [2, 1, 0], 0, None, 1)],
        *[([3, 3, 3], [1, 1, 1], 1, None, 1), ([3, 3, 4], [1, 1, 0], 2, None, 0)],
        *[([3, 4, 3], [1, 0, 1], 1, None, 2), ([5, 3, 4], [0, 0, 0], 1, 2, 2)],
    ],
)
def test_idol_holder(positions: list, gems: list, last: int, claim: int | None, holder: int) -> None:
    """LT-3. The elder's stay ends the round."""
    state = table("pay", "elder", "elder", "", "", positions=positions, gems=gems)
    state |= {"idol": last, "idol_claim": claim, "idol_void": True}
    deal = {"face_up": [], "face_down": ["elder"], "hand": [card for card in CALL_ORDER if card != "elder"]}
    state |= {"cursed": "child", "cursed_by": 2, "robbed": "canoe", "robbed_by": 1, "leftover": ["seer"]}
    after = follow(state, {"type": "stay"}, **deal)
    assert (after["idol"], after["to_move"]) == (holder, holder)
    assert (after["idol_claim"], after["idol_void"]) == (None, False)
    assert (after["round"], after["phase"], after["called"]) == (4, "draft", None)
    assert (after["chosen"], after["leftover"]) == ([[], [], []], [])
    assert [after[hit] for hit in ("cursed", "cursed_by", "robbed", "robbed_by")] == [None] * 4
    assert {pile: after[pile] for pile in deal} == deal


def test_impossible_deal_is_not_taken_over() -> None:
    state = table("pay", "elder", "elder", "x", "x", "x")
    deal = {"face_up": list(CALL_ORDER[:3]), "face_down": ["priest"], "hand": list(CALL_ORDER[4:])}
    assert follow(state, {"type": "stay"}, **deal)["hand"] == deal["hand"]
    twice = deal | {"face_down": ["child"]}
    assert follow(state, {"type": "stay"}, **twice)["face_down"] != ["child"]
    few = {"face_up": list(CALL_ORDER[:2]), "face_down": ["priest"], "hand": ["seer", *CALL_ORDER[4:]]}
    assert follow(state, {"type": "stay"}, **few)["face_up"] != few["face_up"]


@pytest.mark.parametrize(("rules", "last"), [(RULES, 200), (ruled(limit__rounds=7), 7)])
def test_round_limit(rules: dict, last: int) -> None:
    """LT-9."""
    state = table("pay", "elder", "elder", "x", round=last, cursed="child", cursed_by=0, leftover=["seer"])
    after = follow(state, {"type": "stay"}, rules)
    over = {"phase": None, "to_move": None, "called": None, "cursed": None, "cursed_by": None}
    assert after == state | over
    assert follow(state | {"round": last - 1}, {"type": "stay"}, rules)["round"] == last


def draft(players: int, rules: dict = RULES) -> list[tuple[int, int, int]]:
    """Seat counted from the idol, hand and cards face down at each first-round pick; then the rest."""
    lines: list[dict] = []
    play_random(rules, players, random.Random(5), lines)
    state, picks = lines[0]["state"], []
    while state["phase"] == "draft" and state["round"] == 1:
        seat = (state["to_move"] - state["idol"]) % players
        picks.append((seat, len(state["hand"]), len(state["face_down"])))
        state = lines[len(picks)]["state"]
    return [*picks, (-1, len(state["leftover"]), len(state["face_up"]))]


def test_draft_schemes() -> None:
    assert draft(2) == [(0, 7, 1), (1, 6, 1), (0, 4, 2), (1, 2, 3), (-1, 1, 1)]
    assert draft(3) == [(0, 8, 1), (1, 7, 1), (2, 6, 1), (0, 4, 2), (1, 3, 2), (2, 2, 2), (-1, 1, 0)]
    assert draft(4) == [(0, 5, 1), (1, 4, 1), (2, 3, 1), (3, 2, 1), (-1, 1, 3)]
    assert draft(7) == [(seat, 8 - seat, 1) for seat in range(7)] + [(-1, 1, 0)]
    assert draft(8) == [(seat, 8 - seat, 1) for seat in range(7)] + [(7, 2, 0), (-1, 1, 0)]
    loose = ruled(draft={"face_up": [1, 1, 1, 1, 1], "face_down": [0] * 5})
    assert draft(4, loose)[-1] == (-1, 4, 1)
    assert draft(8, loose)[-2:] == [(7, 1, 0), (-1, 0, 1)]


def test_last_of_eight_chooses_between_passed_and_face_down_card() -> None:
    state = table("draft", None, "", *CALL_ORDER[1:7], "", to_move=7, idol=1)
    state |= {"hand": ["shaman", "child"], "face_down": ["canoe"]}
    last = follow(state, {"type": "pick", "character": "child"})
    assert (last["to_move"], last["hand"], last["face_down"]) == (0, ["shaman", "canoe"], [])
    assert [action["character"] for action in legal(RULES, last)] == ["shaman", "canoe"]
    after = follow(last, {"type": "pick", "character": "canoe"})
    assert (after["leftover"], after["hand"], after["chosen"][0]) == (["shaman"], [], ["canoe"])
    assert (after["phase"], after["called"], after["to_move"]) == ("rob", "thief", 1)


def test_random_discard_must_come_from_the_hand() -> None:
    hand = ["seer", "priest", "scout", "canoe", "child"]
    state = table("draft", None, "shaman", "", face_down=["thief"], face_up=["elder"], to_move=1)
    state["hand"] = ["craftsman", *hand]
    pick = {"type": "pick", "character": "craftsman"}
    after = follow(state, pick, face_down=["thief", "canoe"])
    assert (after["hand"], after["face_down"]) == (["seer", "priest", "scout", "child"], ["thief", "canoe"])
    assert (after["to_move"], after["chosen"]) == (0, [["shaman"], ["craftsman"]])
    assert follow(state, pick, face_down=["thief", "elder"])["face_down"] != ["thief", "elder"]


# Whole traces

VARIANTS = [
    RULES,
    ruled(limit__rounds=3, idol__second_token="annuls", chance__chain=False, step_choices=[3, 1, 0]),
    ruled(track__part_one="CJVT" * 10, track__part_two="CC.T" * 8, canoe__spaces_per_gem=5),
    ruled(track__part_one="C" * 27, supply={"gems": 6, "machetes": 1}, income=3, track__start_spaces=12),
    ruled(track__part_one="CCCV", track__part_two="JC", scout__spaces_per_gem=3, priest__cost=0),
]


def recorded(players: int, seed: int, rules: dict = RULES) -> list[dict]:
    lines: list[dict] = []
    play_random(rules, players, random.Random(seed), lines)
    return lines


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("rules", VARIANTS)
def test_own_traces_pass(players: int, rules: dict) -> None:
    lines = [line for seed in range(2) for line in recorded(players, seed, rules)]
    assert check_trace(map(json.dumps, lines)) == sum(line["event"] == "decision" for line in lines)


def test_chance_tokens_lie_only_on_the_track_in_use() -> None:
    """LT-8."""
    assert max(map(int, recorded(6, 1)[0]["state"]["chance"])) == 33
    assert max(map(int, recorded(5, 1)[0]["state"]["chance"])) == 46


@pytest.mark.parametrize("players", range(2, 9))
def test_summary(players: int) -> None:
    lines: list[dict] = []
    summary = play_random(RULES, players, random.Random(9), lines)
    assert summary == play_random(RULES, players, random.Random(9))
    assert summary["plies"] == len(lines) - 2
    assert summary["scores"] == lines[-1]["scores"] == lines[-2]["state"]["positions"]
    assert summary["scores"][summary["winner"]] == (48 if players < 6 else 35)
    assert sum(summary["calls"].values()) <= summary["rounds"] * players * (2 if players < 4 else 1)


@pytest.mark.parametrize("field", sorted(recorded(2, 1)[0]["state"]))
@pytest.mark.parametrize("players", [2, 8])
def test_every_field_of_the_state_is_checked(players: int, field: str) -> None:
    lines = recorded(players, 3)
    for place in (0, 12, 30):
        without, odd = deepcopy(lines[place]), deepcopy(lines[place])
        del without["state"][field]
        odd["state"][field] = ["?"]
        for broken in (without, odd):
            with pytest.raises(Mismatch) as caught:
                check_trace([*lines[:place], broken, *lines[place + 1 :]])
            assert caught.value.ply == (place - 1 if place else "start")


def first(lines: list[dict], wanted: Callable[[dict, dict], bool]) -> int:
    return next(n for n in range(1, len(lines) - 1) if wanted(lines[n - 1]["state"], lines[n]["state"]))


def corrupt(change: Callable[[list[dict]], Any], players: int = 4) -> Mismatch:
    lines = recorded(players, 2)
    change(lines)
    with pytest.raises(Mismatch) as caught:
        check_trace(lines)
    return caught.value


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("ply", lambda lines: lines[4].update(ply=7)),
        ("seat", lambda lines: lines[4].update(seat=9)),
        ("phase", lambda lines: lines[4].update(phase="look")),
        ("legal", lambda lines: lines[4]["legal"].pop()),
        ("legal", lambda lines: lines[4]["legal"].append(lines[4]["legal"][0])),
        ("action", lambda lines: lines[4].update(action={"type": "pick", "character": "nobody"})),
        ("state fields", lambda lines: lines[4]["state"].update(extra=1)),
        ("gem_supply", lambda lines: lines[9]["state"].update(gem_supply=3)),
        ("event", lambda lines: lines.pop()),
        ("event", lambda lines: lines.pop(0)),
        ("event", lambda lines: lines.pop(-2)),
        ("scores", lambda lines: lines[-1]["scores"].reverse()),
        ("winners", lambda lines: lines[-1].update(winners=[])),
        ("shares", lambda lines: lines[-1]["shares"].append(0.0)),
        ("reason", lambda lines: lines[-1].update(reason="limit")),
    ],
)
def test_corrupted_lines(field: str, change: Callable[[list[dict]], Any]) -> None:
    mismatch = corrupt(change)
    assert mismatch.field == field
    assert field in str(mismatch)


def test_corrupted_chance() -> None:
    def exchange(lines: list[dict]) -> None:
        place = first(lines, lambda before, after: before["reserve"] != after["reserve"])
        lines[place]["state"]["reserve"][0] = "nothing"

    def reorder(lines: list[dict]) -> None:
        place = first(lines, lambda before, after: before["reserve"] == after["reserve"])
        lines[place]["state"]["reserve"].sort()

    def redeal(lines: list[dict]) -> None:
        place = first(lines, lambda before, after: before["round"] != after["round"])
        lines[place]["state"]["hand"][0] = lines[place]["state"]["hand"][1]

    assert corrupt(exchange).field == "reserve"
    assert corrupt(reorder).field == "reserve"
    assert corrupt(redeal).field in ("face_up", "face_down", "hand")


def test_first_draw_from_the_reserve_is_its_first_token() -> None:
    state = table("step", "thief", "thief", "scout", positions=[10, 0], chance={"11": "back"})
    state |= {"reserve": ["idol", "forward"]}
    after = follow(state, move(1), chance={"11": "forward"}, reserve=["idol", "back"])
    assert after["chance"] == {"11": "idol"}


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state["positions"].__setitem__(0, 20),
        lambda state: state["gems"].__setitem__(1, 40),
        lambda state: state.update(positions=[8, 8, 6, 5], gems=[0, 0, 1, 2], machetes=[0] * 4),
        lambda state: state["reserve"].pop(),
        lambda state: state["chance"].pop("11"),
        lambda state: state.update(idol=(state["idol"] + 1) % 4),
        lambda state: state["known"][0].append(11),
        lambda state: state["hand"].append(state["face_up"].pop()),
    ],
)
def test_corrupted_start(change: Callable[[dict], Any]) -> None:
    event = recorded(4, 8)[0]
    check_start(event)
    change(event["state"])
    with pytest.raises(Mismatch):
        check_start(event)


def test_start_kits_come_out_of_the_supply_in_seat_order() -> None:
    rules = ruled(supply={"gems": 2, "machetes": 1})
    event = recorded(8, 4, rules)[0]
    assert (sum(event["state"]["gems"]), event["state"]["gem_supply"]) == (2, 0)
    check_start(event)


def test_ruleset_here_is_the_default() -> None:
    assert RULES["characters"]["child"] == {"start": 9, "gems": 3, "machete": 1}
    assert sum(row["count"] for row in RULES["tokens"].values()) == 18
