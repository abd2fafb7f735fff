"""Random tournaments of every system beside a slow reference, with people who come, go and err."""

from __future__ import annotations

import json
import random

import pytest

import fivefold as ff
from fivefold.tournament import Journey, Knockout, League, Mixed, Swiss, System
from tournament_reference import JourneyReference, KnockoutReference, LeagueReference
from tournament_reference_ranked import MixedReference, SwissReference
from tournaments import NAMES

SCORINGS = ("zero_sum", "constant_sum", "points")


def make(kind, seed):
    """Give a random tournament of a kind and its reference."""
    chance = random.Random(f"{kind} {seed}")
    scoring, games = chance.choice(SCORINGS), chance.choice([None, None, 1, 2, 3])
    options = {"scoring": scoring, "games": games, "target": chance.choice([3, 3, 1, 2.5])}
    if kind == "league":
        names = NAMES[: chance.randint(2, 9)]
        rounds = chance.randint(1, 2)
        league = League(names, rounds=rounds, seed=seed, **options)
        return league, LeagueReference(league.names, **options), chance
    if kind == "knockout":
        cup = Knockout(NAMES[: chance.randint(2, 11)], seed=seed, **options)
        return cup, KnockoutReference(cup.names, cup.byes, **options), chance
    rounds = chance.choice([None, 2, 4, 6])
    if kind == "swiss":
        names = NAMES[: chance.randint(1, 8)]
        start = {name: chance.randint(0, 3) for name in names} if chance.random() < 0.3 else None
        swiss = Swiss(names, rounds, start, seed=seed, **options)
        return swiss, SwissReference(swiss.names, rounds=rounds, start=start, **options), chance
    if kind == "mixed":
        names = NAMES[: chance.randint(1, 9)]
        threes = chance.choice([None, None, 0, len(names) // 3])
        mixed = Mixed(names, rounds, threes, seed=seed, **options)
        return mixed, MixedReference(mixed.names, threes=threes, rounds=rounds, **options), chance
    names, wins = NAMES[: chance.randint(1, 7)], chance.randint(1, 3)
    return Journey(names, wins, **options), JourneyReference(names, wins, **options), chance


def compare(system, reference):
    """Ask both everything."""
    if isinstance(reference, LeagueReference):
        tables = system.pairings()
    else:
        tables, byes = reference.coming()
        assert sorted(system.pairings()) == sorted(tables)
        assert sorted(system.byes) == sorted(byes)
        assert system.is_over == reference.over()
    rows = [tuple(row) for row in system.standings()]
    for mine, own in zip(rows, reference.standings(), strict=True):
        assert mine[:2] + mine[3:5] + mine[6:] == own[:2] + own[3:5] + own[6:]
        assert mine[2] == pytest.approx(own[2])
        assert mine[5] == pytest.approx(own[5])
    return tables


def err(system, chance):
    """Try something that cannot be: it is refused, and nothing has changed."""
    before = json.dumps(system.to_dict())
    due = system.pairings()
    gone = next((row.name for row in system.standings() if row.status != "in"), "nobody")
    tries = [
        lambda: system.enter({("nobody", "p00"): (1, 0)}),
        lambda: system.enter(3),
        lambda: system.leave(gone),
        lambda: system.leave(None),
        lambda: system.join(""),
        lambda: system.join(7),
    ]
    tries += [
        lambda name=row.name: system.join(name) for row in system.standings()[:1] if row.status != "left"
    ]
    if due:
        table = chance.choice(due)
        rows = [[1] * len(table)] * system._games_at(table)
        tries += [
            lambda: system.enter({table[::-1]: rows}),
            lambda: system.enter({table: [*rows, rows[0]]}),
            lambda: system.enter({table: [[float("nan")] * len(table)] * len(rows)}),
            lambda: system.enter({table: [row[1:] for row in rows]}),
            lambda: system.enter({table: rows, ("a", "b"): rows}),
            lambda: system.enter({due[0]: rows, due[-1]: "no"}),
        ]
    with pytest.raises(ff.FivefoldError):
        chance.choice(tries)()
    assert json.dumps(system.to_dict()) == before


def drive(kind, seed, steps=60):
    """Play a random tournament, asking the reference after every step."""
    system, reference, chance = make(kind, seed)
    compare(system, reference)
    for _ in range(steps):
        what = chance.random()
        there = [row.name for row in system.standings() if row.status == "in"]
        if what < 0.08:
            err(system, chance)
        elif what < 0.16:
            system = System.from_dict(json.loads(json.dumps(system.to_dict())))
        elif what < 0.24 and there and (kind != "knockout" or len(there) > 1):
            name = chance.choice(there)
            more = (system.round, system.pairings()) if kind == "league" else ()
            system.leave(name)
            reference.leave(name, *more)
        elif what < 0.34 and kind in ("swiss", "mixed", "journey") and len(there) < 8:
            absent = [row.name for row in system.standings() if row.status == "left"]
            name = chance.choice([*absent, f"new{len(system.names)}"])
            system.join(name)
            reference.join(name)
        else:
            due = compare(system, reference)
            if not due:
                if kind not in ("swiss", "mixed", "journey"):
                    break
                continue
            table = chance.choice(due)
            count = system._games_at(table)
            assert kind == "league" or count == reference.number_of_games(table)
            rows = [[chance.randint(0, 3) for _ in table] for _ in range(count)]
            if kind == "league":
                reference.receive(system.round, system.byes, table, rows)
            else:
                reference.enter(table, rows)
            system.enter({table: rows[0] if count == 1 and what > 0.9 else rows})
        compare(system, reference)
    return system


KINDS = ("league", "knockout", "swiss", "mixed", "journey")


@pytest.mark.parametrize("kind", KINDS)
def test_random_tournaments_go_as_the_reference_says(kind):
    for seed in range(40):
        drive(kind, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_calls_give_the_same_tournament(kind):
    for seed in range(5):
        assert drive(kind, 1000 + seed).to_dict() == drive(kind, 1000 + seed).to_dict()
