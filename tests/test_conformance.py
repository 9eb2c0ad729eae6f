"""One suite over every game: the contract of `core.spec`, position by position, and the rows it leads to."""

import json
import tomllib

import numpy as np
import pytest

from temple_sim.analysis.summary import Summary
from temple_sim.cli.rules import to_toml
from temple_sim.core.records import LIMIT
from temple_sim.core.ruleset import PROVENANCE
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game, trace_game
from temple_sim.games import game_names, load_game
from temple_sim.policies.registry import policies_of
from temple_sim.results import rows_to_frame, rows_to_table, table_to_rows
from tests.conformance import (
    check_choices,
    check_header,
    check_legal,
    check_nothing_written,
    check_views,
    importable,
    plain,
    positions,
    random_match,
)
from tests.driver import game_by_name, match_of
from tests.helpers import same_rows

GAMES = importable()
LOOKED_AT = 60  # positions of a game that are looked at closely
WALKED = 4  # games walked through for each number of players; the rows are of many more


def player_counts(name):
    low, high = game_by_name(name).seats_allowed(game_by_name(name).schema.defaults())
    return [players for players in range(low, high + 1) if players <= 4 or players == high]


TABLES = [pytest.param(name, players, id=f"{name}-{players}") for name in GAMES for players in player_counts(name)]
of_every_game = pytest.mark.parametrize("name", GAMES)
of_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@pytest.mark.parametrize("name", game_names())
def test_the_game_can_be_imported(name):
    game = load_game(name)
    assert game.name == name
    assert game.schema.defaults().values


@of_every_table
def test_every_position_keeps_the_contract(name, players):
    for number in range(WALKED):
        match, before = random_match(name, players), None
        for place, position in enumerate(positions(match, number)):
            before = check_header(match, before, position.state)
            if position.codes:
                check_legal(position)
            if place < LOOKED_AT or not position.codes:
                check_nothing_written(position)
                check_views(position, 1000 * number + place)
        check_end(match, position)


def check_end(match, position):
    """Shares add up to one, or to nothing at the limit; what is said at the end is plain."""
    shares, scores = np.zeros((2, match.game.max_players))
    position.table.contract.outcome(position.state, position.table.rules[0], shares, scores)
    assert shares.min() >= 0
    nobody = position.state.end_reason == LIMIT or match.players == 1  # alone one can lose
    assert shares.sum() == pytest.approx(1, abs=1e-12) or (shares.sum() == 0 and nobody)
    plain(match.game.codec.state(position.state, match.ruleset.values))
    plain(match.game.codec.end(position.state, match.ruleset.values))


@of_every_table
def test_no_policy_sees_what_is_hidden(name, players):
    policies = [p for p in policies_of(game_by_name(name)).values() if not p.blind]
    tables = [Table(match_of(name, players, (policy.name,))) for policy in policies]
    for number in range(3):
        for place, position in enumerate(positions(random_match(name, players), 50 + number)):
            if place % 3 == 0 and place < 150:
                check_choices(position, tables, place)


@of_every_table
def test_rows_of_random_games(name, players):
    match = random_match(name, players, n=400)
    rows = Table(match).play(0, 400)
    assert rows["index"].tolist() == list(range(400))
    assert (rows["turns"] >= 1).all()
    assert (rows["plies"] >= 1).all()
    total = rows["share"].sum(axis=1)
    nobody = (rows["end_reason"] == LIMIT) | (players == 1)  # alone one can lose
    assert np.all((np.abs(total - 1) < 1e-12) | ((total == 0) & nobody))
    assert not rows["share"][:, players:].any()
    assert not rows["score"][:, players:].any()
    described = {row.tobytes() for row in np.unique(rows[["turns", "plies", "share", "score"]])}
    assert len(described) > 1


@of_every_table
def test_a_used_record_plays_like_a_fresh_one(name, players):
    match = random_match(name, players, n=20)
    table = Table(match)
    for records in (table.states[:2], table.rngs, table.actions, table.totals):
        records.view(np.uint8)[:] = 0x55
    fresh = np.concatenate([Table(match).play(number, 1) for number in range(20)])
    assert same_rows(table.play(0, 20), fresh)


