"""How a board is drawn, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from numpy.typing import ArrayLike

from .theme import Theme

__all__ = ["DrawOptions"]


class DrawOptions(TypedDict, total=False):
    """Options of every picture of a board, for `svg`, `scene` and `fivefold.plot`: as a dict, or by name.

    Attributes
    ----------
    theme : str or Theme
        `"light"` (the default), `"dark"`, `"print"` (black and white), `"colour-blind"`, or a theme of your
        own.
    coordinates : bool
        Letters and numbers at the edge of the board, by default shown.
    caption : bool
        A line below the board, by default shown: who is to move or how the game ended, captures, points.
    forbidden : bool, optional
        Mark forbidden points of Renju by kind, 33, 44 or 6+; None marks them where the player to move is
        bound by them.
    legal : bool
        A dot on each point where one may play.
    paths : str, optional
        A piece of Pentagame, as its colour `"a"` (of the seat to move) or `"1a"`: where it can go.
    heat : array_like, optional
        A number for each point, `[rows, columns]` or flat (Pentagame: `[stops]`), or for each action,
        `[num_actions]`: visits, a policy, frequencies. Of actions the legal ones count, summed by the point
        or stop where they end; arrows show the five strongest moves of pieces, and the caption names the
        three strongest actions that end on no point. Zero shows the board; numbers below zero take the cool
        colours. NaN means no data: the point is struck out.
    vmin, vmax : float, optional
        Ends of the heat map's scale, so that several pictures can share one; what lies beyond takes the
        colour of the end. By default 0 and the greatest value, or both ends as far from the centre where
        a value is below it.
    centre : float, optional
        The value that shows the board, with warm colours above it and cool ones below; 0 by default, or
        ``vmin`` where that is not below 0.
    numbers : array_like or bool, optional
        A number for each point, shaped as `heat`, 0 for none; True writes the number of each stone's move.
    letters : mapping, optional
        Texts by point: `{"h8": "A"}`. A point is a name or a number.
    arrows : iterable
        `(from, to)`, or `(from, to, weight)` with a weight of 0 to 1.
    threats : bool or int
        In games in which rows of stones win: what the next stone of a seat would make on each point, 5,
        C (the last capture), S4 (a straight four), 44, 43, 4, 33 or 3 (`fivefold.search.threats`). True is
        the seat to move.
    title : str, optional
        Written above the board, and read out by screen readers instead of the game and its number of turns.

    Examples
    --------
    >>> import fivefold as ff
    >>> look: ff.draw.DrawOptions = {"theme": "print", "caption": False}
    >>> position = ff.rules("gomoku").start().play("h8")
    >>> ff.draw.svg(position, **look) == ff.draw.svg(position, theme="print", caption=False)
    True
    """

    theme: str | Theme
    coordinates: bool
    caption: bool
    forbidden: bool | None
    legal: bool
    paths: str | None
    heat: ArrayLike | None
    vmin: float | None
    vmax: float | None
    centre: float | None
    numbers: ArrayLike | bool | None
    letters: Mapping[Any, object] | None
    arrows: Iterable[Any]
    threats: bool | int
    title: str | None
