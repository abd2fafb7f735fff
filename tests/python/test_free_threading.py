"""Several threads at once, with a global interpreter lock and without: the same games, and no crash.

Under a Python with a lock threads take turns between two operations; one without it (3.13t, 3.14t) runs
them at the same time. The tests hold for both and are run on each Python that is there.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

import fivefold as ff

THREADS = 4
T = TypeVar("T")


def at_once(*works: Callable[[], object]) -> None:
    """Run functions in threads that begin together; an error in one of them is an error here."""
    begin, errors = threading.Barrier(len(works)), []

    def run(work: Callable[[], object]) -> None:
        begin.wait()
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_importing_the_package_brings_no_lock_back() -> None:
    """The extension says that it needs none: without that a free-threaded Python takes its lock again."""
    free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    code = "import sys, fivefold; print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    reported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert reported.stdout.strip() == str(not free)


def when_free(call: Callable[[], T]) -> T:
    """Call until no other thread is at work in the batch, which refuses a second one."""
    while True:
        try:
            return call()
        except ff.FivefoldError as error:
            assert "in use by another thread" in str(error)  # noqa: PT017


def test_views_are_taken_by_many_threads_while_one_steps() -> None:
    """Every view is an array of its own owner's: to reshape one in place changes no other's."""
    batch = ff.Batch("freestyle", 64, seed=1)
    over = threading.Event()

    def step() -> None:
        try:
            for _ in range(60):
                actions = when_free(lambda: batch.legal_mask.argmax(axis=1))
                when_free(partial(batch.step, actions))
        finally:
            over.set()

    def look() -> None:
        while not over.is_set():
            views = when_free(lambda: [batch.boards, batch.observation, batch.legal_mask])
            assert [view.shape for view in views] == [(64, 15, 15), (64, 7, 15, 15), (64, 225)]
            assert not any(view.flags.writeable for view in views)
            assert set(np.unique(views[0])) <= {0, 1, 2}
            del views

    at_once(step, *[look] * (THREADS - 1))
    alone = ff.Batch("freestyle", 64, seed=1)
    for _ in range(60):
        alone.step(alone.legal_mask.argmax(axis=1))
    np.testing.assert_array_equal(batch.boards, alone.boards)
    np.testing.assert_array_equal(batch.observation, alone.observation)


def test_positions_records_and_symmetries_are_shared_by_threads() -> None:
    position = ff.rules("renju").start().play_all("h8 h9 i8 g9")
    record = position.record()
    wanted = (position.legal_moves(), position.key, ff.renju.foul_map(position), record.to_json())

    def ask() -> None:
        for _ in range(20):
            answers = (position.legal_moves(), position.key, ff.renju.foul_map(position), record.to_json())
            assert all(map(np.array_equal, answers, wanted))
            assert position.image(position.rules.symmetries[3]).board.shape == (15, 15)

    at_once(*[ask] * THREADS)


def test_playouts_of_many_threads_are_those_of_one() -> None:
    wanted = ff.playouts("pagoda", 300, seed=5).returns
    returned: list[np.ndarray] = []
    at_once(*[lambda: returned.append(ff.playouts("pagoda", 300, seed=5, threads=2).returns)] * THREADS)
    assert len(returned) == THREADS
    for returns in returned:
        np.testing.assert_array_equal(returns, wanted)


def test_a_tree_asked_by_two_threads_answers_or_refuses() -> None:
    """One of two that ask at the same moment may hear that the tree is in use; nothing breaks."""
    tree = ff.search.Tree(ff.rules("freestyle", size=9).start(), seed=1)
    reported = []

    def search() -> None:
        for _ in range(10):
            try:
                reported.append(int(tree.run(20).visits.sum()))
            except ff.FivefoldError as error:
                assert "in use" in str(error)  # noqa: PT017

    at_once(*[search] * THREADS)
    assert reported
    assert int(tree.run(20).visits.sum()) >= max(reported)
