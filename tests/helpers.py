"""What several tests need: Pig and its changed copies, and the command line in this process or in another."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from temple_sim.cli.main import _exit_code
from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.runner import Workers, play_match
from tests.driver import PIG_FILE, match_of

IMPORTS = """
from temple_sim.core.random import below
from temple_sim.policies import Parameter, policy
"""


class Answer(NamedTuple):
    """What a command gave back."""

    code: int
    out: str
    err: str


def pig(players: int = 2, policies: Sequence[str] = ("hold", "racer"), **more: Any) -> Match:
    """A match of Pig."""
    return match_of("pig", players, policies, **more)


def with_policies(match: Match, file: Path, policies: Sequence[str]) -> Match:
    """The match with policies of a plug-in file."""
    return MatchSpec(**{**vars(match.spec), "policies": tuple(policies), "policy_files": (str(file),)}).resolve()


def policy_file(folder: Path, body: str, name: str = "own.py") -> Path:
    """A plug-in file with policies."""
    file = folder / name
    file.write_text(IMPORTS + body)
    return file


def copy_of_pig(folder: Path, *changes: tuple[str, str], rules: str = "") -> Path:
    """A game file of its own: Pig with texts replaced and tables added to its ruleset."""
    text = PIG_FILE.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ruleset.toml").write_text(PIG_FILE.with_name("ruleset.toml").read_text() + rules)
    file = folder / "pig.py"
    file.write_text(text)
    return file


def rows_of(match: Match, *workers: Any) -> np.ndarray:
    """All rows of a match: on one table, or as workers (jobs, backend, chunk) play them."""
    if not workers:
        return Table(match).play(0, match.n)
    return np.concatenate(list(play_match(match, Workers(*workers))))


def same_rows(left: np.ndarray, right: np.ndarray) -> bool:
    """Whether all fields agree (gaps between fields hold anything)."""
    return len(left) == len(right) and all(np.array_equal(left[name], right[name]) for name in left.dtype.names)


def python(code: str, *arguments: str, **environment: str) -> Answer:
    """Run code in a fresh interpreter."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=120, check=False
    )
    return Answer(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def cli(monkeypatch, capfd, tmp_path):
    """The command line in this process, from an empty folder: `cli("run", "--n", 5)`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: Any) -> Answer:
        monkeypatch.setattr(sys, "argv", ["temple-sim", *map(str, arguments)])
        capfd.readouterr()
        code = _exit_code()
        out, err = capfd.readouterr()
        return Answer(code, out, err)

    return run
