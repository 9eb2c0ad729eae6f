"""A run on disk: there and back, broken off, killed, damaged, and as a long table."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from temple_sim import results
from temple_sim.core.errors import UserError
from temple_sim.results import COMPLETE, INTERRUPTED, RUNNING, Results, RunWriter, read_manifest, rows_digest, save
from tests.helpers import pig, python, rows_of, same_rows

LINE_UP = ("hold", "racer", "random")


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(results, "PART_ROWS", 20)


def cut(rows, size):
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@pytest.fixture
def match():
    return pig(3, LINE_UP, n=90, settings=["target=40"])


@pytest.fixture
def run(small_parts, match, tmp_path):
    """A run folder with 90 games in five parts."""
    return save(match, cut(rows_of(match), 7), tmp_path / "run", "temple-sim run").folder


def refusal(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def edit(folder, change):
    """Change the manifest of a run."""
    file = folder / "manifest.json"
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))


@pytest.mark.parametrize("size", [1, 7, 20, 21, 1000])
def test_what_is_written_is_read(small_parts, match, tmp_path, size):
    rows = rows_of(match)
    loaded = save(match, cut(rows, size), tmp_path / "deep" / "run")
    assert same_rows(loaded.rows(), rows)
    assert loaded.games == 90
    assert [len(part) for part in loaded.parts()] == [20, 20, 20, 20, 10]
    assert loaded.manifest["status"] == COMPLETE
    assert not list(loaded.folder.glob("*.tmp"))


def test_rows_in_memory_are_results_too(match):
    rows = rows_of(match)
    held = Results.of_rows(match, rows)
    assert held.games == 90
    assert same_rows(held.rows(), rows)
    assert same_rows(held.rows(5), rows[:5])


@pytest.mark.parametrize("limit", [0, 1, 20, 33, 90, 500])
def test_the_first_rows_only(run, match, limit):
    assert same_rows(Results.load(run).rows(limit), rows_of(match)[:limit])


def test_the_manifest_is_enough_to_play_again(run, match):
    again = Results.load(run).match
    assert again.spec == match.spec
    assert same_rows(rows_of(again), rows_of(match))


def test_the_manifest_says_what_was_played(run, match):
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["ruleset"]["resolved"] == {"target": 40, "faces": 6}
    assert manifest["match"]["policies"] == list(LINE_UP)
    assert manifest["command"] == "temple-sim run"
    assert {"temple_sim", "code", "python", "numpy", "numba"} <= set(manifest["versions"])
    assert [part["first"] for part in manifest["parts"]] == [0, 20, 40, 60, 80]
    assert [os.path.basename(file) for file in manifest["plugins"]] == ["pig.py", "ruleset.toml"]


def test_the_digest_is_of_the_fields_only(match):
    rows = rows_of(match)
    dirty = np.frombuffer(bytes([85]) * rows.nbytes, np.uint8).copy().view(rows.dtype)
    for name in rows.dtype.names:
        dirty[name] = rows[name]
    assert dirty.tobytes() != rows.tobytes()  # the layout has gaps
    assert rows_digest(dirty) == rows_digest(rows)
    dirty["busts"][5, 1] += 1
    assert rows_digest(dirty) != rows_digest(rows)


def test_a_run_that_breaks_off_keeps_what_was_played(small_parts, match, tmp_path):
    rows = rows_of(match)

    def breaks_off():
        yield from cut(rows[:50], 10)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(match, breaks_off(), tmp_path / "run")
    loaded = Results.load(tmp_path / "run")
    assert loaded.manifest["status"] == INTERRUPTED
    assert same_rows(loaded.rows(), rows[:50])


def test_a_run_that_breaks_off_at_once(match, tmp_path):
    writer = RunWriter(tmp_path / "run", match)
    writer.close(INTERRUPTED)
    loaded = Results.load(tmp_path / "run")
    assert loaded.games == len(loaded.rows()) == len(loaded.to_frame()) == 0


def test_a_killed_writer_leaves_whole_parts(match, tmp_path):
    """Without any chance to clean up, in the middle of a part: all parts the manifest lists can be read."""
    code = f"""
import os
from pathlib import Path
from temple_sim import results
from tests.helpers import pig, rows_of
results.PART_ROWS = 20
match = pig(3, {LINE_UP!r}, n=90, settings=["target=40"])
rows = rows_of(match)
writer = results.RunWriter(Path({str(tmp_path / "run")!r}), match)
writer.write(rows[:45])
replace = os.replace
def die(source, target):
    if str(target).endswith("rows-00002.parquet"):
        os._exit(9)
    replace(source, target)
