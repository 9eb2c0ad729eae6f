"""Playing a match in parallel: chunks of games go to joblib workers, rows come back in the order of the games."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from joblib import Parallel, delayed
from joblib.parallel import BACKENDS

from temple_sim.core.errors import UserError, unknown
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table

PROBE_GAMES = 8
CHUNK_SECONDS = 0.25  # short enough for a smooth progress bar and a prompt Ctrl-C
MAX_CHUNK = 50_000
NAMES = {"threads": "threading"}  # ours -> joblib's; any other name is joblib's own


@dataclass(frozen=True)
class Workers:
    """How to spread the work. It never changes a row."""

    jobs: int = 1
    backend: str = "threads"
    chunk: int | None = None  # games in one piece of work; None: about a quarter of a second's

    def __post_init__(self) -> None:
        """Refuse what joblib would not understand."""
        known = [*NAMES, *BACKENDS]
        if self.backend not in known:
            raise unknown("backend", self.backend, known)
        if self.jobs == 0 or self.jobs < -1:
            raise UserError(f"--jobs must be 1 or more (or -1 for all cores), not {self.jobs}.")
        if self.chunk is not None and self.chunk < 1:
            raise UserError(f"A chunk must hold at least 1 game, not {self.chunk}.")


@lru_cache(maxsize=8)
def match_of(spec: MatchSpec) -> Match:
    """In a worker process: the match of a spec, resolved once."""
    return Match(spec)


def _play_chunk(spec: MatchSpec, first: int, count: int) -> np.ndarray:
    """In a worker process: everything is looked up anew, once."""
    return Table(match_of(spec)).play(first, count)


def prepare(match: Match) -> float:
    """Compile or load all the match needs and play a few games of it: the seconds a game takes."""
    table = Table(match)
    games = min(PROBE_GAMES, match.n)
    table.play(0, 1)
    start = time.perf_counter()
    table.play(0, games)
    return max((time.perf_counter() - start) / games, 1e-7)


def play_match(match: Match, workers: Workers, first: int = 0) -> Iterator[np.ndarray]:
    """Result rows of games [first, n) in order, in pieces. Memory does not grow with n."""
    chunk = workers.chunk or int(np.clip(CHUNK_SECONDS / prepare(match), 1, MAX_CHUNK))
    pieces = ((start, min(chunk, match.n - start)) for start in range(first, match.n, chunk))
    pool = Parallel(
        n_jobs=workers.jobs,
        backend=NAMES.get(workers.backend, workers.backend),
        return_as="generator",
        pre_dispatch="3*n_jobs",
    )
    if workers.backend == "threads":
        yield from pool(delayed(Table(match).play)(start, count) for start, count in pieces)
    else:
        yield from pool(delayed(_play_chunk)(match.spec, start, count) for start, count in pieces)
