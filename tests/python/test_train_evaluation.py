"""The training of the evaluation of lines: its numbers, its games, its generations."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import fivefold as ff
from fivefold._core.players import line_evaluation, read_weights
from fivefold.cli import EXIT_EXTRA, EXIT_USAGE, main
from fivefold.selfplay._evaluation import games, generations
from fivefold.selfplay._evaluation.lines import CODES, cells, codes_of, exchanged, line_index, mirrored
from source_tree import SRC, text

SHIPPED = (SRC / "threats" / "network" / "freestyle.nn").read_bytes()
RULES = ff.rules("freestyle", size=9)


def test_there_are_as_many_lines_as_in_the_library():
    """And each has one mirror image, and one with the colours exchanged."""
    written = text(SRC / "threats" / "network" / "codes.rs").replace("_", "")
    assert f"const CODES: usize = {CODES};" in written
    every = np.arange(CODES)
    for images in (mirrored(), exchanged()):
        assert (images[images] == every).all()
        assert (images != every).any()
    assert len(np.unique(cells(), axis=0)) == CODES


def test_the_codes_of_a_board_say_what_lies_on_its_lines():
    """Every point of every line is read back from its code."""
    board = np.random.default_rng(1).integers(0, 3, (1, 30)).astype(np.float32)
    lines = cells()[codes_of(board, line_index(6, 5))[0].astype(int)]
    for point in range(30):
        for direction, (dx, dy) in enumerate([(1, 0), (0, 1), (1, 1), (1, -1)]):
            for place, step in enumerate(range(-4, 5)):
                x, y = point % 6 + step * dx, point // 6 + step * dy
                inside = 0 <= x < 6 and 0 <= y < 5
                assert lines[point, direction, place] == (board[0, 6 * y + x] if inside else 3)
    assert (codes_of(np.zeros((1, 30), np.float32), line_index(6, 5))[0] == line_index(6, 5)[1]).all()


def test_files_of_games_hold_legal_games_and_their_positions(tmp_path, monkeypatch):
    """The same seed gives the same games, and positions are those before each move of a player."""
    monkeypatch.setattr(games, "GAMES_A_FILE", 6)
    player = ff.players.make("greedy")
    for name in ("one.npz", "two.npz"):
        games.play_file(player, RULES, 9, 3, 1, tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    positions = games.positions_of([tmp_path / "one.npz"], 81)
    seen = 0
    with np.load(tmp_path / "one.npz") as file:
        ends = np.cumsum(file["lengths"])[:-1]
        for moves, opening, winners in zip(
            np.split(file["moves"], ends), file["openings"], file["winners"], strict=True
        ):
            position = RULES.start()
            for turn, move in enumerate(moves.tolist()):
                if turn >= opening:
                    own = positions.boards[seen].reshape(9, 9)
                    assert ((own == 1).sum(), (own == 2).sum()) == ((turn) // 2, (turn + 1) // 2)
                    assert positions.moves[seen] == move
                    assert positions.boards[seen][move] == 0
                    assert positions.shares[seen] == (0.5 if not winners else winners == 1 << turn % 2)
                    seen += 1
                position = position.play(move)
            assert position.is_over
    assert seen == len(positions)


def test_a_generation_that_is_not_better_is_left_out(tmp_path, monkeypatch):
    """The sequential test decides who plays on, and the folder goes on where it was."""
    decisions = iter([("first", 0.7), (None, 0.5), ("first", 0.6)])
    opponents = []

    def match(first, second, rules, maximum, **options):
        opponents.append(str(getattr(second, "name", second)))
        assert options["sprt"] == generations.SPRT
        decision, score = next(decisions)
        return SimpleNamespace(score=score, games=[None] * maximum, decision=decision)

    def fit(self, files, number):
        assert all(file.exists() for file in files)
        (self.folder(number) / "weights.nn").write_bytes(SHIPPED)
        return 10 * len(files), (0.6, 2.0, 0.7)

    monkeypatch.setattr(generations, "NODES", 3)
    monkeypatch.setattr(games, "GAMES_A_FILE", 2)
    monkeypatch.setattr(generations, "GAMES_A_FILE", 2)
    monkeypatch.setattr(generations.Run, "check", lambda self: None)
    monkeypatch.setattr(generations.Run, "fit", fit)
    monkeypatch.setattr("fivefold.arena.match", match)
    arguments = {"games": 4, "steps": 1, "test_games": 2, "seed": 5, "first": "greedy"}
    first = ff.selfplay.train_evaluation(RULES, tmp_path, generations=1, **arguments)
    assert (tmp_path / "weights.nn").read_bytes() == SHIPPED
    result = ff.selfplay.train_evaluation(RULES, tmp_path, generations=3, **arguments)
    assert result[:1] == first
    assert [one.is_admitted for one in result] == [True, False, True]
    assert [one.games for one in result] == [4, 8, 12]
    assert result[0].player == "greedy"
    assert opponents[0] == "greedy"
    assert all("generation_1" in name for name in [result[1].player, result[2].player, *opponents[1:]])
    assert ff.selfplay.train_evaluation(RULES, tmp_path, generations=2, **arguments) == result
    with pytest.raises(ff.FivefoldError, match="another run"):
        ff.selfplay.train_evaluation(RULES, tmp_path, **{**arguments, "seed": 6})


def test_a_request_that_makes_no_sense_is_refused(tmp_path):
    """Before anything is played or written."""
    bad = [("games", 0), ("steps", True), ("test_games", 3), ("generations", "two"), ("batch", -1)]
    for name, value in [*bad, ("first", "level(10)")]:
        with pytest.raises(ff.FivefoldError, match=f"{name}="):
            ff.selfplay.train_evaluation(RULES, tmp_path / "out", **{name: value})
    assert not (tmp_path / "out").exists()


def test_the_command_trains(tmp_path, monkeypatch, capsys):
    """The whole way in small; without PyTorch it names what is missing."""
    out = tmp_path / "out"
    monkeypatch.setattr(games, "GAMES_A_FILE", 20)
    monkeypatch.setattr(generations, "GAMES_A_FILE", 20)
    words = ["train-evaluation", "freestyle", "-o", "size=7", "--out", str(out), "--quiet", "--games", "20"]
    words += ["--steps", "2", "--test-games", "2", "--generations", "1"]
    words += ["--first", "greedy", "--batch", "64"]
    try:
        import torch
    except ImportError:
        assert main(words) == EXIT_EXTRA
        assert "pip install torch" in capsys.readouterr().err
        assert not out.exists()
        return
    assert main(words) == 0
    assert "generation 1: 20 games" in capsys.readouterr().out
    assert main(["train-evaluation", "pente", "--out", str(tmp_path / "pente")]) == EXIT_USAGE
    assert not (tmp_path / "pente").exists()
    assert json.loads((out / "generations.json").read_text())[0]["games"] == 20
    state = torch.load(out / "generation_1" / "fit.pt", weights_only=True)
    evaluates_as_the_library(state["network"], out / "generation_1" / "weights.nn")


def evaluates_as_the_library(state: dict, file: Path) -> None:
    """Compare the network in PyTorch with what the library reads from its file."""
    import torch

    from fivefold.selfplay._evaluation.network import LineNetwork

    network, own = LineNetwork(1), read_weights(file.read_bytes())
    network.load_state_dict(state)
    position = RULES.start().play_all("e5 d4 e6 d5 c7")
    stones = np.zeros(81, np.int8)
    for turn, move in enumerate(position.record().actions):
        stones[move] = 1 + (turn + position.player) % 2
    index = line_index(9, 9)
    codes = codes_of(stones[None].astype(np.float32), index)[0].astype(int)
    near = (codes != index[1]).any(axis=-1)
    with torch.no_grad():
        scores, values = network(*(torch.from_numpy(one) for one in (codes[near], index[1], near[None])), 0)
    evaluation = line_evaluation(position, own)
    value, line_scores = evaluation.value, evaluation.scores
    assert abs(values.item() - value / 256) < 0.05
    assert np.abs(scores.numpy() - line_scores[near] / 2048).max() < 0.1
