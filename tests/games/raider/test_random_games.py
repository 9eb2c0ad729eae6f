"""Random games of Temple Raider: conservation, counters, views, and chance against exact probabilities."""

from collections import Counter
from itertools import pairwise, permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from temple_sim.core.random import RNG, begin_game
from temple_sim.engine.playout import Table
from temple_sim.engine.trace import trace_game
from temple_sim.games.raider.state import kinds_of
from temple_sim.games.raider.tables import WORDS
from tests.driver import match_of
from tests.games.raider.altered import ALTERED

RULESETS = {"default": [], **ALTERED}


def _table(players, settings=(), seed=1):
    return Table(match_of("raider", players, settings=settings, seed=seed, n=10**6))


def _states(table, number, every):
    """Records (the live one) of a random game at every so many decisions."""
    chooser = np.random.default_rng(number)
    state, luck, rules = table.deal(number)
    ply = 0
    while not state.over:
        n = table.contract.legal_actions(state, rules, table.actions)
        assert 1 <= n <= len(table.actions)
        if ply % every == 0:
            yield state, rules, luck
        table.contract.apply_action(state, rules, int(table.actions[chooser.integers(n)]), luck)
        ply += 1
    yield state, rules, luck


@pytest.mark.parametrize("name", RULESETS)
def test_components_are_conserved(name):
    for players in (2, 3, 4):
        table = _table(players, RULESETS[name])
        values = table.match.ruleset.values
        cards = Counter(card["name"] for card in values["cards.deck"])
        capacity = [values[f"rooms.{room}"] for room in ("altar", "storage", "camp")]
        for record, rules, _ in _states(table, players, 5):
            state = table.match.game.codec.state(record, values)
            for seat in range(players):
                rooms = [state[room][seat] for room in ("altar", "storage", "camp")]
                relics = state["relics"][seat]
                between = (state["phase"] == "room" and state["to_move"] == seat) or state["winner"] == seat
                assert len(relics) + sum(rooms) + between == 10
                assert all(0 <= here <= most for here, most in zip(rooms, capacity, strict=True))
                assert len({tuple(r) for r in relics}) == len(relics)
                assert all(0 <= step < values["temple.steps"][column - 1] for column, step in relics)
                left = sum(values["temple.steps"][column - 1] - step for column, step in relics)
                assert (record.steps_left[seat], record.escaped[seat]) == (left, 10 - len(relics))
                board = [name for name in state["board"][seat] if name]
                assert Counter([*board, *state["deck"][seat], *state["discard"][seat]]) == cards
            assert record.pending_n <= 19 or rules.card_length.max() < 10


@pytest.mark.parametrize("name", RULESETS)
def test_each_legal_action_is_listed_once(name):
    table = _table(3, RULESETS[name])
    for record, rules, _ in _states(table, 8, 3):
        if not record.over:
            n = table.contract.legal_actions(record, rules, table.actions)
            shown = [
                str(table.match.game.codec.action(int(a), record, table.match.ruleset.values))
                for a in table.actions[:n]
            ]
            assert len(set(shown)) == n


def test_the_longest_action_list_fits():
    # Nine relics in storage without a bonus: each of the ten bump counts of each of the three dice choices lists the
    # relic left and eight cards, beside the resupplies and the stop.
    deck = (
        'cards.deck=[{number = 4, name = "four", effects = ["any"]}, {number = 8, name = "eight", effects = ["any"]}]'
    )
    settings = [deck, "cards.slots=8", "storage.bonus=0", "rooms.storage=9"]
    table = _table(2, settings)
    state, _, rules = table.deal(0)
    state.phase, state.hand[0], state.dice_face[:2] = WORDS.index("use"), 3, 4
    state.relics[0, :], state.relics[0, 4] = 0, 1
    state.board[0, :], state.storage[0], state.escaped[0] = 0, 9, 9
    assert table.contract.legal_actions(state, rules, table.actions) == 2 * 10 * 9 + 2  # resupply left, and stop


@pytest.mark.parametrize("name", ["default", "mirrors", "long cards", "one slot"])
def test_views_leak_nothing_and_determinize_fits(name):
    for players in (2, 4):
        table = _table(players, RULESETS[name])
        view, full, other = np.zeros(1, table.states.dtype), table.states[1], np.zeros(1, table.states.dtype)
        rng = np.zeros(1, RNG)[0]
        begin_game(rng, np.uint64(5), 3)
        contract = table.contract
        for record, rules, _ in _states(table, 77 + players, 11):
            for seat in range(players):
                contract.observe(record, rules, seat, view[0])
                contract.determinize(view[0], rules, seat, full, rng)
                contract.observe(full, rules, seat, other[0])
                assert view.tobytes() == other.tobytes()
                # A full state differs from the true one in nothing but the order of the decks.
                for owner in range(players):
                    n = record.deck_n[owner]
                    assert sorted(full.deck[owner, :n]) == sorted(record.deck[owner, :n])
                for field in table.states.dtype.names:
                    assert field == "deck" or np.array_equal(full[field], record[field]), field


