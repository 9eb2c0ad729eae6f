"""Altered rulesets the referee test plays: name -> settings."""

ONE_STEP = "temple.steps=1,1,1,1,1,1,1,1,1,1"
NO_HEAD_START = 'temple.head_start=["none", "none", "none", "none"]'
LONG = "temple.steps=12,12,12,12,12,12,12,12,12,12"
ALL_LAVA = "temple.lava=" + str([list(range(12))] * 10)


def _deck(*cards: tuple[int, str, str]) -> str:
    """The setting for a deck of (number, name, effects) cards."""
    listed = ", ".join(
        f'{{number = {number}, name = "{name}", effects = {effects.split()}}}' for number, name, effects in cards
    )
    return f"cards.deck=[{listed}]"


MIRRORS = _deck(
    (1, "echo", "copy any copy"),
    (2, "twin", "smallest copy"),
    (3, "mirror", "copy"),
    (3, "mirror", "copy"),
    (4, "quake", "erupt erupt erupt erupt"),
    (5, "shove", "push push push store store"),
    (6, "flow", "smallest any smallest any"),
    (6, "flow", "smallest any smallest any"),
)
EFFECTS = ("erupt push store smallest", "any store", "copy", "any any push")
FORTY = _deck(*((1 + i % 12, f"card {i % 12}", EFFECTS[i % 4]) for i in range(40)))
LONG_CARDS = _deck(
    *((1 + i, f"scroll {i}", "erupt any store push smallest erupt any store push smallest") for i in range(6)),
    *((7 + i, f"mirror {i}", "copy copy copy copy copy copy copy copy copy copy") for i in range(4)),
)
STRANGE_DICE = (
    'dice=[{name = "low", faces = [1], lava = [1]}, {name = "high", faces = [12, 12, 11], lava = [12]},'
    ' {name = "odd", faces = [1, 3, 5, 7, 9, 11], lava = []}, {name = "many", faces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10,'
    " 11, 12, 1, 2, 3, 4, 5, 6, 7, 8], lava = [1, 2, 3, 4, 5, 6]},"
    ' {name = "plain", faces = [1, 2, 3, 4, 5, 6], lava = [4, 12]}]'
)

ALTERED: dict[str, list[str]] = {
    "short": [ONE_STEP, NO_HEAD_START, "rooms.storage=9", "storage.bonus=2"],
    "long": [LONG, ALL_LAVA, "wild.from=7", "limit.turns=200"],
    "lava everywhere": [ALL_LAVA, "rooms.altar=1", "cards.reshuffle=true"],
    "strange dice": [STRANGE_DICE, "wild.from=14", "rooms.altar=3"],
    "no cards": ["cards.deck=[]", "cards.slots=8", "rooms.storage=0"],
    "mirrors": [MIRRORS, "cards.reshuffle=true", "cards.slots=5"],
    "long cards": [LONG_CARDS, "cards.reshuffle=true", "cards.slots=8", "rooms.altar=0"],
    "one slot": [FORTY, "cards.slots=1", "cards.reshuffle=true", "rooms.camp=9", "rooms.altar=10"],
    "free bumps": ["storage.bonus=0", "rooms.storage=10", "wild.from=9", "rooms.altar=0"],
    "big bonus": ["storage.bonus=5", "rooms.storage=10", "wild.from=20", "rooms.altar=0"],
    "all wild": ["wild.from=1", "rooms.altar=1", "temple.steps=3,3,3,3,3,3,3,3,3,3"],
    "head starts": ["temple.head_start=1,1,1,10", "temple.steps=2,9,1,12,4,7,1,2,3,2", "limit.turns=60"],
}
