"""Plug-in files: loaded once, compiled once, never served stale, and refused in one sentence."""

import sys

import pytest

from temple_sim.core.errors import UserError
from temple_sim.core.jit import ENABLED
from temple_sim.core.plugins import PREFIX, content_digest, load_file
from temple_sim.engine.playout import Table
from temple_sim.games import load_game_file
from temple_sim.policies.registry import parse_entry, policies_of
from tests.driver import PIG_FILE
from tests.helpers import copy_of_pig, pig, policy_file, python, rows_of, same_rows, with_policies

ALWAYS = """
@policy("pig", "plays on until it holds more than it has")
def own(view, rules, actions, n, params, rng):
    return 1 if view.pot >= {at} else 0
"""

LOAD = """
import sys
from pathlib import Path
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table
pig, policies = sys.argv[1:3]
match = MatchSpec("pig", ("own", "random"), 1, 50, (), pig, (policies,)).resolve()
table = Table(match)
counted = [*match.game.__dict__.values(), *(e.policy.function for e in match.line_up)]
stats = [f.stats for f in counted if hasattr(f, "stats")]
hits, misses = (sum(sum(getattr(s, kind).values()) for s in stats) for kind in ("cache_hits", "cache_misses"))
print(hits, misses, table.play(0, 50)["plies"].sum())
"""

jit_only = pytest.mark.skipif(not ENABLED, reason="nothing is compiled")


def refusal(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


def use(file, name="own"):
    """What a match does with the policy `name` of a file: look it up, compile it, play."""
    return rows_of(with_policies(pig(n=4), file, (name, name)))


def test_a_file_is_loaded_once(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=5))
    assert load_file(file) is load_file(file)
    assert load_file(file).__name__.startswith(PREFIX)


def test_equal_files_in_two_places_are_two_modules(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = (policy_file(tmp_path / part, ALWAYS.format(at=5)) for part in "ab")
    assert load_file(one) is not load_file(two)


def test_an_edited_policy_is_not_served_stale(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=15))
    before = use(file)
    policy_file(tmp_path, ALWAYS.format(at=25))
    after = use(file)
    assert not same_rows(before, after)


def test_an_edited_game_is_not_served_stale(tmp_path):
    old = load_game_file(copy_of_pig(tmp_path))
    new = load_game_file(copy_of_pig(tmp_path, ('title="Pig"', 'title="Hog"')))
    assert (old.title, new.title) == ("Pig", "Hog")


@jit_only
def test_the_second_run_comes_from_the_cache(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=30))
    Table(pig(policies=("random", "random")))  # compiled by now
    first, second = (python(LOAD, PIG_FILE, file).out.split() for _ in range(2))
    assert int(first[1]) == 1  # the new policy
    assert int(second[1]) == 0
    assert int(second[0]) == int(first[0]) + 1
    assert first[2] == second[2]


@jit_only
def test_an_edited_file_is_compiled_anew_by_the_next_run(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=30))
    first = python(LOAD, PIG_FILE, file).out.split()
    policy_file(tmp_path, ALWAYS.format(at=31))  # as long as before, perhaps within the clock's tick
    second = python(LOAD, PIG_FILE, file).out.split()
    assert int(second[1]) == 1
    assert first[2] != second[2]


@pytest.mark.parametrize("name", ["with space.py", "9-lives.py", "ünïcode.py"])
def test_any_file_name_will_do(tmp_path, name):
    assert len(use(policy_file(tmp_path, ALWAYS.format(at=20), name))) == 4


def test_a_name_with_dots_is_found_again_in_the_cache(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=20), "with.dots.py")
    use(file)
    assert python(LOAD, PIG_FILE, file).code == 0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def broken(:\n", "SyntaxError"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("raise SystemExit('bye')\n", "SystemExit"),
        ("x = 1\n", "declares no policy for pig"),
        ("@policy('raider', 'other game')\ndef other(v, r, a, n, p, rng):\n    return 0\n", "declares no policy"),
        (
            "@policy('pig', 'x', *[Parameter(f'p{i}', 0, 0, 1, 'x') for i in range(25)])\n"
            "def many(v, r, a, n, p, rng):\n    return 0\n",
            "may have 24 parameters, not 25",
        ),
    ],
)
def test_a_file_that_does_not_load(tmp_path, body, said):
    file = policy_file(tmp_path, body)
    modules = set(sys.modules)
    text = refusal(use, file)
    assert said in text
    if "declares" not in said:
        assert str(file) in text
        assert set(sys.modules) == modules  # nothing half loaded stays behind


