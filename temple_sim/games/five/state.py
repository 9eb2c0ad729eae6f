"""Record layouts: the game's state, and the ruleset packed for the jitted rules."""

from temple_sim.core.records import record_dtype, state_dtype
from temple_sim.games.five.tables import (
    CARDS,
    CELLS,
    DECK,
    FACES,
    LENGTHS,
    PIECE_STACK,
    SEATS,
    SPECIAL_KINDS,
    STACK,
    TILE_KINDS,
)

LEVELS, COLOUR_COUNT, GOD_COUNT, LENGTH_KINDS = 3, 4, 5, 2

# A "piece" array has an entry for each colour of two-space pieces, then of three-space pieces.
COUNTERS = [
    ("chains", "i1", (SEATS, LEVELS)),  # chains used on each level
    ("spaces", "i2", (SEATS, LEVELS)),  # ... and their spaces together
    ("longest", "i1", (SEATS, LEVELS)),  # ... and the longest of them
    ("formed", "i1", (SEATS, LEVELS)),  # largest chain standing at the end of each level
    ("lengths", "i1", (SEATS, LENGTHS)),  # chains used by length; the last entry takes all longer ones
    ("turns_by_chains", "i1", (SEATS, 4)),  # priest turns with 0, 1, 2, 3 or more chains used
    ("wasted", "i2", (SEATS,)),  # spaces of used chains beyond the numbers of the cells filled
    ("claims", "i1", (SEATS, CELLS)),  # blessings by number of cells filled
    ("supreme", "i1", (SEATS,)),  # blessings on the supreme god's card
    ("leftmost", "i1", (SEATS,)),  # blessings that filled a card's leftmost cell
    ("on_chains", "i1", (SEATS,)),  # priests placed on chains
    ("coverable", "i1", (SEATS,)),  # ... of them where a tile will still be laid
    ("on_cards", "i2", (SEATS,)),  # priests placed on cards
    ("covered", "i1", (SEATS,)),  # priests returned by covering
    ("returned", "i2", (SEATS,)),  # priests returned from cards
    ("idle", "i1", (SEATS,)),  # priest turns stopped with a usable chain left but too few priests
    ("reused", "i1", (SEATS,)),  # chains used again with the effect tile
    ("helped", "i1", (SEATS,)),  # cards filled that another seat won
    ("ties", "i1", (SEATS,)),  # cards won by the leftmost cell
    ("gained", "i1", (SEATS, LENGTH_KINDS)),  # bonus pieces drawn, by length
    ("kept", "i1", (SEATS, 4)),  # decoration tiles kept in the exchange, by tile group
    ("gave", "i1", (SEATS, 4)),  # ... and given
    (
        "earned",
        "i4",
        (SEATS, LENGTHS),
    ),  # 1/1000 points of won cards, credited to the chains that filled them, by length
    ("earned_by_order", "i4", (SEATS, 3)),  # ... and by the chain's place in its turn: first, second, later
    ("lead", "i2", (SEATS, LEVELS)),  # score if the game ended with the level, minus the best other seat's
]

