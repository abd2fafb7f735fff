"""Tournaments (T2-1 to T2-29): laws one by one, and random tournaments against plain references."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from itertools import combinations

import pytest

import fivefold as ff
from fivefold.tournament import Journey, Knockout, League, Mixed, Swiss, System, sitting_order

NAMES = [f"p{k:02d}" for k in range(40)]


def play_round(system, chance, games=None, draws=True):
    """Enter random results of every table that is due, one by one."""
    for table in system.pairings():
        rows = [[chance.choice([0, 1, 2, 3]) for _ in table] for _ in range(games or system._games_at(table))]
        if not draws:
            rows = [[10 * chance.random() for _ in table] for _ in rows]
        system.enter({table: rows})


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


@pytest.mark.parametrize(("n", "least"), [(4, 2), (5, 3), (6, 2), (7, 1), (8, 6), (9, 1), (13, 1), (15, 1)])
def test_in_a_league_of_threes_any_two_sit_together_equally_often(n, least):
    """T2-15, T2-16."""
    if least > 1:
        with pytest.raises(ff.FivefoldError, match=f"in {least} rounds"):
            League(NAMES[:n], tables=3)
    for rounds in (least, 2 * least):
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


# Swiss


def first_least(ranked, met, byes):
    """Pair by T2-22 by trying all pairings in lexicographic order."""
    nodes = [*ranked, None] if len(ranked) % 2 else list(ranked)

    def cost(a, b):
        return byes[a] if b is None else met[frozenset((a, b))]

    def go(rest):
        if not rest:
            return 0, []
        best = None
        for k in range(1, len(rest)):
            below, pairs = go(rest[1:k] + rest[k + 1 :])
            total = below + cost(rest[0], rest[k])
            if best is None or total < best[0]:
                best = total, [(rest[0], rest[k]), *pairs]
        return best

    return go(nodes)[1]


@pytest.mark.parametrize("seed", range(40))
def test_random_swiss_tournaments_pair_as_the_reference_does(seed):
    """T2-10, T2-11, T2-13, T2-22 to T2-24, with people who come late and leave early."""
    chance = random.Random(seed)
    n = chance.randint(1, 8)
    start = {name: chance.choice([0, 0, 1, 2]) for name in NAMES[:n]} if seed % 3 == 0 else None
    swiss = Swiss(NAMES[:n], rounds=9, start=start, shuffle=False, scoring=("zero_sum", "points")[seed % 2])
    order, present = list(NAMES[:n]), set(NAMES[:n])
    met, byes, points, wins, balance = Counter(), Counter(), Counter(start or {}), Counter(), Counter()
    opponents = {name: [] for name in NAMES}
    for number in range(1, 10):
        for _ in range(chance.choice([0, 0, 1, 2])):
            if chance.random() < 0.5 and len(present) < 8:
                name = chance.choice([name for name in NAMES[:12] if name not in present])
                swiss.join(name)
                present.add(name)
                if name not in order:
                    order.append(name)
            elif len(present) > 1:
                name = chance.choice(sorted(present))
                swiss.leave(name)
                present.remove(name)
        buchholz = {name: sum(points[other] for other in opponents[name]) for name in order}
        ranking = sorted(
            order, key=lambda name: (-points[name], -buchholz[name], -wins[name], order.index(name))
        )
        assert [row.name for row in swiss.standings()] == ranking
        if len(present) < 2:
            assert swiss.pairings() == []
            break
        expected, sitting_out = [], []
        for a, b in first_least([name for name in ranking if name in present], met, byes):
            if b is None:
                sitting_out.append(a)
            elif balance[a] == balance[b]:
                expected.append((a, b) if number % 2 else (b, a))
            else:
                expected.append((a, b) if balance[a] < balance[b] else (b, a))
        assert swiss.pairings() == expected
        assert swiss.byes == sitting_out
        leaver = chance.choice(sorted(present)) if chance.random() < 0.2 else None
        for index, table in enumerate(expected):
            if index == 1 and leaver and leaver not in {name for done in expected[:1] for name in done}:
                swiss.leave(leaver)
                present.remove(leaver)
                at = [other for other in expected[1:] if leaver in other]
                sitting_out += [name for other in at for name in other if name != leaver]
            if leaver in table and leaver not in present:
                continue
            row = (chance.randint(0, 3), chance.randint(0, 3))
            swiss.enter({table: row})
            for name, own, other in ((table[0], *row), (table[1], *row[::-1])):
                points[name] += own - other if seed % 2 == 0 else own
                wins[name] += own > other
            met[frozenset(table)] += 1
            balance[table[0]] += 1
            balance[table[1]] -= 1
            opponents[table[0]].append(table[1])
            opponents[table[1]].append(table[0])
        byes.update(sitting_out)
    assert {row.name: row.byes for row in swiss.standings()} == {name: byes[name] for name in order}


def test_a_swiss_without_a_number_of_rounds_ends_when_all_have_met():
    """T2-24."""
    swiss, chance, met = Swiss(NAMES[:9], seed=4), random.Random(1), set()
    for _ in range(9):
        assert not swiss.is_over
        met.update(map(frozenset, swiss.pairings()))
        play_round(swiss, chance)
    while not swiss.is_over:
        met.update(map(frozenset, swiss.pairings()))
        play_round(swiss, chance)
    assert len(met) == 36
    swiss.join("late")
    assert not swiss.is_over


def test_a_hundred_players_are_paired_in_a_moment():
    swiss, chance = Swiss([f"n{k}" for k in range(100)], rounds=12), random.Random(2)
    for _ in range(11):
        play_round(swiss, chance)
    took = []
    for _ in range(3):
        again = System.from_dict(swiss.to_dict())
        began = time.perf_counter()
        again.pairings()
        took.append(time.perf_counter() - began)
    # The contract says 50 ms; a shared machine is given four times as much.
    assert min(took) < 0.2


# Mixed tables


@pytest.mark.parametrize("n", range(1, 13))
def test_mixed_tables_seat_everybody(n):
    """T2-25, T2-26."""
    mixed, chance = Mixed(NAMES[:n], rounds=5, seed=n), random.Random(n)
    threes = (1 if n >= 3 else 0) if n % 2 else (2 if n >= 6 else 0)
    if n == 1:
        assert mixed.pairings() == []
        return
    at_threes = Counter()
    for _ in range(5):
        tables = mixed.pairings()
        assert sum(len(table) == 3 for table in tables) == threes
        assert sorted([name for table in tables for name in table] + mixed.byes) == NAMES[:n]
        at_threes.update(name for table in tables if len(table) == 3 for name in table)
        play_round(mixed, chance)
    counts = [at_threes[name] for name in NAMES[:n]]
    assert max(counts) - min(counts) <= 1
    assert mixed.is_over


def test_mixed_tables_share_eighteen_points_a_player():
    """T2-25: 36 points for two, 54 for three."""
    mixed = Mixed(["a", "b", "c", "d", "e"], rounds=1, shuffle=False)
    mixed.enter({("c", "d", "e"): [(3, 1, 0)] * 2, ("a", "b"): [(3, 2)] * 6})
    rows = {row.name: row.points for row in mixed.standings()}
    assert rows["a"] + rows["b"] == 36
    assert rows["c"] + rows["d"] + rows["e"] == 54
    assert (rows["a"], rows["b"]) == (24, 12)


def test_a_table_of_three_that_one_leaves_is_struck():
    """T2-27."""
    mixed = Mixed(["a", "b", "c", "d", "e"], rounds=1, shuffle=False)
    mixed.enter({("a", "b"): [(3, 2)] * 6})
    mixed.leave("d")
    assert mixed.pairings() == []
    assert mixed.is_over
    rows = {row.name: row for row in mixed.standings()}
    assert rows["c"].points == rows["e"].points == 18
    assert rows["c"].byes == 1


# Journey


def test_the_loser_of_a_journey_sits_on():
    """T2-28, T2-29."""
    night = Journey(["a", "b", "c"], wins=1)
    assert night.pairings() == [("a", "b")]
    night.enter({("a", "b"): (0, 0)})
    assert night.pairings() == [("b", "a")]
    night.enter({("b", "a"): (1, 0)})
    assert night.pairings() == [("a", "c")]
    night.join("d")
    night.enter({("a", "c"): (1, 0)})
    assert night.line == ["c", "d"]
    night.leave("c")
    assert night.is_over
    assert night.pairings() == []
    night.join("c")
    assert night.pairings() == [("d", "c")]
    night.enter({("d", "c"): (1, 0)})
    assert night.is_over
    assert [(row.rank, row.name, row.games, row.status) for row in night.standings()] == [
        (1, "d", 1, "out"),
        (2, "b", 2, "out"),
        (3, "a", 3, "out"),
        (4, "c", 2, "in"),
    ]


def test_a_journey_with_two_wins_sends_the_winner_to_the_end_of_the_line():
    """T2-28."""
    night = Journey(["a", "b", "c"], wins=2)
    night.enter({("a", "b"): (0, 1)})
    assert night.line == ["a", "c", "b"]
    assert night.pairings() == [("a", "c")]
    night.enter({("a", "c"): (0, 1)})
    # All have been met: the first in line.
    assert night.pairings() == [("a", "b")]
    night.enter({("a", "b"): (0, 1)})
    assert {row.name: row.status for row in night.standings()}["b"] == "out"


# All systems

MAKERS = [
    lambda seed: League(NAMES[:7], rounds=2, seed=seed),
    lambda seed: League(NAMES[:7], tables=3, seed=seed),
    lambda seed: Knockout(NAMES[:11], seed=seed),
    lambda seed: Knockout(NAMES[:4], table=True, seed=seed),
    lambda seed: Swiss(NAMES[:9], rounds=5, start={"p03": 1.5}, seed=seed),
    lambda seed: Mixed(NAMES[:11], rounds=4, seed=seed),
    lambda seed: Journey(NAMES[:6], wins=2, seed=seed),
]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", MAKERS)
def test_a_tournament_goes_on_from_its_file_at_any_moment(make, seed):
    """T2-12: within a round too; the same calls give the same tables."""
    system, twin, chance = make(seed), make(seed), random.Random(seed)
    for step in range(200):
        assert (system.pairings(), system.byes, system.standings()) == (
            twin.pairings(),
            twin.byes,
            twin.standings(),
        )
        assert (system.is_over, system.round) == (twin.is_over, twin.round)
        if not system.pairings():
            break
        data = json.loads(json.dumps(twin.to_dict()))
        twin = System.from_dict(data)
        assert twin.to_dict() == data
        assert type(twin) is type(system)
        table = chance.choice(system.pairings())
        rows = [[chance.randint(0, 3) for _ in table] for _ in range(system._games_at(table))]
        system.enter({table: rows})
        twin.enter({table: rows})
        if step % 5 == 3 and not isinstance(system, (League, Knockout)):
            there = [row.name for row in system.standings() if row.status == "in"]
            gone = chance.choice(there)
            system.leave(gone)
            twin.leave(gone)
            if chance.random() < 0.7:
                system.join(gone)
                twin.join(gone)
    assert system.is_over or len([row for row in system.standings() if row.status == "in"]) < 2


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_no_tournament_is_refused(make):
    data = make(0).to_dict()
    for spoilt in (
        {},
        {**data, "system": "Ladder"},
        {**data, "format": 2},
        {**data, "arguments": {**data["arguments"], "seed": "x"}},
        {**data, "rounds": [{"due": [["p00", "nobody"]], "byes": [], "entries": []}]},
        {**data, "rounds": 3},
    ):
        with pytest.raises(ff.FivefoldError):
            System.from_dict(spoilt)


def test_a_class_takes_its_own_files_only():
    data = Swiss(["a", "b"], rounds=1).to_dict()
    assert isinstance(Swiss.from_dict(data), Swiss)
    with pytest.raises(ff.FivefoldError):
        League.from_dict(data)


def test_names_are_escaped_in_html():
    swiss = Swiss(["<b>", "c"], rounds=1)
    assert "<b>" not in swiss._repr_html_()
    assert "&lt;b&gt;" in swiss._repr_html_()
