"""The ruleset: its defaults, what it refuses and why, and what other values become."""

import json
from pathlib import Path

import numpy as np
import pytest

from temple_sim.core.errors import UserError
from temple_sim.games import load_game
from temple_sim.games.five.tables import MAX_ACTIONS, PIECE, SLOTS, piece_mask
from tests.driver import Driver
from tests.games.five.altered import ALTERED
from tests.games.five.positions import LEVEL1, paint, priest_turn

GAME = load_game("five")


def rules_of(*settings):
    return GAME.pack_rules(GAME.schema.defaults().overlay_settings(settings))[0]


def test_defaults_are_those_of_the_rules_page():
    expected = json.loads(Path(__file__).with_name("default_rules.json").read_text())
    assert GAME.schema.defaults().nested == expected


def test_default_components():
    rules = rules_of()
    assert int(rules.tiles) == 12 + 28 + 12
    groups = [
        int(sum(n for n, g in zip(rules.face_count, rules.group, strict=True) if g == group)) for group in range(4)
    ]
    assert groups == [12, 16, 12, 12]  # one decoration; two of a colour; two colours; four decorations
    assert rules.cards.tolist() == [10] * 5


@pytest.mark.parametrize("name", ALTERED)
def test_altered_rulesets_can_be_played(name):
    rules_of(*ALTERED[name])


def test_every_plausible_value_can_be_played():
    defaults = GAME.schema.defaults()
    for name, key in GAME.schema.keys.items():
        for value in key.plausible:
            changed = defaults.overlay_nested({name: value}, "plausible")
            assert changed.values[name] != key.value
            GAME.pack_rules(changed)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (['tiles.single={"R.." = 30}'], "is no face"),
        (['tiles.single={"RG.." = 30}'], "must have 1 decorations"),
        (['tiles.double={"R..." = 30}'], "must have 2 decorations"),
        (['tiles.quad={"RR.." = 30}'], "must have 3 or 4 decorations"),
        (['tiles.single={"R..." = -1}'], "tiles.single"),
        (['tiles.double={"RR.." = 27}'], "51 decoration tiles"),
        (['tiles.double={"RR.." = 120}'], "144 decoration tiles"),
        (["special.set=gold"], "one of colour, effect, mixed"),
        (["boards.spaces=[1, 1]", "boards.A=RR"], "twice"),
        (["boards.spaces=[28]"], "from 0 to 27"),
        (["boards.A=RYG"], "boards.A must be 8"),
        (["boards.B=RYGBRYGX"], "boards.B must be 8"),
        (["priests=3"], "from 4 to 15"),
        (["priests=16"], "from 4 to 15"),
        (['blessings.colour=["4444444/5/2"]'], "is no card"),
        (['blessings.colour=["430/5/2"]'], "is no card"),
        (['blessings.supreme=["43/5"]'], "is no card"),
        (['blessings.supreme=["43/100/5"]'], "up to 99"),
        (["blessings.colour=[]"], "1 to 20 entries"),
        (["blessings.symbols.two_space=first"], "one of last"),
        (["level1.rounds=2"], "level 1 has nine slots"),
        (["level1.rounds=9", "level1.draw=1"], "level 1 has nine slots"),
        (["level2.rounds=1"], "level 2 has four slots"),
        (["level2.rounds=0"], "level3.rounds must be 0"),
        (["level3.draw=3"], "special tiles"),
        (["players=[3, 2]"], "fewest seats"),
        (["variant.ultimate_goal=3"], "off, 1, 2"),
        (["variant.ultimate_goal=[1, 2, 1, 2, 1]"], "list of up to four"),
        (["variant.bird_in_hand=1"], "true or false"),
    ],
)
def test_impossible_rules_are_refused_with_the_reason(settings, reason):
    with pytest.raises(UserError, match=reason):
        rules_of(*settings)


def test_fewer_tiles_are_enough_for_fewer_levels():
    assert int(rules_of("level2.rounds=0", "level3.rounds=0", 'tiles.double={"RR.." = 12}').tiles) == 36


