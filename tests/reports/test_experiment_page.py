"""The page of an experiment: its sections, what it claims, and that the same input gives the same bytes."""

import re

import pytest

from temple_sim.engine.runner import Workers
from temple_sim.experiments.cells import expand
from temple_sim.experiments.gain import net_gain
from temple_sim.experiments.spec import check_experiment
from temple_sim.experiments.whatif import run_experiment
from temple_sim.reports.experiment import sections_of, write_outcome
from temple_sim.reports.outcome import Outcome, value_at

SECTIONS = ["verdict", "provenance", "alerts", "whatif", "robustness", "glossary"]


def outcome_of(store, **changes):
    tables = {
        "schema": 1, "game": "raider", "question": "What does <wild.from> do?", "players": [2], "policies": ["random"],
        "check_policies": ["sprinter"], "metric": {"primary": "W.seat.0", "margin": 0.5, "secondary": ["turns.mean"]},
        "design": {"blocks": 60, "seed": 5}, "uncertain": {"temple.steps": [[6, 6, 5, 5, 4, 4, 3, 3, 2, 2]]},
        "variant": [{"id": "wild", "grid": {"wild.from": [9, 11, 12]}}],
    }  # fmt: skip
    experiment = check_experiment(tables | changes, "test")
    cells = expand(experiment)
    lines = run_experiment(experiment, cells, store, Workers(1), lambda cell, games: None)
    return Outcome(experiment, cells, lines, "temple-sim whatif run x.toml")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    return outcome_of(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def page(outcome, tmp_path_factory):
    return write_outcome(outcome, tmp_path_factory.mktemp("page"), "wild")


def test_sections_figures_and_tables_are_there(outcome, page):
    assert [section.identity for section in sections_of(outcome)] == SECTIONS
    names = {path.name for path in page.parent.iterdir()}
    for stem in ("effects", "dose-0", "robustness-0", "robustness-2"):
        assert {f"{stem}.png", f"{stem}.svg"} <= names
    assert {"index.html", "effects.csv", "secondary.csv", "rules.csv", "glossary.csv"} <= names


def test_the_page_needs_nothing_from_elsewhere(page):
    text = page.read_text()
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "<script" not in text
    assert "&lt;wild.from&gt;" in text
    assert len(text) < 2_000_000


def test_same_input_same_bytes(outcome, page, tmp_path):
    again = write_outcome(outcome, tmp_path / "again", "wild")
    for file in page.parent.iterdir():
        assert (again.parent / file.name).read_bytes() == file.read_bytes(), file.name


def test_only_changed_rules_are_named(page):
    text = page.read_text()
    assert "wild.from = 9 (as it is: 11)" in text
    assert "storage.bonus" not in text


def test_the_verdict_gives_effect_interval_n_and_settings(outcome):
    found = sections_of(outcome)[0].verdicts
    assert len(found) == 3
    same = found[1]
    assert same.word == "robust"
    assert "+0.00 [+0.00, +0.00] points. n = 60 blocks. 4 of 4 policies and assumptions" in same.answer


def test_alerts_tell_of_wide_intervals_and_of_blocks_that_never_differ(tmp_path):
    metric = {"primary": "W.seat.0", "margin": 0.001}
    alerts = sections_of(outcome_of(tmp_path, metric=metric, check_policies=[], uncertain={}))[2]
    text = " ".join(alerts.paragraphs)
    assert "wider than the margin" in text
    assert "1 of 3 comparisons never differed in any block" in text


def test_without_checks_there_is_no_robustness_and_no_claim_of_it(tmp_path):
    sections = sections_of(outcome_of(tmp_path, check_policies=[], uncertain={}))
    assert "robustness" not in [section.identity for section in sections]
    assert {verdict.word for verdict in sections[0].verdicts} <= {"one policy, values as they are", "undecided"}


def test_guards_that_were_hit_are_counted(tmp_path):
    what = outcome_of(tmp_path, variant=[{"id": "short", "set": {"limit.turns": 20}}], check_policies=[], uncertain={})
    assert what.lines[0].faults > 0
    assert "hit a guard" in sections_of(what)[2].paragraphs[0]


def test_a_metric_that_never_comes_up_has_no_value_and_the_page_says_so(tmp_path):
    what = outcome_of(
        tmp_path, game="trail", policies=["random"], check_policies=[], uncertain={},
        metric={"primary": "first_to_temple.win"}, variant=[{"id": "none", "set": {"score.first_to_temple": 0}}],
    )  # fmt: skip
    assert what.lines[0].verdict == "undecided"
    page = write_outcome(what, tmp_path / "page", "none").read_text()
    assert "1 of 1 comparisons have no value" in page
    assert "never differed" not in page
    assert str(net_gain(what.cells, what.lines))


def test_a_key_may_reach_into_a_list(outcome):
    assert value_at(outcome.baseline, "temple.head_start.1") == 2
    assert value_at(outcome.baseline, "temple.head_start") == [None, 2, 4, 6]
