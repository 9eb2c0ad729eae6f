"""Valued decisions: the same however the work is spread, and equal to rollouts told step by step from the view alone."""

from functools import cache

import numpy as np
import pytest

from temple_sim.analysis.actions import action_frame
from temple_sim.core.errors import UserError
from temple_sim.core.random import RNG, begin_turn, fork
from temple_sim.engine.playout import Table
from temple_sim.engine.rollouts import REDRAWN, Valued, value_match
from temple_sim.engine.runner import Workers
from tests.driver import match_of
from tests.helpers import pig, policy_file, with_policies

# A phase with something hidden, and policies: one looks, one draws from its own luck.
GAMES = {
    "raider": (2, "use", ("sprinter", "random")),
    "lost_temple": (3, "draft", ("runner", "random", "random")),
    "trail": (2, "play", ("runner", "random")),
    "five": (2, "exchange", ("claimer", "random")),
}
of_games = pytest.mark.parametrize("name", list(GAMES))
STAGES, ROLLOUTS = 2, 3


def value(match, phase, stages=STAGES, rollouts=ROLLOUTS, workers=None):
    return Valued.join(list(value_match(match, phase, stages, rollouts, workers or Workers())))


@cache
def small(name):
    """A few valued decisions of a game."""
    players, phase, policies = GAMES[name]
    match = match_of(name, players, policies, n=3)
    return match, value(match, phase)


def same_records(left, right):
    """Whether all fields agree (gaps between fields hold anything)."""
    return all(np.array_equal(left[name], right[name]) for name in left.dtype.names)


def same(left, right):
    return (
        same_records(left.decisions, right.decisions)
        and same_records(left.views, right.views)
        and np.array_equal(left.legal, right.legal)
        and np.array_equal(left.values, right.values, equal_nan=True)
    )


# --- however the work is spread --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spread():
    match = pig(3, ("hold", "racer", "random"), n=13)
    return match, value(match, match.game.phases[0])


@pytest.mark.parametrize(
    "workers",
    [Workers(1, chunk=1), Workers(2, chunk=3), Workers(2, chunk=100), Workers(4), Workers(1, "sequential", 5),
     Workers(2, "loky", 4)],
    ids=str,
)  # fmt: skip
def test_jobs_chunks_and_backends_change_nothing(spread, workers):
    match, expected = spread
    assert same(value(match, match.game.phases[0], workers=workers), expected)


def test_a_longer_match_begins_with_the_shorter_one(spread):
    match, expected = spread
    short = value(pig(3, ("hold", "racer", "random"), n=5), match.game.phases[0])
    count = len(short.decisions)
    assert same_records(short.decisions, expected.decisions[:count])
    assert np.array_equal(short.values, expected.values[:count], equal_nan=True)


def test_another_seed_gives_other_values(spread):
    match, expected = spread
    other = value(pig(3, ("hold", "racer", "random"), n=13, seed=2), match.game.phases[0])
    assert not np.array_equal(other.values, expected.values, equal_nan=True)


# --- the games: decisions, and rollouts step by step -----------------------------------------------------------------


@of_games
def test_it_is_reproducible(name):
    match, valued = small(name)
    assert same(value(match, GAMES[name][1], workers=Workers(2, chunk=1)), valued)


@of_games
def test_values_are_means_of_win_shares(name):
    match, valued = small(name)
    shares = {0.0, *(1 / k for k in range(1, match.players + 1))}
    for decision, values in zip(valued.decisions, valued.values, strict=True):
        n = decision["legal"]
        assert n >= 2 and 0 <= decision["chosen"] < n
        assert np.isnan(values[:, n:]).all()
        assert set(np.round(values[1, :n], 12)) <= {round(s, 12) for s in shares}  # the second half is one rollout
        assert (values[:, :n] >= 0).all() and (values[:, :n] <= 1).all()


@of_games
def test_the_forced_choice_has_no_RA(name):
    match, valued = small(name)
    frame = action_frame(valued, match)
    assert (frame.loc[frame["chosen"], "RA"] == 0).all()
    assert (frame.groupby("decision")["chosen"].sum() == 1).all()


def state_at(match, decision):
    """The table and state of a played game right before a decision."""
    table, number = Table(match), int(decision["game"])
    state, luck, rules = table.deal(number)
    while state.plies < decision["ply"]:
        step(table, state, luck, rules, table.rngs[1:], number)
    return table, state, rules


def step(table, state, luck, rules, own, number):
    """One decision by the policies, with the luck of the game and of each seat."""
    n = int(table.contract.legal_actions(state, rules, table.actions))
    codes, choice = table.actions[:n].copy(), 0
    if n > 1:
        choice = chosen(table, state, rules, own[int(state.to_move)], number, n)
    table.contract.apply_action(state, rules, int(codes[choice]), luck)
    state.plies += 1


def chosen(table, state, rules, own, number, n):
    seat, view = int(state.to_move), table.states[1]
    entry = int(table.match.order[number % table.match.block, seat])
    if own.turn != state.turn:
        begin_turn(own, int(state.turn))
    table.contract.observe(state, rules, seat, view)
    return int(table.policies[entry](view, rules, table.actions, n, table.params[entry], own))


