"""Measures: counts against enumeration, the book's formulas, estimates against exact figures."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, log, log10

import numpy as np
import pytest

import fivefold as ff
from fivefold.complexity import (
    advantage,
    book,
    branching,
    games,
    length,
    positions,
    transpositions,
    tree,
)
from fivefold.complexity.estimate import exactly, log10_of, mean_of, ratio_of
from fivefold.pentagame._counting import arrangements, placements, placements_alike

PENTAGAME = {
    1: 18.77,
    2: 29.51,
    3: 39.86,
    4: 49.93,
    5: 36.19,
}


# Estimates


def test_an_exact_estimate_has_no_interval():
    """C0."""
    result = exactly(10**400, "sum")
    assert (result.value, result.low, result.high, result.samples) == (400.0, 400.0, 400.0, 0)
    assert log10_of(Fraction(1, 1000)) == pytest.approx(-3)
    assert str(result) == "400 (exact)"


def test_intervals_of_means_and_ratios_hold_the_truth():
    """C0: 95 of 100."""
    chance, inside = np.random.default_rng(1), np.zeros(2)
    for _ in range(800):
        counts = chance.integers(5, 15, 200)
        sums = np.array([chance.exponential(3.0, n).sum() for n in counts])
        ratio, mean = ratio_of(sums, counts), mean_of(chance.exponential(2.0, 300))
        inside += [ratio.low <= 3 <= ratio.high, mean.low <= 2 <= mean.high]
    assert (np.abs(inside / 800 - 0.95) < 0.025).all()


# Counting


@pytest.mark.slow
@pytest.mark.parametrize("players", PENTAGAME)
def test_arrangements_of_pentagame(players):
    """C7."""
    result = positions(ff.rules("pentagame", players=players))
    assert round(result.value, 2) == PENTAGAME[players]
    assert result.method == "arrangements"
    if players == 2:
        assert result.exact == 326085749391649534071840925200


def test_placements_are_those_of_the_closed_sum():
    """C7's formula, written out a second time."""
    for m, load, g in ((3, 2, 0), (5, 2, 3), (7, 3, 2)):
        total = Fraction(0)

        def add(j, loads, m=m, g=g):
            inside = sum(loads)
            choices = Fraction(comb(5, j) * factorial(m), factorial(m - inside))
            for one in loads:
                choices /= factorial(one)
            rest = 100 - j - m + inside - 5 - g
            return choices * Fraction(factorial(100 - j), factorial(rest) * factorial(5) * factorial(g))

        stack = [()]
        while stack:
            loads = stack.pop()
            total += add(len(loads), loads)
            if len(loads) < 5:
                stack += [(*loads, one) for one in range(2, load + 1) if sum(loads) + one <= m]
        assert placements(m, load, g) == total


def test_alike_pieces_count_once():
    """Five players: dividing different pieces by their order where no corner holds two of a seat."""
    # One piece a seat: alike or not makes no difference.
    for seats in (2, 3):
        assert placements_alike([1] * seats, seats, 1) == placements(seats, seats, 1)
    # Two alike pieces of one seat: apart, or both on one of five corners.
    apart = 100 * 99 // 2
    together = 5
    blocks = comb(98, 5)
    assert placements_alike([2], 2, 0) == apart * blocks + together * comb(99, 5)


def test_teams_may_share_their_points():
    team = arrangements(ff.rules("pentagame_teams"))
    assert team > arrangements(ff.rules("pentagame", players=4))


