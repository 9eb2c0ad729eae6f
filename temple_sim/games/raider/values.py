"""The structured values of the ruleset: temple columns, dice and cards, as pydantic checks them."""

from typing import Annotated

from pydantic import Field, field_validator

from temple_sim.core.errors import unknown
from temple_sim.core.ruleset import Strict
from temple_sim.games.raider.tables import (
    COLUMNS,
    DICE,
    EFFECTS,
    MAX_DECK,
    MAX_EFFECTS,
    MAX_FACE,
    MAX_NUMBER,
    MAX_SIDES,
    MAX_STEPS,
)

Face = Annotated[int, Field(ge=1, le=MAX_FACE)]
Step = Annotated[int, Field(ge=0, lt=MAX_STEPS)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Die(Strict):
    """A die: a number for each side, and the numbers with which it shows lava."""

    name: Name
    faces: Annotated[list[Face], Field(min_length=1, max_length=MAX_SIDES)]
    lava: Annotated[list[Face], Field(max_length=MAX_SIDES)]


class Card(Strict):
    """A power card. Cards of one name have one number and the same effects."""

    number: Annotated[int, Field(ge=1, le=MAX_NUMBER)]
    name: Name
    effects: Annotated[list[str], Field(max_length=MAX_EFFECTS)]

    @field_validator("effects")
    @classmethod
    def _known(cls, effects: list[str]) -> list[str]:
        for effect in effects:
            if effect not in EFFECTS:
                raise ValueError(str(unknown("effect", effect, EFFECTS)))
        return effects


LavaSteps = Annotated[
    list[Annotated[list[Step], Field(max_length=MAX_STEPS)]], Field(min_length=COLUMNS, max_length=COLUMNS)
]
Dice = Annotated[list[Die], Field(min_length=DICE, max_length=DICE)]
Deck = Annotated[list[Card], Field(max_length=MAX_DECK)]

MODELS = {"temple.lava": LavaSteps, "dice": Dice, "cards.deck": Deck}
