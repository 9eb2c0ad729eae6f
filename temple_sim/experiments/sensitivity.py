"""Which rules matter: Morris screening over all numeric rules, slopes around the printed values, Sobol for the few.

A dummy parameter that changes nothing is always among them: an effect no larger than the dummy's is noise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.paired import compare
from temple_sim.core.errors import UserError
from temple_sim.experiments.store import block_arrays
from temple_sim.experiments.trial import Dial, Trial

DUMMY = "(dummy)"
LEVELS = 4


def problem_of(chosen: Sequence[Dial]) -> dict[str, Any]:
    """The dials, and the dummy, as SALib wants them."""
    names = [*(dial.key for dial in chosen), DUMMY]
    return {"num_vars": len(names), "names": names, "bounds": [*([d.low, d.high] for d in chosen), [0.0, 1.0]]}


@dataclass
class Model:
    """Metric values at points of parameter space; points that cannot be played are counted and left out."""

    trial: Trial
    chosen: Sequence[Dial]
    metric: str
    told: Callable[[int], None]
    refused: int = 0

    def __call__(self, points: np.ndarray, seed: int) -> np.ndarray:
        """The metric at each point, shape (points,); NaN where the rules cannot be played.

        The dummy, which changes nothing, picks other luck: what it moves is noise.
        """
        values = np.empty(len(points))
        for place, point in enumerate(points):
            changes = {d.key: d.at(v) for d, v in zip(self.chosen, point, strict=False)}
            luck = seed + round(float(point[-1]) * 1000)
            trial = Trial(self.trial.game, self.trial.line_up, self.trial.blocks, luck, self.trial.workers)
            try:
                values[place] = trial.values(changes, [self.metric])[self.metric]
            except UserError:
                self.refused += 1
                values[place] = np.nan
            self.told(1)
        return values


def morris(model: Model, trajectories: int, replicates: int) -> pd.DataFrame:
    """Morris screening, averaged over replicates: mu_star (mean absolute effect over the whole range) and sigma.

    Columns: parameter, mu_star, low, high (95% over trajectories), sigma, above_dummy.
    """
    from SALib.analyze import morris as analyze
    from SALib.sample import morris as sample

    problem = problem_of(model.chosen)
    found = []
    for replicate in range(replicates):
        points = sample.sample(problem, trajectories, num_levels=LEVELS, seed=model.trial.seed + replicate)
        values = model(points, model.trial.seed + 1_000_000 * replicate)
        points, values = _whole_trajectories(points, values, len(problem["names"]) + 1)
        found.append(analyze.analyze(problem, points, values, num_levels=LEVELS, seed=model.trial.seed))
    frame = pd.DataFrame(
        {
            "parameter": problem["names"],
            "mu_star": np.mean([f["mu_star"] for f in found], axis=0),
            "half": np.sqrt(np.mean([np.square(f["mu_star_conf"]) for f in found], axis=0) / replicates),
            "sigma": np.mean([f["sigma"] for f in found], axis=0),
        }
    )
    frame["low"], frame["high"] = frame["mu_star"] - frame["half"], frame["mu_star"] + frame["half"]
    noise = float(frame.loc[frame["parameter"] == DUMMY, "high"].iloc[0])
    frame["above_dummy"] = frame["low"] > noise
    return frame.drop(columns="half").sort_values("mu_star", ascending=False, ignore_index=True)


def _whole_trajectories(points: np.ndarray, values: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Without trajectories that hold a point that cannot be played."""
    kept = ~np.isnan(values.reshape(-1, size)).any(axis=1)
    if kept.sum() < 2:
        raise UserError("Too few of the rule combinations can be played for a screening; name fewer rules with --free.")
    return points.reshape(-1, size, points.shape[1])[kept].reshape(-1, points.shape[1]), values.reshape(-1, size)[
        kept
    ].ravel()


def sobol(model: Model, samples: int) -> pd.DataFrame:
    """Sobol indices of the chosen dials and the dummy: first-order and total, each with its half interval."""
    from SALib.analyze import sobol as analyze
    from SALib.sample import sobol as sample

    problem = problem_of(model.chosen)
    points = sample.sample(problem, samples, calc_second_order=False, seed=model.trial.seed)
    values = model(points, model.trial.seed)
    if np.isnan(values).any():
        raise UserError("Some combinations of these rules cannot be played; Sobol needs all of them.")
    found = analyze.analyze(problem, values, calc_second_order=False, seed=model.trial.seed)
    frame = pd.DataFrame({"parameter": problem["names"]} | {k: found[k] for k in ("S1", "S1_conf", "ST", "ST_conf")})
    return frame.sort_values("ST", ascending=False, ignore_index=True)


def slopes(trial: Trial, chosen: Sequence[Dial], metric: str, told: Callable[[int], None]) -> pd.DataFrame:
    """Change of the metric per unit of each rule around its printed value, from paired steps on common luck.

    Columns: parameter, printed, from, to, slope, low, high, vrf.
    """
    from temple_sim.engine.runner import play_match
    from temple_sim.results import Results

    def sums(changes: dict[str, Any]) -> Any:
        match = trial.match(changes)
        rows = np.concatenate(list(play_match(match, trial.workers)))
        told(1)
        return block_arrays(Results.of_rows(match, rows), [metrics_of(match)[metric]], trial.blocks)[metric]

    lines = []
    for dial in chosen:
        step = 1.0 if dial.whole else (dial.high - dial.low) / 10
        low, high = max(dial.printed - step, dial.low), min(dial.printed + step, dial.high)
        pair = compare(sums({dial.key: dial.at(low)}), sums({dial.key: dial.at(high)}))
        bounds = pair.interval()
        per = [value / (high - low) for value in (pair.effect, *bounds)]
        line = {"parameter": dial.key, "printed": dial.printed, "from": low, "to": high}
        lines.append(line | dict(zip(("slope", "low", "high"), per, strict=True)) | {"vrf": pair.vrf})
    return pd.DataFrame(lines)
