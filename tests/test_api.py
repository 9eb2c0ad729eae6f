"""The notebook interface gives what the command line gives."""

import json
import subprocess
import sys

import pytest

import temple_sim as ts
from temple_sim.core.errors import UserError


@pytest.fixture(scope="module")
def small():
    return ts.run("raider", n=300, players=3, seed=4, policies="random", jobs=1)


def test_one_policy_in_all_seats_has_exactly_its_share(small):
    (line,) = small.win_rates().to_dict("records")
    assert line["policy"] == "random"
    assert line["value"] == line["low"] == line["high"] == pytest.approx(1 / 3, abs=1e-15)
    assert line["blocks"] == 300


def test_seats_share_one_win_a_game(small):
    seats = small.win_rates("seat")
    assert seats["value"].sum() == pytest.approx(1)
    assert (seats["low"] < seats["value"]).all() and (seats["value"] < seats["high"]).all()


def test_the_command_line_plays_the_same_games(small, cli):
    command = ("run", "-g", "raider", "-n", 300, "-p", 3, "--seed", 4, "--policies", "random", "--format", "json")
    told = json.loads(cli(*command, "--quiet").out)
    assert [line["value"] for line in told["seats"]] == small.win_rates("seat")["value"].tolist()


def test_metrics_are_those_of_the_rows(small):
    frame = small.to_frame()
    turns = frame.loc[frame["seat"] == 0, "turns"].mean()
    assert small.metric("turns.mean")["value"].item() == pytest.approx(turns)
    assert "turns.mean" in set(small.metrics()["metric"])


def test_a_run_is_kept_and_found_again(small, tmp_path):
    kept = small.save(tmp_path / "run")
    assert ts.load(tmp_path / "run").to_frame().equals(small.to_frame())
    assert kept.match.seed == 4


def test_a_run_shows_itself(small):
    assert "Win share W by policy" in repr(small) and "\x1b" not in repr(small)
    assert small._repr_html_().startswith("<pre>")
    assert len(repr(small).splitlines()) > 20


def test_pictures(small, tmp_path):
    for picture in (small.plot.seats(), small.plot.policies(), small.plot.lengths(), small.plot.leader()):
        assert picture._repr_png_().startswith(b"\x89PNG")
        assert picture.save(tmp_path / "a.svg").read_text().startswith("<svg")
        assert picture.axes.figure is not None
    with pytest.raises(UserError, match="png or .svg"):
        small.plot.seats().save(tmp_path / "a.pdf")


def test_the_same_rules_differ_by_exactly_nothing(small):
    again = ts.run("raider", n=300, players=3, seed=4, policies=["random"] * 3, jobs=1)
    table = ts.compare(small, again)
    assert (table["effect"] == 0).all() and set(table["verdict"]) == {"equivalent"}


def test_rules_are_changed_by_name_or_file(small, tmp_path):
    (tmp_path / "own.toml").write_text("[wild]\nfrom = 10\n")
    by_name = ts.run("raider", n=50, players=3, seed=4, policies="random", rules={"wild.from": 10}, jobs=1)
    by_file = ts.run("raider", n=50, players=3, seed=4, policies="random", rules=tmp_path / "own.toml", jobs=1)
    assert by_name.to_frame().equals(by_file.to_frame())
    assert by_name.match.ruleset.changes() == {"wild.from": (11, 10)}


def test_values_have_a_line_for_each_legal_action():
    frame = ts.value("raider", "pick", decisions=8, rollouts=2, policies="random", players=2, jobs=1)
    assert (frame.groupby("decision").size() == frame.groupby("decision")["legal"].first()).all()


def test_a_report_says_how_to_get_it_again(tmp_path):
    page = ts.report(
        "raider", n=40, rules={"temple.steps": [1] * 10, "temple.head_start": [None] * 4}, out=tmp_path, jobs=1
    )
    text = page.read_text(encoding="utf-8")
    assert page == tmp_path / "index.html"
    assert "temple_sim.report(&#39;raider&#39;, n=40, seed=1, rules=" in text


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: ts.run("rader"), "raider"),
        (lambda: ts.run("raider", n=0), "n must be"),
        (lambda: ts.run("raider", n=float("nan")), "n must be"),
        (lambda: ts.run("raider", n=1.5), "n must be"),
        (lambda: ts.run("raider", players=9), "2 to 4 players"),
        (lambda: ts.run("raider", policies="planer"), "planner"),
        (lambda: ts.run("raider", rules={"wild.form": 3}), "wild.from"),
        (lambda: ts.load("nowhere"), "not a run folder"),
        (lambda: ts.value("raider", "pik", decisions=2, rollouts=2), "pick"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong, told):
    with pytest.raises(UserError, match=told):
        wrong()


def test_unknown_names_of_a_run(small):
    with pytest.raises(UserError, match="seat"):
        small.win_rates("seats")
    with pytest.raises(UserError, match=r"turns\.mean"):
        small.metric("turns.men")
    assert not hasattr(ts, "nothing")


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, temple_sim; print('numba' in sys.modules or 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
