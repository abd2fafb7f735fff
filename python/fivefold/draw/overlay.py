"""What is laid over a board: heat maps, numbers, letters, arrows, targets.

Everything here goes by the spots of a scene, so it serves every board.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fivefold._core import FivefoldError

from .shapes import (
    BELOW,
    GROUND,
    HEAT,
    MARKS,
    TEXTS,
    TOP,
    Circle,
    Line,
    Rect,
    Scene,
    Shape,
    Style,
    Text,
    lowered,
)
from .theme import Theme

LAST_DOT = 3.1  # radius of the dot that marks a last move
LEVELS = 24  # shades of a heat map: more cannot be distinguished


def spot_of(scene: Scene, point: Any, what: str) -> int:
    """Find a spot by its name or its number; `what` is asking, for the error."""
    if isinstance(point, str):
        name = point.strip()
        for wanted in (name, name.lower()):
            if wanted in scene.names:
                return scene.names.index(wanted)
        raise FivefoldError(
            f"{what} at {point!r:.60} is refused: the board has {scene.names[0]} to {scene.names[-1]}"
        )
    if isinstance(point, (int, np.integer)) and not isinstance(point, (bool, np.bool_)):
        if 0 <= point < len(scene.spots):
            return int(point)
        raise FivefoldError(f"{what} at {point} is refused: the points are 0 to {len(scene.spots) - 1}")
    raise FivefoldError(f"{what} at {point!r:.60} is refused: a point is a name or a number")


def values_of(
    scene: Scene, values: ArrayLike, what: str, gaps: bool = False
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Read an array of one number a spot; refuse other shapes and what is not finite.

    With `gaps` NaN is read as well: a spot without a number.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise FivefoldError(f"{what} is refused: it takes an array of numbers") from None
    if array.shape not in (scene.shape, (len(scene.spots),)):
        wanted = f"{scene.shape}" if len(scene.shape) == 1 else f"{scene.shape} or ({len(scene.spots)},)"
        raise FivefoldError(f"{what} of shape {array.shape} is refused: this board takes {wanted}")
    flat = array.reshape(-1)
    wrong = np.flatnonzero(np.isinf(flat) if gaps else ~np.isfinite(flat))
    if wrong.size:
        name = scene.names[int(wrong[0])]
        raise FivefoldError(f"{what} is refused: {flat[wrong[0]]} at {name} is no finite number")
    return flat


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(one: str, other: str, share: float) -> str:
    """Mix two colours: `share` 0 is `one`, 1 is `other`."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_rgb(one), _rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def shade(theme: Theme, value: float) -> str:
    """Return the colour of a heat value between -1 and 1."""
    near, far = theme.warm if value >= 0 else theme.cool
    level = round(abs(value) * LEVELS) / LEVELS
    return blend(theme.board, near, level * 2) if level < 0.5 else blend(near, far, level * 2 - 1)


def _short(value: float) -> str:
    return f"{value:.3g}"


class Scale(NamedTuple):
    """The scale of a heat map: warm colours above the centre, cool ones below it."""

    low: float
    centre: float
    high: float

    def share(self, value: float) -> float:
        """Return a value's place, -1 at the low end, 0 at the centre, 1 at the high end."""
        end = self.high if value >= self.centre else self.low
        part = abs(value - self.centre) / abs(end - self.centre) if end != self.centre else 0.0
        return min(part, 1.0) if value >= self.centre else -min(part, 1.0)


def scale_of(
    values: np.ndarray[Any, np.dtype[np.float64]],
    vmin: float | None,
    vmax: float | None,
    centre: float | None,
) -> Scale | None:
    """Return the scale of some values, NaN not counted; None if there is nothing to show."""
    for name, bound in (("vmin", vmin), ("vmax", vmax), ("centre", centre)):
        number = isinstance(bound, (int, float, np.integer, np.floating)) and not isinstance(bound, bool)
        if bound is not None and not (number and math.isfinite(bound)):
            raise FivefoldError(f"{name}={bound!r:.60} is refused: it takes a number")
    known = values[~np.isnan(values)]
    if not known.size:
        return None
    middle = 0.0 if centre is None else float(centre)
    reach = float(np.abs(known - middle).max())
    signed = centre is not None or bool((known < 0).any())
    low = float(vmin) if vmin is not None else middle - reach if signed else middle
    high = float(vmax) if vmax is not None else middle + reach
    if vmin is not None or vmax is not None:
        if not low < high:
            raise FivefoldError(f"a heat map from {low:g} to {high:g} is refused: vmin is less than vmax")
        if centre is None and not low < 0 < high:
            middle = low
        elif not low <= middle <= high:
            raise FivefoldError(f"centre={middle:g} is refused: it lies between {low:g} and {high:g}")
    return Scale(low, middle, high) if low < high else None


