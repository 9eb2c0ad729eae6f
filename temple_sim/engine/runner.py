"""Playing a match in parallel: chunks of games go to joblib workers, rows come back in the order of the games."""

import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs
from joblib.parallel import BACKENDS, EXTERNAL_BACKENDS

from temple_sim.core.errors import UserError, unknown
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table

PROBE_SECONDS = 0.01  # much more than a call takes by itself
CHUNK_SECONDS = 0.25  # short enough for a smooth progress bar and a prompt Ctrl-C
MAX_CHUNK = 50_000
STOPPED = float("inf")  # pieces read, once nobody reads any more
AHEAD = 4  # finished pieces a worker may be ahead of their reader, so that memory stays flat
NAMES = {"threads": "threading"}  # ours -> joblib's; any other name is joblib's own


@dataclass(frozen=True)
class Workers:
    """How to spread the work. It never changes a row."""

    jobs: int = 1
    backend: str = "threads"
    chunk: int | None = None  # games in one piece of work; None: about a quarter of a second's

    def __post_init__(self) -> None:
        """Refuse what joblib would not understand."""
        if self.backend in EXTERNAL_BACKENDS and self.backend not in BACKENDS:
            _register(self.backend)
        known = [*NAMES, *(name for name, kind in BACKENDS.items() if kind.supports_return_generator)]
        if self.backend not in known:
            raise unknown("backend", self.backend, known)
        if self.jobs == 0 or self.jobs < -1:
            raise UserError(f"--jobs must be 1 or more (or -1 for all cores), not {self.jobs}.")
        if self.chunk is not None and self.chunk < 1:
            raise UserError(f"A chunk must hold at least 1 game, not {self.chunk}.")


def _register(backend: str) -> None:
    """Let joblib load a backend that another package brings, such as dask."""
    try:
        EXTERNAL_BACKENDS[backend]()
    except (ImportError, ValueError):
        raise UserError(f"Backend '{backend}' cannot be used: {backend} is not installed.") from None


@lru_cache(maxsize=8)
def match_of(spec: MatchSpec, plugins: tuple[tuple[str, str], ...] = ()) -> Match:
    """In a worker process: the match of a spec, looked up once for the contents its plug-ins have now."""
    return Match(spec)


def _play_chunk(match: Match, first: int, count: int) -> np.ndarray:
    return Table(match).play(first, count)


def prepare(match: Match) -> float:
    """Compile or load all the match needs and play a few games of it: the seconds a game takes."""
    table, games = Table(match), 1
    table.play(0, 1)  # the first call alone takes as long as thousands of games
    while True:
        start = time.perf_counter()
        table.play(0, games)
        used = time.perf_counter() - start
        if used > PROBE_SECONDS or games == match.n:
            return max(used / games, 1e-7)
        games = min(games * 8, match.n)


def play_match(match: Match, workers: Workers, first: int = 0) -> Iterator[np.ndarray]:
    """Result rows of games [first, n) in order, in pieces. Memory does not grow with n."""
    chunk = workers.chunk or int(np.clip(CHUNK_SECONDS / prepare(match), 1, MAX_CHUNK))
    pieces = ((start, min(chunk, match.n - start)) for start in range(first, match.n, chunk))
    yield from spread(match, workers, _play_chunk, pieces)


def spread(
    match: Match, workers: Workers, function: Callable[..., Any], pieces: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """`function(match, *piece)` of every piece, in their order, from the workers; few wait to be read at any time."""
    backend = NAMES.get(workers.backend, workers.backend)
    # A batch of joblib's would be finished as a whole, and wait for room that only its own results can make.
    pool = Parallel(workers.jobs, return_as="generator", backend=backend, pre_dispatch="3*n_jobs", batch_size=1)
    room = AHEAD * effective_n_jobs(workers.jobs)
    if backend == "threading":
        Table(match)  # compiled once, before the threads ask for it
        return _from_threads(pool, room, match, function, pieces)
    return _from_processes(pool, room, match, function, pieces)


def _from_threads(
    pool: Parallel, room: int, match: Match, function: Callable[..., Any], pieces: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """Each piece waits in its thread until there is room. joblib itself would run ahead of a slow reader."""
    moved, read = threading.Condition(), 0.0

    def work(number: int, piece: tuple[Any, ...]) -> Any:
        with moved:
            moved.wait_for(lambda: number < read + room)
        return None if read == STOPPED else function(match, *piece)

    try:
        for result in _quietly(pool(delayed(work)(number, piece) for number, piece in enumerate(pieces))):
            yield result
            with moved:
                read += 1
                moved.notify_all()
    finally:
        with moved:
            read = STOPPED
            moved.notify_all()


def _from_processes(
    pool: Parallel, room: int, match: Match, function: Callable[..., Any], pieces: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """A window of pieces at a time, as workers cannot see how far the reader is."""
    rest = iter(pieces)
    with pool:
        while window := list(islice(rest, room)):
            tasks = (delayed(_in_process)(function, match.spec, match.plugins, piece) for piece in window)
            yield from _quietly(pool(tasks))


def _in_process(
    function: Callable[..., Any], spec: MatchSpec, plugins: tuple[tuple[str, str], ...], piece: tuple[Any, ...]
) -> Any:
    return function(match_of(spec, plugins), *piece)


def _quietly(results: Any) -> Iterator[Any]:
    """Pass results on; when the reader stops early, without joblib's warning about those not used."""
    try:
        for result in results:  # noqa: UP028  "yield from" would close it loudly
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            results.close()
