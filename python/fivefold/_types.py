"""The small value classes of fivefold, in plain Python."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Illegal", "OptionInfo", "Symmetry", "Termination"]


class Termination(IntEnum):
    """Why a game ended; the numbers are those of `Playouts.termination`."""

    ROW = 1
    """A row won (G3, P2)."""
    CAPTURES = 2
    """Captures won (P4)."""
    ROW_AND_CAPTURES = 3
    """A row and the last captures by one stone (P4)."""
    FOUL = 4
    """A foul lost (R7)."""
    FULL_BOARD = 5
    """No empty point is left (G4, P5, T1)."""
    PASSES = 6
    """Every player passed in a row (G5, N12)."""
    NO_MOVE = 7
    """Nothing was legal (G5)."""
    SUPPLY = 8
    """A supply of stones is used up (P5, T5)."""
    TARGET = 9
    """A player or team reached the target and the round is complete (N15)."""
    MAX_TURNS = 10
    """The limit of turns came first: truncated (N16)."""
    RESIGNATION = 11
    """A player resigned (X3)."""
    AGREEMENT = 12
    """A draw was agreed (X3)."""
    TIMEOUT = 13
    """A player ran out of time, or both did (X3)."""
    ADJUDICATION = 14
    """Somebody ended the game as it stood (X3)."""


class Illegal(NamedTuple):
    """Why a move is refused.

    Attributes
    ----------
    rule : str
        Number of the rule that it breaks, such as ``"E5"``.
    message : str
        What was asked, then why not.
    """

    rule: str
    message: str


class OptionInfo(NamedTuple):
    """An option of a preset.

    Attributes
    ----------
    name : str
        The keyword of `fivefold.rules`.
    default : object
        Its value in the preset.
    range : str
        The values that it takes, in words.
    rule : str
        Number of the rule that it belongs to.
    """

    name: str
    default: Any
    range: str
    rule: str


class Symmetry(NamedTuple):
    """A motion of the board that keeps a rules object (E11).

    With ``image = position.image(symmetry)``, what stood on point ``p`` stands on
    ``symmetry.points[p]``, and the action ``a`` has become ``symmetry.actions[a]``.

    Attributes
    ----------
    name : str
        What it is, in words.
    points : ndarray
        int32 ``[points]``, read-only.
    actions : ndarray
        int32 ``[num_actions]``, read-only.
    """

    name: str
    points: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
