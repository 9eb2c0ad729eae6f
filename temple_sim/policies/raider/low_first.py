"""A policy that works from the left: a step counts the more the smaller its column's number."""

from temple_sim.policies.raider._choice import best_action
from temple_sim.policies.raider._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(step=0.3, low=0.1, attack=0.2, others=1.0, refill=0.2, bump=0.1, altar=0.1)


@policy("raider", "small numbers first: moves the relic in the column with the lowest number")
def low_first(view, rules, actions, n, params, rng):
    """Take the step in the lowest column."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
