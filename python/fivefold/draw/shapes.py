"""A picture as a list of shapes in layers, and its SVG text.

The shapes know nothing of games; `fivefold.plot` draws the same ones with matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"

# Layers from the ground up. The viewer replaces single shapes inside a layer, so shapes of one layer
# should not cover each other.
GROUND, HEAT, BELOW, STONES, HIGHLIGHTS, MARKS, TEXTS, TOP = range(8)


class Style(NamedTuple):
    """How a shape is painted; an empty colour paints nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    opacity: float = 1.0
    dash: str = ""


class Circle(NamedTuple):
    """A circle."""

    x: float
    y: float
    r: float
    style: Style


class Rect(NamedTuple):
    """A rectangle from its upper left corner, `r` rounding its corners."""

    x: float
    y: float
    width: float
    height: float
    r: float
    style: Style


class Line(NamedTuple):
    """A run of straight lines through points, closed or open."""

    points: tuple[tuple[float, float], ...]
    closed: bool
    style: Style


class Text(NamedTuple):
    """A word, centred at a height where capitals and digits stand in the middle.

    `anchor` is "middle", "start" or "end".
    """

    x: float
    y: float
    text: str
    size: float
    style: Style
    anchor: str = "middle"
    bold: bool = False


Shape = Circle | Rect | Line | Text


class Svg(str):
    """SVG text that shows itself as a picture in a notebook.

    Examples
    --------
    >>> import fivefold as ff
    >>> picture = ff.draw.svg(ff.rules("pah_tum").start(seed=1))
    >>> type(picture).__name__, picture._repr_svg_() == picture
    ('Svg', True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def lowered(shape: Shape, by: float) -> Shape:
    """Return a shape moved down."""
    if isinstance(shape, Line):
        return shape._replace(points=tuple((x, y + by) for x, y in shape.points))
    return shape._replace(y=shape.y + by)


@dataclass
class Scene:
    """A picture: its size in its own units, what it shows in words, its shapes by layer.

    Attributes
    ----------
    width, height : float
        In the units of the picture.
    page : str
        The colour of the ground.
    title, description : str
        What it shows, in words.
    spots : list of (float, float, float)
        The points of the board (or stops): centre and radius of each, in the order of the board's array.
    names : list of str
        Their names.
    shape : tuple of int
        The shape of the board's array.
    square : bool
        A spot fills a square, not a circle.
    inks : dict from int to str
        For a spot with a stone, the colour that can be read on it.
    layers : list of list of Shape
        What is painted, from the ground upwards.

    Examples
    --------
    >>> import fivefold as ff
    >>> picture = ff.draw.scene(ff.rules("pah_tum").start(seed=1))
    >>> len(picture.spots), picture.names[0], picture.square
    (49, 'a1', True)
    """

    width: float
    height: float
    page: str
    title: str
    description: str
    spots: list[tuple[float, float, float]]
    names: list[str]
    shape: tuple[int, ...]
    square: bool = True
    inks: dict[int, str] = field(default_factory=dict)
    layers: list[list[Shape]] = field(default_factory=lambda: [[] for _ in range(TOP + 1)])

    def add(self, layer: int, *shapes: Shape) -> None:
        """Put shapes into a layer.

        Parameters
        ----------
        layer : int
            From the ground, 0, upwards.
        *shapes : Shape
            What is painted, in this order.
        """
        self.layers[layer].extend(shapes)


def _paint(style: Style, text: bool = False) -> str:
    """Write the attributes of a style."""
    parts = [f' fill="{style.fill or "none"}"']
    if style.stroke:
        parts.append(f' stroke="{style.stroke}" stroke-width="{style.width:.5g}"')
        if not text:
            parts.append(' stroke-linecap="round" stroke-linejoin="round"')
    if style.opacity != 1.0:
        parts.append(f' opacity="{style.opacity:.3g}"')
    if style.dash:
        parts.append(f' stroke-dasharray="{style.dash}"')
    return "".join(parts)


# XML 1.0 knows no control characters, not even escaped.
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF), "\ufffd")


def safe(text: str) -> str:
    """Escape a text for XML and HTML, in content and in attributes.

    Returns
    -------
    str
        The text with `& < > " '` escaped and characters that XML refuses replaced.

    Examples
    --------
    >>> from fivefold.draw.shapes import safe
    >>> safe("<b> & co")
    '&lt;b&gt; &amp; co'
    """
    if text.isalnum():  # most of what is written on boards
        return text
    cleaned = text.translate(_CONTROLS)
    return escape(cleaned.encode("utf-8", "replace").decode("utf-8"))


def outline(shape: Shape) -> str:
    """Write a shape's element without its paint: the name and the geometry, left open."""
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:.5g}" cy="{shape.y:.5g}" r="{shape.r:.4g}"'
    if isinstance(shape, Rect):
        corner = f' rx="{shape.r:.4g}"' if shape.r else ""
        size = f'width="{shape.width:.5g}" height="{shape.height:.5g}"'
        return f'<rect x="{shape.x:.5g}" y="{shape.y:.5g}" {size}{corner}'
    if isinstance(shape, Line):
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in shape.points)
        return f'<{"polygon" if shape.closed else "polyline"} points="{points}"'
    # 0.36 of the size is half the height of a capital in the common fonts.
    anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
    weight = ' font-weight="700"' if shape.bold else ""
    place = f'x="{shape.x:.5g}" y="{shape.y + 0.36 * shape.size:.5g}"'
    return f'<text {place} font-size="{shape.size:.4g}"{anchor}{weight}'


def element(shape: Shape) -> str:
    """Write a shape as one SVG element with its own paint."""
    text = isinstance(shape, Text)
    end = f">{safe(shape.text)}</text>" if isinstance(shape, Text) else "/>"
    return outline(shape) + _paint(shape.style, text) + end


def elements(shapes: list[Shape]) -> str:
    """Write shapes in order; neighbours that are painted alike share one group."""
    out: list[str] = []
    style: Style | None = None
    for shape in shapes:
        # An opaque group and its opaque children look alike; translucent shapes that may overlap do not,
        # but no two shapes of a run do (see the note on layers).
        if shape.style is not style:
            if style is not None:
                out.append("</g>")
            style = shape.style
            out.append(f"<g{_paint(style, isinstance(shape, Text))}>")
        end = f">{safe(shape.text)}</text>" if isinstance(shape, Text) else "/>"
        out.append(outline(shape) + end)
    if style is not None:
        out.append("</g>")
    return "".join(out)


def frame(scene: Scene, size: float, inside: str) -> str:
    """Write the outer element of a picture, `size` pixels wide, around `inside`."""
    height = size * scene.height / scene.width
    ground = Rect(0, 0, scene.width, scene.height, 0, Style(scene.page))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width:.5g} {scene.height:.5g}"'
        f' width="{size:.5g}" height="{height:.5g}" role="img" font-family="{FONT}" text-anchor="middle">'
        f"<title>{safe(scene.title)}</title><desc>{safe(scene.description)}</desc>"
        f"{element(ground)}{inside}</svg>"
    )


def to_svg(scene: Scene, size: float = 480.0) -> Svg:
    """Write a picture as SVG text; the same scene gives the same text."""
    return Svg(frame(scene, size, "".join(map(elements, scene.layers))))
