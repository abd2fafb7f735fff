"""Figures of studies at scale: memory, killing, what an engine costs, and whether plans are right.

    python benches/scale.py memory --games 100000000 --out DIR      # real games through the summary
    python benches/scale.py rows --games 1000000000 --out DIR       # the same rows again and again
    python benches/scale.py engine --shards 40 --out DIR            # Dask against threads
    python benches/scale.py killed --out DIR                        # workers and driver killed
    python benches/scale.py parts --out DIR                         # 16 parts in any order, some twice
    python benches/scale.py plan --out DIR                          # forecast against what it took

Each works in a new folder inside DIR, which is removed at the end, and asks for free disk first. Times are
processor time of all processes together, so that they mean the same on a machine that others use; memory is
the largest resident set of a process. Linux.
"""

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

BYTES_A_GAME = 16
GIGABYTE = 10**9


def used() -> float:
    """Give the processor time of all processes that have ended below this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(*words: object, code: int = 0) -> tuple[float, float, int]:
    """Run Python with these arguments: processor time, seconds and largest memory in bytes."""
    before, began = used(), time.perf_counter()
    watch = "import resource, subprocess, sys; code = subprocess.call([sys.executable, *sys.argv[1:]]); "
    watch += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
    done = subprocess.run([sys.executable, "-c", watch, *map(str, words)], stdout=subprocess.PIPE, text=True)
    if done.returncode != code:
        raise SystemExit(f"{words}: exit code {done.returncode}")
    return used() - before, time.perf_counter() - began, 1024 * int(done.stdout.split()[-1])


def study(config: dict[str, Any], folder: Path, *more: object) -> tuple[float, float, int]:
    """Run a study on the command line."""
    path = folder.with_suffix(".json")
    path.write_text(json.dumps(config))
    return run("-m", "fivefold", "study", path, "--out", folder, "--quiet", *more)


def report_cost(what: str, cost: tuple[float, float, int]) -> None:
    """Print what a run took."""
    cores, seconds, memory = cost
    print(f"{what}: {cores:.1f} s of processor time, {seconds:.1f} s, {memory / 1e6:.0f} MB", flush=True)


def digest(folder: Path) -> str:
    """Give one digest of every file of a study but the log and the lock."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.name not in ("study.log", ".lock"):
            total.update(path.relative_to(folder).as_posix().encode())
            with open(path, "rb") as file:
                total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def freestyle(games: int, rules: str = "freestyle", **more: object) -> dict[str, Any]:
    """Give the study that is measured."""
    entry = {"name": rules, "rules": rules, "games": games, "first_moves": 0, **more}
    return {"seed": 7, "experiment": [entry]}


def again(folder: Path) -> None:
    """Take summary and report away, so that they are made again from the shards."""
    for name in ("summary.parquet", "summary.csv", "report.html"):
        (folder / name).unlink(missing_ok=True)


STREAMED = """
import sys, fivefold.study as study
total = rows = 0
for table in study.batches(sys.argv[1], ["turns"]):
    total += int(table["turns"].to_numpy().astype("int64").sum())
    rows += table.num_rows
print(rows, total / rows, file=sys.stderr)
"""
COMPARED = "import sys, fivefold.study as study; study.compare(sys.argv[1], sys.argv[1])"
EXPORTED = """
import sys, fivefold.study as study
study.export(sys.argv[1], sys.argv[2], games=20_000)
"""


def memory(options: argparse.Namespace, home: Path) -> None:
    """Play real games; summary, comparing, exporting and reading file by file."""
    folder = home / "study"
    report_cost(
        f"{options.games:,} games", study(freestyle(options.games), folder, "--threads", options.threads)
    )
    size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    print(f"{size / 1e9:.2f} GB on disk, {size / options.games:.1f} bytes a game", flush=True)
    again(folder)
    report_cost("summary and report", study(freestyle(options.games), folder, "--finish"))
    report_cost("batches", run("-c", STREAMED, folder))
    report_cost("compare with itself, game by game", run("-c", COMPARED, folder))
    report_cost("export of 20,000 games", run("-c", EXPORTED, folder, home / "positions"))


