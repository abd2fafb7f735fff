"""Charts of results: each takes what arena, tournaments, search and complexity give."""

import matplotlib
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import fivefold as ff
from fivefold import plot
from fivefold.arena import Rating

matplotlib.use("Agg")

RULES = ff.rules("freestyle", size=9)


def ax():
    return Figure(figsize=(4, 4), dpi=60).subplots()


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def texts(axes):
    return [text.get_text() for text in axes.texts]


@pytest.fixture(scope="module")
def ladder():
    return ff.arena.ladder(["random", "greedy", "mcts(simulations=10)"], RULES, games=4, seed=1)


@pytest.fixture(scope="module")
def league():
    system = ff.tournament.League(["Ann", "Bob", "Cy"], seed=1)
    ff.tournament.play(system, {"Ann": "greedy", "Bob": "random", "Cy": "random"}, RULES)
    return system


def test_ratings_stand_best_on_top(ladder):
    axes = plot.ratings(ladder, ax())
    rows = ladder.ratings()
    assert labels(axes) == [row.name for row in rows]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in dots] == pytest.approx([row.rating for row in rows])
    assert labels(plot.ratings(rows, ax())) == labels(axes)


def test_ratings_without_end_are_arrows():
    rows = [Rating("a", 100.0, 20.0, np.inf, 4), Rating("b", -np.inf, -np.inf, 5.0, 4)]
    axes = plot.ratings(rows, ax())
    assert {">", "<"} <= {line.get_marker() for line in axes.lines}
    assert all(np.isfinite(axes.get_xlim()))


def test_a_tournament_has_ratings_and_a_crosstable(league):
    names = [row.name for row in league.standings()]
    assert labels(plot.ratings(league, ax())) == names
    axes = plot.crosstable(league, ax())
    assert [label.split()[0] for label in labels(axes)] == names
    assert len(texts(axes)) == 6


def test_a_crosstable_says_the_scores(ladder):
    axes = plot.crosstable(ladder, ax())
    order = [row.name for row in ladder.ratings()]
    cross = ladder.crosstable()
    wanted = [f"{100 * cross[a, b].score:.0f}" for a in order for b in order if a != b]
    assert texts(axes) == wanted
    match = ff.arena.match("random", "greedy", RULES, games=4, seed=1)
    axes = plot.crosstable(match, ax())
    assert labels(axes)[0].startswith("greedy")
    assert texts(axes) == ["100", "0"]


def test_a_learning_curve_takes_matches_values_and_numbers():
    steps = [(n, ff.arena.match("greedy", "random", RULES, games=2 * n)) for n in (1, 2)]
    axes = plot.learning_curve(steps, ax(), unit="games")
    assert axes.get_ylabel() == "score"
    assert axes.lines[0].get_ydata().tolist() == [1.0, 1.0]
    elo = {2: ff.arena.elo((1, 2, 3)), 1: ff.arena.elo((3, 2, 1))}
    axes = plot.learning_curve({"first": elo, "second": {1: 0.5, 3: 2}}, ax())
    assert axes.lines[0].get_xdata().tolist() == [1, 2]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["first", "second"]


@pytest.mark.parametrize("preset", ["freestyle", "custodial_pah_tum", "pentagame"])
def test_a_policy_lies_on_the_board(preset):
    rules = ff.rules(preset)
    position = rules.start(seed=1)
    result = ff.search.mcts(position, 50, seed=1)
    axes = plot.policy(result, position, ax(), colorbar=False)
    assert isinstance(axes, Axes)
    assert axes.get_title().startswith(result.move)
    (heat,) = axes.collections
    assert heat.get_array().sum() == pytest.approx(1.0, abs=1e-5)


def test_estimates_are_drawn_from_mappings_rows_and_one():
    sizes = {f"{n}": ff.complexity.positions(ff.rules("pah_tum", size=n)) for n in (5, 7)}
    assert labels(plot.estimates(sizes, ax(), unit="log10")) == ["5", "7"]
    rows = [("positions", "log10", sizes["5"]), ("games", "", sizes["7"])]
    assert labels(plot.estimates(rows, ax())) == ["positions (log10)", "games"]
    assert labels(plot.estimates(sizes["5"], ax())) == [""]
    compared = plot.estimates(sizes, ax(), reference=12.0)
    assert [12.0, 12.0] in [list(line.get_xdata()) for line in compared.lines]
    with pytest.raises(ff.FivefoldError, match="reference="):
        plot.estimates(sizes, ax(), reference="x")


@pytest.mark.parametrize(
    "draw",
    [
        lambda: plot.ratings([], ax()),
        lambda: plot.ratings(5, ax()),
        lambda: plot.ratings([("a", 1, 2, 3, 4)], ax()),
        lambda: plot.crosstable(5, ax()),
        lambda: plot.crosstable(ff.tournament.League(["Ann", "Bob"]), ax()),
        lambda: plot.learning_curve([], ax()),
        lambda: plot.learning_curve(5, ax()),
        lambda: plot.learning_curve([(1, "x")], ax()),
        lambda: plot.policy(np.ones(5), RULES.start(), ax()),
        lambda: plot.policy(np.full(81, np.nan), RULES.start(), ax()),
        lambda: plot.policy(np.ones(81), 5, ax()),
        lambda: plot.estimates([], ax()),
        lambda: plot.estimates({"a": "b"}, ax()),
        lambda: plot.estimates(5, ax()),
        lambda: plot.ratings([Rating("a", 1.0, 0.0, 2.0, 3)], 5),
    ],
)
def test_what_is_no_result_is_refused(draw):
    with pytest.raises(ff.FivefoldError):
        draw()
