"""The chart of a tournament's report: ranks by round."""

from __future__ import annotations

from fivefold.draw import parts as draw

from .pictures import short
from .system import System

__all__ = ["rank_chart"]

SHADES = 8


def rank_chart(system: System, rounds: int) -> str:
    """Draw the places after each round: a line per player, first place at the top."""
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
            parts.append(draw.text(x, 20, str(number + 1), anchor="middle", ink="soft"))
        parts.append(draw.line(x, top - 10, x, top + pitch * (len(final) - 1) + 10))
    for place, name in enumerate(final):
        ink = f"series{place % SHADES}"
        points = []
        for number, table in enumerate(tables):
            at = next((index for index, row in enumerate(table) if row.name == name), len(final) - 1)
            points.append((left + step * number, top + pitch * at))
        parts.append(draw.path(points, ink))
        parts += [draw.circle(x, y, 4, ink) for x, y in points]
        parts.append(
            draw.text(right + 12, top + pitch * place + 5, f"{tables[-1][place].rank}  {short(name)}")
        )
    width = right + 50 + max(draw.width_of(short(name)) for name in final)
    return draw.page("Places after each round", width, top + pitch * len(final), parts)
