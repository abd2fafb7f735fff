"""What is a foul, and why (R2-R6, R11)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fivefold import _core

Colour: TypeAlias = Literal["black", "white"]
Kind: TypeAlias = Literal["overline", "double_four", "double_three"]


class Four(NamedTuple):
    """Four stones that one more makes exactly five (R3).

    Attributes
    ----------
    stones : tuple of str
        The four stones, the new one among them.
    fifths : tuple of str
        The empty points that make the five: two for a straight four.
    """

    stones: tuple[str, ...]
    fifths: tuple[str, ...]


class Three(NamedTuple):
    """Three stones that one more makes a straight four (R5).

    Attributes
    ----------
    stones : tuple of str
        The three stones, the new one among them.
    grows : tuple of str
        The points where it may grow.
    straight_fours : tuple of tuple of str
        The straight four on each of these points, stones only.
    ends : tuple of tuple of str
        The two ends of each straight four.
    """

    stones: tuple[str, ...]
    grows: tuple[str, ...]
    straight_fours: tuple[tuple[str, ...], ...]
    ends: tuple[tuple[str, ...], ...]


class Foul(NamedTuple):
    """A foul, and what makes it.

    ``str()`` describes it in words.

    Attributes
    ----------
    kind : {"overline", "double_four", "double_three"}
        Its name by the order of R6; a four-three-three is a ``"double_three"``.
    point : str
        The point of the stone.
    colour : {"black", "white"}
        The colour of the stone.
    lines : tuple of tuple of str
        The stones that make the foul, line by line: rows of six and more, fours, or threes (with
        their four).
    fours : tuple of Four
        All fours of the stone.
    threes : tuple of Three
        All threes of the stone, false ones left out.
    words : str
        The reason in a sentence.
    """

    kind: Kind
    point: str
    colour: Colour
    lines: tuple[tuple[str, ...], ...]
    fours: tuple[Four, ...]
    threes: tuple[Three, ...]
    words: str

    def __str__(self) -> str:
        """Return the foul in words."""
        return f"{self.kind.replace('_', ' ')}: {self.words}"


def foul(position: _core.Position, point: str | int, colour: Colour = "black") -> Foul | None:
    """Return the foul that the next stone of a colour would make on a point (R11).

    Parameters
    ----------
    position : Position
        A position of Renju; it does not matter who is to move or whether an opening is under way.
    point : str or int
        Name or number of the point.
    colour : {"black", "white"}, default "black"
        The colour of the stone.

    Returns
    -------
    Foul or None
        None on a taken point, for a colour that is not bound, and for a stone that wins (R1).

    Raises
    ------
    IllegalMoveError
        The point is off the board (E5).
    NotationError
        The text is not a point (E7).
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("renju", first_move="anywhere")
    >>> pos = rules.start().play_all("h9 a1 h10 a3 i8 a5 j8 a7")
    >>> found = ff.renju.foul(pos, "h8")
    >>> found.kind
    'double_three'
    >>> print(found)
    double three: h8 makes threes in two lines or more: h8 i8 j8, and h8 h9 h10
    """
    kind = _core.renju.foul(position, point, colour)
    if kind is None:
        return None
    tree = _core.renju.explain(position, point, colour)
    assert tree is not None
    fours = tuple(Four(tuple(four["stones"]), tuple(four["fifths"])) for four in tree["fours"])
    threes = tuple(_three(three) for three in tree["threes"] if three["real"])
    lines: tuple[tuple[str, ...], ...]
    if kind == "overline":
        lines = tuple(tuple(row) for row in tree["overlines"])
    elif kind == "double_four":
        lines = tuple(four.stones for four in fours)
    else:
        lines = tuple(four.stones for four in fours) + tuple(three.stones for three in threes)
    return Foul(kind, tree["point"], colour, lines, fours, threes, tree["words"])


def _three(three: dict[str, Any]) -> Three:
    ways = [way for way in three["ways"] if way["allowed"]]
    return Three(
        tuple(three["stones"]),
        tuple(way["point"] for way in ways),
        tuple(tuple(way["straight_four"]) for way in ways),
        tuple(tuple(way["ends"]) for way in ways),
    )


def foul_map(position: _core.Position, colour: Colour = "black") -> npt.NDArray[np.uint8]:
    """Return the fouls of a whole board (R11).

    Parameters
    ----------
    position : Position
        A position of Renju; it does not matter who is to move.
    colour : {"black", "white"}, default "black"
        The colour of the next stone.

    Returns
    -------
    uint8 [rows, columns]
        A new array, row 0 is row 1 of the notation: 0 legal or taken, 1 overline, 2 double four,
        3 double three. All 0 for a colour that is not bound.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> pos = ff.rules("renju").start().play_all("h8 a1 h7 a3 h9 a5 h4 a7 h5 a9")
    >>> ff.renju.foul_map(pos)[5, 7]
    np.uint8(1)
    """
    return _core.renju.foul_map(position, colour)


def explain(position: _core.Position, point: str | int, colour: Colour = "black") -> dict[str, Any] | None:
    r"""Return why a stone is a foul or not: the tree of the recursion of R5.

    Every row, four and three of the stone is there, and for each three the judgement of every
    point on which it would grow, down to the last one that matters.

    Parameters
    ----------
    position : Position
        A position of Renju; it does not matter who is to move.
    point : str or int
        Name or number of the point.
    colour : {"black", "white"}, default "black"
        The colour of the stone.

    Returns
    -------
    dict or None
        None on a taken point. Else plain data, points by name:

        - ``point``, ``words`` (a sentence), ``wins`` (R1), ``foul`` (a kind or None);
        - ``fives``, ``overlines``: lists of rows, each a list of points;
        - ``fours``: ``stones``, ``fifths``;
        - ``threes``: ``stones``, ``words``, ``real``, and ``ways``: each with ``point`` (where it
          grows), ``words``, ``straight_four``, ``ends``, ``allowed``, and ``judgement``: this same
          dict for that point with the stones before it on the board, or None where R5 does not ask.

    Raises
    ------
    IllegalMoveError
        The point is off the board (E5).
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("renju")
    >>> stones = {"f8", "i8", "g4", "g5", "g6", "g7", "h9", "h10"}
    >>> rows = [["X" if f"{c}{r}" in stones else "." for c in "abcdefghijklmno"] for r in range(15, 0, -1)]
    >>> pos = ff.Position.from_diagram(chr(10).join("".join(row) for row in rows), rules)
    >>> for three in ff.renju.explain(pos, "h8")["threes"]:
    ...     print(three["real"], three["words"])
    False f8 h8 i8 is no three: g8 makes a five: g4 g5 g6 g7 g8
    True h8 h9 h10 is a three: on h7 it grows into the straight four h7 h8 h9 h10
    """
    return _core.renju.explain(position, point, colour)
