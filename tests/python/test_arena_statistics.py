"""Elo, normalised Elo, likelihoods and ratings against published figures, plain searches and simulation."""

from __future__ import annotations

from math import exp, inf, isfinite, isnan, log, sqrt

import numpy as np
import pytest

import fivefold as ff
from fivefold.arena import elo, llr, los, normalized_elo, ratings, statistics


@pytest.mark.slow
def test_figures_of_another_match_runner_come_out():
    """Printed by fastchess for 39 pairs [0, 0, 2, 0, 37] and the hypotheses 0 and 20, and for 78 games."""
    pairs = (0, 0, 2, 0, 37)
    assert elo(pairs).value == pytest.approx(631.91, abs=0.01)
    value, low, high = normalized_elo(pairs)
    assert value == pytest.approx(1056.68, abs=0.01)
    assert (high - low) / 2 == pytest.approx(77.10, abs=0.01)
    assert llr(pairs, 0, 20) == pytest.approx(2.96, abs=0.005)


def test_nothing_played_says_nothing():
    for counts in ((0, 0, 0), (0, 0, 0, 0, 0)):
        for estimate in (elo(counts), normalized_elo(counts)):
            assert isnan(estimate.value)
            assert (estimate.low, estimate.high) == (-inf, inf)
        assert los(counts) == 0.5
        assert llr(counts, 0, 10) == 0


@pytest.mark.parametrize("counts", [(0, 0, 12), (0, 0, 0, 0, 6)])
def test_all_won_has_a_finite_low_end(counts):
    """The low end is the exact binomial tail: all n are won with chance 0.025."""
    n = sum(counts)
    minimum = 0.025 ** (1 / n)
    assert elo(counts).value == elo(counts).high == inf
    assert elo(counts).low == pytest.approx(400 * np.log10(minimum / (1 - minimum)))
    value, low, high = normalized_elo(counts)
    assert value == high == inf
    assert isfinite(low)
    assert los(counts) == 1
    lost = tuple(reversed(counts))
    assert tuple(elo(lost)) == pytest.approx((-inf, -inf, -elo(counts).low))
    assert los(lost) == 0


@pytest.mark.parametrize("counts", [(0, 30, 0), (0, 0, 30, 0, 0)])
def test_all_level_is_nought_within_a_real_interval(counts):
    for value, low, high in (elo(counts), normalized_elo(counts)):
        assert value == 0
        assert -inf < low < 0 < high < inf
        assert high == pytest.approx(-low)
    assert los(counts) == 0.5


def test_pairs_that_depend_on_each_other_are_not_taken_for_more_than_they_are():
    """Where both games of a pair always go alike, pairs have the variance of half as many games."""
    games, pairs = elo((20, 0, 30)), elo((10, 0, 0, 0, 15))
    assert games.value == pytest.approx(pairs.value)
    assert (pairs.high - pairs.low) > 1.3 * (games.high - games.low)


def constrained_by_search(points, share, meets):
    """Maximise the likelihood on a fine grid of distributions of three results that meet a constraint."""
    best, nearest = -inf, None
    for draw in np.linspace(1e-4, 1 - 1e-4, 1000):
        low, high = 0.0, 1 - draw
        for _ in range(45):
            middle = (low + high) / 2
            distribution = np.array([1 - draw - middle, draw, middle])
            low, high = (middle, high) if meets(distribution) < 0 else (low, middle)
        if (distribution > 0).all() and abs(meets(distribution)) < 1e-6:
            value = share @ np.log(distribution)
            if value > best:
                best, nearest = value, distribution
    return best, nearest


