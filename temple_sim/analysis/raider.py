"""Temple Raider's own questions."""

from collections.abc import Mapping
from typing import Any

import pandas as pd


def features(view: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """Of a pick: the numbers taken and what was rolled; of a use: alone or summed, and the relic's column."""
    faces = {die["die"]: die["face"] for die in view["dice"]}
    lava = {die["die"]: die["lava"] for die in view["dice"]}
    taken = action.get("dice", [])
    numbers = sorted(faces[name] for name in taken)
    return {
        "numbers": "+".join(map(str, numbers)),
        "sum": sum(numbers),
        "rolled": " ".join(str(die["face"]) for die in sorted(view["dice"], key=lambda d: d["face"])),
        "eruption": len(taken) == 2 and all(lava[name] for name in taken),
        "use": "summed" if len(taken) == 2 else "alone" if taken else "none",
        "column": action.get("column"),
    }


VALUED_PHASES = ("pick", "use")  # what a report values


def standings(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Steps gone at the end of the first turn in which some seat had a quarter, half, three quarters behind it."""
    names = {label: f"quarter_progress.{label}" for label in ("first_quarter", "half", "third_quarter")}
    return {label: frame[column] for label, column in names.items()}
