"""The page of a sensitivity analysis: which rules move a metric, by how much a unit, and what is noise."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from temple_sim import __version__
from temple_sim.core.jit import CODE_VERSION
from temple_sim.core.metrics import Metric
from temple_sim.core.ruleset import Ruleset
from temple_sim.experiments.sensitivity import DUMMY
from temple_sim.reports import page, whatif_figures
from temple_sim.reports.document import Figure, Section, Verdict, table_of
from temple_sim.reports.experiment import glossary
from temple_sim.reports.outcome import effect_text, vrf_text

GLOSSARY = (
    ("mu*", "mean absolute change of the metric when a rule goes through its range, over other rules' values (Morris)"),
    ("sigma", "spread of those changes: large where a rule acts differently depending on the others"),
    (DUMMY, "a rule that does not exist; it only changes the luck, so what it moves is noise"),
    ("slope", "change of the metric a unit of a rule, from a paired step to either side of its printed value"),
    ("S1, ST", "share of the metric's variance due to a rule alone, and with all it does together with others (Sobol)"),
    ("interval", "95%: over trajectories for mu*, over block differences for slopes, bootstrap for Sobol"),
)


@dataclass(frozen=True)
class Screening:
    """What a sensitivity analysis found: tables by name (screening, slopes, and sobol if asked for)."""

    title: str
    rules: Ruleset
    metric: Metric
    tables: Mapping[str, pd.DataFrame]
    refused: int
    blocks: int
    command: str


def write_screening(found: Screening, folder: Path) -> Path:
    """Write the page, its figures and tables to a folder; the page's path."""
    footer = "Made with temple-sim. Components that no rulebook prints are estimates."
    parts = [_verdict(found), _provenance(found), _alerts(found), _sensitivity(found), glossary(GLOSSARY)]
    return page.write(folder, f"{found.title}: sensitivity", f"Which rules move {found.metric.name}?", parts, footer)


def _verdict(found: Screening) -> Section:
    frame, share = found.tables["screening"], found.metric.share
    above = frame[frame["above_dummy"]]
    named = ", ".join(f"{r['parameter']} ({effect_text(r['mu_star'], share)})" for r in above.to_dict("records"))
    rest = len(frame) - 1 - len(above)
    answer = f"Above the noise: {named or 'none'}. {rest} other rules move it no more than the dummy does."
    word = "exploration: a screening finds candidates, a what-if experiment settles them"
    return Section("verdict", "Verdict", verdicts=(Verdict(f"Which rules move {found.metric.name}?", word, answer),))


def _provenance(found: Screening) -> Section:
    frame = found.tables["slopes"]
    keys = found.rules.schema.keys
    rows = [
        {"rule": name, "as it is": found.rules.values[name], "origin": keys[name].provenance,
         "meaning": keys[name].meaning}
        for name in frame["parameter"]
        if name != DUMMY
    ]  # fmt: skip
    paragraphs = (
        f"Reproduce: {found.command}",
        f"temple-sim {__version__}, code {CODE_VERSION[:12]}. Measured: {found.metric.name}, {found.metric.meaning}.",
    )
    table = table_of("rules", "Rules that were turned, and where they come from", pd.DataFrame(rows))
    return Section("provenance", "Provenance", paragraphs=paragraphs, tables=(table,))


def _alerts(found: Screening) -> Section:
    notes = []
    if found.refused:
        notes.append(f"{found.refused} points could not be played; their trajectories are left out.")
    if not found.tables["screening"]["above_dummy"].any():
        notes.append("No rule is above the noise: play more blocks or trajectories.")
    return Section("alerts", "Alerts", "" if notes else "Nothing to report: every point could be played.", tuple(notes))


def _sensitivity(found: Screening) -> Section:
    share, metric = found.metric.share, found.metric.name
    unit = " (percentage points)" if share else ""
    screening, slopes = found.tables["screening"], found.tables["slopes"]
    formats = {name: lambda v: effect_text(v, share) for name in ("mu_star", "low", "high", "sigma")}
    table = table_of("screening", f"Morris screening of {metric}{unit}", screening, formats)
    count = int(screening["above_dummy"].sum())
    caption = (
        f"{count} of {len(screening) - 1} rules are above the noise. Dots are mu*, lines 95% intervals; the dashed "
        f"line is the upper end of the dummy's. {found.blocks:,} blocks a point."
    )
    figures = [
        Figure(
            "screening", f"Screening of {metric}", f"Forest plot of mu*. {caption}", caption,
            lambda: whatif_figures.screening(screening, metric, DUMMY, share), table,
        )
    ]  # fmt: skip
    names = ("slope", "low", "high")
    table = table_of(
        "slopes", f"Change of {metric} a unit of a rule{unit}", slopes,
        {name: lambda v: effect_text(v, share) for name in names} | {"vrf": vrf_text},
    )  # fmt: skip
    real = slopes[slopes["parameter"] != DUMMY]
    clear = int(((real["low"] > 0) | (real["high"] < 0)).sum())
    caption = (
        f"{clear} of {len(real)} rules move {metric} around their printed value. Dots are the paired change over the "
        f"step named, lines 95% intervals over {found.blocks:,} blocks a replicate, not corrected for their number. "
        "The dummy's step is only to other luck: as unpaired steps would scatter."
    )
    figures.append(
        Figure(
            "slopes", "Around the printed values", f"Forest plot of paired changes. {caption}", caption,
            lambda: whatif_figures.slope_forest(slopes, metric, DUMMY, share), table,
        )
    )  # fmt: skip
    more = [table_of("sobol", f"Sobol indices of {metric}", found.tables["sobol"])] if "sobol" in found.tables else []
    return Section("sensitivity", "Sensitivity", figures=tuple(figures), tables=tuple(more))
