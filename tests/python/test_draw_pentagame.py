"""Pictures of Pentagame: the star's proportions, its pieces and blocks, stars of every size."""

import math
import re

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw.reading import status_of
from pictures import parsed

THEMES = sorted(draw.THEMES)
PRESETS = ff.presets()


def test_the_star_has_the_true_proportions():
    """N3: corners, crossings and stops by their radii, legs of tangent circles."""
    picture = draw.scene(ff.rules("pentagame").start())
    assert len(picture.spots) == 100
    radius = {name: r for name, (_, _, r) in zip(picture.names, picture.spots, strict=True)}
    place = {name: (x, y) for name, (x, y, _) in zip(picture.names, picture.spots, strict=True)}
    unit = radius["A-1-c"]
    assert radius["A"] / unit == pytest.approx(math.sqrt(5), abs=2e-3)
    assert radius["a"] / unit == pytest.approx(2.02492, abs=2e-3)
    assert math.dist(place["A-1-c"], place["A-2-c"]) / unit == pytest.approx(2, abs=2e-3)
    assert math.dist(place["A"], place["A-1-c"]) / unit == pytest.approx(1 + math.sqrt(5), abs=2e-3)
    assert place["A"][1] == min(y for _, y in place.values())
    assert place["B"][0] > place["A"][0] > place["E"][0]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_piece_and_block_of_pentagame_is_drawn(players):
    position = ff.rules("pentagame", players=players).start()
    picture = draw.scene(position, caption=False)
    pieces = 15 if players == 5 else 5 * players
    assert len(picture.layers[3]) == pieces + 5
    names = [shape.text for shape in picture.layers[6]]
    assert sorted(names) == sorted("abcde" * (pieces // 5))


def test_the_ways_of_a_piece_are_its_legal_targets():
    position = ff.rules("pentagame").start()
    picture = draw.scene(position, paths="a")
    targets = {move[5:].rstrip("+)") for move in position.legal_moves() if move.startswith("a(A->")}
    dots = {(shape.x, shape.y) for shape in picture.layers[5]}
    assert targets
    assert {picture.spots[picture.names.index(name)][:2] for name in targets} <= dots
    with pytest.raises(ff.FivefoldError, match="seat 0 is to decide"):
        draw.svg(position, paths="1a")
    with pytest.raises(ff.FivefoldError, match="no such piece"):
        draw.svg(position, paths="f")


@pytest.mark.parametrize(
    "options",
    [{"points": 7}, {"points": 9, "leg": 3, "arm": 2}, {"players": 5, "five_players": "ordinary"}],
)
def test_other_stars_are_drawn_too(options):
    """N19: the same skeleton with more letters."""
    position = ff.rules("pentagame", **options).start()
    parsed(draw.svg(position))
    assert len(draw.scene(position).spots) == position.board.shape[1]


def test_no_colour_is_written_but_as_six_digits():
    for theme in draw.THEMES.values():
        text = draw.svg(ff.rules("gomoku").start().play("h8"), theme=theme)
        assert set(re.findall(r'fill="([^"]*)"', text)) <= {"none"} | set(re.findall(r"#[0-9a-f]{6}", text))


@pytest.mark.parametrize(("points", "leg", "arm"), [(5, 2, 1), (5, 9, 9), (7, 6, 3), (9, 1, 9)])
def test_stars_of_every_size_are_drawn_as_large_and_apart(points, leg, arm):
    """N19: no circle of a stop overlaps another one; a block stays inside its own."""
    start = ff.rules("pentagame", points=points, leg=leg, arm=arm).start()
    rendered = draw.scene(start)
    x, y, r = np.array(rendered.spots).T
    apart = np.hypot(x[:, None] - x, y[:, None] - y) - r[:, None] - r
    np.fill_diagonal(apart, 1.0)
    assert apart.min() > -0.02  # spots are rounded to 0.01
    assert rendered.width == pytest.approx(draw.scene(ff.rules("pentagame").start()).width, abs=0.01)
    for block in (shape for layer in rendered.layers for shape in layer if type(shape).__name__ == "Rect"):
        spot = np.argmin(np.hypot(x - block.x - block.width / 2, y - block.y - block.height / 2))
        assert block.width <= 2 * 0.73 * r[spot] + 0.02


@pytest.mark.parametrize(
    ("options", "points", "text"),
    [
        ({"players": 2}, (1, 1), "Draw: adjudication"),
        ({"players": 3}, (0, 0, 0), "Draw: adjudication"),
        ({"players": 3}, (1, 0, 1), "Draw between seats 0 and 2: adjudication"),
        ({"players": 3}, (0, 1, 0), "Seat 1 wins: adjudication"),
        ({"players": 4, "teams": True}, (0, 1, 0, 0), "Seats 1 and 3 win: adjudication"),
        ({"players": 4, "teams": True}, (1, 1, 0, 0), "Draw: adjudication"),
    ],
)
def test_sides_with_the_same_points_draw(options, points, text):
    """N15: partners win together; several sides with the most points draw."""
    rules = ff.rules("pentagame", **options)
    gone = {f"{seat}a" for seat, count in enumerate(points) if count}
    board = ff.pentagame.board(rules.start())
    board = {stop: left for stop, things in board.items() if (left := sorted({*things} - gone))}
    record = ff.pentagame.position(board, rules, points=points).record()
    record.event("adjudicated")
    assert status_of(rules.start(), record.outcome) == text
