"""What-if experiments on Temple Raider under random play: files, cells, runs, resumption."""

import json

import numpy as np
import pytest

from temple_sim.analysis.measures import metrics_of
from temple_sim.core.errors import UserError
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.cells import expand
from temple_sim.experiments.spec import check_experiment, read_experiment
from temple_sim.experiments.store import folder_of, games_there, play_stored, shorter
from temple_sim.experiments.whatif import compare_runs, conclusion, run_experiment
from temple_sim.results import Results, save

WORKERS = Workers(1)


def experiment(**changes):
    tables = {
        "schema": 1, "game": "raider", "players": [2], "policies": ["random"],
        "metric": {"primary": "turns.mean", "margin": 1.0}, "design": {"blocks": 150, "seed": 5},
        "variant": [{"id": "early", "set": {"wild.from": 7}}, {"id": "same", "set": {"wild.from": 11}}],
    }  # fmt: skip
    return check_experiment(tables | changes, "test")


def run(what, store):
    return run_experiment(what, expand(what), store, WORKERS, lambda cell, games: None)


def test_a_variant_equal_to_the_baseline_gives_exactly_nothing(tmp_path):
    line = next(line for line in run(experiment(), tmp_path) if line.variant == "same")
    assert line.primary.effect == 0.0
    assert line.interval == (0.0, 0.0)
    assert line.verdict == "equivalent"


def test_a_known_effect_has_the_right_sign(tmp_path):
    line = next(line for line in run(experiment(), tmp_path) if line.variant == "early")
    assert line.primary.effect < 0  # more wilds, shorter games
    assert line.verdict == "different"
    assert line.primary.blocks == 150


def test_the_pairing_gain_is_truthful(tmp_path):
    """The unpaired variance of two independent runs of the same size is VRF times the paired one, within a third."""
    what = experiment(design={"blocks": 2000, "seed": 5})
    line = next(line for line in run(what, tmp_path) if line.variant == "early")
    cells = expand(what)
    means = []
    for cell in cells[:2]:
        rows = np.concatenate(list(play_match(shorter(cell.match, 2000), WORKERS)))
        means.append(rows["turns"].var(ddof=1) / 2000)
    assert line.primary.vrf * line.primary.error**2 == pytest.approx(sum(means), rel=1e-6)


def test_what_is_there_is_not_played_again(tmp_path):
    run(experiment(), tmp_path)
    played = []
    run_experiment(experiment(), expand(experiment()), tmp_path, WORKERS, lambda cell, games: played.append(games))
    assert played == []


def test_a_widened_experiment_plays_only_what_is_missing(tmp_path):
    run(experiment(), tmp_path)
    wide, played = experiment(design={"blocks": 200, "seed": 5}), []
    run_experiment(wide, expand(wide), tmp_path, WORKERS, lambda cell, games: played.append(games))
    assert sum(played) == 2 * 50  # baseline and 'early'; 'same' is the baseline


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    match = expand(experiment())[0].match

    def stop(games):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_stored(match, tmp_path, Workers(1, chunk=40), stop)
    assert games_there(match, tmp_path) == 40
    results = play_stored(match, tmp_path, WORKERS, lambda games: None)
    whole = np.concatenate(list(play_match(match, WORKERS)))
    assert np.array_equal(results.rows(), whole)
    assert results.manifest["status"] == "complete"
    assert folder_of(match, tmp_path) == results.folder


def test_precise_stops_early_when_the_answer_is_clear(tmp_path):
    what = experiment(
        design={"blocks": 4000, "seed": 5, "stop": "precise"}, metric={"primary": "turns.mean", "margin": 0.1}
    )
    line = next(line for line in run(what, tmp_path) if line.variant == "early")
    assert line.verdict == "different"
    assert line.primary.blocks < 4000


def test_grid_players_checks_and_uncertain_are_crossed():
    what = experiment(
        players=[2, 3],
        check_policies=["random"],
        uncertain={"rooms.storage": [2, 4]},
        variant=[{"id": "g", "grid": {"wild.from": [10, 12], "rooms.altar": [1, 2, 3]}}],
    )
    cells = expand(what)
    assert len(cells) == 2 * 2 * 3 * (1 + 6)
    assert {cell.setting.assumed for cell in cells} == {"as it is", "rooms.storage=2", "rooms.storage=4"}


