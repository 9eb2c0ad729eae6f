"""The five location tiles, their order of seats, and tiles found by a trade."""

from collections import Counter

from tests.games.trail.positions import PLAIN, Position, hands


def test_base_camp_offers_every_part_of_the_hand_once() -> None:
    at = Position(path=PLAIN, tiles=[(0, "base_camp")], hands=[["1+1", "1+2", "1+2", "2+3", "2+3"], ["1+1"] * 5])
    at.play("1+1")
    parts = [tuple(a["cards"]) for a in at.legal()]
    assert len(parts) == len(set(parts)) == 9  # none, one or two of each of two cards
    assert () in parts
    assert ("1+2", "1+2", "2+3", "2+3") in parts


def test_base_camp_goes_round_from_the_seat_that_revealed_it() -> None:
    at = Position(3, path=PLAIN, tiles=[(0, "base_camp")], hands=hands("1+1", players=3))
    at.play("1+1")
    queues = [at.state["queue"]]
    for _ in range(3):
        queues.append(at.act(type="discard", cards=[])["queue"])
    assert queues == [[0, 1, 2], [1, 2], [2], []]
    assert at.state["turn"] == 2


def test_base_camp_discards_are_part_of_the_reshuffle_their_refill_needs() -> None:
    at = Position(path=PLAIN, tiles=[(0, "base_camp")], hands=hands("1+1"), deck=["2+6"], discard=[])
    at.play("1+1")
    after = at.act(type="discard", cards=["3+1", "3+1", "3+1"])  # four needed: 2+6, then three of four discards
    assert after["discard"] == []
    assert len(after["deck"]) == 1
    assert Counter(after["hands"][0]) + Counter(after["deck"]) == Counter(["2+6", "1+1", *["3+1"] * 4])


def test_base_camp_leaves_the_discards_in_the_order_of_the_action() -> None:
    at = Position(path=PLAIN, tiles=[(0, "base_camp")], hands=hands("1+1", "1+4", "2+2"))
    at.play("1+1")
    assert at.act(type="discard", cards=["1+4", "2+2"])["discard"] == ["1+1", "1+4", "2+2"]


def test_snake_takes_one_artifact_token_of_each_seat_that_has_one() -> None:
    at = Position(
        3,
        path=PLAIN,
        tiles=[(0, "snake")],
        hands=hands("1+1", players=3),
        taken=[["R1", "R1", "G3", "C4"], ["D2"], ["P2"]],
    )
    after = at.play("1+1")
    assert (after["phase"], after["queue"]) == ("snake", [0, 1, 2])
    assert [a["token"] for a in at.legal()] == ["R1", "G3"]
    after = at.act(type="give_up", token="R1")
    assert after["box"] == ["R1"]
    assert (after["to_move"], after["queue"]) == (2, [2])  # seat 1 has no artifacts
    after = at.act(type="give_up", token="P2")
    assert after["box"] == ["R1", "P2"]
    assert sorted(after["taken"][0]) == ["C2", "C4", "G3", "R1"]
    assert after["turn"] == 2


def test_snake_that_nobody_has_to_feed_is_revealed_and_over() -> None:
    after = Position(path=PLAIN, tiles=[(0, "snake")], hands=hands("1+1")).play("1+1")
    assert after["tiles"][0]["revealed"]
    assert (after["turn"], after["queue"]) == (2, [])


def test_artifact_token_just_taken_may_be_given_to_the_snake() -> None:
    at = Position(path=["R3", "C2"], tiles=[(0, "snake")], hands=hands("1+1"))
    assert at.play("1+1")["phase"] == "snake"
    assert at.legal() == [{"type": "give_up", "token": "R3"}]


def test_shrine_moves_a_drone_by_one_for_each_seat() -> None:
    at = Position(3, path=PLAIN, tiles=[(0, "shrine")], hands=hands("1+1", players=3))
    state = at.play("1+1")
    assert (state["phase"], state["landing"]) == ("shrine", None)
    assert len(at.legal()) == 6
    at.drone("red")
    at.drone("red")
    after = at.drone("blue")
    assert (after["drones"]["red"], after["drones"]["blue"]) == (2, 1)
    assert after["turn"] == 2


