"""Names and codes of Temple Raider: sizes, words, rooms, sources of chance, and the layout of an action code."""

from temple_sim.core.jit import jit

SEATS = 4
COLUMNS = 10  # numbered 1 to 10: per-column arrays have one more entry, and entry 0 is not used
RELICS = 10  # of each seat
MAX_STEPS = 12  # of a column
DICE = 5
MAX_SIDES = 20  # of a die
MAX_FACE = 12
MAX_SLOTS = 8
MAX_DECK = 40
MAX_EFFECTS = 10  # of a card
MAX_NUMBER = 99  # of a card
MAX_TURNS = 10_000  # counters of two bytes rest on it
# The longest list of effects to resolve: the last nine of a card whose first has become the ten of a copied card.
MAX_PENDING = 2 * MAX_EFFECTS

# One code a word. The phase of an effect that needs a decision, the effect, and the action that answers it are the
# same word, so phases, effects and kinds of action share the codes.
WORDS = (
    "pick", "use", "erupt", "any", "push", "copy", "room", "end",
    "smallest", "store", "relic", "card", "wild", "storage", "left", "stop",
)  # fmt: skip
PICK, USE, ERUPT, ANY, PUSH, COPY, ROOM, END, SMALLEST, STORE, RELIC, CARD, WILD, STORAGE, LEFT, STOP = range(16)
PHASES = WORDS[: END + 1]
EFFECTS = {WORDS[code]: code for code in (ERUPT, SMALLEST, ANY, PUSH, STORE, COPY)}
KINDS = (PICK, RELIC, CARD, WILD, STORAGE, LEFT, STOP, ERUPT, ANY, PUSH, COPY, ROOM)  # of action

ALTAR_ROOM, STORAGE_ROOM, CAMP_ROOM = range(3)
ROOMS = ("altar", "storage", "camp")

NONE = -1  # no card, no slot, no winner, or hidden

# Sources of chance. Each seat's deck has its own (DECKS + seat), so a change to one leaves the others as they were.
DECKS, DICE_ROLL, HIDDEN = 0, 4, 5

# Upper bound of the legal actions: see README.
MAX_ACTIONS = 288

# An action code (int32), from its lowest bit: KIND | dice << AT_DICE | ... Fields an action has no use for are 0.
#   0-3    kind     PICK, RELIC, CARD, WILD, STORAGE or LEFT (the two resupplies), STOP, ERUPT, ANY, PUSH, COPY, ROOM
#   4-8    dice     bit i: die i of the ruleset's list (PICK, RELIC, CARD, WILD)
#   9-12   bumps    relics that go from storage to camp (RELIC, CARD, WILD)
#   13-16  column   of the relic that moves (RELIC, WILD, LEFT, ERUPT, ANY, PUSH)
#   17-20  step     of that relic before it moves
#   21-23  place    slot (CARD, COPY), seat that owns the relic (ERUPT, PUSH) or room (ROOM)
AT_DICE, AT_BUMPS, AT_COLUMN, AT_STEP, AT_PLACE = 4, 9, 13, 17, 21


@jit
def kind_of(action):
    """What an action does: one of KINDS."""
    return action & 15


@jit
def dice_of(action):
    """Mask of the dice an action picks or uses."""
    return (action >> AT_DICE) & 31


@jit
def bumps_of(action):
    """Relics that go from storage to camp for a use."""
    return (action >> AT_BUMPS) & 15


@jit
def column_of(action):
    """Column of the relic that moves, before it moves."""
    return (action >> AT_COLUMN) & 15


@jit
def step_of(action):
    """Step of the relic that moves, before it moves."""
    return (action >> AT_STEP) & 15


@jit
def slot_of(action):
    """Card slot of CARD and COPY."""
    return (action >> AT_PLACE) & 7


@jit
def seat_of(action):
    """Owner of the relic of ERUPT and PUSH."""
    return (action >> AT_PLACE) & 7


@jit
def room_of(action):
    """Room of ROOM: ALTAR_ROOM, STORAGE_ROOM or CAMP_ROOM."""
    return (action >> AT_PLACE) & 7
