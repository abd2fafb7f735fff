"""Intervals of 95 % of shares and means of games, where copies of a game count once."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import erfc, inf, isnan, log1p, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import FivefoldError, Record

Z95 = 1.959963984540054  # of the normal distribution, 95 % within
TAIL = 0.025
FEW = 0.8
"""Under this share of distinct games a result is reported to rest on few of them."""


class FewDistinctGamesWarning(UserWarning):
    """Many games of a result are copies of others, so it rests on fewer games than were played.

    The message says how many games are distinct and what to do. Two games are the same if they have the same
    rules, start and actions.

    Examples
    --------
    >>> import warnings
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=9)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     m = ff.arena.match("net", "net(simulations=0)", rules, games=8, openings="start")
    >>> m.distinct, caught[0].category.__name__
    (2, 'FewDistinctGamesWarning')
    """


def key_of(record: Record) -> Hashable:
    """Return what makes a game different from others: its rules, its start and its actions."""
    return record.rules, record.start.key, np.array(record.actions, np.int32).tobytes()


def few_note(games: int, distinct: int) -> str:
    """Say that few games are distinct and what to do; empty where enough are."""
    if distinct >= FEW * games:
        return ""
    return (
        f"{distinct} of {games} games are distinct: begin from more openings (openings=) or let players "
        "play that vary"
    )


def warn_of_few(games: int, distinct: int, stacklevel: int = 1) -> None:
    """Warn where few games are distinct."""
    note = few_note(games, distinct)
    if note:
        warnings.warn(note, FewDistinctGamesWarning, stacklevel=stacklevel + 1)


class Value(NamedTuple):
    """An estimate with the ends of its 95 % interval.

    Attributes
    ----------
    value : float
        What is estimated.
    low, high : float
        The ends.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Sample:
    """What games say of a mean: a value of each observation, and what the observations are worth."""

    values: NDArray[np.float64]  # the mean of each observation; their mean is that of all games
    size: float  # how many independent ones they are worth: n, or less where games are copies of others
    games: int
    distinct: int
    exact: bool = False  # whether nothing could have come out differently

    @property
    def mean(self) -> float:
        """The mean of all games; NaN without games."""
        return float(self.values.mean()) if self.values.size else nan

    @property
    def note(self) -> str:
        """What to beware of: few distinct games."""
        return few_note(self.games, self.distinct)

    def share(self) -> Value:
        """Return the mean with its interval as a share, 0 to 1."""
        if not self.values.size:
            return Value(nan, 0.0, 1.0)
        if self.exact:
            return Value(*3 * (self.mean,))
        return share_interval(self.mean, float((self.values**2).mean()), self.size)

    def chance(self, share: float = 0.5) -> float:
        """Return the chance of a share as far from this one as was found, or further; 1 without games."""
        if not self.values.size:
            return 1.0
        if self.exact:
            return float(self.mean == share)
        number = self.size + 2
        centre = (self.size * self.mean + 1) / number
        square = (self.size * float((self.values**2).mean()) + 1) / number
        error = sqrt(max(square - centre**2, 0.0) / (number - 1))
        return two_sided(abs(centre - share) / error, number - 1) if error else 1.0

    def interval(self, minimum: float = -inf, maximum: float = inf) -> Value:
        """Return the mean with its interval, the values lying between two bounds."""
        if not self.values.size:
            return Value(nan, minimum, maximum)
        if self.exact or minimum == maximum:
            return Value(*3 * (self.mean,))
        return mean_interval(self.values, self.size, minimum, maximum)


def sample(
    values: ArrayLike,
    games: Sequence[Hashable],
    openings: Sequence[Hashable] | None = None,
    units: Sequence[Hashable] | None = None,
    exact: bool = False,
) -> Sample:
    """Sort values of games into independent observations.

    Games of one opening are one observation, whatever their number. Where all games have one opening (or
    None is given) the result speaks of that opening alone: then each unit (a pair of games) is an
    observation, and all of them together are worth no more than their distinct games. Copies keep their
    weight in the mean.
    """
    array = np.asarray(values, np.float64).ravel()
    count, distinct = array.size, len(set(games))
    if not count:
        return Sample(array, 0.0, 0, 0, exact)
    groups = numbered(openings) if openings is not None else np.zeros(count, np.int64)
    apart = int(groups.max()) > 0
    if not apart:
        groups = numbered(units) if units is not None else np.arange(count)
    weight = np.bincount(groups).astype(np.float64)
    mean = array.mean()
    # A ratio of sums: groups of unlike size keep their weight, and the mean of what remains is that of all.
    values_ = mean + (np.bincount(groups, array) - weight * mean) / weight.mean()
    size = float(len(weight)) if apart else max(len(weight) * distinct / count, 1.0)
    return Sample(values_, size, count, distinct, exact)


