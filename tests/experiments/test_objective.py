"""Objectives are arithmetic over metrics and nothing else."""

import pytest

from temple_sim.core.errors import UserError
from temple_sim.experiments.balance import parse_target
from temple_sim.experiments.objective import Objective


def test_metric_names_with_dots_and_functions():
    objective = Objective("abs(seat_gap) + 0.1*abs(turns.mean-30)")
    assert objective.names == ["seat_gap", "turns.mean"]
    assert objective({"seat_gap": -0.02, "turns.mean": 25.0}) == pytest.approx(0.52)


def test_a_target_is_the_distance_to_it():
    assert parse_target("seat_gap=0")({"seat_gap": -0.25}) == 0.25
    assert parse_target("turns.mean = 30")({"turns.mean": 28.0}) == 2.0


def test_division_by_zero_has_no_value():
    value = Objective("1/ties")({"ties": 0.0})
    assert value != value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('ls')",
        "turns.mean if 1 else 2",
        "[1, 2]",
        "lambda: 1",
        "abs()",
        "abs(x=1)",
        "abs",
        "1 +",
        "",
        "'text'",
        "open(x)",
        "x" + "+1" * 1000,
        "a; b",
        "turns.mean.real()",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(UserError):
        Objective(text)


def test_an_unknown_metric_is_named_with_the_nearest():
    with pytest.raises(UserError, match=r"Did you mean 'turns\.mean'"):
        Objective("turns.maen").check_names({"turns.mean": 1})
