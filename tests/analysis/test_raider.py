"""Temple Raider's own questions: features of traced actions, the dice's luck with its exact mean, small tables."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import raider
from temple_sim.analysis.actions import action_frame, against_others
from temple_sim.analysis.raider import OWN_TURNS, VALUED_PHASES, controls, features
from temple_sim.engine.playout import Table
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.engine.trace import trace_game
from temple_sim.games.raider.state import kinds_of
from temple_sim.games.raider.tables import ROOMS, column_of, dice_of, room_of, slot_of
from temple_sim.results import rows_to_frame
from tests.driver import match_of

NAN = float("nan")


def played(players, policies, n, seed=1, settings=()):
    match = match_of("raider", players, policies, settings, seed, n)
    return match, rows_to_frame(Table(match).play(0, n), match)


def shown(game, view, match):
    """A state as a trace shows it."""
    return game.codec.state(view, match.ruleset.values)


# --- features --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def valued():
    """Two rollouts of decisions of every valued phase of a few games of three seats."""
    match = match_of("raider", 3, ("sprinter",), n=6)
    return match, {
        phase: Valued.join(list(value_match(match, phase, 3, 2, Workers(1, chunk=6)))) for phase in VALUED_PHASES
    }


@pytest.mark.parametrize("phase", VALUED_PHASES)
def test_features_of_every_action_that_comes_up(valued, phase):
    """Read off the trace's dicts, they agree with what the codes and records say."""
    match, by_phase = valued
    found, game, names = by_phase[phase], match.game, list(kinds_of(match.ruleset.values))
    assert len(found.decisions) > 0
    frame = action_frame(found, match, features)
    assert {"numbers", "picks", "eruption", "use", "column", "card", "room"} <= set(frame)
    lines = iter(frame.to_dict("records"))
    for k, decision in enumerate(found.decisions):
        view = found.views[k]
        for code in found.legal[k, : decision["legal"]]:
            line, kind = next(lines), game.codec.action(int(code), view, match.ruleset.values)["type"]
            dice = [i for i in range(match.players + 1) if dice_of(int(code)) >> i & 1]
            assert line["picks"] == len(dice)
            assert line["dice left"] == sum(
                die["taken_by"] == view.to_move and not die["used"] for die in shown(game, view, match)["dice"]
            )
            assert line["bumps"] == game.codec.action(int(code), view, match.ruleset.values).get("bumps", 0)
            assert line["numbers"] == "+".join(map(str, sorted(int(view.dice_face[i]) for i in dice)))
            lava = [bool(view.dice_lava >> i & 1) for i in dice]
            assert line["eruption"] == (len(dice) == 2 and all(lava))
            assert line["use"] == {2: "summed", 1: "alone", 0: kind}[len(dice)]
            column = column_of(int(code))  # 0: none
            assert line["column"] == column if column else pd.isna(line["column"])
            if kind == "card":
                assert line["card"] == names[view.board[view.to_move, slot_of(int(code))]]
            else:
                assert pd.isna(line["card"])
            if phase == "room":
                assert line["room"] == ROOMS[room_of(int(code))]
            else:
                assert pd.isna(line["room"])
    assert next(lines, None) is None


def test_tables_of_features(valued):
    """Every table of a report can be made, and holds each offered group once."""
    match, by_phase = valued
    picks = action_frame(by_phase["pick"], match, features)
    pairs, singles = raider.pick_values(picks, 2), raider.pick_values(picks, 1)
    assert pairs["numbers"].is_unique and set(pairs["numbers"]) == set(picks.loc[picks["picks"] == 2, "numbers"])
    assert set(singles["numbers"]) <= set("123456")
    grid = raider.pair_grid(pairs)
    assert (grid.index.to_numpy()[:, None] <= grid.columns.to_numpy()).sum() >= grid.notna().sum().sum() > 0
    assert np.nansum(grid.to_numpy()) == pytest.approx(100 * pairs["mean"].sum())
    assert "best" in pairs and "best" not in singles  # three seats: nobody chooses among more than two single dice
    shift = raider.pick_shift(picks, 2)
    assert set(shift["numbers"]) == set(pairs["numbers"]) and (shift["offered"] <= pairs["offered"].max()).all()
    uses = action_frame(by_phase["use"], match, features)
    assert {"alone", "summed"} <= set(raider.use_values(uses, "use")["use"])
    assert set(raider.use_values(uses, "column")["column"]) <= set(range(1, 11))
    assert set(raider.step_worth(uses)["column"]) <= set(range(1, 11))
    assert raider.alone_or_sum(uses)["offered"].nunique() == 1
    rooms = action_frame(by_phase["room"], match, features)
    assert set(raider.room_values(rooms)["room"]) <= set(ROOMS)


def choices(*decisions):
    """Valued picks from rows of (numbers, value); the first is chosen, each decision a game of its own."""
    lines = [
        {"game": d, "decision": d, "stage": d % 2, "numbers": numbers, "value": value, "first": value,
         "second": value, "RA": value - rows[0][1],
         "chosen": place == 0, "picks": 1 + numbers.count("+"), "card": None, "room": None}
        for d, rows in enumerate(decisions)
        for place, (numbers, value) in enumerate(rows)
    ]  # fmt: skip
    return pd.DataFrame(lines)


