"""The referee of `raider` against positions worked out by hand from the rulebook, and against itself."""

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from . import raider
from .raider import Mismatch, advance, check_start, check_trace, legal, play_random, start_errors

Data = dict[str, Any]

CARDS = """1 ember erupt smallest|1 rope any|2 fissure erupt erupt smallest|2 porter smallest store|3 path any
3 spark erupt smallest|4 flame_burst erupt erupt smallest|4 guide any store|5 mystic_mirror copy
5 torch erupt erupt smallest|6 shortcut any erupt|6 tripwire push smallest|7 sprint any any
8 inferno erupt erupt erupt smallest smallest|9 booby_trap any push|10 avalanche any any push"""
LAVA_FACES = {"white1": [1, 4], "white2": [2, 5], "white3": [3, 6], "yellow": [1, 5], "red": [2, 6]}


def deck_of(text: str) -> list[Data]:
    words = [line.split() for line in text.replace("|", "\n").splitlines()]
    return [{"number": int(number), "name": name, "effects": effects} for number, name, *effects in words]


RULES: Data = {
    "temple": {
        "steps": [5, 5, 4, 4, 3, 3, 2, 2, 2, 2],
        "lava": [[2, 3], [2, 3], [3], [3], [2], [2], [1], [1], [1], [1]],
        "head_start": [None, 2, 4, 6],
    },
    "dice": [{"name": name, "faces": [1, 2, 3, 4, 5, 6], "lava": lava} for name, lava in LAVA_FACES.items()],
    "rooms": {"altar": 2, "storage": 3, "camp": 10},
    "cards": {"slots": 3, "deck": deck_of(CARDS), "reshuffle": False},
    "wild": {"from": 11},
    "storage": {"bonus": 1},
}


def rules_with(**changes: Any) -> Data:
    """The default rules with dotted keys (written with __) replaced."""
    rules = copy.deepcopy(RULES)
    for key, value in changes.items():
        group, name = key.split("__")
        rules.setdefault(group, {})[name] = value
    return rules


def position(faces: tuple[int, ...] = (1, 2, 1), **changes: Any) -> Data:
    """Two players (or as many as there are dice but one); seat 0 holds the first two dice, nothing used."""
    players = len(faces) - 1
    dice = [
        {"die": n, "face": f, "lava": f in LAVA_FACES[n], "taken_by": 0 if i < 2 else None, "used": False}
        for i, (n, f) in enumerate(zip(LAVA_FACES, faces, strict=False))
    ]
    state: Data = {
        "turn": 1, "active": 0, "to_move": 0, "phase": "use", "dice": dice, "altar": [0] * players,
        "storage": [0] * players, "camp": [0] * players, "in_play": None, "pending": [], "used_any": False,
        "relics": [[[c, 0] for c in range(1, 11)] for _ in range(players)], "winner": None,
    }  # fmt: skip
    for pile in ("board", "deck", "discard"):
        state[pile] = [[None] * 3 if pile == "board" else [] for _ in range(players)]
    return state | changes


def use(kind: str, dice: str, bumps: int = 0, **where: int) -> Data:
    return {"type": kind, "dice": [f"white{i}" for i in dice], "bumps": bumps, **where}


def room(name: str) -> Data:
    return {"type": "room", "room": name}


def after(state: Data, *actions: Data, rules: Data = RULES, seen: Data | None = None) -> Data:
    """The state after legal actions; a new roll shows what it showed before unless `seen` tells otherwise."""
    for action in actions:
        assert action in legal(rules, state), (action, legal(rules, state))
        state = advance(rules, len(state["relics"]), state, action, seen or state)
    return state


def kinds(state: Data, kind: str, rules: Data = RULES) -> list[Data]:
    return [action for action in legal(rules, state) if action["type"] == kind]


def numbers(state: Data, rules: Data = RULES) -> list[tuple[int, int]]:
    """Columns and bumps of the relic moves."""
    return sorted((action["column"], action["bumps"]) for action in kinds(state, "relic", rules))


STOP = {"type": "stop"}
RESUPPLY = {"type": "resupply", "kind": "storage"}


def untaken(state: Data) -> Data:
    return state | {"phase": "pick", "dice": [die | {"taken_by": None} for die in state["dice"]]}


