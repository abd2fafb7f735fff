"""Giving out the work of a study until all of it has come back.

Executors lose work: workers are killed, connections end, machines vanish. What is lost is given out
again; what fails again and again is named at the end, when everything else is done.
"""

import asyncio
import contextlib
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from fivefold.study.errors import DiskError, PlayError, StudyError

from .apart import Apart
from .tasks import ALONE, Answer, Hooks, Task

# Pieces that wait in an executor at a time: enough for any number of workers to be busy.
WAITING = 64
WAITING_ELSEWHERE = 512
# How often a piece is given to an executor, before it is held for the cause of the failures.
TRIES = 8
# An engine that says that a piece killed its workers has tried for itself.
KILLED = 3
# The disk of another worker may have space left.
TRIES_OF_DISKS = 3
# Seconds without any news before an engine is asked for its workers, how often it may say that there is
# none, and the seconds without news after which it is given up.
ASK, ASKED, PATIENCE = 10.0, 3, 120.0
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
    """

    def __init__(
        self,
        executor: Executor | None,
        threads: int,
        hooks: Hooks,
        accept: Callable[[Job, Answer], None],
        tick: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self.threads, self.hooks = threads, hooks
        self.accept, self.tick, self.say = accept, tick, say
        self.pool: ThreadPoolExecutor | None = None
        self.apart = Apart()
        self.engine = None if executor is None else Lane(executor, ALONE, here=False)
        self.running: dict[Future[Answer], tuple[Job, Lane]] = {}
        self.open: set[Job] = set()
        self.waiting: deque[Job] = deque()
        self.tries: Counter[Job] = Counter()
        self.disks: Counter[Job] = Counter()
        self.causes: dict[str, BaseException] = {}
        self.news = time.monotonic()
        self.longest = self.asked = 0.0
        self.seen, self.without, self.isolated = False, 0, False

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
        self.news = time.monotonic()
        self.seen = self.engine is not None and bool(_workers(self.engine.executor))
        while self.open:
            self.fill()
            done, _ = wait(self.running, timeout=0.1, return_when=FIRST_COMPLETED)
            if not self.running:
                time.sleep(0.01)
            for future in done:
                self.take(future)
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

    def fill(self) -> None:
        """Keep the executor busy."""
        lane = self.engine or self.here()
        most = WAITING if lane.here else WAITING_ELSEWHERE
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
                partial(self.apart.play, job.work)
                if self.isolated and not job.task.experiment.own
                else job.work
            )
            self.running[lane.executor.submit(work, job.task, lane.hooks)] = job, lane
            return True
        try:
            submit: Callable[..., Future[Answer]] = lane.executor.submit
            future = submit(job.work, job.task, **_named(lane.executor, job))
        except (Exception, asyncio.CancelledError) as error:
            self.waiting.appendleft(job)
            if self.tries[job] < TRIES and not isinstance(error, BrokenExecutor):
                time.sleep(0.05)
                return False
            self.give_up(f"the executor takes no more work ({_text(error)})")
            return False
        self.running[future] = job, lane
        return True

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
        self.longest = max(self.longest, answer.seconds)
        if not lane.here:
            self.news = time.monotonic()
        self.accept(job, answer)

    def failed(self, job: Job, lane: Lane, error: BaseException) -> None:
        """Give a job out again, or hold it for failed."""
        if isinstance(error, DiskError):
            self.disks[job] += 1
            if lane.here or self.disks[job] >= TRIES_OF_DISKS:
                raise error
        if type(error).__name__ == "KilledWorker":
            self.tries[job] += KILLED - 1
        lost = isinstance(error, BrokenExecutor) if lane.here else not isinstance(error, StudyError)
        if self.tries[job] >= TRIES or not (lost or isinstance(error, DiskError)):
            self.open.discard(job)
            self.causes[job.words] = error
        else:
            self.waiting.append(job)

    def watch(self) -> None:
        """Play here what an executor does not bring back."""
        now = time.monotonic()
        silent = now - self.news
        if self.engine is None or silent < ASK or now - self.asked < ASK / 2:
            return
        self.asked = now
        workers = _workers(self.engine.executor)
        self.without = 0 if workers else self.without + 1
        self.seen = self.seen or bool(workers)
        if silent > max(PATIENCE, 10 * self.longest):
            self.give_up(f"nothing has come back from the executor for {silent:.0f} s")
        elif workers == 0 and self.seen and self.without >= ASKED:
            self.give_up("no worker of the executor is left")

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
        causes = {name: _text(error) for name, error in self.causes.items()}
        named = "; ".join(
            text if text.startswith(name) else f"{name}: {text}"
            for name, text in list(causes.items())[:NAMED]
        )
        more = f"; and {len(causes) - NAMED} more" if len(causes) > NAMED else ""
        count = "a shard" if len(causes) == 1 else f"{len(causes)} shards"
        answer = PlayError(f"{count} could not be played, all others are finished: {named}{more}", causes)
        answer.__cause__ = next(iter(self.causes.values()))
        return answer


def _text(error: BaseException) -> str:
    """Say an error in one line."""
    if isinstance(error, StudyError):
        return str(error)
    first = next(iter(str(error).strip().splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _is_dask(executor: Executor) -> bool:
    return type(executor).__module__.split(".")[0] == "distributed"


def _named(executor: Executor, job: Job) -> dict[str, Any]:
    """Give what makes Dask show a readable name, and take a piece that is given out again as new."""
    if not _is_dask(executor):
        return {}
    what = "shard" if job.names[0] == job.task.name else "sample"
    # Dask shows a name up to its first hyphen.
    name = f"{job.task.experiment.name} {what}".replace("-", "_")
    return {"key": (name, job.task.number, secrets.token_hex(4)), "pure": False}


def _workers(executor: Executor) -> int | None:
    """Count the workers of an executor of Dask; None where that is not known."""
    if not _is_dask(executor):
        return None
    try:
        return len(executor._client.nthreads())  # type: ignore[attr-defined]
    except Exception:  # whoever cannot be asked has no workers for us
        return 0
