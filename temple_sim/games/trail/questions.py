"""Small questions policies ask: what an action code says, where a card leads, what a token is and earns."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.bits import lowest, without_lowest
from temple_sim.games.trail.effects import landing_slot, token_at
from temple_sim.games.trail.scoring import artifacts, crates, drone_factor, drones_ahead, explorer_place, tokens_ahead
from temple_sim.games.trail.tables import (
    ARTIFACT,
    CRATE,
    CRATE_GROUP,
    DRONE_GROUP,
    DRONE_TOKEN,
    DRONES,
    EXPLORER,
    FIRST_CRATE,
    FIRST_EXPLORER_GROUP,
    PAYLOAD,
    SLOT_BITS,
    STEP_BITS,
    STEPS,
    VALUE_BITS,
)

__all__ = [
    "action_type", "artifacts", "card_explorer", "card_steps", "crates", "discards_of", "drone_factor", "drones_ahead",
    "explorer_place", "landing_slot", "payload", "token_at", "token_kind", "token_owner", "token_points",
    "tokens_ahead", "trade_crate", "trade_slot",
]  # fmt: skip

# --- actions


@jit
def action_type(action):
    """ACT_PLAY, ACT_DRONE, ACT_DISCARD, ACT_GIVE_UP, ACT_TRADE or ACT_STOP."""
    return action & ~PAYLOAD


@jit
def payload(action):
    """Card code, colour, parts of the hand, token code, or trade, by the action's type."""
    return action & PAYLOAD


@jit
def card_explorer(card):
    """Explorer a card moves, from 0."""
    return card >> STEP_BITS


@jit
def card_steps(card):
    """Tokens a card moves its explorer over."""
    return (card & (STEPS - 1)) + 1


@jit
def trade_slot(action):
    """Slot whose token a trade takes."""
    return action & ((1 << SLOT_BITS) - 1)


@jit
def trade_crate(action):
    """Token code of the crates a trade gives."""
    return FIRST_CRATE + ((action & PAYLOAD) >> SLOT_BITS)


@jit
def discards_of(view, seat, action, card):
    """How many cards of a kind a base camp action discards from a seat's hand."""
    part, kinds = action & PAYLOAD, view.hand_kinds[seat]
    while kinds != 0:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        count = int(view.hand[seat, kind])
        if kind == card:
            found = 0
            for place in range(count):
                found += part >> place & 1
            return found
        part >>= count
    return 0


# --- tokens


@jit
def token_kind(code):
    """ARTIFACT, EXPLORER, CRATE or DRONE_TOKEN."""
    group = code >> VALUE_BITS
    if group < DRONES:
        return ARTIFACT
    if group < CRATE_GROUP:
        return EXPLORER
    return DRONE_TOKEN if group == DRONE_GROUP else CRATE


@jit
def token_owner(code):
    """Colour of an artifact token, explorer of an explorer token; of no meaning for others."""
    group = code >> VALUE_BITS
    return group if group < DRONES else group - FIRST_EXPLORER_GROUP


@jit
def token_points(state, rules, code):
    """Points a token would earn if the game ended now; 0 for drone tokens."""
    kind = token_kind(code)
    if kind == ARTIFACT:
        return int(rules.worth[code]) * drone_factor(state, rules, token_owner(code))
    if kind == EXPLORER:
        place = explorer_place(state, token_owner(code))
        return int(rules.worth[code]) if place == 1 else (int(rules.second[code]) if place == 2 else 0)
    return int(rules.worth[code]) if kind == CRATE else 0
