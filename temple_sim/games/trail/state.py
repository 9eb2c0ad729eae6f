"""Record layouts of Trail to the Temple, and the ruleset packed into numbers."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from temple_sim.core.records import record_dtype, state_dtype
from temple_sim.games.trail.tables import (
    CARD_KINDS,
    CODES,
    CRATE_GROUP,
    DRONE_GROUP,
    DRONES,
    EXPLORERS,
    FIRST_EXPLORER_GROUP,
    GROUPS,
    MAX_CARDS,
    MAX_SLOTS,
    MAX_TOKENS,
    QUARTERS,
    SEATS,
    STEPS,
    TILES,
    VALUES,
)

STATE = state_dtype(
    [
        ("left", "u8", (2,)),  # slots that still hold a token, as bits
        ("unrevealed", "u8", (2,)),  # slots with a face-down tile, as bits
        ("hand_kinds", "u8", (SEATS,)),  # card kinds in a hand, as bits
        ("active", "i4"),  # seat whose turn it is
        ("slots", "i4"),  # length of the path, empty slots included
        ("landing", "i4"),  # slot of the token whose drone decision is open, or NONE
        ("tile", "i4"),  # tile being resolved, or NONE
        ("queue_seat", "i4"),  # first of the seats still to act on it; the others follow clockwise
        ("queue_n", "i4"),  # how many they are; 0 when no tile is being resolved
        ("outer_seat", "i4"),  # the same for pottery shards that wait for a tile found by a trade
        ("outer_n", "i4"),
        ("first", "i4"),  # seat that brought the first marker to the temple, or NONE
        ("arrival", "i4"),  # what moved that marker: BY_...
        ("ending", "i4"),  # 1 once a marker is at the temple
        ("furthest", "i4"),  # space of the drone in front
        ("discard_n", "i4"),
        ("drawn", "i4"),  # place of the deck's next card in `cards`
        ("box_n", "i4"),
        ("tiles_n", "i4"),  # tiles laid; 0 in solo play
        ("explorers", "i1", (EXPLORERS,)),  # slot, START or TEMPLE
        ("drones", "i1", (DRONES,)),  # space
        ("hand_n", "i1", (SEATS,)),
        ("tile_slot", "i1", (len(TILES),)),
        ("tile_kind", "i1", (len(TILES),)),
        ("tile_seat", "i1", (len(TILES),)),  # seat that revealed it, or NONE
        ("path", "i1", (MAX_SLOTS + 1,)),  # token codes by slot; meaningful where `left` has the slot
        ("cards", "i1", (MAX_CARDS,)),  # discard pile in [0, discard_n), deck in [drawn, cards_n): see README
        ("hand", "i1", (SEATS, CARD_KINDS)),  # how many of each card kind
        ("taken", "i1", (SEATS, CODES)),  # how many of each token code
        ("box", "i1", (MAX_TOKENS,)),
        # counters for the result row
        ("quarters", "i4"),  # checkpoints noted so far
        ("quarter_turn", "i2", (QUARTERS,)),
        ("quarter_space", "i1", (QUARTERS, DRONES)),
        ("moved", "u1", (4, DRONES)),  # spaces by what moved the drone
        ("left_behind", "u1", (GROUPS,)),
        ("got", "u1", (SEATS, GROUPS)),  # tokens taken, also those given up later
        ("played", "u1", (SEATS, STEPS)),  # cards by steps
        ("steered", "i2", (SEATS,)),  # spaces moved by own drone decisions
        ("given_up", "u1", (SEATS,)),
        ("traded", "u1", (SEATS,)),
    ]
)

RULES = record_dtype(
    [
        ("tokens_n", "i4"),
        ("cards_n", "i4"),
        ("hand", "i4"),
        ("longest", "i4"),  # most steps on a card
        ("track", "i4"),  # spaces from start to temple
        ("tiles_n", "i4"),  # tiles laid with two or more players
        ("tile_kinds", "i4"),  # kinds that may lie there, as bits
        ("skull_tokens", "i4"),
        ("shrine_spaces", "i4"),
        ("bonus", "i4"),  # points for the first marker at the temple
        ("crate_value", "i4"),  # of a crate for the second solo adversary
        ("turn_limit", "i4"),
        ("values", "i4", (4,)),  # different values in use by kind of token
        ("factor", "i2", (DRONES,)),  # of a drone's artifacts by the number of drones further ahead
        ("tile_slot", "i1", (len(TILES),)),
        ("card_count", "i1", (CARD_KINDS,)),
        ("cards", "i1", (MAX_CARDS,)),  # the whole deck, sorted
        ("tokens", "i1", (MAX_TOKENS,)),  # all tokens, sorted
        ("worth", "i2", (CODES,)),  # artifacts, crates, spaces, or points of the explorer in first place
        ("second", "i2", (CODES,)),  # points of the explorer in second place
    ]
)

Count = Annotated[int, Field(ge=0, le=MAX_TOKENS)]


def _keyed(pattern: str, what: str, most: int) -> Any:
    def check(table: dict[str, int]) -> dict[str, int]:
        wrong = next((key for key in table if not re.fullmatch(pattern, key)), None)
        if wrong is not None:
            raise ValueError(f"'{wrong}' is not {what}")
        if len(table) > most:
            raise ValueError(f"at most {most} different values can be played, not {len(table)}")
        return table

    return Annotated[dict[str, Count], AfterValidator(check)]


_POINTS = "([0-9]|[1-9][0-9])"
_SMALL = _keyed("[1-9]|1[0-9]|20", "a whole number from 1 to 20", VALUES)
MODELS = {
    "cards.per_explorer": _keyed("[1-9]|1[0-6]", "a whole number from 1 to 16", STEPS),
    "tokens.artifact": _SMALL,
    "tokens.explorer": _keyed(f"{_POINTS}/{_POINTS}", "two whole numbers like 8/4, each up to 99", VALUES),
    "tokens.crate": _SMALL,
    "tokens.drone": _SMALL,
}


def token_groups(values: Mapping[str, Any]) -> list[Mapping[str, int]]:
    """For each token group, how many tokens of each value there are."""
    artifact, explorer = values["tokens.artifact"], values["tokens.explorer"]
    return [artifact] * DRONES + [explorer] * EXPLORERS + [values["tokens.crate"], values["tokens.drone"]]


def pack(values: Mapping[str, Any], rules: Any) -> None:
    """Fill a rules record. ValueError with the reason when the values cannot be played together."""
    _pack_tokens(values, rules)
    _pack_cards(values, rules)
    _pack_tiles(values, rules)
    rules.track = values["drones.track"]
    rules.shrine_spaces = values["shrine.spaces"]
    rules.bonus = values["score.first_to_temple"]
    rules.factor[:] = values["score.drone_rank"]
    rules.crate_value = values["solo.crate_value"]
    rules.turn_limit = values["limit.turns"]


def _pack_tokens(values: Mapping[str, Any], rules: Any) -> None:
    groups = token_groups(values)
    total = sum(sum(group.values()) for group in groups)
    if total > MAX_TOKENS:
        raise ValueError(f"there are {total} tokens, and a path holds at most {MAX_TOKENS}")
    codes = []
    for group, table in enumerate(groups):
        for index, (value, count) in enumerate(table.items()):
            code = group * VALUES + index
            worth, _, second = value.partition("/")
            rules.worth[code], rules.second[code] = int(worth), int(second or 0)
            codes += [code] * count
    rules.tokens[:total] = codes
    rules.tokens_n = total
    rules.values[:] = [len(groups[g]) for g in (0, FIRST_EXPLORER_GROUP, CRATE_GROUP, DRONE_GROUP)]
    rules.skull_tokens = values["skull_cave.tokens"]
    longest = total + min(total, rules.skull_tokens)
    if longest > MAX_SLOTS:
        raise ValueError(f"the skull cave would make the path {longest} slots long, and {MAX_SLOTS} is the most")


def _pack_cards(values: Mapping[str, Any], rules: Any) -> None:
    counts = values["cards.per_explorer"]
    total = EXPLORERS * sum(counts.values())
    low, high = values["players"]
    if low > high:
        raise ValueError(f"players is a range from fewest to most, not {low} to {high}")
    hand = values["cards.hand"]
    needed = high * hand + 1
    if total < needed:
        raise ValueError(f"{high} players with {hand} cards each need {needed} cards, and there are {total}")
    if total > MAX_CARDS:
        raise ValueError(f"there are {total} cards, and {MAX_CARDS} is the most")
    codes = []
    for explorer in range(EXPLORERS):
        for steps, count in counts.items():
            code = explorer * STEPS + int(steps) - 1
            rules.card_count[code] = count
            codes += [code] * count
    rules.cards[:total] = sorted(codes)
    rules.cards_n = total
    rules.longest = max((int(steps) for steps, count in counts.items() if count), default=1)
    rules.hand = hand


def _pack_tiles(values: Mapping[str, Any], rules: Any) -> None:
    under, kinds = values["tiles.under"], values["tiles.kinds"]
    if under != sorted(set(under)):
        raise ValueError("tiles.under must name each place once, in ascending order")
    if len(set(kinds)) < len(kinds):
        raise ValueError("tiles.kinds names a tile twice, and there is one of each")
    if under and under[-1] > rules.tokens_n:
        raise ValueError(f"a tile lies under token {under[-1]}, and the path has {rules.tokens_n} tokens")
    rules.tiles_n = min(len(under), len(kinds))
    rules.tile_slot[: rules.tiles_n] = [place - 1 for place in under[: rules.tiles_n]]
    rules.tile_kinds = sum(1 << TILES.index(kind) for kind in kinds)
