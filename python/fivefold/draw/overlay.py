"""What is laid over a board: heat maps, numbers, letters, arrows, targets.

Everything here goes by the spots of a scene, so it serves every board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fivefold._core import FivefoldError

from .shapes import BELOW, GROUND, HEAT, MARKS, TEXTS, TOP, Circle, Line, Rect, Scene, Shape, Style, Text
from .theme import Theme

LAST_DOT = 3.1  # radius of the dot that marks a last move
LEVELS = 24  # shades of a heat map: more cannot be told apart


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


def values_of(scene: Scene, values: ArrayLike, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Read an array of one number a spot; refuse other shapes and what is not finite."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise FivefoldError(f"{what} is refused: it takes an array of numbers") from None
    if array.shape not in (scene.shape, (len(scene.spots),)):
        wanted = f"{scene.shape}" if len(scene.shape) == 1 else f"{scene.shape} or ({len(scene.spots)},)"
        raise FivefoldError(f"{what} of shape {array.shape} is refused: this board takes {wanted}")
    flat = array.reshape(-1)
    wrong = np.flatnonzero(~np.isfinite(flat))
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
    """Give the colour of a heat value between -1 and 1."""
    near, far = theme.warm if value >= 0 else theme.cool
    level = round(abs(value) * LEVELS) / LEVELS
    return blend(theme.board, near, level * 2) if level < 0.5 else blend(near, far, level * 2 - 1)


def _short(value: float) -> str:
    return f"{value:.3g}"


def heat(scene: Scene, theme: Theme, values: ArrayLike) -> None:
    """Colour every spot by its value: the more, the stronger; below zero in the cool colours."""
    flat = values_of(scene, values, "a heat map")
    most = float(np.abs(flat).max(initial=0.0))
    if most == 0.0:
        return
    styles: dict[str, Style] = {}
    groups: dict[str, list[Shape]] = {}
    for (x, y, r), value in zip(scene.spots, flat.tolist(), strict=True):
        colour = shade(theme, value / most)
        if colour == theme.board:
            continue
        style = styles.setdefault(colour, Style(colour, opacity=0.78))
        spot: Shape = (
            Rect(x - r, y - r, 2 * r, 2 * r, 0, style) if scene.square else Circle(x, y, 1.12 * r, style)
        )
        groups.setdefault(colour, []).append(spot)
    for group in groups.values():
        scene.add(HEAT, *group)
    _legend(scene, theme, most, signed=bool((flat < 0).any()))


def _legend(scene: Scene, theme: Theme, most: float, signed: bool) -> None:
    """Widen the picture by a scale of the heat's colours."""
    low, high = min(y for _, y, _ in scene.spots), max(y for _, y, _ in scene.spots)
    left, steps = scene.width - 2, 16
    height = (high - low) / steps
    for step in range(steps):
        value = (step + 0.5) / steps
        colour = shade(theme, 2 * value - 1 if signed else value)
        scene.add(GROUND, Rect(left, high - (step + 1) * height, 8, height + 0.3, 0, Style(colour)))
    ink = Style(theme.label)
    for value, y in ((most, low), (-most if signed else 0.0, high)):
        scene.add(TEXTS, Text(left + 11, y, _short(value), 8, ink, "start"))
    if signed:
        scene.add(TEXTS, Text(left + 11, (low + high) / 2, "0", 8, ink, "start"))
    scene.width += 32


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


def targets(scene: Scene, theme: Theme, spots: Iterable[int]) -> None:
    """Put a small dot on each spot: where one may play."""
    style = Style(theme.mark, opacity=0.55)
    for spot in spots:
        x, y, r = scene.spots[spot]
        scene.add(BELOW, Circle(x, y, 0.24 * r, style))


def ring(scene: Scene, theme: Theme, spot: int) -> None:
    """Put a ring around a spot: what was chosen."""
    x, y, r = scene.spots[spot]
    scene.add(TOP, Circle(x, y, 1.1 * r, Style("", theme.mark, 2.4)))
