"""`temple-sim rules show|check|diff`: the values of a game's rules."""

import json
from typing import TYPE_CHECKING, Any

import typer

from temple_sim.cli import options, show

if TYPE_CHECKING:
    from temple_sim.core.ruleset import Key, Ruleset

app = typer.Typer(help="Show, check and compare the values of a game's rules.", no_args_is_help=True)


def _resolved(game: str | None, game_file: Any, files: Any, settings: Any) -> "Ruleset":
    return options.changed_rules(options.find_game(game, game_file), files, settings)


@app.command("show")
def show_rules(
    game: options.GameName = None,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    format: options.Format = "table",
) -> None:
    """Show the resolved ruleset: as a table with provenance, or nested as JSON or TOML.

    Examples:

      temple-sim rules show raider

      temple-sim rules show raider --set wild.from=10 --format toml > my.toml
    """
    options.check_format(format, ("table", "json", "toml", "csv"))
    rules = _resolved(game, game_file, ruleset, settings)
    columns = ("key", "value", "provenance", "allowed", "meaning")
    rows = [_line(name, key, rules.values[name]) for name, key in rules.schema.keys.items()]
    if format == "json":
        show.print_json(rules.nested)
    elif format == "toml":
        print(to_toml(rules.nested), end="")
    elif format == "csv":
        show.print_csv(columns, rows)
    else:
        show.console().print(show.text_table(f"Rules of {rules.schema.game}", columns, rows, left=5))


def _line(name: str, key: "Key", value: Any) -> tuple[str, ...]:
    text = show.plain_value(value)
    short = text if len(text) <= 70 else text[:67] + "..."
    origin = key.provenance + (f" ({key.note})" if key.note else "")
    return name, short, origin, key.expected(), key.meaning


@app.command("check")
def check_rules(
    game: options.GameName = None,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
) -> None:
    """Check a changed ruleset: exit code 2 and the reason when it cannot be played.

    Example:

      temple-sim rules check raider --ruleset my.toml
    """
    rules = _resolved(game, game_file, ruleset, settings)
    changes = rules.changes()
    count = f"{len(changes)} changed value{'s' if len(changes) != 1 else ''}"
    show.console().print(f"These rules of {rules.schema.game} can be played ({count}).", markup=False)


@app.command("diff")
def diff_rules(
    game: options.GameName = None,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    format: options.Format = "table",
) -> None:
    """Show only what a changed ruleset changes.

    Example:

      temple-sim rules diff raider --ruleset my.toml
    """
    options.check_format(format)
    rules = _resolved(game, game_file, ruleset, settings)
    changes = rules.changes()
    rows = [(key, show.plain_value(old), show.plain_value(new)) for key, (old, new) in changes.items()]
    if format == "json":
        show.print_json({key: {"from": old, "to": new} for key, (old, new) in changes.items()})
    elif format == "csv":
        show.print_csv(("key", "from", "to"), rows)
    elif rows:
        title = f"Changed rules of {rules.schema.game}"
        show.console().print(show.text_table(title, ("key", "from", "to"), rows, left=3))
    else:
        show.console().print("Nothing is changed.")


def to_toml(tables: dict[str, Any], prefix: str = "") -> str:
    """Nested values as TOML that `--ruleset` reads back; "none" stands for null."""
    own = {k: v for k, v in tables.items() if not isinstance(v, dict)}
    inner = {k: v for k, v in tables.items() if isinstance(v, dict)}
    lines = [f"{_toml_key(key)} = {_toml(value)}" for key, value in own.items()]
    text = (f"[{prefix}]\n" if prefix and (lines or not inner) else "") + "".join(line + "\n" for line in lines)
    for key, value in inner.items():
        part = to_toml(value, f"{prefix}.{_toml_key(key)}" if prefix else _toml_key(key))
        text += ("\n" if text and part else "") + part
    return text


def _toml_key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _toml_text(key)


def _toml_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML escapes what JSON does, and DEL


def _toml(value: Any) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        inner = [_toml(v) for v in value]
        if any(isinstance(v, dict) for v in value):
            return "[\n" + "".join(f"  {v},\n" for v in inner) + "]"
        return "[" + ", ".join(inner) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    return _toml_text(value) if isinstance(value, str) else repr(value)
