"""How fast the games play on this machine: medians of several runs, one core each, in one process."""

import os
import platform
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.rollouts import value_chunk
from temple_sim.engine.runner import Workers, play_match, prepare
from temple_sim.games import load_game
from temple_sim.policies.registry import policies_of

STAGES, ROLLOUTS = 4, 100  # of the rollouts that are timed


@dataclass(frozen=True)
class Speed:
    """Games and decisions a CPU second, medians over the repetitions, and the largest deviation from them."""

    label: str
    games: float
    decisions: float
    spread: float


def machine() -> str:
    """What the figures were taken on."""
    found = ", ".join(f"{name} {_version(name)}" for name in ("numba", "numpy", "joblib", "open_spiel"))
    return f"{_cpu()}, {os.cpu_count()} cores, Python {platform.python_version()}, {found}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def match_speed(match: Match, seconds: float, repeat: int) -> Speed:
    """Speed of one match on one core, without writing."""
    games = max(1, round(seconds / repeat / prepare(match)))
    table = Table(match)
    speeds, decisions = [], []
    for part in range(repeat):
        start = time.process_time()
        rows = table.play(part * games, games)
        used = max(time.process_time() - start, 1e-9)
        speeds.append(games / used)
        decisions.append(float(rows["plies"].sum()) / used)
    middle = statistics.median(speeds)
    spread = max(abs(s - middle) for s in speeds) / middle
    return Speed(", ".join(dict.fromkeys(match.spec.policies)), middle, statistics.median(decisions), spread)


def game_speeds(name: str, seconds: float, repeat: int) -> Iterator[tuple[int, Speed]]:
    """(players, speed) for each policy alone and the default line-up, for each player count."""
    game = load_game(name)
    low, high = game.seats_allowed(game.schema.defaults())
    default = game.default_line_up
    for players in range(low, high + 1):
        line_ups = [(policy,) * players for policy in policies_of(game)]
        line_ups.append(tuple(default[seat % len(default)] for seat in range(players)))
        for policies in dict.fromkeys(line_ups):
            match = MatchSpec(name, policies, 1, 10**9).resolve()
            yield players, match_speed(match, seconds, repeat)


def job_ratio(spec: MatchSpec, seconds: float, repeat: int) -> float:
    """Wall-clock speed of two jobs over one, median over alternating runs, rows kept in memory only."""
    per_game = prepare(spec.resolve())
    match = MatchSpec(**{**vars(spec), "n": max(100, round(seconds / per_game))}).resolve()
    ratios = []
    for _ in range(repeat):
        ratios.append(_wall_seconds(match, jobs=1) / _wall_seconds(match, jobs=2))
    return statistics.median(ratios)


def rollout_ratio(match: Match, phase: str, seconds: float, repeat: int) -> float:
    """Decisions a CPU second in rollouts over those in plain play, median over alternating runs on one core."""
    plain = max(1, round(seconds / repeat / prepare(match)))
    table, number = Table(match), match.game.phases.index(phase)
    value_chunk(match, number, STAGES, 2, 0, 1)  # compiled before the clock runs
    start = time.process_time()
    value_chunk(match, number, STAGES, ROLLOUTS, 0, 1)
    games = max(1, round(seconds / repeat / max(time.process_time() - start, 1e-9)))
    ratios = []
    for part in range(repeat):
        start = time.process_time()
        played = float(table.play(part * plain, plain)["plies"].sum()) / (time.process_time() - start)
        start = time.process_time()
        valued = value_chunk(match, number, STAGES, ROLLOUTS, part * games, games)
        ratios.append(float(valued.decisions["plies"].sum()) / (time.process_time() - start) / played)
    return statistics.median(ratios)


def _wall_seconds(match: Match, jobs: int) -> float:
    start = time.perf_counter()
    for _ in play_match(match, Workers(jobs)):
        pass
    return time.perf_counter() - start


def open_spiel_ratio(pig: Match, seconds: float, repeat: int) -> tuple[float, float] | None:
    """Games a CPU second of Pig, random against random: (ours, OpenSpiel's `evaluate_bots`); None without it."""
    try:
        import pyspiel
    except ImportError:
        return None
    ours, theirs = [], []
    table = Table(pig)
    table.play(0, 1)
    for part in range(repeat):
        n = round(200_000 * seconds)
        start = time.process_time()
        table.play(part * n, n)
        ours.append(n / (time.process_time() - start))
        theirs.append(_open_spiel_pig(pyspiel, round(20_000 * seconds), part))
    return statistics.median(ours), statistics.median(theirs)


def _open_spiel_pig(pyspiel: object, n: int, seed: int) -> float:
    game = pyspiel.load_game("pig(players=2,winscore=100,horizon=100000)")  # type: ignore[attr-defined]
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in (0, 1)]  # type: ignore[attr-defined]
    seeds = np.random.default_rng(seed).integers(0, 2**31 - 1, n).tolist()
    start = time.process_time()
    for one in seeds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, one)  # type: ignore[attr-defined]
    return n / (time.process_time() - start)
