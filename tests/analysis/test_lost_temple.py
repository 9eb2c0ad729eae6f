"""Lost Temple's questions on small frames made by hand, and on traces: expected values are arithmetic on the frames."""

import functools

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import lost_temple as questions
from temple_sim.analysis.lost_temple import answers, values
from temple_sim.analysis.lost_temple.bands import BEHIND, GEMS, band, ratios
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from temple_sim.games.lost_temple.tables import CHARACTERS
from temple_sim.results import rows_to_frame
from tests.driver import match_of
from tests.helpers import rows_of


def frame_of(players, games, **columns):
    """A frame of zeros, a block a game, with some columns filled; dots in a name are written as two underscores."""
    match = match_of("lost_temple", players, n=games)
    rows = np.zeros(games, match.game.result)
    rows["index"] = np.arange(games)
    frame = rows_to_frame(rows, match)
    for name, column in columns.items():
        frame[name.replace("__", ".")] = column
    return frame


def line(table, label, column="character"):
    return table.set_index(column).loc[label]


# --- characters -----------------------------------------------------------------------------------------------------


def test_a_ratio_is_that_of_the_sums_and_its_interval_is_over_blocks():
    frame = frame_of(2, 2)
    table = ratios(frame, "what", {"a": pd.Series([1, 0, 2, 3])}, pd.Series([2, 0, 2, 4]))
    assert table.loc[0, ["value", "blocks", "events"]].tolist() == [6 / 8, 2, 8]
    # Residuals of the blocks: 1 - 0.75 * 2 = -0.5 and 5 - 0.75 * 6 = 0.5; error = sqrt(0.5 * 2 / 1) / 8 = 1/8.
    assert table.loc[0, "high"] - table.loc[0, "value"] == pytest.approx(12.7062 / 8, rel=1e-4)


def test_how_often_somebody_picks_a_character():
    """Three rounds of four and four of six have it in the draft: it cannot be picked in more."""
    frame = frame_of(
        2, 2, rounds=[4, 4, 6, 6], picked__thief=[1, 2, 0, 3], offered_at__thief__1=[3, 3, 4, 4], offered_at__thief__2=9
    )
    row = line(questions.picked(frame), "thief")
    assert row["value"] == 6 / 10
    assert row["ceiling"] == 7 / 10


def test_pick_share_when_offered_and_that_of_a_blind_pick():
    """Three rounds: hands of 4 and 3 cards. The thief: in all hands of 4 (taken in one), in the 2 of 3 it was left to."""
    others = {
        "offered_at__seer__1": 3, "offered_at__elder__1": 3, "offered_at__canoe__1": 3, "offered_at__canoe__2": 3,
        "offered_at__elder__2": 2, "offered_at__seer__2": 2,
    }  # fmt: skip
    frame = frame_of(
        4, 1, offered__thief=[3, 2, 0, 0], picked__thief=[1, 1, 0, 0], offered_at__thief__1=3, offered_at__thief__2=2,
        picked_at__thief__1=1, picked_at__seer__1=1, picked_at__elder__1=1, picked_at__thief__2=1,
        picked_at__canoe__2=2, **others,
    )  # fmt: skip
    row = line(questions.pick_share(frame), "thief")
    assert row["value"] == 2 / 5
    assert row["blind"] == pytest.approx((3 / 4 + 2 / 3) / 5)
    places = questions.pick_share_by_place(frame)
    thief = places[places["character"] == "thief"].set_index("place")["value"]
    assert thief.to_dict() == {1: pytest.approx(1 / 3), 2: pytest.approx(1 / 2)}


def test_spaces_and_gems_a_turn():
    frame = frame_of(2, 2, called__canoe=[2, 1, 0, 1], spaces__canoe=[7, 3, 0, 2], gems__canoe=[-4, -2, 0, 2])
    assert line(questions.spaces_a_turn(frame), "canoe")["value"] == 12 / 4
    assert line(questions.gems_a_turn(frame), "canoe")["value"] == -4 / 4


def test_holders_count_once_a_pick():
    frame = frame_of(2, 2, picked__scout=[3, 1, 2, 0], share=[1, 0, 0, 1])
    row = line(questions.holders_win(frame), "scout")
    assert row["value"] == 3 / 6
    assert row["equal"] == 1 / 2


