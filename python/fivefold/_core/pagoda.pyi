"""Questions that only Pagoda and its kin have."""

from typing import Literal, final

import numpy as np
import numpy.typing as npt

from . import _Move
from .position import Position

@final
class RowThreats:
    """Rows and captures that threaten; see `fivefold.pagoda.Threats`."""

    @property
    def five(self) -> list[str]: ...
    @property
    def capture(self) -> list[str]: ...
    @property
    def pairs(self) -> list[list[str]]: ...

def captured(position: Position) -> list[str]:
    """Name the points that the last move emptied; see `fivefold.pagoda.captured`."""

def captured_pairs(position: Position) -> tuple[int, int]:
    """Count the groups taken; see `fivefold.pagoda.captured_pairs`."""

def captures(position: Position, action: _Move) -> list[list[str]]:
    """Name the groups that a legal move takes; see `fivefold.pagoda.captures`."""

def supply(position: Position) -> tuple[int, int] | None:
    """Count the stones left; see `fivefold.pagoda.supply`."""

def taken(position: Position) -> tuple[int, int]:
    """Count the stones taken; see `fivefold.pagoda.taken`."""

def winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (P2, P4).

    Parameters
    ----------
    position : Position
        A position of Pagoda or its kin. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        The colour of the stone; by default that of the next move.

    Returns
    -------
    ndarray
        int32 ``[k]``: points that finish a row, and those that capture what is missing.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pente").start().play_all("k10 a1 k11 a2 k12 a3 k13")
    >>> [position.move(point) for point in ff.pagoda.winning_points(position, "black")]
    ['k9', 'k14']
    """

def threats(position: Position, colour: Literal["black", "white"] | None = None) -> RowThreats:
    """Find rows and captures that threaten; see `fivefold.pagoda.threats`."""
