"""A whole report from tiny runs, played here or read from run folders: every player count, odd runs, the same bytes."""

import functools
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from temple_sim.core.errors import UserError
from temple_sim.engine.runner import Workers
from temple_sim.games import load_game
from temple_sim.reports.build import sections_of, write_report
from temple_sim.reports.document import tables_of
from temple_sim.reports.material import FRAME_GAMES, Material, Run, from_runs, whole_games
from temple_sim.reports.page import render
from temple_sim.reports.play import STAGES, Effort, play_material
from temple_sim.results import RunWriter, rows_to_frame
from tests.driver import match_of
from tests.helpers import python, rows_of
from tests.reports.html import check_page

KNOWN = (
    "rooms.storage=2",
    "cards.reshuffle=true",
    "temple.lava.0=[1,2]",
    "dice.0.lava=[1]",
)  # so that fewer are estimated
ORDER = ["verdict", "provenance", "alerts", "seats", "dice", "relics", "cards", "policies", "pace", "tension", "anatomy",
         "luck", "robustness", "glossary"]  # fmt: skip


def run_folder(folder, name="raider", players=2, policies=("planner",), n=40, settings=(), seed=1):
    """A finished run on disk."""
    match = match_of(name, players, policies, settings, seed, n)
    writer = RunWriter(folder, match, "test")
    writer.write(rows_of(match))
    writer.close("complete")
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def texts(sections):
    for section in sections:
        yield from (section.lead, *section.paragraphs)
        for figure in section.figures:
            yield from (figure.title, figure.description, figure.caption)
        for table in tables_of(section):
            yield from (table.caption, *(cell for row in table.rows for cell in row))
        for verdict in section.verdicts:
            yield from (verdict.question, verdict.word, verdict.answer, *verdict.estimated)


def check_words(sections):
    """No text shows a number that is not there."""
    found = [text for text in texts(sections) if re.search(r"\b(nan|None|inf)\b", text)]
    assert found == []


def check_report(material):
    """The page keeps to the rules, and no two figures or tables would share a file; its sections."""
    sections = sections_of(material)
    check_page(render(material.game.title, "", sections, ""))
    check_words(sections)
    names, tables = identities(sections)
    assert len(set(names)) == len(names) and len(set(tables)) == len(tables)
    return sections


def identities(sections):
    """Names of the figures and of the tables."""
    figures = [figure.identity for section in sections for figure in section.figures]
    return figures, [table.identity for section in sections for table in tables_of(section)]


# --- everything played in one go -------------------------------------------------------------------------------------


@functools.cache
def played():
    told = []
    game = load_game("raider")
    ruleset = game.schema.defaults().overlay_settings(KNOWN)
    material = play_material(game, ruleset, Effort(60), 3, Workers(1), "the command", told.append)
    return material, told


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """Sections, and the folder of the report."""
    folder = tmp_path_factory.mktemp("full")
    write_report(played()[0], folder)
    return sections_of(played()[0]), folder


def test_a_report_of_one_go(full):
    sections, folder = full
    material, told = played()
    check_page((folder / "index.html").read_text(encoding="utf-8"))
    check_words(sections)
    figures, tables = identities(sections)
    files = {f"{name}.{end}" for name in figures for end in ("png", "svg")} | {f"{name}.csv" for name in tables}
    assert set(contents(folder)) == files | {"index.html"}
    names = [section.identity for section in sections]
    assert [name for name in names if name in ORDER] == ORDER
    assert list(material.same) == [2, 3, 4] == list(material.mixed)
    assert material.main_players == 3 and material.strongest == "planner"
    assert {run.games for run in material.same.values()} == {60}
    assert len(told) > 10
    assert {check.setting.key for check in material.checks} == {"", "temple.steps"}
    assert set(material.valued) == {"pick", "use", "room"} and set(material.ladder) == {2, 3}


def test_provenance_says_how_to_get_it_again(full):
    sections, _ = full
    provenance = next(section for section in sections if section.identity == "provenance")
    assert provenance.paragraphs[0] == "Reproduce: the command"
    assert provenance.paragraphs[1].startswith("Seed 3, temple-sim ")
    assert "rooms.storage = 2 (printed: 3)" in provenance.paragraphs[2]
    rules = provenance.tables[0].frame.set_index("rule")
    assert rules.loc["temple.steps", "origin"] == "estimated" and "limit.turns" not in rules.index


def test_every_verdict_stands_in_the_first_section(full):
    sections, folder = full
    shown = sections[0].verdicts
    assert [verdict for section in sections[1:] for verdict in section.verdicts] == list(shown)
    assert "Are the seats fair with 3 players?" in [verdict.question for verdict in shown]
    page = (folder / "index.html").read_text(encoding="utf-8")
    for verdict in shown:
        assert verdict.question in page


