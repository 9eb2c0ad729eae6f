"""One test for each numbered ruling of the rules page."""

import numpy as np
import pytest

from temple_sim.core.errors import UserError
from temple_sim.games.lost_temple.tables import CHARACTERS
from tests.driver import Driver, match_of
from tests.games.lost_temple.altered import ALTERED
from tests.games.lost_temple.positions import called, last_pick


def scout_then_child(settings=(), **more):
    """Seat 0 scouts; seat 1's child follows. Both may reveal a token in the same round."""
    return called(4, "scout", "scout", {"scout": 0, "child": 1}, settings, **more)


def test_LT_1_second_idol_supersedes():
    d = scout_then_child(positions=[9, 8, 12, 30], gems=[2, 0, 0, 0], tokens={11: "idol"}, reserve=["idol"])
    d.act(type="move", spaces=2)  # to 11: idol; the reserve's idol lies there for the child, which catches up
    state = d.state
    assert state["positions"][:2] == [11, 11] and state["round"] == 2
    assert state["idol"] == 1 and state["idol_claim"] is None and not state["idol_void"]


def test_LT_1_annuls():
    d = scout_then_child(["idol.second_token=annuls"], positions=[9, 8, 12, 30], gems=[2, 0, 0, 0], tokens={11: "idol"},
                         reserve=["idol"])  # fmt: skip
    d.act(type="move", spaces=2)
    # Both void: the hindmost is 0 or 1 on space 11; seat 0 is poorer (2 paid: 0 gems against the child's income of 1).
    assert d.state["idol"] == 0 and d.state["idol_claim"] is None and not d.state["idol_void"]


def test_LT_1_annulled_for_the_rest_of_the_round():
    owners = {"scout": 0, "canoe": 1, "child": 2}
    d = called(4, "scout", "scout", owners, ["idol.second_token=annuls", "limit.rounds=1", "tokens.idol.count=4"],
               positions=[10, 9, 8, 30], gems=[1, 0, 0, 0], tokens={11: "idol"}, reserve=["idol"] * 8)  # fmt: skip
    state = d.act(type="move", spaces=1)  # all three reveal an idol on space 11
    assert state["positions"][:3] == [11, 11, 11]
    assert state["idol_void"] and state["idol_claim"] is None


@pytest.mark.parametrize(("chain", "end", "gems"), [("true", 14, 4), ("false", 14, 0)])
def test_LT_2_chain(chain, end, gems):
    d = called(4, "step", "craftsman", {"craftsman": 0}, [f"chance.chain={chain}"], positions=[9, 0, 0, 0],
               gems=[0] * 4, tokens={11: "forward", 14: "gain_gems"})  # fmt: skip
    state = d.act(type="move", spaces=2)
    assert state["positions"][0] == end and state["gems"][0] == gems


def test_LT_2_at_most_32_reveals():
    settings = [*ALTERED["tokens stay"], "tokens.back.amount=3"]  # the reserve is empty, so tokens stay
    d = called(4, "step", "craftsman", {"craftsman": 0}, settings, positions=[9, 0, 0, 0],
               tokens={11: "forward", 14: "back"})  # fmt: skip
    state = d.act(type="move", spaces=2)
    # Forward to 14 and back to 11 again and again: the 32nd reveal, an even one, moves back and reveals no more.
    assert state["positions"][0] == 11
    assert d.record.revealed[0].sum() == 32


def test_LT_2_unmoved_reveals_nothing_further():
    d = called(4, "step", "craftsman", {"craftsman": 0}, ["tokens.forward.amount=0"], positions=[9, 0, 0, 0],
               gems=[0] * 4, tokens={11: "forward"}, reserve=["gain_gems"])  # fmt: skip
    state = d.act(type="move", spaces=2)
    assert state["positions"][0] == 11 and state["gems"][0] == 0 and state["chance"]["11"] == "gain_gems"


def idol_after(positions, gems, holder, players=4):
    """Holder of the idol in the round after one that leaves these positions and gems."""
    d = called(players, "curse", "shaman", {"shaman": players - 1}, positions=positions, gems=gems)
    d.record.idol = holder
    d.act(type="curse", character="child")
    return d.state["idol"]


@pytest.mark.parametrize(
    ("positions", "gems", "holder", "expected"),
    [
        ([5, 3, 9, 4], [0, 9, 0, 0], 2, 1),  # the hindmost, rich or not
        ([3, 3, 9, 3], [2, 1, 0, 3], 0, 1),  # the poorest of the hindmost
        ([3, 3, 9, 3], [1, 1, 0, 1], 3, 3),  # the last holder if tied
        ([3, 3, 9, 3], [1, 1, 0, 1], 2, 3),  # else the next tied seat clockwise after the last holder
        ([3, 3, 9, 9], [1, 1, 0, 1], 2, 0),
        ([3, 3, 3, 3], [1, 1, 1, 1], 1, 1),
    ],
)
def test_LT_3_idol(positions, gems, holder, expected):
    assert idol_after(positions, gems, holder) == expected


