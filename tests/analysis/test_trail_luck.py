"""Trail's luck of the deal, expected points in play, solo results, and rulesets whose answers are certain."""

import functools

import numpy as np
import pytest

from temple_sim.analysis import trail as questions
from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.trail.luck import _dealt, _expected, _stopped
from temple_sim.engine.openings import opening_states
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.results import rows_to_frame
from tests.analysis.test_trail import frame_of
from tests.driver import Driver, match_of
from tests.helpers import rows_of


@functools.cache
def played(policies, players, n, *settings):
    match = match_of("trail", players, policies, settings=settings, n=n)
    return match, rows_to_frame(rows_of(match), match)


def steps_of(cards):
    return [int(card.partition("+")[2]) for card in cards]


# --- controls -------------------------------------------------------------------------------------------------------


def test_controls_by_hand_from_the_state_after_the_deal():
    """Game 0 with two players: hands of five; the first deck card goes to seat 0, the next to seat 1, and so on."""
    state = Driver("trail", 2).state
    match, frame = played(("random",), 2, 1)
    found = questions.controls(frame, match)
    points = {"C": lambda t: int(t[1:]), "D": lambda t: 0, "E": lambda t: int(t[3:].partition("/")[0]) / 3}
    worth = [points.get(token[0], lambda t: int(t[1:]))(token) for token in state["path"]]
    # 42 artifact tokens hold 84 artifacts, crates 20, first places 3 * (10 + 16 + 6) / 3 = 32 points; of 75 tokens.
    mean = (84 + 20 + 32) / 75
    for seat in range(2):
        hand, deck = steps_of(state["hands"][seat]), steps_of(state["deck"][seat::2])
        assert found.loc[seat, "hand"] == pytest.approx(sum(hand) - 5 * 3.5)
        assert found.loc[seat, "draws"] == pytest.approx(sum(deck) - 3.5 * len(deck))
        assert found.loc[seat, "reach"] == pytest.approx(sum(worth[steps - 1] - mean for steps in hand))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_steps_dealt_to_all_seats_are_those_of_the_deck(players):
    """Every card is dealt to somebody, so that what one has more another has less: the mean is zero in each game."""
    match, frame = played(("random",), players, 20)
    found = questions.controls(frame, match)
    assert np.abs((found["hand"] + found["draws"]).groupby(frame["game"]).sum()).max() < 1e-9


@pytest.mark.parametrize("settings", [(), ("cards.per_explorer={1=4,2=4,3=4,4=3,5=2,6=1}",), ("cards.hand=3",)])
def test_controls_have_mean_zero_whoever_plays(settings):
    match, frame = played(("random",), 3, 1500, *settings)
    found = questions.controls(frame, match)
    games = found.groupby(frame["game"])
    for seat in range(3):
        own = found[frame["seat"] == seat]
        assert (np.abs(own.mean()) < 4 * own.std() / np.sqrt(len(own))).all()
    assert len(games) == 1500
    other, others = played(("planner", "random", "random"), 3, 90, *settings)
    # A block of three rotations shares the deal: block b of one line-up is game b of the other.
    mixed = questions.controls(others, other)
    for row in range(0, len(others), 41):
        same = found[(frame["game"] == others["block"][row]) & (frame["seat"] == others["seat"][row])]
        assert mixed.loc[row].tolist() == same.iloc[0].tolist()


def test_reach_counts_only_tokens_that_are_there():
    match, frame = played(("random",), 2, 400, "tokens.artifact={1=1}", "tokens.explorer={}", "tokens.crate={}",
                          "tokens.drone={}", "tiles.under=[]", "tiles.kinds=[]")  # fmt: skip
    assert questions.controls(frame, match)["reach"].abs().max() < 1e-9  # six tokens of one artifact each: all alike


def test_a_card_dealt_is_worth_nothing_when_every_seat_wins_alike():
    match, frame = played(("random",), 2, 50)
    table = questions.dealt_cards(frame.assign(share=0.5), match)
    assert table["steps"].tolist() == [1, 2, 3, 4, 5, 6] and np.abs(table["value"]).max() < 1e-12


def test_a_card_dealt_is_worth_what_it_adds():
    """W set to the number of ones dealt: a one adds 1. Counts of a seat have a fixed sum: others make room, 1/5 each."""
    match, frame = played(("random",), 2, 300)
    held, deck = _dealt(match, opening_states(match, range(300)))
    ones = (held + deck)[:, :, 0].ravel()
    table = questions.dealt_cards(frame.assign(share=ones), match).set_index("steps")
    assert table.loc[1, "value"] == pytest.approx(1)
    assert table.loc[2:, "value"].mean() == pytest.approx(-1 / 5, abs=0.05)


# --- who is ahead ---------------------------------------------------------------------------------------------------


