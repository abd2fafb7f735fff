"""The committed ladders: what the page says is what was measured, and enough was played."""

import importlib.util
import json
from itertools import pairwise
from pathlib import Path

import pytest

import fivefold as ff

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "docs" / "ladders").glob("*.json"))


@pytest.fixture(scope="module")
def ladders():
    spec = importlib.util.spec_from_file_location("ladders_page", ROOT / "docs" / "ladders.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_what_was_measured(ladders, monkeypatch):
    monkeypatch.setattr("sys.argv", ["ladders.py", "--check"])
    assert ladders.main() == 0, "write it anew: python docs/ladders.py"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_pair_met_often_enough_and_random_is_zero(ladders, file):
    known = json.loads(file.read_text(encoding="utf-8"))
    assert known["rules"] == ladders.all_rules()[file.stem].to_dict()
    assert known["pair"] >= 200
    assert next(row["rating"] for row in known["ratings"] if row["name"] == "random") == 0
    wins = known["scores"]
    for one in range(len(wins)):
        for other in range(one):
            assert wins[one][other] + wins[other][one] == pytest.approx(1, abs=2e-4)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_ladder_is_older_than_its_players(ladders, file):
    """S8: who changes a player plays its ladders again."""
    known = json.loads(file.read_text(encoding="utf-8"))
    assert set(known["versions"]) == {row["name"] for row in known["ratings"]} - {ladders.SPIEL}
    for name, version in known["versions"].items():
        assert version == ff.players.make(name).version, name


@pytest.mark.parametrize("name", [file.stem for file in FILES if file.stem.startswith("freestyle")])
def test_players_of_freestyle_are_apart(name):
    known = json.loads((ROOT / "docs" / "ladders" / f"{name}.json").read_text(encoding="utf-8"))
    rows = {row["name"]: row for row in known["ratings"]}
    order = ["random", "greedy", "mcts(simulations=1000)", "threats"]
    for weaker, stronger in pairwise(order):
        assert rows[weaker]["high"] < rows[stronger]["low"]


def test_every_pair_of_a_table_gets_its_games(ladders):
    assert ladders.games_of(5, 2) == 200
    # Three at a table of five: each pair sits at three tables.
    assert ladders.games_of(5, 3) == 69
    assert ladders.games_of(5, 4) == 68
