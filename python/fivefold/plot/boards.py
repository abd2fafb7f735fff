"""Boards as figures: one, many, and one coloured by values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Unpack

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from fivefold._arguments import check_options
from fivefold._core import FivefoldError, Position, Record, Rules
from fivefold.draw import DrawOptions, scene
from fivefold.draw.overlay import scale_of, values_of
from fivefold.draw.reading import action_heat
from fivefold.draw.shapes import HEAT, TEXTS, Style, Text
from fivefold.draw.theme import get_theme

from . import _paint

if TYPE_CHECKING:
    from matplotlib.colors import Colormap, Normalize


def board(subject: Position | Record, ax: Axes | None = None, **options: Unpack[DrawOptions]) -> Axes:
    """Draw a position, or the position that a record stands at.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    **options
        Those of `fivefold.draw.DrawOptions`: `theme`, `heat`, `numbers`, `letters`, `arrows`, `caption` ...

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
    check_options("board", options, DrawOptions)
    return _paint.paint(scene(subject, **options), ax)


def grid(
    subjects: Iterable[Position | Record],
    ax: Axes | None = None,
    *,
    columns: int | None = None,
    titles: Sequence[str] | None = None,
    **options: Unpack[DrawOptions],
) -> Axes:
    """Draw many positions side by side: a contact sheet.

    Parameters
    ----------
    subjects : iterable of Position or Record
        The boards, row by row.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    columns : int, optional
        Boards in a row; about as many as there are rows by default.
    titles : sequence of str, optional
        A title above each board.
    **options
        As in `board`; captions and coordinates are off by default.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If there is nothing to draw, or the titles are not as many as the boards.

    Examples
    --------
    >>> import fivefold as ff
    >>> openings = [ff.rules("renju").start().play_all(["h8", second, "h10"]) for second in ("h9", "i9")]
    >>> ax = ff.plot.grid(openings, titles=["direct", "indirect"])
    """
    check_options("grid", options, DrawOptions)
    look: DrawOptions = {"caption": False, "coordinates": False}
    look.update(options)
    scenes = [scene(subject, **look) for subject in subjects]
    if not scenes:
        raise FivefoldError("a grid of no positions is refused: it takes at least one")
    if titles is not None and len(titles) != len(scenes):
        raise FivefoldError(f"{len(titles)} titles are refused: there are {len(scenes)} boards")
    if columns is not None and columns < 1:
        raise FivefoldError(f"columns={columns} is refused: it takes at least 1")
    ax = _paint.axes(ax)
    across = min(columns or math.ceil(math.sqrt(len(scenes))), len(scenes))
    margin = 0.0 if titles is None else 0.09 * max(picture.width for picture in scenes)
    gap = 0.03 * max(picture.width for picture in scenes)
    wide = max(picture.width for picture in scenes) + gap
    high = max(picture.height for picture in scenes) + gap + margin
    ink = Style(get_theme(options.get("theme", "light")).label)
    for number, picture in enumerate(scenes):
        right, down = wide * (number % across), high * (number // across) + margin
        if titles is not None:
            picture.add(TEXTS, Text(picture.width / 2, -margin / 2, str(titles[number]), 0.6 * margin, ink))
        _paint.add(picture, ax, right, down)
    _paint.frame(ax, wide * across - gap, high * math.ceil(len(scenes) / across) - gap)
    return ax


def _norm(
    values: NDArray[np.float64], vmin: float | None, vmax: float | None, centre: float | None
) -> Normalize:
    """Map values to 0 to 1, the centre to one half."""
    from matplotlib.colors import Normalize, TwoSlopeNorm

    known = values[~np.isnan(values)]
    if centre is None or not known.size:
        return Normalize(vmin, vmax)
    reach = float(np.abs(known - centre).max()) or 1.0
    low, high = centre - reach if vmin is None else vmin, centre + reach if vmax is None else vmax
    if not low < centre < high:
        raise FivefoldError(f"centre={centre:g} is refused: it lies between {low:g} and {high:g}")
    return TwoSlopeNorm(centre, low, high)


def heatmap(
    values: ArrayLike,
    subject: Position | Record | Rules,
    ax: Axes | None = None,
    *,
    cmap: str | Colormap | None = None,
    colorbar: bool = True,
    label: str = "",
    **options: Unpack[DrawOptions],
) -> Axes:
    """Colour every point of a board by a value, with matplotlib's colour maps.

    Parameters
    ----------
    values : array_like
        A number for each point: `[rows, columns]` or flat; Pentagame `[stops]`. Or for each action,
        `[num_actions]`, drawn as `heat` of `fivefold.draw.DrawOptions`. NaN means no data: the point is
        hatched.
    subject : Position, Record or Rules
        The board to colour; for rules, that of their start.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    cmap : str or Colormap, optional
        rcParams' `image.cmap` by default.
    colorbar : bool
        Whether to draw a colour bar beside the board.
    label : str
        Label of the colour bar.
    **options
        As in `board`; the caption is off by default. `vmin` and `vmax` are the ends of the scale, by
        default the least and the greatest value. `centre` is the value in the middle of a diverging colour
        map such as ``"RdBu_r"``; the ends are then equally far from it by default.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If the values do not fit the board, one is infinite, or the ends and the centre are not ascending.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> from matplotlib.figure import Figure
    >>> values = np.linspace(-1, 1, 225)
    >>> ax = ff.plot.heatmap(values, ff.rules("gomoku"), Figure().subplots(), cmap="RdBu_r", centre=0)
    """
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Circle, Patch, Rectangle

    position = subject.start(seed=0) if isinstance(subject, Rules) else subject
    check_options("heatmap", options, DrawOptions)
    vmin, vmax, centre = options.get("vmin"), options.get("vmax"), options.get("centre")
    look: DrawOptions = {"caption": False}
    look.update(options)
    by_action = action_heat(position, values)
    if by_action is not None:
        values = by_action.points
        look["arrows"] = [*by_action.arrows, *look.get("arrows", ())]
    picture = scene(position, **look)
    flat = values_of(picture, values, "a heat map", gaps=True)
    # The ends and the centre are checked as those of a drawing.
    scale_of(flat, vmin, vmax, centre)
    vmin, vmax, centre = (None if end is None else float(end) for end in (vmin, vmax, centre))
    ax = _paint.paint(picture, ax)
    patches: list[Patch] = []
    for x, y, r in picture.spots:
        patches.append(Rectangle((x - r, y - r), 2 * r, 2 * r) if picture.square else Circle((x, y), r))
    collection = PatchCollection(patches, cmap=cmap, linewidths=0, alpha=0.85)
    collection.set_array(flat)
    collection.set_norm(_norm(flat, vmin, vmax, centre))
    collection.set_zorder(_paint.rank(HEAT))  # above the lines, below the stones
    ax.add_collection(collection, autolim=False)
    gaps = [patch for patch, value in zip(patches, flat.tolist(), strict=True) if math.isnan(value)]
    if gaps:
        hatched = PatchCollection(gaps, facecolor="none", edgecolor="gray", linewidths=0, hatch="////")
        hatched.set_zorder(_paint.rank(HEAT))
        ax.add_collection(hatched, autolim=False)
    figure = ax.get_figure()
    if colorbar and figure is not None:
        figure.colorbar(collection, ax=ax, shrink=0.8, label=label)
    return ax
