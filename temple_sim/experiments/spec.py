"""The what-if file: what a designer asks, as written; `cells` expands it before the first game."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from temple_sim.core.errors import UserError
from temple_sim.core.ruleset import Strict, read_toml

BASELINE = "baseline"
LineUp = Annotated[list[str], Field(min_length=1)]
Values = Annotated[list[Any], Field(min_length=1)]


def word(value: Any) -> str:
    """A rule's value as a what-if file writes it."""
    if value is None:
        return "none"
    return "[" + ", ".join(map(word, value)) + "]" if isinstance(value, list | tuple) else str(value)


class MetricChoice(Strict):
    """What is compared, and how small a difference does not matter."""

    primary: str
    margin: float = Field(default=0.02, gt=0)
    secondary: list[str] = []


class Design(Strict):
    """How much is played: so many blocks a cell, or at most so many when it may stop early.

    stop        "precise": as soon as the verdicts are clear, by an always-valid rule
    precision   as soon as the effect's always-valid interval is no wider than this either way
    """

    blocks: int = Field(default=10_000, ge=2, le=10**9)
    seed: int = Field(default=1, ge=0, lt=2**63)
    stop: Literal["fixed", "precise"] = "fixed"
    precision: float | None = Field(default=None, gt=0)

    @property
    def sequential(self) -> bool:
        """Whether it may stop before all blocks are played."""
        return self.stop == "precise" or self.precision is not None


class Variant(Strict):
    """Changed rules: one set, or every combination of a grid."""

    id: str = Field(pattern=r"^[\w.-]+$")
    set: dict[str, Any] = {}
    grid: dict[str, Values] = {}

    @model_validator(mode="after")
    def _changes_something(self) -> "Variant":
        if self.id == BASELINE:
            raise ValueError("'baseline' is the ruleset as it is and needs no variant")
        if bool(self.set) == bool(self.grid):
            raise ValueError(f"variant '{self.id}' needs either set or grid")
        return self

    def expand(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(id, changed rules) of every combination."""
        if self.set:
            yield self.id, self.set
            return
        for values in itertools.product(*self.grid.values()):
            changes = dict(zip(self.grid, values, strict=True))
            yield f"{self.id}:" + ",".join(f"{key}={word(value)}" for key, value in changes.items()), changes


class Experiment(Strict):
    """A what-if file."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    game: str
    question: str = ""
    players: list[int] = []
    policies: LineUp | list[LineUp] = ["planner"]
    check_policies: list[str | LineUp] = []
    metric: MetricChoice
    design: Design = Design()
    variant: list[Variant] = Field(min_length=1)
    uncertain: dict[str, Values] = {}

    @model_validator(mode="after")
    def _no_id_twice(self) -> "Experiment":
        ids = [variant.id for variant in self.variant]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice:
            raise ValueError(f"variant '{twice}' is there twice")
        return self

    def line_ups(self) -> list[tuple[str, ...]]:
        """The line-ups of the question itself."""
        if all(isinstance(entry, str) for entry in self.policies):
            return [tuple(map(str, self.policies))]
        return [tuple(entry) for entry in self.policies]

    def check_line_ups(self) -> list[tuple[str, ...]]:
        """The line-ups the verdict is repeated under."""
        return [(entry,) if isinstance(entry, str) else tuple(entry) for entry in self.check_policies]


def read_experiment(file: Path, settings: list[str] | None = None) -> Experiment:
    """A what-if file with `key=value` settings laid over it. UserError for anything wrong with it."""
    tables = read_toml(file)
    for setting in settings or []:
        _lay_over(tables, setting)
    return check_experiment(tables, str(file))


def check_experiment(tables: dict[str, Any], source: str) -> Experiment:
    """An experiment from nested plain values."""
    try:
        return Experiment.model_validate(tables)
    except ValidationError as error:
        raise UserError(f"{source}: {_first(error)}") from None


def _first(error: ValidationError) -> str:
    detail = error.errors()[0]
    where = ".".join(str(part) for part in detail["loc"] if not str(part).startswith("list["))
    message = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        return f"unknown key '{where}'{_nearest(where)}"
    return f"{where}: {message}" if where else message


def _nearest(where: str) -> str:
    from difflib import get_close_matches

    models = (Experiment, MetricChoice, Design, Variant)
    known = {field.alias or name for model in models for name, field in model.model_fields.items()}
    near = get_close_matches(where.rsplit(".", 1)[-1], sorted(known), n=1)
    return f". Did you mean '{near[0]}'?" if near else ""


def _lay_over(tables: dict[str, Any], setting: str) -> None:
    from temple_sim.core.ruleset import parse_value

    name, equals, text = setting.partition("=")
    *path, last = name.strip().split(".")
    if not equals or not last:
        raise UserError(f"--set {setting}: expected key=value.")
    for part in path:
        tables = tables.setdefault(part, {})
        if not isinstance(tables, dict):
            raise UserError(f"--set {setting}: '{part}' holds no keys.")
    tables[last] = parse_value(text.strip())
