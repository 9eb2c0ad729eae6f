"""Metrics over result rows, and the headline tables made of them."""

from temple_sim.core.metrics import Metric, Table
from temple_sim.games.five.columns import COLOUR_POINTS, SOURCES, SUPREME_POINTS, UNFINISHED
from temple_sim.games.five.tables import LENGTHS, LETTERS, SPECIAL_LABELS

GROUPS = ("winners", "losers")
SOURCE_WORDS = {
    "colour": "cards of the colours' gods", "supreme": "cards of the supreme god", "unfinished": "unfinished cards",
    "bonus": "bonus pieces left", "goals": "goals",
}  # fmt: skip
ORDERS = ("first", "second", "later")
SHORTEST, LONGEST = 2, 12  # chain lengths with a row of their own in the headline


def metrics(values, players):
    """The game's own metrics; those named by winners and losers compare the seats of a game."""
    make = _Maker(players)
    return [*make.wins(), *make.sources(), *make.chains(), *make.lengths(), *make.priests()]


class _Maker:
    """Metrics of a run with a number of seats; arrays have shape (games, seats)."""

    def __init__(self, players):
        self.players = players

    def field(self, rows, name, place=None):
        column = rows[name][:, : self.players]
        return (column if place is None else column[..., place]).astype(float)

    def won(self, rows):
        return self.field(rows, "share") > 0

    def group(self, rows, group):
        return self.won(rows) if group == "winners" else ~self.won(rows) if group == "losers" else True

    def by_group(self, name, meaning, value, weight, share=False):
        """A ratio for all seats, and for winners and losers apart."""

        def one(group, suffix, words):
            return Metric(
                name + suffix,
                meaning + words,
                lambda rows: value(rows) * self.group(rows, group),
                lambda rows: weight(rows) * self.group(rows, group),
                share,
            )

        return [one("all", "", ""), *(one(group, f".{group}", f" ({group})") for group in GROUPS)]

    def seats(self, rows):
        return self.field(rows, "share") * 0 + 1

    def share_where(self, name, meaning, where):
        return Metric(name, meaning, lambda r: self.field(r, "share") * where(r), lambda r: where(r) * 1.0, share=True)

    def wins(self):
        found = [
            self.share_where(f"W.board.{letter}", f"win share of board {letter}",
                             lambda r, k=k: self.field(r, "board") == k)
            for k, letter in enumerate(LETTERS)
        ]  # fmt: skip
        found += [
            self.share_where(f"W.special.{label}", f"win share with the special tile {label}",
                             lambda r, k=k: self.field(r, "special", k) > 0)
            for k, label in enumerate(SPECIAL_LABELS)
        ]  # fmt: skip
        return found

    def sources(self):
        found = []
        for k, source in enumerate(SOURCES):
            meaning = f"points from {SOURCE_WORDS[source]}"
            found += self.by_group(f"points.{source}", meaning, lambda r, k=k: self.field(r, "points", k), self.seats)
        return found

    def spaces(self, rows):
        return self.field(rows, "spaces").sum(axis=2)

    def used(self, rows):
        return self.field(rows, "chains").sum(axis=2)

    def card_points(self, rows):
        points = self.field(rows, "points")
        return points[..., COLOUR_POINTS] + points[..., SUPREME_POINTS] + points[..., UNFINISHED]

    def turns(self, rows):
        return self.field(rows, "turns_by_chains").sum(axis=2)

    def chains(self):
        found = []
        for k in range(3):
            level = f"level{k + 1}"
            found += [
                Metric(f"chain.length.{level}", f"spaces of a chain used on {level}",
                       lambda r, k=k: self.field(r, "spaces", k), lambda r, k=k: self.field(r, "chains", k)),
                Metric(f"chain.longest.{level}", f"longest chain a seat used on {level}",
                       lambda r, k=k: self.field(r, "longest", k)),
                Metric(f"chain.formed.{level}", f"largest chain standing at the end of {level}",
                       lambda r, k=k: self.field(r, "formed", k)),
                Metric(f"chain.used.{level}", f"chains a seat used on {level}",
                       lambda r, k=k: self.field(r, "chains", k)),
            ]  # fmt: skip
        return found + [
            *self.by_group("chain.used", "chains used by a seat", self.used, self.seats),
            *self.by_group("chain.length", "spaces of a chain used", self.spaces, self.used),
            *self.by_group("chain.earns", "points of cards for a space of chain used", self.card_points, self.spaces),
            *self.by_group("chain.worth", "points of cards for a chain used", self.card_points, self.used),
            *self.by_group("chain.wasted", "share of chain spaces lost beyond the cells filled",
                           lambda r: self.field(r, "wasted"), self.spaces, True),
            *self.by_group("chain.second", "share of priest turns with two chains or more",
                           lambda r: self.field(r, "turns_by_chains")[..., 2:].sum(axis=2), self.turns, True),
        ]  # fmt: skip

    def chains_in_place(self, rows, order):
        """Chains used as the first (0), second (1) or a later chain of their turn."""
        if order == 2:
            return self.used(rows) - self.chains_in_place(rows, 0) - self.chains_in_place(rows, 1)
        return self.field(rows, "turns_by_chains")[..., order + 1 :].sum(axis=2)

    def lengths(self):
        found = [
            Metric(f"chain.worth.{name}", f"points of cards credited to the {name} chain of a turn",
                   lambda r, k=k: self.field(r, "earned_by_order", k), lambda r, k=k: self.chains_in_place(r, k))
            for k, name in enumerate(ORDERS)
        ]  # fmt: skip
        for label, low, high in length_rows():
            number = lambda r, low=low, high=high: self.field(r, "lengths")[..., low - 1 : high].sum(axis=2)  # noqa: E731
            earned = lambda r, low=low, high=high: self.field(r, "earned")[..., low - 1 : high].sum(axis=2)  # noqa: E731
            found += [
                Metric(
                    f"chain.share.{label}", f"share of used chains with {label} spaces", number, self.used, share=True
                ),
                Metric(
                    f"chain.worth.{label}", f"points of cards credited to a chain of {label} spaces", earned, number
                ),
            ]
            if low == high:
                weight = lambda r, low=low, number=number: low * number(r)  # noqa: E731
                found.append(Metric(f"chain.earns.{label}", f"... to each space of a chain of {label}", earned, weight))
        return found

    def priests(self):
        def over(name, place=None):
            return lambda rows: self.field(rows, name, place)

        claims = lambda r: self.field(r, "claims").sum(axis=2)  # noqa: E731
        return [
            *self.by_group("priests.on_chains", "priests placed on chains", over("on_chains"), self.seats),
            *self.by_group("priests.on_cards", "priests placed on cards", over("on_cards"), self.seats),
            *self.by_group("priests.coverable", "share of chain priests placed where a tile can cover them",
                           over("coverable"), over("on_chains"), True),
            *self.by_group("priests.covered", "share of chain priests returned by covering",
                           over("covered"), over("on_chains"), True),
            *self.by_group("priests.returned", "share of card priests returned by a completed card",
                           over("returned"), over("on_cards"), True),
            *self.by_group("priests.idle", "share of priest turns stopped for want of priests",
                           over("idle"), self.turns, True),
            *self.by_group("priests.earn", "points of cards for a priest on cards", self.card_points, over("on_cards")),
            *self.by_group("priests.left", "priests in reserve at the end", over("reserve"), self.seats),
            *self.by_group("claims.single", "share of blessings that filled one cell only",
                           over("claims", 0), claims, True),
        ]  # fmt: skip


