"""The stones of a board as the Gomocup protocol tells them: whose they are, where, in which order."""

from __future__ import annotations

import numpy as np

from fivefold._core import Position

__all__ = ["Stones", "in_order", "place", "stones_of"]

Stones = dict[int, str]


def stones_of(position: Position) -> Stones:
    """Return whose the stones are, from the side of who decides."""
    own = 1 if position.colour == "black" else 2
    cells = position.board.ravel()
    return {int(point): "own" if cells[point] == own else "other" for point in np.flatnonzero(cells)}


def place(point: int, size: tuple[int, int]) -> str:
    """Write a point as the protocol does."""
    return f"{point % size[0]},{point // size[0]}"


def in_order(position: Position, stones: Stones) -> list[int]:
    """Return the stones in the order in which they were played; where it is not known, in turn."""
    played = [action for action in position.record().actions if action in stones]
    order = list(dict.fromkeys(reversed(played)))[::-1]
    cells = position.board.ravel()
    rest: dict[int, list[int]] = {1: [], 2: []}
    for point in stones:
        if point not in order:
            rest[int(cells[point])].append(point)
    more = max(map(len, rest.values()))
    return [point for i in range(more) for own in rest.values() for point in own[i : i + 1]] + order
