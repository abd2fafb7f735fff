"""Upper bounds of how many positions a game has, from what tells two positions apart (E11)."""

from __future__ import annotations

from math import comb

__all__ = ["boards", "openings"]


def boards(points: int, *, balanced: bool) -> int:
    """Count the ways to fill points: empty, or with a stone of either colour.

    Parameters
    ----------
    points : int
        Points of the board.
    balanced : bool
        The colours move in turn and lose nothing: the first has as many stones as the other or one more.

    Returns
    -------
    int
        How many.

    Examples
    --------
    >>> boards(2, balanced=True), boards(2, balanced=False)
    (5, 9)
    """
    if balanced:
        return sum(comb(points, k) * comb(k, k // 2) for k in range(points + 1))
    return int(3**points)


def openings(points: int) -> int:
    """Bound the positions inside an opening of Gomoku or Renju, whichever it is.

    Up to eight stones of any colour and up to twelve points offered; for each of them two seats with
    Black, two colours to move, 32 steps, 16 numbers of offers announced.

    Parameters
    ----------
    points : int
        Points of the board.

    Returns
    -------
    int
        No fewer than there are.
    """
    stones: int = sum(comb(points, k) << k for k in range(9))
    offers = sum(comb(points, k) for k in range(13))
    return 2 * 2 * 32 * 16 * int(stones) * int(offers)