def rows(options: argparse.Namespace, home: Path) -> None:
    """Write one shard of real games again and again under other numbers, and make the summary."""
    from dataclasses import replace

    from fivefold.lab.store import LocalFolder
    from fivefold.study import from_dict
    from fivefold.study.running.shards import _random
    from fivefold.study.running.tasks import Task
    from fivefold.study.storage.digests import digest as digest_of
    from fivefold.study.storage.layout import shard_name
    from fivefold.study.storage.state import state_of, state_text
    from fivefold.study.tables.columns import Cells, Fields, columns
    from fivefold.study.tables.parquet import to_parquet

    folder = home / "study"
    config = from_dict(freestyle(options.games))
    (experiment,) = config.experiments
    task = Task(experiment, 0, config.seed, LocalFolder(folder), Fields.of(config), config.shard_fingerprint)
    table, seats, _ = _random(replace(task), lambda done, total=0: None)
    for column in columns(task.fields):
        table.setdefault(column.name, Cells(None))
    task.out.make(["games/freestyle"])
    (folder / "study.json").write_bytes(state_text(state_of(config)))
    began = time.process_time()
    with open(folder / "SHA256SUMS", "w") as sums:
        for number in range(experiment.shards):
            table["game"] = Cells(number * experiment.shard)
            data, _ = to_parquet(table, experiment.shard, seats, task.fields, task.fingerprint)
            name = shard_name("freestyle", number)
            task.out.write(name, data)
            sums.write(f"{digest_of(data)}  {name}\n")
    print(f"{experiment.shards} files written in {time.process_time() - began:.0f} s", flush=True)
    size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    print(f"{size / 1e9:.2f} GB on disk, {size / options.games:.1f} bytes a game", flush=True)
    report_cost("summary and report", study(freestyle(options.games), folder, "--threads", options.threads))
    report_cost("batches", run("-c", STREAMED, folder))


def engine(options: argparse.Namespace, home: Path) -> None:
    """Play the same shards of some five seconds with threads and on Dask."""
    config = freestyle(options.shards * options.shard, options.rules, shard=options.shard, sample=10)
    for turn in range(options.rounds):
        alone = study(config, home / f"alone{turn}", "--threads", options.threads)
        report_cost(f"by {options.threads} threads", alone)
        before = used()
        with Cluster(home, options.threads) as cluster:
            cluster.settle()
            study(config, home / f"dask{turn}", "--dask", cluster.address)
        used_cores = used() - before
        before = used()
        with Cluster(home, options.threads) as cluster:
            cluster.settle()
        idle = used() - before
        print(
            f"on Dask: {used_cores:.1f} s, of which {idle:.1f} s to start and end scheduler and workers: "
            f"{100 * (used_cores / alone[0] - 1):+.1f} %, without these "
            f"{100 * ((used_cores - idle) / alone[0] - 1):+.1f} %",
            flush=True,
        )
        assert digest(home / f"alone{turn}") == digest(home / f"dask{turn}")


class Cluster:
    """A scheduler and workers of Dask, each a process; the workers are started again by their nannies."""

    def __init__(self, home: Path, workers: int) -> None:
        # What is left of a process that ends before its children comes to this one (PR_SET_CHILD_SUBREAPER).
        ctypes.CDLL(None).prctl(36, 1)
        self.file = home / "scheduler.json"
        self.file.unlink(missing_ok=True)
        # Workers are forked from a process that has loaded all that they need: a new one costs little.
        quiet = {
            **os.environ,
            "DASK_LOGGING__DISTRIBUTED": "critical",
            "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "forkserver",
            "DASK_DISTRIBUTED__WORKER__PRELOAD": "['fivefold.study.running.shards', 'pyarrow.parquet']",
        }
        options = ["--scheduler-file", str(self.file), "--no-dashboard"]
        start = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            *options,
            "--port",
            "0",
            "--dashboard-address",
            "127.0.0.1:0",
        ]
        self.processes = [subprocess.Popen(start, env=quiet, stderr=subprocess.DEVNULL)]
        options = [*options, "--nworkers", str(workers), "--nthreads", "1", "--local-directory", str(home)]
        start = [sys.executable, "-m", "distributed.cli.dask_worker", *options]
        self.processes.append(subprocess.Popen(start, env=quiet, stderr=subprocess.DEVNULL))
        self.workers = workers
        self.times: dict[int, float] = {}

    def settle(self) -> None:
        """Wait until all workers are there."""
        from distributed import Client

        while not self.file.exists():
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(self.workers, timeout=120)

    def pids(self) -> list[int]:
        """Give the workers' processes, which a server forks that the nannies have started."""
        parents = {}
        for entry in Path("/proc").iterdir():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
        below = {child for child, parent in parents.items() if parent == self.processes[1].pid}
        return sorted(child for child, parent in parents.items() if parent in below)

    def worked(self) -> float:
        """Give the processor time of all workers so far, dead ones too, for one of them."""
        for pid in self.pids():
            try:
                words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            self.times[pid] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return sum(self.times.values()) / self.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            process.send_signal(signal.SIGINT)
            process.wait()
        # The processes that forked the workers are ours now: their time counts when they are waited for.
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)


