"""Temple of Five's analysis on frames and pyramids small enough to work out by hand."""

import numpy as np
import pandas as pd
import pytest

from temple_sim.analysis import five
from temple_sim.analysis.five import answers, pyramids, values, variants
from temple_sim.analysis.five.chains import by_reserve
from temple_sim.analysis.five.features import features

EMPTY = ["........", *["........"] * 6, "........"]
RULES = {"blessings.symbols.three_space": 4, "blessings.symbols.two_space": "last"}


def rows(*lines):
    """A pyramid with these first rows."""
    return [*lines, *EMPTY[len(lines) :]]


# --- pyramids -------------------------------------------------------------------------------------------------------


def test_a_chain_is_connected_by_sides_only():
    board = rows("RR.R....", ".R.R....", "R.......")
    assert pyramids.chain_at(board, (0, 0)) == {(0, 0), (0, 1), (1, 1)}
    assert pyramids.chain_at(board, (2, 0)) == {(2, 0)}
    assert pyramids.chain_at(board, (0, 2)) == set()


def test_the_longest_chain_of_a_colour_may_bear_no_priest():
    board = rows("RRR.GG..", "....BB.R", "......RR")
    assert pyramids.longest(board) == {"R": 3, "Y": 0, "G": 2, "B": 2}
    assert pyramids.longest(board, {(0, 1), (0, 4)}) == {"R": 3, "Y": 0, "G": 0, "B": 2}
    assert pyramids.fits("G.R.", board)
    assert not pyramids.fits("GB..", board)
    assert pyramids.fits("BB..", rows("RRR.BB.."), {(0, 2)})


def test_a_tile_turns_clockwise():
    assert pyramids.tile_spaces("RG..", 3, 4, 0) == {(3, 4): "R", (3, 5): "G", (4, 5): ".", (4, 4): "."}
    assert pyramids.tile_spaces("RG..", 3, 4, 1) == {(3, 5): "R", (4, 5): "G", (4, 4): ".", (3, 4): "."}
    assert set(pyramids.tile_spaces("extra", 3, 3, 0).values()) == {"."}


@pytest.mark.parametrize(("tile", "kind"), [("R...", "single"), ("R.R.", "pair"), ("RG..", "mixed"), ("RRY.", "quad")])
def test_kinds_of_tiles(tile, kind):
    assert pyramids.tile_kind(tile) == kind


def test_what_a_later_level_covers():
    """Level 2 covers rows and columns 2 to 5, level 3 the four spaces in the middle."""
    assert not pyramids.coverable("0", (0, 3))
    assert [pyramids.coverable("1", (3, col)) for col in (1, 2, 5, 6)] == [False, True, True, False]
    assert [pyramids.coverable("2", (3, col)) for col in (2, 3, 4, 5)] == [False, True, True, False]
    assert not pyramids.coverable("3", (3, 3))


# --- features -------------------------------------------------------------------------------------------------------


def view(**changes):
    base = {
        "to_move": 0, "level": 1, "reserve": [7, 9], "chains_used": 0, "boards": ["A", "B"],
        "view": [rows("RRR....."), rows("GG......")], "height": [["0" * 8] * 8, ["0" * 8] * 8], "priests": [[], []],
    }  # fmt: skip
    return base | changes


def test_features_of_sharing():
    found = features(view(), {"type": "share", "keep": "R...", "left": ["G.G.", "BY.."]})
    assert found == {"level": 1, "reserve": 7, "used": 0, "tile": "R...", "keep": "single", "keep_fits": True,
                     "left_fits": True}  # fmt: skip


def test_features_of_the_top_tile():
    """Four spaces, two linked to them; barred once a priest stands on the two."""
    board = rows("", "", "")[:0] or [*EMPTY[:3], ".RR.....", *EMPTY[4:]]
    take = {"type": "take", "tile": "RRRR"}
    assert features(view(view=[board, EMPTY]), take)["joined"] == 6
    assert features(view(view=[board, EMPTY], priests=[[[3, 1]], []]), take)["joined"] == 0
    assert features(view(), {"type": "take", "tile": "reuse"})["special"] == "reuse"


