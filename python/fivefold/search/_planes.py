"""Input planes for networks about the points of many boards, in the games in which rows of stones win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fivefold import _core

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["capture_planes", "windows"]


def _bytes(stones: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the stones as bytes in one piece, refused unless they are bool or uint8 of four axes."""
    boards = np.asarray(stones)
    if boards.dtype not in (np.bool_, np.uint8):
        raise _core.FivefoldError(f"stones of type {boards.dtype} is refused: it must be bool or uint8")
    if boards.ndim != 4:
        raise _core.FivefoldError(
            f"stones of shape {boards.shape} is refused: it must be (boards, 2, rows, columns)"
        )
    return np.ascontiguousarray(boards).view(np.uint8)


def windows(rules: _core.Rules | str, stones: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Count the windows of five through each point that a side could still fill, on many boards at once.

    These are input planes for networks: they show what layers of three by three points see only together. A
    window is five neighbouring points in a line, all on the board.

    Parameters
    ----------
    rules : Rules or str
        Rules of Gomoku, Renju, Pagoda or their kin, or the name of a preset.
    stones : array_like
        Bool or uint8 ``[boards, 2, rows, columns]``: where each side has a stone, whatever is not 0.
        The first two planes of an observation are the observer and the other side:
        ``observation[:, :2]``. It need not be contiguous.

    Returns
    -------
    ndarray
        Uint8 ``[boards, 2, 4, 5, rows, columns]``, 0 to 5. Entry ``[i, s, d, k, y, x]`` counts the windows
        in direction ``d`` through the point that hold exactly ``k`` stones of side ``s`` and none of the
        other side: along a row, along a column, then the diagonals on which row and column grow together
        and against each other. Points with a stone count too. Windows with five stones do not.

    Raises
    ------
    FivefoldError
        `stones` is of another type or shape, or has stones of both sides on one point.
    WrongGameError
        In this game no row of stones wins.

    Notes
    -----
    Other rules of rows are ignored: fouls (R5), and rows of six that do not win (G3).

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=9)
    >>> position = rules.start().play_all("c1 a9 d1 b9")
    >>> counts = ff.search.windows(rules, position.observation()[None, :2])
    >>> counts.shape
    (1, 2, 4, 5, 9, 9)
    >>> counts[0, 0, 0, 2, 0].tolist()  # windows with two stones of the side to move, on row 1
    [1, 2, 3, 3, 3, 2, 1, 0, 0]
    """
    return _core.search.windows(rules, _bytes(stones))


def capture_planes(rules: _core.Rules | str, stones: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Count the stones that a stone on each point would take, on many boards at once.

    These are input planes for networks; `fivefold.pagoda.captures` lists the stones for one move.

    Parameters
    ----------
    rules : Rules or str
        Rules of Gomoku, Renju, Pagoda or their kin, or the name of a preset.
    stones : array_like
        Bool or uint8 ``[boards, 2, rows, columns]``: where each side has a stone, as for `windows`.

    Returns
    -------
    ndarray
        Uint8 ``[boards, 2, rows, columns]``, 0 to 40: how many stones a stone of each side on the point would
        take (P3), groups of the lengths that the option `take` names (P9). 0 on points with a stone, and
        everywhere in games without captures.

    Raises
    ------
    FivefoldError
        `stones` is of another type or shape, or has stones of both sides on one point.
    WrongGameError
        In this game no row of stones wins.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pagoda")
    >>> position = rules.start().play_all("d1 b1 h9 c1")
    >>> counts = ff.search.capture_planes(rules, position.observation()[None, :2])
    >>> counts[0, 0, 0].tolist()[:5]  # the side to move takes two from a1
    [2, 0, 0, 0, 0]
    """
    return _core.search.captured(rules, _bytes(stones))
