"""How far a long call is: one way to show it, for every module.

`progress=` is True (tqdm where it is installed, else a line on stderr), False (nothing), a callable that is
given ``(done, total)``, or None: shown where somebody looks, in a terminal or a notebook, once the call has
taken two seconds.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeAlias

from fivefold._core import FivefoldError

__all__ = ["Progress", "Report", "Shown", "progress_of"]

Shown: TypeAlias = "bool | Callable[[int, int], object] | None"
# What a part of the work is told: how much of it is done, of how much.
Report: TypeAlias = Callable[[int, int], object]

# Seconds before a call shows by itself how far it is, and between two looks of a line.
PATIENCE, BETWEEN = 2.0, 0.2


def is_watched() -> bool:
    """Tell whether somebody sees stderr: in a terminal or a notebook. TQDM_DISABLE says no, as to tqdm."""
    if os.environ.get("TQDM_DISABLE"):
        return False
    kernel = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(kernel, "kernel") or sys.stderr.isatty()


def progress_of(progress: Any, what: str = "games") -> Report:
    """Make of `progress=` True, False or a callable something to call with (done, total): a line for True."""
    if callable(progress):
        return progress  # type: ignore[no-any-return]
    if not progress:
        return lambda done, total: None

    def line(done: int, total: int) -> None:
        print(f"\r{done} of {total} {what}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return line


class Progress:
    """How far a call is, as a context: what is done when it ends without an error is all.

    Parameters
    ----------
    given : bool, callable or None
        The argument `progress=`.
    total : int
        Of what is counted.
    unit : str
        What is counted, such as ``"games"``.

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

    def __init__(self, given: Shown, total: int, unit: str) -> None:
        if given is not None and not isinstance(given, bool) and not callable(given):
            raise FivefoldError(
                f"progress={given!r:.80} is refused: it takes True, False, None or a callable of two"
            )
        self.total, self.unit = total, unit
        self.callable: Report | None = given if callable(given) else None
        self.is_shown = given is True or (given is None and is_watched())
        # What was asked for stays; what came by itself goes when the call is done.
        self.stays = given is True
        self.began = self.looked = time.monotonic()
        self.given_out = 0.0
        self.done = -1
        self.bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.reach(1.0)
        if self.bar is not None:
            self.bar.close()

    def part(self, share: float) -> Report:
        """Give what reports on the next `share` of the work, from 0 to 1."""
        begin = self.given_out
        self.given_out = min(begin + share, 1.0)
        width = self.given_out - begin

        def report(done: int, total: int) -> None:
            self.reach(begin + width * min(done / total, 1.0) if total else begin + width)

        return report

    def reach(self, share: float) -> None:
        """Say that so much of everything is done."""
        done = self.total if share >= 1 else int(share * self.total + 1e-9)
        if self.callable is not None:
            if done > self.done and (done > 0 or share >= 1):
                self.done = done
                self.callable(done, self.total)
            return
        if not self.is_shown:
            return
        now = time.monotonic()
        if self.bar is None:
            if (now - self.began < PATIENCE and not self.stays) or share >= 1 > self.stays:
                return
            self.bar = bar_of(self.total, self.unit, self.stays, self.began)
        self.done = max(self.done, done)
        if now - self.looked >= BETWEEN or share >= 1:
            self.looked = now
            self.bar.show(self.done)


def bar_of(total: int, unit: str, stays: bool, began: float) -> Bar | Line:
    """Make what is seen: a bar of tqdm, or a line where it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Line(total, unit, stays, began)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of widgets that are not installed: tqdm falls back to text
        return Bar(tqdm(total=total, unit=f" {unit}", leave=stays))


class Bar:
    """A bar of tqdm."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def show(self, done: int) -> None:
        """Show how much is done."""
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        """End it."""
        self.bar.close()


class Line:
    """One line on stderr, written over."""

    def __init__(self, total: int, unit: str, stays: bool, began: float) -> None:
        self.total, self.unit, self.stays, self.began = total, unit, stays, began
        self.width = 0

    def show(self, done: int) -> None:
        """Show how much is done, and how long the rest takes if it goes on so."""
        left = (time.monotonic() - self.began) * (self.total - done) / done if done else None
        rest = f", {left:.0f} s left" if left else ""
        text = f"{done} of {self.total} {self.unit}{rest}"
        print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def close(self) -> None:
        """Leave the line, or wipe it."""
        print("\n" if self.stays else f"\r{'':{self.width}}\r", end="", file=sys.stderr, flush=True)
