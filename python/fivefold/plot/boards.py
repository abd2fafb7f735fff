"""Boards as figures: one, many, and one coloured by values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from fivefold._core import FivefoldError, Position, Record, Rules
from fivefold.draw import Theme, scene
from fivefold.draw.overlay import values_of
from fivefold.draw.shapes import HEAT, TEXTS, Style, Text
from fivefold.draw.theme import theme_of

from . import _paint

if TYPE_CHECKING:
    from matplotlib.colors import Colormap


def board(
    subject: Position | Record, ax: Axes | None = None, *, theme: str | Theme = "light", **overlays: Any
) -> Axes:
    """Draw a position, or the position that a record stands at.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    ax : matplotlib.axes.Axes, optional
        Where; the current axes by default.
    theme : str or Theme
        A theme of `fivefold.draw`.
    **overlays
        What `fivefold.draw.svg` takes: `heat`, `numbers`, `letters`, `arrows`, `legal`, `caption` ...

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        As `fivefold.draw.svg` does.

    Examples
    --------
    >>> import fivefold as ff
    >>> from matplotlib.figure import Figure
    >>> from fivefold import plot
    >>> ax = plot.board(ff.rules("pah_tum").start(seed=1), Figure().subplots())
    """
    return _paint.paint(scene(subject, theme=theme, **overlays), ax)


def grid(
    subjects: Iterable[Position | Record],
    ax: Axes | None = None,
    *,
    columns: int | None = None,
    titles: Sequence[str] | None = None,
    theme: str | Theme = "light",
    **overlays: Any,
) -> Axes:
    """Draw many positions side by side: a contact sheet.

    Parameters
    ----------
    subjects : iterable of Position or Record
        What to draw, row by row.
    ax : matplotlib.axes.Axes, optional
        Where; the current axes by default.
    columns : int, optional
        Boards in a row; about as many as there are rows by default.
    titles : sequence of str, optional
        A title above each board.
    theme, **overlays
        As in `board`; without captions and coordinates unless asked for.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If there is nothing to draw, or the titles are not as many as the boards.
    """
    overlays = {"caption": False, "coordinates": False, **overlays}
    scenes = [scene(subject, theme=theme, **overlays) for subject in subjects]
    if not scenes:
        raise FivefoldError("a grid of no positions is refused: it takes at least one")
    if titles is not None and len(titles) != len(scenes):
        raise FivefoldError(f"{len(titles)} titles are refused: there are {len(scenes)} boards")
    if columns is not None and columns < 1:
        raise FivefoldError(f"columns={columns} is refused: it takes at least 1")
    ax = _paint.axes(ax)
    across = min(columns or math.ceil(math.sqrt(len(scenes))), len(scenes))
    room = 0.0 if titles is None else 0.09 * max(picture.width for picture in scenes)
    gap = 0.03 * max(picture.width for picture in scenes)
    wide = max(picture.width for picture in scenes) + gap
    high = max(picture.height for picture in scenes) + gap + room
    ink = Style(theme_of(theme).label)
    for number, picture in enumerate(scenes):
        right, down = wide * (number % across), high * (number // across) + room
        if titles is not None:
            picture.add(TEXTS, Text(picture.width / 2, -room / 2, str(titles[number]), 0.6 * room, ink))
        _paint.add(picture, ax, right, down)
    _paint.frame(ax, wide * across - gap, high * math.ceil(len(scenes) / across) - gap)
    return ax


def heatmap(
    values: ArrayLike,
    subject: Position | Record | Rules,
    ax: Axes | None = None,
    *,
    cmap: str | Colormap | None = None,
    colorbar: bool = True,
    theme: str | Theme = "light",
    **overlays: Any,
) -> Axes:
    """Colour every point of a board by a value, with matplotlib's colour maps.

    Parameters
    ----------
    values : array_like
        A number for each point: `[rows, columns]` or flat; Pentagame `[stops]`.
    subject : Position, Record or Rules
        The board to colour; of rules the start.
    ax : matplotlib.axes.Axes, optional
        Where; the current axes by default.
    cmap : str or Colormap, optional
        rcParams' `image.cmap` by default.
    colorbar : bool
        A scale beside the board.
    theme, **overlays
        As in `board`; without a caption unless asked for.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If the values do not fit the board, or one is NaN or infinite.
    """
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Circle, Patch, Rectangle

    shown = subject.start(seed=0) if isinstance(subject, Rules) else subject
    picture = scene(shown, theme=theme, **{"caption": False, **overlays})
    flat = values_of(picture, values, "a heat map")
    ax = _paint.paint(picture, ax)
    patches: list[Patch] = []
    for x, y, r in picture.spots:
        patches.append(Rectangle((x - r, y - r), 2 * r, 2 * r) if picture.square else Circle((x, y), r))
    collection = PatchCollection(patches, cmap=cmap, linewidths=0, alpha=0.85)
    collection.set_array(flat)
    collection.set_zorder(_paint.rank(HEAT))  # above the lines, below the stones
    ax.add_collection(collection, autolim=False)
    figure = ax.get_figure()
    if colorbar and figure is not None:
        figure.colorbar(collection, ax=ax, shrink=0.8)
    return ax
