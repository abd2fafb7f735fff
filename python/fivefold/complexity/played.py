"""Measures of games as they are played: branching, length, advantage, the size of the tree (C2 to C5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log10
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold import _core
from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._given import read_rules
from fivefold._turns import Unit, options_of
from fivefold.arena.play import play_starts
from fivefold.players import make

from .counting import read_count, read_seed
from .estimate import Estimate, mean_of, ratio_of

__all__ = ["Branching", "Length", "advantage", "branching", "length", "records", "tree"]


def played(rules: Rules, players: Sequence[Any] | None, games: int, seed: int) -> list[Record]:
    """Play games: random ones, the same as `fivefold.playouts`, or between players by seat."""
    games, seed = read_count(games, "games"), read_seed(seed)
    if players is None:
        random = _core.playouts(rules, games, seed=seed)
        return [random.record(index) for index in range(games)]
    if isinstance(players, str) or len(players) != rules.num_players:
        raise FivefoldError(f"players are refused: one for each of the {rules.num_players} seats")
    sides = [make(player) for player in players]
    seeds = [game_seed(seed, index) for index in range(games)]
    starts = [rules.start(seed=own) for own in seeds]
    seats = [range(rules.num_players)] * games
    records = []
    for start, one in zip(starts, play_starts(sides, seats, starts, seeds, range(games)), strict=True):
        record = Record(start, players=[side.name for side in sides])
        for action in one.actions.tolist():
            record.push(action)
        records.append(record)
    return records


def records(
    rules: str | Rules, players: Sequence[Any] | None = None, games: int = 100, seed: int = 0
) -> list[Record]:
    """Play the games that the measures look at, to look at them by yourself.

    Parameters
    ----------
    rules : str or Rules
        The game.
    players : sequence, optional
        A player for each seat, as `fivefold.players.make` takes it; None: uniformly random actions.
    games : int, optional
        How many games.
    seed : int, optional
        Of the games; game k is the same whatever their number.

    Returns
    -------
    list of Record
        Finished games, with the players' names by seat.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pentagame", players=3)
    >>> found = ff.complexity.records(rules, ["racer", "random", "random"], games=2)
    >>> found[0].players
    ('racer', 'random', 'random')
    >>> ff.complexity.lead_changes(found, values=ff.pentagame.points).left_out
    0
    """
    return played(read_rules(rules), players, games, seed)


@dataclass(frozen=True)
class Branching:
    """How many options there are at a decision (C3).

    Attributes
    ----------
    mean : Estimate
        Options by decisions, over all games.
    geometric : Estimate
        The same of the logarithm of the options, then its exponential.
    by_turn : ndarray
        float64: mean options at each turn (or action) of the games that have it.
    counts : ndarray
        int64: how many games have it.
    """

    mean: Estimate
    geometric: Estimate
    by_turn: NDArray[np.float64]
    counts: NDArray[np.int64]


class Length(NamedTuple):
    """How long games are, in turns (C4).

    Attributes
    ----------
    mean : Estimate
        Mean length.
    deviation : float
        Standard deviation.
    median : float
        The median.
    shortest, longest : int
        The extremes.
    counts : ndarray
        int64: games by turns.
    truncated : int
        Games that a limit of turns cut off (N16).
    """

    mean: Estimate
    deviation: float
    median: float
    shortest: int
    longest: int
    counts: NDArray[np.int64]
    truncated: int


def branching(
    rules: str | Rules,
    players: Sequence[Any] | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    unit: Unit = "turn",
) -> Branching:
    """Measure the branching factor (C3).

    Parameters
    ----------
    rules : str or Rules
        The game.
    players : sequence, optional
        A player for each seat, as `fivefold.players.make` takes it; None: uniformly random actions.
    games : int, optional
        How many games.
    seed : int, optional
        Of the games.
    unit : {"turn", "action"}, optional
        Count whole turns that can be played, or legal actions. They differ where a turn has several actions.

    Returns
    -------
    Branching
        Arithmetic and geometric mean, and the mean by turn.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.branching(ff.rules("freestyle", size=5), games=50)
    >>> found.by_turn[0], round(found.mean.value, 1)
    (np.float64(25.0), 13.6)
    """
    rules = read_rules(rules)
    if unit not in ("turn", "action"):
        raise FivefoldError(f"unit={unit!r:.80} is refused: 'turn' or 'action'")
    return branching_of([options_of(record, unit) for record in played(rules, players, games, seed)])


def branching_of(rows: list[list[int]]) -> Branching:
    """Sum up the options at each decision of games."""
    longest = max(map(len, rows), default=0)
    sums, counts = np.zeros(longest), np.zeros(longest, np.int64)
    for row in rows:
        sums[: len(row)] += row
        counts[: len(row)] += 1
    logs = ratio_of([sum(map(log, row)) for row in rows], [len(row) for row in rows])
    geometric = Estimate(exp(logs.value), exp(logs.low), exp(logs.high), None, "sampled", len(rows))
    mean = ratio_of([sum(row) for row in rows], [len(row) for row in rows])
    return Branching(mean, geometric, sums / np.maximum(counts, 1), counts)


def length(
    rules: str | Rules, players: Sequence[Any] | None = None, games: int = 1000, seed: int = 0
) -> Length:
    """Measure the length of games in turns (C4).

    Parameters
    ----------
    rules, players, games, seed
        As for `branching`.

    Returns
    -------
    Length
        Mean with its interval, spread and extremes, and how many games were cut off.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.length("pah_tum", games=10).mean.value
    44.0
    """
    return length_of(played(read_rules(rules), players, games, seed))


def length_of(records: list[Record]) -> Length:
    """Sum up how long games were."""
    turns = np.array([record.position.turns for record in records], np.int64)
    truncated = sum(
        record.outcome is not None and record.outcome.termination.name == "MAX_TURNS" for record in records
    )
    return Length(
        mean_of(turns),
        float(turns.std(ddof=1)) if turns.size > 1 else 0.0,
        float(np.median(turns)),
        int(turns.min()),
        int(turns.max()),
        np.bincount(turns),
        truncated,
    )


def advantage(
    rules: str | Rules, players: Sequence[Any] | None = None, games: int = 1000, seed: int = 0
) -> list[Estimate]:
    """Measure each seat's mean share of the win (C5): 1 divided among the winners, a draw among all.

    Parameters
    ----------
    rules, players, games, seed
        As for `branching`.

    Returns
    -------
    list of Estimate
        By seat.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> first, second = ff.complexity.advantage(ff.rules("freestyle", size=7), games=200)
    >>> round(first.value + second.value, 6)
    1.0
    """
    rules = read_rules(rules)
    return advantage_of(played(rules, players, games, seed))


def advantage_of(records: list[Record]) -> list[Estimate]:
    """Sum up each seat's share of the wins."""
    rules = records[0].rules
    shares = np.zeros((len(records), rules.num_players))
    for row, record in zip(shares, records, strict=True):
        winners = list(record.outcome.winners) if record.outcome else []
        row[winners or slice(None)] = 1 / (len(winners) or rules.num_players)
    return [mean_of(shares[:, seat]) for seat in range(rules.num_players)]


def tree(
    rules: str | Rules, players: Sequence[Any] | None = None, games: int = 1000, seed: int = 0
) -> Estimate:
    """Estimate the size of the game tree as Allis does: mean length * log10(mean branching) (C2).

    Parameters
    ----------
    rules, players, games, seed
        As for `branching`.

    Returns
    -------
    Estimate
        log10; its interval puts those of length and branching together.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.tree("pah_tum", games=20)
    >>> round(found.value, 1)
    59.5
    """
    rules = read_rules(rules)
    return tree_of([options_of(record, "turn") for record in played(rules, players, games, seed)])


def tree_of(rows: list[list[int]]) -> Estimate:
    """Put length and branching of games together."""
    lengths = mean_of([len(row) for row in rows])
    width = ratio_of([sum(row) for row in rows], [len(row) for row in rows])
    value = lengths.value * log10(width.value)
    by_length = (lengths.high - lengths.value) * log10(width.value)
    by_width = lengths.value * (log10(width.high) - log10(width.value))
    half = (by_length**2 + by_width**2) ** 0.5
    return Estimate(value, value - half, value + half, None, "sampled", len(rows))
