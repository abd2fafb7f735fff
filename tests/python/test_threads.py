"""Threads that share objects: each sees what a thread alone would see.

With the global lock these tests pass easily. On a Python that was built without it
(`python3.14t`) the same lines run at the same time.
"""

import contextlib
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fivefold as ff

THREADS = 8
ROUNDS = 20


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """Run work(number) in all threads at the same moment and give what each gave."""
    barrier = threading.Barrier(THREADS)
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            barrier.wait(30)
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    if errors:
        raise errors[0]
    return results


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pagoda", "custodial_pah_tum", "pentagame"])
def test_the_first_look_at_a_position_is_shared(preset):
    """Board, mask and returns are made at the first look; all threads get the same arrays."""
    game = ff.playouts(ff.rules(preset), 1, seed=1).record(0)
    for position in game.positions()[:ROUNDS]:
        results = at_once(
            lambda _, position=position: (
                position.board.tobytes(),
                position.legal_mask.tobytes(),
                position.returns.tobytes(),
                position.key,
                position.legal_moves(),
            )
        )
        assert results == [results[0]] * THREADS


def test_the_first_look_at_rules_is_shared():
    for size in range(7, 7 + ROUNDS):
        rules = ff.rules("freestyle", size=size)
        results = at_once(
            lambda _, rules=rules: (len(rules.symmetries), str(rules), rules.info.title, hash(rules))
        )
        assert results == [(8, str(rules), "Freestyle", hash(rules))] * THREADS


def test_views_are_made_and_dropped_by_all_threads():
    """A view is an object on shared memory: making and dropping many at once harms nobody."""
    position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1")
    expected = position.board.sum()

    def look(_: int) -> bool:
        return all(int(position.board.sum()) == expected for _ in range(2000))

    assert all(at_once(look))


def test_positions_branch_from_one_in_all_threads():
    start = ff.rules("renju").start().play("h8")

    def go_on(number: int) -> tuple[str, ...]:
        position = start
        for _ in range(30):
            position = position.play(int(position.legal_actions()[number]))
        return tuple(position.record().moves)

    assert at_once(go_on) == [go_on(number) for number in range(THREADS)]


def test_playouts_and_records_are_the_same_in_all_threads():
    def play(_: int) -> tuple[bytes, list[str]]:
        games = ff.playouts(ff.rules("custodial_pah_tum"), 200, seed=3)
        return games.returns.tobytes(), list(games.record(17).moves)

    results = at_once(play)
    assert results == [results[0]] * THREADS
    games = ff.playouts(ff.rules("pente"), 200, seed=3)
    results = at_once(lambda _: (games.summary(), games.turns.tobytes(), games.record(199).moves))
    assert all(one == results[0] for one in results)


def test_a_batch_is_stepped_by_one_thread_at_a_time():
    """The others are refused and nothing of theirs is done: the games are as if stepped one by one."""
    batch = ff.Batch(ff.rules("freestyle", size=9), 64, seed=1)
    done = [0] * THREADS

    def step(number: int) -> None:
        for _ in range(10):
            with contextlib.suppress(ff.FivefoldError):
                batch.play_random(1)
                done[number] += 1

    at_once(step)
    alone = ff.Batch(ff.rules("freestyle", size=9), 64, seed=1)
    for _ in range(sum(done)):
        alone.play_random(1)
    assert sum(done) >= 10
    assert np.array_equal(batch.boards, alone.boards)


def test_search_and_pickles_in_all_threads():
    position = ff.rules("freestyle", size=7).start().play_all("d4 c3 d5")
    results = at_once(
        lambda number: (
            ff.search.mcts(position, simulations=50, seed=1, threads=1).move,
            pickle.loads(pickle.dumps(position)) == position,
            number,
        )
    )
    assert [one[:2] for one in results] == [results[0][:2]] * THREADS


def test_importing_does_not_bring_the_lock_back():
    """The binding says that it needs no global lock; Python would warn and switch it on otherwise."""
    if hasattr(sys, "_is_gil_enabled") and "free-threading" in sys.version:
        assert not sys._is_gil_enabled()
