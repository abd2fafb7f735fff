"""Tables of two and three side by side (T2-25 to T2-27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from fivefold._core import FivefoldError

from .checks import bounded
from .ranked import RankedSystem
from .rounds import Round, Table
from .scores import Number


class Mixed(RankedSystem):
    """Tables of two and of three, so that nobody sits out (T2-25 to T2-27).

    Pairs play 6 games and threes 2, with "constant_sum" scores; the scores of threes count three times: 36
    points for two, 54 for three, 18 for each player. Players with the fewest rounds at tables of three sit
    there.

    Parameters
    ----------
    names : iterable of str
        At least one.
    rounds : int, optional
        How many rounds are played; None: until all who are present have met.
    threes : int, optional
        Tables of three in each round. None: the fewest that seat everyone, at least one if possible: one for
        an odd number of players, two for an even number from six on, else none.
    **options
        As in every system: `seed`, `scoring`, `target`, `games`, `bye`, `shuffle`. A bye is worth 6
        `target` under "constant_sum", else 0.

    Raises
    ------
    FivefoldError
        Names or options are out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> evening = ff.tournament.Mixed(["Ann", "Bob", "Cy", "Di", "Ed"], rounds=3, shuffle=False)
    >>> evening.pairings()
    [('Cy', 'Di', 'Ed'), ('Ann', 'Bob')]
    """

    default_scoring = "constant_sum"

    def __init__(
        self, names: Iterable[str], rounds: int | None = None, threes: int | None = None, **options: Any
    ) -> None:
        super().__init__(names, rounds, **options)
        self._threes = None if threes is None else bounded(threes, "threes", 0)
        if self._threes is not None and 3 * self._threes > len(self._order):
            raise FivefoldError(
                f"threes={threes} is refused: {len(self._order)} players fill fewer tables of three"
            )

    def _games_at(self, table: Table) -> int:
        if self._games is not None:
            return self._games
        return 2 if len(table) == 3 else 6

    def _factor(self, table: Table) -> int:
        return 3 if len(table) == 3 else 1

    def _bye_score(self) -> Number:
        if self._bye is not None:
            return self._bye
        return 6 * self._target if self._scoring == "constant_sum" else 0

    def _count_of_threes(self, players: int) -> int:
        if self._threes is not None:
            return min(self._threes, players // 3)
        if players % 2:
            return 1 if players >= 3 else 0
        return 2 if players >= 6 else 0

    def _propose(self) -> Round:
        ranked = self._ranked()
        place = {name: index for index, name in enumerate(ranked)}
        rounds_at = dict.fromkeys(self._order, 0)
        for entry in self.entries():
            if len(entry.table) == 3:
                for name in entry.table:
                    rounds_at[name] += 1
        by_need = sorted(ranked, key=lambda name: (rounds_at[name], -place[name]))
        chosen = set(by_need[: 3 * self._count_of_threes(len(ranked))])
        pairs, byes = self._pair([name for name in ranked if name not in chosen])
        return Round([*self._three_by_three([name for name in ranked if name in chosen]), *pairs], byes)

    def _three_by_three(self, ranked: list[str]) -> list[Table]:
        """Seat the best with those two who have met least, the three of them counted; and so on (T2-27)."""
        met = self._meetings_matrix(ranked)
        tables: list[Table] = []
        free = np.arange(len(ranked))
        while len(free):
            first, rest = free[0], free[1:]
            with_first = met[first, rest]
            best: tuple[int, int, int] | None = None
            for place in range(len(rest) - 1):
                # Sums for all who come after in the ranking; `argmin` gives the first of equals.
                sums = with_first[place] + with_first[place + 1 :] + met[rest[place], rest[place + 1 :]]
                other = int(sums.argmin())
                if best is None or sums[other] < best[0]:
                    best = int(sums[other]), place, place + 1 + other
                    if best[0] == 0:
                        break
            assert best is not None, "as many sit here as fill tables of three"
            tables.append((ranked[first], ranked[rest[best[1]]], ranked[rest[best[2]]]))
            free = np.delete(rest, best[1:])
        return tables

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "threes": self._threes}