def test_few_blocks_are_an_alert(full):
    sections, _ = full
    alerts = next(section for section in sections if section.identity == "alerts")
    assert sum(note.startswith("Only 60 blocks with") for note in alerts.paragraphs) == 3


def test_the_seats_of_the_report_are_those_of_the_games(full):
    _, folder = full
    match = match_of("raider", 3, ("planner",), KNOWN, 3, 60)
    shares = rows_of(match)["share"][:, :3].mean(axis=0)
    seats = pd.read_csv(folder / "seats.csv").query("players == 3")
    assert seats["W"].tolist() == pytest.approx(shares.tolist())


def test_efforts():
    """What the one number buys; nothing is too small to be played."""
    for n in (1, 60, 10**4, 2 * 10**5, 10**7):
        effort = Effort(n)
        assert min(effort.mixed, effort.variant, effort.check) >= 100 and effort.ladder >= 60
        assert 8 <= effort.decisions <= 4000 and 4 <= effort.rollouts <= 100
        assert effort.decisions % STAGES == 0 or effort.decisions > STAGES


# --- run folders -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Runs of every player count: one policy, and different ones."""
    base = tmp_path_factory.mktemp("runs")
    for players in (2, 3, 4):
        run_folder(base / f"same-{players}", players=players, n=30)
        policies = ("planner", "balanced", "sprinter", "random")[:players]
        run_folder(base / f"mixed-{players}", players=players, policies=policies, n=31)
    return base


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_report_of_two_runs(folders, players):
    material = from_runs([folders / f"same-{players}", folders / f"mixed-{players}"], "c")
    sections = check_report(material)
    names = [section.identity for section in sections]
    assert names == [name for name in ORDER if name not in ("dice", "robustness")]
    assert material.main_players == players
    assert material.mixed[players].games == 31
    assert material.mixed[players].frame["game"].nunique() == 31 - 31 % players  # whole blocks


def all_runs(folders):
    names = [f"{kind}-{players}" for kind in ("same", "mixed") for players in (2, 3, 4)]
    return [folders / name for name in names]


ELSEWHERE = """
import sys
from pathlib import Path
from temple_sim.reports.build import write_report
from temple_sim.reports.material import from_runs
*folders, out = map(Path, sys.argv[1:])
write_report(from_runs(folders, "the command"), out)
"""


def test_same_runs_same_bytes(folders, tmp_path):
    """Twice in this process, and in another one with another hash seed and locale."""
    runs = [folders / "mixed-2"]
    for name in ("one", "two"):
        write_report(from_runs(runs, "the command"), tmp_path / name)
    answer = python(ELSEWHERE, *runs, tmp_path / "three", PYTHONHASHSEED="77", LC_ALL="C", PYTHONUTF8="0")
    assert answer.code == 0, answer.err
    first = contents(tmp_path / "one")
    assert {Path(name).suffix for name in first} == {".html", ".svg", ".png", ".csv"}
    for other in ("two", "three"):
        found = contents(tmp_path / other)
        assert list(found) == list(first)
        assert [name for name in first if found[name] != first[name]] == []


def test_runs_in_any_order(folders):
    one, other = from_runs(all_runs(folders), "c"), from_runs(all_runs(folders)[::-1], "c")
    assert list(one.runs) == list(other.runs) == [2, 3, 4]
    assert one.main_players == other.main_players == 3


def test_a_game_of_one_seat(tmp_path):
    """Nobody to compare with: no seats, no tension, no luck, and a page all the same."""
    run_folder(tmp_path / "solo", "trail", 1, ("runner",), 12)
    sections = check_report(from_runs([tmp_path / "solo"], "c"))
    assert not {"seats", "tension", "luck"} & {section.identity for section in sections}


def test_a_game_with_a_file_of_its_own(tmp_path):
    """No sections of its own, and none needed; its runs at two player counts fit together."""
    for players in (2, 3):
        run_folder(tmp_path / f"pig-{players}", "pig", players, ("hold",), 20)
    sections = check_report(from_runs([tmp_path / "pig-2", tmp_path / "pig-3"], "c"))
    assert [section.identity for section in sections] == ["verdict", "provenance", "alerts", "seats", "policies", "pace", "tension",
                                                          "glossary"]  # fmt: skip


def test_two_policies_alike_are_not_told_apart(tmp_path):
    """Two copies of a strategy under two names: no pair is decided, and the section says so."""
    policies = ("planner:lava=1.0", "planner:lava=1.0001")
    run_folder(tmp_path / "alike", policies=policies, n=8)
    sections = check_report(from_runs([tmp_path / "alike"], "c"))
    luck = next(section for section in sections if section.identity == "luck")
    assert "more games than were played" in luck.verdicts[0].answer
    assert luck.tables[0].rows[0][-1] == "not told apart"


