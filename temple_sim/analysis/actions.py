"""Action values: what it is worth to take an action instead of what the policy takes (RA).

RA = E[W if the action is forced, then the policies play on] - E[W if the policy chooses], on the same luck. Intervals
come from a bootstrap over games, because decisions of one game are not independent. That an action was often taken
by winners says little: leaders choose differently. RA does not suffer from that.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import CONFIDENCE
from temple_sim.engine.match import Match
from temple_sim.engine.rollouts import Valued

Features = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]  # (view, action) as traces show them
DRAWS = 1000


def action_frame(valued: Valued, match: Match, features: Features | None = None) -> pd.DataFrame:
    """One line per legal action of every valued decision.

    Columns: decision, game, seat, policy, stage, turn, ply, legal (how many), action (short text), type, what
    `features` adds, chosen, value, RA, first and second (value by half of the rollouts).
    """
    codec, values = match.game.codec, match.ruleset.values
    lines = []
    for place, decision in enumerate(valued.decisions):
        view = codec.state(valued.views[place], values)
        policy = match.seat_names(int(decision["game"]))[decision["seat"]]
        shared = {name: int(decision[name]) for name in ("game", "seat", "stage", "turn", "ply", "legal")}
        for a in range(decision["legal"]):
            action = codec.action(int(valued.legal[place, a]), valued.views[place], values)
            first, second = valued.values[place, :, a]
            lines.append(
                {"decision": place, **shared, "policy": policy, "action": short(action), "type": action["type"]}
                | (features(view, action) if features else {})
                | {"chosen": a == decision["chosen"], "first": first, "second": second}
            )  # fmt: skip
    frame = pd.DataFrame(lines)
    frame["value"] = (frame["first"] + frame["second"]) / 2
    chosen = frame.loc[frame["chosen"]].set_index("decision")["value"]
    frame["RA"] = frame["value"] - frame["decision"].map(chosen)
    return frame


def short(action: Mapping[str, Any]) -> str:
    """An action in a few words: its values, or its type when it has none."""
    told = [v if isinstance(v, str) else str(v) for k, v in action.items() if k != "type" and v is not None]
    return " ".join([str(action["type"]), *told])


def action_values(frame: pd.DataFrame, by: Sequence[str], seed: int = 0) -> pd.DataFrame:
    """RA by groups of actions, best first.

    Columns: the groups, offered (decisions), chosen (share of them), W (when forced), RA with low and high, games.
    Within a decision, actions of one group are averaged, so that a group does not weigh more by having more members.
    """
    keys = list(by)
    each = frame.groupby(["game", "decision", *keys], observed=True, sort=False)
    means = each.agg(value=("value", "mean"), RA=("RA", "mean"), chosen=("chosen", "any")).reset_index()
    lines = []
    for group, part in means.groupby(keys, observed=True, sort=True):
        low, high = bootstrap_mean(part["RA"].to_numpy(), part["game"].to_numpy(), seed)
        lines.append(
            dict(zip(keys, group, strict=True))
            | {"offered": len(part), "chosen": part["chosen"].mean(), "W": part["value"].mean()}
            | {"RA": part["RA"].mean(), "low": low, "high": high, "games": part["game"].nunique()}
        )  # fmt: skip
    columns = [*keys, "offered", "chosen", "W", "RA", "low", "high", "games"]
    return pd.DataFrame(lines, columns=columns).sort_values("RA", ascending=False, ignore_index=True)


def values_among(frame: pd.DataFrame, by: Sequence[str], seed: int = 0) -> pd.DataFrame:
    """`action_values`, and beside RA the value against the other actions of the same decision.

    Adds mean (against the mean other action) and best (against the best other one), both differences of W, each with
    `_low` and `_high`.
    """
    table, other, keys = action_values(frame, by, seed), against_others(frame), list(by)
    for column in ("mean", "best"):
        lines = []
        for group, part in other.dropna(subset=column).groupby(keys, observed=True, sort=False):
            low, high = bootstrap_mean(part[column].to_numpy(), part["game"].to_numpy(), seed)
            line = {column: part[column].mean(), f"{column}_low": low, f"{column}_high": high}
            lines.append(dict(zip(keys, group, strict=True)) | line)
        found = pd.DataFrame(lines, columns=[*keys, column, f"{column}_low", f"{column}_high"])
        table = table.merge(found, on=keys, how="left")
    return table


def against_others(frame: pd.DataFrame) -> pd.DataFrame:
    """With each action's value against the mean of the others of its decision (`mean`) and the best other (`best`).

    The best other is chosen by one half of the rollouts and valued by the other half, both ways round: a maximum of
    noisy values would look better than it is. An action without others has neither.
    """
    grouped = frame.groupby("decision", sort=False)["value"]
    count, total = grouped.transform("size"), grouped.transform("sum")
    mean = frame["value"] - (total - frame["value"]) / (count - 1).where(count > 1)
    best = np.full(len(frame), np.nan)
    for places in frame.groupby("decision", sort=False).indices.values():
        if len(places) > 1:
            first, second = frame["first"].to_numpy()[places], frame["second"].to_numpy()[places]
            best[places] = (_lead(first, second) + _lead(second, first)) / 2
    return frame.assign(mean=mean, best=best)


def _lead(judge: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Each action's worth less that of the other action that the judge values most."""
    order = np.argsort(-judge, kind="stable")
    rival = np.full(len(judge), order[0])
    rival[order[0]] = order[1]
    return np.asarray(worth - worth[rival])


