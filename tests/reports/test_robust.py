"""Whether an answer holds: words on hand-made checks, and the assumptions a report tries."""

from types import SimpleNamespace

import pandas as pd
import pytest

from temple_sim.core.errors import UserError
from temple_sim.games import load_game
from temple_sim.reports.robust import (
    AS_IT_IS,
    SEATS,
    Check,
    Setting,
    agreement_of,
    answers_of,
    assumptions,
    brief,
    check,
    fair_seats,
    resting_on,
    seat_word,
    word_of,
)

MAIN = "planner"


def seats(*gaps, half=0.001, equal=0.5):
    """A seat table with W so far from equal, and intervals of a half-width."""
    frame = pd.DataFrame({"value": [equal + gap for gap in gaps]})
    return frame.assign(low=frame["value"] - half, high=frame["value"] + half, equal=equal)


def asked(answer, policy=MAIN, key=""):
    setting = Setting(policy, f"{key}=1" if key else AS_IT_IS, key)
    return Check(setting, seats(0, 0), {SEATS: answer})


def word(own, *checks):
    return word_of(own, list(checks), SEATS, MAIN)


def rests(own, *checks, estimated=("steps", "lava")):
    return resting_on(SimpleNamespace(estimated=lambda: estimated), list(checks), own, SEATS, MAIN)


# --- seats in one word -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gaps", "half", "expected"),
    [
        ((0.0, 0.0), 0.001, "equivalent"),
        ((0.0189, -0.0189), 0.001, "equivalent"),
        ((0.0195, -0.0195), 0.001, "undecided"),  # the interval reaches the margin of 0.02
        ((0.0205, -0.0205), 0.001, "undecided"),
        ((0.0211, -0.0211), 0.001, "different"),
        ((0.03, 0.0, -0.03), 0.001, "different"),  # one seat is enough
        ((0.0, 0.0), 0.05, "undecided"),
        ((0.0, 0.0), float("nan"), "undecided"),  # one block has no interval
    ],
)
def test_seats_in_a_word(gaps, half, expected):
    table = seats(*gaps, half=half)
    assert seat_word(table, 0.02) == expected
    assert fair_seats(table, 0.02) == {"different": "unfair", "equivalent": "fair", "undecided": None}[expected]


def test_questions_of_a_game():
    """The seats' question first, then the game's own; a game without any has that one."""
    assert next(iter(answers_of("raider", 0.02))) == SEATS
    assert len(answers_of("raider", 0.02)) > 1
    assert list(answers_of("no such game", 0.02)) == [SEATS]


def test_a_check_asks_every_question():
    frame = pd.DataFrame({"block": [0, 0, 1, 1], "seat": [0, 1] * 2, "share": [1.0, 0.0, 1.0, 0.0]})
    found = check(Setting(MAIN), frame, {"winner": lambda f: str(f["share"].idxmax()), "long": lambda f: None}, 0.02)
    assert found.answers == {"winner": "0", "long": None}
    assert found.seats["value"].tolist() == [1, 0]


# --- robust or not ---------------------------------------------------------------------------------------------------


def test_undecided_when_the_games_themselves_do_not_say():
    assert word(None) == word(None, asked("fair"), asked("unfair", "random")) == "undecided"


def test_nothing_else_was_tried():
    assert word("fair") == "one policy, values as they are"


def test_robust_when_all_say_the_same():
    assert word("fair", asked("fair"), asked("fair", "random"), asked("fair", key="steps")) == "robust"


def test_settings_that_do_not_say_are_not_against_and_not_for():
    found = word("fair", asked("fair"), asked("fair", "random"), asked(None, key="steps"))
    assert found.startswith("undecided elsewhere (") and "1 of 2" in found


def test_one_setting_alone_is_not_robust():
    """The setting of the answer itself agrees with it, of course."""
    assert word("fair", asked("fair")) == "one policy, values as they are"
    assert "2 of 2" in word("fair", asked("fair"), asked(None, "random"), asked(None, key="steps"))


def test_a_weak_policy_with_other_values_need_not_settle_it():
    """Robust asks for every policy as it is, and every value under the strongest."""
    checks = asked("fair"), asked("fair", "random"), asked("fair", key="steps"), asked(None, "random", "steps")
    assert word("fair", *checks) == "robust"


def test_a_value_is_not_blamed_for_what_the_policy_does():
    """random says otherwise whatever the steps: the policy it is, not the steps."""
    checks = asked("fair"), asked("unfair", "random"), asked("fair", key="steps"), asked("unfair", "random", "steps")
    assert word("fair", *checks) == "policy-dependent (not under random)"
    assert rests("fair", *checks) == ("lava (other values not tried)", "steps (other values change nothing)")


def test_another_policy_says_otherwise():
    found = word(
        "fair", asked("fair"), asked("unfair", "random"), asked("unfair", "runner"), asked("fair", key="steps")
    )
    assert found.startswith("policy-dependent (")
    assert "random, runner" in found and "data" not in found


def test_another_value_says_otherwise():
    found = word(
        "fair", asked("fair"), asked("unfair", key="steps"), asked("unfair", key="steps"), asked("fair", "random")
    )
    assert found.startswith("data-dependent (")
    assert found.count("steps") == 1 and "policy" not in found


