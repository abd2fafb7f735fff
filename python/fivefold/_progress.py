"""How far a long call is: one way to show it, for every module.

`progress=` is True (tqdm where it is installed, else a line on stderr), False (nothing), a callable that is
given ``(done, total)``, or None: shown where somebody looks, in a terminal or a notebook, once the call has
taken two seconds.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeAlias

from fivefold._core import FivefoldError

__all__ = [
    "Live",
    "Pace",
    "Progress",
    "ProgressLike",
    "Report",
    "amount",
    "duration",
    "make_progress",
    "reporting",
]

ProgressLike: TypeAlias = "bool | Callable[[int, int], object] | None"
# What a part of the work reports: how much of it is done, of how much.
Report: TypeAlias = Callable[[int, int], object]

# Seconds before a call shows by itself how far it is; between two looks of what is written over, and of lines
# that stay, as in a file.
PATIENCE, BETWEEN, BETWEEN_LINES = 2.0, 0.2, 15.0
# Seconds that the rate is taken from.
MINUTE = 60.0


def duration(seconds: float) -> str:
    """Write a time for people.

    Examples
    --------
    >>> duration(5), duration(65), duration(7300)
    ('5 s', '1 min 05 s', '2 h 01 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def amount(number: float) -> str:
    """Write a number with thin groups of three."""
    return f"{number:,.0f}".replace(",", " ")


def is_watched() -> bool:
    """Return whether somebody sees stderr: in a terminal or a notebook. TQDM_DISABLE says no, as to tqdm."""
    if os.environ.get("TQDM_DISABLE"):
        return False
    kernel = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(kernel, "kernel") or sys.stderr.isatty()


class Pace:
    """How fast a call goes on, and how long it takes yet.

    Examples
    --------
    >>> pace = Pace()
    >>> for second, done in ((0, 0), (30, 300), (90, 330)):
    ...     pace.add(second, done)
    >>> pace.rate(), pace.left(100)
    (0.5, 200.0)
    """

    def __init__(self) -> None:
        self.seen: deque[tuple[float, int]] = deque()

    def add(self, now: float, done: int) -> None:
        """Take note of how much is done; what is older than a minute is forgotten."""
        self.seen.append((now, done))
        while len(self.seen) > 2 and self.seen[1][0] <= now - MINUTE:
            self.seen.popleft()

    def rate(self) -> float:
        """Return how much was done a second in the last minute."""
        (before, first), (now, last) = self.seen[0], self.seen[-1]
        return (last - first) / (now - before) if now > before else 0.0

    def left(self, rest: int) -> float | None:
        """Return the seconds that the rest takes: None where nothing was done in the last minute."""
        rate = self.rate()
        return rest / rate if rate > 0 else None


def _check(progress: Any) -> None:
    """Refuse what cannot report."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise FivefoldError(
            f"progress={progress!r:.80} is refused: it takes True, False, None or a callable of two"
        )


class Live:
    """Shows how far a call is, or tells it to a callable, each time that it is called with (done, total).

    The seconds that are left are those at the rate of the last minute. `after` tells what goes on when all is
    done.
    """

    def __init__(self, progress: Any, unit: str, after: str = "") -> None:
        _check(progress)
        self.unit, self.after = unit, after
        self.callable: Report | None = progress if callable(progress) else None
        self.is_displayed = progress is True or (progress is None and is_watched())
        # What was asked for stays; what came by itself goes when the call is done.
        self.stays = progress is True
        self.began = self.looked = time.monotonic()
        self.is_reported = self.is_displayed or self.callable is not None
        self.pace = Pace()
        self.view: Bar | Line | None = None
        self.is_whole = False

    def __call__(self, done: int, total: int) -> None:
        """Say that so much is done of all."""
        if self.callable is not None:
            self.callable(done, total)
        elif self.is_displayed:
            self.show(done, total)

    def show(self, done: int, total: int) -> None:
        """Show it, where it is time for it."""
        now = time.monotonic()
        self.pace.add(now, done)
        whole = done >= total
        if self.view is None:
            if not self.stays and (whole or now - self.began < PATIENCE):
                if whole:
                    self.close()
                return
            self.view = make_view(total, self.unit, self.stays)
        again = whole and self.is_whole
        if now - self.looked < self.view.between and (again or not whole):
            return
        self.looked, self.is_whole = now, whole
        left = None if whole else self.pace.left(total - done)
        self.view.show(done, total, self.pace.rate(), left, self.after if again else "")
        if whole and not self.after:
            self.close()

    def close(self) -> None:
        """Leave what is shown, or wipe it."""
        if self.view is not None:
            self.view.close()
        # A later report is about something else: the next round, say.
        self.view, self.pace, self.is_whole = None, Pace(), False


def make_progress(progress: Any, unit: str = "games", after: str = "") -> Live:
    """Make of `progress=` something to call with (done, total); `Live` has the arguments."""
    return Live(progress, unit, after)


class Progress:
    """How far a call is, as a context: what is done when it ends without an error is all.

    Examples
    --------
    >>> with Progress(print, 4, "games") as progress:
    ...     first = progress.part(0.5)
    ...     first(1, 2)
    ...     first(2, 2)
    1 4
    2 4
    4 4
    """

    def __init__(self, progress: ProgressLike, total: int, unit: str) -> None:
        self.live = Live(progress, unit)
        self.total = total
        self.assigned = 0.0
        self.done = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.reach(1.0)
        self.live.close()

    def part(self, share: float) -> Report:
        """Return what reports on the next `share` of the work, from 0 to 1."""
        begin = self.assigned
        self.assigned = min(begin + share, 1.0)
        width = self.assigned - begin

        def report(done: int, total: int) -> None:
            self.reach(begin + width * min(done / total, 1.0) if total else begin + width)

        return report

    def reach(self, share: float) -> None:
        """Say that so much of everything is done."""
        done = self.total if share >= 1 else int(share * self.total + 1e-9)
        if self.live.callable is None or (done > self.done and (done > 0 or share >= 1)):
            self.done = max(self.done, done)
            self.live(self.done, self.total)


def make_view(total: int, unit: str, stays: bool) -> Bar | Line:
    """Make what is seen: a bar of tqdm, or a line where it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Line(unit, stays)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of widgets that are not installed: tqdm falls back to text
        # The time left is ours: tqdm's is that of the mean rate since the beginning.
        bar_format = "{l_bar}{bar}| {n_fmt}/{total_fmt}{unit} [{elapsed}{postfix}]"
        return Bar(tqdm(total=total, unit=f" {unit}", leave=stays, bar_format=bar_format))


class Bar:
    """A bar of tqdm."""

    between = BETWEEN

    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def show(self, done: int, total: int, rate: float, left: float | None, after: str) -> None:
        """Show how much is done."""
        self.bar.n, self.bar.total = done, total
        self.bar.set_postfix_str(after or rate_text(rate, left), refresh=False)
        self.bar.refresh()

    def close(self) -> None:
        """End it."""
        self.bar.close()


class Line:
    """One line on stderr, written over; a line now and then where nobody watches."""

    def __init__(self, unit: str, stays: bool) -> None:
        self.unit, self.stays, self.width = unit, stays, 0
        self.watched = is_watched()
        self.between = BETWEEN if self.watched else BETWEEN_LINES

    def show(self, done: int, total: int, rate: float, left: float | None, after: str) -> None:
        """Show how much is done, how quickly, and how long the rest takes."""
        words = after or ("" if done >= total else rate_text(rate, left))
        text = f"{amount(done)} of {amount(total)} {self.unit}{words and ', '}{words}"
        if not self.watched:
            print(text, file=sys.stderr, flush=True)
            return
        print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def close(self) -> None:
        """Leave the line, or wipe it."""
        if self.watched:
            print("\n" if self.stays else f"\r{'':{self.width}}\r", end="", file=sys.stderr, flush=True)


def rate_text(rate: float, left: float | None) -> str:
    """Return how quickly it goes, and how long it takes yet."""
    return f"{amount(rate) if rate >= 10 else f'{rate:.2g}'} a second" + (
        "" if left is None else f", {duration(left)} left"
    )


_SECOND = 1.0


@contextmanager
def reporting(
    progress: ProgressLike, words: Callable[[int], str]
) -> Iterator[Callable[[int, int], None] | None]:
    """Yield what hears how far a search is, at most once a second; None where nobody hears.

    A line on stderr says it in `words` of the first of two numbers.
    """
    _check(progress)
    is_line = progress is True or (progress is None and is_watched())

    def line(done: int, _: int) -> None:
        sys.stderr.write(f"\r{words(done)}   ")
        sys.stderr.flush()

    show = line if is_line else progress if callable(progress) else None
    first = 0.0 if progress is not None else time.monotonic() + PATIENCE - _SECOND
    last = first

    def notify(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if show is not None and now - last >= _SECOND:
            last = now
            show(done, total)

    try:
        yield notify if show else None
    finally:
        if is_line and last > first:
            sys.stderr.write("\n")
