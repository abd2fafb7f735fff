"""What a batch knows of the past: records, replies, marks, pickles; and arrays of other libraries."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fivefold as ff

SMALL: dict[str, dict[str, Any]] = {
    "gomoku": {"size": 7},
    "renju": {"opening": "yamaguchi"},
    "pente": {"size": 9, "target": 4},
    "pah_tum": {"size": 5},
    "custodial_pah_tum": {"size": 5},
    "pentagame": {"dice": "before", "max_turns": 40},
}
ARRAYS = ("boards", "legal_mask", "player", "rewards", "terminated", "truncated", "observation")
COPIES: list[Callable[[Any], Any]] = [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy]


def steps(batch: ff.Batch, count: int, seed: int = 0) -> None:
    """Play some legal actions in each game, drawn from a seed."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        batch.step([rng.choice(np.flatnonzero(m)) if m.any() else -1 for m in batch.legal_mask])


def same(one: ff.Batch, other: ff.Batch) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    assert one.positions() == other.positions()
    assert one.turns.tolist() == other.turns.tolist()


@pytest.mark.parametrize("preset", SMALL)
def test_a_record_tells_the_game_from_its_start(preset: str) -> None:
    rules = ff.rules(preset, **SMALL[preset])
    batch = ff.Batch(rules, 3, 4, history=True)
    steps(batch, 6)
    batch.play_random(3)
    for game in range(3):
        record = batch.record(game)
        assert record.position == batch[game]
        assert record.actions == batch.actions(game)
        assert batch.actions(game, 2) == batch.actions(game)[2:]
    batch.reset([False, True, False])
    assert batch.record(1).position == batch[1]
    batch.play_random()
    assert [batch.record(game).position for game in range(3)] == batch.positions()


@pytest.mark.parametrize("preset", SMALL)
def test_whole_random_games_are_kept_too(preset: str) -> None:
    """Kernels play them where one claims the rules."""
    rules = ff.rules(preset, **SMALL[preset])
    batch = ff.Batch(rules, 90, 4, history=True)
    batch.play_random()
    games = ff.playouts(rules, 90, 4)
    assert [batch.record(game) for game in (0, 7, 89)] == [games.record(game) for game in (0, 7, 89)]


def test_a_record_from_a_position_begins_there() -> None:
    start = ff.rules("gomoku", size=7).start().play("d4")
    batch = ff.Batch.from_positions([start, start], history=True)
    batch.step([0, 1])
    assert batch.record(1).start == start
    batch.reset(positions=start.play("a1"))
    batch.step([2, 3])
    assert batch.record(0).start == start.play("a1")
    batch.reset()
    assert batch.positions() == [start, start]


def test_replies_are_what_others_did() -> None:
    for history in ("replies", True):
        batch = ff.Batch(ff.rules("freestyle", size=7), 3, 1, history=history)
        batch.sit([0, 1, -1], "random")
        assert [len(batch.replies(game)) for game in range(3)] == [0, 1, 0]
        before = batch.positions()
        free = np.array([np.flatnonzero(mask)[0] for mask in batch.legal_mask])
        batch.step(free)
        for game in range(2):
            (reply,) = batch.replies(game)
            assert before[game].play(free[game]).play(reply) == batch[game]
        assert batch.replies(2) == ()
        replies = batch.all_replies()
        assert replies.counts.tolist() == [1, 1, 0]
        assert replies.actions.tolist() == [*batch.replies(0), *batch.replies(1)]


def test_dice_are_replies() -> None:
    batch = ff.Batch(ff.rules("pentagame", dice="before"), 2, 1, history="replies")
    assert all(batch.replies(game) for game in range(2))


def test_without_history_there_is_none() -> None:
    batch = ff.Batch(ff.rules("gomoku", size=7), 2, 1)
    assert batch.history is False
    for question in (batch.record, batch.actions, batch.replies):
        with pytest.raises(ff.FivefoldError, match="history=True"):
            question(0)
    replies = ff.Batch(ff.rules("gomoku", size=7), 2, 1, "replies")
    with pytest.raises(ff.FivefoldError, match="history=True"):
        replies.record(0)
    with pytest.raises(ff.FivefoldError, match="history='all'"):
        ff.Batch(ff.rules("gomoku", size=7), 2, 1, "all")  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", SMALL)
@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_goes_on_with_the_same_games(preset: str, copied: Any) -> None:
    batch = ff.Batch(ff.rules(preset, **SMALL[preset]), 4, 2, history=True)
    batch.sit([0, 1, -1, 0], "random")
    steps(batch, 5)
    batch.reset([True, False, False, False])
    twin = copied(batch)
    same(batch, twin)
    for one in (batch, twin):
        steps(one, 8, seed=3)
        one.reset()
        steps(one, 3, seed=4)
    same(batch, twin)
    assert [batch.record(game) for game in range(4)] == [twin.record(game) for game in range(4)]
    steps(batch, 1)
    assert not np.shares_memory(batch.boards, twin.boards)


def test_a_copy_keeps_where_its_games_begin() -> None:
    start = ff.rules("gomoku", size=7).start().play("d4")
    batch = ff.Batch.from_positions([start] * 2, 7)
    batch.reset(positions=[start.play("a1"), start.play("a2")])
    twin = pickle.loads(pickle.dumps(batch))
    assert twin.positions() == batch.positions()
    twin.reset()
    assert twin.positions() == [start] * 2


