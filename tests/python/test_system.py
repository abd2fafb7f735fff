"""What the system refuses, or does in between: no threads, `fork`, arrays that are not what they say."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import fivefold as ff

WITHOUT_THREADS = """
import os, resource, threading
import fivefold as ff
import fivefold.pah_tum
if os.getuid() == 0:  # whom no limit binds
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
try:
    threading.Thread(target=int).start()
except RuntimeError:
    print("refused")
"""


def run(program: str, **environment: str) -> str:
    program = textwrap.dedent(program)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sys.stderr.write(done.stderr)  # shown beside a failure
    return done.stdout


def test_where_the_system_gives_no_threads_games_are_played_without_them() -> None:
    program = """
    rules = ff.rules("freestyle")
    print(ff.playouts(rules, 500, seed=1, threads=8).summary()["wins"])
    batch = ff.Batch(rules, 500, seed=1)
    batch.play_random()
    print(int(batch.terminated.sum()))
    """
    played = run(WITHOUT_THREADS + textwrap.dedent(program), RAYON_NUM_THREADS="8")
    wins = ff.playouts(ff.rules("freestyle"), 500, seed=1, threads=1).summary()["wins"]
    assert played.split("\n")[:3] == ["refused", str(wins), "500"]


def test_where_the_system_gives_no_thread_the_solver_says_so() -> None:
    program = """
    start = ff.rules("pah_tum", size=5).start(seed=1)
    try:
        ff.pah_tum.solve(start, threads=4)
    except ff.FivefoldError as error:
        print(error)
    """
    output = run(WITHOUT_THREADS + textwrap.dedent(program))
    assert "solve: the system gives no thread for the search" in output


def test_an_array_that_becomes_longer_when_converted_is_refused() -> None:
    class Longer(np.ndarray):
        def astype(self, *_: object, **__: object) -> np.ndarray:  # type: ignore[override]
            return np.zeros(len(self) + 1, np.int64)

    batch = ff.Batch(ff.rules("freestyle"), 4, seed=1)
    before = batch.boards.copy()
    with pytest.raises(ff.FivefoldError, match="actions are refused"):
        batch.step(np.zeros(4, np.int16).view(Longer))
    with pytest.raises(ff.FivefoldError, match="seeds are refused"):
        batch.reset(seeds=np.zeros(4, np.int16).view(Longer))
    assert np.array_equal(batch.boards, before)
    batch.step([0, 1, 2, 3])  # and is not "in use" ever after


def test_a_child_forked_while_another_thread_plays_does_not_wait_for_its_locks() -> None:
    program = """
    import os, signal, threading, time, warnings
    import fivefold as ff
    warnings.simplefilter("ignore")  # newer Pythons warn of forks beside threads
    rules = ff.rules("freestyle")
    stop = threading.Event()
    def play():
        while not stop.is_set():  # pools of changing size: their lock is held most of the time
            for threads in (2, 3):
                ff.playouts(rules, 1, threads=threads)
    thread = threading.Thread(target=play)
    thread.start()
    aborted = 0
    for child in range(60):
        pid = os.fork()
        if pid == 0:
            signal.alarm(10)  # dies of it where it waits for ever
            ff.playouts(rules, 300, threads=2)
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        # Once in some 40,000 forks, on a busy machine, a child aborted instead of waiting; nobody has
        # seen that again. One is let pass, two are not; `run` shows their messages.
        aborted += status == signal.SIGABRT
        if status and (status != signal.SIGABRT or aborted > 1):
            print("child", child, "ended with", status)
            break
    stop.set()
    thread.join()
    """
    assert run(program) == ""


def test_grandchildren_have_threads_of_their_own() -> None:
    program = """
    import os, signal, warnings
    import fivefold as ff
    warnings.simplefilter("ignore")
    rules = ff.rules("freestyle")
    generation = 0
    while generation < 20:
        signal.alarm(20)
        wins = ff.playouts(rules, 300, seed=2, threads=2).summary()["wins"]
        pid = os.fork()
        if pid:
            _, status = os.waitpid(pid, 0)
            os._exit(1 if status else 0)
        generation += 1
    print(wins, flush=True)
    os._exit(0)
    """
    wins = ff.playouts(ff.rules("freestyle"), 300, seed=2).summary()["wins"]
    assert run(program).strip() == str(wins)
