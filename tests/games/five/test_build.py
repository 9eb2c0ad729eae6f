"""Laying tiles: slots, turns, covering."""

from tests.driver import Driver
from tests.games.five.positions import BLANK, LEVEL1, of_type, paint, put_priests

SLOTS1 = {(r, c) for r in (1, 3, 5) for c in (1, 3, 5)}


def building(players=2, hand=("R.Y.",), level=1, settings=(), rows=BLANK):
    """Seat 0 builds on a level with given tiles in its hand."""
    driver = Driver("five", players, settings)
    faces = sorted(face for g in ("single", "double", "quad") for face in driver.values[f"tiles.{g}"])
    special = ["RRRR", "YYYY", "GGGG", "BBBB", "reuse", "extra", "two_bonus", "own_card"]

    def change(s):
        s.step, s.phase, s.level, s.round_number = 1, 3, level, (1, 4, 6)[level - 1]
        s.held[:, :], s.held_n[:] = -1, 0
        codes = [64 + special.index(face) if face in special else faces.index(face) for face in hand]
        s.held[0, : len(codes)] = sorted(codes)
        s.held_n[0] = len(codes)
        for seat in range(1, players):
            s.held[seat, 0], s.held_n[seat] = codes[0], 1
        paint(s, 0, rows)

    return driver.arrange(change)


def test_any_tile_any_slot_four_turns():
    driver = building(hand=("B...", "R.Y.", "RRYY"))
    legal = driver.legal()
    assert len(legal) == 3 * 9 * 4
    assert {(a["row"], a["col"]) for a in legal} == SLOTS1
    assert {a["turn"] for a in legal} == {0, 1, 2, 3}


def test_equal_tiles_are_listed_once_and_symmetric_ones_with_all_turns():
    assert len(building(hand=("B...", "B...")).legal()) == 9 * 4
    driver = building(hand=("R.Y.", "R.Y."))
    assert len(driver.legal()) == 36
    assert driver.act(type="tile", tile="R.Y.", row=1, col=1, turn=0)["tiles_held"][0] == ["R.Y."]
    assert len(driver.legal()) == 8 * 4


def test_a_face_reads_clockwise_from_the_top_left_and_turns_clockwise():
    corners = {0: "RG..", 1: ".RG.", 2: "..RG", 3: "G..R"}  # clockwise: top left, top right, bottom right, bottom left
    for turn, (tl, tr, br, bl) in corners.items():
        view = building(hand=("RG..", "R...")).act(type="tile", tile="RG..", row=3, col=5, turn=turn)["view"][0]
        assert (view[3][5:7], view[4][5:7]) == (tl + tr, bl + br)


def test_the_spaces_of_a_tile_have_its_level():
    state = building(hand=("R.Y.", "R...")).act(type="tile", tile="R.Y.", row=5, col=1, turn=0)
    assert state["height"][0][5:7] == ["011----0", "011----0"]
    assert state["view"][0][5][1:3] == "R."
    assert state["view"][0][6][1:3] == ".Y"
    assert state["view"][0][3][1:3] == "##"


def test_level_2_covers_decorations_and_returns_priests():
    rows = (*LEVEL1[:2], "..GGGG..", "..GGGG..", *LEVEL1[4:])
    driver = building(level=2, hand=("R...", "Y..."), rows=rows)
    driver.arrange(lambda s: put_priests(s, 0, (2, 2), (3, 5)))
    assert {(a["row"], a["col"]) for a in driver.legal()} == {(2, 2), (2, 4), (4, 2), (4, 4)}
    before = driver.state["reserve"][0]
    state = driver.act(type="tile", tile="Y...", row=2, col=2, turn=2)
    assert state["view"][0][2] == "....GG.."
    assert state["view"][0][3] == "...YGG.."
    assert state["height"][0][2] == "01221110"
    assert state["priests"][0] == [[3, 5]]
    assert state["reserve"][0] == before + 1


def test_level_3_lies_in_the_middle_or_face_down():
    driver = building(level=3, hand=("GGGG",), rows=LEVEL1)
    assert driver.legal() == [
        {"type": "tile", "tile": "GGGG", "row": 3, "col": 3, "turn": 0},
        {"type": "blank"},
    ]
    state = driver.act(type="tile", tile="GGGG", row=3, col=3, turn=0)
    assert [row[3:5] for row in state["view"][0][3:5]] == ["GG", "GG"]
    assert [row[3:5] for row in state["height"][0][3:5]] == ["33", "33"]


def test_a_face_down_tile_is_four_empty_spaces():
    rows = (*LEVEL1[:3], "...RR...", "...RR...", *LEVEL1[5:])
    driver = building(level=3, hand=("GGGG",), rows=rows).arrange(lambda s: put_priests(s, 0, (3, 3)))
    state = driver.act(type="blank")
    assert [row[3:5] for row in state["view"][0][3:5]] == ["..", ".."]
    assert [row[3:5] for row in state["height"][0][3:5]] == ["33", "33"]
    assert state["priests"][0] == []
    assert state["reserve"][0] == 10
    assert state["effect"][0] is None


def test_the_next_seat_builds_when_all_tiles_lie():
    driver = building(players=3, hand=("B...", "R.Y."))
    assert driver.act(type="tile", tile="R.Y.", row=1, col=1, turn=0)["to_move"] == 0
    state = driver.act(type="tile", tile="B...", row=1, col=3, turn=0)
    assert (state["to_move"], state["step"], state["tiles_held"][0]) == (1, "build", [])
    assert of_type(driver, "tile")
