"""The league: everybody meets everybody equally often (T2-14 to T2-16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fivefold._core import FivefoldError

from .checks import bounded
from .rounds import Round, Table
from .schedule import circle, seated_in_turn, threes
from .scores import Number
from .system import System
from .triples import min_rounds

MAX_TABLES = 10**7


class League(System):
    """Everyone meets everyone `rounds` times, at tables of two or of three (T2-14 to T2-16).

    All tables are made at the start. In the whole league each player has each seat equally often, to
    within one.

    Parameters
    ----------
    names : iterable of str
        At least two; with tables of three, at least three.
    tables : {2, 3}, optional
        Players at a table.
    rounds : int, optional
        Number of times that any two meet. With tables of three `rounds` (n-1) must be even and `rounds` n
        (n-1) divisible by 6; the error names the least that is.
    **options
        As in every system: `seed`, `scoring`, `target`, `games`, `bye`, `shuffle`. A bye of the league
        is worth 0 unless `bye` says otherwise.

    Raises
    ------
    FivefoldError
        Names or options are out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob", "Cy"], shuffle=False)
    >>> league.pairings(), league.byes
    ([('Bob', 'Cy')], ['Ann'])
    >>> league.enter({("Bob", "Cy"): (1, 0)})
    >>> league.standings()[0].name
    'Bob'
    """

    def __init__(self, names: Iterable[str], tables: int = 2, rounds: int = 1, **options: Any) -> None:
        super().__init__(names, **options)
        if tables not in (2, 3):
            raise FivefoldError(f"tables={tables!r:.80} is refused: 2 or 3 at a table")
        self._tables = tables
        self._meet = bounded(rounds, "rounds", 1)
        # Every pair meets so often: that is how many tables are kept.
        if self._meet * len(self._order) ** 2 > MAX_TABLES:
            raise FivefoldError(
                f"rounds={self._meet} is refused: a league keeps {MAX_TABLES // 2} tables at most"
            )
        self._schedule: list[list[Table]] = self._make_schedule()
        self._next = 0  # of the schedule

    def _make_schedule(self) -> list[list[Table]]:
        n = len(self._order)
        if self._tables == 2:
            rounds = seated_in_turn(circle(n, self._meet), n)
            return [[tuple(self._order[player] for player in table) for table in one] for one in rounds]
        if n < 3:
            raise FivefoldError(f"{n} names are too few for tables of three")
        minimum = min_rounds(n)
        if self._meet % minimum:
            raise FivefoldError(
                f"rounds={self._meet} is refused: {n} players can all meet equally often at tables of "
                f"three in {minimum} rounds, or a multiple of that (T2-15)"
            )
        rounds = threes(n, self._meet, self._seed)
        return [[tuple(self._order[player] for player in table) for table in one] for one in rounds]

    @property
    def is_over(self) -> bool:
        """True when every table of the league has its result."""
        due = bool(self._rounds and self._rounds[-1].due)
        return not due and self._upcoming() is None

    def _upcoming(self) -> int | None:
        """Return the coming round's place in the schedule; rounds whose tables are all struck are skipped."""
        for place in range(self._next, len(self._schedule)):
            if any(self._stands(table) for table in self._schedule[place]):
                return place
        return None

    def _stands(self, table: Table) -> bool:
        return all(self._status[name] == "in" for name in table)

    def _propose(self) -> Round:
        place = self._upcoming()
        tables = [] if place is None else [table for table in self._schedule[place] if self._stands(table)]
        busy = {name for table in tables for name in table}
        return Round(tables, [name for name in self._present() if name not in busy])

    def _completed(self) -> None:
        place = self._upcoming()
        self._next = len(self._schedule) if place is None else place + 1
        self._changed()

    def _bye_score(self) -> Number:
        return 0 if self._bye is None else self._bye

    def leave(self, name: str) -> None:
        """Strike all tables of a player, played or not; at tables of two only (T2-16).

        Parameters
        ----------
        name : str
            Player who leaves. The row stays in the standings.

        Raises
        ------
        FivefoldError
            No player of that name is present, or the tables are of three.
        """
        self._check_there(name)
        if self._tables != 2:
            super().leave(name)
        self._status[name] = "left"
        for one in self._rounds:
            one.entries = [entry for entry in one.entries if name not in entry.table]
        self._changed()
        if self._rounds and self._rounds[-1].due:
            stands = self._rounds[-1]
            struck = [table for table in stands.due if name in table]
            for table in struck:
                stands.due.remove(table)
                stands.byes += [other for other in table if other != name]
            if not stands.due:
                self._completed()

    def _tie_break(self, name: str, points: dict[str, Number]) -> Number:
        # T2-11: scores of matches at tables shared with somebody of equal points.
        return sum(
            entry.scores[name]
            for entry in self.entries()
            if name in entry.scores
            and any(points[other] == points[name] for other in entry.table if other != name)
        )

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "tables": self._tables, "rounds": self._meet}

    def _state(self) -> dict[str, Any]:
        return {"next": self._next}

    def _restore(self, state: dict[str, Any]) -> None:
        self._next = bounded(state["next"], "next", 0)
