"""Several trees of one search: the same result on any number of threads; limits, Ctrl-C, a proof."""

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


def nearly_over(seed: int) -> ff.Position:
    """Pah-Tum with eight turns left, of a random game."""
    record = ff.playouts("pah_tum", 1, seed=seed).record(0)
    return record.start.play_all(record.moves[:-8])


@pytest.mark.parametrize(("seed", "after"), [(1, 10_559), (3, 20_829), (6, 3_845), (7, 2_581)])
def test_a_proof_by_one_of_several_trees_does_not_depend_on_threads(seed: int, after: int) -> None:
    """Of two trees the one that is proven after the fewest simulations is left, wherever the other is."""
    results = [
        ff.search.mcts(nearly_over(seed), simulations=70_000, seed=1, rollouts="uniform", threads=threads)
        for threads in (1, 2, 3, 1, 2)
    ]
    for result in results:
        assert result.ended == "proven"
        assert result.simulations == result.visits.sum() == after
        assert np.array_equal(result.visits, results[0].visits)
        assert np.array_equal(result.proven, results[0].proven)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_goes_on_below_a_root_that_one_of_several_trees_proved(threads: int) -> None:
    tree = ff.search.Tree(nearly_over(3), seed=1, rollouts="uniform", threads=threads)
    proven = tree.run(simulations=70_000)
    assert proven.ended == "proven"
    assert np.array_equal(tree.run(simulations=70_000).visits, proven.visits)
    tree.advance(proven.action)
    below = tree.run(simulations=70_000)
    assert below.ended == "proven"
    assert np.array_equal(below.proven, proven.proven)
    again = ff.search.Tree(nearly_over(3), seed=1, rollouts="uniform", threads=3)
    again.run(simulations=70_000)
    again.advance(proven.action)
    assert np.array_equal(again.run(simulations=70_000).visits, below.visits)


@pytest.mark.parametrize("threads", [1, 2])
def test_several_trees_end_with_the_memory_and_with_the_time(threads: int) -> None:
    """Sixteen trees, each of which looks at both after every 32 of its simulations."""
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
    raised = time.perf_counter()
    thread.join()
    return raised - sent[0]


@pytest.mark.usefixtures("uncollected")
def test_ctrl_c_ends_a_search_that_goes_on_afterwards() -> None:
    tree = ff.search.Tree(ff.rules("pagoda").start())
    assert late(tree, seconds=20) < 0.2
    assert tree.run(simulations=10).simulations > 10


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_heard_while_several_trees_grow(threads: int) -> None:
    """What the sixteen trees had done by then counts."""
    tree = ff.search.Tree(ff.rules("freestyle").start(), threads=threads)
    assert late(tree, simulations=10**8) < 0.2
    r = tree.run(simulations=0)
    assert 0 < r.visits.sum() == r.simulations < 10**8
    assert tree.run(simulations=100).simulations == r.simulations + 100


def test_the_children_of_a_tree_can_be_walked() -> None:
    """Visits of the root's moves are its simulations; those below a move are what it passed on."""
    position = ff.rules("freestyle", size=9).start().play_all("e5 a1")
    tree = ff.search.Tree(position, seed=1)
    result = tree.run(simulations=600)
    moves = tree.children()
    assert sum(row.visits for row in moves) == 600
    assert [row.move for row in result.moves] == [row.move for row in moves][:16]
    assert moves[0].move == result.move
    assert moves[0].line == result.line
    for row in moves:
        assert result.visits[position.action(row.move)] == row.visits
        assert -1 <= row.value <= 1
    below = tree.children([result.move])
    assert 0 < sum(row.visits for row in below) <= moves[0].visits
    assert tree.children([position.action(result.move)]) == below
    assert tree.children(count=2) == moves[:2]
    with pytest.raises(ff.IllegalMoveError):
        tree.children(["e5"])


def test_what_is_proven_of_moves_is_told() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    for result in (ff.search.mcts(position, 100), ff.search.solve(position)):
        first = result.moves[0]
        assert (first.value, first.proven) == (1.0, True)
        assert first.move in ("h7", "h12")
    star = ff.rules("pentagame", players=3).start()
    moves = ff.search.mcts(star, 200).moves
    assert sum(row.visits for row in moves) <= 200
    assert all(row.line[0] == row.move for row in moves)
