"""Whole random games: nothing is lost or made, records can be used again, columns count what the trace shows."""

from collections import Counter

import numpy as np
import pytest

from temple_sim.engine.playout import Table
from temple_sim.engine.trace import narrate_game, trace_game
from tests.driver import match_of
from tests.games.five.altered import ALTERED
from tests.games.five.walking import walk

VARIANTS = [(2, []), (3, ["special.set=effect", "variant.bird_in_hand=true"]), (4, ["special.set=mixed"]),
            (4, ALTERED["many priests, many chains"])]  # fmt: skip


@pytest.mark.parametrize(("players", "settings"), VARIANTS)
def test_components_are_conserved(players, settings):
    for driver in walk(players, settings):
        s, rules, seats = driver.record, driver.rules, range(players)
        held = Counter(int(tile) for seat in seats for tile in s.held[seat, : s.held_n[seat]])
        stack = Counter(s.tile_stack[s.tile_next : rules.tiles].tolist())
        for face, n in enumerate(rules.face_count):
            assert int(s.laid[face]) + held[face] + stack[face] == n
        for piece in range(8):
            kind, colour = divmod(piece, 4)
            left = s.piece_stack[kind, s.piece_next[kind] : 4 * rules.per_colour[kind]].tolist().count(colour)
            assert int(s.pieces[:, piece].sum()) + int(s.placed[:, piece].sum()) + left == rules.per_colour[kind]
        cards = [*s.won_card[: s.won_n].tolist(), *(card for card in s.open.tolist() if card >= 0)]
        cards += [int(s.own_card[seat]) for seat in seats if s.own_cells[seat] >= 0]
        cards += [card for god in range(5) for card in s.deck[god, s.deck_next[god] : rules.cards[god]].tolist()]
        assert sorted(cards) == [god * 20 + place for god in range(5) for place in range(rules.cards[god])]
        for seat in seats:
            on_cards = (
                sum(int(s.on[god, seat]).bit_count() for god in range(5)) + max(0, int(s.own_cells[seat])).bit_count()
            )
            assert int(s.reserve[seat]) + int(s.priests[seat]).bit_count() + on_cards == rules.priests
            assert s.piece_n[seat].tolist() == [int(s.pieces[seat, :4].sum()), int(s.pieces[seat, 4:].sum())]


def test_pyramids_stay_whole():
    for driver in walk(3, ["special.set=mixed"], seed=4):
        s = driver.record
        for seat in range(3):
            colours = [int(mask) for mask in s.colour[seat]]
            tops = [0xFF818181818181FF, *(int(mask) for mask in s.top[seat])]
            for masks in (colours, tops):
                assert sum(masks) == np.bitwise_or.reduce([np.uint64(mask) for mask in masks])  # no space twice
            assert not sum(colours) & ~sum(tops)  # decorations lie on spaces
            assert not int(s.priests[seat]) & ~sum(colours)  # priests stand on decorations


def test_actions_are_listed_once_and_within_the_bound():
    for driver in walk(2, ["special.set=effect", *ALTERED["rich in bonus pieces"]], seed=3):
        n = driver.table.contract.legal_actions(driver.record, driver.rules, driver.table.actions)
        if not driver.record.over:
            assert 1 <= n <= driver.match.game.max_actions
            assert len(set(driver.table.actions[:n].tolist())) == n


def test_a_turn_is_a_seats_go_in_a_step():
    for players in (2, 3, 4):
        rows = Table(match_of("five", players, n=50)).play(0, 50)
        assert set(rows["turns"].tolist()) == {players * 3 * 6}


def test_a_used_record_plays_like_a_fresh_one():
    match = match_of("five", 4, settings=["special.set=effect", "variant.bird_in_hand=true"], n=300)
    used = Table(match)
    rows = used.play(0, 300)
    for number in (1, 150, 299):
        assert Table(match).play(number, 1)[0].tobytes() == rows[number].tobytes() == used.play(number, 1)[0].tobytes()


