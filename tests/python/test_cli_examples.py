"""Every example of a help text runs: on small files, with small numbers in the place of large ones."""

from __future__ import annotations

import glob
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import fivefold as ff
from fivefold import cli
from source_tree import ROOT

SMALL = [
    (r"--games \d+", "--games 2"),
    (r"^(fivefold ladder .*players=3.*) --games 2", r"\1 --games 3"),
    (r"simulations=\d+", "simulations=2"),
    (r"--seconds \d+", "--seconds 0.1"),
    (r"--count \d+", "--count 2"),
    (r"--nodes \d+", "--nodes 200"),
    (r"^(fivefold analyse (?!.*--nodes).*)$", r"\1 --nodes 200"),
    (r"--sample \d+", "--sample 10"),
    (r"^(fivefold (match|measure) (?!.*--games).*)$", r"\1 --games 2"),
    (r"^(fivefold ladder (?!.*--players).*)$", r"\1 --players random greedy"),
    (r"^fivefold study$", "fivefold study study.toml"),
    # One part, for all are needed before the end; and no scheduler runs.
    (r"--part 3/16", "--part 1/1"),
    (r"--dask \S+", ""),
]
# What takes seconds even when it is small is tested elsewhere; that it is understood is tested here.
ONLY_READ = (
    r"openings .*--make|measure pentagame|analyse engine_gomoku|my_module:|model\.zip|--serve|fivefold play|"
    r"train-evaluation"
)
STUDY = """
seed = 7
[[experiment]]
name = "freestyle"
rules = "freestyle"
games = 8
[experiment.options]
size = 9
[[experiment]]
name = "renju"
rules = "renju"
games = 8
[[experiment]]
name = "engine_renju"
records = "engine_renju.jsonl"
sample = 4
"""
SWEEP = """
[[experiment]]
rules = "freestyle"
games = 8
sweep = { size = [9, 11] }
"""


def examples_of(command):
    """Give the lines of a help text that can be run: without remarks, pagers and files of a shell."""
    text = cli.import_command(command).EXAMPLES
    lines = [line.strip() for line in text.splitlines() if re.match(r"  (fivefold|echo) ", line)]
    lines = [
        re.sub(r"\s{2,}\S.*$|\s\.\.\. .*$|(?<=3/16) .*$|(?<=\.parquet) a .*$", "", line) for line in lines
    ]
    lines = [re.sub(r"\s*(\| less|>>? \S+)$", "", line) for line in lines]
    return [re.sub(r"^echo 'eval \"\$\((.*)\)\"'$", r"\1", line) for line in lines]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Make the files that the examples name."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "tournament").mkdir()
    (folder / "games").mkdir()
    played = ff.playouts(ff.rules("freestyle", size=9), 4, seed=1)
    records = [ff.Record(ff.rules("freestyle", size=9).start()) for _ in range(4)]
    for number, record in enumerate(records):
        for move in played.record(number).moves[:22]:
            record.push(move)
        if not record.is_over:
            record.event("resign 0")
    for name in ("games.jsonl", "games.sgf", "more.sgf"):
        ff.records.write(folder / name, records)
    for name in ("game.sgf", "games/one.sgf"):
        ff.records.write(folder / name, records[:1])
    ff.records.write(
        folder / "game.psq", [records[0].position.record()]
    )  # its file has no place for an event
    one = ff.playouts(ff.rules("gomoku", first_move="anywhere"), 1, seed=1).record(0)
    ff.records.write(folder / "tournament" / "one.psq", [one])
    old = "(;FF[4]GM[4]SZ[15]PB[\u9ed1]PW[\u767d];B[hh];W[ii])"
    (folder / "old.sgf").write_bytes(old.encode("gbk"))
    tree = ff.records.Tree("freestyle")
    tree.add(ff.rules("freestyle").start().play_all("h8 h9 j10").record())
    tree.write(folder / "openings.lib")
    (folder / "study.toml").write_text(STUDY)
    (folder / "sweep.toml").write_text(SWEEP)
    for name in ("old-rules", "new-rules", "study-out"):
        ff.study.run(folder / "study.toml", folder / name)
    ff.study.run(folder / "sweep.toml", folder / "sweep")
    proofs = {"three.proof": "four*", "whole_game.proof.gz": "*9x9*", "n15.proof.gz": "*n15*"}
    for name, source in proofs.items():
        shutil.copy(next((ROOT / "tests" / "data" / "proofs").glob(source)), folder / name)
    return folder


# Their examples play or search for seconds.
SLOW = {"match", "measure", "proof", "rate", "study"}


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in cli.COMMANDS],
)
def test_the_examples_run(files, tmp_path, monkeypatch, capsys, command):
    """One after the other in one folder, as they stand in the text."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    lines = examples_of(command)
    assert lines
    for line in lines:
        for long, short in SMALL:
            line = re.sub(long, short, line)
        echoed, _, rest = line.rpartition(" | ") if line.startswith("echo ") else ("", "", line)
        words = [file for word in shlex.split(rest) for file in (sorted(glob.glob(word)) or [word])]
        assert words[0] == "fivefold"
        if command in ("engine", "gomocup"):
            stdin = "".join(shlex.split(echoed)[1:])
            program = [sys.executable, "-m", *words]
            done = subprocess.run(program, input=stdin, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stderr) == (0, ""), line
            assert bool(stdin) == bool(done.stdout) == ('"move"' in done.stdout), line
            continue
        if re.search(ONLY_READ, line):
            cli._parse(words[1:])
            continue
        code = cli.main(words[1:])
        output = capsys.readouterr()
        # A search that a tenth of a second does not bring to its end says so.
        allowed = (0, 1) if words[1:3] == ["proof", "search"] else (0,)
        assert code in allowed, f"{line}: {output.err}"
