"""What a report is written from: runs by player count, the payoff ladder, valued actions. Gathered or played here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.games import features_of
from temple_sim.core.errors import UserError
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.payoff import Cell, payoff
from temple_sim.policies.registry import policies_of
from temple_sim.results import Results

FRAME_GAMES = 40_000  # games a frame holds at most; rates of a run's own rows use all of them
MARGIN = 0.02
Tell = Callable[[str], None]


@dataclass
class Material:
    """Everything the sections read.

    same, mixed   by player count: runs of one policy in all seats, and of different ones
    ladder        by player count: payoff cells; valued: by phase, the frame of valued actions
    """

    game: GameSpec
    ruleset: Ruleset
    command: str
    seed: int
    same: dict[int, Results] = field(default_factory=dict)
    mixed: dict[int, Results] = field(default_factory=dict)
    ladder: dict[int, list[Cell]] = field(default_factory=dict)
    valued: dict[str, pd.DataFrame] = field(default_factory=dict)
    valued_match: Match | None = None
    rollouts: int = 0
    robust: list[tuple[str, str, pd.DataFrame]] = field(default_factory=list)  # (policy, assumed, seat table)
    margin: float = MARGIN

    @cached_property
    def frames(self) -> dict[int, pd.DataFrame]:
        """By player count: a line per game and seat of the runs that questions are asked of (`same`, or `mixed`)."""
        runs = {**self.mixed, **self.same}
        return {players: runs[players].to_frame(whole_blocks(runs[players].match)) for players in sorted(runs)}

    @property
    def main_players(self) -> int:
        """The player count that single figures are drawn for: the game's usual one when it was played."""
        usual = self.game.default_players
        return usual if usual in self.frames else next(iter(self.frames))

    @property
    def main(self) -> pd.DataFrame:
        """The frame of the main player count."""
        return self.frames[self.main_players]

    @property
    def strongest(self) -> str:
        """The policy of the runs with one policy in all seats."""
        run = self.same.get(self.main_players) or next(iter({**self.mixed, **self.same}.values()))
        return ", ".join(dict.fromkeys(entry.label for entry in run.match.line_up))


def whole_blocks(match: Match) -> int:
    """The number of games a frame holds: whole blocks, at most FRAME_GAMES."""
    games = min(match.n, FRAME_GAMES)
    return games - games % match.block if games >= match.block else games


def from_runs(folders: Sequence[Path], command: str) -> Material:
    """Material from run folders of one game under one ruleset. UserError when they do not fit together."""
    runs = [Results.load(folder) for folder in folders]
    first = runs[0].match
    material = Material(first.game, first.ruleset, command, first.seed)
    for run, folder in zip(runs, folders, strict=True):
        if run.match.game is not first.game:
            raise UserError(f"{folder} is a run of {run.match.game.name}, not of {first.game.name}.")
        if run.match.ruleset.digest != first.ruleset.digest:
            raise UserError(
                f"{folder} was played under other rules than {folders[0]}; compare them with 'whatif diff'."
            )
        if run.games < run.match.block:
            raise UserError(f"{folder} holds no whole block of games.")
        target = material.same if run.match.block == 1 else material.mixed
        if run.match.players in target:
            raise UserError(f"{folder} is a second run of {run.match.players} players with such a line-up.")
        target[run.match.players] = run
    return material


@dataclass(frozen=True)
class Effort:
    """How much a report plays, in games and decisions, from the one number a user gives."""

    n: int

    @property
    def ladder(self) -> int:
        """Games a pair of policies."""
        return max(60, self.n // 50)

    @property
    def robust(self) -> int:
        """Games a cell of the robustness matrix."""
        return max(100, self.n // 10)

    @property
    def decisions(self) -> int:
        """Decisions valued a phase."""
        return int(np.clip(self.n // 200, 8, 4000))

    @property
    def rollouts(self) -> int:
        """Rollouts of each legal action."""
        return int(np.clip(self.n // 3000, 4, 100))


def play_material(
    game: GameSpec, ruleset: Ruleset, effort: Effort, seed: int, workers: Workers, command: str, tell: Tell
) -> Material:
    """Play everything a report of a game needs: all player counts, the policy ladder, values, robustness."""
    from temple_sim.analysis.games import module_of

    low, high = game.seats_allowed(ruleset)
    changed = tuple((key, here) for key, (_, here) in ruleset.changes().items())
    strongest, default = game.default_line_up[0], game.default_line_up
    material = Material(game, ruleset, command, seed)

    def spec(players: int, policies: Sequence[str], n: int) -> MatchSpec:
        return MatchSpec(game.name, tuple(policies), seed, n, changed)

    for players in range(low, high + 1):
        tell(f"{players} players, {strongest} in all seats")
        material.same[players] = _played(spec(players, [strongest] * players, effort.n), workers)
        if players > 1:
            tell(f"{players} players, different policies")
            mixed = [default[seat % len(default)] for seat in range(players)]
            material.mixed[players] = _played(spec(players, mixed, effort.n), workers)
    usual = min(max(game.default_players, low), high)
    names = list(policies_of(game))
    for players in dict.fromkeys([usual, max(2, low)]):
        pairs = payoff(spec(players, ["random"] * players, effort.ladder), names, players, workers, tell)
        material.ladder[players] = list(pairs)
    phases = getattr(module_of(game.name), "VALUED_PHASES", (game.phases[0],))
    material.rollouts = effort.rollouts
    for phase in phases:
        tell(f"values of {phase}")
        match = spec(usual, [strongest] * usual, max(2, effort.decisions // 4)).resolve()
        parts = list(value_match(match, phase, 4, effort.rollouts, workers))
        material.valued_match = match
        material.valued[phase] = action_frame(Valued.join(parts), match, features_of(game.name))
    material.robust = list(_robustness(game, ruleset, names, usual, seed, effort, workers, tell))
    return material


def _played(spec: MatchSpec, workers: Workers) -> Results:
    match = spec.resolve()
    return Results.of_rows(match, np.concatenate(list(play_match(match, workers))))


def _robustness(
    game: GameSpec, ruleset: Ruleset, names: Sequence[str], players: int, seed: int, effort: Effort,
    workers: Workers, tell: Tell,
):  # fmt: skip
    """Seat tables of every policy, and under every plausible value of the estimated components."""
    from temple_sim.analysis.fairness import seat_fairness

    assumed: list[tuple[str, dict]] = [("as it is", {})]
    for key, declared in game.schema.keys.items():
        if key in ruleset.estimated():
            assumed += [(f"{key}={_brief(value)}", {key: value}) for value in declared.plausible]
    for label, changes in assumed:
        try:
            rules = ruleset.overlay_flat(changes, label)
            game.pack_rules(rules)
        except UserError:
            continue
        changed = tuple((key, here) for key, (_, here) in rules.changes().items())
        for policy in names:
            tell(f"robustness: {policy}, {label}")
            run = _played(MatchSpec(game.name, (policy,) * players, seed, effort.robust, changed), workers)
            yield policy, label, seat_fairness(run.to_frame(whole_blocks(run.match)))


def _brief(value: object) -> str:
    text = str(value)
    return text if len(text) <= 24 else text[:21] + "..."
