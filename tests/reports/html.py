"""What every page must keep to, read with the standard library's parser."""

import re
from collections import Counter
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input", "col", "wbr", "area", "base", "embed", "source", "track"}
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
ID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


class Reader(HTMLParser):
    """Keeps every element, and what was opened and never closed, or closed and never opened."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.elements = [], [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), [element for element, _ in self.open]))
        if len(dict(attrs)) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag not in VOID:
            self.open.append((tag, self.getpos()))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self.open[-1:]}")
        else:
            self.open.pop()


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


def check_page(text):
    """Well-formed, self-contained, accessible, and small."""
    page = read(text)
    assert not page.faults and not page.open, (page.faults[:3], page.open[:3])
    assert len(text.encode()) < 2_000_000
    tags = Counter(tag for tag, _, _ in page.elements)
    assert not tags["script"] and not tags["link"] and not tags["img"] and not tags["iframe"]
    check_ids(page)
    check_links(page, text)
    for tag, attributes, inside in page.elements:
        if tag == "th":
            assert attributes.get("scope") in ("col", "row")
        assert not any(name.startswith("on") for name in attributes)
        if tag == "svg" and attributes.get("role") == "img":
            assert "figure" in inside
    assert tags["table"] == tags["caption"] > 0
    assert tags["h1"] == tags["main"] == 1
    check_figures(page)
    return page


def check_ids(page):
    counts = Counter(attributes["id"] for _, attributes, _ in page.elements if "id" in attributes)
    assert [name for name, count in counts.items() if count > 1] == []
    assert [name for name in counts if not ID.fullmatch(name)] == []
    for _, attributes, _ in page.elements:
        for name in attributes.get("aria-labelledby", "").split():
            assert name in counts


def check_links(page, text):
    """Links lead into the page; no address but the namespaces of SVG, which no browser loads."""
    ids = {attributes["id"] for _, attributes, _ in page.elements if "id" in attributes}
    for _, attributes, _ in page.elements:
        for name in ("href", "xlink:href", "src", "action", "data"):
            if name in attributes:
                assert attributes[name].startswith("#") and attributes[name][1:] in ids
    for name in re.findall(r"url\(([^)]*)\)", text):
        assert name.startswith("#") and name[1:] in ids
    assert set(re.findall(r"\bhttps?://[^\s\"'<>)]*", text)) <= NAMESPACES
    assert not re.search(r"@import|\bfile:|//cdn", text)


def check_figures(page):
    """Every figure's SVG begins with its title and its description, which name it."""
    names = []
    for place, (tag, attributes, _) in enumerate(page.elements):
        if tag == "svg":
            first, second = page.elements[place + 1], page.elements[place + 2]
            assert (first[0], second[0]) == ("title", "desc")
            assert attributes["aria-labelledby"].split() == [first[1]["id"], second[1]["id"]]
            names.append(first[1]["id"])
    figures = [attributes for tag, attributes, _ in page.elements if tag == "figure"]
    assert len(names) == len(set(names)) == len(figures)
