"""Pictures of a run for a notebook: they show themselves, and can be saved."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from temple_sim.analysis.fairness import leader_wins
from temple_sim.analysis.games import standings_of
from temple_sim.analysis.summary import Summary
from temple_sim.core.errors import UserError
from temple_sim.reports import figures
from temple_sim.reports.material import FRAME_GAMES, MARGIN, whole_games
from temple_sim.reports.style import png_of, save_png, to_svg
from temple_sim.results import Results


@dataclass(frozen=True)
class Picture:
    """A figure that a notebook shows by itself; `save` writes it as .png or .svg, `axes` draws it to go on with."""

    title: str
    draw: Callable[[], Any]

    @property
    def axes(self) -> Any:
        """The matplotlib axes of a fresh figure."""
        return self.draw()

    def save(self, file: str | Path) -> Path:
        """Write the picture; the ending says how."""
        path = Path(file)
        if path.suffix == ".svg":
            path.write_text(to_svg(self.draw(), self.title, self.title, "picture"))
        elif path.suffix == ".png":
            save_png(self.draw(), path)
        else:
            raise UserError(f"A picture ends in .png or .svg, not '{path.suffix}'.")
        return path

    def _repr_png_(self) -> bytes:
        return png_of(self.draw())


@dataclass(frozen=True)
class Plots:
    """The pictures of a run."""

    results: Results
    summary: Summary

    def seats(self, margin: float = MARGIN) -> Picture:
        """W by seat with 95% intervals; the band is the margin around an equal share."""
        return self._shares("seat", self.summary.seats, margin)

    def policies(self, margin: float = MARGIN) -> Picture:
        """W by policy with 95% intervals."""
        return self._shares("policy", self.summary.policies, margin)

    def lengths(self) -> Picture:
        """Distribution of the number of turns."""
        frame = self._frame()
        turns = {self.summary.match.players: frame.loc[frame["seat"] == 0, "turns"]}
        return Picture("Turns", lambda: figures.lengths(turns))

    def leader(self) -> Picture:
        """How often the leader at several moments wins. UserError for games that say nothing about standings."""
        match = self.summary.match
        found = standings_of(match, self._frame())
        if found is None:
            raise UserError(f"{match.game.title} does not record who leads.")
        table = leader_wins(*found).dropna(subset=["value"])
        equal = 1 / self.summary.match.players
        moments = list(table["moment"])
        return Picture(
            "Does the leader win?", lambda: figures.curve(moments, table, "moment", "leader wins, percent", equal)
        )

    def _frame(self) -> pd.DataFrame:
        return self.results.to_frame(whole_games(self.results.match, FRAME_GAMES))

    def _shares(self, by: str, estimates: Any, margin: float) -> Picture:
        frame = pd.DataFrame({by: f"{by} {name}", **estimate._asdict()} for name, estimate in estimates.items())
        equal = 1 / self.summary.match.players
        label = "W, percent (dashed: an equal share; band: margin)"
        return Picture(f"W by {by}", lambda: figures.forest(frame, by, reference=equal, margin=margin, xlabel=label))
