"""Input planes for networks about the points of many boards: beside slow counts, point by point."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff

Planes = npt.NDArray[np.uint8]
# Rows and columns that a step in each direction goes.
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
BOARDS = [
    ff.rules("freestyle", size=9),
    ff.rules("freestyle", size=15),
    ff.rules("freestyle", size=(12, 7)),
    ff.rules("gomoku"),
    ff.rules("renju"),
    ff.rules("pagoda"),
    ff.rules("pente", size=(5, 11)),
    ff.rules("keryo_pente", size=9),
    ff.rules("pagoda", size=9, take=(1, 3, 5)),
    ff.rules("ninuki_renju"),
]


def random_stones(rules: ff.Rules, boards: int, seed: int = 0) -> Planes:
    """Boards of every fullness."""
    rng = np.random.default_rng(seed)
    rows, columns = rules.board_shape
    # 0 and 1 the sides, 2 nothing.
    empty = rng.random((boards, 1, 1))
    points = np.where(
        rng.random((boards, rows, columns)) < empty, 2, rng.integers(0, 2, (boards, rows, columns))
    )
    return np.stack([points == 0, points == 1], axis=1).astype(np.uint8)


def slow_windows(board: Planes) -> Planes:
    """The windows of one board, each looked at for itself."""
    _, rows, columns = board.shape
    counts = np.zeros((2, 4, 5, rows, columns), np.uint8)
    for line, (down, right) in enumerate(LINES):
        for y in range(rows):
            for x in range(columns):
                window = [(y + i * down, x + i * right) for i in range(5)]
                if not all(0 <= row < rows and 0 <= column < columns for row, column in window):
                    continue
                held = [sum(int(board[side][point]) for point in window) for side in (0, 1)]
                for side in (0, 1):
                    if held[1 - side] == 0 and held[side] < 5:
                        for row, column in window:
                            counts[side, line, held[side], row, column] += 1
    return counts


def slow_captured(board: Planes, take: tuple[int, ...]) -> Planes:
    """The stones taken on each point of one board: P3, way by way."""
    _, rows, columns = board.shape
    counts = np.zeros((2, rows, columns), np.uint8)
    directions = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    for y, x in np.argwhere(~board.any(axis=0)).tolist():
        for side in (0, 1):
            for down, right in directions:
                for length in take:
                    far_y, far_x = y + (length + 1) * down, x + (length + 1) * right
                    if not (0 <= far_y < rows and 0 <= far_x < columns and board[side, far_y, far_x]):
                        continue
                    group = [board[1 - side, y + i * down, x + i * right] for i in range(1, length + 1)]
                    if all(group):
                        counts[side, y, x] += length
    return counts


@pytest.mark.parametrize("rules", BOARDS, ids=repr)
def test_windows_are_those_that_one_counts_by_hand(rules: ff.Rules) -> None:
    stones = random_stones(rules, 12)
    counts = ff.search.windows(rules, stones)
    assert counts.dtype == np.uint8
    assert counts.shape == (12, 2, 4, 5, *rules.board_shape)
    assert np.array_equal(counts, [slow_windows(board) for board in stones])


@pytest.mark.parametrize("rules", BOARDS, ids=repr)
def test_captured_are_those_that_one_counts_by_hand(rules: ff.Rules) -> None:
    take = rules.options.get("take", ())
    stones = random_stones(rules, 30, seed=1)
    counts = ff.search.capture_planes(rules, stones)
    assert counts.dtype == np.uint8
    assert np.array_equal(counts, [slow_captured(board, take) for board in stones])
    assert bool(take) == counts.any()


@pytest.mark.parametrize("name", ["pagoda", "keryo_pente"])
def test_captured_is_what_a_move_takes(name: str) -> None:
    """P3: for whoever is to move, on every legal point of random games."""
    rules = ff.rules(name, size=9)
    rng = np.random.default_rng(2)
    taken = 0
    for seed in range(8):
        position = rules.start(seed=seed)
        while not position.is_over:
            planes = position.observation()[:2]
            (counts,) = ff.search.capture_planes(rules, planes[None])
            for action in position.legal_actions():
                after = position.play(int(action)).board
                lost = int(planes.sum()) + 1 - int((after != 0).sum())
                assert counts[0].flat[action] == lost
                taken += lost
            position = position.play(int(rng.choice(position.legal_actions())))
    assert taken > 100


def test_stones_in_any_order_of_memory_and_type() -> None:
    """Planes cut out of observations, turned boards, bools, bytes above 1, lists of bools, none at all."""
    rules = BOARDS[7]
    stones = random_stones(rules, 6)
    for function in (ff.search.windows, ff.search.capture_planes):
        wanted = function(rules, stones)
        wide = np.concatenate([stones, stones, stones], axis=1)
        for array in (
            wide[:, :2],
            wide[:, 2:4].astype(bool),
            np.asfortranarray(stones),
            stones * 7,
            stones.astype(bool).tolist(),
        ):
            assert np.array_equal(function(rules, array), wanted)
        assert np.array_equal(function(rules, stones[::-2]), wanted[::-2])
        assert np.array_equal(function(rules, stones[:, ::-1]), wanted[:, ::-1])
        assert function(rules, stones[:0]).shape == (0, *wanted.shape[1:])
        # More boards than are counted between two looks for Ctrl-C.
        many = function(rules, np.tile(stones, (200, 1, 1, 1)))
        assert np.array_equal(many, np.tile(wanted, (200,) + (1,) * (wanted.ndim - 1)))


@pytest.mark.parametrize("function", [ff.search.windows, ff.search.capture_planes])
def test_what_is_refused(function: object) -> None:
    """Other games, types, shapes, and two stones on one point."""
    assert callable(function)
    stones = random_stones(BOARDS[0], 3)
    for game in ("pah_tum", "pentagame"):
        with pytest.raises(ff.WrongGameError, match=f"'{game}' is no game in which rows of stones win"):
            function(game, stones)
    with pytest.raises(ff.FivefoldError, match=r"7 is refused: \w+ takes Rules or the name of a preset"):
        function(7, stones)
    with pytest.raises(ff.FivefoldError, match="type float32 is refused: it must be bool or uint8"):
        function("freestyle", stones.astype(np.float32))
    with pytest.raises(
        ff.FivefoldError, match=r"\(2, 9, 9\) is refused: it must be \(boards, 2, rows, columns\)"
    ):
        function(BOARDS[0], stones[0])
    for wrong in (stones[:, :1], stones[:, :, :8], stones.swapaxes(1, 2), np.zeros((1, 2, 15, 15), bool)):
        with pytest.raises(ff.FivefoldError, match=r"refused: it must be \(boards, 2, 9, 9\)"):
            function(BOARDS[0], wrong)
    stones[2, :, 4, 5] = 1
    with pytest.raises(ff.FivefoldError, match="on board 2 row 4, column 5 holds a stone of either side"):
        function(BOARDS[0], stones)
