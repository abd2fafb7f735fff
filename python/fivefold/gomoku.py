"""Gomoku: five in a row, with its house rules. Presets ``gomoku`` and ``freestyle``.

G1
    Boards of 5x5 to 63x63, also not square; 15x15 by default (``size``).
G2
    Black moves first: in the centre in ``gomoku``, anywhere in ``freestyle`` (``first_move``).
    A centre needs odd sides.
G3
    A row is unbroken, in a straight line of any of the four directions, of one colour, and holds
    the stone just played. Exactly five win in ``gomoku``, five and more in ``freestyle``
    (``five``, one value or one for each colour). A five wins even if the same stone makes a six
    elsewhere.
G4
    A full board is a draw, or White's (``full_board``). A five with the last stone decides.
G5
    Passing ``"never"``, ``"when_stuck"`` or ``"always"`` (``passing``); never on the empty board
    or inside an opening. Two passes in a row draw.
G6
    Openings as decisions of the game (``opening``): ``"pro"``, ``"long_pro"``, ``"swap"``,
    ``"swap2"``. An opening takes the place of ``first_move``.

Actions are the points row by row from row 1 (``action = row * columns + column``), then those of
``pass``, ``swap``, ``keep``, ``place2`` that the options can ever make legal.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from . import _core
from ._core import gomoku_winning_points as winning_points

__all__ = ["rules", "winning_points"]

Five: TypeAlias = Literal["exact", "or_more"]


def rules(
    preset: Literal["gomoku", "freestyle"] = "gomoku",
    *,
    size: int | tuple[int, int] | None = None,
    five: Five | tuple[Five, Five] | None = None,
    first_move: Literal["centre", "anywhere"] | None = None,
    full_board: Literal["draw", "white_wins"] | None = None,
    passing: Literal["never", "when_stuck", "always"] | None = None,
    opening: Literal["none", "pro", "long_pro", "swap", "swap2"] | None = None,
) -> _core.Rules:
    """Make rules of Gomoku; what is left out (None) is as in the preset.

    Parameters
    ----------
    preset : {"gomoku", "freestyle"}
        Where to begin.
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
        The same as ``fivefold.rules(preset, ...)``.

    Raises
    ------
    SetupError
        An option is out of range, or two do not go together; ``error.rule`` says which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.gomoku.rules("freestyle", size=9)
    fivefold.rules('freestyle', size=9)
    """
    options = {
        "size": size,
        "five": five,
        "first_move": first_move,
        "full_board": full_board,
        "passing": passing,
        "opening": opening,
    }
    return _core.rules(preset, **{name: value for name, value in options.items() if value is not None})


def __dir__() -> list[str]:
    return list(__all__)
