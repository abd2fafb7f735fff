"""Answering lines one after the other; an end, or a wish for the answer, is heard in mid-thought."""

import contextlib
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TypeVar

from fivefold._core.players import AnswerNow
from fivefold.lab.leaving import NotNeeded, tell

State = TypeVar("State")
# What makes of a state and a line, with seconds to think at most and the time at which the line came, the
# next state and the lines that answer.
Step = Callable[[State, str, float | None, float], tuple[State, list[str]]]
Test = Callable[[str], bool]

HURRIED, LAST, SLACK = 0.3, 0.1, 0.15
"""Seconds of an answer once the end of the input is known, of a second try at it, and over the first."""
PATIENCE = 10.0
"""Seconds until the second try is given up, which a machine with other work may need."""
LISTENING = 0.02
FAILED, STOPPED = 1, 130


def read_lines(source: BinaryIO, longest: int) -> Iterator[str]:
    r"""Read lines without their ends; what a line has beyond `longest` bytes is dropped.

    Examples
    --------
    >>> import io
    >>> list(read_lines(io.BytesIO(b"one\r\n" + b"x" * 9 + b"\ntwo"), 5))
    ['one', 'xxxxx', 'two']
    """
    while line := source.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith(b"\n"):
            rest = source.readline(longest)
        yield line.decode("utf-8", "replace").strip()


class Thinker:
    """A thread that answers, and that nobody waits for longer than needed."""

    def __init__(self) -> None:
        self.requests: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def tell(self, what: type[BaseException]) -> None:
        """Let it stop thinking, or answer now. It is asked no more after that."""
        tell(self.thread.ident or 0, what)

    def work(self) -> None:
        """Answer what is asked."""
        with contextlib.suppress(NotNeeded, AnswerNow):
            while True:
                step, *arguments = self.requests.get()
                try:
                    self.done.put(step(*arguments))
                except BaseException as error:
                    self.done.put(error)


class Ears:
    """Standard input, heard as it comes: lines of `longest` bytes at most, up to the one that is the end."""

    def __init__(self, is_end: Test, is_stop: Test, longest: int) -> None:
        self.lines: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()
        self.ended = self.dismissed = False
        self.lines_read = self.stopped = 0  # lines so far, and those that shall be answered at once
        threading.Thread(target=self.listen, args=(is_end, is_stop, longest), daemon=True).start()

    def listen(self, is_end: Test, is_stop: Test, longest: int) -> None:
        """Hear everything."""
        # Not by Python's own reader: it would be locked when the program ends while this one waits.
        with open(sys.stdin.fileno(), "rb", closefd=False) as source:
            for line in read_lines(source, longest):
                if is_end(line):
                    self.dismissed = True
                    break
                if is_stop(line):
                    self.stopped = self.lines_read
                self.lines_read += 1
                self.lines.put((line, time.monotonic()))
        self.ended = True
        self.lines.put(None)


def never(line: str) -> bool:
    """Find no meaning in a line."""
    return False


def serve(state: State, step: Step[State], longest: int, is_end: Test = never, is_stop: Test = never) -> None:
    """Answer what comes on standard input until it ends, or until a line says so.

    Lines are answered in their order. When the end has come each answer takes half a second: what is being
    thought of then is thought of anew, and shortly, if the thinking does not end by itself; after a line that
    says that this is the end it is left. After a line that says stop, what is being thought of is answered
    with what is found so far, or shortly thought of anew. An answer that does not come ends the program with
    code 1. `step` does not change a state that it is given.
    """
    ears, thinker = Ears(is_end, is_stop, longest), Thinker()
    is_busy = False  # a thread thinks that nobody waits for any more
    number = 0
    try:
        while (received := ears.lines.get()) is not None:
            line, came = received
            number += 1
            max_seconds = HURRIED if ears.ended else None
            thinker.requests.put((step, state, line, max_seconds, came))
            outcome, is_fresh = wait(thinker, ears, max_seconds, number)
            if outcome is None:
                is_busy = True
                if ears.dismissed:
                    break
                thinker.tell(NotNeeded)
            if not is_fresh:
                thinker = Thinker()
            if outcome is None or isinstance(outcome, AnswerNow):
                thinker.requests.put((step, state, line, LAST, came))
                outcome, _ = wait(thinker, ears, PATIENCE)
                if outcome is None:
                    print("fivefold: there is no time left, and an answer takes too long", file=sys.stderr)
                    leave(FAILED)
            if isinstance(outcome, BaseException):
                raise outcome
            state, answers = outcome
            for answer in answers:
                print(answer)
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("fivefold: stopped", file=sys.stderr)
        leave(STOPPED)
    if is_busy:
        leave(0)


def wait(
    thinker: Thinker, ears: Ears, max_seconds: float | None, number: int | None = None
) -> tuple[Any, bool]:
    """Return what a thinker answers to a line with a number, and whether it can be asked more.

    None if it takes too long after the end of the input, or after a wish for the answer.
    """
    until = None if max_seconds is None else time.monotonic() + max_seconds + SLACK
    is_fresh = True
    while True:
        try:
            return thinker.done.get(timeout=LISTENING), is_fresh
        except queue.Empty:
            if is_fresh and number is not None and ears.stopped >= number:
                is_fresh = False
                thinker.tell(AnswerNow)
                until = min(until or math.inf, time.monotonic() + HURRIED)
            if until is None and ears.ended:
                until = time.monotonic() + HURRIED
            if until is not None and time.monotonic() > until:
                return None, False


def leave(code: int) -> None:
    """End the program although a thread thinks, which Python would wait for or stumble over."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
