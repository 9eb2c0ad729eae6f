"""The command line as a user meets it: what is printed where, for people and for programs."""

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from temple_sim import __version__
from temple_sim.cli import show
from temple_sim.cli.options import parse_count
from temple_sim.core import jit
from temple_sim.core.errors import UserError
from temple_sim.experiments.store import unbroken
from temple_sim.results import Results
from temple_sim.verify import verify_run
from tests.driver import PIG_FILE
from tests.helpers import pig, python, rows_of, same_rows

PIG = ("--game-file", PIG_FILE)
COMMANDS = ["run", "games", "policies", "trace", "verify", "metrics", "bench", "rules show", "rules check",
            "rules diff"]  # fmt: skip
MAIN = "from temple_sim.cli.main import main; main()"


def run(cli, *more, n=40):
    return cli("run", *PIG, "--n", n, "--jobs", 1, "--out", "out", *more)


def table(text):
    """CSV as a list of dicts."""
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(cli, command):
    answer = cli(*command.split(), "--help")
    assert answer.code == 0
    assert "Example" in answer.out
    assert f"temple-sim {command}" in answer.out
    assert "\x1b" not in answer.out


def test_the_defaults_in_words_are_shown(cli):
    text = cli("run", "--help").out
    assert "the game's usual" in text
    assert "the game's own" in text
    assert "runs/<game>-<time>" in text


def test_version(cli):
    answer = cli("--version")
    assert (answer.code, answer.out.strip()) == (0, __version__)


def test_a_run_shows_who_wins_and_where_it_lies(cli, tmp_path):
    answer = run(cli)
    assert answer.code == 0
    for part in ("Pig, 2 players, 40 games, seed 1", "hold", "racer", "Win share W by seat", "Turns: mean",
                 "finished 40, limit 0", "Run: out"):  # fmt: skip
        assert part in answer.out
    assert same_rows(Results.load(tmp_path / "out").rows(), rows_of(pig(n=40)))


def test_options_reach_the_game(cli, tmp_path):
    answer = cli("run", *PIG, "-n", 9, "-p", 3, "--policies", "hold:at=15,racer,random", "--seed", 7, "--set",
                 "target=30", "--out", "deep/er", "-q")  # fmt: skip
    assert answer.code == 0
    match = pig(3, ("hold:at=15", "racer", "random"), seed=7, n=9, settings=["target=30"])
    assert Results.load(tmp_path / "deep" / "er").match.spec == match.spec
    assert "Changed rules: target = 30 (was 100)" in answer.out


def test_a_run_chooses_a_free_folder(cli, tmp_path):
    for _ in range(2):
        assert cli("run", *PIG, "-n", 2).code == 0
    folders = list((tmp_path / "runs").iterdir())
    assert len(folders) == 2
    assert all(folder.name.startswith("pig-20") for folder in folders)


def test_one_policy_fills_all_seats(cli):
    facts = json.loads(run(cli, "--policies", "random", "--players", 4, "--format", "json").out)
    assert [p["policy"] for p in facts["policies"]] == ["random"]
    assert facts["policies"][0]["value"] == 0.25
    assert (facts["players"], facts["block"]) == (4, 1)


def test_json_is_the_run_in_numbers(cli, tmp_path):
    answer = run(cli, "--format", "json", "--set", "faces=8", n=41)
    facts = json.loads(answer.out)
    frame = Results.load(tmp_path / "out").to_frame(40)
    assert answer.err == ""
    assert (facts["games"], facts["left_out"], facts["seed"]) == (41, 1, 1)
    assert facts["changed_rules"] == {"faces": 8}
    assert facts["end_reasons"] == {"finished": 41, "limit": 0}
    for entry in facts["policies"]:
        assert entry["value"] == pytest.approx(frame[frame["policy"] == entry["policy"]]["share"].mean())
    assert facts["turns"]["value"] == pytest.approx(frame["turns"].mean())


def test_csv_says_the_same_as_json(cli):
    facts = json.loads(run(cli, "--format", "json").out)
    lines = table(cli("run", *PIG, "-n", 40, "--out", "again", "--format", "csv").out)
    wins = {line["row"]: float(line["value"]) for line in lines if line["table"] == "policy"}
    assert wins == {entry["policy"]: entry["value"] for entry in facts["policies"]}
    assert {line["table"] for line in lines} >= {"policy", "seat", "turns", "ties", "end_reason"}


def test_a_single_game_has_no_rates_and_valid_json(cli):
    facts = json.loads(run(cli, "--format", "json", n=1).out, parse_constant=pytest.fail)
    assert facts["policies"][0]["value"] is None
    assert "nan" not in cli("run", *PIG, "-n", 1, "--out", "again").out


def test_quiet_prints_the_result_and_nothing_else(cli):
    answer = run(cli, "--quiet")
    assert answer.err == ""
    assert "Win share" in answer.out
    assert "Run:" not in answer.out


