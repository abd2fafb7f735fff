"""Tournaments: counts, entries, leagues and knockouts (T2-1 to T2-20)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, combinations

import pytest

import fivefold as ff
from fivefold.tournament import Knockout, League, Swiss, schedule, sitting_order
from fivefold.tournament.triples import min_rounds
from tournaments import NAMES, play_round

# Counts, durations, seats


def test_counts_of_games_and_minutes():
    """T2-1, T2-2."""
    assert [ff.tournament.games(n) for n in (2, 3, 4)] == [1, 2, 6]
    assert [ff.tournament.games(n, "round") for n in (2, 3, 4)] == [2, 6, 24]
    assert (ff.tournament.games(4, teams=True), ff.tournament.games(4, "round", teams=True)) == (2, 8)
    assert [ff.tournament.minutes(n) for n in (2, 3, 4)] == [20, 45, 80]
    assert [ff.tournament.minutes(n, "match") for n in (2, 3, 4)] == [20, 90, 480]
    assert [ff.tournament.minutes(n, "round") for n in (2, 3, 4)] == [40, 270, 1920]
    assert ff.tournament.minutes(4, "match", teams=True) == 160
    assert ff.tournament.minutes(4, "round", teams=True) == 640


@pytest.mark.parametrize("n", [1, 2.0, True, "2", 13])
def test_a_table_of_an_impossible_size_is_refused(n):
    with pytest.raises(ff.FivefoldError):
        ff.tournament.games(n)


def test_two_begin_in_turn_and_three_play_clockwise_then_the_other_way():
    """T2-3."""
    assert [sitting_order(("a", "b"), k) for k in range(3)] == [("a", "b"), ("b", "a"), ("a", "b")]
    assert [sitting_order(("a", "b", "c"), k) for k in range(4)] == [
        ("a", "b", "c"),
        ("a", "c", "b"),
        ("b", "c", "a"),
        ("c", "b", "a"),
    ]


def test_scores_are_reckoned_against_who_moves_next():
    """T2-4: in the second game of three the order is a, c, b."""
    night = Knockout(["a", "b", "c"], table=True, shuffle=False)
    night.enter({("a", "b", "c"): [(3, 1, 0), (0, 2, 3)]})
    row = {one.name: one.points for one in night.standings()}
    assert row == {"a": (3 - 1) + (0 - 3), "b": (1 - 0) + (2 - 0), "c": (0 - 3) + (3 - 2)}
    constant = Swiss(["a", "b"], rounds=1, scoring="constant_sum", shuffle=False)
    constant.enter({("a", "b"): (3, 1)})
    assert [one.points for one in constant.standings()] == [5, 1]
    plain = Swiss(["a", "b"], rounds=1, scoring="points", shuffle=False)
    plain.enter({("a", "b"): (0.5, 0.5)})
    assert [one.points for one in plain.standings()] == [0.5, 0.5]


# Names and entries


@pytest.mark.parametrize("names", [["a", "a"], ["a", ""], ["a", " "], ["a", 3], "ab", ["a"], []])
def test_bad_names_are_refused(names):
    with pytest.raises(ff.FivefoldError):
        League(names)


@pytest.mark.parametrize(
    "options",
    [
        {"seed": -1},
        {"seed": 1.5},
        {"scoring": "elo"},
        {"target": float("nan")},
        {"games": 0},
        {"bye": "half"},
    ],
)
def test_bad_options_are_refused(options):
    with pytest.raises(ff.FivefoldError):
        Swiss(["a", "b"], **options)


@pytest.mark.parametrize(
    "results",
    [
        {("a", "c"): (1, 0)},
        {("b", "a"): (1, 0)},
        {("a", "b"): (1,)},
        {("a", "b"): (1, 0, 0)},
        {("a", "b"): [(1, 0), (1, 0)]},
        {("a", "b"): (1, float("nan"))},
        {("a", "b"): (1, float("inf"))},
        {("a", "b"): (1, 10**400)},
        {("a", "b"): "10"},
        {("a", "b"): (1, "0")},
        {("c", "d"): (1, 0), ("a", "b"): (1,)},
        {"ab": (1, 0)},
        [(1, 0)],
    ],
)
def test_a_wrong_entry_is_refused_and_nothing_of_it_taken(results):
    """T2-9."""
    swiss = Swiss(["a", "b", "c", "d"], rounds=2, shuffle=False)
    before = swiss.to_dict()
    with pytest.raises(ff.FivefoldError):
        swiss.enter(results)
    assert swiss.to_dict() == before
    assert swiss.pairings() == [("a", "b"), ("c", "d")]


def test_a_table_is_entered_once():
    """T2-9."""
    swiss = Swiss(["a", "b", "c", "d"], rounds=2, shuffle=False)
    swiss.enter({("a", "b"): (1, 0)})
    with pytest.raises(ff.FivefoldError, match="not due"):
        swiss.enter({("a", "b"): (1, 0)})
    assert swiss.pairings() == [("c", "d")]


def test_level_rows_share_a_rank():
    """T2-10: 1, 2, 2, 4."""
    league = League(["a", "b", "c", "d"], shuffle=False)
    points = {"a": 3, "b": 1, "c": 1, "d": 0}
    while not league.is_over:
        league.enter({table: [points[name] for name in table] for table in league.pairings()})
    assert [(row.rank, row.name) for row in league.standings()] == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]
    assert [row.wins for row in league.standings()] == [3, 1, 1, 0]


# League


@pytest.mark.parametrize("n", range(2, 14))
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_in_a_league_any_two_meet_equally_often(n, rounds):
    """T2-14, T2-16."""
    league, chance = League(NAMES[:n], rounds=rounds, seed=n), random.Random(n)
    met, seats, played, byes = Counter(), Counter(), 0, Counter()
    while not league.is_over:
        tables = league.pairings()
        seated = [name for table in tables for name in table]
        assert len(set(seated)) == len(seated)
        assert set(seated) | set(league.byes) == set(NAMES[:n])
        byes.update(league.byes)
        for table in tables:
            met[frozenset(table)] += 1
            seats.update(enumerate(table))
        play_round(league, chance)
        played += 1
    assert played == rounds * (n if n % 2 else n - 1)
    assert set(met.values()) == {rounds}
    assert len(met) == n * (n - 1) // 2
    assert all(abs(seats[0, name] - seats[1, name]) <= 1 for name in NAMES[:n])
    assert set(byes.values()) <= {rounds}


@pytest.mark.parametrize(("n", "minimum"), [(4, 2), (5, 3), (6, 2), (7, 1), (8, 6), (9, 1), (13, 1), (15, 1)])
def test_in_a_league_of_threes_any_two_sit_together_equally_often(n, minimum):
    """T2-15, T2-16."""
    if minimum > 1:
        with pytest.raises(ff.FivefoldError, match=f"in {minimum} rounds"):
            League(NAMES[:n], tables=3)
    for rounds in (minimum, 2 * minimum):
        league, chance = League(NAMES[:n], tables=3, rounds=rounds, seed=3), random.Random(n)
        met, seats, played, count = Counter(), Counter(), 0, 0
        while not league.is_over:
            seated = [name for table in league.pairings() for name in table]
            assert len(set(seated)) == len(seated)
            for table in league.pairings():
                met.update(map(frozenset, combinations(table, 2)))
                seats.update(enumerate(table))
                count += 1
            play_round(league, chance)
            played += 1
        assert set(met.values()) == {rounds}
        assert len(met) == n * (n - 1) // 2
        assert count == rounds * n * (n - 1) // 6
        assert played <= 2 * -(-count // (n // 3)) + 1
        for name in NAMES[:n]:
            held = [seats[seat, name] for seat in range(3)]
            assert max(held) - min(held) <= 1


@pytest.mark.parametrize("n", [*range(3, 50), 98, 99, 100, 101, 103, 121, 127, 133])
def test_triple_systems_of_every_kind_meet_each_pair_equally_often(n):
    """T2-15, T2-16; the numbers reach every formula of Skolem's and O'Keefe's sequences (n = 6t + 1)."""
    rounds = schedule.threes(n, min_rounds(n), "a seed")
    tables = [table for one in rounds for table in one]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {min_rounds(n)}
    assert all(len({*chain(*one)}) == 3 * len(one) for one in rounds)
    assert len(rounds) <= 2 * -(-len(tables) // (n // 3)) + 1
    for seat in range(3):
        held = Counter(table[seat] for table in tables)
        assert max(held[player] for player in range(n)) - min(held[player] for player in range(n)) <= 1


def test_a_league_of_threes_depends_on_its_seed_alone():
    """T2-15: who sits with whom differs from seed to seed."""
    assert schedule.threes(25, 1, "a") == schedule.threes(25, 1, "a")
    assert schedule.threes(25, 1, "a") != schedule.threes(25, 1, "b")


def test_who_leaves_a_league_takes_all_tables_along():
    """T2-16."""
    league = League(["a", "b", "c", "d"], shuffle=False)
    first = league.pairings()
    league.enter(dict.fromkeys(first, (1, 0)))
    league.leave("a")
    played = next(table for table in first if "a" not in table)
    rows = {row.name: row for row in league.standings()}
    assert rows["a"].games == 0
    assert rows["a"].status == "left"
    assert {name: rows[name].points for name in "bcd"} == {
        name: (1 if name == played[0] else -1 if name == played[1] else 0) for name in "bcd"
    }
    met = 1
    while not league.is_over:
        assert all("a" not in table for table in league.pairings())
        met += len(league.pairings())
        play_round(league, random.Random(0))
    assert met == 3
    with pytest.raises(ff.FivefoldError):
        league.leave("a")
    with pytest.raises(ff.FivefoldError):
        league.join("e")


# Knockout


@pytest.mark.parametrize("n", range(2, 20))
def test_a_knockout_takes_as_many_rounds_as_it_must(n):
    """T2-17, T2-19: byes in round 1 only, never two in one pair of the bracket."""
    cup, chance = Knockout(NAMES[:n], seed=n), random.Random(n)
    played = 0
    while not cup.is_over:
        tables = cup.pairings()
        if played == 0:
            assert 2 * len(tables) + len(cup.byes) == n
            bracket = cup.bracket
            pairs = [bracket[k : k + 2] for k in range(0, len(bracket), 2)]
            assert all(pair.count(None) <= 1 for pair in pairs)
        else:
            assert not cup.byes
        play_round(cup, chance, draws=False)
        played += 1
    assert played == (n - 1).bit_length()
    ranks = [row.rank for row in cup.standings()]
    assert ranks[:2] == [1, 2]
    assert n < 4 or ranks[2:4] == [3, 3]


def test_a_level_match_is_played_again_with_the_seats_turned():
    """T2-18."""
    cup = Knockout(["a", "b"], shuffle=False)
    cup.enter({("a", "b"): (1, 1)})
    assert cup.pairings() == [("b", "a")]
    assert not cup.is_over
    cup.enter({("b", "a"): (0, 2)})
    assert cup.is_over
    assert [(row.name, row.games, row.points) for row in cup.standings()] == [("a", 2, 2), ("b", 2, -2)]


def test_the_opponent_of_who_leaves_a_knockout_goes_on():
    """T2-19."""
    cup = Knockout(["a", "b", "c", "d"], shuffle=False)
    cup.enter({("a", "b"): (0, 1)})
    cup.leave("c")
    assert cup.pairings() == [("b", "d")]
    cup.leave("b")
    assert cup.is_over
    assert [(row.rank, row.name) for row in cup.standings()] == [(1, "d"), (2, "b"), (3, "a"), (3, "c")]


def test_both_players_of_a_pair_may_leave_a_knockout():
    cup = Knockout(["a", "b", "c", "d"], shuffle=False)
    cup.leave("a")
    cup.leave("b")
    assert cup.pairings() == [("c", "d")]
    cup = Knockout(["a", "b", "c", "d"], shuffle=False)
    cup.leave("b")
    cup.leave("c")
    assert cup.pairings() == [("a", "d")]


def test_one_table_shrinks_until_one_is_left():
    """T2-20."""
    cup = Knockout(["a", "b", "c"], table=True, shuffle=False, games=1)
    cup.enter({("a", "b", "c"): (1, 2, 1)})  # scores -1, 1, 0
    assert cup.pairings() == [("b", "c")]
    cup.enter({("b", "c"): (0, 1)})
    assert [(row.rank, row.name) for row in cup.standings()] == [(1, "c"), (2, "b"), (3, "a")]
    level = Knockout(["a", "b", "c"], table=True, shuffle=False, games=1, scoring="points")
    level.enter({("a", "b", "c"): (1, 0, 0)})
    assert level.pairings() == [("b", "c", "a")]
    with pytest.raises(ff.FivefoldError):
        Knockout(NAMES[:6], table=True)
