"""Does a run still say what its games say? Replays games from the manifest and compares rows."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from temple_sim.core.errors import UserError
from temple_sim.core.plugins import content_digest
from temple_sim.engine.playout import Table
from temple_sim.results import COMPLETE, Results, flat_columns, read_manifest, rows_digest, versions

REPORTED = 10  # differing games listed


@dataclass
class Finding:
    """What a verification found: `problems` make it fail, `remarks` explain."""

    games: int = 0
    differing: int = 0
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether everything agreed."""
        return not self.problems


def verify_run(folder: Path, sample: float, seed: int = 0) -> Finding:
    """Check a run folder: versions, rules, parts, and a random share of its games replayed."""
    finding = Finding()
    manifest = read_manifest(folder)
    _compare_versions(manifest, finding)
    try:
        results = Results.load(folder)
    except UserError as error:
        if finding.ok:
            raise
        finding.problems.append(f"code: the match cannot be played again: {error}")
        return finding
    _compare_rules(manifest, results, finding)
    _compare_parts(manifest, results, finding)
    if manifest["status"] != COMPLETE:
        finding.remarks.append(f"The run is {manifest['status']}: it holds {results.games} of {results.match.n} games.")
    for part in manifest["parts"]:
        try:
            rows = results.read_part(part["file"])
        except UserError as error:
            finding.problems.append(f"data: {error}")
            continue
        if len(rows) != part["games"] or rows_digest(rows) != part["sha256"]:
            finding.problems.append(f"data: {part['file']} is not as it was written (its hash differs)")
        _replay(results, rows, part, sample, seed, finding)
    if finding.differing:
        finding.problems.append(f"rows: {finding.differing} of {finding.games} replayed games differ")
    return finding


def _compare_versions(manifest: dict, finding: Finding) -> None:
    now, then = versions(), manifest.get("versions", {})
    for name in now:
        if then.get(name) != now[name]:
            what = "code version" if name == "code" else name
            finding.remarks.append(f"{what} was {str(then.get(name))[:16]}, is {now[name][:16]}")
    for file, digest in manifest["plugins"].items():
        found = content_digest(Path(file))
        if found != digest:
            state = "is missing" if found == "missing" else "has changed since the run"
            finding.problems.append(f"code: plug-in {file} {state}")


def _compare_rules(manifest: dict, results: Results, finding: Finding) -> None:
    ruleset, then = results.match.ruleset, manifest["ruleset"]
    if then.get("resolved") != ruleset.nested or then["digest"] != ruleset.digest:
        differing = [k for k in ruleset.values if _nested_value(then.get("resolved", {}), k) != ruleset.values[k]]
        which = ", ".join(differing) if differing else "values the manifest's hash stands for"
        finding.problems.append(f"rules: the run was played under other rules than these resolve to now: {which}")


def _compare_parts(manifest: dict, results: Results, finding: Finding) -> None:
    """Note games that the run is said to have and no part holds."""
    expected = 0
    for part in manifest["parts"]:
        if part["first"] != expected:
            finding.problems.append(f"data: {part['file']} begins with game {part['first']}, not {expected}")
        expected = part["first"] + part["games"]
    total = results.match.n if manifest["status"] == COMPLETE else results.games
    if expected != total:
        finding.problems.append(f"data: the parts listed end before game {expected}, the run before game {total}")


def _nested_value(tables: dict, name: str) -> object:
    for part in name.split("."):
        tables = tables.get(part, {}) if isinstance(tables, dict) else {}
    return tables


def _replay(results: Results, rows: np.ndarray, part: dict, sample: float, seed: int, finding: Finding) -> None:
    """Replay a random share of a part's games (at least one) and note every difference."""
    rng = np.random.default_rng([seed, part["first"]])
    count = min(len(rows), max(1, round(sample * len(rows))))
    chosen = np.sort(rng.choice(len(rows), count, replace=False)) if len(rows) else np.zeros(0, int)
    table = Table(results.match)
    match = results.match
    columns = list(flat_columns(match.game, match.ruleset, match.players))
    for place in chosen:
        number = part["first"] + int(place)
        again, stored = table.play(number, 1)[0], rows[place]
        finding.games += 1
        different = [
            f"{name} is {stored[column][where]}, replayed {again[column][where]}"
            for name, column, where in columns
            if stored[column][where] != again[column][where]
        ]
        if different:
            finding.differing += 1
            if finding.differing <= REPORTED:
                finding.problems.append(f"rows: game {number}: {'; '.join(different[:4])}")
