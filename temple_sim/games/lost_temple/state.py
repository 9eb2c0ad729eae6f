"""Layouts of the state and of the packed rules. An ordered pile of cards is one int64, see `piles`."""

from temple_sim.core.records import record_dtype, state_dtype
from temple_sim.games.lost_temple.tables import (
    CARDS,
    MAX_PASSES,
    MAX_PICKS,
    MAX_SPACES,
    MAX_STEPS,
    MAX_TOKENS,
    SEATS,
    TOKEN_KINDS,
)

STATE = state_dtype(
    [
        ("round_number", "i4"),  # 1-based
        ("called", "i4"),  # character whose turn it is; -1 in the draft; CARDS once the round limit ended the game
        ("idol", "i4"),  # seat that holds it this round
        ("idol_claim", "i4"),  # seat that holds it next round by a token, or -1
        ("idol_void", "i4"),  # 1 once two idols met this round under "annuls"
        ("winner", "i4"),  # seat, or -1
        ("gem_supply", "i4"),
        ("machete_supply", "i4"),
        ("position", "i4", (SEATS,)),
        ("gems", "i4", (SEATS,)),
        ("machetes", "i4", (SEATS,)),
        ("cursed", "i4"),  # character, or -1; likewise the seats and the character below
        ("cursed_by", "i4"),
        ("robbed", "i4"),
        ("robbed_by", "i4"),
        # The draft of this round.
        ("hand", "i8"),  # pile being passed, in its order
        ("face_up", "i8"),  # pile
        ("face_down", "i8"),  # pile, in the order laid aside
        ("leftover", "i8"),  # pile nobody picked from
        ("seen", "i8", (SEATS, MAX_PASSES)),  # piles as they were passed to a seat: what it remembers
        ("drafted", "i4"),  # picks made this round
        ("picks", "i1", (MAX_PICKS,)),  # by draft position: character + 1, or 0
        ("owner", "i1", (CARDS,)),  # seat that chose the character, or -1
        # Chance tokens: those on the track in order of space, then the reserve, next one first.
        ("tokens", "i1", (MAX_TOKENS,)),
        ("known", "u1", (MAX_TOKENS,)),  # by token on the track: seats that have seen it, one bit a seat
        ("returned", "i4"),  # kind last shuffled into the reserve, where it lies still; or -1
        ("looked_low", "i4"),  # spaces looked at, until the swap is decided; or -1
        ("looked_high", "i4"),
        # Counters for the result row. The draft's are hidden from every view.
        ("turn_position", "i4"),  # where the seat stood when the turn began, after the curse
        ("turn_gems", "i4"),  # what it held then, before its income
        ("thirds", "i4"),  # thirds of the track the first meeple has covered: 0 to 2
        ("third_position", "i4", (SEATS, 2)),
        ("start", "i1", (SEATS,)),  # character dealt for the start
        ("offered", "i2", (SEATS, CARDS)),
        ("picked", "i2", (SEATS, CARDS)),
        ("offered_at", "i2", (CARDS, MAX_PICKS)),  # by draft position
        ("picked_at", "i2", (CARDS, MAX_PICKS)),
        ("turns_of", "i2", (SEATS, CARDS)),  # turns played with the character
        ("spaces_of", "i4", (SEATS, CARDS)),  # spaces gained by it
        ("gems_of", "i4", (SEATS, CARDS)),  # gems gained by it
        ("curses", "i2", (SEATS,)),
        ("curses_hit", "i2", (SEATS,)),
        ("curses_self", "i2", (SEATS,)),
        ("times_cursed", "i2", (SEATS,)),
        ("robberies", "i2", (SEATS,)),
        ("robberies_hit", "i2", (SEATS,)),
        ("robberies_self", "i2", (SEATS,)),
        ("times_robbed", "i2", (SEATS,)),
        ("gems_robbed", "i4", (SEATS,)),
        ("idol_rounds", "i2", (SEATS,)),
        ("idol_tokens", "i2", (SEATS,)),  # rounds the idol was held by a token
        ("revealed", "i2", (SEATS, TOKEN_KINDS)),
        ("jungle_stops", "i2", (SEATS,)),
        ("machetes_used", "i4", (SEATS,)),
    ]
)

RULES = record_dtype(
    [
        ("start_spaces", "i4"),
        ("end", "i4", (SEATS + 1,)),  # by number of players: the space that ends the game
        ("slots", "i4", (SEATS + 1,)),  # by number of players: chance spaces in use
        ("next_village", "i2", (MAX_SPACES,)),  # by space: the nearest one strictly ahead, or NOWHERE
        ("next_temple", "i2", (MAX_SPACES,)),  # letters only: the end space is a temple whatever its letter
        ("next_jungle", "i2", (MAX_SPACES,)),
        ("slot_at", "i2", (MAX_SPACES,)),  # by space: number of the chance space, or -1
        ("space_of", "i2", (MAX_TOKENS,)),  # by number of the chance space
        ("start", "i4", (CARDS,)),  # start space by character, 1 the front one
        ("start_gems", "i4", (CARDS,)),
        ("start_machetes", "i4", (CARDS,)),
        ("gems", "i4"),
        ("machetes", "i4"),
        ("token_count", "i4", (TOKEN_KINDS,)),
        ("token_amount", "i4", (TOKEN_KINDS,)),
        ("tokens", "i4"),  # of all kinds
        ("income", "i4"),
        ("steps", "i4", (MAX_STEPS,)),
        ("step_count", "i4"),
        ("priest_cost", "i4"),
        ("elder_cost", "i4"),
        ("scout_rate", "i4"),  # spaces a gem
        ("canoe_rate", "i4"),
        ("canoe_most", "i4"),
        ("face_up", "i4", (SEATS + 1,)),  # by number of players: cards set aside before the draft
        ("face_down", "i4", (SEATS + 1,)),
        ("annuls", "i4"),
        ("chain", "i4"),
        ("max_rounds", "i4"),
    ]
)
