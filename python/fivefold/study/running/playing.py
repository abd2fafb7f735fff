"""The shards of a study: given out in turn, taken as they come back, counted and written.

A shard is a job of `fivefold.lab.jobs`, as a piece of any schedule is; its games are no rows of the engine,
each of which costs 107 microseconds for a random game of freestyle. In a shard of 250 000 that game costs
0.65, of which 0.40 are its playing. Shards in which players play are schedules (`players.Shard`) with rows
of the engine.
"""

import contextlib
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from typing import Any

from fivefold._progress import Live, amount
from fivefold.lab.errors import DiskError, PlayError, StudyError
from fivefold.lab.jobs import Job, Loop
from fivefold.lab.store import Folder
from fivefold.lab.workers import text_of
from fivefold.study.config import Config
from fivefold.study.storage.digests import Digests
from fivefold.study.storage.layout import LOG
from fivefold.study.tables.columns import Fields
from fivefold.study.tables.tally import Tally

from .sample import play_sample
from .shards import play_shard, played
from .stopping import Stops
from .tasks import Answer, Hooks, Stopped, Task

# What pyarrow and the pictures need takes a quarter of a second to load: beside the first games.
LAZY = ("fivefold.study.report.html", "fivefold.draw")


# How many causes are named in a message.
NAMED = 5


@dataclass(frozen=True, eq=False)
class Piece(Job):
    """A shard or a sample to play, and the names of the files that come of it."""

    names: tuple[str, ...]

    @property
    def task(self) -> Task:
        """What is done."""
        task: Task = self.given[0]
        return task

    @property
    def is_bound(self) -> bool:
        """Whether functions of this program play."""
        return bool(self.task.experiment.own)

    def is_whole(self, result: Any) -> bool:
        """Return whether these files have come, and undamaged."""
        return isinstance(result, Answer) and result.is_whole(list(self.names))


def piece(work: Callable[..., Answer], task: Task, names: tuple[str, ...], what: str) -> Piece:
    """Make of a task what an executor is given."""
    kind = f"{task.experiment.name} {what}"
    return Piece(work, (task,), str(task) if what == "shard" else kind, kind, task.number, names)


def failure(loop: Loop[Piece]) -> PlayError:
    """Describe what failed for good."""
    causes = {job.name: text_of(error) for job, error in loop.failed.items()}
    listing = "; ".join(
        text if text.startswith(name) else f"{name}: {text}" for name, text in list(causes.items())[:NAMED]
    )
    more = f"; and {len(causes) - NAMED} more" if len(causes) > NAMED else ""
    count = "a shard" if len(causes) == 1 else f"{len(causes)} shards"
    answer = PlayError(f"{count} could not be played, all others are finished: {listing}{more}", causes)
    answer.__cause__ = next(iter(loop.failed.values()))
    return answer


