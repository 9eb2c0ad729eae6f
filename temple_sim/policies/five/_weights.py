"""What a policy of Temple of Five can care about."""

import numpy as np

FEATURES = {
    "link": "a decoration laid next to one of its colour",
    "length": "a space of a chain",
    "square": "the square of a chain's length",
    "barred": "share of a chain's worth that is left when it bears an own priest",
    "cover": "a priest on the pyramid that a tile covers",
    "gift": "share of a tile's worth to a neighbour that giving it costs",
    "effect": "a special tile with an effect",
    "longest": "a space of a chain used now, whatever it fills",
    "points": "a point of a card won",
    "progress": "a point of a card not yet full, by the share of its numbers filled",
    "trail": "share of that when another seat still leads",
    "lead": "a point the card would bring if it stayed unfinished, for leading on it",
    "leftmost": "the leftmost cell of a card",
    "steal": "a point of a card whose lead is taken from the seat with the best score",
    "spite": "a point that goes to another seat",
    "priest": "a priest put on a card or, with a full card, taken back",
    "chain": "a priest put on a chain; half of it where a later tile will lie",
    "piece": "a bonus piece laid",
    "symbol": "a space of a bonus piece earned",
    "thrift": "how far a claim is judged by its worth a priest",
}
WEIGHTS = np.dtype((np.record, [(name, "f8") for name in FEATURES]))


def weights(**values):
    """The weights of a policy as a record. Features not named weigh nothing."""
    record = np.zeros(1, WEIGHTS)[0]
    for name, value in values.items():
        record[name] = value
    return record
