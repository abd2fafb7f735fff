"""Several trees of one search: the same result on any number of threads; limits, Ctrl-C within a round."""

from __future__ import annotations

import _thread
import threading
import time

import numpy as np
import pytest

import fivefold as ff


@pytest.mark.parametrize("name", ["pah_tum", "pentagame"])
def test_the_result_does_not_depend_on_threads(name: str) -> None:
    position = ff.rules(name).start(1)
    one, *others = (
        ff.search.mcts(position, simulations=70_000, seed=5, threads=threads) for threads in (1, 2, 3, 4)
    )
    assert one.simulations == 70_000
    for other in others:
        assert np.array_equal(one.visits, other.visits)
        assert np.array_equal(one.value, other.value)
        assert one.line == other.line


def test_a_proof_in_a_late_round_does_not_depend_on_threads() -> None:
    """One of two trees proves the root in the fourth round or so; the other ends that round all the same."""
    record = ff.playouts("pah_tum", 1, seed=3).record(0)
    position = record.start.play_all(record.moves[:-8])
    one, *others = (
        ff.search.mcts(position, simulations=70_000, seed=1, rollouts="uniform", threads=threads)
        for threads in (1, 2, 3)
    )
    assert one.ended == "proven"
    assert 2 * (2_048 + 4_096) < one.simulations == one.visits.sum() < 70_000
    for other in others:
        assert other.ended == "proven"
        assert np.array_equal(one.visits, other.visits)
        assert np.array_equal(one.proven, other.proven)


@pytest.mark.parametrize("threads", [1, 2])
def test_several_trees_end_with_the_memory_and_with_the_time(threads: int) -> None:
    """Sixteen trees, each of which looks at both within a round of 2,048 simulations."""
    position, memory = ff.rules("freestyle").start(), 2_000_000
    tree = ff.search.Tree(position, memory=memory, threads=threads)
    r = tree.run(simulations=10**6)
    assert r.ended == "memory"
    assert 0 < r.visits.sum() == r.simulations
    assert memory <= tree.bytes < 1.2 * memory
    r = ff.search.mcts(position, simulations=10**8, seconds=0.02, threads=threads)
    assert r.ended == "seconds"
    assert r.simulations < 16 * 2_048


def late(tree: ff.search.Tree, **limits: int) -> float:
    """Seconds that a search goes on after Ctrl-C."""
    sent = []

    def interrupt() -> None:
        time.sleep(0.3)
        sent.append(time.perf_counter())
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        tree.run(**limits)
    heard = time.perf_counter()
    thread.join()
    return heard - sent[0]


def test_ctrl_c_ends_a_search_that_goes_on_afterwards() -> None:
    tree = ff.search.Tree(ff.rules("pagoda").start())
    assert late(tree, seconds=20) < 0.2
    assert tree.run(simulations=10).simulations > 10


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_heard_within_a_round(threads: int) -> None:
    """The first round of sixteen trees takes half a second and more; what was done of it counts."""
    tree = ff.search.Tree(ff.rules("freestyle").start(), threads=threads)
    assert late(tree, simulations=10**8) < 0.2
    r = tree.run(simulations=0)
    assert 0 < r.visits.sum() == r.simulations < 16 * 2_048
    assert tree.run(simulations=100).simulations == r.simulations + 100
