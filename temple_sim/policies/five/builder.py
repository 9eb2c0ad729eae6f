"""A policy that builds: decorations next to their like, and always the longest chain."""

from temple_sim.policies.five._choice import best_action
from temple_sim.policies.five._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(link=1.0, effect=1.0, longest=1.0, points=1.0, progress=1.0, trail=1.0, piece=0.5, symbol=0.1)


@policy("five", "longest chains: lays colours side by side, and uses the longest chain as far as it reaches")
def builder(view, rules, actions, n, params, rng):
    """Take the action that makes or uses the longest chain."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
