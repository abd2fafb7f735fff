"""Pictures of tournaments: brackets, cross tables, who met whom at one table; as SVG text."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from fivefold.draw import charts
from fivefold.draw import parts as draw

from .journey import Journey
from .knockout import Knockout
from .rounds import Entry, Round, Table
from .scores import Number
from .sheets import cell_text, cells_of
from .system import System

LONGEST = 24
"""Letters of a name that are shown; longer ones end with dots."""
SHADES = 8
"""Colours of lines."""


def picture(system: System) -> str:
    """Draw a tournament as it stands.

    A knockout is drawn as its bracket. Of systems with one table (a journey, a knockout with
    ``table=True``) each match is a line from player to player, the winner a full dot. All others are
    drawn as a cross table.

    Parameters
    ----------
    system : System
        The tournament.

    Returns
    -------
    str
        An SVG picture.

    Examples
    --------
    >>> import fivefold as ff
    >>> cup = ff.tournament.Knockout(["Ann", "Bob", "Cy"], shuffle=False)
    >>> ff.tournament.picture(cup)[:5]
    '<svg '
    """
    if isinstance(system, Knockout) and not system._one_table:
        return bracket(system)
    if isinstance(system, (Knockout, Journey)):
        return matches_in_order(system)
    return cross_picture(system)


def short(name: str) -> str:
    """Cut a long name."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


# A cross table


def cross_picture(system: System) -> str:
    """Draw who has scored how much at tables with whom; green above the table's mean, red below."""
    rows = [(row.name, cell_text(row.points)) for row in system.standings()]
    total, excess = cells_of(system)
    maximum = max((abs(score) for score in excess.values()), default=0) or 1
    cells = {
        pair: charts.Cell(
            cell_text(score),
            0.12 + 0.5 * abs(excess[pair]) / maximum if excess[pair] else 0.0,
            "good" if excess[pair] > 0 else "bad",
        )
        for pair, score in total.items()
    }
    return charts.crosstable(rows, cells, f"Cross table of a {type(system).__name__}", "points")


# A bracket


OPEN = ""
"""Stands in a bracket for who is not known yet."""


@dataclass
class Pair:
    """A place of the bracket: who meets there (None: nobody), what they scored, who goes on."""

    names: list[str | None]
    scores: dict[str, Number]
    winner: str | None


def columns_of(cup: Knockout) -> list[list[Pair]]:
    """Return the bracket round by round, from what has been entered and who left when."""
    slots = cup._make_bracket()
    columns: list[list[Pair]] = []
    number = 1
    while len(slots) > 1:
        stands = cup._rounds[number - 1] if number <= len(cup._rounds) else Round([])
        column = []
        for at in range(0, len(slots), 2):
            names = slots[at : at + 2]
            stay = [name for name in names if name and cup._out_in.get(name, inf) > number]
            if OPEN in names or len(stay) > 1:
                winner: str | None = OPEN
            else:
                winner = stay[0] if stay else None
            column.append(Pair(names, scores_between(names, stands.entries), winner))
        columns.append(column)
        # A round that leavers have emptied before it began has no number: it was passed over.
        if any(pair.scores or pair.winner == OPEN for pair in column):
            number += 1
        slots = [pair.winner for pair in column]
    return columns


def scores_between(names: list[str | None], entries: list[Entry]) -> dict[str, Number]:
    """Add up the matches of a pair; there are several where they were level."""
    scores: dict[str, Number] = {}
    for entry in entries:
        if set(entry.table) == set(names):
            for name, score in entry.scores.items():
                scores[name] = scores.get(name, 0) + score
    return scores