def test_games_and_turns_that_a_move_wins():
    frame = frame_of(2, 4, won_with__canoe=[1, 0, 0, 0, 0, 1, 0, 0], called__canoe=2)
    assert line(questions.won_by(frame), "canoe")["value"] == 2 / 4
    assert line(questions.turns_that_win(frame), "canoe")["value"] == 2 / 16
    assert line(questions.won_by(frame), "elder")["high"] > 0  # never seen is not never


# --- the race -------------------------------------------------------------------------------------------------------


def test_a_start_is_worth_the_wins_of_those_dealt_it():
    frame = frame_of(2, 4, start__shaman=[1, 0, 0, 1, 1, 0, 0, 0], share=[1, 0, 0, 1, 0, 1, 1, 0])
    row = line(questions.start_values(frame), "shaman")
    assert row["value"] == pytest.approx(2 / 3)
    assert row["gap"] == pytest.approx(2 / 3 - 1 / 2)


def test_the_idol_by_a_token_and_as_the_hindmost():
    frame = frame_of(2, 2, idol_rounds=[3, 1, 2, 2], idol_tokens=[1, 1, 0, 0], share=[1, 0, 0, 1])
    table = questions.idol(frame).set_index("what")["value"]
    assert table["rounds in which a token decides"] == 2 / 8
    assert table["W of its holder, all rounds"] == 5 / 8
    assert table["W of its holder, as the hindmost"] == 4 / 6
    assert table["W of its holder, by a token"] == 1 / 2


def test_the_first_idol_is_with_the_last_seat_when_all_start_alike():
    """Three seats: seat 2 holds the idol, seat 0 picks second, seat 1 third."""
    frame = frame_of(3, 4, share=[0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1])
    table = questions.first_picks(frame).set_index("place")
    assert table["value"].tolist() == [3 / 4, 1 / 4, 0]
    assert table.loc[1, "gap"] == pytest.approx(3 / 4 - 1 / 3)


def test_all_seats_start_alike_and_the_last_one_picks_first():
    match = match_of("lost_temple", 5)
    rules = match.ruleset.overlay_flat(questions.VARIANTS[questions.EQUAL_STARTS], "variant")
    spec = MatchSpec("lost_temple", ("random",) * 5, 3, 1, tuple((k, v) for k, (_, v) in rules.changes().items()))
    start = next(trace_game(Table(spec.resolve()), 0))["state"]
    assert start["positions"] == [8] * 5
    assert start["gems"] == [1] * 5
    assert start["machetes"] == [0] * 5
    assert start["idol"] == start["to_move"] == 4


def test_a_token_is_compared_with_all_others():
    frame = frame_of(2, 2, revealed__idol=[2, 0, 1, 1], revealed__back=[1, 1, 0, 2], share=[1, 0, 0, 1])
    row = line(questions.token_values(frame), "idol", "token")
    assert row["W"] == 3 / 4
    assert row["value"] == 3 / 4 - 3 / 4  # the others: 1 + 2 of 4
    assert row["events"] == 4


def test_hits_of_curses_and_robberies():
    frame = frame_of(
        2, 1, curses=[4, 1], curses_hit=[1, 1], curses_self=[1, 0], cursed=[1, 1], robberies=[2, 0], robberies_hit=[1, 0],
        robbed=[0, 1], gems_robbed=[5, 0], spaces__shaman=[9, -1], called__shaman=[4, 1], called__seer=[3, 2],
    )  # fmt: skip
    table = questions.interference(frame).set_index(["kind", "what"])["value"]
    assert table["curse", "hits another seat"] == 2 / 5
    assert table["curse", "meets one's own character"] == 1 / 5
    assert table["curse", "turns of characters that suffer one"] == 2 / 10
    assert table["robbery", "hits another seat"] == 1 / 2
    assert table["robbery", "turns of characters that suffer one"] == 1 / 10
    assert questions.loot(frame)["value"].tolist() == [5, 4]


@pytest.mark.parametrize(("players", "own"), [(3, True), (4, False)])
def test_nobody_meets_the_only_character_it_has(players, own):
    table = questions.interference(frame_of(players, 1))
    assert ("meets one's own character" in set(table["what"])) == own


def test_jungle_stops_of_winners_and_others():
    frame = frame_of(2, 2, jungle_stops=[0, 2, 1, 1], machetes_used=[1, 0, 3, 1], share=[1, 0, 1, 0])
    table = questions.jungle(frame).set_index("source")
    assert table.loc["stops at deep jungle", ["all", "winners", "others", "difference"]].tolist() == [1, 0.5, 1.5, -1]
    assert table.loc["machetes spent", "difference"] == 1.5


