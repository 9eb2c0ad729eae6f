"""The runner: the same rows however the work is spread, in order, in flat memory, and stopped cleanly."""

import time

import numpy as np
import pytest

from temple_sim.core.errors import UserError
from temple_sim.engine import runner
from temple_sim.engine.match import MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.runner import AHEAD, Workers, play_match, prepare
from tests.helpers import copy_of_pig, pig, policy_file, rows_of, same_rows, with_policies

N = 601  # prime: no chunk divides it


@pytest.fixture(scope="module")
def expected():
    return rows_of(pig(3, ("hold", "racer", "random"), n=N))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_threads_give_the_same_rows(expected, jobs, chunk):
    assert same_rows(rows_of(pig(3, ("hold", "racer", "random"), n=N), jobs, "threads", chunk), expected)


@pytest.mark.parametrize("chunk", [7, 1000, None])
def test_processes_give_the_same_rows(expected, chunk):
    match = pig(3, ("hold", "racer", "random"), n=N)
    assert same_rows(rows_of(match, 2, "loky", chunk), expected)


@pytest.mark.parametrize("backend", ["threading", "sequential"])
def test_other_backends_give_the_same_rows(expected, backend):
    assert same_rows(rows_of(pig(3, ("hold", "racer", "random"), n=N), 2, backend, 50), expected)


def test_rows_come_in_the_order_of_the_games(expected):
    assert expected["index"].tolist() == list(range(N))


def test_a_chunk_found_by_itself_gives_the_same_rows(expected):
    assert same_rows(rows_of(pig(3, ("hold", "racer", "random"), n=N), 2, "threads", None), expected)


def test_a_run_goes_on_from_any_game(expected):
    match = pig(3, ("hold", "racer", "random"), n=N)
    rest = np.concatenate(list(play_match(match, Workers(2, "threads", 10), first=333)))
    assert same_rows(rest, expected[333:])


def test_more_jobs_than_games():
    assert len(rows_of(pig(n=3), 8, "threads", 1)) == 3


def test_all_games_of_a_parallel_run_are_distinct():
    """What a common fault would break: workers that share or copy a random state repeat each other's games."""
    rows = rows_of(pig(10, ("random",), n=500), 2, "loky", 20)
    assert len({(int(r["turns"]), int(r["plies"]), tuple(r["busts"])) for r in rows}) == 500


class Slow:
    """Counts the pieces that workers begin."""

    def __init__(self, monkeypatch):
        self.begun = 0
        original = Table.play

        def play(table, first, count):
            self.begun += 1
            return original(table, first, count)

        monkeypatch.setattr(Table, "play", play)


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_workers_wait_for_a_slow_reader(monkeypatch, jobs):
    """Memory stays flat: however slow the reader is, few pieces are played ahead of it."""
    count, ahead = Slow(monkeypatch), []
    for taken, _ in enumerate(play_match(pig(n=100), Workers(jobs, "threads", 1)), start=1):
        time.sleep(0.004)
        ahead.append(count.begun - taken)
    assert len(ahead) == count.begun == 100
    assert max(ahead) <= AHEAD * jobs


def test_a_reader_may_stop_early_without_a_word(monkeypatch):
    count = Slow(monkeypatch)
    pieces = play_match(pig(n=10_000), Workers(2, "threads", 1))
    next(pieces)
    pieces.close()  # a warning is an error in these tests
    begun = count.begun
    time.sleep(0.1)
    assert begun <= 1 + 2 * AHEAD + 2
    assert count.begun == begun  # nobody plays on


def test_stopping_processes_early_without_a_word():
    pieces = play_match(pig(n=1000), Workers(2, "loky", 10))
    assert len(next(pieces)) == 10
    pieces.close()


def test_a_fault_in_a_thread_reaches_the_reader(tmp_path):
    file = policy_file(tmp_path, "@policy('pig', 'x')\ndef bad(v, r, a, n, p, rng):\n    return 5\n")
    with pytest.raises(UserError, match=r"Policy 'bad' returned 5 in game \d*0, seat 0"):
        rows_of(with_policies(pig(n=100), file, ("bad", "bad")), 2, "threads", 10)


def test_rules_with_lists_travel_to_processes(tmp_path):
    lists = '\n[steps]\nvalue = [1, 2]\ntype = "int"\nlength = 2\nmeaning = "x"\nprovenance = "estimated"\n'
    file = copy_of_pig(tmp_path, rules=lists)
    spec = MatchSpec("pig", ("hold", "racer"), 1, 40, (("steps", [3, 4]), ("target", 30)), str(file))
    assert same_rows(rows_of(spec.resolve(), 2, "loky", 20), rows_of(spec.resolve()))


ALWAYS = "@policy('pig', 'x')\ndef own(view, rules, a, n, p, rng):\n    return 1 if view.pot >= {at} else 0\n"


def test_processes_that_live_on_do_not_serve_an_edited_file_stale(tmp_path):
    file = policy_file(tmp_path, ALWAYS.format(at=5))
    before = rows_of(with_policies(pig(n=20), file, ("own", "own")), 2, "loky", 10)
    policy_file(tmp_path, ALWAYS.format(at=25))
    match = with_policies(pig(n=20), file, ("own", "own"))
    after = rows_of(match, 2, "loky", 10)
    assert same_rows(after, rows_of(match))
    assert not same_rows(before, after)


def test_the_time_of_a_game_is_measured():
    seconds = prepare(pig(2, ("random", "random"), n=10**6))
    assert 1e-7 <= seconds < 0.05


@pytest.mark.parametrize(
    ("workers", "said"),
    [((0,), "--jobs must be 1 or more"), ((-2,), "--jobs must be"), ((1, "lokky"), "Did you mean 'loky'?"),
     ((1, "multiprocessing"), "Unknown backend"), ((1, "threads", 0), "at least 1 game"),
     ((1, "threads", -5), "at least 1 game")],
)  # fmt: skip
def test_bad_workers_are_refused(workers, said):
    with pytest.raises(UserError, match=said):
        Workers(*workers)


def test_a_backend_of_another_package(monkeypatch):
    def register():
        monkeypatch.setitem(runner.BACKENDS, "cluster", runner.BACKENDS["threading"])

    def fail():
        raise ImportError("no cluster")

    monkeypatch.setitem(runner.EXTERNAL_BACKENDS, "cluster", register)
    monkeypatch.setitem(runner.EXTERNAL_BACKENDS, "cloud", fail)
    assert Workers(1, "cluster").backend == "cluster"
    with pytest.raises(UserError, match="'cloud' cannot be used"):
        Workers(1, "cloud")
