"""Random games walked decision by decision."""

import random
from collections.abc import Iterator, Sequence

from tests.driver import Driver


def walk(players: int, settings: Sequence[str] = (), seed: int = 1) -> Iterator[Driver]:
    """The driver at every decision of a random game, and at its end."""
    driver, rng = Driver("five", players, settings, seed), random.Random(seed)
    contract, table = driver.table.contract, driver.table
    while not driver.record.over:
        yield driver
        n = contract.legal_actions(driver.record, driver.rules, table.actions)
        contract.apply_action(driver.record, driver.rules, int(table.actions[rng.randrange(n)]), driver.luck)
        driver.record.plies += 1
    yield driver