# --- picking and the eruption of two lava dice -------------------------------------------------------


@pytest.mark.parametrize(("players", "pairs"), [(2, 3), (3, 6), (4, 10)])
def test_active_seat_picks_any_pair(players: int, pairs: int) -> None:
    options = legal(RULES, untaken(position((1,) * (players + 1))))
    assert len(options) == pairs
    assert options[0] == {"type": "pick", "dice": ["white1", "white2"]}


def test_other_seats_pick_one_of_the_dice_left() -> None:
    state = after(position((1, 2, 3, 4)), STOP)
    assert (state["to_move"], state["phase"]) == (1, "pick")
    assert legal(RULES, state) == [{"type": "pick", "dice": [name]} for name in ("white3", "yellow")]


def test_two_lava_dice_erupt_before_use_and_may_be_declined_rd1() -> None:
    state = untaken(position((1, 2, 4), relics=[[[3, 3]], [[7, 1], [8, 0]]]))
    state = after(state, {"type": "pick", "dice": ["white1", "white2"]})
    assert (state["phase"], state["pending"], state["used_any"], state["in_play"]) == (
        "erupt",
        ["erupt"],
        False,
        None,
    )
    up = [
        {"type": "erupt", "seat": 0, "column": 3, "step": 3},
        {"type": "erupt", "seat": 1, "column": 7, "step": 1},
    ]
    assert legal(RULES, state) == [*up, STOP]
    assert after(state, up[1])["relics"] == [[[3, 3]], [[7, 0], [8, 0]]]
    declined = after(state, STOP)
    assert (declined["phase"], declined["to_move"], declined["relics"]) == ("use", 0, state["relics"])


@pytest.mark.parametrize("faces", [(1, 3, 3), (2, 2, 3)])
def test_one_lava_die_does_not_erupt(faces: tuple[int, ...]) -> None:
    state = untaken(position(faces, relics=[[[1, 2]], [[1, 2]]]))
    assert after(state, {"type": "pick", "dice": ["white1", "white2"]})["phase"] == "use"


def test_eruption_without_a_relic_to_move_is_skipped() -> None:
    state = untaken(position((1, 2, 4), relics=[[[3, 2], [3, 3]], [[7, 0]]]))
    assert after(state, {"type": "pick", "dice": ["white1", "white2"]})["phase"] == "use"


# --- using dice --------------------------------------------------------------------------------------


def test_dice_count_separately_or_as_their_sum() -> None:
    state = position((4, 5, 1), board=[["booby_trap", "flame_burst", "path"], [None] * 3])
    assert numbers(state) == [(4, 0), (5, 0), (9, 0)]
    assert kinds(state, "card") == [use("card", "1", slot=1), use("card", "12", slot=0)]
    state = after(state, use("relic", "1", column=4, step=0))
    assert (state["used_any"], [die["used"] for die in state["dice"]]) == (True, [True, False, False])
    assert [4, 1] in state["relics"][0]
    assert numbers(state) == [(5, 0)]
    assert not kinds(state, "resupply")


def test_a_relic_never_moves_onto_another() -> None:
    state = position((2, 3, 1), relics=[[[2, 1], [2, 2]], [[1, 0]]])
    assert kinds(state, "relic") == [use("relic", "1", column=2, step=2)]


def test_last_die_ends_the_visit_and_the_last_visit_the_turn() -> None:
    state = after(position((4, 5, 2)), use("relic", "12", column=9, step=0))
    assert (state["to_move"], state["phase"], state["used_any"], state["turn"]) == (1, "pick", False, 1)
    seen = position((6, 5, 3))
    state = after(state, {"type": "pick", "dice": ["white3"]}, use("relic", "3", column=2, step=0), seen=seen)
    assert (state["turn"], state["active"], state["to_move"], state["phase"]) == (2, 1, 1, "pick")
    assert [(die["face"], die["lava"], die["taken_by"], die["used"]) for die in state["dice"]] == [
        (6, False, None, False), (5, True, None, False), (3, True, None, False),
    ]  # fmt: skip


