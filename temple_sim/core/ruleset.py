"""Rulesets: values with type, range, meaning and provenance, read from TOML, overlaid and checked.

A ruleset file of a game declares each key once. Users change values with a TOML file nested as `rules show`
prints it, or with `key=value`. TOML has no null: the word "none" stands for it.
"""

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from temple_sim.core.errors import UserError, unknown

PROVENANCE = {
    "rulebook": "printed in the rulebook, or follows from it",
    "found": "found in public play reports",
    "estimated": "not described in print; an estimate of this project",
}


class Key(BaseModel):
    """One key of a ruleset: its default value and what it may be."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: Any
    type: Literal["int", "float", "bool", "text", "choice", "model"]
    meaning: str
    provenance: Literal["rulebook", "found", "estimated"]
    note: str = ""  # what of a mixed value is estimated
    min: float | None = None
    max: float | None = None
    choices: tuple[Any, ...] = ()
    length: int | tuple[int, int] | None = None  # makes the value a list
    optional: bool = False  # may be none, or a list's entries may
    guard: bool = False  # a fault guard: shown only where it was changed
    plausible: tuple[Any, ...] = ()  # other values a sweep may try

    def expected(self) -> str:
        """What a value must look like, in words."""
        span = "" if self.min is None and self.max is None else f" from {_number(self.min)} to {_number(self.max)}"
        kind = {"int": "a whole number", "float": "a number", "bool": "true or false", "text": "a text"}.get(
            self.type, "a value as shown by 'rules show'"
        )
        if self.type == "choice":
            kind = "one of " + ", ".join(map(str, self.choices))
        kind += span + (" or none" if self.optional else "")
        if self.length is None:
            return kind
        low, high = _bounds(self.length)
        return f"a list of {low if low == high else f'{low} to {high}'} entries, each {kind}"


def _number(value: float | None) -> str:
    return "any" if value is None else f"{value:g}"


def _bounds(length: int | tuple[int, int]) -> tuple[int, int]:
    return (length, length) if isinstance(length, int) else length


def _fits(key: Key, value: Any) -> bool:
    """Whether one value (an entry, for list keys) is of the key's type and in its range."""
    if value is None:
        return key.optional
    if key.type == "bool":
        return isinstance(value, bool)
    if key.type == "choice":
        return any(value == choice and type(value) is type(choice) for choice in key.choices)
    if key.type == "text":
        return isinstance(value, str)
    numeric = int if key.type == "int" else (int, float)
    if isinstance(value, bool) or not isinstance(value, numeric):
        return False
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return (key.min is None or value >= key.min) and (key.max is None or value <= key.max)


def _check_plain(key: Key, value: Any) -> Any:
    if key.length is None:
        return _canonical(key, value) if _fits(key, value) else _refuse(key)
    low, high = _bounds(key.length)
    if not isinstance(value, list) or not low <= len(value) <= high or not all(_fits(key, v) for v in value):
        return _refuse(key)
    return [_canonical(key, v) for v in value]


def _canonical(key: Key, value: Any) -> Any:
    return float(value) if key.type == "float" and value is not None else value


def _refuse(key: Key) -> Any:
    raise ValueError(f"must be {key.expected()}")


def none_from_text(value: Any) -> Any:
    """Turn the word "none" into None at any depth."""
    if isinstance(value, list):
        return [none_from_text(v) for v in value]
    if isinstance(value, dict):
        return {k: none_from_text(v) for k, v in value.items()}
    return None if value == "none" else value


@dataclass(frozen=True)
class Schema:
    """The keys of a game's ruleset in the order of its file, with pydantic types for the structured ones."""

    game: str
    keys: Mapping[str, Key]
    models: Mapping[str, Any]

    @classmethod
    def load(cls, game: str, file: Path, models: Mapping[str, Any] | None = None) -> "Schema":
        """Read a game's own ruleset file."""
        tables = none_from_text(read_toml(file))
        keys = {}
        for name, table in tables.items():
            try:
                keys[name] = Key.model_validate(table)
            except ValidationError as error:
                raise UserError(f"{file}: {name}.{_first(error)}.") from None
        without = [name for name, key in keys.items() if key.type == "model" and name not in (models or {})]
        if without:
            raise UserError(f"{file}: the game has no model for {', '.join(without)}.")
        return cls(game, keys, models or {})

    def check(self, name: str, value: Any, source: str) -> Any:
        """The value in its canonical plain form; UserError naming source, key and range if it is not allowed."""
        key = self.keys.get(name)
        if key is None:
            raise UserError(f"{source}: {unknown(f'rule of {self.game}', name, self.keys)}")
        try:
            if key.type != "model":
                return _check_plain(key, value)
            adapter = TypeAdapter(self.models[name])
            return adapter.dump_python(adapter.validate_python(value, strict=True), mode="json")
        except ValidationError as error:
            raise UserError(f"{source}: {name}: {_first(error)}.") from None
        except (ValueError, OverflowError) as error:
            raise UserError(f"{source}: {name} {error}, not {_shown(value)}.") from None

    def defaults(self) -> "Ruleset":
        """The ruleset as the game ships it."""
        values = {name: self.check(name, key.value, "built-in ruleset") for name, key in self.keys.items()}
        return Ruleset(self, values)


