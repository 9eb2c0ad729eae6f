"""The strongest policy: it weighs everything, and all its weights are parameters."""

from temple_sim.policies.five._choice import best_action
from temple_sim.policies.five._weights import FEATURES, WEIGHTS
from temple_sim.policies.registry import Parameter, policy

# Default and range of each weight. The unit is a point; the defaults were set by hand and compared in short runs.
DEFAULTS = {
    "link": (0.05, -2, 10),
    "length": (0.2, -2, 10),
    "square": (0.03, -1, 2),
    "barred": (0.1, -1, 1),
    "cover": (0.5, -5, 10),
    "gift": (0.3, 0, 2),
    "effect": (2.0, -10, 10),
    "longest": (0.0, 0, 10),
    "points": (1.0, 0, 10),
    "progress": (0.7, 0, 10),
    "trail": (0.4, 0, 2),
    "lead": (0.2, -2, 5),
    "leftmost": (0.1, -5, 5),
    "steal": (0.0, 0, 5),
    "spite": (0.3, 0, 5),
    "priest": (0.3, 0, 5),
    "chain": (0.3, 0, 5),
    "piece": (0.6, 0, 10),
    "symbol": (0.3, 0, 5),
    "thrift": (0.0, 0, 5),
}
COUNT = len(FEATURES)


@policy(
    "five",
    "weighs chain growth, cards, leads, priests spent and recovered, pieces, and what neighbours get",
    *(Parameter(name, *DEFAULTS[name], meaning) for name, meaning in FEATURES.items()),
)
def planner(view, rules, actions, n, params, rng):
    """Take the action worth most under the weights given."""
    return best_action(view, rules, actions, n, params[:COUNT].view(WEIGHTS)[0], rng)
