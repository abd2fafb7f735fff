"""What analysts ask of a position of Pentagame (N21), each with its formula."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fivefold import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Options",
    "Path",
    "Pin",
    "Temperature",
    "area",
    "count_options",
    "opening_type",
    "path_kinds",
    "phase",
    "pinned",
    "temperature",
]


class Temperature(NamedTuple):
    """How far a piece is from its goal.

    Attributes
    ----------
    piece : str
        Owner's seat and colour, ``"0a"``.
    stop : str
        Where it stands.
    moves : int
        Moves to the goal while everything else stands still: one more than the fewest occupied
        stops between it and the goal on any path; 0 on the goal.
    stops : int
        Steps to the goal on an empty board.
    """

    piece: str
    stop: str
    moves: int
    stops: int


class Options(NamedTuple):
    """The moves that a seat has, by what they do.

    Attributes
    ----------
    empty, black, grey : int
        Moves onto an empty stop, a black block, a grey block, that is not the piece's goal.
    own_swaps, other_swaps : int
        Swaps with own pieces and with others', not onto the goal.
    out : int
        Moves by which the mover leaves, and forced exits.
    turns : int
        Whole turns that are written differently, with all places for blocks. A swap of two own pieces is
        written as two actions (N7): `fivefold.perft` with ``unit="result"`` counts it once.
    """

    empty: int
    black: int
    grey: int
    own_swaps: int
    other_swaps: int
    out: int
    turns: int


class Path(NamedTuple):
    """A straight run out of a piece's stop.

    Attributes
    ----------
    piece : str
        Owner's seat and colour.
    stop : str
        Where it stands.
    towards : str
        The node that the line leads to.
    end : str
        Where the run ends: that node, or the first occupied stop.
    kind : str
        ``"free"`` (its empty goal), ``"open"`` (an empty node), ``"connected"`` (an own piece),
        ``"blocked"`` (a black block), ``"stopped"`` (a grey one), ``"cut off"`` (another's piece).
    """

    piece: str
    stop: str
    towards: str
    end: str
    kind: str


class Pin(NamedTuple):
    """A piece without which an enemy piece could reach its goal in one move.

    Attributes
    ----------
    piece : str
        The pinned piece.
    stop : str
        Where it stands.
    by : str
        The enemy piece that it holds back.
    """

    piece: str
    stop: str
    by: str


def temperature(position: _core.Position) -> tuple[Temperature, ...]:
    """Measure how far every piece on the board is from its goal (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of Temperature
        Seat by seat, colour by colour. The temperature of a player or of the game is a sum of these.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.temperature(ff.rules("pentagame").start())[0]
    Temperature(piece='0a', stop='A', moves=3, stops=15)
    """
    return tuple(
        Temperature(one.piece, one.stop, one.moves, one.stops)
        for one in _core.pentagame.temperature(position)
    )


def area(position: _core.Position, player: int | None = None) -> tuple[str, ...]:
    """Name the empty stops that some piece of a seat reaches in one move (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    player : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    tuple of str
        Stops, in their order.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> len(ff.pentagame.area(ff.rules("pentagame").start()))
    75
    """
    return tuple(_core.pentagame.area(position, player))


def count_options(position: _core.Position, player: int | None = None) -> Options:
    """Count what a seat could do if it were to move, without die and cards (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame; in the middle of a turn, the board as it stands counts.
    player : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    Options
        Moves by what they do, and whole turns.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.count_options(ff.rules("pentagame").start())
    Options(empty=90, black=10, grey=0, own_swaps=10, other_swaps=10, out=0, turns=1010)
    """
    c = _core.pentagame.options(position, player)
    return Options(c.empty, c.black, c.grey, c.own_swaps, c.other_swaps, c.out, c.turns)


def path_kinds(position: _core.Position, player: int | None = None) -> tuple[Path, ...]:
    """Return what each straight run out of a seat's pieces meets (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    player : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    tuple of Path
        Four for a piece on a node, two for one on a line.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.path_kinds(ff.rules("pentagame").start())[2]
    Path(piece='0a', stop='A', towards='c', end='c', kind='blocked')
    """
    return tuple(
        Path(run.piece, run.stop, run.towards, run.end, run.kind)
        for run in _core.pentagame.path_kinds(position, player)
    )


def pinned(position: _core.Position) -> tuple[Pin, ...]:
    """Name the pieces that hold an enemy piece back from its goal (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of Pin
        A piece is pinned if without it an enemy piece could reach its goal in one move, which it
        cannot now. Partners do not pin each other.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.pinned(ff.rules("pentagame").start())
    ()
    """
    return tuple(Pin(pin.piece, pin.stop, pin.by) for pin in _core.pentagame.pinned(position))


def phase(position: _core.Position) -> str:
    """Name the phase of the game (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    str
        ``"opening"`` during the first two turns of each seat, but never of a position that was set up;
        then ``"early"``; ``"middle"`` once a piece is out or every black block has been lifted from
        the crossing where it lay; ``"end"`` once a piece is out and a seat (team) lacks at most one
        point; ``"over"``.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.phase(ff.rules("pentagame").start())
    'opening'
    """
    return _core.pentagame.phase(position)


def opening_type(game: _core.Position | Sequence[str], player: int = 0) -> str:
    """Name the type of a player's first two turns, up to turning and mirroring (N21).

    Parameters
    ----------
    game : Position or sequence of str
        A position that remembers how it came about, or two turns in notation.
    player : int
        The player, if `game` is a position.

    Returns
    -------
    str
        ``"1a"`` (running rabbit), ``"1b"`` (fork), ``"2a"`` to ``"2e"``, ``"3a"`` to ``"3d"``,
        ``"4a"`` to ``"4i"``, or ``"other"``; also ``"other"`` before the second turn and after a
        set-up (E8).

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError
        A turn cannot be read.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.opening_type(["a,b(A<->B)", "c,d(C<->D)"])
    '1b'
    """
    turns = _core.pentagame.first_turns(game, player, 2) if isinstance(game, _core.Position) else list(game)
    return _core.pentagame.opening_type(turns[0], turns[1]) if len(turns) >= 2 else "other"
