"""Depth: stability of rankings, classes of players, and what they rest on."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pytest

import fivefold as ff
from fivefold._statistics import holm, student
from fivefold.tournament import depth, stability
from fivefold.tournament.ranking import certainty_of, classes_of

SMALL = ff.rules("freestyle", size=7)
LADDER = ["mcts(simulations=60)", "greedy", "random"]


def spearman(a, b):
    """Rank correlation from its definition: Pearson's of ranks, equals sharing their mean rank."""

    def ranks(row):
        return [np.mean([sorted(row).index(v) + k for k in range(list(row).count(v))]) for v in row]

    a, b = ranks(list(a)), ranks(list(b))
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


@pytest.mark.parametrize("seed", range(10))
def test_stability_is_the_mean_of_all_rank_correlations(seed):
    table = np.random.default_rng(seed).integers(0, 4, (5, 6))
    expected = np.mean([spearman(a, b) for a, b in combinations(table, 2)])
    assert stability(table).value == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_is_the_jackknife_over_tournaments(seed):
    """From the definition: leave each tournament out."""
    table = np.random.default_rng(seed).normal(size=(6, 5)) + np.arange(5)
    mean = stability(table)
    left_out = [
        np.mean([spearman(a, b) for a, b in combinations(np.delete(table, k, axis=0), 2)]) for k in range(6)
    ]
    error = np.sqrt(5 / 6 * ((left_out - np.mean(left_out)) ** 2).sum())
    assert mean.high == pytest.approx(min(1, mean.value + 2.5706 * error), abs=1e-3)
    assert mean.low == pytest.approx(max(-1, mean.value - 2.5706 * error), abs=1e-3)


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    """Players of known strengths, tournaments with normal noise: 95 of 100, give or take."""
    rng = np.random.default_rng(1)
    strengths = np.arange(8.0)
    truth = stability(strengths + 2 * rng.normal(size=(2000, 8))).value
    intervals = [stability(strengths + 2 * rng.normal(size=(10, 8))) for _ in range(400)]
    held = np.mean([one.low <= truth <= one.high for one in intervals])
    assert 0.9 <= held <= 0.99


@pytest.mark.parametrize(("freedom", "quantile"), [(2, 4.3027), (3, 3.1824), (9, 2.2622), (99, 1.9842)])
def test_students_t(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_equal_and_opposite_rankings():
    value, low, high = stability([[3, 2, 1]] * 4)
    assert (value, high) == pytest.approx((1, 1))
    # Four alike allow a share of 60 % of others.
    assert low == pytest.approx(0.025**0.5)
    assert stability([[1, 1, 1]] * 3).value == 0
    assert stability([[3, 2, 1], [1, 2, 3], [3, 2, 1], [1, 2, 3]]).value == pytest.approx(-1 / 3)


@pytest.mark.parametrize(
    "points", [[[1, 2], [1, 2]], [[1], [1], [1]], [1, 2, 3], [[1, np.nan]] * 3, "abc", None]
)
def test_what_is_no_table_is_refused(points):
    with pytest.raises(ff.FivefoldError):
        stability(points)


def test_certainty_is_exact():
    """By trying every exchange of the two players in every match."""
    rng = np.random.default_rng(5)
    for _ in range(30):
        matches = rng.integers(-2, 3, size=rng.integers(1, 8))
        counts = np.bincount(matches + 2, minlength=5)
        signs = np.array(list(product((-1, 1), repeat=len(matches))))
        sums = signs @ matches
        expected = 1 - (abs(sums) >= matches.sum()).mean() if matches.sum() > 0 else 0
        assert certainty_of(counts) == pytest.approx(expected)


def test_equal_players_are_seldom_told_apart():
    """In at most 5 of 100: the exact test keeps its promise for few matches, too."""
    rng = np.random.default_rng(2)
    for count in (4, 10, 30):
        tables = rng.multinomial(count, [0.1, 0.2, 0.4, 0.2, 0.1], size=400)
        apart = [max(certainty_of(one), certainty_of(one[::-1])) >= 0.95 for one in tables]
        assert np.mean(apart) <= 0.05 + 2 * 0.011


def cuts_by_trying(pairs):
    """S6: the most classes by trying every cut of the ranking, corrected for all places."""
    n, maximum = len(pairs), 0
    for count in range(n):
        for inner in combinations(range(1, n), count):
            ends = [0, *inner, n]
            groups = list(pairwise(ends))
            chances = [
                1 - certainty_of(pairs[a:b, b:c].sum(axis=(0, 1))) for (a, b), (_, c) in pairwise(groups)
            ]
            if all(holm(chances + [1.0] * (n - 1 - count))[:count]):
                maximum = max(maximum, count + 1)
    return maximum


@pytest.mark.parametrize("seed", range(12))
def test_the_ranking_is_cut_into_as_many_classes_as_can_be(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 7))
    pairs = np.zeros((n, n, 5), np.int64)
    for a, b in combinations(range(n), 2):
        chance = 0.5 + 0.06 * (b - a)
        pairs[a, b] = np.bincount(rng.binomial(4, chance, size=8), minlength=5)
        pairs[b, a] = pairs[a, b][::-1]
    cuts = classes_of(pairs)
    assert [begin for begin, _ in cuts] == [0, *(end for _, end in cuts[:-1])]
    assert cuts[-1][1] == n
    assert len(cuts) == cuts_by_trying(pairs)


def test_a_ladder_is_told_apart_and_its_figures_agree():
    result = depth(ff.rules("freestyle", size=9), LADDER[::-1], 8, seed=3)
    assert result.classes == tuple((name,) for name in LADDER)
    assert result.names == tuple(name for one in result.classes for name in one)
    assert result.games == 8 * 3 * 2
    assert result.comparisons == 2
    assert 0.8 * result.games <= result.distinct <= result.games
    assert result.better[np.triu_indices(3, 1)].all()
    assert result.points.shape == (8, 3)
    assert result.points.sum() == result.games
    score = result.score
    above = np.triu_indices(3, 1)
    assert np.allclose(score[above] + score.T[above], 1)
    assert result.points.sum(axis=0)[0] == pytest.approx(np.nansum(score[0]) * 16)
    assert np.isnan(np.diag(result.certainty)).all()
    assert (result.certainty[above] >= 0.95).all()
    assert "classes" in str(result)
    assert "mcts" in result._repr_html_()


def test_the_same_arguments_give_the_same_depth():
    players = {"<a>": "random", "b": "random"}
    one, other = (depth(SMALL, players, 4, seed=2) for _ in range(2))
    assert (one.points == other.points).all()
    assert str(one) == str(other)
    assert "<a>" not in one._repr_html_()
    assert one.levels == 1


def test_wins_count_and_not_points_in_pentagame():
    result = depth(ff.rules("pentagame", max_turns=60), ["random", "greedy"], 3, seed=1)
    assert result.points.sum() == result.games == 6


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("pentagame_teams", {}),
        (3, {}),
        (SMALL, {"players": ["random"]}),
        (SMALL, {"players": ["random", "random"]}),
        (SMALL, {"players": "random"}),
        (SMALL, {"tournaments": 2}),
        (SMALL, {"seed": -1}),
    ],
)
def test_what_depth_cannot_do_is_refused(rules, options):
    with pytest.raises(ff.FivefoldError):
        depth(rules, **options)
