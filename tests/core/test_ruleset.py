"""Rulesets: what is refused and how it is said, overlays, paths into values, and the way through TOML and back."""

import json
import tomllib
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from temple_sim.cli.rules import to_toml
from temple_sim.core.errors import UserError, unknown
from temple_sim.core.ruleset import Schema, Strict, parse_value
from tests.helpers import pig


class Die(Strict):
    name: str
    faces: list[Annotated[int, Field(ge=1, le=20)]]


TEXT = """
["dice.count"]
value = 5
type = "int"
min = 1
max = 9
meaning = "dice"
provenance = "rulebook"

["dice.set"]
value = [{ name = "white", faces = [1, 2, 3] }, { name = "red", faces = [4] }]
type = "model"
meaning = "the dice"
provenance = "estimated"
note = "the faces"

["track.steps"]
value = [3, 2, "none"]
type = "int"
length = [2, 4]
min = 1
max = 12
optional = true
meaning = "steps"
provenance = "estimated"

["track.speed"]
value = 1.0
type = "float"
min = 0
max = 10
meaning = "speed"
provenance = "found"

["track.title"]
value = "plain"
type = "text"
meaning = "name"
provenance = "rulebook"

[order]
value = "up"
type = "choice"
choices = ["up", "down", 3]
meaning = "direction"
provenance = "rulebook"

[open]
value = true
type = "bool"
meaning = "whether"
provenance = "rulebook"

["limit.turns"]
value = 1000
type = "int"
min = 1
guard = true
meaning = "fault guard"
provenance = "estimated"
"""


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    file = tmp_path_factory.mktemp("rules") / "ruleset.toml"
    file.write_text(TEXT)
    return Schema.load("demo", file, {"dice.set": list[Die]})


@pytest.fixture
def rules(schema):
    return schema.defaults()


def message(call, *arguments):
    """The one sentence a refused call gives."""
    with pytest.raises(UserError) as caught:
        call(*arguments)
    text = str(caught.value)
    assert text.endswith((".", "?"))
    assert "\n" not in text
    return text


def test_defaults_are_what_the_file_says(rules):
    assert rules.values["dice.count"] == 5
    assert rules.values["track.steps"] == [3, 2, None]
    assert rules.values["dice.set"] == [{"name": "white", "faces": [1, 2, 3]}, {"name": "red", "faces": [4]}]
    assert rules.changes() == {}


def test_values_nest_by_the_dots_of_their_keys(rules):
    assert rules.nested == {
        "dice": {"count": 5, "set": [{"name": "white", "faces": [1, 2, 3]}, {"name": "red", "faces": [4]}]},
        "track": {"steps": [3, 2, None], "speed": 1.0, "title": "plain"},
        "order": "up",
        "open": True,
    }


def test_a_guard_shows_only_when_changed(rules):
    assert "limit" not in rules.nested
    assert rules.overlay_settings(["limit.turns=7"]).nested["limit"] == {"turns": 7}
    assert rules.overlay_settings(["limit.turns=1000"]).nested == rules.nested


def test_overlay_leaves_the_rest_and_the_original(rules):
    changed = rules.overlay_settings(["dice.count=3", "order=down"])
    assert changed.changes() == {"dice.count": (5, 3), "order": ("up", "down")}
    assert changed.changes(rules.overlay_settings(["order=down"])) == {"dice.count": (5, 3)}
    assert rules.values["dice.count"] == 5


def test_the_later_setting_wins(rules):
    assert rules.overlay_settings(["dice.count=3", "dice.count=4"]).values["dice.count"] == 4