@pytest.mark.parametrize("face", [0, 7, True, "1", None])
def test_a_roll_must_be_possible(face: Any) -> None:
    state = position((1, 1, 1), to_move=1)
    state["dice"][2]["taken_by"] = 1
    with pytest.raises(Mismatch):
        advance(RULES, 2, state, STOP, position((1, 1, face)))


def test_bumps_lift_a_die_above_six_rd5() -> None:
    state = position((6, 6, 1), storage=[2, 0])
    assert [n for n in numbers(state) if n[1]] == [(7, 1), (7, 1), (8, 2), (8, 2)]
    state = after(state, use("relic", "1", 2, column=8, step=0))
    assert (state["storage"], state["camp"]) == ([0, 0], [2, 0])


@pytest.mark.parametrize(("faces", "storage", "bumps"), [((5, 6), 0, {0}), ((4, 5), 3, {2, 3}), ((5, 5), 0, set())])
def test_sums_from_eleven_are_only_wild_rd6_rd12(faces: Any, storage: int, bumps: set[int]) -> None:
    rules = rules_with(cards__deck=deck_of("11 big any|12 huge any|9 nine any"))
    state = position((*faces, 1), storage=[storage, 0], relics=[[[1, 0], [1, 1], [9, 0]], [[1, 0]]])
    state["board"][0] = ["big", "huge", "nine"]
    wilds = kinds(state, "wild", rules)
    assert {action["bumps"] for action in wilds} == bumps
    assert {(action["column"], action["step"]) for action in wilds} <= {(1, 1), (9, 0)}
    assert len(wilds) == 2 * len(bumps)
    combined = [a for a in legal(rules, state) if len(a.get("dice", [])) == 2 and a["type"] != "wild"]
    assert all(sum(faces) + action["bumps"] < 11 for action in combined)


def test_a_single_die_is_never_wild() -> None:
    state = position((6, 1, 1), storage=[9, 0])
    assert all(action["dice"] == ["white1", "white2"] for action in kinds(state, "wild"))


def test_full_altar_adds_the_smallest_after_the_wilds_own_room_rd12() -> None:
    relics = [[[1, 0], [2, 4], [3, 0]], [[1, 0]]]
    state = position((5, 6, 1), altar=[2, 0], camp=[5, 0], relics=relics)
    state = after(state, use("wild", "12", column=2, step=4))
    assert (state["phase"], state["pending"], state["in_play"]) == ("room", ["smallest"], None)
    assert legal(RULES, state) == [room("storage"), room("camp")]
    state = after(state, room("storage"))
    assert (state["relics"][0], state["to_move"], state["phase"]) == ([[1, 1], [3, 0]], 1, "pick")


def test_the_altar_must_be_full_before_the_wild() -> None:
    state = position((5, 6, 1), altar=[1, 0], relics=[[[1, 0], [2, 4]], [[1, 0]]])
    state = after(state, use("wild", "12", column=2, step=4), room("altar"))
    assert (state["altar"], state["relics"][0]) == ([2, 0], [[1, 0]])


def test_the_smallest_of_a_wild_may_escape_too() -> None:
    state = position((5, 6, 1), altar=[2, 0], relics=[[[1, 4], [2, 0]], [[1, 0]]])
    state = after(state, use("wild", "12", column=2, step=0))
    assert (state["phase"], state["pending"], state["relics"][0]) == ("room", [], [[2, 1]])


# --- resupply ----------------------------------------------------------------------------------------


def test_resupply_moves_left_to_an_open_step_and_ends_the_visit_rd3() -> None:
    state = position((6, 6, 1), relics=[[[1, 0], [2, 0], [3, 2], [8, 1], [9, 1]], [[1, 0]]])
    left = [{"type": "resupply", "kind": "left", "column": c, "step": s} for c, s in ((3, 2), (8, 1))]
    assert kinds(state, "resupply") == left
    state = after(state, left[0])
    assert state["relics"][0] == [[1, 0], [2, 0], [2, 2], [8, 1], [9, 1]]
    assert (state["to_move"], state["phase"], state["used_any"]) == (1, "pick", False)
    assert [(die["taken_by"], die["used"]) for die in state["dice"]] == [
        (0, False),
        (0, False),
        (None, False),
    ]


def test_the_step_to_the_left_must_exist() -> None:
    rules = rules_with(temple__steps=[2, 3], temple__lava=[[], []])
    assert not kinds(position(relics=[[[2, 2]], [[1, 0]]]), "resupply", rules)


