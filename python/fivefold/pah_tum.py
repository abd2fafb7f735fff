"""Pah-Tum and Custodial Pah-Tum: fill the board, score your rows.

The presets are ``pah_tum`` and ``custodial_pah_tum``.

Rules, as worded in ``docs/games/pah_tum.md`` (``make docs-tables`` writes them):

- T1: The board is square, its side odd, from 5 to 11. Five black stones that belong to nobody lie
  on different random squares, or where ``layout`` says. Yellow, which is seat 0, and Blue fill the
  empty squares in turn.
- T2: When the board is full each horizontal and vertical row of one colour, taken as long as it is,
  scores by its length n: s(n) = 2 s(n-1) + n from s(2) = 0, that is 3, 10, 25, 56, 119, 246, 501,
  1012, 2035 for three to eleven. A stone counts once in its row and once in its column. The higher
  total wins; equal totals are a draw.
- T3: In Custodial Pah-Tum the players may put the black stones themselves. ``"alternate"``: in
  turn, seat 1 first. ``"cut"``: seat 0 puts all five, then seat 1 says ``yellow`` or ``blue`` and
  plays that colour. ``"random"``: as in T1. Yellow makes the first move of the game proper.
- T4: A stone that is put captures one single stone of another colour, an enemy's or a black one,
  that stands right beside it, in its row or column, with another stone of the mover's right behind.
  The captured stone is replaced by one of the mover's. There is no declining; where several can be
  captured the mover picks one and the others stay. The stone that replaces captures nothing itself.
  It is safe to put a stone between two enemies.
- T5: Custodial only: each player has 40 stones, whatever the size of the board. A move takes one
  out of the mover's supply, a capture takes a second one. A captured enemy stone goes back to its
  owner's supply, a black one out of the game. If the mover has none left after a move, the game
  ends there. With just one stone left a capture still takes the enemy off; there is nothing to
  replace it, and the square stays empty.
- T6: A move is the name of its square, and with a capture the square captured after an ``x``:
  ``d4xd5``. The capture is always written. There is no passing.

End of the rules.

Actions of plain Pah-Tum are the squares row by row from row 1 (``action = row * size + column``).
In Custodial Pah-Tum the action is ``capture * squares + square``, where capture is 0 for none, 1
to the higher row, 2 to the right, 3 to the lower row, 4 to the left; black stones of the set-up are
put with capture 0; with ``setup="cut"`` the actions of ``yellow`` and ``blue`` come last.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import Literal, NamedTuple, SupportsIndex

import numpy as np

from . import _bounds, _core
from ._core import pah_tum_captures as captures
from ._core import pah_tum_score_if as score_if
from ._core import pah_tum_scores as scores

__all__ = [
    "Opening",
    "Row",
    "Solution",
    "captures",
    "count_games",
    "count_positions",
    "count_set_ups",
    "layouts_5x5",
    "most_positions",
    "rows",
    "rules",
    "score_if",
    "scores",
    "solve",
    "solved_5x5",
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
        Points of seat 0 less points of seat 1 at the end, with best play by both.
    line : tuple of str
        Best play by both to the end. Where several moves are best it has the first of them in the
        order of the search, whatever the threads and the memory.
    nodes : int
        Positions that the search looked at; it may differ from run to run with several threads.
    """

    value: int
    line: tuple[str, ...]
    nodes: int


class Opening(NamedTuple):
    """A layout of plain Pah-Tum 5x5 with its exact value.

    Attributes
    ----------
    layout : tuple of str
        The squares of the five black stones.
    images : int
        How many layouts are this one turned or mirrored, itself counted: 1, 2, 4 or 8.
    value : int
        By how many points Yellow wins with best play by both; 0 is a draw.
    first : str
        A best first move.
    """

    layout: tuple[str, ...]
    images: int
    value: int
    first: str


