"""The interval of a share, for charts and for studies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import FivefoldError

Z95 = 1.959963984540054  # of the normal distribution, 95 % within


def wilson(successes: ArrayLike, trials: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give Wilson's 95 % interval of a share; unlike the normal one it stays within 0 and 1.

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
