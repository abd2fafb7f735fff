"""Numbers of positions and games: exact counts against other code, estimates against exact counts."""

from __future__ import annotations

from math import comb, factorial, log10

import numpy as np
import pytest

import fivefold as ff
from fivefold import _core
from fivefold.complexity import counting, games, positions, walking
from fivefold.complexity.estimate import mean_of_logs

FIVE = 5
SMALL = {
    "freestyle 5x5": ff.rules("freestyle", size=5),
    "exactly five 5x5, first in the centre": ff.rules("gomoku", size=5),
    "freestyle 5x6": ff.rules("freestyle", size=(5, 6)),
    "exactly five 6x5": ff.rules("gomoku", size=(6, 5), first_move="anywhere"),
    "Black exactly five": ff.rules("freestyle", size=(6, 5), five=("exact", "or_more")),
}
TINY = ff.rules("custodial_pah_tum", size=5, setup="random", layout=["a1", "b2", "c3", "d4", "e5"], stones=1)


def lines_5x5():
    """The twelve lines of a board of 25 points, as masks."""
    lines = [[(x, y) for x in range(FIVE)] for y in range(FIVE)]
    lines += [[(x, y) for y in range(FIVE)] for x in range(FIVE)]
    lines += [[(i, i) for i in range(FIVE)], [(i, 4 - i) for i in range(FIVE)]]
    return [sum(1 << (5 * y + x) for x, y in line) for line in lines]


