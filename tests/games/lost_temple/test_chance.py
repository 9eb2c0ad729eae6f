"""Deals and draws against exact probabilities; components are conserved; records are reused without a trace."""

import os
import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import chisquare

from temple_sim.core.jit import ENABLED
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from temple_sim.games.lost_temple.piles import append, card_at, insert, pile_size, remove, remove_at, set_of
from tests.driver import match_of
from tests.games.lost_temple.altered import ALTERED

DEALS = 2700


def fair(counts, weights=None):
    """Whether counts agree with weights (equal ones if none are given)."""
    weights = np.ones(len(counts)) if weights is None else np.asarray(weights)
    return chisquare(counts, weights / weights.sum() * np.sum(counts)).pvalue > 1e-4


def test_deals():
    table = Table(match_of("lost_temple", 5))
    start, first, last, down, token, reserve = (np.zeros(9, int) for _ in range(6))
    for number in range(DEALS):
        state, _, _ = table.deal(number * table.match.block)
        start[state.start[3]] += 1
        first[card_at(state.face_up, 0)] += 1
        last[card_at(state.hand, 5)] += 1
        down[card_at(state.face_down, 0)] += 1
        token[state.tokens[0]] += 1
        reserve[state.tokens[17]] += 1
    assert fair(start) and fair(first) and fair(last) and fair(down)
    kinds = [2, 3, 3, 3, 2, 3, 2]
    assert fair(token[:7], kinds) and fair(reserve[:7], kinds)


def test_pairs_of_start_characters():
    table = Table(match_of("lost_temple", 2))
    pairs = np.zeros((9, 9), int)
    for number in range(2 * DEALS):
        state, _, _ = table.deal(number)
        pairs[state.start[0], state.start[1]] += 1
    assert not pairs.diagonal().any() and fair(pairs[~np.eye(9, dtype=bool)])


def test_blind_discard_is_fair():
    table = Table(match_of("lost_temple", 2))
    counts = np.zeros(5, int)
    for number in range(DEALS):
        state, luck, rules = table.deal(number)
        for _ in range(2):
            before = remove_at(state.hand, 0)
            n = table.contract.legal_actions(state, rules, table.actions)
            assert n == 7 - state.drafted
            table.contract.apply_action(state, rules, table.actions[0], luck)
        gone = card_at(state.face_down, 1)
        counts[[card_at(before, place) for place in range(5)].index(gone)] += 1
    assert fair(counts)


def test_a_revealed_token_goes_to_a_random_place_of_the_reserve():
    table = Table(match_of("lost_temple", 5))
    counts = np.zeros(6, int)
    for number in range(DEALS):
        state, luck, rules = table.deal(number)
        state.phase, state.called, state.to_move, state.owner[:] = 5, 5, 0, -1  # the craftsman's step to space 11
        state.owner[5], state.position[0] = 0, 9
        state.tokens[:18] = 4  # machetes, which move nobody, but for one idol
        state.tokens[0] = 0
        code = next(
            c for c in table.actions[: table.contract.legal_actions(state, rules, table.actions)] if c >> 4 == 2
        )
        table.contract.apply_action(state, rules, code, luck)
        counts[list(state.tokens[12:18]).index(0)] += 1
    assert fair(counts)


@pytest.mark.parametrize("name", ["default", *ALTERED])
def test_components_are_conserved(name):
    for players in (2, 3, 5, 8):
        table = Table(match_of("lost_temple", players, settings=ALTERED.get(name, [])))
        values = table.match.ruleset.values
        for event in trace_game(table, 5):
            if event["event"] == "end":
                continue
            state = event["state"]
            assert state["gem_supply"] + sum(state["gems"]) == values["supply.gems"]
            assert state["machete_supply"] + sum(state["machetes"]) == values["supply.machetes"]
            assert min(state["gems"] + state["machetes"] + [state["gem_supply"], state["machete_supply"]]) >= 0
            tokens = list(state["chance"].values()) + state["reserve"]
            counts = {kind: tokens.count(kind) for kind in set(tokens)}
            assert all(values[f"tokens.{kind}"]["count"] == n for kind, n in counts.items())
            cards = sum(state["chosen"], []) + state["face_up"] + state["face_down"] + state["hand"] + state["leftover"]
            assert len(cards) == len(set(cards)) == 9
            assert event["event"] == "start" or event["action"] in event["legal"]
            if event["event"] == "decision":
                assert all(event["legal"].count(action) == 1 for action in event["legal"])


def test_a_reused_record_plays_the_same_games():
    match = match_of("lost_temple", 6)
    used = Table(match)
    used.play(0, 50)
    assert used.play(50, 20).tobytes() == Table(match).play(50, 20).tobytes()


def test_rows_agree_with_traces():
    table = Table(match_of("lost_temple", 4))
    rows = table.play(0, 10)
    for number, row in enumerate(rows):
        events = list(trace_game(table, number))
        end, last = events[-1], events[-2]["state"]
        assert row["score"][:4].tolist() == end["scores"] and row["share"][:4].tolist() == end["shares"]
        assert row["plies"] == len(events) - 2 and row["rounds"] == last["round"]
        assert row["won_with"][last["winner"]].sum() == 1
        assert row["picked"].sum() == row["picked_at"].sum() == sum(e.get("phase") == "draft" for e in events)
        assert row["offered"].sum() == sum(len(e["legal"]) for e in events if e.get("phase") == "draft")
        assert row["turns"] == row["rounds"] + row["called"].sum()
        moved = row["spaces"][:4].sum() + sum(events[0]["state"]["positions"])
        # Each swap moves two meeples by as much, forward and back: the shaman's share of it is counted once.
        assert moved - row["spaces"][:4, 0].sum() == sum(last["positions"])
        assert row["idol_rounds"].sum() == row["rounds"] and row["start"][:4].sum() == 4


def test_piles():
    pile = 0
    for card in (3, 8, 0):
        pile = append(pile, card)
    assert pile == 0x194 and pile_size(pile) == 3 and [card_at(pile, i) for i in range(3)] == [3, 8, 0]
    assert set_of(pile) == 1 << 3 | 1 << 8 | 1
    assert remove(pile, 8) == 0x14 and remove_at(pile, 0) == 0x19 and insert(pile, 1, 5) == 0x1964


@pytest.mark.skipif(not ENABLED, reason="the jit is off")
def test_without_the_jit_the_games_are_the_same():
    code = (
        "from tests.driver import match_of; from temple_sim.engine.playout import Table\n"
        "for p in (2, 3, 8): print(Table(match_of('lost_temple', p)).play(0, 4).tobytes().hex())"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [Table(match_of("lost_temple", p)).play(0, 4).tobytes().hex() for p in (2, 3, 8)]