def test_where_the_spaces_come_from():
    frame = frame_of(2, 2, spaces__canoe=[8, 2, 4, 2], share=[1, 0, 1, 0])
    row = line(questions.move_sources(frame), "canoe", "source")
    assert row[["winners", "others", "difference"]].tolist() == [6, 2, 4]


def test_what_the_number_of_players_changes():
    two = frame_of(
        2, 2, rounds=[4, 4, 6, 6], called__elder=[3, 3, 5, 5], jungle_stops=[1, 0, 0, 0], curses=1, curses_hit=0
    )
    four = frame_of(4, 1, rounds=3, called__elder=2, cursed=[1, 0, 0, 0], robbed=[1, 0, 0, 0], idol_rounds=[3, 0, 0, 0])
    table = questions.player_counts({2: two, 4: four}).set_index(["players", "what"])["value"]
    assert table[2, "rounds"] == 5
    assert table[2, "turns of characters, a seat"] == 4
    assert table[2, "jungle stops of a seat"] == 1 / 4
    assert table[2, "curses that hit"] == 0
    assert table[4, "turns of characters that suffer either"] == 2 / 8
    assert table[4, "rounds whose idol a token decides"] == 0


# --- values ---------------------------------------------------------------------------------------------------------


def decisions(*hands):
    """Valued decisions: for each hand {character: (first, second, chosen)}, each in a game of its own."""
    lines = [
        {"decision": d, "game": d, "character": name, "first": first, "second": second, "chosen": bool(chosen),
         "round": d + 1, "behind": "in the lead", "legal": len(hand)}
        for d, hand in enumerate(hands)
        for name, (first, second, chosen) in hand.items()
    ]  # fmt: skip
    frame = pd.DataFrame(lines)
    frame["value"] = (frame["first"] + frame["second"]) / 2
    frame["RA"] = frame["value"] - frame["decision"].map(frame[frame["chosen"]].set_index("decision")["value"])
    return frame


HAND = {"thief": (0.5, 0.1, 0), "seer": (0.2, 0.4, 1), "elder": (0.1, 0.3, 0)}


def test_the_best_other_is_chosen_by_one_half_and_valued_by_the_other():
    """The thief: the first half likes the seer best of the others, (0.1 - 0.4); so does the second, (0.5 - 0.2).

    The seer: the first half likes the thief, 0.4 - 0.1; the second the elder, 0.2 - 0.1.
    """
    table = values.against_others(decisions(HAND)).set_index("character")
    assert table.loc["thief", "best"] == pytest.approx(0.0)
    assert table.loc["seer", "best"] == pytest.approx((0.3 + 0.1) / 2)
    assert table.loc["thief", "mean"] == pytest.approx(0.3 - (0.3 + 0.2) / 2)


def test_values_by_character():
    table = questions.character_values(decisions(HAND, HAND)).set_index("character")
    assert table.loc["elder", "RA"] == pytest.approx(0.2 - 0.3)
    assert table.loc["elder", "mean"] == pytest.approx(0.2 - 0.3)
    assert table.loc["seer", ["offered", "chosen", "RA"]].tolist() == [2, 1, 0]
    assert table.loc["seer", "mean_low"] == pytest.approx(table.loc["seer", "mean"])  # twice the same game


def test_picked_too_rarely_or_too_often():
    passes = {"thief": (0.6, 0.6, 0), "seer": (0.2, 0.2, 1)}
    takes = {"thief": (0.6, 0.6, 1), "seer": (0.2, 0.2, 0)}
    table = questions.pick_balance(decisions(passes, takes, takes)).set_index("character")
    assert table.loc["thief", ["passed", "taken"]].tolist() == pytest.approx([0.4, 0.4])
    assert table.loc["seer", ["passed", "taken"]].tolist() == pytest.approx([-0.4, -0.4])
    assert table["passed_n"].to_dict() == {"thief": 1, "seer": 2}


def test_thirds_of_the_rounds_hold_equally_many_decisions():
    frame = questions.with_thirds(decisions(*[HAND] * 9))
    assert list(frame["third"].cat.categories) == ["rounds 1-3", "rounds 4-6", "rounds 7-9"]
    assert frame.groupby("third", observed=True)["decision"].nunique().tolist() == [3, 3, 3]
    table = questions.character_values_by(frame, "third")
    assert table[["offered", "character", "third"]].shape == (9, 3)
    assert (table["offered"] == 3).all()


