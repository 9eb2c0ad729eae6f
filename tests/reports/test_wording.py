"""The words that all reports share: numbers with intervals, thin cells, what would show the margin, what is settled."""

import numpy as np
import pandas as pd
import pytest

from temple_sim.reports.material import Material
from temple_sim.reports.wording import (
    amount,
    basis,
    basis_of_values,
    blocks_needed,
    change,
    clear,
    enough,
    gain,
    in_points,
    leaning,
    listed,
    rate,
    rate_lines,
    settled,
    value_lines,
    values_needed,
    widened,
    with_interval,
    withheld,
    word,
)  # fmt: skip
from tests.driver import match_of

NAN = float("nan")
RATES = pd.DataFrame({"seat": [0, 1], "value": [0.52, 0.48], "low": [0.51, 0.47], "high": [0.53, 0.49], "n": [9999, 1]})


def test_rates():
    assert rate(RATES.iloc[0]) == "52.0% [51.0, 53.0]"
    assert rate({"value": 0.5, "low": NAN, "high": NAN}) == "50.0%"  # one block has no interval
    assert rate({"value": NAN, "low": NAN, "high": NAN}) == "-"


def test_differences_and_means():
    row = {"value": 0.012, "low": -0.003, "high": 0.021, "mean": -2.0, "mean_low": -3.0, "mean_high": -1.0}
    assert gain(row) == "+1.2 points [-0.3, +2.1]" and in_points(row) == "+1.2 [-0.3, +2.1]"
    assert amount(row, "mean", "mean_") == "-2.00 [-3.00, -1.00]" and change(row) == "+0.01 [-0.00, +0.02]"


def test_intervals_in_a_column():
    shown = with_interval(RATES, name="W")
    assert list(shown) == ["seat", "W", "n"]
    assert shown["W"].tolist() == ["52.0% [51.0, 53.0]", "48.0% [47.0, 49.0]"]
    plain = with_interval(RATES.assign(value=[3, NAN], low=[NAN, NAN], high=[NAN, NAN]), write=amount)
    assert plain["value"].tolist() == ["3.00", "-"]
    assert list(with_interval(RATES[:0], "value")) == ["seat", "value", "n"]


def test_interval_columns_with_a_beginning():
    frame = pd.DataFrame({"a_low": [1.0], "a_high": [3.0], "kind": ["x"], "a": [2.0], "low": [9.0]})
    shown = with_interval(frame, "a", amount, "mean", ends="a_")
    assert list(shown) == ["kind", "mean", "low"] and shown["mean"].tolist() == ["2.00 [1.00, 3.00]"]


@pytest.mark.parametrize(
    ("low", "high", "start"),
    [
        (0.03, 0.05, "Yes, by more than 2 points"),
        (-0.05, -0.03, "No, it harms, by more than 2 points"),
        (-0.01, 0.01, "Hardly: by less than 2 points either way"),
        (0.01, 0.03, "Yes; whether by more than 2 points is not settled"),
        (-0.03, -0.01, "No, it harms; whether by more than 2 points is not settled"),
        (-0.03, 0.03, "Not settled"),
        (float("nan"), float("nan"), "Not settled"),
    ],
)
def test_a_difference_in_words(low, high, start):
    assert leaning(low, high, 0.02).startswith(start)


def test_lines_are_clear_of_zero_as_a_table():
    """z = 3, 2, 2.5 and none: p = 0.0027, 0.0455, 0.0124; Holm: 4 x, 2 x and 3 x that: 0.011, 0.091, 0.037."""
    table = pd.DataFrame(
        {"v": [3.0, 2.0, -2.5, 1.0], "low": [1.04, 0.04, -4.46, np.nan], "high": [4.96, 3.96, -0.54, np.nan]}
    )
    assert clear(table, "v").tolist() == [True, False, True, False]
    exact = pd.DataFrame({"v": [0.0, 0.1], "low": [0.0, 0.1], "high": [0.0, 0.1]})
    assert clear(exact, "v").tolist() == [False, True]


def test_thin_cells_by_kind_of_table():
    values = pd.DataFrame({"offered": [19, 20, 21]})
    assert enough(values)["offered"].tolist() == [20, 21]
    assert withheld(values, enough(values)) == " (1 thin cell withheld)"
    rates = pd.DataFrame({"blocks": [99, 100, 100], "events": [500.0, 99.0, 100.0]})
    assert len(enough(rates)) == 1


