"""`Batch`: many games in one block of memory."""

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import fivefold as ff

RULES = ff.rules("freestyle", size=7)
ARRAYS = ("boards", "legal_mask", "player", "rewards", "terminated", "truncated", "observation")


def state(batch: ff.Batch) -> list[np.ndarray[Any, Any]]:
    return [getattr(batch, name).copy() for name in ARRAYS]


def same(one: list[np.ndarray[Any, Any]], other: list[np.ndarray[Any, Any]]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_arrays_have_their_shapes_and_dtypes() -> None:
    batch = ff.Batch(RULES, 3, 0)
    expected = {
        "boards": ((3, 7, 7), np.int8),
        "legal_mask": ((3, 49), np.bool_),
        "player": ((3,), np.int8),
        "rewards": ((3, 2), np.float32),
        "terminated": ((3,), np.bool_),
        "truncated": ((3,), np.bool_),
        "observation": ((3, *RULES.observation_shape), np.uint8),
    }
    for name, (shape, dtype) in expected.items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, dtype)
        assert not array.flags.writeable
        with pytest.raises(ValueError, match=r"WRITEABLE|writeable"):
            array.flags.writeable = True


def test_arrays_are_stable_and_updated_in_place() -> None:
    batch = ff.Batch(RULES, 3, 0)
    boards, masks, players = batch.boards, batch.legal_mask, batch.player
    batch.step(np.array([0, 1, 2], np.int32))
    assert boards.reshape(3, -1)[[0, 1, 2], [0, 1, 2]].tolist() == [1, 1, 1]
    assert not masks[[0, 1, 2], [0, 1, 2]].any()
    assert players.tolist() == [1, 1, 1]
    assert np.shares_memory(boards, batch.boards)


def test_arrays_outlive_the_batch() -> None:
    batch = ff.Batch(RULES, 100, 0)
    batch.step([5] * 100)
    boards = batch.boards
    del batch
    assert [ff.Batch(RULES, 100, 0) for _ in range(5)]
    assert (boards.reshape(100, -1)[:, 5] == 1).all()


@pytest.mark.parametrize(
    "dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64, ">i4", ">u8"]
)
def test_any_integer_dtype_is_taken(dtype: Any) -> None:
    batch = ff.Batch(RULES, 2, 0)
    batch.step(np.array([3, 4], dtype))
    assert batch[0] == RULES.start().play(3)
    assert batch[1] == RULES.start().play(4)


@pytest.mark.parametrize("actions", [np.arange(10, dtype=np.int32)[::5], np.arange(10)[::-5], [9, 4], (0, 5)])
def test_strides_and_lists_are_taken(actions: Any) -> None:
    batch = ff.Batch(RULES, 2, 0)
    batch.step(actions)
    assert batch[0] == RULES.start().play(actions[0])
    assert batch[1] == RULES.start().play(actions[1])


@pytest.mark.parametrize(
    "actions",
    [
        np.array([True, False]),
        np.array([1.0, 2.0]),
        np.array([1, 2, 3]),
        np.array([[1, 2]]),
        np.array(1),
        np.array(["a1", "a2"]),
        np.array([1, None], dtype=object),
        np.array([0, 1], dtype="M8[s]"),
        [1.0, 2.0],
        [True, False],
        [1],
        [1, None],
        [[1, 2]],
        "12",
        None,
        5,
        iter([1, 2]),
    ],
    ids=lambda actions: f"{type(actions).__name__}-{getattr(actions, 'dtype', '')}",
)
def test_what_are_no_actions_is_refused_and_changes_nothing(actions: Any) -> None:
    batch = ff.Batch(RULES, 2, 0)
    before = state(batch)
    with pytest.raises(ff.FivefoldError, match="actions are refused"):
        batch.step(actions)
    assert same(state(batch), before)


@pytest.mark.parametrize("wrong", [-1, 49, 10**6, -(10**6), 2**31, 2**40, 2**63 - 1])
def test_an_action_out_of_range_is_refused_and_changes_nothing(wrong: int) -> None:
    batch = ff.Batch(RULES, 3, 0)
    before = state(batch)
    with pytest.raises(ff.NotationError, match="game 1: action"):
        batch.step(np.array([0, wrong, 2]))
    assert same(state(batch), before)


def test_the_largest_uint64_is_refused() -> None:
    with pytest.raises(ff.NotationError, match="game 0"):
        ff.Batch(RULES, 1, 0).step(np.array([2**64 - 1], np.uint64))


