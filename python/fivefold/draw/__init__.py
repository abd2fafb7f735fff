"""Pictures of positions and games as SVG text and self-contained HTML, without any dependency.

`svg` draws a position or a record, with what you lay over it; `html` makes a viewer of a record. What a
notebook shows for a position or a record comes from here.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np

from fivefold._arguments import check_options
from fivefold._core import FivefoldError, Position, Record
from fivefold._guard import guarded

from . import grid, overlay, pentagame
from .options import DrawOptions
from .reading import action_heat, move_numbers, point_actions, threat_words, view_of
from .shapes import Scene, Svg, to_svg
from .theme import THEMES, Stone, Theme, get_theme
from .viewer import Html, Pictures, html

__all__ = [
    "THEMES",
    "DrawOptions",
    "Html",
    "Pictures",
    "Scene",
    "Stone",
    "Svg",
    "Theme",
    "html",
    "scene",
    "svg",
]


def scene(subject: Position | Record, **options: Unpack[DrawOptions]) -> Scene:
    """Build a picture as shapes: what `svg` writes and `fivefold.plot` paints.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    **options
        Those of `DrawOptions`.

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
    check_options("scene", options, DrawOptions)
    colours = get_theme(options.get("theme", "light"))
    view = view_of(subject, options.get("forbidden"), options.get("paths"))
    title = options.get("title")
    if title is not None:
        view.title = str(title)
    heat, numbers, letters = options.get("heat"), options.get("numbers"), options.get("letters")
    by_action = None if heat is None else action_heat(subject, heat)
    if by_action is not None:
        heat = by_action.points
        view.status += "".join(f"; {move}: {value:.3g}" for move, value in by_action.elsewhere[:3])
    coordinates, caption = options.get("coordinates", True), options.get("caption", True)
    if isinstance(view, grid.GridView):
        picture = grid.scene_of(view, colours, coordinates, caption)
    else:
        picture = pentagame.scene_of(view, colours, coordinates, caption)
    if heat is not None:
        ends = options.get("vmin"), options.get("vmax"), options.get("centre")
        overlay.heat(picture, colours, heat, *ends)
    if options.get("legal"):
        overlay.targets(picture, colours, point_actions(subject))
    if numbers is True:
        numbers = move_numbers(subject, picture.shape)
    if numbers is not None and numbers is not False:
        counted = action_heat(subject, numbers)
        numbers = numbers if counted is None else counted.points
        overlay.numbers(picture, colours, numbers)
    if letters is not None:
        overlay.letters(picture, colours, letters)
    threats = options.get("threats", False)
    if threats is not False:
        overlay.letters(picture, colours, threat_words(subject, threats))
    overlay.arrows(picture, colours, by_action.arrows if by_action is not None else ())
    overlay.arrows(picture, colours, options.get("arrows", ()))
    if title:
        overlay.heading(picture, colours, str(title))
    return picture


def svg(subject: Position | Record, *, size: float = 480.0, **options: Unpack[DrawOptions]) -> Svg:
    """Draw a position, or the position that a record stands at, as SVG text.

    The last move, captured stones, the winning row, forbidden points (Renju) and the scores of rows
    (Pah-Tum) are always shown. The same arguments give the same text.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    size : float
        Width in pixels; the height follows.
    **options
        Those of `DrawOptions`: `theme`, `caption`, `coordinates`, `title`, and what is laid over the board,
        such as `heat`, `numbers`, `letters`, `arrows`, `legal` and `threats`.

    Returns
    -------
    Svg
        Text, one `<svg>` element with `<title>` and `<desc>`, which a notebook shows as a picture.

    Raises
    ------
    FivefoldError
        If the theme is unknown, an overlay does not fit the board, holds infinity (or NaN, which heat alone
        may hold), or names a point that the board lacks. `WrongGameError` where
        `threats` is used with another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold import draw
    >>> picture = draw.svg(ff.rules("gomoku").start().play("h8"), theme="print", letters={"i9": "A"})
    >>> picture.startswith("<svg") and "Black stones: h8." in picture
    True
    """
    check_options("svg", options, DrawOptions)
    if isinstance(size, bool) or not isinstance(size, (int, float, np.number)) or not 1 <= size <= 20_000:
        raise FivefoldError(f"size {size!r:.60} is refused: it takes 1 to 20000 pixels")
    return to_svg(scene(subject, **options), float(size))


__dir__ = __all__.copy

guarded(globals())
