"""What a view hides, and the states drawn from it."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from temple_sim.core.random import RNG, begin_game, begin_turn
from temple_sim.games.lost_temple.draft import drafter, picks_in_round
from temple_sim.games.lost_temple.piles import append, card_at, pile_size, set_of
from temple_sim.games.lost_temple.tables import CARDS, CHARACTERS
from temple_sim.games.lost_temple.views import may_hold
from tests.driver import Driver
from tests.games.lost_temple.altered import ALTERED

SETTINGS = {"default": [], **{name: ALTERED[name] for name in ("surplus cards", "tokens stay", "one chance space")}}


class Walker:
    """Random games, stopping at every decision."""

    def __init__(self, players, settings=(), seed=1):
        self.driver = Driver("lost_temple", players, settings, seed)
        self.state, self.rules, self.luck = self.driver.record, self.driver.rules, self.driver.luck
        self.contract = self.driver.table.contract
        self.view, self.drawn, self.again = np.zeros(3, self.driver.match.game.state)
        self.hidden_luck = np.zeros(1, RNG)[0]
        begin_game(self.hidden_luck, np.uint64(seed), 99)
        self.choice = np.random.default_rng(seed)

    def decisions(self, limit):
        """Yield before each decision of a game, at most `limit` times."""
        for _ in range(limit):
            if self.state.over:
                return
            yield
            n = self.contract.legal_actions(self.state, self.rules, self.driver.table.actions)
            action = self.driver.table.actions[self.choice.integers(n)]
            self.contract.apply_action(self.state, self.rules, action, self.luck)

    def observe(self, seat):
        """The seat's view."""
        self.contract.observe(self.state, self.rules, seat, self.view)
        return self.view

    def draw(self, seat):
        """A full state drawn from the last view."""
        self.contract.determinize(self.view, self.rules, seat, self.drawn, self.hidden_luck)
        return self.drawn


@pytest.mark.parametrize("name", list(SETTINGS))
@pytest.mark.parametrize("players", range(2, 9))
def test_a_drawn_state_gives_the_same_view(players, name):
    walker = Walker(players, SETTINGS[name], seed=players)
    for _ in walker.decisions(60):
        for seat in range(players):
            walker.observe(seat)
            drawn = walker.draw(seat)
            walker.contract.observe(drawn, walker.rules, seat, walker.again)
            assert walker.again.tobytes() == walker.view.tobytes()
            check_complete(walker, drawn)


