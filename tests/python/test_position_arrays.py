"""`Position` as arrays: views that share its memory, board, mask, returns and observation."""

import tracemalloc

import numpy as np
import pytest

import fivefold as ff

FREESTYLE = ff.rules("freestyle")
START = FREESTYLE.start()
FIVE = "h8 i9 h9 i8 h10 i7 h11 i6 h12"


@pytest.mark.parametrize("name", ["board", "legal_mask", "returns"])
def test_views_are_read_only_for_ever(name: str) -> None:
    view = getattr(START.play("h8"), name)
    assert not view.flags.writeable
    assert not view.flags.owndata
    for target in (view, view.view(), view[:]):
        with pytest.raises(ValueError, match=r"WRITEABLE|writeable"):
            target.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    assert memoryview(view).readonly


def test_views_share_one_memory_and_outlive_the_position() -> None:
    position = START.play("h8")
    board = position.board
    assert np.shares_memory(board, position.board)
    before = board.copy()
    del position
    junk = [START.play(action).board for action in range(200)]
    assert np.array_equal(board, before)
    assert len(junk) == 200


@pytest.mark.filterwarnings("ignore:Setting the")  # deprecated by numpy 2.5, and still possible
def test_a_view_reshaped_in_place_is_nobody_elses() -> None:
    position = START.play("h8")
    board = position.board
    board.shape = (225,)
    assert position.board.shape == (15, 15)


@pytest.mark.filterwarnings("ignore:Setting the")
def test_no_two_holders_share_a_view() -> None:
    position = START.play("h8")
    held = position.board
    assert position.board is not held
    position.legal_mask.shape = (15, 15)
    assert position.legal_mask.shape == (225,)
    position.returns.dtype = np.int32
    assert position.returns.dtype == np.float32
    twice = START.play("h8")
    twice.board.setflags(align=False)
    assert twice.board.flags.aligned


def test_views_and_positions_leak_nothing() -> None:
    def use() -> None:
        for action in range(200):
            position = START.play(action)
            position.board, position.legal_mask, position.returns  # noqa: B018

    use()
    tracemalloc.start()
    use()
    before = tracemalloc.take_snapshot()
    for _ in range(5):
        use()
    after = tracemalloc.take_snapshot()
    tracemalloc.stop()
    grown = sum(entry.size_diff for entry in after.compare_to(before, "filename"))
    assert grown < 100_000


def test_the_board_is_int8_by_rows() -> None:
    position = ff.rules("freestyle", size=(7, 5)).start().play_all("a1 g5 b1")
    assert position.board.shape == (5, 7)
    assert position.board.dtype == np.int8
    assert (position.board[0, 0], position.board[4, 6], position.board[0, 1]) == (1, 2, 1)


def test_returns_and_mask_have_their_dtypes() -> None:
    assert START.returns.dtype == np.float32
    assert START.legal_mask.dtype == np.bool_
    assert START.legal_actions().dtype == np.int32
    assert START.legal_actions().flags.writeable


def test_observation_is_seen_from_a_seat() -> None:
    position = START.play("h8")
    assert np.array_equal(position.observation(), position.observation(1))
    own, other = position.observation(0), position.observation(1)
    assert not np.array_equal(own, other)
    own[:] = 0  # a copy of one's own


def test_observation_fills_what_it_is_given() -> None:
    out = np.full((3, *FREESTYLE.observation_shape), 7, np.uint8)
    assert START.observation(0, out=out[1]) is not None
    assert np.array_equal(out[1], START.observation(0))
    assert (out[[0, 2]] == 7).all()


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(FREESTYLE.observation_shape, np.int8),
        np.zeros(FREESTYLE.observation_shape, np.float32),
        np.zeros((1, *FREESTYLE.observation_shape), np.uint8),
        np.zeros(FREESTYLE.observation_shape[::-1], np.uint8).T,
        np.zeros((*FREESTYLE.observation_shape[:-1], 30), np.uint8)[..., ::2],
        START.observation().tolist(),
        "out",
    ],
    ids=lambda out: type(out).__name__,
)
def test_observation_refuses_what_does_not_fit(out: object) -> None:
    with pytest.raises(ff.FivefoldError, match="out is refused"):
        START.observation(out=out)  # type: ignore[arg-type]


def test_observation_refuses_a_read_only_array() -> None:
    out = np.zeros(FREESTYLE.observation_shape, np.uint8)
    out.flags.writeable = False
    with pytest.raises(ff.FivefoldError, match="out is refused"):
        START.observation(out=out)


@pytest.mark.parametrize("player", [2, -1, 1.5, True, "0"])
def test_observation_refuses_a_seat_that_is_none(player: object) -> None:
    with pytest.raises(ff.FivefoldError, match="player"):
        START.observation(player)  # type: ignore[arg-type]
