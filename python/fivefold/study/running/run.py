"""Run a study: shards through any executor, resumable at every moment."""

import contextlib
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from fivefold.study.config import Config, from_dict, read
from fivefold.study.errors import DiskError, disk_error
from fivefold.study.report.numbers import amount
from fivefold.study.storage.digests import DAMAGED, DIGESTS, UNWRITTEN, WHOLE, Digests, digest
from fivefold.study.storage.files import locked, remove_leftovers
from fivefold.study.storage.layout import REPORT, STATE, file_names
from fivefold.study.storage.state import claim, state_of, state_text
from fivefold.study.tables.columns import Fields
from fivefold.study.tables.tally import Tally

from .progress import Line, Log, Report
from .sample import play_sample
from .shards import play_shard, played, sampled
from .tasks import ALONE, Hooks, Stopped, Task

# So many shards wait in the executor at a time: enough for any number of workers to be busy.
WAITING = 64
# What pyarrow and the pictures need takes a quarter of a second to load: it is loaded beside the first games.
LAZY = "fivefold.study.running.finish"


def run(
    config: Config | Mapping[str, Any] | str | Path | None = None,
    out: str | Path = "study-out",
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool | Report = False,
) -> Path:
    """Run a study, or go on with one that was stopped.

    The tables depend on the configuration alone: not on the number of threads, the executor or
    how often the study was stopped. A finished study is left as it is.

    Parameters
    ----------
    config : Config, mapping, str, Path or None
        The study: a path to TOML or JSON, the same as data, or None for the study that the
        package brings, every preset and two collections of real games.
    out : str or Path
        The folder for tables and report; made if need be.
    threads : int, optional
        Threads that play, in this process; all cores by default.
    executor : concurrent.futures.Executor, optional
        Plays the shards instead: a `ProcessPoolExecutor`, or that of a distributed engine whose
        workers see the same folder. It is not shut down.
    progress : bool or callable
        True shows a line with rate and time left; a callable is given (games done, all games).

    Returns
    -------
    Path
        The report, `report.html` in `out`.

    Raises
    ------
    ConfigError
        The configuration makes no sense.
    DirectoryError
        The folder belongs to another study, or another process runs this one.
    DiskError
        The disk is full; finished shards are safe and the same call goes on.
    KeyboardInterrupt
        Ctrl-C; finished shards are safe and the same call goes on.

    Examples
    --------
    >>> import tempfile, fivefold.study as study
    >>> config = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 200, "sample": 5}]}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     path = study.run(config, out)
    ...     path.name
    'report.html'
    """
    if config is None or isinstance(config, (str, Path)):
        config = read(config)
    elif not isinstance(config, Config):
        config = from_dict(config)
    if threads is not None and (type(threads) is not int or not 1 <= threads <= 512):
        raise ValueError(f"threads = {threads!r}: a whole number from 1 to 512 is needed")
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, folder) from error
    with locked(folder) as writable:
        return _Study(config, folder, threads or _cores()).run(executor, progress, writable)


