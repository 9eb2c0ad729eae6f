"""Play until a metric is known precisely enough, by an always-valid interval looked at after fixed numbers of games."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from temple_sim.analysis.estimate import BlockSums
from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.sequence import half_width, looks
from temple_sim.analysis.summary import Summary
from temple_sim.engine.match import Match, MatchSpec

WIDEST_SHARE = 0.5  # no standard deviation of a share's block mean is larger
NEVER_SEEN = 3.7  # what never happened in n blocks has at most this probability times 1/n (at 97.5%)
WIDER = 1.5  # an always-valid interval is about so much wider than a fixed one


def usual_metric(match: Match) -> str:
    """The first policy's win share; with one policy in all seats, where that is 1/P exactly, the first seat's."""
    return f"W.{match.line_up[0].label}" if match.block > 1 else "W.seat.0"


@dataclass(frozen=True)
class Goal:
    """The half-width that the interval of a metric shall have, and the match whose games are the most it may take."""

    match: Match
    metric: str
    half_width: float

    @property
    def most(self) -> int:
        """Blocks at most."""
        return max(1, self.match.whole_blocks)

    @property
    def tuned_to(self) -> int:
        """Blocks for which the interval is tightest: of a share, what the goal takes at worst; chosen before play."""
        if not metrics_of(self.match)[self.metric].share:
            return self.most
        worst = (float(ndtri(0.975)) * WIDER * WIDEST_SHARE / self.half_width) ** 2
        return max(2, min(self.most, int(worst)))

    def reached(self, sums: BlockSums) -> bool:
        """Whether the interval is narrow enough now."""
        return self.span(sums) <= self.half_width

    def span(self, sums: BlockSums) -> float:
        """Half the width of the always-valid interval; blocks that never differ leave room for a rare one that does."""
        error = sums.error()
        return NEVER_SEEN / sums.blocks if error == 0 else half_width(error, sums.blocks, self.tuned_to)

    def facts(self, summary: Summary) -> dict[str, Any]:
        """Which of n and precision ended play, and the always-valid interval."""
        sums, value = summary.sums[self.metric], summary.estimate(self.metric).value
        span = self.span(sums)
        return {
            "governed": "precision" if span <= self.half_width else "n", "metric": self.metric, "value": value,
            "low": value - span, "high": value + span, "half_width": span, "asked_for": self.half_width,
            "blocks": sums.blocks, "games": summary.games, "most_games": self.match.n,
        }  # fmt: skip

    def told(self, summary: Summary) -> str:
        """The facts in words."""
        facts = self.facts(summary)
        factor, unit = (100, "%") if summary.wanted[self.metric].share else (1, "")
        value, span, asked = (factor * facts[name] for name in ("value", "half_width", "asked_for"))
        played = f"{facts['governed']} governed, {summary.games:,} of at most {self.match.n:,} games"
        found = f"{self.metric} {value:.4g}{unit} ± {span:.3g}, asked for ± {asked:.3g}"
        return f"Stopping: {played}. Always-valid 95% interval: {found} (other intervals are for n fixed in advance)."


def until(pieces: Iterator[np.ndarray], match: Match, enough: Callable[[], bool]) -> Iterator[np.ndarray]:
    """Pass rows on, cut at the look points, until `enough()` says so at one of them: the same games for any jobs."""
    marks = iter([blocks * match.block for blocks in looks(max(1, match.whole_blocks))[:-1]])
    mark, done = next(marks, None), 0
    with closing(pieces):  # type: ignore[type-var]
        for rows in pieces:
            while mark is not None and done + len(rows) >= mark:
                yield rows[: mark - done]
                rows, done, mark = rows[mark - done :], mark, next(marks, None)
                if enough():
                    return
            if len(rows):
                yield rows
                done += len(rows)


def of_length(match: Match, games: int) -> Match:
    """The same match with another number of games."""
    return match if games == match.n else MatchSpec(**{**vars(match.spec), "n": games}).resolve()