def heat(
    scene: Scene,
    theme: Theme,
    values: ArrayLike,
    vmin: float | None = None,
    vmax: float | None = None,
    centre: float | None = None,
) -> None:
    """Colour every spot by its value: the more, the stronger; below the centre in the cool colours."""
    flat = values_of(scene, values, "a heat map", gaps=True)
    scale = scale_of(flat, vmin, vmax, centre)
    _no_data(scene, theme, flat)
    if scale is None:
        return
    styles: dict[str, Style] = {}
    groups: dict[str, list[Shape]] = {}
    for (x, y, r), value in zip(scene.spots, flat.tolist(), strict=True):
        colour = theme.board if math.isnan(value) else shade(theme, scale.share(value))
        if colour == theme.board:
            continue
        style = styles.setdefault(colour, Style(colour, opacity=0.78))
        spot: Shape = (
            Rect(x - r, y - r, 2 * r, 2 * r, 0, style) if scene.square else Circle(x, y, 1.12 * r, style)
        )
        groups.setdefault(colour, []).append(spot)
    for group in groups.values():
        scene.add(HEAT, *group)
    _legend(scene, theme, scale)


def _no_data(scene: Scene, theme: Theme, values: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    """Strike out the spots without a number, so that they do not look like the board's zero."""
    style = Style("", theme.label, 0.9, 0.6)
    for spot in np.flatnonzero(np.isnan(values)).tolist():
        x, y, r = scene.spots[spot]
        half = 0.5 * r
        scene.add(HEAT, Line(((x - half, y + half), (x + half, y - half)), False, style))


def _legend(scene: Scene, theme: Theme, scale: Scale) -> None:
    """Widen the picture by a scale of the heat's colours."""
    low, high = min(y for _, y, _ in scene.spots), max(y for _, y, _ in scene.spots)
    left, steps = scene.width - 2, 16
    height = (high - low) / steps
    # Large boards are shown at the width of small ones: what is written beside them grows with them.
    unit = max(1.0, scene.height / 360)
    for step in range(steps):
        value = scale.low + (step + 0.5) / steps * (scale.high - scale.low)
        colour = shade(theme, scale.share(value))
        scene.add(GROUND, Rect(left, high - (step + 1) * height, 8 * unit, height + 0.3, 0, Style(colour)))
    ink = Style(theme.label)
    marks = [(scale.high, low), (scale.low, high)]
    # The centre has its mark where it is not too near to either end.
    part = (scale.centre - scale.low) / (scale.high - scale.low)
    if 0.08 < part < 0.92:
        marks.append((scale.centre, high - part * (high - low)))
    for value, y in marks:
        scene.add(TEXTS, Text(left + 11 * unit, y, _short(value), 8 * unit, ink, "start"))
    # As wide as the longest number needs: a figure of this size is 5 wide.
    scene.width += unit * (12 + 5 * max(4, *(len(_short(value)) for value, _ in marks)))


def numbers(scene: Scene, theme: Theme, values: ArrayLike) -> None:
    """Write a number on every spot whose value is not 0."""
    flat = values_of(scene, values, "an array of numbers")
    words = {spot: _short(value) for spot, value in enumerate(flat.tolist()) if value}
    _words(scene, theme, words)


def letters(scene: Scene, theme: Theme, texts: Mapping[Any, object]) -> None:
    """Write a letter, or a short text, on the points that `texts` names."""
    if not isinstance(texts, Mapping):
        raise FivefoldError("letters are refused: they take a dict from point to text")
    _words(scene, theme, {spot_of(scene, point, "a letter"): str(text) for point, text in texts.items()})


def _rings_for_dots(scene: Scene, words: dict[int, str]) -> None:
    """Turn the dot of a last move that is about to be written on into a ring."""
    places = {scene.spots[spot][:2] for spot in words}
    for number, shape in enumerate(scene.layers[MARKS]):
        if isinstance(shape, Circle) and shape.r == LAST_DOT and (shape.x, shape.y) in places:
            ring = Style("", shape.style.fill, 1.6)
            scene.layers[MARKS][number] = Circle(shape.x, shape.y, 7.6, ring)


def _words(scene: Scene, theme: Theme, words: dict[int, str]) -> None:
    clear, mark = Style(theme.board, opacity=0.85), Style(theme.mark)
    inks: dict[str, Style] = {}
    _rings_for_dots(scene, words)
    for spot, word in words.items():
        x, y, r = scene.spots[spot]
        size = r * (1.15, 1.15, 1.0, 0.8, 0.66)[min(len(word), 4)]
        ink = scene.inks.get(spot)
        if ink is None:
            scene.add(MARKS, Circle(x, y, 0.72 * r, clear))
            style = mark
        else:
            style = inks.setdefault(ink, Style(ink))
        scene.add(TEXTS, Text(x, y, word, size, style, bold=True))


def arrows(scene: Scene, theme: Theme, pairs: Iterable[Any]) -> None:
    """Draw arrows from point to point; a third member is the arrow's weight, 0 to 1."""
    for pair in pairs:
        members = tuple(pair) if isinstance(pair, (tuple, list)) else ()
        if len(members) not in (2, 3):
            raise FivefoldError(
                f"an arrow {pair!r:.60} is refused: it takes (from, to) or (from, to, weight)"
            )
        start, end = (spot_of(scene, point, "an arrow") for point in members[:2])
        weight = float(members[2]) if len(members) == 3 else 1.0
        if not 0.0 <= weight <= 1.0:
            raise FivefoldError(f"an arrow of weight {weight} is refused: a weight is 0 to 1")
        if start != end:
            _arrow(scene, theme, start, end, weight)


def _arrow(scene: Scene, theme: Theme, start: int, end: int, weight: float) -> None:
    (x0, y0, r0), (x1, y1, r1) = scene.spots[start], scene.spots[end]
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    width = 1.2 + 2.6 * weight
    head = 2.5 * width + 2
    x0, y0, x1, y1 = x0 + 0.45 * r0 * dx, y0 + 0.45 * r0 * dy, x1 - 0.25 * r1 * dx, y1 - 0.25 * r1 * dy
    neck = (x1 - head * dx, y1 - head * dy)
    side = 0.45 * head
    opacity = 0.45 + 0.45 * weight
    tip = ((x1, y1), (neck[0] - side * dy, neck[1] + side * dx), (neck[0] + side * dy, neck[1] - side * dx))
    scene.add(TOP, Line(((x0, y0), neck), False, Style("", theme.mark, width, opacity)))
    scene.add(TOP, Line(tip, True, Style(theme.mark, opacity=opacity)))


def targets(scene: Scene, theme: Theme, spots: Iterable[int], above: bool = False) -> None:
    """Put a small dot on each spot: where one may play; with a rim, above what stands there, if asked."""
    style = Style(theme.mark, theme.page if above else "", 1.2, 0.85 if above else 0.55)
    for spot in spots:
        x, y, r = scene.spots[spot]
        scene.add(TOP if above else BELOW, Circle(x, y, (0.34 if above else 0.24) * r, style))


def ring(scene: Scene, theme: Theme, spot: int) -> None:
    """Put a ring around a spot: what was chosen."""
    x, y, r = scene.spots[spot]
    scene.add(TOP, Circle(x, y, 1.1 * r, Style("", theme.mark, 2.4)))


def heading(scene: Scene, theme: Theme, text: str) -> None:
    """Write a title above the board, in as many lines as it takes; the board moves down."""
    # Large boards are shown at the width of small ones: the title grows with them.
    size = max(9.5, scene.width / 30)
    # A letter of the usual fonts is about 0.56 of its size wide.
    lines = [
        line
        for part in text.splitlines()
        for line in textwrap.wrap(part, max(8, int(scene.width / (0.56 * size)))) or [""]
    ]
    by = 1.3 * size * len(lines) + 0.3 * size
    # Boards of one size share what lies still: lists are made anew.
    scene.layers = [[lowered(shape, by) for shape in layer] for layer in scene.layers]
    scene.spots = [(x, y + by, r) for x, y, r in scene.spots]
    scene.height += by
    ink = Style(theme.label)
    for number, line in enumerate(lines):
        scene.add(TEXTS, Text(scene.width / 2, (1.3 * number + 0.9) * size, line, size, ink, bold=True))
