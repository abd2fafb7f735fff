"""Exact regret: what a move gives away against perfect play."""

from __future__ import annotations

from functools import lru_cache
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import Position

from ._solve import solve

__all__ = ["regret"]


def regret(
    position: Position, action: SupportsIndex | str, nodes: SupportsIndex | None = None
) -> float | None:
    """Give the exact loss of a move: the return under best play less the return after the move.

    Both positions are solved (`solve`): small boards and endings have an answer, large openings have none. A
    learning curve of mean regret is a distance from perfect play.

    Parameters
    ----------
    position : Position
        Of a game that `solve` takes: two players, no dice, returns of a fixed sum.
    action : int or str
        A legal action or its text.
    nodes : int, optional
        How many positions each search may look at; as many as it takes if left out.

    Returns
    -------
    float or None
        From 0 (a best move) to ``max_return - min_return``, for the seat to move. None if a search ended at
        its limit.

    Raises
    ------
    FivefoldError
        The game is over, or `solve` refuses it.
    IllegalMoveError
        The move is not legal.

    Examples
    --------
    >>> import fivefold as ff
    >>> start = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"]).start()
    >>> [ff.search.regret(start, move) for move in ("c3", "a1")]
    [0.0, 1.0]
    """
    after = position.play(action)
    limit = None if nodes is None else int(nodes)
    best, found = _returns(position, limit), _returns(after, limit)
    if best is None or found is None:
        return None
    return float(best[position.player] - found[position.player])


@lru_cache(maxsize=65536)
def _returns(position: Position, nodes: int | None) -> npt.NDArray[np.float32] | None:
    """Give the returns by seat under best play: those of a game that is over, else those of `solve`."""
    if position.is_over:
        return position.returns
    solution = solve(position, nodes=nodes)
    return None if solution is None else solution.returns
