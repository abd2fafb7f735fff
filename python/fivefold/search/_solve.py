"""Exact results."""

from __future__ import annotations

from typing import NamedTuple, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold import _core
from fivefold._types import MoveInfo

__all__ = ["Solution", "solve"]


class Solution(NamedTuple):
    """The exact result of a position.

    Attributes
    ----------
    returns : ndarray of float32, shape (players,)
        The returns by seat under best play by both.
    move : str
        A best move.
    line : list of str
        Best play by both to the end of the game, ``move`` first; the game that it ends has exactly
        these returns.
    nodes : int
        Number of positions that the search visited.
    value : float
        The return of the player to move.
    """

    returns: npt.NDArray[np.float32]
    move: str
    line: list[str]
    nodes: int
    value: float

    @property
    def moves(self) -> list[MoveInfo]:
        """What is known of the moves: the best one, proven."""
        return [MoveInfo(self.move, self.value, self.nodes, self.line, True)]


def solve(
    position: _core.Position,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> Solution | None:
    """Find the exact result of a position of two players, and a line that reaches it.

    Iterative deepening alpha-beta with a table of positions. It solves endings, and positions that a short
    win decides. Pah-Tum has a solver of its own (`fivefold.pah_tum.solve`), which finds the greatest margin.

    Parameters
    ----------
    position : Position
        A position of a game of two players without dice, in which both returns always have the same sum.
    seconds : float, optional
        Time limit; none by default.
    nodes : int, optional
        How many positions to search. Unlike ``seconds`` this limit is the same on any machine.

    Returns
    -------
    Solution or None
        None when a limit came first.

    Raises
    ------
    FivefoldError
        The game is over or is not for two players, a die may be rolled, the returns have no fixed sum
        (Pentagame's scoring "points", N17), or a limit is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5")
    >>> solution = ff.search.solve(position)
    >>> solution.returns, len(solution.line)
    (array([ 1., -1.], dtype=float32), 3)
    """
    solved = _core.search.solve(position, seconds, nodes)
    if solved is None:
        return None
    returns, line = solved.returns, solved.line
    return Solution(returns, line[0], line, solved.nodes, float(returns[position.player]))
