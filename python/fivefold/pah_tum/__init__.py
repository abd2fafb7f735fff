"""Pah-Tum and Custodial Pah-Tum: fill the board, score your rows.

The presets are ``pah_tum`` and ``custodial_pah_tum``.

Rules, as worded in ``docs/games/pah_tum.md`` (``make manual`` writes them):

- T1: The board is square, its side odd, from 5 to 11. Five black stones that belong to nobody lie
  on different random squares, or where ``layout`` says. Yellow, which is seat 0, and Blue fill the
  empty squares in turn.
- T2: When the board is full, each horizontal and vertical row of one colour, in its full length,
  scores by this length n: s(n) = 2 s(n-1) + n from s(2) = 0, that is 3, 10, 25, 56, 119, 246, 501,
  1012, 2035 for three to eleven. A stone counts once in its row and once in its column. The higher
  total wins; equal totals are a draw.
- T3: In Custodial Pah-Tum the players may put the black stones themselves. ``"alternate"``: in
  turn, seat 1 first. ``"cut"``: seat 0 puts all five, then seat 1 says ``yellow`` or ``blue`` and
  plays that colour. ``"random"``: as in T1. Yellow makes the first move of the game proper.
- T4: A stone that is put captures a single stone of another colour, an enemy's or a black one, that
  stands right beside it in its row or column, with another stone of the mover right behind. The
  captured stone is replaced by one of the mover's. A capture must be made. Where several are
  possible, the mover picks one and the other stones stay. The replacing stone captures nothing
  itself. It is safe to put a stone between two enemies.
- T5: Custodial only: each player has 40 stones, whatever the size of the board. A move takes one
  out of the mover's supply, a capture takes a second one. A captured enemy stone goes back to its
  owner's supply, a black one leaves the game. If the mover has no stone left after a move, the game
  ends. With one stone left, a capture still removes the enemy stone; nothing replaces it, and the
  square stays empty.
- T6: A move is the name of its square, and with a capture the square captured after an ``x``:
  ``d4xd5``. The capture is always written. There is no passing.

End of the rules.

Actions of plain Pah-Tum are the squares row by row from row 1 (``action = row * size + column``).
In Custodial Pah-Tum the action is ``capture * squares + square``, where capture is 0 for none, 1
to the higher row, 2 to the right, 3 to the lower row, 4 to the left; black stones of the set-up are
put with capture 0; with ``setup="cut"`` the actions of ``yellow`` and ``blue`` come last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex, Unpack

from fivefold import _core
from fivefold._core.pah_tum import captures, score_if, scores, supply
from fivefold._guard import guarded
from fivefold._types import MoveInfo

from ._counting import count_games, count_positions, count_set_ups, max_positions
from ._solved import Opening, layouts_5x5, solved_5x5

if TYPE_CHECKING:
    from fivefold._presets import PahTumOptions

__all__ = [
    "Opening",
    "Row",
    "Solution",
    "captures",
    "count_games",
    "count_positions",
    "count_set_ups",
    "layouts_5x5",
    "max_positions",
    "rows",
    "rules",
    "score_if",
    "scores",
    "solve",
    "solved_5x5",
    "supply",
]


class Row(NamedTuple):
    """A row that scores (T2).

    Attributes
    ----------
    colour : {"yellow", "blue"}
        Whose stones they are.
    points : tuple of str
        Its squares, from the left or from the bottom.
    worth : int
        What it scores.
    """

    colour: str
    points: tuple[str, ...]
    worth: int


class Solution(NamedTuple):
    """The exact outcome of a position.

    Attributes
    ----------
    value : int
        Points of seat 0 minus points of seat 1 at the end, with best play by both.
    line : tuple of str
        Best play by both to the end. Of several best moves it has the first in the order of the search,
        whatever the number of threads and the memory.
    nodes : int
        Number of positions searched; with several threads it may differ from run to run.
    """

    value: int
    line: tuple[str, ...]
    nodes: int

    @property
    def moves(self) -> list[MoveInfo]:
        """What is known of the moves: the best one, its value that of seat 0 in points, proven."""
        if not self.line:
            return []
        return [MoveInfo(self.line[0], float(self.value), self.nodes, list(self.line), True)]


def rules(
    preset: Literal["pah_tum", "custodial_pah_tum"] = "pah_tum",
    **options: Unpack[PahTumOptions],
) -> _core.Rules:
    """Make rules of Pah-Tum.

    Parameters
    ----------
    preset : {"pah_tum", "custodial_pah_tum"}, default "pah_tum"
        Where to begin.
    **options
        Options of the preset, by name or as a dict; what is left out is as in the preset.

    Other Parameters
    ----------------
    size : {5, 7, 9, 11}, optional
        Side of the board (T1).
    layout : sequence of str, optional
        The squares of the five black stones; random, or put by the players, if left out (T1, T3).
    setup : {"alternate", "cut", "random"}, optional
        Who puts the black stones (T3); plain Pah-Tum takes ``"random"`` only. With a ``layout``
        it is ``"random"``.
    stones : int or None, optional
        Stones of each player, None for no limit; Custodial Pah-Tum only (T5).

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
    >>> ff.pah_tum.rules("custodial_pah_tum", size=5, setup="cut").num_actions
    127
    """
    return _core.rules(preset, **options)


def rows(position: _core.Position) -> list[Row]:
    """List every row that scores (T2).

    Parameters
    ----------
    position : Position
        A position of Pah-Tum.

    Returns
    -------
    list of Row
        Yellow's first; of each colour rows from the bottom, then columns from the left.

    Raises
    ------
    WrongGameError
        The position is one of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", layout=["b2", "c6", "d4", "e3", "f6"])
    >>> ff.pah_tum.rows(rules.start().play_all("a1 g1 a2 g3 a3"))
    [Row(colour='yellow', points=('a1', 'a2', 'a3'), worth=3)]
    """
    return [Row(row.colour, tuple(row.points), row.worth) for row in _core.pah_tum.rows(position)]


def solve(
    position: _core.Position,
    *,
    progress: bool | Callable[[int, int, int], object] | None = None,
    threads: SupportsIndex | None = None,
    memory: SupportsIndex | None = None,
) -> Solution:
    """Find the exact value of a position and a best line, by searching all play to the end.

    Plain Pah-Tum 5x5 is solved from the empty board, larger boards in their endings. Positions with
    up to 31 empty squares are accepted; about twenty empty squares take seconds. Custodial endings
    of any size are accepted. About twelve empty squares take less than a second, and each further
    one several times as long. Ctrl-C stops a search.

    Parameters
    ----------
    position : Position
        One of Pah-Tum, its set-up finished.
    progress : bool or callable, optional
        True shows a line on stderr. A callable is called about ten times a second with ``(nodes, lower,
        upper)``: the positions searched, and bounds on the value.
    threads : int, optional
        Number of threads; all cores by default. They change neither the value nor the line.
    memory : int, optional
        Bytes that the table of positions may take, 256 MiB by default. With less the search takes
        longer; the result is the same.

    Returns
    -------
    Solution
        ``value``, ``line``, ``nodes``.

    Raises
    ------
    WrongGameError
        The position is one of another game.
    IllegalMoveError
        The set-up is not finished (T3), or a plain board has more than 31 empty squares (T1).

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5, layout=["a1", "b2", "c3", "d4", "e5"])
    >>> ending = rules.start().play_all("b3 b4 c4 c2 d3 d2 b1 c1 a4 e2 a3 a2")
    >>> ff.pah_tum.solve(ending).value
    -3
    """
    solved = _core.pah_tum.solve(position, progress=progress, threads=threads, memory=memory)
    return Solution(solved.value, tuple(solved.line), solved.nodes)


__dir__ = __all__.copy

guarded(globals())
