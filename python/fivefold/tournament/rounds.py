"""What a tournament is made of: tables, rounds, results and the rows of the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from .scores import Number

Table = tuple[str, ...]
"""The names at a table, by seat."""


class Standing(NamedTuple):
    """A row of the standings (T2-10).

    Attributes
    ----------
    rank : int
        Rank, from 1; players who are level share a rank.
    name : str
        The player.
    points : int or float
        Sum of the scores.
    games : int
        Single games played.
    wins : int
        Matches in which the player alone had the highest score of the table.
    tie_break : int or float
        What decides among equal points (T2-11).
    byes : int
        Rounds without a table.
    status : {"in", "out", "left"}
        Still playing, knocked out or released, or gone.
    """

    rank: int
    name: str
    points: Number
    games: int
    wins: int
    tie_break: Number
    byes: int
    status: str


@dataclass
class Entry:
    """The result of one match: a row of points a game, and the scores of the match by name.

    Attributes
    ----------
    table : Table
        Who played.
    rows : list of list of int or float
        The points of each game, by seat.
    scores : dict from str to int or float
        The score of the match by name (T2-4).
    """

    table: Table
    rows: list[list[Number]]
    scores: dict[str, Number]


@dataclass
class Round:
    """A round: the tables still due, what has been entered, and who sits out.

    Attributes
    ----------
    due : list of Table
        Tables without a result.
    byes : list of str
        Who sits out.
    entries : list of Entry
        What has been entered.
    """

    due: list[Table]
    byes: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


def meetings(entries: Iterable[Entry]) -> Counter[tuple[str, str]]:
    """Count how often any two have met, for both orders of the names."""
    return Counter(pair for entry in entries for pair in permutations(entry.table, 2))


def with_ranks(rows: list[Standing], key: Callable[[Standing], tuple[Number, ...]]) -> list[Standing]:
    """Sort rows by a key and rank them; rows of equal keys share a rank: 1, 2, 2, 4 (T2-10)."""
    ranked: list[Standing] = []
    rows = sorted(rows, key=key)
    for place, row in enumerate(rows):
        level = place > 0 and key(row) == key(rows[place - 1])
        ranked.append(row._replace(rank=ranked[-1].rank if level else place + 1))
    return ranked


def add_up(entries: Iterable[Entry], points: dict[str, Number]) -> tuple[dict[str, int], dict[str, int]]:
    """Add the scores of entries to `points`; count each name's games, and the tables it won alone."""
    played, wins = dict.fromkeys(points, 0), dict.fromkeys(points, 0)
    for entry in entries:
        best = max(entry.scores.values())
        winners = [name for name, score in entry.scores.items() if score == best]
        for name, score in entry.scores.items():
            points[name] += score
            played[name] += len(entry.rows)
        if len(winners) == 1:
            wins[winners[0]] += 1
    return played, wins
