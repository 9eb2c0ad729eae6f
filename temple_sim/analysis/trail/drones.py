"""The race of the drones: odds of each final factor from where a drone stands, and whether such odds can be trusted."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import BlockSums, Estimate

MOMENTS = ("a quarter", "half", "three quarters")  # of the way of the leading marker
LEADS = (-np.inf, -3.5, -2.0, -0.5, 0.5, 2.0, 3.5, np.inf)
LEAD_NAMES = ("over 3.5 behind", "2 to 3.5 behind", "0.5 to 2 behind", "level", "0.5 to 2 ahead", "2 to 3.5 ahead",
              "over 3.5 ahead")  # fmt: skip
SMOOTHING = 20.0  # drones of the same rank that a cell of the odds table is filled up with
ODDS_COLUMNS = ["value", "low", "high", "blocks", "detects", "drones"]


def drone_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """One line per game, checkpoint that came, and drone.

    Columns: game, block, moment, colour, space, rank (1 + drones strictly further ahead), lead (spaces over the mean of
    the others), band (of the lead), factor (final points an artifact), final_rank.
    """
    games = frame[frame["seat"] == 0]
    colours = [name.partition(".")[2] for name in frame.columns if name.startswith("space.")]
    final, factor = _matrix(games, "space", colours), _matrix(games, "factor", colours)
    pieces = []
    for number, moment in enumerate(MOMENTS, 1):
        space = _matrix(games, f"quarter{number}", colours)
        reached = space[:, 0] >= 0
        lead = space - (space.sum(axis=1, keepdims=True) - space) / max(len(colours) - 1, 1)
        columns = {"space": space, "rank": _ranks(space), "lead": lead, "factor": factor, "final_rank": _ranks(final)}
        piece = pd.DataFrame({name: values[reached].ravel() for name, values in columns.items()})
        for name in ("block", "game"):
            piece.insert(0, name, np.repeat(games[name].to_numpy()[reached], len(colours)))
        piece.insert(2, "moment", moment)
        piece.insert(3, "colour", np.tile(colours, int(reached.sum())))
        pieces.append(piece)
    whole = pd.concat(pieces, ignore_index=True)
    whole["moment"] = pd.Categorical(whole["moment"], MOMENTS)
    whole["band"] = pd.cut(whole["lead"], LEADS, labels=LEAD_NAMES)
    return whole


def _matrix(games: pd.DataFrame, stem: str, colours: Sequence[str]) -> np.ndarray:
    return games[[f"{stem}.{colour}" for colour in colours]].to_numpy(np.int64)


def _ranks(space: np.ndarray) -> np.ndarray:
    """1 + drones strictly further ahead, shape (games, drones)."""
    return 1 + (space[:, None, :] > space[:, :, None]).sum(axis=2)


def drone_odds(frame: pd.DataFrame, by: str = "rank") -> pd.DataFrame:
    """Odds of each final factor by checkpoint and by `rank` or `band` (of the lead) there.

    Columns: moment, rank or band, factor, then ODDS_COLUMNS (drones: how many stood there).
    """
    return _odds(drone_frame(frame), by, "factor")


def drone_base(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of all drones that end at each factor, wherever they stood. Columns: factor, then ODDS_COLUMNS."""
    games = frame[frame["seat"] == 0]
    colours = [name.partition(".")[2] for name in frame.columns if name.startswith("factor.")]
    factor = _matrix(games, "factor", colours)
    blocks = np.repeat(_block_places(games), len(colours))
    lines = [
        {"factor": value} | _mean(blocks, factor.ravel() == value, share=True)._asdict() | {"drones": factor.size}
        for value in sorted(np.unique(factor), reverse=True)
    ]
    return pd.DataFrame(lines, columns=["factor", *ODDS_COLUMNS])


def final_rank_odds(frame: pd.DataFrame) -> pd.DataFrame:
    """Odds of each final rank by checkpoint and rank there. Columns: moment, rank, final_rank, then ODDS_COLUMNS."""
    return _odds(drone_frame(frame), "rank", "final_rank")


def _odds(drones: pd.DataFrame, by: str, outcome: str) -> pd.DataFrame:
    lines = []
    classes = sorted(drones[outcome].unique(), reverse=outcome == "factor")
    for (moment, place), part in drones.groupby(["moment", by], observed=True, sort=True):
        blocks, happened = _block_places(part), part[outcome].to_numpy()
        for value in classes:
            estimate = _mean(blocks, happened == value, share=True)
            lines.append({"moment": moment, by: place, outcome: value} | estimate._asdict() | {"drones": len(part)})
    return pd.DataFrame(lines, columns=["moment", by, outcome, *ODDS_COLUMNS])


def _block_places(drones: pd.DataFrame) -> np.ndarray:
    """The block of each line as a number from 0 on."""
    return np.unique(drones["block"].to_numpy(), return_inverse=True)[1]


def _mean(blocks: np.ndarray, values: np.ndarray, share: bool = False) -> Estimate:
    """Mean over lines, blocks being the unit: what `fairness.clustered` gives, without a frame for each cell."""
    total = BlockSums()
    total.add(np.bincount(blocks, values), np.bincount(blocks).astype(float))
    return total.estimate(share)