def length_rows():
    """Label, shortest and longest of each row of chain lengths: single lengths, then all longer ones."""
    return [*((str(n), n, n) for n in range(SHORTEST, LONGEST)), (f"{LONGEST}+", LONGEST, LENGTHS)]


def headlines(values, players):
    """The tables a run prints."""
    levels = ("level1", "level2", "level3")[: 1 + (values["level2.rounds"] > 0) + (values["level3.rounds"] > 0)]
    compared = ("all", *GROUPS)

    def rows(*named):
        return tuple((words, (name, *(f"{name}.{group}" for group in GROUPS))) for name, words in named)

    def by_level(*named):
        return tuple((words, tuple(f"{name}.{level}" for level in levels)) for name, words in named)

    return [
        Table("Win share by board", ("W",), tuple((f"board {k}", (f"W.board.{k}",)) for k in LETTERS)),
        Table("Points by source", compared, rows(*((f"points.{k}", SOURCE_WORDS[k]) for k in SOURCES))),
        Table("Chains by level", levels, by_level(
            ("chain.used", "chains used"), ("chain.length", "mean length"), ("chain.longest", "longest used"),
            ("chain.formed", "largest standing"))),
        Table("What chains earn", compared, rows(
            ("chain.used", "chains used"), ("chain.length", "spaces of a chain"), ("chain.earns", "points a space"),
            ("chain.worth", "points a chain"), ("chain.wasted", "spaces lost"),
            ("chain.second", "turns with two chains"))),
        Table("Chains by length", ("share of chains", "points a chain", "points a space"), tuple(
            (f"{label} spaces", (f"chain.share.{label}", f"chain.worth.{label}",
                                 f"chain.earns.{label}" if low == high else None))
            for label, low, high in length_rows())),
        Table("Chains of a turn", ("points a chain",), tuple((k, (f"chain.worth.{k}",)) for k in ORDERS)),
        Table("Priests", compared, rows(
            ("priests.on_chains", "placed on chains"), ("priests.coverable", "of these coverable"),
            ("priests.covered", "of these covered"), ("priests.on_cards", "placed on cards"),
            ("priests.returned", "of these returned"), ("priests.idle", "turns short of priests"),
            ("priests.earn", "points a priest on cards"), ("priests.left", "left at the end"),
            ("claims.single", "blessings of one cell"))),
    ]  # fmt: skip