def killed(options: argparse.Namespace, home: Path) -> None:
    """Kill a worker every two seconds and the driver five times; compare bytes and processor time.

    The seconds are those that each worker has worked: on a machine that others use workers would else be
    killed before they have done anything. The same study is made by threads and by workers that nobody kills.
    """
    config = freestyle(options.shards * options.shard, options.rules, shard=options.shard, sample=10)
    alone = study(config, home / "alone", "--threads", options.threads)
    report_cost(f"by {options.threads} threads", alone)
    costs = []
    for name in ("whole", "killed"):
        before, began, victims = used(), time.monotonic(), 0
        deaths = [options.every * 2.5 * (k + 1) for k in range(options.drivers)] if name == "killed" else []
        drivers = len(deaths)
        with Cluster(home, options.threads) as cluster:
            cluster.settle()
            command = [sys.executable, "-m", "fivefold", "study", home / "alone.json", "--quiet"]
            command += ["--out", home / name, "--dask", cluster.address]
            due = cluster.worked() + options.every
            while True:
                driver = subprocess.Popen(command, stdout=subprocess.DEVNULL)
                while driver.poll() is None:
                    time.sleep(0.05)
                    now = cluster.worked()
                    if name == "killed" and now > due:
                        due = now + options.every
                        pids = cluster.pids()
                        if pids:
                            os.kill(pids[victims % len(pids)], signal.SIGKILL)
                            victims += 1
                    if deaths and now > deaths[0]:
                        deaths.pop(0)
                        driver.kill()
                if driver.wait() == 0:
                    break
        costs.append(used() - before)
        print(
            f"on Dask, {victims} workers and {drivers - len(deaths)} drivers killed, "
            f"{time.monotonic() - began:.0f} s: {costs[-1]:.1f} s of processor time, "
            f"{100 * (costs[-1] / alone[0] - 1):+.1f} % of that by threads, "
            f"{100 * (costs[-1] / costs[0] - 1):+.1f} % of that on Dask",
            flush=True,
        )
        print("the same bytes:", digest(home / "alone") == digest(home / name), flush=True)


def parts(options: argparse.Namespace, home: Path) -> None:
    """Play 16 parts in an order drawn anew, a quarter of them twice; compare bytes and processor time."""
    config = freestyle(options.shards * options.shard, options.rules, shard=options.shard, sample=10)
    alone = study(config, home / "alone", "--threads", options.threads)
    report_cost(f"by {options.threads} threads", alone)
    order = random.sample([*range(1, 17), *random.sample(range(1, 17), 4)], 20)
    before = used()
    for part in order:
        study(config, home / "parts", "--part", f"{part}/16", "--threads", options.threads)
    study(config, home / "parts", "--finish")
    cores = used() - before
    print(
        f"parts {' '.join(map(str, order))}: {cores:.1f} s of processor time, "
        f"{100 * (cores / alone[0] - 1):+.1f} %",
        flush=True,
    )
    print("the same bytes:", digest(home / "alone") == digest(home / "parts"), flush=True)


def plan(options: argparse.Namespace, home: Path) -> None:
    """Compare a plan's seconds with the processor time that the study takes."""
    from fivefold import study as studies

    entries = [
        freestyle(options.games)["experiment"][0],
        {"rules": "renju", "games": options.games // 50},
        {"rules": "pah_tum", "games": options.games // 20},
        {
            "name": "players",
            "rules": "freestyle",
            "options": {"size": 9},
            "games": 200,
            "players": ["mcts(simulations=200)", "greedy"],
            "exchange": True,
        },
    ]
    for entry in entries:
        config = {"seed": 7, "experiment": [entry]}
        (row,) = studies.plan(config)
        cost = study(config, home / "study", "--threads", 1)
        shutil.rmtree(home / "study")
        name = entry.get("name", entry["rules"])
        print(
            f"{name}: planned {row.seconds:.1f} s, took {cost[0]:.1f} s: {row.seconds / cost[0]:.2f}",
            flush=True,
        )


def main() -> None:
    """Measure one thing."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=about)
    parser.add_argument("what", choices=["memory", "rows", "engine", "killed", "parts", "plan"])
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--rules", default="freestyle", help="with engine, killed and parts")
    parser.add_argument(
        "--shard", type=int, default=10_000_000, help="games of a shard, with engine, killed and parts"
    )
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two kills")
    parser.add_argument("--drivers", type=int, default=5, help="how often the driver is killed")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("."))
    options = parser.parse_args()
    games = (
        options.shard * options.shards * 2 if options.what in ("engine", "killed", "parts") else options.games
    )
    free, needed = shutil.disk_usage(options.out).free, games * BYTES_A_GAME
    if free < needed + GIGABYTE:
        raise SystemExit(f"{needed / 1e9:.0f} GB are needed, {free / 1e9:.0f} GB are free")
    with tempfile.TemporaryDirectory(dir=options.out) as home:
        print(" ".join(sys.argv[1:]), flush=True)
        globals()[options.what](options, Path(home))


if __name__ == "__main__":
    main()
