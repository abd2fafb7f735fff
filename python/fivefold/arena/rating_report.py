"""The report of a rating: one page of HTML with the estimate as it went on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fivefold.draw import parts
from fivefold.draw.page import page, table

from .ratings import Rating
from .report import ratings_svg

if TYPE_CHECKING:
    from .rating import Rated

__all__ = ["course_svg", "rating_report"]


def course_svg(found: Rated, width: float = 640.0, height: float = 260.0) -> str:
    """Draw the estimate with its interval after each step."""
    points = found.course
    low = min(point.low for point in points[1:] or points)
    high = max(point.high for point in points[1:] or points)
    margin = 0.05 * (high - low) or 10.0
    low, high = low - margin, high + margin
    left, bottom, most = 60.0, height - 36, max(point.games for point in points)

    def x(games: float) -> float:
        return left + games / most * (width - left - 20)

    def y(value: float) -> float:
        return 10 + (high - min(max(value, low), high)) / (high - low) * (bottom - 10)

    drawn = []
    for tick in parts.ticks(low, high, 6):
        drawn.append(parts.line(left, y(tick), width - 20, y(tick)))
        drawn.append(parts.text(left - 8, y(tick) + 5, f"{tick:g}", anchor="end", ink="soft"))
    for tick in parts.ticks(0, most, 8):
        drawn.append(parts.text(x(tick), bottom + 18, f"{tick:g}", anchor="middle", ink="soft"))
    for point in points:
        drawn.append(parts.line(x(point.games), y(point.low), x(point.games), y(point.high), "mark", 1.5))
        drawn.append(parts.circle(x(point.games), y(point.rating), 3, "mark"))
    drawn.append(parts.text(width - 20, height - 4, "games", anchor="end", ink="soft"))
    return parts.page("Estimate in Elo with its 95 % interval, by games", width, height, drawn)


def rating_report(found: Rated) -> str:
    """Write the page of a rating."""
    rows = [Rating(found.name, found.rating, found.low, found.high, found.games, found.distinct)]
    rows += [
        Rating(own.baseline.id, own.baseline.rating, own.baseline.low, own.baseline.high, own.games)
        for own in found.meetings
    ]
    rows.sort(key=lambda row: -row.rating)
    cells = [
        [
            escape(own.baseline.id),
            escape(own.baseline.name),
            f"{own.baseline.rating:.0f}",
            *map(str, (own.wins, own.draws, own.losses, own.distinct, own.faults)),
        ]
        for own in found.meetings
    ]
    heads = ["baseline", "player", "its Elo", "wins", "draws", "losses", "distinct", "faults"]
    summary = found.to_markdown().partition("\n")[0]
    body = f"<p>{escape(summary)}</p>\n{ratings_svg(rows)}\n{course_svg(found)}\n{table(heads, cells)}\n"
    return page(f"Rating of {found.name}", body)
