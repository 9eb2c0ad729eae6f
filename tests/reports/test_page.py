"""Tables, figures and pages made from hand-made parts."""

import json

import numpy as np
import pandas as pd
import pytest

from temple_sim.core.errors import UserError
from temple_sim.reports import figures, panels
from temple_sim.reports.document import (
    Figure,
    Section,
    Verdict,
    exact_percent,
    percent,
    points,
    table_of,
    tables_of,
)
from temple_sim.reports.page import render, write
from temple_sim.reports.style import new_axes, to_svg
from temple_sim.reports.wording import with_interval
from tests.helpers import python
from tests.reports.html import check_page, read

NAN = float("nan")
RATES = pd.DataFrame({"seat": [0, 1], "value": [0.52, 0.48], "low": [0.51, 0.47], "high": [0.53, 0.49], "n": [9999, 1]})


# --- tables ----------------------------------------------------------------------------------------------------------


def test_cells():
    frame = pd.DataFrame({"a": [1234567, 2], "b": [0.125, NAN], "c": [True, False], "d": ["x", None], "e": [0.5, NAN]})
    table = table_of("t", "caption", frame, {"e": percent})
    assert table.columns == ("a", "b", "c", "d", "e")
    assert table.rows == (("1,234,567", "0.12", "yes", "x", "50.0%"), ("2", "-", "no", "-", "-"))
    assert table.frame is frame


def test_columns_can_be_chosen():
    table = table_of("t", "caption", RATES, columns=["n", "seat"])
    assert table.rows == (("9,999", "0"), ("1", "1"))


def test_a_table_without_lines():
    assert table_of("t", "caption", RATES[:0]).rows == ()


def test_shares_and_differences():
    assert percent(1 / 3) == "33.3%" and exact_percent(1 / 3) == "33.33%"
    assert points(0.0123) == "+1.2" and points(-0.5) == "-50.0" and points(0) == "+0.0"


def test_tables_behind_figures_come_first():
    behind, own = table_of("a", "a", RATES), table_of("b", "b", RATES)
    section = Section("s", "S", figures=(figure("f", behind), figure("g")), tables=(own,))
    assert tables_of(section) == [behind, own]


# --- figures ---------------------------------------------------------------------------------------------------------


def figure(identity, table=None, title="What <b> & c", draw=None):
    return Figure(identity, title, 'Less < more & "so".', "Caption & more.", draw or drawn, table)


def drawn():
    return figures.forest(RATES, "seat", reference=0.5, margin=0.02)


def test_svg_ids_are_its_own():
    """Two figures drawn alike share no id, and every reference points into its own figure."""
    first, second = (to_svg(drawn(), "t", "d", identity) for identity in ("one", "two"))
    ids = [{a["id"] for _, a, _ in read(svg).elements if "id" in a} for svg in (first, second)]
    assert ids[0] and not ids[0] & ids[1]
    assert first.replace("one-", "two-") == second


def test_svg_text_is_escaped():
    svg = to_svg(drawn(), "a < b & c", "d > e", "x")
    assert '<title id="x-t">a &lt; b &amp; c</title><desc id="x-d">d &gt; e</desc>' in svg
    assert svg.startswith('<svg role="img" aria-labelledby="x-t x-d"')


EMPTY = RATES[:0]
NOTHING = RATES.assign(value=NAN, low=NAN, high=NAN)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: figures.forest(NOTHING, "seat", reference=0.5),
        lambda: figures.forest(RATES[:1], "seat"),
        lambda: figures.seat_forest({2: RATES.assign(equal=0.5), 3: NOTHING.assign(equal=1 / 3)}, 0.02),
        lambda: figures.heat(pd.DataFrame([[0.0]]), "one", centre=0.0),
        lambda: figures.heat(pd.DataFrame([[1.0, NAN], [2.0, 3.0]]), "gaps", "points"),
        lambda: figures.lengths({2: pd.Series([7, 7, 7])}),
        lambda: figures.lengths({p: pd.Series(np.arange(500)) for p in range(1, 9)}),
        lambda: figures.anatomy(pd.DataFrame({"source": ["a"], "winners": [NAN], "others": [1.0]})),
        lambda: figures.curve(["early"], NOTHING[:1], "moment", "percent", 0.5),
        lambda: figures.words(pd.DataFrame({"p": ["fair", "undecided"]}), "words"),
        lambda: figures.words(pd.DataFrame({"p": ["undecided"]}), "words"),
        lambda: panels.dot_columns(
            ["0", "1"], [panels.Measure(NOTHING.astype({"seat": str}), "seat", "W", tick="n")] * 3
        ),
        lambda: panels.heats({"a": pd.DataFrame([[0.5, NAN]]), "b": pd.DataFrame([[0.1, 1.0]])}, "x", "y"),
        lambda: panels.share_bars({"a": pd.DataFrame({"p": [0.5, NAN], "q": [0.5, 1.0]}, index=["x", "y"])}),
        lambda: panels.by_players(
            {"W": pd.DataFrame({"players": [2], "value": 0.5, "low": NAN, "high": NAN, "share": 1})}
        ),
    ],
)
def test_thin_figures_are_drawn(draw):
    svg = to_svg(draw(), "t", "d", "x")
    page = read(svg)
    assert not page.faults and not page.open


