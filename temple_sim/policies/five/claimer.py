"""A policy that counts priests: of all claims it makes the one worth most a priest."""

from temple_sim.policies.five._choice import best_action
from temple_sim.policies.five._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(
    link=1.0,
    effect=2.0,
    points=1.0,
    progress=0.7,
    trail=0.5,
    lead=0.1,
    leftmost=0.1,
    chain=0.05,
    piece=0.2,
    symbol=0.1,
    thrift=1.0,
)


@policy("five", "best points per priest: makes the claims that cost fewest priests a point")
def claimer(view, rules, actions, n, params, rng):
    """Take the action that brings most a priest."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
