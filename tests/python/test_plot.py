"""Figures: the right shapes at the right places, whatever matplotlib's minor version.

Pictures are compared by two measures that hardly depend on how one version smooths an edge: pixels well
inside a stone or a square must have its very colour, and small baselines (`tests/data/pictures`) must
agree on average. `FIVEFOLD_BASELINES=write` draws the baselines anew.
"""

import math
import os

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

import fivefold as ff
from fivefold import draw, plot
from source_tree import ROOT

matplotlib.use("Agg")

BASELINES = ROOT / "tests" / "data" / "pictures"
# One of each kind of board; test_draw goes through every preset.
PRESETS = ["gomoku", "renju", "pagoda", "pente", "pah_tum", "custodial_pah_tum", "pentagame"]


def ax():
    return Figure(figsize=(4, 4), dpi=60).subplots()


def pixels(axes):
    canvas = FigureCanvasAgg(axes.get_figure())
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3]


def rgb(colour):
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def agree(name, image):
    """Compare with a baseline: on average within two steps of 255, nowhere a wholly other picture."""
    path = BASELINES / f"{name}.png"
    if os.environ.get("FIVEFOLD_BASELINES") == "write":
        path.parent.mkdir(exist_ok=True)
        Image.fromarray(image).quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    wanted = np.asarray(Image.open(path).convert("RGB"), dtype=float)
    assert wanted.shape == image.shape
    # Cells of 4 x 4 pixels: a word that sits a fraction of a pixel elsewhere does not count.
    height, width = (side // 4 * 4 for side in image.shape[:2])
    cells = [
        part[:height, :width].reshape(height // 4, 4, width // 4, 4, 3).mean((1, 3))
        for part in (wanted, image.astype(float))
    ]
    difference = np.abs(cells[0] - cells[1])
    assert difference.mean() < 2.0
    assert np.quantile(difference, 0.99) < 24


def position_of(preset):
    positions = ff.playouts(ff.rules(preset), 1, seed=11).record(0).positions()
    return positions[len(positions) // 2]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_pictures_agree_with_their_baselines(preset):
    agree(
        preset,
        plot.rgb_array(position_of(preset), 128, **({"forbidden": False} if preset == "renju" else {})),
    )


@pytest.mark.parametrize("theme", sorted(draw.THEMES))
def test_themes_agree_with_their_baselines(theme):
    position = ff.rules("freestyle").start().play_all("h8 i9 g7")
    heat = np.zeros((15, 15))
    heat[3:6, 3:6] = [[1, 2, 1], [2, 4, 2], [1, 2, 1]]
    agree(f"theme-{theme}", plot.rgb_array(position, 128, theme=theme, heat=heat, arrows=[("l4", "l12")]))


@pytest.mark.parametrize("theme", sorted(draw.THEMES))
def test_stones_have_their_colour_at_their_place(theme):
    position = ff.rules("gomoku").start().play_all("h8 a1 o15 b2")
    image = plot.rgb_array(position, 800, theme=theme)
    picture = draw.scene(position)
    scale = 800 / picture.width
    colours = draw.THEMES[theme]
    for name, colour in (("h8", "black"), ("o15", "black"), ("a1", "white")):
        x, y, _ = picture.spots[picture.names.index(name)]
        # Beside the highlight and the mark of the last move.
        row, column = round((y + 5.5) * scale), round((x + 3.5) * scale)
        assert image[row, column].tolist() == rgb(colours.stones[colour].fill)
    assert image[2, 2].tolist() == rgb(colours.page)


def test_rgb_array_is_an_image_of_the_size_asked_for():
    image = plot.rgb_array(ff.rules("gomoku").start(), 200)
    picture = draw.scene(ff.rules("gomoku").start())
    assert image.dtype == np.uint8
    assert image.shape == (round(200 * picture.height / picture.width), 200, 3)
    assert np.array_equal(image, plot.rgb_array(ff.rules("gomoku").start(), 200))


@pytest.mark.parametrize("size", [0, 15, 9000, 3.5, True, "big"])
def test_a_size_out_of_range_is_refused(size):
    with pytest.raises(ff.FivefoldError, match="16 to 8192"):
        plot.rgb_array(ff.rules("gomoku").start(), size)


def test_functions_return_the_axes_they_drew_into():
    position = ff.rules("gomoku").start()
    games = ff.playouts(ff.rules("gomoku", size=5), 50, seed=1)
    for function, arguments in (
        (plot.board, (position,)),
        (plot.grid, ([position, position],)),
        (plot.heatmap, (np.arange(225.0), position)),
        (plot.lengths, (games,)),
        (plot.outcomes, (games,)),
        (plot.game_curve, ([0.1, 0.2],)),
        (plot.search_tree, ({"visits": 1},)),
    ):
        axes = ax()
        assert function(*arguments, axes) is axes
        pixels(axes)


def test_the_current_axes_are_the_default():
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    assert plot.game_curve([0.0, 1.0]) is axes
    pyplot.close(figure)
    with pytest.raises(ff.FivefoldError, match="takes matplotlib axes"):
        plot.board(ff.rules("gomoku").start(), "axes")


def test_charts_respect_rc_params():
    games = ff.playouts(ff.rules("gomoku", size=5), 50, seed=1)
    with matplotlib.rc_context(
        {"axes.prop_cycle": matplotlib.cycler(color=["#123456"]), "image.cmap": "magma"}
    ):
        bars = plot.outcomes(games, ax()).patches
        assert matplotlib.colors.to_hex(bars[0].get_facecolor()) == "#123456"
        axes = plot.heatmap(np.arange(225.0), ff.rules("gomoku"), ax())
        (cells,) = axes.collections
        assert cells.get_cmap().name == "magma"


def test_a_grid_shows_every_board_in_its_place():
    rules = ff.rules("freestyle", size=5)
    axes = plot.grid(
        [rules.start().play("a1"), rules.start().play("e5")], ax(), columns=2, titles=["one", "two"]
    )
    width, _ = axes.get_xlim()[1], axes.get_ylim()[0]
    centres = [
        patch.get_path().get_extents().x0
        for patch in axes.patches + list(axes.artists) + list(axes.get_children())
        if getattr(patch, "get_facecolor", None)
        and matplotlib.colors.to_hex(patch.get_facecolor()) == draw.THEMES["light"].stones["black"].fill
    ]
    assert min(centres) < width / 4
    assert max(centres) > width * 3 / 4
    for arguments, message in (
        (([],), "at least one"),
        (
            (
                [rules.start()],
                ax(),
            ),
            None,
        ),
    ):
        if message:
            with pytest.raises(ff.FivefoldError, match=message):
                plot.grid(*arguments)
    with pytest.raises(ff.FivefoldError, match="2 titles are refused"):
        plot.grid([rules.start()], ax(), titles=["a", "b"])


def test_wilson_gives_the_known_interval():
    """Against values worked out by hand from the formula: 8 of 10, 0 of 10, 10 of 10."""
    low, high = plot.wilson([8, 0, 10], 10)
    assert np.allclose(low, [0.4901625, 0.0, 0.7224672], atol=1e-6)
    assert np.allclose(high, [0.9433178, 0.2775328, 1.0], atol=1e-6)
    for wrong in ((1, 0), (3, 2), (-1, 5)):
        with pytest.raises(ff.FivefoldError):
            plot.wilson(*wrong)


def test_teams_win_together():
    """N6: what a team won is no draw; nor is a tie that was broken (N18), or a player's goal alone (N15)."""
    teams = ff.playouts(ff.rules("pentagame_teams", max_turns=300), 60, seed=4)
    axes = plot.outcomes(teams, ax())
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        "seats 0 and 2",
        "seats 1 and 3",
        "draw",
    ]
    summary = teams.summary()
    shares = [bar.get_height() for bar in axes.patches]
    assert shares == pytest.approx([summary["wins"][0] / 60, summary["wins"][1] / 60, summary["draws"] / 60])
    assert min(shares[:2]) > 0.2
    with pytest.raises(ff.FivefoldError, match="differ"):
        plot.outcomes({"a": teams, "b": teams.returns}, ax())
    alone = ff.playouts(ff.rules("pentagame", players=1, max_turns=60), 40, seed=1)
    reached = alone.winners.any(axis=1).mean()
    assert 0 < reached < 1
    assert [bar.get_height() for bar in plot.outcomes(alone, ax()).patches] == pytest.approx(
        [reached, 1 - reached]
    )


def test_outcomes_are_shares_with_their_intervals():
    returns = np.array([[1, -1]] * 6 + [[-1, 1]] * 3 + [[0, 0]])
    axes = plot.outcomes(returns, ax(), seats=["Black", "White"])
    assert [bar.get_height() for bar in axes.patches] == pytest.approx([0.6, 0.3, 0.1])
    assert [label.get_text() for label in axes.get_xticklabels()] == ["Black", "White", "draw"]
    (lines,) = axes.collections
    ends = np.array([segment[:, 1] for segment in lines.get_segments()])
    low, high = plot.wilson([6, 3, 1], 10)
    assert np.allclose(ends, np.stack([low, high], 1))
    for wrong in ([], [1, 2], np.zeros((0, 2))):
        with pytest.raises(ff.FivefoldError, match="outcomes are refused"):
            plot.outcomes(wrong, ax())
    with pytest.raises(ff.FivefoldError, match="1 seats are refused"):
        plot.outcomes(returns, ax(), seats=["Black"])
    with pytest.raises(ff.FivefoldError, match="differ in their number of players"):
        plot.outcomes({"a": returns, "b": np.zeros((3, 3))}, ax())


def test_several_winners_count_as_a_draw():
    axes = plot.outcomes(np.array([[1, 1, 0], [2, 0, 1]]), ax())
    assert [bar.get_height() for bar in axes.patches] == [0.5, 0, 0, 0.5]


def test_lengths_are_shares_of_games():
    axes = plot.lengths({"a": np.array([5, 5, 7, 9]), "b": np.array([6])}, ax())
    (first, second) = axes.get_legend().get_texts()
    assert (first.get_text(), second.get_text()) == ("a", "b")
    bottom, top = axes.get_ylim()
    assert bottom == 0
    assert top == pytest.approx(1.05)
    assert axes.get_legend().get_bbox_to_anchor().transformed(axes.transAxes.inverted()).x0 > 1
    for wrong in ([], [1.5], [[1]], {}):
        with pytest.raises(ff.FivefoldError, match="lengths are refused"):
            plot.lengths(wrong, ax())


def test_a_game_curve_runs_ply_by_ply():
    axes = plot.game_curve([[0.0, 0.0], [0.5, -0.5], [np.nan, 1.0]], ax(), start=3)
    curves = axes.get_lines()[1:]
    assert [curve.get_label() for curve in curves] == ["seat 0", "seat 1"]
    assert curves[0].get_xdata().tolist() == [3, 4, 5]
    for wrong in ([], [[[1]]], [math.inf]):
        with pytest.raises(ff.FivefoldError, match="a game curve is refused"):
            plot.game_curve(wrong, ax())
    with pytest.raises(ff.FivefoldError, match="1 seats are refused"):
        plot.game_curve([[1, 2]], ax(), seats=["a"])


class Node:
    def __init__(self, move, visits, value, *children):
        self.move, self.visits, self.value = move, visits, value
        self.children = {child.move: child for child in children}


def test_a_tree_shows_the_most_visited_children():
    root = Node("", 10, 0.0, Node("a1", 1, 0.1), Node("b1", 6, -0.5, Node("c1", 5, 0.2)), Node("d1", 3, 0.3))
    axes = plot.search_tree(root, ax(), depth=2, children=2)
    texts = [note.get_text() for note in axes.texts]
    assert texts == ["10", "b1\n6", "c1\n5", "d1\n3"]
    lines, dots = axes.collections
    assert len(lines.get_segments()) == 3
    assert dots.get_clim() == (-0.5, 0.5)
    heights = dots.get_offsets()[:, 1].tolist()
    assert heights == [0, -1, -2, -1]
    assert len(plot.search_tree(root, ax(), depth=0).texts) == 1
    for wrong in ({"visits": "many"}, {"value": math.nan}, {"visits": -1}):
        with pytest.raises(ff.FivefoldError, match="a tree is refused"):
            plot.search_tree(wrong, ax())


def test_a_heatmap_colours_every_point():
    values = np.arange(225.0)
    axes = plot.heatmap(values, ff.rules("gomoku"), ax())
    (cells,) = axes.collections
    assert cells.get_array().tolist() == values.tolist()
    assert len(axes.get_figure().axes) == 2
    assert len(plot.heatmap(values, ff.rules("gomoku"), ax(), colorbar=False).get_figure().axes) == 1


def test_a_heatmap_has_the_scale_that_is_asked_for():
    rules, values = ff.rules("gomoku"), np.linspace(-1, 3, 225)
    (cells,) = plot.heatmap(values, rules, ax(), vmin=-2, vmax=5).collections
    assert cells.get_clim() == (-2, 5)
    (cells,) = plot.heatmap(values, rules, ax(), centre=0).collections
    assert (cells.norm(-3), cells.norm(0), cells.norm(3)) == (0, 0.5, 1)
    values[:3] = np.nan
    _, hatched = plot.heatmap(values, rules, ax(), centre=0).collections
    assert len(hatched.get_paths()) == 3
    for wrong in ({"vmin": 2, "vmax": 1}, {"centre": 9, "vmax": 3}, {"vmin": "low"}, {"vmin": np.nan}):
        with pytest.raises(ff.FivefoldError, match="refused"):
            plot.heatmap(values, rules, ax(), **wrong)


def test_an_unknown_argument_is_refused_in_the_name_of_the_function_called():
    rules = ff.rules("gomoku")
    for call, name in (
        (lambda: plot.heatmap(np.zeros(225), rules, ax(), captoin=True), "heatmap"),
        (lambda: plot.board(rules.start(), ax(), captoin=True), "board"),
        (lambda: plot.grid([rules.start()], ax(), captoin=True), "grid"),
        (lambda: plot.rgb_array(rules.start(), captoin=True), "rgb_array"),
        (lambda: plot.save_png(rules.start(), "never.png", captoin=True), "save_png"),
    ):
        with pytest.raises(TypeError, match=rf"^{name}\(\) has no argument 'captoin': did you mean caption"):
            call()


def test_heatmaps_refuse_what_is_no_board():
    with pytest.raises(ff.FivefoldError, match="inf"):
        plot.heatmap(np.full(225, np.inf), ff.rules("gomoku"), ax())
    with pytest.raises(ff.FivefoldError, match="shape"):
        plot.heatmap(np.zeros(7), ff.rules("gomoku"), ax())


def test_files_hold_the_pictures(tmp_path):
    record = ff.rules("freestyle").start().play_all("h8 i9 h9").record()
    plot.save_png(record, tmp_path / "board.png", 200)
    image = np.asarray(Image.open(tmp_path / "board.png").convert("RGB"))
    assert np.array_equal(image, plot.rgb_array(record, 200))
    plot.save_gif(record, tmp_path / "game.gif", 100, seconds=0.5)
    with Image.open(tmp_path / "game.gif") as film:
        assert film.n_frames == 4
        assert film.info["duration"] == 500
        assert film.info["loop"] == 0
    with pytest.raises(ff.FivefoldError, match="Position is no record"):
        plot.save_gif(record.position, tmp_path / "no.gif")
    with pytest.raises(ff.FivefoldError, match="seconds=0"):
        plot.save_gif(record, tmp_path / "no.gif", seconds=0)


def test_a_dollar_in_a_letter_is_no_formula():
    axes = plot.board(ff.rules("gomoku").start(), ax(), letters={"h8": "$x_", "a1": "\x07"})
    pixels(axes)


def test_ten_sets_of_games_stand_side_by_side():
    """Names on the axis, the first on top; nothing is cut, no legend covers a chart."""
    names = [f"a set of rules with a long name, number {number}" for number in range(10)]
    rules = ff.rules("gomoku", size=5)
    sets = {name: ff.playouts(rules, 60, seed=seed) for seed, name in enumerate(names)}
    for chart in (plot.lengths, plot.outcomes):
        figure = Figure(figsize=(8, 5))
        axes = chart(sets, figure.subplots())
        labels = [label.get_text() for label in axes.get_yticklabels()]
        assert [text.startswith(name) for text, name in zip(labels, names, strict=True)] == [True] * 10
        places = axes.get_yticks()
        assert list(places) == sorted(places, reverse=True)
        FigureCanvasAgg(figure).draw()
        for label in axes.get_yticklabels():
            assert label.get_window_extent().x0 >= 0
    bars = plot.outcomes(sets, ax()).patches
    widths = np.array([bar.get_width() for bar in bars]).reshape(3, 10)
    assert np.allclose(widths.sum(axis=0), 1)
    assert np.allclose(widths[0], [games.summary()["wins"][0] / 60 for games in sets.values()])


def test_a_tree_of_a_search_is_drawn_as_it_stands():
    tree = ff.search.Tree(ff.rules("freestyle", size=9).start().play_all("e5 a1"), seed=1)
    tree.run(simulations=400)
    axes = plot.search_tree(tree, ax(), depth=2, children=3)
    words = [text.get_text() for text in axes.texts]
    best = tree.children()[0]
    assert words[0] == "400"
    assert f"{best.move}\n{best.visits}" in words
    assert len(words) > 6


def test_a_scale_says_what_it_counts():
    figure = Figure()
    plot.heatmap(np.arange(225.0), ff.rules("gomoku"), figure.subplots(), label="games")
    assert figure.axes[1].get_ylabel() == "games"


@pytest.mark.parametrize("results", ["abc", None, [["a"]], object(), [[1.0], [1.0, 2.0]]])
def test_outcomes_of_what_is_no_games_are_refused(results):
    with pytest.raises(ff.FivefoldError, match="outcomes"):
        ff.plot.outcomes(results)