def test_shrine_that_brings_a_drone_home_is_played_to_its_end() -> None:
    at = Position(3, path=PLAIN, tiles=[(0, "shrine")], hands=hands("1+1", players=3), drones={"red": 14})
    at.play("1+1")
    at.drone("blue")
    after = at.drone("red")
    assert (after["ending"], after["over"], after["first_to_temple"]) == (True, False, 1)
    after = at.drone("red")  # may be chosen, does not move
    assert after["drones"]["red"] == 15
    assert after["over"]
    assert after["first_to_temple"] == 1


def test_skull_cave_inserts_five_tokens_of_the_box_behind_the_slot() -> None:
    box = ["R1", "O1", "Y1", "G1", "B1", "P1", "C2"]
    at = Position(path=["C2", "C3", "C4"], tiles=[(0, "skull_cave"), (2, "snake")], explorers=[-1, -1, -1], box=box,
                  hands=hands("1+1"))  # fmt: skip
    after = at.play("1+1")
    assert len(after["path"]) == 8
    assert after["path"][0] is None
    assert after["path"][6:] == ["C3", "C4"]
    assert Counter(after["path"][1:6]) + Counter(after["box"]) == Counter(box)
    assert len(after["box"]) == 2
    assert [tile["slot"] for tile in after["tiles"]] == [0, 7]
    assert after["turn"] == 2


def test_skull_cave_moves_explorers_and_tiles_behind_it_only() -> None:
    at = Position(
        path=["C2", None, "C3", None, "C4", None], tiles=[(2, "skull_cave"), (0, "snake"), (4, "shrine")],
        explorers=[-1, 3, 5], box=["R1", "R2"], hands=hands("1+2"),
    )  # fmt: skip
    after = at.play("1+2")
    assert after["explorers"] == [2, 5, 7]
    assert [tile["slot"] for tile in after["tiles"]] == [2, 0, 6]
    # The C2 lies behind all explorers now, and its tile is never revealed.
    assert after["path"] == [None, None, None, *after["path"][3:5], None, "C4", None]
    assert sorted(after["path"][3:5]) == ["R1", "R2"]
    assert after["box"] == ["C2"]
    assert not after["tiles"][1]["revealed"]


def test_skull_cave_with_an_empty_box_does_nothing() -> None:
    after = Position(path=["C2", "C3"], tiles=[(0, "skull_cave")], hands=hands("1+1"), box=[]).play("1+1")
    assert after["path"] == [None, "C3"]
    assert after["tiles"][0]["revealed"]


def test_skull_cave_tokens_have_no_tile_under_them() -> None:
    at = Position(path=["C2", "C3"], tiles=[(0, "skull_cave"), (1, "shrine")], hands=[["1+1"] * 5, ["1+1"] * 5],
                  box=["C4"] * 5)  # fmt: skip
    at.play("1+1")
    after = at.play("1+1")
    assert after["explorers"][0] == 1
    assert after["phase"] == "play"


def test_pottery_offers_each_crate_token_for_each_token_on_the_path() -> None:
    at = Position(
        path=["C2", None, "R1", "G2"], tiles=[(0, "pottery_shards")], hands=hands("1+1"), taken=[["C3", "C3"], []]
    )
    after = at.play("1+1")
    assert (after["phase"], after["queue"]) == ("pottery", [0, 1])
    trades = {(a["crate"], a["slot"]) for a in at.legal() if a["type"] == "trade"}
    assert trades == {("C2", 2), ("C2", 3), ("C3", 2), ("C3", 3)}
    assert {"type": "stop"} in at.legal()
    assert len(at.legal()) == 5


