"""What holds of the star and of openings whatever the position: shortest paths, shapes, types (N18, N21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from fivefold import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Opening", "constellations", "nickname", "openings", "shape", "shortest_paths", "superior"]


class Opening(NamedTuple):
    """A type of opening.

    Attributes
    ----------
    type : str
        ``"1a"`` to ``"4i"``.
    pattern : str
        What the two turns are, swaps (S) or replaces (R): ``"SxS"``, ``"SxR"``, ``"RxS"``, ``"RxR"``.
    nickname : str or None
        What players call it.
    recommended : bool
        Whether the source recommends it; the others stand in brackets there.
    first, second : str
        The two turns, without the blocks.
    sequences : int
        Pairs of turns of this type: the images under turning and mirroring.
    """

    type: str
    pattern: str
    nickname: str | None
    recommended: bool
    first: str
    second: str
    sequences: int


def shortest_paths(rules: _core.Rules | str, stop: str, colour: str) -> int:
    """Count the shortest paths from a stop to the goal of a colour on an empty board (N21).

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.
    stop : str
        Where the paths begin.
    colour : str
        The colour whose crossing they lead to: ``"a"``.

    Returns
    -------
    int
        1 on the crossing itself.

    Raises
    ------
    WrongGameError
        The rules are of another game.
    FivefoldError
        There is no such stop or colour on the star.

    Examples
    --------
    >>> import fivefold as ff
    >>> [ff.pentagame.shortest_paths(ff.rules("pentagame"), stop, "a") for stop in ("A", "d", "B")]
    [6, 1, 2]
    """
    return _core.pentagame.shortest_paths(rules, stop, colour)


def shape(goals: str | Sequence[str]) -> Literal["adjacent", "across", "obtuse", "acute"]:
    """Name the shape of two or three goals on the star of five (N18, N21).

    Parameters
    ----------
    goals : str or sequence of str
        Two or three different letters of ``a`` to ``e``, in any order.

    Returns
    -------
    {"adjacent", "across", "obtuse", "acute"}
        Two letters are adjacent if they are neighbours, ``e`` and ``a`` too, else across; three are
        obtuse if they are consecutive, else acute.

    Raises
    ------
    FivefoldError
        There are not two or three different letters.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.shape("ea"), ff.pentagame.shape("abd")
    ('adjacent', 'acute')
    """
    return _core.pentagame.shape("".join(goals))


def superior(goals: str | Sequence[str]) -> bool:
    """Return whether three goals, in the order of leaving, make a superior win (N18).

    Parameters
    ----------
    goals : str or sequence of str
        Three different letters of ``a`` to ``e``.

    Returns
    -------
    bool
        Whether the first two are adjacent and all three acute, or across and obtuse.

    Raises
    ------
    FivefoldError
        There are not three different letters.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.superior("abd"), ff.pentagame.superior("abc")
    (True, False)
    """
    return _core.pentagame.superior("".join(goals))


def constellations() -> dict[str, int]:
    """Count the end constellations by result, up to turning and mirroring (N21, N22).

    Returns
    -------
    dict of str to int
        Pairs of the winner's three goals and the loser's goals on the star of five.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.constellations()
    {'3:0': 2, '3:1': 6, '3:2': 12, '3:3': 12}
    """
    return _core.pentagame.constellations()


def nickname(type: str) -> str | None:
    """Return the name that players use for a type of opening (N21).

    Parameters
    ----------
    type : str
        A type as `opening_type` gives it.

    Returns
    -------
    str or None
        None where there is none: for ``"other"``.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.nickname("2e")
    'little rabbit'
    """
    return _core.pentagame.nickname(type)


def openings() -> tuple[Opening, ...]:
    """List the types of openings (N21).

    Returns
    -------
    tuple of Opening
        Twenty, of which twelve are recommended. The numbers of sequences are counted here: 200 in
        all. (The source's 115, 195 and 1380 count other things together.)

    Examples
    --------
    >>> import fivefold as ff
    >>> fork = ff.pentagame.openings()[1]
    >>> fork.type, fork.pattern, fork.nickname, fork.second
    ('1b', 'SxS', 'fork', 'c,d(C<->D)')
    >>> sum(opening.sequences for opening in ff.pentagame.openings())
    200
    """
    return tuple(
        Opening(one.kind, one.pattern, one.nickname, one.recommended, one.first, one.second, one.sequences)
        for one in _core.pentagame.openings()
    )
