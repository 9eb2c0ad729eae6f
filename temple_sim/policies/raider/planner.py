"""The strongest policy: it weighs everything, and all its weights are parameters."""

from temple_sim.policies.raider._choice import best_action
from temple_sim.policies.raider._weights import FEATURES, WEIGHTS
from temple_sim.policies.registry import Parameter, policy

# Default and range of each weight. The defaults come from a coordinate search against itself and the other policies.
TUNED = {
    "step": (0.3, 0, 10),
    "wait": (0.12, 0, 10),
    "keep": (0.8, -10, 10),
    "near": (0.0, -10, 10),
    "low": (0.0, -10, 10),
    "escape": (0.0, -10, 10),
    "refill": (0.3, 0, 10),
    "hold": (0.15, -10, 10),
    "lava": (0.2, 0, 2),
    "attack": (0.75, 0, 10),
    "others": (0.15, 0, 2),
    "bump": (0.3, 0, 10),
    "altar": (0.5, 0, 10),
    "deny": (0.4, 0, 2),
    "pair": (0.5, 0, 2),
    "spare": (0.1, 0.01, 2),
}
COUNT = len(FEATURES)


@policy(
    "raider",
    "weighs expected turns to finish, cards, rooms, lava, and what opponents lose",
    *(Parameter(name, *TUNED[name], meaning) for name, meaning in FEATURES.items()),
)
def planner(view, rules, actions, n, params, rng):
    """Take the action worth most under the weights given."""
    return best_action(view, rules, actions, n, params[:COUNT].view(WEIGHTS)[0], rng)
