"""The numbers of lines of nine points, the same as in the library (`src/threats/network/codes.rs`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["CODES", "cells", "codes_of", "exchanged", "fives", "line_index", "mirrored"]

REACH = 4
LONGEST = 2 * REACH + 1
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
LENGTHS = [(before, after) for before in range(REACH + 1) for after in range(REACH + 1)]
FIRST = np.concatenate([[0], np.cumsum([3 ** (LONGEST - before - after) for before, after in LENGTHS])])
CODES = int(FIRST[-1])


@lru_cache(maxsize=1)
def cells() -> NDArray[np.int8]:
    """Return the nine points of every line: 0 empty, 1 own, 2 the other's, 3 beyond; int8 [codes, 9]."""
    table = np.full((CODES, LONGEST), 3, np.int8)
    for kind, (before, after) in enumerate(LENGTHS):
        length = LONGEST - before - after
        rest = np.arange(3**length)
        for place in range(length):
            table[FIRST[kind] : FIRST[kind + 1], before + place] = rest // 3**place % 3
    return table


def _codes_of_cells(lines: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return the codes of lines given as cells, int8 [n, 9]."""
    before = (lines[:, :REACH] == 3).sum(axis=1)
    after = (lines[:, REACH + 1 :] == 3).sum(axis=1)
    place = np.arange(LONGEST) - before[:, None]
    powers = np.where(lines == 3, 0, 3 ** np.maximum(place, 0))
    return np.asarray(FIRST[before * (REACH + 1) + after] + (lines.astype(np.int64) % 3 * powers).sum(axis=1))


@lru_cache(maxsize=1)
def mirrored() -> NDArray[np.int64]:
    """Return the code of each line read from its other end; int64 [codes]."""
    return _codes_of_cells(cells()[:, ::-1])


@lru_cache(maxsize=1)
def exchanged() -> NDArray[np.int64]:
    """Return the code of each line with the colours exchanged; int64 [codes]."""
    return _codes_of_cells(np.array([0, 2, 1, 3], np.int8)[cells()])


@lru_cache(maxsize=1)
def fives() -> NDArray[np.bool_]:
    """Say of each line whether an own stone in its middle makes a row of five or more; bool [codes]."""
    own, empty = cells() == 1, cells()[:, REACH] == 0
    own[:, REACH] = True
    windows = [own[:, first : first + REACH + 1].all(axis=1) for first in range(REACH + 1)]
    return np.asarray(np.logical_and(empty, np.any(windows, axis=0)))


@lru_cache(maxsize=4)
def line_index(columns: int, rows: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return what a stone adds to the codes of the lines, and the codes of a board without stones.

    Returns
    -------
    added : ndarray of float32 [points, points * 4]
        What an own stone on each point adds to each line; one of the other's adds twice as much.
    first : ndarray of int64 [points, 4]
    """
    y, x = np.divmod(np.arange(columns * rows), columns)
    added = np.zeros((columns * rows, columns * rows, 4), np.float32)
    first = np.zeros((columns * rows, 4), np.int64)
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        steps = np.arange(-REACH, REACH + 1)
        column, row = x[:, None] + steps * dx, y[:, None] + steps * dy
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        before, after = (~inside[:, :REACH]).sum(axis=1), (~inside[:, REACH + 1 :]).sum(axis=1)
        point, place = np.nonzero(inside)
        stone = row[inside] * columns + column[inside]
        added[stone, point, direction] = 3 ** (place - before[point])
        first[:, direction] = FIRST[before * (REACH + 1) + after]
    return added.reshape(columns * rows, -1), first


def codes_of(boards: Any, index: Sequence[Any]) -> Any:
    """Return the codes of the four lines through every point of boards.

    Parameters
    ----------
    boards : ndarray or tensor of float32 [n, points]
        0 for an empty point, 1 for an own stone, 2 for one of the other's.
    index : sequence of ndarray or tensor
        What `line_index` gives for the board, as arrays of the same kind.

    Returns
    -------
    ndarray or tensor of float32 [n, points, 4]
        Whole numbers below 2**24, so that they are exact.
    """
    added, first = index
    return (boards @ added).reshape(len(boards), *first.shape) + first
