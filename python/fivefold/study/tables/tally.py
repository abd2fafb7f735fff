"""Counts of many games that can be added up: what a summary needs, and no more.

Everything is a whole number or a sum of such, so that the sum does not depend on its order.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .columns import Cells, Table


@dataclass
class Tally:
    """Counts of games of one experiment.

    Attributes
    ----------
    games : int
        How many games.
    wins : dict of int to int
        Games by the winning seat; -1 counts those without a winner.
    endings : dict of int to int
        Games by termination.
    turns, actions : dict of int to int
        Games by length.
    returns : list of dict of float to int
        For each seat, games by return.
    """

    games: int = 0
    wins: dict[int, int] = field(default_factory=dict)
    endings: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    actions: dict[int, int] = field(default_factory=dict)
    returns: list[dict[float, int]] = field(default_factory=list)

    @classmethod
    def of(cls, games: int, seats: int, table: Table) -> "Tally":
        """Count games.

        Parameters
        ----------
        games, seats : int
            How many.
        table : dict of str to Cells
            The table.
        """
        turns, actions = table["turns"], table["actions"]
        lengths = _counts(turns)
        # On a grid a turn is an action, and the games need not be counted twice.
        same = np.array_equal(turns.values, actions.values)
        wins = _counts(table["winner"], few=True)
        return cls(
            games=games,
            wins={-1 if seat is None else seat: count for seat, count in wins.items()},
            endings=_counts(table["termination"], few=True),
            turns=lengths,
            actions=dict(lengths) if same else _counts(actions),
            returns=[_few(table[f"return_{seat}"].values) for seat in range(seats)],
        )

    @classmethod
    def sum(cls, tallies: Iterable["Tally"]) -> "Tally":
        """Add up."""
        total = cls()
        for tally in tallies:
            total.add(tally)
        return total

    def add(self, other: "Tally") -> None:
        """Count other games too."""
        self.games += other.games
        for mine, more in zip(self._counts(), other._counts(), strict=True):
            _add(mine, more.items())
        while len(self.returns) < len(other.returns):
            self.returns.append({})
        for column, more_column in zip(self.returns, other.returns, strict=False):
            _add(column, more_column.items())

    def _counts(self) -> list[dict[int, int]]:
        return [self.wins, self.endings, self.turns, self.actions]

    def to_dict(self) -> dict[str, Any]:
        """Give plain data for JSON."""
        return {
            "games": self.games,
            "wins": sorted(self.wins.items()),
            "endings": sorted(self.endings.items()),
            "turns": sorted(self.turns.items()),
            "actions": sorted(self.actions.items()),
            "returns": [sorted(column.items()) for column in self.returns],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Tally":
        """Take what `to_dict` gave."""
        return cls(
            games=data["games"],
            wins=dict(data["wins"]),
            endings=dict(data["endings"]),
            turns=dict(data["turns"]),
            actions=dict(data["actions"]),
            returns=[dict(column) for column in data["returns"]],
        )


def _counts(cells: Cells, few: bool = False) -> dict[Any, int]:
    """Count the values of a column of codes."""
    codes, counts = cells.values, dict[Any, int]()
    found = _few(codes) if few else dict(enumerate(np.bincount(codes).tolist()))
    occur = ((int(code), count) for code, count in sorted(found.items()) if count)
    _add(counts, ((code if cells.words is None else cells.words[code], count) for code, count in occur))
    return counts


def _few(column: np.ndarray) -> dict[float, int]:
    """Count the values of a column of few values, quicker than sorting it; NaN is none."""
    counts: dict[float, int] = {}
    others = column == column  # NaN is not equal to itself
    while others.any():
        value = column[others.argmax()]
        same = column == value
        counts[value.item()] = int(np.count_nonzero(same))
        others ^= same
    return counts


def _add(total: dict[Any, int], more: Iterable[tuple[Any, int]]) -> None:
    for value, count in more:
        total[value] = total.get(value, 0) + count


def mean_and_deviation(counts: dict[Any, int]) -> tuple[float, float]:
    """Give mean and standard deviation (n - 1) of counted values."""
    games = sum(counts.values())
    values = np.array(sorted(counts), dtype=float)
    weights = np.array([counts[value] for value in sorted(counts)], dtype=float)
    mean = float((values * weights).sum() / games)
    if games < 2:
        return mean, 0.0
    spread = float((weights * (values - mean) ** 2).sum() / (games - 1))
    return mean, spread**0.5


def quantile(counts: dict[int, int], share: float) -> int:
    """Give the least value that at least `share` of the counted values do not exceed."""
    games = sum(counts.values())
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= share * games:
            return value
    return max(counts)