def test_features_of_a_tile():
    """A corner tile lengthens the chain of three by one and covers a decoration and a priest."""
    board = rows("........", "RR......", ".GR.....")
    tile = {"type": "tile", "tile": "RR..", "row": 1, "col": 1, "turn": 0}
    found = features(view(view=[board, EMPTY], priests=[[[2, 1]], []]), tile)
    assert {"slot": "corner", "grows": 1, "regained": 1, "hidden": 3}.items() <= found.items()


def test_features_of_chains():
    found = features(view(chains_used=1), {"type": "chain", "cell": [0, 2]})
    assert {"order": "second chain", "length": 3, "chain": "(0, 0)", "coverable": False}.items() <= found.items()
    assert features(view(), {"type": "stop"})["order"] == "stop"
    piece = {"type": "bonus", "piece": "R2", "cells": [[0, 3], [0, 4]]}
    assert features(view(), piece)["grows"] == 2


def test_features_of_a_blessing():
    card = {"god": "W", "cells": [4, 3, 2, 2], "taken": [None, 1, None, 1], "owner": None}
    seen = view(open={"W": card}, chain={"cell": [0, 0], "colour": "R", "length": 7})
    found = features(seen, {"type": "bless", "god": "W", "cells": [0, 2]})
    wanted = {"side": "supreme", "cells": "4322", "claimed": 2, "number": 6, "leftmost": True, "wasted": 1,
              "fills": True, "ahead": True}  # fmt: skip
    assert wanted.items() <= found.items()
    assert not features(seen, {"type": "bless", "god": "W", "cells": [2]})["ahead"]
    private = view(private=[card | {"owner": 0, "taken": [None] * 4}], chain=seen["chain"])
    assert features(private, {"type": "bless", "god": "own", "cells": [3]})["number"] == 2


# --- frames ---------------------------------------------------------------------------------------------------------


def frame(**columns):
    """Two games of two seats: seat 0 wins the first, seat 1 the second; every count not named is 0."""
    names = ["score", "idle", "coverable", "on_chains", "on_cards", "returned", "wasted", "reserve", "supreme", "leftmost",
             *(f"lengths.{n}" for n in (*range(1, 16), "16+")), *(f"earned.{n}" for n in (*range(1, 16), "16+")),
             *(f"earned_by_order.{n}" for n in ("first", "second", "later")),
             *(f"turns_by_chains.{n}" for n in ("0", "1", "2", "3+")), *(f"claims.{n}" for n in range(1, 7)),
             *(f"{name}.level{n}" for name in ("chains", "spaces", "formed", "lead") for n in (1, 2, 3)),
             *(f"points.{n}" for n in ("colour", "supreme", "unfinished", "bonus", "goals")),
             *(f"cards_god.{n}" for n in "RYGBW"), "cards_shape.432/5/2", "cards_shape.W432/6/2", "cards_shape.432/5/2#2",
             *(f"{name}.{n}" for name in ("kept", "gave") for n in ("single", "pair", "mixed", "quad"))]  # fmt: skip
    base = {"game": [0, 0, 1, 1], "block": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "share": [1.0, 0.0, 0.0, 1.0],
            "board": [0, 1, 1, 0]}  # fmt: skip
    return pd.DataFrame(base | {name: [0, 0, 0, 0] for name in names} | columns)


def test_points_by_length():
    made = frame(**{"lengths.2": [1, 0, 1, 2], "earned.2": [2.0, 0, 0, 4.0], "lengths.16+": [0, 0, 0, 1]})
    table = five.points_by_length(made).set_index("length")
    assert list(table.index) == ["2", "16+"]
    assert table.loc["2", ["points", "a space", "chains", "used"]].tolist() == [1.5, 0.75, 1.0, 4]
    assert np.isnan(table.loc["16+", "a space"])