def test_conclusion_words(tmp_path):
    lines = run(experiment(check_policies=["random"], uncertain={"rooms.storage": [4]}), tmp_path)
    assert conclusion(lines, "same") == "robust"


def test_two_run_folders_are_paired(tmp_path):
    for name, rules in (("a", ()), ("b", (("wild.from", 8),))):
        match = MatchSpec("raider", ("random", "random"), 3, 120, rules).resolve()
        save(match, play_match(match, WORKERS), tmp_path / name)
    pairs = compare_runs(tmp_path / "a", tmp_path / "b", ["turns.mean"])
    turns = [Results.load(tmp_path / name).to_frame().query("seat == 0")["turns"].mean() for name in "ab"]
    assert pairs["turns.mean"].effect == pytest.approx(turns[1] - turns[0])


def test_runs_on_other_luck_are_refused(tmp_path):
    for name, seed in (("a", 1), ("b", 2)):
        match = MatchSpec("raider", ("random", "random"), seed, 10).resolve()
        save(match, play_match(match, WORKERS), tmp_path / name)
    with pytest.raises(UserError, match="seed"):
        compare_runs(tmp_path / "a", tmp_path / "b", [])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "rider"}, "Did you mean 'raider'"),
        ({"plyers": [2]}, "plyers"),
        ({"players": [9]}, "players"),
        ({"metric": {"primary": "turns.maen"}}, r"turns\.mean"),
        ({"metric": {"primary": "turns.mean", "margin": 0}}, "margin"),
        ({"design": {"blocks": 0}}, "blocks"),
        ({"design": {"blocs": 10}}, "Did you mean 'blocks'"),
        ({"variant": []}, "variant"),
        ({"variant": [{"id": "x"}]}, "set or grid"),
        ({"variant": [{"id": "x", "grid": {"wild.from": []}}]}, "grid"),
        ({"variant": [{"id": "baseline", "set": {"wild.from": 9}}]}, "baseline"),
        ({"variant": [{"id": "x", "set": {"wild.form": 9}}]}, r"wild\.from"),
        ({"variant": [{"id": "x", "set": {"wild.from": "high"}}]}, r"wild\.from"),
        ({"variant": [{"id": "x", "set": {"rooms.camp": 3}}]}, "variant x"),
        ({"variant": [{"id": "x", "set": {"wild.from": 9}}, {"id": "x", "set": {"wild.from": 8}}]}, "twice"),
        ({"policies": ["planer"]}, "planer"),
        ({"policies": ["random", "random", "random"]}, "3 policies for 2 players"),
        ({"uncertain": {"rooms.storage": []}}, "uncertain"),
        ({"uncertain": {"wild.from": [10]}}, "uncertain and changed"),
    ],
)
def test_bad_files_are_refused_before_the_first_game(changes, message):
    with pytest.raises(UserError, match=message):
        expand(experiment(**changes))


def test_wrong_toml_is_one_clear_line(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("schema = ")
    with pytest.raises(UserError, match="not valid TOML"):
        read_experiment(file)


def test_settings_are_laid_over_the_file(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text(
        'schema = 1\ngame = "raider"\npolicies = ["random"]\n[metric]\nprimary = "turns.mean"\n'
        '[[variant]]\nid = "none"\nset = { "temple.head_start" = ["none", "none", "none", "none"] }\n'
    )
    what = read_experiment(file, ["design.blocks=70"])
    assert what.design.blocks == 70
    assert expand(what)[1].match.ruleset.values["temple.head_start"] == [None] * 4
    assert json.dumps(what.variant[0].set) == json.dumps({"temple.head_start": ["none"] * 4})


def test_every_metric_of_a_match_can_be_measured():
    match = MatchSpec("raider", ("random", "random"), 1, 4).resolve()
    rows = np.concatenate(list(play_match(match, WORKERS)))
    from temple_sim.analysis.measures import block_sums

    for name, metric in metrics_of(match).items():
        value, weight = block_sums(metric, rows, match)
        assert value.shape == weight.shape == (4,), name