class Playing:
    """The work of one call of `run`: of a part, which has a number and a count, or of the whole."""

    def __init__(self, config: Config, out: Folder, threads: int, part: tuple[int, int] | None) -> None:
        self.config, self.out, self.threads, self.part = config, out, threads, part
        self.digests = Digests(out, part)
        self.stop = threading.Event()
        # One worker more than may play at a time: whoever waits for the disk leaves no core idle.
        self.hooks = Hooks(self.on_progress, threading.Semaphore(threads))
        self.tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self.stops = Stops(config)
        self.shards: list[Task] = []
        self.pictures: dict[str, str] = {}
        self.new: dict[str, str] = {}
        self.total = self.finished = 0
        self.under_way: dict[tuple[str, int], int] = {}
        self.of_study = config.seed, out, Fields.of(config), config.shard_fingerprint
        self.order = {experiment.name: place for place, experiment in enumerate(config.experiments)}
        self.show = Live(False, "games")

    def note(self, text: str) -> None:
        """Add a line to `study.log`, the only place of a study that knows time."""
        # Nobody needs it so much that a study should stop for it.
        with contextlib.suppress(OSError, StudyError):
            self.out.append(LOG, f"{datetime.now():%Y-%m-%d %H:%M:%S}  {text}\n".encode(), sync=False)

    def look_around(self) -> None:
        """Count what other parts have played of experiments with a stop rule, as far as it lies here."""
        for course in self.stops.courses.values():
            while course.end is None:
                task = Task(course.experiment, course.number, *self.of_study)
                tally = played(task)
                if tally is None:
                    break
                self.stops.add(task, tally)

    def count(self, task: Task, tally: Tally | None) -> bool:
        """Add the counts of a shard, if it is played."""
        if tally is None:
            return False
        if self.stops.has_rule(task):
            self.stops.add(task, tally)
        else:
            self.tallies[task.experiment.name].add(tally)
        self.finished += task.games
        return True

    def tasks(self) -> Iterable[Task]:
        """Yield every shard of the study, in the order of the tables."""
        for experiment in self.config.experiments:
            for number in range(experiment.shards):
                yield Task(experiment, number, *self.of_study)

    def on_progress(self, task: Task, done: int) -> None:
        """Hear from a thread that plays; break it off when the study stops."""
        if self.stop.is_set() or self.stops.is_needless(task):
            raise Stopped
        self.under_way[task.experiment.name, task.number] = done

    def priority(self, job: Piece) -> tuple[float, int]:
        """Order the work: all experiments advance together, so that the time left can be estimated.

        Games of one cost a thousand times those of another. An experiment's sample comes before its
        first shard: sorting keeps the order of equals.
        """
        task = job.task
        return (task.number + 0.5) / task.experiment.shards, self.order[task.experiment.name]

    def play(
        self, shards: list[Task], samples: list[Task], executor: Executor | None, shared_folder: bool
    ) -> None:
        """Play what is missing. Each worker is one thread of Rust: together they fill the cores."""
        jobs = [piece(play_sample, task, (task.sample_name,), "sample") for task in samples]
        jobs += [piece(play_shard, task, tuple(task.names), "shard") for task in shards]
        self.out.make(dict.fromkeys(name.rpartition("/")[0] for job in jobs for name in job.names))
        self.drive(sorted(jobs, key=self.priority), executor, shared_folder)

    def drive(self, jobs: list[Piece], executor: Executor | None, shared_folder: bool) -> None:
        """Have jobs done."""
        if not jobs:
            return
        if executor is not None:
            if not shared_folder:
                # Files of records lie on this machine.
                self.drive([job for job in jobs if job.task.experiment.rules is None], None, True)
                jobs = [job for job in jobs if job.task.experiment.rules is not None]
            # Under a stop rule this process writes: what a worker brings late must not appear in the end.
            jobs = [
                replace(job, given=(replace(job.task, out=None),))
                if not shared_folder or self.stops.has_rule(job.task)
                else job
                for job in jobs
            ]
        began, before = time.monotonic(), self.finished
        loop = Loop(
            executor,
            jobs,
            threads=self.threads,
            share=(self.hooks,),
            slot=self.hooks.slot,
            again=lambda error: not isinstance(error, StudyError),
            fatal=(DiskError,),
            tick=self.tick,
            needless=self.is_needless,
            say=self.say,
        )
        try:
            for job, answer in loop.results():
                self.accept(job, answer)
            if loop.failed:
                raise failure(loop)
            if executor is not None and shared_folder:
                self.look_for([job for job in jobs if not self.is_needless(job)])
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
                self.accept(job, answer)
            self.stop.clear()
            # What is finished already when another shard fails is not to be played again.
            with contextlib.suppress(DiskError):
                self.keep_digests()
        seconds, games = time.monotonic() - began, self.finished - before
        self.note(
            f"played {amount(games)} games in {seconds:.2f} s, "
            f"{amount(games / max(seconds, 1e-9))} a second, "
            f"by {self.threads} threads" + ("" if executor is None else " or another executor")
        )

    def is_needless(self, job: Piece) -> bool:
        """Return whether a job lies beyond the end of its experiment."""
        return self.stops.is_needless(job.task)

    def accept(self, job: Piece, answer: Answer) -> None:
        """Take what came of a job."""
        for name, data in answer.data.items():
            self.out.write(name, data)
        self.new.update(answer.digests)
        task = job.task
        if answer.tally is None:
            self.pictures[task.experiment.name] = answer.picture
            return
        self.under_way.pop((task.experiment.name, task.number), None)
        self.count(task, answer.tally)
        if self.part:
            self.look_around()
        self.note(
            f"{task.experiment.name} shard {task.number}: {amount(task.games)} games "
            f"in {answer.seconds:.2f} s"
        )

    def keep_digests(self) -> None:
        """Write the digests of what has come since."""
        new, self.new = self.new, {}
        self.digests.add(new)

    def tick(self) -> None:
        """Do what is due several times a second."""
        for name in LAZY:
            import_module(name)
        self.keep_digests()
        if self.show.is_heard:
            needless = [task.games for task in self.shards if self.stops.is_needless(task)]
            total = self.total - sum(needless)
            self.show(min(self.finished + sum(list(self.under_way.values())), total), total)

    def say(self, text: str) -> None:
        """Tell a person what happened."""
        self.note(text)
        print(f"fivefold: {text}", file=sys.stderr)

    def look_for(self, jobs: list[Piece]) -> None:
        """Find out whether the workers wrote where this process reads."""
        for wait in (0.0, 1.0, 4.0):
            time.sleep(wait)
            missing = [name for job in jobs for name in job.names if not self.out.exists(name)]
            if not missing:
                return
        raise DiskError(
            f"{self.out} lacks {missing[0]}, which a worker has written: its workers see another folder. "
            "With shared_folder=False the shards come back to this process"
        )
