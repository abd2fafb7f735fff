"""Questions that only Renju has."""

from typing import Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from .position import Position

@final
class NamedOpening:
    """An opening of Renju.

    Attributes
    ----------
    code : str
        ``"D1"`` to ``"I13"``.
    name : str
        Its name.
    second : (int, int)
        Steps (right, up) from the first stone to White's.
    third : (int, int)
        Steps from the first stone to Black's second.
    """

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def second(self) -> tuple[int, int]: ...
    @property
    def third(self) -> tuple[int, int]: ...

def foul(
    position: Position, point: str | SupportsIndex, colour: Literal["black", "white"]
) -> Literal["overline", "double_four", "double_three"] | None:
    """Name the foul of a stone, if it is one: see `fivefold.renju.foul`."""

def foul_map(position: Position, colour: Literal["black", "white"]) -> npt.NDArray[np.uint8]:
    """Return the fouls of a whole board: see `fivefold.renju.foul_map`."""

def explain(
    position: Position, point: str | SupportsIndex, colour: Literal["black", "white"]
) -> dict[str, Any] | None:
    """Return the tree of a judgement as plain data: see `fivefold.renju.explain`."""

def opening_name(position: Position) -> NamedOpening | None:
    """Name the opening on the board: see `fivefold.renju.opening_name`."""

def winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (R1, R6).

    Parameters
    ----------
    position : Position
        A position of Renju and its forms. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        The colour of the stone; by default that of the next move.

    Returns
    -------
    ndarray
        int32 ``[k]``. A five wins whatever else the stone makes; where exactly five wins, a longer row
        does not.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("renju").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 o1")
    >>> [position.move(point) for point in ff.renju.winning_points(position, "black")]
    ['h7', 'h12']
    >>> [position.move(point) for point in ff.renju.winning_points(position, "white")]
    ['a5']
    """

def openings() -> list[NamedOpening]:
    """List the 26 openings; see `fivefold.renju.openings`."""
