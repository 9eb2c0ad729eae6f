"""Lost Temple's sections at tiny numbers of games: every player count, variant and line-up, valued or not."""

import functools
import re

import matplotlib.pyplot as plt
import pytest

from temple_sim.analysis import lost_temple as questions
from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.games import features_of
from temple_sim.analysis.lost_temple import EQUAL_STARTS, VALUED_PHASES
from temple_sim.analysis.lost_temple import VARIANTS as VARIANTS_PLAYED
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.reports import lost_temple as sections
from temple_sim.reports import lost_temple_race
from temple_sim.reports.document import Section, tables_of
from temple_sim.reports.lost_temple_words import if_really, margin_word
from temple_sim.reports.material import Material, Run, from_runs
from temple_sim.reports.robust import ONE_POLICY, UNDECIDED, Setting, answers_of, check
from temple_sim.results import RunWriter
from tests.driver import match_of
from tests.helpers import rows_of

VARIANTS = (
    ["idol.second_token=annuls"],
    ["chance.chain=false", "income=3"],
    ["track.part_one=..V.J.T", "track.part_two=.V"],  # no chance space: nothing to look at or to reveal
    ["limit.rounds=1"],  # nobody wins
)


def material_of(*players, policies=("planner",), settings=(), n=60, valued=0, seed=1):
    """A material played here; `valued` decisions a stage and phase of the main player count."""
    matches = [match_of("lost_temple", p, _fill(policies, p), settings, seed, n) for p in players]
    material = Material(matches[0].game, matches[0].ruleset, "test", seed)
    for match in matches:
        target = material.same if match.block == 1 else material.mixed
        target[match.players] = Run.of(match, [rows_of(match)])
    if valued:
        material.rollouts = 2
        match = match_of("lost_temple", material.main_players, ("planner",), settings, seed, valued)
        for phase in VALUED_PHASES:
            found = Valued.join(list(value_match(match, phase, 4, 2, Workers(1))))
            if len(found.decisions):
                material.valued[phase] = action_frame(found, match, features_of("lost_temple"))
    return material


def _fill(policies, players):
    return tuple(policies[seat % len(policies)] for seat in range(players))


def made(material, draw=True):
    """All sections, every figure drawn (that takes most of the time)."""
    found = [part(material) for part in (*sections.OPTIONS, *sections.ANATOMY)]
    kept = [section for section in found if section is not None]
    for section in kept:
        assert isinstance(section, Section)
        for figure in section.figures:
            if draw:
                plt.close(figure.draw().figure)
            assert figure.title
            assert figure.description
            assert figure.table is not None
    return {section.identity: section for section in kept}


def texts(found):
    for section in found.values():
        yield section.lead
        yield from (figure.caption for figure in section.figures)
        yield from (table.caption for table in tables_of(section))
        for verdict in section.verdicts:
            yield from (verdict.question, verdict.word, verdict.answer)


def is_clean(found):
    """No text shows a number that is none, or the inside of the program."""
    for text in texts(found):
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b|<|_n\b", text), text


@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_count(players):
    found = made(material_of(players))
    is_clean(found)
    assert not found["characters"].figures  # 60 blocks are too few to show a rate
    assert "withheld" in found["characters"].lead


@pytest.mark.parametrize("settings", VARIANTS)
@pytest.mark.parametrize("valued", [0, 2])
def test_every_variant(settings, valued):
    is_clean(made(material_of(4, 5, settings=settings, n=120, valued=valued), draw=valued > 0))


def test_different_policies_of_which_a_block_is_all_rotations():
    found = made(material_of(5, policies=("planner", "banker", "runner", "spoiler", "random"), n=600))
    is_clean(found)
    assert "120 blocks" in found["characters"].figures[0].caption


@functools.cache
def whole():
    """A material with all there can be."""
    material = material_of(2, 5, n=300, valued=30)
    alike = material.ruleset.overlay_flat(VARIANTS_PLAYED[EQUAL_STARTS], "variant").changes()
    spec = MatchSpec("lost_temple", ("planner",) * 5, 1, 120, tuple((key, value) for key, (_, value) in alike.items()))
    material.variants[EQUAL_STARTS] = {material.main_players: Run.of(spec.resolve(), [rows_of(spec.resolve())])}
    answers = answers_of("lost_temple", material.margin)
    for key, settings in (("", ()), ("tokens.back", ["tokens.back.count=2"])):
        for policy in ("planner", "runner"):
            match = match_of("lost_temple", 5, (policy,), settings, n=120)
            run = Run.of(match, [rows_of(match)])
            setting = Setting(policy, "tokens.back=2", key) if key else Setting(policy)
            material.checks.append(check(setting, run.frame, answers, material.margin))
    return material


@functools.cache
def whole_report():
    return made(whole())


