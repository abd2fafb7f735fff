"""How strong a result is: Elo, normalised Elo, likelihood of superiority, sequential tests.

All functions take *counts*: (losses, draws, wins) of single games, or five counts of pairs of games by
the points of the first player, 0, 0.5, 1, 1.5, 2. Pairs share opening and seed, so that their games are
not independent; the five counts take that into account.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import erf, inf, isfinite, log, log10, nan, sqrt
from numbers import Real
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._core import FivefoldError
from fivefold._statistics import TAIL, Z95, Value, share_interval

NORMALIZED = 800 / log(10)
"""Normalised Elo of one standard deviation of a game's points: 347.4."""
MIN_COUNT = 1e-3
"""What a count of zero is taken as in likelihood ratios, so that logarithms stay finite."""


class PairCounts(NamedTuple):
    """Points of a game (or mean points of the games of a pair) and how often each occurred."""

    points: NDArray[np.float64]
    counts: NDArray[np.float64]
    games: int
    """Games in one observation: 1, or 2 for pairs."""

    @property
    def total(self) -> float:
        """How many observations there are."""
        return float(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean points."""
        return float(self.counts @ self.points / self.total)

    @property
    def deviation(self) -> float:
        """Standard deviation of the observed points, 0 if they are all alike."""
        if np.count_nonzero(self.counts) < 2:
            return 0.0
        return sqrt(float(self.counts @ (self.points - self.mean) ** 2 / self.total))


def read_counts(counts: Iterable[float] | PairCounts) -> PairCounts:
    """Read three counts of games or five of pairs; refuse anything else."""
    if isinstance(counts, PairCounts):
        return counts
    try:
        values = list(counts)
    except TypeError:
        raise FivefoldError(f"counts={counts!r:.80} is refused: three or five numbers") from None
    for value in values:
        if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value) or value < 0:
            raise FivefoldError(f"counts are refused: {value!r:.80} is no count")
    if len(values) not in (3, 5):
        raise FivefoldError(
            f"{len(values)} counts are refused: (losses, draws, wins), or five counts of pairs"
        )
    points = np.linspace(0.0, 1.0, len(values))
    return PairCounts(points, np.array(values, np.float64), 1 if len(values) == 3 else 2)


def elo(counts: Iterable[float]) -> Value:
    """Estimate the difference in Elo that a result shows, with its 95 % interval.

    The ends of the interval of the mean score are transformed by -400 log10(1 / s - 1). That interval is
    Student's, after one loss and one win have been added to the n games or pairs (Agresti and Coull 1998).
    Where all observations are alike, it is that of the exact binomial tail: others may be as frequent as
    1 - 0.025 ** (1 / n).

    Parameters
    ----------
    counts : iterable of float
        (losses, draws, wins), or five counts of pairs from the worst for the first player to the best.

    Returns
    -------
    Value
        ``(value, low, high)``, infinite beyond a score of 0 or 1; ``(nan, -inf, inf)`` without games.

    Raises
    ------
    FivefoldError
        The counts are not three or five numbers of 0 or more.

    Examples
    --------
    >>> import fivefold as ff
    >>> value, low, high = ff.arena.elo((10, 20, 30))
    >>> round(value, 1), low < value < high
    (120.4, True)
    """
    sample = read_counts(counts)
    if not sample.total:
        return Value(nan, -inf, inf)
    square = float(sample.counts @ sample.points**2 / sample.total)
    return Value(*map(to_elo, share_interval(sample.mean, square, sample.total)))


def normalized_elo(counts: Iterable[float] | PairCounts) -> Value:
    """Estimate the difference in normalised Elo, with its 95 % interval.

    It is (s - 1/2) / sd * 800 / ln 10, sd being the standard deviation of the points of a game; for pairs
    that of the mean points of a pair times sqrt 2. It says how soon a difference shows, whatever the
    share of draws. The interval takes the variance as known.

    Parameters
    ----------
    counts : iterable of float
        (losses, draws, wins), or five counts of pairs from the worst for the first player to the best.

    Returns
    -------
    Value
        ``(value, low, high)``; ``(inf, low, inf)`` where every game was won, ``(nan, -inf, inf)`` without
        games.

    Raises
    ------
    FivefoldError
        The counts are not three or five numbers of 0 or more.

    Examples
    --------
    >>> import fivefold as ff
    >>> round(ff.arena.normalized_elo((10, 20, 30)).value, 1)
    155.4
    """
    sample = read_counts(counts)
    if not sample.total:
        return Value(nan, -inf, inf)
    deviation = sample.deviation
    if deviation > 0:
        scale = NORMALIZED / (deviation * sqrt(sample.games))
        half = Z95 * deviation / sqrt(sample.total)
        middle = sample.mean - 0.5
        return Value(middle * scale, (middle - half) * scale, (middle + half) * scale)
    ends = []
    for other in (0.0, 1.0):
        # All observations alike: the most frequent other one that the binomial tail still allows.
        share = 1 - TAIL ** (1 / sample.total)
        middle = sample.mean + share * (other - sample.mean) - 0.5
        spread = abs(other - sample.mean) * sqrt(share * (1 - share) * sample.games)
        ends.append(ratio(middle, spread) * NORMALIZED)
    return Value(ratio(sample.mean - 0.5, 0.0) * NORMALIZED, ends[0], ends[1])


def normalized_of(sample: PairCounts, share: Value) -> Value:
    """Give the difference in normalised Elo of counted pairs, its interval from that of their mean score."""
    deviation = sample.deviation
    if not sample.total or not deviation > 0:
        return normalized_elo(sample)
    scale = NORMALIZED / (deviation * sqrt(sample.games))
    return Value(*((end - 0.5) * scale for end in share))


def los(counts: Iterable[float] | PairCounts) -> float:
    """Estimate the likelihood of superiority: the chance that the first player is the stronger.

    It is the normal distribution's share below (s - 1/2) / sqrt(var / n).

    Parameters
    ----------
    counts : iterable of float
        (losses, draws, wins), or five counts of pairs from the worst for the first player to the best.

    Returns
    -------
    float
        From 0 to 1; 1/2 without games.

    Raises
    ------
    FivefoldError
        The counts are not three or five numbers of 0 or more.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.arena.los((10, 20, 10)), round(ff.arena.los((10, 20, 30)), 4)
    (0.5, 0.9997)
    """
    sample = read_counts(counts)
    if not sample.total:
        return 0.5
    return (1 + erf(ratio(sample.mean - 0.5, sample.deviation) * sqrt(sample.total / 2))) / 2


def llr(
    counts: Iterable[float] | PairCounts,
    elo0: float,
    elo1: float,
    model: Literal["normalized", "logistic"] = "normalized",
) -> float:
    """Compute the logarithm of the likelihood ratio of two hypotheses on the strength of the first player.

    Each hypothesis is represented by the most likely distribution of results that agrees with it
    (exactly: the maximum of the multinomial likelihood under the constraint). A count of zero is taken as
    0.001.

    Parameters
    ----------
    counts : iterable of float
        (losses, draws, wins), or five counts of pairs from the worst for the first player to the best.
    elo0, elo1 : float
        The two hypotheses.
    model : {"normalized", "logistic"}, optional
        The unit of `elo0` and `elo1`: normalised Elo, or Elo.

    Returns
    -------
    float
        Positive if `elo1` explains the counts better; 0 without games.

    Raises
    ------
    FivefoldError
        The counts are not three or five numbers of 0 or more, a hypothesis is not finite, or the model
        unknown.

    Examples
    --------
    >>> import fivefold as ff
    >>> round(ff.arena.llr((100, 200, 150), 0, 10), 2)
    1.75
    """
    sample = read_counts(counts)
    for value in (elo0, elo1):
        if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
            raise FivefoldError(f"elo0={elo0!r:.80}, elo1={elo1!r:.80} are refused: two finite numbers")
    if model not in ("normalized", "logistic"):
        raise FivefoldError(f"model={model!r:.80} is refused: 'normalized' or 'logistic'")
    if not sample.total:
        return 0.0
    counts_ = np.maximum(sample.counts, MIN_COUNT)
    share = counts_ / counts_.sum()
    if model == "logistic":
        # The expected scores of the hypotheses, as far as floats go.
        scores = [float(1 / (1 + 10 ** np.clip(-value / 400, -300, 300))) for value in (elo0, elo1)]
        ends = [tilted(share, sample.points - score) for score in scores]
    else:
        per_pair = sqrt(sample.games) / NORMALIZED
        ends = [with_ratio(sample.points, share, value * per_pair) for value in (elo0, elo1)]
    return float(counts_ @ np.log(ends[1] / ends[0]))


def ratio(middle: float, spread: float) -> float:
    """Divide; by nothing the answer is infinite, and 0 by 0 is 0: level results are level."""
    if spread > 0:
        return middle / spread
    return inf if middle > 0 else -inf if middle < 0 else 0.0


def to_elo(score: float) -> float:
    """Transform a mean score to Elo; infinite beyond 0 and 1."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def with_ratio(points: NDArray[np.float64], share: NDArray[np.float64], wanted: float) -> NDArray[np.float64]:
    """Find the most likely distribution whose (mean - 1/2) is `wanted` times its standard deviation.

    The constraint is linearised at the last distribution until nothing changes; where it is met the answer of
    the linear problem is the answer.
    """
    # Begin where the constraint is met: with wins and losses alone.
    win = 0.5 + 0.5 * wanted / sqrt(1 + wanted**2)
    start = np.zeros_like(share)
    start[0], start[-1] = 1 - win, win
    shares, step, last = start, 1.0, inf
    for _ in range(5000):
        mean = float(shares @ points)
        deviation = sqrt(float(shares @ (points - mean) ** 2))
        bend = 0.5 * wanted * deviation * (1 + ((points - mean) / deviation) ** 2)
        slope = points - 0.5 - bend
        if not slope.min() < 0 < slope.max():
            shares, step = (shares + start) / 2, step / 2
            continue
        better = shares + step * (tilted(share, slope) - shares)
        moved = float(np.abs(better - shares).max())
        shares = better
        # Below 1e-9 it comes twice as near with each step, until rounding alone moves it.
        if moved < 1e-14 or (moved < 1e-9 and moved > last / 2):
            break
        last = moved
    return shares


def tilted(share: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find share / (1 + x slope) of which the mean slope is 0, by bisection.

    This is the maximum of the likelihood among the distributions with mean slope 0 (Lagrange's multiplier x).
    """
    steepest, deepest = float(slope.max()), float(slope.min())
    if steepest <= 0 or deepest >= 0:
        raise FivefoldError("the hypothesis is refused: no distribution of these results agrees with it")
    low, high = -1 / steepest, -1 / deepest
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if float(share @ (slope / (1 + middle * slope))) > 0:
            low = middle
        else:
            high = middle
    tilted_share: NDArray[np.float64] = share / (1 + middle * slope)
    return np.asarray(tilted_share / tilted_share.sum(), np.float64)
