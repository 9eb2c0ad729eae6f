"""Games as they stand right after the deal: what luck gave to each seat before anybody chose."""

from collections.abc import Iterable

import numpy as np

from temple_sim.engine.match import Match
from temple_sim.engine.playout import Table


def opening_states(match: Match, numbers: Iterable[int]) -> np.ndarray:
    """State records of games of a match before their first decision, hidden parts included, shape (games,).

    Games of one block share their deal, so any game of a block stands for it.
    """
    table, games = Table(match), list(numbers)
    states = np.zeros(len(games), match.game.state)
    for place, number in enumerate(games):
        table.deal(int(number))
        states[place] = table.states[0]
    return states