STATE = state_dtype(
    [
        # Pyramids: bit boards, see bits.py.
        ("colour", "u8", (SEATS, COLOUR_COUNT)),  # visible decorations
        ("top", "u8", (SEATS, LEVELS)),  # spaces whose uppermost tile is of level 1, 2, 3
        ("priests", "u8", (SEATS,)),  # own priests on the pyramid
        ("board", "i1", (SEATS,)),  # letter, 0-3
        ("reserve", "i1", (SEATS,)),  # priests in hand
        # Progress. A step is done by all seats in turn order from the first player.
        ("round_number", "i1"),  # 1-based over the whole game
        ("level", "i1"),  # 1-3
        ("step", "i1"),  # EXCHANGE, BUILD, PRIESTS
        ("first", "i1"),  # seat with the first player token
        ("done", "i1"),  # seats that have finished this step
        # The priest turn.
        ("chains_used", "i1"),
        ("chains_allowed", "i1"),
        ("chain_space", "i1"),  # of the chain being used
        ("chain_colour", "i1"),
        ("chain_length", "i1"),  # 0: no chain is being used
        # Tiles. Codes: faces in sorted order, then the special tiles.
        ("held", "i1", (SEATS, 3)),  # in order of drawing during the exchange, later sorted; -1 past the end
        ("held_n", "i1", (SEATS,)),
        ("goes", "i1", (SEATS, 3)),  # in the exchange: where each drawn tile goes; -1 undecided
        ("given", "i1", (SEATS, 2)),  # tile given left and right (two seats: both left) and not yet laid; -1 none
        ("laid", "i1", (FACES,)),  # tiles of each face on all pyramids, covered ones included
        ("special", "i1", (SEATS,)),  # special tile laid, see tables.FACE_DOWN
        (
            "aside",
            "i1",
            (SEATS, 3),
        ),  # special tiles only this seat has seen: two not taken, one laid face down; -1 none
        ("effect", "i1", (SEATS,)),  # effect laid face up and not yet used
        ("tile_stack", "i1", (STACK,)),  # the stacks lie in the order of drawing; what is left starts at *_next
        ("tile_next", "i2"),
        ("special_stack", "i1", (SPECIAL_KINDS,)),
        ("special_next", "i2"),
        # Bonus pieces.
        ("pieces", "i1", (SEATS, 2 * COLOUR_COUNT)),  # held, by length and colour
        ("piece_n", "i1", (SEATS, LENGTH_KINDS)),  # held, by length: what others may know
        ("placed", "i1", (SEATS, 2 * COLOUR_COUNT)),  # laid on the pyramid
        ("piece_stack", "i1", (LENGTH_KINDS, PIECE_STACK)),  # colours
        ("piece_next", "i2", (LENGTH_KINDS,)),
        # Cards. Code: god * DECK + place in the ruleset's list.
        ("deck", "i1", (GOD_COUNT, DECK)),
        ("deck_next", "i2", (GOD_COUNT,)),
        ("open", "i1", (GOD_COUNT,)),  # -1 none
        ("on", "i1", (GOD_COUNT, SEATS)),  # cells of the open card that a seat's priests fill, as a mask
        ("own_card", "i1", (SEATS,)),  # private card, kept here when it is won; -1 none
        ("own_cells", "i1", (SEATS,)),  # its filled cells, as a mask; -1 once it is won
        (
            "filler",
            "i2",
            (GOD_COUNT + SEATS, CELLS),
        ),  # chain that filled a cell of open and private cards, cards.filler_of
        ("won_card", "i1", (CARDS,)),  # cards won, in order
        ("won_by", "i1", (CARDS,)),
        ("won_n", "i2"),
        *COUNTERS,
    ]
)

RULES = record_dtype(
    [
        ("printed", "u8", (4, COLOUR_COUNT)),  # decorations of each board
        ("face", "u2", (TILE_KINDS, 4, COLOUR_COUNT)),  # spaces of a tile by quarter turns and colour, within SQUARE
        ("face_count", "i2", (FACES,)),
        ("group", "i2", (FACES,)),  # tile group of each face
        ("tiles", "i2"),  # decoration tiles in all
        ("special_count", "i2", (SPECIAL_KINDS,)),
        ("per_colour", "i2", (LENGTH_KINDS,)),  # bonus pieces of each colour, by length
        ("cards", "i2", (GOD_COUNT,)),  # cards in each deck
        ("cells", "i2", (CARDS,)),  # cells of each card
        ("points", "i2", (CARDS,)),
        ("unfinished", "i2", (CARDS,)),
        ("number", "i1", (CARDS, CELLS)),  # numbers of the cells
        ("symbol", "i1", (CARDS, CELLS)),  # length of the piece a cell earns, or 0
        ("total", "i1", (CARDS, 1 << CELLS)),  # numbers of a set of cells, added up
        ("least", "i1", (CARDS, 1 << CELLS)),  # smallest number among the cells NOT in a set; NOTHING_FREE
        ("rounds", "i2", (LEVELS,)),
        ("draw", "i2", (LEVELS,)),
        ("priests", "i2"),
        ("chains_per_turn", "i2"),
        ("minimum", "i2"),  # spaces a chain has at least
        ("bonus_left", "i2"),  # points of a bonus piece left over
        ("bird", "i2"),  # 1: tiles are sent one by one
        ("goal", "i2", (SEATS,)),  # side of the ultimate goal; 0 off
    ]
)
