"""Configurations of studies: keys, typos, sweeps, what makes two studies the same."""

import json

import pytest

import fivefold as ff

pytest.importorskip("pyarrow")
from fivefold import study


def make(**changes):
    entry = {"rules": "freestyle", "games": 10, **changes}
    return study.from_dict({"seed": 7, "experiment": [entry]})


def test_the_example_of_the_manual_is_read(tmp_path):
    """Every key of the manual's example means what it says."""
    path = tmp_path / "study.toml"
    path.write_text(
        'seed = 7\n[[experiment]]\nname = "pah-9"\nrules = "pah_tum"\n'
        "options = { size = 9 }\ngames = 200\n"
        'players = ["random", "random"]\n'
    )
    config = study.read(path)
    (experiment,) = config.experiments
    assert (config.seed, experiment.name, experiment.games) == (7, "pah-9", 200)
    assert experiment.rules == ff.rules("pah_tum", size=9)


def test_json_has_the_same_keys(tmp_path):
    """JSON and TOML of the same data are the same study."""
    data = {"seed": 3, "experiment": [{"rules": "pagoda", "games": 5}]}
    path = tmp_path / "study.json"
    path.write_text(json.dumps(data))
    assert study.read(path).fingerprint == study.from_dict(data).fingerprint


def test_the_default_study_has_every_preset_and_real_games():
    """A new preset needs no line in the study."""
    names = [experiment.name for experiment in study.read().experiments]
    assert set(ff.presets()) <= set(names)
    assert "engines-gomoku" in names


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"seeds": 1, "experiment": [{"rules": "gomoku"}]}, ["seeds", "did you mean seed?"]),
        ({"experiment": [{"rule": "gomoku"}]}, ["rule", "did you mean rules?"]),
        ({"experiment": [{"rules": "gomku"}]}, ["gomku", "did you mean gomoku?"]),
        ({"experiment": [{"rules": "gomoku", "options": {"siz": 9}}]}, ["siz", "did you mean size?"]),
        ({"experiment": [{"rules": "gomoku", "options": {"size": 64}}]}, ["64"]),
        ({"experiment": [{"rules": "gomoku", "games": 0}]}, ["games = 0"]),
        ({"experiment": [{"rules": "gomoku", "games": 1.5}]}, ["games = 1.5"]),
        ({"experiment": [{"rules": "gomoku", "games": True}]}, ["games = True"]),
        ({"seed": -1, "experiment": [{"rules": "gomoku"}]}, ["seed = -1"]),
        ({"experiment": [{"rules": "gomoku", "players": ["random"]}]}, ["one entry a seat"]),
        ({"experiment": [{"rules": "gomoku", "players": ["random", "x"]}]}, ["'x'", "random"]),
        ({"experiment": []}, ["at least one"]),
        ({"experiment": [{"games": 3}]}, ["neither"]),
        ({"experiment": [{"rules": "gomoku"}, {"rules": "gomoku"}]}, ["two experiments", "gomoku"]),
        ({"experiment": [{"records": "nowhere.jsonl"}]}, ["no file"]),
        ({"experiment": [{"rules": "*", "name": "all"}]}, ["every preset"]),
    ],
)
def test_a_bad_configuration_is_refused_in_plain_words(data, words):
    """The message says what was asked and, for a typo, what was meant."""
    with pytest.raises(study.ConfigError) as caught:
        study.from_dict(data)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("text", ["seed = ", "[experiment]\nrules = 3", "\x00"])
def test_a_broken_file_is_refused(tmp_path, text):
    """No half of a broken file is taken."""
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(study.ConfigError):
        study.read(path)
    with pytest.raises(study.ConfigError, match="cannot be read"):
        study.read(tmp_path / "none.toml")


def test_a_list_that_is_no_value_of_the_option_is_a_sweep():
    """`size = [9, 11, 13]` is three boards, `size = [9, 11]` one board of 9 by 11."""
    swept = make(options={"size": [9, 11, 13]})
    assert [one.name for one in swept.experiments] == [f"freestyle-size-{size}" for size in (9, 11, 13)]
    assert [one.point for one in swept.experiments] == [{"size": size} for size in (9, 11, 13)]
    (board,) = make(options={"size": [9, 11]}).experiments
    assert board.rules == ff.rules("freestyle", size=(9, 11))
    pair = make(sweep={"size": [9, 11]})
    assert [one.rules for one in pair.experiments] == [ff.rules("freestyle", size=s) for s in (9, 11)]


def test_two_parameters_make_a_grid():
    """Every pair of values is a point."""
    config = make(sweep={"size": [9, 11], "five": ["exact", "or_more"]})
    assert len(config.experiments) == 4
    assert config.experiments[1].name == "freestyle-size-9-five-or_more"


def test_what_changes_the_games_changes_the_fingerprint():
    """Threads and paths are no part of a study; seed, games and options are."""
    base = make()
    assert make().fingerprint == base.fingerprint
    assert make(players=["random", "random"]).fingerprint == base.fingerprint
    for change in ({"games": 11}, {"options": {"size": 9}}, {"shard": 5}, {"first_moves": 1}):
        assert make(**change).fingerprint != base.fingerprint


@pytest.mark.slow
def test_recorded_games_of_many_players_have_room(tmp_path):
    """The tables have as many returns as any of the recorded games."""
    if "pentagame_teams" not in ff.presets():
        pytest.skip("there is no game of four yet")
    games = ff.playouts(ff.rules("pentagame_teams"), 2, seed=1)
    ff.records.write(tmp_path / "teams.jsonl", [games.record(0), games.record(1)])
    config = study.from_dict({"experiment": [{"records": "teams.jsonl", "sample": 1}]}, tmp_path)
    study.run(config, tmp_path / "out", threads=1)
    table = study.load(tmp_path / "out")
    assert table["return_3"].to_pylist() == games.returns[:, 3].tolist()


def test_a_bad_record_stops_a_study_before_it_begins(tmp_path):
    """The message names file, game and move; nothing is written."""
    record = ff.playouts(ff.rules("freestyle"), 1).record(0).to_json()
    (tmp_path / "games.jsonl").write_text(record + "\n" + record.replace('"moves":["', '"moves":["z99","'))
    with pytest.raises(study.ConfigError, match=r"games.jsonl, game 2 \(line 2\): move 1"):
        study.from_dict({"experiment": [{"records": "games.jsonl"}]}, tmp_path)