@pytest.mark.parametrize("counts", [(10, 20, 30), (100, 40, 90), (3, 0, 5)])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_likelihood_ratio_is_that_of_the_best_distributions(counts, model):
    points = np.array([0, 0.5, 1])
    observed = np.maximum(np.array(counts, float), 1e-3)
    values = []
    for hypothesis in (-5.0, 25.0):

        def meets(distribution, hypothesis=hypothesis):
            mean = distribution @ points
            if model == "logistic":
                return mean - 1 / (1 + 10 ** (-hypothesis / 400))
            deviation = sqrt(max(distribution @ (points - mean) ** 2, 1e-300))
            return (mean - 0.5) / deviation - hypothesis * log(10) / 800

        values.append(constrained_by_search(points, observed, meets)[0])
    assert llr(counts, -5, 25, model) == pytest.approx(values[1] - values[0], abs=5e-3)


@pytest.mark.parametrize("counts", [(0, 0, 3, 0, 2), (0, 0, 3, 0, 4), (1, 0, 4, 0, 3)])
def test_the_likelihood_ratio_ends_where_rounding_alone_is_left(counts, monkeypatch):
    """Of some small counts each step moved the answer by a last place, for 5,000 steps."""
    steps = []
    slow = statistics.tilted
    monkeypatch.setattr(statistics, "tilted", lambda *arguments: steps.append(1) or slow(*arguments))
    assert isfinite(llr(counts, 0, 60))
    assert len(steps) < 300


def test_intervals_hold_the_truth_in_95_of_100_matches():
    chance = np.random.default_rng(5)
    share = np.array([0.1, 0.15, 0.3, 0.2, 0.25])
    points = np.linspace(0, 1, 5)
    mean = share @ points
    true = 400 * log(mean / (1 - mean)) / log(10)
    true_normalized = (mean - 0.5) / sqrt(2 * (share @ (points - mean) ** 2)) * 800 / log(10)
    inside = np.zeros(2)
    for counts in chance.multinomial(150, share, size=2000):
        inside += [
            elo(counts).low <= true <= elo(counts).high,
            normalized_elo(counts).low <= true_normalized <= normalized_elo(counts).high,
        ]
    assert (np.abs(inside / 2000 - 0.95) < 0.02).all()


@pytest.mark.parametrize(
    "counts", [(1, 2), (1, 2, 3, 4), (1, -1, 0), (1, float("nan"), 0), "abc", 3, None, (True, 0, 1)]
)
def test_bad_counts_are_refused(counts):
    for function in (elo, normalized_elo, los, lambda counts: llr(counts, 0, 5)):
        with pytest.raises(ff.FivefoldError):
            function(counts)


def test_bad_hypotheses_are_refused():
    for elo0, elo1, model in ((nan_, 1, "normalized") for nan_ in (float("nan"), inf, "0")):
        with pytest.raises(ff.FivefoldError):
            llr((1, 2, 3), elo0, elo1, model)
    with pytest.raises(ff.FivefoldError):
        llr((1, 2, 3), 0, 5, "bayesian")


# Ratings


def test_two_players_are_rated_by_the_odds():
    rows = ratings([(("a", "b"), (1, 0))] * 30 + [(("a", "b"), (0, 1))] * 10)
    assert rows[0].name == "a"
    assert rows[0].rating - rows[1].rating == pytest.approx(400 * np.log10(3))
    assert sum(row.rating for row in rows) == pytest.approx(0, abs=1e-9)
    # The difference of the two has variance 1 / (n p q), each of them a quarter of it.
    assert rows[0].high - rows[0].rating == pytest.approx(
        1.959964 * 400 / log(10) * 0.5 / sqrt(40 * 0.75 * 0.25), rel=1e-5
    )
    assert [row.games for row in rows] == [40, 40]


def test_a_draw_is_half_a_win_each():
    even = ratings([(("a", "b"), (0.5, 0.5)), (("a", "b"), (1, 0))])
    halved = ratings([(("a", "b"), (1, 0)), (("a", "b"), (0, 1))] + [(("a", "b"), (1, 0))] * 2)
    assert even[0].rating == pytest.approx(halved[0].rating)


