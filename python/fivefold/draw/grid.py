"""Boards on which stones lie: wood, lines, coordinates, stones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from . import cells
from .overlay import LAST_DOT, blend
from .shapes import (
    BELOW,
    GROUND,
    HIGHLIGHTS,
    MARKS,
    STONES,
    TEXTS,
    Circle,
    Line,
    Rect,
    Scene,
    Shape,
    Style,
    Text,
)
from .theme import Stone, Theme

if TYPE_CHECKING:
    from fivefold._types import Geometry

CELL = 20.0
STONE = 9.1
LEFT, TOP_EDGE, RIGHT, BELOW_EDGE = 25.0, 13.0, 13.0, 23.0


@dataclass
class GridView:
    """What a picture of a grid game shows, read from a position or a record.

    Points are numbered row by row from row 1, as in `Position.board`.
    """

    rows: int
    columns: int
    cells: list[int]
    """0 empty, 1, 2 ... the colours, -1 neutral."""
    colours: tuple[str, ...]
    """Names of colours 1, 2 ...: black and white, or yellow and blue."""
    title: str
    description: str
    squares: bool = False
    """Stones lie in squares, not on crossings."""
    geometry: Geometry | None = None
    """Where the cells lie on a board that has no rows and columns."""
    last: tuple[int, ...] = ()
    captured: dict[int, int] = field(default_factory=dict)
    """Captured points and the colour that lay there."""
    wins: tuple[tuple[int, ...], ...] = ()
    """Rows that decided the game."""
    row_word: str = "Winning"
    fouls: dict[int, str] = field(default_factory=dict)
    """Forbidden points and what is written there."""
    row_scores: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    """Rows that score: colour 1 or 2, points, worth."""
    offers: tuple[int, ...] = ()
    status: str = ""
    to_move: int = 0
    """Colour of the next stone, 0 for none."""
    tallies: tuple[tuple[int, str], ...] = ()
    """What each colour has: shown below the board."""


def column_name(column: int) -> str:
    """Name a column: a to z, then aa (E2)."""
    return column_name(column // 26 - 1) + chr(97 + column % 26) if column > 25 else chr(97 + column)


@lru_cache(maxsize=32)
def _points(rows: int, columns: int, left: float) -> tuple[list[tuple[float, float, float]], list[str]]:
    """Return the spots of a board and their names; shared by all its pictures."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    spots = [
        (left + CELL * (column + 0.5), TOP_EDGE + CELL * (rows - row - 0.5), CELL / 2)
        for row, column in places
    ]
    return spots, [f"{column_name(column)}{row + 1}" for row, column in places]


def scene_of(view: GridView, theme: Theme, coordinates: bool = True, caption: bool = True) -> Scene:
    """Draw a grid game, with letters and numbers at the edge and a line below the board."""
    if view.geometry is not None:
        scene = cells.scene_of(view, view.geometry, theme, coordinates)
        if caption:
            _caption(scene, view, theme, RIGHT)
        _stones(scene, view, theme)
        _marks(scene, view, theme)
        return scene
    left, below = (LEFT, BELOW_EDGE) if coordinates else (RIGHT, RIGHT)
    width, height = left + CELL * view.columns + RIGHT, TOP_EDGE + CELL * view.rows + below
    spots, names = _points(view.rows, view.columns, left)
    shape = (view.rows, view.columns)
    scene = Scene(width, height, theme.page, view.title, view.description, spots, names, shape)
    board = Rect(
        left, TOP_EDGE, CELL * view.columns, CELL * view.rows, 2, Style(theme.board, theme.edge, 1.4)
    )
    if caption:
        _caption(scene, view, theme, left)
    scene.add(GROUND, board, *_ground(view.rows, view.columns, view.squares, board, theme, coordinates))
    _stones(scene, view, theme)
    _marks(scene, view, theme)
    return scene


