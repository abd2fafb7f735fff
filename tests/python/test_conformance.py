"""The conformance corpus: what it says is so, and `make manual` writes the same again."""

import gzip
import importlib.util
import json
import re

import pytest

import fivefold as ff
from source_tree import ROOT, text

pytestmark = pytest.mark.slow
FILE = ROOT / "docs" / "conformance" / "games.jsonl.gz"
PAGE = text(ROOT / "docs" / "conformance.md")


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return gzip.decompress(FILE.read_bytes()).decode().splitlines()


def test_the_page_s_own_check_finds_every_line_true(lines):
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1], names)
    for line in lines:
        names["check"](line)


def test_a_wrong_line_is_found(lines):
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1], names)
    game = json.loads(lines[0])
    game["positions"][1]["legal"].pop()
    with pytest.raises(AssertionError):
        names["check"](json.dumps(game))


def test_the_command_writes_the_same_again(lines):
    spec = importlib.util.spec_from_file_location("conformance", ROOT / "docs" / "conformance.py")
    conformance = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conformance)
    assert gzip.decompress(conformance.corpus()).decode().splitlines() == lines, (
        "`make manual` writes it anew"
    )


def test_every_preset_and_the_page_s_numbers(lines):
    games = [json.loads(line) for line in lines]
    assert {game["rules"]["name"] for game in games} >= set(ff.presets())
    count = sum(len(game["positions"]) for game in games)
    printed = re.search(r"([\d,]+) random games.*?([\d,]+) positions", PAGE, re.DOTALL)
    assert int(printed[1].replace(",", "")) == len(games)
    assert int(printed[2].replace(",", "")) == count
