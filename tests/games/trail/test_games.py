"""Whole games at random: components are conserved, counters add up, records do not depend on what was played before."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game, trace_game
from temple_sim.games.trail.tables import GROUP_NAMES, TILES
from tests.driver import match_of
from tests.games.trail.altered import ALTERED

RULESETS = {"default": [], **ALTERED}


def tokens(state: dict[str, Any]) -> Counter[str]:
    held = [token for row in (*state["taken"], state["adversary"], state["box"]) for token in row]
    return Counter(held) + Counter(token for token in state["path"] if token)


def cards(state: dict[str, Any]) -> Counter[str]:
    return Counter(card for pile in (*state["hands"], state["deck"], state["discard"]) for card in pile)


@pytest.mark.parametrize("name", RULESETS)
def test_tokens_and_cards_are_conserved(name: str) -> None:
    for players in (1, 2, 3, 4):
        table = Table(match_of("trail", players, settings=RULESETS[name], seed=3, n=10))
        for number in range(3):
            start, *decisions, end = trace_game(table, number)
            for event in decisions:
                state = event["state"]
                assert tokens(state) == tokens(start["state"])
                assert cards(state) == cards(start["state"])
                legal = [repr(action) for action in event["legal"]]
                assert len(legal) == len(set(legal))
                assert max(state["drones"].values()) <= table.match.ruleset.values["drones.track"]
            assert end["reason"] == ("finished" if decisions[-1]["state"]["ending"] else "limit")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_row_counters_add_up(players: int) -> None:
    table = Table(match_of("trail", players, seed=2, n=400))
    rows = table.play(0, 400)
    seats = slice(0, players)
    assert (rows["played"].sum(axis=(1, 2)) == rows["turns"]).all()
    sources = sum(rows[f"from_{s}"] for s in ("explorers", "artifacts", "crates", "bonus"))
    assert (sources[:, seats] == rows["score"][:, seats]).all()
    moved = sum(rows[f"moved_{m}"].astype(int) for m in ("token", "shrine", "left_behind", "toll"))
    assert (moved == rows["space"]).all()
    by_choice = rows["moved_token"].sum(axis=1) + rows["moved_shrine"].sum(axis=1)
    assert (rows["steered"][:, seats].sum(axis=1) == by_choice).all()
    worth = (rows["artifacts"] * rows["factor"][:, None, :]).sum(axis=2)
    assert (worth == rows["from_artifacts"]).all()
    drones_home = (rows["space"] == 15).any(axis=1)
    assert (np.isin(rows["ended_by"], (1, 2)) == drones_home).all()
    # 0 explorer, 1 drone, 2 both; arrivals: 4 is an explorer's
    assert ((rows["arrival"] == 4) <= np.isin(rows["ended_by"], (0, 2))).all()
    assert (rows["end_reason"] == 0).all()
    if players > 1:
        assert (rows["moved_toll"] == 0).all()
        assert (rows["result"] == -1).all()
        assert np.allclose(rows["share"].sum(axis=1), 1)
        assert (rows["found"].max(axis=1) <= 1).all()
        assert rows["traded"].sum() > 0
        assert rows["given_up"].sum() > 0
    else:
        assert (rows["found"] == 0).all()
        assert ((rows["result"] > 0) == (rows["share"][:, 0] == 1)).all()
        assert ((rows["score"][:, 0] > rows["institute"]) == (rows["result"] > 0)).all()


@pytest.mark.parametrize("players", [1, 3])
def test_rows_tell_what_the_trace_tells(players: int) -> None:
    table = Table(match_of("trail", players, seed=11, n=30))
    rows = table.play(0, 30)
    names = list(GROUP_NAMES)
    for number, row in enumerate(rows):
        _, *decisions, end = trace_game(table, number)
        last = decisions[-1]["state"]
        assert end["scores"] == row["score"][:players].tolist()
        assert list(last["drones"].values()) == row["space"].tolist()
        played: Counter[tuple[int, int]] = Counter()
        for event in decisions:
            if event["action"]["type"] == "play":
                played[event["seat"], int(event["action"]["card"].split("+")[1])] += 1
        assert {key: int(row["played"][key[0], key[1] - 1]) for key in played} == dict(played)
        revealed = [tile["tile"] for tile in last["tiles"] if tile["revealed"]]
        assert sorted(revealed) == sorted(TILES[k] for k in range(5) for _ in range(row["found"][:, k].sum()))
        kept: Counter[str] = Counter(token[0] for token in last["taken"][0])
        assert row["taken"][0, names.index("drone")] == kept["D"]
        assert row["taken"][0, names.index("crate")] == kept["C"] + row["traded"][0]
        check_checkpoints(row, decisions)


def check_checkpoints(row: Any, decisions: list[dict[str, Any]]) -> None:
    """The positions at the first turn end at which the leading marker has gone a quarter, half, three quarters."""
    noted: list[tuple[int, list[int]]] = []
    before = decisions[0]["state"]
    for event in decisions:
        state = event["state"]
        if not state["over"] and state["turn"] > before["turn"]:
            steps = [(slot + 1) / (len(state["path"]) + 1) for slot in state["explorers"]]
            way = max(*steps, *(space / 15 for space in state["drones"].values()))
            while len(noted) < 3 and way >= (len(noted) + 1) / 4 - 1e-12:
                noted.append((before["turn"], list(state["drones"].values())))
        before = state
    for quarter in range(3):
        turn, spaces = noted[quarter] if quarter < len(noted) else (0, [-1] * 6)
        assert row["quarter_turn"][quarter] == turn
        assert row[f"quarter{quarter + 1}"].tolist() == spaces


def test_checkpoint_of_the_first_turn_is_noted_in_it() -> None:
    settings = ["tokens.drone={2=1}", "tokens.artifact={1=1}", "tokens.crate={2=1}", "tokens.explorer={'8/4'=1}",
                "tiles.under=[]"]  # fmt: skip
    rows = Table(match_of("trail", 2, settings=settings, n=200)).play(0, 200)  # a path of 11 tokens
    assert (rows["quarter_turn"][:, 0] == 1).any()


@pytest.mark.parametrize("players", [1, 4])
def test_used_record_plays_the_same_game_as_a_fresh_one(players: int) -> None:
    used = Table(match_of("trail", players, seed=4, n=200))
    used.play(0, 100)
    fresh = Table(match_of("trail", players, seed=4, n=200))
    assert used.play(100, 50).tobytes() == fresh.play(100, 50).tobytes()
    single = [Table(match_of("trail", players, seed=4, n=200)).play(100 + i, 1).tobytes() for i in range(5)]
    assert b"".join(single) == fresh.play(100, 5).tobytes()


def test_colours_are_alike_under_random_play() -> None:
    rows = Table(match_of("trail", 3, seed=6, n=6000)).play(0, 6000)
    for factor in (0, 1, 2):
        odds = (rows["factor"] == factor).mean(axis=0)
        assert np.ptp(odds) < 6 * np.sqrt(0.25 / 6000)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_metric_of_every_headline_exists_and_is_finite(players: int) -> None:
    match = match_of("trail", players, seed=6, n=300)
    game, values = match.game, match.ruleset.values
    rows = Table(match).play(0, 300)
    metrics = {metric.name: metric for metric in game.all_metrics(values, players)}
    for table in game.headlines(values, players):
        for _, cells in table.rows:
            assert len(cells) == len(table.columns)
            for name in cells:
                metric = metrics[name]
                weight = 300 if metric.weight is None else metric.weight(rows).sum()
                assert np.isfinite(metric.value(rows).sum())
                assert not metric.share or metric.value(rows).sum() <= weight


def test_half_way_odds_of_a_rank_sum_to_one() -> None:
    match = match_of("trail", 3, seed=6, n=500)
    rows = Table(match).play(0, 500)
    metrics = {metric.name: metric for metric in match.game.all_metrics(match.ruleset.values, 3)}
    for rank in ("1st", "2nd", "3rd", "4th", "5th", "6th"):
        parts = [metrics[f"quarter2.{rank}.x{f}"] for f in (0, 1, 2)]
        assert sum(part.value(rows).sum() for part in parts) == parts[0].weight(rows).sum()
    ranked = sum(metrics[f"quarter2.{r}.x2"].weight(rows).sum() for r in ("1st", "2nd", "3rd", "4th", "5th", "6th"))
    assert ranked == 6 * (rows["quarter2"][:, 0] >= 0).sum()


@pytest.mark.parametrize("players", [1, 3])
def test_games_are_told_in_words(players: int) -> None:
    lines = list(narrate_game(Table(match_of("trail", players, seed=1)), 0))
    assert lines[0].startswith("Trail to the Temple")
    assert "moves explorer" in lines[1]
    assert any("drone goes from" in line for line in lines)
    assert lines[-1].startswith("End (finished)")
