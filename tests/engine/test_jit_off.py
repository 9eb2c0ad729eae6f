"""With the jit off the same sources give the same games."""

import json

import pytest

from temple_sim.core.jit import ENABLED
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from tests.helpers import pig, python

pytestmark = pytest.mark.skipif(not ENABLED, reason="the jit is off anyway")

CASES = [
    (2, ("hold", "racer"), ["target=100"]),
    (10, ("random",), ["target=20", "faces=2"]),
    (3, ("hold:at=12.5", "random", "racer"), ["target=60"]),
]
PLAIN = """
import json
from temple_sim.core.jit import ENABLED
from tests.engine.test_jit_off import CASES, told
assert not ENABLED
print(json.dumps([told(*case) for case in CASES]))
"""


def told(players, policies, settings):
    """Rows and a trace as plain values."""
    table = Table(pig(players, policies, seed=2**63 - 1, settings=settings))
    rows = [[row[name].tolist() for name in row.dtype.names] for row in table.play(0, 8)]
    return {"rows": rows, "trace": list(trace_game(table, 5))}


def test_plain_python_plays_the_same_games():
    plain = python(PLAIN, NUMBA_DISABLE_JIT="1")
    assert (plain.code, plain.err) == (0, "")
    assert json.loads(plain.out) == json.loads(json.dumps([told(*case) for case in CASES]))