@pytest.mark.parametrize(("camp", "storage", "allowed"), [(1, 2, True), (0, 0, False), (1, 3, False)])
def test_resupply_of_the_storage(camp: int, storage: int, allowed: bool) -> None:
    state = position(camp=[camp, 0], storage=[storage, 0])
    assert (RESUPPLY in legal(RULES, state)) == allowed
    if allowed:
        assert (after(state, RESUPPLY)["camp"], after(state, RESUPPLY)["storage"]) == ([0, 0], [3, 0])


# --- cards -------------------------------------------------------------------------------------------


def with_cards(*cards: str | None, faces: tuple[int, ...] = (1, 2, 1), **changes: Any) -> Data:
    return position(faces, board=[list(cards), [None] * 3], **changes)


def test_a_double_eruption_may_push_the_same_relic_twice() -> None:
    state = with_cards("flame_burst", None, None, faces=(4, 3, 1), relics=[[[5, 0]], [[2, 3], [3, 3]]])
    state = after(state, use("card", "1", slot=0))
    assert (state["phase"], state["pending"], state["in_play"]) == (
        "erupt",
        ["erupt", "erupt", "smallest"],
        0,
    )
    state = after(state, {"type": "erupt", "seat": 1, "column": 2, "step": 3})
    assert (state["pending"], state["discard"][0]) == (["erupt", "smallest"], [])
    state = after(state, {"type": "erupt", "seat": 1, "column": 2, "step": 2})
    assert state["relics"] == [[[5, 1]], [[2, 1], [3, 3]]]
    assert (state["board"][0], state["discard"][0], state["in_play"]) == ([None] * 3, ["flame_burst"], None)
    assert (state["phase"], state["to_move"]) == ("use", 0)


def test_stop_gives_up_one_eruption_only() -> None:
    state = with_cards("flame_burst", faces=(4, 3, 1), relics=[[[5, 0]], [[2, 3]]])
    state = after(state, use("card", "1", slot=0), STOP)
    assert (state["phase"], state["pending"]) == ("erupt", ["erupt", "smallest"])


def test_without_lava_the_card_still_moves_the_smallest() -> None:
    state = with_cards("flame_burst", faces=(4, 3, 1), relics=[[[2, 1], [2, 2], [5, 0]], [[2, 0]]])
    state = after(state, use("card", "1", slot=0))
    assert (state["relics"][0], state["phase"]) == ([[2, 1], [2, 3], [5, 0]], "use")


def test_any_is_not_optional_but_a_push_is_rd4_rd11() -> None:
    state = with_cards("booby_trap", faces=(4, 5, 1), relics=[[[1, 0], [2, 1], [2, 2]], [[2, 0], [6, 1], [6, 2]]])
    state = after(state, use("card", "12", slot=0))
    assert legal(RULES, state) == [{"type": "any", "column": c, "step": s} for c, s in ((1, 0), (2, 2))]
    state = after(state, {"type": "any", "column": 2, "step": 2})
    assert legal(RULES, state) == [{"type": "push", "seat": 1, "column": 6, "step": 1}, STOP]
    state = after(state, {"type": "push", "seat": 1, "column": 6, "step": 1})
    assert state["relics"] == [[[1, 0], [2, 1], [2, 3]], [[2, 0], [6, 0], [6, 2]]]
    assert state["to_move"] == 1


def test_a_push_without_a_target_is_skipped() -> None:
    state = with_cards("tripwire", faces=(6, 5, 1), relics=[[[1, 1]], [[1, 0]]])
    assert after(state, use("card", "1", slot=0))["relics"][0] == [[1, 2]]


@pytest.mark.parametrize(("camp", "storage", "stored"), [(1, 0, 1), (0, 1, 0), (2, 3, 0)])
def test_store_as_far_as_possible(camp: int, storage: int, stored: int) -> None:
    state = with_cards("porter", faces=(2, 5, 1), camp=[camp, 0], storage=[storage, 0])
    state = after(state, use("card", "1", slot=0))
    assert (state["camp"][0], state["storage"][0]) == (camp - stored, storage + stored)