def test_the_view_is_the_same_for_every_order_of_the_decks():
    table = _table(3)
    state, _, rules = table.deal(4)
    views = np.zeros(2, table.states.dtype)
    table.contract.observe(state, rules, 1, views[0])
    for owner in range(3):
        n = state.deck_n[owner]
        state.deck[owner, :n] = state.deck[owner, :n][::-1].copy()
        state.deck[owner, n:] = 7  # what is left behind past the end
    table.contract.observe(state, rules, 1, views[1])
    assert views[0].tobytes() == views[1].tobytes()


def test_determinize_draws_every_order_equally_often():
    names = ("a", "b", "c", "d")
    deck = "cards.deck=[" + ",".join(f'{{number = 1, name = "{n}", effects = ["any"]}}' for n in names) + "]"
    table = _table(2, [deck, "cards.slots=1"])
    state, _, rules = table.deal(0)
    view, full = table.states[1], table.states[2].copy()
    table.contract.observe(state, rules, 0, view)
    rng, found = np.zeros(1, RNG)[0], Counter()
    for number in range(3000):
        begin_game(rng, np.uint64(9), number)
        table.contract.determinize(view, rules, 0, full, rng)
        found[tuple(full.deck[0, :3].tolist())] += 1
    assert len(found) == 6
    assert chisquare(list(found.values())).pvalue > 1e-4


def test_each_die_rolls_its_faces_equally_often():
    settings = ['dice.0={name = "odd", faces = [1, 3, 3, 9], lava = [3]}']
    table = _table(4, settings, seed=3)
    found = [Counter() for _ in range(5)]
    pairs = Counter()
    for number in range(6000):
        state, _, _ = table.deal(number)
        for die in range(5):
            found[die][int(state.dice_face[die])] += 1
        pairs[int(state.dice_face[1]), int(state.dice_face[4])] += 1
        assert (state.dice_lava & 1) == (state.dice_face[0] == 3)
    assert chisquare([found[0][1], found[0][3], found[0][9]], [1500, 3000, 1500]).pvalue > 1e-4
    for counts in found[1:]:
        assert chisquare([counts[face] for face in range(1, 7)]).pvalue > 1e-4
    assert chisquare([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]).pvalue > 1e-4


def test_dice_of_later_turns_are_fair_and_independent_of_the_turn_before():
    table = _table(2, seed=4)
    found, lag = Counter(), Counter()
    for number in range(6):
        states = [event["state"] for event in trace_game(table, number) if "state" in event]
        rolls = {state["turn"]: [die["face"] for die in state["dice"]] for state in states}
        for turn, roll in rolls.items():
            found.update(roll)
            if turn > 1:
                lag[rolls[turn - 1][0], roll[0]] += 1
    assert chisquare([found[face] for face in range(1, 7)]).pvalue > 1e-4
    assert chisquare([lag[a, b] for a in range(1, 7) for b in range(1, 7)]).pvalue > 1e-4


def test_every_deal_is_equally_likely():
    names = ("a", "b", "c", "d")
    deck = "cards.deck=[" + ",".join(f'{{number = 1, name = "{n}", effects = ["any"]}}' for n in names) + "]"
    table = _table(2, [deck, "cards.slots=2"], seed=8)
    values = table.match.ruleset.values
    found, same = Counter(), 0
    for number in range(6000):
        state, _, _ = table.deal(number)
        orders = []
        for seat in range(2):
            left = state.deck[seat, :2].tolist()[::-1]
            orders.append(tuple(list(kinds_of(values))[kind] for kind in [*state.board[seat, :2], *left]))
        found[orders[0]] += 1
        same += orders[0] == orders[1]
    assert chisquare([found[order] for order in permutations(names)]).pvalue > 1e-4
    assert chisquare([same, 6000 - same], [250, 5750]).pvalue > 1e-4  # 24 orders; seats are dealt independently


def test_a_used_record_plays_the_same_games_as_a_fresh_one():
    used = _table(4, ALTERED["mirrors"])
    rows = used.play(0, 12)
    for number in (0, 5, 11):
        assert used.play(number, 1).tobytes() == rows[number : number + 1].tobytes()
        assert _table(4, ALTERED["mirrors"]).play(number, 1).tobytes() == rows[number : number + 1].tobytes()