def test_expected_points_of_a_table():
    """Two drones count: red's factor stays, blue's falls. Factors now 2 and 0, in the end 2 and 1."""
    now = frame_of(1, 2, factor__red=[2, 0], artifacts__red=[3, 4], taken__explorer1=[1, 0], from_crates=[5, 0])
    final = frame_of(1, 2, factor__red=[2, 1])
    # Twelve drones (six a game): all others 0 now and in the end. Regression through their means.
    x, y = np.array([2] + [0] * 11), np.array([2, 1] + [0] * 10)
    slope = np.cov(x, y, bias=True)[0, 1] / x.var()
    worth = y.mean() + slope * (np.array([2, 0]) - x.mean())
    assert _expected(now, final, 4.0).tolist() == pytest.approx([3 * worth[0] + 4 + 5, 4 * worth[1]])


def test_games_stop_after_whole_rounds_and_ended_games_do_not_count():
    match, frame = played(("random",), 3, 60)
    kept, found = questions.standings_in_play(frame, match, games=40)
    assert len(kept) == 120 and list(found) == ["a quarter", "half", "three quarters"]
    turns = frame.loc[frame["seat"] == 0, "turns"].iloc[:40].mean()
    stop = 3 * round(turns * 3 / 4 / 3)
    assert found["three quarters"].isna().tolist() == (kept["turns"] <= stop).tolist()
    stopped = _stopped(match, stop, 40)
    assert (stopped["turns"] == np.minimum(kept["turns"], stop)).all()


# --- solo -----------------------------------------------------------------------------------------------------------


def test_solo_results_have_wilson_intervals():
    table = questions.solo_results(frame_of(1, 10, result=[1] * 5 + [2] * 5)).set_index("result")
    assert table["value"].to_dict() == {"lose": 0, "museum": 0.5, "treasure": 0.5}
    # Wilson with z = 1.96: (p + z^2/2n +- z sqrt(pq/n + z^2/4n^2)) / (1 + z^2/n), n = 10.
    assert table.loc["lose", ["low", "high"]].tolist() == pytest.approx([0, 0.2775], abs=1e-4)
    assert table.loc["museum", ["low", "high"]].tolist() == pytest.approx([0.2366, 0.7634], abs=1e-4)
    assert questions.solo_results(frame_of(2, 3, result=-1)).empty


def test_the_likely_result_of_a_solo_game():
    assert questions.solo_result(frame_of(1, 100, result=2)) == "treasure"
    assert questions.solo_result(frame_of(1, 10, result=[0] * 4 + [2] * 6)) is None
    assert questions.solo_result(frame_of(2, 10, result=-1)) is None


def test_solo_margins():
    frame = frame_of(1, 2, score=[10, 20], institute=[4, 8], conservatory=[12, 30])
    table = questions.solo_margins(frame).set_index("what")["value"]
    assert (
        table["lead over the Institute"] == 9
        and table["lead over the Conservatory"] == -6
        and table["own points"] == 15
    )


def test_policies_alone_play_the_same_games_as_a_run():
    match, frame = played(("random",), 1, 80)
    table = questions.solo_by_policy(match, ["random", "planner"], 80)
    own = table[table["policy"] == "random"].drop(columns="policy").reset_index(drop=True)
    assert own.equals(questions.solo_results(frame)) and table["policy"].iloc[0] == "planner"
    assert questions.solo_by_policy(match, [], 80).empty


# --- certain answers ------------------------------------------------------------------------------------------------


def test_without_artifacts_and_drone_tokens_the_drones_stand_still():
    """Nothing but the shrine could move a drone, and it stays out: all are level, first, and worth x2 for ever."""
    still = ("tokens.artifact={}", "tokens.drone={}", "tiles.kinds=[]", "tiles.under=[]")
    _, frame = played(("random",), 2, 120, *still)
    odds = questions.drone_odds(frame)
    assert set(odds["rank"]) == {1} and set(odds["factor"]) == {2} and (odds["value"] == 1).all()
    assert (questions.artifact_worth(frame)["value"] == 2).all()
    assert questions.endings({2: frame}).set_index("end")["value"]["explorer"] == 1
    assert questions.arrivals({2: frame}).set_index("brought by")["value"]["an explorer"] == 1
    assert (questions.movers(frame)["value"] == 0).all() and questions.tile_luck(frame).empty
    assert questions.skill(frame).score.value == 0
    assert questions.ANSWERS["what moves drones"](frame) is None
    assert questions.ANSWERS["half-way leader x2"](frame) == "likely"


def test_a_track_of_four_spaces_is_ended_by_drones():
    """Letting the first artifact tokens fall behind, or a drone token or two, brings a drone home long before explorers."""
    _, frame = played(("random",), 2, 120, "drones.track=4")
    assert questions.ANSWERS["what ends games"](frame) == "drone"


@pytest.mark.parametrize("phase", questions.VALUED_PHASES)
def test_features_fit_real_views_of_every_valued_phase(phase):
    match = match_of("trail", 3, ("random",), n=6)
    valued = Valued.join(list(value_match(match, phase, 2, 2, Workers(1, chunk=6))))
    frame = action_frame(valued, match, questions.features)
    assert len(frame) and {"kind", "rank", "stake", "steps"} <= set(frame.columns)
    named = {"play": "steps", "drone": "stake", "shrine": "stake", "snake": "token", "pottery": "kind"}[phase]
    assert frame[named].notna().all()
