"""Explorers, drones, crates, bonus, ties, and the solo adversaries; examples of the rulebook by name."""

import pytest

from tests.driver import Driver
from tests.games.trail.positions import Position

TEMPLE = "temple"


def score(**parts: object) -> list[float]:
    return Position(**parts).outcome()[1]


def drone_scores(spaces: dict[str, int], tokens: list[str]) -> list[float]:
    """Points of single tokens: one position a token."""
    return [score(drones=spaces, taken=[[token], []])[0] for token in tokens]


RANKED = {"red": 15, "orange": 12, "blue": 10, "green": 8, "yellow": 5, "purple": 2}


def test_first_and_second_drone_double_third_and_fourth_single_the_rest_nothing() -> None:
    assert drone_scores(RANKED, ["R3", "O3", "B3", "G3", "Y3", "P3"]) == [6, 6, 3, 3, 0, 0]


def test_rulebook_example_six_red_vases_in_first_place_are_twelve() -> None:
    assert score(drones=RANKED, taken=[["R3", "R2", "R1"], []])[0] == 12


def test_rulebook_example_five_blue_idols_in_third_place_are_five() -> None:
    assert score(drones=RANKED, taken=[["B3", "B1", "B1"], []])[0] == 5


def test_rulebook_example_of_tied_drones() -> None:
    spaces = {"yellow": 12, "red": 9, "blue": 9, "orange": 6, "green": 6, "purple": 1}
    assert drone_scores(spaces, ["Y1", "R1", "B1", "O1", "G1", "P1"]) == [2, 2, 2, 1, 1, 0]


@pytest.mark.parametrize(
    ("spaces", "factors"),
    [
        ([5, 5, 5, 5, 5, 5], [2, 2, 2, 2, 2, 2]),  # all level: all closest
        ([9, 9, 9, 3, 3, 3], [2, 2, 2, 1, 1, 1]),  # three furthest back: two cannot be told apart
        ([9, 8, 7, 6, 6, 6], [2, 2, 1, 1, 1, 1]),
        ([9, 8, 7, 6, 6, 1], [2, 2, 1, 1, 1, 0]),  # the last alone
        ([9, 8, 7, 6, 1, 1], [2, 2, 1, 1, 0, 0]),
        ([9, 4, 4, 4, 4, 1], [2, 2, 2, 2, 2, 0]),  # a tie for second widens the top
        ([9, 4, 4, 4, 1, 1], [2, 2, 2, 2, 0, 0]),
        ([9, 4, 4, 4, 4, 4], [2, 2, 2, 2, 2, 2]),
        ([9, 9, 3, 3, 3, 3], [2, 2, 1, 1, 1, 1]),
    ],
)  # fmt: skip
def test_ties_of_drones_are_upgraded(spaces: list[int], factors: list[int]) -> None:
    colours = dict(zip(("red", "orange", "yellow", "green", "blue", "purple"), spaces, strict=True))
    assert drone_scores(colours, ["R1", "O1", "Y1", "G1", "B1", "P1"]) == factors


def explorer_scores(path: list[str | None], explorers: list[object]) -> list[float]:
    """Points of one 8/4 token of each explorer: 8 first, 4 second, 0 last."""
    tokens = ["E1:8/4", "E2:8/4", "E3:8/4"]
    return [score(path=path, explorers=explorers, taken=[[token], []])[0] for token in tokens]


def test_rulebook_example_of_explorers_first_second_third() -> None:
    assert explorer_scores([None, "C2", None, "C3"], [TEMPLE, 2, 0]) == [8, 4, 0]


def test_explorer_at_the_temple_is_first_even_with_no_token_behind_it() -> None:
    assert explorer_scores([None, "C2", None], [TEMPLE, 2, 0]) == [8, 4, 0]


def test_rulebook_example_two_explorers_behind_the_temple_not_separated_are_both_second() -> None:
    assert explorer_scores(["C2", None, None, "C3"], [TEMPLE, 1, 2]) == [8, 4, 4]


@pytest.mark.parametrize(
    ("path", "slots", "points"),
    [
        ([None, None, None, "C2"], [0, 1, 2], [8, 8, 8]),  # none separated
        ([None, "C2", None, None], [0, 2, 3], [0, 8, 8]),  # two in front, one last
        ([None, None, "C2", None], [0, 1, 3], [4, 4, 8]),  # one in front, the others level: both second
        ([None, "C2", None, "C2", None], [0, 2, 4], [0, 4, 8]),
        (["C2", None, None, "C2"], [-1, 1, 2], [0, 8, 8]),  # the start counts as a place
        (["C2", "C2"], [-1, -1, -1], [8, 8, 8]),
    ],
)
def test_ties_of_explorers_are_upgraded(path: list[str | None], slots: list[object], points: list[int]) -> None:
    assert explorer_scores(path, slots) == points


def test_left_and_right_numbers_of_the_three_explorer_tokens() -> None:
    path, explorers = [None, "C2", None, "C2", None], [4, 2, 0]
    taken = [["E1:10/0", "E1:8/4", "E1:6/3"], ["E2:10/0", "E2:8/4", "E2:6/3"]]
    assert score(path=path, explorers=explorers, taken=taken) == [24, 7]
    assert score(path=path, explorers=explorers, taken=[["E3:10/0", "E3:6/3"], []])[0] == 0


def test_crates_are_worth_one_each_and_drone_tokens_nothing() -> None:
    assert score(taken=[["C4", "C4", "C3", "C2"], ["D3", "D2"]]) == [13, 0]


def test_bonus_goes_to_the_first_at_the_temple() -> None:
    assert score(players=3, first=2) == [0, 0, 5]


