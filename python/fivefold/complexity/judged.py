"""Measures of how a game runs, by the values of its positions: drama, lead changes, decisiveness (C8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fivefold._arguments import short_repr
from fivefold._core import FivefoldError
from fivefold._progress import ProgressLike
from fivefold.arena.openings import OpeningsLike

from .courses import Course, Source, Values, courses, observed
from .estimate import Estimate, mean_of, ratio_of, share_of


class Drama(NamedTuple):
    """How far behind winners were (C8).

    Attributes
    ----------
    severity : Estimate
        Browne's measure, 0 to 1: the mean over games of the mean of sqrt(d) over the turns at which the
        winner was behind by d; 0 if the winner was never behind.
    gap : Estimate
        Ludii's measure: the mean of d over all turns, 0 where the winner was not behind.
    behind : Estimate
        Share of the turns at which the winner was behind.
    left_out : int
        Draws, games cut off and unfinished ones.
    """

    severity: Estimate
    gap: Estimate
    behind: Estimate
    left_out: int


@dataclass(frozen=True)
class LeadChanges:
    """How often the lead passes to another seat or team (C8).

    Attributes
    ----------
    count : Estimate
        Changes per game.
    rate : Estimate
        Changes per turn at which one is possible (all but the first): mean over games.
    left_out : int
        Draws, games cut off and unfinished ones.
    """

    count: Estimate
    rate: Estimate
    left_out: int


class Decisiveness(NamedTuple):
    """How early games are decided (C8).

    Attributes
    ----------
    decided : dict
        For each threshold x, the mean share of the game after which the winner's value, from 0 to 1, never
        fell below x again; 1 if it was below x at the last turn.
    threshold : Estimate
        Ludii's threshold: the mean over games of the highest value of a seat that did not win.
    tail : Estimate
        Mean share of the game that is left when the winner's value first is above that game's threshold.
    left_out : int
        Draws, games cut off and unfinished ones.
    """

    decided: dict[float, Estimate]
    threshold: Estimate
    tail: Estimate
    left_out: int


def drama(
    source: Source,
    players: Sequence[Any] | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    values: Values | None = None,
    simulations: int = 400,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> Drama:
    """Measure how far winners were behind before they won (C8).

    Parameters
    ----------
    source : str, Rules, Record or iterable of Record
        Rules: games are played. Records are evaluated as they are.
    players : sequence, optional
        A player for each seat, as `fivefold.players.make` takes it; None: uniformly random actions.
    games : int, optional
        How many games are played.
    seed : int, optional
        Random seed of games and searches.
    values : callable, optional
        Takes the position at the start of a turn, and returns its values by seat on the scale of returns.
        None: the value of `fivefold.search.mcts`.
    simulations : int, optional
        Simulations of that search.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games that are played begin, as for `fivefold.complexity.branching`.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`.

    Returns
    -------
    Drama
        Severity, gap and share of turns, each with its interval.

    Raises
    ------
    FivefoldError
        An argument is out of range, or values are not numbers by seat.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    References
    ----------
    C. Browne, F. Maire, "Evolutionary game design", IEEE Transactions on Computational Intelligence and AI
    in Games 2 (2010).

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=7)
    >>> ff.complexity.drama(rules, games=5, values=lambda position: [0, 0]).severity.value
    0.0
    """
    return drama_of(*courses(source, players, games, seed, values, simulations, progress, openings))


def drama_of(courses: list[Course], left_out: int) -> Drama:
    """Sum up how far winners were behind."""
    behind = [course.behind() for course in courses]
    severity = [float(np.sqrt(d[d > 0]).mean()) if (d > 0).any() else 0.0 for d in behind]
    turns = [len(d) for d in behind]
    of = observed(courses)
    return Drama(
        share_of(severity, of=of),
        ratio_of([float(d.sum()) for d in behind], turns, of=of, minimum=0, maximum=1),
        ratio_of([int((d > 0).sum()) for d in behind], turns, of=of, minimum=0, maximum=1),
        left_out,
    )


def lead_changes(
    source: Source,
    players: Sequence[Any] | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    values: Values | None = None,
    simulations: int = 400,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> LeadChanges:
    """Measure how often the lead passes to another seat or team (C8).

    The first lead is not a change. The leader keeps the lead until another seat alone has the highest value.

    Parameters
    ----------
    source, players, games, seed, values, simulations, openings, progress
        As in `drama`.

    Returns
    -------
    LeadChanges
        Changes per game and per turn.

    Raises
    ------
    FivefoldError
        As in `drama`.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.lead_changes("freestyle", ["random", "random"], 4, simulations=20)
    >>> found.count.value >= 0
    True
    """
    return lead_changes_of(*courses(source, players, games, seed, values, simulations, progress, openings))


def lead_changes_of(courses: list[Course], left_out: int) -> LeadChanges:
    """Sum up how often the lead passed on."""
    counts = [course.lead_changes() for course in courses]
    rates = [count / max(len(course.values) - 1, 1) for count, course in zip(counts, courses, strict=True)]
    of = observed(courses)
    return LeadChanges(mean_of(counts, of=of, minimum=0), share_of(rates, of=of), left_out)


def decisiveness(
    source: Source,
    players: Sequence[Any] | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    values: Values | None = None,
    simulations: int = 400,
    thresholds: Sequence[float] = (0.5, 0.6, 0.7, 0.8, 0.9),
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
) -> Decisiveness:
    """Measure how early games are decided (C8).

    Parameters
    ----------
    source, players, games, seed, values, simulations, openings, progress
        As in `drama`.
    thresholds : sequence of float, optional
        Values of the winner, from 0 to 1.

    Returns
    -------
    Decisiveness
        By thresholds, and by Ludii's threshold of each game.

    Raises
    ------
    FivefoldError
        As in `drama`; a threshold is outside 0 to 1.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.complexity.decisiveness("freestyle", ["random", "random"], 4, simulations=20)
    >>> list(found.decided)
    [0.5, 0.6, 0.7, 0.8, 0.9]
    """
    if len(thresholds) > 1000:
        raise FivefoldError(f"thresholds={short_repr(thresholds)} are refused: at most 1000")
    limits = [float(x) for x in thresholds]
    if not all(0 <= x <= 1 for x in limits):
        raise FivefoldError(f"thresholds={thresholds!r:.80} are refused: 0 to 1")
    return decisiveness_of(
        *courses(source, players, games, seed, values, simulations, progress, openings), limits
    )


def decisiveness_of(courses: list[Course], left_out: int, limits: Sequence[float]) -> Decisiveness:
    """Sum up how early games were decided."""
    decided: dict[float, list[float]] = {x: [] for x in limits}
    highest, tails = [], []
    for course in courses:
        own, turns = course.of_winner(), len(course.values)
        for x, shares in decided.items():
            below = np.flatnonzero(own < x)
            shares.append((int(below[-1]) + 1 if below.size else 0) / turns)
        losers = [seat for seat in range(course.values.shape[1]) if seat not in course.winners]
        highest.append(float(course.values[:, losers].max()) if losers else 0.0)
        above = np.flatnonzero(own > highest[-1])
        tails.append((turns - (int(above[0]) if above.size else turns)) / turns)
    of = observed(courses)
    return Decisiveness(
        {x: share_of(shares, of=of) for x, shares in decided.items()},
        share_of(highest, of=of),
        share_of(tails, of=of),
        left_out,
    )