@lru_cache(maxsize=32)
def _ground(
    rows: int, columns: int, squares: bool, board: Rect, theme: Theme, coordinates: bool
) -> tuple[Shape, ...]:
    """Return the board without stones; shared by all its pictures."""
    spots = _points(rows, columns, board.x)[0]
    shapes = [*(_grain(board, theme) if theme.grain else ()), *_lines(rows, columns, squares, spots, theme)]
    if coordinates:
        style = Style(theme.label)
        bottom, side = spots[0][1] + CELL / 2 + 9, spots[0][0] - CELL / 2 - 5
        shapes += [Text(spots[column][0], bottom, column_name(column), 9, style) for column in range(columns)]
        shapes += [Text(side, spots[row * columns][1], str(row + 1), 9, style, "end") for row in range(rows)]
    return tuple(shapes)


def _grain(board: Rect, theme: Theme) -> Iterator[Shape]:
    """Draw the grain of the wood: wavy lines, the same ones every time."""
    style = Style("", theme.grain, 0.9, 0.5)
    count = max(5, int(board.height // 26))
    for index in range(count):
        y = board.y + board.height * (index + 0.5) / count
        wave = [
            (board.x + 1 + (board.width - 2) * step / 8, y + 5.5 * math.sin(1.7 * index + 0.9 * step))
            for step in range(9)
        ]
        yield Line(tuple(wave), False, style)


def _lines(
    rows: int, columns: int, squares: bool, spots: list[tuple[float, float, float]], theme: Theme
) -> Iterator[Shape]:
    style = Style("", theme.line, 0.8)
    half = CELL / 2 if squares else 0.0
    (x0, y1, _), (x1, y0, _) = spots[0], spots[-1]
    inner = 1 if squares else 0
    for column in range(inner, columns):
        x = x0 + CELL * column - half
        yield Line(((x, y0 - half), (x, y1 + half)), False, style)
    for row in range(inner, rows):
        y = y0 + CELL * row - half
        yield Line(((x0 - half, y), (x1 + half, y)), False, style)
    if not squares:
        dot = Style(theme.line)
        for row in _guides(rows):
            for column in _guides(columns):
                x, y, _ = spots[row * columns + column]
                centre = 2 * row + 1 == rows and 2 * column + 1 == columns
                off_axes = 2 * row + 1 != rows and 2 * column + 1 != columns
                if centre or off_axes or min(rows, columns) >= 19:
                    yield Circle(x, y, 2.1, dot)


def _guides(side: int) -> list[int]:
    """Return the lines that carry guide dots: the fourth from each edge, and the middle."""
    if side < 9 or side % 2 == 0:
        return []
    edge = 3 if side >= 13 else 2
    return sorted({edge, side // 2, side - 1 - edge})


def stone_of(view: GridView, theme: Theme, colour: int) -> Stone:
    """Return the look of a stone: colour 1, 2 ... or -1."""
    return theme.stone("neutral" if colour < 0 else view.colours[colour - 1], colour - 1)


def _stones(scene: Scene, view: GridView, theme: Theme) -> None:
    for colour in (*range(1, len(view.colours) + 1), -1):
        stone = stone_of(view, theme, colour)
        body, highlight = Style(stone.fill, stone.edge, 0.8), Style("#ffffff", opacity=stone.shine)
        places = [spot for spot, cell in enumerate(view.cells) if cell == colour]
        for spot in places:
            x, y, _ = scene.spots[spot]
            scene.add(STONES, Circle(x, y, STONE, body))
            scene.inks[spot] = stone.text
            if stone.shine:
                scene.add(HIGHLIGHTS, Circle(x - 2.7, y - 2.9, 3.1, highlight))


def _marks(scene: Scene, view: GridView, theme: Theme) -> None:
    for spot, colour in view.captured.items():
        x, y, _ = scene.spots[spot]
        if view.cells[spot]:  # replaced by a stone of the mover (T4)
            scene.add(MARKS, Circle(x, y, 4.6, Style("", _readable(scene, theme, spot), 1.6)))
        else:
            stone = stone_of(view, theme, colour)
            scene.add(BELOW, Circle(x, y, STONE - 1, Style(stone.fill, stone.edge, 1, 0.4, "2.5 2.5")))
    for colour, points, worth in view.row_scores:
        _worth(scene, stone_of(view, theme, colour), points, worth)
    for points in view.wins:
        ends = tuple(scene.spots[spot][:2] for spot in (points[0], points[-1]))
        scene.add(MARKS, Line(ends, False, Style("", theme.win, 3.4, 0.85)))
    for spot in view.last:
        x, y, _ = scene.spots[spot]
        # A third colour may be that of the mark.
        is_third = view.cells[spot] > 2
        ink = scene.inks[spot] if is_third else _readable(scene, theme, spot)
        scene.add(MARKS, Circle(x, y, LAST_DOT, Style(ink)))
    foul, clear = Style(theme.foul), Style(theme.board, opacity=0.85)
    for spot, word in view.fouls.items():
        x, y, _ = scene.spots[spot]
        scene.add(MARKS, Circle(x, y, 7, clear))
        scene.add(TEXTS, Text(x, y, word, 9, foul, bold=True))
    for spot in view.offers:
        x, y, _ = scene.spots[spot]
        scene.add(BELOW, Circle(x, y, STONE - 2, Style("", theme.mark, 1.6, 1, "3 2.5")))


def _readable(scene: Scene, theme: Theme, spot: int) -> str:
    return theme.last or scene.inks.get(spot, theme.label)


def _worth(scene: Scene, stone: Stone, points: tuple[int, ...], worth: int) -> None:
    """Draw a row that scores, and its worth at the left or upper end."""
    (x0, y0, _), (x1, y1, _) = sorted((scene.spots[points[0]], scene.spots[points[-1]]))
    across = y0 == y1
    x, y = (x0 - 6.5, y0) if across else (x0, min(y0, y1) - 7.5)
    scene.add(MARKS, Line(((x0, y0), (x1, y1)), False, Style("", stone.edge, 2, 0.75)))
    wide = 6.5 if worth < 100 else 8.5
    pill = Rect(
        x - wide, y - 4.6, 2 * wide, 9.2, 4.6, Style(blend(stone.fill, "#ffffff", 0.75), stone.edge, 0.8)
    )
    scene.add(TEXTS, pill, Text(x, y, str(worth), 7, Style("#1c1712"), bold=True))


def _caption(scene: Scene, view: GridView, theme: Theme, left: float) -> None:
    """Add the line below the board: who is to move or how it ended, and what each colour has."""
    # The writing goes by the width of the picture, not of a square: it is read at the picture's size.
    size = min(max(scene.width / 34, 6.0), 20.0)
    ink, y, r = Style(theme.label), scene.height + 0.6 * size, 0.5 * size
    x = left + 1
    if view.to_move:
        stone = stone_of(view, theme, view.to_move)
        scene.add(TEXTS, Circle(x + r, y, r, Style(stone.fill, stone.edge, 0.08 * size)))
        x += 1.4 * size
    scene.add(TEXTS, Text(x, y, view.status, size, ink, "start"))
    widths = [(2.2 + 0.52 * len(text)) * size for _, text in view.tallies]
    x += 0.56 * size * len(view.status)
    if view.tallies and x + sum(widths) > scene.width - RIGHT:
        y += 1.6 * size
    x = scene.width - RIGHT - sum(widths)
    for (colour, text), wide in zip(view.tallies, widths, strict=True):
        stone = stone_of(view, theme, colour)
        scene.add(TEXTS, Circle(x + 0.8 * size, y, r, Style(stone.fill, stone.edge, 0.08 * size)))
        scene.add(TEXTS, Text(x + 1.7 * size, y, text, size, ink, "start"))
        x += wide
    scene.height = y + 1.4 * size
