"""Pictures: what a board shows is there, in every theme, small, quick and safe."""

import time

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw.reading import view_of
from pictures import SVG, circles, parsed, spot, stones, words

THEMES = sorted(draw.THEMES)
PRESETS = ff.presets()


@pytest.fixture(scope="module")
def busy():
    """Some random moves into a game of every preset, and its end."""
    games = {}
    for name in PRESETS:
        record = ff.playouts(ff.rules(name), 1, seed=7).record(0)
        half = record.positions()[len(record.moves) // 2]
        games[name] = (half, record)
    return games


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
    scene = draw.scene(position)
    place = scene.spots[scene.names.index("b2")][:2]
    assert place in [(shape.x, shape.y) for shape in scene.layers[2]]


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
    scene = words(draw.svg(position, coordinates=False, caption=False, numbers=True))
    assert sorted(scene) == ["1", "3", "5"]


def test_letters_are_escaped():
    position = ff.rules("gomoku").start()
    nasty = '<script>alert("1")</script>&\x00'
    text = draw.svg(position, letters={"h8": nasty}, title=nasty)
    assert "<script" not in text
    assert parsed(text)[0].text == '<script>alert("1")</script>&\ufffd'
    assert words(text)[-2] == '<script>alert("1")</script>&\ufffd' or nasty[:-1] in "".join(words(text))


@pytest.mark.parametrize("preset", ["gomoku", "pah_tum", "pentagame"])
def test_a_title_is_drawn_above_the_board(preset):
    """In as many lines as it takes; the board below is what it was."""
    position = ff.rules(preset).start(seed=1)
    plain, titled = draw.scene(position), draw.scene(position, title="A title " * 12)
    lines = [
        shape for shape in titled.layers[6] if getattr(shape, "text", "").startswith(("A title", "title"))
    ]
    assert len(lines) > 1
    assert " ".join(shape.text for shape in lines) == ("A title " * 12).strip()
    by = titled.height - plain.height
    assert max(shape.y for shape in lines) < by
    assert np.allclose(titled.spots, np.add(plain.spots, (0, by, 0)))
    assert draw.scene(position).spots == plain.spots
    assert words(draw.svg(position, title="One"))[-1] == "One"


def test_pictures_show_themselves_in_a_notebook():
    position = ff.rules("gomoku").start()
    picture, viewer = draw.svg(position), draw.html(position.record(), page=True)
    assert picture._repr_svg_() == picture
    assert "<iframe srcdoc=" in viewer._repr_html_()
    row = draw.Pictures({"<b>": picture})
    assert "&lt;b&gt;" in row._repr_html_()
    assert picture in row._repr_html_()


def test_a_lone_surrogate_does_not_break_the_text():
    text = draw.svg(ff.rules("gomoku").start(), letters={"h8": "\ud800"})
    parsed(text)
    text.encode()


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
        ({"paths": "a"}, "no pieces that walk"),
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