os.replace = die
writer.write(rows[45:70])
"""
    assert python(code).code == 9
    loaded = Results.load(tmp_path / "run")
    assert loaded.manifest["status"] == RUNNING
    assert same_rows(loaded.rows(), rows_of(match)[:40])


def test_a_folder_that_exists_is_refused(match, tmp_path):
    assert "exists already" in refusal(RunWriter, tmp_path, match)
    (tmp_path / "file").write_text("x")
    assert "exists already" in refusal(RunWriter, tmp_path / "file", match)
    assert "Cannot write" in refusal(RunWriter, tmp_path / "file" / "run", match)
    assert (tmp_path / "file").read_text() == "x"


def test_a_folder_that_cannot_be_made(match):
    assert "Cannot write to /proc/nowhere" in refusal(RunWriter, Path("/proc/nowhere"), match)


def test_a_folder_that_vanishes(small_parts, match, tmp_path):
    writer = RunWriter(tmp_path / "run", match)
    (tmp_path / "run" / "manifest.json").unlink()
    (tmp_path / "run").rmdir()
    assert "Cannot write" in refusal(writer.write, rows_of(match))


DAMAGE = [
    ("", "is not JSON"),
    ("{", "is not JSON"),
    ("[]", "is not a manifest of schema 1"),
    ('{"schema": 2}', "is not a manifest of schema 1"),
    ('{"schema": 1}', "status is missing or wrong"),
    ("\udcff", "is not JSON"),
]


@pytest.mark.parametrize(("text", "said"), DAMAGE)
def test_a_damaged_manifest(run, text, said):
    (run / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert said in refusal(Results.load, run)


KEYS = ["status", "games", "match", "ruleset", "parts", "versions", "plugins", "match.n", "match.policies",
        "match.rules", "ruleset.digest", "parts.0.sha256", "parts.2.first", "parts.4.file"]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("wrong", [None, 5.5])
def test_a_manifest_with_something_missing_or_wrong(run, key, wrong):
    def change(content):
        *path, last = key.split(".")
        for step in path:
            content = content[int(step) if isinstance(content, list) else step]
        content[last] = wrong
        if wrong is None:
            del content[last]

    edit(run, change)
    assert f"{key} is missing or wrong" in refusal(Results.load, run)


def test_no_run_folder(tmp_path):
    assert "it has no manifest.json" in refusal(Results.load, tmp_path)
    assert "it has no manifest.json" in refusal(Results.load, tmp_path / "none")
    (tmp_path / "manifest.json").mkdir()
    assert "directory" in refusal(read_manifest, tmp_path)


def test_a_part_that_is_missing(run):
    (run / "rows-00002.parquet").unlink()
    assert "rows-00002.parquet cannot be read: it is missing" in refusal(Results.load(run).rows)
    assert len(Results.load(run).rows(40)) == 40


@pytest.mark.parametrize("keep", [0, 4, 200, -1])
def test_a_part_that_is_cut_short(run, keep):
    file = run / "rows-00003.parquet"
    file.write_bytes(file.read_bytes()[:keep])
    assert "rows-00003.parquet cannot be read: it is damaged" in refusal(Results.load(run).rows)


def test_a_part_that_lacks_a_column(run):
    file = run / "rows-00001.parquet"
    pq.write_table(pq.read_table(file).drop_columns(["busts.s1"]), file)
    assert "it is damaged" in refusal(Results.load(run).rows)


def test_the_long_table(run, match):
    rows, frame = rows_of(match), Results.load(run).to_frame()
    assert frame.shape == (90 * 3, 10)
    assert list(frame.columns) == ["game", "block", "seat", "policy", "turns", "plies", "end_reason", "share", "score",
                                   "busts"]  # fmt: skip
    for number, seat in [(0, 0), (1, 2), (50, 1), (89, 2)]:
        line = frame.iloc[number * 3 + seat]
        assert (line["game"], line["block"], line["seat"]) == (number, number // 3, seat)
        assert line["policy"] == match.seat_names(number)[seat]
        assert line["turns"] == rows["turns"][number]
        assert (line["share"], line["score"]) == (rows["share"][number, seat], rows["score"][number, seat])
        assert (line["busts"], line["end_reason"]) == (rows["busts"][number, seat], "finished")
    assert list(frame.index) == list(range(270))
    assert frame["policy"].value_counts().to_dict() == dict.fromkeys(LINE_UP, 90)
    assert len(Results.load(run).to_frame(7)) == 21


def test_other_tools_can_read_the_parts(run, match):
    table = pd.read_parquet(run / "rows-00000.parquet")
    assert list(table.columns) == ["index", "turns", "plies", "end_reason", "share.s0", "share.s1", "share.s2",
                                   "score.s0", "score.s1", "score.s2", "busts.s0", "busts.s1", "busts.s2"]  # fmt: skip
    assert table["index"].tolist() == list(range(20))
    assert table["turns"].tolist() == rows_of(match)["turns"][:20].tolist()


def test_playing_and_writing_do_not_import_pandas(tmp_path):
    """It takes half a second, and a short run should not."""
    code = f"""
import sys
from pathlib import Path
from temple_sim.results import COMPLETE, RunWriter
from tests.helpers import pig, rows_of
match = pig(n=4)
writer = RunWriter(Path({str(tmp_path / "run")!r}), match)
writer.write(rows_of(match))
writer.close(COMPLETE)
print("pandas" in sys.modules)
"""
    assert python(code).out.split() == ["False"]
    assert Results.load(tmp_path / "run").games == 4
