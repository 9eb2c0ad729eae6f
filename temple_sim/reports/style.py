"""How figures look: Okabe-Ito colours, marker shapes beside colour, plain axes, the same bytes for the same input."""

import io
import re
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from PIL import Image

# Okabe and Ito (2008): told apart with every kind of colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
MARGIN_BAND = "#999999"

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "temple-sim",
    "svg.fonttype": "none",  # text stays text: small, sharp, and read aloud
    "font.size": 10,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.alpha": 0.3,
    "figure.dpi": 110,
    "savefig.bbox": "tight",
    "axes.prop_cycle": plt.cycler(color=list(COLOURS)),
}
matplotlib.rcParams.update(STYLE)


def new_axes(width: float = 7.0, height: float = 3.5) -> Any:
    """Axes of a new figure, in inches."""
    return new_panels(1, 1, width, height)[0, 0]


def new_panels(rows: int, columns: int, width: float, height: float, **shared: Any) -> Any:
    """A grid (rows, columns) of axes of a new figure, in inches; shared: `sharex` and `sharey`."""
    return plt.subplots(rows, columns, figsize=(width, height), layout="constrained", squeeze=False, **shared)[1]


def save_png(axes: Any, file: Path | io.BytesIO) -> None:
    """Write the axes' figure as PNG, without dates; 64 colours do for plain shapes and make it small."""
    buffer = io.BytesIO()
    axes.figure.savefig(buffer, format="png", dpi=130, metadata={"Software": None})
    plt.close(axes.figure)
    Image.open(buffer).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(file, format="png", optimize=True)


def png_of(axes: Any) -> bytes:
    """The axes' figure as PNG bytes."""
    buffer = io.BytesIO()
    save_png(axes, buffer)
    return buffer.getvalue()


def to_svg(axes: Any, title: str, description: str, identity: str) -> str:
    """The axes' figure as an inline SVG with title and description for screen readers; same input, same text."""
    buffer = io.StringIO()
    axes.figure.savefig(buffer, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    plt.close(axes.figure)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    # Ids are unique within a page only if every figure has its own prefix.
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{identity}-", svg)
    head = f'<title id="{identity}-t">{_escaped(title)}</title><desc id="{identity}-d">{_escaped(description)}</desc>'
    named = f'<svg role="img" aria-labelledby="{identity}-t {identity}-d" '
    return re.sub(r"<svg ([^>]*)>", lambda m: f"{named}{m[1]}>{head}", svg, count=1)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
