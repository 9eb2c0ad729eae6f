"""Whole games in words, as they were when a referee had passed them: a change of rules, luck or telling shows here.

`python -m tests.test_golden` writes them anew, for a change that is meant; it writes nothing a referee refuses.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game, trace_game
from temple_sim.games import built_in_names, load_game
from tests.driver import match_of

FOLDER = Path(__file__).parent / "golden"
SEED = 2024
VARIANTS = {
    "five": {
        "effect": ['special.set="effect"'],
        "mixed": ['special.set="mixed"'],
        "bird": ["variant.bird_in_hand=true"],
        "goals": ["variant.ultimate_goal=1"],
    }
}


def games() -> Iterator[tuple[str, int, str, list[str]]]:
    """(game, players, variant, settings) of every golden game."""
    for name in built_in_names():
        low, high = load_game(name).players
        yield from ((name, players, "", []) for players in range(low, high + 1))
        yield from ((name, high, variant, settings) for variant, settings in VARIANTS.get(name, {}).items())


def file_of(name: str, players: int, variant: str) -> Path:
    return FOLDER / f"{name}-{players}{'-' + variant if variant else ''}.txt"


def told(name: str, players: int, settings: list[str]) -> str:
    table = Table(match_of(name, players, settings=settings, seed=SEED))
    return "\n".join(narrate_game(table, 0)) + "\n"


@pytest.mark.parametrize(("name", "players", "variant", "settings"), list(games()))
def test_a_game_is_told_as_ever(name, players, variant, settings):
    file = file_of(name, players, variant)
    assert file.exists(), f"{file} is missing: write it with 'python -m tests.test_golden'"
    assert told(name, players, settings) == file.read_text()


def write() -> None:
    """Write every golden game that its referee passes."""
    FOLDER.mkdir(exist_ok=True)
    for name, players, variant, settings in games():
        referee = importlib.import_module(f"tests.referees.{name}")
        table = Table(match_of(name, players, settings=settings, seed=SEED))
        referee.check_trace(list(trace_game(table, 0)))
        file_of(name, players, variant).write_text(told(name, players, settings))


if __name__ == "__main__":
    write()
