"""Records: layout, copying compiled and plain, and nothing but the record itself is touched."""

import numpy as np
import pytest
from numba import from_dtype, njit

from temple_sim.core.metrics import SHARED_COLUMNS, Column, column_metrics, result_dtype
from temple_sim.core.records import HEADER, copy_record, record_dtype, state_dtype
from temple_sim.core.spec import GameSpec
from tests.driver import game_by_name

FIELDS = [("small", "i1"), ("wide", "i8"), ("grid", "i2", (3, 5)), ("tail", "u1", (7,))]


def filled(dtype, count, seed):
    """Records of random bytes, gaps included."""
    raw = np.random.default_rng(seed).integers(0, 256, count * dtype.itemsize, dtype=np.uint8)
    return raw.view(dtype)


@njit
def compiled_copy(records, to, origin):
    copy_record(records[to], records[origin])


def plain_copy(records, to, origin):
    copy_record(records[to], records[origin])


@pytest.mark.parametrize("copy", [compiled_copy, plain_copy])
def test_copy_takes_every_field_and_nothing_else(copy):
    records = filled(state_dtype(FIELDS), 5, 1)
    before = records.copy()
    copy(records, 2, 4)
    for name in records.dtype.names:
        assert np.array_equal(records[name][2], before[name][4])
        assert np.array_equal(records[name][[0, 1, 3, 4]], before[name][[0, 1, 3, 4]])


def test_copy_is_no_alias():
    records = np.zeros(2, state_dtype(FIELDS))
    compiled_copy(records, 0, 1)
    records["grid"][1] = 9
    assert not records["grid"][0].any()


def test_a_state_begins_with_the_header():
    names = [name for name, *_ in HEADER]
    dtype = state_dtype(FIELDS)
    assert list(dtype.names[: len(names)]) == names
    assert names == ["players", "to_move", "phase", "turn", "plies", "over", "end_reason"]


def test_layouts_agree_between_numpy_and_the_compiler():
    dtype = state_dtype(FIELDS)
    compiled = from_dtype(dtype)
    assert compiled.size == dtype.itemsize
    assert all(compiled.offset(name) == dtype.fields[name][1] for name in dtype.names)
    assert dtype.isalignedstruct


def test_scalars_have_attributes_in_plain_python():
    record = np.zeros(1, record_dtype(FIELDS))[0]
    record.wide = -(2**62)
    record.grid[2, 4] = 300
    assert record["wide"] == -(2**62)
    assert record.grid[2, 4] == 300


def test_result_rows_hold_the_shared_and_the_own_columns():
    own = (Column("turn_of", "i4", "turn", per_seat=False, size=3), Column("bumps", "u2", "bumps"),
           Column("cards", "u1", "cards", size=2))  # fmt: skip
    dtype = result_dtype(own, 4)
    shapes = {name: dtype[name].shape for name in dtype.names}
    assert shapes == {"index": (), "turns": (), "plies": (), "end_reason": (), "share": (4,), "score": (4,),
                      "turn_of": (3,), "bumps": (4,), "cards": (4, 2)}  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 5])
def test_equal_shares_add_up_to_exactly_one(players):
    """What the exact 1/P of identical policies rests on: a third is kept as exactly as a float can."""
    rows = np.zeros(1, result_dtype((), 5))
    rows["share"][0, :players] = 1 / players
    assert rows["share"][0].astype(np.float64).sum() == 1.0


def test_the_index_holds_any_game_number():
    rows = np.zeros(1, result_dtype((), 2))
    rows["index"] = 10**12
    assert rows["index"][0] == 10**12


def test_metrics_of_columns_measure_their_entries():
    columns = (Column("cards", "u1", "cards", size=3, labels=lambda values: ["a", "b"]), Column("bumps", "u2", "bumps"))
    rows = np.zeros(2, result_dtype(columns, 2))
    rows["cards"][1, 0, 1], rows["bumps"][0] = 7, [3, 4]
    found = {m.name: m.value(rows) for m in column_metrics(columns, {})}
    assert list(found) == ["cards.a.mean", "cards.b.mean", "bumps.mean"]
    assert found["cards.b.mean"].tolist() == [[0, 0], [7, 0]]
    assert found["bumps.mean"].tolist() == [[3, 4], [0, 0]]


def test_shared_columns_lead_every_game():
    game = game_by_name("pig")
    assert isinstance(game, GameSpec)
    assert game.all_columns[: len(SHARED_COLUMNS)] == SHARED_COLUMNS
    assert [c.name for c in game.all_columns[len(SHARED_COLUMNS) :]] == ["busts"]