@jit_only
@pytest.mark.parametrize(
    ("signature", "body", "said"),
    [
        ("view, rules, actions, n, params, rng", "return view.pto", "there is no field 'pto'"),
        ("view, rules, actions, n, params, rng", "return 'roll'", "Policy 'own' does not compile"),
        ("view, rules, actions, n, params, rng", "return undefined_name", "undefined_name"),
        ("view, rules", "return 0", "Policy 'own' does not compile"),
        ("view, rules, actions, n, params, rng, more", "return 0", "Policy 'own' does not compile"),
    ],
)
def test_a_policy_that_does_not_compile(tmp_path, signature, body, said):
    file = policy_file(tmp_path, f"@policy('pig', 'x')\ndef own({signature}):\n    {body}\n")
    text = refusal(use, file)
    assert said in text
    assert "Policy 'own' does not compile" in text


@jit_only
def test_a_game_that_does_not_compile(tmp_path):
    game = load_game_file(copy_of_pig(tmp_path, ("    state.turn = 1\n", "    state.trun = 1\n")))
    match = pig()
    match.game = game
    assert refusal(Table, match) == "pig: setup does not compile: there is no field 'trun'"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda folder: folder / "none.py", "No such file"),
        (lambda folder: folder, "directory"),
        (lambda folder: policy_file(folder, "", "notes.txt"), "not a Python file"),
        (lambda folder: policy_file(folder, ""), "declares no game"),
        (lambda folder: policy_file(folder, "GAME = 5\n"), "declares no game"),
    ],
)
def test_a_file_that_is_no_game(tmp_path, make, said):
    assert said in refusal(load_game_file, make(tmp_path))


def test_content_digest(tmp_path):
    file = tmp_path / "x"
    assert content_digest(file) == "missing"
    file.write_bytes(b"abc")  # the published example of SHA-256 (FIPS 180-2)
    assert content_digest(file) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_file_replaces_a_policy_of_the_same_name(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=1).replace("def own", "def hold"))
    known = policies_of(pig().game, [file])
    assert known["hold"].file == str(file)
    assert known["racer"].file is None
    assert set(known) == {"random", "hold", "racer"}


ENTRIES = [("hold", "hold", 20), ("hold:at=20", "hold", 20), (" hold:at=25 ", "hold:at=25", 25),
           ("hold:at=25.0", "hold:at=25", 25), ("hold:at=2.5e1", "hold:at=25", 25),
           ("hold:at=12.5", "hold:at=12.5", 12.5)]  # fmt: skip


@pytest.mark.parametrize(("text", "label", "value"), ENTRIES)
def test_an_entry_of_a_line_up(text, label, value):
    known = policies_of(pig().game)
    entry = parse_entry(text, known, "pig")
    assert entry.label == label
    assert entry.vector[0] == value
    assert entry.vector[1:] == [0.0] * 23
    assert parse_entry(entry.label, known, "pig") == entry


@pytest.mark.parametrize(
    ("text", "said"),
    [("hodl", "Did you mean 'hold'?"), ("", "Unknown policy of pig ''"), ("hold:", "Unknown parameter"),
     ("hold:ta=3", "Did you mean 'at'?"), ("hold:at", "a number from 1 to 1000, not ''"),
     ("hold:at=", "not ''"), ("hold:at=x", "not 'x'"), ("hold:at=nan", "not 'nan'"), ("hold:at=inf", "not 'inf'"),
     ("hold:at=0.99", "from 1 to 1000"), ("hold:at=1001", "from 1 to 1000"), ("random:at=3", "There is none")],
)  # fmt: skip
def test_a_bad_entry_of_a_line_up(text, said):
    assert said in refusal(parse_entry, text, policies_of(pig().game), "pig")