def test_points_by_order():
    """Seven turns of one chain or more, three of two or more; 11 chains in all: the eleventh is a third one."""
    made = frame(**{
        "turns_by_chains.1": [4, 0, 0, 0], "turns_by_chains.2": [2, 0, 0, 0], "turns_by_chains.3+": [0, 0, 0, 1],
        "chains.level1": [8, 0, 0, 3], "earned_by_order.first": [7.0, 0, 0, 7.0], "earned_by_order.second": [3.0, 0, 0, 0],
        "earned_by_order.later": [0, 0, 0, 2.5],
    })  # fmt: skip
    table = five.points_by_order(made).set_index("chain")
    assert table["value"].to_dict() == {"first": 2.0, "second": 1.0, "later": 2.5}
    assert table["used"].to_dict() == {"first": 1.75, "second": 0.75, "later": 0.25}
    assert list(five.points_by_order(frame())["chain"]) == []


def test_the_priest_economy():
    made = frame(**{"turns_by_chains.2": [5, 5, 5, 5], "idle": [0, 2, 1, 0], "on_chains": [4, 4, 4, 4],
                    "coverable": [3, 1, 1, 3], "on_cards": [10, 10, 10, 10], "points.colour": [15, 5, 5, 15]})  # fmt: skip
    table = five.priest_economy(made).set_index("what")
    short, place = table.loc["priest turns short of priests"], table.loc["chain priests where a tile can cover them"]
    assert [short["value"], short["winners"], short["others"]] == pytest.approx([0.15, 0.0, 0.3])
    assert [place["value"], place["winners"], place["others"]] == pytest.approx([0.5, 0.75, 0.25])
    assert table.loc["points of cards for a priest on cards", "value"] == pytest.approx(1.0)
    assert five.turns_by_chains(made).set_index("what").loc["2 chains", "value"] == 1.0


def test_points_by_source_and_size():
    made = frame(**{"points.colour": [5, 0, 10, 0], "cards_shape.432/5/2": [1, 0, 1, 0],
                    "cards_shape.432/5/2#2": [0, 0, 1, 0], "cards_god.W": [0, 1, 0, 3]})  # fmt: skip
    source = five.points_by_source(made).set_index("source").loc["colour gods' cards"]
    assert [source["winners"], source["others"], source["difference"]] == [2.5, 5.0, -2.5]
    size = five.points_by_size(made).set_index("source")
    assert list(size.index) == ["colour, 3 cells"]
    assert size.loc["colour, 3 cells", ["winners", "others"]].tolist() == [2.5, 5.0]
    gods = five.cards_by_god(made).set_index("source")
    assert gods.loc["supreme", ["winners", "others"]].tolist() == [1.5, 0.5]


def test_cards_by_shape():
    table = five.cards_by_shape(frame(**{"cards_shape.W432/6/2": [1, 0, 1, 2]}))
    line = table[table["side"] == "supreme"].iloc[0]
    told = {"cells": "432", "points": 6, "unfinished": 2, "spaces": 9, "a cell": 2.0, "value": 2.0, "winners": 0.75}
    assert {name: line[name] for name in told} == told


def test_claims_and_tiles():
    made = frame(**{"claims.1": [3, 1, 1, 3], "claims.2": [1, 1, 1, 1], "leftmost": [2, 0, 0, 2],
                    "kept.quad": [2, 1, 1, 2], "gave.quad": [0, 1, 1, 0]})  # fmt: skip
    claims = five.claims_by_cells(made).set_index("what")
    assert claims["value"].round(6).to_dict() == {
        "1 cell": round(8 / 12, 6), "2 cells": round(4 / 12, 6), "on the supreme god's card": 0.0,
        "on the leftmost cell": round(4 / 12, 6),
    }  # fmt: skip
    tiles = five.tiles_exchanged(made).set_index("what")
    assert tiles.loc["quad", ["value", "winners", "others"]].tolist() == [0.75, 1.0, 0.5]


