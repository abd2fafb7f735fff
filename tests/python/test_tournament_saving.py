"""Tournaments go on from their files at any moment (T2-12), and show names as they are."""

from __future__ import annotations

import json
import random

import pytest

import fivefold as ff
from fivefold.tournament import Journey, Knockout, League, Mixed, Swiss, System
from tournaments import NAMES

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
