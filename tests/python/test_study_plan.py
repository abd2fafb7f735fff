"""What a study will take, estimated before; and its games given to learners after."""

import json
import sys
import time

import numpy as np
import pytest

pytest.importorskip("pyarrow")
import fivefold as ff
from fivefold import cli, study
from fivefold._progress import Live
from fivefold.study.running import planning, sample

PLAYED = {
    "experiment": [
        {
            "name": "duel",
            "rules": "freestyle",
            "options": {"size": 7},
            "games": 6,
            "shard": 2,
            "exchange": True,
            "players": ["greedy", "random"],
            "openings": ["d4 e4"],
        }
    ]
}


def test_a_plan_says_how_many_games_an_interval_needs():
    """The normal approximation: z² p (1 - p) / w²; shares of nothing and all are kept apart from 0 and 1."""
    config = {"experiment": [{"rules": "freestyle", "games": 5000, "sample": 3}, *PLAYED["experiment"]]}
    fair, duel = study.plan(config, half_width=0.02, seconds=0.02)
    assert fair.needed == pytest.approx(1.96**2 * fair.share * (1 - fair.share) / 0.02**2, abs=2)
    assert fair.half_width == pytest.approx(0.0138, abs=0.001)
    assert (fair.experiment, fair.games, duel.games) == ("freestyle", 5000, 6)
    assert fair.seconds > 0
    assert fair.bytes > 5000 * 8
    assert 0 < duel.share < 1


def test_a_plan_counts_what_a_study_takes_beside_its_games(monkeypatch):
    """Once for the whole study, shared by its experiments; measured in a process that makes a whole study."""
    entries = [{"name": name, "rules": "freestyle", "games": 10, "sample": 1} for name in "abcd"]
    measured = planning.starting
    monkeypatch.setattr(planning, "starting", lambda: 1000.0)
    rows = study.plan({"experiment": entries}, seconds=0.01)
    assert {row.starting for row in rows} == {1000.0}
    assert all(250 < row.seconds < 260 for row in rows)
    assert 0 < measured() < 60


def test_a_plan_on_a_machine_that_starts_no_process(monkeypatch):
    """The usual figure."""
    monkeypatch.setattr(planning.sys, "executable", "/nowhere/python")
    assert planning.starting.__wrapped__() == planning.USUAL


def test_the_command_says_it_and_plays_nothing(tmp_path, capsys):
    """Times here and on other machines; no folder is made."""
    (tmp_path / "c.json").write_text(json.dumps(PLAYED))
    out = tmp_path / "out"
    arguments = ["study", str(tmp_path / "c.json"), "--out", str(out), "--plan", "--workers", "8"]
    assert cli.main(arguments) == 0
    output = capsys.readouterr().out
    assert "duel" in output
    assert "on 8 cores" in output
    assert not out.exists()
    assert cli.main([*arguments, "--half-width", "0.9"]) == 2
    assert cli.main([*arguments, "--workers", "0"]) == 2


def test_players_games_are_those_of_a_match(tmp_path):
    """With exchanged seats and openings: game for game what `arena.match` plays of the same seed."""
    study.run(PLAYED, tmp_path / "out")
    stored = sorted((tmp_path / "out" / "records" / "duel").glob("*.jsonl"))
    records = [record for path in stored for record in ff.records.read(path)]
    rules = ff.rules("freestyle", size=7)
    match = ff.arena.match("greedy", "random", rules, games=6, openings=["d4 e4"])
    assert [one.moves for one in records] == [one.moves for one in match.records()]
    assert [one.players for one in records] == [one.players for one in match.records()]
    table = study.load(tmp_path / "out").to_pylist()
    assert [row["player_0"] for row in table] == ["greedy", "random"] * 3
    assert [row["seed"] for row in table][::2] == [row["seed"] for row in table][1::2]
    figures = {
        (row["measure"], row["player"], row["seat"]): row
        for row in study.read_summary(tmp_path / "out").to_pylist()
    }
    won = sum(row["winner"] is not None and row[f"player_{row['winner']}"] == "greedy" for row in table)
    assert figures["player_win", "greedy", None]["value"] == won / 6
    assert figures["player_win", "greedy", 0]["games"] == 3
    assert figures["player_elo", "greedy", None]["value"] == match.elo[0]
    assert figures["draw", None, None]["option_size"] == 7


