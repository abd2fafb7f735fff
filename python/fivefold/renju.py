"""Renju, its history and its house rules: Gomoku with fouls.

Presets ``renju``, ``renju_1899``, ``renju_1903``, ``renju_1912``, ``renju_1916``, ``renju_1918``,
``family``. Boards, rows, full boards and the openings of G6 are as in `fivefold.gomoku`.

R1
    Five first: a winning row wins, whatever else the move makes. In ``renju`` Black needs exactly
    five, White five or more (``five``).
R2
    Overline: a row of six or more. Where it is a foul it never wins.
R3
    A four: four stones on five consecutive points, the new one among them, whose fifth point is
    empty and makes exactly five. Two or more, in several lines or in one: double four.
R4
    A straight four: exactly four in a row, both ends empty, each making exactly five.
R5
    A three: three stones of a line, the new one among them, that one more stone turns into a
    straight four; the point for that stone must itself be allowed (``three``: ``"full"``: no five
    and no foul there; ``"no_five_clause"``: no foul; ``"simple"``: not asked).
R6
    Double three: threes in two lines or more; together with a four it is the four-three-three. The
    name of a foul is overline, else double four, else double three.
R7
    ``foul="illegal"``: the move is refused; ``"loses"``: it is put and the other colour wins.
R8
    ``fouls``: which of ``"double_three"``, ``"four_three_three"``, ``"double_four"``,
    ``"overline"`` are in force; ``restricted``: whether they bind Black or both.
R9
    Passing is allowed; two passes in a row draw, a full board draws.
R10
    ``opening``: ``"rif_classic"``, ``"yamaguchi"``, ``"soosyrv8"``, ``"taraguchi10"``, and those of
    G6. Offers must not be equal by symmetry of the stones.
R11
    `foul`, `foul_map` and `explain` answer for the next stone of a colour, whoever is to move.

Actions are the points row by row from row 1 (``action = row * columns + column``; also those of
``offer`` and ``pick``), then those of ``pass``, ``swap``, ``keep``, ``place2``, ``ten``,
``count 1`` ... that the options can ever make legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core

__all__ = [
    "Foul",
    "Four",
    "Opening",
    "OpeningName",
    "Three",
    "explain",
    "foul",
    "foul_map",
    "opening_name",
    "openings",
    "rules",
]

Colour: TypeAlias = Literal["black", "white"]
Five: TypeAlias = Literal["exact", "or_more"]
FoulName: TypeAlias = Literal["double_three", "four_three_three", "double_four", "overline"]
Kind: TypeAlias = Literal["overline", "double_four", "double_three"]
Preset: TypeAlias = Literal[
    "renju",
    "renju_1899",
    "renju_1903",
    "renju_1912",
    "renju_1916",
    "renju_1918",
    "family",
]


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

    ``str()`` tells it in words.

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
        """Tell the foul in words."""
        return f"{self.kind.replace('_', ' ')}: {self.words}"


class OpeningName(NamedTuple):
    """Code and name of an opening; ``str()`` gives both.

    Attributes
    ----------
    code : str
        ``"D1"`` to ``"D13"`` (direct), ``"I1"`` to ``"I13"`` (indirect).
    name : str
        Its name, such as ``"Kagetsu"``.
    """

    code: str
    name: str

    def __str__(self) -> str:
        """Give code and name."""
        return f"{self.code} {self.name}"


class Opening(NamedTuple):
    """One of the 26 openings.

    Attributes
    ----------
    code, name : str
        As in `OpeningName`.
    kind : {"direct", "indirect"}
        White's stone beside the first, or diagonal to it.
    moves : tuple of str
        Its three moves in ``renju``.
    position : Position
        The position after them, in ``renju``: a start for games.
    """

    code: str
    name: str
    kind: Literal["direct", "indirect"]
    moves: tuple[str, str, str]
    position: _core.Position


def foul(position: _core.Position, point: str | int, colour: Colour = "black") -> Foul | None:
    """Tell what foul the next stone of a colour would be on a point (R11).

    Parameters
    ----------
    position : Position
        Of Renju; who is to move does not matter, nor whether an opening is under way.
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
        The text is no point (E7).
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
    kind = _core.renju_foul(position, point, colour)
    if kind is None:
        return None
    tree = _core.renju_explain(position, point, colour)
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
    """Give the fouls of a whole board (R11).

    Parameters
    ----------
    position : Position
        Of Renju; who is to move does not matter.
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
    return _core.renju_foul_map(position, colour)


def explain(position: _core.Position, point: str | int, colour: Colour = "black") -> dict[str, Any] | None:
    r"""Tell why a stone is a foul or not: the tree of the recursion of R5.

    Every row, four and three of the stone is there, and for each three the judgement of every
    point on which it would grow, down to the last one that matters.

    Parameters
    ----------
    position : Position
        Of Renju; who is to move does not matter.
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
    return _core.renju_explain(position, point, colour)


def opening_name(position: _core.Position) -> OpeningName | None:
    """Name the opening on the board, whichever way it is turned or mirrored (R10).

    Parameters
    ----------
    position : Position
        Of Renju.

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
    found = _core.renju_opening_name(position)
    return None if found is None else OpeningName(*found)


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
    start = _core.rules("renju").start()
    found = []
    for code, name, second, third in _core.renju_openings():
        moves = ("h8", _step(second), _step(third))
        kind: Literal["direct", "indirect"] = "direct" if code.startswith("D") else "indirect"
        found.append(Opening(code, name, kind, moves, start.play_all(moves)))
    return found


def _step(step: tuple[int, int]) -> str:
    """Name the point that lies a step (right, up) from h8."""
    return f"{chr(ord('h') + step[0])}{8 + step[1]}"


def rules(
    preset: Preset = "renju",
    *,
    size: int | tuple[int, int] | None = None,
    five: Five | tuple[Five, Five] | None = None,
    first_move: Literal["centre", "anywhere"] | None = None,
    full_board: Literal["draw", "white_wins"] | None = None,
    passing: Literal["never", "when_stuck", "always"] | None = None,
    opening: Literal[
        "none",
        "rif_classic",
        "yamaguchi",
        "soosyrv8",
        "taraguchi10",
        "pro",
        "long_pro",
        "swap",
        "swap2",
    ]
    | None = None,
    fouls: Iterable[FoulName] | None = None,
    restricted: Literal["black", "both"] | None = None,
    foul: Literal["illegal", "loses"] | None = None,
    three: Literal["full", "no_five_clause", "simple"] | None = None,
) -> _core.Rules:
    """Make rules of Renju; what is left out (None) is as in the preset.

    Parameters
    ----------
    preset : str, default "renju"
        Where to begin: one of this module's presets.
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
        How the point is judged on which a three would grow (R5).

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
    >>> ff.renju.rules(opening="taraguchi10")
    fivefold.rules('renju', opening='taraguchi10')
    """
    options = {
        "size": size,
        "five": five,
        "first_move": first_move,
        "full_board": full_board,
        "passing": passing,
        "opening": opening,
        "fouls": None if fouls is None else list(fouls),
        "restricted": restricted,
        "foul": foul,
        "three": three,
    }
    return _core.rules(preset, **{name: value for name, value in options.items() if value is not None})
