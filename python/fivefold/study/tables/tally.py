"""Counts of many games that can be added up: what a summary needs, and no more.

Everything is a whole number or a sum of such, so that the sum does not depend on its order.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .columns import Cells, Table

# Rows that are counted at a time.
BLOCK = 1 << 14
# What is counted of all games, and where players play.
OF_ALL = ("wins", "endings", "turns", "actions")
COUNTED = (*OF_ALL, "pairs", "orders", "seen", "begins")
Order = tuple[tuple[str, ...], tuple[int, ...]]


@dataclass
class Tally:
    """Counts of games of one experiment."""

    games: int = 0  # number of games
    # Games by the winning seat; -1 counts those without a winner.
    wins: dict[int, int] = field(default_factory=dict)
    endings: dict[int, int] = field(default_factory=dict)  # games by termination
    turns: dict[int, int] = field(default_factory=dict)  # games by length
    actions: dict[int, int] = field(default_factory=dict)
    returns: list[dict[float, int]] = field(default_factory=list)  # for each seat, games by return
    # For each player on each seat: games, games won, games that nobody won. Empty where all is random.
    players: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    # Where two players exchange seats, pairs of games by twice the points of the one who begins.
    pairs: dict[int, int] = field(default_factory=dict)
    # Where players play, games by the names by seat and the place of each seat, 0 for the most points.
    orders: dict[Order, int] = field(default_factory=dict)
    # Where players play, games by a digest of start and actions: how often each different game came.
    seen: dict[str, int] = field(default_factory=dict)
    # Where players play from openings, games by the number of the opening and the winning seat.
    begins: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def distinct(self) -> int:
        """How many games are distinct; random games all are taken to be."""
        return len(self.seen) or self.games

    @classmethod
    def of(cls, games: int, seats: int, table: Table, who: "Who | None" = None) -> "Tally":
        """Count games."""
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
            players=who.players(games, seats, table) if who else {},
            pairs=who.pairs(table) if who and who.exchange and seats == 2 else {},
            orders=who.orders(games, seats, table) if who else {},
            seen=dict(Counter(who.keys)) if who else {},
            begins=dict(Counter(zip(who.openings, _winners(table).tolist(), strict=True)))
            if who and who.openings
            else {},
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
        for name in COUNTED:
            _add(getattr(self, name), getattr(other, name).items())
        while len(self.returns) < len(other.returns):
            self.returns.append({})
        for column, more_column in zip(self.returns, other.returns, strict=False):
            _add(column, more_column.items())
        for key, counts in other.players.items():
            before = self.players.get(key, [0, 0, 0])
            self.players[key] = [one + more for one, more in zip(before, counts, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = {
            name: [
                [*(key if isinstance(key, tuple) else (key,)), count] for key, count in sorted(counts.items())
            ]
            for name in COUNTED
            if name in OF_ALL or self.players
            for counts in [getattr(self, name)]
        }
        if self.players:
            rows["players"] = [[*key, *counts] for key, counts in sorted(self.players.items())]
        return {"games": self.games, **rows, "returns": [sorted(column.items()) for column in self.returns]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Tally":
        """Take what `to_dict` gave."""
        return cls(
            games=data["games"],
            returns=[dict(column) for column in data["returns"]],
            players={(name, seat): counts for name, seat, *counts in data.get("players", ())},
            **{name: {_key(key): count for *key, count in data.get(name, ())} for name in COUNTED},
        )


@dataclass(frozen=True)
class Who:
    """How wins are counted by player."""

    sides: tuple[tuple[int, ...], ...] = ()  # seats that win together
    exchange: bool = False  # whether the players move on by a seat from game to game
    keys: tuple[str, ...] = ()  # a digest of start and actions of each game
    openings: tuple[int, ...] = ()  # the number of the opening of each game; empty without openings

    def players(self, games: int, seats: int, table: Table) -> dict[tuple[str, int], list[int]]:
        """Count games, wins and games without a winner of each player on each seat."""
        winner = _winners(table)
        totals: dict[tuple[str, int], list[int]] = {}
        for seat in range(seats):
            first = next((side[0] for side in self.sides if seat in side), seat)
            for name, rows in _rows_by_text(table[f"player_{seat}"], games):
                won, level = winner[rows] == first, winner[rows] < 0
                totals[name, seat] = [len(won), int(won.sum()), int(level.sum())]
        return totals

    def pairs(self, table: Table) -> dict[int, int]:
        """Count pairs of games by twice the points of the player who has seat 0 in the first of them."""
        winner = _winners(table)
        points = np.where(winner < 0, 1, np.where(winner == np.arange(len(winner)) % 2, 2, 0))
        values, counts = np.unique(points.reshape(-1, 2).sum(axis=1), return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def orders(self, games: int, seats: int, table: Table) -> dict[Order, int]:
        """Count games by who sat where and in which order they came by points."""
        returns = np.column_stack([table[f"return_{seat}"].values for seat in range(seats)])
        names: list[str] = []
        who = np.zeros((games, seats), np.int64)
        for seat in range(seats):
            for name, rows in _rows_by_text(table[f"player_{seat}"], games):
                if name not in names:
                    names.append(name)
                who[rows, seat] = names.index(name)
        # The place of a seat: how many different numbers of points above its own there are.
        places = np.zeros((games, seats), np.int64)
        for seat in range(seats):
            for other in range(seats):
                first = np.ones(games, bool)
                for before in range(other):
                    first &= returns[:, before] != returns[:, other]
                places[:, seat] += first & (returns[:, other] > returns[:, seat])
        rows, counts = np.unique(np.hstack([who, places]), axis=0, return_counts=True)
        return {
            (tuple(names[one] for one in row[:seats]), tuple(row[seats:])): count
            for row, count in zip(rows.tolist(), counts.tolist(), strict=True)
        }


def _winners(table: Table) -> np.ndarray:
    """Return the seat that won, -1 for none, row by row."""
    codes, words = table["winner"]
    seats = np.array([-1 if word is None else word for word in words or ()], np.int8)
    won: np.ndarray = seats[codes]
    return won


def _rows_by_text(cells: Cells, games: int) -> Iterable[tuple[str, Any]]:
    """Return each text of a column with its rows."""
    values, words = cells
    if isinstance(values, str):
        return [(values, slice(None))]
    if words is None:
        return []
    return [(word, values == code) for code, word in enumerate(words) if word is not None]


def _counts(cells: Cells, few: bool = False) -> dict[Any, int]:
    """Count the values of a column of codes."""
    codes, counts = cells.values, dict[Any, int]()
    by_code = _few(codes) if few else dict(enumerate(_many(codes).tolist()))
    occur = ((int(code), count) for code, count in sorted(by_code.items()) if count)
    _add(counts, ((code if cells.words is None else cells.words[code], count) for code, count in occur))
    return counts


def _many(codes: np.ndarray) -> np.ndarray:
    """Count many values: `bincount` makes eight bytes of each, which stay in the cache so."""
    total = np.zeros(int(codes.max(initial=0)) + 1, np.int64)
    for first in range(0, len(codes), BLOCK):
        total += np.bincount(codes[first : first + BLOCK], minlength=len(total))
    return total


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


def _key(parts: list[Any]) -> Any:
    """Return what was counted, as JSON has it in parts."""
    key = tuple(tuple(part) if isinstance(part, list) else part for part in parts)
    return key if len(key) > 1 else key[0]


def _add(total: dict[Any, int], more: Iterable[tuple[Any, int]]) -> None:
    for value, count in more:
        total[value] = total.get(value, 0) + count


def mean_and_deviation(counts: dict[Any, int]) -> tuple[float, float]:
    """Return mean and standard deviation (n - 1) of counted values."""
    games = sum(counts.values())
    values = np.array(sorted(counts), dtype=float)
    weights = np.array([counts[value] for value in sorted(counts)], dtype=float)
    mean = float((values * weights).sum() / games)
    if games < 2:
        return mean, 0.0
    spread = float((weights * (values - mean) ** 2).sum() / (games - 1))
    return mean, spread**0.5
