"""How far each seat has come, and what the deal gave it."""

import numpy as np
import pandas as pd

from temple_sim.analysis.five.pyramids import tile_kind
from temple_sim.engine.match import Match
from temple_sim.engine.openings import opening_states
from temple_sim.games.five.packing import faces_of
from temple_sim.games.five.tables import LETTERS

GROWTH = 0.5  # points a space of the longest chain: what predicts best beside the lead


def standings(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Lead in points over the best other seat if the game ended with a level, and half a point a space of the chain.

    The longest chain standing says what the pyramid can still earn. Moments: after level 1, after level 2 (NaN in
    games that never came so far).
    """
    found = {}
    for level in (1, 2):
        formed = frame[f"formed.level{level}"].astype(float)
        came = formed.groupby(frame["game"]).transform("max") > 0
        found[f"after level {level}"] = (frame[f"lead.level{level}"] + GROWTH * formed).where(came)
    return found


def controls(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """What luck gave each seat, minus its exact expectation: the board, and the tiles it draws.

    The board is one of four with equal chance. Stacks are shuffled once and drawn in turn order, so the tiles a seat
    draws in the exchange are settled by the deal, whatever it does with them. Columns: board A, B and C; decorations,
    pairs of one colour, and the same for each level, above what so many tiles hold on average. Same index as the frame.
    """
    found = {f"board {letter}": (frame["board"] == k).to_numpy() - 0.25 for k, letter in enumerate(LETTERS[:3])}
    games = np.unique(frame["game"].to_numpy())
    drawn = _drawn(match, games)
    place = np.searchsorted(games, frame["game"].to_numpy())
    for name, sums in drawn.items():
        found[name] = sums[place, frame["seat"].to_numpy()]
    return pd.DataFrame(found, index=frame.index)


def _drawn(match: Match, games: np.ndarray) -> dict[str, np.ndarray]:
    """By measure: what each seat draws on a level minus its expectation, shape (games, seats)."""
    worth = _worths(match)
    stacks = _stacks(match, games)
    found = {}
    for level, places in draws(match).items():
        for name, (of_tile, mean) in worth.items():
            sums = [(of_tile[stacks[:, of_seat]] - mean).sum(axis=1) for of_seat in places]
            found[f"{name} drawn on level {level}"] = np.stack(sums, axis=1)
    return found


def _stacks(match: Match, games: np.ndarray) -> np.ndarray:
    """The tile stack of each game in the order of drawing; games of one block share it."""
    blocks, place = np.unique(games // match.block, return_inverse=True)
    return opening_states(match, blocks * match.block)["tile_stack"][place]


def _worths(match: Match) -> dict[str, tuple[np.ndarray, float]]:
    """By measure: its value for each tile code, and the mean over all tiles of the bag."""
    values = match.ruleset.values
    faces = faces_of(values)
    counts = {face: n for group in ("single", "double", "quad") for face, n in values[f"tiles.{group}"].items()}
    weight = np.array([counts[face] for face in faces], float)
    of = {
        "decorations": np.array([4 - face.count(".") for face in faces], float),
        "pairs": np.array([tile_kind(face) == "pair" for face in faces], float),
    }
    return {name: (value, float(value @ weight / weight.sum())) for name, value in of.items()}


def draws(match: Match) -> dict[int, list[list[int]]]:
    """By level: the places of the tile stack that each seat draws. The first player moves on by one each round."""
    values, players = match.ruleset.values, match.players
    found: dict[int, list[list[int]]] = {}
    place, first = 0, 0
    for level in (1, 2):
        seats: list[list[int]] = [[] for _ in range(players)]
        for _ in range(values[f"level{level}.rounds"]):
            for k in range(players):
                n = values[f"level{level}.draw"]
                seats[(first + k) % players] += range(place, place + n)
                place += n
            first = (first + 1) % players
        if values[f"level{level}.rounds"]:
            found[level] = seats
    return found
