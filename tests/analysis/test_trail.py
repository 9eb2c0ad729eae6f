"""Trail's questions on small frames made by hand and on traces: expected values are arithmetic on the frames."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import trail as questions
from temple_sim.analysis.trail import drones
from temple_sim.analysis.trail.answers import drives, drone_race, ending, tiles
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from temple_sim.games.trail.tables import COLOURS
from temple_sim.results import rows_to_frame
from tests.driver import match_of


def frame_of(players, games, **columns):
    """A frame of zeros, a block a game, with some columns filled; dots in a name are written as two underscores."""
    match = match_of("trail", players, n=games)
    rows = np.zeros(games, match.game.result)
    rows["index"] = np.arange(games)
    frame = rows_to_frame(rows, match)
    for name, column in columns.items():
        frame[name.replace("__", ".")] = column
    return frame


def spaces(stem, *games, players=1):
    """Columns of a vector by colour, one tuple of six a game."""
    return {f"{stem}__{c}": np.repeat([game[i] for game in games], players) for i, c in enumerate(COLOURS)}


def line(table, label, column):
    return table.set_index(column).loc[label]


# --- features -------------------------------------------------------------------------------------------------------

VIEW = {
    "to_move": 0,
    "path": ["R3", None, "C4", None, "E1:8/4", "O1", "D2"],
    "explorers": [-1, 1, 3],
    "tiles": [{"slot": 4, "tile": None, "revealed": False}, {"slot": 2, "tile": "snake", "revealed": True}],
    "drones": {"red": 3, "orange": 5, "yellow": 5, "green": 0, "blue": 0, "purple": 0},
    "taken": [["R2", "R1", "O1", "C2"], ["R1", "O1", "G3"]],
    "adversary": [],
    "landing": None,
}


def features(action, **changes):
    found = questions.features(VIEW | changes, action)
    return {name: value for name, value in found.items() if value is not None}


def play(card, **changes):
    return features({"type": "play", "card": card}, **changes)


def test_a_card_that_takes_an_artifact():
    # Red has orange and yellow strictly ahead. Explorer 1 has 5 tokens before it, the others 4 and 3.
    assert play("1+1") == {
        "kind": "artifact", "token": "R3", "units": 3, "colour": "red", "rank": 3, "held": "main", "steps": 1, "mover": 3,
        "behind": 0, "behind_spaces": 0, "drive": "no drone moved", "tile": False,
    }  # fmt: skip


def test_a_card_that_leaves_an_artifact_behind_on_a_face_down_tile():
    # It passes R3 and C4. The rear explorer now stands on slot 1, so R3 is left, and C4 is not.
    assert play("1+3") == {
        "kind": "explorer token", "token": "E1:8/4", "units": 8, "steps": 3, "mover": 3, "behind": 1, "behind_spaces": 3,
        "drive": "own left behind", "tile": True,
    }  # fmt: skip
    rival = [["R2"], ["R3"]]
    assert play("1+3", taken=rival)["drive"] == "others left behind"
    assert play("1+2")["tile"] is False  # revealed


def test_a_card_to_the_temple_and_one_to_a_drone_token():
    assert play("3+4") == {"kind": "temple", "steps": 4, "mover": 1, "behind": 0, "behind_spaces": 0,
                           "drive": "no drone moved", "tile": False}  # fmt: skip
    taken = play("3+3")
    assert (taken["kind"], taken["units"], taken["drive"]) == ("drone token", 2, "drone token")


def test_an_explorer_at_the_temple_counts_as_ahead_of_everything():
    ended = play("1+5", explorers=[-1, "temple", "temple"])
    assert (ended["mover"], ended["behind"]) == (3, 4)  # R3, C4, E1 and O1 lie behind slot 6


@pytest.mark.parametrize(("token", "held"), [("R3", "main"), ("O1", "second"), ("B1", "new")])
def test_what_is_held_of_a_colour(token, held):
    assert play("1+1", path=[token, "C4"], explorers=[-1, -1, -1], tiles=[])["held"] == held


@pytest.mark.parametrize(
    ("colour", "rank", "stake"), [("red", 3, "own"), ("orange", 1, "shared"), ("green", 4, "rival")]
)
def test_a_drone_decision(colour, rank, stake):
    landing = {"slot": 6, "token": "D2"}
    found = features({"type": "drone", "colour": colour}, landing=landing)
    assert found == {"colour": colour, "rank": rank, "spaces": 2, "stake": stake}
    assert "spaces" not in features({"type": "drone", "colour": colour})  # the shrine


def test_decisions_on_tiles():
    assert features({"type": "give_up", "token": "R2"})["held"] == "main"
    assert features({"type": "trade", "crate": "C2", "slot": 2}) == {
        "kind": "crate",
        "token": "C4",
        "units": 4,
        "crate": 2,
    }
    assert features({"type": "stop"}) == {"kind": "stop"}
    assert features({"type": "discard", "cards": ["1+3", "1+3"]}) == {"changed": 2}


def test_the_adversaries_are_rivals_in_solo_play():
    found = features({"type": "drone", "colour": "red"}, taken=[["R2"]], adversary=["R3"])
    assert found["stake"] == "rival"


def test_features_foresee_what_the_rules_do_in_traced_games():
    """The token taken, the temple, and the tokens left behind (read off the box where nothing else can fill it)."""
    met, compared = set(), 0
    for players in (1, 2, 4):
        table, before = Table(match_of("trail", players)), None
        for event in [event for number in range(6) for event in trace_game(table, number)]:
            if event["event"] == "decision":
                found = questions.features(before, event["action"])
                met.add(event["phase"])
                after = event["state"]
                if event["phase"] == "play":
                    seat = before["to_move"]
                    gained = Counter(after["taken"][seat]) - Counter(before["taken"][seat])
                    assert [found["token"]] == (list(gained.elements()) or [None])
                    assert (found["kind"] == "temple") == (
                        after["explorers"].count("temple") > before["explorers"].count("temple")
                    )
                    whole = after["phase"] in ("play", None) and players > 1
                    if whole and [t["revealed"] for t in after["tiles"]] == [t["revealed"] for t in before["tiles"]]:
                        assert len(after["box"]) - len(before["box"]) == found["behind"]
                        compared += found["behind"] > 0
            before = event.get("state")
    assert met == {"play", "drone", "base_camp", "snake", "shrine", "pottery"} and compared > 20


# --- action values --------------------------------------------------------------------------------------------------


def valued(**columns):
    """Two decisions of three actions in two games; values 0.2 0.4 0.9 and 0.5 0.5 0.8, the first of each chosen."""
    value = np.array([0.2, 0.4, 0.9, 0.5, 0.5, 0.8])
    frame = pd.DataFrame(
        {"decision": [0, 0, 0, 1, 1, 1], "game": [0, 0, 0, 1, 1, 1], "value": value, "stage": [0] * 3 + [1] * 3}
    )
    frame["chosen"] = [True, False, False] * 2
    frame["RA"] = value - np.repeat([0.2, 0.5], 3)
    for name, column in columns.items():
        frame[name] = column
    return frame


def test_the_gain_compares_a_group_with_the_other_actions_of_its_decision():
    table = questions.token_values(valued(kind=["crate", "artifact", "artifact", "crate", "crate", "artifact"]))
    artifact, crate = line(table, "artifact", "kind"), line(table, "crate", "kind")
    assert artifact["gain"] == pytest.approx(((0.65 - 0.2) + (0.8 - 0.5)) / 2)
    assert crate["gain"] == pytest.approx(-artifact["gain"])
    assert artifact["RA"] == pytest.approx(((0.65 - 0.2) + 0.3) / 2) and crate["RA"] == 0
    assert (artifact["offered"], artifact["chosen"], crate["chosen"]) == (2, 0, 1)
    assert table["kind"].tolist() == ["artifact", "crate"]


def test_a_group_without_alternatives_has_no_gain():
    table = questions.tile_step_values(valued(kind="artifact", tile=False))
    assert len(table) == 1 and np.isnan(table["gain"].iloc[0])


def test_values_by_other_features():
    frame = valued(kind=["artifact", "artifact", "temple"] * 2, rank=[1, 2, np.nan] * 2, held=["new", "main", None] * 2,
                   steps=[1, 2, 3] * 2, mover=[1, 1, 2] * 2, drive=["drone token", "no drone moved", "no drone moved"] * 2,
                   units=[1, 2, 1] * 2, stake=["own", "rival", "rival"] * 2)  # fmt: skip
    gain = lambda table, label, column: line(table, label, column)["gain"]  # noqa: E731
    # Only artifact tokens are compared: 0.2 with 0.4, and 0.5 with 0.5.
    assert gain(questions.token_values_by_rank(frame), 1, "rank") == pytest.approx(-0.1)
    assert gain(questions.colour_choice(frame), "main", "held") == pytest.approx(0.1)
    assert gain(questions.card_values(frame), 3, "steps") == pytest.approx(((0.9 - 0.3) + (0.8 - 0.5)) / 2)
    assert gain(questions.mover_values(frame), 1, "mover") == pytest.approx(-0.45)
    assert gain(questions.drive_values(frame), "drone token", "drive") == pytest.approx(-0.1)  # without the temple
    assert gain(questions.drone_choice(frame), "own", "stake") == pytest.approx(((0.2 - 0.65) + (0.5 - 0.65)) / 2)
    assert len(questions.unit_values(frame)) == 3 and len(questions.token_values_by_stage(frame)) == 4
    assert gain(questions.drone_choice_by_rank(frame), 2, "rank") == pytest.approx(((0.4 - 0.55) + (0.5 - 0.65)) / 2)


def test_nothing_valued_gives_empty_tables():
    for frame in (valued(), valued(kind=None), valued(kind="temple", tile=False, drive="no drone moved").iloc[:0]):
        for ask in (
            questions.token_values,
            questions.colour_choice,
            questions.drive_values,
            questions.tile_step_values,
        ):
            assert ask(frame).empty


def test_what_choosing_well_is_worth():
    table = questions.tile_choices({"snake": valued(), "pottery": valued().iloc[:0]})
    # The choice against the mean action: 0.2 - 0.5 and 0.5 - 0.6.
    assert table["phase"].tolist() == ["snake"] and table["gain"].iloc[0] == pytest.approx(-0.2)


# --- drones ---------------------------------------------------------------------------------------------------------

AT_HALF = (4, 4, 2, 1, 1, 0)
GONE = (-1,) * 6


def drone_games():
    """Two games: the first with a checkpoint at half only, the second with none."""
    return frame_of(
        2, 2, **spaces("quarter1", GONE, GONE, players=2), **spaces("quarter2", AT_HALF, GONE, players=2),
        **spaces("quarter3", GONE, GONE, players=2), **spaces("space", (5, 9, 9, 1, 1, 0), GONE, players=2),
        **spaces("factor", (1, 2, 2, 1, 1, 0), (0,) * 6, players=2),
    )  # fmt: skip


def test_ranks_and_leads_at_a_checkpoint():
    found = questions.drone_frame(drone_games())
    assert found["moment"].tolist() == ["half"] * 6
    assert found["rank"].tolist() == [1, 1, 3, 4, 4, 6]
    assert found["final_rank"].tolist() == [3, 1, 1, 4, 4, 6]
    assert found["lead"].tolist() == pytest.approx(
        [4 - 8 / 5, 4 - 8 / 5, 2 - 10 / 5, 1 - 11 / 5, 1 - 11 / 5, 0 - 12 / 5]
    )
    assert found["band"].tolist() == ["2 to 3.5 ahead"] * 2 + ["level"] + ["0.5 to 2 behind"] * 2 + ["2 to 3.5 behind"]


def test_odds_by_rank_and_by_lead():
    odds = questions.drone_odds(drone_games()).set_index(["rank", "factor"])["value"]
    assert odds[1].to_dict() == {2: 0.5, 1: 0.5, 0: 0.0} and odds[6][0] == 1 and odds[3][2] == 1
    bands = questions.drone_odds(drone_games(), "band").set_index(["band", "factor"])["value"]
    assert bands["2 to 3.5 ahead"].to_dict() == {2: 0.5, 1: 0.5, 0: 0.0}
    ranks = questions.final_rank_odds(drone_games()).set_index(["rank", "final_rank"])["value"]
    assert ranks[1][3] == 0.5 and ranks[1][1] == 0.5 and ranks[6][6] == 1
    worth = questions.artifact_worth(drone_games()).set_index("rank")["value"]
    assert worth.to_dict() == {1: 1.5, 3: 2, 4: 1, 6: 0}


def test_predicted_odds_are_filled_up_towards_the_rank():
    made_of = questions.drone_frame(drone_games())
    odds = drones.OddsTable(made_of).predict(made_of)
    assert odds.loc[0].to_dict() == pytest.approx({2: 0.5, 1: 0.5, 0: 0.0})
    # Another band of the same rank: nothing was counted there, so the odds of the rank; an unknown rank: those of all.
    other = made_of.iloc[[0, 2]].assign(band=["level", "level"], rank=[1, 2])
    predicted = drones.OddsTable(made_of).predict(other)
    assert predicted.iloc[0].to_dict() == pytest.approx({2: 0.5, 1: 0.5, 0: 0.0})
    assert predicted.iloc[1].to_dict() == pytest.approx({2: 2 / 6, 1: 3 / 6, 0: 1 / 6})


def same_twice():
    both = drone_games().iloc[:2]
    return pd.concat([both.assign(block=k, game=k) for k in range(2)], ignore_index=True)


def test_calibration_on_the_other_half():
    """Both halves are the same game, so odds agree with what happens but for smoothing: each cell is all of its rank."""
    table = questions.calibration(same_twice())
    assert table["predicted"].tolist() == pytest.approx(table["value"].tolist())
    assert table["drones"].sum() == 18  # six drones, three factors
    found = questions.skill(same_twice())
    # Two drones have odds of one half each way: (0.5^2 + 0.5^2) * 2 / 6. Plain odds are 2/6, 3/6, 1/6.
    assert found.score.value == pytest.approx(1 / 6)
    plain = 1 - ((2 / 6) ** 2 + (3 / 6) ** 2 + (1 / 6) ** 2)
    assert found.plain.value == pytest.approx(plain) and found.gained == pytest.approx(1 - 1 / 6 / plain)
    assert questions.skill_by_moment(same_twice())["moment"].tolist() == ["half"]


def test_one_half_alone_cannot_be_checked():
    assert questions.calibration(drone_games()).empty and questions.skill(drone_games()) is None


# --- the course of games --------------------------------------------------------------------------------------------


def test_endings_arrivals_and_lengths():
    frame = frame_of(
        2,
        4,
        ended_by=np.repeat([0, 0, 0, 1], 2),
        arrival=np.repeat([4, 4, 2, 0], 2),
        turns=np.repeat([10, 12, 14, 9], 2),
    )
    frames = {2: frame}
    assert line(questions.endings(frames), "explorer", "end")["value"] == 0.75
    arrived = questions.arrivals(frames).set_index("brought by")["value"]
    assert arrived["an explorer"] == 0.5 and arrived["tokens left behind"] == 0.25 and arrived["drone tokens"] == 0.25
    lengths = questions.lengths_by_end(frames).set_index("end")
    assert lengths["value"].to_dict() == {"explorer": 12, "drone": 9} and lengths["games"].tolist() == [3, 1]


def test_what_moves_drones():
    frame = frame_of(
        2, 2, moved_token__red=[3, 3, 0, 0], moved_left_behind__red=[1, 1, 4, 4], moved_left_behind__blue=[0, 0, 2, 2]
    )
    table = questions.movers(frame).set_index("source")
    assert table["value"].to_dict() == {"drone tokens": 1.5, "shrine": 0, "tokens left behind": 3.5, "solo toll": 0}
    assert table.loc["tokens left behind", "share of all"] == 0.7
    assert questions.drive_gap(frame)["value"].iloc[0] == 2  # -2 and +6


def test_tokens_taken_and_left():
    frame = frame_of(
        2,
        2,
        taken__red=[1, 2, 0, 1],
        taken__blue=[1, 0, 0, 0],
        left_behind__red=[3, 3, 1, 1],
        left_behind__drone=[1, 1, 0, 0],
    )
    table = questions.tokens_behind(frame).set_index("kind")
    assert table.loc["artifact", "taken"] == 2.5 and table.loc["artifact", "value"] == 2
    assert table.loc["drone token", "value"] == 0.5


def test_a_tile_is_compared_with_the_mean_tile():
    frame = frame_of(2, 2, share=[1, 0, 0.5, 0.5], found__snake=[0, 1, 0, 1], found__shrine=[1, 0, 0, 0])
    table = questions.tile_luck(frame).set_index("tile")
    # Finders win 0, 0.5 (snake) and 1 (shrine): mean 0.5.
    assert table.loc["snake", "value"] == pytest.approx(-0.25) and table.loc["snake", "W"] == pytest.approx(0.25)
    assert table.loc["shrine", "value"] == pytest.approx(0.5) and table.loc["shrine", "games"] == 0.5
    assert questions.tile_luck(frame_of(2, 2)).empty and questions.tile_luck(frame_of(1, 2, found__snake=1)).empty


def test_seats():
    frame = frame_of(2, 2, share=[1, 0, 0.5, 0.5], score=[10, 6, 8, 8], from_bonus=[5, 0, 0, 0])
    table = questions.seat_advantage({1: frame_of(1, 2), 2: frame})
    assert table["players"].tolist() == [2, 2] and table["gap"].tolist() == [0.25, -0.25]
    assert table["points"].tolist() == [9, 7] and table["brings first marker"].tolist() == [0.5, 0]
    assert questions.seat_advantage({1: frame_of(1, 2)}).empty


# --- tokens and colours ---------------------------------------------------------------------------------------------


def test_points_of_a_token():
    frame = frame_of(
        2,
        1,
        taken__red=[1, 0],
        taken__blue=[0, 2],
        from_artifacts=[3, 6],
        taken__crate=[2, 0],
        from_crates=[5, 0],
        taken__drone=[1, 2],
    )
    table = questions.token_points(frame).set_index("kind")
    assert table.loc["artifact", ["value", "tokens"]].tolist() == [3, 1.5]
    assert table.loc["crate", "value"] == 2.5 and np.isnan(table.loc["explorer token", "value"])
    assert table.loc["drone token", "tokens"] == 1.5
    colours = questions.points_by_colour(frame_of(2, 2, factor__red=[2, 2, 1, 1]))
    assert line(colours, "red", "colour")["value"] == 1.5


def colour_games():
    """Four games of two seats with two tokens each: seat 0 in one colour wins 1, 1, 1, 0."""
    frame = frame_of(2, 4, share=[1, 0, 1, 0, 1, 0, 0, 1])
    one = np.tile([True, False], 4)
    frame["taken.red"], frame["taken.blue"] = np.where(one, 2, 1), np.where(one, 0, 1)
    frame["artifacts.red"], frame["artifacts.blue"] = np.where(one, 4, 2), np.where(one, 0, 2)
    return frame


def test_colours_are_compared_among_seats_with_as_many_tokens():
    """All of a seat hold alike, so that nothing is left when the seat is taken out."""
    table = questions.colours_collected(colour_games()).set_index("colours")
    assert table["W"].to_dict() == {1: 0.75, 2: 0.25} and table["value"].tolist() == [0, 0]


def test_one_colour_against_several():
    frame = colour_games()
    swapped = frame.iloc[[1, 0, 3, 2, 5, 4, 7, 6]].assign(
        seat=[0, 1] * 4, game=np.repeat(range(4, 8), 2), block=np.repeat(range(4, 8), 2)
    )
    both = pd.concat([frame, swapped], ignore_index=True)
    table = questions.concentration(both).set_index("concentration")
    # Eight seats hold one colour and eight two: their mean ranks are 12.5 and 4.5 of 16, so the outer thirds.
    # In each seat, four of one colour win 0.75 and four of two 0.25; the mean is 0.5.
    assert table["value"].to_dict() == pytest.approx({"most spread out": -0.25, "most in one colour": 0.25})
    assert table["biggest"].to_dict() == {"most spread out": 0.5, "most in one colour": 1}
    assert questions.one_colour_or_several(both).value == pytest.approx(0.5)
    assert np.isnan(questions.one_colour_or_several(both[both["artifacts.blue"] == 0]).value)  # all alike


def test_the_difference_of_the_thirds():
    """Six seats a block in three games: biggest colours of 2, 3 and 4 of 4 artifacts; W 0, 0 and 1 in seat 0."""
    frame = frame_of(2, 3, share=[0, 1, 0, 1, 1, 0])
    for name in ("taken.red",):
        frame[name] = 2
    frame["artifacts.red"], frame["artifacts.blue"] = [2, 2, 3, 3, 4, 4], [2, 2, 1, 1, 0, 0]
    apart = questions.one_colour_or_several(frame)
    # Per seat: the mean is taken out; top third minus bottom third is +1 in seat 0 and -1 in seat 1.
    assert apart.value == pytest.approx(0)
    assert questions.one_colour_or_several(frame.assign(share=[0, 0, 0.5, 0.5, 1, 1])).value == pytest.approx(1)


# --- answers --------------------------------------------------------------------------------------------------------


def many(players, games=200, **columns):
    return frame_of(
        players, games, **{name: np.tile(column, games // (len(column) // players)) for name, column in columns.items()}
    )


def test_answers():
    assert ending(many(2, ended_by=[0, 0])) == "explorer" and ending(many(2, ended_by=[1, 1])) == "drone"
    assert ending(many(2, ended_by=[0, 0, 1, 1])) is None
    assert drives(many(2, moved_token__red=[1, 1])) == "drone tokens"
    assert drives(many(2, moved_left_behind__red=[1, 1])) == "left behind" and drives(many(2)) is None
    assert tiles(many(2)) is None
    apart = many(
        2,
        share=[1, 0, 0.9, 0.1, 0, 1, 0.1, 0.9],
        found__shrine=[1, 0, 1, 0, 0, 1, 0, 1],
        found__snake=[0, 1, 0, 1, 1, 0, 1, 0],
    )
    assert tiles(apart) == "yes"


def test_the_answer_on_the_drone_race():
    leads = {f"quarter2__{c}": np.repeat(2 - (c != "red"), 400) for c in COLOURS}
    likely = frame_of(2, 200, **leads, **{f"factor__{c}": 2 * (c == "red") for c in COLOURS})
    unlikely = frame_of(2, 200, **leads, **{f"factor__{c}": 2 * (c != "red") for c in COLOURS})
    assert (drone_race(likely), drone_race(unlikely)) == ("likely", "unlikely")
    assert drone_race(frame_of(2, 3, **{f"quarter2__{c}": -1 for c in COLOURS})) is None


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_answer_copes_with_a_single_empty_game(players):
    for answer in questions.ANSWERS.values():
        assert answer(frame_of(players, 1)) in (None, "even", "explorer", "drone")


def test_the_base_rate_of_factors_is_over_all_drones():
    factors = {f"factor__{c}": 2 if c in ("red", "orange") else 0 for c in COLOURS}
    base = questions.drone_base(frame_of(2, 200, **factors)).set_index("factor")
    assert base["value"].round(6).to_dict() == {2: round(1 / 3, 6), 0: round(2 / 3, 6)} and set(base["drones"]) == {
        1200
    }
