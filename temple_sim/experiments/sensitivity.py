"""Which rules matter: Morris screening over all numeric rules, slopes around the printed values, Sobol for the few.

A dummy parameter that changes nothing is always among them: an effect no larger than the dummy's is noise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.paired import Paired, compare
from temple_sim.core.errors import UserError
from temple_sim.experiments.store import Sums
from temple_sim.experiments.trial import Dial, Trial

DUMMY = "(dummy)"
LEVELS = 4
REPLICATE = 1_000_000  # from the luck of a replicate to that of the next
OTHER_LUCK = 500_000  # added for the dummy's step


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
            try:
                values[place] = replace(self.trial, seed=luck).values(changes, [self.metric])[self.metric]
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
        values = model(points, model.trial.seed + REPLICATE * replicate)
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


def slopes(model: Model, replicates: int) -> pd.DataFrame:
    """Change of the metric a unit of each rule around its printed value, from paired steps on common luck.

    The blocks of all replicates count as one. The dummy's step changes nothing but the luck: its slope is noise.
    Columns: parameter, printed, from, to, slope, low, high, vrf.
    """
    lines = []
    for dial in model.chosen:
        step = 1.0 if dial.whole else (dial.high - dial.low) / 10
        low, high = max(dial.printed - step, dial.low), min(dial.printed + step, dial.high)
        pair = compare(*(_replicated(model, {dial.key: dial.at(value)}, replicates) for value in (low, high)))
        lines.append(_slope(dial.key, dial.printed, low, high, pair))
    pair = compare(_replicated(model, {}, replicates), _replicated(model, {}, replicates, OTHER_LUCK))
    return pd.DataFrame([*lines, _slope(DUMMY, 0.0, 0.0, 1.0, pair)])


def _replicated(model: Model, changes: dict[str, Any], replicates: int, luck: int = 0) -> Sums:
    """Value and weight sums of the blocks of all replicates under changed rules."""
    found = []
    for replicate in range(replicates):
        seed = model.trial.seed + REPLICATE * replicate + luck
        found.append(replace(model.trial, seed=seed).sums(changes, model.metric))
        model.told(1)
    return np.concatenate([y for y, _ in found]), np.concatenate([x for _, x in found])


def _slope(name: str, printed: float, low: float, high: float, pair: Paired) -> dict[str, Any]:
    per = [value / (high - low) for value in (pair.effect, *pair.interval())]
    line = {"parameter": name, "printed": printed, "from": low, "to": high}
    return line | dict(zip(("slope", "low", "high"), per, strict=True)) | {"vrf": pair.vrf}