def count_events(events, players):
    """Counters of a game from nothing but its trace."""
    tally = Counter()
    state = next(events)["state"]
    end = None
    for event in events:
        if event["event"] == "end":
            end = event
            break
        seat, action, after = event["seat"], event["action"], event["state"]
        tally["plies", 0] += 1
        gained = len(after["bonus"][seat]) - len(state["bonus"][seat])
        match action["type"]:
            case "chain":
                level, length = state["level"] - 1, after["chain"]["length"]
                tally["chains", seat, level] += 1
                tally["spaces", seat, level] += length
                tally["lengths", seat, min(length, 16) - 1] += 1
                tally["on_chains", seat] += len(after["priests"][seat]) - len(state["priests"][seat])
            case "bless":
                mine = next((c for c in state["private"] if c["owner"] == seat), None)
                card = mine if action["god"] == "own" else state["open"][action["god"]]
                tally["wasted", seat] += state["chain"]["length"] - sum(card["cells"][cell] for cell in action["cells"])
                tally["on_cards", seat] += len(action["cells"])
                tally["claims", seat, len(action["cells"]) - 1] += 1
                tally["supreme", seat] += action["god"] == "W"
                tally["leftmost", seat] += 0 in action["cells"]
                tally["helped", seat] += any(
                    len(after["won"][k]) > len(state["won"][k]) for k in range(players) if k != seat
                )
                tally["gained", seat] += gained
            case "bonus":
                tally["placed", seat, int(action["piece"][1]) - 2] += 1
            case "stop":
                tally["turns_by_chains", seat, min(3, state["chains_used"])] += 1
            case "tile" | "blank":
                tally["covered", seat] += len(state["priests"][seat]) - len(after["priests"][seat])
            case "share":
                tally["kept", seat] += 1
        state = after
    for seat in range(players):
        tally["reserve", seat] = state["reserve"][seat]
        tally["left", seat] = len(state["bonus"][seat])
        for card in state["won"][seat]:
            tally["cards_god", seat, "RYGBW".index(card["god"])] += 1
            tally["cards_size", seat, len(card["cells"]) - 1] += 1
            tally["card points", seat] += card["points"]
    return tally, end


@pytest.mark.parametrize("settings", [[], ["variant.ultimate_goal=2", "priests=6"]])
def test_columns_count_what_the_trace_shows(settings):
    players = 3
    table = Table(match_of("five", players, settings=settings, seed=9, n=12))
    for number in range(12):
        tally, end = count_events(trace_game(table, number), players)
        row = table.play(number, 1)[0]
        for seat in range(players):
            for name in ("wasted", "on_chains", "on_cards", "covered", "supreme", "leftmost", "helped", "reserve"):
                assert row[name][seat] == tally[name, seat], name
            for name in (
                "chains",
                "spaces",
                "lengths",
                "claims",
                "turns_by_chains",
                "placed",
                "cards_god",
                "cards_size",
            ):
                assert row[name][seat].tolist() == [tally[name, seat, k] for k in range(row[name].shape[1])], name
            assert int(row["gained"][seat].sum()) == tally["gained", seat]
            assert int(row["left"][seat].sum()) == tally["left", seat]
            assert int(row["kept"][seat].sum()) == tally["kept", seat] == 5
            assert int(row["gave"][seat].sum()) == 2 * 3 + 2
            assert int(row["points"][seat, :2].sum()) == tally["card points", seat]
            assert int(row["points"][seat].sum()) == end["scores"][seat] == row["score"][seat]
            assert row["cards_shape"][seat].sum() == row["cards_god"][seat].sum()
            assert row["lead"][seat, 2] == end["scores"][seat] - max(
                s for k, s in enumerate(end["scores"]) if k != seat
            )


def test_credited_points_add_up_to_the_points_of_cards():
    rows = Table(match_of("five", 4, settings=["special.set=effect"], n=200)).play(0, 200)
    cards = rows["points"][..., :3].sum(axis=2)
    pieces = rows["on_cards"] * 0.001  # credits are rounded down to 1/1000 a cell
    for column in ("earned", "earned_by_order"):
        credited = rows[column].sum(axis=2)
        assert (credited <= cards + 1e-3).all()
        assert (credited >= cards - pieces - 1e-3).all()


@pytest.mark.parametrize("settings", [[], ["level2.rounds=0", "level3.rounds=0"], ["special.set=mixed"]])
def test_headlines_name_metrics_with_values(settings):
    match = match_of("five", 4, settings=settings, n=400)
    rows, values = Table(match).play(0, 400), match.ruleset.values
    metrics = {metric.name: metric for metric in match.game.all_metrics(values, 4)}
    assert len(metrics) == len(match.game.all_metrics(values, 4))
    for table in match.game.headlines(values, 4):
        for words, cells in table.rows:
            assert len(cells) == len(table.columns), words
            for name in filter(None, cells):
                metric = metrics[name]
                value, weight = metric.value(rows), metric.weight(rows) if metric.weight else None
                assert value.shape[0] == 400
                total = value.size if weight is None else weight.sum()
                assert np.isfinite(value).all(), name
                assert not metric.share or 0 <= value.sum() <= total, name


def test_metrics_ignore_seats_that_are_not_there():
    match = match_of("five", 2, n=100)
    rows = Table(match).play(0, 100)
    metrics = {metric.name: metric for metric in match.game.metrics(match.ruleset.values, 2)}
    boards = sum(metrics[f"W.board.{letter}"].weight(rows).sum() for letter in "ABCD")
    assert boards == 200


def test_a_game_is_told_for_people():
    table = Table(match_of("five", 3, settings=["special.set=effect"], n=1))
    lines = list(narrate_game(table, 0))
    assert len(lines) > 100
    assert all(len(line) < 160 for line in lines)
    assert any("keeps" in line for line in lines)
    assert any("uses a chain" in line for line in lines)
