"""The report of a rating: one page of HTML with the estimate as it went on."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fivefold._statistics import Value
from fivefold.draw import charts
from fivefold.draw.page import page, table

from .ratings import Rating
from .report import ratings_svg

if TYPE_CHECKING:
    from .rating import Rated

__all__ = ["course_svg", "rating_report"]


def course_svg(found: Rated) -> str:
    """Draw the estimate with its interval after each step but the first, whose interval is wide."""
    points = [(float(point.games), Value(*point[1:])) for point in found.course[1:] or found.course]
    return charts.curve({"": points}, ("games", "Elo"), "Estimate in Elo with its 95 % interval, by games")


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
