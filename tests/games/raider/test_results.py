"""Columns, metrics and headline tables of Temple Raider, and the game told in words."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game
from tests.driver import game_by_name, match_of
from tests.games.raider.positions import at_use, relic

GAME = game_by_name("raider")
VALUES = GAME.schema.defaults().values


def _value(metric, rows):
    weight = metric.weight(rows).sum() if metric.weight else np.size(metric.value(rows))
    return metric.value(rows).sum() / weight


@pytest.fixture(scope="module")
def rows():
    return Table(match_of("raider", 3, n=400)).play(0, 400)


def test_every_headline_cell_is_a_metric(rows):
    known = {metric.name: metric for metric in GAME.all_metrics(VALUES, 3)}
    tables = GAME.headlines(VALUES, 3)
    assert len(tables) == 4
    for table in tables:
        for _, cells in table.rows:
            assert len(cells) == len(table.columns)
            assert all(np.isfinite(_value(known[cell], rows)) for cell in cells if cell)


def test_metrics_from_a_made_up_row():
    rows = np.zeros(1, GAME.result)
    row = rows[0]
    row["share"][:2], row["quarter_turn"] = (1, 0), (4, 7, 0)
    row["escape_column"][0, :3], row["escape_turn"][0, :3] = (9, 2, 9), (3, 8, 9)
    row["escape_column"][1, :1], row["escape_turn"][1, :1] = 2, 6
    row["dice_alone"][:2], row["dice_summed"][:2], row["dice_unused"][:2] = (3, 1), (2, 2), (1, 1)
    row["quarter_progress"][:2] = [[10, 14, 0], [10, 16, 0]]
    known = {metric.name: metric for metric in GAME.metrics(VALUES, 2)}
    expected = {
        "escape_order.9": (1 + 3) / 2, "escape_turn.9": (3 + 9) / 2, "escape_order.2": (2 + 1) / 2, "escape_turn.2": 7,
        "first_escape.9": 1 / 2, "dice_alone.share": 4 / 10, "dice_summed.share": 4 / 10, "dice_unused.share": 2 / 10,
        "leader_wins.first_quarter": 1 / 2, "leader_wins.half": 0, "turn_of.half": 7,
    }  # fmt: skip
    assert {name: _value(known[name], rows) for name in expected} == pytest.approx(expected)
    assert known["leader_wins.third_quarter"].weight(rows).sum() == 0


def test_rows_add_up(rows):
    escaped = (rows["escape_column"] > 0).sum(axis=2)
    assert np.array_equal(escaped, rows["score"])
    # The relic that wins enters no room.
    assert np.array_equal(rows["placed"].sum(axis=2), escaped - (rows["share"] > 0))
    assert (rows["altar_moves"] <= rows["wilds"]).all()
    assert rows["eruptions_caused"].sum() == rows["eruptions_suffered"].sum() > 0
    assert rows["pushes_made"].sum() == rows["pushes_suffered"].sum() > 0
    assert (rows["share"].sum(axis=1) == 1).all()
    assert (rows["quarter_turn"][:, 0] <= rows["quarter_turn"][:, 2]).all()
    assert (rows["quarter_turn"][:, 2] <= rows["turns"]).all()


def test_dice_left_are_unused_dice():
    driver = at_use((1, 2, 3))
    driver.act(**relic("white1", 1, 0))
    driver.act(type="stop")
    record = driver.record
    assert (record.dice_alone[0], record.dice_summed[0], record.dice_unused[0]) == (1, 0, 1)
    driver.act(type="pick", dice=["white3"])
    driver.act(type="stop")
    assert record.dice_unused[1] == 1


def test_a_full_altars_move_is_counted_when_it_is_made():
    driver = at_use((5, 6, 1), rooms=(2, 0, 6), relics={0: [[9, 0], [9, 1]]})
    driver.act(type="wild", dice=["white1", "white2"], bumps=0, column=9, step=0 + 1)
    driver.act(type="room", room="camp")
    assert (driver.record.wilds[0], driver.record.altar_moves[0]) == (1, 1)
    driver = at_use((5, 6, 1), rooms=(2, 0, 7), relics={0: [[9, 1]]})
    driver.act(type="wild", dice=["white1", "white2"], bumps=0, column=9, step=1)
    assert (driver.record.wilds[0], driver.record.altar_moves[0]) == (1, 0)


def test_the_game_is_told_in_names():
    lines = list(narrate_game(Table(match_of("raider", 2, seed=2)), 0))
    text = "\n".join(lines)
    assert lines[1].startswith("Turn 1: seat 0 rolls white1 ")
    for phrase in ("picks white1", "escapes: 9 left", "puts the relic into the camp", "is discarded", "resupplies: "):
        assert phrase in text
    assert lines[-1].startswith("End (finished): won by seat ")


def test_the_same_rows_with_the_compiler_off():
    program = (
        "from temple_sim.engine.playout import Table\nfrom tests.driver import match_of\n"
        "from tests.games.raider.altered import ALTERED\n"
        "for s in ([], ALTERED['mirrors']): print(Table(match_of('raider', 2, settings=s)).play(0, 2).tobytes().hex())"
    )
    folder, texts = Path(__file__).parents[3], []
    for off in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": off}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, env=environment, check=True
        )
        texts.append(done.stdout)
    assert texts[0] == texts[1]
    assert len(texts[0].split()) == 2
