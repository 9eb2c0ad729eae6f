"""Trail's report sections at tiny size: every number of players, odd rules, plain runs; every figure drawn."""

import functools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import trail as questions
from temple_sim.analysis.actions import action_frame
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.reports import trail, trail_drones, trail_solo, trail_text, trail_tokens
from temple_sim.reports.build import sections_of
from temple_sim.reports.document import tables_of
from temple_sim.reports.material import Material, Run, from_runs
from temple_sim.reports.robust import Check, Setting
from temple_sim.results import RunWriter
from tests.driver import match_of
from tests.helpers import rows_of

ROLLOUTS = 2
OWN = (
    "drones",
    "moments",
    "tokens",
    "cards",
    "tiles",
    "colours",
    "drives",
    "seat-edge",
    "ends",
    "solo",
    "lead",
    "anatomy",
)


def material_of(players, games=60, policies=("random",), settings=(), valued=()):
    """What a report would hold, with so few games that most cells are thin."""
    first = match_of("trail", players[0], policies, settings)
    material = Material(first.game, first.ruleset, "temple-sim report", 1)
    for count in players:
        match = match_of("trail", count, policies, settings, n=games)
        run = Run.of(match, [rows_of(match)])
        (material.same if match.block == 1 else material.mixed)[count] = run
    for phase in valued:
        match = match_of("trail", material.main_players, policies, settings, n=max(2, games // 4))
        found = Valued.join(list(value_match(match, phase, 4, ROLLOUTS, Workers(1, chunk=games))))
        if len(found.decisions):
            material.valued[phase] = action_frame(found, match, questions.features)
            material.rollouts = ROLLOUTS
    return material


@functools.cache
def full():
    return material_of((1, 2, 3, 4), 300, valued=questions.VALUED_PHASES)


@functools.cache
def whole():
    return sections_of(full())


def own_sections(material):
    made = [part(material) for part in (*trail.OPTIONS, *trail.ANATOMY)]
    return [section for section in made if section is not None]


def drawn(sections):
    """Draw every figure; the identities of figures and tables, which must differ."""
    names = []
    for section in sections:
        for figure in section.figures:
            plt.close(figure.draw().figure)
            assert figure.title and figure.description and figure.caption and figure.caption.endswith(".")
            names.append(figure.identity)
        names += [table.identity for table in tables_of(section)]
        texts = [verdict.answer for verdict in section.verdicts] + [figure.caption for figure in section.figures]
        assert not [text for text in texts if "nan" in text.replace("finance", "") or "None" in text]
    assert [name for name in names if names.count(name) > 1] == []
    return names


def test_a_full_report_answers_every_question_of_the_rules_page():
    sections = [section for section in whole() if section.identity in OWN]
    names = drawn(sections)
    wanted = {
        "drone-odds-rank", "drone-odds-band", "final-ranks", "calibration", "artifact-worth", "token-rank", "token-kinds",
        "token-stages", "card-steps", "tiles", "concentration", "colour-choice", "drive-values", "movers", "ends", "arrivals",
        "lengths-by-end", "seat-edge", "solo", "points-by-source", "tile-choices", "dealt-cards",
    }  # fmt: skip
    assert wanted <= set(names)
    asked = [verdict.question for section in sections for verdict in section.verdicts]
    assert len(asked) == len(set(asked)) == 9


@pytest.mark.parametrize("players", [1, 2, 4])
def test_sections_for_each_number_of_players(players):
    sections = own_sections(material_of((players,), valued=("play", "drone")))
    names = drawn(sections)
    assert ("solo" in names) == (players == 1) and ("lead" in names) == ("seat-edge" in names)
    titles = {section.title for section in sections}
    assert ("One colour or several" in titles) == (players > 1)


@pytest.mark.parametrize("games", [1, 7])
def test_a_handful_of_games(games):
    drawn(own_sections(material_of((1, 2), games, valued=("play",))))


ODD_RULES = [
    ("tokens.artifact={}", "tokens.drone={}", "tiles.kinds=[]", "tiles.under=[]"),
    ("tokens.explorer={}", "tokens.crate={}", "tiles.under=[10, 50]"),
    ("score.drone_rank=[1, 1, 1, 1, 1, 1]",),
    ("drones.track=4", "cards.per_explorer={16=8}"),
    ("limit.turns=3",),
]


@pytest.mark.parametrize("settings", ODD_RULES, ids=lambda s: s[0].replace(" ", ""))
def test_other_rules(settings):
    drawn(own_sections(material_of((3,), 120, settings=settings, valued=("play", "drone"))))


def test_a_game_that_is_only_played_alone():
    material = material_of((1,), 120, settings=("players=[1, 1]",), valued=("play",))
    assert {"solo", "solo-table", "solo-margins"} <= set(drawn(own_sections(material)))


@pytest.mark.parametrize(("players", "policies"), [(3, ("planner", "random", "runner")), (1, ("runner",))])
def test_reports_of_plain_runs(tmp_path, players, policies):
    match = match_of("trail", players, policies, n=60)
    writer = RunWriter(tmp_path / "run", match)
    writer.write(rows_of(match))
    writer.close("complete")
    material = from_runs([tmp_path / "run"], "temple-sim report run")
    names = drawn(own_sections(material))
    assert "token-kinds" not in names and ("solo" in names) == (players == 1)


def test_thin_cells_are_withheld_and_the_caption_counts_them():
    material = material_of((2,), 60)
    withheld = [
        table.caption
        for section in own_sections(material)
        for table in tables_of(section)
        if "withheld" in table.caption
    ]
    assert withheld  # 60 blocks are fewer than the 100 a rate needs


def test_a_policy_that_loses_alone_is_told_from_one_that_does_not():
    (figure,) = [figure for section in whole() for figure in section.figures if figure.identity == "solo"]
    shares = figure.table.frame.set_index(["policy", "result"])["share of games"]
    assert float(shares["random", "lose"].partition("%")[0]) > 30 and shares["planner", "lose"].startswith("0.0%")


def test_all_parts_of_a_report_have_their_own_names():
    sections = [section.identity for section in whole()]
    drawings = [figure.identity for section in whole() for figure in section.figures]
    assert len(set(sections)) == len(sections) and len(set(drawings)) == len(drawings)


def test_a_solo_verdict_does_not_rest_on_the_number_of_players():
    told = trail_solo._without_players(("players, cards.hand (not tried)", "players (not tried)", "drones.track (x)"))
    assert list(told) == ["cards.hand (not tried)", "drones.track (x)"]


def test_what_a_single_card_dealt_is_worth():
    (verdict,) = trail_tokens._card_verdict(full(), dealt(0.01, -0.015, 0.002))
    assert verdict.answer.startswith("Yes, by more than 2 points") and "+2.5" in verdict.answer
    (verdict,) = trail_tokens._card_verdict(full(), dealt(0.003, -0.003, 0.002))
    assert verdict.answer.startswith("Hardly") and verdict.word != "undecided"
    (verdict,) = trail_tokens._card_verdict(full(), dealt(0.01, -0.015, 0.005))
    assert verdict.answer.startswith("Yes; whether by more") and verdict.word != "undecided"
    (verdict,) = trail_tokens._card_verdict(full(), dealt(0.01, -0.015, 0.02))
    assert verdict.word == "undecided"


def dealt(best, worst, half):
    table = pd.DataFrame({"steps": [6, 1], "value": [best, worst], "blocks": 500})
    return table.assign(low=table["value"] - half, high=table["value"] + half)


def test_parts_of_the_game_have_names():
    assert [trail_text.part_of_game(k, 4) for k in (0, 3)] == ["first quarter", "last quarter"]
    assert trail_text.part_of_game(1, 3) == "part 2 of 3"


def test_lines_that_are_blank_in_one_panel_are_named():
    grids = {"half": pd.DataFrame({"x2": [0.5, np.nan]}, index=["level", "ahead"])}
    assert trail_drones._blank(grids).endswith("ahead at half of the way")
    assert trail_drones._blank({"half": grids["half"].head(1)}) == ""


def test_solo_results_under_other_assumptions():
    """Each plausible value of cards and track, three of each, beside the ruleset as it is."""
    alone = material_of((1,), 20)
    alone.checks = [Check(Setting("random"), alone.runs[1].seats, {})]
    own = questions.solo_by_policy(alone.runs[1].match, ["random", "planner"], 20)
    checks, table = trail_solo._assumed(alone, alone.runs[1].match, 20, "random", own)
    judged = [check.seats for check in checks if check.setting.assumed == "as it is"]
    assert len(judged) == 2 and sum(map(len, judged)) == len(own)
    assert table["assumed"].nunique() == 7 and (table.groupby("assumed")["value"].sum() == 1).all()
