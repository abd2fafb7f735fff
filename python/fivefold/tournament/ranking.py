"""Rankings of players: how certain one is, into how many classes it can be cut, how stable it is."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError
from fivefold._statistics import TAIL, Value, holm, student

CERTAINTY = 0.95
"""With which a class beats the next."""


def certainty_of(pairs: ArrayLike) -> float:
    """Return how certainly the first is better, from matches of two games in which both began once.

    `pairs` counts the matches that brought 0, ½, 1, 1½, 2 points. Between equals each match might as well
    have ended the other way round: the exact chance of a sum of points as far from the mean as this, over
    all exchanges (Fisher's randomisation test), is taken from 1. Where the first is not ahead it is 0.
    """
    lost, worse, _, better, won = np.asarray(pairs).tolist()
    ones, twos = worse + better, lost + won  # matches decided by one point, and by two
    ahead = better - worse + 2 * (won - lost)
    if ahead <= 0:
        return 0.0
    as_good = sum(
        comb(ones, a) * comb(twos, b)
        for a in range(ones + 1)
        for b in range(twos + 1)
        if 2 * a - ones + 2 * (2 * b - twos) >= ahead
    )
    return 1 - 2 * float(Fraction(as_good, 2 ** (ones + twos)))


class Cut(NamedTuple):
    """How the rest of a ranking is cut best: how many classes, and the least certainty between two."""

    classes: int
    certainty: float
    ends: tuple[int, ...]


def classes_of(pairs: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut a ranking into as many classes as can be, each beating the next.

    Each of the n - 1 places at which a ranking of n can be cut is a question of its own: the certainties of
    all cuts are corrected together (Holm 1979), so that 95 % hold for all of them. Of several such rankings
    the one with the greatest least certainty is taken. `pairs` holds for each two players, in the order of
    the ranking, how many matches of two games brought 0, 1/2, 1, 3/2, 2 points.
    """
    places = len(pairs) - 1
    # Most classes first: with k cuts the least certain of them may fail with level / (places + 1 - k), each
    # more certain one with a smaller share (all of them fit where the strictest does).
    for cuts in range(places, 0, -1):
        cut = best_cut(pairs, cuts, 1 - (1 - CERTAINTY) / (places + 1 - cuts))
        if cut is not None and stands(pairs, cut):
            return cut
        strict = best_cut(pairs, cuts, 1 - (1 - CERTAINTY) / places)
        if strict is not None:
            return strict
    return [(0, len(pairs))]


def stands(pairs: NDArray[np.int64], classes: list[tuple[int, int]]) -> bool:
    """Return whether every class of a ranking beats the next, corrected for all places."""
    chances = [1 - certainty_of(pairs[a:b, b:c].sum(axis=(0, 1))) for (a, b), (_, c) in pairwise(classes)]
    # Places without a cut are questions that were answered by no.
    return all(holm(chances + [1.0] * (len(pairs) - 1 - len(chances)), 1 - CERTAINTY)[: len(chances)])


def best_cut(pairs: NDArray[np.int64], cuts: int, certainty: float) -> list[tuple[int, int]] | None:
    """Find the ranking with `cuts` cuts whose least certainty is the greatest; None if it is too small."""
    n = len(pairs)
    best: dict[tuple[int, int, int], Cut] = {}
    for begin in range(n - 1, -1, -1):
        for end in range(n, begin, -1):
            # The class is begin..end; the next one, if there is any, begins at end.
            if end == n:
                best[begin, end, 0] = Cut(1, 1.0, (n,))
                continue
            for after in range(end + 1, n + 1):
                surety = certainty_of(pairs[begin:end, end:after].sum(axis=(0, 1)))
                if surety < certainty:
                    continue
                for left in range(cuts):
                    below = best.get((end, after, left))
                    if below is None:
                        continue
                    cut = Cut(below.classes + 1, min(below.certainty, surety), (end, *below.ends))
                    known = best.get((begin, end, left + 1))
                    if known is None or cut.certainty > known.certainty:
                        best[begin, end, left + 1] = cut
    tops = [best[0, end, cuts] for end in range(1, n + 1) if (0, end, cuts) in best]
    if not tops:
        return None
    ends = max(tops, key=lambda cut: cut.certainty).ends
    return list(zip((0, *ends[:-1]), ends, strict=True))


def stability(points: ArrayLike) -> Value:
    """Return how much repeated tournaments agree: the mean rank correlation of any two of them.

    Spearman's correlation of ranks, equal points sharing the mean of their ranks. A tournament in which
    all are level agrees with none (0). The 95 % interval comes from the jackknife over tournaments
    (Efron and Stein 1981) with Student's t. Where all rank alike, as many others as the binomial tail allows,
    1 - 0.025 ** (1 / n) of n, may agree with none.

    Parameters
    ----------
    points : array_like
        ``[tournaments, players]``, 3 tournaments and 2 players or more; more points are better.

    Returns
    -------
    Value
        ``(value, low, high)``, each -1 to 1. 1: always the same ranking; 0: chance.

    Raises
    ------
    FivefoldError
        The array has another shape, or numbers that are not finite.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.tournament.stability([[3, 2, 1], [3, 2, 1], [3, 1, 2]]).value
    0.666...
    """
    try:
        table = np.asarray(points, np.float64)
    except (TypeError, ValueError):
        table = np.zeros(0)
    if table.ndim != 2 or table.shape[0] < 3 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise FivefoldError("points are refused: a row of finite numbers for each of 3 tournaments or more")
    return stability_of(table, len(table))


def stability_of(table: NDArray[np.float64], size: float) -> Value:
    """Return how much tournaments agree that are worth `size` independent ones."""
    ranks = np.array([shared_ranks(row) for row in table])
    ranks -= ranks.mean(axis=1, keepdims=True)
    length = np.sqrt((ranks**2).sum(axis=1, keepdims=True))
    ranks = np.divide(ranks, length, out=np.zeros_like(ranks), where=length > 0)
    agree = ranks @ ranks.T
    count = len(table)
    np.fill_diagonal(agree, 0.0)
    total, own = float(agree.sum()), agree.sum(axis=1)
    # Rounding must not carry a correlation beyond 1.
    mean = min(max(total / (count * (count - 1)), -1.0), 1.0)
    if size < 2:
        return Value(mean, -1.0, 1.0)
    without = (total - 2 * own) / ((count - 1) * (count - 2))
    error = sqrt((count - 1) / size * float(((without - without.mean()) ** 2).sum()))
    half = student(size - 1) * error
    if error <= 1e-9:
        others = 1 - TAIL ** (1 / size)
        half = abs(mean) * (1 - (1 - others) ** 2) or 1.0
    return Value(mean, max(mean - half, -1.0), min(mean + half, 1.0))


def shared_ranks(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank numbers from 0 for the least; equal ones share the mean of their ranks."""
    below = (row[:, None] > row[None, :]).sum(axis=1)
    equal = (row[:, None] == row[None, :]).sum(axis=1)
    ranks: NDArray[np.float64] = below + (equal - 1) / 2
    return ranks
