"""The command line: what each command prints, and its exit codes."""

import json
import subprocess
import sys

import pytest

import fivefold as ff
from fivefold import cli
from source_tree import ROOT


@pytest.fixture
def games(tmp_path):
    """Three random games and the path of their file."""
    result = ff.playouts(ff.rules("freestyle"), 3, seed=1)
    path = tmp_path / "games.jsonl"
    ff.records.write(path, (result.record(index) for index in range(3)))
    return path


def run(capsys, *arguments):
    """Run a command and give its exit code, output and errors."""
    try:
        code = cli.main(list(map(str, arguments)))
    except SystemExit as stop:
        code = stop.code
    return code, *capsys.readouterr()


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_helps_with_examples(capsys, command):
    """`--help` shows what to type."""
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "examples:" in out
    assert f"fivefold {command} " in out


def test_the_module_is_the_command():
    """`python -m fivefold` is the same."""
    answer = subprocess.run(
        [sys.executable, "-m", "fivefold", "--version"], capture_output=True, text=True, check=True
    )
    assert answer.stdout == f"fivefold {ff.__version__}\n"


def test_presets_and_their_options(capsys):
    """All of them; of one, each option with its rule."""
    code, out, _ = run(capsys, "presets")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(ff.presets())
    _, out, _ = run(capsys, "presets", "gomoku")
    assert [line.split()[0] for line in out.splitlines()] == list(ff.options("gomoku"))


def test_perft_counts(capsys):
    """From the start, with options, and after moves."""
    assert run(capsys, "perft", "freestyle", 2)[:2] == (0, "50400\n")
    assert run(capsys, "perft", "freestyle", 1, "-o", "size=[5,6]", "--moves", "a1 b2")[:2] == (0, "28\n")


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")  # short searches play alike
def test_measure_prints_what_the_report_says(capsys):
    """A line a measure; as data what is not known is null."""
    arguments = ["measure", "freestyle", "-o", "size=5", "--games", 2, "--judged", 1, "--simulations", 4]
    code, out, _ = run(capsys, *arguments, "--players", "greedy", "random", "--quiet")
    report = ff.complexity.report(
        ff.rules("freestyle", size=5), 2, players=["greedy", "random"], judged_games=1, simulations=4
    )
    assert (code, out) == (0, f"{report}\n")

    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(run(capsys, *arguments, "--json")[1], parse_constant=refuse)
    assert (data["games"], data["players"], data["rows"][0]["name"]) == (2, ["random"] * 2, "positions, open")
    assert run(capsys, "measure", "freestyle", "--players", "greedy")[0] == 2


def test_replay_of_good_games(capsys, games):
    """A line a game and a sum."""
    code, out, _ = run(capsys, "replay", games)
    assert code == 0
    assert out.splitlines()[-1] == "3 games: 3 legal and ended as recorded, 0 not"
    assert len(out.splitlines()) == 5


def test_replay_names_the_wrong_move_and_the_wrong_end(capsys, games):
    """Exit code 1; the good games are still replayed."""
    lines = games.read_text().splitlines()
    wrong = json.loads(lines[0])
    wrong["moves"][4] = wrong["moves"][0]
    lied = json.loads(lines[1])
    lied["result"]["winners"] = [1 - lied["result"]["winners"][0]]
    games.write_text("\n".join([json.dumps(wrong), json.dumps(lied), lines[2]]))
    code, out, _ = run(capsys, "replay", games, "--quiet")
    assert code == 1
    assert "line 1: move 5" in out
    assert "line 2: the record ends otherwise" in out
    assert "3 games: 1 legal and ended as recorded, 2 not" in out


def test_replay_writes_a_table_like_a_study(capsys, games, tmp_path):
    """The same columns, so that studies and replays can be put together."""
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "table.parquet"
    assert run(capsys, "replay", games, "--out", out)[0] == 0
    rows = parquet.read_table(out).to_pylist()
    record = next(ff.records.read(games))
    assert [row["game"] for row in rows] == [0, 1, 2]
    assert rows[0]["experiment"] == "games"
    assert rows[0]["move_1"] == record.moves[0]
    assert rows[0]["return_0"] == record.returns[0]


