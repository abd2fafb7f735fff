"""Matches and ladders in folders: resumed, kept, reported; ladders of every number of sides."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

import fivefold as ff
from fivefold.arena import ladder, match
from fivefold.arena.ladder import order_of
from fivefold.cli import main

RULES = ff.rules("freestyle", size=9)


def games_of(result):
    return [(game.points, game.actions.tolist()) for game in result.games]


def played(result):
    return [(game.names, game.points, game.actions.tolist()) for game in result.games]


def test_a_match_in_a_folder_is_the_match(tmp_path):
    whole = match("greedy", "random", RULES, games=12, seed=3)
    stored = match("greedy", "random", RULES, games=12, seed=3, out=tmp_path / "m")
    assert games_of(stored) == games_of(whole)
    lines = (tmp_path / "m" / "records.jsonl").read_text().splitlines()
    assert [ff.Record.from_json(line) for line in lines] == whole.records()
    report = (tmp_path / "m" / "report.html").read_text()
    assert "greedy" in report
    assert report.count("<svg") == 2


def test_a_match_goes_on_where_it_was_stopped(tmp_path):
    """Also after half a line, or a game whose pair is missing; nothing that is there is played again."""
    whole = match("greedy", "random", RULES, games=12, seed=3)
    match("greedy", "random", RULES, games=6, seed=3, out=tmp_path)
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    requests = []

    class Counted:
        name, version = "greedy", ff.players.make("greedy").version

        def choose(self, positions, seeds):
            requests.extend(positions)
            return ff.players.make("greedy").choose(positions, seeds)

        def __call__(self, position, rng=None):
            return ff.players.make("greedy")(position, rng)

    for cut in (b"".join(lines[:5]), b"".join(lines[:4]) + lines[4][:17]):
        file.write_bytes(cut)
        again = match("greedy", "random", RULES, games=12, seed=3, out=tmp_path)
        assert games_of(again) == games_of(whole)
    assert games_of(match(Counted(), "random", RULES, games=12, seed=3, out=tmp_path)) == games_of(whole)
    assert not requests
    assert games_of(match("greedy", "random", RULES, games=4, seed=3, out=tmp_path)) == games_of(whole)[:4]


def test_a_folder_of_another_match_is_refused(tmp_path):
    match("greedy", "random", RULES, games=2, out=tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for players, options in (
        (("random", "greedy"), {}),
        (("greedy", "random"), {"seed": 1}),
        (("greedy", "random"), {"openings": ["e5"]}),
    ):
        with pytest.raises(ff.FivefoldError, match="holds something else"):
            match(*players, RULES, games=2, out=tmp_path, **options)
    with pytest.raises(ff.FivefoldError):
        ladder(["random", "greedy"], RULES, games=2, out=tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    with pytest.raises(ff.FivefoldError, match="other files"):
        match("greedy", "random", RULES, games=2, out=tmp_path / "notes")


def test_a_resumed_sequential_test_decides_the_same(tmp_path):
    test = {"elo0": 0, "elo1": 200, "model": "logistic"}
    whole = match("greedy", "random", RULES, games=400, sprt=test)
    assert whole.decision == "first"
    stored = match("greedy", "random", RULES, games=400, sprt=test, out=tmp_path)
    again = match("greedy", "random", RULES, games=400, sprt=test, out=tmp_path)
    assert games_of(whole) == games_of(stored) == games_of(again)
    assert again.decision == "first"


def test_a_match_by_the_clock_is_kept_with_its_times(tmp_path):
    played = match("greedy", "random", RULES, games=4, clock="total 60", out=tmp_path)
    again = match("greedy", "random", RULES, games=4, clock="total 60", out=tmp_path)
    assert [record.to_json() for record in again.records()] == [
        record.to_json() for record in played.records()
    ]
    with pytest.raises(ff.FivefoldError, match="clock"):
        match("greedy", "random", RULES, games=4, out=tmp_path)


def test_everybody_meets_everybody_from_both_seats():
    result = ladder(["random", "greedy", "mcts(simulations=20)"], RULES, games=6, seed=2)
    assert len(result.games) == 18
    for one in result.players:
        for other in set(result.players) - {one}:
            assert sum(game.names == (one, other) for game in result.games) == 3
    cross = result.crosstable()
    assert all(cross[a, b].score + cross[b, a].score == 1 for a, b in cross)
    rows = result.ratings()
    assert rows[-1].name == "random"
    assert rows[-1].rating == 0
    assert all(row.low < row.rating < row.high and row.games == 12 for row in rows)
    assert "random" in result.to_markdown()


def test_neighbours_alone_meet():
    names = ["random", "greedy", "mcts(simulations=10)"]
    result = ladder(names, RULES, games=2, reach=1)
    assert {frozenset(game.names) for game in result.games} == {frozenset(names[:2]), frozenset(names[1:])}


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path):
    names, rules = ["random", "greedy", "mcts(simulations=10)"], RULES
    whole = ladder(names, rules, games=4, seed=1)
    ladder(names, rules, games=2, seed=1, out=tmp_path)
    file = tmp_path / "games-0-1.jsonl"
    file.write_bytes(file.read_bytes()[:-9])
    again = ladder(names, rules, games=4, seed=1, out=tmp_path)
    assert played(again) == played(whole)
    with ThreadPoolExecutor(2) as executor:
        assert played(ladder(names, rules, games=4, seed=1, executor=executor)) == played(whole)
    assert (tmp_path / "report.html").read_text().count("<svg") == 2
    stored = json.loads((tmp_path / "played.json").read_text())["players"]
    assert stored == [f"{name}, version {ff.players.make(name).version}" for name in names]


def test_all_orders_of_seats_come_equally_often():
    for sides, orders in ((2, 2), (3, 6), (4, 24)):
        assert len({tuple(order_of(sides, game)) for game in range(orders)}) == orders
        firsts = [order_of(sides, game)[0] for game in range(sides)]
        assert sorted(firsts) == list(range(sides))


@pytest.mark.parametrize(
    ("preset", "options", "sides"), [("pentagame", {"players": 3}, 3), ("pentagame_teams", {}, 2)]
)
def test_more_than_two_seats(preset, options, sides):
    """Three seats by Plackett and Luce; with teams each player plays a team."""
    rules = ff.rules(preset, **options)
    result = ladder(["random", "racer", "greedy"], rules, games=sides, seed=1)
    assert result.ratings()[0].name == "racer"
    for game, record in zip(result.games, result.records(), strict=True):
        assert record.outcome is not None
        assert [record.players[side[0]] for side in rules.info.sides] == list(game.names)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["random"], {}),
        (["random", "random"], {}),
        (["random", "greedy"], {"games": 3}),
        (["random", "greedy"], {"games": 0}),
        (["random", "greedy"], {"seed": -1}),
        (["random", "greedy"], {"reach": 0}),
        (["random", "greedy"], {"anchor": "nobody"}),
        (["random", "elephant"], {}),
    ],
)
def test_a_bad_ladder_is_refused(players, options):
    with pytest.raises(ff.FivefoldError):
        ladder(players, RULES, **options)


def test_alone_there_is_no_ladder():
    with pytest.raises(ff.FivefoldError, match="one player"):
        ladder(["random", "racer"], ff.rules("pentagame", players=1), games=2)


def test_the_commands(tmp_path, capsys):
    options = ["-o", "size=9", "--games", "4", "--quiet"]
    assert (
        main(["match", "greedy", "random", "--rules", "freestyle", *options, "--out", str(tmp_path / "m")])
        == 0
    )
    assert "greedy against random: +4 =0 -0" in capsys.readouterr().out
    arguments = [
        "ladder",
        "freestyle",
        *options,
        "--players",
        "random",
        "greedy",
        "--out",
        str(tmp_path / "l"),
    ]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert "| `greedy` |" in first
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    assert main(["match", "greedy", "random", *options]) == 2
    assert main(["match", "greedy", "elephant", "--rules", "freestyle", *options]) == 2
    openings = tmp_path / "openings.txt"
    openings.write_text("# two\ne5 e6\n\na1 b1\n")
    assert (
        main(["match", "greedy", "random", "--rules", "freestyle", *options, "--openings", str(openings)])
        == 0
    )
    openings.write_bytes(b"\xff\xfe")
    assert (
        main(["match", "greedy", "random", "--rules", "freestyle", *options, "--openings", str(openings)])
        == 2
    )