def numbered(keys: Iterable[Hashable]) -> NDArray[np.int64]:
    """Return a number for each key, from 0 in the order of their coming; equal keys share theirs."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys], np.int64)


def share_interval(mean: float, square: float, size: float) -> Value:
    """Return the 95 % interval of a share from the mean of the observations and of their squares.

    One loss and one win are added (Agresti and Coull 1998, for any values from 0 to 1), the rest is Student's
    t. Where all observations are alike it is that of the exact binomial tail: others may be as frequent as
    1 - 0.025 ** (1 / n), anywhere from 0 to 1. It never has width 0.
    """
    number = size + 2
    centre = (size * mean + 1) / number
    variance = max((size * square + 1) / number - centre**2, 0.0) * number / (number - 1)
    half = student(number - 1) * sqrt(variance / number)
    low, high = centre - half, centre + half
    if square - mean**2 <= 1e-12:
        other = 1 - TAIL ** (1 / size)
        low, high = mean * (1 - other), mean + (1 - mean) * other
    return Value(mean, min(max(low, 0.0), mean), max(min(high, 1.0), mean))


def mean_interval(
    values: NDArray[np.float64], size: float, minimum: float = -inf, maximum: float = inf
) -> Value:
    """Return the 95 % interval of a mean by Student's t, within the bounds of the values.

    Where all are alike the share of others that the binomial tail still allows may lie anywhere between the
    bounds, or as far away as the value itself where there are none.
    """
    mean, spread = float(values.mean()), float(values.std())
    if size < 2:
        return Value(mean, minimum, maximum)
    half = student(size - 1) * spread / sqrt(size - 1)
    low, high = mean - half, mean + half
    if spread <= 1e-12 * max(1.0, abs(mean)):
        other = 1 - TAIL ** (1 / size)
        reach = max(abs(mean), 1.0)
        low = mean - other * (mean - max(minimum, mean - reach))
        high = mean + other * (min(maximum, mean + reach) - mean)
    return Value(mean, min(max(low, minimum), mean), max(min(high, maximum), mean))


def student(freedom: float) -> float:
    """Return the 97.5 % quantile of Student's t, from 3 degrees of freedom on within 0.2 %.

    The first terms of the expansion about the normal quantile (Abramowitz and Stegun 1964, 26.7.5).
    """
    if freedom < 3:
        return 4.303 if freedom >= 2 else 12.706
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def two_sided(t: float, freedom: float) -> float:
    """Return the chance that Student's t is as far from 0 or further, by Wallace's normal deviate (1959)."""
    deviate = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return erfc(deviate / sqrt(2))


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Return which of many hypotheses fall at a level for all of them together (Holm 1979); not NaN."""
    order = sorted(range(len(chances)), key=lambda at: (isnan(chances[at]), chances[at]))
    rejected = [False] * len(chances)
    for rank, at in enumerate(order):
        if not chances[at] <= level / (len(chances) - rank):
            break
        rejected[at] = True
    return rejected


def wilson(successes: ArrayLike, trials: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return Wilson's 95 % interval of a share; unlike the normal one it stays within 0 and 1.

    Parameters
    ----------
    successes, trials : array_like
        How many of how many, of the same or broadcastable shapes.

    Returns
    -------
    tuple of ndarray
        Lower and upper ends.

    Raises
    ------
    FivefoldError
        If there are no trials, or more successes than trials.

    Examples
    --------
    >>> from fivefold import plot
    >>> low, high = plot.wilson(8, 10)
    >>> round(float(low), 3), round(float(high), 3)
    (0.49, 0.943)
    """
    hits, count = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    if (count <= 0).any() or (hits < 0).any() or (hits > count).any():
        raise FivefoldError("an interval is refused: it takes 0 to n successes of n > 0 trials")
    share = hits / count
    weight = 1 + Z95**2 / count
    centre = (share + Z95**2 / (2 * count)) / weight
    half = Z95 / weight * np.sqrt(share * (1 - share) / count + Z95**2 / (4 * count**2))
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)
