"""Sections to a folder: one self-contained HTML page, each figure as PNG and SVG, each table as CSV."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from temple_sim.core.errors import UserError
from temple_sim.reports.document import Section, tables_of, unrounded
from temple_sim.reports.style import save_png, to_svg

PAGE = "index.html"


def render(title: str, subtitle: str, sections: Sequence[Section], footer: str) -> str:
    """The page as text; the same sections give the same bytes."""
    return _render(title, subtitle, sections, footer, _drawn(sections))


def write(folder: Path, title: str, subtitle: str, sections: Sequence[Section], footer: str) -> Path:
    """Write page, figures and tables to a folder; what is there of an older report is replaced. The page's path."""
    svgs = _drawn(sections)
    page = _render(title, subtitle, sections, footer, svgs)
    make_folder(folder)
    try:
        (folder / PAGE).write_bytes(page.encode())  # bytes: UTF-8 and plain line ends on every system
        for section in sections:
            for figure in section.figures:
                save_png(figure.draw(), folder / f"{figure.identity}.png")
                (folder / f"{figure.identity}.svg").write_bytes(svgs[figure.identity].encode())
            for table in tables_of(section):
                file = folder / f"{table.identity}.csv"
                unrounded(table.frame).to_csv(file, index=False, float_format="%.10g", lineterminator="\n")
    except OSError as error:
        raise UserError(f"Cannot write to {folder}: {error.strerror}.") from None
    return folder / PAGE


def make_folder(folder: Path) -> None:
    """Make a report's folder if there is none. UserError when it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"Cannot write to {folder}: {error.strerror}.") from None


def _drawn(sections: Sequence[Section]) -> dict[str, str]:
    """Every figure as an inline SVG, by identity."""
    return {
        figure.identity: to_svg(figure.draw(), figure.title, figure.description, figure.identity)
        for section in sections
        for figure in section.figures
    }


def _render(title: str, subtitle: str, sections: Sequence[Section], footer: str, svgs: dict[str, str]) -> str:
    environment = Environment(
        loader=PackageLoader("temple_sim.reports", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    template = environment.get_template("page.html.j2")
    return template.render(title=title, subtitle=subtitle, sections=sections, svgs=svgs, footer=footer)
