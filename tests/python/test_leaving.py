"""What nobody needs any more: games on executors after Ctrl-C, and the thoughts of programs at their end."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import fivefold as ff
from fivefold.lab import leaving
from interrupts import ends_by_ctrl_c

RULES = ff.rules("freestyle", size=9)
PLAYER = "mcts(simulations=100000000)"


def pid(_):
    time.sleep(0.1)
    return os.getpid()


def square(number):
    return number * number


@pytest.mark.parametrize("first", [PLAYER, lambda position, rng: position.legal_actions()[0]])
def test_ctrl_c_ends_games_in_threads_of_this_process(first):
    """L7: each move takes hours, and what an executor of threads plays nobody needs after Ctrl-C."""
    with ThreadPoolExecutor(2) as pool:
        ends_by_ctrl_c(lambda: ff.arena.match(first, PLAYER, RULES, games=40, executor=pool))
        began = time.monotonic()
    assert time.monotonic() - began < 20


def test_a_thread_that_was_told_to_leave_takes_other_work():
    """What is raised in it ends one piece of work, and nothing else."""

    def endless():
        while True:
            pass

    with ThreadPoolExecutor(1) as pool:
        for name in (leaving.new_name(), leaving.new_name()):
            piece = pool.submit(leaving.do, name, endless)
            while name not in leaving.working.values():
                time.sleep(0.001)
            leaving.leave(name)
            assert isinstance(piece.result(20).error, BrokenExecutor)
            assert pool.submit(leaving.do, name, square, 3).result(20).error is not None
        assert pool.submit(leaving.do, leaving.new_name(), square, 3).result(20).result == 9
    assert not leaving.working


def test_ctrl_c_ends_games_in_processes_that_do_not_hear_it():
    """L7: the signal comes to this process alone, as from another program; the pool takes other work then."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(pid, range(2)))
        ends_by_ctrl_c(lambda: ff.arena.match(PLAYER, PLAYER, RULES, games=40, executor=pool))
        assert pool.submit(square, 3).result(60) == 9


def interrupted(number):
    if number == 0:
        signal.raise_signal(signal.SIGINT)
    return number


def test_a_process_that_ctrl_c_has_reached_begins_no_more_of_the_work():
    """L7: the pieces that wait in it are not played out; other work is done."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pieces = [pool.submit(leaving.do, "mine", interrupted, number) for number in range(2)]
        with pytest.raises(KeyboardInterrupt):
            pieces[0].result(60)
        assert isinstance(pieces[1].result(60).error, BrokenExecutor)
        assert pool.submit(leaving.do, "other", interrupted, 1).result(60).result == 1


def test_a_question_is_answered_after_the_end_of_the_input():
    """A machine with much other work loses no answer: what was thought of is thought of anew, and shortly."""
    program = """
import sys, time
from fivefold.commands import line_server

def step(state, line, most, came):
    time.sleep(3600 if most is None or most > line_server.LAST else 2)
    return state, [line]

line_server.serve(None, step, 100)
"""
    done = subprocess.run([sys.executable, "-c", program], input=b"asked\n", capture_output=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"asked\n", b"")
