"""The draft of each number of players, after the printed schemes."""

import pytest

from temple_sim.games.lost_temple.tables import CHARACTERS
from tests.driver import Driver
from tests.games.lost_temple.positions import last_pick

DRAFTS = {
    # players: cards face up, face down, hand sizes before each pick, cards face down at the end
    2: (1, 1, [7, 6, 4, 2], 3),
    3: (0, 1, [8, 7, 6, 4, 3, 2], 2),
    4: (3, 1, [5, 4, 3, 2], 1),
    5: (2, 1, [6, 5, 4, 3, 2], 1),
    6: (1, 1, [7, 6, 5, 4, 3, 2], 1),
    7: (0, 1, [8, 7, 6, 5, 4, 3, 2], 1),
    8: (0, 1, [8, 7, 6, 5, 4, 3, 2, 2], 0),
}


@pytest.mark.parametrize("players", list(DRAFTS))
def test_scheme(players):
    up, down, sizes, down_at_end = DRAFTS[players]
    d = Driver("lost_temple", players, seed=players)
    first = d.state["idol"]
    assert len(d.state["face_up"]) == up and len(d.state["face_down"]) == down
    for place, size in enumerate(sizes):
        state = d.state
        assert (state["phase"], state["to_move"]) == ("draft", (first + place) % players)
        assert len(state["hand"]) == size and state["called"] is None
        assert [a["character"] for a in d.legal()] == state["hand"]
        before = sorted(state["face_down"])
        d.act(type="pick", character=state["hand"][place % size])
        kept = [c for c in state["hand"] if c in d.state["hand"]]
        if d.state["phase"] == "draft" and not (players == 8 and place == 6):
            assert d.state["hand"] == kept  # in the same order
            assert set(before) <= set(d.state["face_down"])
    state = d.state
    assert len(state["face_down"]) == down_at_end and len(state["leftover"]) == 1 and state["hand"] == []
    chosen = [card for cards in state["chosen"] for card in cards]
    everything = chosen + state["leftover"] + state["face_up"] + state["face_down"]
    assert sorted(everything) == sorted(CHARACTERS)
    assert {len(cards) for cards in state["chosen"]} == {2 if players < 4 else 1}


def test_the_last_of_eight_picks_from_its_card_and_the_face_down_one():
    d = Driver("lost_temple", 8)
    for _ in range(7):
        down, passed = d.state["face_down"], d.state["hand"][1:]
        d.act(type="pick", character=d.state["hand"][0])
    assert d.state["hand"] == passed + down and d.state["face_down"] == []
    state = d.act(type="pick", character=down[0])
    assert state["leftover"] == passed


def test_the_first_character_is_called_after_the_last_pick():
    d = last_pick(4, ["canoe", "elder", "seer"], ["child", "shaman"], gems=[0] * 4, positions=[1, 2, 3, 4])
    state = d.act(type="pick", character="child")
    assert (state["called"], state["phase"], state["to_move"]) == ("seer", "look", 2)
    assert state["gems"] == [0, 0, 1, 0] and state["leftover"] == ["shaman"]
    assert state["chosen"] == [["canoe"], ["elder"], ["seer"], ["child"]]


def test_turns_count_drafts_and_called_characters():
    d = last_pick(4, ["canoe", "elder", "seer"], ["child", "shaman"], gems=[0] * 4, positions=[1, 2, 3, 4])
    assert d.record.turn == 1
    d.act(type="pick", character="child")
    d.act(type="look", spaces=[11, 14])
    d.act(type="keep")
    assert d.record.turn == 2
    state = d.act(type="move", spaces=1)  # elder has one gem and is not asked; canoe and child move by themselves
    assert d.record.turn == 6 and state["round"] == 2 and state["phase"] == "draft"
    assert list(d.record.turns_of[:4].sum(axis=1)) == [1, 1, 1, 1]


def test_offers_and_picks_are_counted():
    d = last_pick(4, ["canoe", "elder", "seer"], ["child", "shaman"])
    d.act(type="pick", character="child")
    offered = {CHARACTERS[c] for c in range(9) if d.record.offered[3, c] == 1}
    assert offered == {"child", "shaman"} and d.record.offered_at[:, 3].sum() == 2
    assert d.record.picked[3, 8] == 1 and d.record.picked_at[8, 3] == 1 and d.record.picked.sum() == 1
