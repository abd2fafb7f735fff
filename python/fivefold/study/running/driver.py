"""Giving out the work of a study until all of it has come back.

Executors lose work: workers are killed, connections end, machines vanish. What is lost is given out
again; what fails again and again is named at the end, when everything else is done.
"""

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from fivefold._apart import Apart
from fivefold._executors import TRIES, WAITING, Watch, named, text_of, tries_of
from fivefold.study.errors import DiskError, PlayError, StudyError

from .tasks import ALONE, Answer, Hooks, Task

# Pieces that wait for the threads of this process at a time.
WAITING_HERE = 64
# The disk of another worker may have space left.
TRIES_OF_DISKS = 3
# How many causes are named in a message.
NAMED = 5


@dataclass(frozen=True, eq=False)
class Job:
    """A piece of work.

    Attributes
    ----------
    work : callable
        `play_shard` or `play_sample`.
    task : Task
        What to do.
    names : tuple of str
        The files that come of it.
    """

    work: Callable[..., Answer]
    task: Task
    names: tuple[str, ...]

    @property
    def words(self) -> str:
        """What it is called."""
        if self.names[0] == self.task.name:
            return str(self.task)
        return f"{self.task.experiment.name} sample"

    @property
    def kind(self) -> str:
        """What its experiment's work of this kind is called."""
        return f"{self.task.experiment.name} {'shard' if self.names[0] == self.task.name else 'sample'}"


class Lane(NamedTuple):
    """An executor, and how it is treated.

    Attributes
    ----------
    executor : Executor
        Who plays.
    hooks : Hooks
        What its threads share with this one; nothing where it is another process.
    here : bool
        It plays in this process: what fails there fails for good.
    """

    executor: Executor
    hooks: Hooks
    here: bool


