"""Studies on Dask: the same bytes, with workers that are killed and without a folder in common."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed", reason="needs the extra `dask`")
from fivefold import study  # noqa: E402 it needs the extra

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.slow,
]
CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 60_000, "shard": 2000, "sample": 10},
        {"name": "engines", "records": "engine_gomoku.jsonl", "sample": 5, "shard": 25},
        {"name": "played", "rules": "pah_tum", "games": 40, "shard": 4, "players": ["greedy", "random"]},
    ],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=2)
    return out


@pytest.fixture(scope="module")
def cluster():
    """Two workers, each a process that is started again when it dies."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as one:
        yield one


def contents(folder):
    """Every file but the log and the lock, as bytes by name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if name not in ("study.log", ".lock")}


@pytest.mark.parametrize("shared", [True, False])
def test_dask_gives_the_same_tables(whole, tmp_path, cluster, shared):
    """Workers write, or the shards come back."""
    with distributed.Client(cluster) as client:
        study.run(CONFIG, tmp_path, executor=client.get_executor(), shared_folder=shared)
    assert contents(tmp_path) == contents(whole)


def test_workers_that_are_killed_change_no_byte(whole, tmp_path, cluster):
    """S9: four are killed, one every half second, while the study runs."""
    done, killed = threading.Event(), []

    def kill():
        # A worker takes long to start on a busy machine: whoever killed for ever would never see the end.
        while len(killed) < 4 and not done.wait(0.5):
            for worker in list(cluster.workers.values()):
                pid = worker.pid
                if pid and worker.status.name == "running":
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    break

    thread = threading.Thread(target=kill)
    with distributed.Client(cluster) as client:
        thread.start()
        try:
            study.run(CONFIG, tmp_path, executor=client.get_executor())
        finally:
            done.set()
            thread.join()
    assert contents(tmp_path) == contents(whole)


def test_the_command_line_plays_on_a_scheduler(whole, tmp_path, cluster):
    """`--dask ADDRESS`, with the name of each experiment on the tasks."""
    import json

    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    command = [sys.executable, "-m", "fivefold", "study", "config.json", "--out", "out", "--quiet"]
    command += ["--dask", cluster.scheduler_address]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=100, stdout=subprocess.DEVNULL)
    assert contents(tmp_path / "out") == contents(whole)
    with distributed.Client(cluster) as client:
        prefixes = client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.task_prefixes))
    assert "freestyle shard" in prefixes


def test_without_a_scheduler_there_is_one_message(tmp_path, monkeypatch, capsys):
    """Exit code 2, and nothing is made."""
    from fivefold import cli
    from fivefold.commands import study as command

    monkeypatch.setattr(command, "TIMEOUT", 0.5)
    address = "tcp://127.0.0.1:1"
    assert cli.main(["study", "--out", str(tmp_path / "out"), "--dask", address, "--quiet"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_cluster_without_workers_is_not_waited_for(whole, tmp_path, monkeypatch, capsys):
    """A worker that is killed while it starts never comes back: this machine plays the rest."""
    from fivefold.lab import workers

    monkeypatch.setattr(workers, "ASK", 0.5)
    config = {"seed": 1, "experiment": [{"rules": "pente", "games": 400_000, "shard": 20_000, "sample": 2}]}
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        began = time.monotonic()
        threading.Timer(0.5, cluster.scale, [0]).start()
        study.run(config, tmp_path / "a", executor=client.get_executor(), threads=2)
        assert time.monotonic() - began < 60
    assert "played on this machine" in capsys.readouterr().err
    study.run(config, tmp_path / "b", threads=2)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert not Path("dask-worker-space").exists()
