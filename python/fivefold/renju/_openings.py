"""The 26 openings (R10)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from fivefold import _core


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
        """Return code and name."""
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


def opening_name(position: _core.Position) -> OpeningName | None:
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
    found = _core.renju.opening_name(position)
    return None if found is None else OpeningName(found.code, found.name)


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
    for one in _core.renju.openings():
        moves = ("h8", _step(one.second), _step(one.third))
        kind: Literal["direct", "indirect"] = "direct" if one.code.startswith("D") else "indirect"
        found.append(Opening(one.code, one.name, kind, moves, start.play_all(moves)))
    return found


def _step(step: tuple[int, int]) -> str:
    """Name the point that lies a step (right, up) from h8."""
    return f"{chr(ord('h') + step[0])}{8 + step[1]}"
