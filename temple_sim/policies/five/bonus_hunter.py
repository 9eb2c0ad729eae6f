"""A policy that collects bonus pieces: single cells with a symbol before all others."""

from temple_sim.policies.five._choice import best_action
from temple_sim.policies.five._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(
    link=1.0, effect=2.0, points=0.5, progress=0.4, trail=0.6, priest=0.3, chain=0.1, piece=0.3, symbol=1.0
)


@policy("five", "single cells with symbols: collects bonus pieces, and fills cards with the chains they make")
def bonus_hunter(view, rules, actions, n, params, rng):
    """Take the action that brings most bonus pieces."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
