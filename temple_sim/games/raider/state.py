"""Layouts of Temple Raider's records, and how a ruleset's values become a rules record."""

from temple_sim.core.records import record_dtype, state_dtype
from temple_sim.games.raider.tables import (
    COLUMNS,
    DICE,
    EFFECTS,
    MAX_DECK,
    MAX_EFFECTS,
    MAX_PENDING,
    MAX_SIDES,
    MAX_SLOTS,
    RELICS,
    SEATS,
)

BY_COLUMN = COLUMNS + 1

# Cards are known by their kind: the place of a name among the different names of the ruleset's deck.
STATE = state_dtype(
    [
        ("active", "i4"),  # seat whose turn it is
        ("winner", "i4"),  # NONE until a seat has won
        ("used_any", "i4"),  # 1: the seat to move has used a die in this visit
        ("in_play", "i4"),  # slot of the card whose effects are being resolved, else NONE
        ("pending_n", "i4"),  # effects still to resolve
        ("dice_lava", "i4"),  # mask of the dice that show lava
        ("dice_used", "i4"),  # mask of the dice spent on a relic, a card or a wild
        ("dice_face", "i4", (DICE,)),  # number each die in play shows
        ("hand", "i4", (SEATS,)),  # mask of the dice each seat has taken this turn
        ("relics", "i4", (SEATS, BY_COLUMN)),  # bit s: a relic of the seat on step s of the column
        ("escaped", "i4", (SEATS,)),  # relics out of the temple
        ("steps_left", "i4", (SEATS,)),  # steps the relics in the temple still have to go
        ("altar", "i4", (SEATS,)),  # relics in the rooms
        ("storage", "i4", (SEATS,)),
        ("camp", "i4", (SEATS,)),
        ("deck_n", "i4", (SEATS,)),  # cards in the deck
        ("discard_n", "i4", (SEATS,)),
        ("board", "i1", (SEATS, MAX_SLOTS)),  # kind of the card in each slot, or NONE
        ("deck", "i1", (SEATS, MAX_DECK)),  # kinds; the next card is the last one, deck[deck_n - 1]
        ("discard", "i1", (SEATS, MAX_DECK)),  # kinds, oldest first
        ("pending", "i1", (MAX_PENDING,)),  # effect codes; the next is the last one, pending[pending_n - 1]
        # Counters for the result row; the rules never read them.
        ("escape_column", "i1", (SEATS, RELICS)),  # column the k-th relic left from
        ("escape_turn", "i2", (SEATS, RELICS)),  # and the turn
        ("dice_alone", "i4", (SEATS,)),
        ("dice_summed", "i4", (SEATS,)),
        ("dice_unused", "i4", (SEATS,)),
        ("bumps", "i4", (SEATS,)),
        ("cards_used", "i2", (SEATS, MAX_DECK)),  # by kind
        ("eruptions_caused", "i4", (SEATS,)),
        ("eruptions_suffered", "i4", (SEATS,)),
        ("eruptions_declined", "i4", (SEATS,)),
        ("pushes_made", "i4", (SEATS,)),
        ("pushes_suffered", "i4", (SEATS,)),
        ("pushes_declined", "i4", (SEATS,)),
        ("resupplies_storage", "i4", (SEATS,)),
        ("resupplies_left", "i4", (SEATS,)),
        ("wilds", "i4", (SEATS,)),
        ("altar_moves", "i4", (SEATS,)),  # moves of the smallest relic that a full altar added to a wild
        ("placed", "i1", (SEATS, 3)),  # relics put into each room when they escaped
        ("quarter_turn", "i4", (3,)),  # turn at whose end a seat had gone q/4 of its steps, else 0
        ("quarter_progress", "i2", (SEATS, 3)),  # steps each seat had gone by then
        ("leader", "i4"),  # 1 + the seat that last led alone at the end of a turn; 0: none yet
        ("lead_changes", "i4"),
    ]
)