def test_boards():
    table = five.boards(frame()).set_index("board")
    assert table["value"].to_dict() == {"A": 1.0, "B": 0.0}
    assert table["gap"].to_dict() == {"A": 0.5, "B": -0.5}


def test_standings():
    found = five.standings(frame(**{"lead.level1": [3, -3, 2, -2], "formed.level1": [4, 6, 0, 0]}))
    assert found["after level 1"].tolist()[:2] == [5.0, 0.0]
    assert found["after level 1"].isna().tolist() == [False, False, True, True]
    assert found["after level 2"].isna().all()


# --- valued actions -------------------------------------------------------------------------------------------------


def valued(*lines):
    """Valued actions from (game, decision, value of both halves, chosen, facts)."""
    made = [
        {"game": game, "decision": decision, "first": halves[0], "second": halves[1], "chosen": chosen} | facts
        for game, decision, halves, chosen, facts in lines
    ]
    table = pd.DataFrame(made).assign(value=lambda part: (part["first"] + part["second"]) / 2)
    chosen = table[table["chosen"]].set_index("decision")["value"]
    return table.assign(RA=table["value"] - table["decision"].map(chosen))


def test_versus_compares_within_choices():
    """Decision 0 offers both kinds, decision 1 does not. Mean: 0.5 - 0.2; best by the other half: 0.5 - 0.2."""
    made = valued(
        (0, 0, (0.9, 0.1), True, {"yes": True}), (0, 0, (0.4, 0.6), False, {"yes": True}),
        (0, 0, (0.3, 0.1), False, {"yes": False}), (1, 1, (1.0, 1.0), True, {"yes": True}),
    )  # fmt: skip
    found = five.versus(made, "yes")
    assert (found["choices"], found["games"]) == (1, 1)
    assert found["mean"] == pytest.approx(0.5 - 0.2)
    # The first half picks 0.9, which the second values 0.1; the second picks 0.6, which the first values 0.4.
    assert found["best"] == pytest.approx((0.1 + 0.4) / 2 - (0.1 + 0.3) / 2)
    assert five.versus(made.iloc[:0], "yes")["choices"] == 0
    assert np.isnan(five.versus(made, "unknown")["mean"])


def test_claims_by_the_piece_they_earn():
    def claim(cells, *places):
        return {"claimed": len(places), "places": places, "cells": cells}

    lines = [claim("432", 0), claim("432", 2), claim("432", 1), claim("432", 0, 1), claim("44322", 0, 1, 2, 3), claim("224", 2)]  # fmt: skip
    made = valued(*((0, 0, (0.0, 0.0), k == 0, line) for k, line in enumerate(lines)))
    found = values.with_claims(made, RULES)["claim"].tolist()
    three, two = values.PIECES[3], values.PIECES[2]
    assert found == [three, two, values.PIECES[0], "2 cells", "4 cells or more", three]
    other = {"blessings.symbols.three_space": None, "blessings.symbols.two_space": 3}
    assert values.with_claims(made, other)["piece"].tolist() == [0, 0, 2, 0, 0, 0]


def test_values_by_kind():
    made = valued(
        (0, 0, (0.5, 0.5), True, {"length": 3.0, "order": "first chain", "used": 0}),
        (0, 0, (0.2, 0.2), False, {"length": 12.0, "order": "first chain", "used": 0}),
        (0, 0, (0.1, 0.1), False, {"length": np.nan, "order": "stop", "used": 0}),
    )  # fmt: skip
    lengths = five.chain_values(made).set_index("length")
    assert lengths["RA"].round(6).to_dict() == {"3": 0.0, "9+": -0.3}
    orders = five.order_values(made).set_index("order")
    assert orders["RA"].round(6).to_dict() == {"first chain": -0.15, "stop": -0.4}
    for nothing in (five.card_values, five.god_values, five.share_values, five.special_values):
        assert nothing(made).empty
    assert five.build_values(made, "grows").empty


