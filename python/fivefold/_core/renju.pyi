"""Questions that only Renju has."""

from typing import Any, Literal, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

from .position import Position

_Colour: TypeAlias = Literal["black", "white"]

@final
class Four:
    """Four stones that one more makes exactly five (R3).

    Attributes
    ----------
    stones : list of str
        The four stones, the new one among them.
    fifths : list of str
        The empty points that make the five: two for a straight four.
    """

    @property
    def stones(self) -> list[str]: ...
    @property
    def fifths(self) -> list[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Three:
    """Three stones that one more makes a straight four (R5).

    Attributes
    ----------
    stones : list of str
        The three stones, the new one among them.
    grows : list of str
        The points where it may grow.
    straight_fours : list of list of str
        The straight four on each of these points, stones only.
    ends : list of list of str
        The two ends of each straight four.
    """

    @property
    def stones(self) -> list[str]: ...
    @property
    def grows(self) -> list[str]: ...
    @property
    def straight_fours(self) -> list[list[str]]: ...
    @property
    def ends(self) -> list[list[str]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Foul:
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
    lines : list of list of str
        The stones that make the foul, line by line: rows of six and more, fours, or threes (with
        their four).
    fours : list of Four
        All fours of the stone.
    threes : list of Three
        All threes of the stone, false ones left out.
    words : str
        The reason in a sentence.
    """

    @property
    def kind(self) -> Literal["overline", "double_four", "double_three"]: ...
    @property
    def point(self) -> str: ...
    @property
    def colour(self) -> _Colour: ...
    @property
    def lines(self) -> list[list[str]]: ...
    @property
    def fours(self) -> list[Four]: ...
    @property
    def threes(self) -> list[Three]: ...
    @property
    def words(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class OpeningName:
    """Code and name of an opening; ``str()`` gives both.

    Attributes
    ----------
    code : str
        ``"D1"`` to ``"D13"`` (direct), ``"I1"`` to ``"I13"`` (indirect).
    name : str
        Its name, such as ``"Kagetsu"``.
    """

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Opening:
    """One of the 26 openings.

    Attributes
    ----------
    code, name : str
        The code and the name of the opening.
    kind : {"direct", "indirect"}
        White's stone beside the first, or diagonal to it.
    moves : tuple of str
        Its three moves in ``renju``.
    position : Position
        The position after them, in ``renju``: a start for games.
    """

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Literal["direct", "indirect"]: ...
    @property
    def moves(self) -> tuple[str, str, str]: ...
    @property
    def position(self) -> Position: ...

def foul(position: Position, point: str | SupportsIndex, colour: _Colour = "black") -> Foul | None:
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

def foul_map(position: Position, colour: _Colour = "black") -> npt.NDArray[np.uint8]:
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

def explain(
    position: Position, point: str | SupportsIndex, colour: _Colour = "black"
) -> dict[str, Any] | None:
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
        - ``threes``: ``stones``, ``words``, ``real``, and ``extensions``: each with ``point`` (where it
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

def opening_name(position: Position) -> OpeningName | None:
    """Name the opening on the board, whichever way it is turned or mirrored (R10).

    Parameters
    ----------
    position : Position
        A position of Renju.

    Returns
    -------
    OpeningName or None
        None unless the board holds the three stones of an opening and nothing else.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> str(ff.renju.opening_name(ff.rules("renju").start().play_all("h8 g8 g7")))
    'D4 Kagetsu'
    """

def winning_points(position: Position, colour: _Colour | None = None) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (R1, R6).

    Parameters
    ----------
    position : Position
        A position of Renju and its forms. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        The colour of the stone; by default that of the next move.

    Returns
    -------
    ndarray
        int32 ``[k]``. A five wins whatever else the stone makes; where exactly five wins, a longer row
        does not.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("renju").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 o1")
    >>> [position.move(point) for point in ff.renju.winning_points(position, "black")]
    ['h7', 'h12']
    >>> [position.move(point) for point in ff.renju.winning_points(position, "white")]
    ['a5']
    """

def openings() -> list[Opening]:
    """List the 26 openings, each with a position to start from.

    Returns
    -------
    list of Opening
        D1 to D13, then I1 to I13.

    Examples
    --------
    >>> import fivefold as ff
    >>> [str(opening.name) for opening in ff.renju.openings()[:3]]
    ['Kansei', 'Keigetsu', 'Sosei']
    """