def _tally(events, players):
    """The counters of a row, worked out from the trace alone."""
    acts = ("dice_alone", "dice_summed", "bumps", "resupplies_storage", "resupplies_left", "wilds", "pushes_made")
    moves = ("eruptions_caused", "eruptions_suffered", "eruptions_declined", "pushes_suffered", "pushes_declined")
    found = {name: [0] * players for name in (*acts, *moves)}
    used, placed = [Counter() for _ in range(players)], [Counter() for _ in range(players)]
    for before, event in pairwise(events[:-1]):
        seat, action, kind = event["seat"], event["action"], event["action"]["type"]
        if kind in ("relic", "card", "wild"):
            found["dice_summed" if len(action["dice"]) == 2 else "dice_alone"][seat] += len(action["dice"])
            found["bumps"][seat] += action["bumps"]
            found["wilds"][seat] += kind == "wild"
        if kind == "card":
            used[seat][before["state"]["board"][seat][action["slot"]]] += 1
        if kind in ("erupt", "push"):
            made, suffered = (("eruptions_caused", "eruptions_suffered"), ("pushes_made", "pushes_suffered"))[
                kind == "push"
            ]
            found[made][seat] += 1
            found[suffered][action["seat"]] += 1
        if kind == "stop" and event["phase"] in ("erupt", "push"):
            found["eruptions_declined" if event["phase"] == "erupt" else "pushes_declined"][seat] += 1
        if kind == "resupply":
            found[f"resupplies_{action['kind']}"][seat] += 1
        if kind == "room":
            placed[seat][action["room"]] += 1
    return found, used, placed


@pytest.mark.parametrize("name", ["default", "mirrors", "big bonus"])
def test_the_row_counts_what_the_trace_tells(name):
    table = _table(3, RULESETS[name])
    values = table.match.ruleset.values
    for number in range(2):
        row, events = table.play(number, 1)[0], list(trace_game(table, number))
        found, used, placed = _tally(events, 3)
        for column, counts in found.items():
            assert row[column][:3].tolist() == counts, column
        for seat in range(3):
            assert [used[seat][kind] for kind in kinds_of(values)] == row["cards_used"][seat][
                : len(kinds_of(values))
            ].tolist()
            assert [placed[seat][room] for room in ("altar", "storage", "camp")] == row["placed"][seat].tolist()


def _gone(state, values, seat):
    steps = values["temple.steps"]
    return sum(steps) - sum(steps[column - 1] - step for column, step in state["relics"][seat])


def test_quarters_lead_changes_and_escapes_follow_from_the_trace():
    table = _table(3)
    values = table.match.ruleset.values
    total = sum(values["temple.steps"])
    for number in range(2):
        row, events = table.play(number, 1)[0], list(trace_game(table, number))
        states = [event["state"] for event in events[:-1]]
        ends = _turn_ends(states)
        leaders, quarters = [], {}
        for turn, gone in ((turn, [_gone(state, values, seat) for seat in range(3)]) for turn, state in ends):
            best = [seat for seat in range(3) if gone[seat] == max(gone)]
            leaders += best if len(best) == 1 else []
            for quarter in (1, 2, 3):
                if quarter not in quarters and max(gone) >= quarter * total / 4:
                    quarters[quarter] = (turn, gone)
        assert row["lead_changes"] == sum(a != b for a, b in pairwise(leaders))
        assert row["quarter_turn"].tolist() == [quarters[quarter][0] for quarter in (1, 2, 3)]
        assert row["quarter_progress"][:3].T.tolist() == [quarters[quarter][1] for quarter in (1, 2, 3)]
        for seat in range(3):
            escapes = _escapes(states, seat)
            columns, turns = row["escape_column"][seat].tolist(), row["escape_turn"][seat].tolist()
            assert list(zip(columns, turns, strict=True)) == escapes + [(0, 0)] * (10 - len(escapes))


def _turn_ends(states):
    """(turn, relics after it) of each turn: the relics a turn begins with are those the one before ended with."""
    ends = [(a["turn"], b) for a, b in pairwise(states) if b["turn"] > a["turn"]]
    return [*ends, (states[-1]["turn"], states[-1])]


def _escapes(states, seat):
    found = []
    for before, after in pairwise(states):
        if len(after["relics"][seat]) < len(before["relics"][seat]):
            gone = Counter(c for c, _ in before["relics"][seat]) - Counter(c for c, _ in after["relics"][seat])
            found.append((next(iter(gone)), before["turn"]))
    return found
