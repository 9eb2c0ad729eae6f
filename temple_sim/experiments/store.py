"""Runs of experiments on disk, found again by what they play: resumed when broken off, extended when too short."""

import hashlib
import json
import shutil
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from temple_sim.analysis.measures import block_sums
from temple_sim.analysis.quantiles import Quantile, linearised, values_by_block
from temple_sim.core.jit import CODE_VERSION
from temple_sim.core.metrics import Metric
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.runner import Workers, play_match
from temple_sim.results import COMPLETE, INTERRUPTED, Results, RunWriter, read_manifest

Sums = tuple[np.ndarray, np.ndarray]  # value and weight of each block


def folder_of(match: Match, store: Path) -> Path:
    """Where a match's run lies: the same for the same games, whatever their number."""
    plain = match.spec.to_json() | {"n": None, "code": CODE_VERSION, "plugins": dict(match.plugins)}
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
    return store / f"{match.game.name}-{digest[:16]}"


def games_there(match: Match, store: Path) -> int:
    """How many of the match's games are on disk already."""
    folder = folder_of(match, store)
    return min(int(read_manifest(folder)["games"]), match.n) if folder.exists() else 0


def play_stored(match: Match, store: Path, workers: Workers, told: Callable[[int], None]) -> Results:
    """The run of a match: what is there is kept, what is missing is played. `told` hears of every games played."""
    folder = folder_of(match, store)
    done = games_there(match, store)
    if done >= match.n:
        return Results.load(folder)
    writer = RunWriter(folder, match, "temple-sim whatif", extend=folder.exists())
    status = INTERRUPTED
    try:
        for rows in play_match(match, workers, first=done):
            with unbroken():
                writer.write(rows)
            told(len(rows))
        status = COMPLETE
    finally:
        writer.close(status)
    return Results.load(folder)


@contextmanager
def unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the body is through, so that what is counted and what is written are the same games."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


def block_arrays(results: Results, metrics: Iterable[Metric], blocks: int) -> dict[str, Sums]:
    """Value and weight sums of the first blocks of a run, by metric, shapes (blocks,)."""
    match, metrics = results.match, list(metrics)
    found: dict[str, list[Any]] = {metric.name: [] for metric in metrics}
    held = np.zeros(0, match.game.result)
    left = blocks * match.block
    for part in results.parts():
        rows = np.concatenate([held, part[:left]])
        left -= len(part[:left])
        whole = len(rows) - len(rows) % match.block
        held = rows[whole:]
        for metric in metrics:
            found[metric.name].append(_taken(metric, rows[:whole], match))
        if left <= 0:
            break
    return {metric.name: _joined(metric, found[metric.name]) for metric in metrics}


def _taken(metric: Metric, rows: np.ndarray, match: Match) -> Any:
    return values_by_block(metric, rows, match) if isinstance(metric, Quantile) else block_sums(metric, rows, match)


def _joined(metric: Metric, parts: list[Any]) -> Sums:
    if isinstance(metric, Quantile):
        return linearised(metric.level, parts)
    return np.concatenate([y for y, _ in parts]), np.concatenate([x for _, x in parts])


def shorter(match: Match, blocks: int) -> Match:
    """The same match with fewer blocks."""
    return MatchSpec(**{**vars(match.spec), "n": blocks * match.block}).resolve()


def forget(cells: Iterable[object], store: Path) -> None:
    """Delete the stored runs of cells, to play them anew."""
    for cell in cells:
        folder = folder_of(cell.match, store)  # type: ignore[attr-defined]
        if (folder / "manifest.json").exists():
            shutil.rmtree(folder)