def test_against_the_others_by_hand():
    frame = choices([("1+2", 0.5), ("1+3", 0.8), ("2+3", 0.2)], [("1+2", 0.6), ("2+2", 0.6)])
    found = against_others(frame)
    assert found["mean"].tolist() == pytest.approx([0, 0.45, -0.45, 0, 0])
    assert found["best"].tolist() == pytest.approx([-0.3, 0.3, -0.6, 0, 0])
    table = raider.pick_values(frame, 2).set_index("numbers")
    assert table.loc["1+2", ["mean_low", "mean_high"]].tolist() == pytest.approx([0, 0])
    assert table.loc["1+2", ["offered", "W", "mean", "best"]].tolist() == pytest.approx([2, 0.55, 0, -0.15])
    assert table.loc["1+3", ["chosen", "RA", "mean"]].tolist() == pytest.approx([0, 0.3, 0.45])
    shift = raider.pick_shift(frame, 2).set_index("numbers")
    assert shift.loc["1+3", "first half"] == pytest.approx(0.45) and np.isnan(shift.loc["1+3", "second half"])
    assert shift.loc["1+2", ["first half", "second half", "shift", "offered"]].tolist() == pytest.approx([0, 0, 0, 1])
    grid = raider.pair_grid(raider.pick_values(frame, 2))
    assert grid.loc[2, 3] == pytest.approx(-45) and grid.loc[2, 2] == 0 and np.isnan(grid.loc[1, 1:1]).all()


def test_an_action_without_others_has_nothing_to_compare_with():
    found = against_others(choices([("1+2", 0.5)], [("1+2", 0.5), ("1+3", 0.7)]))
    assert np.isnan(found["mean"][0]) and np.isnan(found["best"][0])
    assert found["mean"][1:].tolist() == pytest.approx([-0.2, 0.2])


def test_nothing_of_a_kind_was_valued():
    """With two players the other seat's die is forced; cards and rooms may not come up in few decisions."""
    frame = choices([("1+2", 0.5), ("1+3", 0.8)])
    assert len(raider.pick_values(frame, 1)) == len(raider.pick_shift(frame, 1)) == 0
    assert {"numbers", "offered", "mean"} <= set(raider.pick_values(frame, 1))
    assert len(raider.use_values(frame, "card")) == len(raider.room_values(frame)) == 0


# --- luck of the dice ------------------------------------------------------------------------------------------------


def all_rolls(match):
    """Every roll of the dice in play, equally likely, with its pips and how many numbers differ."""
    faces = [die["faces"] for die in match.ruleset.values["dice"][: match.players + 1]]
    rolls = list(product(*faces))
    return np.array([sum(roll) for roll in rolls], float), np.array([len(set(roll)) for roll in rolls], float)


UNEVEN = ("dice.1.faces=1,1,2,2,5,8", "dice.2.faces=3,3,3,6,9,9,9")


@pytest.mark.parametrize("settings", [(), UNEVEN], ids=["printed", "uneven"])
@pytest.mark.parametrize("players", [2, 3])
def test_controls_have_their_exact_means(players, settings):
    """The means taken off are those over all rolls, by enumeration; what is left is 0 within 4 standard errors."""
    n = 2000
    match = match_of("raider", players, ("random",), settings, seed=3, n=n)
    games = np.repeat(np.arange(n), players)
    frame = pd.DataFrame({"block": games, "game": games, "seat": np.tile(np.arange(players), n)})
    found = controls(frame, match)
    for name, values in zip(("pips", "different"), all_rolls(match), strict=True):
        whole = found[name] + OWN_TURNS * values.mean()
        assert np.abs(whole - whole.round()).max() < 1e-9  # sums of whole numbers once the exact mean is back
        assert whole.round().between(OWN_TURNS * values.min(), OWN_TURNS * values.max()).all()
        error = np.sqrt(OWN_TURNS * values.var() / n)
        for seat in range(players):
            assert abs(found.loc[frame["seat"] == seat, name].mean()) < 4 * error
        assert found[name].std() == pytest.approx(np.sqrt(OWN_TURNS * values.var()), rel=0.1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_controls_are_the_dice_that_games_show(players):
    """The rolls of each seat's first own turns, read off a trace."""
    match, frame = played(players, ("low_first",), 3)
    found = controls(frame, match)
    pips, different = all_rolls(match)
    for game in range(3):
        rolled, turn = np.zeros((players, 2)), 0
        for event in trace_game(Table(match), game):
            state = event.get("state")
            if state and state["turn"] > turn and state["winner"] is None and state["turn"] <= OWN_TURNS * players:
                turn, faces = state["turn"], [die["face"] for die in state["dice"]]
                rolled[state["active"]] += sum(faces), len(set(faces))
        assert turn == OWN_TURNS * players  # the game lasted long enough
        expected = rolled - OWN_TURNS * np.array([pips.mean(), different.mean()])
        assert np.allclose(found[frame["game"] == game].to_numpy(), expected)


def test_controls_do_not_depend_on_the_policies():
    """Nor on how long a game took: they are luck, and luck alone."""
    first, second = played(3, ("random",), 40), played(3, ("planner",), 40)
    assert not first[1]["turns"].equals(second[1]["turns"])
    assert controls(first[1], first[0]).equals(controls(second[1], second[0]))


def test_games_of_a_block_have_the_same_luck():
    match, frame = played(2, ("sprinter", "random"), 12)
    found = controls(frame, match).assign(block=frame["block"], seat=frame["seat"])
    assert (found.groupby(["block", "seat"])["pips"].nunique() == 1).all()
    alone = controls(frame[frame["block"] == 3], match)
    assert alone.equals(controls(frame, match).loc[alone.index])  # whatever other blocks are there
