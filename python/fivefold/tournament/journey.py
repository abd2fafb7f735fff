"""The Journey to the End of the Night: one table, the loser sits on (T2-28, T2-29)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from .checks import bounded
from .rounds import Entry, Round, Standing, meetings
from .scores import Number
from .system import System


class Journey(System):
    """One table: the winner is free to go, the loser stays and meets the next in line (T2-28, T2-29).

    The player at the table meets the first in line whom they have not met, or simply the first in line if
    they have met everyone. A player with `wins` matches won is released; another winner goes to the end of
    the line. A level match is played again with the seats turned.

    Parameters
    ----------
    names : iterable of str
        At least one, in the order of arrival; never shuffled. The first sits down.
    wins : int, optional
        Wins that release.
    **options
        As in every system: `seed`, `scoring`, `target`, `games`, `bye`.

    Raises
    ------
    FivefoldError
        Names or options are out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> night = ff.tournament.Journey(["Ann", "Bob", "Cy"])
    >>> night.pairings()
    [('Ann', 'Bob')]
    >>> night.enter({("Ann", "Bob"): (0, 1)})
    >>> night.pairings()
    [('Ann', 'Cy')]
    """

    min_names = 1
    shuffles = False

    def __init__(self, names: Iterable[str], wins: int = 1, **options: Any) -> None:
        super().__init__(names, **options)
        self._wins_wanted = bounded(wins, "wins", 1)
        self._line = list(self._order)  # the first of it sits at the table
        self._wins = dict.fromkeys(self._order, 0)

    @property
    def line(self) -> list[str]:
        """Players present: the one at the table, then the line."""
        return list(self._line)

    @property
    def is_over(self) -> bool:
        """True when fewer than two are present; a join opens the tournament again."""
        return len(self._line) < 2

    def _propose(self) -> Round:
        sitter, *line = self._line
        met = meetings(self.entries())
        opponent = next((name for name in line if (sitter, name) not in met), line[0])
        return Round([(sitter, opponent)])

    def _entered(self, stands: Round, entry: Entry) -> None:
        first, second = entry.table
        if entry.scores[first] == entry.scores[second]:
            stands.due.append((second, first))
            return
        winner = max(entry.table, key=entry.scores.__getitem__)
        loser = second if winner == first else first
        self._wins[winner] += 1
        self._line.remove(winner)
        if self._wins[winner] >= self._wins_wanted:
            self._status[winner] = "out"
        else:
            self._line.append(winner)
        self._line.remove(loser)
        self._line.insert(0, loser)

    def join(self, name: str) -> None:
        """Add a player at the end of the line (T2-28).

        Parameters
        ----------
        name : str
            A new name, or one who had left.

        Raises
        ------
        FivefoldError
            The name is empty or taken.
        """
        if self._arrive(name):
            self._wins[name] = 0
        self._line.append(name)

    def leave(self, name: str) -> None:
        """Take a player out of the line; if one at the table leaves, the next two play (T2-29).

        Parameters
        ----------
        name : str
            Player who leaves.

        Raises
        ------
        FivefoldError
            No player of that name is present.
        """
        self._check_there(name)
        self._status[name] = "left"
        self._line.remove(name)
        if self._rounds:
            stands = self._rounds[-1]
            stands.due = [table for table in stands.due if name not in table]
        self._changed()

    def _until(self, rounds: int) -> Self:
        then = super()._until(rounds)
        then._wins = dict.fromkeys(self._order, 0)
        for entry in then.entries():
            best = max(entry.scores.values())
            winners = [name for name, score in entry.scores.items() if score == best]
            if len(winners) == 1:
                then._wins[winners[0]] += 1
        then._status = {
            name: status if status == "left" else "out" if then._wins[name] >= self._wins_wanted else "in"
            for name, status in self._status.items()
        }
        return then

    def _rows(self) -> list[Standing]:
        # T2-29: the points are the wins.
        return [
            row._replace(points=self._wins[row.name], wins=self._wins[row.name]) for row in super()._rows()
        ]

    def _sort_key(self, row: Standing) -> tuple[Number, ...]:
        if self._status[row.name] == "out":
            return (0, 0, row.games)
        return (1, -row.points, row.games)

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "wins": self._wins_wanted}

    def _state(self) -> dict[str, Any]:
        return {"line": list(self._line), "wins": dict(self._wins)}

    def _restore(self, state: dict[str, Any]) -> None:
        self._line = [str(name) for name in state["line"]]
        self._wins = {name: int(count) for name, count in state["wins"].items()}
