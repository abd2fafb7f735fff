"""Reports and pictures of tournaments, and standings as they were after each round."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

import fivefold as ff
from fivefold.tournament import Journey, Knockout, League, Mixed, Swiss, System, picture, report, seat_effects
from tournaments import NAMES, play_round

MAKERS = [
    lambda n, seed: League(NAMES[:n], seed=seed),
    lambda n, seed: Knockout(NAMES[:n], seed=seed),
    lambda n, seed: Knockout(NAMES[: min(n, 5)], table=True, seed=seed),
    lambda n, seed: Swiss(NAMES[:n], rounds=5, seed=seed),
    lambda n, seed: Mixed(NAMES[:n], rounds=3, seed=seed),
    lambda n, seed: Journey(NAMES[:n], wins=2),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", MAKERS)
def test_standings_after_a_round_are_those_that_were_told_then(make, seed):
    system, chance = make(7, seed), random.Random(seed)
    tables = [system.standings()]
    while system.pairings() and len(tables) < 12:
        number = system.round
        while system.pairings() and system.round == number:
            play_round(system, chance, draws=False)
        tables.append(system.standings())
    for number, rows in enumerate(tables):
        assert system.standings(after=number) == rows
    again = System.from_dict(system.to_dict())
    assert again.standings() == tables[-1]
    with pytest.raises(ff.FivefoldError):
        system.standings(after=-1)


@pytest.mark.parametrize("n", [2, 3, 6, 11])
@pytest.mark.parametrize("make", MAKERS)
def test_pictures_are_svg_at_every_moment(make, n):
    """Begun, in the middle and over; names are escaped; what was reported is there."""
    system, chance = make(n, 1), random.Random(n)
    for _ in range(40):
        svg = picture(system)
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg")
        texts = [node.text for node in root.iter() if node.tag.endswith("text")]
        assert set(system.names) <= set(texts)
        page = report(system)
        assert page.count("<section>") == 2 + bool(system.entries())
        if not system.pairings():
            break
        table = system.pairings()[0]
        system.enter({table: [[chance.randint(0, 3) for _ in table] for _ in range(system._games_at(table))]})


def test_a_bracket_names_who_went_on():
    cup = Knockout(["a", "b", "c", "d", "e"], shuffle=False, seed=2)
    while not cup.is_over:
        for table in cup.pairings():
            cup.enter({table: [10 if name == "d" else ord(name) - 96 for name in table]})
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture(cup))
    assert texts[-1] == "d"  # the winner, behind the final
    assert "Final" in texts


def test_a_bracket_goes_on_where_players_have_left():
    cup = Knockout(NAMES[:8], shuffle=False)
    for name in NAMES[:4]:
        cup.leave(name)
        ElementTree.fromstring(picture(cup))
    while not cup.is_over:
        play_round(cup, random.Random(1), draws=False)
        ElementTree.fromstring(picture(cup))
    winner = cup.standings()[0].name
    assert re.findall(r"<text[^>]*>([^<]*)</text>", picture(cup))[-1] == winner


def test_names_are_escaped():
    names = ["<script>alert(1)</script>", "a&b", 'c"d']
    players = dict.fromkeys(names, "random")
    for system in (League(names), Knockout(names), Journey(names)):
        records = ff.tournament.play(system, players, ff.rules("freestyle", size=5))
        page = report(system, records, title="<i>", about={"x": "<b>"})
        assert "<script" not in page
        assert "<i>" not in page
        assert "<b>" not in page
        ElementTree.fromstring(picture(system))


def test_a_report_loads_nothing_and_has_all_parts():
    names = ["Ann", "Bob", "Cy", "Di"]
    swiss = Swiss(names, rounds=3, games=6, seed=1)
    records = ff.tournament.play(swiss, dict.fromkeys(names, "random"), ff.rules("freestyle", size=6))
    page = report(swiss, records, title="An evening")
    assert page == report(swiss, records, title="An evening")
    headings = re.findall(r"<h2>([^<]*)</h2>", page)
    assert headings == [
        "Standings",
        "Who met whom",
        "Standings by round",
        "Ratings",
        "Seats",
        "Length of games",
    ]
    assert not re.search(r'(src|href)="', page)
    assert "95 % interval" in page


def test_a_report_says_why_there_are_no_ratings():
    league = League(["Ann", "Bob"])
    records = ff.tournament.play(league, {"Ann": "greedy", "Bob": "random"}, ff.rules("freestyle", size=9))
    assert "no finite ratings" in report(league, records)


def test_seat_effects_share_the_win():
    """Who begins wins more on a small board; shares add up to one, also among three."""
    names = ["Ann", "Bob", "Cy"]
    table = Knockout(names, table=True, seed=1)
    players = dict.fromkeys(names, "random")
    records = ff.tournament.play(table, players, ff.rules("pentagame", max_turns=40), seed=1)
    rows = seat_effects(records)
    for count in {row.players for row in rows}:
        assert sum(row.share for row in rows if row.players == count) == pytest.approx(1)
    rules = ff.rules("freestyle", size=9)
    games = ff.arena.match("random", "random", rules, games=1000, seed=1, openings="start").records()
    first, second = seat_effects(games)
    assert first.games == 1000
    assert first.low > 0.5 > second.high
    won = sum(record.outcome.winners == (0,) for record in games)
    level = sum(len(record.outcome.winners) != 1 for record in games)
    assert first.share == pytest.approx((won + level / 2) / 1000)
