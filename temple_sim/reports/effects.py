"""What a what-if experiment changed: forest, dose-response, robustness matrices, and the tables behind them."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from temple_sim.analysis.measures import metrics_of
from temple_sim.experiments.cells import Setting
from temple_sim.experiments.whatif import Line
from temple_sim.reports import whatif_figures
from temple_sim.reports.document import Figure, Section, Table, table_of
from temple_sim.reports.outcome import (
    Outcome,
    effect_text,
    margin_text,
    span_text,
    value_at,
    value_text,
    vrf_text,
    with_span,
)  # fmt: skip

FOREST_LINES = 24  # a forest with more lines is not read any more: then it has those of the question only
MATRICES = 12


def effects(outcome: Outcome) -> Section:
    """The delta forest, dose-response curves, and tables of all lines."""
    figures = [_forest(outcome)]
    figures += [figure for setting in outcome.settings if (figure := _dose(outcome, setting))]
    tables = [table for table in (_secondary(outcome),) if table]
    lead = "Only changed rules are named; everything else is as the game ships it."
    return Section("whatif", "What-if", lead, figures=tuple(figures), tables=tuple(tables))


def _forest(outcome: Outcome) -> Figure:
    metric, share = outcome.experiment.metric, outcome.metric.share
    shown = list(outcome.lines) if len(outcome.lines) <= FOREST_LINES else outcome.main
    count = {word: sum(line.verdict == word for line in shown) for word in whatif_figures.VERDICT_COLOURS}
    finding = ", ".join(f"{n} {word}" for word, n in count.items() if n)
    caption = (
        f"{finding}. Dots are the effects on {metric.primary}, lines 95% intervals over "
        f"{span_text([line.primary.blocks for line in shown])} blocks; the band is the margin, {margin_text(outcome)}."
        f"{_needed(shown, metric.margin)}"
    )
    left_out = len(outcome.lines) - len(shown)
    if left_out:
        caption += f" {left_out} lines of other policies and assumptions are in the table and the matrices."
    return Figure(
        "effects", "Variant minus baseline", f"Forest plot of effects with intervals. {caption}", caption,
        lambda: whatif_figures.delta_forest(shown, metric.primary, metric.margin, share), _table(outcome),
    )  # fmt: skip


def _needed(lines: Sequence[Line], margin: float) -> str:
    """How many blocks would make the widest interval as narrow as the margin."""
    blocks = [line.primary.blocks * (line.half_width / margin) ** 2 for line in lines]
    most = max((b for b in blocks if b == b), default=0.0)
    return f" About {max(2, int(most)):,} blocks make every interval as narrow as the margin." if most else ""


def _table(outcome: Outcome) -> Table:
    share = outcome.metric.share
    rows = [
        {
            "variant": line.variant, "players": line.setting.players, "policies": line.setting.policies,
            "assumed": line.setting.assumed, "baseline": line.primary.baseline, "with it": line.primary.variant,
            "effect": line.primary.effect, "low": line.interval[0], "high": line.interval[1],
            "VRF": line.primary.vrf, "blocks": line.primary.blocks, "verdict": line.verdict,
        }
        for line in outcome.lines
    ]  # fmt: skip
    formats: dict[str, Any] = {name: lambda v: value_text(v, share) for name in ("baseline", "with it")}
    formats |= {name: lambda v: effect_text(v, share) for name in ("effect", "low", "high")}
    formats["VRF"] = vrf_text
    unit = " (effects in percentage points)" if share else ""
    caption = f"{outcome.experiment.metric.primary}: variant against baseline{unit}"
    return table_of("effects", caption, pd.DataFrame(rows), formats)


def _secondary(outcome: Outcome) -> Table | None:
    known = metrics_of(outcome.cells[0].match)
    rows = []
    for line in outcome.main:
        for name, pair in line.secondary.items():
            share = known[name].share
            rows.append(
                {
                    "variant": line.variant, "setting": str(line.setting), "metric": name,
                    "baseline": value_text(pair.baseline, share), "with it": value_text(pair.variant, share),
                    "effect": with_span(pair.effect, pair.interval(), share), "VRF": pair.vrf,
                }
            )  # fmt: skip
    caption = "Other metrics, 95% intervals, without verdicts: they were not the question"
    return table_of("secondary", caption, pd.DataFrame(rows), {"VRF": vrf_text}) if rows else None


def _dose(outcome: Outcome, setting: Setting) -> Figure | None:
    """The dose-response curve of a setting of the question, when all its variants turn the same one number."""
    own = [line for line in outcome.main if line.setting == setting]
    keys = {tuple(line.changes) for line in own}
    if len(own) < 2 or len(keys) != 1 or len(key := next(iter(keys))) != 1:
        return None
    printed, doses = value_at(outcome.baseline, key[0]), [line.changes[key[0]] for line in own]
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in [printed, *doses]):
        return None
    metric, share = outcome.experiment.metric, outcome.metric.share
    lows, highs = zip(*(line.interval for line in own), strict=True)
    blocks = span_text([line.primary.blocks for line in own])
    shown = [line.primary.effect for line in own]
    first, last = min(zip(doses, shown, strict=True)), max(zip(doses, shown, strict=True))
    caption = (
        f"{metric.primary} changes by {effect_text(first[1], share)} at {key[0]} = {first[0]:g} and by "
        f"{effect_text(last[1], share)} at {last[0]:g}, against {printed:g} as it is ({setting}). The line is the "
        f"effect, its band the 95% interval of each dose over {blocks} blocks, "
        "the grey band is the margin."
    )
    number = outcome.settings.index(setting)
    return Figure(
        f"dose-{number}", f"Dose-response of {key[0]}", f"Effect by dose. {caption}", caption,
        lambda: whatif_figures.dose_response(
            doses, shown, lows, highs, key[0], metric.primary, float(printed), metric.margin, share
        ),
    )  # fmt: skip


def robustness(outcome: Outcome) -> Section:
    """For every variant, the verdicts under other policies and other values of uncertain components."""
    variants = list(dict.fromkeys(line.variant for line in outcome.lines))
    figures = [_matrix(outcome, variant, number) for number, variant in enumerate(variants[:MATRICES])]
    left_out = len(variants) - len(figures)
    rest = (f"{left_out} more variants are in the table of effects.",) if left_out else ()
    lead = "Rows are players and policies, columns the values assumed for uncertain components."
    return Section("robustness", "Robustness matrix", lead, rest, figures=tuple(figures))


def _matrix(outcome: Outcome, variant: str, number: int) -> Figure:
    share, own = outcome.metric.share, [line for line in outcome.lines if line.variant == variant]
    effects = [line.primary.effect for line in own]
    span = f"{effect_text(min(effects), share)} to {effect_text(max(effects), share)}{' points' if share else ''}"
    caption = (
        f"{variant}: effects of {span} over {len(own)} settings of "
        f"{span_text([line.primary.blocks for line in own])} blocks. Each cell has its verdict and its effect."
    )
    return Figure(
        f"robustness-{number}", f"Robustness of {variant}", f"Matrix of verdicts. {caption}", caption,
        lambda: whatif_figures.robustness_matrix(outcome.lines, variant, share),
    )  # fmt: skip
