"""Heat maps over pictures: scale, colours, labels, points without data."""

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw import overlay
from fivefold.draw.shapes import HEAT, TEXTS, TOP, Text
from pictures import spot, words

THEMES = sorted(draw.THEMES)
PRESETS = ff.presets()


def test_a_heat_map_is_strongest_at_its_peak():
    heat = np.zeros((15, 15))
    heat[2, 3], heat[4, 5] = 2.0, 1.0
    position = ff.rules("gomoku").start()
    picture = draw.scene(position, heat=heat)
    theme = draw.THEMES["light"]
    cells = {(shape.x + 10, shape.y + 10): shape.style.fill for shape in picture.layers[1]}
    assert cells == {
        spot(position, "d3"): overlay.shade(theme, 1.0),
        spot(position, "f5"): overlay.shade(theme, 0.5),
    }
    flat = draw.svg(position, heat=heat.ravel())
    assert flat == draw.svg(position, heat=heat)
    assert "2" in words(flat)


def test_a_heat_map_has_the_scale_that_is_asked_for():
    """Two pictures with the same ends colour the same value alike; the centre shows the board."""
    start = ff.rules("gomoku").start()
    one, other = np.full(225, 0.5), np.full(225, 0.5)
    one[0], other[0] = 0.9, 0.2

    def colours(**scale):
        pictures = (draw.scene(start, heat=heat, **scale) for heat in (one, other))
        return [
            {
                shape.style.fill
                for shape in picture.layers[HEAT]
                if (shape.x + 10, shape.y + 10, 10) == picture.spots[7]
            }
            for picture in pictures
        ]

    first, second = colours()
    assert first != second
    first, second = colours(vmin=0, vmax=1)
    assert first == second != set()
    assert colours(vmin=0, vmax=1, centre=0.5) == [set(), set()]
    assert "<text" in draw.svg(start, heat=one, vmin=0, vmax=1)


def test_points_without_data_are_struck_out():
    start = ff.rules("gomoku").start()
    heat = np.full(225, np.nan)
    picture = draw.scene(start, heat=heat)
    assert len(picture.layers[HEAT]) == 225
    assert picture.width == draw.scene(start).width  # no scale without a number
    heat[5:] = 1.0
    assert len(draw.scene(start, heat=heat).layers[HEAT]) == 225


def test_the_labels_of_a_scale_are_not_clipped():
    start = ff.rules("gomoku").start()
    for value in (1.0, 123456.0, 1.23e-15, -1.23e-15):
        picture = draw.scene(start, heat=np.full(225, value))
        for text in picture.layers[TEXTS]:
            if isinstance(text, Text) and text.anchor == "start":
                assert text.x + 0.6 * text.size * len(text.text) <= picture.width


def test_a_heat_map_below_zero_takes_the_cool_colours():
    heat = np.zeros(225)
    heat[0], heat[1] = -1.0, 1.0
    text = draw.svg(ff.rules("gomoku").start(), heat=heat)
    theme = draw.THEMES["light"]
    assert theme.cool[1] in text
    assert theme.warm[1] in text
    assert {"-1", "1", "0"} <= set(words(text))


def test_a_heat_map_of_pentagame_goes_by_stop():
    position = ff.rules("pentagame").start()
    assert "svg" in draw.svg(
        position, heat=np.linspace(0, 1, 100), letters={"A-1-E": "x"}, arrows=[("A", "c")]
    )
    with pytest.raises(ff.FivefoldError, match=r"this board takes \(100,\)"):
        draw.svg(position, heat=np.zeros(99))
    with pytest.raises(ff.FivefoldError, match="numbers=True is refused"):
        draw.svg(position, numbers=True)


@pytest.mark.parametrize(("preset", "options"), [("gomoku", {"size": 63}), ("pentagame", {})])
def test_the_scale_beside_a_large_board_can_be_read(preset, options):
    """A board is shown as wide as any other: figures beside it have the same share of its height."""

    def share(position):
        heat = np.arange(len(draw.scene(position).spots))
        picture = draw.scene(position, heat=heat, caption=False)
        sizes = {
            shape.size
            for shape in picture.layers[TEXTS]
            if isinstance(shape, Text) and shape.anchor == "start"
        }
        assert len(sizes) == 1
        return sizes.pop() / picture.height

    small = share(ff.rules("gomoku").start())
    assert share(ff.rules(preset, **options).start()) == pytest.approx(small, rel=0.1)


@pytest.mark.parametrize("preset", ["renju", "custodial_pah_tum", "pentagame"])
def test_a_heat_map_takes_a_number_for_each_action(preset):
    """Actions are summed by the point where they end; arrows show the pieces that walk."""
    rules = ff.rules(preset)
    position = rules.start(seed=1)
    values = np.zeros(rules.num_actions)
    ends = np.zeros(rules.info.board.cells)
    moves = [move for move in position.describe_legal() if move.point is not None and move.kind != "exit"]
    for move in moves[:9]:
        values[move.action] += 0.5
        ends[move.point] += 0.5
    arrows = [(move.origin, move.point) for move in moves[:9] if move.origin is not None]
    scene = draw.scene(position, heat=values)
    wanted = draw.scene(position, heat=ends, arrows=arrows[:5])
    assert scene.layers[HEAT] == wanted.layers[HEAT]
    assert len(scene.layers[TOP]) == len(wanted.layers[TOP])
    values[moves[0].action] = np.inf
    with pytest.raises(ff.FivefoldError, match="no finite number"):
        draw.svg(position, heat=values)
