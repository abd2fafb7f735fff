"""Charts of a tournament's report: ranks by round, ratings with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from fivefold.arena.ratings import Rating

from . import shapes
from .pictures import short
from .system import System

__all__ = ["rank_chart", "rating_chart"]

SHADES = 8


def rank_chart(system: System, rounds: int) -> str:
    """Draw the places after each round: a line a player, first place at the top."""
    tables = [system.standings(after=number) for number in range(1, rounds + 1)]
    final = [row.name for row in tables[-1]]
    pitch = 24.0
    step = min(110.0, max(26.0, 620 / max(rounds - 1, 1)))
    left, top = 34.0, 40.0
    right = left + step * (rounds - 1)
    parts = []
    for number in range(rounds):
        x = left + step * number
        if rounds <= 24 or number % 5 == 4 or number == 0:
            parts.append(shapes.text(x, 20, str(number + 1), anchor="middle", ink="soft"))
        parts.append(shapes.line(x, top - 10, x, top + pitch * (len(final) - 1) + 10))
    for place, name in enumerate(final):
        ink = f"series{place % SHADES}"
        points = []
        for number, table in enumerate(tables):
            at = next((index for index, row in enumerate(table) if row.name == name), len(final) - 1)
            points.append((left + step * number, top + pitch * at))
        parts.append(shapes.path(points, ink))
        parts += [shapes.circle(x, y, 4, ink) for x, y in points]
        parts.append(
            shapes.text(right + 12, top + pitch * place + 5, f"{tables[-1][place].rank}  {short(name)}")
        )
    width = right + 50 + max(shapes.width_of(short(name)) for name in final)
    return shapes.page("Places after each round", width, top + pitch * len(final), parts)


def rating_chart(rows: Sequence[Rating]) -> str:
    """Draw ratings with their intervals on one scale."""
    left = 30 + max(shapes.width_of(short(row.name)) for row in rows)
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    every = next((unit for unit in (50, 100, 200, 500, 1000, 2000, 5000) if (high - low) / unit <= 10), 10000)
    first, last = floor(low / every) * every, ceil(high / every) * every
    width, pitch, top = 520.0, 26.0, 34.0

    def x_of(value: float) -> float:
        return left + width * (value - first) / max(last - first, 1)

    parts = []
    for mark in range(first, last + 1, every):
        parts.append(shapes.text(x_of(mark), 20, str(mark), anchor="middle", ink="soft", size=12))
        parts.append(shapes.line(x_of(mark), top - 8, x_of(mark), top + pitch * len(rows) - 8))
    for place, row in enumerate(rows):
        y = top + pitch * (place + 0.5) - 4
        parts.append(shapes.text(14, y + 5, short(row.name)))
        parts.append(shapes.line(x_of(row.low), y, x_of(row.high), y, "mark", 2.5))
        for end in (row.low, row.high):
            parts.append(shapes.line(x_of(end), y - 5, x_of(end), y + 5, "mark", 1.5))
        parts.append(shapes.circle(x_of(row.rating), y, 5, "mark"))
    return shapes.page("Ratings with 95 % intervals", left + width + 24, top + pitch * len(rows) + 4, parts)
