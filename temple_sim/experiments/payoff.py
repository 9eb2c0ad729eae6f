"""All policies of a game against all others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.summary import Summary
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.runner import Workers, play_match


@dataclass(frozen=True)
class Cell:
    """W of one seat of the row's policy among seats of the column's."""

    row: str
    column: str
    w: Estimate


def payoff(
    spec: MatchSpec, names: Sequence[str], players: int, workers: Workers, tell: Callable[[str], None]
) -> Iterator[Cell]:
    """Play every ordered pair: one seat for the row's policy, the others for the column's, in all rotations.

    spec    gives game, rules, seed and the games a pair; its line-up is ignored. Every pair meets the same luck.
    """
    for row in names:
        for column in names:
            if row == column:
                continue
            tell(f"{row} against {column}")
            match = MatchSpec(**{**vars(spec), "policies": (row, *[column] * (players - 1))}).resolve()
            summary = Summary(match)
            for rows in play_match(match, workers):
                summary.add(rows)
            yield Cell(row, column, summary.policies[row])


def mean_share(cells: Sequence[Cell], row: str) -> float:
    """Mean W of a policy over all opponents: what the ladder is sorted by."""
    own = [cell.w.value for cell in cells if cell.row == row]
    return sum(own) / len(own)