def check_complete(walker, drawn):
    """The drawn state has every card and token once, and agrees with all that has happened in the open."""
    state, rules, players = walker.state, walker.rules, int(walker.state.players)
    names = walker.driver.match.game.codec.state(drawn, walker.driver.values)
    true = walker.driver.match.game.codec.state(state, walker.driver.values)
    cards = sum(names["chosen"], []) + names["face_up"] + names["face_down"] + names["hand"] + names["leftover"]
    assert sorted(cards) == sorted(CHARACTERS)
    assert [len(cards) for cards in names["chosen"]] == [len(cards) for cards in true["chosen"]]
    for key in ("face_up", "face_down", "hand", "leftover"):
        assert len(names[key]) == len(true[key])
    tokens = np.bincount(drawn.tokens[: rules.tokens], minlength=7)
    assert tokens.tolist() == rules.token_count.tolist()
    for card in range(state.called + 1):
        assert drawn.owner[card] == state.owner[card]
    # Every hand passed is the one before without the card picked (and cards laid aside), in the same order.
    hands = [
        drawn.seen[drafter(drawn, t), t // players] for t in range(min(drawn.drafted + 1, picks_in_round(players)))
    ]
    for place in range(drawn.drafted):
        assert set_of(hands[place]) >> (int(drawn.picks[place]) - 1) & 1
    for earlier, later in zip(hands, hands[1:] if players < 8 else hands[1:7], strict=False):
        names = [card_at(later, i) for i in range(pile_size(later))]
        assert [c for c in (card_at(earlier, i) for i in range(pile_size(earlier))) if c in names] == names


@pytest.mark.parametrize("players", range(2, 9))
def test_views_of_states_that_differ_only_in_hidden_parts_are_equal(players):
    walker = Walker(players, seed=10 + players)
    for _ in walker.decisions(80):
        for seat in range(players):
            before = walker.observe(seat).tobytes()
            drawn = walker.draw(seat)
            for name in ("offered", "picked", "offered_at", "picked_at"):  # the draft's counters are hidden as well
                drawn[name] = 7
            walker.contract.observe(drawn, walker.rules, seat, walker.again)
            assert walker.again.tobytes() == before


def test_the_view_masks_what_the_rules_hide():
    d = Driver("lost_temple", 5)
    d.act(type="pick", character=d.state["hand"][2])
    view, state, first = np.zeros(1, d.match.game.state)[0], d.record, d.record.idol
    d.table.contract.observe(state, d.rules, (first + 1) % 5, view)
    assert view.hand == state.hand and view.face_down == view.leftover == 0 and not view.picks.any()
    assert (view.owner == -1).all() and (view.tokens[:18] == -1).all()
    d.table.contract.observe(state, d.rules, first, view)
    assert view.hand == 0 and view.picks[0] == state.picks[0] and view.seen[first, 0] == state.seen[first, 0] != 0
    assert np.count_nonzero(view.seen) == 1 and (view.owner == state.owner).all()


def test_only_the_last_drafter_knows_the_leftover():
    d = Driver("lost_temple", 4)
    for _ in range(4):
        d.act(type="pick", character=d.state["hand"][0])
    view = np.zeros(1, d.match.game.state)[0]
    for seat in range(4):
        d.table.contract.observe(d.record, d.rules, seat, view)
        assert (view.leftover == d.record.leftover) == (seat == (d.record.idol + 3) % 4)


# --- Exact distributions: every assignment of cards that fits, found by trying all of them.


def fits(assignment, places, state, seat):
    """Whether an assignment (card by place) agrees with what a seat has seen and heard."""
    players = int(state.players)
    for place in range(state.drafted):
        at = places.index(f"p{place}")
        if drafter(state, place) == seat:
            if assignment[at] != state.picks[place] - 1:
                return False
            if sum(1 << card for card in assignment[at:]) != set_of(state.seen[seat, place // players]):
                return False
    owners = dict.fromkeys(range(CARDS), -1)
    for name, card in zip(places, assignment, strict=True):
        owners[card] = drafter(state, int(name[1:])) if name[0] == "p" else -1
    if drafter(state, state.drafted - 1) == seat and set_of(state.leftover) != sum(
        1 << card for name, card in zip(places, assignment, strict=True) if name == "left"
    ):
        return False
    return all(owners[card] == state.owner[card] for card in range(state.called + 1))


def key_of(state):
    """Who has which card, and what lies face down in which order."""
    return tuple(int(p) for p in state.picks), int(state.face_down), int(state.leftover)


def all_fitting(state, places, seat):
    """Keys of all states that fit, each assignment once; the seat's own picks are fixed, the others tried."""
    up, players = set_of(state.face_up), int(state.players)
    own = {places.index(f"p{t}"): int(state.picks[t]) - 1 for t in range(state.drafted) if drafter(state, t) == seat}
    others = [card for card in range(CARDS) if not up >> card & 1 and card not in own.values()]
    assert len(own) == (2 if players < 4 else 1)
    found = set()
    for order in permutations(others):
        rest = iter(order)
        assignment = [own[at] if at in own else next(rest) for at in range(len(places))]
        if not fits(assignment, places, state, seat):
            continue
        picks, down, left = [0] * 8, 0, 0
        for name, card in zip(places, assignment, strict=True):
            if name[0] == "p":
                picks[int(name[1:])] = card + 1
            elif name == "down":
                down = append(down, card)
            else:
                left = append(left, card)
        found.add((tuple(picks), int(down), int(left)))
    return found


@pytest.mark.parametrize(("players", "calls"), [(2, 0), (2, 4), (3, 5), (4, 0), (5, 2), (6, 3)])
def test_draws_are_uniform_over_all_that_fits(players, calls):
    walker = Walker(players, seed=20 + players)
    state = walker.state
    for _ in walker.decisions(500):
        if state.called >= calls and state.drafted == picks_in_round(players):
            break
    up = pile_size(state.face_up)
    if players == 2:
        places = ["down", "p0", "p1", "down", "p2", "down", "p3", "left"]
    elif players == 3:
        places = ["down", "p0", "p1", "p2", "down", "p3", "p4", "p5", "left"]
    else:
        places = ["down"] + [f"p{t}" for t in range(players)] + ["left"]
    assert len(places) + up == CARDS
    for seat in (int(state.idol), (int(state.idol) + players - 1) % players):
        support = all_fitting(state, places, seat)
        assert key_of(state) in support
        walker.observe(seat)
        counts = Counter()
        draws = max(1000, min(15 * len(support), 6000))
        for _ in range(draws):
            counts[key_of(walker.draw(seat))] += 1
        assert set(counts) <= support
        if 1 < len(support) <= draws // 10:
            assert chisquare([counts[key] for key in support]).pvalue > 1e-4


def test_may_hold_names_exactly_the_characters_that_fit():
    walker = Walker(4, seed=3)
    state = walker.state
    for _ in walker.decisions(200):
        if state.drafted < 4:
            continue
        seat = int(state.to_move)
        support = all_fitting(state, ["down", "p0", "p1", "p2", "p3", "left"], seat)
        view = walker.observe(seat)
        for other in range(4):
            place = (other - int(state.idol)) % 4
            expected = {key[0][place] - 1 for key in support if key[0][place] - 1 > state.called}
            mask = may_hold(view, walker.rules, seat, other)
            assert {card for card in range(CARDS) if mask >> card & 1} == expected


@pytest.mark.parametrize("called", [-1, 3, 5])
def test_the_eighth_seats_choice_is_drawn_uniformly(called):
    """Seat 0 picked first of eight; seat 7 took one of the last card and the face-down one."""
    d = Driver("lost_temple", 8)
    state = d.record
    while state.drafted < 8 and d.state["phase"] == "draft":
        # The face-down card is kept by nobody if it can be left over.
        d.act(type="pick", character=d.state["hand"][0])
    if called >= 0:
        state.called = called
    walker = Walker(8)
    view, drawn = walker.view, walker.drawn
    seat, players = int(state.idol), 8
    d.table.contract.observe(state, d.rules, seat, view)
    own = int(state.picks[0]) - 1
    # All ways: eight cards on p1..p6, the last card of the hand, and the face-down card, and which of the two is taken.
    support = set()
    seen = set_of(state.seen[seat, 0])
    down = next(card for card in range(CARDS) if not seen >> card & 1)  # seat 0 saw all but it
    for cards in permutations([card for card in range(CARDS) if card not in (own, down)]):
        for last, left in ((cards[6], down), (down, cards[6])):
            picks = (own, *cards[:6], last)
            owner = {card: (seat + place) % players for place, card in enumerate(picks)}
            if all(owner.get(card, -1) == state.owner[card] for card in range(state.called + 1)):
                support.add((tuple(card + 1 for card in picks), 0, int(append(0, left))))
    begin_turn(walker.hidden_luck, 1)
    counts = Counter()
    for _ in range(3000):
        d.table.contract.determinize(view, d.rules, seat, drawn, walker.hidden_luck)
        counts[key_of(drawn)] += 1
    assert set(counts) <= support
    left_down = sum(n for key, n in counts.items() if key[2] == append(0, down))
    share = sum(key[2] == append(0, down) for key in support) / len(support)
    assert abs(left_down / 3000 - share) < 4.5 * np.sqrt(max(share * (1 - share), 1e-9) / 3000)
    if 1 < len(support) <= 300:
        assert chisquare([counts[key] for key in support]).pvalue > 1e-4


def test_unknown_tokens_are_drawn_from_what_is_left():
    d = Driver("lost_temple", 5)
    walker = Walker(5)
    state = d.record
    state.known[0] = 1 << 2  # seat 2 has seen the token at space 11
    state.returned = state.tokens[17]  # and a kind that was shuffled into the reserve
    d.table.contract.observe(state, d.rules, 2, walker.view)
    assert walker.view.tokens[0] == state.tokens[0] and (walker.view.tokens[1:18] == -1).all()
    left = d.rules.token_count.copy()
    left[state.tokens[0]] -= 1
    left[state.returned] -= 1
    counts = np.zeros(7, int)
    for _ in range(4000):
        d.table.contract.determinize(walker.view, d.rules, 2, walker.drawn, walker.hidden_luck)
        counts[walker.drawn.tokens[5]] += 1
        assert state.returned in walker.drawn.tokens[12:18]
    possible = left > 0
    assert counts[~possible].sum() == 0
    assert chisquare(counts[possible], left[possible] / left.sum() * 4000).pvalue > 1e-4