def artifact_worth(frame: pd.DataFrame) -> pd.DataFrame:
    """Final points of an artifact by checkpoint and rank of its drone there: which colour to buy at that moment.

    Columns: moment, rank, value, low, high, blocks, detects, drones.
    """
    lines = []
    for (moment, rank), part in drone_frame(frame).groupby(["moment", "rank"], observed=True, sort=True):
        estimate = _mean(_block_places(part), part["factor"].to_numpy())
        lines.append({"moment": moment, "rank": rank} | estimate._asdict() | {"drones": len(part)})
    return pd.DataFrame(lines, columns=["moment", "rank", *ODDS_COLUMNS])


# --- can the odds be trusted?


class OddsTable:
    """Odds of the final factors by checkpoint, rank and band of the lead, each cell filled up towards its rank."""

    def __init__(self, drones: pd.DataFrame) -> None:
        """Count the drones of a frame of `drone_frame`."""
        self.classes = sorted(drones["factor"].unique(), reverse=True)
        hits = pd.DataFrame({value: drones["factor"] == value for value in self.classes}, dtype=float)
        self.everywhere = hits.mean()
        self.by_rank = hits.groupby([drones["moment"], drones["rank"]], observed=True).mean()
        cells = hits.groupby([drones["moment"], drones["rank"], drones["band"]], observed=True)
        self.total, self.count = cells.sum(), cells.size()

    def predict(self, drones: pd.DataFrame) -> pd.DataFrame:
        """Odds for each line of a drone frame: a column for each factor, same index."""
        ranks = pd.MultiIndex.from_frame(drones[["moment", "rank"]])
        cells = pd.MultiIndex.from_frame(drones[["moment", "rank", "band"]])
        prior = self.by_rank.reindex(ranks).fillna(self.everywhere).to_numpy()
        total = self.total.reindex(cells).fillna(0.0).to_numpy()
        count = self.count.reindex(cells).fillna(0.0).to_numpy()[:, None]
        odds = (total + SMOOTHING * prior) / (count + SMOOTHING)
        return pd.DataFrame(odds, drones.index, self.classes)


class Skill(NamedTuple):
    """Brier score of the odds on games they were not made from, and of the same odds for every drone (plain)."""

    score: Estimate
    plain: Estimate

    @property
    def gained(self) -> float:
        """Share of the plain score that knowing where a drone stands saves: 0 nothing, 1 all."""
        return 1 - self.score.value / self.plain.value if self.plain.value else 0.0


def _halves(frame: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    drones = drone_frame(frame)
    even = drones["block"] % 2 == 0
    return drones[even], drones[~even]


def calibration(frame: pd.DataFrame, bins: int = 10) -> pd.DataFrame:
    """Predicted against observed odds: a table made of the even blocks, checked on the odd ones.

    Columns: factor, predicted (mean of the bin), then ODDS_COLUMNS of the observed share. Empty without both halves.
    """
    made_of, checked_on = _halves(frame)
    columns = ["factor", "predicted", *ODDS_COLUMNS]
    if made_of.empty or checked_on.empty:
        return pd.DataFrame(columns=columns)
    odds = OddsTable(made_of).predict(checked_on)
    lines = []
    for factor in odds.columns:
        place = np.minimum((odds[factor] * bins).astype(int), bins - 1)
        for _, part in checked_on.groupby(place):
            estimate = _mean(_block_places(part), part["factor"].to_numpy() == factor, share=True)
            mean = float(odds.loc[part.index, factor].mean())
            lines.append({"factor": factor, "predicted": mean} | estimate._asdict() | {"drones": len(part)})
    return pd.DataFrame(lines, columns=columns)


def skill(frame: pd.DataFrame, moment: str | None = None) -> Skill | None:
    """Brier scores (0 perfect, 2 the worst) on the odd blocks, of all checkpoints or one; None without both halves."""
    made_of, checked_on = _halves(frame)
    if moment is not None:
        made_of, checked_on = (part[part["moment"] == moment] for part in (made_of, checked_on))
    if made_of.empty or checked_on.empty:
        return None
    table = OddsTable(made_of)
    odds = table.predict(checked_on)
    return Skill(_brier(checked_on, odds), _brier(checked_on, odds * 0 + table.everywhere))


def skill_by_moment(frame: pd.DataFrame) -> pd.DataFrame:
    """How much better the odds get as the game goes on.

    Columns: moment, value (Brier score), low, high, blocks, detects, plain, saved (share of the plain score).
    """
    lines = []
    for moment in MOMENTS:
        found = skill(frame, moment)
        if found:
            more = {"plain": found.plain.value, "saved": found.gained}
            lines.append({"moment": moment} | found.score._asdict() | more)
    return pd.DataFrame(lines, columns=["moment", "value", "low", "high", "blocks", "detects", "plain", "saved"])


def _brier(drones: pd.DataFrame, odds: pd.DataFrame) -> Estimate:
    happened: Any = np.column_stack([drones["factor"] == value for value in odds.columns])
    missed = (~drones["factor"].isin(list(odds.columns))).to_numpy(float)  # an outcome the other half never saw
    loss = ((odds.to_numpy() - happened) ** 2).sum(axis=1) + missed
    return _mean(_block_places(drones), loss)
