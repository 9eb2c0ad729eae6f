"""From ruleset values to the packed rules record, and what cannot be played."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from temple_sim.core.ruleset import Strict
from temple_sim.games.lost_temple.tables import (
    CHARACTERS,
    LETTERS,
    MAX_GEMS,
    MAX_PART,
    MAX_SPACES,
    MAX_TOKENS,
    NOWHERE,
    SEATS,
    TOKENS,
)

Values = Mapping[str, Any]
PLAYERS = range(2, SEATS + 1)


class Start(Strict):
    """A character's start row."""

    start: int = Field(ge=1, le=50, description="start space, 1 the front one")
    gems: int = Field(ge=0, le=MAX_GEMS)
    machete: bool


class PlainToken(Strict):
    """A chance token without an amount."""

    count: int = Field(ge=0, le=MAX_TOKENS)
    amount: None = None


class AmountToken(Strict):
    """A chance token that gives or takes a number of gems or spaces."""

    count: int = Field(ge=0, le=MAX_TOKENS)
    amount: int = Field(ge=0, le=MAX_GEMS)


MODELS = {f"characters.{name}": Start for name in CHARACTERS} | {
    f"tokens.{name}": PlainToken if name in ("idol", "gain_machete", "lose_machete") else AmountToken for name in TOKENS
}


def track_in_use(values: Values, players: int) -> str:
    """The track's letters at a number of players, the last one the end space."""
    one_part = players >= values["track.one_part_from_players"]
    return values["track.part_one"] + ("" if one_part else values["track.part_two"])


def chance_spaces(values: Values, players: int) -> list[int]:
    """Positions of the chance spaces in use. The end space is a temple whatever its letter (LT-14)."""
    letters = track_in_use(values, players)[:-1]
    return [values["track.start_spaces"] + i for i, letter in enumerate(letters) if letter == "C"]


def pack(values: Values, rules: Any) -> None:
    """Fill the rules record. ValueError names what makes a ruleset impossible."""
    _pack_track(values, rules)
    _pack_components(values, rules)
    _pack_draft(values, rules)
    _check_chance(values)
    rules.income = values["income"]
    steps = values["step_choices"]
    if len(set(steps)) < len(steps):
        raise ValueError(f"step_choices names a number of spaces twice: {steps}")
    rules.steps[: len(steps)] = steps
    rules.step_count = len(steps)
    rules.priest_cost, rules.elder_cost = values["priest.cost"], values["elder.cost"]
    rules.scout_rate = values["scout.spaces_per_gem"]
    rules.canoe_rate, rules.canoe_most = values["canoe.spaces_per_gem"], values["canoe.max_spaces"]
    rules.annuls = values["idol.second_token"] == "annuls"
    rules.chain = values["chance.chain"]
    rules.max_rounds = values["limit.rounds"]


def _pack_track(values: Values, rules: Any) -> None:
    for part in ("track.part_one", "track.part_two"):
        _check_part(part, values[part])
    for players in PLAYERS:
        if not track_in_use(values, players) or (not values["track.part_two"] and _uses_part_two(values, players)):
            raise ValueError(f"the track has no end space for {players} players")
    rules.start_spaces = values["track.start_spaces"]
    letters = values["track.part_one"] + values["track.part_two"]
    by_space = "." * values["track.start_spaces"] + letters
    for table, letter in ((rules.next_village, "V"), (rules.next_temple, "T"), (rules.next_jungle, "J")):
        table[:] = _next_spaces(by_space, letter)
    chance = [space for space, letter in enumerate(by_space) if letter == "C"]
    rules.slot_at[:] = -1
    for slot, space in enumerate(chance[:MAX_TOKENS]):
        rules.slot_at[space], rules.space_of[slot] = slot, space
    for players in PLAYERS:
        rules.end[players] = values["track.start_spaces"] + len(track_in_use(values, players)) - 1
        rules.slots[players] = len(chance_spaces(values, players))


def _uses_part_two(values: Values, players: int) -> bool:
    return bool(players < values["track.one_part_from_players"])


def _check_part(name: str, letters: str) -> None:
    strange = sorted(set(letters) - set(LETTERS))
    if strange:
        raise ValueError(f"{name} has the letter '{strange[0]}', but a track is written with {' '.join(LETTERS)}")
    if len(letters) > MAX_PART:
        raise ValueError(f"{name} has {len(letters)} spaces, but {MAX_PART} are the most")


def _next_spaces(by_space: str, letter: str) -> list[int]:
    """For each position the nearest space strictly ahead that has the letter, or NOWHERE."""
    found, nearest = [NOWHERE] * MAX_SPACES, NOWHERE
    for space in range(len(by_space) - 1, -1, -1):
        found[space] = nearest
        nearest = space if by_space[space] == letter else nearest
    return found


def _pack_components(values: Values, rules: Any) -> None:
    rules.gems, rules.machetes = values["supply.gems"], values["supply.machetes"]
    for card, name in enumerate(CHARACTERS):
        row = values[f"characters.{name}"]
        if row["start"] > rules.start_spaces:
            place = row["start"]
            raise ValueError(
                f"the {name} starts on start space {place}, but the track has {rules.start_spaces} of them"
            )
        rules.start[card], rules.start_gems[card], rules.start_machetes[card] = (
            row["start"],
            row["gems"],
            row["machete"],
        )
    for kind, name in enumerate(TOKENS):
        row = values[f"tokens.{name}"]
        rules.token_count[kind], rules.token_amount[kind] = row["count"], row["amount"] or 0
    rules.tokens = rules.token_count.sum()


def _check_chance(values: Values) -> None:
    tokens = sum(values[f"tokens.{name}"]["count"] for name in TOKENS)
    if tokens > MAX_TOKENS:
        raise ValueError(f"there are {tokens} chance tokens, but {MAX_TOKENS} are the most")
    for players in PLAYERS:
        spaces = len(chance_spaces(values, players))
        if spaces > tokens:
            raise ValueError(
                f"the track for {players} players has {spaces} chance spaces, but there are {tokens} tokens"
            )


def _pack_draft(values: Values, rules: Any) -> None:
    # With 2 and 3 players the scheme is fixed by the rulebook's last section.
    rules.face_up[2], rules.face_up[3] = 1, 0
    rules.face_down[2], rules.face_down[3] = 1, 1
    for players, up, down in zip(range(4, SEATS + 1), values["draft.face_up"], values["draft.face_down"], strict=True):
        left = len(CHARACTERS) - up - down
        if left < players:
            raise ValueError(
                f"with {players} players {up} + {down} cards set aside leave {max(left, 0)} to choose from"
            )
        rules.face_up[players], rules.face_down[players] = up, down