def test_most_points_win() -> None:
    assert Position(3, taken=[["C2"], ["C4"], ["C3"]]).outcome() == ([0.0, 1.0, 0.0], [2.0, 4.0, 3.0])


def test_ties_go_to_more_crates_and_are_shared_after_that() -> None:
    # Purple stands in front: a P2 is worth four points, like a C4.
    assert Position(drones={"purple": 3}, taken=[["P2"], ["C4"]]).outcome() == ([0.0, 1.0], [4.0, 4.0])
    assert Position(3, taken=[["C4"], ["C2", "C2"], ["C3"]]).outcome()[0] == [0.5, 0.5, 0.0]


def test_scores_are_rules_of_the_ruleset() -> None:
    settings = ["score.drone_rank=[7,5,3,2,1,1]", "score.first_to_temple=9", 'tokens.explorer={"50/20"=4}']
    at = Position(2, settings, drones=RANKED, first=1, path=[None, "C2", None], explorers=[2, 0, 0])
    at.put_taken([["R1", "O1", "B1", "G1", "Y1", "P1"], ["E1:50/20", "E2:50/20"]])
    assert at.outcome()[1] == [7 + 5 + 3 + 2 + 1 + 1, 50 + 20 + 9]


# --- solo


def solo(own: list[str], theirs: list[str], *settings: str) -> str:
    at = Position(1, settings, taken=[own, theirs])
    return at.match.game.codec.end(at.record, at.values)["result"]


def test_solo_results() -> None:
    assert solo(["C3"], ["C4"]) == "lose"
    assert solo(["C4"], ["C2"]) == "museum"  # 4 against 2 and 20
    assert solo(["C4"] * 6, ["C2"]) == "treasure"  # 24 against 2 and 20
    assert solo(["C4"], ["C2"], "solo.crate_value=1") == "treasure"


def test_solo_adversaries_score_artifacts_and_explorers_like_the_player() -> None:
    at = Position(1, drones={"red": 5}, path=[None, "C2", None], explorers=[2, 0, 0],
                  taken=[["C4"] * 2, ["R2", "E1:10/0"]])  # fmt: skip
    assert at.match.game.codec.end(at.record, at.values) == {"result": "lose"}  # 8 against 4 + 10
    at.put_taken([["C4"] * 4, ["R2", "E1:10/0"]])
    assert at.match.game.codec.end(at.record, at.values) == {"result": "treasure"}  # 16 against 14 and 14


def test_solo_outcome_has_one_entry_and_wins_unless_it_loses() -> None:
    at = Position(1, taken=[["C4"], ["C2"]])
    assert at.outcome() == ([1.0], [4.0])
    assert Position(1, taken=[["C2"], ["C4"]]).outcome() == ([0.0], [2.0])


def test_end_line_of_more_players_says_no_more() -> None:
    at = Position(2)
    assert at.match.game.codec.end(at.record, at.values) == {}


# --- the solo toll


def solo_turn(path: list[str | None], drones: dict[str, int] | None = None) -> dict:
    at = Position(1, path=path, hands=[["1+2", *["3+1"] * 4]], drones=drones or {})
    return at.play("1+2")


def test_solo_lays_no_tiles() -> None:
    assert Driver("trail", 1).state["tiles"] == []


@pytest.mark.parametrize("token", ["R3", "E2:8/4", "C3"])
def test_toll_takes_the_first_token_on_the_path(token: str) -> None:
    after = solo_turn([token, "C2", "C4"])
    assert after["adversary"] == [token]
    assert after["path"] == [None, None, "C4"]
    assert after["turn"] == 2
    assert set(after["drones"].values()) == {0}


def test_toll_comes_after_the_tokens_left_behind() -> None:
    at = Position(1, path=["R1", None, "C2", "C3", "C4"], explorers=[-1, 1, 1], hands=[["1+2", *["3+1"] * 4]])
    after = at.play("1+2")
    assert after["box"] == ["R1"]
    assert after["drones"]["red"] == 1
    assert after["adversary"] == ["C3"]


def test_toll_drone_token_moves_the_rearmost_drone_by_its_number() -> None:
    spaces = {"red": 4, "orange": 1, "yellow": 5, "green": 6, "blue": 7, "purple": 8}
    after = solo_turn(["D3", "C2", "C4"], spaces)
    assert after["drones"] == spaces | {"orange": 4}


def test_toll_drone_token_moves_several_rearmost_drones_by_one() -> None:
    spaces = {"red": 4, "orange": 1, "yellow": 1, "green": 6, "blue": 7, "purple": 1}
    after = solo_turn(["D3", "C2", "C4"], spaces)
    assert after["drones"] == spaces | {"orange": 2, "yellow": 2, "purple": 2}


def test_toll_of_an_empty_path_is_nothing() -> None:
    after = Position(1, path=[None, "C2"], explorers=[0, 0, 0], hands=[["1+1", *["3+1"] * 4]]).play("1+1")
    assert after["adversary"] == []
    assert after["turn"] == 2


def test_toll_that_brings_a_drone_to_the_temple_ends_the_game_without_a_bonus() -> None:
    spaces = dict.fromkeys(("red", "orange", "yellow", "green", "blue"), 4) | {"purple": 3}
    at = Position(1, ["drones.track=5"], path=["D2", "C2", "C4"], hands=[["1+2", *["3+1"] * 4]], drones=spaces)
    after = at.play("1+2")
    assert after["drones"]["purple"] == 5
    assert after["over"]
    assert after["first_to_temple"] is None


def test_toll_is_paid_in_the_last_turn_too() -> None:
    at = Position(1, path=["C2", "C4"], hands=[["1+3", *["3+1"] * 4]])
    after = at.play("1+3")
    assert after["over"]
    assert after["adversary"] == ["C2"]
    assert after["first_to_temple"] == 0
