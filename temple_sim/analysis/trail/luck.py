"""What the deal gives to each seat before anybody chooses, and who is ahead when."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.fairness import clustered
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.openings import opening_states
from temple_sim.engine.playout import Table
from temple_sim.games.trail.tables import CRATE_GROUP, DRONES, STEPS, VALUE_BITS
from temple_sim.results import rows_to_frame

PARTS = 4  # of the usual length, between which the table is looked at
EXPLORER_TOKENS = ["taken.explorer1", "taken.explorer2", "taken.explorer3"]
MOMENT_NAMES = ("a quarter", "half", "three quarters")  # of the usual number of turns


def controls(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """Luck of the deal for each line, minus its exact mean.

    hand    steps on the cards of the opening hand
    draws   steps on the cards that the deck, as first shuffled, deals to the seat if all draw in turn
    reach   points printed on the tokens that the opening hand could land on if the explorers had not moved
    All three are functions of the deal alone, so no policy can shift their mean from zero.
    """
    blocks, place = np.unique(frame["block"], return_inverse=True)
    seats = frame["seat"].to_numpy()
    luck = {name: values[place, seats] for name, values in _luck(match, blocks).items()}
    return pd.DataFrame(luck, index=frame.index)


def _luck(match: Match, blocks: Iterable[int]) -> dict[str, np.ndarray]:
    """Each control by block and seat; the games of a block share their deal."""
    rules = match.game.pack_rules(match.ruleset)[0]
    states = opening_states(match, [int(block) * match.block for block in blocks])
    held, deck = _dealt(match, states)
    steps = np.arange(1, STEPS + 1)
    mean = float(rules.card_count @ np.tile(steps, len(rules.card_count) // STEPS)) / int(rules.cards_n)
    worth = _printed(rules, states)
    reached = worth[:, :STEPS] if worth.shape[1] >= STEPS else np.pad(worth, ((0, 0), (0, STEPS - worth.shape[1])))
    average = worth.mean(axis=1, keepdims=True)  # the same in every game: the tokens are only shuffled
    inside = steps <= worth.shape[1]
    return {
        "hand": held @ steps - mean * int(rules.hand),
        "draws": deck @ steps - mean * deck.sum(axis=2),
        "reach": (held * ((reached - average) * inside)[:, None, :]).sum(axis=2),
    }


def _dealt(match: Match, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cards by steps in the opening hands, and in the deck by whose turn it is: each (games, seats, steps)."""
    players = match.players
    held = states["hand"][:, :players].reshape(len(states), players, -1, STEPS).sum(axis=2).astype(float)
    rules = match.game.pack_rules(match.ruleset)[0]
    deck = np.zeros((len(states), players, STEPS))
    games = np.arange(len(states))
    for draw, place in enumerate(range(int(states["drawn"][0]), int(rules.cards_n))):
        deck[games, draw % players, states["cards"][:, place] % STEPS] += 1
    return held, deck


def _printed(rules: Any, states: np.ndarray) -> np.ndarray:
    """A plain figure for each token on the path, (games, slots): artifacts, crates, first-place points / 3."""
    codes = states["path"][:, : int(rules.tokens_n)].astype(np.int64)
    group = codes >> VALUE_BITS
    worth = rules.worth[codes].astype(float)
    return np.select([group < DRONES, group < CRATE_GROUP, group == CRATE_GROUP], [worth, worth / 3, worth], 0.0)


def dealt_cards(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """W gained by being dealt one card more of so many steps, in place of an average one.

    Cards are dealt at random, so this is no habit of winners. Opening hands and the deck as first shuffled count.
    Columns: steps, value (share of W a card), low, high, blocks, detects.
    """
    blocks, place = np.unique(frame["block"], return_inverse=True)
    states = opening_states(match, [int(block) * match.block for block in blocks])
    held, deck = _dealt(match, states)
    dealt = (held + deck)[place, frame["seat"].to_numpy()]
    share = frame["share"] - frame.groupby("seat")["share"].transform("mean")
    lines = []
    for steps in np.flatnonzero(dealt.sum(axis=0)):
        count = pd.Series(dealt[:, steps], frame.index)
        apart = count - count.groupby(frame["seat"]).transform("mean")
        lines.append({"steps": int(steps) + 1} | clustered(frame, apart * share, apart * apart)._asdict())
    return pd.DataFrame(lines, columns=["steps", "value", "low", "high", "blocks", "detects"])


def standings_in_play(
    frame: pd.DataFrame, match: Match, games: int = 4000
) -> tuple[pd.DataFrame, dict[str, pd.Series]]:
    """Expected final points of each seat after a quarter, half and three quarters of the usual number of turns.

    Rows of a run hold what seats own at the end only, so the first games (at most so many) are played again and stopped
    after whole rounds. An artifact counts what drones with that factor at that moment earn in the end (regression over
    these games), an explorer token what one earns on average, a crate its point: the points as the table stands
    predict far worse. Gives the games' lines of the frame, and the points by moment (NaN: the game was over by then).
    """
    size = max(match.block, games - games % match.block)
    kept = frame[frame["game"] < size]
    turns, last = kept.loc[kept["seat"] == 0, "turns"], int(kept["game"].max()) + 1
    tokens = kept[EXPLORER_TOKENS].to_numpy(float).sum()
    each = float(kept["from_explorers"].sum()) / tokens if tokens else 0.0
    found = {}
    for part, name in enumerate(MOMENT_NAMES, 1):
        stop = match.players * max(1, round(float(turns.mean()) * part / PARTS / match.players))
        stopped = _stopped(match, stop, last).iloc[: len(kept)].set_index(kept.index)
        found[name] = _expected(stopped, kept, each).where(kept["turns"] > stop)
    return kept, found


def _expected(stopped: pd.DataFrame, finished: pd.DataFrame, each: float) -> pd.Series:
    """Expected final points from the table as it stood; `each` for an explorer token."""
    factors = [name for name in finished if name.startswith("factor.")]
    now, final = stopped[factors].to_numpy(float), finished[factors].to_numpy(float)
    spread = float(now.var())
    slope = float(((now - now.mean()) * (final - final.mean())).mean()) / spread if spread else 0.0
    worth = final.mean() + slope * (now - now.mean())
    held = stopped[[name.replace("factor", "artifacts") for name in factors]].to_numpy(float)
    points = (held * worth).sum(axis=1) + each * stopped[EXPLORER_TOKENS].to_numpy(float).sum(axis=1)
    return pd.Series(points, finished.index) + stopped["from_crates"]


def _stopped(match: Match, turns: int, games: int) -> pd.DataFrame:
    """The same games, stopped by the guard after so many turns with scores counted as they stand."""
    rules = tuple(pair for pair in match.spec.rules if pair[0] != "limit.turns") + (("limit.turns", turns),)
    short = MatchSpec(**{**vars(match.spec), "rules": rules, "n": games}).resolve()
    return rows_to_frame(Table(short).play(0, games), short)
