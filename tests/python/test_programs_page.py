"""The page of programs and their files: each of its commands runs, on a file as that program writes it."""

import re
import shlex
import zipfile

import pytest

import fivefold as ff
from fivefold import cli
from source_tree import ROOT, text

PAGE = text(ROOT / "docs/how-to/programs.md")
COMMANDS = re.findall(r"^(fivefold .*?)\s+# (.*)$", PAGE, re.MULTILINE)
FILES = {
    "piskvork.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\nAnn\nBob\n-1\n",
    "renjunet.rif": (
        '<?xml version="1.0"?><database><rules><rule id="1" name="RIF" category="1"/></rules><games>'
        '<game id="1" rule="1" black="7" white="9" bresult="1"><move>h8 i9</move></game></games></database>'
    ),
    "pente_org.txt": '[Game "Pente"]\n[Player 1 Name "ann"]\n[Result "1-0"]\n\n1. K10 L10 2. K7 1-0\n',
    "c-gomoku-cli.sgf": "(;FF[4]GM[4]RU[4]SZ[15]PB[A]PW[B]RE[B+R];B[hh];W[ii])\n",
    "rapfi.pos": "h8i9h9\nh8h9i10\n",
    "katagomo.sgf": "(;FF[4]GM[1]SZ[15]PB[a]PW[b]KM[0]RU[koSIMPLE];B[hh];W[ii])\n",
    "littlegolem.sgf": "(;FF[4]EV[x.1]PB[A]PW[B]SZ[19]RE[B]GC[ game #1]SO[y];B[jj];W[kk];B[resign])\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of each program, which is the working one."""
    monkeypatch.chdir(tmp_path)
    for name, words in FILES.items():
        (tmp_path / name).write_text(words, encoding="utf-8", newline="")
    with zipfile.ZipFile(tmp_path / "gomocup.zip", "w") as archive:
        for number in range(2):
            archive.writestr(f"{number}.psq", "Piskvorky 20x20, 11:11, 1\n9,9,0\n8,8,5\nA\nB\n-1\n1,Cup\n")
    tree = ff.records.Tree(ff.rules("renju", foul="loses"))
    tree.add(ff.Record.from_notes("1. h8 i9 2. h9", tree.rules))
    tree.write(tmp_path / "renlib.lib")
    return tmp_path


@pytest.mark.parametrize(("command", "program"), COMMANDS, ids=range(len(COMMANDS)))
def test_a_command_of_the_page_runs(folder, capsys, command, program):
    assert cli.main(shlex.split(command)[1:]) == 0, capsys.readouterr()


def test_every_program_has_a_row_and_a_command():
    for program in (
        "RenLib",
        "Piskvork",
        "Gomocup",
        "RenjuNet",
        "Pente.org",
        "c-gomoku-cli",
        "Rapfi",
        "Yixin",
    ):
        assert f"| {program}" in PAGE or f", {program} " in PAGE
    named = " ".join(words for _, words in COMMANDS)
    for program in ("RenLib", "Piskvork", "Gomocup", "RenjuNet", "Pente.org", "Rapfi", "Yixin", "KataGomo"):
        assert program in named
    assert "LittleGolem" in named