@of_every_table
def test_traces_are_plain_and_tell_the_rows_game(name, players):
    match = random_match(name, players, n=3)
    table = Table(match)
    rows = table.play(0, 3)
    for number, row in enumerate(rows):
        start, *decisions, end = (plain(event) for event in trace_game(table, number))
        assert json.loads(json.dumps([start, *decisions, end])) == [start, *decisions, end]
        assert start["rules"] == match.ruleset.nested
        assert len(decisions) == row["plies"]
        assert end["shares"] == row["share"][:players].tolist()
        assert end["scores"] == row["score"][:players].tolist()
        assert all(event["action"] in event["legal"] for event in decisions)
        assert {event["phase"] for event in decisions} <= set(match.game.phases)
        assert all("\n" not in line for line in narrate_game(table, number))


@of_every_table
def test_every_policy_plays(name, players):
    for policy in policies_of(game_by_name(name)).values():
        for line_up in ((policy.name,), (policy.name, *["random"] * (players - 1))):
            match = match_of(name, players, line_up, n=8)
            rows = Table(match).play(0, 8)
            total = rows["share"].sum(axis=1)
            nobody = (rows["end_reason"] == LIMIT) | (players == 1)
            assert np.all((np.abs(total - 1) < 1e-12) | nobody), policy.name


@of_every_table
def test_rows_survive_the_way_to_disk_and_into_frames(name, players):
    match = random_match(name, players, n=30)
    rows = Table(match).play(0, 30)
    assert same_rows(table_to_rows(rows_to_table(rows, match), match), rows)
    assert len(rows_to_frame(rows, match)) == 30 * players


@of_every_table
def test_every_metric_and_headline_can_be_measured(name, players):
    match = random_match(name, players, n=60)
    rows, values = Table(match).play(0, 60), match.ruleset.values
    metrics = match.game.all_metrics(values, players)
    assert len({metric.name for metric in metrics}) == len(metrics)
    for metric in metrics:
        assert metric.meaning
        assert np.shape(metric.value(rows))[0] == 60, metric.name
        assert metric.weight is None or np.shape(metric.weight(rows))[0] == 60, metric.name
    summary = Summary(match)
    summary.add(rows)
    json.dumps(summary.to_json(), allow_nan=False)


@of_every_game
def test_the_spec_is_complete(name):
    game = game_by_name(name)
    low, high = game.players
    assert 1 <= low <= game.default_players <= high
    known = policies_of(game)
    assert "random" in known
    assert len(known) >= 2
    assert game.phases
    assert len({column.name for column in game.all_columns}) == len(game.all_columns)
    assert all(column.meaning for column in game.columns)
    for policy in known.values():
        assert policy.meaning
        assert all(p.low <= p.default <= p.high and p.meaning for p in policy.parameters)


@of_every_game
def test_the_default_line_up_is_known(name):
    assert set(game_by_name(name).default_line_up) <= set(policies_of(game_by_name(name)))


@of_every_game
def test_every_rule_says_what_it_means_and_where_it_is_from(name):
    game = game_by_name(name)
    for key, entry in game.schema.keys.items():
        assert len(entry.meaning) > 3, key
        assert entry.provenance in PROVENANCE, key
        assert entry.expected(), key
    game.pack_rules(game.schema.defaults())


@of_every_game
def test_default_rules_lead_through_toml_and_json_to_themselves(name):
    rules = game_by_name(name).schema.defaults()
    text = json.loads(json.dumps(rules.nested))
    assert rules.overlay_nested(text, "json").digest == rules.digest
    tomllib.loads(to_toml(rules.nested))


@of_every_game
def test_plausible_values_are_allowed(name):
    schema = game_by_name(name).schema
    for key, entry in schema.keys.items():
        for value in entry.plausible:
            schema.check(key, value, "plausible")
