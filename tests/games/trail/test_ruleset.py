"""The ruleset: its default values, what may be changed, and what is refused with which reason."""

import json
from pathlib import Path

import pytest

from temple_sim.core.errors import UserError
from temple_sim.engine.playout import Table
from temple_sim.games import load_game
from tests.driver import match_of
from tests.games.trail.altered import ALTERED

HERE = Path(__file__).parent


def test_default_ruleset_nests_as_published() -> None:
    shown = load_game("trail").schema.defaults().nested
    expected = json.loads((HERE / "default_rules.json").read_text())
    assert shown == expected
    assert json.dumps(shown) == json.dumps(expected)  # the order of keys and values too


def test_turn_limit_shows_only_when_changed() -> None:
    changed = load_game("trail").schema.defaults().overlay_settings(["limit.turns=20"])
    assert changed.nested["limit"] == {"turns": 20}


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        (["cards.hand=6", "cards.per_explorer={1=8}"], "25 cards, and there are 24"),
        (["cards.per_explorer={1=65}"], "195 cards, and 192 is the most"),
        (["players=[3,2]"], "players is a range"),
        (["tokens.drone={2=80}"], "141 tokens, and a path holds at most 120"),
        (["skull_cave.tokens=60"], "135 slots long, and 127 is the most"),
        (["tiles.under=[12,76]"], "under token 76, and the path has 75"),
        (["tiles.under=[12,12]"], "each place once, in ascending order"),
        (["tiles.under=[20,12]"], "each place once, in ascending order"),
        (['tiles.kinds=["snake","snake"]'], "names a tile twice"),
    ],
)
def test_rules_that_cannot_be_played_together_are_refused_with_the_reason(setting: list[str], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        Table(match_of("trail", 2, settings=setting))


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("drones.track=3", "from 4 to 20"),
        ("drones.track=21", "from 4 to 20"),
        ("cards.per_explorer={17=3}", "'17' is not a whole number from 1 to 16"),
        ("cards.per_explorer={1=-1}", "greater than or equal to 0"),
        ("tokens.explorer={'8-4'=3}", "'8-4' is not two whole numbers"),
        ("tokens.crate={0=3}", "'0' is not a whole number from 1 to 20"),
        ("tokens.artifact={1=1,2=1,3=1,4=1,5=1,6=1,7=1,8=1,9=1}", "at most 8 different values"),
        ("tokens.artifact={1=1.5}", "valid integer"),
        ("tiles.kinds=['swamp']", "one of base_camp"),
        ("score.drone_rank=[2,1]", "a list of 6 entries"),
        ("cards.hand=11", "from 1 to 10"),
    ],
)
def test_values_out_of_range_are_refused_with_the_range(setting: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        match_of("trail", 2, settings=[setting])


@pytest.mark.parametrize("players", [0, 5])
def test_one_to_four_play(players: int) -> None:
    with pytest.raises(UserError):
        Table(match_of("trail", players))


def test_little_deck_needs_fewer_players() -> None:
    settings = ["cards.per_explorer={2=2,3=2}", "cards.hand=5"]  # 12 cards: two players need 11
    with pytest.raises(UserError, match="4 players with 5 cards each need 21 cards, and there are 12"):
        Table(match_of("trail", 2, settings=settings))
    assert len(Table(match_of("trail", 2, settings=[*settings, "players=[1,2]"])).play(0, 50)) == 50


def test_no_value_needs_another_compilation() -> None:
    first = Table(match_of("trail", 2))
    for settings in ALTERED.values():
        assert Table(match_of("trail", 2, settings=settings)).engine is first.engine


def test_estimated_keys_say_so() -> None:
    estimated = load_game("trail").schema.defaults().estimated()
    assert set(estimated) >= {"players", "cards.per_explorer", "drones.track"}
    for key in ("cards.per_explorer", "drones.track"):
        assert load_game("trail").schema.keys[key].plausible
