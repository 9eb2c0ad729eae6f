"""The ruleset of Temple Raider: its defaults, and what it refuses with which reason."""

import json
from pathlib import Path

import pytest

from temple_sim.core.errors import UserError
from tests.driver import game_by_name

GAME = game_by_name("raider")
DEFAULT = GAME.schema.defaults()


def test_the_defaults_are_those_of_the_rules():
    expected = json.loads(Path(__file__).with_name("default_rules.json").read_text())
    assert DEFAULT.nested == expected
    assert json.dumps(DEFAULT.nested) == json.dumps(expected)


def test_provenance():
    found = {name: key.provenance for name, key in GAME.schema.keys.items()}
    printed = {"temple.head_start", "rooms.altar", "cards.slots", "wild.from", "storage.bonus"}
    assert {name for name, provenance in found.items() if provenance == "rulebook"} == printed
    assert all(key.note for name, key in GAME.schema.keys.items() if key.provenance == "estimated")


@pytest.mark.parametrize("name", GAME.schema.keys)
def test_plausible_values_can_be_played(name):
    for value in GAME.schema.keys[name].plausible:
        value = json.loads(json.dumps(value))
        GAME.pack_rules(DEFAULT.overlay_nested({name: value}, "test"))


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("cards.deck.0.effects=['erupt', 'smalest']", "Unknown effect 'smalest'. Did you mean 'smallest'?"),
        ("cards.deck.0.number=0", "greater than or equal to 1"),
        ("cards.deck.0.name=rope", "the card 'rope' is in the deck with two numbers or two lists of effects"),
        ("cards.deck.0={number=1, name='x', effects=['any'], extra=1}", "Extra inputs are not permitted"),
        ("cards.deck.0.effects=" + str(["any"] * 11), "at most 10 items"),
        ("cards.slots=9", "a whole number from 1 to 8"),
        ("temple.steps=1,2,3", "a list of 10 entries"),
        ("temple.steps=5,5,4,4,3,3,2,2,2,13", "each a whole number from 1 to 12"),
        ("temple.steps=5,1,4,4,3,3,2,2,2,2", "seat 1 has its head start in column 2, which needs at least two steps"),
        ("temple.head_start=1,2,3", "a list of 4 entries"),
        ("temple.lava=[[1]]", "at least 10 items"),
        ("temple.lava.0=[12]", "less than 12"),
        ("dice.0.faces=[]", "at least 1 item"),
        ("dice.0.faces=0,1", "greater than or equal to 1"),
        ("dice.0.faces=1,13", "less than or equal to 12"),
        ("dice.4.name=white1", "two dice have the same name"),
        ("dice.0.face=1,2", "dice has no part '0.face'"),
        ("rooms.altar=11", "a whole number from 0 to 10"),
        ("wild.from=0", "a whole number from 1"),
        ("limit.turns=0", "a whole number from 1 to 10000"),
        ("cards.reshufle=true", "Did you mean 'cards.reshuffle'?"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(setting, reason):
    with pytest.raises(UserError) as error:
        GAME.pack_rules(DEFAULT.overlay_settings([setting]))
    assert reason in str(error.value)


def test_lava_a_column_does_not_have_is_accepted():
    GAME.pack_rules(DEFAULT.overlay_settings(["temple.lava.9=[2, 5, 11]", "temple.steps=5,5,4,4,3,3,2,2,2,1"]))


def test_forty_cards_of_one_name_are_one_kind():
    card = '{number = 3, name = "path", effects = ["any"]}'
    rules = GAME.pack_rules(DEFAULT.overlay_settings([f"cards.deck=[{', '.join([card] * 40)}]"]))[0]
    assert (rules.kinds, rules.deck_size) == (1, 40)
    with pytest.raises(UserError, match="at most 40 items"):
        DEFAULT.overlay_settings([f"cards.deck=[{', '.join([card] * 41)}]"])
