"""The ruleset: its shape, and what is refused."""

import json
from pathlib import Path

import pytest

from temple_sim.core.errors import UserError
from temple_sim.engine.playout import Table
from temple_sim.games import load_game
from temple_sim.games.lost_temple.tables import CHARACTERS
from tests.driver import match_of
from tests.games.lost_temple.altered import ALTERED

GAME = load_game("lost_temple")


def test_defaults_are_the_rules_as_users_see_them():
    expected = Path(__file__).with_name("default_rules.json").read_text()
    assert json.dumps(GAME.schema.defaults().nested) == json.dumps(json.loads(expected))


def test_default_track():
    rules = GAME.pack_rules(GAME.schema.defaults())[0]
    assert rules.end.tolist()[2:] == [48] * 4 + [35] * 3 and rules.slots.tolist()[2:] == [12] * 4 + [8] * 3
    values = GAME.schema.defaults().values
    assert (values["track.part_one"] + values["track.part_two"]).count("J") == 3
    assert rules.start_spaces - rules.start[0] == 8  # the shaman starts in front


@pytest.mark.parametrize("name", list(ALTERED))
def test_altered_rulesets_can_be_packed(name):
    GAME.pack_rules(GAME.schema.defaults().overlay_settings(ALTERED[name]))


def test_plausible_values_can_be_played():
    for name, key in GAME.schema.keys.items():
        for value in key.plausible:
            checked = {**GAME.schema.defaults().values, name: GAME.schema.check(name, value, "test")}
            GAME.pack_rules(type(GAME.schema.defaults())(GAME.schema, checked))


def test_estimated_keys_say_what_is_estimated():
    estimated = GAME.schema.defaults().estimated()
    assert {"track.part_one", "tokens.back", "characters.canoe"} <= set(estimated)
    assert all(estimated[key] for key in estimated if not key.startswith("limit"))
    assert not {"characters.shaman", "supply.gems", "tokens.idol", "income"} & set(estimated)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (["track.part_one=..X.T"], "letter 'X'"),
        (["track.part_one=''"], "no end space for 6 players"),
        (["track.part_two=''"], "no end space for 2 players"),
        (["track.part_one=" + "." * 201], "200 are the most"),
        (["track.part_one=" + "C" * 15], "19 chance spaces, but there are 18 tokens"),
        (["track.start_spaces=8"], "the child starts on start space 9, but the track has 8"),
        (["characters.thief.start=10"], "the thief starts on start space 10"),
        (["tokens.back.count=190"], "205 chance tokens, but 200 are the most"),
        (["step_choices=1,2,1"], "a number of spaces twice"),
        (["draft.face_up=3,2,1,0,1"], "with 8 players 1 \\+ 1 cards set aside leave 7"),
        (["draft.face_down=3,1,1,1,1"], "with 4 players 3 \\+ 3 cards set aside leave 3"),
    ],
)
def test_impossible_rulesets_are_refused_with_the_reason(settings, reason):
    with pytest.raises(UserError, match=reason):
        GAME.pack_rules(GAME.schema.defaults().overlay_settings(settings))


@pytest.mark.parametrize(
    "setting",
    ["income=-1", "supply.gems=501", "idol.second_token=cancels", "characters.canoe.machete=1",
     "tokens.back.amount=none", "canoe.max_spaces=x", "scout.spaces_per_gem=0", "track.one_part_from_players=1",
     "step_choices=1"],
)  # fmt: skip
def test_values_out_of_range_are_refused(setting):
    with pytest.raises(UserError, match=setting.split("=")[0].rsplit(".", 1)[0]):
        GAME.schema.defaults().overlay_settings([setting])


def test_longest_track():
    track = "." * 199
    settings = [f"track.part_one=C{track}", f"track.part_two={track}C", "track.start_spaces=50", "supply.gems=500"]
    row = table_of(settings).play(0, 2)
    assert (row["end_reason"] <= 1).all()
    rules = GAME.pack_rules(GAME.schema.defaults().overlay_settings(settings))[0]
    assert rules.end[5] == 449 and rules.end[6] == 249 and rules.slots[5] == 1


def table_of(settings):
    """A table of five under altered rules."""
    return Table(match_of("lost_temple", 5, settings=settings))


def test_every_metric_and_table_can_be_computed():
    rows = table_of([]).play(0, 200)
    values = GAME.schema.defaults().values
    metrics = {metric.name: metric for metric in GAME.all_metrics(values, 5)}
    for table in GAME.headlines(values, 5):
        for _, cells in table.rows:
            assert len(cells) == len(table.columns) and all(cell is None or cell in metrics for cell in cells)
    for metric in metrics.values():
        assert metric.meaning and metric.value(rows).shape in ((200,), (200, 8))
        assert metric.weight is None or metric.weight(rows).shape in ((200,), (200, 8))
    assert sum(metrics[f"won_with.{c}"].value(rows).sum() for c in CHARACTERS) == 200
    assert sum(metrics[f"picked.{c}"].value(rows).sum() for c in CHARACTERS) == 5 * rows["rounds"].sum()