@pytest.mark.parametrize(
    ("rounds", "edges"), [([1], [(1, 1)]), ([1, 1, 2], [(1, 1), (2, 2)]), ([2, 3, 9], [(2, 2), (3, 3), (4, 9)])]
)
def test_fewer_bands_for_fewer_rounds(rounds, edges):
    assert values.third_edges(np.array(rounds)) == edges


def test_naming_paying_and_scouting():
    named = questions.name_values(decisions(HAND)).set_index("character")["RA"]
    assert named["thief"] == pytest.approx(0.0)
    asked = decisions({"a": (0.4, 0.4, 1), "b": (0.1, 0.1, 0)}).assign(called="elder", type=["pay", "stay"])
    assert questions.pay_values(asked).set_index(["called", "type"])["RA"].to_dict() == {
        ("elder", "pay"): 0,
        ("elder", "stay"): pytest.approx(-0.3),
    }
    steps = decisions({n: (v, v, n == "0") for n, v in (("0", 0.1), ("1", 0.2), ("2", 0.3), ("3", 0.5))})
    table = questions.scout_values(steps.assign(spaces=[0, 1, 2, 3])).set_index("goes")
    assert table["RA"].to_dict() == pytest.approx({"as far as it can": 0.4, "a part": 0.15, "not at all": 0})


# --- answers --------------------------------------------------------------------------------------------------------


def rates(**rows):
    return pd.DataFrame([{"character": k, "value": v, "low": low, "high": high} for k, (v, low, high) in rows.items()])


def test_a_top_stands_clear_of_all_others():
    assert answers.top(rates(a=(0.5, 0.4, 0.6), b=(0.2, 0.1, 0.3), c=(0.3, 0.1, 0.39))) == "a"
    assert answers.top(rates(a=(0.5, 0.4, 0.6), b=(0.2, 0.0, 0.45))) is None
    assert answers.top(rates(a=(0.5, float("nan"), float("nan")), b=(0.2, 0.0, 0.1))) is None


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.03, 0.05, "good"), (-0.05, -0.03, "bad"), (-0.01, 0.01, "even"), (0.01, 0.05, None), (np.nan, np.nan, None)],
)
def test_a_difference_in_a_word(low, high, word):
    assert answers.graded(low, high) == word


