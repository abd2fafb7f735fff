"""Renju, its history and its house rules: Gomoku with fouls.

Presets ``renju``, ``renju_1899``, ``renju_1903``, ``renju_1912``, ``renju_1916``, ``renju_1918``,
``family``. Boards, rows, full boards and the openings of G6 are as in `fivefold.gomoku`.

Rules, as worded in ``docs/games/renju.md`` (``make manual`` writes them):

- R1: A winning row wins, whatever else the move makes. Black needs exactly five, White five or
  more.
- R2: *Overline*: a row of six or more. A colour for which it is a foul never wins with it.
- R3: *Four*: four stones of one colour on five consecutive points of a line, the new one among
  them, whose fifth point is empty and makes a row of exactly five. Four stones with two such points
  are one four. *Double four*: two fours or more, in different lines or in one.
- R4: *Straight four*: a row of exactly four with both ends empty, each end making exactly five.
- R5: *Three*: three stones in one line, the new one among them, that one more stone on some point
  turns into a straight four; and that point must be allowed: a stone there may make no five and
  none of the fouls in force. Whether it makes a double three is judged by this same rule with both
  stones on the board, and so on.
- R6: *Double three*: threes in two lines or more. Together with a four it is the
  *four-three-three*. Each foul has one name: overline, else double four, else double three (the
  four-three-three too).
- R7: A forbidden move is refused (``foul="illegal"``), or it is played and the other colour wins
  (``"loses"``), even with the last stone on the board.
- R8: ``fouls`` says which fouls are in force and ``restricted`` for whom. Without
  ``"four_three_three"`` a double three with a four is allowed. A list given for ``fouls`` leaves
  ``five`` as it is: ``renju`` without ``"overline"`` has a Black whose six is neither a foul nor a
  win.
- R9: Passing is allowed, but not on the empty board or inside an opening. Two passes in a row draw,
  a full board draws. A player who has nothing but forbidden points may only pass.
- R10: Openings as decisions.
- R11: Questions about fouls are answered for the next stone of a colour, whoever is to move.

End of the rules.

Actions are the points row by row from row 1 (``action = row * columns + column``; also those of
``offer`` and ``pick``), then those of ``pass``, ``swap``, ``keep``, ``place2``, ``ten``,
``count 1`` ... that the options can ever make legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack

import numpy as np

from fivefold import _bounds, _core
from fivefold._core.renju import (
    Foul,
    Four,
    Opening,
    OpeningName,
    Three,
    explain,
    foul,
    foul_map,
    opening_name,
    openings,
    winning_points,
)
from fivefold._guard import guarded

if TYPE_CHECKING:
    from fivefold._presets import RenjuOptions

__all__ = [
    "Foul",
    "Four",
    "Opening",
    "OpeningName",
    "Three",
    "explain",
    "foul",
    "foul_map",
    "max_positions",
    "opening_name",
    "openings",
    "rules",
    "winning_points",
]

Preset: TypeAlias = Literal[
    "renju",
    "renju_1899",
    "renju_1903",
    "renju_1912",
    "renju_1916",
    "renju_1918",
    "family",
]


def rules(preset: Preset = "renju", **options: Unpack[RenjuOptions]) -> _core.Rules:
    """Make rules of Renju.

    Parameters
    ----------
    preset : str, default "renju"
        Where to begin.
    **options
        Options of the preset, by name or as a dict; what is left out is as in the preset.

    Other Parameters
    ----------------
    size : int or (int, int), optional
        Side of the board, or (columns, rows); 5 to 63 (G1).
    five : {"exact", "or_more"} or a pair (Black's, White's), optional
        Which rows win (G3); a colour bound by ``"overline"`` never wins with six.
    first_move : {"centre", "anywhere"}, optional
        Where the first stone may go (G2).
    full_board : {"draw", "white_wins"}, optional
        What a full board means (G4).
    passing : {"never", "when_stuck", "always"}, optional
        When ``pass`` is legal (R9).
    opening : str, optional
        How the game is opened (R10, G6).
    fouls : iterable of str, optional
        The fouls in force (R8).
    restricted : {"black", "both"}, optional
        Whom they bind (R8).
    foul : {"illegal", "loses"}, optional
        What a foul does (R7).
    three : {"full", "no_five_clause", "simple"}, optional
        How strictly the point where a three would grow is checked (R5).

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
    >>> ff.renju.rules(opening="taraguchi10")
    fivefold.rules('renju', opening='taraguchi10')
    """
    return _core.rules(preset, **options)


def max_positions(rules: _core.Rules, part: str) -> int | None:
    """Bound the positions of Renju (C1 of the manual's page on measures).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Positions in which a seat is to decide, positions after the end, or both.

    Returns
    -------
    int or None
        An upper bound; None for other games.

    Examples
    --------
    >>> import fivefold as ff
    >>> bound = ff.renju.max_positions(ff.rules("renju"), "all")
    >>> len(str(bound))
    109
    """
    if rules.to_dict()["game"] != "renju":
        return None
    points = int(np.prod(rules.board_shape))
    opening = rules.options["opening"] != "none"
    # Passes are never barred for good (R9): any numbers of stones, either colour to move, after a pass or
    # not; who has Black after an opening.
    boards = _bounds.boards(points, balanced=False) * (2 if opening else 1)
    open_ = boards * 4 + (_bounds.openings(points) if opening else 0)
    # Either colour won by a row or by a foul, or nobody did; either to move.
    over = boards * 16
    return {"open": open_, "over": over, "all": open_ + over}[part]


__dir__ = __all__.copy

guarded(globals())
