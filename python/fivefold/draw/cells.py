"""Boards of any shape on which stones lie: cells as they touch, their names, the ground below the stones."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .shapes import GROUND, Line, Scene, Style, Text

if TYPE_CHECKING:
    from fivefold._types import Geometry

    from .grid import GridView
    from .theme import Theme

UNIT = 10.0
"""Units of the picture for the least radius of a cell: as far from point to point as on a grid."""
EDGE = 13.0
FARTHEST = 1.05
"""Neighbours lie this many times as far apart as their circles reach, at most."""

Points = tuple[tuple[float, float], ...]


class _Ground(NamedTuple):
    width: float
    height: float
    spots: list[tuple[float, float, float]]
    outlines: list[Points]


def scene_of(view: GridView, geometry: Geometry, theme: Theme, coordinates: bool) -> Scene:
    """Draw the board without its stones."""
    ground = _ground(tuple((cell.x, cell.y, cell.radius) for cell in geometry.cells))
    names, shape = [cell.name for cell in geometry.cells], (len(geometry.cells),)
    scene = Scene(
        ground.width,
        ground.height,
        theme.page,
        view.title,
        view.description,
        list(ground.spots),
        names,
        shape,
        False,
    )
    body = Style(theme.board, theme.line, 0.8)
    scene.add(GROUND, *(Line(outline, True, body) for outline in ground.outlines))
    if coordinates:
        ink = Style(theme.label, opacity=0.55)
        scene.add(
            GROUND,
            *(
                Text(x, y + 0.62 * r, name, 0.44 * r, ink)
                for (x, y, r), name in zip(ground.spots, names, strict=True)
            ),
        )
    return scene


@lru_cache(maxsize=32)
def _ground(cells: tuple[tuple[float, float, float], ...]) -> _Ground:
    """Return the size of the picture, and where its cells lie; shared by all pictures of a board."""
    unit = UNIT / min(r for _, _, r in cells)
    left = min(x - r for x, _, r in cells)
    top = max(y + r for _, y, r in cells)
    spots = [
        (round(EDGE + unit * (x - left), 2), round(EDGE + unit * (top - y), 2), round(unit * r, 2))
        for x, y, r in cells
    ]
    width = max(x + r for x, _, r in spots) + EDGE
    height = max(y + r for _, y, r in spots) + EDGE
    return _Ground(width, height, spots, [_outline(spots, number) for number in range(len(spots))])


def _outline(spots: list[tuple[float, float, float]], number: int) -> Points:
    """Return the outline of a cell: what is nearer to its middle than to that of a cell that it touches.

    A cell in the middle of a board of hexagons becomes a hexagon; at the edge sides are those of its
    neighbours mirrored, so that all cells of a regular board look alike.
    """
    x, y, r = spots[number]
    sides = []
    for other, (u, v, s) in enumerate(spots):
        away = math.hypot(u - x, v - y)
        if other != number and away <= FARTHEST * (r + s):
            sides.append((math.atan2(v - y, u - x), away * r / (r + s)))
    for angle, away in list(sides):
        if all(math.cos(angle + math.pi - known) < 0.999 for known, _ in sides):
            sides.append((angle + math.pi, away))
    sides = _filled(sorted((angle % (2 * math.pi), away) for angle, away in sides), r)
    corners = []
    for (one, a), (two, b) in zip(sides, [*sides[1:], sides[0]], strict=True):
        turn = (two - one) % (2 * math.pi)
        along = (b - a * math.cos(turn)) / math.sin(turn)
        px, py = a * math.cos(one) - along * math.sin(one), a * math.sin(one) + along * math.cos(one)
        corners.append((round(x + px, 2), round(y + py, 2)))
    return tuple(corners)


def _filled(sides: list[tuple[float, float]], r: float) -> list[tuple[float, float]]:
    """Add sides until no two lie more than a quarter turn apart: a cell by itself becomes a circle."""
    if len(sides) < 3:
        return [(2 * math.pi * part / 24, r) for part in range(24)]
    points = []
    for (one, away), (two, _) in zip(sides, [*sides[1:], sides[0]], strict=True):
        points.append((one, away))
        gap = (two - one) % (2 * math.pi)
        parts = math.ceil(gap / (math.pi / 2) - 1e-6)
        points += [(one + gap * part / parts, r) for part in range(1, parts)]
    return sorted(points)
