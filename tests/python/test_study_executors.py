"""Studies on other executors: what is lost, repeated, disordered or failed changes no byte."""

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
from dataclasses import replace
from functools import partial, partialmethod
from multiprocessing import get_context
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
import fivefold as ff
from fivefold import study
from fivefold.lab import store, workers
from fivefold.lab.store import LocalFolder

CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 1500, "shard": 100, "sample": 10},
        {"name": "engines", "records": "engine_gomoku.jsonl", "sample": 5, "shard": 25},
        {"rules": "pagoda", "name": "played", "games": 8, "shard": 2, "players": ["greedy", "random"]},
    ],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=2)
    return out


def contents(folder):
    """Every file but the log and the lock, as bytes by name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if name not in ("study.log", ".lock")}


class Unreliable(Executor):
    """Loses every third piece in one way or another, plays others twice, and brings them in any order."""

    def __init__(self, seed):
        self.pool, self.chance = ThreadPoolExecutor(3), random.Random(seed)
        self.lost, self.times = Counter(), Counter()

    def submit(self, work, *args, **more):
        future, chance = Future(), self.chance.random()
        errors = [
            BrokenExecutor("a worker died"),
            CancelledError(),
            RuntimeError("no connection"),
            OSError(5),
        ]

        def play():
            try:
                answer = work(*args, **more)
                if chance > 0.8:
                    answer = work(*args, **more)
                time.sleep(random.random() * 0.02)
                future.set_result(answer)
            except BaseException as error:
                future.set_exception(error)

        kind = int(chance * 18)
        played, task = args
        self.times[played, task.name] += 1
        if self.times[played, task.name] > 3:
            kind = 18
        self.lost[kind] += kind < 6
        if kind < 4:
            future.set_exception(errors[kind])
        elif kind == 4:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif kind == 5:
            future.set_result(None)
        else:
            self.pool.submit(play)
        return future


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("seed", [1, 2])
def test_an_executor_that_loses_repeats_and_reorders(whole, tmp_path, shared, seed):
    """The tables are those of the study in one go."""
    executor = Unreliable(seed)
    study.run(CONFIG, tmp_path, executor=executor, shared_folder=shared)
    assert sum(executor.lost.values()) > 2
    assert contents(tmp_path) == contents(whole)


def test_shards_come_back_where_no_folder_is_shared(whole, tmp_path):
    """The workers write nothing; this process writes each file whole."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        study.run(CONFIG, tmp_path, executor=pool, shared_folder=False)
    assert contents(tmp_path) == contents(whole)


class Elsewhere(Executor):
    """Workers that see another folder under the same name."""

    def submit(self, work, played, task, **more):
        future = Future()
        answer = work(played, task, **more)
        for name in answer.result.digests:
            task.out.remove(name)
        future.set_result(answer)
        return future


@pytest.mark.slow
def test_workers_that_see_another_folder_are_found_out(tmp_path):
    """The message says what helps."""
    with pytest.raises(study.DiskError, match="shared_folder=False"):
        study.run(CONFIG, tmp_path, executor=Elsewhere())


class Nowhere(Executor):
    """Workers on which there is no such folder."""

    def submit(self, work, played, task, **more):
        future = Future()
        future.set_result(work(played, replace(task, out=LocalFolder(Path("/nowhere/at/all"))), **more))
        return future


def test_workers_that_do_not_see_the_folder_are_named_as_the_cause(tmp_path):
    """The message says what helps."""
    with pytest.raises(study.DiskError, match=r"do not see this folder.*shared_folder=False"):
        study.run(CONFIG, tmp_path, executor=Nowhere())


class Old(Executor):
    """Workers of which every second has another version, and plays other games."""

    def __init__(self):
        self.count = 0

    def submit(self, work, played, task, **more):
        future, self.count = Future(), self.count + 1
        if self.count % 2:
            future.set_result(work(played, task, **more))
        else:
            outcome = work(played, replace(task, seed=task.seed + 1), **more)
            future.set_result(outcome._replace(versions={**outcome.versions, "fivefold": "0.0.9"}))
        return future


@pytest.mark.parametrize("shared", [True, False])
def test_a_worker_with_another_version_changes_no_byte(whole, tmp_path, shared, capsys):
    """What it gives is not taken; the reason is reported."""
    study.run(CONFIG, tmp_path, executor=Old(), shared_folder=shared)
    assert contents(tmp_path) == contents(whole)
    assert "a worker has fivefold 0.0.9" in capsys.readouterr().err