def test_LT_3_first_round():
    # All start alike: the tie includes the highest seat, which counts as the last holder.
    rows = [f"characters.{c}={{start=3,gems=1,machete=false}}" for c in CHARACTERS]
    assert Driver("lost_temple", 5, rows).state["idol"] == 4


def test_LT_4_income_limited_to_the_supply():
    d = called(4, "scout", "scout", {"scout": 1, "canoe": 0}, ["supply.gems=6", "income=3"], positions=[0, 1, 30, 30],
               gems=[0, 0, 4, 0])  # fmt: skip
    state = d.act(type="move", spaces=0)
    assert state["positions"][0] == 4  # two gems were left; the canoe made four spaces of them
    assert state["gem_supply"] == 2


def looking():
    """Seat 2's seer is about to look; seat 1 knows space 11 and 14, seat 3 knows 14 and 17."""
    d = called(4, "look", "seer", {"seer": 2}, positions=[0, 1, 2, 3], tokens={11: "back", 14: "forward"})
    d.record.known[:3] = [1 << 1, 1 << 1 | 1 << 3, 1 << 3]
    return d


def test_LT_5_swap_is_known_to_the_seer_only():
    d = looking()
    assert d.act(type="look", spaces=[11, 14])["looked"] == [11, 14]
    assert d.state["known"] == [[], [11, 14], [11, 14], [14, 17]]
    state = d.act(type="swap")
    assert (state["chance"]["11"], state["chance"]["14"]) == ("forward", "back")
    assert state["known"] == [[], [], [11, 14], [17]] and state["looked"] is None


def test_LT_5_keep_leaves_all_knowledge():
    d = looking()
    d.act(type="look", spaces=[11, 14])
    state = d.act(type="keep")
    assert (state["chance"]["11"], state["chance"]["14"]) == ("back", "forward")
    assert state["known"] == [[], [11, 14], [11, 14], [14, 17]]


def test_LT_6_face_up_cards_may_be_named():
    d = called(4, "curse", "shaman", {"shaman": 0, "thief": 1}, positions=[1, 2, 3, 4], gems=[0] * 4)
    d.record.face_up = 0x97  # scout and child
    names = [a["character"] for a in d.legal()]
    assert names == list(CHARACTERS[1:])
    d.act(type="curse", character="child")
    names = [a["character"] for a in d.legal()]
    assert names == list(CHARACTERS[2:])
    d.act(type="rob", character="scout")
    d.act(type="move", spaces=2)
    assert d.state["round"] == 2 and d.state["positions"] == [1, 4, 3, 4] and d.state["gems"] == [0, 1, 0, 0]


def test_LT_7_own_other_character():
    d = called(2, "curse", "shaman", {"shaman": 0, "canoe": 0, "thief": 1, "child": 1}, positions=[5, 2], gems=[3, 0])
    d.act(type="curse", character="canoe")
    d.act(type="rob", character="child")
    state = d.act(type="move", spaces=1)
    # Canoe: 3 gems and an income of 1 are 8 spaces from 5 to 13. Seat 1: income as thief and as child.
    assert state["positions"] == [13, 13] and state["gems"] == [0, 2]
    assert d.record.curses_self[0] == 1 and d.record.robberies_self[1] == 1 and d.record.curses_hit.sum() == 0


@pytest.mark.parametrize(("players", "spaces"), [(5, 12), (6, 8)])
def test_LT_8_tokens_lie_on_the_part_in_use(players, spaces):
    d = Driver("lost_temple", players)
    assert len(d.state["chance"]) == spaces and len(d.state["reserve"]) == 18 - spaces
    assert [d.record.tokens[i] for i in range(18)].count(0) == 2
    assert [int(s) for s in d.state["chance"]][:3] == [11, 14, 17]


def test_LT_9_round_limit():
    d = called(4, "curse", "shaman", {"shaman": 0, "child": 1}, positions=[5, 2, 9, 9])
    d.record.round_number = 200
    state = d.act(type="curse", character="child")
    assert state["round"] == 200 and state["positions"] == [2, 9, 9, 9]  # played to its end
    assert state["phase"] is state["to_move"] is state["called"] is state["cursed"] is state["cursed_by"] is None
    assert state["winner"] is None and state["hand"] == [] and state["chosen"][1] == ["child"]
    assert d.record.over == 1 and d.record.end_reason == 1
    assert d.outcome() == ([0.0] * 4, [2.0, 9.0, 9.0, 9.0])