def test_convert_there_and_back(capsys, games, tmp_path):
    """SGF in between loses nothing."""
    sgf, again = tmp_path / "games.sgf", tmp_path / "again.jsonl"
    assert run(capsys, "convert", games, sgf)[:2] == (0, f"3 games written to {sgf}\n")
    assert run(capsys, "convert", sgf, again)[0] == 0
    assert again.read_text() == games.read_text()
    code, _, errors = run(capsys, "convert", games, tmp_path / "games.notes")
    assert (code, "holds one game" in errors) == (1, True)


def test_show_draws_a_position(capsys, games):
    """From a file, at a turn, or from moves."""
    code, out, _ = run(capsys, "show", games, "--game", 2, "--turn", 1)
    assert code == 0
    assert out.count("X") == 1
    _, out, _ = run(capsys, "show", "--rules", "freestyle", "--moves", "h8 i9")
    assert "freestyle, 2 turns: goes on" in out


def test_show_says_how_an_event_ended_the_game(capsys, tmp_path):
    """X3: the record knows it, the position does not; turns lost to the clock count (N14)."""
    record = ff.Record(ff.rules("pentagame"))
    record.push("a(A->A-1-B)")
    record.event("timeout 1")
    record.event("resign 0")
    path = tmp_path / "game.txt"
    ff.records.write(path, [record])
    _, out, _ = run(capsys, "show", path)
    assert "pentagame, 2 turns: player 1 wins: resignation" in out
    _, out, _ = run(capsys, "show", path, "--turn", 2)
    assert "turn 2  seat 0: move" in out
    assert "pentagame, 2 turns: goes on" in out


@pytest.mark.slow
def test_show_writes_pictures(capsys, games, tmp_path):
    """SVG, PNG, GIF and a page, in the theme asked for."""
    paths = {kind: tmp_path / f"game.{kind}" for kind in ("svg", "png", "gif", "html")}
    flags = [part for kind, path in paths.items() for part in (f"--{kind}", path)]
    code, out, _ = run(capsys, "show", games, *flags, "--theme", "print", "--size", 200)
    assert (code, out) == (0, "")
    assert paths["svg"].read_text().startswith("<svg")
    assert paths["png"].read_bytes()[1:4] == b"PNG"
    assert paths["gif"].read_bytes()[:3] == b"GIF"
    assert "fivefold-viewer" in paths["html"].read_text()
    code, _, errors = run(capsys, "show", games, "--svg", paths["svg"], "--theme", "plaid")
    assert code == 2
    assert "theme 'plaid' is refused" in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perft", "chess", "1"], "'chess' is no preset"),
        (["perft", "gomoku", "1", "-o", "size"], "NAME=VALUE"),
        (["perft", "gomoku", "1", "-o", "size=4"], "(G1)"),
        (["perft", "gomoku", "x"], "invalid int value"),
        (["replay", "none.jsonl"], "none.jsonl"),
        (["convert", "none.jsonl", "out.sgf"], "none.jsonl"),
        (["show"], "needs a FILE"),
        (["study", "none.toml"], "none.toml"),
        (["compare", "here", "there"], "no finished study"),
        (["export", "here", "out.npz"], "no study"),
        (["nothing"], "invalid choice"),
    ],
)
def test_a_senseless_request_ends_with_2_and_one_line(capsys, tmp_path, monkeypatch, arguments, words):
    """No traceback for anything that a user may type."""
    monkeypatch.chdir(tmp_path)
    code, _, errors = run(capsys, *arguments)
    assert code == 2
    assert words in errors
    assert errors.count("\n") == 1


def test_a_missing_extra_is_named(monkeypatch, capsys, tmp_path):
    """Without pyarrow the study says what to install; everything else works."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.startswith(("fivefold.study", "pyarrow"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(ff, "study", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, errors = run(capsys, "study")
    assert code == 3
    assert "pip install fivefold[study]" in errors


def test_the_page_of_the_command_line_is_what_the_commands_say():
    """`make manual` writes it."""
    script = ROOT / "docs" / "command_line.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
