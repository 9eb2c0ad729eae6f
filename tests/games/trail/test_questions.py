"""The helpers policies use say what the trace says."""

import numpy as np

from temple_sim.games.trail import questions as ask
from temple_sim.games.trail.bits import bit, count_from, has, lift, lower, lowest, nth, ones, window
from temple_sim.games.trail.codec import CARD_NAMES
from temple_sim.games.trail.tables import ACT_DISCARD, ACT_PLAY, ACT_TRADE, TEMPLE
from tests.games.trail.positions import CARD_CODES, Position, hands


def codes(at: Position) -> list[tuple[int, dict]]:
    return list(zip(map(int, at._codes()), at.legal(), strict=True))


def test_actions_are_decoded_as_the_trace_names_them() -> None:
    at = Position(path=["C2", "C3"], hands=hands("1+1", "2+6"))
    for code, action in codes(at):
        explorer, steps = action["card"].split("+")
        card = ask.payload(code)
        assert ask.action_type(code) == ACT_PLAY
        assert (ask.card_explorer(card) + 1, ask.card_steps(card)) == (int(explorer), int(steps))


def test_trades_are_decoded_as_the_trace_names_them() -> None:
    at = Position(path=["C2", "R1", "G2"], tiles=[(0, "pottery_shards")], hands=hands("1+1"), taken=[["C4"], []])
    at.play("1+1")
    for code, action in codes(at):
        if ask.action_type(code) == ACT_TRADE:
            assert ask.trade_slot(code) == action["slot"]
            assert ask.trade_crate(code) == at.codes[action["crate"]]


def test_discards_are_decoded_as_the_trace_names_them() -> None:
    at = Position(path=["C2", "R1"], tiles=[(0, "base_camp")], hands=[["1+1", "1+2", "1+2", "2+3", "3+6"], ["1+1"] * 5])
    at.play("1+1")
    for code, action in codes(at):
        assert ask.action_type(code) == ACT_DISCARD
        for card, name in CARD_NAMES.items():
            assert ask.discards_of(at.record, 0, code, card) == action["cards"].count(name)


def test_landing_slot_is_where_the_explorer_goes() -> None:
    at = Position(path=[None, "C2", None, "C3"], explorers=[0, -1, "temple"], hands=hands("1+1"))
    assert [ask.landing_slot(at.record, at.rules, 0, steps) for steps in (1, 2, 3)] == [1, 3, TEMPLE]
    assert ask.landing_slot(at.record, at.rules, 2, 1) == TEMPLE


def test_tokens_are_told_apart_and_valued_as_things_stand() -> None:
    at = Position(path=[None, "C2", None], explorers=[2, 0, 0], drones={"red": 3})
    points = {name: ask.token_points(at.record, at.rules, code) for name, code in at.codes.items()}
    assert (points["R3"], points["O1"], points["C4"], points["D3"]) == (6, 2, 4, 0)  # five drones level in second place
    assert (points["E1:8/4"], points["E2:8/4"], points["E3:10/0"]) == (8, 4, 0)
    kinds = {name[0] if name[0] in "ECD" else "A": ask.token_kind(code) for name, code in at.codes.items()}
    assert kinds == {"A": 0, "E": 1, "C": 2, "D": 3}
    assert [ask.token_owner(at.codes[name]) for name in ("R1", "P3", "E1:8/4", "E3:6/3")] == [0, 5, 0, 2]
    assert CARD_CODES["1+1"] == 0


def test_sets_of_slots_behave_like_sets() -> None:
    dice = np.random.default_rng(1)
    for _ in range(300):
        slots = set(dice.integers(0, 120, dice.integers(0, 80)).tolist())
        words = np.array([sum(1 << s for s in slots if s < 64), sum(1 << s - 64 for s in slots if s >= 64)], np.uint64)
        first = int(dice.integers(0, 127))
        ahead = sorted(s for s in slots if s >= first)
        assert count_from(words, first) == len(ahead)
        near = [s for s in ahead if s < first + 64]
        assert ones(np.uint64(window(words, first))) == len(near)
        if near:
            n = int(dice.integers(len(near)))
            assert first + nth(np.uint64(window(words, first)), n, 70) == near[n]
            assert first + lowest(np.uint64(window(words, first))) == near[0]
        assert has(words, first) == (first in slots)
        by = int(dice.integers(1, 7))
        lift(words, first, by)
        moved = {s + by if s > first else s for s in slots}
        assert {s for s in range(127) if has(words, s)} == {s for s in moved if s < 127}
    assert [int(lower(n)) for n in (-1, 0, 1, 63, 64, 70)] == [0, 0, 1, 2**63 - 1, 2**64 - 1, 2**64 - 1]
    assert int(bit(63)) == 2**63
