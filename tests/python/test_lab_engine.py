"""The engine of the laboratory: a schedule and a measure are a file each (EXPERIMENTS.md, the shape)."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import fivefold as ff
from fivefold import cli
from source_tree import ROOT, text

sys.path.insert(0, str(ROOT / "tests" / "toy"))
from hesitation import actions
from king_of_the_hill import KingOfTheHill

RULES = ff.rules("freestyle")
PLAYERS = ["random", "greedy", "mcts(simulations=10)"]


def games(rows):
    return [(row.names, row.winners, row.actions.tolist()) for row in rows]


def test_a_toy_schedule_goes_on_where_it_was_stopped_and_anywhere(tmp_path):
    hill = KingOfTheHill(PLAYERS, RULES, 3)
    whole = games(ff.lab.run(hill))
    assert len({names[1] for names, _, _ in whole[-2:]}) == 1
    assert games(ff.lab.run(hill, out=tmp_path)) == whole
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(whole)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:9])
    assert games(ff.lab.run(hill, out=tmp_path)) == whole
    assert [line.split(b'"digest"')[1] for line in lines[:2]] == [
        line.split(b'"digest"')[1] for line in file.read_bytes().splitlines(keepends=True)[:2]
    ]
    with ThreadPoolExecutor(2) as executor:
        assert games(ff.lab.run(hill, executor=executor)) == whole
    with pytest.raises(ff.FivefoldError, match="holds something else"):
        ff.lab.run(KingOfTheHill(PLAYERS[:2], RULES, 3), out=tmp_path)


def test_a_toy_measure_counts_a_game_once():
    rows = ff.lab.run(KingOfTheHill(PLAYERS, RULES, 4))
    once, twice = actions(rows), actions([*rows, *rows])
    assert (once.games, once.distinct) == (len(rows), len(rows))
    assert (twice.games, twice.distinct) == (2 * len(rows), len(rows))
    assert twice.high - twice.low >= 0.99 * (once.high - once.low) > 0
    assert once.low < once.value < once.high


class Same(ff.lab.Schedule):
    """One game four times."""

    def __init__(self, player):
        self.player = player

    def next(self, rows):
        start = RULES.start().play_all("h8 h9")
        return [] if rows else [ff.lab.GameSpec((self.player,) * 2, start, seed, seed) for seed in range(4)]


def test_a_game_that_cannot_vary_is_played_once():
    requests = []

    class Counting:
        name, deterministic = "counting", True

        def choose(self, positions, seeds):
            requests.extend(positions)
            return [int(position.legal_actions()[0]) for position in positions]

        def __call__(self, position, rng=None):
            raise AssertionError

    rows = ff.lab.run(Same(ff.players.make(Counting())))
    assert len({row.key for row in rows}) == 1
    assert [row.spec.number for row in rows] == [0, 1, 2, 3]
    assert len(requests) == len(rows[0].actions)


def test_a_url_keeps_games_as_a_folder_does(tmp_path):
    """Matches and tournaments go on behind a URL, and what lies there is the same."""
    fsspec = pytest.importorskip("fsspec")
    small, names = ff.rules("freestyle", size=7), ["Ann", "Bob", "Cy"]
    url = f"memory://lab/{tmp_path.name}"
    ff.arena.match("greedy", "random", small, games=4, out=f"{url}/match")
    longer = ff.arena.match("greedy", "random", small, games=8, out=f"{url}/match")
    assert games(game.row for game in longer.games) == games(
        game.row for game in ff.arena.match("greedy", "random", small, games=8).games
    )
    players = dict(zip(names, ["greedy", "random", "random"], strict=True))
    for out in (f"{url}/swiss", tmp_path):
        system = ff.tournament.Swiss(names, rounds=2, seed=1)
        records = ff.tournament.play(system, players, small, out=out)
        assert ff.tournament.load(out)[1] == records
    system = fsspec.filesystem("memory")
    for path in (tmp_path / "matches").iterdir():
        assert system.cat(f"/lab/{tmp_path.name}/swiss/matches/{path.name}") == path.read_bytes()


SMALL = ff.rules("freestyle", size=7)
SETTINGS = {"match": {"games": 4}, "ladder": {"games": 2}, "swiss": {"rounds": 2}}


@pytest.mark.parametrize("name", list(ff.lab.SCHEDULES))
def test_every_schedule_is_made_by_name_and_goes_on(name, tmp_path):
    """43.2: one table from which the command line, completion and the manual have them."""

    def make():
        return ff.lab.schedule(name, ["greedy", "random"], SMALL, seed=3, **SETTINGS.get(name, {}))

    whole = games(ff.lab.run(make()))
    assert whole
    assert games(ff.lab.run(make(), out=tmp_path)) == whole
    assert games(ff.lab.run(make(), out=tmp_path)) == whole
    assert f"{name}" in text(ROOT / "docs" / "command-line.md").split("## run")[1].split("\n## ")[0]
    with pytest.raises(ff.FivefoldError, match="unexpected keyword argument 'colour'"):
        ff.lab.schedule(name, ["greedy", "random"], SMALL, colour=3)


def test_every_measure_is_known_by_name():
    rows = ff.lab.run(ff.lab.schedule("match", ["greedy", "random"], SMALL, games=6))
    for name in ff.lab.MEASURES:
        estimate = ff.lab.measure(rows, name)
        assert estimate.games is not None
        assert estimate.games <= 6
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high
        assert f"{name}" in text(ROOT / "docs" / "command-line.md").split("## run")[1].split("\n## ")[0]
    with pytest.raises(ff.FivefoldError, match="did you mean length"):
        ff.lab.measure(rows, "lenght")
    with pytest.raises(ff.FivefoldError, match="no games"):
        ff.lab.measure([], "length")


def test_a_schedule_and_a_measure_of_ones_own_are_a_line_each(monkeypatch, capsys, tmp_path):
    """43.2: a file and a line; the command takes them, and goes on in a folder."""
    monkeypatch.setitem(ff.lab.SCHEDULES, "hill", KingOfTheHill)
    monkeypatch.setitem(ff.lab.MEASURES, "hesitation", actions)
    requests = ["run", "hill", "--rules", "freestyle", "-o", "size=7", "--players", "greedy", "random"]
    requests += ["--set", "streak=2", "--measure", "hesitation", "--out", str(tmp_path)]
    assert cli.main(requests) == 0
    output = capsys.readouterr().out
    assert "hesitation: " in output
    assert "greedy: 0.75 [0, 1] points a game" in output
    assert cli.main(requests) == 0
    assert capsys.readouterr().out == output
    assert cli.main(["run", "--list"]) == 0
    assert "schedule  hill          Challengers in turn" in capsys.readouterr().out
    own = ["king_of_the_hill:KingOfTheHill" if word == "hill" else word for word in requests]
    assert cli.main(own) == 0
    assert capsys.readouterr().out == output
    assert cli.main(["run", "hil", "--rules", "freestyle"]) == 2
    assert "did you mean hill?" in capsys.readouterr().err


class Heard(ff.lab.Schedule):
    """Two series of two games, and what `look` receives of them."""

    unit = 0

    def __init__(self):
        self.players, self.reporting = (ff.players.make("random"),) * 2, []

    def next(self, rows):
        start = RULES.start()
        names = [] if rows else ["a", "b"]
        return [
            ff.lab.GameSpec(self.players, start, seed, seed, series=name) for name in names for seed in (0, 1)
        ]

    def look(self, rows):
        self.reporting += rows


def test_games_of_series_are_looked_at_as_they_come():
    schedule = Heard()
    rows = ff.lab.run(schedule)
    assert len(rows) == 4
    assert games(schedule.reporting) == games(rows)


def test_a_study_is_a_schedule_of_shards(tmp_path):
    from fivefold.lab.engine import drive
    from fivefold.lab.store import folder_at
    from fivefold.study.running.playing import Workers
    from fivefold.study.running.sweep import Sweep

    entry = {"rules": "freestyle", "games": 30, "sweep": {"size": [7, 9]}, "shard": 10, "sample": 2}
    config = ff.study.from_dict({"seed": 7, "experiment": [entry]})

    def played():
        sweep = Sweep(config, folder_at(tmp_path), None, 1)
        return sweep, drive(sweep, Workers(sweep, None, True), sweep.files, lambda done, total: None)

    sweep, rows = played()
    assert sweep.finished == 60
    assert isinstance(sweep, ff.lab.Schedule)
    # Each shard is a series, and so is each sample; experiments advance together.
    sizes = [row.piece.task.experiment.options["size"] for row in rows]
    assert sizes == [7, 7, 9, 9, 7, 9, 7, 9]
    assert all(row.answer is None for row in rows), "a study holds no tables of games"
    before = (tmp_path / "report.html").read_bytes(), (tmp_path / "SHA256SUMS").read_bytes()
    (tmp_path / rows[-1].piece.names[0]).unlink()
    again, same = played()
    assert again.finished == 60
    assert [row.piece.names for row in same] == [row.piece.names for row in rows]
    assert before == ((tmp_path / "report.html").read_bytes(), (tmp_path / "SHA256SUMS").read_bytes())
