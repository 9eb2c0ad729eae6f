"""The referee of Temple of Five judged by hand-made positions and by games of its own."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from . import five
from .five_advance import deal
from .five_board import border, chains, covered, strips, turned
from .five_legal import full_stacks, leader, make_card, places

_COLOUR_CARDS = [
    "432/5/2",
    "332/4/2",
    "422/4/2",
    "4322/6/3",
    "3322/5/2",
    "4422/6/3",
    "4332/6/3",
    "43322/7/3",
    "44322/8/4",
    "33222/6/3",
]
_SUPREME_CARDS = [
    "432/6/2",
    "332/5/2",
    "422/5/2",
    "4322/7/3",
    "3322/6/2",
    "4422/7/3",
    "4332/7/3",
    "43322/8/3",
    "44322/9/4",
    "33222/7/3",
]
_PAIRS = ("RY", "RG", "RB", "YG", "YB", "GB")


def make_rules(**changes: Any) -> dict[str, Any]:
    """The default ruleset with some dotted keys (`level1__draw=2`) changed."""
    rules: dict[str, Any] = {
        "tiles": {
            "single": {f"{c}...": 3 for c in "RYGB"},
            "double": {
                **{f"{a}{b}..": 1 for a, b in _PAIRS},
                **{f"{a}.{b}.": 1 for a, b in _PAIRS},
                **{f"{c}{c}..": 4 for c in "RYGB"},
            },
            "quad": {f"{a}{a}{b}{b}": 2 for a, b in _PAIRS},
        },
        "special": {"set": "colour"},
        "bonus": {"two": 7, "three": 6},
        "boards": {
            "spaces": [2, 5, 9, 12, 16, 19, 23, 26],
            "A": "RYGBRYGB",
            "B": "RGYBRGYB",
            "C": "RBGYRBGY",
            "D": "RRYYGGBB",
        },
        "priests": 10,
        "blessings": {
            "colour": list(_COLOUR_CARDS),
            "supreme": list(_SUPREME_CARDS),
            "symbols": {"three_space": 4, "two_space": "last"},
        },
        "level1": {"rounds": 3, "draw": 3},
        "level2": {"rounds": 2, "draw": 2},
        "level3": {"rounds": 1, "draw": 2},
        "chains_per_turn": 2,
        "chain": {"minimum": 2},
        "score": {"bonus_left": 1},
        "variant": {"bird_in_hand": False, "ultimate_goal": "off"},
    }
    for dotted, value in changes.items():
        *parents, last = dotted.split("__")
        place = rules
        for key in parents:
            place = place[key]
        place[last] = value
    return rules


RULES = make_rules()


def fresh_copy(value: Any) -> Any:
    """A JSON value sharing nothing with the given one."""
    return json.loads(json.dumps(value))


def fresh(rules: dict[str, Any] = RULES, players: int = 3) -> dict[str, Any]:
    """An unshuffled deal."""
    decks = {
        god: [make_card(god, text) for text in rules["blessings"]["supreme" if god == "W" else "colour"]]
        for god in "RYGBW"
    }
    return deal(rules, players, list("ABCD"[:players]), full_stacks(rules), decks)


def priest_turn(players: int = 3, seat: int = 0, **fields: Any) -> dict[str, Any]:
    """A priest turn of the first level on otherwise empty boards."""
    state = fresh(players=players)
    state.update(step="priests", phase="priest", to_move=seat, tiles_held=[[] for _ in range(players)])
    state.update(fields)
    return state


def draw_row(state: dict[str, Any], seat: int, row: int, text: str) -> None:
    """Write inner spaces of level 1 from column 1 on."""
    view, height = state["view"][seat], state["height"][seat]
    view[row] = view[row][0] + text + view[row][1 + len(text) :]
    height[row] = height[row][0] + "1" * len(text) + height[row][1 + len(text) :]


def step(state: dict[str, Any], rules: dict[str, Any] = RULES, **action: Any) -> dict[str, Any]:
    """The state after an action that must be legal."""
    assert action in five.legal(rules, state)
    return five.advance(rules, len(state["reserve"]), state, action, None)


def kinds(state: dict[str, Any], kind: str, rules: dict[str, Any] = RULES) -> list[dict[str, Any]]:
    """The legal actions of one type."""
    return [action for action in five.legal(rules, state) if action["type"] == kind]


def nine_chain(god: str, text: str, **fields: Any) -> dict[str, Any]:
    """Seat 0 has opened a blue chain of 9 and may use it on one card."""
    state = priest_turn(phase="bless", chain={"cell": [1, 1], "colour": "B", "length": 9}, chains_used=1)
    state["reserve"][0] = 9
    state["open"] = dict.fromkeys("RYGBW")
    state["open"][god] = make_card(god, text)
    state.update(fields)
    return state


# --- the board -----------------------------------------------------------------------------------


def test_border_runs_clockwise_from_the_top_left_corner() -> None:
    ring = border()
    assert len(ring) == 28
    assert [ring[n] for n in (0, 7, 14, 21, 27)] == [(0, 0), (0, 7), (7, 7), (7, 0), (1, 0)]
    assert fresh()["view"][0][0] == "..R..Y.." and fresh()["view"][0][2] == "B######G"


def test_tiles_turn_clockwise() -> None:
    assert [turned("RG..", q) for q in range(4)] == ["RG..", ".RG.", "..RG", "G..R"]
    assert covered(1, 3) == [(1, 3), (1, 4), (2, 4), (2, 3)]


def test_chains_connect_over_levels_and_the_board_but_not_diagonally() -> None:
    state = priest_turn()
    draw_row(state, 0, 1, ".RR.R.")
    draw_row(state, 0, 2, "R.....")
    found = chains(state["view"][0], 2)
    assert [(chain.colour, chain.length) for chain in found] == [("R", 3)]
    assert found[0].cells == {(0, 2), (1, 2), (1, 3)}


def test_tf1_spaces_without_a_tile_take_no_bonus_piece() -> None:
    state = priest_turn(bonus=[["R2"], [], []])
    cells = {tuple(cell) for action in kinds(state, "bonus") for cell in action["cells"]}
    assert cells and all(0 in cell or 7 in cell for cell in cells)


def test_strips_are_straight_and_of_one_level() -> None:
    view = ["##......"] + ["########"] * 7
    assert len(strips(view, ["--001122"] + ["-" * 8] * 7, 2)) == 3
    assert len(strips(view, ["--000000"] + ["-" * 8] * 7, 3)) == 4


# --- exchange ------------------------------------------------------------------------------------


def test_shares_of_three_tiles_go_to_both_neighbours() -> None:
    state = fresh()
    assert state["tiles_held"] == [["R...", "R...", "R..."], [], []] and state["phase"] == "exchange"
    assert five.legal(RULES, state) == [{"type": "share", "keep": "R...", "left": "R...", "right": "R..."}]
    state["tiles_held"][0] = ["R...", "Y...", "R..."]
    assert len(five.legal(RULES, state)) == 3
    after = step(state, type="share", keep="Y...", left="R...", right="R...")
    assert after["sent"] == [{"keep": ["Y..."], "left": ["R..."], "right": ["R..."]}, None, None]
    assert after["tiles_held"] == [["R...", "Y...", "R..."], ["Y...", "Y...", "Y..."], []]


def test_tiles_change_hands_when_all_have_decided() -> None:
    state = fresh()
    state["tiles_held"][0] = ["R...", "Y...", "B..."]
    state = step(state, type="share", keep="R...", left="Y...", right="B...")
    state = step(state, type="share", keep="Y...", left="Y...", right="Y...")
    state = step(state, type="share", keep="G...", left="G...", right="G...")
    assert state["tiles_held"] == [["G...", "R...", "Y..."], ["G...", "Y...", "Y..."], ["B...", "G...", "Y..."]]
    assert (state["step"], state["phase"], state["to_move"], state["sent"]) == ("build", "build", 0, [None] * 3)


def test_two_players_give_a_pair() -> None:
    state = fresh(players=2)
    state["tiles_held"][0] = ["Y...", "R...", "B..."]
    assert {"type": "share", "keep": "R...", "left": ["B...", "Y..."]} in five.legal(RULES, state)
    assert len(five.legal(RULES, state)) == 3


def test_bird_shows_one_tile_at_a_time() -> None:
    rules = make_rules(variant__bird_in_hand=True)
    state = fresh(rules)
    assert state["tiles_held"][0] == ["R..."] and state["sent"][0] is None
    state = step(state, rules, type="send", to="right")
    assert state["sent"][0] == {"keep": [], "left": [], "right": ["R..."]}
    assert [a["to"] for a in five.legal(rules, state)] == ["keep", "left"]
    state = step(state, rules, type="send", to="keep")
    assert state["sent"][0] == {"keep": ["R..."], "left": ["R..."], "right": ["R..."]}
    assert (state["to_move"], state["tiles_held"][1]) == (1, ["Y..."])


def test_bird_opens_left_twice_for_two_players() -> None:
    rules = make_rules(variant__bird_in_hand=True)
    state = step(fresh(rules, 2), rules, type="send", to="keep")
    assert five.legal(rules, state) == [{"type": "send", "to": "left"}]
    assert places(2, 3) == ["keep", "left", "left"] and places(4, 2) == ["keep", "left"]


def level3_choice(rules: dict[str, Any]) -> dict[str, Any]:
    """A choice between two special tiles, seat 2 having the first player token."""
    state = fresh(rules)
    state.update(level=3, round=6, first=2, to_move=1, phase="choose")
    state["tiles_held"] = [["BBBB"], ["RRRR", "YYYY"], ["GGGG"]]
    return state


def test_tf14_the_bird_leaves_level_three_alone_and_the_other_tile_leaves_the_game() -> None:
    rules = make_rules(variant__bird_in_hand=True)
    state = step(level3_choice(rules), rules, type="take", tile="YYYY")
    assert state["tiles_held"] == [["BBBB"], ["YYYY"], ["GGGG"]]
    assert (state["phase"], state["to_move"], state["sent"]) == ("build", 2, [None] * 3)
    tile = {"type": "tile", "tile": "GGGG", "row": 3, "col": 3, "turn": 0}
    assert five.legal(rules, state) == [tile, {"type": "blank"}]


# --- build ---------------------------------------------------------------------------------------


def building(level: int, tiles: list[str], **fields: Any) -> dict[str, Any]:
    """Seat 0 of three is the last to build."""
    state = fresh()
    state.update(level=level, step="build", phase="build", first=1, tiles_held=[tiles, [], []])
    for row in range(1, 7):
        draw_row(state, 0, row, "R.....")
    state.update(fields)
    return state


def test_a_tile_is_listed_in_four_turns_on_every_free_slot() -> None:
    state = fresh()
    state.update(step="build", phase="build", tiles_held=[["RRYY", "RRYY", "G..."], [], []])
    assert len(five.legal(RULES, state)) == 2 * 9 * 4
    after = step(state, type="tile", tile="G...", row=3, col=1, turn=2)
    assert after["view"][0][3:5] == ["...####.", "..G####."]
    assert after["height"][0][3] == "011----0" and after["tiles_held"][0] == ["RRYY", "RRYY"]
    assert len(five.legal(RULES, after)) == 8 * 4


def test_tf9_covered_priests_return_and_others_stay() -> None:
    state = building(2, ["BB.."], priests=[[[1, 1], [2, 2], [3, 3]], [], []], reserve=[5, 10, 10])
    after = step(state, type="tile", tile="BB..", row=2, col=2, turn=1)
    assert after["priests"][0] == [[1, 1]] and after["reserve"][0] == 7
    assert after["view"][0][2][2:4] == ".B" and after["view"][0][3][2:4] == ".B"
    assert (after["step"], after["phase"], after["to_move"]) == ("priests", "priest", 1)


def test_tf3_effect_tiles_are_four_empty_spaces_and_blanks_lose_their_effect() -> None:
    state = building(3, ["extra"])
    shown = step(state, type="tile", tile="extra", row=3, col=3, turn=0)
    blank = step(state, type="blank")
    assert shown["view"] == blank["view"] and shown["height"][0][3][3:5] == "33"
    assert shown["effect"][0] == "extra" and blank["effect"][0] is None


def test_tf2_seats_build_in_turn_order() -> None:
    state = building(1, ["Y..."], to_move=1, height=fresh()["height"])
    state["tiles_held"][1:] = [["R..."], ["G..."]]
    for seat, tile in ((1, "R..."), (2, "G..."), (0, "Y...")):
        assert (state["step"], state["to_move"]) == ("build", seat)
        state = step(state, type="tile", tile=tile, row=1, col=1, turn=0)
    assert (state["step"], state["phase"], state["to_move"]) == ("priests", "priest", 1)


# --- priests and blessings -----------------------------------------------------------------------


def test_chain_of_nine_fills_four_three_and_two_or_both_fours() -> None:
    state = nine_chain("W", "44322/9/4")
    sets = [action["cells"] for action in five.legal(RULES, state)]
    assert [0, 2, 3] in sets and [0, 1] in sets and [2, 3, 4] in sets
    assert [0, 1, 2] not in sets and [0, 1, 3] not in sets
    after = step(state, type="bless", god="W", cells=[0, 2, 3])
    assert after["open"]["W"]["taken"] == [0, None, 0, 0, None] and after["reserve"][0] == 6
    assert (after["phase"], after["chain"], after["chains_used"], after["bonus"][0]) == ("priest", None, 1, [])


def test_tf7_a_chain_of_five_allows_the_rulebooks_choices() -> None:
    state = nine_chain("B", "4322/6/3", chain={"cell": [1, 1], "colour": "B", "length": 5})
    sets = [action["cells"] for action in five.legal(RULES, state)]
    assert sets == [[0], [1], [2], [3], [1, 2], [1, 3], [2, 3]]


def test_tf8_any_colour_feeds_the_supreme_god_and_no_other() -> None:
    state = nine_chain("W", "432/6/2")
    state["open"]["R"] = make_card("R", "432/5/2")
    assert {action["god"] for action in five.legal(RULES, state)} == {"W"}


def test_reserve_limits_the_cells() -> None:
    state = nine_chain("B", "222/1/1", reserve=[1, 10, 10])
    assert all(len(action["cells"]) == 1 for action in five.legal(RULES, state))


def test_a_chain_needs_two_priests_and_a_placeable_cell() -> None:
    state = priest_turn()
    draw_row(state, 0, 1, ".R....")
    assert [a["cell"] for a in kinds(state, "chain")] == [[0, 2], [1, 2]]
    assert not kinds({**state, "reserve": [1, 10, 10]}, "chain")
    state["open"] = {god: make_card(god, "43/5/2") for god in "RYGBW"}
    assert not kinds(state, "chain")
    assert kinds(state, "stop") == [{"type": "stop"}]


def test_chain_sets_a_priest_and_bars_the_chain() -> None:
    state = priest_turn()
    draw_row(state, 0, 1, ".R....")
    after = step(state, type="chain", cell=[1, 2])
    assert (after["priests"][0], after["reserve"][0], after["phase"]) == ([[1, 2]], 9, "bless")
    assert after["chain"] == {"cell": [1, 2], "colour": "R", "length": 2} and after["chains_used"] == 1
    assert state["priests"][0] == []
    after = step(after, type="bless", god="R", cells=[2])
    assert not kinds(after, "chain")


def test_tf9_a_chain_that_grew_stays_barred() -> None:
    state = priest_turn(priests=[[[1, 2]], [], []], bonus=[["R2"], [], []])
    draw_row(state, 0, 1, ".R....")
    after = step(state, type="bonus", piece="R2", cells=[[0, 3], [0, 4]])
    assert after["view"][0][0] == "..RRRY.." and after["bonus"][0] == []
    assert not kinds(after, "chain")


def test_chains_per_turn_is_a_limit() -> None:
    state = priest_turn(chains_used=2)
    draw_row(state, 0, 1, ".R....")
    assert not kinds(state, "chain")


def test_chain_minimum_is_honoured() -> None:
    state = priest_turn()
    draw_row(state, 0, 1, ".R....")
    assert not kinds(state, "chain", make_rules(chain__minimum=3))
    state["open"] = {god: make_card(god, "1/1/1") for god in "RYGBW"}
    assert len(kinds(state, "chain", make_rules(chain__minimum=1))) == 9


def test_three_way_tie_is_won_by_the_leftmost_priest() -> None:
    state = nine_chain("B", "432/5/2", reserve=[9, 8, 8])
    state["open"]["B"]["taken"] = [None, 1, 2]
    state["decks"]["B"] = [make_card("B", "332/4/2")]
    after = step(state, type="bless", god="B", cells=[0])
    assert [card["points"] for card in after["won"][0]] == [5]
    assert after["won"][0][0]["taken"] == [None] * 3 and after["reserve"] == [9, 9, 9]
    assert after["open"]["B"]["cells"] == [3, 3, 2] and after["decks"]["B"] == []
    assert after["bonus"] == [["R3"], [], []]


def test_last_cell_with_symbol_for_another_brings_two_pieces() -> None:
    state = nine_chain(
        "Y",
        "432/5/2",
        reserve=[9, 7, 10],
        bonus2_stack=["B2", "G2", "R2"],
        chain={"cell": [1, 1], "colour": "Y", "length": 2},
    )
    state["open"]["Y"]["taken"] = [1, 1, None]
    state["decks"]["Y"] = []
    after = step(state, type="bless", god="Y", cells=[2])
    assert after["bonus"][0] == ["B2", "G2"] and after["bonus2_stack"] == ["R2"]
    assert len(after["won"][1]) == 1 and after["open"]["Y"] is None
    assert after["reserve"] == [9, 9, 10]


def test_several_cells_earn_no_symbol_but_the_help_piece() -> None:
    state = nine_chain("B", "22222/5/2", bonus2_stack=["B2", "G2"])
    state["open"]["B"]["taken"] = [1, 1, 1, None, None]
    after = step(state, type="bless", god="B", cells=[3, 4])
    assert after["bonus"][0] == ["B2"] and len(after["won"][1]) == 1


def test_a_last_cell_of_four_bears_the_three_space_symbol_only() -> None:
    after = step(nine_chain("B", "24/5/2"), type="bless", god="B", cells=[1])
    assert after["bonus"][0] == ["R3"] and len(after["bonus2_stack"]) == 28


def test_altered_symbols_are_honoured() -> None:
    rules = make_rules(blessings__symbols={"three_space": "last", "two_space": 3})
    for cell, bonus in ((0, []), (1, ["R2"]), (2, ["R3"])):
        after = step(nine_chain("B", "432/5/2"), rules, type="bless", god="B", cells=[cell])
        assert after["bonus"][0] == bonus


def test_tf11_an_empty_stack_gives_nothing() -> None:
    after = step(nine_chain("B", "432/5/2", bonus2_stack=[]), type="bless", god="B", cells=[2])
    assert after["bonus"][0] == []


@pytest.mark.parametrize(
    ("taken", "winner"),
    [
        ([2, 1, 0], 2),
        ([None, 1, 0], 1),
        ([1, 0, 0], 0),
        ([1, 0, 0, 1], 1),
        ([None, None], None),
    ],
)
def test_leader(taken: list[int | None], winner: int | None) -> None:
    assert leader(taken) == winner


def test_tf4_bonus_pieces_are_placed_in_ones_own_priest_turn_only() -> None:
    state = priest_turn(bonus=[[], ["R2"], []])
    assert not kinds(state, "bonus")
    after = step(state, type="stop")
    assert after["to_move"] == 1 and kinds(after, "bonus")


# --- effects -------------------------------------------------------------------------------------


def test_tf15_effects_happen_when_the_seat_begins_its_turn() -> None:
    state = priest_turn(effect=[None, "extra", "two_bonus"], bonus2_stack=["B2", "G2", "R2"])
    after = step(state, type="stop")
    assert after["chains_allowed"] == 3 and after["effect"] == [None, None, "two_bonus"]
    after = step(after, type="stop")
    assert after["chains_allowed"] == 2 and after["bonus"][2] == ["B2", "G2"]
    assert after["effect"] == [None] * 3


def test_own_card_asks_first() -> None:
    state = priest_turn(effect=[None, "own_card", None])
    state["decks"]["R"] = []
    state = step(state, type="stop")
    assert state["phase"] == "own" and [a["god"] for a in five.legal(RULES, state)] == list("YGBW")
    top = state["decks"]["W"][0]
    after = step(state, type="own", god="W")
    assert after["private"] == [{**top, "owner": 1}] and after["effect"][1] is None
    assert after["phase"] == "priest" and len(after["decks"]["W"]) == 8


def test_tf10_a_filled_private_card_is_won_and_not_replaced() -> None:
    state = nine_chain("R", "432/5/2", private=[{**make_card("Y", "33/4/2"), "owner": 0}])
    assert {action["god"] for action in five.legal(RULES, state)} == {"own"}
    after = step(state, type="bless", god="own", cells=[0, 1])
    assert after["private"] == [] and after["won"][0] == [{**make_card("Y", "33/4/2"), "owner": 0}]
    assert after["reserve"][0] == 9 and after["decks"] == state["decks"]


def test_private_cards_are_closed_to_others_and_bear_symbols() -> None:
    state = nine_chain("R", "432/5/2", private=[{**make_card("Y", "43/4/2"), "owner": 1}])
    assert not five.legal(RULES, state)
    state["private"][0]["owner"] = 0
    assert step(state, type="bless", god="own", cells=[0])["bonus"][0] == ["R3"]
    assert step(state, type="bless", god="own", cells=[1])["bonus"][0] == ["R2"]


def test_tf5_reuse_takes_no_new_priest_and_counts_as_a_chain() -> None:
    state = priest_turn(priests=[[[0, 2]], [], []], reserve=[1, 10, 10], effect=["reuse", None, None])
    draw_row(state, 0, 1, ".R....")
    assert [a["cell"] for a in kinds(state, "chain")] == [[0, 2], [1, 2]]
    after = step(state, type="chain", cell=[1, 2])
    assert (after["priests"][0], after["reserve"][0], after["chains_used"]) == ([[0, 2]], 1, 1)
    assert after["effect"] == [None] * 3 and after["chain"]["length"] == 2
    after = step(after, type="bless", god="R", cells=[2])
    assert not kinds(after, "chain")
    assert not kinds({**state, "chains_used": 2}, "chain")


def test_unused_reuse_stays() -> None:
    assert step(priest_turn(effect=["reuse", None, None]), type="stop")["effect"][0] == "reuse"


# --- rounds and scoring --------------------------------------------------------------------------


def test_the_token_goes_left_after_a_round() -> None:
    after = step(priest_turn(first=0, seat=2, chains_used=1), type="stop")
    assert (after["round"], after["level"], after["first"], after["to_move"]) == (2, 1, 1, 1)
    assert after["chains_used"] == 0 and len(after["tiles_held"][1]) == 3 and after["phase"] == "exchange"


@pytest.mark.parametrize(("number", "level", "held"), [(3, 2, 2), (4, 2, 2), (5, 3, 2)])
def test_levels_follow_the_rounds(number: int, level: int, held: int) -> None:
    after = step(priest_turn(first=0, seat=2, round=number, level=1), type="stop")
    assert after["level"] == level and len(after["tiles_held"][1]) == held


def final(players: int = 3, **fields: Any) -> dict[str, Any]:
    """A finished game without any points."""
    state = priest_turn(players, first=0, seat=players - 1, round=6, level=3)
    state.update(fields)
    return step(state, type="stop")


def test_the_game_ends_after_round_six() -> None:
    state = final()
    assert state["over"] and state["to_move"] is None and state["phase"] is None
    assert (state["step"], state["round"], state["first"]) == ("priests", 6, 0)
    assert five.legal(RULES, state) == []


def test_scoring_adds_cards_unfinished_and_bonus() -> None:
    state = final(
        bonus=[["R2", "R3"], [], []],
        won=[[make_card("R", "432/5/2")], [], []],
        private=[{**make_card("G", "332/4/2"), "owner": 2, "taken": [None, None, 2]}],
    )
    state["open"]["W"]["taken"] = [None, 1, 0]
    assert [sum(parts.values()) for parts in five.score(RULES, 3, state)] == [7, 2, 2]
    assert five.score(make_rules(score__bonus_left=3), 3, state)[0]["bonus"] == 6
    end = five.outcome(RULES, 3, state)
    assert end["scores"] == [7, 2, 2] and end["winners"] == [0] and end["shares"] == [1.0, 0.0, 0.0]


def test_tf12_ties_go_to_the_larger_reserve_and_are_shared_then() -> None:
    state = final(won=[[make_card("R", "432/5/2")], [make_card("Y", "432/5/2")], []], reserve=[4, 6, 10])
    assert five.outcome(RULES, 3, state)["winners"] == [1]
    state["reserve"] = [6, 6, 10]
    end = five.outcome(RULES, 3, state)
    assert end["winners"] == [0, 1] and end["shares"] == [0.5, 0.5, 0.0]


def test_goal_side_one() -> None:
    state = final(goal=1, bonus=[["R2", "R2", "R3"], ["R2", "R2"], []])
    state["won"][0] = [make_card("R", "432/5/2")] * 3
    state["won"][2] = [make_card("W", "432/6/2")] * 4
    state["open"]["R"]["taken"] = [0, None, None]
    state["view"][1] = ["RRRRRRRR", "YRRRR..."] + ["." * 8] * 6
    state["view"][2] = ["RRRRRRRR", "YRRR...."] + ["." * 8] * 6
    assert [parts["goals"] for parts in five.score(RULES, 3, state)] == [8, 4, 0]


def test_goal_side_two_and_tf6_tf16() -> None:
    state = final(goal=2, reserve=[3, 2, 2], private=[{**make_card("B", "432/5/2"), "owner": 0}])
    state["won"][0] = [make_card(god, "432/5/2") for god in "RYG"]
    state["won"][1] = [make_card(god, "432/5/2") for god in "RYGW"]
    state["private"][0]["taken"] = [0, None, None]
    state["view"][1] = ["RRRRYYYY", "GGGGBBBB"] + ["." * 8] * 6
    state["view"][2] = ["RRRRYYYY", "GGG.BBBB"] + ["." * 8] * 6
    assert [parts["goals"] for parts in five.score(RULES, 3, state)] == [3 + 5, 4, 0]


def test_tf13_goals_by_seat() -> None:
    state = final(goal=[1, 2, "off"], reserve=[9, 9, 9], bonus=[["R2"] * 3] * 3)
    assert [parts["goals"] for parts in five.score(RULES, 3, state)] == [3, 3, 0]


# --- whole games ---------------------------------------------------------------------------------

VARIANTS = {
    "default": {},
    "effect": {"special__set": "effect"},
    "mixed": {"special__set": "mixed", "variant__ultimate_goal": 2},
    "bird": {"variant__bird_in_hand": True, "variant__ultimate_goal": 1},
    "altered": {
        "priests": 4,
        "level1__rounds": 2,
        "level2__draw": 1,
        "chains_per_turn": 3,
        "chain__minimum": 1,
        "score__bonus_left": 2,
        "special__set": "effect",
        "boards__A": "RRRRRRRR",
        "boards__spaces": list(range(8)),
        "blessings__colour": ["2/1/0", "432222/9/4", "44/3/1"],
        "blessings__supreme": ["3/2/1"],
    },
    "small": {
        "priests": 15,
        "level1__draw": 2,
        "level3__draw": 1,
        "bonus__two": 1,
        "bonus__three": 0,
        "level2__rounds": 1,
        "chain__minimum": 3,
        "variant__bird_in_hand": True,
    },
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_own_games_pass_the_check(name: str, players: int) -> None:
    rules = make_rules(**VARIANTS[name])
    rng, games = random.Random(f"{name}{players}"), 2 if players == 2 else 1
    lines = [json.dumps(line) for game in range(games) for line in five.trace_random(rules, players, rng, game)]
    assert five.check_trace(lines) == len(lines) - 2 * games


def test_goals_by_seat_in_a_whole_game() -> None:
    rules = make_rules(variant__ultimate_goal=[1, 2])
    assert five.check_trace(five.trace_random(rules, 2, random.Random(3))) > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_priests_are_never_lost(players: int) -> None:
    for line in five.trace_random(make_rules(special__set="effect"), players, random.Random(players)):
        if line["event"] != "end":
            state = line["state"]
            cards = [card for card in [*state["open"].values(), *state["private"]] if card]
            for seat in range(players):
                on_cards = sum(card["taken"].count(seat) for card in cards)
                assert on_cards + len(state["priests"][seat]) + state["reserve"][seat] == 10


def test_play_random_sums_up_a_game() -> None:
    found = five.play_random(RULES, 3, random.Random(5))
    assert found == five.play_random(RULES, 3, random.Random(5))
    assert sum(found["shares"]) == pytest.approx(1) and found["chains"] == found["board_priests"] > 0
    assert sum(found["scores"]) == sum(found["points"].values())
    assert found["bonus_gained"] == found["bonus_placed"] + found["bonus_left"]
    assert found["card_priests"] >= found["chains"]


def _swap_board(lines: list[Any]) -> None:
    lines[0]["state"]["boards"][0] = lines[0]["state"]["boards"][1]


def _grow_view(lines: list[Any]) -> None:
    lines[40]["state"]["view"][0][0] = "RRRRRRRR"


CORRUPTIONS = {
    "boards": _swap_board,
    "view": _grow_view,
    "start tile": lambda lines: lines[0]["state"]["tile_stack"].pop(),
    "start card": lambda lines: lines[0]["state"]["open"]["R"].update(points=99),
    "start phase": lambda lines: lines[0]["state"].update(phase="bird"),
    "start unreadable": lambda lines: lines[0]["state"].update(tiles_held=None),
    "missing field": lambda lines: lines[9]["state"].pop("effect"),
    "surplus field": lambda lines: lines[9]["state"].update(note=1),
    "ply": lambda lines: lines[9].update(ply=99),
    "seat": lambda lines: lines[9].update(seat=3),
    "phase": lambda lines: lines[9].update(phase="own"),
    "legal missing": lambda lines: lines[9]["legal"].pop(),
    "legal twice": lambda lines: lines[9]["legal"].append(lines[9]["legal"][0]),
    "illegal action": lambda lines: lines[9].update(action={"type": "pass"}),
    "reserve": lambda lines: lines[20]["state"]["reserve"].reverse() or lines[20]["state"]["reserve"].append(1),
    "true for one": lambda lines: lines[20]["state"].update(round=True),
    "stack order": lambda lines: lines[30]["state"]["bonus2_stack"].reverse(),
    "line left out": lambda lines: lines.pop(25),
    "early end": lambda lines: lines.pop(-2),
    "no end": lambda lines: lines.pop(),
    "scores": lambda lines: lines[-1]["scores"].reverse() or lines[-1]["scores"].append(0),
    "winners": lambda lines: lines[-1].update(winners=[]),
    "shares": lambda lines: lines[-1].update(shares=[0.25] * 4),
    "reason": lambda lines: lines[-1].update(reason="limit"),
}


@pytest.fixture(scope="module")
def good_trace() -> list[dict[str, Any]]:
    """A short game of three, to keep the many copies cheap."""
    rules = make_rules(level1__rounds=1, level2__rounds=1)
    return list(five.trace_random(rules, 3, random.Random(11)))


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_corrupted_traces_are_found(name: str, good_trace: list[dict[str, Any]]) -> None:
    lines = fresh_copy(good_trace)
    CORRUPTIONS[name](lines)
    with pytest.raises(five.Mismatch):
        five.check_trace(lines)


def test_mismatch_names_the_place(good_trace: list[dict[str, Any]]) -> None:
    lines = fresh_copy(good_trace)
    lines[13]["state"]["chains_allowed"] = 7
    with pytest.raises(five.Mismatch, match=r"game 0, ply 12, state\.chains_allowed: expected 2, found 7"):
        five.check_trace(lines)


def test_any_single_changed_field_is_found(good_trace: list[dict[str, Any]]) -> None:
    rng = random.Random(1)
    for field in good_trace[0]["state"]:
        lines = list(good_trace)
        number = rng.randrange(1, len(lines) - 1)
        lines[number] = {**lines[number], "state": {**lines[number]["state"], field: "other"}}
        with pytest.raises(five.Mismatch, match=field):
            five.check_trace(lines[: number + 1])


def test_advance_leaves_its_arguments_alone(good_trace: list[dict[str, Any]]) -> None:
    for before, line in pairwise(good_trace[:-1]):
        state, action = fresh_copy(before["state"]), fresh_copy(line["action"])
        five.advance(good_trace[0]["rules"], 3, state, action, line["state"])
        assert (state, action) == (before["state"], line["action"])


def test_a_ruleset_without_enough_tiles_is_refused() -> None:
    rules = make_rules(tiles__double={})
    event = {"event": "start", "index": 0, "rules": rules, "players": 4, "state": fresh(rules, 2)}
    with pytest.raises(five.Mismatch, match="tiles for all rounds"):
        five.check_start(event)
