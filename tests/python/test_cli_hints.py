"""What the command line says besides: what was meant, its own flags, what was written; completion."""

import os
import subprocess
import sys

import pytest

from fivefold import perft, rules
from fivefold.cli import COMMANDS, main

STONE = "Piskvorky 15x15, 11:11, 0\n8,8,0\nann\nbob\n1\n"


def run(*arguments):
    """Run the command as the shell would."""
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as stop:
        return stop.code


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["studdy"], "did you mean study? (fivefold --help tells more)"),
        (["perft", "gomuku", "2"], "did you mean gomoku?"),
        (["perft", "gomoku", "2", "-o", "sise=3"], "did you mean size?"),
        (["perft", "freestyle", "2", "-o", "five=exat"], "did you mean exact?"),
        (["perft", "freestyle", "2", "--unti", "turn"], "did you mean --unit? (fivefold perft --help"),
        (["perft", "freestyle", "2", "--unit", "turns"], "did you mean turn?"),
        (["match", "greddy", "random", "--rules", "freestyle"], "did you mean greedy?"),
        (["show", "--rules", "freestyle", "--theme", "drak"], ""),
        (["show", "--rules", "freestyle", "--svg", "x.svg", "--theme", "drak"], "did you mean dark?"),
        (["tournament", "pairr", "x"], "did you mean pair? (fivefold tournament --help"),
        (["tournament", "new", "x", "swis", "a", "b"], "did you mean swiss? (fivefold tournament new --help"),
    ],
)
def test_what_was_meant_is_named(arguments, hint, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code = run(*arguments)
    assert code == (2 if hint else 0)
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["perft", "zzzzzz", "2"], ["--nothing-like-it"], ["perft"]])
def test_nothing_is_guessed_where_nothing_is_near(arguments, capsys):
    assert run(*arguments) == 2
    output = capsys.readouterr().err
    assert "did you mean" not in output
    assert "fivefold fivefold" not in output


@pytest.mark.parametrize("command", ["convert", "replay", "show"])
def test_messages_name_flags(command, tmp_path, capsys):
    """The library says `rules=`, the command line `--rules`."""
    source = tmp_path / "x.psq"
    source.write_text(STONE)
    run(command, source, *([tmp_path / "x.sgf"] if command == "convert" else []))
    output = "".join(capsys.readouterr())
    assert "give them with --rules" in output
    assert "rules=" not in output


def test_a_value_stands_behind_its_flag(capsys):
    assert run("match", "random", "random", "--rules", "freestyle", "--seed", -1) == 2
    assert "--seed -1 is refused" in capsys.readouterr().err


def test_convert_refuses_an_unknown_ending(tmp_path, capsys):
    source, target = tmp_path / "x.psq", tmp_path / "y.xyz"
    source.write_text(STONE)
    assert run("convert", source, target, "--rules", "freestyle") == 2
    assert not target.exists()
    assert "names no format" in capsys.readouterr().err
    assert run("convert", source, target, "--rules", "freestyle", "--to", "sgf") == 0
    assert target.read_text(encoding="utf-8").startswith("(;")


def test_commands_say_what_they_wrote(tmp_path, capsys):
    for kind in ("svg", "html"):
        path = tmp_path / f"board.{kind}"
        assert run("show", "--rules", "freestyle", "--moves", "h8", f"--{kind}", path) == 0
        assert f"written: {path}" in capsys.readouterr().err
        assert path.exists()


def test_a_long_count_shows_how_far_it_is(monkeypatch, capsys):
    """Where the last step will take over a second, the smaller counts are shown first."""
    ticks = iter(range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    assert run("perft", "freestyle", "3", "-o", "size=5") == 0
    out, err = capsys.readouterr()
    start = rules("freestyle", size=5).start()
    assert err.splitlines() == [f"depth {depth}: {perft(start, depth)}" for depth in (1, 2)]
    assert out == f"{perft(start, 3)}\n"
    monkeypatch.setattr("time.monotonic", lambda: 0)
    assert run("perft", "freestyle", "3", "-o", "size=5") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("tou", {"tournament"}),
        ("", set(COMMANDS)),
        ("perft free", {"freestyle"}),
        ("show --htm", {"--html"}),
        ("tournament ", {"new", "enter", "pair"}),
        ("completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_a_shell_is_told_what_may_follow(typed, answers, tmp_path):
    """Commands, steps, flags and presets."""
    pytest.importorskip("argcomplete")
    line = f"fivefold {typed}"
    settings = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    answer = {"_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "answer")}
    subprocess.run([sys.executable, "-m", "fivefold"], env={**os.environ, **settings, **answer}, check=True)
    assert answers <= {word.strip() for word in (tmp_path / "answer").read_text().split("\n")}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_code(shell, capsys):
    pytest.importorskip("argcomplete")
    assert run("completion", shell) == 0
    assert "fivefold" in capsys.readouterr().out
