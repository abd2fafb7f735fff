"""Matches, ladders, tournaments and self-play on executors that lose, repeat, reorder and fail tasks."""

import os
import random
import threading
import time
from collections import Counter
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context

import pytest

import fivefold as ff
from fivefold.lab import jobs, workers
from fivefold.lab.jobs import TRIES, give_out, in_order

RULES = ff.rules("freestyle", size=9)
ERRORS = [BrokenExecutor("a worker died"), CancelledError(), RuntimeError("no connection"), OSError(5)]


class Unreliable(Executor):
    """Loses every third piece in one way or another, plays some twice, and brings them in any order."""

    def __init__(self, seed):
        self.pool, self.chance, self.lost, self.times = (
            ThreadPoolExecutor(3),
            random.Random(seed),
            0,
            Counter(),
        )

    def submit(self, work, *arguments, **more):
        future, kind = Future(), self.chance.randrange(15)
        self.times[repr(arguments)] += 1
        if self.times[repr(arguments)] > 3:
            kind = 15
        self.lost += kind < 6

        def play():
            time.sleep(random.random() * 0.02)
            answer = work(*arguments, **more)
            if kind > 12:
                answer = work(*arguments, **more)
            future.set_result(answer)

        if kind < 4:
            future.set_exception(ERRORS[kind])
        elif kind == 4:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif kind == 5:
            future.set_result(None)
        else:
            self.pool.submit(play)
        return future


def games_of(result):
    return [record.to_dict() for record in result.records()]


@pytest.mark.parametrize("seed", range(3))
def test_a_match_on_an_executor_that_loses_is_the_same_match(seed, tmp_path):
    """Also in a folder, and with a sequential test."""
    for more in ({}, {"sprt": (0, 400)}, {"out": tmp_path / "match"}):
        executor = Unreliable(seed)
        result = ff.arena.match("greedy", "random", RULES, games=24, seed=5, executor=executor, **more)
        assert executor.lost
        more = {key: value for key, value in more.items() if key != "out"}
        whole = ff.arena.match("greedy", "random", RULES, games=24, seed=5, **more)
        assert games_of(result) == games_of(whole)


def test_a_ladder_on_an_executor_that_loses_is_the_same_ladder():
    """Every table of it."""
    names = ["random", "greedy", "mcts(simulations=5)"]
    executor = Unreliable(4)
    result = ff.arena.ladder(names, RULES, games=12, seed=1, executor=executor)
    assert executor.lost
    plain = ff.arena.ladder(names, RULES, games=12, seed=1)
    assert [(*game.names, *game.key) for game in result.games] == [
        (*game.names, *game.key) for game in plain.games
    ]


def uniform(observation, legal_mask):
    return legal_mask * 0.0, legal_mask[:, 0] * 0.0


def test_self_play_on_an_executor_that_loses_gives_the_same_games():
    """Whatever order they come in."""
    options = {"simulations": 4, "parallel": 2, "seed": 3}
    executor = Unreliable(5)
    result = ff.selfplay.play(ff.rules("freestyle", size=5), uniform, 12, executor=executor, **options)
    whole = ff.selfplay.play(ff.rules("freestyle", size=5), uniform, 12, **options)
    assert executor.lost
    assert [record.to_dict() for record in result.records()] == [one.to_dict() for one in whole.records()]
    assert (result.policies == whole.policies).all()


def square(number):
    return number * number


class Lossy(Executor):
    """Loses every piece `losses` times."""

    def __init__(self, losses):
        self.losses, self.left = losses, {}

    def submit(self, work, *arguments, **more):
        future = Future()
        self.left[arguments] = self.left.get(arguments, self.losses) - 1
        if self.left[arguments] >= 0:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(work(*arguments, **more))
        return future


def test_a_piece_is_given_out_eight_times_and_then_named():
    """All other pieces are done first."""
    pieces = [(number,) for number in range(5)]
    assert list(in_order(give_out(Lossy(TRIES - 1), square, pieces, "square"))) == [0, 1, 4, 9, 16]
    with pytest.raises(ff.FivefoldError, match=r"square 0 was lost 8 times: BrokenExecutor: gone"):
        list(give_out(Lossy(TRIES), square, pieces, "square"))


def sometimes(number):
    if number % 2:
        raise KeyError(number)
    return number


def numbers(results):
    """The numbers of pieces as they come; a list takes in those before an error."""
    for number, _ in results:
        yield number


