"""What systems share that pair by rank: Swiss and mixed tables (T2-21 to T2-24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold._core.matching import first_minimum_pairing

from .checks import bounded
from .rounds import Standing, meetings
from .scores import Number
from .system import System

BYE = ""


class RankedSystem(System):
    """Pairs each round by the standings; people may come late and leave early.

    Parameters
    ----------
    names : iterable of str
        At least one.
    rounds : int, optional
        How many rounds are played; None: until all who are present have met.
    **options
        As in every system.
    """

    min_names = 1

    def __init__(self, names: Iterable[str], rounds: int | None, **options: Any) -> None:
        super().__init__(names, **options)
        self._rounds_wanted = None if rounds is None else bounded(rounds, "rounds", 1)

    @property
    def is_over(self) -> bool:
        """True when all rounds are played or, if their number is not set, when all present have met.

        True also while fewer than two are present; a player who joins opens the tournament again.
        """
        if self._rounds and self._rounds[-1].due:
            return False
        if len(self._present()) < 2:
            return True
        if self._rounds_wanted is not None:
            return len(self._rounds) >= self._rounds_wanted
        met = meetings(self.entries())
        return all(pair in met for pair in combinations(self._present(), 2))

    def _ranked(self) -> list[str]:
        """Name those who are present, the best first."""
        return [row.name for row in self.standings() if row.status == "in"]

    def _pair(self, ranked: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
        """Pair by T2-22: least repeats, then lexicographically first; an odd number adds the bye as last."""
        nodes = [*ranked, BYE] if len(ranked) % 2 else list(ranked)
        if not nodes:
            return [], []
        weights = self._meetings_matrix(nodes)
        if nodes[-1] == BYE:
            byes = self._bye_counts()
            weights[-1, :-1] = weights[:-1, -1] = [byes[name] for name in ranked]
        partner = first_minimum_pairing(weights).tolist()
        pairs = [(nodes[a], nodes[b]) for a, b in enumerate(partner) if a < b]
        return [pair for pair in pairs if BYE not in pair], [a for a, b in pairs if b == BYE]

    def _meetings_matrix(self, names: Sequence[str]) -> NDArray[np.uint32]:
        """Count how often any two have met: uint32 ``[n, n]``."""
        place = {name: index for index, name in enumerate(names)}
        matrix = np.zeros((len(names), len(names)), np.uint32)
        for (a, b), count in meetings(self.entries()).items():
            if a in place and b in place:
                matrix[place[a], place[b]] = count
        return matrix

    def join(self, name: str) -> None:
        """Add a player from the next round on: 0 points, last in the start order (T2-24).

        Parameters
        ----------
        name : str
            A new name, or one who had left and returns with all points.

        Raises
        ------
        FivefoldError
            The name is empty or taken.
        """
        self._arrive(name)

    def leave(self, name: str) -> None:
        """Remove a player; the row stays, and an opponent who was due gets a bye (T2-24).

        Raises
        ------
        FivefoldError
            No player of that name is present.
        """
        self._check_there(name)
        self._status[name] = "left"
        self._changed()
        if self._rounds and self._rounds[-1].due:
            stands = self._rounds[-1]
            for table in [table for table in stands.due if name in table]:
                stands.due.remove(table)
                stands.byes += [other for other in table if other != name]

    def _tie_break(self, name: str, points: dict[str, Number]) -> Number:
        # T2-11, Buchholz: final points of all opponents, each as often as met.
        return sum(points[other] for other in self._opponents[name])

    def _rows(self) -> list[Standing]:
        self._opponents: dict[str, list[str]] = {name: [] for name in self._order}
        for entry in self.entries():
            for name in entry.table:
                self._opponents[name] += [other for other in entry.table if other != name]
        return super()._rows()

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "rounds": self._rounds_wanted}