def test_a_first_run_says_that_it_compiles(cli, monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path / "cache")
    first, second = (cli("run", *PIG, "-n", 2, "--out", name) for name in "ab")
    if jit.ENABLED:
        assert "Compiling Pig for this machine" in first.err
        assert "Compiled in" in first.err
    assert second.err == ""


@pytest.mark.parametrize("workers", [("--jobs", 2), ("--jobs", 2, "--backend", "loky"), ("--chunk", 3)])
def test_workers_never_change_a_result(cli, workers):
    run(cli)
    cli("run", *PIG, "-n", 40, "--out", "other", *workers)
    first, second = (Results.load(Path(name)).rows() for name in ("out", "other"))
    assert same_rows(first, second)


def test_the_command_of_a_run_can_be_pasted_into_a_shell(cli, tmp_path):
    run(cli, "--set", "target = 30", "--quiet")
    command = shlex.split(json.loads((tmp_path / "out" / "manifest.json").read_text())["command"])
    assert command[0] == "temple-sim"
    assert "target = 30" in command


def test_a_trace_of_a_run_is_the_game_of_its_row(cli, tmp_path):
    run(cli)
    lines = cli("trace", "--run", "out", "--index", 17, "--format", "jsonl").out.splitlines()
    start, *decisions, end = map(json.loads, lines)
    row = Results.load(tmp_path / "out").rows()[17]
    assert start["index"] == 17
    assert len(decisions) == row["plies"]
    assert end["scores"] == row["score"][:2].tolist()


def test_traces_go_to_a_file_or_to_the_screen(cli, tmp_path):
    arguments = ("trace", *PIG, "--players", 3, "--seed", 5, "--games", 2, "--policy", "hold", "--format", "jsonl")
    shown = cli(*arguments).out
    assert cli(*arguments, "--out", "t.jsonl").code == 0
    assert (tmp_path / "t.jsonl").read_text() == shown
    events = [json.loads(line) for line in shown.splitlines()]
    assert [e["index"] for e in events if e["event"] == "start"] == [0, 1]
    assert events[0]["policies"] == ["hold"] * 3


def test_a_story_for_people(cli):
    text = cli("trace", *PIG, "--index", 3).out
    assert text.startswith("Pig, game 3 of seed 1: seat 0 racer, seat 1 hold")
    assert "End (finished): won by seat" in text


def test_verify_says_that_all_agree(cli):
    run(cli)
    answer = cli("verify", "out", "--sample", "100%")
    assert (answer.code, answer.out) == (0, "out: 40 games replayed, 0 differ: all agree.\n")


def test_verify_says_what_differs(cli, tmp_path):
    run(cli)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    manifest["match"]["seed"] = 2
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(manifest))
    answer = cli("verify", "out", "--sample", "0.5")
    assert answer.code == 1
    assert "rows: 20 of 20 replayed games differ" in answer.out
    assert "NOT as played" in answer.out


def test_games_and_policies_are_listed(cli):
    listed = json.loads(cli("games", "--format", "json").out)
    assert all(entry["game"] and entry["players"] for entry in listed)
    policies = table(cli("policies", *PIG, "--format", "csv").out)
    assert [line["policy"] for line in policies] == ["random", "hold", "racer"]
    assert "at=20 (1 to 1000: pot that is enough)" in cli("policies", *PIG).out.replace("\n", "")


def test_all_against_all(cli):
    answer = cli("policies", *PIG, "--payoff", "--n", 200, "--format", "json")
    cells = {(c["row"], c["column"]): c for c in json.loads(answer.out)}
    assert len(cells) == 6
    for (row, column), cell in cells.items():
        assert cell["w"] + cells[column, row]["w"] == pytest.approx(1)
        assert cell["blocks"] == 100
    assert cells["hold", "random"]["w"] > 0.9
    shown = cli("policies", *PIG, "--payoff", "--n", 200, "--players", 3).out
    assert "against 2 opponents" in shown
    assert "±" in shown


def test_all_against_all_of_too_few_games(cli):
    cells = json.loads(cli("policies", *PIG, "--payoff", "--n", 1, "--format", "json").out, parse_constant=pytest.fail)
    assert all(cell["w"] is None for cell in cells)
    assert "nan" not in cli("policies", *PIG, "--payoff", "--n", 1).out


def test_rules_are_shown_with_their_source(cli):
    lines = table(cli("rules", "show", *PIG, "--format", "csv").out)
    assert lines[0] == {"key": "target", "value": "100", "provenance": "rulebook",
                        "allowed": "a whole number from 1 to 1000", "meaning": "points that win the game"}  # fmt: skip
    assert json.loads(cli("rules", "show", *PIG, "--format", "json").out) == {"target": 100, "faces": 6}
    assert "points that win the game" in cli("rules", "show", *PIG).out


