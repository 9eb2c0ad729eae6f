"""Sections to a folder: one self-contained HTML page, each figure as PNG and SVG, each table as CSV."""

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from temple_sim.core.errors import UserError
from temple_sim.reports.document import Section, tables_of
from temple_sim.reports.style import save_png, to_svg

PAGE = "index.html"


def render(title: str, subtitle: str, sections: Sequence[Section], footer: str) -> str:
    """The page as text; the same sections give the same bytes."""
    svgs = {
        figure.identity: to_svg(figure.draw(), figure.title, figure.description, figure.identity)
        for section in sections
        for figure in section.figures
    }
    environment = Environment(
        loader=PackageLoader("temple_sim.reports", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    template = environment.get_template("page.html.j2")
    return template.render(title=title, subtitle=subtitle, sections=sections, svgs=svgs, footer=footer)


def write(folder: Path, title: str, subtitle: str, sections: Sequence[Section], footer: str) -> Path:
    """Write page, figures and tables to a folder; what is there of an older report is replaced. The page's path."""
    page = render(title, subtitle, sections, footer)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / PAGE).write_text(page)
        for section in sections:
            for figure in section.figures:
                save_png(figure.draw(), folder / f"{figure.identity}.png")
                svg = to_svg(figure.draw(), figure.title, figure.description, figure.identity)
                (folder / f"{figure.identity}.svg").write_text(svg)
            for table in tables_of(section):
                table.frame.to_csv(folder / f"{table.identity}.csv", index=False, lineterminator="\n")
    except OSError as error:
        raise UserError(f"Cannot write to {folder}: {error.strerror}.") from None
    return folder / PAGE