def test_observations_are_written_into_an_array_of_the_callers() -> None:
    batch = ff.Batch(RULES, 3, 0)
    batch.play_random(4)
    out = np.full((3, *RULES.observation_shape), 7, np.uint8)
    assert batch.observe(out) is out
    new = batch.observe()
    assert np.array_equal(out, batch.observation)
    assert np.array_equal(new, out)
    assert new.flags.writeable
    before = out.copy()
    batch.step([int(mask.argmax()) for mask in batch.legal_mask])
    assert np.array_equal(out, before)


@pytest.mark.parametrize(
    "out", [np.zeros((3, 7, 7), np.uint8), np.zeros((3, *RULES.observation_shape)), [1], "x"]
)
def test_observe_refuses_what_it_cannot_write_into(out: Any) -> None:
    batch = ff.Batch(RULES, 3, 0)
    with pytest.raises(ff.FivefoldError, match="out is refused"):
        batch.observe(out)
    with pytest.raises(ff.FivefoldError, match="out is refused"):
        batch.step([0, 1, 2], out=out)
    assert not batch.boards.any()


def test_finished_games_begin_anew_with_autoreset() -> None:
    one, two = ff.Batch(RULES, 20, 3), ff.Batch(RULES, 20, 3)
    rng = np.random.default_rng(0)
    for _ in range(80):
        over = one.player < 0
        actions = np.where(one.legal_mask, rng.random(one.legal_mask.shape), -1).argmax(axis=1)
        one.step(actions, ~over)
        one.reset(over)
        seen = np.full((20, *RULES.observation_shape), 5, np.uint8)
        two.step(actions, autoreset=True, out=seen)
        assert np.array_equal(seen, one.observation)
        assert same(state(one), state(two))


def test_an_illegal_action_changes_no_game() -> None:
    batch = ff.Batch(RULES, 200, 0)
    batch.step(np.full(200, 7))
    before = state(batch)
    actions = np.arange(200) % 7
    actions[173] = 7
    with pytest.raises(ff.IllegalMoveError, match="game 173: a2") as error:
        batch.step(actions)
    assert error.value.rule == "E5"
    assert same(state(batch), before)


def play_to_the_end(batch: ff.Batch, random: np.random.Generator) -> None:
    while (batch.player >= 0).any():
        choices = np.where(batch.legal_mask, random.random(batch.legal_mask.shape), -1).argmax(axis=1)
        batch.step(np.where(batch.player >= 0, choices, -1).astype(np.int32))


def test_a_finished_game_ignores_its_action_and_is_rewarded_once() -> None:
    batch = ff.Batch(ff.rules("freestyle", size=5), 2, 0)
    for action in (0, 5, 1, 6, 2, 7, 3, 8):
        batch.step([action, action])
    batch.step([4, 9 + 1])
    assert batch.terminated.tolist() == [True, False]
    assert batch.player.tolist() == [ff.OVER, 1]
    assert batch.rewards.tolist() == [[1, -1], [0, 0]]
    assert not batch.legal_mask[0].any()
    board = batch.boards[0].copy()
    batch.step([-1, 11])
    assert batch.rewards.tolist() == [[0, 0], [0, 0]]
    batch.step([10**9, 12])
    assert np.array_equal(batch.boards[0], board)
    assert batch.terminated.tolist() == [True, False]


def test_reset_begins_the_next_episode_in_the_masked_games() -> None:
    batch = ff.Batch(RULES, 4, 0)
    play_to_the_end(batch, np.random.default_rng(0))
    boards = batch.boards.copy()
    batch.reset(np.array([True, False, True, False]))
    assert batch.player.tolist() == [0, -2, 0, -2]
    assert not batch.boards[[0, 2]].any()
    assert np.array_equal(batch.boards[[1, 3]], boards[[1, 3]])
    assert batch.terminated.tolist() == [False, True, False, True]
    batch.reset()
    assert not batch.boards.any()
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert batch.legal_mask.all()


@pytest.mark.parametrize(
    "mask", [[True], np.ones(3), np.ones(3, np.int8), "abc", 1, np.ones((3, 1), bool), [1, 0, 1]]
)
def test_reset_refuses_what_is_no_mask(mask: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="mask is refused"):
        ff.Batch(RULES, 3, 0).reset(mask)