def test_what_work_raises_is_no_loss():
    """It is not tried again, comes through unchanged, and when all else is done."""
    executor, done = Unreliable(9), []
    executor.times.update({repr((sometimes, number)): 9 for number in range(6)})
    with pytest.raises(KeyError, match="1"):
        done.extend(numbers(give_out(executor, sometimes, [(number,) for number in range(6)], "number")))
    assert sorted(done) == [0, 2, 4]
    assert max(executor.times.values()) == 10


def pid(_):
    time.sleep(0.1)
    return os.getpid()


def test_a_match_whose_pool_is_killed_is_finished_here(capsys):
    """A broken pool takes no more work."""
    whole = ff.arena.match("mcts(simulations=300)", "random", RULES, games=24, seed=2)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        pids = list(pool.map(pid, range(2)))
        threading.Timer(0.05, os.kill, (pids[0], 9)).start()
        result = ff.arena.match("mcts(simulations=300)", "random", RULES, games=24, seed=2, executor=pool)
        while True:  # it may have been quicker than the timer
            try:
                pool.submit(pid, 0).result()
            except BrokenExecutor:
                break
        again = ff.arena.match("mcts(simulations=300)", "random", RULES, games=24, seed=2, executor=pool)
    assert games_of(result) == games_of(again) == games_of(whole)
    assert "the rest is played on this machine" in capsys.readouterr().err


def deadly(number):
    if number == 2:
        os._exit(3)
    return number


class Closed(Executor):
    """Takes no work."""

    def submit(self, *arguments, **more):
        raise BrokenExecutor("closed")


def test_work_that_kills_its_process_does_not_kill_this_one():
    """It is named, and all other work is done."""
    done = []
    with pytest.raises(ff.FivefoldError, match="number 2 was lost"):
        done.extend(numbers(give_out(Closed(), deadly, [(number,) for number in range(4)], "number")))
    assert done == [0, 1, 3]


def test_work_that_no_other_process_can_have_is_done_in_this_one():
    """A function inside another cannot be given away."""
    assert list(give_out(Closed(), lambda number: number + 1, [(1,), (2,)], "number")) == [(0, 2), (1, 3)]


class Silent(Executor):
    """Takes work and never brings it back."""

    def submit(self, work, *arguments, **more):
        return Future()


def test_an_executor_that_brings_nothing_back_is_not_waited_for(monkeypatch, capsys):
    """After a while this machine does the rest."""
    monkeypatch.setattr(workers, "ASK", 0.1)
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    assert list(in_order(give_out(Silent(), square, [(3,), (4,)], "square"))) == [9, 16]
    assert "nothing has come back" in capsys.readouterr().err


class Strangers(Executor):
    """Workers of which every k-th has another version, whose answers are wrong."""

    def __init__(self, every):
        self.every, self.count = every, 0

    def submit(self, work, *arguments, **more):
        future, outcome = Future(), work(*arguments, **more)
        self.count += 1
        if self.count % self.every == 0:
            outcome = outcome._replace(
                result=-1, error=None, versions={**outcome.versions, "fivefold": "0.0.9"}
            )
        future.set_result(outcome)
        return future


def test_a_worker_with_another_version_is_not_believed(capsys):
    """It is reported once, and another worker does the work again."""
    pieces = [(number,) for number in range(20)]
    assert list(in_order(give_out(Strangers(2), square, pieces, "square"))) == [n * n for n in range(20)]
    output = capsys.readouterr().err
    assert f"a worker has fivefold 0.0.9, this process {ff.__version__}" in output
    assert output.count("0.0.9") == 1


def test_where_all_workers_have_another_version_this_machine_works(monkeypatch, capsys):
    """After some answers of that kind."""
    monkeypatch.setattr(jobs, "STRANGERS", 5)
    assert list(in_order(give_out(Strangers(1), square, [(3,), (4,)], "square"))) == [9, 16]
    assert "the rest is played on this machine" in capsys.readouterr().err


@pytest.mark.parametrize("executor", [4, "x", float("nan"), RULES, object(), ThreadPoolExecutor])
def test_what_is_no_executor_is_refused(executor):
    """Wherever one is taken, before anything is played."""
    league = ff.tournament.League(["a", "b"])
    calls = [
        lambda: ff.arena.match("greedy", "random", RULES, games=2, executor=executor),
        lambda: ff.arena.ladder(["greedy", "random"], RULES, games=2, executor=executor),
        lambda: ff.tournament.play(league, dict.fromkeys("ab", "random"), RULES, executor=executor),
        lambda: ff.tournament.depth(RULES, ["random", "greedy"], 3, executor=executor),
        lambda: ff.selfplay.play(RULES, uniform, 2, executor=executor),
    ]
    for call in calls:
        with pytest.raises(ff.FivefoldError, match="executor="):
            call()
