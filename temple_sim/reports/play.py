"""Playing what a report needs, in one go."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from temple_sim.analysis.actions import action_frame
from temple_sim.analysis.games import features_of, module_of
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.rollouts import Valued, value_match
from temple_sim.engine.runner import Workers, play_match
from temple_sim.experiments.payoff import payoff
from temple_sim.policies.registry import policies_of
from temple_sim.reports.material import Material, Run
from temple_sim.reports.robust import answers_of, assumptions, check

STAGES = 4  # parts of a game that decisions are sampled from alike
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How much a report plays, in games and decisions, from the one number a user gives: games a player count."""

    n: int

    @property
    def mixed(self) -> int:
        """Games a player count with different policies."""
        return max(100, self.n // 4)

    @property
    def variant(self) -> int:
        """Games a variant."""
        return max(100, self.n // 4)

    @property
    def ladder(self) -> int:
        """Games a pair of policies."""
        return max(60, self.n // 100)

    @property
    def check(self) -> int:
        """Games of each policy under each assumption."""
        return max(100, self.n // 20)

    @property
    def decisions(self) -> int:
        """Decisions valued a phase, times the phase's weight."""
        return int(np.clip(self.n // 50, 8, 4000))

    @property
    def rollouts(self) -> int:
        """Rollouts of each legal action."""
        return int(np.clip(round(self.n**0.5 / 18), 4, 40))


@dataclass(frozen=True)
class Player:
    """Plays matches of one game for a report."""

    game: GameSpec
    seed: int
    workers: Workers
    tell: Tell

    def spec(self, ruleset: Ruleset, policies: Sequence[str], n: int) -> MatchSpec:
        """A match under a ruleset."""
        changed = tuple((key, here) for key, (_, here) in ruleset.changes().items())
        return MatchSpec(self.game.name, tuple(policies), self.seed, n, changed)

    def run(self, spec: MatchSpec) -> Run:
        """The games of a match."""
        match = spec.resolve()
        return Run.of(match, play_match(match, self.workers))


def play_material(
    game: GameSpec, ruleset: Ruleset, effort: Effort, seed: int, workers: Workers, command: str, tell: Tell
) -> Material:
    """Play everything a report of a game needs: all player counts, the policy ladder, values, checks."""
    material = Material(game, ruleset, command, seed)
    for part in parts_of(material, effort, workers, tell):
        part()
    return material


def parts_of(material: Material, effort: Effort, workers: Workers, tell: Tell) -> Iterator[Callable[[], None]]:
    """What fills the material, in order; a report can be written of what was played when it breaks off between."""
    player = Player(material.game, material.seed, workers, tell)
    parts = (_play_counts, _play_variants, _play_ladder, _play_values, _play_checks)
    return (partial(part, player, material, effort) for part in parts)


def _play_counts(player: Player, material: Material, effort: Effort) -> None:
    game, ruleset = player.game, material.ruleset
    low, high = game.seats_allowed(ruleset)
    default = game.default_line_up
    for players in range(low, high + 1):
        player.tell(f"{players} players, {default[0]} in all seats")
        material.same[players] = player.run(player.spec(ruleset, [default[0]] * players, effort.n))
        if players > 1:
            player.tell(f"{players} players, different policies")
            line_up = [default[seat % len(default)] for seat in range(players)]
            material.mixed[players] = player.run(player.spec(ruleset, line_up, effort.mixed))


def _play_variants(player: Player, material: Material, effort: Effort) -> None:
    """Matches of one policy under other rules that the game's own questions ask about, on the same luck."""
    module, policy = module_of(player.game.name), player.game.default_line_up[0]
    everywhere = getattr(module, "AT_ALL_COUNTS", ())  # variants that are asked for at every number of players
    for name, changes in getattr(module, "VARIANTS", {}).items():
        ruleset = material.ruleset.overlay_flat(changes, name)
        counts = [count for count in material.runs if count > 1] if name in everywhere else [material.main_players]
        for players in counts:
            player.tell(f"{players} players, {name}")
            run = player.run(player.spec(ruleset, [policy] * players, effort.variant))
            material.variants.setdefault(name, {})[players] = run


def _play_ladder(player: Player, material: Material, effort: Effort) -> None:
    names = list(policies_of(player.game))
    counts = [players for players in (material.main_players, min(material.runs)) if players > 1]
    for players in dict.fromkeys(counts or [p for p in material.runs if p > 1][:1]):
        spec = player.spec(material.ruleset, ["random"] * players, effort.ladder)
        material.ladder[players] = list(payoff(spec, names, players, player.workers, _telling(player, players)))


def _telling(player: Player, players: int) -> Tell:
    return lambda text: player.tell(f"{players} players: {text}")


def _play_values(player: Player, material: Material, effort: Effort) -> None:
    game, ruleset = player.game, material.ruleset
    line_up = [game.default_line_up[0]] * material.main_players
    material.rollouts = effort.rollouts
    for phase, weight in weights_of(game).items():
        player.tell(f"values of {phase}")
        games = max(2, round(effort.decisions * weight / STAGES))
        match = player.spec(ruleset, line_up, games).resolve()
        valued = Valued.join(list(value_match(match, phase, STAGES, effort.rollouts, player.workers)))
        if len(valued.decisions):
            material.valued[phase] = action_frame(valued, match, features_of(game.name))


def weights_of(game: GameSpec) -> Mapping[str, float]:
    """The phases a report values, with how many decisions of each in parts of the usual number."""
    phases = getattr(module_of(game.name), "VALUED_PHASES", (game.phases[0],))
    return phases if isinstance(phases, Mapping) else dict.fromkeys(phases, 1.0)


def _play_checks(player: Player, material: Material, effort: Effort) -> None:
    """The report's questions under every policy and every plausible value of what is estimated."""
    answers = answers_of(player.game.name, material.margin)
    for setting, ruleset in assumptions(player.game, material.ruleset):
        for policy in policies_of(player.game):
            asked = replace(setting, policy=policy)
            player.tell(f"does it hold: {policy}, {asked.assumed}")
            run = player.run(player.spec(ruleset, [policy] * material.main_players, effort.check))
            material.checks.append(check(asked, run.frame, answers, material.margin))
