"""A policy in a hurry: a step counts the more the fewer its relic has left."""

from temple_sim.policies.raider._choice import best_action
from temple_sim.policies.raider._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(step=0.1, near=1.0, attack=0.2, others=1.0, refill=0.2, bump=0.1, altar=0.1)


@policy("raider", "fastest relic first: moves the relic that is closest to escaping")
def sprinter(view, rules, actions, n, params, rng):
    """Take the step of the relic closest to escaping."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
