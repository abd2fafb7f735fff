"""The Swiss system: equals meet, nobody twice while that can be avoided (T2-21 to T2-24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fivefold._core import FivefoldError

from .checks import number
from .ranked import RankedSystem
from .rounds import Round, Table
from .scores import Number


class Swiss(RankedSystem):
    """In each round the players are ranked and meet their neighbours, avoiding repeats (T2-21 to T2-24).

    A round takes the pairings with the least sum of earlier meetings, and among these the lexicographically
    first by rank. If the number is odd, the bye counts as the last player. The player who has sat first less
    often sits first; if that is equal, the better ranked one in odd rounds and the other in even ones.

    Parameters
    ----------
    names : iterable of str
        At least one.
    rounds : int, optional
        How many rounds are played; None: until all who are present have met.
    start : mapping of str to float, optional
        Points that count from the beginning (McMahon).
    **options
        As in every system: `seed`, `scoring`, `target`, `games`, `bye`, `shuffle`.

    Raises
    ------
    FivefoldError
        Names or options are out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> swiss = ff.tournament.Swiss(["Ann", "Bob", "Cy"], rounds=2, shuffle=False)
    >>> swiss.pairings(), swiss.byes
    ([('Ann', 'Bob')], ['Cy'])
    >>> swiss.enter({("Ann", "Bob"): (1, 0)})
    >>> swiss.join("Di")
    >>> swiss.pairings()
    [('Cy', 'Ann'), ('Bob', 'Di')]
    """

    def __init__(
        self,
        names: Iterable[str],
        rounds: int | None = None,
        start: Mapping[str, Number] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(names, rounds, **options)
        self._start = self._read_start(start)

    def _read_start(self, start: Mapping[str, Number] | None) -> dict[str, Number]:
        if start is None:
            return {}
        if not isinstance(start, Mapping):
            raise FivefoldError(f"start={start!r:.80} is refused: a mapping from names to points")
        for name in start:
            if name not in self._status:
                raise FivefoldError(f"start is refused: nobody is called {name!r:.80}")
        return {name: number(points, f"start[{name!r}]") for name, points in start.items()}

    def _initial_points(self, name: str) -> Number:
        return self._start.get(name, 0)

    def _propose(self) -> Round:
        pairs, byes = self._pair(self._ranked())
        balance = dict.fromkeys(self._order, 0)  # times at the first seat less times at the second
        for entry in self.entries():
            balance[entry.table[0]] += 1
            balance[entry.table[1]] -= 1
        odd_round = len(self._rounds) % 2 == 0
        tables: list[Table] = []
        for better, other in pairs:
            if balance[better] == balance[other]:
                better_first = odd_round
            else:
                better_first = balance[better] < balance[other]
            tables.append((better, other) if better_first else (other, better))
        return Round(tables, byes)

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "start": dict(self._start) or None}
