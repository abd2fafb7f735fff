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
from fivefold.selfplay._evaluation.lines import CODES, cells, codes_of, exchanged, fives, line_index, mirrored
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


def has_five(position: ff.Position) -> bool:
    """Can either colour make a row of five with its next stone?"""
    return any(len(ff.gomoku.winning_points(position, colour)) for colour in ("black", "white"))


def test_files_of_games_hold_legal_games_and_their_positions(tmp_path, monkeypatch):
    """The same seed gives the same games, and positions are those before each move of a player."""
    monkeypatch.setattr(games, "GAMES_A_FILE", 6)
    player = ff.players.make("greedy")
    for name in ("one.npz", "two.npz"):
        games.play_file(player, RULES, 9, 3, 1, tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    positions = games.positions_of([tmp_path / "one.npz"], RULES, 9)
    seen = 0
    with np.load(tmp_path / "one.npz") as file:
        ends = np.cumsum(file["lengths"])[:-1]
        for moves, opening, winners in zip(
            np.split(file["moves"], ends), file["openings"], file["winners"], strict=True
        ):
            position = RULES.start()
            for turn, move in enumerate(moves.tolist()):
                if turn >= opening and not has_five(position):
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

    def fit(self, files, number, weights):
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
    assert main(["train-evaluation", "pah_tum", "--out", str(tmp_path / "other")]) == EXIT_USAGE
    assert not (tmp_path / "other").exists()
    assert json.loads((out / "generations.json").read_text())[0]["games"] == 20
    state = torch.load(out / "generation_1" / "fit.pt", weights_only=True)
    evaluates_as_the_library(state["network"], out / "generation_1" / "weights.nn")


def test_a_fit_begins_where_every_unit_learns():
    """A unit that is above zero on no board, or a feature that is the same on all lines, never learns."""
    torch = pytest.importorskip("torch")
    from fivefold.selfplay._evaluation.network import MAX, LineNetwork

    boards = np.random.default_rng(0).choice(3, (100, 81), p=[0.7, 0.15, 0.15]).astype(np.int8)
    index = line_index(9, 9)
    every = torch.ones(len(boards), 81, dtype=torch.bool)
    for seed in range(5):
        torch.manual_seed(seed)
        network, values, hidden = LineNetwork(1), [], []
        network.first[0].register_forward_hook(lambda layer, inputs, out, seen=hidden: seen.append(out))
        with torch.no_grad():
            for board in (boards, np.array([0, 2, 1], np.int8)[boards]):
                codes = torch.from_numpy(codes_of(board.astype(np.float32), index).astype(np.int64))
                first = torch.from_numpy(index[1])
                captured = torch.zeros(len(boards), 2, dtype=torch.int64)
                values.append(network(codes[every], first, every, captured, 0)[1])
            sums = network.both_sides(0)[codes[every]].sum(dim=1)
        assert ((sums > 0) & (sums < MAX)).any(dim=0).all()
        assert (sums.std(dim=0) > 0.01).all()
        assert (hidden[0] > 0).any(dim=0).all()
        assert (hidden[0] < 0).any(dim=0).all()
        torch.testing.assert_close(values[0], -values[1], atol=1e-3, rtol=1e-3)


def test_a_fit_begins_with_the_weights_of_a_file():
    """What is read is what would be written; both colours of other rules begin alike."""
    pytest.importorskip("torch")
    from fivefold.selfplay._evaluation.network import HEADING, LineNetwork

    for parts in (1, 2):
        network = LineNetwork(parts)
        network.load_weights(SHIPPED)
        assert network.to_bytes() == HEADING + parts * SHIPPED[len(HEADING) :]
    with pytest.raises(ff.FivefoldError, match="different rules"):
        LineNetwork(1).load_weights(network.to_bytes())


def test_lines_in_which_a_stone_makes_five_are_known():
    """Each line against a row counted stone by stone."""
    for line, five in zip(cells(), fives(), strict=True):
        rows = "".join("x" if place == 4 or cell == 1 else "." for place, cell in enumerate(line))
        assert five == ("xxxxx" in rows and line[4] == 0)


def test_games_of_a_learnt_player_come_with_values_and_branches(tmp_path, monkeypatch):
    """Branches are legal and have no result, and what a search has won is not learnt."""
    monkeypatch.setattr(games, "GAMES_A_FILE", 4)
    player = ff.players.make("alpha_beta(nodes=30)")
    games.play_file(player, RULES, 9, 3, 1, tmp_path / "one.npz")
    with np.load(tmp_path / "one.npz") as file:
        data = dict(file)
    assert len(data["lengths"]) == 4 * (1 + games.BRANCHES)
    assert (data["winners"][4:] == games.NO_RESULT).all()
    ends = np.cumsum(data["lengths"])[:-1]
    lines = zip(np.split(data["moves"], ends), np.split(data["values"], ends), data["openings"], strict=True)
    wanted = 0
    for moves, values, opening in lines:
        RULES.start().play_all(moves.tolist())
        assert (values[:opening] == games.UNKNOWN).all()
        assert (values[opening:] > games.UNKNOWN).all()
        wanted += (values[opening:] <= games.DECIDED).sum()
    positions = games.positions_of([tmp_path / "one.npz"], RULES, 9)
    assert 0 < len(positions) < wanted
    assert ((positions.shares >= 0) & (positions.shares <= 1)).all()
    assert games.share_of(1, 0, games.UNKNOWN) == games.share_of(2, 1, games.UNKNOWN) == 1
    assert games.share_of(2, 0, 0) == 0.25
    assert games.share_of(games.NO_RESULT, 0, 0) == games.share_of(0, 1, games.UNKNOWN) == 0.5


def test_a_branch_ends_where_the_game_does():
    """Each move has a value or says that it has none."""
    rules = ff.rules("freestyle", size=5)
    labeller, rng = games.Labeller(rules, 5, {"kind": "alpha_beta", "nodes": 5}), np.random.default_rng(2)
    game = games.Line([0, 5, 1, 6, 2, 7, 3, 8, 4], 8, 1)
    lines = [labeller.branch(game, rng) for _ in range(40)]
    assert any(rules.start().play_all(line.moves).is_over for line in lines)
    for line in lines:
        assert len(line.values) == len(line.moves) >= line.opening >= 8
        assert set(line.values[: line.opening]) == {games.UNKNOWN}


CAPTURES = ff.rules("pente", size=9)


def test_captured_stones_leave_the_board_and_are_counted(tmp_path, monkeypatch):
    """Positions of games with captures are those of the rules (P3, P4)."""
    monkeypatch.setattr(games, "GAMES_A_FILE", 6)
    games.play_file(ff.players.make("greedy"), CAPTURES, 9, 4, 1, tmp_path / "one.npz")
    positions = games.positions_of([tmp_path / "one.npz"], CAPTURES, 9)
    assert positions.captured.any()
    seen = set()
    with np.load(tmp_path / "one.npz") as file:
        for moves in np.split(file["moves"], np.cumsum(file["lengths"])[:-1]):
            position = CAPTURES.start()
            for move in moves.tolist():
                planes = position.observation()
                own, other = planes[2:4, 0, 0].tolist()
                board = planes[0] + 2 * planes[1]
                seen.add((board.astype(np.int8).tobytes(), move, 16 * own // 10, 16 * other // 10))
                position = position.play(move)
    rows = zip(positions.boards, positions.moves.tolist(), positions.captured.tolist(), strict=True)
    assert {(board.tobytes(), move, *captured) for board, move, captured in rows} <= seen


def test_a_fit_to_a_game_with_captures_learns_what_they_are_worth(tmp_path, monkeypatch):
    """The library reads the levels from the file, and values them as PyTorch does."""
    torch = pytest.importorskip("torch")
    from fivefold.selfplay._evaluation.fit import Fit
    from fivefold.selfplay._evaluation.network import HEADING_CAPTURES, LineNetwork

    monkeypatch.setattr(games, "GAMES_A_FILE", 40)
    games.play_file(ff.players.make("greedy"), CAPTURES, 9, 4, 1, tmp_path / "one.npz")
    positions = games.positions_of([tmp_path / "one.npz"], CAPTURES, 9)
    fit = Fit(positions, 9, 1, 3, 64, 0, SHIPPED)
    fit.run(tmp_path / "fit.pt", lambda done, total: None)
    assert fit.network.captured.abs().max() > 0
    with torch.no_grad():
        fit.network.captured.normal_()
    data = fit.network.to_bytes()
    assert data.startswith(HEADING_CAPTURES)
    position = CAPTURES.start().play_all("e5 d5 a1 c5 b5 h8 a9")
    assert ff.pagoda.taken(position) == (2, 0)
    agree(fit.network, position, data, (0, 3))
    again = LineNetwork(1, has_captures=True)
    again.load_weights(data)
    assert again.to_bytes() == data


def evaluates_as_the_library(state: dict, file: Path) -> None:
    """Compare the network in PyTorch with what the library reads from its file."""
    from fivefold.selfplay._evaluation.network import LineNetwork

    network = LineNetwork(1)
    network.load_state_dict(state)
    agree(network, RULES.start().play_all("e5 d4 e6 d5 c7"), file.read_bytes(), (0, 0))


def agree(network, position: ff.Position, data: bytes, captured: tuple[int, int]) -> None:
    """Compare value and scores of a position on 9x9 with what the library makes of a file of weights."""
    import torch

    own = read_weights(data)
    board = position.board.reshape(-1)
    stones = board if position.player == 0 else np.array([0, 2, 1], np.int8)[board]
    index = line_index(9, 9)
    codes = codes_of(stones[None].astype(np.float32), index)[0].astype(int)
    near = (codes != index[1]).any(axis=-1)
    with torch.no_grad():
        inputs = codes[near], index[1], near[None], np.array([captured])
        scores, values = network(*(torch.from_numpy(one) for one in inputs), 0)
    evaluation = line_evaluation(position, own)
    value, line_scores = evaluation.value, evaluation.scores
    assert abs(values.item() - value / 256) < 0.05
    assert np.abs(scores.numpy() - line_scores[near] / 2048).max() < 0.1
