"""Bit boards against a plain search, space by space."""

import random

import numpy as np
import pytest

from temple_sim.games.five.bits import beside, chains_from, count, flood, index, lines, linked, longest, lowest

RNG = random.Random(5)
BOARDS = [RNG.getrandbits(64) & RNG.getrandbits(64) for _ in range(40)] + [0, 2**64 - 1, 1, 1 << 63, 0xFF818181818181FF]


def spaces(mask):
    return {divmod(k, 8) for k in range(64) if (int(mask) >> k) & 1}


def mask_of(cells):
    return sum(1 << (8 * r + c) for r, c in cells)


def neighbours(cell):
    r, c = cell
    return {(r + dr, c + dc) for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)) if 0 <= r + dr < 8 and 0 <= c + dc < 8}


def parts(cells):
    """Connected parts of a set of spaces, by plain search."""
    found, left = [], set(cells)
    while left:
        part, front = set(), {left.pop()}
        while front:
            part |= front
            front = {n for cell in front for n in neighbours(cell)} & left
            left -= front
        found.append(part)
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_counting_and_neighbours(board):
    cells = spaces(board)
    assert count(np.uint64(board)) == len(cells)
    assert spaces(beside(np.uint64(board))) == {n for cell in cells for n in neighbours(cell)}
    if board:
        first = lowest(np.uint64(board))
        assert int(first) == board & -board
        assert index(np.uint64(first)) == (board & -board).bit_length() - 1


@pytest.mark.parametrize("board", BOARDS)
def test_flood_fill_finds_the_connected_parts(board):
    found = parts(spaces(board))
    for part in found:
        seed = mask_of([min(part)])
        assert spaces(flood(np.uint64(seed), np.uint64(board))) == part
    assert longest(np.uint64(board)) == max((len(part) for part in found), default=0)
    assert spaces(linked(np.uint64(board))) == set().union(*[p for p in found if len(p) > 1])


@pytest.mark.parametrize("board", BOARDS)
def test_chains_by_length_and_priests(board):
    priests = RNG.getrandbits(64) & RNG.getrandbits(64) & board
    for need in (1, 2, 4):
        for fresh, again in ((True, False), (False, True), (True, True)):
            wanted = set()
            for part in parts(spaces(board)):
                if len(part) >= need and (again if part & spaces(priests) else fresh):
                    wanted |= part
            assert spaces(chains_from(np.uint64(board), np.uint64(priests), need, fresh, again)) == wanted


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("length", [2, 3])
def test_straight_lines(board, length):
    cells = spaces(board)
    right = {(r, c) for r, c in cells if all((r, c + k) in cells for k in range(length))}
    down = {(r, c) for r, c in cells if all((r + k, c) in cells for k in range(length))}
    assert spaces(lines(np.uint64(board), length, 1)) == right
    assert spaces(lines(np.uint64(board), length, 8)) == down