def test_positions_of_pah_tum_are_a_closed_sum():
    """C1, compared with walking through a small game."""
    rules = ff.rules("pah_tum", size=5, layout=["a1", "b2", "c3", "d4", "e5"])
    m = 20
    assert positions(rules).exact == sum(comb(m, k) * comb(k, k // 2) for k in range(m))
    assert positions(rules, part="over").exact == comb(20, 10)
    assert positions(ff.rules("pah_tum", size=5)).exact == comb(25, 5) * positions(rules).exact
    assert positions(rules, part="all").exact == positions(rules).exact + comb(20, 10)


def test_small_games_are_walked_through():
    """Every position of a small game: plain enumeration agrees."""
    rules = ff.rules(
        "custodial_pah_tum", size=5, setup="random", layout=["a1", "b2", "c3", "d4", "e5"], stones=2
    )
    seen, open_ = set(), [rules.start()]
    while open_:
        position = open_.pop()
        if position not in seen:
            seen.add(position)
            open_ += [position.play(text) for text in position.legal_moves()]
    running = sum(not position.is_over for position in seen)
    assert positions(rules).exact == running
    assert positions(rules, part="over").exact == len(seen) - running
    assert positions(rules).method == "walk"


def test_what_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("fivefold.complexity.walking.MAX_WALKED", 500)
    with pytest.raises(ff.FivefoldError, match="more than 500 positions"):
        positions("pentagame", part="over")
    with pytest.raises(ff.FivefoldError):
        positions("pah_tum", part="everything")
    with pytest.raises(ff.FivefoldError):
        positions(5)


def test_sequences_of_turns():
    """N22, and games that end early count once."""
    assert [games("pentagame", turns=turns).exact for turns in (0, 1, 2)] == [1, 1010, 879340]


def test_results_count_equal_positions_once():
    """N7: a swap of two own pieces is written from either side and leads to one position."""
    start = ff.rules("pentagame").start()
    after = {start.play_all(text) for text in start.turn_moves()}
    assert games("pentagame", turns=1, unit="result").exact == len(after) == 1005
    small = ff.rules("pentagame", leg=1, arm=1).start()
    level = [small]
    for _ in range(2):
        level = [result for each in level for result in {each.play_all(text) for text in each.turn_moves()}]
    assert branching(small.rules, games=2, unit="result").by_turn[0] == ff.perft(small, 1, "result")
    assert ff.perft(small, 2, "result") == games(small.rules, turns=2, unit="result").exact == len(level)
    with pytest.raises(ff.FivefoldError, match="no samples"):
        games("pentagame", 10, turns=1, unit="result")
    rules = ff.rules(
        "custodial_pah_tum", size=5, setup="random", layout=["a1", "b2", "c3", "d4", "e5"], stones=1
    )

    def count(position, turns):
        if turns == 0 or position.is_over:
            return 1
        return sum(count(position.play(text), turns - 1) for text in position.legal_moves())

    for turns in range(4):
        assert games(rules, turns=turns).exact == count(rules.start(), turns)
    for turns in (-1, 1.5, True):
        with pytest.raises(ff.FivefoldError):
            games("pentagame", turns=turns)


@pytest.mark.slow
def test_transpositions_are_counted_exactly():
    """C6: on 5x5 k stones can be put in any order of their colours."""
    rows = transpositions(ff.rules("freestyle", size=5), 4)
    assert [row.sequences for row in rows] == [1, 25, 600, 13800, 303600]
    assert [row.positions for row in rows] == [comb(25, k) * comb(k, k // 2) for k in range(5)]
    assert rows[3].ratio == 2.0


# Played


def test_branching_of_a_plain_game_is_known():
    """Freestyle has one option fewer each turn."""
    result = branching(ff.rules("freestyle", size=5), games=40)
    assert result.by_turn.tolist() == [25.0 - turn for turn in range(len(result.by_turn))]
    assert result.counts[0] == 40
    logs = [log(25 - turn) for turn in range(len(result.by_turn))]
    assert result.geometric.value == pytest.approx(np.exp(np.average(logs, weights=result.counts)))
    assert result.mean.value == pytest.approx(np.average(result.by_turn, weights=result.counts))


def test_turns_and_actions_differ_where_turns_have_several_actions():
    """C3: at its start Pentagame has 120 actions and 1010 turns (N22)."""
    rules = ff.rules("pentagame", max_turns=3)
    assert branching(rules, games=3, unit="turn").by_turn[0] == 1010
    assert branching(rules, games=3, unit="action").by_turn[0] == 120


def test_lengths_and_shares_are_those_of_the_playouts():
    rules = ff.rules("freestyle", size=7)
    random = ff.playouts(rules, 300, seed=3)
    result = length(rules, games=300, seed=3)
    assert result.mean.value == pytest.approx(random.turns.mean())
    assert (result.shortest, result.longest) == (random.turns.min(), random.turns.max())
    assert result.counts.sum() == 300
    first, second = advantage(rules, games=300, seed=3)
    assert first.value == pytest.approx(((random.returns[:, 0] + 1) / 2).mean())
    assert first.value + second.value == pytest.approx(1)


def test_games_cut_off_are_counted():
    result = length(ff.rules("pentagame", max_turns=4), games=5)
    assert (result.truncated, result.mean.value) == (5, 4.0)


def test_the_tree_is_length_times_logarithm():
    rules = ff.rules("freestyle", size=5)
    result = tree(rules, games=60, seed=2)
    width = branching(rules, games=60, seed=2).mean.value
    assert result.value == pytest.approx(length(rules, games=60, seed=2).mean.value * log10(width))
    assert result.low < result.value < result.high


def test_players_may_be_given():
    rules = ff.rules("freestyle", size=7)
    skilled = length(rules, players=["greedy", "random"], games=30)
    assert skilled.mean.value < length(rules, games=30).mean.value
    assert advantage(rules, players=["greedy", "random"], games=20)[0].value > 0.9
    for players in ("greedy", ["greedy"]):
        with pytest.raises(ff.FivefoldError):
            length(rules, players=players, games=2)
    for options in ({"games": 0}, {"seed": -1}):
        with pytest.raises(ff.FivefoldError):
            length(rules, **options)
    with pytest.raises(ff.FivefoldError):
        branching(rules, unit="round")


# The book


def test_the_books_formulas():
    """C11."""
    assert book.states() == factorial(30) // (factorial(15) * factorial(5) * 10)
    assert book.two_turn_openings() == 4203
    assert book.games(24) == 4203 * 204**22
    assert book.max_options(85) == 3010
    assert book.tau() == {"states": 11, "games": 17}
    assert book.tau(borders=False)["games"] == 27
    assert book.size(102, 40) == pytest.approx(80.34, abs=0.01)
    assert book.bitter_end() == pytest.approx(40)
    for states in (book.states(30), book.states(100)):
        factor = book.min_branching(states)
        assert sum(factor**k for k in range(1, 21)) == pytest.approx(states / 2)


def test_the_parabola_is_one():
    states, n = 1000.0, 10.0
    xs = np.linspace(0, 20, 2001)
    values = [book.parabola(x, states, n) for x in xs]
    area = np.sum(np.diff(xs) * (np.array(values[1:]) + values[:-1]) / 2)
    assert area == pytest.approx(states, rel=1e-4)
    assert book.parabola(n, states, n) == pytest.approx(book.peak(states, n))
    assert np.gradient(values, xs)[500] == pytest.approx(book.slope(xs[500], states, n), rel=1e-4)
    assert book.curvature(states, n) == pytest.approx(2 * book.stretch(states, n))
    assert book.states_from(book.average_branching(states, n), n) == pytest.approx(states)


def test_errata_have_the_figures_of_the_definition():
    rows = {row.name: row for row in book.errata()}
    assert len(rows) == len(book.errata())
    wanted = {
        "tau_legal_moves": 8,
        "tau_games": book.tau()["games"],
        "options_sup": book.max_options(85),
        "options_later": book.max_options(85),
        "options_30": book.max_options(15),
        "games_24": round(log10(book.games(24)), 2),
        "peak_size_7": round(book.size(7, 20), 2),
        "peak_size_204": round(book.size(102, 20), 2),
        "peak_size_all_stops": round(book.size(20, 20), 2),
        "peak_options_sup": round(book.size(3034, 20), 2),
        "random_draws": 100 * 20 / 64,
        "four_players_minutes": 5 * 4**2,
        "two_player_minutes": 5 * 2**2,
        "configurations": 1 + 3 + 4,
    }
    assert {name: float(rows[name].recomputed) for name in wanted} == wanted


def test_a_narrower_model_is_no_misprint():
    narrower = {row.name: row for row in book.narrower()}
    assert not narrower.keys() & {row.name for row in book.errata()}
    assert "options_mid" not in {row.name for row in book.errata()}
    assert round(book.opening_branching(after_first=True)) == 54
    assert int(narrower["two_turn_openings"].printed) == book.two_turn_openings()
    start = ff.rules("pentagame").start()
    assert int(narrower["two_turn_openings"].recomputed) == ff.complexity.games(start.rules, turns=2).exact
    printed, counted = (float(text) for text in narrower["states_sup"][2:4])
    assert printed == pytest.approx(log10(book.states(100)), abs=0.005)
    assert counted == pytest.approx(ff.complexity.positions(start.rules).value - 1, abs=0.005)
