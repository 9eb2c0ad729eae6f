"""Auto-balance: Optuna looks for rules that reach a target; what it finds is replayed on fresh luck.

The best of many noisy trials looks better than it is. So the best five and the printed rules are played again with
seeds the search never saw, and both figures are shown side by side.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temple_sim.core.errors import UserError
from temple_sim.core.jit import CODE_VERSION
from temple_sim.experiments.objective import Objective
from temple_sim.experiments.trial import SEAT_GAP, Dial, Trial

TOP = 5
FRESH_SEED = 500_000_000  # added to the seed for the replay


@dataclass(frozen=True)
class Candidate:
    """A set of rules with what the search saw and what fresh luck says; distance from the printed rules is 0 to 1."""

    rules: dict[str, float]
    searched: float
    fresh: float
    distance: float
    values: dict[str, float]

    @property
    def shrinkage(self) -> float:
        """How much worse it is on fresh luck than in the search: what selection had flattered."""
        return self.fresh - self.searched


def parse_target(text: str) -> Objective:
    """An objective to make small; `metric=value` is short for the distance to that value."""
    name, equals, goal = text.partition("=")
    if not equals:
        return Objective(text)
    try:
        number = float(goal)
    except ValueError:
        raise UserError(f"'{text}': a target is metric=number or an expression to make small.") from None
    return Objective(f"abs({name.strip()}-({number!r}))")


def distance(chosen: Sequence[Dial], rules: dict[str, float]) -> float:
    """Mean distance of the rules from the printed ones, each as a share of its range."""
    return sum(abs(rules[d.key] - d.printed) / (d.high - d.low) for d in chosen) / len(chosen)


def balance(
    trial: Trial, chosen: Sequence[Dial], objective: Objective, trials: int, penalty: float,
    storage: Path, told: Callable[[int], None],
) -> list[Candidate]:  # fmt: skip
    """Search up to `trials` trials in all (those in `storage` count), then replay: printed rules first, then the best.

    The search makes objective + penalty * distance small. Rules that cannot be played are pruned.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    names = objective.names
    trial.check_metrics([name for name in names if name != SEAT_GAP])
    study = _study(optuna, trial, chosen, objective, penalty, storage)

    def evaluate(run: Any) -> float:
        rules = {d.key: _suggest(run, d) for d in chosen}
        try:
            values = trial.values(rules, names)
        except UserError:
            raise optuna.TrialPruned() from None
        told(1)
        value = objective(values)
        if value != value:
            raise optuna.TrialPruned()
        run.set_user_attr("objective", value)
        return value + penalty * distance(chosen, rules)

    done = _done(optuna, study)
    told(done)
    # A sampler that begins again must not draw again what it drew before.
    study.sampler = optuna.samplers.TPESampler(seed=(trial.seed + done) % 2**32)
    study.optimize(evaluate, n_trials=max(0, trials - done))
    return _replayed(optuna, study, trial, chosen, objective)


def _study(
    optuna: Any, trial: Trial, chosen: Sequence[Dial], objective: Objective, penalty: float, storage: Path
) -> Any:
    """The study on disk; one that was made for another question is refused."""
    asked = {
        "game": trial.game.name, "line_up": list(trial.line_up), "blocks": trial.blocks, "seed": trial.seed,
        "free": [d.key for d in chosen], "objective": objective.text, "penalty": penalty, "code": CODE_VERSION,
    }  # fmt: skip
    study = _open(optuna, storage)
    if study.user_attrs.get("asked", asked) != asked:
        raise UserError(f"{storage} holds a search for another question; name another --storage.")
    study.set_user_attr("asked", asked)
    if not study.trials:
        study.enqueue_trial({d.key: d.at(d.printed) for d in chosen})
    return study


def _open(optuna: Any, storage: Path) -> Any:
    """The study in a file, made when it is not there. UserError when the file is no such thing."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        storage.parent.mkdir(parents=True, exist_ok=True)
        return optuna.create_study(study_name="balance", storage=f"sqlite:///{storage}", load_if_exists=True)
    except (OSError, SQLAlchemyError, RuntimeError):
        raise UserError(f"{storage} cannot be used to keep a search; name another --storage.") from None


def _done(optuna: Any, study: Any) -> int:
    """Trials that were played to their end or refused; one that was broken off does not count."""
    ended = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
    return len(study.get_trials(deepcopy=False, states=ended))


def _suggest(run: Any, dial: Dial) -> float:
    if dial.whole:
        return run.suggest_int(dial.key, int(dial.low), int(dial.high))
    return run.suggest_float(dial.key, dial.low, dial.high)


def _replayed(optuna: Any, study: Any, trial: Trial, chosen: Sequence[Dial], objective: Objective) -> list[Candidate]:
    done = [t for t in study.trials if t.state == optuna.trial.TrialState.COMPLETE]
    if not done:
        raise UserError("No trial gave the objective a value: its rules cannot be played, or its arithmetic has none.")
    printed = {d.key: d.at(d.printed) for d in chosen}
    seen: dict[tuple[Any, ...], Any] = {}
    for t in sorted(done, key=lambda t: t.value):
        seen.setdefault(tuple(t.params[d.key] for d in chosen), t)
    best = [t for t in seen.values() if t.params != printed][:TOP]
    own = next((t for t in seen.values() if t.params == printed), None)
    fresh = Trial(trial.game, trial.line_up, trial.blocks, trial.seed + FRESH_SEED, trial.workers)
    candidates = []
    for rules, found in [(printed, own), *((dict(t.params), t) for t in best)]:
        values = fresh.values(rules, objective.names)
        searched = found.user_attrs["objective"] if found else float("nan")
        candidates.append(Candidate(rules, searched, objective(values), distance(chosen, rules), values))
    return [candidates[0], *sorted(candidates[1:], key=lambda c: c.fresh)]