def bracket(cup: Knockout) -> str:
    """Draw the bracket."""
    columns = columns_of(cup)
    names = [short(name) for name in cup.names]
    box = max(110.0, 60 + max(map(draw.text_width, names)))
    gap, height, pitch, top = 34.0, 50.0, 66.0, 40.0
    parts = []
    for number, column in enumerate(columns):
        x = 16 + number * (box + gap)
        title = "Final" if len(column) == 1 else f"Round {number + 1}"
        parts.append(draw.text(x, 24, title, ink="soft"))
        for at, pair in enumerate(column):
            y = top + pitch * (2**number * (at + 0.5) - 0.5)
            parts += box_of(pair, x, y, box, height, first=number == 0)
            if number + 1 < len(columns):
                middle, turn = y + height / 2, x + box + gap / 2
                target = top + pitch * (2 ** (number + 1) * (at // 2 + 0.5) - 0.5) + height / 2
                parts.append(
                    draw.path(
                        [(x + box, middle), (turn, middle), (turn, target), (x + box + gap, target)],
                        "rule",
                        1.5,
                    )
                )
    winner = columns[-1][0].winner if columns else None
    width = 16 + len(columns) * (box + gap)
    if winner:
        y = top + pitch * (2 ** (len(columns) - 1) * 0.5 - 0.5) + height / 2
        parts.append(draw.line(width - gap, y, width - 6, y, "rule", 1.5))
        parts.append(draw.text(width, y + 5, short(winner), bold=True, ink="mark"))
        width += draw.text_width(short(winner)) + 10
    return draw.page("Bracket of a knockout", width, top + pitch * len(columns[0]), parts)


def box_of(pair: Pair, x: float, y: float, width: float, height: float, *, first: bool) -> list[str]:
    """Draw one place of the bracket: two names, their scores; who goes on is bold."""
    parts = [draw.rect(x, y, width, height, "panel", radius=4)]
    for line_, name in enumerate(pair.names):
        words = short(name) if name else "bye" if first else ""
        wins = bool(name) and name == pair.winner
        base = y + 17 + line_ * height / 2
        parts.append(
            draw.text(x + 8, base, words, bold=wins, ink="ink" if wins or pair.winner == OPEN else "soft")
        )
        if name and name in pair.scores:
            parts.append(
                draw.text(x + width - 8, base, cell_text(pair.scores[name]), anchor="end", bold=wins)
            )
    parts.append(draw.line(x, y + height / 2, x + width, y + height / 2))
    return parts


# One table


def matches_in_order(system: System) -> str:
    """Draw the matches of one table from left to right: a line per player, a match a line across."""
    names = system.names
    entries = system.entries()
    due: list[Table] = system.pairings()
    left = 34 + max(draw.text_width(short(name)) for name in names)
    step, height, top = 44.0, 34.0, 40.0
    y_of = {name: top + height * (place + 0.5) for place, name in enumerate(names)}
    status = {row.name: row.status for row in system.standings()}
    parts = []
    last = dict.fromkeys(names, left)
    for number, entry in enumerate(entries):
        for name in entry.table:
            last[name] = left + step * (number + 0.5)
    end = left + step * max(len(entries) + bool(due), 1)
    for name in names:
        goes_on = status[name] == "in"
        parts.append(draw.text(14, y_of[name] + 5, short(name), bold=goes_on and not due))
        parts.append(draw.line(left, y_of[name], end if goes_on else last[name], y_of[name]))
    for number, table in enumerate([*(entry.table for entry in entries), *due]):
        x = left + step * (number + 0.5)
        parts.append(draw.text(x, 24, str(number + 1), anchor="middle", ink="soft"))
        heights = [y_of[name] for name in table]
        parts.append(draw.line(x, min(heights), x, max(heights), "soft", 1.5))
        scores = entries[number].scores if number < len(entries) else {}
        best = max(scores.values(), default=0)
        alone = sum(score == best for score in scores.values()) == 1
        for name in table:
            full = bool(scores) and alone and scores[name] == best
            parts.append(draw.circle(x, y_of[name], 6, "mark" if scores else "soft", hollow=not full))
    return draw.page(
        f"Matches of a {type(system).__name__} in order", end + 20, top + height * len(names) + 10, parts
    )


# Ranks by round


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
    width = right + 50 + max(draw.text_width(short(name)) for name in final)
    return draw.page("Places after each round", width, top + pitch * len(final), parts)
