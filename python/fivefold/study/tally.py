"""Counts of many games that can be added up: what a summary needs, and no more.

Everything is a whole number or a sum of such, so that the sum does not depend on its order.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


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
    def of(
        cls,
        winner: np.ndarray,
        termination: np.ndarray,
        turns: np.ndarray,
        actions: np.ndarray,
        returns: np.ndarray,
    ) -> "Tally":
        """Count games.

        Parameters
        ----------
        winner : ndarray of int [n]
            The winning seat, -1 for none.
        termination, turns, actions : ndarray of int [n]
            As in the table.
        returns : ndarray of float32 [seats, n]
            As in the table, a row for each seat.
        """
        lengths = _bins(turns)
        return cls(
            games=len(turns),
            wins={number - 1: count for number, count in _bins(winner + 1).items()},
            endings=_bins(termination),
            turns=lengths,
            # On a grid a turn is an action, and half a million games need not be counted twice.
            actions=dict(lengths) if np.array_equal(turns, actions) else _bins(actions),
            returns=[_values(column) for column in returns],
        )

    @classmethod
    def sum(cls, tallies: Iterable["Tally"]) -> "Tally":
        """Add up."""
        total = cls()
        for tally in tallies:
            total.games += tally.games
            for mine, other in zip(total._counts(), tally._counts(), strict=True):
                _add(mine, other)
            while len(total.returns) < len(tally.returns):
                total.returns.append({})
            for column, other_column in zip(total.returns, tally.returns, strict=False):
                _add(column, other_column)
        return total

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


def _bins(values: np.ndarray) -> dict[int, int]:
    if len(values) and (values == values[0]).all():
        return {int(values[0]): len(values)}
    counts = np.bincount(values)
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


def _values(column: np.ndarray) -> dict[float, int]:
    """Count the values of a column of few values, quicker than sorting it."""
    counts: dict[float, int] = {}
    missing = int(np.count_nonzero(np.isnan(column)))
    # Values are looked for where games begin, then among those that were not found there.
    rest = column[:1000]
    while missing + sum(counts.values()) < len(column):
        for value in np.unique(rest[~np.isnan(rest)]).tolist():
            counts[value] = int(np.count_nonzero(column == np.float32(value)))
        if missing + sum(counts.values()) < len(column):
            rest = column[~np.isin(column, np.array(list(counts), np.float32))]
    return counts


def _add(total: dict[Any, int], more: dict[Any, int]) -> None:
    for value, count in more.items():
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
