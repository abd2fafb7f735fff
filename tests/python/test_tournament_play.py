"""Tournaments that players play (T2-30)."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

import fivefold as ff
from fivefold.tournament import Journey, Knockout, League, Mixed, Swiss, System, play

SMALL = ff.rules("freestyle", size=7)
PLAYERS = {"Ann": "greedy", "Bob": "random", "Cy": "random", "Di": "greedy", "Eve": "random"}


def moves_of(records):
    return [(record.players, record.moves) for record in records]


@pytest.mark.parametrize("system", [League, Swiss, Knockout, Journey])
def test_a_tournament_is_played_to_its_end(system):
    tournament = system(list(PLAYERS), seed=1)
    records = play(tournament, PLAYERS, SMALL, seed=2)
    assert tournament.is_over
    assert sum(row.games for row in tournament.standings()) == 2 * len(records)
    again = system(list(PLAYERS), seed=1)
    assert moves_of(play(again, PLAYERS, SMALL, seed=2)) == moves_of(records)
    assert again.standings() == tournament.standings()


def test_rounds_and_executors_and_files_change_nothing():
    """Round by round, from a file in between, and through an executor: the same games."""
    whole = Swiss(list(PLAYERS), rounds=3, seed=1)
    records = moves_of(play(whole, PLAYERS, SMALL, seed=5))
    parts, played = Swiss(list(PLAYERS), rounds=3, seed=1), []
    with ThreadPoolExecutor(2) as executor:
        for _ in range(3):
            played += moves_of(play(parts, PLAYERS, SMALL, rounds=1, seed=5, executor=executor))
            parts = System.from_dict(parts.to_dict())
    assert played == records
    assert parts.standings() == whole.standings()


def test_points_of_two_are_one_a_half_or_nothing():
    """T2-4: standings agree with the records."""
    league = League(["Ann", "Bob"], rounds=2, scoring="points", seed=1)
    records = play(league, PLAYERS, SMALL, seed=1)
    points = dict.fromkeys(("Ann", "Bob"), 0.0)
    for record in records:
        winners = record.outcome.winners
        for seat, name in enumerate(record.players):
            points[name] += 0.5 if len(winners) != 1 else float(seat in winners)
    assert {row.name: row.points for row in league.standings()} == points


def test_pentagame_is_set_to_the_size_of_the_table():
    """Tables of two and of three; points are pieces out, and who plays where follows T2-3."""
    names = ["Ann", "Bob", "Cy", "Di", "Eve"]
    rules = ff.rules("pentagame", max_turns=60)
    mixed = Mixed(names, rounds=1, shuffle=False)
    records = play(mixed, dict.fromkeys(names, "random"), rules, seed=1)
    assert [record.rules.num_players for record in records] == [3] * 2 + [2] * 6
    assert [record.players for record in records[:3]] == [
        ("Cy", "Di", "Eve"),
        ("Cy", "Eve", "Di"),
        ("Ann", "Bob"),
    ]
    entry = mixed.entries()[0]
    for game, record in enumerate(records[:2]):
        by_name = dict(zip(record.players, record.outcome.scores, strict=True))
        assert [by_name[name] for name in entry.table] == entry.rows[game]


def test_progress_is_told_and_shown(capsys):
    reported = []
    names = list(PLAYERS)[:4]
    play(League(names), PLAYERS, SMALL, progress=lambda done, total: reported.append((done, total)))
    assert reported == [(1, 2), (2, 2)] * 3
    play(League(names), PLAYERS, SMALL, progress=True)
    assert re.search("2(/| of )2 tables", capsys.readouterr().err)


def test_what_does_not_fit_is_refused():
    three = Knockout(["Ann", "Bob", "Cy"], table=True)
    with pytest.raises(ff.FivefoldError, match="a table of 3 cannot play it"):
        play(three, PLAYERS, SMALL)
    with pytest.raises(ff.FivefoldError, match="no player is given for Zoe"):
        play(League(["Ann", "Zoe"]), PLAYERS, SMALL)
    with pytest.raises(ff.FivefoldError, match="has failed in game 0"):
        play(League(["Ann", "Bob"]), {"Ann": lambda position, rng: -1, "Bob": "random"}, SMALL)
    for options in ({"rounds": -1}, {"seed": 1.5}, {"rounds": True}):
        with pytest.raises(ff.FivefoldError):
            play(League(["Ann", "Bob"]), PLAYERS, SMALL, **options)
