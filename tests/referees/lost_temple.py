"""Referee for Lost Temple: replays traces by the written rules, sharing nothing with the fast engine.

The rules of play are in `_Play`. What luck decides is asked of a small object: `_Observed` reads it off the
line after (and makes sure that it could have happened), `_Drawn` takes it from a random generator.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import combinations
from typing import Any

Rules = dict[str, Any]
State = dict[str, Any]
Action = dict[str, Any]
Event = dict[str, Any]
Deal = tuple[list[str], list[str], list[str]]

CALL_ORDER = ("shaman", "thief", "seer", "priest", "elder", "craftsman", "scout", "canoe", "child")
FIELDS = (
    *("round", "phase", "to_move", "called", "idol", "idol_claim", "positions", "gems", "machetes"),
    *("gem_supply", "machete_supply", "face_up", "face_down", "hand", "chosen", "leftover"),
    *("cursed", "cursed_by", "robbed", "robbed_by", "chance", "reserve", "known", "looked"),
    *("idol_void", "winner"),
)
NOBODY_HIT = {"cursed": None, "cursed_by": None, "robbed": None, "robbed_by": None}
MAX_REVEALS = 32
MAX_REPLAYS = 300


class Mismatch(AssertionError):
    """A trace departs from the rules: where, what was expected, what was found."""

    def __init__(self, game: Any, ply: Any, field: str, expected: Any, found: Any) -> None:
        self.game, self.ply, self.field, self.expected, self.found = game, ply, field, expected, found
        super().__init__(f"game {game}, ply {ply}, {field}: expected {expected!r}, found {found!r}")


class _Board:
    """The part of the track that is in use."""

    def __init__(self, rules: Rules, players: int) -> None:
        track = rules["track"]
        two_parts = players < track["one_part_from_players"]
        self.first: int = track["start_spaces"]
        self.letters: str = track["part_one"] + (track["part_two"] if two_parts else "")
        self.end = self.first + len(self.letters) - 1

    def letter(self, space: int) -> str:
        if space == self.end:
            return "T"
        return self.letters[space - self.first] if space >= self.first else "."

    def spaces(self, letter: str, behind: int = -1) -> list[int]:
        return [space for space in range(behind + 1, self.end + 1) if self.letter(space) == letter]


class _Drawn:
    """Chance taken from a random generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def deal(self, up: int, down: int) -> Deal:
        return _split(self.rng.sample(CALL_ORDER, len(CALL_ORDER)), up, down)

    def discard(self, hand: list[str]) -> str:
        return self.rng.choice(hand)

    def draw(self, reserve: list[str], token: str) -> tuple[str, list[str]]:
        rest = [*reserve[1:], token]
        self.rng.shuffle(rest)
        return reserve[0], rest

    def identify(self, token: str) -> str:
        return token


class _Fork(Exception):
    """The trace does not tell which token was drawn: each option has to be tried."""


class _Observed:
    """Chance as the line after shows it; where that is impossible, something that differs from it.

    The order of a reshuffled reserve is hidden. So a token drawn from it is a stand-in (`?n`) until it is
    revealed in turn, as the next entry of `script`, or until the end, when the line after shows it.
    """

    def __init__(self, after: State, script: Sequence[str]) -> None:
        self.after, self.script = after, iter(script)
        self.bag: Counter[str] = Counter()
        self.log: list[tuple[int, str]] = []
        self.settled: dict[str, str] = {}

    def deal(self, up: int, down: int) -> Deal:
        shown = [*self.after["face_up"], *self.after["face_down"], *self.after["hand"]]
        return _split(shown if sorted(shown) == sorted(CALL_ORDER) else list(CALL_ORDER), up, down)

    def discard(self, hand: list[str]) -> str:
        shown = self.after["face_down"][-1:]
        return shown[0] if shown and shown[0] in hand else hand[0]

    def draw(self, reserve: list[str], token: str) -> tuple[str, list[str]]:
        drawn = f"?{len(self.log)}" if self.log else reserve[0]
        self.bag = self.bag or Counter(reserve)
        self.log += [(-1, drawn), (+1, token)]
        return drawn, reserve

    def identify(self, token: str) -> str:
        if token[0] == "?":
            options = self._options(token)
            kind = options[0] if len(options) == 1 else next(self.script, None)
            if kind is None:
                raise _Fork(options)
            self.settled[token] = kind
        return self.settled.get(token, token)

    def settle(self, state: State) -> State:
        """Fill in from the line after what was hidden, as far as it fits."""
        for space, token in state["chance"].items():
            shown = self.after["chance"].get(space)
            if token[0] == "?" and shown in self._options(token):
                self.settled[token] = state["chance"][space] = shown
        if self.log:
            left = self._left(self.settled)
            state["reserve"] = sorted((self.bag if left is None else left).elements())
            if left == Counter(self.after["reserve"]):
                state["reserve"] = list(self.after["reserve"])
        return state

    def _options(self, stand_in: str) -> list[str]:
        kinds = {token for token in [*self.bag, *(token for _, token in self.log)] if token[0] != "?"}
        return [kind for kind in sorted(kinds) if self._left({**self.settled, stand_in: kind}) is not None]

    def _left(self, settled: dict[str, str]) -> Counter[str] | None:
        """The reserve after all draws and returns; None if a token was drawn that was not in it."""
        left = Counter(self.bag)
        for sign, name in self.log:
            token = settled.get(name, name)
            left[token] += sign
            if left[token] < 0 and token[0] != "?":
                return None
        return left


