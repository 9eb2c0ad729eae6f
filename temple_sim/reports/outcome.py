"""The outcome of a what-if experiment, and how its figures are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from temple_sim.analysis.measures import metrics_of
from temple_sim.core.metrics import Metric
from temple_sim.core.ruleset import Ruleset
from temple_sim.experiments.cells import Cell, Setting
from temple_sim.experiments.spec import Experiment, word
from temple_sim.experiments.whatif import Line


@dataclass(frozen=True)
class Outcome:
    """An experiment with its result, and the command that repeats it."""

    experiment: Experiment
    cells: Sequence[Cell]
    lines: Sequence[Line]
    command: str

    @property
    def baseline(self) -> Ruleset:
        """The rules as they are."""
        return self.cells[0].match.ruleset

    @property
    def metric(self) -> Metric:
        """The primary metric."""
        return metrics_of(self.cells[0].match)[self.experiment.metric.primary]

    @property
    def main(self) -> list[Line]:
        """Lines of the question itself."""
        return [line for line in self.lines if not line.setting.check and not line.setting.uncertain]

    @property
    def settings(self) -> list[Setting]:
        """All settings."""
        return list(dict.fromkeys(line.setting for line in self.lines))


def value_text(value: float, share: bool) -> str:
    """A metric's value: percent of a share, else a plain number."""
    if value != value:
        return "no value"
    return f"{100 * value:.2f}%" if share else f"{value:.3f}"


def effect_text(value: float, share: bool) -> str:
    """A difference: percentage points of a share, else a plain number."""
    return f"{100 * value:+.2f}" if share else f"{value:+.3f}"


def with_span(value: float, span: tuple[float, float], share: bool) -> str:
    """A difference with its interval and unit."""
    if value != value:
        return "no value"
    low, high = (effect_text(bound, share) for bound in span)
    return f"{effect_text(value, share)} [{low}, {high}]" + (" points" if share else "")


def changes_text(changes: dict[str, Any], rules: Ruleset) -> str:
    """Changed rules only, each with what it is printed as."""
    return "; ".join(f"{key} = {word(new)} (as it is: {word(value_at(rules, key))})" for key, new in changes.items())


def value_at(rules: Ruleset, key: str) -> Any:
    """A rule's value; a key may reach into a list or table."""
    known = rules.values
    name = next((name for name in known if key == name or key.startswith(name + ".")), None)
    if name is None:
        return None
    value = known[name]
    for part in key[len(name) + 1 :].split(".") if key != name else ():
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def margin_text(outcome: Outcome) -> str:
    """The margin with its unit."""
    margin = outcome.experiment.metric.margin
    return f"{100 * margin:g} percentage points" if outcome.metric.share else f"{margin:g}"


def span_text(values: Sequence[int]) -> str:
    """Smallest to largest of some counts."""
    low, high = min(values), max(values)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def vrf_text(vrf: float) -> str:
    """A variance reduction factor; without any difference there is no noise to reduce."""
    return "no noise" if vrf == float("inf") else f"{vrf:.2f}"
