"""Giving work to an executor until it has come back: what is lost is given out again.

Executors lose work: workers are killed, connections end, machines vanish, or have another version of the
package. Studies, matches, ladders, tournaments and self-play all go by the one loop that stands here. What
fails again and again is named at the end, when everything else is done.
"""

import asyncio
import contextlib
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from fivefold._core import FivefoldError

from .apart import Apart, NotTakenError
from .leaving import do, leave, mark, new_name
from .workers import Tried, Watch, difference, error_text, named, tried, tries_of

# How often a piece is given to an executor, and to processes of this machine, before it is held for the cause
# of the failures; and how often where the disk is full, since that of another worker may have space left.
TRIES, TRIES_HERE, TRIES_OF_DISKS = 8, 2, 3
# Pieces that wait in an executor, and in the threads of this process, at a time: enough for any number of
# workers to be busy.
WAITING, WAITING_HERE = 512, 64
# Answers in a row that workers with other versions may give before their executor is given up.
STRANGERS = 64

Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Job:
    """A piece of work."""

    work: Callable[..., Any]  # what is done; it must do the same whenever and wherever it is done
    arguments: tuple[Any, ...]  # its arguments
    name: str  # what it is called
    kind: str  # what all work like it is called, such as "match"
    number: int  # which piece of its kind

    @property
    def is_bound(self) -> bool:
        """Whether it cannot be given to another process of this machine."""
        return False

    def is_whole(self, result: Any) -> bool:
        """Return whether this is what the work gives, undamaged."""
        return True


Work = TypeVar("Work", bound=Job)


def tell(text: str) -> None:
    """Tell a person what happened."""
    print(f"fivefold: {text}", file=sys.stderr)