def test_players_games_are_exported_from_their_records(tmp_path):
    """To a file and to a folder of files: the same positions, with the outcome for who is to move."""
    study.run(PLAYED, tmp_path / "out")
    count = study.export(tmp_path / "out", tmp_path / "all.npz", observations=True)
    assert study.export(tmp_path / "out", tmp_path / "shards", observations=True) == count
    whole = np.load(tmp_path / "all.npz")
    parts = [np.load(path) for path in sorted((tmp_path / "shards").iterdir())]
    assert whole.files[:3] == ["game", "turn", "player"]
    for name in whole.files:
        np.testing.assert_array_equal(whole[name], np.concatenate([part[name] for part in parts]))
    seats = whole["player"].astype(int)
    np.testing.assert_array_equal(whole["outcome"], whole["returns"][np.arange(count), seats])
    record = ff.records.read(tmp_path / "out" / "records" / "duel" / "000000.jsonl")
    first = next(iter(record))
    assert whole["action"][whole["game"] == 0].tolist() == list(first.actions)


def test_games_that_are_not_kept_are_not_exported(tmp_path):
    """They are not random ones, and nothing else is made up for them."""
    config = {"experiment": [{**PLAYED["experiment"][0], "save_records": False}]}
    study.run(config, tmp_path / "out")
    with pytest.raises(study.StudyError, match="save_records"):
        study.export(tmp_path / "out", tmp_path / "all.npz")
    assert not (tmp_path / "all.npz").exists()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"players": ["greedy"]}, "one entry a seat"),
        ({"players": ["greedy", "nobody"]}, "nobody"),
        ({"players": ["greedy", "mcts(simulations=0)"]}, "simulations"),
        ({"players": ["greedy", 5]}, "5"),
        ({"exchange": 1}, "true or false"),
        ({"exchange": True, "games": 5}, "multiples of 2"),
        ({"openings": []}, "list of texts"),
        ({"openings": ["zz"]}, "zz"),
        ({"save_records": False, "sample": 3}, "save_records"),
        ({"sweep": {"players": [["greedy", "random"]]}}, "both"),
    ],
)
def test_a_wrong_player_or_opening_is_refused(more, words, tmp_path, capsys):
    """Exit code 2, one message, and nothing is made."""
    (tmp_path / "c.json").write_text(json.dumps({"experiment": [{**PLAYED["experiment"][0], **more}]}))
    assert cli.main(["study", str(tmp_path / "c.json"), "--out", str(tmp_path / "out"), "--quiet"]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert words in message
    assert not (tmp_path / "out").exists()


def test_players_are_swept_over(tmp_path):
    """Lists of players by seat are points; numbers are Pentagame's option of that name."""
    players = [["greedy", "random"], ["random", "greedy"]]
    config = study.from_dict({"experiment": [{"rules": "freestyle", "sweep": {"players": players}}]})
    assert [list(one.players) for one in config.experiments] == players
    assert [one.point["players"] for one in config.experiments] == players
    config = study.from_dict({"experiment": [{"rules": "pentagame", "sweep": {"players": [2, 3]}}]})
    assert [len(one.players) for one in config.experiments] == [2, 3]


def corner(position, rng):
    return int(position.legal_actions()[0])


def test_a_function_counts_by_its_name(tmp_path):
    """Another function of the same name is the same study; another name is another one."""
    entry = {**PLAYED["experiment"][0], "players": ["greedy", corner]}
    study.run({"experiment": [entry]}, tmp_path / "out")
    assert set(study.load(tmp_path / "out")["player_1"].to_pylist()) == {"corner", "greedy"}

    def other(position, rng):
        raise AssertionError

    other.__name__ = "corner"
    study.run({"experiment": [{**entry, "players": ["greedy", other]}]}, tmp_path / "out")
    other.__name__ = "edge"
    with pytest.raises(study.DirectoryError):
        study.run({"experiment": [{**entry, "players": ["greedy", other]}]}, tmp_path / "out")


def test_a_plan_counts_by_turn_only_games_that_the_sample_does(monkeypatch):
    """Twenty games of the sample list all turns; the others take what a plain replay takes."""
    config = study.from_dict({"experiment": [{"rules": "freestyle", "options": {"size": 7}, "games": 500}]})
    clock = [0.0]
    monkeypatch.setattr(time, "process_time", lambda: clock[0])

    def slow(record, unit):
        clock[0] += 0.02
        return [1]

    monkeypatch.setattr(sample, "options_of", slow)
    measured = planning.pilot(config, config.experiments[0], 0.01)
    assert measured.sample_seconds == pytest.approx(20 * 0.02)


def test_the_end_of_the_games_is_said_once(capsys, monkeypatch):
    """Not a line for each sample that is replayed then."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    live = Live(True, "games", after="a sample of them is replayed")
    for done in (0, 50, 100, 100, 100):
        live(done, 100)
    assert capsys.readouterr().err.count("\n") == 1
    live.looked -= 20
    live(100, 100)
    assert capsys.readouterr().err == "100 of 100 games, a sample of them is replayed\n"
