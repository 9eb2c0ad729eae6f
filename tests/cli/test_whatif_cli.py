"""What-if, sweep, sensitivity and balance as a user meets them, at tiny sizes."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from temple_sim.engine.match import MatchSpec
from temple_sim.engine.runner import Workers
from temple_sim.experiments.precision import Goal, of_length, until
from temple_sim.results import Results
from temple_sim.verify import verify_run
from tests.helpers import same_rows

MAIN = "from temple_sim.cli.main import main; main()"
FILE = """
schema = 1
game = "raider"
players = [2]
policies = ["random"]
[metric]
primary = "turns.mean"
margin = 1.0
secondary = ["ties"]
[design]
blocks = 120
seed = 5
[[variant]]
id = "early"
set = { "wild.from" = 4 }
[[variant]]
id = "same"
set = { "wild.from" = 11 }
"""
PLAIN = ("--no-page", "--jobs", 1)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "x.toml").write_text(FILE)
    return "x.toml"


def lines_of(answer):
    return {(row["variant"], row["metric"]): row for row in csv.DictReader(io.StringIO(answer.out))}


def test_equal_rules_give_exactly_nothing_and_a_known_effect_its_sign(cli, file):
    found = lines_of(cli("whatif", "run", file, *PLAIN, "--format", "csv"))
    same, early = found["same", "turns.mean"], found["early", "turns.mean"]
    assert [float(same[key]) for key in ("effect", "low", "high")] == [0, 0, 0]
    assert same["verdict"] == "equivalent"
    assert float(early["effect"]) < 0
    assert early["verdict"] == "different"


def test_the_bonus_of_trail_removed_makes_games_longer(cli):
    answer = cli("whatif", "quick", "trail", "score.first_to_temple=0,5", "-p", 2, "--policy", "runner", "--margin",
                 0.1, "--blocks", 300, *PLAIN, "--format", "json")  # fmt: skip
    none, printed = json.loads(answer.out)
    assert none["effect"] > 0
    assert none["verdict"] == "different"
    assert (printed["effect"], printed["verdict"]) == (0, "equivalent")


def test_quick_writes_the_file_that_repeats_it(cli, tmp_path):
    first = cli("whatif", "quick", "raider", "wild.from=9,11", "-p", 2, "--policy", "random", "--blocks", 40, *PLAIN,
                "--format", "csv", "--file", "mine.toml")  # fmt: skip
    again = cli("whatif", "run", "mine.toml", *PLAIN, "--format", "csv")
    assert first.out == again.out
    assert "mine.toml" in first.err


def test_the_table_tells_vrf_net_gain_and_conclusions(cli, file):
    text = cli("whatif", "run", file, *PLAIN).out
    assert "VRF" in text
    assert "Net gain of pairing per CPU second" in text
    assert "same: one policy, values as they are" in text


def test_a_dry_run_shows_cells_and_plays_nothing(cli, file, tmp_path):
    answer = cli("whatif", "run", file, "--dry-run")
    assert "3 cells" in answer.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.toml"]


@pytest.mark.parametrize(("word", "code"), [("different", 1), ("undecided", 0)])
def test_fail_on_sets_the_exit_code(cli, file, word, code):
    assert cli("whatif", "run", file, *PLAIN, "--fail-on", word).code == code


def test_resume_keeps_what_is_there_and_fresh_plays_anew(cli, file, tmp_path):
    cli("whatif", "run", file, *PLAIN)
    parts = sorted((tmp_path / "runs").rglob("*.parquet"))
    before = [part.stat().st_mtime_ns for part in parts]
    cli("whatif", "run", file, *PLAIN, "--resume")
    assert [part.stat().st_mtime_ns for part in parts] == before
    cli("whatif", "run", file, *PLAIN, "--fresh")
    assert all(part.stat().st_mtime_ns > old for part, old in zip(parts, before, strict=True))


def test_ctrl_c_keeps_what_is_done_and_resume_goes_on(file, tmp_path):
    fast = FILE.replace("raider", "trail").replace("wild.from", "score.first_to_temple")
    (tmp_path / file).write_text(fast)
    command = [sys.executable, "-c", MAIN, "whatif", "run", file, "--jobs", "1", "--no-page", "--set",
               "design.blocks=4000000"]  # fmt: skip
    child = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ)
    for _ in range(600):
        if list((tmp_path / "runs").rglob("rows-00000.parquet")):
            break
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err.decode().startswith("Error: Interrupted; what was played is in runs/whatif")
    assert err.count(b"\n") == 1
    (folder,) = (tmp_path / "runs" / "whatif").iterdir()
    run = Results.load(folder)
    assert run.manifest["status"] == "interrupted"
    assert len(run.rows()) == run.games > 0
    assert verify_run(folder, 0.00001).ok


# --- precision ------------------------------------------------------------------------------------------------------


RUN = ("run", "-g", "raider", "-p", 2, "--policies", "sprinter,random", "--metric", "turns.mean", "-q")


def test_precision_stops_a_run_with_the_same_rows_for_any_jobs(cli, tmp_path):
    stopping = []
    for name, jobs, chunk in (("a", 1, 70), ("b", 2, 33)):
        answer = cli(*RUN, "-n", "1e5", "--precision", 0.2, "--out", name, "-j", jobs, "--chunk", chunk, "-f", "json")
        stopping.append(json.loads(answer.out)["stopping"])
    first, second = (Results.load(tmp_path / name) for name in "ab")
    assert stopping[0] == stopping[1]
    assert stopping[0]["governed"] == "precision"
    assert stopping[0]["half_width"] <= 0.2
    assert same_rows(first.rows(), second.rows())
    assert first.match.n == first.games == stopping[0]["games"] < 100_000
    assert verify_run(tmp_path / "a", 0.01).ok


def test_without_enough_games_n_governs(cli, tmp_path):
    answer = cli(*RUN, "-n", 1001, "--precision", 0.01, "--out", "a")
    assert "n governed, 1,001 of at most 1,001 games" in answer.out
    assert Results.load(tmp_path / "a").games == 1001


def test_one_policy_in_all_seats_is_measured_by_its_first_seat(cli):
    answer = cli("run", "-g", "raider", "-p", 2, "--policies", "random", "-n", 3000, "--precision", "5%", "--out", "a")
    assert "W.seat.0" in answer.out
    assert "precision governed" in answer.out


@pytest.mark.parametrize("text", ["0", "-1", "much", "nan", "inf", "5%"])
def test_a_wrong_precision_is_refused_before_play(cli, tmp_path, text):
    answer = cli(*RUN, "-n", 100, "--precision", text, "--out", "a")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "a").exists()


def test_precision_stops_an_experiment_and_says_so(cli, file):
    answer = cli("whatif", "run", file, *PLAIN, "--set", "design.blocks=3000", "--precision", 9)
    assert "precision governed, 500 of at most 3,000 blocks" in answer.out
    answer = cli("whatif", "run", file, *PLAIN, "--precision", 0.001)
    assert "n governed, 120 of at most 120 blocks" in answer.out


def test_what_stopped_early_is_extended_to_the_same_result(cli, file, tmp_path):
    more = ("--set", "design.blocks=1300", "-f", "csv")
    cli("whatif", "run", file, *PLAIN, *more, "--precision", 9)
    extended = cli("whatif", "run", file, *PLAIN, *more)
    anew = cli("whatif", "run", file, *PLAIN, *more, "--store", "other")
    assert extended.out == anew.out
    for folder in (tmp_path / "runs" / "whatif").iterdir():
        run = Results.load(folder)
        assert run.match.n == run.games == 1300
        assert verify_run(folder, 0.005).ok


def test_rows_are_cut_at_looks_whatever_the_pieces():
    match = MatchSpec("raider", ("random", "random"), 1, 2000).resolve()
    for size in (1, 7, 499, 500, 501, 3000):
        seen: list[int] = []
        pieces = (range(s, min(s + size, 2000)) for s in range(0, 2000, size))
        for rows in until(pieces, match, lambda seen=seen: sum(seen) >= 700):
            seen.append(len(rows))
        assert sum(seen) == 781  # the look after 625 blocks, each of one game


def test_a_rare_event_never_seen_is_not_called_precise():
    match = MatchSpec("raider", ("random", "random"), 1, 100_000).resolve()
    goal = Goal(match, "ties", 0.001)
    from temple_sim.analysis.estimate import BlockSums

    sums = BlockSums(blocks=1000, y=0.0, x=1000.0, xx=1000.0)
    assert not goal.reached(sums)
    assert of_length(match, 50).n == 50
    assert Workers(1).jobs == 1


# --- sweep, sensitivity, balance ------------------------------------------------------------------------------------


SMALL = ("-p", 2, "--policy", "random", "--jobs", 1)


def test_sweep_gives_a_line_a_value_and_a_page(cli, tmp_path):
    answer = cli("sweep", "raider", "wild.from=9:12", *SMALL, "--blocks", 60, "-f", "json", "--out", "page")
    rows = json.loads(answer.out)
    assert [row["wild.from"] for row in rows] == ["9", "10", "11", "12"]
    assert rows[2]["effect"] == 0
    assert (tmp_path / "page" / "index.html").exists()
    assert (tmp_path / "page" / "dose-0.png").exists()


def test_sensitivity_finds_the_rule_that_matters_and_shows_the_dummy(cli, tmp_path):
    answer = cli("sensitivity", "raider", *SMALL, "--free", "wild.from,storage.bonus", "--blocks", 60, "--trajectories",
                 4, "--replicates", 2, "--top", 1, "--samples", 4, "--seed", 3, "-f", "json", "--out", "page")  # fmt: skip
    tables = json.loads(answer.out)
    assert {row["parameter"] for row in tables["screening"]} == {"wild.from", "storage.bonus", "(dummy)"}
    assert tables["screening"][0]["parameter"] == "wild.from"
    slopes = {row["parameter"]: row for row in tables["slopes"]}
    assert slopes["wild.from"]["slope"] > 0
    assert slopes["(dummy)"]["low"] < 0 < slopes["(dummy)"]["high"]
    assert len(tables["sobol"]) == 2
    assert "Sobol" in (tmp_path / "page" / "index.html").read_text()


BALANCE = ("balance", "raider", *SMALL, "--free", "wild.from,storage.bonus", "--blocks", 40, "--storage", "b.db")


def test_balance_resumes_and_replays_the_best_on_fresh_luck(cli):
    cli(*BALANCE, "--target", "turns.mean=60", "--trials", 4)
    answer = cli(*BALANCE, "--target", "turns.mean=60", "--trials", 9, "-f", "json")
    rows = json.loads(answer.out)
    assert rows[0]["rules"] == "as printed"
    assert (rows[0]["wild.from"], rows[0]["storage.bonus"], rows[0]["distance"]) == (11, 1, 0)
    assert 2 <= len(rows) <= 6
    assert len({(row["wild.from"], row["storage.bonus"]) for row in rows}) == len(rows)
    for row in rows:
        assert row["shrinkage"] == pytest.approx(row["fresh"] - row["searched"])
    again = cli(*BALANCE, "--target", "turns.mean=60", "--trials", 9, "-f", "json")
    assert json.loads(again.out) == rows
    other = cli(*BALANCE, "--target", "turns.mean=70", "--trials", 9)
    assert (other.code, other.err.count("\n")) == (2, 1)


# --- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("margin = 1.0", "margn = 1.0", "Did you mean 'margin'"),
        ("blocks = 120", 'blocks = "many"', "design.blocks"),
        ("blocks = 120", "blocks = 0", "design.blocks"),
        ('set = { "wild.from" = 4 }', 'grid = { "wild.from" = [] }', "grid"),
        ("turns.mean", "turns.maen", "turns.mean"),
        ('["ties"]', '["tyes"]', "ties"),
        ('"wild.from" = 4', '"wild.form" = 4', "wild.from"),
        ('"wild.from" = 4', '"wild.from" = "x"', "wild.from"),
        ("seed = 5", "seed = 5\nprecision = -1", "precision"),
        ('game = "raider"', 'game = "rider"', "raider"),
        ("schema = 1", "schema = 2", "schema"),
        ("schema = 1", "schema = ", "TOML"),
    ],
)
def test_a_bad_file_gets_one_clear_line_and_writes_nothing(cli, file, tmp_path, old, new, words):
    (tmp_path / file).write_text(FILE.replace(old, new))
    answer = cli("whatif", "run", file)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert words in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


@pytest.mark.parametrize(
    "command",
    [
        ("whatif", "run", "missing.toml"),
        ("whatif", "run", "x.toml", "--set", "design.blocs=3"),
        ("whatif", "run", "x.toml", "--fail-on", "diferent"),
        ("whatif", "run", "x.toml", "--out", "x.toml/page"),
        ("whatif", "quick", "raider", "wild.from"),
        ("whatif", "quick", "raider", "wild.from="),
        ("whatif", "quick", "raider", "wild.from=9", "--metric", "turns.maen"),
        ("whatif", "quick", "raider", "wild.from=9", "--margin", "0"),
        ("sweep", "raider", "wild.from=9:1:1"),
        ("sweep", "raider", "wild.from=9:10:0"),
        ("sweep", "raider", "wild.from=1:2:nan"),
        ("sweep", "raider", "wild.form=9:10"),
        ("sweep", "raider", "wild.from=9:10", "--metric", "nothing"),
        ("sensitivity", "raider", "--free", "wild.form"),
        ("sensitivity", "raider", "--metric", "nothing"),
        ("sensitivity", "raider", "--top", "1", "--samples", "6"),
        ("balance", "raider", "--free", "wild.from", "--target", "__import__('os').system('touch x')"),
        ("balance", "raider", "--free", "wild.from", "--target", "turns.mean.real()"),
        ("balance", "raider", "--free", "wild.from", "--target", "3 + 4"),
        ("balance", "raider", "--free", "wild.from", "--target", "turns.maen=3"),
        ("balance", "raider", "--free", "", "--target", "seat_gap=0"),
        ("balance", "raider", "--free", "wild.from", "--storage", "x.toml"),
    ],
)  # fmt: skip
def test_bad_commands_get_one_clear_line_and_write_nothing(cli, file, tmp_path, command):
    answer = cli(*command)
    assert answer.code == 2, answer
    assert answer.err.startswith("Error: ")
    assert answer.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]