def _first(error: ValidationError) -> str:
    detail = error.errors()[0]
    where = ".".join(map(str, detail["loc"]))
    message = detail["msg"].removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def read_toml(file: Path) -> dict[str, Any]:
    try:
        with open(file, "rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:  # ValueError: bad TOML, bad UTF-8, or a number of 5000 digits
        raise UserError(f"{file} is not valid TOML: {error}.") from None


def parse_value(text: str) -> Any:
    """The value of `--set key=value`: TOML, a comma list, or a bare word."""
    for attempt in (text, f"[{text}]"):
        try:
            return none_from_text(tomllib.loads(f"v = {attempt}")["v"])
        except (ValueError, RecursionError):
            continue
    return none_from_text(text)


@dataclass(frozen=True)
class Ruleset:
    """Checked values for every key of a schema. Immutable: overlays give a new one."""

    schema: Schema
    values: Mapping[str, Any]

    def overlay_file(self, file: Path) -> "Ruleset":
        """With the values of a TOML file, nested as `rules show` prints them."""
        return self.overlay_nested(none_from_text(read_toml(file)), str(file))

    def overlay_nested(self, tables: Mapping[str, Any], source: str) -> "Ruleset":
        """With the values of nested tables."""
        found: dict[str, Any] = {}
        self._flatten(tables, "", source, found)
        return self._with(found, source)

    def overlay_flat(self, changes: Mapping[str, Any], source: str) -> "Ruleset":
        """With values by dotted key; a key may reach into a list or table, and tables may be nested."""
        found: dict[str, Any] = {}
        self._flatten(none_from_text(dict(changes)), "", source, found)
        result = self
        for name, value in found.items():
            name, value = result._inside(name, value)
            result = result._with({name: value}, source)
        return result

    def overlay_settings(self, settings: Sequence[str]) -> "Ruleset":
        """With `key=value` texts; a key may reach into a list or table (`dice.0.faces=1,2,3`)."""
        result = self
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise UserError(f"--set {setting}: expected key=value.")
            name, value = result._inside(name.strip(), parse_value(text.strip()))
            result = result._with({name: value}, f"--set {setting}")
        return result

    def _with(self, changes: Mapping[str, Any], source: str) -> "Ruleset":
        checked = {name: self.schema.check(name, value, source) for name, value in changes.items()}
        return Ruleset(self.schema, {**self.values, **checked})

    def _flatten(self, tables: Mapping[str, Any], prefix: str, source: str, found: dict[str, Any]) -> None:
        for part, value in tables.items():
            name = prefix + part
            leads_on = any(key.startswith(name + ".") for key in self.schema.keys)
            if name not in self.schema.keys and leads_on and isinstance(value, Mapping):
                self._flatten(value, name + ".", source, found)
            else:
                found[name] = value

    def _inside(self, name: str, value: Any) -> tuple[str, Any]:
        """Turn a path that reaches into a structured value into its key and the whole changed value."""
        whole = next((key for key in self.schema.keys if name.startswith(key + ".")), None)
        if whole is None or name in self.schema.keys:
            return name, value
        result = json.loads(json.dumps(self.values[whole]))
        place, *path = result, *name.removeprefix(whole + ".").split(".")
        try:
            for step in path[:-1]:
                place = place[int(step) if isinstance(place, list) else step]
            last: Any = int(path[-1]) if isinstance(place, list) else path[-1]
            place[last]  # only what exists can be changed
            place[last] = value
        except (KeyError, IndexError, ValueError, TypeError):
            raise UserError(f"--set {name}: {whole} has no part '{name.removeprefix(whole + '.')}'.") from None
        return whole, result

    @cached_property
    def nested(self) -> dict[str, Any]:
        """The values nested by the dots of their keys, as files and traces show them."""
        tree: dict[str, Any] = {}
        for name, value in self.values.items():
            key = self.schema.keys[name]
            if key.guard and value == key.value:
                continue
            *path, last = name.split(".")
            branch = tree
            for part in path:
                branch = branch.setdefault(part, {})
            branch[last] = value
        return tree

    @cached_property
    def digest(self) -> str:
        """Hash of game and values: equal for equal rules."""
        text = json.dumps([self.schema.game, dict(self.values)], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def changes(self, other: "Ruleset | None" = None) -> dict[str, tuple[Any, Any]]:
        """Keys whose value differs from `other` (the default): {key: (there, here)}."""
        base = other or self.schema.defaults()
        return {k: (base.values[k], v) for k, v in self.values.items() if base.values[k] != v}

    def estimated(self) -> dict[str, str]:
        """Estimated keys still at their default, with the note on what of them is estimated."""
        changed = self.changes()
        keys = self.schema.keys.items()
        return {
            name: key.note
            for name, key in keys
            if key.provenance == "estimated" and not key.guard and name not in changed
        }


class Strict(BaseModel):
    """Base of the pydantic models games use for structured values."""

    model_config = ConfigDict(extra="forbid", frozen=True)


__all__ = ["PROVENANCE", "Field", "Key", "Ruleset", "Schema", "Strict", "parse_value"]
