"""Measures of games as they are played: branching, length, advantage, the size of the tree (C2 to C5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, log10
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._arguments import read_rules
from fivefold._core import FivefoldError, Record, Rules
from fivefold._progress import Progress, ProgressLike
from fivefold._turns import Unit, options
from fivefold.arena.openings import OpeningsLike

from .counting import read_count
from .estimate import Estimate, mean_of, ratio_of, share_of
from .lots import Lot, played


def records(
    rules: str | Rules,
    players: Sequence[Any] | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> list[Record]:
    """Play the games that the measures use, to look at them yourself.

    Parameters
    ----------
    rules : str or Rules
        The game.
    players : sequence, optional
        A player for each seat, as `fivefold.players.make` takes it; None: uniformly random actions.
    games : int, optional
        Number of games.
    seed : int, optional
        Random seed of the games; game k is the same whatever their number.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `fivefold.arena.match`: by default the start of the rules for random games,
        a suite where players play.
    progress : bool or callable, optional
        See `branching`.

    Returns
    -------
    list of Record
        Finished games, with the players' names by seat.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

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
    return counted(rules, players, games, seed, openings, progress)[0].records


def counted(
    rules: str | Rules,
    players: Sequence[Any] | None,
    games: int,
    seed: int,
    openings: OpeningsLike,
    progress: ProgressLike,
    unit: Unit | None = None,
) -> tuple[Lot, list[list[int]]]:
    """Play the games of a measure, and count the options at each decision, if a unit is named."""
    rules, games = read_rules(rules), read_count(games, "games")
    part = 1.0 if unit is None else 0.1 if players is None else 0.8
    with Progress(progress, games, "games") as whole:
        lot = played(rules, players, games, seed, whole.part(part), openings)
        rows = [] if unit is None else options(lot.records, unit, whole.part(1.0))
    lot.warn(3)
    return lot, rows


@dataclass(frozen=True)
class Branching:
    """How many options there are at a decision (C3).

    Attributes
    ----------
    mean : Estimate
        Options per decision, over all games.
    geometric : Estimate
        Their geometric mean.
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
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> Branching:
    """Measure the branching factor (C3).

    Parameters
    ----------
    rules : str or Rules
        The game.
    players : sequence, optional
        A player for each seat, as `fivefold.players.make` takes it; None: uniformly random actions.
    games : int, optional
        Number of games.
    seed : int, optional
        Random seed of the games.
    unit : {"turn", "result", "action"}, optional
        Count whole turns that can be played, or what they can lead to (see `fivefold.perft`), or legal
        actions. They differ where a turn has several actions.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `fivefold.arena.match`: by default the start of the rules for random games,
        a suite where players play.
    progress : bool or callable, optional
        True shows how far it is: tqdm where it is installed, else a line on stderr. A callable is given
        ``(done, total)``, here games. None: shown in a terminal or a notebook once it takes two
        seconds.

    Returns
    -------
    Branching
        Arithmetic and geometric mean, and the mean by turn.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.branching(ff.rules("freestyle", size=5), games=50)
    >>> found.by_turn[0], round(found.mean.value, 1)
    (np.float64(25.0), 13.6)
    """
    if unit not in ("turn", "result", "action"):
        raise FivefoldError(f"unit={unit!r:.80} is refused: 'turn', 'result' or 'action'")
    return branching_of(*counted(rules, players, games, seed, openings, progress, unit))


def branching_of(lot: Lot, rows: list[list[int]]) -> Branching:
    """Sum up the options at each decision of games."""
    longest = max(map(len, rows), default=0)
    sums, counts = np.zeros(longest), np.zeros(longest, np.int64)
    for row in rows:
        sums[: len(row)] += row
        counts[: len(row)] += 1
    decisions = [len(row) for row in rows]
    logs = ratio_of([sum(map(log, row)) for row in rows], decisions, of=lot.observed, minimum=0.0)
    geometric = replace(logs, value=exp(logs.value), low=exp(logs.low), high=exp(logs.high))
    mean = ratio_of([sum(row) for row in rows], decisions, of=lot.observed, minimum=1.0)
    return Branching(mean, geometric, sums / np.maximum(counts, 1), counts)


def length(
    rules: str | Rules,
    players: Sequence[Any] | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> Length:
    """Measure the length of games in turns (C4).

    Parameters
    ----------
    rules, players, games, seed, openings, progress
        As in `branching`.

    Returns
    -------
    Length
        Mean with its interval, spread and extremes, and how many games were cut off.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.length("pah_tum", games=10).mean.value
    44.0
    """
    return length_of(counted(rules, players, games, seed, openings, progress)[0])


def length_of(lot: Lot) -> Length:
    """Sum up how long games were."""
    games = lot.records
    turns = np.array([record.position.turns for record in games], np.int64)
    truncated = sum(
        record.outcome is not None and record.outcome.termination.name == "MAX_TURNS" for record in games
    )
    return Length(
        mean_of(turns, of=lot.observed, minimum=0, maximum=games[0].rules.info.max_turns),
        float(turns.std(ddof=1)) if turns.size > 1 else 0.0,
        float(np.median(turns)),
        int(turns.min()),
        int(turns.max()),
        np.bincount(turns),
        truncated,
    )


def advantage(
    rules: str | Rules,
    players: Sequence[Any] | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> list[Estimate]:
    """Measure each seat's mean share of the win (C5): 1 divided among the winners, a draw among all.

    Parameters
    ----------
    rules, players, games, seed, openings, progress
        As in `branching`.

    Returns
    -------
    list of Estimate
        By seat.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> first, second = ff.complexity.advantage(ff.rules("freestyle", size=7), games=200)
    >>> round(first.value + second.value, 6)
    1.0
    """
    return advantage_of(counted(rules, players, games, seed, openings, progress)[0])


def advantage_of(lot: Lot) -> list[Estimate]:
    """Sum up each seat's share of the wins."""
    games, rules = lot.records, lot.records[0].rules
    shares = np.zeros((len(games), rules.num_players))
    for row, record in zip(shares, games, strict=True):
        winners = list(record.outcome.winners) if record.outcome else []
        row[winners or slice(None)] = 1 / (len(winners) or rules.num_players)
    return [share_of(shares[:, seat], of=lot.observed) for seat in range(rules.num_players)]


def tree(
    rules: str | Rules,
    players: Sequence[Any] | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> Estimate:
    """Estimate the size of the game tree as Allis does: mean length * log10(mean branching) (C2).

    Parameters
    ----------
    rules, players, games, seed, openings, progress
        As in `branching`.

    Returns
    -------
    Estimate
        log10; its interval combines those of length and branching.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.tree("pah_tum", games=20)
    >>> round(found.value, 1)
    59.5
    """
    return tree_of(*counted(rules, players, games, seed, openings, progress, "turn"))


def tree_of(lot: Lot, rows: list[list[int]]) -> Estimate:
    """Put length and branching of games together."""
    turns = [len(row) for row in rows]
    lengths = mean_of(turns, of=lot.observed, minimum=0)
    width = ratio_of([sum(row) for row in rows], turns, of=lot.observed, minimum=1.0)
    value = lengths.value * log10(width.value)
    by_length = (lengths.high - lengths.value) * log10(width.value)
    by_width = lengths.value * (log10(width.high) - log10(width.value))
    half = (by_length**2 + by_width**2) ** 0.5
    return replace(lengths, value=value, low=value - half, high=value + half)
