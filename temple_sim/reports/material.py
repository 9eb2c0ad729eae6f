"""What a report is written from: runs by player count, the payoff ladder, valued actions, checks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import BlockSums
from temple_sim.analysis.fairness import equal_share_gap
from temple_sim.analysis.measures import block_sums, win_metrics
from temple_sim.core.errors import UserError
from temple_sim.core.records import FINISHED
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match
from temple_sim.experiments.payoff import Cell
from temple_sim.reports.robust import Check
from temple_sim.results import Results, rows_to_frame

FRAME_GAMES = 40_000  # games a frame holds at most; W by seat rests on all of them
MARGIN = 0.02


def whole_games(match: Match, most: int) -> int:
    """The games of a match's whole blocks, at most so many (all its games when it has no whole block)."""
    games = min(match.n, most)
    return games - games % match.block if games >= match.block else games


@dataclass
class Run:
    """The games of one match: W by seat over all of them, and a frame of the first ones.

    seats   as `fairness.seat_fairness` gives them; limits: games that hit a guard
    frame   a line per game and seat, of the first whole blocks (at most FRAME_GAMES games)
    """

    match: Match
    games: int
    limits: int
    seats: pd.DataFrame
    frame: pd.DataFrame

    @classmethod
    def of(cls, match: Match, pieces: Iterable[np.ndarray]) -> "Run":
        """Gather rows piece by piece; memory does not grow with their number."""
        metrics = win_metrics(match)[: match.players]
        sums = [BlockSums() for _ in metrics]
        kept, count, games, limits, held = [], 0, 0, 0, np.zeros(0, match.game.result)
        for piece in pieces:
            games += len(piece)
            limits += int((piece["end_reason"] != FINISHED).sum())
            kept.append(piece[: max(0, FRAME_GAMES - count)])
            count += len(kept[-1])
            rows = np.concatenate([held, piece])
            whole = len(rows) - len(rows) % match.block
            held = rows[whole:]
            for metric, total in zip(metrics, sums, strict=True):
                total.add(*block_sums(metric, rows[:whole], match))
        first = np.concatenate(kept) if kept else held
        frame = rows_to_frame(first[: len(first) - len(first) % match.block], match)
        lines = [{"seat": seat} | total.estimate(True)._asdict() for seat, total in enumerate(sums)]
        return cls(match, games, limits, equal_share_gap(pd.DataFrame(lines)), frame)


@dataclass
class Material:
    """Everything the sections read.

    same, mixed   by player count: runs of one policy in all seats, and of different ones
    variants      by name and player count: runs of one policy under the rules a game's `VARIANTS` names
    ladder        by player count: payoff cells; valued: by phase, the frame of valued actions
    checks        the report's questions under other policies and assumptions
    """

    game: GameSpec
    ruleset: Ruleset
    command: str
    seed: int
    same: dict[int, Run] = field(default_factory=dict)
    mixed: dict[int, Run] = field(default_factory=dict)
    variants: dict[str, dict[int, Run]] = field(default_factory=dict)
    ladder: dict[int, list[Cell]] = field(default_factory=dict)
    valued: dict[str, pd.DataFrame] = field(default_factory=dict)
    rollouts: int = 0
    checks: list[Check] = field(default_factory=list)
    margin: float = MARGIN
    interrupted: bool = False  # not all was played

    @cached_property
    def runs(self) -> dict[int, Run]:
        """By player count: the run that questions are asked of (`same`, or `mixed`)."""
        both = {**self.mixed, **self.same}
        return {players: both[players] for players in sorted(both)}

    @cached_property
    def frames(self) -> dict[int, pd.DataFrame]:
        """By player count: a line per game and seat of the runs that questions are asked of."""
        return {players: run.frame for players, run in self.runs.items()}

    def variant(self, name: str) -> Run | None:
        """A variant's run at the main player count, if it was played."""
        return self.variants.get(name, {}).get(self.main_players)

    @property
    def main_players(self) -> int:
        """The player count that single figures are drawn for: the game's usual one when it was played."""
        usual = self.game.default_players
        return usual if usual in self.runs else next(iter(self.runs))

    @property
    def main(self) -> pd.DataFrame:
        """The frame of the main player count."""
        return self.frames[self.main_players]

    @property
    def strongest(self) -> str:
        """The policy of the runs with one policy in all seats."""
        match = self.runs[self.main_players].match
        return ", ".join(dict.fromkeys(entry.label for entry in match.line_up))


def from_runs(folders: Sequence[Path], command: str) -> Material:
    """Material from run folders of one game under one ruleset. UserError when they do not fit together."""
    runs = [Results.load(folder) for folder in folders]
    first = runs[0].match
    material = Material(first.game, first.ruleset, command, first.seed)
    for results, folder in zip(runs, folders, strict=True):
        match = results.match
        if match.game is not first.game:
            raise UserError(f"{folder} is a run of {match.game.name}, not of {first.game.name}.")
        if match.ruleset.digest != first.ruleset.digest:
            raise UserError(
                f"{folder} was played under other rules than {folders[0]}; compare them with 'whatif diff'."
            )
        if results.games < match.block:
            raise UserError(f"{folder} holds no whole block of games.")
        target = material.same if match.block == 1 else material.mixed
        if match.players in target:
            raise UserError(f"{folder} is a second run of {match.players} players with such a line-up.")
        target[match.players] = Run.of(match, results.parts())
    return material
