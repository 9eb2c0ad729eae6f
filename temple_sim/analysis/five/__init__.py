"""Temple of Five's own questions: chains, priests, cards, tiles, boards and variants."""

from temple_sim.analysis.five.answers import ANSWERS
from temple_sim.analysis.five.chains import (
    points_by_length,
    points_by_order,
    prices,
    priest_economy,
    turns_by_chains,
)
from temple_sim.analysis.five.features import GROUPS, VALUED_PHASES, features
from temple_sim.analysis.five.levers import played_on
from temple_sim.analysis.five.luck import controls, standings
from temple_sim.analysis.five.places import last_places, last_round
from temple_sim.analysis.five.points import (
    GODS,
    boards,
    cards_by_god,
    cards_by_shape,
    claims_by_cells,
    points_by_size,
    points_by_source,
    tiles_exchanged,
)
from temple_sim.analysis.five.values import (
    build_values,
    card_values,
    chain_values,
    claim_values,
    contrasts,
    effect_contrasts,
    god_values,
    order_values,
    share_values,
    special_values,
    top_values,
    versus,
)
from temple_sim.analysis.five.variants import compare_variants, goal_table, sides

__all__ = [
    "ANSWERS",
    "GODS",
    "GROUPS", "VALUED_PHASES",
    "boards",
    "build_values",
    "card_values",
    "cards_by_god",
    "cards_by_shape",
    "chain_values",
    "claim_values",
    "claims_by_cells",
    "compare_variants",
    "contrasts",
    "controls",
    "effect_contrasts",
    "features",
    "goal_table",
    "god_values",
    "last_places",
    "last_round",
    "order_values",
    "played_on",
    "points_by_length",
    "points_by_order",
    "points_by_size",
    "points_by_source",
    "prices",
    "priest_economy",
    "share_values",
    "sides",
    "special_values",
    "standings",
    "tiles_exchanged",
    "top_values",
    "turns_by_chains",
    "versus",
]  # fmt: skip
