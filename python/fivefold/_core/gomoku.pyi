"""Questions that only Gomoku has."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from .position import Position

def winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (G3).

    Parameters
    ----------
    position : Position
        A position of Gomoku. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        The colour of the stone; by default that of the next move.

    Returns
    -------
    ndarray
        int32 ``[k]``.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11")
    >>> [position.move(point) for point in ff.gomoku.winning_points(position, "black")]
    ['h7', 'h12']
    """