def test_fewer_seats_need_fewer_tiles():
    settings = ["players=[2, 2]", 'tiles.double={"RR.." = 2}', "level3.draw=3"]
    assert int(rules_of(*settings).tiles) == 26
    assert GAME.seats_allowed(GAME.schema.defaults().overlay_settings(settings)) == (2, 2)
    with pytest.raises(UserError, match="3 seats need 39"):
        rules_of(*settings, "players=[2, 3]")


def test_card_tables():
    rules = rules_of('blessings.colour=["43322/7/3"]')
    assert int(rules.cells[0]) == 5
    assert int(rules.points[0]) == 7
    assert int(rules.unfinished[0]) == 3
    assert int(rules.total[0, 0b10101]) == 4 + 3 + 2
    assert int(rules.least[0, 0b11000]) == 3
    assert int(rules.least[0, 0b11111]) == 99
    assert rules.symbol[0].tolist() == [3, 0, 0, 0, 2, 0]


def test_a_last_cell_of_four_bears_the_three_space_symbol_only():
    assert rules_of('blessings.colour=["34/5/2"]').symbol[0, :2].tolist() == [0, 3]


def test_symbols_can_be_moved_and_left_out():
    moved = rules_of(
        'blessings.colour=["432/5/2"]', "blessings.symbols.three_space=none", "blessings.symbols.two_space=3"
    )
    assert moved.symbol[0, :3].tolist() == [0, 2, 0]


def test_goals_by_seat_start_again_when_the_list_is_shorter():
    assert rules_of("variant.ultimate_goal=[1, 2]").goal.tolist() == [1, 2, 1, 2]
    assert rules_of('variant.ultimate_goal=["off", 2, 1]').goal.tolist() == [0, 2, 1, 0]
    assert rules_of("variant.ultimate_goal=2").goal.tolist() == [2] * 4


def test_border_spaces_are_numbered_clockwise_from_the_top_left_corner():
    driver = Driver("five", 2, ["boards.spaces=[0, 7, 8, 14, 21, 27]", *(f"boards.{k}=RYGBRY" for k in "ABCD")])
    view = driver.state["view"][0]
    shown = {(r, c): view[r][c] for r in range(8) for c in range(8) if view[r][c] in "RYGB"}
    assert shown == {(0, 0): "R", (0, 7): "Y", (1, 7): "G", (7, 7): "B", (7, 0): "R", (1, 0): "Y"}


def test_most_actions_at_once():
    driver = priest_turn()

    def change(s):
        paint(s, 0, LEVEL1)
        s.pieces[0, :] = 1
        s.piece_n[0, :] = 4

    driver.arrange(change)
    legal = driver.legal()
    assert len(legal) == 4 * (28 + 60) + 4 * (24 + 48) + 1  # nothing is decorated, so no chain can be used
    assert len(legal) + 64 == MAX_ACTIONS
    assert len({json.dumps(action) for action in legal}) == len(legal)


def test_a_straight_line_of_one_level_counts_as_the_bound_says():
    border = [(r, c) for r in range(8) for c in range(8) if r in (0, 7) or c in (0, 7)]
    inside = [(r, c) for r in range(8) for c in range(8) if (r, c) not in border]
    for cells, length, expected in ((border, 2, 28), (border, 3, 24), (inside, 2, 60), (inside, 3, 48)):
        starts = [(r, c, dr) for r, c in cells for dr in (0, 1)
                  if all((r + k * dr, c + k * (1 - dr)) in cells for k in range(length))]  # fmt: skip
        assert len(starts) == expected


def test_slots_cover_each_level_once():
    sizes = {0: (9, 1, 6), 1: (4, 2, 5), 2: (1, 3, 4)}
    for level, (n, low, high) in sizes.items():
        covered = [divmod(int(slot), 8) for slot in SLOTS[level, :n]]
        spaces = sorted((r + dr, c + dc) for r, c in covered for dr in (0, 1) for dc in (0, 1))
        assert spaces == sorted((r, c) for r in range(low, high + 1) for c in range(low, high + 1))


def test_piece_codes_name_their_spaces():
    code = PIECE | 2 << 4 | 3 << 6 | 1 << 8 | 10 << 9  # green, three spaces, down from (1, 2)
    assert int(piece_mask(np.int64(code))) == (1 << 10) | (1 << 18) | (1 << 26)
