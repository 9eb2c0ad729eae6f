"""A policy that would rather see the leader burn: what the leader loses counts three times an own step."""

from temple_sim.policies.raider._choice import best_action
from temple_sim.policies.raider._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(step=0.3, near=0.3, attack=3.0, others=0.2, bump=0.1, altar=0.1)


@policy("raider", "eruptions and pushes against the leader, before its own way down")
def arsonist(view, rules, actions, n, params, rng):
    """Take the action that sets the leader back most."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