@pytest.fixture(scope="module")
def by_lines():
    """By the set of lines full of the last mover's stones: boards by stones, the other colour without one."""
    lines = lines_5x5()
    union = [0] * 4096
    for chosen in range(1, 4096):
        low = chosen & -chosen
        union[chosen] = union[chosen - low] | lines[low.bit_length() - 1]
    size = [mask.bit_count() for mask in union]
    boards = np.zeros((26, 26, 26), np.int64)
    for u in range(26):
        for v in range(26 - u):
            for k in range(26):
                last, other = -(-k // 2), k // 2
                if last >= u and other >= v:
                    boards[u, v, k] = comb(25 - u - v, last - u) * comb(25 - last - v, other - v)
    at_least = np.zeros((4096, 26), np.int64)
    for own in range(4096):
        free = [i for i in range(12) if not lines[i] & union[own]]
        for some in range(1 << len(free)):
            other = sum(1 << free[i] for i in range(len(free)) if some >> i & 1)
            at_least[own] += (-1) ** other.bit_count() * boards[size[own], size[other]]
    exactly = at_least
    for bit in range(12):
        without = [own for own in range(4096) if not own >> bit & 1]
        exactly[without] -= exactly[[own | 1 << bit for own in without]]
    return lines, exactly


def test_boards_without_a_row_are_those_of_a_plain_sum(by_lines):
    """C1: W(k) on 5x5, both colours' lines taken in and out one by one.

    The reference has ceil(k/2) stones of the colour that moved last; that is Black's number whoever
    it was, since boards without a row are as many with the colours exchanged.
    """
    _, exactly = by_lines
    counted = _core.complexity.gomoku_counts(5, 5, (False, False), False)
    assert counted.open == exactly[0].tolist()
    assert counted.orders == [243 * count for count in counted.open]
    # A board of five columns has no six: exactly five is the same.
    assert _core.complexity.gomoku_counts(5, 5, (True, True), False).open == counted.open


def test_boards_that_the_last_stone_won_are_those_of_a_plain_sum(by_lines):
    """C1: T(k): the rows of the last colour have a stone in common, the other colour has none.

    With an odd number of stones the last colour has one more: these are compared.
    """
    lines, exactly = by_lines
    wanted = np.zeros(26, np.int64)
    for own in range(1, 4096):
        common = (1 << 25) - 1
        for bit in range(12):
            common &= lines[bit] if own >> bit & 1 else -1
        if common:
            wanted += exactly[own]
    won = _core.complexity.gomoku_counts(5, 5, (False, False), False).won
    assert won[1::2] == wanted[1::2].tolist()


def test_games_of_5x5_freestyle():
    """C2's figure."""
    result = games(SMALL["freestyle 5x5"])
    assert (result.exact, result.method, result.samples) == (12123953291699459229254400, "sum", 0)
    assert result.value == result.low == result.high


def test_boards_of_30_points_are_the_same_turned():
    """5x6 is 6x5."""
    for five in ("exact", "or_more"):
        one, other = (ff.rules("freestyle", size=size, five=five) for size in ((5, 6), (6, 5)))
        for part in ("open", "over"):
            assert positions(one, part=part).exact == positions(other, part=part).exact
        assert games(one).exact == games(other).exact


def test_all_is_open_and_over():
    rules = SMALL["exactly five 6x5"]
    parts = [positions(rules, part=part).exact for part in ("open", "over", "all")]
    assert parts[0] + parts[1] == parts[2]
    logs = [positions(rules, 400, part=part).value for part in ("open", "over", "all")]
    assert 10 ** logs[0] + 10 ** logs[1] == pytest.approx(10 ** logs[2])


def test_few_turns_are_those_of_plain_enumeration():
    """C1: with few stones all boards are open."""
    counted = _core.complexity.gomoku_counts(6, 5, (True, True), False)
    assert counted.open[:9] == [comb(30, k) * comb(k, k // 2) for k in range(9)]
    # Nine stones: five of Black's in one of the lines. Six columns, ten fives in rows, four slanting.
    assert counted.won[9] == 20 * comb(25, 4)
    assert not any(counted.won[:9])


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_splitting_covers_the_truth(name):
    """C0: 95 of 100; of 60 intervals at least 51 hold the exact number."""
    rules, inside = SMALL[name], 0
    truth = [positions(rules).value, positions(rules, part="over").value, games(rules).value]
    for seed in range(20):
        estimates = [
            positions(rules, 400, seed),
            positions(rules, 400, seed, part="over"),
            games(rules, 400, seed),
        ]
        assert {one.method for one in estimates} == {"splitting"}
        assert all(one.exact is None and one.samples == 400 for one in estimates)
        inside += sum(one.low <= value <= one.high for one, value in zip(estimates, truth, strict=True))
    assert inside >= 51


def test_intervals_are_narrow_enough():
    """C0 and issue 17: a few boards already tell the size of the real game."""
    rules = ff.rules("freestyle")
    result = positions(rules, 400)
    # Other seeds and many more boards: 104.845, 105.082, 423.56.
    assert result.low < 104.845 < result.high
    assert result.high - result.low < 0.1
    result = games(rules, 400)
    assert result.low < 423.56 < result.high


def test_threads_change_nothing():
    arguments = (9, 9, (True, True), True)
    for timed in (False, True):
        one, two = (
            _core.complexity.gomoku_clouds(*arguments, timed, [30] * 4, 7, threads) for threads in (1, 2)
        )
        assert np.array_equal(one, two, equal_nan=True)
    pente = ff.rules("pente", size=9)
    one, two = (_core.complexity.game_products(pente, 100, 3, None, threads) for threads in (1, 2))
    assert np.array_equal(one, two)
    one, two = (
        _core.complexity.game_populations(pente, [9] * 4, 3, threads=threads).logs for threads in (1, 2)
    )
    assert np.array_equal(one, two)


def test_the_same_arguments_give_the_same_figures():
    rules = ff.rules("gomoku", size=7)
    assert positions(rules, 100, 5) == positions(rules, 100, 5) != positions(rules, 100, 6)
    assert games(rules, 100, 5) == games(rules, 100, 5)


# Knuth's method


def test_products_of_a_game_without_choices_that_matter():
    """Every game of Pah-Tum has the same product: the number of games itself."""
    rules = ff.rules("pah_tum", size=5)
    exact = games(rules)
    assert exact.exact == factorial(20) * comb(25, 5)
    sampled = games(rules, 50)
    assert (sampled.method, sampled.samples, sampled.exact) == ("sampled", 50, None)
    assert sampled.value == pytest.approx(exact.value)
    assert sampled.high - sampled.low < 1e-9
    one = ff.rules("pah_tum", size=5, layout=["a1", "b2", "c3", "d4", "e5"])
    assert games(one).exact == factorial(20)


def test_knuth_covers_the_truth():
    """C2: sequences of a given number of turns, of a game that can end before."""
    rules = ff.rules("freestyle", size=5)
    truth, inside = games(rules).value, 0
    for seed in range(20):
        result = mean_of_logs(_core.complexity.game_products(rules, 3000, seed), "sampled", 3000)
        inside += result.low <= truth <= result.high
    assert inside >= 17


@pytest.mark.parametrize(
    "rules",
    [
        TINY,
        ff.rules("freestyle", size=5),
        ff.rules("gomoku", size=5),
        ff.rules("freestyle", size=(6, 5), five=("exact", "or_more")),
    ],
    ids=repr,
)
def test_populations_cover_the_truth(rules):
    """C0: of 20 intervals at least 17 hold the exact number."""
    whole, inside = games(rules).value, 0
    first = walking.sequences(rules.start(seed=0), 3)
    for seed in range(20):
        counted = _core.complexity.game_populations(rules, [20] * 20, seed)
        logs, steps = counted.logs, counted.steps
        counted = mean_of_logs(logs, "sampled", 400)
        inside += counted.low <= whole <= counted.high
        assert max(steps) <= 30
        short = _core.complexity.game_populations(rules, [20] * 20, seed, 3).logs
        assert mean_of_logs(short, "sampled", 400).value == pytest.approx(log10(first), abs=0.05)
    assert inside >= 17


def test_populations_agree_with_splitting():
    """Two samplers of 9x9: their intervals meet."""
    rules = ff.rules("freestyle", size=9)
    one = games(rules, 2000)
    counted = _core.complexity.game_populations(rules, [100] * 20, 3)
    logs, steps = counted.logs, counted.steps
    other = mean_of_logs(logs, "sampled", 2000)
    assert max(one.low, other.low) < min(one.high, other.high)
    assert other.high - other.low < 0.5
    assert max(steps) == 81


def test_a_population_of_one_is_knuths_method():
    """Each is one random game, whose product is the estimate."""
    rules = ff.rules("pah_tum", size=5)
    logs = _core.complexity.game_populations(rules, [1] * 5, 0).logs
    assert logs.tolist() == pytest.approx([log10(factorial(20))] * 5)
    assert games(rules, 7, 1).samples == 7


def test_games_that_go_on_too_long_are_sampled_one_by_one(monkeypatch):
    rules = ff.rules("pagoda", size=7)
    assert np.isnan(_core.complexity.game_populations(rules, [5], 0, None, 8).logs).all()
    monkeypatch.setattr(counting, "MAX_STEPS", 8)
    alone = mean_of_logs(_core.complexity.game_products(rules, 40, 0), "sampled", 40)
    assert games(rules, 40) == alone


def test_what_is_no_population_is_refused():
    for sizes in ([0], [5, 0], [10**9, 1]):
        with pytest.raises(ff.FivefoldError):
            _core.complexity.game_populations(TINY, sizes, 0)


def test_a_game_that_carries_the_sum_is_named():
    assert "carries" in mean_of_logs([1.0, 5.0, 1.0], "sampled", 3).note
    assert mean_of_logs(np.zeros(50), "sampled", 50).note == ""
    assert mean_of_logs([1.0, 5.0, 1.0], "sampled", 3).low == -np.inf


def test_means_of_logarithms_are_means_of_numbers():
    result = mean_of_logs([400 + log10(x) for x in (1, 2, 3)], "sampled", 3)
    assert result.value == pytest.approx(400 + log10(2))
    half = 4.303 * 1 / 3**0.5
    assert result.high == pytest.approx(400 + log10(2 + half))
    assert mean_of_logs([-np.inf, -np.inf], "splitting", 2).value == -np.inf
    assert mean_of_logs([3.0], "splitting", 1).high == np.inf


# Walking


def test_games_of_a_small_game_are_walked_through():
    def count(position):
        if position.is_over:
            return 1
        return sum(count(position.play(text)) for text in position.legal_moves())

    result = games(TINY)
    assert (result.exact, result.method) == (count(TINY.start()), "walk")


@pytest.mark.slow
def test_large_games_are_not_walked_in_vain(monkeypatch):
    """Random walks tell before: every preset without an exact number is found large, small games are not."""
    for preset in ff.presets():
        start = walking.fixed_start(ff.rules(preset))
        assert start is None or walking.is_surely_large(start)
    assert not walking.is_surely_large(TINY.start())
    monkeypatch.setattr(walking, "MAX_WALKED", 10**5)
    seen = walking.walked_positions(TINY)
    assert seen is not None
    monkeypatch.setattr(walking, "MAX_WALKED", sum(seen.values()) // 50)
    assert walking.is_surely_large(TINY.start()) or walking.walked_positions(TINY) is None


def test_sequences_are_exact_up_to_ten_million(monkeypatch):
    rules = ff.rules("freestyle", size=5)
    assert games(rules, turns=4).exact == 25 * 24 * 23 * 22
    # Nine stones are the first that can end a game.
    monkeypatch.setattr(counting, "MAX_SEQUENCES", 1000)
    result = games(rules, turns=4)
    assert (result.method, result.exact) == ("sampled", None)
    assert result.value == pytest.approx(log10(25 * 24 * 23 * 22))
    assert games(TINY, turns=30).exact is not None
    assert games("pentagame", turns=0).exact == 1


# Bounds


@pytest.mark.parametrize("part", ["open", "over", "all"])
def test_bounds_hold_the_truth(part):
    """C1: method "bounds", compared with walking."""
    exact = positions(TINY, part=part)
    result = positions(TINY, 20, part=part)
    assert (exact.method, result.method) == ("walk", "bounds")
    assert result.low <= exact.value <= result.high == result.value


@pytest.mark.parametrize(
    "rules",
    [
        ff.rules("renju"),
        ff.rules("renju", opening="taraguchi10"),
        ff.rules("gomoku", opening="swap2"),
        ff.rules("gomoku", passing="always", first_move="anywhere"),
        ff.rules("pagoda", size=9),
        ff.rules("keryo_pente"),
        ff.rules("custodial_pah_tum"),
        ff.rules("pah_tum"),
        ff.rules("pentagame"),
    ],
    ids=repr,
)
def test_large_games_are_bounded(rules, monkeypatch):
    monkeypatch.setattr(walking, "MAX_WALKED", 500)
    monkeypatch.setattr(counting, "GAMES_SEEN", 3)
    result = positions(rules, 3)
    assert result.method == "bounds"
    assert result.samples == 3
    assert 1 < result.low < result.high == result.value
    assert positions(rules).high == result.high


def test_what_cannot_be_counted_is_refused():
    for options in ({"samples": 0}, {"samples": True}, {"seed": -1}, {"seed": 0.5}):
        with pytest.raises(ff.FivefoldError):
            positions("freestyle", **options)
        with pytest.raises(ff.FivefoldError):
            games("freestyle", **options)
    for board in ((4, 5, (False, False), False), (7, 7, (False, False), False), (6, 5, (False, False), True)):
        with pytest.raises(ff.FivefoldError):
            _core.complexity.gomoku_counts(*board)
    with pytest.raises(ff.FivefoldError):
        _core.complexity.gomoku_clouds(9, 9, (True, True), False, False, [5, 0], 0)
