"""Calls that ask for too much, or for one object from several threads, are refused: Python goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff

TWO_READERS = """
import threading, numpy as np, fivefold as ff
p = ff.rules("freestyle").start().play_all("h8 a1")
s = ff.search.Lockstep([p] * 400, 1)
while s.ask():
    s.tell(np.zeros(s.legal_mask.shape), np.zeros(len(s)))
refused = []
def read(name):
    try:
        getattr(s, name)
    except ff.FivefoldError as error:
        refused.append(str(error))
for _ in range(5):
    s.advance(s.action)
    while s.ask():
        s.tell(np.zeros(s.legal_mask.shape), np.zeros(len(s)))
    names = ("policy", "visits", "value", "action")
    threads = [threading.Thread(target=read, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
assert all("in use by another thread" in one for one in refused), refused
print("read", s.value.shape)
"""


def test_two_threads_read_one_search() -> None:
    """No thread waits for another with Python's lock held, which would stop both for ever."""
    done = subprocess.run([sys.executable, "-c", TWO_READERS], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "read (400, 2)", done.stderr[-400:]


def nothing(observation: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> tuple[object, object]:
    return np.zeros(mask.shape), np.zeros(len(mask))


def _small() -> ff.Rules:
    return ff.rules("freestyle", size=9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ff.search.ProofSearch(_small().start(), "black", memory=2**20),
        lambda: ff.search.gumbel_search([_small().start()] * 256, nothing, 10**8),
        lambda: ff.search.Lockstep([_small().start()] * 4, 2**31 - 2),
        lambda: ff.selfplay.play(_small(), nothing, 10**9, parallel=10**9),
        lambda: ff.selfplay.play(_small(), nothing, 10**12),
        lambda: ff.arena.match("random", "random", _small(), games=10**12),
        lambda: ff.pah_tum.solve(ff.rules("pah_tum", size=5).start(), memory=2**40),
        lambda: ff.playouts(_small(), 2**32 - 1),
        lambda: ff.Batch(_small(), 2**32 - 1),
    ],
    ids=["proof", "plan", "lockstep", "parallel", "selfplay", "match", "solve", "playouts", "batch"],
)
def test_more_than_there_is_memory_for_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ff.FivefoldError, match=r"not so much|not enough memory"):
        call()


@pytest.mark.parametrize("seconds", [9.3e18, 1e19, 1.8e19, 1e300, float("inf")])
@pytest.mark.parametrize("player", ["threats", "mcts", "strong"])
def test_more_seconds_than_there_are_is_no_limit(player: str, seconds: float) -> None:
    position = _small().start().play_all("e5 a1 f5 a2 g5 a3 h5 a4")  # a win in one: no long thought
    options = "" if player != "mcts" else "simulations=50,"
    spec = f"{player}({options}seconds={seconds})" if player != "strong" else player
    try:
        chosen = ff.players.make(spec)
    except ff.FivefoldError:
        return
    assert position.play(chosen(position)).is_over