def test_a_file_and_settings_overlay(rules, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text('order = "down"\n[track]\nsteps = [1, "none"]\n[dice]\ncount = 2\n')
    changed = rules.overlay_file(file).overlay_settings(["dice.count=9"])
    assert changed.changes() == {"order": ("up", "down"), "track.steps": ([3, 2, None], [1, None]),
                                 "dice.count": (5, 9)}  # fmt: skip


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("dice.cuont=3", "Did you mean 'dice.count'?"),
        ("dice.count=0", "dice.count must be a whole number from 1 to 9, not 0"),
        ("dice.count=10", "from 1 to 9, not 10"),
        ("dice.count=2.5", "a whole number from 1 to 9, not 2.5"),
        ("dice.count=5.0", "a whole number"),
        ("dice.count=true", "a whole number from 1 to 9, not true"),
        ("dice.count=none", "a whole number from 1 to 9, not null"),
        ("dice.count=many", 'not "many"'),
        ("dice.count=", "not"),
        ("dice.count=1,2", "not [1, 2]"),
        ("dice.count=2020-01-01", "a whole number"),
        ("dice.count=" + "9" * 5000, "a whole number"),
        ("track.speed=nan", "a number from 0 to 10"),
        ("track.speed=inf", "a number from 0 to 10"),
        ("track.speed=-0.1", "a number from 0 to 10, not -0.1"),
        ("track.speed=[1]", "a number from 0 to 10"),
        ("track.steps=1", "a list of 2 to 4 entries, each a whole number from 1 to 12 or none"),
        ("track.steps=1,2,3,4,5", "a list of 2 to 4 entries"),
        ("track.steps=1,13", "a list of 2 to 4 entries"),
        ("track.steps=none", "a list of 2 to 4 entries"),
        ("order=sideways", "order must be one of up, down, 3, not"),
        ("order=3.0", "one of"),
        ("open=1", "true or false, not 1"),
        ("track.title=5", "a text, not 5"),
        ("limit.turns=0", "from 1 to any"),
        ("dice.set.0.faces=99", "dice.set"),
        ("dice.set.0.colour=5", "no part '0.colour'"),
        ("dice.set.7.name=x", "no part '7.name'"),
        ("dice.set.x.name=x", "no part 'x.name'"),
        ("dice.set.0.name.deep=x", "no part '0.name.deep'"),
        ("dice.set.=x", "no part ''"),
        ("dice.set.0.faces.0=21", "less than or equal to 20"),
        ("dice.set.0={name = 'x'}", "faces"),
        ("dice.set.0.faces=[[1]]", "0.faces.0"),
        ("dice=3", "Did you mean 'dice.set'?"),
        ("track.steps.0.1=3", "no part '0.1'"),
        ("=3", "Unknown rule of demo ''"),
        ("dice.count", "expected key=value"),
        ("", "expected key=value"),
    ],
)  # fmt: skip
def test_a_bad_setting_is_refused_by_name(rules, setting, said):
    text = message(rules.overlay_settings, [setting])
    assert said in text
    assert text.startswith("--set")


@pytest.mark.parametrize(
    ("setting", "key", "value"),
    [
        ("dice.set.0.faces=4,5,6", "dice.set", [{"name": "white", "faces": [4, 5, 6]}, {"name": "red", "faces": [4]}]),
        ("dice.set.1.name=blue", "dice.set", [{"name": "white", "faces": [1, 2, 3]}, {"name": "blue", "faces": [4]}]),
        ("dice.set.0.faces.2=20", "dice.set", [{"name": "white", "faces": [1, 2, 20]}, {"name": "red", "faces": [4]}]),
        ('dice.set.1={name="x",faces=[9]}', "dice.set", [{"name": "white", "faces": [1, 2, 3]},
                                                         {"name": "x", "faces": [9]}]),
        ("track.steps.2=12", "track.steps", [3, 2, 12]),
        ("track.steps.0=none", "track.steps", [None, 2, None]),
        ("track.steps=1,2", "track.steps", [1, 2]),
        ('track.steps=["none", 4]', "track.steps", [None, 4]),
        (" dice.count = 7 ", "dice.count", 7),
        ("track.title=a = b", "track.title", "a = b"),
        ("order=3", "order", 3),
        ("open=false", "open", False),
    ],
)  # fmt: skip
def test_a_setting_reaches_into_values(rules, setting, key, value):
    changed = rules.overlay_settings([setting])
    assert changed.values[key] == value
    assert list(changed.changes()) == [key]
    assert rules.overlay_settings([]).changes() == {}


def test_whole_numbers_become_floats_where_a_float_is_meant(rules):
    one = rules.overlay_settings(["track.speed=1"])
    assert isinstance(one.values["track.speed"], float)
    assert one.digest == rules.digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dice = ", "is not valid TOML"),
        ("[dice]\ncuont = 3\n", "Did you mean 'dice.count'?"),
        ("dice = 3\n", "Unknown rule of demo 'dice'"),
        ("[dice]\ncount = 99\n", "dice.count must be a whole number from 1 to 9"),
        ("[dice.count]\nvalue = 3\n", "dice.count must be"),
        ("[nothing]\nx = 1\n", "Unknown rule of demo 'nothing'"),
        ("a = " + "[" * 20_000, "is not valid TOML"),
        ("[dice]\ncount = " + "9" * 5000, "is not valid TOML"),
    ],
)
def test_a_bad_file_is_refused_by_name(rules, tmp_path, text, said):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    found = message(rules.overlay_file, file)
    assert said in found
    assert str(file) in found


def test_a_file_that_cannot_be_read(rules, tmp_path):
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    assert "is not valid TOML" in message(rules.overlay_file, tmp_path / "binary.toml")
    assert "No such file" in message(rules.overlay_file, tmp_path / "none.toml")
    assert "directory" in message(rules.overlay_file, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('type = "bool"', 'type = "colour"', "open.type"),
        ('provenance = "found"', 'provenance = "guess"', "track.speed.provenance"),
        ('meaning = "whether"', 'meaning = "whether"\nmin_value = 1', "open.min_value"),
        ('meaning = "whether"\n', "", "open.meaning"),
    ],
)
def test_a_wrong_declaration_is_refused(tmp_path, old, new, said):
    file = tmp_path / "ruleset.toml"
    file.write_text(TEXT.replace(old, new, 1))
    assert said in message(Schema.load, "demo", file, {"dice.set": list[Die]})


