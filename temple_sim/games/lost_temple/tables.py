"""Names and numbers of Lost Temple: characters, tokens, phases, action kinds, streams of chance, limits."""

SEATS = 8
CHARACTERS = ("shaman", "thief", "seer", "priest", "elder", "craftsman", "scout", "canoe", "child")  # in calling order
SHAMAN, THIEF, SEER, PRIEST, ELDER, CRAFTSMAN, SCOUT, CANOE, CHILD = range(9)
CARDS = len(CHARACTERS)
ALL_CARDS = (1 << CARDS) - 1  # one bit a card

TOKENS = ("idol", "gain_gems", "back", "pay_gems", "gain_machete", "forward", "lose_machete")
IDOL, GAIN_GEMS, BACK, PAY_GEMS, GAIN_MACHETE, FORWARD, LOSE_MACHETE = range(7)
TOKEN_KINDS = len(TOKENS)

PHASES = ("draft", "curse", "rob", "look", "swap", "step", "pay", "scout")
PHASE_DRAFT, PHASE_CURSE, PHASE_ROB, PHASE_LOOK, PHASE_SWAP, PHASE_STEP, PHASE_PAY, PHASE_SCOUT = range(8)

ACTIONS = ("pick", "curse", "rob", "look", "swap", "keep", "move", "pay", "stay")
PICK, CURSE, ROB, LOOK, SWAP, KEEP, MOVE, PAY, STAY = range(9)

# Streams of chance: start characters, tokens on the track, the draft's shuffle and its blind discards, the
# place in the reserve a token goes back to, hidden parts drawn from a view.
START_STREAM, TOKEN_STREAM, DRAFT_STREAM, DISCARD_STREAM, RESERVE_STREAM, HIDDEN_STREAM = range(6)

LETTERS = ".CVTJ"  # plain, chance, village, temple, deep jungle
MAX_PART = 200  # letters in a part of the track
MAX_START_SPACES = 50
MAX_SPACES = MAX_START_SPACES + 2 * MAX_PART  # positions
MAX_TOKENS = 200
MAX_GEMS = 500
MAX_STEPS = 8
MAX_REVEALS = 32  # in one move (LT-2)
MAX_PICKS = 8  # in one draft
MAX_PASSES = 2  # hands passed to one seat in one draft
NOWHERE = 10_000  # stands for "no such space ahead"
MAX_ACTIONS = MAX_TOKENS * (MAX_TOKENS - 1) // 2  # the seer's pairs; the scout has at most MAX_SPACES choices
