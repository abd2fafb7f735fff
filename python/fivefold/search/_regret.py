"""Exact regret: what a move gives away against perfect play."""

from __future__ import annotations

from functools import lru_cache
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import CHANCE, FivefoldError, Position, Record, WrongGameError

from ._solve import solve
from ._solved import SolvedTable
from ._threats import forced_win

__all__ = ["regret", "regrets"]

SHARE = 10
"""The part of the nodes that a search for a win by threats may look at."""


def regret(
    position: Position,
    action: SupportsIndex | str,
    nodes: SupportsIndex | None = 1_000_000,
    table: SolvedTable | None = None,
) -> float | None:
    """Return the exact loss of a move: the return under best play less the return after the move.

    Both positions are looked up, or proven by threats (`forced_win`), or solved (`solve`): small boards,
    endings and forced wins have an answer, most openings have none. A learning curve of mean regret is a
    distance from perfect play.

    Parameters
    ----------
    position : Position
        A position of a game that `solve` takes (two players, no dice, returns of a fixed sum), or one of
        the table.
    action : int or str
        A legal action or its text.
    nodes : int, optional
        Maximum number of positions for each search; None is no limit, and large boards then take for ever.
    table : SolvedTable, optional
        Looked up before any search.

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
    if (known := _holding(position, table)) is not None:
        return known.regret(position, action)
    best = _returns(position, position.turns, limit)
    if best is None:
        return None
    win = _win(position, position.turns, limit)
    if win is not None and position.action(win[0]) == position.action(action):
        return 0.0
    returns = _returns(after, after.turns, limit)
    return None if returns is None else float(best[position.player] - returns[position.player])


def regrets(
    record: Record, nodes: SupportsIndex | None = 100_000, table: SolvedTable | None = None
) -> npt.NDArray[np.float32]:
    """Return the exact loss of every action of a game.

    Parameters
    ----------
    record : Record
        The game.
    nodes : int, optional
        As in `regret`.
    table : SolvedTable, optional
        As in `regret`.

    Returns
    -------
    ndarray
        float32, one for each action; NaN where none is known: a search ended at its limit, a die was rolled,
        or `solve` does not take the game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    >>> record = rules.start().play_all("a1 c3 d4").record()
    >>> ff.search.regrets(record, nodes=1_000_000).tolist()
    [1.0, 0.0, 1.0]
    """
    losses = np.full(len(record.actions), np.nan, np.float32)
    for number, (position, action) in enumerate(zip(record.positions(), record.actions, strict=False)):
        loss = None if position.player == CHANCE else _loss(position, int(action), nodes, table)
        if loss is not None:
            losses[number] = loss
    return losses


def _loss(
    position: Position, action: int, nodes: SupportsIndex | None, table: SolvedTable | None
) -> float | None:
    """Return the regret of a legal action; None where the game cannot be solved."""
    info = position.rules.info
    solvable = info.num_players == 2 and info.zero_sum and info.chance != "dice"
    if _holding(position, table) is not None or solvable:
        return regret(position, action, nodes, table)
    return None


@lru_cache(maxsize=65536)
def _win(position: Position, turns: int, nodes: int | None) -> list[str] | None:
    """Return a win by threats of the player to move, if one is found."""
    try:
        return forced_win(position, None, nodes=None if nodes is None else max(nodes // SHARE, 1))
    except WrongGameError:
        return None


# Equal positions may differ in their turns, which a limit counts.
@lru_cache(maxsize=65536)
def _returns(position: Position, turns: int, nodes: int | None) -> npt.NDArray[np.float32] | None:
    """Return the returns by seat under best play: at the end, by threats, or those of `solve`."""
    if position.is_over:
        return position.returns
    if _win(position, turns, nodes) is not None:
        returns = np.full(2, position.rules.info.min_return, np.float32)
        returns[position.player] = position.rules.info.max_return
        return returns
    solution = solve(position, nodes=nodes)
    return None if solution is None else solution.returns


def _holding(position: Position, table: SolvedTable | None) -> SolvedTable | None:
    """Return the table if the position is in it."""
    if table is not None and not isinstance(table, SolvedTable):
        raise FivefoldError(f"table={table!r:.80} is refused: it takes a SolvedTable")
    return table if table is not None and position in table else None
