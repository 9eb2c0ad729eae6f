"""Loading a user's Python file so that its compiled code can be cached and found again."""

import hashlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

from temple_sim.core.errors import UserError
from temple_sim.core.jit import plugin_cache

PREFIX = "temple_sim_plugin_"


def content_digest(file: Path) -> str:
    """Hash of a file's content, or "missing"."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return "missing"


def load_file(file: Path) -> ModuleType:
    """Import a plug-in file once, under a stable name that depends on its place and content.

    UserError when it cannot be read or does not run.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.") from None
    digest = hashlib.sha256(str(file.resolve()).encode() + content).hexdigest()[:16]
    name = f"{PREFIX}{re.sub(r'[^0-9A-Za-z_]', '_', file.stem)}_{digest}"  # a dot would name a package
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UserError(f"{file} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before it runs: numba's cache looks the module up by name
    try:
        with plugin_cache(file):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UserError(f"{file} does not load: {type(error).__name__}: {error}") from None
    return module
