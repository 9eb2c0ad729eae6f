"""Temple Raider's relics, steps, uses and attacks on small frames made by hand: expected values are arithmetic on them."""

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import raider
from tests.analysis.test_raider import played


def test_standings_of_moments_that_came():
    frame = pd.DataFrame(
        {
            **{f"quarter_turn.{label}": [4, 4, 0, 0] for label in ("first_quarter", "half", "third_quarter")},
            **{f"quarter_progress.{label}": [8, 9, 3, 2] for label in ("first_quarter", "half", "third_quarter")},
        }
    )
    found = raider.standings(frame)
    assert list(found) == ["first quarter", "half", "third quarter"]
    assert found["half"].tolist()[:2] == [8, 9] and found["half"].isna().tolist() == [False, False, True, True]


def uses(*decisions):
    """Valued uses of a die from rows of (type, use, picks, column, first, second), all dice of the seat left: two."""
    lines = [
        {"game": d, "decision": d, "type": kind, "use": use, "picks": picks, "dice left": 2, "bumps": 0,
         "column": column, "first": first, "second": second, "value": (first + second) / 2}
        for d, rows in enumerate(decisions)
        for kind, use, picks, column, first, second in rows
    ]  # fmt: skip
    return pd.DataFrame(lines)


SUM, STOP = ("relic", "summed", 2, 7, 0.5, 0.3), ("stop", "stop", 0, None, 0.1, 0.1)


def test_alone_less_summed_within_a_decision():
    """The first half likes the die worth 0.6 there best, which is worth 0.2 in the second; the second the other one."""
    both = [("relic", "alone", 1, 1, 0.6, 0.2), ("relic", "alone", 1, 2, 0.3, 0.5), SUM, STOP]
    table = raider.alone_or_sum(uses(both, both, [SUM, STOP])).set_index("compared")
    assert table["offered"].tolist() == [2, 2]
    assert table.loc["best of each", "value"] == pytest.approx((0.2 + 0.3) / 2 - 0.4)
    assert table.loc["mean of each", ["value", "low", "high"]].tolist() == pytest.approx([0.0] * 3)
    assert raider.alone_or_sum(uses([SUM, STOP]))["offered"].tolist() == [0, 0]


def test_a_step_is_worth_what_a_stop_gives_away():
    """Moves that leave a die over, or move relics from storage, are no plain step."""
    kept = [SUM, STOP, ("relic", "alone", 1, 3, 0.9, 0.9), ("card", "summed", 2, None, 0.9, 0.9)]
    frame = uses(kept, [SUM, ("resupply", "resupply", 0, None, 0.2, 0.2)], kept)
    table = raider.step_worth(frame)
    assert table[["column", "offered"]].to_numpy().tolist() == [[7, 2]]
    assert table.loc[0, ["value", "low", "high"]].tolist() == pytest.approx([0.3] * 3)
    assert raider.step_worth(frame.assign(bumps=1)).empty


def test_lead_at_half_by_hand():
    """Leads of +3 (wins), -3, 0 (half a win each), and a game that never came so far."""
    frame = pd.DataFrame(
        {
            "game": np.repeat(range(6), 2),
            "block": np.repeat(range(6), 2),
            "seat": [0, 1] * 6,
            "share": [1, 0, 1, 0, 0.5, 0.5, 1, 0, 0, 1, 1, 0],
            **{f"quarter_turn.{q}": np.repeat([5, 5, 5, 5, 0, 5], 2) for q in QUARTERS},
            **{f"quarter_progress.{q}": [13, 10, 14, 10, 10, 10, 10, 10, 9, 1, 20, 4] for q in QUARTERS},
        }
    )
    found = raider.step_values(frame).set_index("lead at half")
    assert found["value"].to_dict() == pytest.approx({"-5 to -3": 0, "0": 0.5, "+3 to +5": 1})  # other bands: one block
    assert found["blocks"].tolist() == [2, 2, 2]
    assert list(raider.step_values(frame[:2])) == ["lead at half", "value", "low", "high", "blocks", "detects"]


QUARTERS = ("first_quarter", "half", "third_quarter")


def test_escapes_by_hand():
    """Column 7 leaves first and third in one seat, second in the other; column 2 once, second; column 5 once, first.

    Two columns are placed in each seat, so that the eight others share places 3 to 10.
    """
    frame = pd.DataFrame(
        {
            "block": [0, 1],
            "escape_column.1": [7, 5],
            "escape_column.2": [2, 7],
            "escape_column.3": [7, 0],
            "escape_turn.1": [3, 4],
            "escape_turn.2": [5, 6],
            "escape_turn.3": [9, 0],
        }
    )
    found = raider.escapes(frame).set_index("column")
    shown = ["order", "left", "turn", "relics a seat", "events"]
    assert found.loc[7, shown].tolist() == pytest.approx([1.5, 1, (3 + 6) / 2, 1.5, 2])
    assert found.loc[2, shown].tolist() == pytest.approx([(2 + 6.5) / 2, 0.5, 5, 0.5, 1])
    assert found.loc[1, ["order", "left", "relics a seat"]].tolist() == [6.5, 0, 0]
    assert np.isnan(found.loc[1, "turn"]) and found["order"].sum() == 55


@pytest.mark.parametrize(("column", "first", "last"), [([3, 3, 3], "column 3", None), ([3, 4], None, None)])
def test_a_column_is_first_or_last_if_it_stands_clear(column, first, last):
    """Columns that no relic ever leaves are all last alike."""
    games = len(column) * 20
    frame = pd.DataFrame({"block": range(games), "escape_column.1": column * 20, "escape_turn.1": 2})
    assert raider.ANSWERS["column out first"](frame) == first
    assert raider.ANSWERS["column out last"](frame) == last
    assert raider.ANSWERS["column out first"](frame.assign(**{"escape_column.1": 0})) is None
    whole = {f"escape_column.{k}": k for k in range(1, 11)} | {f"escape_turn.{k}": k for k in range(1, 11)}
    assert raider.ANSWERS["column out last"](frame.assign(**whole)) == "column 10"


def test_tables_of_a_run_agree_with_its_columns():
    _, frame = played(3, ("sprinter", "random", "balanced"), 60)
    found = raider.escapes(frame)
    assert found["relics a seat"].sum() == pytest.approx(frame["score"].mean())  # the score is the relics that left
    told = raider.attacks(frame).set_index(["kind", "what"])
    winners = frame.loc[frame["share"] > 0, "eruptions_suffered"]
    assert told.loc[("eruptions", "suffered"), "winners"] == pytest.approx(winners.mean())
    attacks = told["all"]
    assert attacks["eruptions", "caused"] == pytest.approx(frame["eruptions_caused"].mean())
    assert attacks["pushes", "caused"] == pytest.approx(attacks["pushes", "suffered"])
    counts = raider.dice_use(frame).set_index("source")
    won = frame["share"] > 0
    assert counts.loc["bumps", "winners"] == pytest.approx(frame.loc[won, "bumps"].mean())
    assert counts.loc["bumps", "others"] == pytest.approx(frame.loc[~won, "bumps"].mean())
