"""Pentagame's star in its true proportions, with pieces and blocks.

Where a stop lies is known to `fivefold.pentagame.layout` alone; the seat of a piece shows in its shape,
its colour in its fill and its letter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

from .overlay import blend
from .shapes import BELOW, GROUND, MARKS, STONES, TEXTS, TOP, Circle, Line, Rect, Scene, Shape, Style, Text
from .theme import Stone, Theme

UNIT = 10.0  # of the picture for the radius of a star stop (N3)
BOARD = 24.617401  # radius of the board of 100 stops (N3); other boards are drawn as large
MARGIN = 30.0


@dataclass
class StarView:
    """What a picture of Pentagame shows, read from a position or a record."""

    centres: list[tuple[float, float]]
    """Where each stop lies, y upwards, the middle of the star at (0, 0)."""
    radii: list[float]
    names: list[str]
    edges: list[tuple[int, int]]
    """Stops that are neighbours."""
    points: int
    """Letters of the star: the first stops are its corners, then its crossings."""
    title: str
    description: str
    pieces: list[tuple[int, int, int]]
    """Seat, colour and stop of each piece on the board."""
    blocks: list[tuple[int, bool]]
    """Stop of each block, and whether it is grey."""
    last: list[tuple[int, int]] = field(default_factory=list)
    """The last turn's moves, from stop to stop."""
    fresh: list[int] = field(default_factory=list)
    """Stops on which the last turn put blocks."""
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Where a piece can go: each target and the stops it runs over."""
    status: str = ""
    seats: tuple[str, ...] = ()
    """What each seat has, in words."""
    to_move: int = -1


def scene_of(view: StarView, theme: Theme, coordinates: bool = True, caption: bool = True) -> Scene:
    """Draw Pentagame, with the letters of corners and crossings, and seats and status below the board."""
    reach = max(math.hypot(x, y) + r for (x, y), r in zip(view.centres, view.radii, strict=True))
    unit = UNIT * round(BOARD / reach, 6)
    middle = unit * reach + (MARGIN if coordinates else 12)
    spots = [
        (round(middle + unit * x, 2), round(middle - unit * y, 2), round(unit * r, 2))
        for (x, y), r in zip(view.centres, view.radii, strict=True)
    ]
    shape = (len(spots),)
    scene = Scene(
        2 * middle, 2 * middle, theme.page, view.title, view.description, spots, view.names, shape, False
    )
    scene.add(GROUND, Circle(middle, middle, unit * reach + 5, Style(theme.board, theme.edge, 2.5)))
    _paths(scene, view, theme, middle)
    _stops(scene, view, theme)
    if coordinates:
        _letters(scene, view, theme, middle, unit * reach + 18)
    _extensions(scene, view, theme)
    _pieces(scene, view, theme)
    _last(scene, view, theme)
    if caption:
        _caption(scene, view, theme)
    return scene


def _paths(scene: Scene, view: StarView, theme: Theme, middle: float) -> None:
    """Draw the ring through the corners and the lines of the star below the stops."""
    x, y, _ = scene.spots[0]
    style = Style("", theme.line, 3, 0.55)
    radius = math.hypot(*view.centres[0]) if view.points else math.inf
    if view.points:
        scene.add(GROUND, Circle(middle, middle, round(math.hypot(x - middle, y - middle), 2), style))
    for one, other in view.edges:
        on_ring = all(abs(math.hypot(*view.centres[stop]) - radius) < 0.01 for stop in (one, other))
        if not on_ring:
            ends = (scene.spots[one][:2], scene.spots[other][:2])
            scene.add(GROUND, Line(ends, False, style))


def _stops(scene: Scene, view: StarView, theme: Theme) -> None:
    plain = Style(theme.stop, theme.line, 1)
    for spot, (x, y, r) in enumerate(scene.spots):
        if spot >= 2 * view.points:
            scene.add(GROUND, Circle(x, y, r - 0.5, plain))
    for spot in range(2 * view.points):
        x, y, r = scene.spots[spot]
        stone = theme.pieces[spot % view.points]
        rim = blend(stone.fill, stone.edge, 0.4) if theme.grain else theme.line
        tint = Style(blend(theme.stop, stone.fill, 0.35), rim, 2.4)
        scene.add(GROUND, Circle(x, y, r - 1.2, tint))
        if spot >= view.points and theme.grain:  # a crossing is a goal
            scene.add(GROUND, Circle(x, y, r * 0.62, Style("", rim, 1.2, 0.8)))


def _letters(scene: Scene, view: StarView, theme: Theme, middle: float, radius: float) -> None:
    style = Style(theme.label)
    for spot in range(view.points):
        x, y, _ = scene.spots[spot]
        length = math.hypot(x - middle, y - middle)
        place = (middle + radius * (x - middle) / length, middle + radius * (y - middle) / length)
        scene.add(GROUND, Text(*place, view.names[spot], 15, style, bold=True))
        x, y, r = scene.spots[view.points + spot]
        scene.add(
            GROUND, Text(x, y, view.names[view.points + spot], r * 0.8, Style(theme.label, opacity=0.6))
        )


def _corners(x: float, y: float, r: float, count: int, turn: float) -> tuple[tuple[float, float], ...]:
    angles = (2 * math.pi * (index + turn) / count for index in range(count))
    return tuple((round(x + r * math.sin(a), 2), round(y - r * math.cos(a), 2)) for a in angles)


FIGURES = ("discs", "triangles", "diamonds", "hexagons", "pentagons")
"""What the pieces of each seat look like."""


def piece_shape(seat: int, x: float, y: float, r: float, style: Style) -> Shape:
    """Return the figure of a seat: disc, triangle, diamond, hexagon, pentagon standing on its tip."""
    if seat == 0:
        return Circle(x, y, round(0.92 * r, 2), style)
    if seat == 1:
        return Line(_corners(x, y + 0.16 * r, 1.15 * r, 3, 0), True, style)
    if seat == 2:
        return Line(_corners(x, y, 1.14 * r, 4, 0), True, style)
    if seat == 3:
        return Line(_corners(x, y, 1.05 * r, 6, 0.5), True, style)
    return Line(_corners(x, y, 1.08 * r, 5, 0.5), True, style)


def _place(scene: Scene, stone: Stone, seat: int, letter: str, x: float, y: float, r: float) -> None:
    scene.add(STONES, piece_shape(seat, x, y, r, Style(stone.fill, stone.edge, 1.3)))
    scene.add(
        TEXTS, Text(x, y + (0.12 * r if seat == 1 else 0), letter, r * 0.95, Style(stone.text), bold=True)
    )


def _pieces(scene: Scene, view: StarView, theme: Theme) -> None:
    unit = scene.spots[-1][2]  # a stop on a leg: on other stars all circles shrink alike (N19)
    standing: dict[int, list[tuple[int, int]]] = {}
    for seat, colour, stop in view.pieces:
        standing.setdefault(stop, []).append((seat, colour))
    for stop, group in standing.items():
        x, y, r = scene.spots[stop]
        for (seat, colour), (dx, dy, size) in zip(group, _fan(len(group), r, unit), strict=True):
            stone = theme.pieces[colour]
            _place(scene, stone, seat, "abcdefghi"[colour], round(x + dx, 2), round(y + dy, 2), size)
        if len(group) == 1:
            scene.inks[stop] = theme.pieces[group[0][1]].text
    for stop, grey in view.blocks:
        x, y, r = scene.spots[stop]
        half = 0.72 * min(r, 1.3 * unit)
        stone = theme.blocks[grey]
        body = Rect(
            round(x - half, 2),
            round(y - half, 2),
            round(2 * half, 2),
            round(2 * half, 2),
            2.5,
            Style(stone.fill, stone.edge, 1.3),
        )
        scene.add(STONES, body)
        scene.inks[stop] = stone.text


def _fan(count: int, radius: float, unit: float) -> list[tuple[float, float, float]]:
    """Spread pieces over a stop: how far each lies from the middle, and its size."""
    if count == 1:
        return [(0.0, 0.0, min(0.88 * radius, 1.2 * unit))]
    size = {2: 0.47, 3: 0.46, 4: 0.43}.get(count, 0.4) * radius
    away = {2: 0.49, 3: 0.58, 4: 0.66}.get(count, 0.75) * radius
    turn = 0.25 if count == 2 else 0.5 if count == 4 else 0.0
    angles = [
        2 * math.pi * (index / count + (turn if count == 2 else turn / count)) for index in range(count)
    ]
    return [(away * math.sin(angle), -away * math.cos(angle), size) for angle in angles]


def _extensions(scene: Scene, view: StarView, theme: Theme) -> None:
    """Show where a piece can go: the run of each way, a dot on each target."""
    line, seen = Style("", theme.mark, 2.6, 0.75), set()
    for run in view.paths.values():
        for one, other in pairwise(run):
            step = (min(one, other), max(one, other))
            if step not in seen:
                seen.add(step)
                scene.add(BELOW, Line((scene.spots[one][:2], scene.spots[other][:2]), False, line))
    free, held = Style(theme.mark, opacity=0.9), Style("", theme.mark, 2.4)
    full = {stop for _, _, stop in view.pieces} | {stop for stop, _ in view.blocks}
    for target in view.paths:
        x, y, r = scene.spots[target]
        scene.add(MARKS, Circle(x, y, r * 0.95, held) if target in full else Circle(x, y, 3.6, free))


def _last(scene: Scene, view: StarView, theme: Theme) -> None:
    style = Style("", theme.last or theme.label, 2.2)
    for start, end in view.last:
        x, y, r = scene.spots[start]
        scene.add(MARKS, Circle(x, y, r * 0.5, Style("", theme.last or theme.label, 1.6, 0.9, "3 3")))
        x, y, r = scene.spots[end]
        scene.add(MARKS, Circle(x, y, r * 1.12, style))
    for stop in view.fresh:
        x, y, r = scene.spots[stop]
        scene.add(TOP, Circle(x, y, r * 0.2, Style(theme.last or scene.inks.get(stop, theme.label))))


def _caption(scene: Scene, view: StarView, theme: Theme) -> None:
    """Add the lines below the board: who is to decide, then what each seat has."""
    ink, y = Style(theme.label), scene.height + 2
    scene.add(TEXTS, Text(14, y, view.status, 15, ink, "start", bold=True))
    y += 24
    grey = Stone(theme.stop, theme.label, theme.label)
    columns = 2 if max(map(len, view.seats), default=0) < 28 else 1
    for seat, text in enumerate(view.seats):
        x = 14 + (scene.width - 20) / columns * (seat % columns)
        scene.add(TEXTS, piece_shape(seat, x + 7, y, 7, Style(grey.fill, grey.edge, 1.3)))
        scene.add(TEXTS, Text(x + 20, y, f"Seat {seat}: {text}", 14, ink, "start", bold=seat == view.to_move))
        if seat % columns == columns - 1:
            y += 22
    scene.height = y + (22 if len(view.seats) % columns else 0) - 8