def test_a_kind_gains_against_the_mean_other_kind():
    """Two copies of a kind count once; a decision of one kind has no others."""
    made = valued(
        (0, 0, (0.5, 0.5), True, {"keep": "pair"}), (0, 0, (0.3, 0.3), False, {"keep": "pair"}),
        (0, 0, (0.1, 0.1), False, {"keep": "quad"}), (0, 0, (0.2, 0.2), False, {"keep": "mixed"}),
        (1, 1, (0.9, 0.9), True, {"keep": "pair"}),
    )  # fmt: skip
    table = five.share_values(made).set_index("keep")
    assert list(table.index) == ["pair", "mixed", "quad"]
    assert table["gain"].round(6).tolist() == [0.25, -0.05, -0.2]


def test_each_effect_against_a_colour_tile():
    """The draw of two effects is no contrast with colour."""
    made = valued(
        (0, 0, (0.5, 0.5), True, {"special": "reuse"}), (0, 0, (0.2, 0.2), False, {"special": "colour"}),
        (1, 1, (0.5, 0.5), True, {"special": "reuse"}), (1, 1, (0.4, 0.4), False, {"special": "extra"}),
    )  # fmt: skip
    table = five.effect_contrasts(made).set_index("effect")
    assert table["choices"].to_dict() == dict.fromkeys(values.EFFECTS.values(), 0) | {"using a chain again": 1}
    assert table.loc["using a chain again", "mean"] == pytest.approx(0.3)
    assert set(five.special_values(made)["special"]) == {"colour", "using a chain again", "a third chain"}


def test_places_of_the_last_round():
    """Six rounds: the token has passed five times."""
    rounds = {"level1.rounds": 3, "level2.rounds": 2, "level3.rounds": 1}
    assert five.last_round(rounds, 4) == [1, 2, 3, 0] and five.last_round(rounds, 3) == [2, 0, 1]
    table = five.last_places({2: many(share=[1.0, 0.0, 1.0, 0.0]), 1: many()}, rounds)
    assert table[["players", "place", "seat", "value"]].to_numpy().tolist() == [[2, 1, 1, 0.0], [2, 2, 0, 1.0]]
    assert five.last_places({2: many()}, dict.fromkeys(rounds, 0)).empty


def test_prices():
    found = pd.DataFrame({
        "game": [0, 1, 2], "block": [0, 1, 2], "level": [1, 1, 3], "reserve": [2, 3, 7],
        "W without": [0.0, 1.0, 0.5], "W with": [1.0, 1.0, 0.5], "score without": [10, 12, 9], "score with": [13, 11, 9],
    })  # fmt: skip
    table = five.prices(found).set_index("level")
    assert table.loc[1, ["moments", "W", "score"]].tolist() == [2, 0.5, 1.0]
    assert table.loc[3, ["W", "score"]].tolist() == [0.0, 0.0]
    assert five.prices(found, sign=-1).set_index("level").loc[1, "W"] == -0.5
    assert by_reserve(found)["hand"].tolist() == ["0 to 2", "3 or 4", "5 or more"]
    assert five.prices(found.iloc[:0]).empty


# --- variants and answers -------------------------------------------------------------------------------------------


def test_measures_of_a_variant():
    base = frame(score=[10, 6, 4, 4], **{"turns_by_chains.2": [6, 6, 6, 6], "idle": [3, 0, 0, 0]})
    sums = {name: (y / x).mean() for name, (y, x) in variants.measures(base).items()}
    assert sums == {"points a seat": 6.0, "lead of the winner": 2.0, "W of seat 0": 0.5, "shared wins": 0.0,
                    "turns short of priests": 0.125}  # fmt: skip
    same = five.compare_variants(base, {"same": base}, 0.02)
    assert (same["value"] == 0).all()
    better = five.compare_variants(base, {"more": base.assign(score=base["score"] + 2)}, 0.02).set_index("measure")
    assert better.loc["points a seat", "value"] == 2.0
    assert better.loc["lead of the winner", "value"] == 0.0
    assert five.compare_variants(base, {}, 0.02).empty


