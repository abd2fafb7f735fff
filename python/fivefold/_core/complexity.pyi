"""Counts of positions, turns and games."""

from collections.abc import Sequence
from typing import Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from . import Rules, _Progress
from .position import Position
from .record import Record

def perft(
    position: Position, depth: SupportsIndex, unit: Literal["action", "turn", "result"] = "action"
) -> int:
    """Count the sequences of exactly ``depth`` actions, or whole turns, from a position.

    Parameters
    ----------
    position : Position
        Where the sequences begin.
    depth : int
        How many actions or turns, at least 0. The time grows with the count.
    unit : {"action", "turn", "result"}
        What to count. Turns differ from actions if a turn has several steps (Pentagame). With "result",
        turns that lead from one position to equal positions (E11) count once: a swap of two own pieces,
        which may be written from either side (N7), is then one move, as in the book of Pentagame.

    Returns
    -------
    int

    Raises
    ------
    FivefoldError
        A value is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.perft(ff.rules("freestyle").start(), 2)
    50400
    >>> start = ff.rules("pentagame").start()
    >>> [ff.perft(start, 1, unit) for unit in ("action", "turn", "result")]
    [120, 1010, 1005]
    """

def turn_counts(
    records: Sequence[Record],
    threads: int | None = None,
    progress: _Progress = None,
    unit: Literal["turn", "result"] = "turn",
) -> list[npt.NDArray[np.int64]]:
    """Count, for each turn of each game, the whole turns that could have been played instead.

    Parameters
    ----------
    records : sequence of Record
        Games. Every turn that a player decides is counted, including the one due at the end of an
        unfinished game.
    threads : int, optional
        Number of threads; all cores by default. They do not change the result.
    progress : bool or callable, optional
        See `playouts`.
    unit : {"turn", "result"}
        As in `perft`.

    Returns
    -------
    list of ndarray
        For each game int64 ``[turns]``: ``perft(position, 1, unit)`` of the positions at which its turns
        begin.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.rules("pentagame").start().play("a,b(A<->B)").record()
    >>> ff._core.complexity.turn_counts([record])
    [array([1010, 1010])]
    """

@final
class GamePopulations:
    """What populations of games give.

    Attributes
    ----------
    logs : ndarray
        float64 ``[populations]``: logarithms to base 10 of unbiased estimates of the number of games, or of
        the sequences of turns; NaN where a population did not end.
    steps : list of int
        The actions of the longest game of each population.
    """

    @property
    def logs(self) -> npt.NDArray[np.float64]: ...
    @property
    def steps(self) -> list[int]: ...

def game_populations(
    rules: Rules,
    sizes: Sequence[int],
    seed: SupportsIndex,
    turns: int | None = None,
    max_steps: int | None = None,
    threads: int | None = None,
    progress: _Progress = None,
) -> GamePopulations:
    """Play populations of games to estimate the number of games, or of the sequences of ``turns`` turns.

    A population plays its games step by step, all at once; those that go on take the places of those that
    have ended. One that has not ended after ``max_steps`` actions a game gives NaN.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def game_products(
    rules: Rules,
    samples: SupportsIndex,
    seed: SupportsIndex,
    turns: int | None = None,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float64]:
    """Play games with every legal action and every roll equally likely: float64 ``[samples]``.

    Returns logarithms to base 10 of the products of the numbers of options. Each is an unbiased estimate
    of the number of games (Knuth 1975), or of the sequences of ``turns`` turns; shorter games count once.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def gomoku_clouds(
    columns: SupportsIndex,
    rows: SupportsIndex,
    exact: tuple[bool, bool],
    centred: bool,
    timed: bool,
    boards: list[int],
    seed: SupportsIndex,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float64]:
    """Estimate the size of Gomoku by splitting: float64 ``[len(boards), 3]``.

    The columns are logarithms to base 10 of the open positions, the positions that are over, and the
    games, by independent clouds: one for each number in ``boards``, with that many boards. ``exact``: by
    colour, whether more than five do not win; ``centred``: the first stone lies in the centre. Where
    more than five do not win, a ``timed`` cloud counts the games, another one the positions; what is
    not counted is nan. The same for any number of threads.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

@final
class SmallBoardCounts:
    """Positions of Gomoku by the number of stones.

    Attributes
    ----------
    open : list of int
        Positions without a row.
    won : list of int
        Positions that the last stone won.
    orders : list of int
        243 times the open positions, each by the share of the orders of its stones in which no row
        was on the way.
    """

    @property
    def open(self) -> list[int]: ...
    @property
    def won(self) -> list[int]: ...
    @property
    def orders(self) -> list[int]: ...

def gomoku_counts(
    columns: SupportsIndex, rows: SupportsIndex, exact: tuple[bool, bool], centred: bool
) -> SmallBoardCounts:
    """Count the positions of Gomoku on a board of at most 30 points, by the number of stones.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """
