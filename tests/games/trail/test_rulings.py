"""One test for each numbered ruling of the game."""

import pytest

from tests.games.trail.positions import PLAIN, Position, hands


def test_TT_1_no_draw_beyond_the_hand_size_after_a_base_camp_refill() -> None:
    at = Position(path=PLAIN, tiles=[(0, "base_camp")], hands=hands("1+1"), deck=["2+2", "2+3", "2+4", "2+5"])
    at.play("1+1")
    after = at.act(type="discard", cards=["3+1"])  # four cards left, one away, two drawn
    assert after["hands"][0] == ["2+2", "2+3", "3+1", "3+1", "3+1"]
    after = at.act(type="discard", cards=[])
    assert after["turn"] == 2
    assert len(after["hands"][0]) == 5
    assert after["deck"] == ["2+4", "2+5"]  # the turn's own draw was skipped


def test_TT_2_discard_pile_is_reshuffled_when_a_draw_finds_the_deck_empty() -> None:
    at = Position(path=PLAIN, hands=hands("1+1"), deck=["2+6"], discard=["2+4", "2+5"])
    after = at.play("1+1")
    assert (after["deck"], after["discard"]) == ([], ["2+4", "2+5", "1+1"])  # not before it is needed
    assert "2+6" in after["hands"][0]
    after = at.play("2+1")
    pile = ["2+4", "2+5", "1+1", "2+1"]
    drawn = [card for card in pile if card not in after["deck"]]
    assert len(after["deck"]) == 3
    assert len(drawn) == 1
    assert after["discard"] == []
    assert sorted(after["hands"][1]) == sorted(["1+1", "1+1", "1+1", "2+1", *drawn])


def test_TT_3_drones_stop_at_the_temple_so_two_there_are_level() -> None:
    at = Position(
        path=["R3", None, None, "D3"], explorers=[-1, 1, 2], hands=hands("1+2"),
        taken=[["R1", "B1", "G1"], []], drones={"red": 14, "blue": 14, "green": 9},
    )  # fmt: skip
    at.play("1+2")
    after = at.drone("blue")
    assert (after["drones"]["red"], after["drones"]["blue"]) == (15, 15)
    assert at.outcome()[1][0] == 2 + 2 + 1 + 5  # red and blue x2 together, green third x1


def test_TT_4_seat_0_starts() -> None:
    for players in (1, 2, 3, 4):
        assert Position(players).state["to_move"] == 0


def test_TT_5_token_taken_by_pottery_shards_counts_for_its_tile_but_for_no_explorer() -> None:
    at = Position(
        path=["C2", "C3", "R1", "G2"],
        tiles=[(0, "pottery_shards"), (3, "shrine")],
        hands=hands("1+1"),
        taken=[["C4"], []],
    )
    at.play("1+1")
    after = at.act(type="trade", crate="C4", slot=3)
    assert after["phase"] == "shrine"
    assert after["explorers"] == [0, -1, -1]
    assert sorted(after["taken"][0]) == ["C2", "G2"]


def test_TT_6_toll_drone_token_goes_to_the_box() -> None:
    at = Position(1, path=["D2", "C2", "C3", "C4"], hands=[["1+2", *["3+1"] * 4]], drones={"red": 3, "orange": 1})
    after = at.play("1+2")
    assert after["box"] == ["D2"]
    assert after["adversary"] == []


def test_TT_7_equal_is_not_above() -> None:
    at = Position(1, path=["C2", "C3"], explorers=[-1, -1, -1], taken=[["C4"], ["C4"]])
    assert at.match.game.codec.end(at.record, at.values) == {"result": "lose"}
    assert at.outcome()[0] == [0.0]
    at.put_taken([["C4", "C4", "C4", "C4", "C4", "C4", "C4", "C4", "C4", "C4"], ["C4"]])  # 40 against 4 and 40
    assert at.match.game.codec.end(at.record, at.values) == {"result": "museum"}
    assert at.outcome()[0] == [1.0]


def test_TT_8_game_not_over_after_the_turn_limit_is_reported_as_a_fault() -> None:
    at = Position(settings=["limit.turns=1"], path=PLAIN, hands=hands("1+1"))
    at.play("1+1")
    assert at.record.over == 1
    assert at.record.end_reason == 1
    assert Position().rules.turn_limit == 500


def test_TT_9_drone_decision_comes_before_the_tile_is_revealed() -> None:
    at = Position(path=["D2", "C2", "C3"], tiles=[(0, "shrine")], hands=hands("1+1"))
    waiting = at.play("1+1")
    assert waiting["phase"] == "drone"
    assert waiting["tiles"] == [{"slot": 0, "tile": "shrine", "revealed": False}]
    assert waiting["queue"] == []
    after = at.drone("red")
    assert (after["phase"], after["queue"], after["tiles"][0]["revealed"]) == ("shrine", [0, 1], True)


def test_TT_10_at_the_turn_limit_scores_are_counted_as_they_stand() -> None:
    at = Position(settings=["limit.turns=1"], path=PLAIN, hands=hands("1+1"), drones={"red": 2}, taken=[["R3"], ["C4"]])
    after = at.play("1+1")
    assert after["over"]
    assert not after["ending"]
    assert after["first_to_temple"] is None
    assert at.outcome() == ([1.0, 0.0], [8.0, 4.0])  # three reds x2 and the C2 just taken; no bonus


@pytest.mark.parametrize("end", [True, False])
def test_limit_does_not_hide_an_end_by_the_rules(end: bool) -> None:
    at = Position(settings=["limit.turns=1"], path=["C2", "C3"], hands=hands("1+3" if end else "1+1"))
    at.play("1+3" if end else "1+1")
    assert at.record.end_reason == (0 if end else 1)
