"""Pairings for tournaments."""

import numpy as np
import numpy.typing as npt

def first_minimum_pairing(weights: npt.NDArray[np.uint32], /) -> npt.NDArray[np.int32]:
    """Return the pairing of least total weight; of several, the lexicographically first.

    Parameters
    ----------
    weights : ndarray
        uint32 ``[n, n]``, symmetric, `n` even: what it costs to pair two players, numbered by rank.

    Returns
    -------
    ndarray
        int32 ``[n]``, the partner of each player. Of all pairings of least total weight it is the
        lexicographically first: player 0 has the best partner possible, then the next unpaired
        player, and so on (T2-22).

    Raises
    ------
    FivefoldError
        The array is not a square of even size.

    Examples
    --------
    >>> import numpy as np
    >>> from fivefold._core.matching import first_minimum_pairing
    >>> met = np.zeros((4, 4), np.uint32)
    >>> met[0, 1] = met[1, 0] = 1
    >>> first_minimum_pairing(met)
    array([2, 3, 0, 1], dtype=int32)
    """