@pytest.mark.parametrize("text", ["", "[]", '{"manner": {"others": false, "keep": "Nothing"}, "games": []}'])
def test_a_broken_pickle_is_refused(text: str) -> None:
    batch = ff.Batch(ff.rules("gomoku", size=7), 2, 0)
    make, (rules, length, _) = batch.__reduce__()
    with pytest.raises(ff.FivefoldError, match="no batch"):
        make(rules, length, text)


@pytest.mark.parametrize("preset", SMALL)
@pytest.mark.parametrize("copied", COPIES)
def test_playouts_are_copied(preset: str, copied: Any) -> None:
    rules = ff.rules(preset, **SMALL[preset])
    starts = [rules.start(seed=1), rules.start(seed=2)]
    for source in (rules, starts[0], starts):
        games = ff.playouts(source, 5, seed=3, first=2, first_actions=4)
        twin = copied(games)
        for name in ("returns", "turns", "actions", "termination", "winners", "first_actions", "seeds"):
            np.testing.assert_array_equal(getattr(twin, name), getattr(games, name))
            assert not getattr(twin, name).flags.writeable
        assert twin.record(-1) == games.record(-1)
        assert (repr(twin), twin.summary()) == (repr(games), games.summary())


@pytest.mark.parametrize("preset", SMALL)
def test_all_games_go_back_to_the_mark(preset: str) -> None:
    batch = ff.Batch(ff.rules(preset, **SMALL[preset]), 3, 2, history=True)
    steps(batch, 4)
    twin = copy.deepcopy(batch)
    batch.mark()
    steps(batch, 5)
    batch.reset()
    batch.take_back()
    same(batch, twin)
    with pytest.raises(ff.FivefoldError, match="no mark"):
        batch.take_back()
    for one in (batch, twin):
        one.play_random()
    same(batch, twin)


def test_returns_stay_after_the_end() -> None:
    batch = ff.Batch(ff.rules("freestyle", size=5), 3, 0)
    total = np.zeros((3, 2))
    while not (batch.terminated | batch.truncated).all():
        assert (batch.returns[batch.player >= 0] == 0).all()
        steps(batch, 1)
        total += batch.rewards
    np.testing.assert_array_equal(batch.returns, total)
    assert batch.returns.any()
    outcomes = [position.outcome for position in batch.positions()]
    assert [tuple(np.flatnonzero(row)) for row in batch.winners] == [one.winners for one in outcomes]
    assert batch.turns.tolist() == [position.turns for position in batch.positions()]
    assert (batch.returns.dtype, batch.winners.dtype, batch.turns.dtype) == (np.float32, np.bool_, np.uint16)


@pytest.mark.parametrize("positions", [3, [], "x"])
def test_reset_refuses_what_are_no_positions(positions: Any) -> None:
    batch = ff.Batch(ff.rules("gomoku", size=7), 2, 0)
    other = ff.rules("gomoku", size=9).start()
    for wrong in (positions, other, [other, other], [batch[0]]):
        with pytest.raises(ff.FivefoldError):
            batch.reset(positions=wrong)


class Tensor:
    """Like those of torch and JAX: no numpy array, but readable as one."""

    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)


class Arrayed(Tensor):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array


class Capsule(Tensor):
    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Copying(Tensor):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.array.copy()


class Elsewhere(Tensor):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError("it lies on another device")


@pytest.mark.parametrize("kind", [Arrayed, Capsule])
def test_arrays_of_other_libraries_are_taken(kind: Any) -> None:
    rules = ff.rules("freestyle", size=7)
    batch, plain = ff.Batch(rules, 2, 0), ff.Batch(rules, 2, 0)
    out = np.zeros((2, *rules.observation_shape), np.uint8)
    batch.step(kind(np.array([3, 4])), mask=kind(np.array([True, False])))
    plain.step([3, 4], mask=[True, False])
    batch.reset(seeds=kind(np.array([5, 6], np.uint64)))
    plain.reset(seeds=[5, 6])
    if kind is Capsule and not np.from_dlpack(out).flags.writeable:  # numpy before 2.1
        with pytest.raises(ff.FivefoldError, match="not writeable"):
            batch.observe(kind(out))
        return
    batch.step([3, 4], out=kind(out))
    plain.step([3, 4])
    np.testing.assert_array_equal(out, plain.observation)
    batch.reset()
    assert batch.observe(kind(out)) is not None
    np.testing.assert_array_equal(out, batch.observation)


def test_out_is_never_filled_in_vain() -> None:
    rules = ff.rules("freestyle", size=7)
    batch = ff.Batch(rules, 2, 0)
    out = np.zeros((2, *rules.observation_shape), np.uint8)
    with pytest.raises(ff.FivefoldError, match="copy of its memory"):
        batch.observe(Copying(out))  # type: ignore[arg-type]
    out.flags.writeable = False
    with pytest.raises(ff.FivefoldError, match="out is refused"):
        batch.observe(Arrayed(out))  # type: ignore[arg-type]


def test_an_array_on_another_device_is_refused_by_name() -> None:
    batch = ff.Batch(ff.rules("freestyle", size=7), 2, 0)
    with pytest.raises(ff.FivefoldError, match="another device"):
        batch.step(Elsewhere([1, 2]))  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="whole numbers"):
        batch.step(Arrayed([1.0, 2.0]))  # type: ignore[arg-type]
