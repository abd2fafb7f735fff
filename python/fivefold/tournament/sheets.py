"""Sheets to print: pairings with space for results, cross tables, standings; as HTML and as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple

from fivefold._arguments import plain, short_repr
from fivefold._core import FivefoldError
from fivefold.draw import page as html

from .durations import sitting_order
from .rounds import Standing
from .scores import Number, scores_of

if TYPE_CHECKING:
    from .system import System


class Sheet(NamedTuple):
    """A table with a title: a row of headings and rows of cells.

    Attributes
    ----------
    title : str
        Stands above the table.
    head : tuple of str
        A heading for each column.
    rows : tuple of tuple of str
        The cells.

    Examples
    --------
    >>> from fivefold.tournament import Sheet
    >>> print(Sheet("Round 1", ("table", "players"), (("1", "Ada, Bo"),)).to_text())
    Round 1
    <BLANKLINE>
    table  players
    1      Ada, Bo
    <BLANKLINE>
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_text(self) -> str:
        """Write the sheet in columns of one width.

        Returns
        -------
        str
            Lines, each with its end.
        """
        cells = [[plain(cell) for cell in row] for row in (self.head, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        ]
        return "\n".join([plain(self.title), "", *lines]) + "\n"

    def to_html(self) -> str:
        """Write the sheet as a section with a table.

        Returns
        -------
        str
            A ``<section>``, every text in it escaped.
        """
        return f"<section><h2>{escape(self.title)}</h2>{self.table()}</section>"

    def table(self) -> str:
        """Write the table alone, every text in it escaped.

        Returns
        -------
        str
            HTML.
        """
        return html.table([*map(escape, self.head)], [[*map(escape, row)] for row in self.rows])

    def _repr_html_(self) -> str:
        return self.to_html()


def sheet(
    system: System,
    kind: Literal["pairings", "cross", "standings"] = "standings",
    *,
    format: Literal["html", "text"] = "html",
    place: str = "",
    date: str = "",
) -> str:
    """Write a sheet for the wall: pairings, cross table or standings.

    Parameters
    ----------
    system : System
        The tournament.
    kind : {"pairings", "cross", "standings"}, optional
        "pairings": the tables of the coming round, a sheet each with space for the results of all games in
        the order of play (and a row for the factor by which they count), and who has a bye. "cross": who
        has scored how much against whom. "standings":
        everybody by rank, with both scores, zero sum and constant sum.
    format : {"html", "text"}, optional
        A page that prints well, or plain text.
    place, date : str, optional
        Place and date for the heading.

    Returns
    -------
    str
        The page or the text.

    Raises
    ------
    FivefoldError
        There is no such kind or format.

    Examples
    --------
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob"], shuffle=False, seed=1)
    >>> print(ff.tournament.sheet(league, "cross", format="text"))
    Cross table
    <BLANKLINE>
       Player  1  2  Points
    1  Ann     ·     0
    1  Bob        ·  0
    <BLANKLINE>
    """
    if kind not in ("pairings", "cross", "standings"):
        raise FivefoldError(f"kind={kind!r:.80} is refused: 'pairings', 'cross' or 'standings'")
    if format not in ("html", "text"):
        raise FivefoldError(f"format={format!r:.80} is refused: 'html' or 'text'")
    if kind == "pairings":
        sheets = pairing_sheet(system)
    else:
        sheets = [cross_table(system) if kind == "cross" else standings_table(system)]
    for name, text in (("place", place), ("date", date)):
        if not isinstance(text, str):
            raise FivefoldError(f"{name}={short_repr(text)} is refused: it takes text")
    where = [plain(text) for text in (place, date) if text]
    if format == "text":
        return "\n".join([*([", ".join(where), ""] if where else []), *(one.to_text() for one in sheets)])
    heading = (
        f"{type(system).__name__}, round {system.round}" if kind == "pairings" else type(system).__name__
    )
    body = "".join(one.to_html() for one in sheets)
    return html.page(heading, f"<p>{escape(', '.join(where))}</p>{body}", kind="form")


def pairing_sheet(system: System) -> list[Sheet]:
    """Write a sheet for each table that is due, a row per game in the order of play; and one for the byes."""
    sheets = []
    for number, table in enumerate(system.pairings(), 1):
        rows = []
        for game in range(system._games_at(table)):
            seats = sitting_order(table, game)
            rows.append((str(game + 1), " – ".join(seats), *("" for _ in table)))
        rows.append(("", "Score", *("" for _ in table)))
        factor = system._factor(table)
        if factor != 1:
            rows.append(("", f"×{factor}", *("" for _ in table)))
        head = ("Game", "Order of play", *table)
        sheets.append(Sheet(f"Round {system.round}, table {number}: {' – '.join(table)}", head, tuple(rows)))
    if system.byes:
        sheets.append(Sheet("Bye", ("Player",), tuple((name,) for name in system.byes)))
    return sheets


def cross_table(system: System) -> Sheet:
    """Write who has scored how much at tables with whom, in the order of the standings."""
    standings = system.standings()
    scored, _ = cells_of(system)
    rows = []
    for row in standings:
        cells = [
            "·" if other.name == row.name else cell_text(scored.get((row.name, other.name), ""))
            for other in standings
        ]
        rows.append((str(row.rank), row.name, *cells, cell_text(row.points)))
    head = ("", "Player", *(str(place) for place in range(1, len(standings) + 1)), "Points")
    return Sheet("Cross table", head, tuple(rows))


def cells_of(system: System) -> tuple[dict[tuple[str, str], Number], dict[tuple[str, str], Number]]:
    """Add up how much each has scored at tables with each other, and how much above the table's mean."""
    total: dict[tuple[str, str], Number] = {}
    excess: dict[tuple[str, str], Number] = {}
    for entry in system.entries():
        mean = sum(entry.scores.values()) / len(entry.scores)
        for name, score in entry.scores.items():
            for other in entry.table:
                if other != name:
                    total[name, other] = total.get((name, other), 0) + score
                    excess[name, other] = excess.get((name, other), 0) + score - mean
    return total, excess


def standings_table(system: System) -> Sheet:
    """Write the standings, with the sums of both scores of the book: zero sum and constant sum."""
    sums: dict[str, list[Number]] = {name: [0, 0] for name in system.names}
    for entry in system.entries():
        for index, scoring in enumerate(("zero_sum", "constant_sum")):
            scores = scores_of(entry.table, entry.rows, scoring, system._target)
            for name, score in zip(entry.table, scores, strict=True):
                sums[name][index] += system._factor(entry.table) * score
    rows = tuple((*map(cell_text, row), *map(cell_text, sums[row.name])) for row in system.standings())
    head = (*(title.replace("_", " ").capitalize() for title in Standing._fields), "Zero sum", "Constant sum")
    return Sheet("Standings", head, rows)


def to_html(system: System) -> str:
    """Write the standings and the coming tables for a notebook."""
    tables = Sheet(
        f"Round {system.round}",
        ("Table", "Players"),
        (
            *((str(number), " – ".join(table)) for number, table in enumerate(system.pairings(), 1)),
            *((("bye", ", ".join(system.byes)),) if system.byes else ()),
        ),
    )
    return standings_table(system).to_html() + (tables.to_html() if tables.rows else "")


def cell_text(value: object) -> str:
    """Write a number without a needless fraction."""
    return f"{value:g}" if isinstance(value, float) else str(value)
