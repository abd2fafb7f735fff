"""Where a study stands: one line for a person, lines in a log for later."""

import sys
import time
from collections.abc import Callable
from datetime import datetime

from fivefold.study.report.numbers import amount, duration
from fivefold.study.storage.folder import Folder
from fivefold.study.storage.layout import LOG

Report = Callable[[int, int], None]


class Line:
    """A line on stderr that is written over; where stderr is no terminal, a line now and then.

    Parameters
    ----------
    forecast : callable, optional
        Gives the seconds that are left; told from the rate so far by default.
    """

    def __init__(self, forecast: Callable[[], float] | None = None) -> None:
        self.forecast = forecast
        self.began = self.shown = time.monotonic()
        self.first: int | None = None
        self.whole = False
        self.terminal = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is: games played of all, a second, time left; then that samples are replayed."""
        now = time.monotonic()
        if self.first is None:
            self.first = done
        due = now - self.shown >= (0.2 if self.terminal else 15)
        replayed = self.whole  # calls that come after all games are played
        if not due and (done < total or replayed):
            return
        self.shown, self.whole = now, done >= total
        rate = (done - self.first) / max(now - self.began, 1e-9)
        left = ""
        if done < total and self.forecast:
            left = f", {duration(self.forecast())} left"
        elif done < total and rate > 0:
            left = f", {duration((total - done) / rate)} left"
        text = f"{amount(done)} of {amount(total)} games, {amount(rate)} a second{left}"
        if replayed:
            text = f"{amount(total)} games are played; a sample of them is replayed"
        if self.terminal:
            print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self.terminal and self.first is not None:
            print(file=sys.stderr)


class Log:
    """`study.log`: when what was done and how quickly. The only place of a study that knows time."""

    def __init__(self, out: Folder) -> None:
        self.out = out

    def write(self, text: str) -> None:
        """Add a line with the time before it."""
        self.out.append(LOG, f"{datetime.now():%Y-%m-%d %H:%M:%S}  {text}\n".encode(), sync=False)
