"""Temple Raider's sections at tiny numbers of games, and what their verdicts say of numbers made by hand."""

import functools
import re

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.games import features_of
from temple_sim.analysis.raider import NO_HEAD_START, VALUED_PHASES, VARIANTS
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers
from temple_sim.reports import raider as sections
from temple_sim.reports import raider_dice, raider_seats
from temple_sim.reports.document import tables_of
from temple_sim.reports.material import Material, Run
from temple_sim.reports.wording import ONE_POLICY, UNDECIDED
from tests.driver import match_of
from tests.helpers import rows_of


def material_of(*players, n=150, valued=0):
    """A material played here, with and without head starts; `valued` decisions a stage and phase."""
    matches = [match_of("raider", p, ("planner",), (), 1, n) for p in players]
    material = Material(matches[0].game, matches[0].ruleset, "test", 1)
    changes = material.ruleset.overlay_flat(VARIANTS[NO_HEAD_START], "variant").changes()
    settings = tuple((key, value) for key, (_, value) in changes.items())
    for match in matches:
        material.same[match.players] = Run.of(match, [rows_of(match)])
        other = MatchSpec("raider", ("planner",) * match.players, 1, n, settings).resolve()
        material.variants.setdefault(NO_HEAD_START, {})[match.players] = Run.of(other, [rows_of(other)])
    if valued:
        material.rollouts = 2
        match = match_of("raider", material.main_players, ("planner",), (), 1, valued)
        for phase in VALUED_PHASES:
            found = Valued.join(list(value_match(match, phase, 4, 2, Workers(1))))
            material.valued[phase] = action_frame(found, match, features_of("raider"))
    return material


@functools.cache
def whole():
    return material_of(2, 3, valued=60)


def made(material):
    found = [part(material) for part in (*sections.OPTIONS, *sections.ANATOMY)]
    return {section.identity: section for section in found if section is not None}


def texts(section):
    yield section.lead
    yield from (figure.caption for figure in section.figures)
    for table in tables_of(section):
        yield from (table.caption, *table.columns)
        yield from (cell for row in table.rows for cell in row)
    for verdict in section.verdicts:
        yield from (verdict.question, verdict.word, verdict.answer)


@pytest.mark.parametrize("material", [lambda: material_of(2, n=20), whole], ids=["few", "valued"])
def test_no_text_shows_the_inside_of_the_program(material):
    for section in made(material()).values():
        for text in texts(section):
            assert not re.search(r"\bnan\b|\bNone\b|\binf\b|_|column \d+\.0", text.replace("low_first", "")), text


def test_the_whole_report():
    found = made(whole())
    assert list(found) == ["head-starts", "dice", "relics", "cards", "anatomy"]
    for section in found.values():
        for figure in section.figures:
            plt.close(figure.draw().figure)
            assert figure.table is not None
        for verdict in section.verdicts:
            assert verdict.estimated
            assert re.search(r"n = [\d,]+ ", verdict.answer), verdict.answer
    tables = {table.identity for section in found.values() for table in tables_of(section)}
    assert tables >= {"picks", "single-dice", "uses", "alone-or-sum", "escapes", "lead", "step-worth", "cards", "rooms",
                      "attacks", "dice-use", "head-starts"}  # fmt: skip


# --- what is said of numbers made by hand ----------------------------------------------------------------------------


def rooms(altar, camp, chosen=0.3, low=0.02, count=100):
    lines = [{"room": "altar", "mean": altar, "RA": altar / 2}, {"room": "camp", "mean": camp, "RA": 0.0}]
    frame = pd.DataFrame(lines).assign(offered=count, chosen=chosen)
    for value, ends in (("mean", "mean_"), ("RA", "")):
        frame[f"{ends}low"], frame[f"{ends}high"] = frame[value] - low / 4, frame[value] + low / 4
    return frame


def test_rooms_are_told_to_players_and_so_is_what_the_policy_gives_away():
    (verdict,) = sections._room_verdict(rooms(0.06, -0.02), whole())
    assert verdict.word == ONE_POLICY
    assert verdict.answer.startswith("For players: altar first.")
    assert "The policy (planner) takes the altar in 30.0% of the offers" in verdict.answer
    assert "+3.0 points [+2.5, +3.5] an offer" in verdict.answer
    (verdict,) = sections._room_verdict(rooms(0.001, 0.0), whole())
    assert verdict.word == UNDECIDED
    assert "The policy" not in verdict.answer


def seats(*shares, half=0.005):
    equal = 1 / len(shares)
    lines = [{"seat": s, "value": w, "low": w - half, "high": w + half, "gap": w - equal} for s, w in enumerate(shares)]
    return pd.DataFrame(lines).assign(equal=equal, blocks=1000)


@pytest.mark.parametrize(
    ("word", "having", "told"),
    [
        (
            "different",
            (0.46, 0.54),
            "seat 1 is too strong, 54.0% [53.5, 54.5]: weaken or drop the head start of seat 1.",
        ),
        ("different", (0.54, 0.46), "seat 0, which has none, is too strong, 54.0% [53.5, 54.5]: give the others more."),
        ("different", (0.345, 0.345, 0.31), "seat 2 is too weak, 31.0% [30.5, 31.5]: give it more at the start."),
        ("equivalent", (0.5, 0.5), "every seat is within 2 points of an equal share."),
        ("undecided", (0.5, 0.5), "is not settled."),
    ],
)
def test_head_starts_are_judged_by_the_seat_that_is_off(word, having, told):
    assert raider_seats._advice(whole(), word, seats(*having)).endswith(told)


@pytest.mark.parametrize(
    ("without", "told"),
    [
        ((0.53, 0.47), "seat 0 wins 53.0% [52.5, 53.5], ahead of an equal share (50.0%)"),
        ((0.47, 0.53), "behind an equal share"),
        ((0.502, 0.498), "not told from an equal share"),
    ],
)
def test_going_first_is_not_taken_for_an_advantage(without, told):
    answer = raider_seats._answer(whole(), "undecided", seats(0.5, 0.5), seats(*without))
    assert told in answer
    assert "noise alone" in answer


@pytest.mark.parametrize(
    ("value", "start", "word"),
    [(0.03, "Alone:", ONE_POLICY), (-0.03, "Summed:", ONE_POLICY), (0.001, "Not", UNDECIDED)],
)
def test_alone_or_summed(value, start, word):
    row = {"compared": "best of each", "offered": 90, "value": value, "low": value - 0.01, "high": value + 0.01}
    (verdict,) = raider_dice._use_verdict(pd.DataFrame([row]), whole())
    assert verdict.answer.startswith(start)
    assert verdict.word == word
