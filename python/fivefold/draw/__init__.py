"""Pictures of positions and games as SVG text and self-contained HTML, without any dependency.

`svg` draws a position or a record, with what you lay over it; `html` makes a viewer of a record. What a
notebook shows for a position or a record comes from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fivefold._core import FivefoldError, Position, Record
from fivefold._guard import guarded

from . import grid, overlay, pentagame
from .reading import move_numbers, point_actions, threat_words, view_of
from .shapes import Scene, Svg, to_svg
from .theme import THEMES, Stone, Theme, theme_of
from .viewer import Html, Pictures, html

__all__ = ["THEMES", "Html", "Pictures", "Scene", "Stone", "Svg", "Theme", "html", "scene", "svg"]


def scene(
    subject: Position | Record,
    *,
    theme: str | Theme = "light",
    coordinates: bool = True,
    caption: bool = True,
    forbidden: bool | None = None,
    legal: bool = False,
    ways: str | None = None,
    heat: ArrayLike | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
    centre: float | None = None,
    numbers: ArrayLike | bool | None = None,
    letters: Mapping[Any, object] | None = None,
    arrows: Iterable[Any] = (),
    threats: bool | int = False,
    title: str | None = None,
) -> Scene:
    """Build a picture as shapes: what `svg` writes and `fivefold.plot` paints.

    Parameters
    ----------
    subject, theme, coordinates, caption, forbidden, legal, ways
        As in `svg`.
    heat, vmin, vmax, centre, numbers, letters, arrows, threats, title
        As in `svg`.

    Returns
    -------
    Scene
        The picture.

    Raises
    ------
    FivefoldError
        As `svg` does.

    Examples
    --------
    >>> import fivefold as ff
    >>> picture = ff.draw.scene(ff.rules("pente").start().play("j10"))
    >>> picture.names[180], len(picture.spots), picture.shape
    ('j10', 361, (19, 19))
    """
    colours = theme_of(theme)
    view = view_of(subject, forbidden, ways)
    if title is not None:
        view.title = str(title)
    if isinstance(view, grid.GridView):
        picture = grid.scene_of(view, colours, coordinates, caption)
    else:
        picture = pentagame.scene_of(view, colours, coordinates, caption)
    if heat is not None:
        overlay.heat(picture, colours, heat, vmin, vmax, centre)
    if legal:
        overlay.targets(picture, colours, point_actions(subject))
    if numbers is True:
        numbers = move_numbers(subject, picture.shape)
    if numbers is not None and numbers is not False:
        overlay.numbers(picture, colours, numbers)
    if letters is not None:
        overlay.letters(picture, colours, letters)
    if threats is not False:
        overlay.letters(picture, colours, threat_words(subject, threats))
    overlay.arrows(picture, colours, arrows)
    if title:
        overlay.heading(picture, colours, str(title))
    return picture


def svg(
    subject: Position | Record,
    *,
    theme: str | Theme = "light",
    size: float = 480.0,
    coordinates: bool = True,
    caption: bool = True,
    forbidden: bool | None = None,
    legal: bool = False,
    ways: str | None = None,
    heat: ArrayLike | None = None,
    vmin: float | None = None,
    vmax: float | None = None,
    centre: float | None = None,
    numbers: ArrayLike | bool | None = None,
    letters: Mapping[Any, object] | None = None,
    arrows: Iterable[Any] = (),
    threats: bool | int = False,
    title: str | None = None,
) -> Svg:
    """Draw a position, or the position that a record stands at, as SVG text.

    The last move, captured stones, the winning row, forbidden points (Renju) and the scores of rows
    (Pah-Tum) are shown without being asked for. The same arguments give the same text.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    theme : str or Theme
        `"light"`, `"dark"`, `"print"` (black and white), `"colour-blind"`, or a theme of your own.
    size : float
        Width in pixels; the height follows.
    coordinates : bool
        Letters and numbers at the edge of the board.
    caption : bool
        A line below the board: who is to move or how the game ended, captures, points.
    forbidden : bool, optional
        Mark forbidden points of Renju by kind, 33, 44 or 6+; None marks them where the player to move is
        bound by them.
    legal : bool
        A dot on each point where one may play.
    ways : str, optional
        A piece of Pentagame, as its colour `"a"` (of the seat to move) or `"1a"`: where it can go.
    heat : array_like, optional
        A number for each point, `[rows, columns]` or flat (Pentagame: `[stops]`): visits, a policy,
        frequencies. Zero shows the board; numbers below zero take the cool colours. NaN means no data:
        the point is struck out.
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
        Written above the board, and said by screen readers instead of the game and its number of turns.

    Returns
    -------
    Svg
        Text, one `<svg>` element with `<title>` and `<desc>`, which a notebook shows as a picture.

    Raises
    ------
    FivefoldError
        If the theme is unknown, an overlay does not fit the board, holds infinity (or NaN, which heat alone
        may hold), or names a point that the board lacks. `WrongGameError` where
        `threats` is asked of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold import draw
    >>> picture = draw.svg(ff.rules("gomoku").start().play("h8"), theme="print", letters={"i9": "A"})
    >>> picture.startswith("<svg") and "Black stones: h8." in picture
    True
    """
    if isinstance(size, bool) or not isinstance(size, (int, float, np.number)) or not 1 <= size <= 20_000:
        raise FivefoldError(f"size {size!r:.60} is refused: it takes 1 to 20000 pixels")
    picture = scene(
        subject,
        theme=theme,
        coordinates=coordinates,
        caption=caption,
        forbidden=forbidden,
        legal=legal,
        ways=ways,
        heat=heat,
        vmin=vmin,
        vmax=vmax,
        centre=centre,
        numbers=numbers,
        letters=letters,
        arrows=arrows,
        threats=threats,
        title=title,
    )
    return to_svg(picture, float(size))


__dir__ = __all__.copy

guarded(globals())
