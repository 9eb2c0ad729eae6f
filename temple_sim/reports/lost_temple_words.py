"""What Lost Temple's verdicts say of themselves: the word of an interval, the estimates behind an answer."""

from typing import Any

from temple_sim.analysis.paired import verdict_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import ONE_POLICY, UNDECIDED
from temple_sim.reports.shared import estimated_behind
from temple_sim.reports.wording import Row

EFFECT = "Such differences may follow from winning as well as lead to it: they do not say what makes a seat win."


def margin_word(low: float, high: float, margin: float) -> str:
    """The word of a verdict that one policy's interval gives: undecided where it reaches across the margin."""
    return UNDECIDED if verdict_of(low, high, margin) == "undecided" else ONE_POLICY


def rests_on(material: Material, name: str = "") -> tuple[str, ...]:
    """The estimated components behind the answer to a question of `ANSWERS`; all of them if none is named."""
    return (estimated_behind(material, name) if name else ()) or tuple(material.ruleset.estimated())


def if_really(material: Material, character: str) -> str:
    """What a start is assumed to be, where that is an estimate; "" where it is not."""
    key = f"characters.{character}"
    if key not in material.ruleset.estimated():
        return ""
    start: dict[str, Any] = material.ruleset.values[key]
    gems = f"{start['gems']} gem{'s' * (start['gems'] != 1)}"
    told = f"on start space {start['start']} with {gems}{' and a machete' * bool(start['machete'])}"
    return f" This holds if the {character} really starts {told}, which is an estimate."


def over_equal(row: Row) -> tuple[float, float]:
    """The interval of a W as distance from an equal share."""
    return row["low"] - row["equal"], row["high"] - row["equal"]
