"""A policy that spreads: numbers that seldom come up go first, and columns of frequent ones are emptied late."""

from temple_sim.policies.raider._choice import best_action
from temple_sim.policies.raider._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(step=0.3, wait=0.2, keep=0.5, attack=0.1, others=1.0, refill=0.2, bump=0.1, altar=0.1, pair=0.5)


@policy("raider", "spreads over reachable numbers: keeps as many rolls useful as it can")
def balanced(view, rules, actions, n, params, rng):
    """Take the step that leaves the most rolls useful."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
