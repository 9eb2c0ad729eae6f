"""Temple of Five's sections at tiny n: every player count and variant, with values, without, and of run folders."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.five import VALUED_PHASES, features
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers, play_match
from temple_sim.reports import five, five_chains, five_extra, five_places, five_text, five_variants
from temple_sim.reports.material import Material, Run, from_runs
from temple_sim.reports.page import render
from temple_sim.reports.robust import Check, Setting
from temple_sim.results import COMPLETE, RunWriter
from tests.driver import match_of

GAMES = 30
SETTINGS = [
    (2, ()), (4, ("special.set=effect",)), (4, ("special.set=mixed", "variant.ultimate_goal=1")),
    (3, ("variant.bird_in_hand=true", "variant.ultimate_goal=[1, 2]")), (2, ("level2.rounds=0", "level3.rounds=0")),
    (2, ("chains_per_turn=0",)),
    (3, ("score.bonus_left=0", "priests=4", "level3.rounds=0", "chains_per_turn=3",
         "blessings.symbols.three_space=none", "blessings.symbols.two_space=2")),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """Few games on top of the material."""
    for name, value in (("LEVER_GAMES", 8), ("VARIANT_GAMES", 4), ("WORKERS", Workers(1))):
        monkeypatch.setattr(five_extra, name, value)


def material(players, settings=(), phases=VALUED_PHASES, n=GAMES):
    """A material of one player count, played by the builder, with a few valued decisions."""
    match = match_of("five", players, ("builder",), settings, n=n)
    made = Material(match.game, match.ruleset, "temple-sim report", 1)
    made.same[players] = Run.of(match, play_match(match, Workers(1)))
    made.rollouts = 2
    few = match_of("five", players, ("builder",), settings, n=1)
    for phase in phases:
        valued = [part for part in value_match(few, phase, 3, 2, Workers(1)) if len(part.decisions)]
        if valued:
            made.valued[phase] = action_frame(Valued.join(valued), few, features)
    return made


def sections(made):
    """All sections; what they say holds no number that is none."""
    found = [part(made) for part in (*five.OPTIONS, *five.ANATOMY)]
    kept = [section for section in found if section is not None]
    for section in kept:
        texts = [section.lead, *(figure.caption for figure in section.figures), *(v.answer for v in section.verdicts)]
        assert not any("nan" in text.replace("dominant", "") for text in texts), texts
        assert all(verdict.word for verdict in section.verdicts)
    return kept


@pytest.mark.parametrize(("players", "settings"), SETTINGS)
def test_sections_of_every_player_count_and_variant(players, settings):
    made = material(players, settings)
    names = [section.identity for section in sections(made)]
    assert {"boards", "chains", "priests", "cards", "anatomy", "variants"} <= set(names)


def test_every_figure_is_drawn():
    """Values of many decisions stand in for rollouts, so that no figure is withheld."""
    made = material(4, n=120)
    for phase, frame in made.valued.items():
        copies = [frame.assign(game=k, decision=frame["decision"] + 1000 * k) for k in range(40)]
        made.valued[phase] = pd.concat(copies, ignore_index=True)
    found = sections(made)
    drawn = [figure for section in found for figure in section.figures]
    assert {"boards", "chain-points", "claim-values", "keep-values", "thumb", "variants"} <= {f.identity for f in drawn}
    for figure in drawn:
        axes = figure.draw()
        assert axes.figure is not None
        plt.close(axes.figure)
        assert figure.table is not None and figure.table.rows, figure.identity
    identities = [table.identity for section in found for table in section.tables] + [f.table.identity for f in drawn]
    assert len(identities) == len(set(identities))


def test_the_last_round_is_judged_with_a_round_less(monkeypatch):
    monkeypatch.setattr(five_extra, "VARIANT_GAMES", 120)
    section = five.OPTIONS[1](material(2, phases=("choose",), n=240))
    (table,), (verdict,) = section.tables, section.verdicts
    assert set(table.frame["rounds"]) == {"as they are", "without level 3"}
    assert verdict.word in ("one policy, values as they are", "undecided")


def test_the_cause_of_a_seat_is_told_by_turning_the_token():
    best, worst = pd.Series({"place": 2, "seat": 0}), pd.Series({"place": 1, "seat": 1})

    def turned(first, second):
        lines = {"place": [1, 2], "seat": [0, 1], "low": [first - 0.01, second - 0.01], "high": [first, second]}
        return pd.DataFrame(lines).assign(value=lines["high"], blocks=200)

    assert five_places._cause(best, worst, turned(0.3, 0.7)) == five_places.FOLLOWS
    assert "stays with the seat" in five_places._cause(best, worst, turned(0.7, 0.3))
    assert "neither" in five_places._cause(best, worst, turned(0.5, 0.5))
    assert "open" in five_places._cause(best, worst, None)


def test_only_a_line_above_the_noise_stands_out():
    table = pd.DataFrame({"tile": ["a", "b"], "gain": [0.1, 0.0], "gain_low": [0.08, -0.02], "gain_high": [0.12, 0.02],
                          "offered": 50})  # fmt: skip
    assert five_text.outstanding(table)["tile"] == "a"
    assert five_text.outstanding(table.assign(gain_high=[0.12, 0.09])) is None
    assert five_text.outstanding(table.head(1)) is None


def test_an_option_that_costs_is_laid_on_the_policy():
    made = material(2, phases=())
    order = pd.DataFrame({"chain": ["first", "second"], "value": [2.0, 1.0], "low": [1.9, 0.9], "high": [2.1, 1.1],
                          "blocks": 200})  # fmt: skip
    line = {"lever": "one chain more", "level": 1, "W": 0.0, "low": -0.01, "high": 0.01, "score": -0.5, "score_low": -0.7,
            "score_high": -0.3}  # fmt: skip
    (verdict,) = five_chains._order_verdict(made, order, pd.DataFrame([line]))
    assert "one chain more on level 1 (+0.0 [-1.0, +1.0] points of W, -0.50 [-0.70, -0.30] points of the game)" in (
        verdict.answer
    )
    assert "this policy overspends" in verdict.answer
    (verdict,) = five_chains._order_verdict(made, order, pd.DataFrame([line | {"score_high": 0.1}]))
    assert "overspends" not in verdict.answer


def test_effects_that_are_not_better_are_named():
    each = pd.DataFrame({"effect": ["a", "b", "c"], "choices": [90, 90, 3], "mean": [0.05, 0.01, 0.3],
                         "low": [0.03, -0.01, -0.2], "high": [0.07, 0.03, 0.8]})  # fmt: skip
    assert five_variants._each_effect(each).endswith("not shown to be better: b and c.")
    assert five_variants._each_effect(each.iloc[2:]) == ""


def test_a_habit_is_counted_and_words_nothing():
    made = material(2, phases=())
    assert five_text.habit(made, "habit: leftmost", "take it") == ""
    made.checks = [
        Check(Setting(str(k)), made.main, {"habit: leftmost": word}) for k, word in enumerate(("yes", "no", None))
    ]
    assert "take it more than the others in 1 of 3 settings" in five_text.habit(made, "habit: leftmost", "take it")


def test_prices_are_drawn(monkeypatch):
    monkeypatch.setattr(five_extra, "LEVER_GAMES", 30)
    made = material(2, phases=("choose",), n=60)
    drawn = [f for part in (five.chains, five.priests) for f in part(made).figures]
    assert {"chain-prices", "priest-price"} <= {figure.identity for figure in drawn}
    page = render("Five", "", [five.priests(made)], "")
    assert "shadow price" in page and page == render("Five", "", [five.priests(made)], "")


def test_a_report_without_values_plays_nothing(monkeypatch):
    monkeypatch.setattr(five_extra, "value_match", None)
    monkeypatch.setattr(five_extra, "play_match", None)
    names = [section.identity for section in sections(material(3, phases=()))]
    assert names == ["boards", "chains", "priests", "cards", "exchange", "anatomy"]


def test_sections_of_run_folders(tmp_path):
    match = match_of("five", 4, ("builder", "random", "builder", "random"), n=20)
    writer = RunWriter(tmp_path / "run", match)
    for rows in play_match(match, Workers(1)):
        writer.write(rows)
    writer.close(COMPLETE)
    names = [section.identity for section in sections(from_runs([tmp_path / "run"], "report"))]
    assert names == ["boards", "chains", "priests", "cards", "exchange", "anatomy"]