def test_a_structured_key_without_a_model_is_refused(tmp_path):
    file = tmp_path / "ruleset.toml"
    file.write_text(TEXT)
    assert "no model for dice.set" in message(Schema.load, "demo", file)


def test_equal_rules_have_equal_digests(rules):
    there = rules.overlay_settings(["dice.count=3"])
    back = there.overlay_settings(["dice.count=5"])
    assert back.digest == rules.digest != there.digest


def test_every_single_change_changes_the_digest(rules):
    changes = ["dice.count=4", "dice.set.0.faces.0=9", "track.steps.2=1", "track.speed=1.5", "track.title=x",
               "order=down", "open=false", "limit.turns=5"]  # fmt: skip
    digests = {rules.overlay_settings([change]).digest for change in changes}
    assert len(digests | {rules.digest}) == len(changes) + 1


def test_games_with_equal_values_differ(tmp_path, rules):
    file = tmp_path / "ruleset.toml"
    file.write_text(TEXT)
    assert Schema.load("other", file, {"dice.set": list[Die]}).defaults().digest != rules.digest


def test_estimated_keys_count_while_they_are_unchanged(rules):
    assert rules.estimated() == {"dice.set": "the faces", "track.steps": ""}
    assert "dice.set" not in rules.overlay_settings(["dice.set.0.name=x"]).estimated()


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("3.5", 3.5), ("true", True), ("none", None), ('"none"', None), ("word", "word"), ("1,2", [1, 2]),
     ("[1, 2]", [1, 2]), ('"a b"', "a b"), ("a,b", "a,b"), ("{x = 1}", {"x": 1}), ("1_000", 1000), ("", []),
     ('["none"]', [None]), ('{x = ["none"]}', {"x": [None]})],
)  # fmt: skip
def test_parse_value(text, value):
    found = parse_value(text)
    assert found == value
    assert type(found) is type(value)


def test_nearest_names():
    assert str(unknown("game", "raidr", ["raider", "trail"])) == "Unknown game 'raidr'. Did you mean 'raider'?"
    assert str(unknown("game", "zzz", ["raider", "trail"])) == "Unknown game 'zzz'. Known: raider, trail."
    assert str(unknown("parameter", "x", [])) == "Unknown parameter 'x'. There is none."
    assert str(unknown("key", "zzz", [f"k{i}" for i in range(30)])).endswith("None of the 30 known is similar.")


WORDS = st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda text: text != "none")
FACES = st.lists(st.integers(1, 20), max_size=6)
DICE = st.lists(st.fixed_dictionaries({"name": WORDS, "faces": FACES}), max_size=4)
LEAVES = st.integers() | WORDS | st.none()
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "dice.count": st.integers(1, 9),
        "dice.set": DICE,
        "track.steps": st.lists(st.none() | st.integers(1, 12), min_size=2, max_size=4),
        "track.speed": st.floats(0, 10),
        "track.title": WORDS,
        "order": st.sampled_from(["up", "down", 3]),
        "open": st.booleans(),
        "limit.turns": st.integers(1, 10**18),
    },
)


@settings(max_examples=100, deadline=None)
@given(changes=CHANGES)
def test_toml_and_json_lead_back_to_the_same_rules(schema, changes):
    rules = schema.defaults()._with(changes, "test")
    text = to_toml(rules.nested)
    again = schema.defaults().overlay_nested(json.loads(json.dumps(rules.nested)), "json")
    assert again.values == rules.values
    file_tables = tomllib.loads(text)
    assert json.loads(json.dumps(rules.nested)) == _with_none(file_tables)
    assert schema.defaults().overlay_nested(_with_none(file_tables), "toml").digest == rules.digest


def _with_none(value):
    if isinstance(value, dict):
        return {k: _with_none(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_with_none(v) for v in value]
    return None if value == "none" else value


@settings(max_examples=40, deadline=None)
@given(
    tables=st.dictionaries(
        WORDS,
        st.recursive(LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(WORDS, v, max_size=3), max_leaves=6),
        max_size=4,
    )
)
def test_toml_of_any_nested_values(tables):
    assert _with_none(tomllib.loads(to_toml(tables))) == tables


def test_rules_show_toml_is_read_back(cli, tmp_path):
    game = ["--game-file", pig().spec.game_file]
    shown = cli("rules", "show", *game, "--set", "target=50", "--format", "toml")
    (tmp_path / "my.toml").write_text(shown.out)
    diff = cli("rules", "diff", *game, "--ruleset", "my.toml", "--format", "json")
    assert shown.code == diff.code == 0
    assert json.loads(diff.out) == {"target": {"from": 100, "to": 50}}
