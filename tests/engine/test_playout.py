"""The playout loop: a reused record is as good as a fresh one, faults are told, and a trace tells the row's game."""

import json

import numpy as np
import pytest

from temple_sim.core.errors import UserError
from temple_sim.core.records import FINISHED, LIMIT
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game, trace_game
from tests.helpers import copy_of_pig, pig, policy_file, rows_of, same_rows, with_policies

LINE_UP = ("hold", "racer", "random")
BAD = """
@policy("pig", "x", Parameter("at", 0, -9, 9, "what it returns"))
def bad(view, rules, actions, n, params, rng):
    return int(params[0])
"""


def dirty(table):
    """Fill every record a table reuses with ones, as a game before might have left them."""
    for records in (table.states[:2], table.rngs, table.actions, table.totals):
        records.view(np.uint8)[:] = 255


def test_a_used_table_plays_the_same_games():
    match = pig(3, LINE_UP, n=40)
    fresh = np.concatenate([Table(match).play(number, 1) for number in range(40)])
    used = Table(match)
    backwards = np.concatenate([used.play(number, 1) for number in reversed(range(40))])[::-1]
    assert same_rows(fresh, used.play(0, 40))
    assert same_rows(fresh, backwards)


def test_records_left_over_do_not_matter():
    match = pig(3, LINE_UP, n=40)
    table = Table(match)
    dirty(table)
    assert same_rows(table.play(0, 40), rows_of(match))


def test_the_blank_record_stays_blank():
    table = Table(pig(3, LINE_UP))
    table.play(0, 50)
    list(trace_game(table, 3))
    assert not table.states[2:].tobytes().strip(b"\0")


def test_rules_are_read_only_by_convention_and_kept():
    table = Table(pig(3, LINE_UP, settings=["target=30"]))
    before = table.rules.tobytes()
    table.play(0, 50)
    assert table.rules.tobytes() == before


def test_seats_not_in_use_are_zero():
    rows = rows_of(pig(3, LINE_UP, n=20))
    for name in ("share", "score", "busts"):
        assert not rows[name][:, 3:].any()
        assert rows[name][:, :3].any()


@pytest.mark.parametrize(("players", "policies"), [(2, ("hold", "racer")), (3, LINE_UP), (10, ("random",))])
def test_a_trace_tells_the_game_of_the_row(players, policies):
    match = pig(players, policies, n=12, settings=["target=40"])
    rows, table = rows_of(match), Table(match)
    for number, row in enumerate(rows):
        start, *decisions, end = trace_game(table, number)
        assert start["event"] == "start"
        assert (start["index"], start["policies"]) == (number, match.seat_names(number))
        assert [d["ply"] for d in decisions] == list(range(row["plies"]))
        assert decisions[-1]["state"]["turn"] == row["turns"]
        assert end["scores"] == row["score"][:players].tolist()
        assert end["shares"] == row["share"][:players].tolist()
        assert end["winners"] == np.flatnonzero(row["share"]).tolist()
        assert end["reason"] == "finished"


def test_a_trace_goes_by_the_rules_of_pig():
    """Replayed with nothing but the rules: what a decision does, who is next, and when it ends."""
    for number in range(20):
        start, *decisions, end = trace_game(Table(pig(3, LINE_UP, settings=["target=60", "faces=8"])), number)
        state = start["state"]
        assert state == {"turn": 1, "to_move": 0, "phase": "roll", "pot": 0, "score": [0, 0, 0]}
        for event in decisions:
            assert event["legal"] == [{"type": "roll"}, {"type": "hold"}]
            assert event["seat"] == state["to_move"]
            state = check_step(state, event)
        assert state["phase"] == "end"
        assert max(end["scores"]) >= 60


def check_step(before, event):
    """The state after a decision, checked against the rules."""
    seat, after = before["to_move"], event["state"]
    pot = after["pot"] - before["pot"]
    if event["action"] == {"type": "roll"} and after["turn"] == before["turn"]:
        assert 2 <= pot <= 8
        assert after == before | {"pot": after["pot"]}
        return after
    score = list(before["score"])
    score[seat] += before["pot"] if event["action"] == {"type": "hold"} else 0
    if score[seat] >= 60:
        assert after == before | {"score": score, "to_move": None, "phase": "end"}
        return after
    follows = {"turn": before["turn"] + 1, "to_move": (seat + 1) % 3, "phase": "roll", "pot": 0, "score": score}
    assert after == follows
    return after


