"""`value` and `report` on the command line, at tiny numbers of games."""

import csv
import io
import json

import pytest
from markupsafe import escape

from temple_sim.reports.material import Run
from tests.driver import PIG_FILE, match_of
from tests.helpers import rows_of
from tests.reports.html import check_page

VALUE = ("value", "raider", "--decisions", 8, "--rollouts", 2, "--players", 2, "--policy", "sprinter", "--jobs", 1)
PIG = ("value", "--game-file", str(PIG_FILE), "--decisions", 8, "--rollouts", 2, "--policy", "hold", "--jobs", 1)
COLUMNS = ["offered", "chosen", "W", "RA", "low", "high", "games", "mean", "mean_low", "mean_high", "best", "best_low",
           "best_high"]  # fmt: skip


def strict(text):
    """JSON as the standard has it, without NaN."""

    def refuse(word):
        raise AssertionError(word)

    return json.loads(text, parse_constant=refuse)


# --- value -----------------------------------------------------------------------------------------------------------


def test_a_table(cli):
    answer = cli(*VALUE)
    assert answer.code == 0, answer.err
    assert "Temple Raider: value of actions in points of W" in answer.out
    assert "sprinter" in answer.out and "W given away" in answer.out
    assert "Other columns to group --by: seat, stage" in answer.out
    assert "nan" not in answer.out


def test_json(cli):
    answer = cli(*VALUE, "--format", "json")
    assert answer.code == 0, answer.err
    data = strict(answer.out)
    assert list(data) == ["values", "loss"]
    assert all(list(line) == ["numbers", *COLUMNS] for line in data["values"])
    assert data["loss"][0]["policy"] == "sprinter" and data["loss"][0]["decisions"] == 8
    gains = [line["RA"] for line in data["values"]]
    assert gains == sorted(gains, reverse=True)
    assert sum(line["offered"] * line["chosen"] for line in data["values"]) > 8 - 1e-9  # of equal numbers, all


def test_one_game_has_no_interval_in_json(cli):
    """One decision a stage of one game: intervals are null."""
    answer = cli(*VALUE[:2], "--decisions", 2, "--stages", 2, "--rollouts", 2, "--jobs", 1, "--format", "json")
    data = strict(answer.out)
    assert all(line["low"] is line["high"] is None for line in data["values"])


def test_csv(cli):
    answer = cli(*VALUE, "--phase", "use", "--by", "stage,type", "--format", "csv")
    assert answer.code == 0, answer.err
    lines = list(csv.DictReader(io.StringIO(answer.out)))
    assert list(lines[0]) == ["stage", "type", *COLUMNS]
    assert {line["stage"] for line in lines} == {"0", "1", "2", "3"}
    assert all(float(line["W"]) <= 1 for line in lines)


def test_the_same_values_whatever_the_jobs(cli):
    one = cli(*VALUE, "--format", "csv").out
    assert cli(*VALUE[:-1], 2, "--format", "csv").out == one
    assert cli(*VALUE, "--format", "csv", "--seed", 2).out != one


def test_a_long_table_is_cut(cli):
    answer = cli(*VALUE, "--top", 1)
    assert "more lines; --top shows them" in answer.out


def test_features_of_the_game_are_columns(cli):
    answer = cli(*VALUE, "--by", "numbers", "--format", "json")
    assert {line["numbers"].count("+") for line in strict(answer.out)["values"]} == {1}


def test_a_game_of_ones_own(cli):
    answer = cli(*PIG, "--by", "type", "--format", "json")
    assert answer.code == 0, answer.err
    assert {line["type"] for line in strict(answer.out)["values"]} == {"roll", "hold"}


def test_a_column_that_no_action_has(cli):
    """Room is for relics that escape: no pick has one, so there is no line."""
    answer = cli(*VALUE, "--by", "room", "--format", "json")
    assert answer.code == 0, answer.err
    assert strict(answer.out)["values"] == []


BAD_VALUES = [
    (("value",), "Which game?"),
    (("value", "radier"), "Did you mean 'raider'?"),
    ((*VALUE, "--phase", "pik"), "Unknown phase of raider 'pik'. Did you mean 'pick'?"),
    ((*VALUE, "--phase", ""), "Unknown phase"),
    ((*VALUE, "--by", "nummbers"), "Did you mean 'numbers'?"),
    ((*VALUE, "--by", ""), "Unknown column to group by ''"),
    ((*VALUE, "--by", "type,"), "Unknown column to group by ''"),
    *(((*VALUE, "--by", name), f"Unknown column to group by '{name}'")
      for name in ("value", "RA", "chosen", "game", "decision", "first", "second")),
    ((*VALUE, "--by", "type,type"), "--by type,type: a column is named twice."),
    ((*VALUE, "--decisions", 1), "--decisions"),
    ((*VALUE, "--decisions", "many"), "--decisions"),
    ((*VALUE, "--rollouts", 1), "--rollouts"),
    ((*VALUE, "--stages", 0), "--stages"),
    ((*VALUE, "--top", 0), "--top"),
    ((*VALUE, "--format", "xml"), "Unknown format 'xml'"),
    ((*VALUE, "--policy", "sprinte"), "Did you mean 'sprinter'?"),
    ((*VALUE, "--players", 9), "takes 2 to 4 players, not 9"),
    ((*VALUE, "--jobs", 0), "--jobs must be 1 or more"),
    ((*VALUE, "--backend", "loki"), "Did you mean 'loky'?"),
    ((*VALUE, "--set", "rooms.storag=1"), "Did you mean"),
    ((*VALUE, "--seed", -1), "seed"),
    ((*VALUE, "--set", "cards.deck=[]", "--phase", "push"), "No decision of phase 'push' with a choice came up in 2 games."),
]  # fmt: skip


