"""Names, codes and sizes of Trail to the Temple."""

SEATS, EXPLORERS, DRONES = 4, 3, 6
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
LETTERS = "ROYGBP"

# Places on the path: slots count from 0. An explorer stands on a slot, at the start or at the temple.
MAX_SLOTS = 127
START, TEMPLE = -1, 127

# A token code is group * VALUES + index of its value in the ruleset. Groups 0-5 are the artifacts of a colour,
# 6-8 the tokens of an explorer, 9 crates, 10 drone tokens.
MAX_TOKENS = 120
VALUE_BITS = 3
VALUES = 1 << VALUE_BITS  # different values a kind of token may have
CODE_MASK = 127
FIRST_EXPLORER_GROUP, CRATE_GROUP, DRONE_GROUP, GROUPS = 6, 9, 10, 11
FIRST_CRATE, FIRST_DRONE, CODES = CRATE_GROUP * VALUES, DRONE_GROUP * VALUES, GROUPS * VALUES
KINDS = ("artifact", "explorer", "crate", "drone")
ARTIFACT, EXPLORER, CRATE, DRONE_TOKEN = range(4)
GROUP_NAMES = (*COLOURS, "explorer1", "explorer2", "explorer3", "crate", "drone")

# A card code is explorer * STEPS + steps - 1.
STEP_BITS = 4
STEPS = 1 << STEP_BITS
CARD_KINDS = EXPLORERS * STEPS
MAX_CARDS = 192
MAX_HAND = 10

# Phases, and the location tiles in such an order that a tile's phase is TILE_PHASE + tile.
PHASES = ("play", "drone", "base_camp", "snake", "shrine", "pottery")
PLAY, DRONE, TILE_PHASE = 0, 1, 2
TILES = ("base_camp", "snake", "shrine", "pottery_shards", "skull_cave")
BASE_CAMP, SNAKE, SHRINE, POTTERY, SKULL_CAVE = range(5)
NONE = -1  # no tile, no slot, no seat, no card

# An action is its type, shifted, and a payload in the lower bits.
TYPE_SHIFT = 16
ACT_PLAY, ACT_DRONE, ACT_DISCARD, ACT_GIVE_UP, ACT_TRADE, ACT_STOP = (kind << TYPE_SHIFT for kind in range(6))
PAYLOAD = (1 << TYPE_SHIFT) - 1
SLOT_BITS = 7  # of a trade's payload; the crate's value index lies above
MAX_ACTIONS = max(1 << MAX_HAND, 1 + VALUES * MAX_SLOTS)  # parts of a hand at the base camp, or trades and the stop

# What moves markers, for the counters.
BY_TOKEN, BY_SHRINE, BY_LEFT_BEHIND, BY_TOLL, BY_EXPLORER, BY_NOTHING = range(6)
MOVERS = ("token", "shrine", "left_behind", "toll")
QUARTERS = 3  # checkpoints, after one, two and three quarters of the way

# In solo play the second row of `taken` belongs to the adversaries.
ADVERSARY = 1
RESULTS = ("lose", "museum", "treasure")

# Sources of chance.
PATH, DECK, TILE_ORDER, BOX, HIDDEN = range(5)
