"""Paints the shapes of `fivefold.draw` with matplotlib: one patch for all neighbours that look alike."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from fivefold._core import FivefoldError
from fivefold.draw.shapes import Circle, Line, Rect, Scene, Shape, Style, Text

_CIRCLE = Path.unit_circle()
# A quarter of a circle as one cubic curve: how far its control points reach.
_BULGE = 0.5522847


def axes(ax: Axes | None) -> Axes:
    """Return `ax`, or the current axes of pyplot."""
    if ax is None:
        from matplotlib import pyplot

        return pyplot.gca()
    if not isinstance(ax, Axes):
        raise FivefoldError(f"ax={ax!r:.60} is refused: it takes matplotlib axes")
    return ax


class _Stroke(PathPatch):
    """A patch whose line is as wide in the units of the board, whatever the size of the figure."""

    def __init__(self, path: Path, units: float, dash: str, **style: Any) -> None:
        super().__init__(path, **style)
        self._units = units
        self._dash = [float(part) for part in dash.split()]

    def draw(self, renderer: RendererBase) -> None:
        part = self.figure  # a figure or a part of one; matplotlib 3.9 has no `get_figure(root=True)`
        if part is not None:
            figure = part.figure
            (x0, _), (x1, _) = self.get_transform().transform([(0.0, 0.0), (1.0, 0.0)])
            width = self._units * abs(x1 - x0) * 72.0 / figure.dpi
            self.set_linewidth(width)
            if self._dash and width:
                # matplotlib counts dashes in line widths, SVG in units.
                self.set_linestyle((0.0, [part / self._units for part in self._dash]))
        super().draw(renderer)


@lru_cache(maxsize=4096)
def _word(text: str, bold: bool) -> tuple[Path, float]:
    """Return the outline of a word of size 1 from its baseline, and its width."""
    from matplotlib.font_manager import FontProperties

    # A dollar would begin a formula; a control character has no outline.
    plain = "".join(letter for letter in text if letter.isprintable()).replace("$", r"\$")
    if not plain.strip():
        return Path(np.empty((0, 2))), 0.0
    path = TextPath((0, 0), plain, size=100, prop=FontProperties(weight="bold" if bold else "normal"))
    shrunk = Path(cast("Any", path.vertices) / 100.0, path.codes)
    return shrunk, float(path.get_extents().x1) / 100.0


def _rounded(rect: Rect) -> Path:
    x0, y0, x1, y1 = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    r = min(rect.r, rect.width / 2, rect.height / 2)
    if not r:
        return Path([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], closed=True)
    c = r * (1 - _BULGE)
    points = [
        *((x0 + r, y0), (x1 - r, y0), (x1 - c, y0), (x1, y0 + c), (x1, y0 + r)),
        *((x1, y1 - r), (x1, y1 - c), (x1 - c, y1), (x1 - r, y1)),
        *((x0 + r, y1), (x0 + c, y1), (x0, y1 - c), (x0, y1 - r)),
        *((x0, y0 + r), (x0, y0 + c), (x0 + c, y0), (x0 + r, y0), (x0 + r, y0)),
    ]
    line, curve = Path.LINETO, [Path.CURVE4] * 3
    codes = [Path.MOVETO, line, *curve, line, *curve, line, *curve, line, *curve, Path.CLOSEPOLY]
    return Path(points, codes)


def _path(shape: Shape) -> Path:
    if isinstance(shape, Circle):
        vertices = cast("Any", _CIRCLE.vertices) * shape.r + (shape.x, shape.y)
        return Path(vertices, _CIRCLE.codes)
    if isinstance(shape, Rect):
        return _rounded(shape)
    if isinstance(shape, Line):
        if shape.closed:
            return Path([*shape.points, shape.points[0]], closed=True)
        return Path(shape.points)
    path, width = _word(shape.text, shape.bold)
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
    vertices = (cast("Any", path.vertices) - (left, 0.36)) * (shape.size, -shape.size) + (shape.x, shape.y)
    return Path(vertices, path.codes)


def _patch(style: Style, shapes: list[Shape]) -> _Stroke:
    words = isinstance(shapes[0], Text)
    open_line = isinstance(shapes[0], Line) and not shapes[0].closed
    return _Stroke(
        Path.make_compound_path(*map(_path, shapes)),
        0.0 if words or not style.stroke else style.width,
        style.dash,
        facecolor=style.fill if style.fill and not open_line else "none",
        edgecolor=style.stroke if style.stroke and not words else "none",
        alpha=style.opacity,
        capstyle="butt" if style.dash else "round",
        joinstyle="round",
        linewidth=0.0,
    )


def rank(layer: int) -> float:
    """Return the zorder of a layer."""
    return 1.0 + layer


def add(scene: Scene, ax: Axes, right: float = 0.0, down: float = 0.0) -> None:
    """Add the patches of a picture to axes, shifted; the axes keep their limits."""
    for number, layer in enumerate(scene.layers):
        for style, run in groupby(layer, key=lambda shape: shape.style):
            # Shapes of one look may be of several kinds: words are not outlined, open lines not filled.
            kinds: dict[str, list[Shape]] = {}
            for shape in run:
                kind = f"{type(shape).__name__}{isinstance(shape, Line) and shape.closed}"
                kinds.setdefault(kind, []).append(shape)
            for shapes in kinds.values():
                patch = _patch(style, shapes)
                if right or down:
                    path = patch.get_path()
                    shift = np.array([right, down])
                    patch.set_path(Path(cast("Any", path.vertices) + shift, path.codes))
                patch.set_zorder(rank(number))  # alike: drawn in the order in which they are added
                ax.add_artist(patch)  # add_patch would spend most of the time on limits that are not used


def paint(scene: Scene, ax: Axes | None = None) -> Axes:
    """Draw a `Scene` of `fivefold.draw.scene`.

    Parameters
    ----------
    scene : Scene
        The picture.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.

    Returns
    -------
    matplotlib.axes.Axes
        The axes, without ticks, as wide and high as the picture in its own units, y downwards.

    Examples
    --------
    >>> import fivefold as ff
    >>> picture = ff.draw.scene(ff.rules("pah_tum").start(seed=1))
    >>> ax = ff.plot.paint(picture)
    >>> [float(end) for end in ax.get_xlim()] == [0.0, picture.width]
    True
    """
    ax = axes(ax)
    add(scene, ax)
    frame(ax, scene.width, scene.height)
    return ax


def frame(ax: Axes, width: float, height: float) -> None:
    """Make axes show a picture of that size and nothing else."""
    ax.set_xlim(0, width)
    ax.set_ylim(height, 0)
    ax.set_aspect("equal")
    ax.set_axis_off()