class Loop(Generic[Work]):
    """Gives jobs to an executor until each has come back or failed for good.

    Parameters
    ----------
    executor : Executor or None
        Executor that does the work; None is threads of this process.
    jobs : iterable of Job
        What is to be done, in this order.
    threads : int
        How many threads of this process work, where they do.
    share : tuple
        Further arguments of work in threads of this process: what they share with this one.
    slot : context manager, optional
        Held by a thread while another process of this machine works for it.
    again : callable, optional
        Tells whether an error of the work is that of its machine, so that another one may do it.
    fatal : tuple of type
        Errors that end everything, after three tries or at once where they happen here.
    tick : callable, optional
        Is called several times a second.
    needless : callable, optional
        Tells whether a job need not be done any more; such a one is not given out, and not given back.
    say : callable, optional
        Is given what a person should know, as a text.

    Attributes
    ----------
    failed : dict of Job to BaseException
        What has failed for good.
    lost : set of Job
        Those of them that have never come back.
    """

    def __init__(
        self,
        executor: Executor | None,
        jobs: Iterable[Work],
        *,
        threads: int = 1,
        share: tuple[Any, ...] = (),
        slot: AbstractContextManager[Any] | None = None,
        again: Callable[[BaseException], bool] = lambda error: False,
        fatal: tuple[type[BaseException], ...] = (),
        tick: Callable[[], None] = lambda: None,
        needless: Callable[[Work], bool] = lambda job: False,
        say: Callable[[str], None] = tell,
    ) -> None:
        self.executor, self.threads, self.share, self.slot = executor, threads, share, slot
        self.again, self.fatal, self.tick, self.needless, self.say = again, fatal, tick, needless, say
        self.waiting = deque(jobs)
        self.place = {job: place for place, job in enumerate(self.waiting)}
        self.open = set(self.waiting)
        self.running: dict[Future[Tried], tuple[Work, bool]] = {}
        self.tries: Counter[Work] = Counter()
        self.disks: Counter[Work] = Counter()
        self.failed: dict[Work, BaseException] = {}
        self.lost: set[Work] = set()
        self.watch = None if executor is None else Watch(executor)
        self.pool: ThreadPoolExecutor | None = None
        self.apart, self.name = Apart(), new_name()
        self.isolated, self.strangers = False, 0
        self.reported: set[str] = set()

    def results(self) -> Iterator[tuple[Work, Any]]:
        """Give the jobs to their workers, and yield each with what came of it, as it comes."""
        while self.open:
            self.fill()
            done = wait(self.running, timeout=0.1, return_when=FIRST_COMPLETED).done if self.running else ()
            if not self.running:
                time.sleep(0.01)
            for future in [future for future in self.running if future in done]:
                job, here = self.running.pop(future)
                if job in self.open and (outcome := self.take(job, here, future)):
                    self.open.discard(job)
                    yield job, outcome.result
            if done:
                self.drop()
            self.tick()
            if self.executor and (why := self.health_error()):
                self.give_up(why)

    def end(self) -> Iterator[tuple[Work, Any]]:
        """Leave, whatever happened; give what has come back already, so that it is not done again."""
        for future in self.running:
            future.cancel()
        leave(self.name)
        if self.executor is not None:
            mark(self.name, self.running)
        self.apart.close()
        if self.pool:
            self.pool.shutdown(wait=True, cancel_futures=True)
        for future, (job, _) in list(self.running.items()):
            with contextlib.suppress(Exception, asyncio.CancelledError, KeyboardInterrupt):
                if job in self.open and future.done():
                    outcome = future.result()
                    if (
                        outcome.error is None
                        and not difference(outcome.versions)
                        and job.is_whole(outcome.result)
                    ):
                        self.open.discard(job)
                        yield job, outcome.result

    def fill(self) -> None:
        """Keep the workers busy."""
        while self.waiting and len(self.running) < (WAITING if self.executor else WAITING_HERE):
            job = self.waiting.popleft()
            if job in self.open and not self.submit(job):
                return

    def submit(self, job: Work) -> bool:
        """Give a job to its worker; False where the executor takes none."""
        self.tries[job] += 1
        if self.executor is None:
            if self.pool is None:
                # One more than may work, so that no core waits for the disk.
                more = self.slot is not None
                self.pool = ThreadPoolExecutor(self.threads + more, thread_name_prefix="fivefold")
            self.running[self.pool.submit(self.do_here, job)] = job, True
            return True
        try:
            more_of = named(self.executor, job.kind, job.number)
            future = self.executor.submit(partial(do, self.name), job.work, *job.arguments, **more_of)
        except (Exception, asyncio.CancelledError) as error:
            self.waiting.appendleft(job)
            if self.tries[job] < TRIES and not isinstance(error, BrokenExecutor):
                time.sleep(0.05)
            else:
                self.give_up(f"the executor takes no more work ({error_text(error)})")
            return False
        self.running[future] = job, False
        return True

    def do_here(self, job: Work) -> Tried:
        """Do a job in a thread of this process, or in a process of its own where it may kill its own."""
        if self.isolated and not job.is_bound:
            with self.slot or nullcontext(), contextlib.suppress(NotTakenError):
                return self.apart.do(tried, job.work, *job.arguments)
        return tried(job.work, *job.arguments, *self.share)

    def take(self, job: Work, here: bool, future: "Future[Tried]") -> Tried | None:
        """Look at what has come back; None if it is not taken."""
        try:
            outcome = future.result()
            if not isinstance(outcome, Tried):
                raise BrokenExecutor("what came back is not what was given")
        except (Exception, asyncio.CancelledError) as error:
            self.fail(job, error, here, lost=True)
            return None
        if why := difference(outcome.versions):
            self.refuse(job, why)
            return None
        if not here and self.watch:
            self.strangers = 0
            self.watch.record_activity(outcome.seconds)
        if outcome.error is not None:
            self.fail(job, outcome.error, here, lost=not here and self.again(outcome.error))
            return None
        if not job.is_whole(outcome.result):
            self.fail(job, BrokenExecutor("what came back is not what was written"), here, lost=True)
            return None
        return outcome

    def fail(self, job: Work, error: BaseException, here: bool, lost: bool) -> None:
        """Give a job out again, or hold it for failed."""
        if isinstance(error, self.fatal):
            self.disks[job] += 1
            if here or self.disks[job] >= TRIES_OF_DISKS:
                raise error
            lost = True
        self.tries[job] += tries_of(error) - 1
        if lost and self.tries[job] < (TRIES_HERE if here else TRIES):
            self.waiting.append(job)
            return
        self.open.discard(job)
        self.failed[job] = error
        if lost:
            self.lost.add(job)

    def refuse(self, job: Work, why: str) -> None:
        """Take nothing from a worker with other versions; say so once, and give the job out again."""
        self.tries[job] -= 1
        self.waiting.append(job)
        self.strangers += 1
        if why not in self.reported:
            self.reported.add(why)
            self.say(f"{why}: what it gives is not taken. All need the same versions")

    def health_error(self) -> str:
        """Explain why the executor should be given up; empty while it should not."""
        if self.strangers >= STRANGERS:
            return "no worker with the same versions has answered for long"
        return self.watch.health_error() if self.watch else ""

    def drop(self) -> None:
        """Forget what is needless by now."""
        dropped = {job for job in self.open if self.needless(job)}
        self.open -= dropped
        for future, (job, _) in self.running.items():
            if job in dropped:
                future.cancel()

    def give_up(self, why: str) -> None:
        """Take all that is open away from the executor: this process does it."""
        self.say(f"{why}: the rest is played on this machine")
        # What an executor has lost may have killed its process: it must not kill this one.
        self.executor, self.isolated = None, True
        self.tries.clear()
        for future, (job, here) in list(self.running.items()):
            if not here:
                del self.running[future]
                future.cancel()
                self.waiting.append(job)
        self.waiting = deque(sorted({*self.waiting} & self.open, key=self.place.__getitem__))


def give_out(
    executor: Executor,
    work: Callable[..., Result],
    pieces: Sequence[tuple[Any, ...]],
    what: str,
    names: Sequence[str] | None = None,
) -> Iterator[tuple[int, Result]]:
    """Have pieces of work done, and give each number with what came of it, as it comes.

    The work must do the same whenever and wherever it is done. What the executor loses is given out again,
    seven times at most. Where it takes no more work or brings nothing back, this machine does the rest, in a
    process of its own where that is possible. What the work raises, and FivefoldError for a piece that was
    lost eight times, comes when all other pieces are done; of several the first by number.
    """
    names = [f"{what} {number}" for number in range(len(pieces))] if names is None else names
    jobs = [Job(work, piece, names[number], what, number) for number, piece in enumerate(pieces)]
    loop = Loop(executor, jobs)
    try:
        for job, result in loop.results():
            yield job.number, result
    finally:
        for _ in loop.end():
            pass
    for job in jobs:
        if job in loop.lost:
            loss = loop.failed[job]
            raise FivefoldError(f"{job.name} was lost {loop.tries[job]} times: {error_text(loss)}") from loss
        if job in loop.failed:
            raise loop.failed[job]


def in_order(results: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    """Yield what `give_out` gives in the order of the pieces."""
    held: dict[int, Result] = {}
    due = 0
    for number, result in results:
        held[number] = result
        while due in held:
            yield held.pop(due)
            due += 1
