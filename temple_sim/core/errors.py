"""Errors that reach a user as one sentence, and the search for the name that was meant."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(Exception):
    """Something the user can put right. The message is one clear sentence; the CLI turns it into exit code 2."""


def unknown(kind: str, name: str, known: Iterable[str]) -> UserError:
    """The error for a name that does not exist: it offers the nearest known one, or the list when it is short."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        return UserError(f"Unknown {kind} '{name}'. Did you mean '{near[0]}'?")
    if not names:
        return UserError(f"Unknown {kind} '{name}'. There is none.")
    choices = f"Known: {', '.join(names)}" if len(names) <= 20 else f"None of the {len(names)} known is similar"
    return UserError(f"Unknown {kind} '{name}'. {choices}.")
