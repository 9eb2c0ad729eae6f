"""Deals, shuffles and draws against their exact probabilities."""

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from temple_sim.engine.playout import Table
from temple_sim.games.trail.codec import state_dict
from tests.driver import match_of
from tests.games.trail.positions import PLAIN, Position, hands

DEALS = 3000


def even(counts: Counter[Any], values: list[Any]) -> bool:
    assert set(counts) <= set(values)
    return bool(stats.chisquare([counts[value] for value in values]).pvalue > 1e-4)


def deals(players: int, settings: tuple[str, ...] = (), n: int = DEALS) -> list[dict[str, Any]]:
    table = Table(match_of("trail", players, settings=settings, n=n))
    block = table.match.block
    return [state_dict(table.deal(i * block)[0], table.match.ruleset.values) for i in range(n)]


def test_deal_uses_every_token_card_and_tile_once() -> None:
    path = Counter([f"{c}{n}" for c in "ROYGBP" for n in (3, 3, 2, 2, 2, 1, 1)])
    path += Counter([f"E{e}:{p}" for e in (1, 2, 3) for p in ("10/0", "8/4", "8/4", "6/3")])
    path += Counter(["C4", "C4", "C3", "C3", "C2", "C2", "C2", *["D2"] * 7, *["D3"] * 7])
    cards = Counter({f"{e}+{n}": 3 for e in (1, 2, 3) for n in range(1, 7)})
    assert path.total() == 75
    for state in deals(3, n=200):
        assert Counter(state["path"]) == path
        assert sum(map(Counter, state["hands"]), Counter(state["deck"])) == cards
        assert [len(hand) for hand in state["hands"]] == [5, 5, 5]
        assert [tile["slot"] for tile in state["tiles"]] == [11, 23, 35, 47, 59]
        assert sorted(tile["tile"] for tile in state["tiles"]) == [
            "base_camp", "pottery_shards", "shrine", "skull_cave", "snake",
        ]  # fmt: skip


def test_path_deck_hands_and_tiles_are_shuffled_evenly() -> None:
    found = deals(2)
    cards = [f"{e}+{n}" for e in (1, 2, 3) for n in range(1, 7)]
    colours = list("ROYGBP")
    for slot in (0, 37, 74):
        assert even(Counter(s["path"][slot][0] for s in found if s["path"][slot][0] in colours), colours)
    assert even(Counter(s["deck"][0] for s in found), cards)
    assert even(Counter(s["deck"][-1] for s in found), cards)
    for seat in (0, 1):
        share = np.mean([s["hands"][seat].count("2+4") for s in found])
        assert abs(share - 5 * 3 / 54) < 5 * np.sqrt(0.25 / DEALS)
    kinds = ["base_camp", "snake", "shrine", "pottery_shards", "skull_cave"]
    for place in range(5):
        assert even(Counter(s["tiles"][place]["tile"] for s in found), kinds)
    pairs = Counter((s["tiles"][0]["tile"], s["tiles"][4]["tile"]) for s in found)
    assert even(pairs, [(a, b) for a in kinds for b in kinds if a != b])


def test_surplus_tiles_stay_out_at_random_and_surplus_places_stay_empty() -> None:
    found = deals(2, ("tiles.under=[10,20]",))
    assert {tuple(t["slot"] for t in s["tiles"]) for s in found} == {(9, 19)}
    kinds = ["base_camp", "snake", "shrine", "pottery_shards", "skull_cave"]
    assert even(Counter(t["tile"] for s in found for t in s["tiles"]), kinds)
    few = deals(2, ('tiles.kinds=["snake"]',), n=50)
    assert {tuple((t["slot"], t["tile"]) for t in s["tiles"]) for s in few} == {((11, "snake"),)}


def test_skull_cave_draws_evenly_and_in_random_order() -> None:
    box = ["R1", "O1", "Y1", "G1", "B1", "P1", "C2"]
    at = Position(path=PLAIN, tiles=[(0, "skull_cave")], hands=hands("1+1"), box=box)
    start = at.record.copy()
    drawn: Counter[tuple[str, ...]] = Counter()
    card = at.table.actions
    n = at.table.contract.legal_actions(at.record, at.rules, card)
    code = int(next(c for c in card[:n] if c == 0))  # 1+1
    for game in range(1, DEALS + 1):
        at.table.states[0] = start
        at.luck.turn_key = np.uint64(game * 0x9E3779B97F4A7C15 % 2**64)
        at.luck.count[:] = np.arange(8, dtype=np.uint64) << np.uint64(32)
        at.table.contract.apply_action(at.record, at.rules, code, at.luck)
        drawn[tuple(at.state["path"][1:6])] += 1
    for place in range(5):
        counts: Counter[str] = Counter()
        for tokens, times in drawn.items():
            counts[tokens[place]] += times
        assert even(counts, box)
    pairs: Counter[tuple[str, str]] = Counter()
    for tokens, times in drawn.items():
        pairs[tokens[0], tokens[4]] += times
    assert even(pairs, [(a, b) for a in box for b in box if a != b])


def test_reshuffle_is_even() -> None:
    pile = [f"2+{n}" for n in range(1, 7)]
    at = Position(path=PLAIN, hands=hands("1+1"), deck=[], discard=pile)
    start = at.record.copy()
    tops: Counter[str] = Counter()
    for game in range(1, DEALS + 1):
        at.table.states[0] = start
        at.luck.turn_key = np.uint64(game * 0x9E3779B97F4A7C15 % 2**64)
        at.luck.count[:] = np.arange(8, dtype=np.uint64) << np.uint64(32)
        at.table.contract.apply_action(at.record, at.rules, 0, at.luck)
        tops[at.state["deck"][-1]] += 1
    assert even(tops, [*pile, "1+1"])