def _split(cards: list[str], up: int, down: int) -> Deal:
    return cards[:up], cards[up : up + down], cards[up + down :]


class _Play:
    """A game in progress on its own copy of the state; each action runs up to the next decision."""

    def __init__(self, rules: Rules, players: int, state: State, chance: _Drawn | _Observed) -> None:
        self.rules, self.players, self.chance = rules, players, chance
        self.board, self.state = _Board(rules, players), deepcopy(state)
        self.tally: Counter[str] = Counter()

    def act(self, action: Action) -> None:
        getattr(self, f"_do_{self.state['phase']}")(self.state["to_move"], action)

    def deal(self) -> None:
        state, draft, column = self.state, self.rules["draft"], self.players - 4
        state.update(NOBODY_HIT, idol=self._idol_holder(), idol_claim=None, idol_void=False, called=None)
        state.update(leftover=[], chosen=[[] for _ in range(self.players)], phase="draft")
        up, down = draft["face_up"][column], draft["face_down"][column]
        if self.players < 4:
            up, down = (1, 1) if self.players == 2 else (0, 1)
        state["face_up"], state["face_down"], state["hand"] = self.chance.deal(up, down)
        state["to_move"] = state["idol"]

    def _idol_holder(self) -> int:
        state = self.state
        if state["idol_claim"] is not None:
            return state["idol_claim"]
        standing = list(zip(state["positions"], state["gems"], strict=True))
        tied = [seat for seat, place in enumerate(standing) if place == min(standing)]
        return min(tied, key=lambda seat: (seat - state["idol"]) % self.players)

    def _do_draft(self, seat: int, action: Action) -> None:
        state = self.state
        state["hand"].remove(action["character"])
        state["chosen"][seat].append(action["character"])
        picked = sum(map(len, state["chosen"]))
        if picked < self.players * (2 if self.players < 4 else 1):
            state["to_move"] = (seat + 1) % self.players
            self._prepare_pick(picked)
        else:
            state["leftover"], state["hand"] = state["hand"], []
            self._call_from(0)

    def _prepare_pick(self, picked: int) -> None:
        state = self.state
        if (self.players, picked) in {(2, 2), (2, 3), (3, 3)}:
            card = self.chance.discard(state["hand"])
            state["hand"].remove(card)
            state["face_down"].append(card)
        if (self.players, picked) == (8, 7):
            state["hand"] += state["face_down"]
            state["face_down"] = []

    def _call_from(self, index: int) -> None:
        state = self.state
        for character in CALL_ORDER[index:]:
            owner = next((seat for seat, cards in enumerate(state["chosen"]) if character in cards), None)
            if owner is not None:
                state["phase"] = self._turn(owner, character)
                if state["winner"] is not None:
                    state["to_move"] = None
                if state["phase"] or state["winner"] is not None:
                    return
        self._end_round()

    def _turn(self, seat: int, character: str) -> str | None:
        """Begin a turn; the phase of its first decision, None if it has none."""
        self.state.update(called=character, to_move=seat)
        self.tally[f"called {character}"] += 1
        self._suffer(seat, character)
        self._earn(seat, self.rules["income"])
        return self._begin(seat, character)

    def _suffer(self, seat: int, character: str) -> None:
        state, positions, gems = self.state, self.state["positions"], self.state["gems"]
        if state["cursed"] == character:
            by = state["cursed_by"]
            positions[by], positions[seat] = positions[seat], positions[by]
            self.tally["curses_hit"] += 1
        if state["robbed"] == character:
            loot, gems[seat] = gems[seat], 0
            gems[state["robbed_by"]] += loot
            self.tally["robberies_hit"] += 1
            self.tally["gems_robbed"] += loot

    def _begin(self, seat: int, character: str) -> str | None:
        match character:
            case "seer":
                return "look" if len(self.state["chance"]) >= self.rules["seer"]["tokens"] else "step"
            case "priest" | "elder":
                rich = self.state["gems"][seat] >= self.rules[character]["cost"]
                return "pay" if rich and self._goals(seat, character) else None
            case "craftsman":
                self._take_machete(seat)
                return "step"
            case "canoe":
                paid, canoe = self._spend(seat, self.state["gems"][seat]), self.rules["canoe"]
                self._forward(seat, min(paid * canoe["spaces_per_gem"], canoe["max_spaces"]))
            case "child":
                here = self.state["positions"][seat]
                gaps = [space - here for space in self.state["positions"] if space > here]
                self._forward(seat, min(gaps, default=0))
        return {"shaman": "curse", "thief": "rob", "scout": "scout"}.get(character)

    def _goals(self, seat: int, character: str) -> list[int]:
        return self.board.spaces("T" if character == "priest" else "V", behind=self.state["positions"][seat])

    def _finish_turn(self) -> None:
        if self.state["winner"] is None:
            self._call_from(CALL_ORDER.index(self.state["called"]) + 1)
        else:
            self.state.update(phase=None, to_move=None)

    def _end_round(self) -> None:
        if self.state["round"] < self.rules.get("limit", {}).get("rounds", 200):
            self.state["round"] += 1
            self.deal()
        else:
            self.state.update(NOBODY_HIT, phase=None, to_move=None, called=None)

    def _do_curse(self, seat: int, action: Action) -> None:
        self.state.update(cursed=action["character"], cursed_by=seat)
        self._finish_turn()

    def _do_rob(self, seat: int, action: Action) -> None:
        self.state.update(robbed=action["character"], robbed_by=seat, phase="step")

    def _do_look(self, seat: int, action: Action) -> None:
        known = self.state["known"]
        known[seat] = sorted({*known[seat], *action["spaces"]})
        self.state.update(looked=list(action["spaces"]), phase="swap")

    def _do_swap(self, seat: int, action: Action) -> None:
        if action["type"] == "swap":
            chance, (a, b) = self.state["chance"], map(str, self.state["looked"])
            chance[a], chance[b] = chance[b], chance[a]
            self._forget(self.state["looked"], besides=seat)
        self.state.update(looked=None, phase="step")

    def _do_step(self, seat: int, action: Action) -> None:
        self._forward(seat, action["spaces"])
        self._finish_turn()

    def _do_pay(self, seat: int, action: Action) -> None:
        if action["type"] == "pay":
            character = self.state["called"]
            self._spend(seat, self.rules[character]["cost"])
            self._forward(seat, self._goals(seat, character)[0] - self.state["positions"][seat])
        self._finish_turn()

    def _do_scout(self, seat: int, action: Action) -> None:
        self._spend(seat, action["spaces"] // self.rules["scout"]["spaces_per_gem"])
        self._do_step(seat, action)

    def _forward(self, seat: int, spaces: int, reveals: int = 0) -> None:
        positions, start = self.state["positions"], self.state["positions"][seat]
        for left in reversed(range(spaces)):
            positions[seat] += 1
            if positions[seat] == self.board.end:
                self.state["winner"] = seat
                return
            if left and self.board.letter(positions[seat]) == "J" and not self._drop_machete(seat):
                self.tally["jungle_stops"] += 1
                break
        self._arrive(seat, start, reveals)

    def _arrive(self, seat: int, start: int, reveals: int) -> None:
        here = self.state["positions"][seat]
        most = MAX_REVEALS if self.rules["chance"]["chain"] else 1
        if here != start and str(here) in self.state["chance"] and reveals < most:
            self._reveal(seat, here, reveals + 1)

    def _reveal(self, seat: int, space: int, reveals: int) -> None:
        token = self.chance.identify(self.state["chance"][str(space)])
        amount = self.rules["tokens"][token]["amount"]
        self.tally[f"token {token}"] += 1
        self._apply(seat, token, amount)
        self._replace(space, token)
        if token == "forward":
            self._forward(seat, amount, reveals)
        elif token == "back":
            self.state["positions"][seat] = max(0, space - amount)
            self._arrive(seat, space, reveals)

    def _apply(self, seat: int, token: str, amount: int) -> None:
        if token == "idol":
            self._claim_idol(seat)
        elif token == "gain_gems":
            self._earn(seat, amount)
        elif token == "pay_gems":
            self._spend(seat, amount)
        elif token == "gain_machete":
            self._take_machete(seat)
        elif token == "lose_machete":
            self._drop_machete(seat)

    def _claim_idol(self, seat: int) -> None:
        state = self.state
        if self.rules["idol"]["second_token"] == "annuls":
            state["idol_void"] = state["idol_void"] or state["idol_claim"] is not None
        state["idol_claim"] = None if state["idol_void"] else seat

    def _replace(self, space: int, token: str) -> None:
        state = self.state
        if state["reserve"]:
            state["chance"][str(space)], state["reserve"] = self.chance.draw(state["reserve"], token)
            self._forget([space])
        else:
            state["chance"][str(space)] = token
            state["known"] = [sorted({*seen, space}) for seen in state["known"]]

    def _forget(self, spaces: list[int], besides: int | None = None) -> None:
        for seat, seen in enumerate(self.state["known"]):
            if seat != besides:
                self.state["known"][seat] = [space for space in seen if space not in spaces]

    def _earn(self, seat: int, amount: int) -> None:
        amount = min(amount, self.state["gem_supply"])
        self.state["gems"][seat] += amount
        self.state["gem_supply"] -= amount

    def _spend(self, seat: int, amount: int) -> int:
        amount = min(amount, self.state["gems"][seat])
        self.state["gems"][seat] -= amount
        self.state["gem_supply"] += amount
        return amount

    def _take_machete(self, seat: int) -> None:
        if self.state["machete_supply"]:
            self.state["machetes"][seat] += 1
            self.state["machete_supply"] -= 1

    def _drop_machete(self, seat: int) -> bool:
        if not self.state["machetes"][seat]:
            return False
        self.state["machetes"][seat] -= 1
        self.state["machete_supply"] += 1
        self.tally["machetes_lost"] += 1
        return True


def _actions(kind: str, field: str, values: Iterable[Any]) -> list[Action]:
    return [{"type": kind, field: value} for value in values]


def legal(rules: Rules, state: State) -> list[Action]:
    """All legal actions of a state, each once; none when the game is over."""
    match state["phase"]:
        case "draft":
            return _actions("pick", "character", state["hand"])
        case "curse":
            return _actions("curse", "character", CALL_ORDER[1:])
        case "rob":
            return _actions("rob", "character", CALL_ORDER[2:])
        case "look":
            return _actions("look", "spaces", map(list, combinations(sorted(map(int, state["chance"])), 2)))
        case "step":
            return _actions("move", "spaces", sorted(set(rules["step_choices"])))
        case "scout":
            return _actions("move", "spaces", _scout_choices(rules, state))
    choices = {"swap": ("swap", "keep"), "pay": ("pay", "stay")}
    return [{"type": kind} for kind in choices.get(state["phase"], ())]


def _scout_choices(rules: Rules, state: State) -> list[int]:
    seat, per_gem = state["to_move"], rules["scout"]["spaces_per_gem"]
    to_go = _Board(rules, len(state["positions"])).end - state["positions"][seat]
    return [paid * per_gem for paid in range(state["gems"][seat] + 1) if (paid - 1) * per_gem < to_go]


def advance(rules: Rules, players: int, state: State, action: Action, observed: State) -> State:
    """The state that must follow a legal action.

    Luck is taken from `observed` where that is possible; the result differs from it where it is not. Hidden
    draws that matter are tried in turn; should there be too many, `observed` gets the benefit of the doubt.
    """
    scripts: list[list[str]] = [[]]
    results: list[State] = []
    while scripts and len(results) < MAX_REPLAYS:
        script = scripts.pop()
        chance = _Observed(observed, script)
        play = _Play(rules, players, state, chance)
        try:
            play.act(action)
        except _Fork as fork:
            scripts += [[*script, option] for option in fork.args[0]]
            continue
        results.append(chance.settle(play.state))
        if not _differences(results[-1], observed):
            return results[-1]
    if scripts and _tokens(observed) == _tokens(state):
        return deepcopy(observed)
    return min(results, key=lambda result: len(_differences(result, observed)))


def _tokens(state: State) -> list[str]:
    return sorted([*state["chance"].values(), *state["reserve"]])


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _differences(expected: State, found: State) -> list[str]:
    if _canonical(expected) == _canonical(found):
        return []
    return [field for field in FIELDS if _canonical(expected[field]) != _canonical(found[field])]


def _kit(rules: Rules, card: str, gems: int, machetes: int) -> tuple[int, int, int]:
    """Position, gems and machetes for a dealt card, the supply permitting."""
    row = rules["characters"][card]
    place = rules["track"]["start_spaces"] - row["start"]
    return place, min(row["gems"], gems), min(int(row["machete"]), machetes)


def _dealable(rules: Rules, kits: list[tuple], cards: tuple[str, ...], gems: int, machetes: int) -> bool:
    """Whether distinct cards explain what the seats start with."""
    if not kits:
        return True
    fitting = [card for card in cards if _kit(rules, card, gems, machetes) == kits[0]]
    _, less_gems, less_machetes = kits[0]
    return any(
        _dealable(rules, kits[1:], tuple({*cards} - {card}), gems - less_gems, machetes - less_machetes)
        for card in fitting
    )


def _bag(rules: Rules) -> list[str]:
    return [token for token, row in rules["tokens"].items() for _ in range(row["count"])]


def _opening(rules: Rules, kits: list[tuple], tokens: list[str], chance: _Drawn | _Observed) -> _Play:
    players, spaces = len(kits), _Board(rules, len(kits)).spaces("C")
    positions, gems, machetes = map(list, zip(*kits, strict=True))
    state = dict.fromkeys(FIELDS) | {"positions": positions, "gems": gems, "machetes": machetes}
    state.update(round=1, idol=players - 1, known=[[] for _ in kits], reserve=tokens[len(spaces) :])
    state["chance"] = dict(zip(map(str, spaces), tokens, strict=False))
    state["gem_supply"] = rules["supply"]["gems"] - sum(gems)
    state["machete_supply"] = rules["supply"]["machetes"] - sum(machetes)
    play = _Play(rules, players, state, chance)
    play.deal()
    return play


def _expect(where: tuple[Any, Any], field: str, expected: Any, found: Any) -> None:
    if _canonical(expected) != _canonical(found):
        raise Mismatch(*where, field, expected, found)


def _expect_shape(where: tuple[Any, Any], state: Any) -> None:
    """All fields and no others; what the line after is asked about chance can be asked."""
    _expect(where, "state fields", sorted(FIELDS), sorted(state) if isinstance(state, dict) else state)
    for field in ("face_up", "face_down", "hand", "reserve"):
        if not isinstance(state[field], list) or not _all_names(state[field]):
            raise Mismatch(*where, field, "a list of names", state[field])
    if not isinstance(state["chance"], dict) or not _all_names(state["chance"].values()):
        raise Mismatch(*where, "chance", "a token for each space", state["chance"])


def _all_names(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _expect_state(where: tuple[Any, Any], expected: State, found: State) -> None:
    for field in _differences(expected, found):
        raise Mismatch(*where, field, expected[field], found[field])


def check_start(event: Event) -> None:
    """Raise Mismatch unless the start line shows a legal deal for its rules and players."""
    rules, players, state = event["rules"], event["players"], event["state"]
    where = (event.get("index"), "start")
    _expect(where, "players", True, players in range(2, 9))
    _expect_shape(where, state)
    columns = [state["positions"], state["gems"], state["machetes"]]
    _expect(where, "seats", [players] * 3, list(map(len, columns)))
    kits = list(zip(*columns, strict=True))
    if not _dealable(rules, kits, CALL_ORDER, rules["supply"]["gems"], rules["supply"]["machetes"]):
        raise Mismatch(*where, "positions, gems, machetes", "those of distinct characters", kits)
    spaces = map(str, _Board(rules, players).spaces("C"))
    tokens = [state["chance"][space] for space in spaces if space in state["chance"]] + state["reserve"]
    _expect(where, "chance, reserve", sorted(_bag(rules)), sorted(tokens))
    _expect_state(where, _opening(rules, kits, tokens, _Observed(state, [])).state, state)


def _result(state: State) -> Event:
    seats, winner = range(len(state["positions"])), state["winner"]
    return {
        "scores": list(state["positions"]),
        "winners": [] if winner is None else [winner],
        "shares": [float(seat == winner) for seat in seats],
        "reason": "limit" if winner is None else "finished",
    }


class _Replay:
    """One game of a trace, checked line by line."""

    def __init__(self, event: Event) -> None:
        check_start(event)
        self.rules, self.players, self.state = event["rules"], event["players"], event["state"]
        self.index, self.ply = event.get("index"), 0

    def decision(self, event: Event) -> None:
        where, options = (self.index, self.ply), legal(self.rules, self.state)
        _expect(where, "ply", self.ply, event.get("ply"))
        _expect(where, "seat", self.state["to_move"], event.get("seat"))
        _expect(where, "phase", self.state["phase"], event.get("phase"))
        both = (options, event.get("legal") or [])
        _expect(where, "legal", *(sorted(actions, key=_canonical) for actions in both))
        if _canonical(event.get("action")) not in map(_canonical, options):
            raise Mismatch(*where, "action", options, event.get("action"))
        _expect_shape(where, event.get("state"))
        after = advance(self.rules, self.players, self.state, event["action"], event["state"])
        _expect_state(where, after, event["state"])
        self.state, self.ply = event["state"], self.ply + 1

    def end(self, event: Event) -> None:
        where = (self.index, self.ply)
        _expect(where, "phase at the end", None, self.state["phase"])
        for field, expected in _result(self.state).items():
            _expect(where, field, expected, event.get(field))


def check_trace(lines: Iterable[str | Event]) -> int:
    """Replay the games of a trace; the number of decisions checked. Raises Mismatch."""
    replay, decisions = None, 0
    for line in lines:
        event = json.loads(line) if isinstance(line, str) else line
        due = "start" if replay is None else "decision" if replay.state["phase"] else "end"
        where = (event.get("index"), None) if replay is None else (replay.index, replay.ply)
        _expect(where, "event", due, event["event"])
        if replay is None:
            replay = _Replay(event)
        elif event["event"] == "decision":
            replay.decision(event)
            decisions += 1
        else:
            replay.end(event)
            replay = None
    if replay is not None:
        raise Mismatch(replay.index, replay.ply, "event", "another line", None)
    return decisions


def play_random(rules: Rules, players: int, rng: random.Random, trace: list[Event] | None = None) -> dict[str, Any]:
    """Play a game with uniformly random legal actions; its summary. The lines of its trace join `trace`."""
    play, plies = _random_opening(rules, players, rng), 0
    _record(trace, play, event="start", index=0, players=players, rules=rules)
    while play.state["phase"]:
        options, seat, phase = legal(rules, play.state), play.state["to_move"], play.state["phase"]
        action = rng.choice(options)
        play.act(action)
        line = {"ply": plies, "seat": seat, "phase": phase, "legal": options, "action": action}
        _record(trace, play, event="decision", **line)
        plies += 1
    result = _result(play.state)
    if trace is not None:
        trace.append({"event": "end", **result})
    return _summary(play, plies, result)


def _record(trace: list[Event] | None, play: _Play, **line: Any) -> None:
    if trace is not None:
        trace.append({**line, "state": deepcopy(play.state)})


def _random_opening(rules: Rules, players: int, rng: random.Random) -> _Play:
    gems, machetes, kits = rules["supply"]["gems"], rules["supply"]["machetes"], []
    for card in rng.sample(CALL_ORDER, players):
        kits.append(_kit(rules, card, gems, machetes))
        gems, machetes = gems - kits[-1][1], machetes - kits[-1][2]
    bag = _bag(rules)
    return _opening(rules, kits, rng.sample(bag, len(bag)), _Drawn(rng))


def _summary(play: _Play, plies: int, result: Event) -> dict[str, Any]:
    tally = play.tally
    counters = ("jungle_stops", "machetes_lost", "curses_hit", "robberies_hit", "gems_robbed")
    return {
        "rounds": play.state["round"],
        "plies": plies,
        "winner": play.state["winner"],
        **result,
        "calls": {character: tally[f"called {character}"] for character in CALL_ORDER},
        "tokens": {token: tally[f"token {token}"] for token in play.rules["tokens"]},
        **{counter: tally[counter] for counter in counters},
    }
