"""The workers of a study: threads or an executor, which are given its shards in turn."""

import contextlib
import sys
import threading
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from importlib import import_module
from typing import Any

from fivefold._progress import Report, amount
from fivefold.lab.engine import Engine
from fivefold.lab.errors import DiskError, PlayError, StudyError
from fivefold.lab.jobs import Loop
from fivefold.lab.workers import error_text

from .sweep import Sweep
from .tasks import Hooks, Piece, Played, Stopped, Task

# What pyarrow and the pictures need takes a quarter of a second to load: beside the first games.
LAZY = ("fivefold.study.report.html", "fivefold.draw")
# How many causes are named in a message.
NAMED = 5


def failure(loop: Loop[Piece]) -> PlayError:
    """Describe what failed for good."""
    causes = {job.name: error_text(error) for job, error in loop.failed.items()}
    listing = "; ".join(
        text if text.startswith(name) else f"{name}: {text}" for name, text in list(causes.items())[:NAMED]
    )
    more = f"; and {len(causes) - NAMED} more" if len(causes) > NAMED else ""
    count = "a shard" if len(causes) == 1 else f"{len(causes)} shards"
    answer = PlayError(f"{count} could not be played, all others are finished: {listing}{more}", causes)
    answer.__cause__ = next(iter(loop.failed.values()))
    return answer


class Workers(Engine):
    """Plays the shards of a study. Each worker is one thread of Rust: together they fill the cores."""

    def __init__(self, sweep: Sweep, executor: Executor | None, shared_folder: bool) -> None:
        super().__init__(sweep.threads, executor)
        self.sweep, self.files, self.shared_folder = sweep, sweep.files, shared_folder
        self.stop = threading.Event()
        # One worker more than may play at a time: whoever waits for the disk leaves no core idle.
        self.hooks = Hooks(self.on_progress, threading.Semaphore(sweep.threads))
        self.under_way: dict[tuple[str, int], int] = {}

    def pieces(
        self,
        pieces: Sequence[Sequence[Any]],
        what: str,
        names: Sequence[str],
        progress: Report | None = None,
    ) -> Generator[tuple[int, list[Any]]]:
        """See `Engine.pieces`."""
        jobs = [job for (job,) in pieces]
        places = {job.names: place for place, job in enumerate(jobs)}
        if self.sweep.rounds == 1:
            jobs = self.sweep.begin(jobs)
        self.files.folder.make(dict.fromkeys(name.rpartition("/")[0] for job in jobs for name in job.names))
        # Samples that have waited read the files of this machine.
        executor = self.executor if self.sweep.rounds == 1 else None
        if executor is not None and not self.shared_folder:
            # Files of records lie on this machine.
            here = [job for job in jobs if job.task.experiment.rules is None]
            yield from self.drive(here, None, places)
            jobs = [job for job in jobs if job.task.experiment.rules is not None]
        yield from self.drive(jobs, executor, places)

    def drive(
        self, jobs: list[Piece], executor: Executor | None, places: dict[tuple[str, ...], int]
    ) -> Generator[tuple[int, list[Any]]]:
        """Have jobs done."""
        if not jobs:
            return
        sweep, shared_folder = self.sweep, self.shared_folder or executor is None
        if executor is not None:
            # Under a stop rule this process writes: what a worker brings late must not appear in the end.
            jobs = [
                replace(job, arguments=(replace(job.task, out=None),))
                if not shared_folder or sweep.stops.has_rule(job.task)
                else job
                for job in jobs
            ]
        began, before = time.monotonic(), sweep.finished
        loop = Loop(
            executor,
            jobs,
            threads=sweep.threads,
            share=(self.hooks,),
            slot=self.hooks.slot,
            again=lambda error: not isinstance(error, StudyError),
            fatal=(DiskError,),
            tick=self.tick,
            needless=sweep.is_needless,
            say=self.say,
        )
        try:
            for job, answer in loop.results():
                self.under_way.pop((job.task.experiment.name, job.task.number), None)
                yield places[job.names], [Played(job, answer)]
            if loop.failed:
                raise failure(loop)
            if executor is not None and shared_folder:
                self.look_for([job for job in jobs if not sweep.is_needless(job)])
        except DiskError as error:
            if executor is None or not shared_folder or error.full:
                raise
            raise DiskError(
                f"{error} (on a worker). If the workers do not see this folder: with shared_folder=False the "
                "shards come back to this process"
            ) from error
        finally:
            self.stop.set()
            for job, answer in loop.end():
                sweep.look([Played(job, answer)])
                self.files.add([Played(job, answer)])
            self.stop.clear()
            # What is finished already when another shard fails is not to be played again.
            with contextlib.suppress(DiskError):
                self.files.keep_digests()
        seconds, games = time.monotonic() - began, sweep.finished - before
        self.files.note(
            f"played {amount(games)} games in {seconds:.2f} s, "
            f"{amount(games / max(seconds, 1e-9))} a second, "
            f"by {sweep.threads} threads" + ("" if executor is None else " or another executor")
        )

    def on_progress(self, task: Task, done: int) -> None:
        """Hear from a thread that plays; break it off when the study stops."""
        if self.stop.is_set() or self.sweep.stops.is_needless(task):
            raise Stopped
        self.under_way[task.experiment.name, task.number] = done

    def tick(self) -> None:
        """Do what is due several times a second."""
        for name in LAZY:
            import_module(name)
        self.files.keep_digests()
        sweep = self.sweep
        if sweep.show.is_reported:
            needless = [task.games for task in sweep.shards if sweep.stops.is_needless(task)]
            total = sweep.total - sum(needless)
            sweep.show(min(sweep.finished + sum(list(self.under_way.values())), total), total)

    def say(self, text: str) -> None:
        """Tell a person what happened."""
        self.files.note(text)
        print(f"fivefold: {text}", file=sys.stderr)

    def look_for(self, jobs: list[Piece]) -> None:
        """Find out whether the workers wrote where this process reads."""
        folder = self.files.folder
        for wait in (0.0, 1.0, 4.0):
            time.sleep(wait)
            missing = [name for job in jobs for name in job.names if not folder.exists(name)]
            if not missing:
                return
        raise DiskError(
            f"{folder} lacks {missing[0]}, which a worker has written: its workers see another folder. "
            "With shared_folder=False the shards come back to this process"
        )