def test_LT_9_limit_is_a_guard():
    game = match_of("lost_temple", 5).game
    assert "limit" not in game.schema.defaults().nested and game.schema.defaults().values["limit.rounds"] == 200


def test_LT_10_only_the_named_character_is_affected():
    d = called(2, "curse", "shaman", {"shaman": 0, "canoe": 0, "scout": 1, "child": 1}, positions=[5, 9], gems=[0, 4])
    d.act(type="curse", character="child")
    assert d.state["called"] == "scout" and d.state["positions"] == [5, 9]
    state = d.act(type="move", spaces=0)
    # The canoe goes from 5 to 7 (one gem). Then the child is called: swapped to 7, and on to the shaman's new space 9.
    assert state["positions"] == [9, 9]


def test_LT_11_craftsman_takes_a_machete():
    d = called(4, "curse", "shaman", {"shaman": 0, "craftsman": 1}, positions=[1, 2, 3, 4], machetes=[0, 1, 0, 0])
    state = d.act(type="curse", character="child")
    assert state["phase"] == "step" and state["machetes"][1] == 2 and state["machete_supply"] == 6
    d = called(4, "curse", "shaman", {"shaman": 0, "craftsman": 1}, positions=[1, 2, 3, 4], machetes=[4, 1, 3, 0])
    assert d.act(type="curse", character="child")["machetes"][1] == 1


def test_LT_12_replaced_before_the_movement():
    d = called(4, "step", "craftsman", {"craftsman": 0}, ["tokens.back.amount=3"], positions=[9, 0, 0, 0], gems=[0] * 4,
               tokens={11: "forward", 14: "back"}, reserve=["gain_gems"] * 6)  # fmt: skip
    state = d.act(type="move", spaces=2)  # 11 forward to 14, back to 11: the replacement there gives gems
    assert state["positions"][0] == 11 and state["gems"][0] == 4


def test_LT_13_jungle_limits_no_choice():
    d = called(4, "scout", "scout", {"scout": 0}, positions=[17, 0, 0, 0], gems=[4, 0, 0, 0])
    assert [a["spaces"] for a in d.legal()] == [0, 1, 2, 3, 4]
    state = d.act(type="move", spaces=4)
    assert state["positions"][0] == 18 and state["gems"][0] == 0 and state["gem_supply"] == 50
    d = called(4, "pay", "priest", {"priest": 0}, positions=[17, 0, 0, 0], gems=[2, 0, 0, 0])
    state = d.act(type="pay")
    assert state["positions"][0] == 18 and state["gems"][0] == 0
    assert d.record.jungle_stops[0] == 1


@pytest.mark.parametrize("letter", list(".CVJ"))
def test_LT_14_the_end_is_a_temple(letter):
    settings = ["track.part_one=" + "." * 6, "track.part_two=..." + letter]  # end space 18
    d = called(4, "pay", "priest", {"priest": 0}, settings, positions=[10, 1, 0, 0], gems=[2, 0, 0, 0])
    assert "18" not in d.state["chance"]
    state = d.act(type="pay")
    assert state["winner"] == 0 and state["positions"][0] == 18 and state["called"] == "priest"
    d = called(4, "curse", "shaman", {"shaman": 1, "elder": 0}, settings, positions=[10, 1, 0, 0], gems=[5, 0, 0, 0])
    assert d.act(type="curse", character="child")["phase"] == "draft"  # the elder is not asked: no village ahead


def test_LT_14_seer_tokens_and_draft_lists():
    with pytest.raises(UserError, match="seer.tokens must be a whole number from 2 to 2"):
        match_of("lost_temple", 5, settings=["seer.tokens=3"])
    with pytest.raises(UserError, match="draft.face_up must be a list of 5"):
        match_of("lost_temple", 5, settings=["draft.face_up=3,2,1,0"])
    d = last_pick(4, ["thief", "seer", "priest"], ["elder", "scout", "canoe"])
    assert d.act(type="pick", character="scout")["leftover"] == ["elder", "canoe"]
    state = Driver("lost_temple", 5).state
    assert state["called"] is None and state["phase"] == "draft"


def test_LT_14_amounts_of_idol_and_machetes():
    values = match_of("lost_temple", 5).ruleset.values
    assert all(values[f"tokens.{t}"]["amount"] is None for t in ("idol", "gain_machete", "lose_machete"))
    with pytest.raises(UserError):
        match_of("lost_temple", 5, settings=["tokens.idol.amount=2"])
    assert np.sum([values[f"tokens.{t}"]["count"] for t in ("idol", "gain_gems", "back", "pay_gems", "gain_machete",
                                                           "forward", "lose_machete")]) == 18  # fmt: skip
