"""What stands on the board of Pentagame, what is due, and set-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fivefold import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "board",
    "cards",
    "dice",
    "due",
    "points",
    "position",
    "supply",
]


def board(position: _core.Position) -> dict[str, list[str]]:
    """Describe what stands where.

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    dict of str to list of str
        Stops that are not empty, each with what it holds, sorted: ``"black"``, ``"grey"``, or
        pieces as owner's seat and colour. `position` reads it back.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.board(ff.rules("pentagame").start().play("a,b(A<->B)"))["A"]
    ['0b', '1a']
    """
    return _core.pentagame.board(position)


def position(
    board: Mapping[str, str | Sequence[str]],
    rules: _core.Rules | str,
    player: int = 0,
    points: Sequence[int] | None = None,
) -> _core.Position:
    """Set up a position (E8).

    The ko remembers nothing, and the supply holds the grey blocks that are not on the board.

    Parameters
    ----------
    board : mapping of str to str or sequence of str
        What the stops hold: ``"black"``, ``"grey"``, pieces such as ``"0a"``. Only corners hold
        several pieces.
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.
    player : int
        The seat to decide.
    points : sequence of int, optional
        Points made so far, by seat; 0 by default. A seat cannot have more points than pieces
        off the board.

    Returns
    -------
    Position
        A position without a past. With dice it begins with the roll.

    Raises
    ------
    SetupError
        The board is impossible (E8), or names a stop that does not exist (N2).

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pentagame")
    >>> pos = ff.pentagame.position({"A": ["0a", "1a"], "d": "black", "D-1-a": "grey"}, rules)
    >>> ff.pentagame.supply(pos), pos.action("a(A->d)") in pos.legal_actions()
    (4, True)
    """
    if not isinstance(board, Mapping):
        raise _core.FivefoldError(
            f"board={board!r:.60} is refused: it takes a mapping of stops to what they hold"
        )
    lists: dict[str, list[str]] = {}
    for stop, held in board.items():
        if not isinstance(held, Iterable):
            raise _core.FivefoldError(
                f"{held!r:.60} on {stop!r:.60} is refused: it takes text, or several in a list"
            )
        lists[stop] = [held] if isinstance(held, str) else list(held)
    return _core.pentagame.position(lists, rules, player, points)


def points(position: _core.Position) -> tuple[int, ...]:
    """Count the pieces that each seat has brought out, also while the game runs.

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of int
        By seat; with teams each member's own.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.points(ff.rules("pentagame").start())
    (0, 0)
    """
    return tuple(_core.pentagame.points(position))


def supply(position: _core.Position) -> int:
    """Count the grey blocks that are not on the board (N4), including one in hand.

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    int
        0 to the number of letters of the star; 0 with ``exit_block="black"`` (N8).

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.supply(ff.rules("pentagame").start())
    5
    """
    return _core.pentagame.supply(position)


def due(position: _core.Position) -> str:
    """Name the decision due.

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    str
        ``"move"`` (also a forced exit or a pass), ``"black"``, ``"grey"``, ``"lift"``, ``"card"``,
        ``"roll"``, ``"over"``.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.due(ff.rules("pentagame").start().play("a(A->d)"))
    'black'
    """
    return _core.pentagame.due(position)


def cards(position: _core.Position) -> tuple[str, ...]:
    """Name the cards that each seat still holds (N13).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of str
        By seat, letters in the order ``"JQKAN"``; empty without cards.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.cards(ff.rules("pentagame", cards=True).start())
    ('JQKA', 'JQKA')
    """
    return tuple(_core.pentagame.cards(position))


def dice(position: _core.Position) -> tuple[str | None, ...]:
    """Name the colours that each seat's dice show (N13).

    Parameters
    ----------
    position : Position
        A position of Pentagame.

    Returns
    -------
    tuple of str or None
        By seat, a letter for each die, sorted: ``"c"``, ``"ad"``; None where nothing is rolled.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.dice(ff.rules("pentagame", dice="before").start().play("roll c"))
    ('c', None)
    """
    return tuple(_core.pentagame.dice(position))