def test_both_say_otherwise():
    found = word("fair", asked("fair"), asked("unfair", "random"), asked("unfair", key="lava"))
    assert "policy-dependent" in found and "data-dependent" in found
    assert "random" in found and "lava" in found


def test_another_policy_under_another_value_says_otherwise():
    """Neither alone does; together they do, so the answer is no robust one."""
    found = word(
        "fair", asked("fair"), asked("fair", "random"), asked("fair", key="lava"), asked("unfair", "random", "lava")
    )
    assert found.startswith("data-dependent (")
    assert "random" in found and "lava" in found


# --- what an answer rests on -----------------------------------------------------------------------------------------


def test_components_nobody_varied_are_named():
    assert rests("fair", asked("fair")) == ("steps, lava (other values not tried)",)


def test_components_that_change_the_answer_are_named():
    found = rests("fair", asked("fair"), asked("unfair", key="steps"), asked("fair", key="lava"))
    assert found == ("steps (other values change the answer)", "lava (other values change nothing)")


def test_components_that_change_it_under_another_policy_are_named_so():
    checks = asked("fair", "random"), asked("fair", key="steps"), asked("unfair", "random", "steps")
    assert rests("fair", *checks, estimated=("steps",)) == ("steps (other values change it under other policies)",)


def test_components_are_grouped_by_what_they_do():
    """What changes the answer comes first, what changes nothing last."""
    checks = (
        asked("fair", "random"),
        asked("fair", key="a"),
        asked("unfair", key="b"),
        asked("fair", key="c"),
        asked("unfair", "random", "c"),
        asked("unfair", key="d"),
        asked(None, key="e"),
    )
    assert rests("fair", *checks, estimated=("x", "a", "b", "c", "d", "e")) == (
        "b, d (other values change the answer)",
        "c (other values change it under other policies)",
        "e (other values tried, not settled)",
        "x (other values not tried)",
        "a (other values change nothing)",
    )


def test_without_an_answer_or_a_check_every_estimate_is_named():
    assert rests(None, asked("unfair", key="steps")) == rests("fair") == ("steps", "lava")


def test_nothing_is_estimated():
    assert rests("fair", asked("fair"), estimated=()) == ()


# --- the matrix of answers ---------------------------------------------------------------------------------------------


def test_answers_against_the_reports_own():
    """A column for every other policy, then one a component under the strongest policy; other pairs of the two have none."""
    checks = [asked("fair"), asked("unfair", "random"), asked(None, "runner"), asked("fair", key="a"), asked(None, key="a"),
              asked("unfair", key="b"), asked("fair", key="b"), asked(None, key="c"), asked("unfair", "random", "d")]  # fmt: skip
    assert agreement_of("fair", checks, SEATS, MAIN) == {
        "random": "other", "runner": "open", "a": "open", "b": "other", "c": "open"
    }  # fmt: skip
    assert set(agreement_of(None, checks, SEATS, MAIN).values()) == {"open"}
    assert agreement_of("fair", [], SEATS, MAIN) == {}


# --- assumptions -----------------------------------------------------------------------------------------------------


def test_the_rules_as_they_are_come_first():
    game = load_game("raider")
    ruleset = game.schema.defaults()
    found = list(assumptions(game, ruleset))
    assert found[0] == (Setting("", AS_IT_IS, ""), ruleset)
    estimated = set(ruleset.estimated())
    assert {setting.key for setting, _ in found[1:]} <= estimated
    plausible = sum(len(game.schema.keys[key].plausible) for key in estimated)
    assert 0 < len(found) - 1 <= plausible
    for setting, changed in found[1:]:
        assert list(changed.changes()) == [setting.key]
        assert setting.assumed.startswith(setting.key + "=")
    names = [setting.assumed for setting, _ in found]
    assert len(set(names)) == len(names)  # each is a line of its own in the report's matrix


def test_values_that_cannot_be_played_are_skipped():
    """A game that takes no temple of six steps: the plausible value with such columns is left out, no other."""
    game = load_game("raider")
    ruleset = game.schema.defaults()

    def pack_rules(changed):
        if 6 in changed.values["temple.steps"]:
            raise UserError("These rules cannot be played.")

    picky = SimpleNamespace(schema=game.schema, pack_rules=pack_rules)
    before = [setting.assumed for setting, _ in assumptions(game, ruleset)]
    after = [setting.assumed for setting, _ in assumptions(picky, ruleset)]
    assert set(before) - set(after) == {"temple.steps=[6, 6, 5, 5, 4, 4, 3, 3, 2, 2]"}
    assert len(before) == len(after) + 1


def test_what_a_user_has_set_is_no_estimate():
    game = load_game("raider")
    ruleset = game.schema.defaults().overlay_settings(["rooms.storage=2"])
    found = list(assumptions(game, ruleset))
    assert "rooms.storage" not in {setting.key for setting, _ in found}
    assert all(changed.values["rooms.storage"] == 2 for _, changed in found)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2, "2"),
        (True, "True"),
        ([1, 2], "[1, 2]"),
        ({"a": 1, "b": 2, "c": None}, "a: 1, b: 2"),
        ({"a": [1]}, "{'a': [1]}"),
        ([[1] * 10] * 3, "alternative 3"),
        ("x" * 34, "x" * 34),
        ("x" * 35, "alternative 3"),
    ],
)
def test_values_in_a_few_letters(value, text):
    assert brief(value, 2) == text
