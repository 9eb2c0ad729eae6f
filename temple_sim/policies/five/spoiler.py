"""A policy against the leader: it takes over the cards that the seat with the best score would win."""

from temple_sim.policies.five._choice import best_action
from temple_sim.policies.five._weights import weights
from temple_sim.policies.registry import policy

WEIGHTS = weights(
    link=1.0,
    gift=0.5,
    effect=2.0,
    points=1.0,
    progress=0.6,
    trail=0.2,
    lead=0.3,
    leftmost=0.3,
    steal=0.6,
    spite=0.6,
    priest=0.2,
    chain=0.1,
    piece=0.5,
    symbol=0.2,
)


@policy("five", "majorities against the leader: takes over its cards, and gives neighbours nothing of use")
def spoiler(view, rules, actions, n, params, rng):
    """Take the action that costs the leader most."""
    return best_action(view, rules, actions, n, WEIGHTS, rng)