@pytest.mark.parametrize("more", [{"executor": 4}, {"finish": "x"}, {"shared_folder": 1}, {"progress": "x"}])
def test_odd_arguments_are_refused_before_anything_is_made(tmp_path, more):
    """The message names the argument."""
    with pytest.raises(ff.FivefoldError, match=next(iter(more))):
        study.run(CONFIG, tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


class Silent(Executor):
    """Takes work and never brings it back."""

    def submit(self, work, *args, **more):
        return Future()


def test_an_executor_that_brings_nothing_back_is_not_waited_for(whole, tmp_path, monkeypatch, capsys):
    """After a while this machine plays the rest."""
    monkeypatch.setattr(workers, "ASK", 0.2)
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    study.run(CONFIG, tmp_path, executor=Silent(), threads=2)
    assert contents(tmp_path) == contents(whole)
    assert "nothing has come back" in capsys.readouterr().err


def test_a_pool_whose_process_is_killed(whole, tmp_path, capsys):
    """S9: it takes no more work; what is open is played in processes of its own."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        pids = list(pool.map(getpid, range(2)))
        threading.Timer(0.1, os.kill, (pids[0], 9)).start()
        study.run(CONFIG, tmp_path, executor=pool)
    assert contents(tmp_path) == contents(whole)


def getpid(_):
    time.sleep(0.1)
    return os.getpid()


def breaks(position, rng):
    if position.turns == 3:
        raise ValueError("no idea")
    return int(position.legal_actions()[0])


def failing(player, **more):
    entries = [
        {
            "name": "fails",
            "rules": "freestyle",
            "games": 6,
            "shard": 3,
            "players": ["random", player],
            **more,
        },
        {"rules": "freestyle", "games": 200, "shard": 50, "sample": 2},
    ]
    return {"seed": 1, "experiment": entries}


def test_a_player_that_fails_loses_nothing_that_is_finished(tmp_path):
    """Shard, game and move are named; all other shards are there."""
    with pytest.raises(
        study.PlayError, match=r"fails shard 0 .*breaks has failed in game \d at move \d+"
    ) as caught:
        study.run(failing(breaks), tmp_path)
    assert "no idea" in str(caught.value)
    assert "fails shard 1" in str(caught.value)
    assert set(caught.value.causes) == {"fails shard 0 (games 0 to 2)", "fails shard 1 (games 3 to 5)"}
    assert len(list((tmp_path / "games" / "freestyle").glob("*.parquet"))) == 4


class Deadly:
    """A player that ends the process it plays in."""

    name = "deadly"

    def __call__(self, position, rng):
        os._exit(3)


class Poisoned(Executor):
    """One process a piece: what kills it kills nothing else."""

    def submit(self, work, played, task, **more):
        future = Future()
        if task.experiment.name == "fails":
            future.set_exception(BrokenExecutor("the worker died"))
        else:
            future.set_result(work(played, task, **more))
        return future


def test_shards_that_kill_their_workers_are_named(tmp_path):
    """Given out again at least twice, then named, when all else is done."""
    with pytest.raises(study.PlayError, match=r"fails shard 0 .*the worker died"):
        study.run(failing(Deadly()), tmp_path, executor=Poisoned())
    assert len(list((tmp_path / "games" / "freestyle").glob("*.parquet"))) == 4


def test_a_folder_that_workers_may_not_write_is_no_endless_loop(tmp_path):
    """The error of the disk is reported after a few workers have tried."""
    tries = []

    class ReadOnly(Executor):
        def submit(self, work, played, task, **more):
            future = Future()
            tries.append(task.name)
            future.set_exception(study.DiskError(f"{task.name} was not written: Read-only file system"))
            return future

    with pytest.raises(study.DiskError, match="Read-only"):
        study.run(CONFIG, tmp_path, executor=ReadOnly())
    assert len(tries) < 100


def test_a_study_behind_a_url(whole):
    """A store of objects is a folder: run, stop, go on, load, check, compare."""
    pytest.importorskip("fsspec")
    url = "memory://a-study/out"
    config = {"seed": CONFIG["seed"], "experiment": CONFIG["experiment"]}
    for part in ("1/2", "2/2"):
        study.run(config, url, part=part)
    assert study.run(config, url, finish=True) == f"{url}/report.html"
    assert study.check(url) == {}
    assert study.load(url).equals(study.load(whole))
    assert study.read_summary(url).equals(study.read_summary(whole))
    assert study.compare(url, whole)["difference"].to_pylist()[0] == 0
    import fsspec

    system = fsspec.filesystem("memory")
    stored = {
        name.removeprefix("/a-study/out/"): system.cat_file(name) for name in system.find("/a-study/out")
    }
    stored.pop("study.log")
    assert stored == contents(whole)


def test_a_file_url_is_a_folder(whole, tmp_path):
    """Nothing but Python is needed for it."""
    assert study.run(CONFIG, f"file://{tmp_path}/out") == tmp_path / "out" / "report.html"
    assert contents(tmp_path / "out") == contents(whole)


def test_a_url_that_nobody_knows_is_refused():
    """The message names it."""
    pytest.importorskip("fsspec")
    with pytest.raises(study.StudyError, match="gopher://x"):
        study.run(CONFIG, "gopher://x/y")
    assert not Path("gopher:").exists()


def test_a_store_that_fails_now_and_then_stops_no_study(whole, monkeypatch):
    """Every 7th call fails; each is made again."""
    memory = pytest.importorskip("fsspec.implementations.memory").MemoryFileSystem
    calls = Counter()

    def flaky(call, *arguments, **more):
        calls["all"] += 1
        if calls["all"] % 7 == 0:
            raise TimeoutError("busy")
        return call(*arguments, **more)

    for name in ("pipe_file", "exists", "ls", "makedirs", "rm_file", "_open"):
        monkeypatch.setattr(memory, name, partialmethod(partial(flaky, getattr(memory, name))))
    study.run(CONFIG, "memory://flaky/out", threads=1)
    assert calls["all"] > 70
    monkeypatch.undo()
    assert study.check("memory://flaky/out") == {}


@pytest.mark.parametrize(
    "url", ["zip://x", "data:,x://y", "reference://x", "ftp://127.0.0.1:1/x", "data://x", "file://other/x"]
)
def test_a_url_of_another_kind_is_refused_by_name(url, monkeypatch):
    """Not with whatever error the store has."""
    pytest.importorskip("fsspec")
    monkeypatch.setattr(store, "WAITS", ())
    with pytest.raises(study.StudyError, match=url[:4]):
        study.run(CONFIG, url)


def test_a_folder_whose_name_looks_like_a_url_is_a_folder(whole, tmp_path, monkeypatch):
    """A relative path with a colon."""
    monkeypatch.chdir(tmp_path)
    study.run(CONFIG, "data:text,abc")
    assert contents(tmp_path / "data:text,abc") == contents(whole)
