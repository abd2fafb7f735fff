"""Who is ahead, who can leave, who holds whom in a position of Pentagame (N21).

"Reaches" means in one move (N7). What a seat could do is asked of the board as it stands, as if the
seat began a turn; die, cards and ko are left aside. Every function raises WrongGameError for a
position of another game, and FivefoldError where a seat is left out and nobody is to decide.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from fivefold import _core

__all__ = [
    "Heat",
    "Placed",
    "Side",
    "Tie",
    "chirality",
    "fork",
    "groups",
    "heat",
    "heat_of",
    "impasse",
    "leaving",
    "looming",
    "relative",
    "tied",
]


class Heat(NamedTuple):
    """Sums of temperatures, or their difference.

    Attributes
    ----------
    moves : int
        Moves to the goals while everything else stands still.
    stops : int
        Steps to the goals on an empty board.
    """

    moves: int
    stops: int


class Placed(NamedTuple):
    """A piece and where it stands.

    Attributes
    ----------
    piece : str
        Owner's seat and colour, ``"0a"``.
    stop : str
        Its stop.
    """

    piece: str
    stop: str


class Tie(NamedTuple):
    """A piece at which another's straight run ends.

    Attributes
    ----------
    piece : str
        The tied piece: owner's seat and colour.
    stop : str
        Where it stands, alone.
    by : str
        The piece whose run ends there.
    """

    piece: str
    stop: str
    by: str


class Side(NamedTuple):
    """On which side of the axis of its colour a piece stands.

    Attributes
    ----------
    piece : str
        Owner's seat and colour.
    stop : str
        Where it stands.
    side : {"left", "right"} or None
        ``"left"``: clockwise of the corner of its colour (dextral), ``"right"``: the other side
        (sinistral); None on the axis through that corner and the goal.
    """

    piece: str
    stop: str
    side: Literal["left", "right"] | None


def heat_of(position: _core.Position, seat: int | None = None) -> Heat:
    """Sum the temperatures of a seat's pieces on the board (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        Whose pieces; the seat to decide if left out; -1: all pieces, the heat of the game.

    Returns
    -------
    Heat
        Moves and stops to the goals, as `temperature` counts them for each piece.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> start = ff.rules("pentagame").start()
    >>> ff.pentagame.heat_of(start), ff.pentagame.heat_of(start, -1)
    (Heat(moves=15, stops=75), Heat(moves=30, stops=150))
    """
    heat = _core.pentagame.heat_of(position, seat)
    return Heat(heat.moves, heat.stops)


def heat(position: _core.Position, actions: str) -> Heat:
    """Measure how much nearer actions bring the seat to decide to its goals (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    actions : str
        One or more actions in notation, joined by ``" & "``.

    Returns
    -------
    Heat
        `heat_of` the seat before the actions minus `heat_of` it after them: positive is hot, negative cold.

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError, IllegalMoveError
        The actions cannot be played.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.heat(ff.rules("pentagame").start(), "a,b(A<->B)")
    Heat(moves=2, stops=8)
    """
    before, seat = heat_of(position), position.player
    after = heat_of(position.play(actions), seat)
    return Heat(before.moves - after.moves, before.stops - after.stops)


def relative(position: _core.Position) -> dict[str, tuple[int, ...]]:
    """Name for each colour the seats whose piece of it is ahead (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    dict of str to tuple of int
        The seats whose piece needs the fewest moves to the goal and, of these, the fewest stops. A
        piece that is out is ahead of every piece on the board. Equal pieces are listed together.
        Empty with five players of one colour each.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.relative(ff.rules("pentagame").start().play("a(A->A-1-B)"))
    {'a': (0,), 'b': (0, 1), 'c': (0, 1), 'd': (0, 1), 'e': (0, 1)}
    """
    return {colour: tuple(seats) for colour, seats in _core.pentagame.relative(position).items()}


def _placed(pieces: list[_core.pentagame.PlacedPiece]) -> tuple[Placed, ...]:
    return tuple(Placed(one.piece, one.stop) for one in pieces)


def leaving(position: _core.Position, seat: int | None = None) -> tuple[Placed, ...]:
    """Name the pieces of a seat that would leave by some action, if it were to move (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    tuple of Placed
        Pieces that wait on their goals if there are any, for then nothing else may move (N10); else
        all that reach their goals, with ``double_exit`` also those brought home by an own swap. By
        colour; alike pieces on one stop once.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> turns = ["a,b(A<->B)", "d(D->b) & [E-3-b]", "a,c(B<->C)"]
    >>> ff.pentagame.leaving(ff.rules("pentagame").start().play_all(turns), 0)
    (Placed(piece='0a', stop='C'),)
    """
    return _placed(_core.pentagame.leaving(position, seat))


def fork(position: _core.Position, seat: int | None = None) -> bool:
    """Return whether two or more pieces of a seat could leave if it were to move (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    bool
        Whether `leaving` names two or more.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> turns = ["a,b(A<->B)", "e,a(E<->A)", "c,d(C<->D)", "e(A->A-1-B)", "a,d(B<->C)"]
    >>> ff.pentagame.fork(ff.rules("pentagame").start().play_all(turns), seat=0)
    True
    """
    return len(leaving(position, seat)) >= 2


def looming(position: _core.Position, seat: int | None = None) -> tuple[Placed, ...]:
    """Name the leaving pieces of a seat whose goal holds a black block (N21).

    By such an exit the seat sets that block besides its own: an abracadabra (N8).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    tuple of Placed
        Those of `leaving`, in the same order.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> turns = ["a,b(A<->B)", "d(D->b) & [E-3-b]", "a,c(B<->C)"]
    >>> ff.pentagame.looming(ff.rules("pentagame").start().play_all(turns), 0)
    (Placed(piece='0a', stop='C'),)
    """
    return _placed(_core.pentagame.looming(position, seat))


def tied(position: _core.Position) -> tuple[Tie, ...]:
    """Name the pieces at which a straight run of another player's piece ends (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of Tie
        A piece that stands alone on its stop, with each piece of another player, not of a partner,
        that runs into it. A run that ends on its own goal is left out, because it cuts nothing off. By
        seat, colour and stop, then by the other piece.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> turns = ["a,b(A<->B)", "d(D->b) & [E-3-b]"]
    >>> ff.pentagame.tied(ff.rules("pentagame").start().play_all(turns))[-1]
    Tie(piece='1d', stop='b', by='0d')
    """
    return tuple(Tie(tie.piece, tie.stop, tie.by) for tie in _core.pentagame.tied(position))


def chirality(position: _core.Position) -> tuple[Side, ...]:
    """Return on which side of the axis of its colour every piece stands (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of Side
        For every piece on the board, by seat, colour, stop.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> sides = ff.pentagame.chirality(ff.rules("pentagame").start().play("a,b(A<->B)"))
    >>> [side.side for side in sides[:3]]
    ['left', 'right', None]
    """
    return tuple(Side(one.piece, one.stop, one.side) for one in _core.pentagame.chirality(position))


def groups(position: _core.Position, seat: int | None = None) -> tuple[tuple[Placed, ...], ...]:
    """Sort the pieces of a seat into groups that reach each other (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    tuple of tuple of Placed
        Pieces on one stop, or of which one reaches the other's stop, closed under chains. A group of
        one is isolated.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> pos = ff.rules("pentagame").start().play("d(D->b) & [E-3-b]")
    >>> [len(group) for group in ff.pentagame.groups(pos, seat=0)]
    [4, 1]
    """
    return tuple(map(_placed, _core.pentagame.groups(position, seat)))


def impasse(position: _core.Position, seat: int | None = None) -> bool:
    """Return whether no piece of a seat can come home while all others' pieces stand still (N21).

    Parameters
    ----------
    position : Position
        A position of Pentagame.
    seat : int, optional
        The seat; by default the one to decide.

    Returns
    -------
    bool
        Whether it has pieces, and none of them reaches its goal by any number of its own moves,
        replaces and own swaps. A stop is closed if it holds others' pieces and none of the seat's own;
        blocks never close a stop.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.impasse(ff.rules("pentagame").start())
    False
    """
    return _core.pentagame.impasse(position, seat)
