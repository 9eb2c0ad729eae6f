"""Where compiled code is kept: named by the sources, shared by processes, moved aside when it cannot be written."""

import time
from concurrent.futures import ThreadPoolExecutor

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

from temple_sim.core import jit
from tests.helpers import python

WHERE = "from temple_sim.core.jit import CACHE_FOLDER; print(CACHE_FOLDER)"


def test_two_that_save_at_once_take_different_files(tmp_path, monkeypatch):
    """Without the lock both read the same list of files, and one function's code is served for the other's."""
    quick = IndexDataCacheFile._load_index

    def slow(self):
        found = quick(self)
        time.sleep(0.1)
        return found

    monkeypatch.setattr(IndexDataCacheFile, "_load_index", slow)
    save = lambda i: IndexDataCacheFile(str(tmp_path), "f", "stamp").save(("key", i), f"code {i}")  # noqa: E731
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(save, range(4)))
    monkeypatch.undo()
    again = IndexDataCacheFile(str(tmp_path), "f", "stamp")
    assert [again.load(("key", i)) for i in range(4)] == [f"code {i}" for i in range(4)]


def test_the_digest_sees_names_and_contents(tmp_path):
    files = [tmp_path / "a.py", tmp_path / "b.py"]
    for file in files:
        file.write_text("x = 1\n")
    before = jit.source_digest(files)
    assert jit.source_digest(reversed(files)) == before
    files[1].write_text("x = 2\n")
    changed = jit.source_digest(files)
    files[1].rename(tmp_path / "c.py")
    assert len({before, changed, jit.source_digest([files[0], tmp_path / "c.py"])}) == 3


def test_the_folder_is_named_by_sources_and_compiler():
    assert jit.CACHE_FOLDER.name == f"{jit.package_digest()[:16]}-numba{numba.__version__}"


def test_the_folder_can_be_chosen(tmp_path):
    assert python(WHERE, TEMPLE_SIM_CACHE=str(tmp_path)).out.startswith(str(tmp_path))


def test_a_folder_that_cannot_be_made_is_replaced(tmp_path):
    (tmp_path / "file").write_text("")
    answer = python(WHERE, TEMPLE_SIM_CACHE=str(tmp_path / "file" / "cache"))
    assert answer.code == 0
    assert "temple-sim-cache" in answer.out


@pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
def test_edited_sources_are_compiled_anew(tmp_path, monkeypatch):
    """The name changes with any file that has a say in how a game goes."""
    package = tmp_path / "temple_sim"
    for layer in ("core", "engine", "games", "policies"):
        (package / layer / "deep").mkdir(parents=True)
        (package / layer / "deep" / "x.py").write_text(f"{layer}\n")
    monkeypatch.setattr(jit, "PACKAGE", package)
    digests = {jit.package_digest()}
    for layer in ("core", "engine", "games", "policies"):
        (package / layer / "deep" / "x.py").write_text("edited\n")
        digests.add(jit.package_digest())
    assert len(digests) == 5
