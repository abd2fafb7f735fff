"""`fivefold analyse` and `fivefold play`: files in, a line a game, files out, exit codes."""

import json

import pytest

import fivefold as ff
from fivefold import cli

MOVES = "h8 a1 h9 a3 h10 a5 o15 h7"
QUICK = ["--nodes", "1000"]


@pytest.fixture
def folder(tmp_path):
    record = ff.rules("freestyle").start().play_all(MOVES).record()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.sgf").write_text(record.to_sgf(), "utf-8")
    (tmp_path / "games" / "two.jsonl").write_text(record.to_json() + "\n" + record.to_json() + "\n", "utf-8")
    return tmp_path


def test_a_game_to_a_page_and_a_line(folder, capsys):
    out = folder / "report.html"
    assert cli.main(["analyse", str(folder / "games" / "one.sgf"), "-o", str(out), *QUICK]) == 0
    output = capsys.readouterr().out.splitlines()
    assert len(output) == 1
    assert "1 missed win" in output[0]
    assert "Missed win" in out.read_text("utf-8")


@pytest.mark.parametrize(("option", "name"), [("-o", "a.png"), ("--out", "a.csv")])
def test_an_unknown_ending_is_refused_before_the_games_are_looked_at(folder, capsys, option, name):
    assert cli.main(["analyse", str(folder / "games" / "one.sgf"), option, str(folder / name), *QUICK]) == 2
    output = capsys.readouterr()
    assert not output.out
    assert "is written as" in output.err


def test_a_folder_to_a_table(folder, capsys):
    table = pytest.importorskip("pyarrow.parquet")
    out = folder / "turns.parquet"
    assert cli.main(["analyse", str(folder / "games"), "--out", str(out), *QUICK]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    moves = table.read_table(out)
    assert moves.num_rows == 24
    assert moves["label"].to_pylist().count("missed win") == 3


def test_one_game_of_a_file_as_data(folder):
    out = folder / "two.json"
    arguments = ["analyse", str(folder / "games" / "two.jsonl"), "--game", "2", "-o", str(out), *QUICK]
    assert cli.main(arguments) == 0
    assert json.loads(out.read_text("utf-8"))["turns"][6]["label"] == "missed win"


def test_exit_codes_say_what_was_wrong(folder, capsys):
    wrong = folder / "wrong.sgf"
    wrong.write_text("(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[hh])", "utf-8")
    assert cli.main(["analyse", str(wrong), *QUICK]) == 1
    assert cli.main(["analyse", str(folder / "nothing.sgf")]) == 2
    assert cli.main(["analyse"]) == 2
    (folder / "empty").mkdir()
    assert cli.main(["analyse", str(folder / "empty")]) == 2
    two = folder / "games" / "two.jsonl"
    assert cli.main(["analyse", str(two), "-o", str(folder / "x.html"), *QUICK]) == 2
    assert "-o takes one game, and there are more" in capsys.readouterr().err


def test_play_refuses_what_cannot_be_played(capsys):
    assert cli.main(["play", "gomoku", "--opponent", "racer", "--no-browser"]) == 2
    assert "racer" in capsys.readouterr().err
    assert cli.main(["play", "chess", "--no-browser"]) == 2