def rules(
    preset: Literal["pah_tum", "custodial_pah_tum"] = "pah_tum",
    *,
    size: Literal[5, 7, 9, 11] | None = None,
    layout: Sequence[str] | None = None,
    setup: Literal["alternate", "cut", "random"] | None = None,
    stones: int | Literal["preset"] | None = "preset",
) -> _core.Rules:
    """Make rules of Pah-Tum; what is left out (None) is as in the preset.

    Parameters
    ----------
    preset : {"pah_tum", "custodial_pah_tum"}
        Which game.
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
        The same as ``fivefold.rules(preset, ...)``.

    Raises
    ------
    SetupError
        An option is out of range, or two do not go together; ``error.rule`` says which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pah_tum.rules("custodial_pah_tum", size=5, setup="cut").num_actions
    127
    """
    squares = None if layout is None else list(layout)
    options: dict[str, object] = {"size": size, "layout": squares, "setup": setup}
    written = {name: value for name, value in options.items() if value is not None}
    if stones != "preset":
        written["stones"] = stones
    return _core.rules(preset, **written)


def rows(position: _core.Position) -> list[Row]:
    """List every row that scores (T2).

    Parameters
    ----------
    position : Position
        One of Pah-Tum.

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
    return [Row(colour, tuple(points), worth) for colour, points, worth in _core.pah_tum_rows(position)]


def solve(
    position: _core.Position,
    *,
    progress: bool | Callable[[int, int, int], object] | None = None,
    threads: SupportsIndex | None = None,
    memory: SupportsIndex | None = None,
) -> Solution:
    """Find the exact value of a position and a best line, by searching all play to the end.

    Plain Pah-Tum 5x5 is solved from the empty board, larger boards in their endings: every
    position with up to 31 empty squares is searched, and some twenty of them are a matter of
    seconds. Custodial endings are searched whatever their size; some twelve empty squares take
    under a second, and each further one several times as long. Ctrl-C ends a search.

    Parameters
    ----------
    position : Position
        One of Pah-Tum, its set-up finished.
    progress : bool or callable, optional
        True: a line on stderr. A callable is given ``(nodes, lower, upper)`` about ten times a
        second: positions looked at, and bounds on the value.
    threads : int, optional
        Threads; all cores if left out. They change neither the value nor the line.
    memory : int, optional
        Bytes that the table of positions may take, 256 MiB if left out. Less makes the search
        longer, never wrong.

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
    value, line, nodes = _core.pah_tum_solve(position, progress=progress, threads=threads, memory=memory)
    return Solution(value, tuple(line), nodes)