def test_the_whole_report():
    found = whole_report()
    is_clean(found)
    figures = {figure.identity for section in found.values() for figure in section.figures}
    assert figures >= {"characters", "places", "winning", "holders", "turns", "starts", "tokens", "interference", "players",
                       "lift", "first-picks", "stage-third", "stage-behind", "stage-gems", "anatomy"}  # fmt: skip
    assert found["assumptions"].tables[0].rows[0][0] == "tokens.back"
    tables = {table.identity for section in found.values() for table in tables_of(section)}
    assert len(tables) == sum(len(tables_of(section)) for section in found.values())
    assert tables >= {
        "picked",
        "character-values",
        "pick-balance",
        "pay",
        "scout",
        "names-curse",
        "names-rob",
        "jungle",
    }


def test_every_verdict_says_what_it_rests_on():
    for section in whole_report().values():
        for verdict in section.verdicts:
            assert verdict.question.endswith("?")
            assert re.search(r"n = [\d,]+ ", verdict.answer), verdict.answer


def verdict_of(found, part, question):
    (one,) = [verdict for verdict in found[part].verdicts if verdict.question == question]
    return one


def test_a_word_is_about_what_its_sentence_says():
    """Undecided and "not settled" go together; demand and value are two questions; estimates are named."""
    found = whole_report()
    for part, question in (
        ("interference", "Which hits more often, a curse or a robbery?"),
        ("idol", "Is an idol token better than another token?"),
        ("characters", "Which character is picked most when offered?"),
    ):
        one = verdict_of(found, part, question)
        assert ("ot settled" in one.answer) == (one.badge == "undecided"), one
        assert one.estimated
    strong = verdict_of(found, "characters", "Which character is too strong?")
    assert "picked" not in strong.answer
    assert strong.answer.startswith(("Weaken", "No character", "Not settled"))
    assert "characters.child" in verdict_of(found, "players", "What changes with the number of players?").estimated
    assert "tokens.gain_machete" in verdict_of(found, "jungle", "How often does deep jungle stop a player?").estimated


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.03, 0.05, ONE_POLICY), (-0.01, 0.01, ONE_POLICY), (0.01, 0.03, UNDECIDED), (-0.05, -0.03, ONE_POLICY)],
)
def test_the_word_of_an_interval(low, high, word):
    assert margin_word(low, high, 0.02) == word


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0.03, 0.05, "Better than another token by more than 2 points"),
        (0.005, 0.03, "Better than another token; whether by more than 2 points is not settled"),
        (-0.05, -0.03, "Worse than another token by more than 2 points"),
        (0.001, 0.01, "About as good as another token, within 2 points"),
        (-0.01, 0.03, "Not settled"),
    ],
)
def test_a_token_against_another_in_words(low, high, told):
    assert lost_temple_race._against_another(low, high, 0.02) == told


def test_a_start_is_told_as_the_ruleset_has_it():
    material = whole()
    assert "really starts on start space 9 with 3 gems and a machete" in if_really(material, "child")
    assert "really starts on start space 3 with 1 gem, which" in if_really(material, "seer")
    assert if_really(material, "shaman") == ""


def test_starts_are_too_good_only_where_the_question_says_so(monkeypatch):
    """The sentence follows the answer that other settings are asked for."""
    table = questions.start_values(whole().main).sort_values("value", ascending=False)
    first = table["character"].iloc[0]
    for answer, start in (
        (first, f"Weaken the start of the {first} first"),
        ("none", "No start"),
        (None, "Not settled"),
    ):
        monkeypatch.setitem(questions.ANSWERS, "start too good", lambda frame, answer=answer: answer)
        assert lost_temple_race._best_start_verdict(whole(), table).answer.startswith(start)


def test_tables_of_values_fit_a_page():
    tables = {table.identity: table for section in whole_report().values() for table in tables_of(section)}
    assert len(tables["character-values"].columns) <= 5
    assert "against mean other" in tables["stage-third"].columns


def test_win_shares_of_holders_are_never_shown_without_values():
    found = made(material_of(5, n=300), draw=False)
    assert [figure.identity for figure in found["winning"].figures] == ["winning"]
    assert "holders" in [figure.identity for figure in whole_report()["winning"].figures]


def test_runs_on_disk(tmp_path):
    for players in (3, 5):
        match = match_of("lost_temple", players, ("planner",), n=120)
        writer = RunWriter(tmp_path / str(players), match)
        writer.write(rows_of(match))
        writer.close("complete")
    found = made(from_runs([tmp_path / "3", tmp_path / "5"], "test"))
    is_clean(found)
    assert "players" in found


def test_thin_lines_are_counted():
    shares = made(material_of(5, n=120), draw=False)["characters"].figures[1].table
    table = shares.frame
    assert (table["blocks"] >= 100).all()
    assert (table["events"] >= 100).all()
