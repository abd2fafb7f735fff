"""What a measure says: a value with its interval, and how it was found (C0)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, log10, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from fivefold._statistics import Z95

__all__ = ["Estimate", "exactly", "log10_of", "mean_of", "mean_of_logs", "ratio_of"]


@dataclass(frozen=True)
class Estimate:
    """A measured or counted figure (C0).

    Attributes
    ----------
    value : float
        The figure; sizes as log10.
    low, high : float
        Ends of the 95 % interval; equal to `value` where it is exact.
    exact : int, Fraction or None
        The number itself (not its logarithm) where it is known.
    method : str
        "sum", "walk", "arrangements", "bounds", "sampled" or "splitting".
    samples : int
        How many samples it rests on; 0 if it is exact.
    note : str
        What to beware of; mostly empty.
    games, distinct : int or None
        How many games it rests on, and how many of them are distinct (same rules, start and actions are one
        game); None where it does not come from games.
    """

    value: float
    low: float
    high: float
    exact: int | Fraction | None
    method: str
    samples: int
    note: str = ""
    games: int | None = None
    distinct: int | None = None

    def __str__(self) -> str:
        if self.exact is not None:
            return f"{self.value:.4g} (exact)"
        text = f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"
        if self.games is not None and self.distinct != self.games:
            text += f" of {self.games} games, {self.distinct} distinct"
        return text


def log10_of(number: int | Fraction) -> float:
    """Give the logarithm of a number of any size; -inf for 0."""
    if number == 0:
        return -inf
    if isinstance(number, Fraction):
        return log10_of(number.numerator) - log10_of(number.denominator)
    # Numbers beyond floats are cut to their leading digits.
    shift = max(number.bit_length() - 900, 0)
    return log10(number >> shift) + shift * log10(2)


def exactly(number: int | Fraction, method: str) -> Estimate:
    """Give the estimate of a size that is known."""
    value = log10_of(number)
    return Estimate(value, value, value, number, method, 0)


def mean_of(values: ArrayLike, method: str = "sampled") -> Estimate:
    """Give the mean of g values with the interval +- 1.96 s / sqrt(g) (C0)."""
    array = np.asarray(values, np.float64)
    if not array.size:
        return Estimate(nan, -inf, inf, None, method, 0)
    value = float(array.mean())
    half = Z95 * float(array.std(ddof=1)) / sqrt(array.size) if array.size > 1 else inf
    return Estimate(value, value - half, value + half, None, method, int(array.size))


# Student's distribution: 95 % of it lie within so much, by degrees of freedom from 1 on.
STUDENT = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160]
STUDENT += [2.145, 2.131, 2.120, 2.110, 2.101, 2.093]


def mean_of_logs(logs: ArrayLike, method: str, samples: int) -> Estimate:
    """Give the logarithm of the mean of numbers given by their logarithms to base 10 (C2).

    The interval is that of the mean, then its logarithm: the logarithms' own mean would be too small.
    """
    array = np.asarray(logs, np.float64)
    most = float(array.max())
    if not np.isfinite(most):
        return Estimate(-inf, -inf, inf, None, method, samples)
    shares = 10.0 ** (array - most)
    mean, number = float(shares.mean()), array.size
    value = most + log10(mean)
    if number < 2:
        return Estimate(value, -inf, inf, None, method, samples)
    quantile = STUDENT[number - 2] if number - 2 < len(STUDENT) else Z95
    half = quantile * float(shares.std(ddof=1)) / sqrt(number) / mean
    low = value + log10(1 - half) if half < 1 else -inf
    largest = float(shares.max() / shares.sum())
    # Of few estimates each carries much without being far apart from the others.
    much = max(0.1, min(4 / number, 0.5))
    note = f"one of {number} carries {100 * largest:.0f} % of the sum" if largest > much else ""
    return Estimate(value, low, value + log10(1 + half), None, method, samples, note)


def ratio_of(sums: ArrayLike, counts: ArrayLike, method: str = "sampled") -> Estimate:
    """Give a ratio of sums over games, its interval from the residuals sum_i - ratio * count_i (C0)."""
    above, below = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    if not below.sum():
        return Estimate(nan, -inf, inf, None, method, 0)
    value = float(above.sum() / below.sum())
    games = above.size
    if games < 2:
        return Estimate(value, -inf, inf, None, method, games)
    spread = float((above - value * below).std(ddof=1))
    half = Z95 * spread / sqrt(games) / float(below.mean())
    return Estimate(value, value - half, value + half, None, method, games)