def bootstrap_mean(values: np.ndarray, games: np.ndarray, seed: int = 0, draws: int = DRAWS) -> tuple[float, float]:
    """Percentile interval of a mean of values that come in games: games are drawn again, with all their values."""
    _, place = np.unique(games, return_inverse=True)
    total, count = np.bincount(place, values), np.bincount(place)
    if len(total) < 2:
        return float("nan"), float("nan")
    rng = np.random.default_rng([seed, len(total)])
    again = rng.integers(0, len(total), (draws, len(total)))
    means = total[again].sum(axis=1) / count[again].sum(axis=1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def policy_loss(frame: pd.DataFrame, seed: int = 0) -> pd.DataFrame:
    """How much win share a policy gives away a decision against the best action, per policy.

    The best action is picked by one half of the rollouts and valued by the other, both ways round: picking and valuing
    by the same noisy figures would call luck a mistake. Columns: policy, decisions, loss, low, high, and wrong (share
    of decisions in which both halves prefer the same other action).
    """
    lines = []
    for (policy, game), part in frame.groupby(["policy", "game"], observed=True, sort=True):
        for _, decision in part.groupby("decision", sort=False):
            lines.append({"policy": policy, "game": game} | _loss(decision))
    each = pd.DataFrame(lines, columns=["policy", "game", "loss", "wrong"])
    rows = []
    for policy, part in each.groupby("policy"):
        low, high = bootstrap_mean(part["loss"].to_numpy(), part["game"].to_numpy(), seed)
        row = {"policy": policy, "decisions": len(part), "loss": part["loss"].mean(), "low": low, "high": high}
        rows.append(row | {"wrong": part["wrong"].mean()})
    return pd.DataFrame(rows, columns=["policy", "decisions", "loss", "low", "high", "wrong"])


def _loss(decision: pd.DataFrame) -> dict[str, Any]:
    first, second = decision["first"].to_numpy(), decision["second"].to_numpy()
    chosen = int(np.flatnonzero(decision["chosen"])[0])
    by_first, by_second = int(np.argmax(first)), int(np.argmax(second))
    loss = ((second[by_first] - second[chosen]) + (first[by_second] - first[chosen])) / 2
    return {"loss": loss, "wrong": by_first == by_second != chosen}


def decided(frame: pd.DataFrame, players: int, seed: int = 0) -> pd.DataFrame:
    """How much of a game is decided, by part of the game: 0 when all still win alike, 1 when the winner is known.

    The variance of the mover's chances over the decisions of a part, as a share of that of a known winner. The two
    halves of the rollouts carry independent noise, so their covariance is the variance without it. Columns: stage,
    value, low, high (bootstrap over games), decisions.
    """
    chosen, equal = frame[frame["chosen"]], 1 / players
    lines = []
    for stage, part in chosen.groupby("stage", sort=True):
        product = (part["first"] - equal) * (part["second"] - equal) / (equal * (1 - equal))
        low, high = bootstrap_mean(product.to_numpy(), part["game"].to_numpy(), seed)
        lines.append({"stage": stage, "value": product.mean(), "low": low, "high": high, "decisions": len(part)})
    return pd.DataFrame(lines, columns=["stage", "value", "low", "high", "decisions"])
