"""From ruleset values to the rules record; what cannot be played is refused with the reason."""

import re
from functools import cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from temple_sim.games.five.tables import (
    CELLS,
    COLOURS,
    CORNERS,
    DECK,
    FACES,
    FIRST_SPECIAL,
    LETTERS,
    NOTHING_FREE,
    NUMBER,
    RING,
    SEATS,
    SPECIAL_KINDS,
    STACK,
    SUPREME,
)

GROUPS = {"single": (1,), "double": (2,), "quad": (3, 4)}
SPECIAL_SETS = {"colour": [2] * 4 + [0] * 4, "effect": [0] * 4 + [2] * 4, "mixed": [1] * 8}


def _faces_of(decorations):
    def check(faces):
        for face in faces:
            if not re.fullmatch(r"[RYGB.]{4}", face):
                raise ValueError(f"'{face}' is no face: four of R, Y, G, B and '.', clockwise from the top left")
            if 4 - face.count(".") not in decorations:
                wanted = " or ".join(map(str, decorations))
                raise ValueError(f"'{face}' must have {wanted} decorations here")
        return faces

    return Annotated[dict[str, Annotated[int, Field(ge=0, le=STACK)]], AfterValidator(check)]


def _check_goal(value):
    sides = value if isinstance(value, list) else [value]
    fits = all(side == "off" or (side in (1, 2) and not isinstance(side, bool)) for side in sides)
    if not fits or not 1 <= len(sides) <= SEATS:
        raise ValueError("must be off, 1, 2, or a list of up to four of these, one a seat")
    return value


Side = Literal["off", 1, 2]
MODELS = {
    **{f"tiles.{group}": _faces_of(decorations) for group, decorations in GROUPS.items()},
    "variant.ultimate_goal": Annotated[Side | list[Side], BeforeValidator(_check_goal)],
}


def faces_of(values):
    """The faces of the decoration tiles, sorted: a face's place is its tile code."""
    return _sorted(*(tuple(values[f"tiles.{group}"]) for group in GROUPS))


@cache
def _sorted(*groups):
    return tuple(sorted(face for group in groups for face in group))


def cards_of(values):
    """The cards' texts by deck: one list for each of the five gods."""
    return [values["blessings.colour"]] * SUPREME + [values["blessings.supreme"]]


@cache
def parse_card(text):
    """Cells, points and unfinished points of a card's text, e.g. "4322/6/3". ValueError when it is none."""
    match = re.fullmatch(rf"([1-{NUMBER}]{{1,{CELLS}}})/(\d{{1,2}})/(\d{{1,2}})", text)
    if not match:
        raise ValueError(
            f"'{text}' is no card: 1 to {CELLS} cells of 1-{NUMBER} / points / unfinished points, up to 99"
        )
    return tuple(int(digit) for digit in match[1]), int(match[2]), int(match[3])


def pack(values, rules):
    """Fill the rules record. ValueError with the reason when the rules cannot be played."""
    if values["players"][0] > values["players"][1]:
        raise ValueError("players must be the fewest seats, then the most")
    _pack_tiles(values, rules)
    _pack_boards(values, rules)
    _pack_cards(values, rules)
    _pack_levels(values, rules)
    rules.per_colour[:] = values["bonus.two"], values["bonus.three"]
    rules.priests = values["priests"]
    rules.chains_per_turn, rules.minimum = values["chains_per_turn"], values["chain.minimum"]
    rules.bonus_left, rules.bird = values["score.bonus_left"], values["variant.bird_in_hand"]
    goal = values["variant.ultimate_goal"]
    sides = goal if isinstance(goal, list) else [goal]
    rules.goal[:] = [0 if side == "off" else side for side in (sides * SEATS)[:SEATS]]


