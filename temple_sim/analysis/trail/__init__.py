"""Trail to the Temple's own questions: drone odds, tokens, cards, tiles, colours, seats, ends and solo play.

| question of the rules page | function |
|---|---|
| odds of a drone from its rank or lead | `drone_base`, `drone_odds`, `final_rank_odds` |
| whether these odds can be trusted | `calibration`, `skill`, `skill_by_moment` |
| which colour's tokens are worth most now | `artifact_worth`, `token_values_by_rank` |
| how games end, how long they last | `endings`, `arrivals`, `lengths_by_end` |
| value of each token kind | `token_values`, `token_values_by_stage`, `unit_values`, `token_points` |
| value of each card value | `card_values`, `mover_values`, `dealt_cards` |
| value of location tiles | `tile_luck`, `tile_step_values`, `tile_choices` |
| one colour or several | `colour_choice`, `concentration`, `colours_collected`, `one_colour_or_several` |
| letting tokens fall behind or drone tokens | `drive_values`, `movers`, `drive_gap`, `tokens_behind` |
| seat advantage | `seat_advantage` |
| solo results | `solo_results`, `solo_margins`, `solo_by_policy`, `solo_result` |
| how it depends on estimated values | `ANSWERS`, asked of other policies and values |
"""

from temple_sim.analysis.trail.actions import (
    GROUPS,
    VALUED_PHASES,
    card_values,
    colour_choice,
    drive_values,
    drone_choice,
    drone_choice_by_rank,
    features,
    mover_values,
    option_values,
    tile_choices,
    tile_step_values,
    token_values,
    token_values_by_rank,
    token_values_by_stage,
    unit_values,
)
from temple_sim.analysis.trail.answers import ANSWERS, solo_result
from temple_sim.analysis.trail.collecting import (
    SOURCES,
    colours_collected,
    concentration,
    one_colour_or_several,
    points_by_colour,
    token_points,
)
from temple_sim.analysis.trail.course import (
    arrivals,
    drive_gap,
    endings,
    lengths_by_end,
    movers,
    seat_advantage,
    tile_luck,
    tokens_behind,
)
from temple_sim.analysis.trail.drones import (
    LEAD_NAMES,
    MOMENTS,
    Skill,
    artifact_worth,
    calibration,
    drone_base,
    drone_frame,
    drone_odds,
    final_rank_odds,
    skill,
    skill_by_moment,
)
from temple_sim.analysis.trail.luck import controls, dealt_cards, standings_in_play
from temple_sim.analysis.trail.solo import solo_by_policy, solo_margins, solo_results

__all__ = [
    "ANSWERS",
    "GROUPS",
    "LEAD_NAMES",
    "MOMENTS",
    "SOURCES",
    "VALUED_PHASES",
    "Skill",
    "arrivals",
    "artifact_worth",
    "calibration",
    "card_values",
    "colour_choice",
    "colours_collected",
    "concentration",
    "controls",
    "dealt_cards",
    "drive_gap",
    "drive_values",
    "drone_base",
    "drone_choice",
    "drone_choice_by_rank",
    "drone_frame",
    "drone_odds",
    "endings",
    "features",
    "final_rank_odds",
    "lengths_by_end",
    "mover_values",
    "movers",
    "one_colour_or_several",
    "option_values",
    "points_by_colour",
    "seat_advantage",
    "skill",
    "skill_by_moment",
    "solo_by_policy",
    "solo_margins",
    "solo_result",
    "solo_results",
    "standings_in_play",
    "tile_choices",
    "tile_luck",
    "tile_step_values",
    "token_points",
    "token_values",
    "token_values_by_rank",
    "token_values_by_stage",
    "tokens_behind",
    "unit_values",
]
