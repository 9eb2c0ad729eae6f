"""temple-sim in a notebook or script: `import temple_sim as ts; ts.run("raider", n=1e5, players=3, seed=1)`.

Everything the command line plays can be played here and comes back as frames and pictures.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rich.console import Console, Group, RenderableType

from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.estimate import BlockSums
from temple_sim.analysis.games import features_of
from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.paired import verdicts
from temple_sim.analysis.summary import Summary
from temple_sim.core.errors import UserError, unknown
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.line_up import match_spec
from temple_sim.experiments.store import block_arrays
from temple_sim.experiments.whatif import compare_results
from temple_sim.games import game_names, load_game
from temple_sim.reports.build import write_report
from temple_sim.reports.play import Effort, play_material
from temple_sim.reports.plots import Plots
from temple_sim.reports.tables import rules_lines, summary_parts
from temple_sim.results import Results, save

Rules = Mapping[str, Any] | str | Path | None  # {"key": value}, or a TOML file
WIDTH = 120


def run(
    game: str,
    n: float = 1e5,
    players: int | None = None,
    policies: str | Sequence[str] = (),
    seed: int = 1,
    rules: Rules = None,
    jobs: int = -1,
    out: str | Path | None = None,
) -> "Run":
    """Play n games and keep their rows, in memory or in a new run folder `out`.

    policies    line-up in seat order, as a list or as "a,b:parameter=2"; one fills all seats, none is the game's own
    rules       changed rules as {"key": value}, or a TOML file
    UserError for anything that cannot be played, with the nearest right name.
    """
    match = _match(game, _whole(n), players, policies, seed, rules)
    pieces = play_match(match, Workers(jobs))
    if out is not None:
        return Run(save(match, pieces, Path(out), "temple_sim.run"))
    return Run(Results.of_rows(match, np.concatenate(list(pieces))))


def load(folder: str | Path) -> "Run":
    """Open a run folder."""
    return Run(Results.load(Path(folder)))


def games() -> list[str]:
    """Names of the games that can be played."""
    return game_names()


def value(
    game: str,
    phase: str,
    decisions: int = 2000,
    rollouts: int = 200,
    policies: str | Sequence[str] = "planner",
    players: int | None = None,
    seed: int = 1,
    rules: Rules = None,
    stages: int = 4,
    jobs: int = -1,
) -> pd.DataFrame:
    """What actions are worth: one line per legal action of each decision sampled from play.

    Columns as `temple_sim.analysis.actions.action_frame` gives them; hand the frame to `action_values(frame, [...])`
    for RA with intervals by any of them.
    """
    match = _match(game, max(1, -(-decisions // stages)), players, policies, seed, rules)
    valued = Valued.join(list(value_match(match, phase, stages, rollouts, Workers(jobs))))
    if not len(valued.decisions):
        raise UserError(f"No decision of phase '{phase}' with a choice came up in {match.n} games.")
    return action_frame(valued, match, features_of(match.game.name))


def report(
    game: str, n: float = 5e4, seed: int = 1, rules: Rules = None, out: str | Path | None = None, jobs: int = -1
) -> Path:
    """Play all that a game's balance report needs and write it to `out` (default reports/<game>); the page's path."""
    found = load_game(game)
    ruleset, effort = _ruleset(found, rules), Effort(_whole(n))
    command = f"temple_sim.report({game!r}, n={effort.n}, seed={seed}{f', rules={rules!r}' if rules else ''})"
    material = play_material(found, ruleset, effort, seed, Workers(jobs), command, lambda text: None)
    return write_report(material, Path("reports") / game if out is None else Path(out))


def compare(baseline: "Run", variant: "Run", metrics: Sequence[str] = (), margin: float = 0.02) -> pd.DataFrame:
    """Variant minus baseline on the same luck, a line a metric: effect, interval, VRF and verdict (Holm)."""
    pairs = compare_results(baseline.results, variant.results, metrics)
    judged = verdicts(list(pairs.values()), margin)
    return pd.DataFrame(
        {"metric": name, "baseline": pair.baseline, "variant": pair.variant, "effect": pair.effect}
        | dict(zip(("low", "high"), pair.interval(), strict=True))
        | {"VRF": pair.vrf, "blocks": pair.blocks, "verdict": verdict}
        for (name, pair), verdict in zip(pairs.items(), judged, strict=True)
    )


@dataclass(frozen=True)
class Run:
    """The games of a match. Shown by itself it is a table; `win_rates`, `metric` and `to_frame` give frames."""

    results: Results

    @property
    def match(self) -> Match:
        """What was played: game, ruleset, line-up, seed."""
        return self.results.match

    @cached_property
    def summary(self) -> Summary:
        """Win shares, length, ends and headlines."""
        summary = Summary(self.match)
        for part in self.results.parts():
            summary.add(part)
        return summary

    def win_rates(self, by: str = "policy") -> pd.DataFrame:
        """W by "policy" or by "seat". Columns: the group, value, low, high, blocks, detects."""
        groups: dict[str, Mapping[Any, Any]] = {"policy": self.summary.policies, "seat": self.summary.seats}
        if by not in groups:
            raise unknown("grouping of win rates", by, groups)
        return pd.DataFrame({by: name, **estimate._asdict()} for name, estimate in groups[by].items())

    def metrics(self) -> pd.DataFrame:
        """Everything that can be asked of the rows, with its meaning."""
        known = metrics_of(self.match).values()
        return pd.DataFrame({"metric": metric.name, "meaning": metric.meaning} for metric in known)

    def metric(self, *names: str) -> pd.DataFrame:
        """Metrics by name. Columns: metric, value, low, high, blocks, detects."""
        known = metrics_of(self.match)
        for name in names:
            if name not in known:
                raise unknown(f"metric of {self.match.game.name}", name, known)
        return pd.DataFrame({"metric": name, **self._estimate(name)} for name in names)

    def _estimate(self, name: str) -> dict[str, Any]:
        metric, sums = metrics_of(self.match)[name], BlockSums()
        sums.add(*block_arrays(self.results, [metric], self.results.games // self.match.block)[name])
        return sums.estimate(metric.share)._asdict()

    def to_frame(self, limit: int | None = None) -> pd.DataFrame:
        """One line per game and seat."""
        return self.results.to_frame(limit)

    def save(self, folder: str | Path) -> "Run":
        """Write the rows to a new run folder."""
        return Run(save(self.match, self.results.parts(), Path(folder), "temple_sim.run"))

    @property
    def plot(self) -> Plots:
        """Pictures of the run: `r.plot.seats()`, `policies()`, `lengths()`, `leader()`."""
        return Plots(self.results, self.summary)

    def __rich__(self) -> RenderableType:
        """The summary as tables."""
        return Group(*summary_parts(self.summary), *rules_lines(self.summary))

    def __repr__(self) -> str:
        """The summary as text."""
        console = Console(file=io.StringIO(), width=WIDTH, record=True)
        console.print(self)
        return "\n".join(line.rstrip() for line in console.export_text().splitlines())

    def _repr_html_(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH, record=True)
        console.print(self)
        return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")


def _match(game: str, n: int, players: int | None, policies: str | Sequence[str], seed: int, rules: Rules) -> Match:
    found = load_game(game)
    names = policies.split(",") if isinstance(policies, str) else list(policies)
    return match_spec(found, n, players, names, seed, _ruleset(found, rules)).resolve()


def _ruleset(game: GameSpec, rules: Rules) -> Ruleset:
    ruleset = game.schema.defaults()
    if isinstance(rules, str | Path):
        ruleset = ruleset.overlay_file(Path(rules))
    elif rules:
        ruleset = ruleset.overlay_flat(rules, "rules")
    game.pack_rules(ruleset)
    return ruleset


def _whole(n: float) -> int:
    if n != n or n < 1 or n != int(n):
        raise UserError(f"n must be a whole number of at least 1, not {n}.")
    return int(n)
