"""Names, codes and fixed tables of Temple of Five. Everything a ruleset may change is in the rules record instead."""

import numpy as np

from temple_sim.core.jit import jit

SEATS = 4
COLOURS = "RYGB"  # fire, hunting, vegetation, water
GODS = "RYGBW"  # the colours' gods, then the supreme god
SUPREME, OWN = 4, 5  # god codes: the supreme god; a seat's private card
LETTERS = "ABCD"

EXCHANGE, BUILD, PRIESTS = 0, 1, 2
STEPS = ("exchange", "build", "priests")
SHARING, CHOOSING, BIRD, BUILDING, OWN_CARD, PRIEST, BLESSING = range(7)
PHASES = ("exchange", "choose", "bird", "build", "own", "priest", "bless")
KEEP, LEFT, RIGHT = 0, 1, 2
PLACES = ("keep", "left", "right")
NO_EFFECT, REUSE, EXTRA, TWO_BONUS, PRIVATE = range(5)
EFFECTS = ("reuse", "extra", "two_bonus", "own_card")  # effect code minus 1

# Streams of chance: all of it is in the set-up, as every stack and deck is shuffled once.
BOARDS, TILES, SPECIALS, PIECES, DECKS = 0, 1, 2, 3, 5  # PIECES + 1 shuffles the three-space pieces

# Fixed sizes of arrays; `pack` refuses rules that need more.
FACES = 64  # different faces of decoration tiles
FIRST_SPECIAL = FACES  # tile codes from here on: four colours, then four effects
SPECIAL_KINDS = 8
TILE_KINDS = FACES + SPECIAL_KINDS
STACK = 127  # decoration tiles
PIECE_STACK = 80  # bonus pieces of one length
DECK = 20  # cards of one god; card code = god * DECK + place in the ruleset's list
CARDS = len(GODS) * DECK
CELLS = 6  # of a card
NUMBER = 9  # largest number on a cell
NOTHING_FREE = 99  # "smallest free number" of a full or absent card

# What a seat laid as its special tile: 0 nothing yet, 1 face down, then 2 + (tile code - FIRST_SPECIAL).
FACE_DOWN = 1
SPECIAL_LABELS = ("none", "blank", *COLOURS, *EFFECTS)

TILE_GROUPS = ("single", "pair", "mixed", "quad")  # pair: two decorations of one colour; mixed: of two colours
GOAL_POINTS = (3, 4, 5)
GOAL_PIECES, GOAL_LONGEST, GOAL_ONE_GOD = 3, 12, 4
GOAL_RESERVE, GOAL_EACH = 3, 4
LENGTHS = 16  # entries of the table of used chains by length; the last takes all longer ones

# A board is 64 bits, the space in row r and column c at bit 8 * r + c.
BORDER = np.uint64(0xFF818181818181FF)
TOP_SPACE = 27  # row 3, column 3: the slot of level 3
SQUARE = np.uint64(0x303)  # a tile's four spaces when its top left one is bit 0
CORNERS = np.array([0, 1, 9, 8])  # bits of a tile's spaces, clockwise from the top left
# Slots of each level by their top left space: 3 x 3, 2 x 2, one.
SLOTS = np.array(
    [[9, 11, 13, 25, 27, 29, 41, 43, 45], [18, 20, 34, 36, 0, 0, 0, 0, 0], [TOP_SPACE, 0, 0, 0, 0, 0, 0, 0, 0]]
)
SLOT_COUNT = np.array([9, 4, 1])
AREA = np.array([0x007E7E7E7E7E7E00, 0x00003C3C3C3C0000, 0x0000001818000000], np.uint64)  # spaces of each level

# The border's spaces, clockwise from the top left corner: (row, column).
RING = (
    *((0, c) for c in range(8)),
    *((r, 7) for r in range(1, 8)),
    *((7, c) for c in range(6, -1, -1)),
    *((r, 0) for r in range(6, 0, -1)),
)

# Action codes: the type in bits 0-3, then
#   SHARE  keep 4-5, left 6-7 (3: all others go left): places in the hand
#   TAKE   place in the hand 4-5
#   SEND   place 4-5: KEEP, LEFT, RIGHT
#   TILE   place in the hand 4-5, quarter turns 6-7, top left space 8-13
#   PIECE  colour 4-5, length 6-7, vertical 8, first space 9-14
#   CHAIN  space 4-9
#   BLESS  god 4-6 (OWN: the private card), cells as a mask 7-12
#   TAKE_OWN god 4-6
SHARE, TAKE, SEND, TILE, BLANK, PIECE, CHAIN, BLESS, TAKE_OWN, STOP = range(10)
TYPES = ("share", "take", "send", "tile", "blank", "bonus", "chain", "bless", "own", "stop")
ALL_LEFT = 3

# Most actions at once: in a priest step with all eight kinds of piece held. A piece lies in a straight line on one
# level, so wholly on the border ring (28 lines of two, 24 of three) or within the 6 x 6 spaces inside it (60 and 48).
# A chain action names a decorated space, at most 64. One stop. Other phases have less: tiles 3 x 9 x 4 = 108,
# blessings 3 cards x (2**6 - 1) = 189.
MAX_ACTIONS = 4 * (28 + 60) + 4 * (24 + 48) + 64 + 1


@jit
def type_of(action):
    """Type of an action code: SHARE ... STOP."""
    return action & 15


@jit
def place_of(action):
    """Place in the hand (SHARE: the kept tile; TAKE; TILE), or where to (SEND)."""
    return (action >> 4) & 3


@jit
def left_of(action):
    """SHARE: place in the hand of the tile for the left, or ALL_LEFT."""
    return (action >> 6) & 3


@jit
def turn_of(action):
    """TILE: quarter turns clockwise."""
    return (action >> 6) & 3


@jit
def slot_of(action):
    """TILE: the slot by its top left space, 0-63."""
    return (action >> 8) & 63


@jit
def colour_of(action):
    """PIECE: colour, 0-3."""
    return (action >> 4) & 3


@jit
def length_of(action):
    """PIECE: spaces it has, 2 or 3."""
    return (action >> 6) & 3


@jit
def piece_mask(action):
    """PIECE: the spaces it would lie on, as a board mask."""
    step = np.uint64(1 if (action >> 8) & 1 == 0 else 8)
    mask = np.uint64(1) << np.uint64((action >> 9) & 63)
    mask |= mask << step
    return mask | (mask << step) if length_of(action) == 3 else mask


@jit
def space_of(action):
    """CHAIN: the space named, 0-63."""
    return (action >> 4) & 63


@jit
def god_of(action):
    """BLESS, TAKE_OWN: the god, 0-4, or OWN."""
    return (action >> 4) & 7


@jit
def cells_of(action):
    """BLESS: the cells as a bit mask, bit 0 the leftmost."""
    return (action >> 7) & 63
