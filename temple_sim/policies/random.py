"""The policy every game has: any legal action, all equally likely."""

from temple_sim.core.random import below
from temple_sim.policies.registry import policy

DRAWS = 0


@policy("*", "any legal action, all equally likely", blind=True)
def random(view, rules, actions, n, params, rng):
    """Choose without looking."""
    return below(rng, DRAWS, n)
