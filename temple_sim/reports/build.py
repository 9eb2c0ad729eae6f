"""A game's report, section by section."""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path

from temple_sim import __version__
from temple_sim.core.jit import CODE_VERSION
from temple_sim.core.ruleset import PROVENANCE
from temple_sim.reports import caveats, ladder, luck, page, shared, tension
from temple_sim.reports.document import Section, Verdict, numbered, table_of
from temple_sim.reports.material import Material

Part = Callable[[Material], Section | None]

GLOSSARY = (
    ("W", "win share: 1 for a win, 1/k for one shared by k"),
    ("block", "the line-up in all its seat rotations on the same luck; the unit of every interval"),
    ("interval", "95%; sample-SD over blocks, Wilson where a share has no spread, bootstrap over games for RA"),
    ("RA", "win share if an action is forced and the policies play on, minus that of what the policy takes"),
    ("margin", "a difference up to this does not matter; 2 points of W unless said otherwise"),
    ("point", "a hundredth of W, a percentage point; points of the game are called so"),
    ("rollout", "the game played on to its end from a decision, hidden parts drawn anew"),
    ("thin", "a cell with fewer than 20 decisions or 100 blocks; it is withheld"),
    ("noise alone", "what equal seats would differ by in 95 of 100 such runs"),
    ("VRF", "variance reduction factor: how many times more games the plain estimate needs for the same interval"),
    ("one policy, values as they are", "true of these games; not asked again under other policies or estimates"),
    ("detects", "the smallest true difference that so many blocks would show with power 80%"),
    ("robust", "the verdict holds under every policy and every plausible value of estimated components"),
    ("policy-dependent", "another policy gives the opposite verdict"),
    ("data-dependent", "another plausible value of an estimated component gives the opposite verdict"),
    ("undecided", "the interval reaches across the margin: play more games"),
)  # fmt: skip


def sections_of(material: Material) -> list[Section]:
    """All sections in their order; those without material are left out."""
    own = _own_parts(material.game.name)
    kept = [
        *numbered("4", [shared.seats(material)]),
        *numbered("5", _made(own.get("OPTIONS", ()), material)),
        *numbered("6", [ladder.policies(material)]),
        *numbered("7", [shared.pace(material)]),
        *numbered("8", [tension.tension(material)]),
        *numbered("9", _made(own.get("ANATOMY", ()), material)),
        *numbered("10", [luck.luck(material), *_made(own.get("LUCK", ()), material)]),
        *numbered("12", [caveats.robustness(material)]),
    ]
    verdicts = tuple(verdict for section in kept for verdict in section.verdicts)
    return [verdict_section(verdicts), provenance(material), caveats.alerts(material, kept), *kept, glossary()]


def _own_parts(game: str) -> dict[str, Iterable[Part]]:
    """What `reports/<game>.py` brings: OPTIONS, ANATOMY and LUCK, each a list of parts."""
    name = f"temple_sim.reports.{game}"
    return vars(importlib.import_module(name)) if importlib.util.find_spec(name) else {}


def _made(parts: Iterable[Part], material: Material) -> list[Section | None]:
    return [part(material) for part in parts]


def verdict_section(verdicts: tuple[Verdict, ...]) -> Section:
    """One sentence a question."""
    return Section(
        "verdict", "Verdict", "" if verdicts else "These runs answer no question by themselves.", verdicts=verdicts
    )


def provenance(material: Material) -> Section:
    """Where the rules come from, and how to get this page again."""
    import pandas as pd

    ruleset = material.ruleset
    rows = [
        {"rule": name, "origin": key.provenance, "what is estimated": key.note, "meaning": key.meaning}
        for name, key in ruleset.schema.keys.items()
        if not key.guard
    ]
    caption = "Rules by origin: " + "; ".join(f"{word} = {meaning}" for word, meaning in PROVENANCE.items())
    changes = ruleset.changes()
    changed = "; ".join(f"{key} = {new} (printed: {old})" for key, (old, new) in changes.items())
    paragraphs = (
        f"Reproduce: {material.command}",
        f"Seed {material.seed}, temple-sim {__version__}, code {CODE_VERSION[:12]}.",
        f"Changed rules: {changed}." if changed else "Rules: as the game ships them.",
        f"Policies: {material.strongest} in all seats unless a section says otherwise.",
    )
    return Section(
        "provenance", "Provenance", paragraphs=paragraphs, tables=(table_of("rules", caption, pd.DataFrame(rows)),)
    )


def glossary() -> Section:
    """Terms and methods."""
    import pandas as pd

    frame = pd.DataFrame(GLOSSARY, columns=["term", "meaning"])
    return Section(
        "glossary", "Glossary and methods", tables=(table_of("glossary", "Terms as they are used here", frame),)
    )


def write_report(material: Material, folder: Path) -> Path:
    """Write a game's report to a folder; the page's path."""
    game = material.game
    counts = ", ".join(f"{players}" for players in material.frames)
    games = max(run.games for run in material.runs.values())
    subtitle = (
        f"Balance report: {counts} players, up to {games:,} games each, one policy ({material.strongest}) in all seats"
    )
    footer = "Made with temple-sim. Components that no rulebook prints are estimates; verdicts name those they rest on."
    return page.write(folder, game.title, subtitle, sections_of(material), footer)
