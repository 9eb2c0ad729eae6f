"""Temple of Five: pyramids of coloured tiles, chains of decorations, and priests that compete for blessing cards.

Ruleset, actions, state and columns are described in README.md beside this file.
"""

from pathlib import Path

from temple_sim.core.spec import Codec, GameSpec
from temple_sim.games.five.codec import action_dict, state_dict
from temple_sim.games.five.columns import RESULT_COLUMNS, record
from temple_sim.games.five.headlines import headlines, metrics
from temple_sim.games.five.legal import legal_actions
from temple_sim.games.five.packing import MODELS, pack
from temple_sim.games.five.rules import apply_action, setup
from temple_sim.games.five.scoring import outcome
from temple_sim.games.five.state import RULES, STATE
from temple_sim.games.five.tables import MAX_ACTIONS, PHASES, SEATS
from temple_sim.games.five.telling import narrate
from temple_sim.games.five.views import determinize, observe

GAME = GameSpec(
    name="five",
    title="Temple of Five",
    players=(2, SEATS),
    default_players=4,
    default_line_up=("planner", "claimer", "builder", "spoiler"),
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