@pytest.mark.parametrize(
    ("names", "text"), [([], "none"), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")]
)
def test_lists_in_words(names, text):
    assert listed(names) == text


def test_thin_cells_of_an_empty_table():
    assert enough(pd.DataFrame()).empty and withheld(pd.DataFrame(), pd.DataFrame()) == ""


@pytest.mark.parametrize(
    ("low", "high", "lines", "told"),
    [
        (0.01, 0.05, 1, True),
        (0.001, 0.059, 5, False),  # five lines: the half width of 0.029 grows by 2.576/1.960 to 0.038, above 0.03
        (-0.05, -0.02, 3, True),  # by 2.394/1.960: from 0.015 to 0.018, below 0.035
        (-0.01, 0.05, 1, False),
        (0.02, 0.14, 1, False),  # known to six points only
    ],
)
def test_when_a_gain_counts_as_settled(low, high, lines, told):
    row = {"gain": (low + high) / 2, "gain_low": low, "gain_high": high}
    assert settled(row, lines, "gain", "gain_") is told


def test_a_line_picked_among_ten_has_a_wider_interval():
    """0.3 above and below at 95%; at 99.5% (z = 2.807 for 1.960) that is 0.430."""
    row = {"value": 1.0, "low": 0.7, "high": 1.3}
    assert widened(row, 1) == pytest.approx((0.7, 1.3))
    assert widened(row, 10) == pytest.approx((0.570, 1.430), abs=0.001)


def test_a_verdict_of_one_policy():
    assert word({"low": 0.01, "high": 0.02}).startswith("one policy")
    assert word({"a_low": -0.01, "a_high": 0.02}, "a_") == "undecided"


# --- what would show the margin --------------------------------------------------------------------------------------


def test_blocks_that_show_the_margin():
    """The line that needs most counts: 100 blocks that show 6 points show 2 with nine times as many."""
    rates = pd.DataFrame({"blocks": [100, 5000], "detects": [0.06, 0.005]})
    assert blocks_needed(rates, 0.02) == "900 blocks would show 2 points in every line"
    assert basis(rates, 0.02) == "95% intervals over 100 blocks or more; " + blocks_needed(rates, 0.02)
    assert basis(rates[1:], 0.01) == "95% intervals over 5,000 blocks; 1,250 blocks would show 1 points"
    assert basis(rates[:1]) == "95% intervals over 100 blocks, which show differences from 0.06 on"
    unknown = rates.assign(detects=NAN)
    assert basis(unknown, 0.02) == basis(unknown) == "95% intervals over 100 blocks or more"


def test_decisions_that_show_the_margin():
    """Half widths of 2 and 4 points: (1.43 x 0.04 / 0.02) ** 2 = 8.18 times the 50 decisions of the second line."""
    values = pd.DataFrame({"offered": [20, 50], "low": [-0.01, 0.0], "high": [0.03, 0.08]})
    assert values_needed(values, 0.02, "offered", what="decisions") == (
        "; about 409 decisions a line would show 2 points"
    )
    assert values_needed(values.assign(low=NAN), 0.02, "offered") == ""
    match = match_of("raider", 3, ("planner",))
    material = Material(match.game, match.ruleset, "test", 1, rollouts=4)
    material.valued["use"] = pd.DataFrame({"game": [1, 1, 2], "decision": [1, 2, 3]})
    assert basis_of_values(values, material, "use").startswith(
        "95% intervals by bootstrap over 2 games; 3 decisions, 4 rollouts of each action; about 409 decisions"
    )


# --- tables ----------------------------------------------------------------------------------------------------------


def test_a_table_of_values():
    """RA has an interval, the mean other has its own, the best other has none; the second line is thin."""
    table = pd.DataFrame({
        "kind": ["a", "b"], "offered": [20, 19], "chosen": [0.5, 0.5], "W": [0.3, 0.3], "RA": [0.01, 0.0], "low": [0.0, 0.0],
        "high": [0.02, 0.0], "mean": [0.03, 0.0], "mean_low": [0.02, 0.0], "mean_high": [0.04, 0.0], "best": [-0.01, 0.0],
    })  # fmt: skip
    shown = value_lines("v", "Values", table)
    assert shown.caption == "Values, in points of W (1 thin cell withheld)"
    assert shown.columns == (
        "kind", "decisions", "taken", "W when forced", "RA", "against mean other", "against best other",
    )  # fmt: skip
    assert shown.rows == (("a", "20", "50.0%", "30.0%", "+1.0 [+0.0, +2.0]", "+3.0 [+2.0, +4.0]", "-1.0"),)


def test_a_table_of_rates():
    table = pd.DataFrame({"kind": ["a"], "value": [0.3], "low": [0.2], "high": [0.4], "blocks": [100], "detects": [0.012],
                          "W": [0.25], "gap": [-0.03], "events": [1234.0]})  # fmt: skip
    assert rate_lines("r", "Rates", table).rows == (
        ("a", "30.0% [20.0, 40.0]", "100", "1.20%", "25.0%", "-3.0", "1,234"),
    )
    assert rate_lines("r", "Means", table, amount).rows[0][1:4] == ("0.30 [0.20, 0.40]", "100", "0.012")