def test_episodes_depend_on_the_seed_of_the_game_alone() -> None:
    seeds = [11, 2**64 - 1, 11, 5]
    one, other = ff.Batch(RULES, 4, seeds), ff.Batch(RULES, 2, np.array([5, 11], np.uint64))
    for _ in range(3):
        one.play_random()
        other.play_random()
        assert np.array_equal(one.boards[0], one.boards[2])
        assert np.array_equal(one.boards[3], other.boards[0])
        assert np.array_equal(one.boards[0], other.boards[1])
        assert not np.array_equal(one.boards[0], one.boards[1])
        before = one.boards.copy()
        one.reset()
        other.reset()
    assert before.any()


def test_an_episode_does_not_depend_on_how_the_one_before_went() -> None:
    one, other = ff.Batch(RULES, 3, 5), ff.Batch(RULES, 3, 5)
    one.play_random(7)
    one.reset()
    other.reset()
    one.play_random()
    other.play_random()
    assert np.array_equal(one.boards, other.boards)


def test_play_random_counts_turns() -> None:
    batch = ff.Batch(RULES, 70, 3)
    batch.play_random(5)
    assert (np.count_nonzero(batch.boards, axis=(1, 2)) == 5).all()
    batch.play_random(0)
    assert (np.count_nonzero(batch.boards, axis=(1, 2)) == 5).all()
    batch.play_random()
    assert (batch.player == ff.OVER).all()
    assert np.array_equal(batch.rewards.sum(axis=1), np.zeros(70))


def test_large_and_small_batches_play_alike() -> None:
    large, small = ff.Batch(RULES, 500, 9), ff.Batch(RULES, 20, 9)
    large.play_random()
    small.play_random()
    assert np.array_equal(large.boards[:20], small.boards)


def test_positions_are_given_out() -> None:
    batch = ff.Batch(RULES, 3, 0)
    batch.step([0, 1, 2])
    assert len(batch) == 3
    assert batch[-1] == batch[2] == RULES.start().play(2)
    assert [position.turns for position in batch] == [1, 1, 1]
    assert batch[1].record().moves == []
    assert batch[1].record().start == batch[1]
    batch.step([3, 4, 5])
    with pytest.raises(IndexError):
        batch[3]
    for index in (1.5, "0", None, slice(0, 1)):
        with pytest.raises(ff.FivefoldError):
            batch[index]  # type: ignore[index]


@pytest.mark.parametrize("n", [-1, 1.5, None, "3", True, 2**40, float("nan")])
def test_a_number_of_games_is_refused(n: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="n="):
        ff.Batch(RULES, n)


@pytest.mark.parametrize(
    "seed", [-1, 2**64, 1.5, True, "0", [1], [1, 2, 3.5], [1, 2, -1], np.zeros(3), [1, 2, 2**64]]
)
def test_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="seed"):
        ff.Batch(RULES, 3, seed)


def test_a_batch_takes_rules() -> None:
    with pytest.raises(ff.FivefoldError, match="takes Rules"):
        ff.Batch(3, 3)  # type: ignore[arg-type]


def test_no_games_at_all() -> None:
    batch = ff.Batch(RULES, 0, 0)
    batch.step(np.zeros(0, np.int32))
    batch.reset()
    batch.play_random()
    assert batch.boards.shape == (0, 7, 7)
    assert list(batch) == []


def test_too_many_games_for_the_memory_are_refused() -> None:
    with pytest.raises(ff.FivefoldError, match="memory"):
        ff.Batch(ff.rules("freestyle", size=63), 2**32 - 1, 0)


@settings(max_examples=60, deadline=None)
@given(
    actions=hnp.arrays(
        dtype=st.one_of(
            hnp.integer_dtypes(), hnp.unsigned_integer_dtypes(), hnp.floating_dtypes(), hnp.boolean_dtypes()
        ),
        shape=hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=4),
        elements=None,
    )
)
def test_any_array_steps_every_game_or_none(actions: np.ndarray[Any, Any]) -> None:
    batch = ff.Batch(RULES, 3, 0)
    before = state(batch)
    good = actions.dtype.kind in "iu" and actions.shape == (3,) and ((actions >= 0) & (actions < 49)).all()
    if good:
        batch.step(actions)
        assert (np.count_nonzero(batch.boards, axis=(1, 2)) == 1).all()
    else:
        with pytest.raises(ff.FivefoldError):
            batch.step(actions)
        assert same(state(batch), before)


def test_two_threads_on_one_batch_do_not_hang() -> None:
    batch = ff.Batch(ff.rules("freestyle"), 300, 0)
    errors: list[Exception] = []

    def job() -> None:
        for _ in range(30):
            try:
                batch.reset()
                batch.play_random()
            except ff.FivefoldError as error:
                errors.append(error)

    threads = [threading.Thread(target=job) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    assert all("another thread" in str(error) for error in errors)
