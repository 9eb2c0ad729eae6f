"""A run on disk: a folder with `manifest.json` and Parquet parts, one row a game; or the same in memory.

The manifest holds all that is needed to play any game of the run again. Parts are written beside their final name
and renamed, so a run that was killed can be read up to its last whole part.
"""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, ValidationError

from temple_sim import __version__
from temple_sim.core.errors import UserError
from temple_sim.core.jit import CODE_VERSION
from temple_sim.core.metrics import Column, labels_of
from temple_sim.core.records import END_REASONS
from temple_sim.core.ruleset import Ruleset
from temple_sim.core.spec import GameSpec
from temple_sim.engine.match import Match, MatchSpec

if TYPE_CHECKING:
    import pandas as pd

MANIFEST = "manifest.json"
SCHEMA = 1
PART_ROWS = 65_536
RUNNING, COMPLETE, INTERRUPTED = "running", "complete", "interrupted"


def rows_digest(rows: np.ndarray) -> str:
    """Hash of result rows: of their fields, as the gaps between them hold anything."""
    digest = hashlib.sha256()
    for name in rows.dtype.names or ():
        digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()


# --- rows <-> tables ------------------------------------------------------------------------------------------------


def flat_columns(game: GameSpec, ruleset: Ruleset, players: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(column name on disk, field, place in the field) for every number of a row in use."""
    for column in game.all_columns:
        for label, place in _places(column, ruleset):
            stem = f"{column.name}.{label}" if label else column.name
            if column.per_seat:
                yield from ((f"{stem}.s{seat}", column.name, (seat, *place)) for seat in range(players))
            else:
                yield stem, column.name, place


def _places(column: Column, ruleset: Ruleset) -> list[tuple[str, tuple[int, ...]]]:
    if not column.size:
        return [("", ())]
    return [(label, (i,)) for i, label in enumerate(labels_of(column, ruleset.values))]


def _at(*place: int | slice) -> Any:
    """The index of a place within every row."""
    return (slice(None), *place)


def rows_to_table(rows: np.ndarray, match: Match) -> pa.Table:
    """Result rows as an Arrow table, one row a game."""
    columns = {
        name: _arrow(rows[column][_at(*place)])
        for name, column, place in flat_columns(match.game, match.ruleset, match.players)
    }
    return pa.table(columns)


def _arrow(values: np.ndarray) -> pa.Array:
    """An Arrow array made without pandas, which takes half a second to import."""
    kept = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(kept.dtype), len(kept), [None, pa.py_buffer(kept)])


def table_to_rows(table: pa.Table, match: Match) -> np.ndarray:
    """Result rows back from an Arrow table."""
    rows = np.zeros(table.num_rows, match.game.result)
    for name, column, place in flat_columns(match.game, match.ruleset, match.players):
        rows[column][_at(*place)] = table[name].to_numpy()
    return rows


def rows_to_frame(rows: np.ndarray, match: Match) -> "pd.DataFrame":
    """One line per game and seat; index 0.. in order of game, then seat."""
    import pandas as pd

    seats, players, games = np.arange(match.players), match.players, len(rows)
    number = rows["index"]
    labels = np.array([entry.label for entry in match.line_up])
    data: dict[str, Any] = {
        "game": np.repeat(number, players),
        "block": np.repeat(number // match.block, players),
        "seat": np.tile(seats, games),
        "policy": pd.Categorical(labels[match.order[number % match.block]].ravel()),
    }
    for column in match.game.all_columns:
        if column.name == "index":
            continue
        for label, place in _places(column, match.ruleset):
            values = rows[column.name]
            if column.per_seat:
                values = values[_at(slice(0, players), *place)].ravel()
            else:
                values = np.repeat(values[_at(*place)], players)
            data[f"{column.name}.{label}" if label else column.name] = values
    data["end_reason"] = pd.Categorical(np.array(END_REASONS)[data["end_reason"]], list(END_REASONS))
    return pd.DataFrame(data)


# --- writing --------------------------------------------------------------------------------------------------------


@dataclass
class RunWriter:
    """Writes rows of a match to a new run folder as they come, or after the rows of one that is there (`extend`)."""

    folder: Path
    match: Match
    command: str = ""
    extend: bool = False
    _waiting: list[np.ndarray] = field(default_factory=list)
    _count: int = 0
    _parts: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the folder. UserError when it exists or cannot be made."""
        if self.extend:
            self._parts = list(read_manifest(self.folder)["parts"])
            return
        try:
            self.folder.mkdir(parents=True)
            self._write_manifest(RUNNING)
        except FileExistsError:
            raise UserError(f"{self.folder} exists already; choose another --out.") from None
        except OSError as error:
            raise UserError(f"Cannot write to {self.folder}: {error.strerror}.") from None

    def write(self, rows: np.ndarray) -> None:
        """Add rows; whole parts go to disk."""
        self._waiting.append(rows)
        self._count += len(rows)
        while self._count >= PART_ROWS:
            waiting = np.concatenate(self._waiting)
            self._write_part(waiting[:PART_ROWS])
            self._waiting, self._count = [waiting[PART_ROWS:]], self._count - PART_ROWS

    def close(self, status: str) -> None:
        """Write what waits, and the manifest with the run's status."""
        if self._count:
            self._write_part(np.concatenate(self._waiting))
            self._waiting, self._count = [], 0
        self._write_manifest(status)

    def _write_part(self, rows: np.ndarray) -> None:
        name = f"rows-{len(self._parts):05d}.parquet"
        unfinished = self.folder / (name + ".tmp")
        try:
            pq.write_table(rows_to_table(rows, self.match), unfinished, compression="zstd", compression_level=1)
            os.replace(unfinished, self.folder / name)
        except OSError as error:
            raise UserError(f"Cannot write to {self.folder}: {error.strerror or error}.") from None
        part = {"file": name, "first": int(rows["index"][0]), "games": len(rows), "sha256": rows_digest(rows)}
        self._parts.append(part)
        self._write_manifest(RUNNING)

    def _write_manifest(self, status: str) -> None:
        match = self.match
        content = {
            "schema": SCHEMA,
            "status": status,
            "games": sum(part["games"] for part in self._parts),
            "match": match.spec.to_json(),
            "players": match.players,
            "block": match.block,
            "ruleset": {"digest": match.ruleset.digest, "resolved": match.ruleset.nested},
            "plugins": dict(match.plugins),
            "versions": versions(),
            "command": self.command,
            "parts": self._parts,
        }
        unfinished = self.folder / (MANIFEST + ".tmp")
        unfinished.write_text(json.dumps(content, indent=1) + "\n")
        os.replace(unfinished, self.folder / MANIFEST)


def versions() -> dict[str, str]:
    """What a run depends on, by version."""
    import numba

    return {
        "temple_sim": __version__,
        "code": CODE_VERSION,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "platform": f"{sys.platform}-{platform.machine()}",
    }


# --- reading --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Results:
    """The rows of a match, from a run folder or from memory."""

    match: Match
    manifest: dict[str, Any]
    folder: Path | None = None
    memory: np.ndarray | None = None

    @classmethod
    def load(cls, folder: Path) -> "Results":
        """Open a run folder. UserError when there is none, or it is damaged."""
        manifest = read_manifest(folder)
        return cls(MatchSpec.from_json(manifest["match"]).resolve(), manifest, folder)

    @classmethod
    def of_rows(cls, match: Match, rows: np.ndarray) -> "Results":
        """Rows held in memory."""
        return cls(match, {"status": COMPLETE, "games": len(rows), "parts": []}, None, rows)

    def parts(self) -> Iterator[np.ndarray]:
        """Result rows, part by part, in the order of the games."""
        if self.memory is not None:
            yield self.memory
            return
        for part in self.manifest["parts"]:
            yield self.read_part(part["file"])

    def read_part(self, name: str) -> np.ndarray:
        """Result rows of one part. UserError when it is missing or damaged."""
        assert self.folder is not None
        try:
            return table_to_rows(pq.read_table(self.folder / name), self.match)
        except (OSError, pa.ArrowException, KeyError, ValueError) as error:
            reason = "it is missing" if isinstance(error, FileNotFoundError) else "it is damaged"
            raise UserError(f"{self.folder / name} cannot be read: {reason}.") from None

    def rows(self, limit: int | None = None) -> np.ndarray:
        """The first `limit` rows (all by default) in one array."""
        found, count = [], 0
        for part in self.parts():
            found.append(part if limit is None else part[: limit - count])
            count += len(found[-1])
            if limit is not None and count >= limit:
                break
        return np.concatenate(found) if found else np.zeros(0, self.match.game.result)

    def to_frame(self, limit: int | None = None) -> "pd.DataFrame":
        """One line per game and seat of the first `limit` games (all by default)."""
        return rows_to_frame(self.rows(limit), self.match)

    @cached_property
    def games(self) -> int:
        """Games at hand."""
        return int(self.manifest["games"])


class _Match(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: str
    policies: list[str]
    seed: int
    n: int
    rules: dict[str, Any]
    game_file: str | None
    policy_files: list[str]


class _Part(BaseModel):
    file: str
    first: int
    games: int
    sha256: str


class _Rules(BaseModel):
    digest: str
    resolved: dict[str, Any]


class _Manifest(BaseModel):
    """What reading a run relies on."""

    status: Literal["running", "complete", "interrupted"]
    games: int
    match: _Match
    ruleset: _Rules
    plugins: dict[str, str]
    versions: dict[str, str]
    parts: list[_Part]


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder as plain values. UserError when it is not there or not readable."""
    file = folder / MANIFEST
    try:
        content = json.loads(file.read_text())
    except FileNotFoundError:
        raise UserError(f"{folder} is not a run folder: it has no {MANIFEST}.") from None
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.") from None
    except ValueError:
        raise UserError(f"{file} is damaged: it is not JSON.") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise UserError(f"{file} is not a manifest of schema {SCHEMA}.")
    try:
        _Manifest.model_validate(content, strict=True)
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise UserError(f"{file} is damaged: {where} is missing or wrong.") from None
    return content


def save(match: Match, pieces: Iterable[np.ndarray], folder: Path, command: str = "") -> Results:
    """Write all pieces to a run folder; what is there stays readable when it breaks off."""
    writer = RunWriter(folder, match, command)
    status = INTERRUPTED
    try:
        for rows in pieces:
            writer.write(rows)
        status = COMPLETE
    finally:
        writer.close(status)
    return Results.load(folder)
