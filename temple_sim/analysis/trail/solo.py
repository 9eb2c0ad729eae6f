"""The game alone: results against the two adversaries."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from temple_sim.analysis.estimate import wilson
from temple_sim.analysis.fairness import clustered
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.games.trail.tables import RESULTS
from temple_sim.results import rows_to_frame

RESULT_COLUMNS = ["result", "value", "low", "high", "games"]


def solo_results(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of each result with its Wilson interval: lose, museum (Institute beaten), treasure (both beaten).

    Columns: result, value, low, high, games. Empty for games of several players.
    """
    results = frame.loc[frame["result"] >= 0, "result"]
    lines: list[dict[str, Any]] = []
    for code, name in enumerate(RESULTS if len(results) else ()):
        hits = int((results == code).sum())
        low, high = wilson(hits, len(results))
        lines.append({"result": name, "value": hits / len(results), "low": low, "high": high, "games": len(results)})
    return pd.DataFrame(lines, columns=RESULT_COLUMNS)


def solo_margins(frame: pd.DataFrame) -> pd.DataFrame:
    """Own points, the adversaries', and the leads over them. Columns: what, value, low, high, blocks, detects."""
    own = frame["score"].astype(float)
    what = {
        "own points": own, "Institute": frame["institute"], "Conservatory": frame["conservatory"],
        "lead over the Institute": own - frame["institute"], "lead over the Conservatory": own - frame["conservatory"],
    }  # fmt: skip
    lines = [{"what": name} | clustered(frame, values)._asdict() for name, values in what.items()]
    return pd.DataFrame(lines, columns=["what", "value", "low", "high", "blocks", "detects"])


def solo_by_policy(match: Match, policies: Sequence[str], games: int) -> pd.DataFrame:
    """Results of several policies on the same luck: they play `games` games of a solo match's seed and rules.

    Columns: policy, then those of `solo_results`; the policy that wins most treasure first.
    """
    tables = []
    for name in policies:
        spec = MatchSpec(**{**vars(match.spec), "policies": (name,), "n": games})
        played = spec.resolve()
        table = solo_results(rows_to_frame(Table(played).play(0, games), played))
        table.insert(0, "policy", name)
        tables.append(table)
    if not tables:
        return pd.DataFrame(columns=["policy", *RESULT_COLUMNS])
    whole = pd.concat(tables, ignore_index=True)
    best = whole[whole["result"] == RESULTS[-1]].set_index("policy")["value"]
    order = [(-best[name], place) for place, name in enumerate(whole["policy"])]
    return whole.iloc[[place for _, place in sorted(order)]].reset_index(drop=True)
