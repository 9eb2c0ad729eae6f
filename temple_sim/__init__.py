"""temple-sim: Monte Carlo strategy analysis for tabletop games.

import temple_sim as ts

r = ts.run("raider", n=1e5, players=3, seed=1)
r                    # tables of who wins and how
r.win_rates("seat")  # as a frame
r.plot.seats()       # as a picture
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
OFFERED = (
    "Run",
    "compare",
    "games",
    "load",
    "report",
    "run",
    "value",
)  # from `temple_sim.api`, loaded when first asked for


def __getattr__(name: str) -> Any:
    """What a notebook uses; loading it all takes a second, which the command line does not need."""
    if name in OFFERED:
        return getattr(import_module("temple_sim.api"), name)
    raise AttributeError(f"module 'temple_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Names to complete."""
    return [*globals(), *OFFERED]