RULES = record_dtype(
    [
        ("steps", "i4", (BY_COLUMN,)),
        ("total_steps", "i4"),
        ("lava", "i4", (BY_COLUMN,)),  # mask of the lava steps
        ("head_start", "i4", (SEATS,)),  # column whose relic starts one step down, or 0
        ("sides", "i4", (DICE,)),  # of each die
        ("faces", "i4", (DICE, MAX_SIDES)),
        ("lava_faces", "i4", (DICE,)),  # bit f: the die shows lava with its number f
        ("altar", "i4"),  # room for relics
        ("storage", "i4"),
        ("camp", "i4"),
        ("slots", "i4"),
        ("deck_size", "i4"),
        ("deck", "i4", (MAX_DECK,)),  # kind of each card of a full deck
        ("kinds", "i4"),  # different cards
        ("card_number", "i4", (MAX_DECK,)),  # by kind, as are the next three
        ("card_effects", "i4", (MAX_DECK, MAX_EFFECTS)),
        ("card_length", "i4", (MAX_DECK,)),  # effects in use
        ("card_copies", "i4", (MAX_DECK,)),  # 1: a mirror, a card with the effect copy
        ("reshuffle", "i4"),
        ("wild_from", "i4"),
        ("bonus", "i4"),  # what a relic from storage adds
        ("limit_turns", "i4"),
    ]
)


def kinds_of(values):
    """The different cards of a deck by name, as they first appear; a card's kind is its place among them."""
    kinds = {}
    for card in values["cards.deck"]:
        if kinds.setdefault(card["name"], card) != card:
            raise ValueError(f"the card '{card['name']}' is in the deck with two numbers or two lists of effects")
    return kinds


def pack(values, rules):
    """Fill a zeroed rules record. ValueError, with the reason, when the values contradict each other."""
    _pack_temple(values, rules)
    _pack_dice(values["dice"], rules)
    _pack_cards(values, rules)
    rules.altar, rules.storage, rules.camp = (values[f"rooms.{room}"] for room in ("altar", "storage", "camp"))
    if rules.camp < RELICS - 1:
        raise ValueError(f"rooms.camp must hold all relics but one, that is {RELICS - 1}")
    rules.wild_from, rules.bonus = values["wild.from"], values["storage.bonus"]
    rules.limit_turns = values["limit.turns"]


def _pack_temple(values, rules):
    steps = values["temple.steps"]
    rules.steps[1:] = steps
    rules.total_steps = sum(steps)
    rules.lava[1:] = [sum(1 << step for step in set(column)) for column in values["temple.lava"]]
    for seat, column in enumerate(values["temple.head_start"]):
        if column is not None and steps[column - 1] < 2:
            raise ValueError(f"seat {seat} has its head start in column {column}, which needs at least two steps")
        rules.head_start[seat] = column or 0


def _pack_dice(dice, rules):
    names = [die["name"] for die in dice]
    if len(set(names)) < len(names):
        raise ValueError("two dice have the same name")
    for i, die in enumerate(dice):
        rules.sides[i] = len(die["faces"])
        rules.faces[i, : len(die["faces"])] = die["faces"]
        rules.lava_faces[i] = sum(1 << face for face in set(die["lava"]))


def _pack_cards(values, rules):
    kinds = kinds_of(values)
    deck = [list(kinds).index(card["name"]) for card in values["cards.deck"]]
    rules.slots, rules.reshuffle = values["cards.slots"], values["cards.reshuffle"]
    rules.kinds, rules.deck_size = len(kinds), len(deck)
    rules.deck[: len(deck)] = deck
    for kind, card in enumerate(kinds.values()):
        effects = [EFFECTS[word] for word in card["effects"]]
        rules.card_number[kind] = card["number"]
        rules.card_length[kind] = len(effects)
        rules.card_effects[kind, : len(effects)] = effects
        rules.card_copies[kind] = "copy" in card["effects"]
