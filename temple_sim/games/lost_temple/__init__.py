"""Lost Temple, 2 to 8 players: draft a character, race through the jungle."""

from pathlib import Path

from temple_sim.core.spec import Codec, GameSpec
from temple_sim.games.lost_temple.codec import action_dict, narrate, state_dict
from temple_sim.games.lost_temple.columns import COLUMNS, headlines, metrics, record
from temple_sim.games.lost_temple.legal import legal_actions
from temple_sim.games.lost_temple.pack import MODELS, pack
from temple_sim.games.lost_temple.rules import apply_action, outcome, setup
from temple_sim.games.lost_temple.state import RULES, STATE
from temple_sim.games.lost_temple.tables import MAX_ACTIONS, PHASES, SEATS
from temple_sim.games.lost_temple.views import determinize, observe

GAME = GameSpec(
    name="lost_temple",
    title="Lost Temple",
    players=(2, SEATS),
    default_players=5,
    default_line_up=("planner", "banker", "runner", "spoiler", "random"),
    phases=PHASES,
    state=STATE,
    rules=RULES,
    columns=COLUMNS,
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