@pytest.fixture
def refused(cli, tmp_path):
    """Run a command that must be refused; the line it says."""

    def check(*arguments):
        answer = cli(*arguments)
        lines = answer.err.splitlines()
        assert (answer.code, answer.out, len(lines)) == (2, "", 1), answer
        assert lines[0].startswith("Error: ") and "Traceback" not in lines[0]
        assert not (tmp_path / "reports").exists()
        return lines[0]

    return check


@pytest.mark.parametrize(("arguments", "line"), BAD_VALUES, ids=lambda x: None if isinstance(x, tuple) else x[:50])
def test_bad_input_of_value(refused, arguments, line):
    assert line in refused(*arguments)


# --- report ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(cli, tmp_path):
    """Play a small run; its folder."""

    def play(name, *more):
        out = tmp_path / "runs" / name
        answer = cli("run", "--game", "raider", "--n", 20, "--players", 2, "--out", out, "--jobs", 1, *more)
        assert answer.code == 0, answer.err
        return out

    return play


def test_a_report_of_a_run(cli, run, tmp_path):
    folder = run("same", "--policies", "sprinter")
    answer = cli("report", folder, "--out", tmp_path / "mine")
    assert answer.code == 0, answer.err
    assert answer.out.replace("\n", "") == f"Report: {tmp_path / 'mine' / 'index.html'}"
    text = (tmp_path / "mine" / "index.html").read_text(encoding="utf-8")
    check_page(text)
    assert f"Reproduce: temple-sim report {folder}" in text


def test_a_report_of_a_game(cli, tmp_path, monkeypatch):
    """What is to be played is passed on; the page goes to the default folder and says how to make it again."""
    asked = {}

    def instead(material, effort, workers, tell):
        changes, n, jobs = dict(material.ruleset.changes()), effort.n, workers.jobs
        asked.update(changes=changes, n=n, seed=material.seed, jobs=jobs, command=material.command)
        tell("a step")
        match = match_of(material.game.name, 2, ("sprinter",), n=10)
        return [lambda: material.same.update({2: Run.of(match, [rows_of(match)])})]

    monkeypatch.setattr("temple_sim.reports.play.parts_of", instead)
    answer = cli("report", "--game", "raider", "--n", "1e3", "--seed", 7, "--jobs", 1, "--set", "rooms.storage=2",
                 "--set", "cards.deck=[]")  # fmt: skip
    assert answer.code == 0, answer.err
    told = (
        "temple-sim report --game raider --n 1000 --seed 7 --set rooms.storage=2 --set 'cards.deck=[]'"  # for a shell
    )
    assert asked.pop("changes")["rooms.storage"] == (3, 2)
    assert asked == {"n": 1000, "seed": 7, "jobs": 1, "command": told}
    page = (tmp_path / "reports" / "raider" / "index.html").read_text(encoding="utf-8")
    check_page(page)
    assert f"Reproduce: {escape(told)}" in page and "rooms.storage = 2 (printed: 3)" in page


def test_bad_input_of_report(refused, tmp_path):
    both_or_neither = "Give run folders, or a game with --game."
    assert both_or_neither in refused("report")
    assert both_or_neither in refused("report", tmp_path / "run", "--game", "raider")
    assert "Did you mean 'raider'?" in refused("report", "--game", "radier")
    for n in ("0", "many", "1.5"):
        assert "--n" in refused("report", "--game", "raider", "--n", n)
    assert str(tmp_path / "nowhere") in refused("report", tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert str(tmp_path / "empty") in refused("report", tmp_path / "empty")
    assert "rooms.storag" in refused("report", "--game", "raider", "--set", "rooms.storag=1")
    assert "--jobs must be 1 or more" in refused("report", "--game", "raider", "--jobs", 0)
    assert "seed" in refused("report", "--game", "raider", "--seed", -1, "--n", 1)


def test_runs_that_do_not_fit(refused, run):
    one, other = run("one"), run("other", "--set", "rooms.storage=2")
    assert f"{other} was played under other rules than {one}" in refused("report", one, other)
    assert f"{one} is a second run of 2 players" in refused("report", one, one)


def test_a_report_that_cannot_be_written(refused, run, tmp_path):
    folder = run("one", "--policies", "sprinter")
    (tmp_path / "file").write_text("")
    assert f"Cannot write to {tmp_path / 'file'}" in refused("report", folder, "--out", tmp_path / "file")


def test_ctrl_c_in_mid_report_writes_what_was_played(cli, tmp_path, monkeypatch):
    def broken_off(material, effort, workers, tell):
        match = match_of(material.game.name, 2, ("sprinter",), n=10)
        yield lambda: material.same.update({2: Run.of(match, [rows_of(match)])})
        raise KeyboardInterrupt

    monkeypatch.setattr("temple_sim.reports.play.parts_of", broken_off)
    answer = cli("report", "--game", "raider", "--n", 10, "--jobs", 1, "--out", tmp_path / "mine", "--quiet")
    assert answer.code == 130
    assert answer.err == "Error: Interrupted: the report holds what was played.\n"
    text = (tmp_path / "mine" / "index.html").read_text(encoding="utf-8")
    check_page(text)
    assert "Play was interrupted" in text


def test_rules_of_run_folders_are_their_own(refused, tmp_path):
    assert "--game" in refused("report", tmp_path, "--set", "rooms.storage=2")