# --- pages -----------------------------------------------------------------------------------------------------------


def sections():
    table = table_of("behind", "W & more", with_interval(RATES, "value"))
    verdicts = (
        Verdict("Fair <all>?", "robust", "Yes & no.", ("temple.steps (not tried)",)),
        Verdict("Long?", "policy-dependent (not under random)", "No."),
    )
    return [
        Section("verdict", "Verdict", verdicts=verdicts),
        Section("alerts", "Alerts", paragraphs=("First <note>.", "Second.")),
        Section("seats", "Seats", "Lead.", ("Text.",), (figure("seats", table), figure("seats-2")), (table_of("own", "Own", RATES),)),
        Section("empty", "Empty"),
    ]  # fmt: skip


def test_a_page_keeps_to_the_rules():
    text = render("Title <x>", "Sub & title", sections(), "Foot.")
    page = check_page(text)
    assert "Title &lt;x&gt;" in text and "Fair &lt;all&gt;?" in text and "First &lt;note&gt;." in text
    assert "Rests on estimated components: temple.steps (not tried)." in text
    ids = {attributes.get("id") for _, attributes, _ in page.elements}
    assert {"verdict", "alerts", "seats", "empty", "figure-seats"} <= ids
    assert sum(tag == "li" for tag, _, _ in page.elements) == 4 + 2  # the contents, and the alerts


def test_the_same_sections_give_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name, "Title", "Sub", sections(), "Foot.")
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == ["behind.csv", "index.html", "own.csv", "seats-2.png", "seats-2.svg", "seats.png", "seats.svg"]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_figures_of_the_page_are_those_beside_it(tmp_path):
    page = write(tmp_path / "out", "Title", "Sub", sections(), "Foot.")
    assert (page.parent / "seats.svg").read_text() in page.read_text()
    assert (page.parent / "seats.png").read_bytes().startswith(b"\x89PNG")
    assert pd.read_csv(page.parent / "own.csv").equals(RATES)


ELSEWHERE = """
import sys
from pathlib import Path
from temple_sim.reports.document import Section
from temple_sim.reports.page import write
write(Path(sys.argv[1]), "Título", "Sub", [Section("a", "Ä \u2264 \u00bd")], "Foot.")
"""


def test_the_page_is_utf8_whatever_the_locale(tmp_path):
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "utf-8"}
    code = ELSEWHERE.encode("ascii", "backslashreplace").decode()
    answer = python(code.replace("T\\xedtulo", "T\\u00edtulo"), str(tmp_path / "out"), **plain)
    assert answer.code == 0, answer.err
    text = (tmp_path / "out" / "index.html").read_bytes().decode("utf-8")
    assert "Ä ≤ ½" in text and "Título" in text
    assert "\r" not in text


def test_an_older_report_is_replaced(tmp_path):
    write(tmp_path, "Old", "Sub", sections(), "Foot.")
    page = write(tmp_path, "New", "Sub", sections(), "Foot.")
    assert "<title>New</title>" in page.read_text()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_written(tmp_path, place):
    (tmp_path / "file").write_text("here already")
    with pytest.raises(UserError, match="^Cannot write to .*file.*: .*[a-z]\\.$"):
        write(tmp_path / place, "Title", "Sub", sections()[:1], "Foot.")


def test_a_page_in_the_way(tmp_path):
    (tmp_path / "index.html").mkdir()
    with pytest.raises(UserError, match="^Cannot write to .*: Is a directory\\.$"):
        write(tmp_path, "Title", "Sub", sections()[:1], "Foot.")


def test_a_missing_number_is_no_nan_in_a_table():
    table = table_of("t", "c", pd.DataFrame({"a": [NAN, 1.0], "b": [None, 2]}))
    assert "nan" not in json.dumps(table.rows).lower()


def test_a_new_figure_has_axes():
    axes = new_axes(3, 2)
    assert axes.figure.get_size_inches().tolist() == [3, 2]
    to_svg(axes, "t", "d", "x")  # closes it
