"""What only Trail's report words: numbers with their unit, and what other settings say about another measure."""

from temple_sim.reports.material import Material
from temple_sim.reports.wording import Row, amount, change, in_points

PLACES = ("first", "second", "third", "fourth", "fifth", "last")
MOVERS = {1: "the leading explorer", 2: "the second explorer", 3: "the last explorer"}


def of_w(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of win shares with its interval and its unit."""
    return f"{in_points(row, value, ends)} points of W"


def of_game(row: Row, value: str = "value", ends: str = "") -> str:
    """A mean score with its interval and its unit."""
    return f"{amount(row, value, ends)} points of the game"


def more_of_game(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of scores with its interval and its unit."""
    return f"{change(row, value, ends)} points of the game"


def part_of_game(stage: int, parts: int) -> str:
    """A part of the game's turns in words."""
    return (
        f"{PLACES[stage]} quarter"
        if parts == 4 and stage < 3
        else "last quarter"
        if parts == 4
        else (f"part {stage + 1} of {parts}")
    )


def elsewhere(material: Material, name: str, word: str) -> str:
    """In how many settings of policy and estimated values a question of `ANSWERS` has an answer."""
    found = [check.answers.get(name) for check in material.checks]
    return f"in {found.count(word)} of {len(found)} settings of policy and estimated values" if any(found) else ""
