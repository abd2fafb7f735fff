"""What is known of the workers of an executor: whether they answer, what they answer, and their versions."""

import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple

from fivefold._core import FivefoldError, __version__

# An engine that says that a piece killed its workers has tried for itself.
KILLED = 3
# Seconds without any news before an engine is asked for its workers, how often it may say that there is
# none, and the seconds without news after which it is given up.
ASK, CHECKS, PATIENCE = 10.0, 3, 120.0


def tries_of(error: BaseException) -> int:
    """Return how many tries an error stands for."""
    return KILLED if type(error).__name__ == "KilledWorker" else 1


def error_text(error: BaseException) -> str:
    """Describe an error in one line."""
    first = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, FivefoldError):
        return first
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def is_dask(executor: Executor) -> bool:
    """Return whether an executor is one of Dask."""
    return type(executor).__module__.split(".")[0] == "distributed"


def named(executor: Executor, name: str, number: int) -> dict[str, Any]:
    """Return what makes Dask show a readable name, and take a piece that is given out again as new.

    Dask would cut a name at its first hyphen.
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
    """Looks whether an executor still brings something back."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.news = time.monotonic()
        self.longest = self.checked = 0.0
        self.seen, self.without = bool(workers_of(executor)), 0

    def record_activity(self, seconds: float = 0.0) -> None:
        """Take note of a piece that has come back, and of how long it took."""
        self.news, self.longest = time.monotonic(), max(self.longest, seconds)

    def health_error(self) -> str:
        """Explain why the executor should be given up; empty while it should not."""
        now = time.monotonic()
        silent = now - self.news
        if silent < ASK or now - self.checked < ASK / 2:
            return ""
        self.checked = now
        workers = workers_of(self.executor)
        self.without = 0 if workers else self.without + 1
        self.seen = self.seen or bool(workers)
        if silent > max(PATIENCE, 10 * self.longest):
            return f"nothing has come back from the executor for {silent:.0f} s"
        if workers == 0 and self.seen and self.without >= CHECKS:
            return "no worker of the executor is left"
        return ""


def check_executor(executor: Any) -> None:
    """Refuse what cannot work: an executor has `submit`, as those of `concurrent.futures` and Dask."""
    able = executor is None or callable(getattr(executor, "submit", None))
    if not able or isinstance(executor, type):
        raise FivefoldError(f"executor={executor!r:.80} is refused: an Executor (with submit), or None")


class Tried(NamedTuple):
    """What came of a piece: what it gave, or what it raised, which is not a loss of the executor's."""

    result: Any  # what it gave
    error: Exception | None  # what it raised
    seconds: float  # how long it took
    versions: dict[str, str]  # versions of the packages that did it


def tried(work: Callable[..., Any], *arguments: Any) -> Tried:
    """Do a piece of work where an executor has brought it."""
    began = time.perf_counter()
    result, error = None, None
    try:
        result = work(*arguments)
    except Exception as raised:
        error = raised
    return Tried(result, error, time.perf_counter() - began, versions())


def versions() -> dict[str, str]:
    """Return the versions of what decides about results: of fivefold, and of pyarrow, if it writes files."""
    arrow = getattr(sys.modules.get("pyarrow"), "__version__", None)
    return {"fivefold": __version__, **({"pyarrow": arrow} if arrow else {})}


def difference(theirs: dict[str, str]) -> str:
    """Return which package of a worker has another version than here; empty where none has."""
    for name, mine in versions().items():
        if theirs.get(name, mine) != mine:
            return f"a worker has {name} {theirs[name]}, this process {mine}"
    return ""