class Driver:
    """Gives jobs to an executor until each has come back or failed for good.

    Parameters
    ----------
    executor : Executor or None
        Who plays; None is threads of this process.
    threads : int
        How many threads of this process play, where they do.
    hooks : Hooks
        What these threads share with this one.
    accept : callable
        Is given each job that has come back, with its answer.
    tick : callable
        Is called several times a second.
    say : callable
        Is given what a person should know, as a text.
    needless : callable, optional
        Tells whether a job need not be done any more; such a one is not given out, and not accepted.
    """

    def __init__(
        self,
        executor: Executor | None,
        threads: int,
        hooks: Hooks,
        accept: Callable[[Job, Answer], None],
        tick: Callable[[], None],
        say: Callable[[str], None],
        needless: Callable[[Job], bool] = lambda job: False,
    ) -> None:
        self.threads, self.hooks = threads, hooks
        self.accept, self.tick, self.say, self.needless = accept, tick, say, needless
        self.pool: ThreadPoolExecutor | None = None
        self.apart = Apart()
        self.engine = None if executor is None else Lane(executor, ALONE, here=False)
        self.running: dict[Future[Answer], tuple[Job, Lane]] = {}
        self.open: set[Job] = set()
        self.waiting: deque[Job] = deque()
        self.tries: Counter[Job] = Counter()
        self.disks: Counter[Job] = Counter()
        self.causes: dict[str, BaseException] = {}
        self.look = None if executor is None else Watch(executor)
        self.isolated = False

    def here(self) -> Lane:
        """Give the threads of this process: one more than may play, so that no core waits for the disk."""
        if self.pool is None:
            self.pool = ThreadPoolExecutor(self.threads + 1, thread_name_prefix="fivefold-study")
        return Lane(self.pool, self.hooks, here=True)

    def run(self, jobs: Iterable[Job]) -> None:
        """Give out the jobs, in their order, and accept what comes back.

        Raises
        ------
        PlayError
            Some failed for good; all others are done.
        DiskError
            The disk is full, or the folder cannot be written.
        """
        self.waiting = deque(jobs)
        self.open = set(self.waiting)
        while self.open:
            self.fill()
            done, _ = wait(self.running, timeout=0.1, return_when=FIRST_COMPLETED)
            if not self.running:
                time.sleep(0.01)
            for future in done:
                self.take(future)
            if done:
                self.drop()
            self.tick()
            self.watch()
        if self.causes:
            raise self.failure()

    def end(self) -> None:
        """Leave, whatever happened: what has come back already is not to be played again."""
        for future in self.running:
            future.cancel()
        self.apart.close()
        if self.pool:
            self.pool.shutdown(wait=True, cancel_futures=True)
        for future, (job, _) in list(self.running.items()):
            with contextlib.suppress(Exception, asyncio.CancelledError):
                if job in self.open and future.done() and future.result().is_whole(list(job.names)):
                    self.open.discard(job)
                    self.accept(job, future.result())

    def drop(self) -> None:
        """Forget what is needless by now."""
        dropped = {job for job in self.open if self.needless(job)}
        self.open -= dropped
        for future, (job, _) in self.running.items():
            if job in dropped:
                future.cancel()

    def fill(self) -> None:
        """Keep the executor busy."""
        lane = self.engine or self.here()
        most = WAITING_HERE if lane.here else WAITING
        while self.waiting and len(self.running) < most:
            job = self.waiting.popleft()
            if job in self.open and not self.submit(job, lane):
                return

    def submit(self, job: Job, lane: Lane) -> bool:
        """Give a job to an executor; False where it takes none."""
        self.tries[job] += 1
        if lane.here:
            # What an executor has lost may have killed its process: it must not kill this one.
            work = (
                partial(self.play_apart, job.work)
                if self.isolated and not job.task.experiment.own
                else job.work
            )
            self.running[lane.executor.submit(work, job.task, lane.hooks)] = job, lane
            return True
        try:
            submit: Callable[..., Future[Answer]] = lane.executor.submit
            future = submit(job.work, job.task, **named(lane.executor, job.kind, job.task.number))
        except (Exception, asyncio.CancelledError) as error:
            self.waiting.appendleft(job)
            if self.tries[job] < TRIES and not isinstance(error, BrokenExecutor):
                time.sleep(0.05)
                return False
            self.give_up(f"the executor takes no more work ({text_of(error)})")
            return False
        self.running[future] = job, lane
        return True

    def play_apart(self, work: Callable[..., Answer], task: Task, hooks: Hooks) -> Answer:
        """Do a job in a process of its own, of which no more work at a time than there are cores."""
        with hooks.slot or nullcontext():
            return self.apart.do(work, task)

    def take(self, future: "Future[Answer]") -> None:
        """Look at what has come back."""
        job, lane = self.running.pop(future)
        if job not in self.open:
            return
        try:
            answer = future.result()
            if not isinstance(answer, Answer) or not answer.is_whole(list(job.names)):
                raise BrokenExecutor("what came back is not what was written")
        except (Exception, asyncio.CancelledError) as error:
            self.failed(job, lane, error)
            return
        self.open.discard(job)
        if self.look and not lane.here:
            self.look.heard(answer.seconds)
        self.accept(job, answer)

    def failed(self, job: Job, lane: Lane, error: BaseException) -> None:
        """Give a job out again, or hold it for failed."""
        if isinstance(error, DiskError):
            self.disks[job] += 1
            if lane.here or self.disks[job] >= TRIES_OF_DISKS:
                raise error
        self.tries[job] += tries_of(error) - 1
        lost = isinstance(error, BrokenExecutor) if lane.here else not isinstance(error, StudyError)
        if self.tries[job] >= TRIES or not (lost or isinstance(error, DiskError)):
            self.open.discard(job)
            self.causes[job.words] = error
        else:
            self.waiting.append(job)

    def watch(self) -> None:
        """Play here what an executor does not bring back."""
        if self.look and self.engine and (why := self.look.complaint()):
            self.give_up(why)

    def give_up(self, why: str) -> None:
        """Take all that is open away from the executor: this process plays it."""
        self.say(f"{why}: the rest is played on this machine")
        self.engine, self.isolated = None, True
        self.tries.clear()
        for future, (job, lane) in list(self.running.items()):
            if not lane.here:
                del self.running[future]
                future.cancel()
                self.waiting.append(job)
        self.waiting = deque(dict.fromkeys(job for job in self.waiting if job in self.open))

    def failure(self) -> PlayError:
        """Say what failed for good."""
        causes = {name: text_of(error) for name, error in self.causes.items()}
        named = "; ".join(
            text if text.startswith(name) else f"{name}: {text}"
            for name, text in list(causes.items())[:NAMED]
        )
        more = f"; and {len(causes) - NAMED} more" if len(causes) > NAMED else ""
        count = "a shard" if len(causes) == 1 else f"{len(causes)} shards"
        answer = PlayError(f"{count} could not be played, all others are finished: {named}{more}", causes)
        answer.__cause__ = next(iter(self.causes.values()))
        return answer