@cache
def layouts_5x5() -> tuple[tuple[tuple[str, ...], int], ...]:
    """List every layout of plain Pah-Tum 5x5, one for those that are turned or mirrored.

    Returns
    -------
    tuple of (layout, images)
        The squares of the black stones, and how many layouts it stands for.

    Examples
    --------
    >>> import fivefold as ff
    >>> len(ff.pah_tum.layouts_5x5()), sum(images for _, images in ff.pah_tum.layouts_5x5())
    (6814, 53130)
    """
    stones = np.array(list(combinations(range(25), 5)))
    masks = (1 << stones).sum(axis=1)
    motions = [motion.points for motion in _core.rules("pah_tum", size=5).symmetries]
    images = np.stack([(1 << motion[stones]).sum(axis=1) for motion in motions])
    # Of all images the one with the least mask stands for them; they go by ascending masks.
    chosen = np.flatnonzero((images >= masks).all(axis=0))
    chosen = chosen[np.argsort(masks[chosen])]
    kept = (images == masks).sum(axis=0)
    return tuple(
        (tuple(f"{'abcde'[square % 5]}{square // 5 + 1}" for square in stones[index]), 8 // int(kept[index]))
        for index in chosen
    )


@cache
def solved_5x5() -> tuple[Opening, ...]:
    """Give the exact value of every layout of plain Pah-Tum 5x5, solved from the empty board.

    The answers are stored; ``notebooks/solve_pah_tum_5x5.py`` made them and solves some again.

    Returns
    -------
    tuple of Opening
        One for layouts that are turned or mirrored, in the order of `layouts_5x5`.

    Examples
    --------
    >>> import fivefold as ff
    >>> opening = ff.pah_tum.solved_5x5()[0]
    >>> opening.layout, opening.value
    (('a1', 'b1', 'c1', 'd1', 'e1'), 0)
    """
    from importlib.resources import files  # slow to load, and wanted here alone

    stored = json.loads(files(__package__).joinpath("pah_tum_5x5.json").read_text("utf-8"))
    answers = zip(layouts_5x5(), stored["value"], stored["first"], strict=True)
    # Squares are the letters a ... y, row by row from row 1.
    return tuple(
        Opening(layout, images, int(value), f"{'abcde'[(ord(first) - 97) % 5]}{(ord(first) - 97) // 5 + 1}")
        for (layout, images), value, first in answers
    )


def plain_squares(rules: _core.Rules) -> tuple[int, int] | None:
    """Give the free squares and the number of layouts of plain Pah-Tum; None for other rules."""
    plain = _core.rules("pah_tum").options
    kept = {name: value for name, value in rules.options.items() if name not in ("size", "layout")}
    if rules.to_dict()["game"] != "pah_tum" or any(plain[name] != value for name, value in kept.items()):
        return None
    rows, columns = rules.start(seed=0).board.shape
    return rows * columns - 5, count_set_ups(rules) or 1


def count_set_ups(rules: _core.Rules) -> int | None:
    """Count the layouts among which a start is drawn: C(P, 5) where they are random (T1).

    Parameters
    ----------
    rules : Rules
        Of any game.

    Returns
    -------
    int or None
        None for other games, and where nothing is drawn.

    Examples
    --------
    >>> import fivefold as ff
    >>> count_set_ups(ff.rules("pah_tum")), count_set_ups(ff.rules("custodial_pah_tum"))
    (1906884, None)
    """
    if rules.to_dict()["game"] != "pah_tum" or rules.start(seed=0) == rules.start(seed=1):
        return None
    rows, columns = rules.start(seed=0).board.shape
    return comb(int(rows * columns), 5)


def count_games(rules: _core.Rules) -> tuple[int, str] | None:
    """Count the games of plain Pah-Tum (C2): every order of its free squares.

    Parameters
    ----------
    rules : Rules
        Of any game.

    Returns
    -------
    tuple or None
        As for `count_positions`.

    Examples
    --------
    >>> import fivefold as ff
    >>> len(str(ff.pah_tum.count_games(ff.rules("pah_tum"))[0]))
    61
    """
    found = plain_squares(rules)
    return None if found is None else (factorial(found[0]) * found[1], "sum")


def count_positions(rules: _core.Rules, part: str) -> tuple[int, str] | None:
    """Count the positions of plain Pah-Tum by a closed sum (C1 of the manual's page on measures).

    With m free squares k stones lie in C(m, k) C(k, floor(k/2)) ways; without `layout` each of the C(P,
    5) layouts counts.

    Parameters
    ----------
    rules : Rules
        Of any game.
    part : {"open", "over", "all"}
        Somebody is to decide, the game has ended, or both.

    Returns
    -------
    tuple or None
        The number, and how it was found; None for other rules than plain Pah-Tum.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pah_tum.count_positions(ff.rules("pah_tum", size=5), "over")
    (9816086280, 'sum')
    """
    found = plain_squares(rules)
    if found is None:
        return None
    squares, layouts = found
    ways = [comb(squares, k) * comb(k, k // 2) for k in range(squares + 1)]
    counts = {"open": sum(ways[:-1]), "over": ways[-1], "all": sum(ways)}
    return layouts * counts[part], "sum"


def most_positions(rules: _core.Rules, part: str) -> int | None:
    """Bound the positions of Pah-Tum of any kind (C1).

    Parameters
    ----------
    rules : Rules
        Of any game.
    part : {"open", "over", "all"}
        As for `count_positions`.

    Returns
    -------
    int or None
        No fewer than there are; None for other games.

    Examples
    --------
    >>> import fivefold as ff
    >>> bound = most_positions(ff.rules("custodial_pah_tum"), "all")
    >>> len(str(bound))
    32
    """
    if rules.to_dict()["game"] != "pah_tum":
        return None
    rows, columns = rules.board_shape
    points, stones = rows * columns, rules.options["stones"]
    layouts = 1 if rules.options["layout"] is not None else comb(points, 5)
    boards = layouts * _bounds.boards(points - 5, balanced=False)
    # Who has Yellow, who is to move, what is left to each colour.
    each = 2 * 2 * (1 if stones is None else (stones + 1) ** 2)
    # Black stones of a set-up that the players make, and the choice of colours after it.
    set_up = 2 * 2 * sum(comb(points, k) for k in range(6))
    open_, over = each * (boards + set_up), 4 * each * boards
    return {"open": open_, "over": over, "all": open_ + over}[part]


def __dir__() -> list[str]:
    return list(__all__)