def test_a_mirror_needs_and_copies_another_card_but_no_mirror_rd2() -> None:
    rules = rules_with(cards__deck=deck_of("5 glass copy store|5 mystic_mirror copy|9 booby_trap any push"))
    assert not kinds(with_cards("glass", "mystic_mirror", faces=(5, 1, 1)), "card", rules)
    state = with_cards("glass", "mystic_mirror", "booby_trap", faces=(5, 1, 1))
    assert len(kinds(state, "card", rules)) == 2
    state = after(state, use("card", "1", slot=0), rules=rules)
    assert (state["phase"], state["pending"]) == ("copy", ["copy", "store"])
    assert legal(rules, state) == [{"type": "copy", "slot": 2}]
    state = after(state, {"type": "copy", "slot": 2}, rules=rules)
    assert (state["phase"], state["pending"], state["in_play"]) == ("any", ["any", "push", "store"], 0)
    state = after(state, {"type": "any", "column": 7, "step": 0}, rules=rules)
    assert (state["board"][0], state["discard"][0]) == ([None, "mystic_mirror", "booby_trap"], ["glass"])


# --- escaping ----------------------------------------------------------------------------------------


def test_escape_in_a_card_refills_other_slots_and_discards_it_afterwards_rd10() -> None:
    state = with_cards(None, "guide", "rope", faces=(4, 5, 1), relics=[[[1, 0], [7, 1]], [[1, 0]]])
    state["deck"][0] = ["path", "ember"]
    state = after(state, use("card", "1", slot=1), {"type": "any", "column": 7, "step": 1})
    assert (state["board"][0], state["deck"][0]) == (["path", "guide", "rope"], ["ember"])
    assert (state["phase"], state["pending"], state["in_play"]) == ("room", ["store"], 1)
    assert [state[name][0] for name in raider.ROOMS] == [0, 0, 0]
    state = after(state, room("camp"))
    assert (state["board"][0], state["discard"][0]) == (["path", None, "rope"], ["guide"])
    assert [state[name][0] for name in raider.ROOMS] == [0, 1, 0]


def test_card_stays_in_play_during_the_room_decision_of_its_last_effect() -> None:
    state = with_cards("rope", faces=(1, 5, 1), relics=[[[1, 0], [7, 1]], [[1, 0]]])
    state["deck"][0] = ["path"]
    state = after(state, use("card", "1", slot=0), {"type": "any", "column": 7, "step": 1})
    assert (state["board"][0], state["pending"], state["in_play"]) == (["rope"], [], 0)
    assert after(state, room("altar"))["board"][0] == [None]


@pytest.mark.parametrize(("altar", "storage", "names"), [
    (0, 0, ["altar", "storage", "camp"]), (2, 2, ["storage", "camp"]), (2, 3, ["camp"]),
])  # fmt: skip
def test_rooms_with_space(altar: int, storage: int, names: list[str]) -> None:
    state = position((6, 1, 1), altar=[altar, 0], storage=[storage, 0], relics=[[[1, 0], [6, 2]], [[1, 0]]])
    state = after(state, use("relic", "1", column=6, step=2))
    assert legal(RULES, state) == [room(name) for name in names]


@pytest.mark.parametrize("card", [None, "porter"])
def test_the_last_relic_wins_at_once(card: str | None) -> None:
    state = with_cards(None, card, faces=(2, 6, 1), relics=[[[2, 4]], [[1, 0]]], camp=[9, 0])
    state["deck"][0] = ["path"]
    state = after(state, use("card", "1", slot=1) if card else use("relic", "1", column=2, step=4))
    assert (state["phase"], state["to_move"], state["winner"]) == ("end", None, 0)
    assert (state["pending"], state["used_any"], state["camp"], state["deck"][0]) == (
        [],
        False,
        [9, 0],
        ["path"],
    )
    assert state["board"][0] == [None, card]
    assert legal(RULES, state) == []
    assert raider.end_line(RULES, state) == {
        "event": "end", "scores": [10, 9], "winners": [0], "shares": [1.0, 0.0], "reason": "finished",
    }  # fmt: skip


