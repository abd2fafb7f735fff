"""Reports of matches and ladders: one page of HTML, its pictures drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING

from .ratings import Rating

if TYPE_CHECKING:
    from .ladder_games import Cross, Ladder
    from .match import Match

__all__ = ["crosstable_svg", "ladder_html", "ladder_report", "match_report", "ratings_svg"]

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #6e6e73; --rule: #d2d2d7; --mark: #0a5dc2;
  --page: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f5f5f7; --soft: #a1a1a6; --rule: #424245; --mark: #6cb1ff; --page: #1d1d1f } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { padding: .2rem .8rem .2rem 0; text-align: left }
td.n { text-align: right; font-variant-numeric: tabular-nums } p.soft { color: var(--soft) }
"""
# Colours of pictures alone, so that they show in a notebook too.
INK, SOFT, RULE, MARK = (
    f"var(--{name}, {usual})"
    for name, usual in (("ink", "#333"), ("soft", "#777"), ("rule", "#ccc"), ("mark", "#0a5dc2"))
)
LETTER = 7.2
"""Width of a letter of 13 pixels, about."""


def page(title: str, body: str) -> str:
    """Wrap a report into a page that needs nothing else."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    """Write words at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13" '
        f'font-family="system-ui, sans-serif" fill="{colour}">{escape(words)}</text>'
    )


def svg(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    """Wrap drawn parts into a picture with a title for screen readers."""
    return (
        f'<svg role="img" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'xmlns="http://www.w3.org/2000/svg" style="max-width:100%;height:auto">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def ratings_svg(rows: Sequence[Rating], width: float = 640.0) -> str:
    """Draw a rating ladder: a point a player, with its interval.

    Parameters
    ----------
    rows : sequence of Rating
        The best first.
    width : float
        In pixels.
    """
    ends = [value for row in rows for value in (row.low, row.high, row.rating) if isfinite(value)] or [0.0]
    low, high = min(ends), max(ends)
    step = next(size for size in (10, 20, 50, 100, 200, 500, 1000, 2000, 10**9) if (high - low) / size <= 8)
    low, high = floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step
    left = 16 + LETTER * max(len(row.name) for row in rows)
    scale = (width - left - 60) / (high - low)

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) * scale

    bottom = 14 + 26 * len(rows)
    parts = []
    for tick in range(int(low), int(high) + 1, step):
        parts.append(f'<path d="M{x(tick):.1f} 6V{bottom}" stroke="{RULE}"/>')
        parts.append(text(x(tick), bottom + 16, str(tick), "middle", SOFT))
    for place, row in enumerate(rows):
        y = 19 + 26 * place
        parts.append(text(left - 10, y + 5, row.name, "end"))
        parts.append(f'<path d="M{x(row.low):.1f} {y}H{x(row.high):.1f}" stroke="{MARK}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(row.rating):.1f}" cy="{y}" r="4.5" fill="{MARK}"/>')
        parts.append(text(width - 52, y + 5, f"{row.rating:+.0f}"))
    return svg("Ratings with 95 % intervals", width, bottom + 24, parts)


def crosstable_svg(names: Sequence[str], cross: Mapping[tuple[str, str], Cross]) -> str:
    """Draw a crosstable: the score in percent of each row against each column, shaded.

    Parameters
    ----------
    names : sequence of str
        In the order of rows and columns.
    cross : mapping from pairs of names to Cross
        Who did what against whom.
    """
    left, cell = 16 + LETTER * max(map(len, names)), 52
    parts = []
    for column in range(len(names)):
        parts.append(text(left + cell * (column + 0.5), 18, str(column + 1), "middle", SOFT))
    for line, name in enumerate(names):
        y = 26 + 28 * line
        parts.append(text(left - 26, y + 19, name, "end"))
        parts.append(text(left - 8, y + 19, str(line + 1), "end", SOFT))
        for column, other in enumerate(names):
            found = cross.get((name, other))
            x = left + cell * column
            if found is None:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="50" height="26" fill="{RULE}" opacity=".35"/>'
                )
                continue
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="50" height="26" fill="{MARK}" '
                f'opacity="{0.06 + 0.5 * found.score:.2f}"><title>{escape(name)} against {escape(other)}: '
                f"{found.games} games</title></rect>"
            )
            parts.append(text(x + 25, y + 18, f"{100 * found.score:.0f}", "middle"))
    return svg(
        "Crosstable, percent of the points", left + 24 + cell * len(names), 34 + 28 * len(names), parts
    )


def ladder_html(found: Ladder) -> str:
    """Write a ladder: pictures, and a table of the ratings."""
    if not found.games:
        return "<p>Nothing has been played.</p>"
    rows = found.ratings()
    cells = "".join(
        f'<tr><td>{escape(row.name)}</td><td class="n">{row.rating:.0f}</td>'
        f'<td class="n">{row.low:.0f} to {row.high:.0f}</td><td class="n">{row.games}</td></tr>'
        for row in rows
    )
    head = "<tr><th>player</th><th>rating</th><th>95 %</th><th>games</th></tr>"
    return (
        f"{ratings_svg(rows)}<table>{head}{cells}</table>"
        f"{crosstable_svg([row.name for row in rows], found.crosstable())}"
    )


def ladder_report(found: Ladder) -> str:
    """Write the page of a ladder."""
    zero = f"{found.anchor} is rated 0" if found.anchor else "the mean is 0"
    options = ", ".join(f"{key}={value!r}" for key, value in found.rules.options.items())
    body = (
        f"<p>{len(found.games)} games, {found.seconds:.0f} seconds, seed {found.seed}; {escape(zero)}. "
        "The crosstable tells the row's score against the column in percent.</p>\n"
        f'{ladder_html(found)}\n<p class="soft">Rules: {escape(found.rules.name)}, {escape(options)}.</p>\n'
    )
    return page(f"Ladder: {found.rules.info.title}", body)


def match_report(found: Match) -> str:
    """Write the page of a match."""
    from .ladder_games import Cross

    names = [found.first, found.second]
    if names[0] == names[1]:
        names[1] += " (second)"
    games = len(found.games)
    cross = {
        (names[0], names[1]): Cross(games, found.score),
        (names[1], names[0]): Cross(games, 1 - found.score),
    }
    value, low, high = found.elo
    rows = [Rating(names[0], value, low, high, games), Rating(names[1], 0.0, 0.0, 0.0, games)]
    faults = "".join(
        f"<li>game {fault.game}: {escape(fault.player)}: {escape(fault.reason)}</li>"
        for fault in found.faults
    )
    options = ", ".join(f"{key}={value!r}" for key, value in found.rules.options.items())
    body = (
        f"{found._repr_html_()}\n{ratings_svg(rows)}\n{crosstable_svg(names, cross)}\n"
        + (f"<h2>Faults</h2><ul>{faults}</ul>\n" if faults else "")
        + f'<p class="soft">Rules: {escape(found.rules.name)}, {escape(options)}.</p>\n'
    )
    return page(f"{found.first} – {found.second}", body)
