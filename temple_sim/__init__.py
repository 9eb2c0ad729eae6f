"""temple-sim: Monte Carlo strategy analysis for tabletop games."""

__version__ = "0.1.0"
