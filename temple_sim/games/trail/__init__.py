"""Trail to the Temple: explorers walk a path of tokens, and drones decide what the tokens are worth."""

from pathlib import Path

from temple_sim.core.spec import Codec, GameSpec
from temple_sim.games.trail.codec import action_dict, end_dict, narrate, state_dict
from temple_sim.games.trail.columns import COLUMNS, record
from temple_sim.games.trail.headlines import headlines, metrics
from temple_sim.games.trail.rules import apply_action, legal_actions, setup
from temple_sim.games.trail.scoring import outcome
from temple_sim.games.trail.state import MODELS, RULES, STATE, pack
from temple_sim.games.trail.tables import MAX_ACTIONS, PHASES, SEATS
from temple_sim.games.trail.views import determinize, observe

GAME = GameSpec(
    name="trail",
    title="Trail to the Temple",
    players=(1, SEATS),
    default_players=3,
    default_line_up=("planner", "specialist", "collector", "runner"),
    phases=PHASES,
    state=STATE,
    rules=RULES,
    columns=COLUMNS,
    max_actions=MAX_ACTIONS,
    ruleset_file=Path(__file__).with_name("ruleset.toml"),
    pack=pack,
    codec=Codec(state_dict, action_dict, narrate, end_dict),
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
