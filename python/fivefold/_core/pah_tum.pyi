"""Questions that only Pah-Tum has."""

from collections.abc import Callable
from typing import SupportsIndex, final

from . import _Move
from .position import Position

def captures(position: Position, point: _Move) -> list[str]:
    """List the squares that a stone on a point could capture, one of them (T4).

    Parameters
    ----------
    position : Position
        A position of Pah-Tum.
    point : str or int
        Where the player to move would put a stone.

    Returns
    -------
    list of str
        In the order up, right, down, left. If there are several, the player picks one. Empty if
        the point is taken, in plain Pah-Tum, in a set-up and after the end.

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError
        There is no such point.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("custodial_pah_tum", layout=["e7", "g1", "g3", "g5", "g7"])
    >>> ff.pah_tum.captures(rules.start().play_all("a1 b1 c3 c2"), "c1")
    ['c2', 'b1']
    """

def rows(position: Position) -> list[ScoredRow]:
    """List the rows that score: use `fivefold.pah_tum.rows`, which names their parts."""

def score_if(position: Position, move: _Move) -> tuple[int, int]:
    """Return the points of both players after a move, by seat, without playing it (T2, T4).

    Parameters
    ----------
    position : Position
        A position of Pah-Tum.
    move : str or int
        The move, legal here.

    Returns
    -------
    (int, int)
        The points of seat 0 and of seat 1.

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError, IllegalMoveError
        The move does not exist or is illegal here; ``error.rule`` is the rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", layout=["b2", "c6", "d4", "e3", "f6"])
    >>> ff.pah_tum.score_if(rules.start().play_all("a1 g1 a2 g3"), "a3")
    (3, 0)
    """

def scores(position: Position) -> tuple[int, int]:
    """Return the points of both players as the board stands, by seat (T2).

    Parameters
    ----------
    position : Position
        A position of Pah-Tum.

    Returns
    -------
    (int, int)
        The points of seat 0 and of seat 1.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", layout=["b2", "c6", "d4", "e3", "f6"])
    >>> ff.pah_tum.scores(rules.start().play_all("a1 g1 a2 g3 a3"))
    (3, 0)
    """

@final
class ScoredRow:
    """A row that scores; see `fivefold.pah_tum.Row`."""

    @property
    def colour(self) -> str: ...
    @property
    def points(self) -> list[str]: ...
    @property
    def worth(self) -> int: ...

@final
class SolvedEnding:
    """The solution of a position; see `fivefold.pah_tum.Solution`."""

    @property
    def value(self) -> int: ...
    @property
    def line(self) -> list[str]: ...
    @property
    def nodes(self) -> int: ...

def solve(
    position: Position,
    *,
    progress: bool | Callable[[int, int, int], object] | None = None,
    threads: SupportsIndex | None = None,
    memory: SupportsIndex | None = None,
) -> SolvedEnding:
    """Solve a position: use `fivefold.pah_tum.solve`, which names the parts of the answer."""

def supply(position: Position) -> tuple[int, int] | None:
    """Count the stones that the players have left (T5).

    Parameters
    ----------
    position : Position
        A position of Pah-Tum.

    Returns
    -------
    (int, int) or None
        Yellow's and Blue's; None if there is no limit, as in plain Pah-Tum.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    A move takes one stone, a capture a second one; the captured stone goes back to its owner.

    >>> import fivefold as ff
    >>> rules = ff.rules("custodial_pah_tum", layout=["e7", "g1", "g3", "g5", "g7"])
    >>> ff.pah_tum.supply(rules.start().play_all("a1 b1 c1xb1"))
    (37, 40)
    """
