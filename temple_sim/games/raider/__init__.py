"""Temple Raider: ten relics a seat down a temple of lava; dice are picked, used one by one or summed.

Ruleset, actions and columns are described in README.md beside this file.
"""

from pathlib import Path

from temple_sim.core.jit import jit
from temple_sim.core.spec import Codec, GameSpec
from temple_sim.games.raider.codec import action_dict, narrate, state_dict
from temple_sim.games.raider.columns import RESULT_COLUMNS, headlines, metrics, record
from temple_sim.games.raider.legal import legal_actions
from temple_sim.games.raider.rules import apply_action, setup
from temple_sim.games.raider.state import RULES, STATE, pack
from temple_sim.games.raider.tables import MAX_ACTIONS, PHASES, SEATS
from temple_sim.games.raider.values import MODELS
from temple_sim.games.raider.views import determinize, observe


@jit
def outcome(state, rules, shares, scores):
    """The winner takes it all; the score is the number of relics that left the temple."""
    for seat in range(state.players):
        scores[seat] = state.escaped[seat]
        shares[seat] = 1.0 if seat == state.winner else 0.0


GAME = GameSpec(
    name="raider",
    title="Temple Raider",
    players=(2, SEATS),
    default_players=3,
    default_line_up=("planner", "balanced", "sprinter"),
    phases=PHASES,
    state=STATE,
    rules=RULES,
    columns=RESULT_COLUMNS,
    max_actions=MAX_ACTIONS,
    ruleset_file=Path(__file__).with_name("ruleset.toml"),
    pack=pack,
    codec=Codec(state_dict, action_dict, narrate),
    setup=setup,
    legal_actions=legal_actions,
    apply_action=apply_action,
    observe=observe,
    determinize=determinize,
    outcome=outcome,
    record=record,
    models=MODELS,
    metrics=metrics,
    headlines=headlines,
)