def test_square_brackets_are_shown_as_they_are(capsys):
    """Tables once swallowed `[none, 2]`, as rich takes it for a tag."""
    show.console().print(show.text_table("[title]", ["[head]", "x"], [["[null,2,4]", "[/b]"]]))
    out = capsys.readouterr().out
    assert all(part in out for part in ("[title]", "[head]", "[null,2,4]", "[/b]"))


def test_rules_are_checked_and_compared(cli):
    change = (*PIG, "--set", "faces=8")
    assert cli("rules", "check", *change).out == "These rules of pig can be played (1 changed value).\n"
    assert json.loads(cli("rules", "diff", *change, "--format", "json").out) == {"faces": {"from": 6, "to": 8}}
    assert cli("rules", "diff", *PIG).out == "Nothing is changed.\n"


def test_metrics_are_listed(cli):
    names = [line["metric"] for line in table(cli("metrics", *PIG, "--format", "csv").out)]
    assert {"finished", "ties", "turns.mean", "busts.mean"} <= set(names)


COUNTS = [("1", 1), ("250000", 250_000), ("1e6", 10**6), ("1_000_000", 10**6), ("1M", 10**6), ("2.5k", 2500),
          (" 7 ", 7), ("1.001M", 1_001_000), ("4.35k", 4350), ("2.3m", 2_300_000), ("1e12", 10**12),
          ("0.001g", 10**6), ("1E3", 1000)]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_counts(text, count):
    assert parse_count(text) == count


BAD_COUNTS = ["0", "-1", "0.5", "1.5", "x", "", "k", "nan", "inf", "-inf", "1e-3", "1.0005k", "1e", "--", "infm"]


@pytest.mark.parametrize("text", BAD_COUNTS)
def test_bad_counts(text):
    with pytest.raises(UserError, match=r"^--n must be .*\.$"):
        parse_count(text)


# --- in a process of its own ----------------------------------------------------------------------------------------


def test_piped_output_has_no_colour_codes(tmp_path):
    answer = python(MAIN.replace("main()", f"import sys; sys.argv[1:] = {['policies', *map(str, PIG)]!r}; main()"))
    assert answer.code == 0
    assert "hold" in answer.out
    assert "\x1b" not in answer.out + answer.err


def test_a_reader_that_goes_away_is_no_error():
    code = f"import sys; sys.argv[1:] = ['trace', '--game-file', {str(PIG_FILE)!r}, '--games', '200']; {MAIN}"
    command = f'"{sys.executable}" -c "$CODE" | head -n 1'
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], env={**os.environ, "CODE": code}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("Pig, game 0")
    assert done.stderr == ""


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_ctrl_c_in_mid_run_keeps_what_was_played(tmp_path, backend):
    out = tmp_path / "out"
    command = [sys.executable, "-c", MAIN, "run", *map(str, PIG), "--n", "1e9", "--jobs", "2", "--chunk", "5000",
               "--backend", backend, "--out", str(out)]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            wait_for(lambda: list(out.glob("*.parquet")) or process.poll() is not None)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
            shown, said = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    lines = [line for line in said.splitlines() if not line.startswith("Compil")]
    assert len(lines) == 1
    assert lines[0].startswith("Error: Interrupted after ")
    loaded, finding = Results.load(out), verify_run(out, 0.001)
    assert loaded.manifest["status"] == "interrupted"
    assert loaded.games == len(loaded.rows()) > 65_536
    assert f"Interrupted after {loaded.games:,} of 1,000,000,000 games" in lines[0]
    assert f"{loaded.games:,} games" in shown
    assert finding.ok, finding.problems


def wait_for(condition, seconds=60):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_ctrl_c_waits_for_a_piece_to_be_written(request):
    """A signal within the block is put off to its end, and not lost."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    done = []

    def piece():
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        piece()
    assert done == ["all of it"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_processes_that_compile_at_once_do_not_disturb_each_other(tmp_path):
    """Two cold starts on one cache folder: both play, and a third finds all of it compiled."""
    code = """
import sys
from tests.helpers import pig, rows_of
match = pig(2, (sys.argv[1],), n=5)
print(rows_of(match)["plies"].sum(), sum(match.game.setup.stats.cache_misses.values()))
"""
    environment = {**os.environ, "TEMPLE_SIM_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    start = lambda policy: subprocess.Popen(  # noqa: E731
        [sys.executable, "-c", code, policy], env=environment, stdout=subprocess.PIPE, text=True
    )
    answers = []
    for pair in (("hold", "racer"), ("racer", "hold")):
        processes = [start(policy) for policy in pair]
        answers.append([process.communicate(timeout=120)[0].split() for process in processes])
    (hold, racer), (racer_again, hold_again) = answers
    assert (hold[0], racer[0]) == (hold_again[0], racer_again[0])
    assert "1" in (hold[1], racer[1])
    assert hold_again[1] == racer_again[1] == "0"