def test_traces_are_plain_json_and_repeat_byte_for_byte():
    match = pig(3, LINE_UP)
    tell = lambda table: [json.dumps(event) for event in trace_game(table, 5)]  # noqa: E731
    table = Table(match)
    first = tell(table)
    table.play(0, 9)
    assert tell(table) == first == tell(Table(match))


def test_a_story_has_a_line_for_each_decision():
    table = Table(pig(2, ("hold", "racer")))
    lines = list(narrate_game(table, 4))
    assert lines[0] == "Pig, game 4 of seed 1: seat 0 hold, seat 1 racer"
    assert len(lines) == 2 + int(table.play(4, 1)["plies"][0])
    assert lines[-1].startswith("End (finished): won by seat ")


@pytest.mark.parametrize("choice", [-9, -1, 2, 9])
def test_a_policy_that_returns_no_legal_index(tmp_path, choice):
    file = policy_file(tmp_path, BAD)
    match = with_policies(pig(n=6), file, ("hold", f"bad:at={choice}"))
    said = rf"^Policy 'bad:at={choice}' returned {choice} in game \d+, seat [01]: an index below 2 was expected\.$"
    with pytest.raises(UserError, match=said):
        rows_of(match)
    with pytest.raises(UserError, match=said):
        list(trace_game(Table(match), 1))
    with pytest.raises(UserError, match="in game 1, seat 0"):  # rotated: it begins
        list(trace_game(Table(match), 1))


def test_a_table_goes_on_after_a_fault(tmp_path):
    match = with_policies(pig(n=6), policy_file(tmp_path, BAD), ("hold", "bad:at=2"))
    table = Table(match)
    for _ in range(2):
        with pytest.raises(UserError, match="returned 2"):
            table.play(0, 6)


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """Pig that is broken off after six turns."""
    stop = "    begin_turn(rng, state.turn)\n\n\n@jit\ndef observe"
    more = "    if state.turn > 6:\n        state.over, state.end_reason = 1, 1\n"
    file = copy_of_pig(tmp_path_factory.mktemp("limited"), (stop, more + stop))
    return MatchSpec("pig", ("hold", "racer"), 1, 200, (("target", 30),), str(file)).resolve()


def test_games_that_hit_the_limit_are_counted_not_dropped(limited):
    rows = rows_of(limited)
    reached = rows["score"].max(axis=1) >= 30
    assert 20 < reached.sum() < 180
    assert np.array_equal(rows["end_reason"], np.where(reached, FINISHED, LIMIT))
    assert np.array_equal(rows["share"].sum(axis=1), reached)
    assert (rows["turns"][~reached] == 7).all()
    assert rows["index"].tolist() == list(range(200))


def test_the_trace_names_the_limit(limited):
    rows, table = rows_of(limited), Table(limited)
    for number in (int(np.argmin(rows["end_reason"])), int(np.argmax(rows["end_reason"]))):
        *_, end = trace_game(table, number)
        assert end["reason"] == ("finished", "limit")[rows["end_reason"][number]]
        assert len(end["winners"]) == rows["share"][number].sum()


def test_lookahead_of_a_policy_never_shifts_the_luck_of_the_game(tmp_path):
    """A policy may draw as much as it likes: the dice fall as beside one that draws nothing."""
    body = """
@policy("pig", "draws, and plays like hold", Parameter("draws", 0, 0, 999, "numbers drawn"))
def thinks(view, rules, actions, n, params, rng):
    for stream in range(8):
        for _ in range(int(params[0])):
            below(rng, stream, 6)
    return 1 if view.score[view.to_move] + view.pot >= rules.target or view.pot >= 20 else 0
"""
    file = policy_file(tmp_path, body)
    quiet, busy = (rows_of(with_policies(pig(3, n=60), file, (f"thinks:draws={d}", "hold", "random"))) for d in (0, 50))
    assert same_rows(quiet, busy)


def test_another_seats_draws_never_shift_a_policys_own(tmp_path):
    """Two random seats draw from streams of their own: what one does before does not change the other's choices."""
    body = """
@policy("pig", "rolls once a turn, after drawing", Parameter("draws", 0, 0, 99, "numbers drawn"))
def one(view, rules, actions, n, params, rng):
    for _ in range(int(params[0])):
        below(rng, 0, 6)
    return 1 if view.pot else 0
"""
    file = policy_file(tmp_path, body)
    short, long = (rows_of(with_policies(pig(2, n=60), file, (f"one:draws={d}", "random"))) for d in (1, 99))
    assert same_rows(short, long)
