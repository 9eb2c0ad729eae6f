"""Luck and skill: what decides who wins, how soon the better policy shows, and W without the luck of the draw.

A block plays a line-up in all its seat rotations on the same luck: every policy sits once in every seat, with the same
dice and deals. That is a Latin square, and a square splits the spread of the win share exactly.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.special import ndtri

from temple_sim.analysis.estimate import CONFIDENCE, BlockSums, Estimate

DRAWS = 400
EXACT = 400  # games up to which a lead's distribution is worked out
PARTS = {
    "policy": "who plays better",
    "seat": "where one sits",
    "luck of the seat": "what the draw of a game gives to a seat, whoever sits there",
    "interplay": "the rest: luck that helps one way of playing and not another, and what others do",
}


def square(frame: pd.DataFrame) -> np.ndarray | None:
    """W by block, seat and policy, shape (blocks, P, P); None unless every block holds P policies in all rotations."""
    seats, policies = frame["seat"].nunique(), frame["policy"].nunique()
    blocks = frame["block"].nunique()
    if policies != seats or seats < 2 or len(frame) != blocks * seats * seats:
        return None
    ordered = frame.sort_values(["block", "seat", "policy"], kind="stable")
    return ordered["share"].to_numpy(float).reshape(blocks, seats, policies)


def variance_parts(frame: pd.DataFrame, seed: int = 0) -> pd.DataFrame:
    """Share of the spread of W that policy, seat, luck of the seat and the rest explain.

    Needs runs of P different policies among P players (see `square`); else the table is empty. Variance
    components of the square, with 95% intervals by bootstrap over blocks.
    Columns: part, meaning, value, low, high, blocks.
    """
    grid = square(frame)
    if grid is None or len(grid) < 2:
        return pd.DataFrame(columns=["part", "meaning", "value", "low", "high", "blocks"])
    found = _parts(grid)
    rng = np.random.default_rng([seed, len(grid)])
    again = np.array([_parts(grid[rng.integers(0, len(grid), len(grid))]) for _ in range(DRAWS)])
    low, high = np.quantile(again, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return pd.DataFrame(
        {"part": name, "meaning": PARTS[name], "value": found[i], "low": low[i], "high": high[i], "blocks": len(grid)}
        for i, name in enumerate(PARTS)
    )


def _parts(grid: np.ndarray) -> np.ndarray:
    """Variance components of a (blocks, seats, policies) square as shares of their sum, in the order of PARTS."""
    blocks, size, _ = grid.shape
    centred = grid - grid.mean()
    by_policy, by_seat = centred.mean(axis=(0, 1)), centred.mean(axis=(0, 2))
    cell = centred.mean(axis=2) - by_seat  # (blocks, seats): what the luck of a block gave to a seat
    rest = centred - by_policy - by_seat[:, None] - cell[:, :, None]
    residual = (rest**2).sum() / ((blocks * size - 1) * (size - 1))
    of_luck = (cell**2).sum() * size / ((blocks - 1) * size)
    luck = (of_luck - residual) / size
    lines = blocks * size
    parts = np.array([_spread(by_policy, residual / lines), _spread(by_seat, of_luck / lines), luck, residual])
    return parts / parts.sum() if parts.sum() else parts


def _spread(means: np.ndarray, noise: float) -> float:
    """Variance of centred means over the levels of a factor, less what noise adds to it."""
    return float((means**2).mean()) - noise


def games_to_tell(frame: pd.DataFrame) -> pd.DataFrame:
    """How often the better of two policies wins more, and after how many games it leads with probability 95%.

    Columns: better, worse, value (its win share minus the other's in a game) with low, high, blocks, and games (seats
    changing from game to game; NaN when the interval holds 0). A lead is more games won than the other.
    """
    wide = frame.pivot_table(index=["block", "game"], columns="policy", values="share", aggfunc="mean", observed=True)
    lines = []
    for first, second in _pairs(wide):
        apart = wide[first] - wide[second]
        sums, total = apart.groupby("block").agg(["sum", "count"]), BlockSums()
        total.add(sums["sum"].to_numpy(float), sums["count"].to_numpy(float))
        gap = total.estimate()
        games = games_to_lead(float((apart > 0).mean()), float((apart < 0).mean())) if gap.low > 0 else float("nan")
        line = {"better": first, "worse": second, "value": gap.value, "low": gap.low, "high": gap.high}
        lines.append(line | {"blocks": gap.blocks, "games": games})
    return pd.DataFrame(lines, columns=["better", "worse", "value", "low", "high", "blocks", "games"])


def games_to_lead(better: float, worse: float, sure: float = 0.95) -> float:
    """Games after which one side has won more than the other with probability 95%, by their chances in a game.

    Exact (the lead's distribution, game by game) up to EXACT games, then the normal approximation.
    """
    mean, spread = better - worse, np.sqrt(better + worse - (better - worse) ** 2)
    step, lead = np.array([worse, 1 - better - worse, better]), np.array([1.0])
    for games in range(1, EXACT + 1):
        lead = np.convolve(lead, step)  # of -games, ..., +games
        if lead[games + 1 :].sum() >= sure:
            return float(games)
    return float(np.ceil((ndtri(sure) * spread / mean) ** 2))


def _pairs(wide: pd.DataFrame) -> Iterator[tuple[str, str]]:
    order = list(wide.mean().sort_values(ascending=False).index)
    return ((first, second) for i, first in enumerate(order) for second in order[i + 1 :])


def adjusted(frame: pd.DataFrame, controls: pd.DataFrame, by: str = "seat") -> pd.DataFrame:
    """W by seat (or policy), plain and with the luck of the draw taken out by control variates.

    controls  covariates of luck whose mean is known and has been taken off, a line for each line of the frame
    Coefficients are fitted on the other half of the blocks, so the adjusted mean stays unbiased (Owen, Monte Carlo
    theory, methods and examples, ch. 8). Columns: the group, plain and adjusted with low and high, blocks, VRF (how
    many times more blocks the plain mean needs for the same interval).
    """
    rows = []
    for group, part in frame.groupby(by, observed=True, sort=True):
        covariates = controls.loc[part.index].groupby(part["block"]).mean().to_numpy(float)
        shares = part.groupby("block")["share"].mean().to_numpy(float)
        plain, clean = _mean(shares), _mean(shares - _explained(shares, covariates))
        widths = (plain.high - plain.low, clean.high - clean.low)
        row = {by: group, "plain": plain.value, "plain low": plain.low, "plain high": plain.high}
        row |= {"adjusted": clean.value, "low": clean.low, "high": clean.high, "blocks": clean.blocks}
        rows.append(row | {"VRF": (widths[0] / widths[1]) ** 2 if widths[1] else float("nan")})
    columns = [by, "plain", "plain low", "plain high", "adjusted", "low", "high", "blocks", "VRF"]
    return pd.DataFrame(rows, columns=columns)


def _explained(shares: np.ndarray, covariates: np.ndarray) -> np.ndarray:
    """What the covariates explain of each share, by least squares fitted on the blocks of the other half."""
    explained, half = np.zeros(len(shares)), np.arange(len(shares)) % 2
    for side in (0, 1):
        fit, use = half != side, half == side
        if fit.sum() > covariates.shape[1] + 1:
            design = np.column_stack([np.ones(fit.sum()), covariates[fit]])
            coefficients = np.linalg.lstsq(design, shares[fit], rcond=None)[0][1:]
            explained[use] = covariates[use] @ coefficients
    return explained


def _mean(values: np.ndarray) -> Estimate:
    total = BlockSums()
    total.add(values, np.ones(len(values)))
    return total.estimate()