@pytest.mark.parametrize(("n", "policies"), [(1, ("planner",)), (2, ("planner", "random"))])
def test_hardly_any_games(tmp_path, n, policies):
    """One block has rates and no intervals."""
    run_folder(tmp_path / "few", n=n, policies=policies)
    check_report(from_runs([tmp_path / "few"], "c"))


def test_games_that_hit_the_guard(tmp_path):
    """Nobody wins a game that is stopped; the alerts say how many were."""
    folder = run_folder(tmp_path / "limits", n=24, settings=["limit.turns=1"], policies=("planner", "random"))
    material = from_runs([folder], "c")
    sections = check_report(material)
    alerts = next(section for section in sections if section.identity == "alerts")
    assert material.mixed[2].limits == 24 and (material.main["share"] == 0).all()
    assert any(note.startswith("24 of 24 games of 2 players (100.0%)") for note in alerts.paragraphs)


def test_nothing_valued(folders):
    """Frames of values without a line: as if a phase had never come up."""
    material = from_runs([folders / "same-3"], "c")
    empty = {name: frame[:0] for name, frame in played()[0].valued.items()}
    assert empty
    material.valued = empty
    check_report(material)


# --- runs that do not fit --------------------------------------------------------------------------------------------


def refusal(*folders):
    with pytest.raises(UserError) as caught:
        from_runs([*folders], "c")
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


def test_runs_of_two_games(folders, tmp_path):
    other = run_folder(tmp_path / "trail", "trail", 2, ("runner",), 4)
    assert refusal(folders / "same-2", other) == f"{other} is a run of trail, not of raider."


def test_runs_under_other_rules(folders, tmp_path):
    other = run_folder(tmp_path / "other", players=3, n=4, settings=["rooms.storage=2"])
    assert refusal(folders / "same-2", other).startswith(f"{other} was played under other rules than {folders}")


def test_a_run_without_a_whole_block(tmp_path):
    short = run_folder(tmp_path / "short", players=3, policies=("planner", "random", "sprinter"), n=2)
    assert refusal(short) == f"{short} holds no whole block of games."


def test_the_same_run_twice(folders):
    run = folders / "same-2"
    assert refusal(run, run) == f"{run} is a second run of 2 players with such a line-up."


def test_no_run(tmp_path):
    assert str(tmp_path / "nowhere") in refusal(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert str(tmp_path / "empty") in refusal(tmp_path / "empty")


def test_a_folder_that_cannot_be_written(folders, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"^Cannot write to .*file.*\.$"):
        write_report(from_runs([folders / "same-2"], "c"), tmp_path / "file" / "report")


# --- runs piece by piece ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 4, 7, 100])
def test_pieces_of_any_size_give_the_same_run(size):
    """Blocks may lie across two pieces; W by seat and the frame are those of all games at once."""
    match = match_of("raider", 3, ("planner", "random", "sprinter"), n=20)
    rows = rows_of(match)
    run = Run.of(match, [rows[start : start + size] for start in range(0, len(rows), size)])
    frame = rows_to_frame(rows[:18], match)
    assert run.games == 20
    pd.testing.assert_frame_equal(run.frame, frame)
    for seat in range(3):
        means = frame[frame["seat"] == seat].groupby("block")["share"].mean()
        assert run.seats.loc[seat, "value"] == pytest.approx(means.mean())
        assert run.seats.loc[seat, "blocks"] == 6
    assert run.seats["gap"].sum() == pytest.approx(0)


def test_no_pieces():
    run = Run.of(match_of("raider", 2), [])
    assert (run.games, run.limits, len(run.frame)) == (0, 0, 0)
    assert run.seats["value"].isna().all()


def test_limits_are_counted():
    """These games take more than 20 turns, and some more than 22."""
    limits = []
    for turns in (1, 22, 1000):
        match = match_of("raider", 2, ("planner", "random"), [f"limit.turns={turns}"], n=24)
        rows = rows_of(match)
        limits.append(Run.of(match, [rows]).limits)
        assert limits[-1] == (rows["share"].sum(axis=1) == 0).sum()
    assert limits[0] == 24 > limits[1] > limits[2] == 0


@pytest.mark.parametrize(("n", "most", "games"), [(20, 100, 18), (20, 10, 9), (2, 100, 2), (20, 2, 2)])
def test_whole_games(n, most, games):
    assert whole_games(match_of("raider", 3, ("planner", "random", "sprinter"), n=n), most) == games


def test_a_material_without_the_usual_player_count():
    match = match_of("raider", 4, n=4)
    run = Run.of(match, [rows_of(match)])
    material = Material(match.game, match.ruleset, "c", 1, same={4: run})
    assert (material.main_players, material.strongest, list(material.frames)) == (4, "random", [4])
    assert len(material.main) == 16 <= FRAME_GAMES
    assert np.isclose(material.main["share"].sum(), 4)