def _pack_tiles(values, rules):
    counts = {face: n for group in GROUPS for face, n in values[f"tiles.{group}"].items()}
    faces = faces_of(values)
    if len(faces) > FACES:
        raise ValueError(f"the tiles have {len(faces)} different faces, at most {FACES} are possible")
    total = sum(counts.values())
    seats = values["players"][1]
    needed = seats * (9 + 2 * values["level2.rounds"])
    if not needed <= total <= STACK:
        raise ValueError(f"there are {total} decoration tiles; {seats} seats need {needed}, and {STACK} are the most")
    rules.tiles = total
    special = [colour * 4 for colour in COLOURS] + ["...."] * 4
    for code, face in [*enumerate(faces), *enumerate(special, FIRST_SPECIAL)]:
        for turn in range(4):
            for corner, colour in enumerate(face):
                if colour != ".":
                    rules.face[code, turn, COLOURS.index(colour)] |= 1 << int(CORNERS[(corner + turn) % 4])
    for code, face in enumerate(faces):
        rules.face_count[code] = counts[face]
        rules.group[code] = _group(face)
    rules.special_count[:] = SPECIAL_SETS[values["special.set"]]


def _group(face):
    colours = face.replace(".", "")
    if len(colours) != 2:
        return 0 if len(colours) == 1 else 3
    return 1 if colours[0] == colours[1] else 2


def _pack_boards(values, rules):
    spaces = values["boards.spaces"]
    if len(set(spaces)) < len(spaces):
        raise ValueError("boards.spaces names a space twice")
    for board, letter in enumerate(LETTERS):
        text = values[f"boards.{letter}"]
        if len(text) != len(spaces) or not set(text) <= set(COLOURS + "."):
            raise ValueError(
                f"boards.{letter} must be {len(spaces)} of R, Y, G, B and '.', one for each of boards.spaces"
            )
        for space, colour in zip(spaces, text, strict=True):
            if colour != ".":
                row, col = RING[space]
                rules.printed[board, COLOURS.index(colour)] |= 1 << (8 * row + col)


def _pack_cards(values, rules):
    symbols = {3: values["blessings.symbols.three_space"], 2: values["blessings.symbols.two_space"]}
    for god, texts in enumerate(cards_of(values)):
        rules.cards[god] = len(texts)
        for place, text in enumerate(texts):
            card = god * DECK + place
            numbers, rules.points[card], rules.unfinished[card] = parse_card(text)
            n = len(numbers)
            rules.cells[card] = n
            rules.number[card, :n] = numbers
            for cell, number in enumerate(numbers):
                names = (number, "last") if cell == n - 1 else (number,)
                rules.symbol[card, cell] = next((k for k, bearer in symbols.items() if bearer in names), 0)
            for taken in range(1 << n):
                inside = [number for cell, number in enumerate(numbers) if (taken >> cell) & 1]
                outside = [number for cell, number in enumerate(numbers) if not (taken >> cell) & 1]
                rules.total[card, taken] = sum(inside)
                rules.least[card, taken] = min(outside, default=NOTHING_FREE)


def _pack_levels(values, rules):
    rounds = [values[f"level{level}.rounds"] for level in (1, 2, 3)]
    draws = [values[f"level{level}.draw"] for level in (1, 2, 3)]
    if rounds[0] * draws[0] != 9 or draws[0] != 3:
        raise ValueError(
            "level 1 has nine slots and a tile to keep, one for the left and one for the right: 3 rounds of 3"
        )
    if draws[1] != 2 or rounds[1] not in (0, 2):
        raise ValueError("level 2 has four slots and a tile to keep and one for the left: 2 rounds of 2, or no rounds")
    if rounds[2] and not rounds[1]:
        raise ValueError("level 3 lies on level 2, so level3.rounds must be 0 when level2.rounds is 0")
    seats = values["players"][1]
    if rounds[2] * draws[2] * seats > SPECIAL_KINDS:
        raise ValueError(
            f"{seats} seats that draw {draws[2]} special tiles need more than the {SPECIAL_KINDS} there are"
        )
    rules.rounds[:], rules.draw[:] = rounds, draws
