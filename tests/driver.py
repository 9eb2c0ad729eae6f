"""Playing a game by hand in a test: deal, arrange, look at the legal actions, act."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.games import load_game, load_game_file

PIG_FILE = Path(__file__).parent.parent / "scripts" / "examples" / "pig" / "pig.py"


def game_by_name(name: str) -> GameSpec:
    """A built-in game, or the tutorial game."""
    return load_game_file(PIG_FILE) if name == "pig" else load_game(name)


def match_of(
    name: str,
    players: int,
    policies: Sequence[str] = ("random",),
    settings: Sequence[str] = (),
    seed: int = 1,
    n: int = 1,
) -> Match:
    """A match of a game with a line-up (one policy fills all seats) and `key=value` settings."""
    game = game_by_name(name)
    ruleset = game.schema.defaults().overlay_settings(settings)
    rules = tuple((key, here) for key, (_, here) in ruleset.changes().items())
    seats = tuple(policies) * (players if len(policies) == 1 else 1)
    return Match(MatchSpec(name, seats, seed, n, rules, str(PIG_FILE) if name == "pig" else None))


class Driver:
    """One game under the test's hand. Actions and states are the dicts of the trace."""

    def __init__(self, name: str, players: int, settings: Sequence[str] = (), seed: int = 1) -> None:
        """Deal game 0 of a seed."""
        self.match = match_of(name, players, settings=settings, seed=seed)
        self.table = Table(self.match)
        self.values = self.match.ruleset.values
        self.record, self.luck, self.rules = self.table.deal(0)

    def arrange(self, change: Callable[[Any], None]) -> "Driver":
        """Let the test edit the state record."""
        change(self.record)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """The complete state as a trace shows it."""
        return self.match.game.codec.state(self.record, self.values)

    def legal(self) -> list[dict[str, Any]]:
        """The legal actions as a trace shows them."""
        return [self.match.game.codec.action(int(code), self.record, self.values) for code in self._codes()]

    def _codes(self) -> np.ndarray:
        n = self.table.contract.legal_actions(self.record, self.rules, self.table.actions)
        return self.table.actions[:n].copy()

    def act(self, **action: Any) -> dict[str, Any]:
        """Take the legal action equal to the given dict; the state after it."""
        legal = self.legal()
        assert action in legal, f"{action} is not among the legal actions {legal}"
        code = int(self._codes()[legal.index(action)])
        self.table.contract.apply_action(self.record, self.rules, code, self.luck)
        self.record.plies += 1
        return self.state

    def outcome(self) -> tuple[list[float], list[float]]:
        """Win shares and scores per seat."""
        self.table.totals[:, :] = 0.0
        self.table.contract.outcome(self.record, self.rules, self.table.totals[0], self.table.totals[1])
        shares, scores = (row[: self.match.players].tolist() for row in self.table.totals)
        return shares, scores