def escape_with_discard(reshuffle: bool) -> tuple[Data, Data, Data]:
    rules = rules_with(cards__reshuffle=reshuffle)
    state = position((6, 1, 1), relics=[[[1, 0], [6, 2]], [[1, 0]]])
    state["deck"][0], state["discard"][0] = ["path"], ["rope", "ember", "spark"]
    return rules, state, use("relic", "1", column=6, step=2)


def test_a_used_up_deck_stays_empty_rd7() -> None:
    rules, state, action = escape_with_discard(False)
    result = after(state, action, rules=rules)
    assert (result["board"][0], result["discard"][0]) == (["path", None, None], ["rope", "ember", "spark"])


def test_reshuffle_when_drawing_from_an_empty_deck_rd13() -> None:
    rules, state, action = escape_with_discard(True)
    seen = copy.deepcopy(state)
    seen["board"][0], seen["deck"][0] = ["path", "spark", "rope"], ["ember"]
    result = after(state, action, rules=rules, seen=seen)
    assert (result["board"][0], result["deck"][0], result["discard"][0]) == (
        *[seen[p][0] for p in ("board", "deck")],
        [],
    )
    seen["deck"][0] = ["rope"]
    with pytest.raises(Mismatch):
        advance(rules, 2, state, action, seen)


def test_turn_limit_breaks_off_rd9() -> None:
    rules = rules_with(limit__turns=1)
    state = after(position((1, 1, 1)), STOP, {"type": "pick", "dice": ["white3"]}, STOP, rules=rules)
    assert (state["phase"], state["to_move"], state["winner"], state["turn"]) == ("end", None, None, 1)
    end = raider.end_line(rules, state)
    assert (end["winners"], end["shares"], end["reason"]) == ([], [0.0, 0.0], "limit")


# --- altered rules -----------------------------------------------------------------------------------


def test_altered_wild_and_bonus() -> None:
    rules = rules_with(wild__from=7, storage__bonus=2)
    state = position((3, 2, 1), storage=[1, 0])
    assert numbers(state, rules) == [(2, 0), (3, 0), (4, 1), (5, 0), (5, 1)]
    assert {action["bumps"] for action in kinds(state, "wild", rules)} == {1}


ODD = rules_with(
    temple__steps=[2, 3, 4, 2, 3, 2, 6], temple__lava=[[1], [1, 2], [], [1], [0, 1, 2], [1], [2, 3, 4, 5]],
    temple__head_start=[3, None, 1, 7], rooms__altar=1, rooms__storage=4, rooms__camp=6, cards__slots=5,
    cards__reshuffle=True, cards__deck=deck_of(CARDS) * 2 + deck_of("2 mixed push store copy any|3 nothing"),
    wild__from=9, storage__bonus=2, limit__turns=80,
)  # fmt: skip
ODD["dice"] = [die | {"faces": [1, 2, 2, 3, 4, 8], "lava": [2, 8]} for die in RULES["dice"]]
TINY_DECK = rules_with(cards__deck=deck_of("5 mystic_mirror copy|4 guide any store"), limit__turns=60)


# --- deals and traces --------------------------------------------------------------------------------


@cache
def sample(players: int) -> str:
    trace: list[Data] = []
    play_random(RULES, players, random.Random(players), trace)
    return json.dumps(trace)


