"""Bad input of every kind: one clear line, exit code 2, no traceback, nothing written."""

import os

import pytest

from tests.driver import PIG_FILE
from tests.helpers import policy_file

PIG = ("--game-file", str(PIG_FILE))
RUN = ("run", *PIG)


@pytest.fixture
def refused(cli, tmp_path):
    """Run a command that must be refused; the line it says."""

    def check(*arguments):
        before = listing(tmp_path)
        answer = cli(*arguments)
        assert answer.code == 2, answer
        assert answer.out == ""
        lines = answer.err.splitlines()
        assert len(lines) == 1, answer.err
        assert lines[0].startswith("Error: ")
        assert "Traceback" not in lines[0]
        assert listing(tmp_path) == before
        return lines[0]

    return check


def listing(folder):
    """Every file below a folder, with its size."""
    return sorted((str(p), p.stat().st_size) for p in folder.rglob("*") if "__pycache__" not in str(p))


LINES = [
    # games
    (("run", "--game", "radier", "--n", 5), "Unknown game 'radier'. Did you mean 'raider'?"),
    (("run", "--game", "", "--n", 5), "Unknown game ''"),
    (("run", "--n", 5), "Which game?"),
    (("run", "--game-file", "none.py"), "Cannot read none.py: No such file or directory."),
    (("run", "--game-file", "."), "Is a directory"),
    (("policies", "chess"), "Unknown game 'chess'"),
    (("metrics", "chess"), "Unknown game 'chess'"),
    (("rules", "show", "chess"), "Unknown game 'chess'"),
    (("rules", "show"), "Which game?"),
    (("trace", "--game", "chess"), "Unknown game 'chess'"),
    # numbers of games
    *(((*RUN, "--n", n), f"--n must be a whole number of at least 1, not '{n}'.") for n in ("0", "-5", "0.5", "1.5")),
    *(((*RUN, "--n", n), f"not '{n}'.") for n in ("many", "", "1e", "nan", "inf", "1e-9")),
    ((*RUN, "--n", "1e99"), "from 1 to 1e+12, not 1e+99"),
    ((*RUN, "--n", "1e13"), "from 1 to 1e+12"),
    # seats and line-ups
    *(((*RUN, "--players", p), f"Pig takes 2 to 10 players, not {p}.") for p in (1, 0, -3, 11, 99)),
    ((*RUN, "--players", "two"), "--players"),
    ((*RUN, "--players", 3, "--policies", "hold,racer"), "names 2 policies for 3 players"),
    ((*RUN, "--players", 2, "--policies", "hold,racer,random"), "names 3 policies for 2 players"),
    ((*RUN, "--policies", ",".join(["hold"] * 11)), "Pig takes 2 to 10 players, not 11."),
    ((*RUN, "--policies", "hodl"), "Did you mean 'hold'?"),
    ((*RUN, "--policies", "hold,"), "Unknown policy of pig ''"),
    ((*RUN, "--policies", ","), "Unknown policy of pig ''"),
    ((*RUN, "--policies", ""), "Unknown policy of pig ''"),
    ((*RUN, "--policies", "hold:ta=5"), "Did you mean 'at'?"),
    ((*RUN, "--policies", "hold:at=0"), "hold:at must be a number from 1 to 1000, not '0'."),
    ((*RUN, "--policies", "hold:at"), "not ''"),
    ((*RUN, "--policies", "random:at=5"), "There is none."),
    # rules
    ((*RUN, "--set", "tarket=5"), "Did you mean 'target'?"),
    ((*RUN, "--set", "target=0"), "target must be a whole number from 1 to 1000, not 0."),
    ((*RUN, "--set", "target=1001"), "from 1 to 1000, not 1001."),
    ((*RUN, "--set", "target=ten"), "a whole number"),
    ((*RUN, "--set", "target"), "expected key=value"),
    ((*RUN, "--set", "target.x=5"), "target has no part 'x'"),
    ((*RUN, "--ruleset", "none.toml"), "Cannot read none.toml: No such file or directory."),
    ((*RUN, "--ruleset", "."), "Is a directory"),
    (("rules", "check", *PIG, "--set", "faces=1"), "faces must be a whole number from 2 to 100, not 1."),
    (("rules", "diff", *PIG, "--set", "x=1"), "Unknown rule of pig 'x'"),
    (("rules", "show", *PIG, "--format", "yaml"), "Unknown format 'yaml'. Did you mean 'toml'?"),
    # seeds, workers, formats, options
    ((*RUN, "--seed", -1), "The seed must be from 0"),
    ((*RUN, "--seed", 2**63), "The seed must be from 0"),
    ((*RUN, "--seed", "luck"), "--seed"),
    ((*RUN, "--jobs", 0), "--jobs must be 1 or more"),
    ((*RUN, "--jobs", -2), "--jobs must be 1 or more"),
    ((*RUN, "--backend", "lokky"), "Did you mean 'loky'?"),
    ((*RUN, "--backend", "multiprocessing"), "Unknown backend"),
    ((*RUN, "--chunk", 0), "A chunk must hold at least 1 game"),
    ((*RUN, "--format", "xml"), "Unknown format 'xml'. Known: csv, json, table."),
    ((*RUN, "--sed", 5), "No such option: --sed"),
    ((*RUN, "surplus"), "unexpected extra argument"),
    (("ruun",), "No such command 'ruun'"),
    ((*RUN, "--policy-file", "none.py"), "none.py: No such file or directory."),
    ((*RUN, "--n", 2, "--quiet", "--out", "/proc/nowhere/run"), "Cannot write to /proc/nowhere/run"),
    ((*RUN, "--n", 2, "--out", "a" * 300), "File name too long"),
    # traces, runs, samples
    (("trace", *PIG, "--index", -1), "--index must be 0 or more, not -1."),
    (("trace", *PIG, "--games", 0), "--games must be at least 1, not 0."),
    (("trace", *PIG, "--index", 10**13), "The number of games must be from 1"),
    (("trace", *PIG, "--format", "csv"), "Unknown format 'csv'. Known: jsonl, text."),
    (("trace", *PIG, "--out", "no/such/folder"), "Cannot write no/such/folder"),
    (("trace", "--run", "nowhere"), "it has no manifest.json"),
    (("verify", "nowhere"), "it has no manifest.json"),
    *((("verify", "nowhere", "--sample", s), f"not '{s}'.") for s in ("0", "-1%", "101%", "1.1", "x", "", "%", "nan")),
    (("verify",), "Missing argument"),
    (("metrics", *PIG, "--players", 11), "Pig takes 2 to 10 players, not 11."),
    (("policies", "--payoff"), "Which game?"),
    (("policies", *PIG, "--payoff", "--n", 0), "--n must be"),
    (("policies", *PIG, "--payoff", "--players", 1), "Pig takes 2 to 10 players, not 1."),
    (("policies", *PIG, "--format", "x"), "Unknown format"),
]  # fmt: skip