def _cores() -> int:
    """Count the cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _digests(futures: Iterable[Future[Any]], tasks: Mapping[Future[Any], tuple[Any, Task]]) -> dict[str, str]:
    """Give the digests of files that are written, by name; whoever failed or still runs has none."""
    found = {}
    for future in futures:
        if future.done() and not future.cancelled() and future.exception() is None:
            work, task = tasks[future]
            path = task.sample_path if work is play_sample else task.path
            found[path.relative_to(task.out).as_posix()] = future.result()[-1]
    return found


class _Study:
    """One call of `run`."""

    def __init__(self, config: Config, out: Path, threads: int) -> None:
        self.config, self.out, self.threads = config, out, threads
        self.total = sum(experiment.games for experiment in config.experiments)
        self.log = Log(out)
        self.digests = Digests(out)
        self.stop = threading.Event()
        # One worker more than may play at a time: whoever waits for the disk leaves no core idle.
        self.slot = threading.Semaphore(threads)
        self.tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self.pictures: dict[str, str] = {}
        self.finished = 0
        self.under_way: dict[tuple[str, int], int] = {}
        self.order = {experiment.name: place for place, experiment in enumerate(config.experiments)}

    def run(self, executor: Executor | None, progress: bool | Report, writable: bool) -> Path:
        state = state_of(self.out, self.config)
        mended = claim(self.out, state)
        names = file_names(state)
        if writable:
            remove_leftovers(self.out / name for name in [*names, DIGESTS])
        found = self.digests.states(names, self.threads)
        whole = {self.out / name for name, what in found.items() if what == WHOLE}
        shards = list(self.tasks())
        firsts = [task for task in shards if task.number == 0]
        to_play = [task for task in shards if task.path not in whole or not self.count(task, played(task))]
        to_sample = [task for task in firsts if task.sample_path not in whole or sampled(task) is None]
        report_path = self.out / REPORT
        if not to_play and not to_sample and not mended and len(whole) == len(names):
            return report_path
        # Compared with the configuration already, which says more than a digest.
        found[STATE] = DAMAGED if mended else WHOLE
        self.name_damage(found, progress is True)
        self.digests.known[STATE] = digest(state_text(state))
        self.digests.rewrite(names)
        if self.finished:
            self.log.write(f"goes on: {amount(self.finished)} of {amount(self.total)} games are there")
        line = Line() if progress is True else None
        show: Report | None = line or (progress if callable(progress) else None)
        try:
            self.play(to_play, to_sample, executor, show)
        except KeyboardInterrupt:
            with contextlib.suppress(DiskError):
                self.log.write("stopped by Ctrl-C")
            raise
        finally:
            if line:
                line.end()
        if line:
            print("writing summary and report", file=sys.stderr)
        began = time.monotonic()
        from .finish import write_report

        self.digests.known.update(write_report(self.config, self.out, firsts, self.tallies, self.pictures))
        self.digests.rewrite(names)
        self.log.write(f"summary and report in {time.monotonic() - began:.2f} s")
        return report_path

    def name_damage(self, found: dict[str, str], aloud: bool) -> None:
        """Name what was written and is not whole any more: in the log, and on stderr if `aloud`."""
        for name, what in found.items():
            if what not in (WHOLE, UNWRITTEN):
                text = f"{name} is {what}: it is made again"
                self.log.write(text)
                if aloud:
                    print(text, file=sys.stderr)

    def count(self, task: Task, tally: Tally | None) -> bool:
        """Add the counts of a shard, if it is played."""
        if tally is None:
            return False
        self.tallies[task.experiment.name].add(tally)
        self.finished += task.games
        return True

    def tasks(self) -> Iterator[Task]:
        """Give every shard of the study, in the order of the tables."""
        config = self.config
        of_study = config.seed, self.out, Fields.of(config), config.fingerprint
        for experiment in config.experiments:
            for number in range(experiment.shards):
                yield Task(experiment, number, *of_study)

    def play(
        self, shards: list[Task], samples: list[Task], executor: Executor | None, show: Report | None
    ) -> None:
        """Play what is missing. Each worker is one thread of Rust: together they fill the cores."""
        for folder in dict.fromkeys(
            path.parent for task in [*shards, *samples] for path in (task.path, task.sample_path)
        ):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise disk_error(error, folder) from error
        if executor is not None:
            self.drive(executor, shards, samples, show)
            return
        pool = ThreadPoolExecutor(self.threads + 1, thread_name_prefix="fivefold-study")
        try:
            self.drive(pool, shards, samples, show, Hooks(self.pulse, self.slot))
        finally:
            self.stop.set()
            pool.shutdown(wait=True, cancel_futures=True)

    def pulse(self, task: Task, done: int) -> None:
        """Hear from a thread that plays; break it off when the study stops."""
        if self.stop.is_set():
            raise Stopped
        self.under_way[task.experiment.name, task.number] = done

    def priority(self, job: tuple[Any, Task]) -> tuple[float, int]:
        """Order the work: all experiments advance together, so that the time left can be told.

        Games of one cost a thousand times those of another. An experiment's sample comes before its
        first shard: sorting keeps the order of equals.
        """
        _, task = job
        return (task.number + 0.5) / task.experiment.shards, self.order[task.experiment.name]

    def drive(
        self,
        executor: Executor,
        shards: list[Task],
        samples: list[Task],
        show: Report | None,
        hooks: Hooks = ALONE,
    ) -> None:
        """Keep the executor busy until all is written."""
        began, before = time.monotonic(), self.finished
        work_to_do = [*((play_sample, task) for task in samples), *((play_shard, task) for task in shards)]
        jobs = iter(sorted(work_to_do, key=self.priority))
        running: dict[Future[Any], tuple[Any, Task]] = {}
        try:
            while True:
                for work, task in jobs:
                    running[executor.submit(partial(work, task, hooks))] = (work, task)
                    if len(running) >= WAITING:
                        break
                if not running:
                    break
                import_module(LAZY)
                done, _ = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                self.digests.add(_digests(done, running))
                for future in done:
                    work, task = running.pop(future)
                    answer = future.result()
                    if work is play_sample:
                        self.pictures[task.experiment.name] = answer[0]
                    else:
                        tally, seconds, _ = answer
                        self.under_way.pop((task.experiment.name, task.number), None)
                        self.count(task, tally)
                        self.log.write(
                            f"{task.experiment.name} shard {task.number}: {amount(task.games)} games "
                            f"in {seconds:.2f} s"
                        )
                if show:
                    show(self.finished + sum(list(self.under_way.values())), self.total)
        finally:
            # What is finished already when another shard fails is not to be played again.
            with contextlib.suppress(DiskError):
                self.digests.add(_digests([future for future in running if not future.cancel()], running))
        seconds, games = time.monotonic() - began, self.finished - before
        self.log.write(
            f"played {amount(games)} games in {seconds:.2f} s, "
            f"{amount(games / max(seconds, 1e-9))} a second, "
            f"by {self.threads} threads" + ("" if hooks.pulse else " of another executor")
        )
