"""The page of a what-if experiment or a sweep: verdict, provenance, alerts, effects, robustness, glossary."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from temple_sim import __version__
from temple_sim.core.jit import CODE_VERSION
from temple_sim.experiments.spec import Experiment, word
from temple_sim.experiments.whatif import Line, conclusion, governed
from temple_sim.reports import page, whatif_figures
from temple_sim.reports.document import Section, Verdict, table_of
from temple_sim.reports.effects import effects, robustness
from temple_sim.reports.outcome import (
    Outcome,
    changes_text,
    effect_text,
    margin_text,
    value_at,
    value_text,
    with_span,
)

GLOSSARY = (
    ("effect", "the metric under the variant minus the metric under the rules as they are, on the same luck"),
    ("block", "one game of a line-up with one policy; else the line-up in all its seat rotations on the same luck"),
    ("interval", "95%, over block differences; always-valid where play could stop early"),
    ("margin", "differences up to this, set in advance, do not matter"),
    ("different", "the effect lies beyond the margin (at 5% for the table as a whole, Holm)"),
    ("equivalent", "the effect lies within the margin (at 5% for the table as a whole, Holm)"),
    ("undecided", "neither could be shown; play more blocks"),
    ("robust", "the verdict holds under every policy and every uncertain value that was tried"),
    ("policy-dependent", "another policy gives the other verdict, or an effect the other way"),
    ("data-dependent", "another value of an uncertain component gives the other verdict, or an effect the other way"),
    ("VRF", "variance reduction factor: how many times more blocks the same error would take on separate luck"),
    ("W", "win share: 1 for a win, 1/k for one shared by k; W.seat.0 is that of the first seat"),
)


def write_outcome(outcome: Outcome, folder: Path, name: str) -> Path:
    """Write the page, its figures and tables to a folder; the page's path."""
    game, experiment = outcome.cells[0].match.game, outcome.experiment
    subtitle = experiment.question or f"What changes {experiment.metric.primary}?"
    footer = "Made with temple-sim. Components that no rulebook prints are estimates."
    return page.write(folder, f"{game.title}: {name}", subtitle, sections_of(outcome), footer)


def sections_of(outcome: Outcome) -> list[Section]:
    """All sections in their order; robustness only where more than one setting was played."""
    parts = [verdict(outcome), provenance(outcome), alerts(outcome), effects(outcome)]
    if len(outcome.settings) > 1:
        parts.append(robustness(outcome))
    return [*parts, glossary(GLOSSARY)]


def glossary(terms: Sequence[tuple[str, str]]) -> Section:
    """Terms and methods."""
    frame = pd.DataFrame(terms, columns=["term", "meaning"])
    return Section(
        "glossary", "Glossary and methods", tables=(table_of("glossary", "Terms as they are used here", frame),)
    )


def verdict(outcome: Outcome) -> Section:
    """One sentence a variant and number of players."""
    estimated = ", ".join(outcome.baseline.estimated())
    rests = (f"All of this rests on estimated components: {estimated}.",) if estimated else ()
    return Section(
        "verdict", "Verdict", outcome.experiment.question, paragraphs=rests, verdicts=tuple(_verdicts(outcome))
    )


def _verdicts(outcome: Outcome) -> Iterator[Verdict]:
    share, metric = outcome.metric.share, outcome.experiment.metric
    for line in outcome.main:
        pair, players = line.primary, line.setting.players
        moved = f"{metric.primary} goes from {value_text(pair.baseline, share)} to {value_text(pair.variant, share)}"
        answer = {
            "different": f"Yes, it makes a difference: {moved}, ",
            "equivalent": f"No difference that matters: {moved}, ",
            "undecided": f"Not settled by so many blocks: {moved}, ",
        }[line.verdict] + f"{with_span(pair.effect, line.interval, share)}. n = {pair.blocks:,} blocks."
        held = [other for other in outcome.lines if (other.variant, other.setting.players) == (line.variant, players)]
        if len(held) > 1:
            answer += f" {_support(line, held)}"
        question = f"{line.variant}: {changes_text(line.changes, outcome.baseline)}; {line.setting}"
        yield Verdict(question, conclusion(outcome.lines, line.variant, players), answer)


