"""Set-up of the compiler: where compiled code is kept, and the one decorator all jitted code uses.

Import this module before anything is jitted. The cache folder is named by a hash of the sources, because numba
looks for changes in a function's own file only and would keep a result that depends on another, edited file.
With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python.
"""

import hashlib
import importlib
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_dir

try:
    fcntl: Any = importlib.import_module("fcntl")
except ImportError:  # Windows has no such locks
    fcntl = None
numba_config: Any = numba.config  # its names are made at run time
PACKAGE = Path(__file__).resolve().parent.parent
ENABLED = not numba_config.DISABLE_JIT

# First-class functions are what the design rests on; the warning tells users nothing.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)
if not ENABLED:
    # The generator wraps around by design, which numpy reports for scalars in plain Python.
    np.seterr(over="ignore")


def source_digest(files: Iterable[Path]) -> str:
    """Hex digest of the files' names and contents, in the order of their names."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def package_digest() -> str:
    """Digest of every source that has a say in how a game goes: the code version a manifest records."""
    layers = ("core", "engine", "games", "policies")
    return source_digest(file for layer in layers for file in (PACKAGE / layer).rglob("*.py"))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _cache_base() -> Path:
    chosen = os.environ.get("TEMPLE_SIM_CACHE") or user_cache_dir("temple-sim")
    base = Path(chosen)
    return base if _writable(base) else Path(tempfile.gettempdir()) / "temple-sim-cache"


CODE_VERSION = package_digest()
CACHE_FOLDER = _cache_base() / f"{CODE_VERSION[:16]}-numba{numba.__version__}"
numba_config.CACHE_DIR = str(CACHE_FOLDER)


@contextmanager
def plugin_cache(file: Path) -> Iterator[None]:
    """While a plug-in is loaded, its compiled code goes to a folder named by the sources around it as well."""
    before = numba_config.CACHE_DIR
    digest = source_digest(file.parent.glob("*.py"))
    numba_config.CACHE_DIR = str(CACHE_FOLDER / f"plugin-{digest[:16]}")
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before


def _one_at_a_time(save: Callable[..., None]) -> Callable[..., None]:
    """Saving to the cache under a lock: two processes that save code of one function would take the same file."""

    @wraps(save)
    def locked(self: Any, key: Any, data: Any) -> None:
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        with open(CACHE_FOLDER / "lock", "w") as lock:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX)
            save(self, key, data)

    return locked


setattr(IndexDataCacheFile, "save", _one_at_a_time(IndexDataCacheFile.save))  # noqa: B010  it is a method to mypy


def jit(function: Callable[..., Any]) -> Any:
    """Compile `function` on first use, without the interpreter's lock, and keep the result on disk."""
    return numba.njit(cache=True, nogil=True)(function)


def compile_for(function: Any, signature: Any) -> Any:
    """Compile a `@jit` function for one signature and close it to others; unchanged when the jit is off."""
    if ENABLED and signature not in function.nopython_signatures:
        function.compile(signature)
    return function