def test_pottery_seat_without_crates_is_skipped() -> None:
    at = Position(
        3, path=PLAIN, tiles=[(0, "pottery_shards")], hands=hands("1+1", players=3), taken=[[], ["R1"], ["C4"]]
    )
    at.play("1+1")
    after = at.act(type="stop")
    assert (after["to_move"], after["queue"]) == (2, [2])
    after = at.act(type="trade", crate="C4", slot=1)
    assert after["turn"] == 2
    assert after["taken"][2] == ["C3"]


def test_pottery_with_an_empty_path_is_skipped() -> None:
    at = Position(path=["C2"], tiles=[(0, "pottery_shards")], hands=hands("1+1"), taken=[["C4"], ["C4"]])
    after = at.play("1+1")
    assert after["turn"] == 2


def test_pottery_trade_for_a_drone_token_waits_for_its_drone() -> None:
    at = Position(path=["C2", "C3", "D3"], tiles=[(0, "pottery_shards")], hands=hands("1+1"), taken=[["C4"], ["C3"]])
    at.play("1+1")
    waiting = at.act(type="trade", crate="C4", slot=2)
    assert (waiting["phase"], waiting["to_move"], waiting["queue"], waiting["outer"]) == ("drone", 0, [0, 1], 0)
    assert waiting["landing"] == {"slot": 2, "token": "D3"}
    assert waiting["box"] == ["C4"]
    after = at.drone("purple")
    assert after["drones"]["purple"] == 3
    assert (after["phase"], after["to_move"], after["queue"]) == ("pottery", 1, [1])


def test_tile_found_by_a_trade_goes_round_before_the_pottery_goes_on() -> None:
    at = Position(
        3, path=["C2", "C3", "D2", "C4"], tiles=[(0, "pottery_shards"), (2, "shrine")], hands=hands("1+1", players=3),
        taken=[[], ["C3"], ["C3"]],
    )  # fmt: skip
    at.play("1+1")
    at.act(type="stop")
    at.act(type="trade", crate="C3", slot=2)
    inner = at.drone("red")
    assert (inner["phase"], inner["to_move"], inner["queue"], inner["outer"]) == ("shrine", 1, [1, 2, 0, 2], 1)
    at.drone("red")
    at.drone("red")
    after = at.drone("red")
    assert after["drones"]["red"] == 5
    assert (after["phase"], after["to_move"], after["queue"], after["outer"]) == ("pottery", 2, [2], 0)
    assert at.act(type="stop")["turn"] == 2


def test_tile_found_by_the_last_trader_has_nobody_waiting_behind_it() -> None:
    at = Position(
        path=["C2", "C3", "R1"], tiles=[(0, "pottery_shards"), (2, "snake")], hands=hands("1+1"), taken=[[], ["C3"]]
    )
    at.play("1+1")
    at.act(type="stop")
    inner = at.act(type="trade", crate="C3", slot=2)
    assert (inner["phase"], inner["to_move"], inner["queue"], inner["outer"]) == ("snake", 1, [1, 0], 0)
    after = at.act(type="give_up", token="R1")
    assert after["turn"] == 2  # seat 0 has no artifact, nobody trades any more


def test_traded_crate_is_in_the_box_before_a_skull_cave_draws_from_it() -> None:
    at = Position(
        path=["C2", "C3", "R1"], tiles=[(0, "pottery_shards"), (2, "skull_cave")], hands=hands("1+1"),
        taken=[["C4"], []], box=[],
    )  # fmt: skip
    at.play("1+1")
    after = at.act(type="trade", crate="C4", slot=2)
    assert after["path"] == [None, "C3", None, "C4"]
    assert after["box"] == []


def test_trade_may_take_a_token_behind_all_explorers() -> None:
    at = Position(path=["R3", None, "C2", "C3"], explorers=[1, 1, 1], tiles=[(2, "pottery_shards")], hands=hands("1+1"),
                  taken=[["C4"], []])  # fmt: skip
    at.play("1+1")
    after = at.act(type="trade", crate="C4", slot=0)
    assert "R3" in after["taken"][0]
    assert after["drones"]["red"] == 0  # it was not left behind