def test_sides_cancel_seats():
    """Seat 0 always wins whatever its side: no side is better. If side 1 always wins, it is by everything."""
    seat = frame(share=[1.0, 0.0, 1.0, 0.0])
    assert five.sides(seat, seat, lambda s: s + 1).effect == 0.0
    other = frame(share=[0.0, 1.0, 0.0, 1.0])
    assert five.sides(seat, other, lambda s: s + 1).effect == 1.0


def test_what_each_side_of_the_goal_met():
    met = {"goals.3": [1, 0, 1, 0]}
    table = five.goal_table(frame(**met), frame(**met), lambda s: s + 1, ("3",)).set_index(["what", "side"])
    assert table.loc["W", "value"].tolist() == [0.5, 0.5] and set(table["seats"]) == {4}
    assert table.loc["met the goal of 3 points", "value"].tolist() == [0.5, 0.5]


def many(copies=30, **columns):
    """Copies of the two games, so that intervals close."""
    parts = [frame(**columns).assign(game=[2 * k, 2 * k, 2 * k + 1, 2 * k + 1], block=[2 * k, 2 * k, 2 * k + 1, 2 * k + 1])
             for k in range(copies)]  # fmt: skip
    return pd.concat(parts, ignore_index=True)


ASKED = {
    "best length": ({"lengths.2": [1] * 4, "earned.2": [1.0] * 4, "lengths.9": [1] * 4, "earned.9": [9.0] * 4}, "long"),
    "second chain": ({"turns_by_chains.2": [3] * 4, "earned_by_order.first": [6.0] * 4,
                      "earned_by_order.second": [3.0] * 4}, "less"),
    "priests bind": ({"turns_by_chains.2": [6] * 4, "idle": [1] * 4}, "yes"),
    "board": ({}, "A"),
    "main source": ({"points.colour": [9, 1, 1, 9], "points.bonus": [3, 2, 2, 3]}, "colour"),
    "habit: one cell": ({"claims.1": [1, 3, 3, 1], "claims.2": [3, 1, 1, 3]}, "no"),
    "habit: leftmost": ({"claims.1": [4] * 4, "leftmost": [3, 1, 1, 3]}, "yes"),
    "habit: supreme": ({"claims.1": [4] * 4, "supreme": [1, 3, 3, 1]}, "no"),
    "habit: covering": ({"on_chains": [4] * 4, "coverable": [3, 1, 1, 3]}, "yes"),
    "tiles kept most": ({"kept.quad": [3] * 4, "gave.quad": [0] * 4, "kept.single": [1] * 4, "gave.single": [3] * 4}, "quad"),
}  # fmt: skip


def test_every_question_is_asked_here():
    assert set(ASKED) == set(five.ANSWERS)


@pytest.mark.parametrize("name", ASKED)
def test_answers(name):
    columns, word = ASKED[name]
    assert five.ANSWERS[name](many(**columns)) == word


@pytest.mark.parametrize("name", five.ANSWERS)
def test_answers_are_open_when_nothing_happened(name):
    assert five.ANSWERS[name](frame()) is None


def test_an_answer_within_the_margin_is_no_difference():
    assert answers.second_chain(many(**ASKED["second chain"][0] | {"earned_by_order.second": [6.0] * 4})) == "as much"
    assert answers.priests_bind(many(60, **{"turns_by_chains.2": [6] * 4})) == "no"
    assert answers.board(many(share=[0.5] * 4)) == "equal"
