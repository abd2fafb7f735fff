"""Gomoku: five in a row, with its house rules. Presets ``gomoku`` and ``freestyle``.

Rules, as worded in ``docs/games/gomoku.md`` (``make manual`` writes them):

- G1: The board has 5 to 63 columns and as many rows, not always square. Columns are a, b ... z, aa,
  ab ... from the left (``i`` is used), rows are numbered from the bottom.
- G2: Black moves first, in the centre or anywhere (``first_move``). A board that needs a centre
  must have odd sides.
- G3: A row counts if it is unbroken, straight in one of four directions, of one colour, and holds
  the stone just played. Either exactly five win, or five and more: ``five`` says which, for both
  colours or for each. A stone that makes a six in one line and a five in another wins under
  ``"exact"``.
- G4: A full board is a draw, or White's win (``full_board``). A five with the last stone decides
  first.
- G5: ``passing`` says when a player may pass: never, when there is no legal point, or always; but
  never on the empty board or inside an opening. Two passes in a row draw. Where passing is barred
  and no point is legal, the game is a draw. Here nothing but the first move is ever forbidden, so
  ``"when_stuck"`` never applies: the board is full first.
- G6: Openings are decisions of the game and take the place of ``first_move``.

End of the rules.

Actions are the points row by row from row 1 (``action = row * columns + column``), then those of
``pass``, ``swap``, ``keep``, ``place2`` that the options can ever make legal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import factorial
from typing import TYPE_CHECKING, Literal, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from fivefold._guard import guarded

from . import _bounds, _core
from ._core.gomoku import winning_points

if TYPE_CHECKING:
    from ._presets import GomokuOptions

__all__ = [
    "count_games",
    "count_positions",
    "max_positions",
    "rules",
    "sample_games",
    "sample_positions",
    "winning_points",
]


def rules(preset: Literal["gomoku", "freestyle"] = "gomoku", **options: Unpack[GomokuOptions]) -> _core.Rules:
    """Make rules of Gomoku.

    Parameters
    ----------
    preset : {"gomoku", "freestyle"}, default "gomoku"
        Where to begin.
    **options
        Options of the preset, by name or as a dict; what is left out is as in the preset.

    Other Parameters
    ----------------
    size : int or (int, int), optional
        Side of the board, or (columns, rows); 5 to 63 (G1).
    five : {"exact", "or_more"} or a pair (Black's, White's), optional
        Which rows win (G3).
    first_move : {"centre", "anywhere"}, optional
        Where the first stone may go (G2).
    full_board : {"draw", "white_wins"}, optional
        What a full board means (G4).
    passing : {"never", "when_stuck", "always"}, optional
        When ``pass`` is legal (G5).
    opening : {"none", "pro", "long_pro", "swap", "swap2"}, optional
        How the game is opened (G6).

    Returns
    -------
    Rules
        The same as ``fivefold.rules(preset, **options)``.

    Raises
    ------
    SetupError
        No such option, one is out of range, or two do not go together; ``error.rule`` says which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.rules("freestyle", size=9)
    fivefold.rules('freestyle', size=9)
    """
    return _core.rules(preset, **options)


# Boards up to this size are counted exactly.
MAX_COUNTED = 30
# `gomoku_counts` gives orders in parts of this.
ORDER_UNIT = 243


class Rows(NamedTuple):
    """A board without openings and passes, as the functions that count take it."""

    columns: int
    rows: int
    exact: tuple[bool, bool]
    centred: bool


def rows_of(rules: _core.Rules) -> Rows | None:
    """Read rules in which stones are put in turn and nothing else; None for others."""
    if rules.to_dict()["game"] != "gomoku":
        return None
    options = rules.options
    # Whoever is to move finds a legal point until the board is full: no player is ever stuck.
    if options["opening"] != "none" or options["passing"] == "always":
        return None
    rows, columns = rules.start().board.shape
    five = options["five"]
    kinds = (five, five) if isinstance(five, str) else five
    exact = (kinds[0] == "exact", kinds[1] == "exact")
    return Rows(columns, rows, exact, options["first_move"] == "centre")


def orders_of(stones: int, board: Rows) -> int:
    """Count the orders of the `stones` stones of a position: each colour's, a fixed first stone left out."""
    black = -(-stones // 2)
    return factorial(max(black - board.centred, 0)) * factorial(stones // 2)


@cache
def counts_of(board: Rows) -> _core.complexity.SmallBoardCounts:
    """Count a small board; see `fivefold._core.complexity.gomoku_counts`."""
    return _core.complexity.gomoku_counts(*board)


def count_positions(rules: _core.Rules, part: str) -> tuple[int, str] | None:
    """Count the positions of Gomoku on boards of at most 30 points, by inclusion and exclusion (C1).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Positions in which a seat is to decide, positions after the end, or both.

    Returns
    -------
    tuple or None
        The number, and how it was found; None for other rules, larger boards, openings and free passes.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.count_positions(ff.rules("freestyle", size=5), "open")
    (154784116374, 'sum')
    """
    board = rows_of(rules)
    if board is None or board.columns * board.rows > MAX_COUNTED:
        return None
    counted = counts_of(board)
    counts = {"open": sum(counted.open[:-1]), "over": counted.open[-1] + sum(counted.won)}
    return sum(counts.values()) if part == "all" else counts[part], "sum"


def count_games(rules: _core.Rules) -> tuple[int, str] | None:
    """Count the games of Gomoku on boards of at most 30 points, by inclusion and exclusion (C2).

    Parameters
    ----------
    rules : Rules
        Rules of any game.

    Returns
    -------
    tuple or None
        As in `count_positions`.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.count_games(ff.rules("freestyle", size=5))
    (12123953291699459229254400, 'sum')
    """
    board = rows_of(rules)
    if board is None or board.columns * board.rows > MAX_COUNTED:
        return None
    points = board.columns * board.rows
    orders = counts_of(board).orders
    # Sequences that k stones survive; those that the next one ends are the rest of its points.
    alive = [orders[k] * orders_of(k, board) // ORDER_UNIT for k in range(points + 1)]
    first = 1 if board.centred else points
    options = [first, *range(points - 1, -1, -1)]
    return sum(options[k] * alive[k] - alive[k + 1] for k in range(points)) + alive[-1], "sum"


def sample_positions(
    rules: _core.Rules,
    part: str,
    boards: list[int],
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.float64] | None:
    """Estimate the positions of Gomoku by splitting (C1).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Positions in which a seat is to decide, positions after the end, or both.
    boards : list of int
        How many boards each of the independent estimates has.
    seed : int
        Random seed of all draws.
    progress : callable, optional
        Called with the number of stones placed so far, and in all.

    Returns
    -------
    ndarray or None
        float64 ``[len(boards)]``: logarithms to base 10; None for other rules, openings and free passes.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.sample_positions(ff.rules("freestyle"), "open", [100], 0).round()
    array([105.])
    """
    board = rows_of(rules)
    if board is None:
        return None
    clouds = _core.complexity.gomoku_clouds(*board, False, _few(boards), seed, progress=progress)
    columns = {"open": clouds[:, 0], "over": clouds[:, 1]}
    if part == "all":
        both: NDArray[np.float64] = np.logaddexp2(*(clouds[:, :2] * np.log2(10)).T) / np.log2(10)
        return both
    return columns[part]


def sample_games(
    rules: _core.Rules,
    boards: list[int],
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.float64] | None:
    """Estimate the games of Gomoku by splitting (C2).

    Parameters
    ----------
    rules, boards, seed, progress
        As in `sample_positions`.

    Returns
    -------
    ndarray or None
        As in `sample_positions`.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.sample_games(ff.rules("freestyle", size=5), [100], 0).shape
    (1,)
    """
    board = rows_of(rules)
    if board is None:
        return None
    exact = any(board.exact)
    return _core.complexity.gomoku_clouds(*board, exact, _few(boards), seed, progress=progress)[:, 2]


def max_positions(rules: _core.Rules, part: str) -> int | None:
    """Bound the positions of Gomoku with an opening or free passes (C1).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        See `count_positions`.

    Returns
    -------
    int or None
        An upper bound; None for other games.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.max_positions(ff.rules("gomoku", size=5, passing="always"), "open") > 10**11
    True
    """
    if rules.to_dict()["game"] != "gomoku":
        return None
    points = int(np.prod(rules.board_shape))
    opening, free = rules.options["opening"] != "none", rules.options["passing"] == "always"
    # Beside the stones: who has Black after an opening; with passes also who is to move, and whether the
    # last turn was a pass.
    boards = _bounds.boards(points, balanced=not free) * (2 if opening else 1)
    open_ = boards * (4 if free else 1) + (_bounds.openings(points) if opening else 0)
    # A board may be one on which either colour won, nobody, or the players passed; of either to move.
    over = boards * 8
    return {"open": open_, "over": over, "all": open_ + over}[part]


def _few(boards: list[int]) -> list[int]:
    """Refuse a list that only says that it is very long."""
    if not isinstance(boards, list | tuple) and not getattr(boards, "ndim", 0):
        raise _core.FivefoldError("boards are refused: it takes a list of whole numbers")
    if len(boards) > 10**6:
        raise _core.FivefoldError(f"boards of {len(boards)} sizes are refused: at most a million")
    return boards


__dir__ = __all__.copy


def opens_by_swap2(rules: _core.Rules) -> bool:
    """Return whether a game is opened by swap2 (G6), which programs are asked about in another way."""
    return bool(rules.options.get("opening") == "swap2")


guarded(globals())