def trace_of(players: int) -> list[Data]:
    return json.loads(sample(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_own_games_pass(players: int) -> None:
    trace = trace_of(players)
    assert check_trace(map(json.dumps, trace)) == len(trace) - 2


@pytest.mark.parametrize("rules", [ODD, TINY_DECK])
@pytest.mark.parametrize("players", [2, 4])
def test_games_by_altered_rules_pass(rules: Data, players: int) -> None:
    for seed in range(2):
        trace: list[Data] = []
        summary = play_random(rules, players, random.Random(seed), trace)
        assert check_trace(trace) == summary["plies"]
        assert sum(summary["shares"]) == (summary["reason"] == "finished")


def test_summary() -> None:
    summary = play_random(RULES, 3, random.Random(1))
    counters = summary["counters"]
    escapes = sum(number for name, number in counters.items() if name.startswith("escape_"))
    assert escapes == sum(summary["scores"])
    assert summary["scores"][summary["winner"]] == 10
    assert counters["pick"] == summary["turns"] * 3 or summary["turns"] * 3 - counters["pick"] < 3
    assert sum(counters.get(f"room_{name}", 0) for name in raider.ROOMS) == escapes - 1


def test_a_trace_may_hold_several_games() -> None:
    trace = trace_of(2)
    assert check_trace(trace + trace) == 2 * (len(trace) - 2)
    with pytest.raises(Mismatch, match="event"):
        check_trace(trace + trace[1:])


def test_head_starts() -> None:
    relics = trace_of(4)[0]["state"]["relics"]
    assert [[relic for relic in side if relic[1]] for side in relics] == [[], [[2, 1]], [[4, 1]], [[6, 1]]]


START_FAULTS = [
    lambda event: event["state"]["relics"][1].__setitem__(1, [2, 0]),
    lambda event: event["state"]["dice"][0].__setitem__("face", 7),
    lambda event: event["state"]["dice"][0].__setitem__("lava", None),
    lambda event: event["state"]["dice"].pop(),
    lambda event: event["state"]["board"][0].__setitem__(0, event["state"]["deck"][0][0]),
    lambda event: event["state"]["deck"][1].pop(),
    lambda event: event["state"].__setitem__("board", None),
    lambda event: event["state"]["camp"].__setitem__(0, 1),
    lambda event: event["state"].__setitem__("turn", True),
    lambda event: event["state"].__setitem__("extra", 0),
    lambda event: event["state"].pop("winner"),
    lambda event: event["rules"]["rooms"].__setitem__("camp", 8),
    lambda event: event.__setitem__("players", 5),
]


@pytest.mark.parametrize("fault", START_FAULTS)
def test_faulty_starts_are_found(fault: Any) -> None:
    event = trace_of(2)[0]
    assert start_errors(event) == []
    fault(event)
    assert start_errors(event)
    with pytest.raises(Mismatch, match="game 0, ply start"):
        check_start(event)


def swap_relic(event: Data) -> None:
    event["state"]["relics"][0][-1][1] += 1


DECISION_FAULTS = {
    "relics": swap_relic,
    "legal": lambda event: event["legal"].pop(),
    "action": lambda event: event.__setitem__("action", {"type": "pick", "dice": ["white9"]}),
    "seat": lambda event: event.__setitem__("seat", 1 - event["seat"]),
    "phase": lambda event: event.__setitem__("phase", "end"),
    "ply": lambda event: event.__setitem__("ply", 0),
    "state fields": lambda event: event["state"].pop("used_any"),
    "event": lambda event: event.__setitem__("event", "end"),
    "deck": lambda event: event["state"]["deck"][0].reverse(),
    "winner": lambda event: event["state"].__setitem__("winner", 0),
}


@pytest.mark.parametrize("field", DECISION_FAULTS)
def test_faulty_decisions_are_found(field: str) -> None:
    trace = trace_of(2)
    DECISION_FAULTS[field](trace[6])
    with pytest.raises(Mismatch, match=f"game 0, ply 5, {field}: expected") as caught:
        check_trace(trace)
    assert caught.value.field == field


def test_a_repeated_legal_action_is_found() -> None:
    trace = trace_of(2)
    trace[4]["legal"].append(trace[4]["legal"][0])
    with pytest.raises(Mismatch, match="ply 3, legal"):
        check_trace(trace)


@pytest.mark.parametrize(("field", "value"), [
    ("winners", []), ("scores", [10, 10]), ("shares", [0.5, 0.5]), ("reason", "limit"), ("event", "decision"),
])  # fmt: skip
def test_faulty_ends_are_found(field: str, value: Any) -> None:
    trace = trace_of(2)
    trace[-1][field] = value
    with pytest.raises(Mismatch, match=field):
        check_trace(trace)


@pytest.mark.parametrize("keep", [slice(1, None), slice(None, -1), slice(None, 9)])
def test_incomplete_traces_are_found(keep: slice) -> None:
    with pytest.raises(Mismatch):
        check_trace(trace_of(2)[keep])


def test_arguments_stay_untouched() -> None:
    state = with_cards("flame_burst", faces=(4, 3, 1), relics=[[[5, 0]], [[2, 3]]])
    before = copy.deepcopy(state)
    after(state, use("card", "1", slot=0), STOP)
    assert state == before
