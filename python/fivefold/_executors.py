"""Giving work to an executor until it has come back: what is lost is given out again.

Executors lose work: workers are killed, connections end, machines vanish. Studies, matches, ladders,
tournaments and self-play all go by what stands here.
"""

import asyncio
import secrets
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any, NamedTuple, TypeVar

from fivefold._apart import Apart, NotTakenError
from fivefold._core import FivefoldError

# How often a piece is given to an executor, before it is held for the cause of the failures.
TRIES = 8
# An engine that says that a piece killed its workers has tried for itself.
KILLED = 3
# Pieces that wait in an executor at a time: enough for any number of workers to be busy.
WAITING = 512
# Seconds without any news before an engine is asked for its workers, how often it may say that there is
# none, and the seconds without news after which it is given up.
ASK, ASKED, PATIENCE = 10.0, 3, 120.0

Result = TypeVar("Result")


def tries_of(error: BaseException) -> int:
    """Tell how many tries an error stands for."""
    return KILLED if type(error).__name__ == "KilledWorker" else 1


def text_of(error: BaseException) -> str:
    """Say an error in one line."""
    first = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, FivefoldError):
        return first
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def is_dask(executor: Executor) -> bool:
    """Tell whether an executor is one of Dask."""
    return type(executor).__module__.split(".")[0] == "distributed"


def named(executor: Executor, name: str, number: int) -> dict[str, Any]:
    """Give what makes Dask show a readable name, and take a piece that is given out again as new.

    Parameters
    ----------
    executor : Executor
        Who plays.
    name : str
        What the work is called; Dask would cut it at its first hyphen.
    number : int
        Which piece of it.
    """
    if not is_dask(executor):
        return {}
    return {"key": (name.replace("-", "_"), number, secrets.token_hex(4)), "pure": False}


def workers_of(executor: Executor) -> int | None:
    """Count the workers of an executor of Dask; None where that is not known."""
    if not is_dask(executor):
        return None
    try:
        return len(executor._client.nthreads())  # type: ignore[attr-defined]
    except Exception:  # whoever cannot be asked has no workers for us
        return 0


class Watch:
    """Looks whether an executor still brings something back.

    Parameters
    ----------
    executor : Executor
        Who plays.
    """

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.news = time.monotonic()
        self.longest = self.asked = 0.0
        self.seen, self.without = bool(workers_of(executor)), 0

    def heard(self, seconds: float = 0.0) -> None:
        """Take note of a piece that has come back, and of how long it took."""
        self.news, self.longest = time.monotonic(), max(self.longest, seconds)

    def complaint(self) -> str:
        """Say why the executor should be given up; empty while it should not."""
        now = time.monotonic()
        silent = now - self.news
        if silent < ASK or now - self.asked < ASK / 2:
            return ""
        self.asked = now
        workers = workers_of(self.executor)
        self.without = 0 if workers else self.without + 1
        self.seen = self.seen or bool(workers)
        if silent > max(PATIENCE, 10 * self.longest):
            return f"nothing has come back from the executor for {silent:.0f} s"
        if workers == 0 and self.seen and self.without >= ASKED:
            return "no worker of the executor is left"
        return ""


class Tried(NamedTuple):
    """What came of a piece: what it gave, or what it raised, which is no loss of the executor's."""

    result: Any
    error: Exception | None = None


def tried(work: Callable[..., Any], *given: Any) -> Tried:
    """Do a piece of work where an executor has brought it."""
    try:
        return Tried(work(*given))
    except Exception as error:
        return Tried(None, error)


def check_executor(executor: Any) -> None:
    """Refuse what cannot work: an executor has `submit`, as those of `concurrent.futures` and Dask."""
    able = executor is None or callable(getattr(executor, "submit", None))
    if not able or isinstance(executor, type):
        raise FivefoldError(f"executor={executor!r:.80} is refused: an Executor (with submit), or None")


def give_out(
    executor: Executor,
    work: Callable[..., Result],
    pieces: Sequence[tuple[Any, ...]],
    what: str,
    names: Sequence[str] | None = None,
) -> Iterator[tuple[int, Result]]:
    """Have pieces of work done, and give each with what came of it, as it comes.

    What the executor loses is given out again, seven times at most. Where it takes no more work or brings
    nothing back, this machine does the rest, in a process of its own where that is possible.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        Who works.
    work : callable
        What is done; it must do the same whenever and wherever it is done.
    pieces : sequence of tuple
        Its arguments.
    what : str
        What the work is called, such as "match".
    names : sequence of str, optional
        What each piece is called; the number of the piece by default.

    Yields
    ------
    tuple of int and object
        The number of the piece, and what `work` gave for it.

    Raises
    ------
    FivefoldError
        A piece was lost eight times. This, and what `work` raises, comes when all other pieces are done; of
        several the first by number.
    """
    names = [f"{what} {number}" for number in range(len(pieces))] if names is None else names
    tries: Counter[int] = Counter()
    failed: dict[int, BaseException] = {}
    losses: dict[int, BaseException] = {}
    running: dict[Future[Tried], int] = {}
    waiting, watch = deque(range(len(pieces))), Watch(executor)
    why = ""
    try:
        while (waiting or running) and not why:
            while waiting and len(running) < WAITING:
                number = waiting.popleft()
                tries[number] += 1
                try:
                    future = executor.submit(tried, work, *pieces[number], **named(executor, what, number))
                except (Exception, asyncio.CancelledError) as error:
                    waiting.appendleft(number)
                    if tries[number] >= TRIES or isinstance(error, BrokenExecutor):
                        why = f"the executor takes no more work ({text_of(error)})"
                    break
                running[future] = number
            done = wait(running, timeout=ASK / 4, return_when=FIRST_COMPLETED).done if running else ()
            for future in done:
                number = running.pop(future)
                try:
                    found = future.result()
                    if not isinstance(found, Tried):
                        raise BrokenExecutor("what came back is not what was given")
                except (Exception, asyncio.CancelledError) as error:
                    tries[number] += tries_of(error) - 1
                    if tries[number] < TRIES:
                        waiting.append(number)
                    else:
                        losses[number] = error
                    continue
                watch.heard()
                if found.error is None:
                    yield number, found.result
                else:
                    failed[number] = found.error
            why = why or watch.complaint()
    finally:
        for future in running:
            future.cancel()
    if why:
        print(f"fivefold: {why}: the rest is played on this machine", file=sys.stderr)
    apart = Apart()
    try:
        for number in sorted([*waiting, *running.values()]):
            try:
                # What has killed a process of the executor's must not kill this one.
                found = apart.do(tried, work, *pieces[number])
            except NotTakenError:
                found = tried(work, *pieces[number])
            except BrokenExecutor as error:
                losses[number] = error
                continue
            if found.error is None:
                yield number, found.result
            else:
                failed[number] = found.error
    finally:
        apart.close()
    for number, loss in losses.items():
        failed[number] = FivefoldError(f"{names[number]} was lost {tries[number]} times: {text_of(loss)}")
        failed[number].__cause__ = loss
    if failed:
        raise failed[min(failed)]


def in_order(found: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    """Give what `give_out` gives in the order of the pieces."""
    held: dict[int, Result] = {}
    due = 0
    for number, result in found:
        held[number] = result
        while due in held:
            yield held.pop(due)
            due += 1
