"""Temple Raider's own questions."""

from collections.abc import Mapping
from typing import Any


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
