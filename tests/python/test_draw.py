"""Pictures: what a board shows is there, in every theme, small, quick and safe."""

import math
import re
import time
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw import overlay
from fivefold.draw.reading import view_of
from fivefold.draw.shapes import HEAT, TEXTS, Text

SVG = "{http://www.w3.org/2000/svg}"
THEMES = sorted(draw.THEMES)
PRESETS = ff.presets()


def parsed(text):
    return ET.fromstring(text)


def words(text):
    """Every text of a picture, in order."""
    return [node.text for node in parsed(text).iter(f"{SVG}text")]


def circles(text, fill):
    """Centre and radius of every circle of one fill, which it may have from its group."""
    found = []
    for group in parsed(text).iter(f"{SVG}g"):
        if group.get("fill") == fill:
            found += [
                (float(node.get("cx")), float(node.get("cy")), float(node.get("r")))
                for node in group.iter(f"{SVG}circle")
            ]
    return found


def stones(text, colour, theme="light"):
    return circles(text, draw.THEMES[theme].stones[colour].fill)


def spot(position, point):
    """Where a point lies in the picture."""
    picture = draw.scene(position)
    x, y, _ = picture.spots[picture.names.index(point)]
    return x, y


@pytest.fixture(scope="module")
def busy():
    """Some random moves into a game of every preset, and its end."""
    found = {}
    for name in PRESETS:
        record = ff.playouts(ff.rules(name), 1, seed=7).record(0)
        half = record.positions()[len(record.moves) // 2]
        found[name] = (half, record)
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_in_every_theme_is_valid_xml(busy, preset, theme):
    for subject in (ff.rules(preset).start(seed=3), *busy[preset]):
        root = parsed(draw.svg(subject, theme=theme))
        assert root.tag == f"{SVG}svg"
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert root[0].text
        assert len(root[1].text) > 20
        assert root.get("role") == "img"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_picture_refers_to_nothing_and_has_no_ids(busy, preset):
    text = draw.svg(busy[preset][1], letters={0: "A"})
    assert " id=" not in text
    assert "href" not in text
    assert "url(" not in text


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_picture_is_the_same_text(busy, preset):
    half, record = busy[preset]
    assert draw.svg(half) == draw.svg(half)
    assert half._repr_svg_() == draw.svg(half)
    assert draw.svg(record) == draw.svg(record)


def test_a_full_board_with_everything_on_it_stays_small():
    rules = ff.rules("freestyle")
    record = ff.playouts(rules, 64, seed=1)
    longest = record.record(int(np.argmax(record.turns)))
    heat = np.arange(225.0).reshape(15, 15)
    for overlays in ({}, {"numbers": True}, {"heat": heat}, {"numbers": np.arange(1, 226)}):
        assert len(draw.svg(longest, **overlays).encode()) < 40_000


def test_a_board_is_drawn_in_two_milliseconds():
    position = ff.playouts(ff.rules("gomoku"), 1, seed=3).record(0).positions()[60]
    draw.svg(position)
    times = []
    for _ in range(40):
        begin = time.perf_counter()
        draw.svg(position)
        times.append(time.perf_counter() - begin)
    assert min(times) < 2e-3


def test_stones_lie_where_they_were_played():
    position = ff.rules("gomoku").start().play_all("h8 a1 o15")
    text = draw.svg(position)
    assert [(x, y) for x, y, r in stones(text, "black") if r > 8] == [
        spot(position, "h8"),
        spot(position, "o15"),
    ]
    assert next((x, y) for x, y, r in stones(text, "white") if r > 8) == spot(position, "a1")
    assert spot(position, "a1")[1] > spot(position, "a2")[1]
    assert spot(position, "a1")[0] < spot(position, "b1")[0]


def test_the_last_move_is_marked_and_told():
    position = ff.rules("gomoku").start().play_all("h8 i9")
    x, y = spot(position, "i9")
    text = draw.svg(position)
    assert (x, y, 3.1) in circles(text, draw.THEMES["light"].last)
    assert "Last move: i9." in text
    assert "Black to move" in words(text)


def test_coordinates_follow_the_notation():
    text = draw.svg(ff.rules("freestyle", size=(28, 5)).start())
    assert {"a", "z", "aa", "ab", "1", "5"} <= set(words(text))
    assert "6" not in words(text)
    bare = draw.svg(ff.rules("freestyle").start(), coordinates=False, caption=False)
    assert words(bare) == []


def test_a_winning_row_is_struck_through():
    position = ff.rules("freestyle").start().play_all("a1 a3 b1 b3 c1 c3 d1 d3 e1")
    text = draw.svg(position)
    theme = draw.THEMES["light"]
    lines = [g for g in parsed(text).iter(f"{SVG}g") if g.get("stroke") == theme.win]
    ends = "{:g},{:g} {:g},{:g}".format(*spot(position, "a1"), *spot(position, "e1"))
    assert [node.get("points") for g in lines for node in g.iter(f"{SVG}polyline")] == [ends]
    assert "Black wins: row" in words(text)
    assert "Winning row: a1, b1, c1, d1, e1." in text


def test_captured_stones_leave_a_shadow():
    position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1")
    text = draw.svg(position)
    shadows = [g for g in parsed(text).iter(f"{SVG}g") if g.get("stroke-dasharray")]
    places = {(float(c.get("cx")), float(c.get("cy"))) for g in shadows for c in g.iter(f"{SVG}circle")}
    assert places == {spot(position, "b1"), spot(position, "c1")}
    assert "Captured: b1, c1." in text
    assert "1 pair" in words(text)
    assert "0 pairs" in words(text)


def test_pagoda_lies_in_squares_and_pente_on_crossings():
    for name, inner in (("pagoda", 16), ("pente", 19)):
        picture = draw.scene(ff.rules(name).start())
        upright = [
            shape
            for shape in picture.layers[0]
            if type(shape).__name__ == "Line"
            and len(shape.points) == 2
            and shape.points[0][0] == shape.points[1][0]
        ]
        assert len(upright) == inner


def renju_with_a_double_three():
    rows = ["." * 15] * 15
    board = [list(row) for row in rows]
    for point in ("f8", "g8", "h9", "h10"):
        board[15 - int(point[1:])][ord(point[0]) - 97] = "X"
    for point in ("a1", "c1", "a15", "o15"):
        board[15 - int(point[1:])][ord(point[0]) - 97] = "O"
    text = "\n".join("".join(row) for row in board)
    return ff.Position.from_diagram(text, ff.rules("renju"))


def test_forbidden_points_carry_their_kind():
    position = renju_with_a_double_three()
    assert "33" in words(draw.svg(position))
    assert "h8 (33)" in draw.svg(position)
    assert "33" not in words(draw.svg(position, forbidden=False))
    white = position.play("a8")
    assert "33" not in words(draw.svg(white))
    assert "33" in words(draw.svg(white, forbidden=True))
    with pytest.raises(ff.FivefoldError, match="gomoku knows no fouls"):
        draw.svg(ff.rules("gomoku").start(), forbidden=True)


def test_each_kind_of_foul_has_its_word():
    board = [["."] * 15 for _ in range(15)]
    stones = "d12 e12 c13 c14 i12 j12 k12 l9 l10 l11 c3 d3 e3 g3 h3"
    for point in stones.split():
        board[15 - int(point[1:])][ord(point[0]) - 97] = "X"
    text = "\n".join("".join(row) for row in board)
    position = ff.Position.from_diagram(text, ff.rules("renju"), player=0)
    assert "Forbidden: f3 (6+), c12 (33), l12 (44)." in draw.svg(position)


def test_the_points_offered_for_the_fifth_stone_are_marked():
    start = ff.rules("renju", opening="rif_classic").start()
    position = start.play_all("h8 h9 i10 keep a1 offer b2")
    shown = draw.scene(position)
    place = shown.spots[shown.names.index("b2")][:2]
    assert place in [(shape.x, shape.y) for shape in shown.layers[2]]


def test_rows_of_pah_tum_show_their_worth():
    text = ".......\n.......\n.......\n...B...\nB..B...\nB..B...\nYYY#...\n"
    position = ff.Position.from_diagram(text, ff.rules("pah_tum"), check=False)
    picture = draw.svg(position)
    assert words(picture).count("3") == 1 + 2 + 2  # the row of a coordinate, two rows, two totals
    assert "Yellow row worth 3: a1, b1, c1." in picture
    assert len([c for c in stones(picture, "neutral") if c[2] > 8]) == 1


def test_numbers_true_counts_stones_and_passes():
    position = ff.rules("gomoku", passing="always").start().play_all("h8 pass a1")
    assert {"1", "3"} <= set(words(draw.svg(position, coordinates=False, numbers=True)))
    assert "2" not in words(draw.svg(position, coordinates=False, numbers=True))


def test_a_captured_stone_has_no_number():
    position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1")
    shown = words(draw.svg(position, coordinates=False, caption=False, numbers=True))
    assert sorted(shown) == ["1", "3", "5"]


def test_letters_are_escaped():
    position = ff.rules("gomoku").start()
    nasty = '<script>alert("1")</script>&\x00'
    text = draw.svg(position, letters={"h8": nasty}, title=nasty)
    assert "<script" not in text
    assert parsed(text)[0].text == '<script>alert("1")</script>&\ufffd'
    assert words(text)[-2] == '<script>alert("1")</script>&\ufffd' or nasty[:-1] in "".join(words(text))


def test_a_lone_surrogate_does_not_break_the_text():
    text = draw.svg(ff.rules("gomoku").start(), letters={"h8": "\ud800"})
    parsed(text)
    text.encode()


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


GOMOKU = ff.rules("gomoku").start()


@pytest.mark.parametrize(
    ("overlays", "message"),
    [
        ({"theme": "sepia"}, "theme 'sepia' is refused: there are light, dark"),
        ({"theme": 3}, "theme 3 is refused"),
        (
            {"heat": np.zeros((14, 15))},
            r"shape \(14, 15\) is refused: this board takes \(15, 15\) or \(225,\)",
        ),
        ({"heat": np.zeros(226)}, r"shape \(226,\)"),
        ({"heat": np.ones((15, 15)), "vmin": 2, "vmax": 1}, "vmin is less than vmax"),
        ({"heat": np.ones((15, 15)), "vmin": 0, "vmax": 1, "centre": 2}, "between 0 and 1"),
        ({"heat": np.ones((15, 15)), "centre": "x"}, "takes a number"),
        ({"heat": [[np.inf] * 15] * 15}, "inf at a1"),
        ({"heat": "warm"}, "takes an array of numbers"),
        ({"numbers": np.zeros(3)}, r"shape \(3,\)"),
        ({"numbers": [[1, 2], [3]]}, "takes an array of numbers"),
        ({"letters": {"p1": "A"}}, "'p1' is refused: the board has a1 to o15"),
        ({"letters": {225: "A"}}, "the points are 0 to 224"),
        ({"letters": {True: "A"}}, "a point is a name or a number"),
        ({"letters": "A"}, "take a dict"),
        ({"arrows": ["h8i9"]}, "it takes \\(from, to\\)"),
        ({"arrows": [("h8", "i9", 2.0)]}, "a weight is 0 to 1"),
        ({"arrows": [("h8", "z9")]}, "an arrow at 'z9'"),
        ({"size": 0}, "it takes 1 to 20000 pixels"),
        ({"size": "big"}, "it takes 1 to 20000 pixels"),
        ({"ways": "a"}, "no pieces that walk"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(overlays, message):
    with pytest.raises(ff.FivefoldError, match=message):
        draw.svg(GOMOKU, **overlays)


def test_only_positions_and_records_have_pictures():
    with pytest.raises(ff.FivefoldError, match="Rules is no picture"):
        draw.svg(ff.rules("gomoku"))


def test_legal_points_get_dots():
    position = ff.rules("gomoku", opening="pro").start().play_all("h8 a1")
    picture = draw.scene(position, legal=True)
    dots = {(shape.x, shape.y) for shape in picture.layers[2]}
    legal = {picture.spots[action][:2] for action in position.legal_actions()}
    assert dots == legal


def test_arrows_point_from_the_first_to_the_second():
    picture = draw.scene(GOMOKU, arrows=[("a1", "a15"), ("b1", "b1")])
    shaft, tip = picture.layers[-1]
    assert shaft.points[0][1] > shaft.points[1][1]
    assert tip.points[0][1] == min(y for _, y in tip.points)


def test_every_choice_that_is_due_is_named():
    position = ff.rules("gomoku", opening="swap2").start().play_all("h8 i9 a1")
    assert "Seat 1: swap or keep or place2" in words(draw.svg(position))


def test_a_black_stone_to_be_put_is_shown_as_the_next_one():
    start = ff.rules("custodial_pah_tum").start()  # T3: the players put the black stones
    assert start.colour == start.rules.info.board.neutral == "black"
    text = draw.svg(start)
    assert "Black to move" in words(text)
    assert len(stones(text, "neutral")) == 1


def test_points_on_offer_are_marked_until_one_is_picked():
    start = ff.rules("renju", opening="rif_classic").start().play_all("h8 h9 i8 keep j9")
    assert view_of(start.play("offer i10")).offers == (143,)
    offered = start.play_all("offer i10 offer g7")
    assert view_of(offered).offers == (96, 143)
    picked = view_of(offered.play("pick i10"))
    assert (picked.offers, picked.last) == ((), (143,))


# Pentagame ------------------------------------------------------------------------------------------


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
    picture = draw.scene(position, ways="a")
    targets = {move[5:].rstrip("+)") for move in position.legal_moves() if move.startswith("a(A->")}
    dots = {(shape.x, shape.y) for shape in picture.layers[5]}
    assert targets
    assert {picture.spots[picture.names.index(name)][:2] for name in targets} <= dots
    with pytest.raises(ff.FivefoldError, match="seat 0 is to decide"):
        draw.svg(position, ways="1a")
    with pytest.raises(ff.FivefoldError, match="no such piece"):
        draw.svg(position, ways="f")


def test_a_heat_map_of_pentagame_goes_by_stop():
    position = ff.rules("pentagame").start()
    assert "svg" in draw.svg(
        position, heat=np.linspace(0, 1, 100), letters={"A-1-E": "x"}, arrows=[("A", "c")]
    )
    with pytest.raises(ff.FivefoldError, match=r"this board takes \(100,\)"):
        draw.svg(position, heat=np.zeros(99))
    with pytest.raises(ff.FivefoldError, match="numbers=True is refused"):
        draw.svg(position, numbers=True)


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
        text = draw.svg(GOMOKU.play("h8"), theme=theme)
        assert set(re.findall(r'fill="([^"]*)"', text)) <= {"none"} | set(re.findall(r"#[0-9a-f]{6}", text))


@pytest.mark.parametrize(("points", "leg", "arm"), [(5, 2, 1), (5, 9, 9), (7, 6, 3), (9, 1, 9)])
def test_stars_of_every_size_are_drawn_as_large_and_apart(points, leg, arm):
    """N19: no circle of a stop overlaps another one; a block stays inside its own."""
    start = ff.rules("pentagame", points=points, leg=leg, arm=arm).start()
    drawn = draw.scene(start)
    x, y, r = np.array(drawn.spots).T
    apart = np.hypot(x[:, None] - x, y[:, None] - y) - r[:, None] - r
    np.fill_diagonal(apart, 1.0)
    assert apart.min() > -0.02  # spots are rounded to 0.01
    assert drawn.width == pytest.approx(draw.scene(ff.rules("pentagame").start()).width, abs=0.01)
    for block in (shape for layer in drawn.layers for shape in layer if type(shape).__name__ == "Rect"):
        spot = np.argmin(np.hypot(x - block.x - block.width / 2, y - block.y - block.height / 2))
        assert block.width <= 2 * 0.73 * r[spot] + 0.02
