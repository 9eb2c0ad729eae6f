"""What a policy of Temple Raider can care about."""

import numpy as np

FEATURES = {
    "step": "a step of any own relic",
    "wait": "a step, for each die it takes until its column's number comes up",
    "keep": "less for a relic's last step, in proportion to how often its number comes up",
    "near": "a step, divided by the steps its relic has left",
    "low": "a step, for each column to the right of its own",
    "escape": "a relic out of the temple",
    "refill": "a card drawn when a relic escapes",
    "hold": "a card kept",
    "lava": "share of a step that standing in lava costs",
    "attack": "a step taken from the opponent who leads, as a share of its worth",
    "others": "the same of any other opponent, as a share of that",
    "bump": "a relic in the storage room",
    "altar": "a relic in the altar room while the whole way is still to go",
    "deny": "share of the worth a die has for the next seat",
    "pair": "how far a number made of two dice counts as coming up",
    "spare": "chance of a step by other means than the column's number",
}
WEIGHTS = np.dtype((np.record, [(name, "f8") for name in FEATURES]))


def weights(**values):
    """The weights of a policy as a record. Features not named weigh nothing; `spare` is 0.1 then."""
    record = np.zeros(1, WEIGHTS)[0]
    for name, value in {"spare": 0.1, **values}.items():
        record[name] = value
    return record