def _support(line: Line, held: Sequence[Line]) -> str:
    """How many of a variant's settings agree with a line."""
    same = sum(other.verdict == line.verdict for other in held)
    open_ones = sum(other.verdict == "undecided" for other in held) if line.verdict != "undecided" else 0
    rest = f", {open_ones} leave it undecided" if open_ones else ""
    return f"{same} of {len(held)} policies and assumptions give this verdict{rest}."


def provenance(outcome: Outcome) -> Section:
    """How to get this again, what was asked in advance, and what was changed."""
    experiment, rules, metric = outcome.experiment, outcome.baseline, outcome.metric
    design, changed = experiment.design, dict.fromkeys(key for line in outcome.lines for key in line.changes)
    paragraphs = (
        f"Reproduce: {outcome.command}",
        f"Seed {design.seed}, temple-sim {__version__}, code {CODE_VERSION[:12]}.",
        f"Measured: {metric.name}, {metric.meaning}. Margin set in advance: {margin_text(outcome)}.",
        _stopping(experiment),
    )
    keys = [(key, "changed") for key in changed] + [(key, "uncertain") for key in experiment.uncertain]
    rows = [
        {
            "rule": key, "role": role, "as it is": word(value_at(rules, key)),
            "origin": rules.schema.keys[key].provenance, "meaning": rules.schema.keys[key].meaning,
        }
        for key, role in keys
        if key in rules.schema.keys
    ]  # fmt: skip
    table = table_of("rules", "Rules that were turned, and where they come from", pd.DataFrame(rows))
    return Section("provenance", "Provenance", paragraphs=paragraphs, tables=(table,))


def _stopping(experiment: Experiment) -> str:
    design = experiment.design
    if design.precision is not None:
        return f"Played until the always-valid interval was ±{design.precision:g}, at most {design.blocks:,} blocks."
    if design.stop == "precise":
        return f"Played until the verdicts were clear by an always-valid rule, at most {design.blocks:,} blocks a cell."
    return f"Played: {design.blocks:,} blocks a cell, fixed in advance."


def alerts(outcome: Outcome) -> Section:
    """What a reader must know before believing the rest."""
    notes, share = [], outcome.metric.share
    faults = sum(line.faults for line in outcome.lines)
    if faults:
        notes.append(f"{faults:,} games hit a guard and ended without a winner (counted in every comparison).")
    wide = [line for line in outcome.lines if line.half_width > outcome.experiment.metric.margin]
    if wide:
        worst = max(wide, key=lambda line: line.half_width)
        notes.append(
            f"{len(wide)} of {len(outcome.lines)} intervals are wider than the margin; the widest, "
            f"{whatif_figures.label_of(worst)}, is ±{effect_text(worst.half_width, share)[1:]}."
        )
    empty = sum(line.primary.effect != line.primary.effect for line in outcome.lines)
    if empty:
        notes.append(f"{empty} of {len(outcome.lines)} comparisons have no value: what is measured never came up.")
    undecided = sum(line.verdict == "undecided" for line in outcome.lines)
    if undecided:
        notes.append(f"{undecided} of {len(outcome.lines)} comparisons are undecided.")
    same = [line.primary.blocks for line in outcome.lines if line.primary.vrf == float("inf")]
    if same:
        notes.append(
            f"{len(same)} of {len(outcome.lines)} comparisons never differed in any block; what happens in 1 of "
            f"{min(same) // 3:,} blocks or less often could still have been missed (at 95%)."
        )
    if any(line.primary.vrf < 1 for line in outcome.lines):
        notes.append("Where the VRF is below 1 the common luck did not help.")
    notes += governed(outcome.experiment, outcome.lines)
    quiet = "Nothing to report: no guard was hit, and no interval is wider than the margin."
    return Section("alerts", "Alerts", "" if notes else quiet, tuple(notes))
