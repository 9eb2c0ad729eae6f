"""Whole games as they were when the referee had passed them: a change of rules, luck or trace shows here.

`python -m tests.games.trail.test_golden` writes them anew, for a change that is meant.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from tests.driver import match_of

FOLDER = Path(__file__).parent / "golden"
GAMES = {"solo": (1, 0), "two seats": (2, 0), "three seats, every tile": (3, 23), "four seats": (4, 0)}


def lines(players: int, number: int) -> Iterator[str]:
    table = Table(match_of("trail", players, seed=2024, n=1000))
    for event in trace_game(table, number):
        yield json.dumps(event, separators=(",", ":"))


def file_of(name: str) -> Path:
    return FOLDER / f"{name.replace(',', '').replace(' ', '_')}.jsonl.gz"


@pytest.mark.parametrize("name", GAMES)
def test_game_is_told_as_ever(name: str) -> None:
    expected = gzip.decompress(file_of(name).read_bytes()).decode().splitlines()
    for number, (was, told) in enumerate(zip(expected, lines(*GAMES[name]), strict=True)):
        assert told == was, f"event {number} of {name}"


def test_every_tile_is_met_in_a_golden_game() -> None:
    last = json.loads(gzip.decompress(file_of("three seats, every tile").read_bytes()).decode().splitlines()[-2])
    assert all(tile["revealed"] for tile in last["state"]["tiles"])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        file_of(name).write_bytes(gzip.compress("\n".join(lines(*game)).encode(), mtime=0))
