"""A turn: cards, the way along the path, tokens, drones, tokens left behind, the end."""

import pytest

from tests.games.trail.positions import PLAIN, Position, hands


def test_explorer_lands_on_the_token_it_counts_to_and_takes_it() -> None:
    at = Position(path=["C2", "C3", "C4", "R1"], hands=hands("1+3"))
    after = at.play("1+3")
    assert after["path"] == ["C2", "C3", None, "R1"]
    assert after["explorers"] == [2, -1, -1]
    assert after["taken"] == [["C4"], []]
    assert after["discard"] == ["1+3"]
    assert (after["turn"], after["active"], after["to_move"], after["phase"]) == (2, 1, 1, "play")


def test_empty_slots_do_not_count_and_explorers_are_ignored() -> None:
    at = Position(path=[None, "C2", None, "C3", None, "R1"], explorers=[0, 2, -1], hands=hands("1+2"))
    after = at.play("1+2")
    assert after["explorers"] == [3, 2, -1]
    assert after["taken"][0] == ["C3"]


@pytest.mark.parametrize("slots", [63, 64, 65, 100, 126])
def test_counting_works_across_the_whole_length_of_a_path(slots: int) -> None:
    settings = ['tokens.drone={"2"=50}']
    path = [None] * (slots - 6) + ["C2", None, "C3", "C4", None, "R1"]
    at = Position(settings=settings, path=path, explorers=[0, -1, -1], hands=hands("1+4"))
    assert at.play("1+4")["explorers"][0] == slots - 1
    far = Position(settings=settings, path=["C2", *path], explorers=[-1, -1, -1], hands=hands("1+5"))
    assert far.play("1+5")["explorers"][0] == slots


def test_legal_plays_are_the_different_cards_in_hand() -> None:
    at = Position(hands=[["1+1", "1+1", "2+6", "3+2", "2+6"], ["1+1"] * 5])
    assert [a["card"] for a in at.legal()] == ["1+1", "2+6", "3+2"]


def test_a_card_is_drawn_from_the_front_of_the_deck() -> None:
    at = Position(path=PLAIN, hands=hands("1+3"), deck=["2+5", "2+6"])
    after = at.play("1+3")
    assert "2+5" in after["hands"][0]
    assert after["deck"] == ["2+6"]
    assert len(after["hands"][0]) == 5


@pytest.mark.parametrize(("token", "kept"), [("R3", 1), ("E2:10/0", 1), ("C4", 1)])
def test_artifact_explorer_and_crate_tokens_are_only_kept(token: str, kept: int) -> None:
    after = Position(path=[token, "C2"], hands=hands("1+1")).play("1+1")
    assert after["taken"][0] == [token]
    assert set(after["drones"].values()) == {0}
    assert after["turn"] == 2


def test_drone_token_is_kept_and_moves_one_drone_of_choice() -> None:
    at = Position(path=["D3", "C2", "C3"], hands=hands("1+1"))
    waiting = at.play("1+1")
    assert (waiting["phase"], waiting["to_move"], waiting["turn"]) == ("drone", 0, 1)
    assert waiting["landing"] == {"slot": 0, "token": "D3"}
    assert waiting["taken"][0] == ["D3"]
    assert [a["colour"] for a in at.legal()] == ["red", "orange", "yellow", "green", "blue", "purple"]
    after = at.drone("green")
    assert after["drones"] == {"red": 0, "orange": 0, "yellow": 0, "green": 3, "blue": 0, "purple": 0}
    assert (after["landing"], after["turn"], after["to_move"]) == (None, 2, 1)


def test_tokens_behind_all_explorers_go_to_the_box_rearmost_first() -> None:
    at = Position(path=["R2", "C2", "E1:8/4", "D3", None, None, "P1", "Y3"], explorers=[-1, 4, 5], hands=hands("1+5"))
    after = at.play("1+5")
    assert after["explorers"] == [6, 4, 5]
    assert after["box"] == ["R2", "C2", "E1:8/4", "D3"]  # the drone token has no effect
    assert after["drones"] == {"red": 2, "orange": 0, "yellow": 0, "green": 0, "blue": 0, "purple": 0}
    assert after["path"] == [None] * 7 + ["Y3"]


def test_artifact_tokens_left_behind_move_their_drones_by_their_numbers() -> None:
    at = Position(path=["R3", "R2", "G1", None, None, "C2"], explorers=[-1, 3, 4], hands=hands("1+4"))
    after = at.play("1+4")
    assert (after["drones"]["red"], after["drones"]["green"]) == (5, 1)
    assert after["taken"][0] == ["C2"]


def test_an_explorer_at_the_start_keeps_every_token() -> None:
    at = Position(path=["R2", "C2", None, "C4"], explorers=[-1, -1, 2], hands=hands("1+2"))
    assert at.play("1+2")["box"] == []


def test_an_explorer_at_the_temple_is_ahead_of_every_token() -> None:
    at = Position(path=["R2", None, "B3", None], explorers=[-1, 1, 3], hands=hands("1+3"))
    after = at.play("1+3")
    assert after["explorers"] == ["temple", 1, 3]
    assert after["box"] == ["R2"]
    assert after["path"] == [None, None, "B3", None]


def test_game_ends_with_the_turn_in_which_an_explorer_passes_the_last_token() -> None:
    at = Position(path=["C2", "C3"], hands=hands("1+3"), taken=[["C2"], []])
    after = at.play("1+3")
    assert after["explorers"][0] == "temple"
    assert (after["over"], after["ending"]) == (True, True)
    assert (after["to_move"], after["phase"], after["active"], after["turn"]) == (None, None, 0, 1)
    assert after["first_to_temple"] == 0
    assert after["taken"] == [["C2"], []]  # no token for reaching the temple
    assert len(after["hands"][0]) == 5  # the turn is concluded: a card was drawn


def test_exactly_as_many_tokens_ahead_as_steps_is_not_yet_the_temple() -> None:
    after = Position(path=["C2", "C3", "C4"], hands=hands("1+3")).play("1+3")
    assert after["explorers"][0] == 2
    assert not after["over"]


def test_game_ends_when_a_drone_is_moved_onto_or_beyond_the_temple() -> None:
    at = Position(path=["D3", "C2", "C3"], hands=hands("1+1"), drones={"blue": 13})
    at.play("1+1")
    after = at.drone("blue")
    assert after["drones"]["blue"] == 15
    assert after["over"]
    assert after["first_to_temple"] == 0


def test_game_ends_when_a_token_left_behind_brings_a_drone_to_the_temple() -> None:
    at = Position(path=["R1", None, None, "C2"], explorers=[-1, 1, 2], hands=hands("1+2"), drones={"red": 14})
    after = at.play("1+2")
    assert after["drones"]["red"] == 15
    assert after["over"]
    assert after["first_to_temple"] == 0


def test_explorer_and_drone_in_one_turn_earn_one_bonus() -> None:
    at = Position(path=["R1", None, None], explorers=[-1, 1, 2], hands=hands("1+2"), drones={"red": 14})
    after = at.play("1+2")
    assert after["explorers"][0] == "temple"
    assert after["drones"]["red"] == 15
    assert after["first_to_temple"] == 0
    assert at.outcome()[1] == [5.0, 0.0]


def test_play_goes_clockwise() -> None:
    at = Position(3, path=PLAIN, hands=[["1+1"] * 5, ["2+1"] * 5, ["3+1"] * 5])
    seats = [at.play(card)["to_move"] for card in ("1+1", "2+1", "3+1")]
    assert seats == [1, 2, 0]