def roll_out(table, view, rules, number, code, rollout):
    """The mover's win share, and the decisions made, when it takes an action and what it cannot see is redrawn."""
    contract, seat, turn = table.contract, int(view.to_move), int(view.turn)
    redrawn, luck = np.zeros(1, table.match.game.state)[0], np.zeros(1 + table.match.players, RNG)
    fork(table.rngs[0], luck[0], REDRAWN + 2 * rollout)
    begin_turn(luck[0], turn)
    contract.determinize(view, rules, seat, redrawn, luck[0])
    fork(table.rngs[0], luck[0], REDRAWN + 2 * rollout + 1)
    for other in range(table.match.players):
        fork(luck[0], luck[1 + other], other)
    begin_turn(luck[0], turn)
    contract.apply_action(redrawn, rules, int(code), luck[0])
    redrawn.plies += 1
    while not redrawn.over:
        step(table, redrawn, luck[0], rules, luck[1:], number)
    table.totals[:, :] = 0.0
    contract.outcome(redrawn, rules, table.totals[0], table.totals[1])
    return float(table.totals[0, seat]), int(redrawn.plies - view.plies)


def valued_by_hand(table, view, rules, number, legal):
    """(values by half, decisions made) of every action, rollout by rollout."""
    halves, plies = np.zeros((2, len(legal))), 0
    for place, code in enumerate(legal):
        for rollout in range(ROLLOUTS):
            share, count = roll_out(table, view, rules, number, code, rollout)
            halves[rollout % 2, place] += share
            plies += count
    return halves / [[(ROLLOUTS + 1) // 2], [ROLLOUTS // 2]], plies


@of_games
def test_values_rest_on_the_view_alone(name):
    """What the mover cannot see is altered before its decision is valued by hand: the values stay the same."""
    match, valued = small(name)
    altered = 0
    for k, decision in enumerate(valued.decisions):
        table, state, rules = state_at(match, decision)
        seat, n = int(state.to_move), int(decision["legal"])
        assert (seat, int(state.turn)) == (decision["seat"], decision["turn"])
        assert match.game.phases[state.phase] == GAMES[name][1]
        view, other, again = (np.zeros(1, match.game.state)[0] for _ in range(3))
        table.contract.observe(state, rules, seat, view)
        luck = np.zeros(1, RNG)[0]
        fork(table.rngs[0], luck, 77)
        table.contract.determinize(view, rules, seat, other, luck)
        altered += not same_records(other, state)
        table.contract.observe(other, rules, seat, again)
        assert same_records(again, view) and same_records(again, valued.views[k])
        assert table.contract.legal_actions(other, rules, table.actions) == n
        assert np.array_equal(table.actions[:n], valued.legal[k, :n])
        choice = chosen(table, state, rules, table.rngs[1 + seat], int(decision["game"]), n)
        assert choice == decision["chosen"]
        if k < 2:
            values, plies = valued_by_hand(table, again, rules, int(decision["game"]), valued.legal[k, :n])
            assert np.allclose(values, valued.values[k, :, :n], rtol=0, atol=1e-12)
            assert plies == decision["plies"]
    assert altered > 0


@of_games
def test_stages_are_sampled_alike(name):
    """One decision of each stage of each game, the stages in the order of the game."""
    _, valued = small(name)
    for game in np.unique(valued.decisions["game"]):
        part = valued.decisions[valued.decisions["game"] == game]
        assert part["stage"].tolist() == list(range(STAGES))
        assert (np.diff(part["ply"]) > 0).all()


def test_a_decision_of_a_stage_is_drawn_evenly():
    """Its place within its stage, from 0 to 1, has mean 1/2 and variance 1/12 at most: within 4 standard errors."""
    match = pig(2, ("hold", "racer"), n=400, settings=["target=8"])
    plies = Table(match).play(0, match.n)["plies"].astype(int)
    found = value(match, match.game.phases[0], 2, 2).decisions
    total = plies[found["game"]]
    first, last = total * found["stage"] // 2, total * (found["stage"] + 1) // 2
    assert (first <= found["ply"]).all() and (found["ply"] < last).all()
    places = (found["ply"] - first + 0.5) / (last - first)
    assert len(places) > 500 and (last - first).mean() > 2
    assert abs(places.mean() - 0.5) < 4 * np.sqrt(1 / 12 / len(places))
    assert {0, 1, 2} <= set((found["ply"] - first).tolist())


def test_more_stages_than_decisions():
    """A game of few decisions has none in some stages; those are left out, not made up."""
    match = pig(2, ("hold", "racer"), n=6, settings=["target=2"])
    valued = value(match, match.game.phases[0], 20, 2)
    plies = Table(match).play(0, 6)["plies"]
    for game, total in enumerate(plies):
        found = valued.decisions[valued.decisions["game"] == game]
        assert len(found) == min(int(total), 20)
        if total <= 20:
            assert found["ply"].tolist() == list(range(total))


# --- what cannot be valued -------------------------------------------------------------------------------------------


def test_an_unknown_phase_names_the_nearest():
    with pytest.raises(UserError, match="Unknown phase of raider 'pik'. Did you mean 'pick'?"):
        value(small("raider")[0], "pik")


def test_a_phase_that_never_comes_up():
    """Nobody is pushed without cards."""
    match = match_of("raider", 2, ("sprinter",), ["cards.deck=[]"], n=2)
    valued = value(match, "push")
    assert len(valued.decisions) == len(valued.views) == len(valued.legal) == len(valued.values) == 0


def test_a_policy_that_gives_no_legal_index(tmp_path):
    body = '\n@policy("pig", "wrong")\ndef wrong(view, rules, actions, n, params, rng):\n    return 7\n'
    match = with_policies(pig(n=1), policy_file(tmp_path, body), ("wrong", "wrong"))
    with pytest.raises(UserError, match="Policy 'wrong' returned 7 in game 0"):
        value(match, match.game.phases[0])