def test_the_model_of_several_gives_orders_their_chances():
    """Strengths from exact frequencies come back."""
    strength = {"a": 0.8, "b": 0.1, "c": -0.9}
    games = []
    for order in [(x, y, z) for x in "abc" for y in "abc" for z in "abc" if len({x, y, z}) == 3]:
        chance = 1.0
        for place in range(2):
            chance *= exp(strength[order[place]]) / sum(exp(strength[name]) for name in order[place:])
        games += [(order, (3, 2, 1))] * round(20000 * chance)
    rows = {row.name: row.rating for row in ratings(games, "plackett_luce")}
    for name, value in strength.items():
        assert rows[name] == pytest.approx(400 / log(10) * value, abs=0.5)


def test_ratings_of_another_package_come_out():
    """Those of choix 0.4.1 (`ilsr_pairwise`, `ilsr_rankings`, alpha 0), times 400 / ln 10, mean 0."""
    wins = {"AB": 7, "BA": 3, "BC": 6, "CB": 4, "AC": 8, "CA": 2, "CD": 9, "DC": 1, "BD": 5, "DB": 2}
    games = [(tuple(pair), (1, 0)) for pair, count in wins.items() for _ in range(count)]
    values = {row.name: row.rating for row in ratings(games)}
    assert values == pytest.approx({"A": 211.124, "B": 35.797, "C": 4.028, "D": -250.948}, abs=1e-3)
    orders = ["ABCD", "ABDC", "BACD", "CABD", "DBAC", "ACBD", "BCDA"]
    values = {
        row.name: row.rating
        for row in ratings([(tuple(order), (3, 2, 1, 0)) for order in orders], "plackett_luce")
    }
    assert values == pytest.approx({"A": 91.537, "B": 102.834, "C": -40.045, "D": -154.326}, abs=1e-3)


def test_both_models_agree_on_games_of_two():
    chance = np.random.default_rng(1)
    games = []
    for _ in range(300):
        pair = chance.choice(list("abcde"), 2, replace=False).tolist()
        games.append((pair, (float(chance.integers(3)), 1.0)))
    two, several = ratings(games), ratings(games, "plackett_luce")
    assert [row.name for row in two] == [row.name for row in several]
    assert np.allclose([row[1:4] for row in two], [row[1:4] for row in several])


def test_rating_intervals_hold_the_truth():
    chance = np.random.default_rng(2)
    strength = np.array([0.6, 0.2, -0.1, -0.7])
    true, inside, count = 400 / log(10) * strength, 0, 0
    for _ in range(80):
        games = []
        for _ in range(120):
            a, b = chance.choice(4, 2, replace=False)
            won = chance.random() < 1 / (1 + exp(strength[b] - strength[a]))
            games.append(((str(a), str(b)), (float(won), float(not won))))
        for row in ratings(games):
            inside += row.low <= true[int(row.name)] <= row.high
            count += 1
    assert abs(inside / count - 0.95) < 0.035


def test_results_without_finite_ratings_are_refused_by_name():
    games = [(("a", "b"), (1, 0)), (("b", "a"), (1, 0)), (("c", "a"), (1, 0))]
    with pytest.raises(ff.FivefoldError, match=r"a, b never won against c|c never lost against a, b"):
        ratings(games)
    with pytest.raises(ff.FivefoldError):
        ratings([*games[:2], (("c", "d"), (0, 0))])


@pytest.mark.parametrize(
    "row",
    [
        ("ab", (1, 0)),
        (("a", "b"), (1,)),
        (("a", "a"), (1, 0)),
        (("a",), (1,)),
        (("a", "b"), (1, float("nan"))),
        (("a", "b", "c"), (1, 2, 3)),
        (("a", 3), (1, 0)),
        5,
    ],
)
def test_a_row_that_is_no_game_is_refused(row):
    with pytest.raises(ff.FivefoldError):
        ratings([row])


def test_no_games_no_ratings():
    assert ratings([]) == []
    with pytest.raises(ff.FivefoldError):
        ratings([], "elo")