@pytest.mark.parametrize(("wins", "games", "word"), [((6, 0), 40, "canoe"), ((1, 1), 8000, "none"), ((3, 2), 4, None)])
def test_a_start_is_too_good_beyond_the_margin_only(wins, games, word):
    """Of 10 games each, the canoe's seat wins so many more; or exactly half, in so many that no start may be better."""
    share = ([1, 0] * wins[0] + [0, 1] * wins[1]) * (games // sum(wins) + 1)
    frame = frame_of(2, games, share=share[: 2 * games], start__canoe=[1, 0] * games, start__elder=[0, 1] * games)
    assert answers.best_start(frame) == word


def test_every_answer_is_none_when_nothing_was_played():
    frame = frame_of(3, 2)
    assert {name: answer(frame) for name, answer in questions.ANSWERS.items()} == dict.fromkeys(questions.ANSWERS)


def test_answers_of_clear_frames():
    frame = frame_of(2, 40, curses=2, curses_hit=1, robberies=2, won_with__canoe=[1, 0] * 40, share=[1, 0] * 40,
                     start__shaman=[0, 1] * 40, start__canoe=[1, 0] * 40)  # fmt: skip
    assert questions.ANSWERS["winning move"](frame) == "canoe"
    assert questions.ANSWERS["start too good"](frame) == "canoe"
    assert questions.ANSWERS["shaman start"](frame) == "bad"
    assert questions.ANSWERS["hits more"](frame) == "curse"


def test_neglected_characters_are_picked_less_than_half_as_often_as_blindly():
    """Nine cards in every hand, so a blind pick takes one in nine. Only the elder is ever picked.

    Half of 1/9 is 5.6%; no pick in 100 blocks leaves up to z^2 / (100 + z^2) = 3.7% (Wilson).
    """
    offered = {f"offered__{name}": 10 for name in CHARACTERS} | {f"offered_at__{name}__1": 20 for name in CHARACTERS}
    frame = frame_of(2, 100, picked__elder=10, picked_at__elder__1=20, **offered)
    assert answers.neglected(frame) == ", ".join(name for name in CHARACTERS if name != "elder")
    even = {f"picked__{name}": 1 for name in CHARACTERS} | {f"picked_at__{name}__1": 2 for name in CHARACTERS}
    assert answers.neglected(frame_of(2, 100, **(offered | even))) == "none"


def test_dependence_counts_what_other_values_say():
    tried = [("track", "top", "thief", "thief"), ("track", "top", "thief", "seer"), ("track", "top", "thief", None),
             ("gems", "top", "thief", "thief"), ("gems", "start", None, "even")]  # fmt: skip
    table = questions.dependence(tried).set_index(["component", "question"])
    assert table.loc[("track", "top")].tolist() == [3, 1, 1, 1, "seer"]
    assert table.loc[("gems", "start"), "open"] == 1
    assert questions.dependence([]).empty


# --- hooks ----------------------------------------------------------------------------------------------------------


@functools.cache
def events(players=5):
    """(state before, action) of every decision of a few games of different policies."""
    policies = ("planner", "banker", "runner", "spoiler", "random")[:players]
    table, found = Table(match_of("lost_temple", players, policies, n=4)), []
    for number in range(4):
        before = None
        for event in trace_game(table, number):
            if event["event"] == "decision":
                found.append((before, event["action"]))
            before = event.get("state", before)
    return found


@pytest.mark.parametrize("phase", questions.VALUED_PHASES)
def test_features_of_traced_decisions(phase):
    seen = [(state, action) for state, action in events() if state["phase"] == phase]
    assert seen
    for state, action in seen:
        told, seat = questions.features(state, action), state["to_move"]
        assert told["character"] == (action["character"] if phase in ("draft", "curse", "rob") else None)
        assert told["spaces"] == (action["spaces"] if phase == "scout" else None)
        assert told["hand size"] == len(told["hand"].split()) == len(state["hand"])
        assert (told["hand size"] > 0) == (phase == "draft")
        assert (told["behind"] == "in the lead") == (state["positions"][seat] == max(state["positions"]))
        assert (told["gems"] == "9+ gems") == (state["gems"][seat] >= 9)
        assert (told["called"], told["round"]) == (state["called"], state["round"])


def test_bands():
    assert [band(n, GEMS) for n in (0, 1, 2, 4, 5, 8, 9, 50)] == [
        "0-1 gems", "0-1 gems", "2-4 gems", "2-4 gems", "5-8 gems", "5-8 gems", "9+ gems", "9+ gems",
    ]  # fmt: skip
    assert [band(n, BEHIND) for n in (0, 1, 5, 10)] == ["in the lead", "1-4 behind", "5-9 behind", "10+ behind"]


def test_standings_are_positions_at_a_moment_or_nothing():
    frame = frame_of(2, 2, at_third__one_third=[16, 0, 20, 17], at_third__two_thirds=[0, 0, 32, 30])
    found = questions.standings(frame)
    assert found["one third of the track"].tolist() == [16, 0, 20, 17]
    assert found["two thirds of the track"].isna().tolist() == [True, True, False, False]


def test_controls_have_mean_zero_over_all_deals():
    deals = [(a, b) for a in CHARACTERS for b in CHARACTERS if a != b]  # equally likely
    frame = frame_of(2, len(deals))
    for game, deal in enumerate(deals):
        for seat, name in enumerate(deal):
            frame.loc[2 * game + seat, f"start.{name}"] = 1
    found = questions.controls(frame, None)
    for seat in (0, 1):
        assert found[frame["seat"] == seat].mean().to_numpy() == pytest.approx(np.zeros(8), abs=1e-12)
    assert np.linalg.matrix_rank(found.to_numpy()) == 8


def test_controls_do_not_hang_on_policies_and_are_centred_in_play():
    found = []
    for policy in ("random", "planner"):
        match = match_of("lost_temple", 5, (policy,), n=400)
        found.append(questions.controls(rows_to_frame(rows_of(match), match), match))
    pd.testing.assert_frame_equal(*found)
    sums = found[0].groupby(np.repeat(np.arange(400), 5)).mean()
    assert (sums.mean().abs() <= 4 * sums.sem()).all()