def name_of(value):
    """Of a case: its command without what all have in common."""
    return " ".join(str(v) for v in value if v not in PIG)[:60] if isinstance(value, tuple) else ""


@pytest.mark.parametrize(("arguments", "said"), LINES, ids=name_of)
def test_one_clear_line(refused, arguments, said):
    assert said in refused(*arguments)


FILES = [
    ("--ruleset", "x.toml", "target = \n", "x.toml is not valid TOML"),
    ("--ruleset", "x.toml", "target = 5000\n", "x.toml: target must be a whole number from 1 to 1000, not 5000."),
    ("--ruleset", "x.toml", "[target]\nvalue = 5\n", "x.toml: target must be a whole number"),
    ("--ruleset", "x.toml", "[dice]\nfaces = 5\n", "x.toml: Unknown rule of pig 'dice'"),
    ("--ruleset", "x.toml", "[" * 9999, "x.toml is not valid TOML"),
    ("--policy-file", "x.py", "def broken(:\n", "x.py does not load: SyntaxError"),
    ("--policy-file", "x.py", "1/0\n", "x.py does not load: ZeroDivisionError"),
    ("--policy-file", "x.py", "exit()\n", "x.py does not load: SystemExit"),
    ("--policy-file", "x.py", "x = 1\n", "x.py declares no policy for pig"),
    ("--policy-file", "x.txt", "x = 1\n", "x.txt is not a Python file"),
    ("--game-file", "x.py", "x = 1\n", "x.py declares no game"),
    ("--game-file", "x.py", "import nothing_of_that_name\n", "No module named 'nothing_of_that_name'"),
]


@pytest.mark.parametrize(("option", "name", "text", "said"), FILES)
def test_a_bad_file(refused, tmp_path, option, name, text, said):
    (tmp_path / name).write_text(text)
    assert said in refused(*RUN, option, name)


def test_a_binary_file(refused, tmp_path):
    (tmp_path / "x.toml").write_bytes(bytes(range(256)))
    (tmp_path / "x.py").write_bytes(bytes(range(256)))
    assert "is not valid TOML" in refused(*RUN, "--ruleset", "x.toml")
    assert "does not load" in refused(*RUN, "--policy-file", "x.py")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return view.nonsense", "Policy 'own' does not compile"),
        ("return 'text'", "Policy 'own' does not compile"),
        ("return 7", "Policy 'own' returned 7 in game 0, seat 0"),
        ("return -1", "Policy 'own' returned -1 in game 0, seat 0"),
    ],
)
def test_a_policy_that_cannot_play(cli, tmp_path, body, said):
    head = "@policy('pig', 'x')\ndef own(view, rules, actions, n, params, rng):\n    "
    file = policy_file(tmp_path, head + body + "\n")
    answer = cli(*RUN, "--n", 4, "--policies", "own", "--policy-file", file, "--out", "out", "--quiet")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert said in answer.err
    assert not (tmp_path / "out").exists()


def test_an_output_folder_that_exists(refused, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "file").write_text("mine")
    assert "out exists already; choose another --out." in refused(*RUN, "--out", "out")
    assert "file exists already" in refused(*RUN, "--out", "file")
    assert "file exists already" in refused("trace", *PIG, "--out", "file")
    assert "Cannot write to file/run: " in refused(*RUN, "--n", 2, "--out", "file/run")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_an_output_folder_that_is_read_only(refused, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "is not a folder that can be written to." in refused(*RUN, "--n", 2, "--out", "locked/run")


def test_a_damaged_run(cli, refused, tmp_path):
    assert cli(*RUN, "--n", 4, "--out", "out", "--quiet").code == 0
    assert "game 4 is not one of them" in refused("trace", "--run", "out", "--index", 4)
    assert "game 5 is not one of them" in refused("trace", "--run", "out", "--index", 2, "--games", 4)
    (tmp_path / "out" / "manifest.json").write_text("{")
    assert "is damaged: it is not JSON." in refused("verify", "out")
    assert "is damaged: it is not JSON." in refused("trace", "--run", "out")


def test_no_command_shows_the_help(cli):
    answer = cli()
    assert answer.code == 2
    assert "Usage:" in answer.out
    assert "Commands" in answer.out
    assert answer.err.strip() in ("", "Error:")
