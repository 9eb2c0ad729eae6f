"""What Temple of Five's report plays on top of its material: games with a lever, variants and their decisions.

Only a report that plays by itself does so; one of run folders says what they hold.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis import five as questions
from temple_sim.analysis.actions import action_frame
from temple_sim.core.errors import UserError
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers, play_match
from temple_sim.reports.material import Material
from temple_sim.results import rows_to_frame

STAGES = 4
ROLLOUTS = 8
LEVER_GAMES = 4_000
VARIANT_GAMES = 4_000
WORKERS = Workers(-1)


def plays(material: Material) -> bool:
    """Whether this report plays by itself."""
    return bool(material.valued) and material.main_players in material.same


def value(match: Match, phase: str, decisions: int, rollouts: int = ROLLOUTS) -> pd.DataFrame | None:
    """Values of a phase of the first games of a match; None when no decision of it comes up."""
    few = MatchSpec(**{**vars(match.spec), "n": max(2, -(-decisions // STAGES))}).resolve()
    valued = Valued.join(list(value_match(few, phase, STAGES, rollouts, WORKERS)))
    if not len(valued.decisions):
        return None
    return action_frame(valued, few, questions.features)


def lever(material: Material, name: str) -> pd.DataFrame | None:
    """Games of the material played on with a lever, see `levers.played_on`."""
    if not plays(material):
        return None
    run = material.same[material.main_players]
    found = _played_on(run.match.spec, name, int(np.clip(run.games // 2, 2, LEVER_GAMES)))
    return found if len(found) else None


@lru_cache(maxsize=8)
def _played_on(spec: MatchSpec, name: str, games: int) -> pd.DataFrame:
    """Two sections ask for the price of a priest."""
    return questions.played_on(spec.resolve(), name, games)


def changed(material: Material, changes: Mapping[str, Any], most: int = VARIANT_GAMES) -> Match | None:
    """The main match under changed rules on the same luck; None when these rules cannot be played."""
    run = material.same[material.main_players]
    try:
        ruleset = material.ruleset.overlay_flat(dict(changes), "variant")
        rules = tuple((key, here) for key, (_, here) in ruleset.changes().items())
        n = int(np.clip(run.games // 2, 2, most))
        return MatchSpec(**{**vars(run.match.spec), "rules": rules, "n": n}).resolve()
    except UserError:
        return None


def frame_of(match: Match) -> pd.DataFrame:
    """A line per game and seat of a match."""
    return rows_to_frame(np.concatenate(list(play_match(match, WORKERS))), match)
