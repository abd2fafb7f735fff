"""From points to scores, game by game (T2-4), and what a result must be (T2-9)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any

from fivefold._core import FivefoldError

from .durations import sitting_order

SCORINGS = ("zero_sum", "constant_sum", "points")
Number = int | float


def scores_of(
    table: tuple[str, ...], rows: Sequence[Sequence[Number]], scoring: str, target: Number
) -> list[Number]:
    """Add up the scores of a match, in the order of the table.

    With "zero_sum" a player's score of a game is the own points minus those of the other, with three or more
    players minus those of who moves next in that game; "constant_sum" adds `target` to each; "points" takes
    the points as they are.
    """
    totals: list[Number] = [0] * len(table)
    for game, row in enumerate(rows):
        seats = sitting_order(table, game)
        points = dict(zip(table, row, strict=True))
        for place, name in enumerate(table):
            score = points[name]
            if scoring != "points":
                score -= points[seats[(seats.index(name) + 1) % len(seats)]]
            if scoring == "constant_sum":
                score += target
            totals[place] += score
    return totals


def read_result(table: tuple[str, ...], result: Any, games: int) -> list[list[Number]]:
    """Read the result of a match: one row of numbers a game; a single game may come bare."""
    label = " - ".join(table)
    rows = as_list(result)
    if rows is None:
        raise FivefoldError(f"the result of {label} is refused: {result!r:.80} is no list of numbers")
    if games == 1 and rows and as_list(rows[0]) is None:
        rows = [rows]
    if len(rows) != games or any(as_list(row) is None for row in rows):
        raise FivefoldError(
            f"the result of {label} is refused: {games} games are wanted, each a row of {len(table)} numbers"
        )
    return [read_row(label, as_list(row) or [], len(table)) for row in rows]


def read_row(label: str, row: list[Any], players: int) -> list[Number]:
    """Read the points of one game, a number a player."""
    if len(row) != players:
        raise FivefoldError(f"the result of {label} is refused: {len(row)} numbers for {players} players")
    numbers: list[Number] = []
    for value in row:
        if not isinstance(value, Real) or not is_finite(value):
            raise FivefoldError(f"the result of {label} is refused: {value!r:.80} is no finite number")
        # Whole numbers stay whole, so that tables show them so; all else is kept as JSON can keep it.
        exact = float(value)
        numbers.append(int(exact) if exact.is_integer() else exact)
    return numbers


def is_finite(value: Real) -> bool:
    """Return whether a float can hold the number."""
    try:
        return isfinite(value)
    except OverflowError:
        return False


def as_list(value: Any) -> list[Any] | None:
    """Make a list of what is a row of values, such as an array; None for a text or a single value."""
    if isinstance(value, (str, bytes, dict)):
        return None
    try:
        return list(value)
    except TypeError:
        return None
