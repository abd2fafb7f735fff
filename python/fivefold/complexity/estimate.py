"""The result of a measure: a value with its interval, and how it was found (C0)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log10, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fivefold._statistics import Sample, Value, sample, student


class Observed(NamedTuple):
    """Games: what makes each different from others, and where its players began."""

    keys: Sequence[Hashable]  # rules, start and actions of each game
    starts: Sequence[Hashable]  # the start of each game


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
        Number of samples; 0 if it is exact.
    note : str
        A warning; usually empty.
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
    """Return the logarithm of a number of any size; -inf for 0."""
    if number == 0:
        return -inf
    if isinstance(number, Fraction):
        return log10_of(number.numerator) - log10_of(number.denominator)
    # Numbers beyond floats are cut to their leading digits.
    shift = max(number.bit_length() - 900, 0)
    return log10(number >> shift) + shift * log10(2)


def exactly(number: int | Fraction, method: str) -> Estimate:
    """Return the estimate of a size that is known."""
    value = log10_of(number)
    return Estimate(value, value, value, number, method, 0)


def estimated(observed: Sample, value: Value, method: str, of: Observed | None) -> Estimate:
    """Describe what observations give."""
    games, distinct = (None, None) if of is None else (observed.games, observed.distinct)
    note = "" if of is None else observed.note
    return Estimate(*value, None, method, observed.games, note, games, distinct)


def observations(values: ArrayLike, of: Observed | None) -> Sample:
    """Sort values of games into independent observations; without games each stands for itself."""
    array = np.asarray(values, np.float64)
    return sample(array, range(array.size)) if of is None else sample(array, of.keys, of.starts)


def mean_of(
    values: ArrayLike,
    method: str = "sampled",
    of: Observed | None = None,
    *,
    minimum: float = -inf,
    maximum: float = inf,
) -> Estimate:
    """Return the mean of values of games, by Student's t over what is independent in them (C0, S1)."""
    observed = observations(values, of)
    return estimated(observed, observed.interval(minimum, maximum), method, of)


def share_of(values: ArrayLike, method: str = "sampled", of: Observed | None = None) -> Estimate:
    """Return the mean of values from 0 to 1 of games; its interval never has width 0 (C0, S4)."""
    observed = observations(values, of)
    return estimated(observed, observed.share(), method, of)


def mean_of_logs(logs: ArrayLike, method: str, samples: int) -> Estimate:
    """Return the logarithm of the mean of numbers given by their logarithms to base 10 (C2).

    The interval is that of the mean, then its logarithm: the logarithms' own mean would be too small.
    """
    array = np.asarray(logs, np.float64)
    maximum = float(array.max())
    if not np.isfinite(maximum):
        return Estimate(-inf, -inf, inf, None, method, samples)
    shares = 10.0 ** (array - maximum)
    mean, number = float(shares.mean()), array.size
    value = maximum + log10(mean)
    if number < 2:
        return Estimate(value, -inf, inf, None, method, samples)
    half = student(number - 1) * float(shares.std(ddof=1)) / sqrt(number) / mean
    low = value + log10(1 - half) if half < 1 else -inf
    largest = float(shares.max() / shares.sum())
    # Of few estimates each carries much without being far apart from the others.
    much = max(0.1, min(4 / number, 0.5))
    note = f"one of {number} carries {100 * largest:.0f} % of the sum" if largest > much else ""
    return Estimate(value, low, value + log10(1 + half), None, method, samples, note)


def ratio_of(
    sums: ArrayLike,
    counts: ArrayLike,
    method: str = "sampled",
    of: Observed | None = None,
    *,
    minimum: float = -inf,
    maximum: float = inf,
) -> Estimate:
    """Return a ratio of sums over games, its interval from the residuals sum_i - ratio * count_i (C0)."""
    above, below = np.asarray(sums, np.float64), np.asarray(counts, np.float64)
    if not below.sum():
        return Estimate(nan, -inf, inf, None, method, 0)
    value = float(above.sum() / below.sum())
    return mean_of(
        value + (above - value * below) / below.mean(), method, of, minimum=minimum, maximum=maximum
    )
