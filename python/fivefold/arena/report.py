"""Reports of matches, ladders and ratings: one page of HTML, its pictures drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from fivefold._progress import amount
from fivefold._statistics import Value
from fivefold.draw import charts
from fivefold.draw.page import beware, page, table

from .ratings import Rating

if TYPE_CHECKING:
    from .ladder_games import Cross, Ladder
    from .rating import Rated
    from .results import Match


def ratings_svg(rows: Sequence[Rating]) -> str:
    """Draw a rating ladder, the best first: a point per player, with its interval."""
    lines = [(row.name, Value(row.rating, row.low, row.high), None) for row in rows]
    return charts.compared(lines, "Ratings with 95 % intervals", "Elo", words="{:+.0f}".format)


def ratings_html(rows: Sequence[Rating], *counts: str) -> str:
    """Draw ratings, and write them as a table with these counts: games, distinct."""
    cells = [
        (
            f"<code>{escape(row.name)}</code>",
            f"{row.rating:+.0f}",
            f"{row.low:+.0f} to {row.high:+.0f}",
            *(amount(getattr(row, count)) for count in counts),
        )
        for row in rows
    ]
    head = ("player", "rating", "95 % interval", *counts)
    return f'<div class="wide">{ratings_svg(rows)}</div>{table(head, cells)}'


def crosstable_svg(names: Sequence[str], cross: Mapping[tuple[str, str], Cross]) -> str:
    """Draw a crosstable: the score in percent of each row against each column, shaded."""
    cells = {
        (one, other): charts.Cell(
            f"{100 * pair.score:.0f}",
            0.06 + 0.5 * pair.score,
            "mark",
            f"{one} against {other}: {100 * pair.low:.0f} to {100 * pair.high:.0f} %, "
            f"{pair.games} games, {pair.distinct} distinct",
        )
        for (one, other), pair in cross.items()
    }
    return charts.crosstable([(name, "") for name in names], cells, "Crosstable, percent of the points")


def ladder_html(ladder: Ladder) -> str:
    """Write a ladder: pictures, and a table of the ratings."""
    if not ladder.games:
        return "<p>Nothing has been played.</p>"
    rows = ladder.ratings()
    return (
        f"{ratings_html(rows, 'games', 'distinct')}"
        f"{crosstable_svg([row.name for row in rows], ladder.crosstable())}{better_html(ladder)}"
    )


def better_html(ladder: Ladder) -> str:
    """Return who is better than whom, and how many comparisons there were."""
    count = len(ladder.crosstable()) // 2
    pairs = ladder.better()
    listed = "".join(f"<li>{escape(one)} beats {escape(other)}</li>" for one, other in pairs)
    return (
        f"<p>{len(pairs)} of {count} comparisons are certain with 95 % for all of them together (Holm):</p>"
        f"<ul>{listed}</ul>{beware(ladder.note)}"
    )


def ladder_report(ladder: Ladder) -> str:
    """Write the page of a ladder."""
    zero = f"{ladder.anchor} is rated 0" if ladder.anchor else "the mean is 0"
    options = ", ".join(f"{key}={value!r}" for key, value in ladder.rules.options.items())
    body = (
        f"<p>{len(ladder.games)} games, {ladder.distinct} distinct, openings: {escape(ladder.openings)}; "
        f"{ladder.seconds:.0f} seconds, seed {ladder.seed}; {escape(zero)}. "
        "The crosstable tells the row's score against the column in percent.</p>\n"
        f'{ladder_html(ladder)}\n<p class="soft">Rules: {escape(ladder.rules.name)}, {escape(options)}.</p>\n'
    )
    return page(f"Ladder: {ladder.rules.info.title}", body)


def met(match: Match) -> tuple[list[str], dict[tuple[str, str], Cross]]:
    """Return the names of a match, the first player's first, and who did what against whom."""
    from .ladder_games import Cross

    names = [match.first, match.second]
    if not match.exchanged:
        names = [f"{match.first}, first seat", "second seat"]
    elif names[0] == names[1]:
        names[1] += " (second)"
    games, distinct = len(match.games), match.distinct
    share, low, high = match.share
    return names, {
        (names[0], names[1]): Cross(games, share, distinct, low, high),
        (names[1], names[0]): Cross(games, 1 - share, distinct, 1 - high, 1 - low),
    }


def match_report(match: Match) -> str:
    """Write the page of a match."""
    games, distinct = len(match.games), match.distinct
    names, cross = met(match)
    value, low, high = match.elo
    rows = [
        Rating(names[0], value, low, high, games, distinct),
        Rating(names[1], 0.0, 0.0, 0.0, games, distinct),
    ]
    faults = "".join(
        f"<li>game {fault.game}: {escape(fault.player)}: {escape(fault.reason)}</li>"
        for fault in match.faults
    )
    options = ", ".join(f"{key}={value!r}" for key, value in match.rules.options.items())
    body = (
        f"{match._repr_html_()}\n{ratings_svg(rows)}\n{crosstable_svg(names, cross)}\n"
        + (f"<h2>Faults</h2><ul>{faults}</ul>\n" if faults else "")
        + f'<p class="soft">Rules: {escape(match.rules.name)}, {escape(options)}.</p>\n'
    )
    return page(f"{match.first} – {match.second}", body)


def rating_report(rated: Rated) -> str:
    """Write the page of a rating: each baseline, and the estimate after each step but the first."""
    rows = [Rating(rated.name, rated.rating, rated.low, rated.high, rated.games, rated.distinct)]
    rows += [
        Rating(own.baseline.id, own.baseline.rating, own.baseline.low, own.baseline.high, own.games)
        for own in rated.meetings
    ]
    rows.sort(key=lambda row: -row.rating)
    course = [(float(point.games), Value(*point[1:])) for point in rated.course[1:] or rated.course]
    picture = charts.curve({"": course}, ("games", "Elo"), "Estimate in Elo with its 95 % interval, by games")
    summary, head, *lines = rated._lines()
    cells = [[*map(escape, line)] for line in lines]
    body = f"<p>{escape(summary[0])}</p>\n{ratings_svg(rows)}\n{picture}\n{table(head, cells)}\n"
    return page(f"Rating of {rated.name}", body)
