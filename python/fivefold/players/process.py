"""A child process that is spoken to line by line, with limits on time, and that never outlives its owner."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any

from fivefold._core import FivefoldError

__all__ = ["LineProcess", "read_command"]

LONGEST_LINE = 65_536


class LineProcess:
    """A running program that reads lines and writes lines.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    shown : str
        What error messages call it.

    Raises
    ------
    FivefoldError
        It cannot be started.
    """

    def __init__(self, command: Sequence[str], shown: str) -> None:
        self.shown = shown
        try:
            self._child = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                # A Ctrl-C of the terminal is for us: the child ends when we end it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise FivefoldError(f"{shown} could not be started: {error}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        reader = threading.Thread(target=read_lines, args=(self._child, self._lines), daemon=True)
        reader.start()
        self._reader = reader
        # Runs when this object is collected and when the program ends.
        self._end = weakref.finalize(self, end, self._child, reader)

    @property
    def is_alive(self) -> bool:
        """Tell whether it has not ended yet."""
        return self._end.alive and self._child.poll() is None

    def send(self, line: str) -> None:
        """Write a line.

        Raises
        ------
        FivefoldError
            The program has ended, or does not read.
        """
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line.encode() + b"\n")
        except (OSError, ValueError):
            raise FivefoldError(f"{self.shown} has ended ({self.code()})") from None

    def read(self, seconds: float) -> str:
        """Wait for a line, without its end.

        Raises
        ------
        FivefoldError
            None came in time, or the program has ended.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise FivefoldError(f"{self.shown} gave no answer in {seconds:.3g} s") from None
        if line is None:
            self._lines.put(None)
            raise FivefoldError(f"{self.shown} has ended ({self.code()})")
        return line.decode("utf-8", "replace").strip()

    def code(self) -> str:
        """Tell how it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"code {self._child.wait(0.2)}"
        return "it has closed its output"

    def close(self, farewell: str | None = None) -> None:
        """End the program: first by `farewell`, then by force."""
        if farewell is not None and self.is_alive:
            with contextlib.suppress(FivefoldError):
                self.send(farewell)
                deadline = time.monotonic() + 0.3
                while self._child.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.005)
        self._end()


def read_lines(child: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Read until the end; a line without end is cut.

    Nobody else closes the pipe: its number could be the next program's while a read is about to begin, which
    would then take what that program writes.
    """
    assert child.stdout is not None
    with contextlib.suppress(OSError, ValueError), child.stdout:
        while line := child.stdout.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def end(child: subprocess.Popen[bytes], reader: threading.Thread) -> None:
    """End a process for certain."""
    with contextlib.suppress(OSError):
        if child.stdin is not None:
            child.stdin.close()
    if child.poll() is None:
        child.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(2)
    # Ends with the program, unless a child of that one holds the pipe.
    reader.join(0.5)


def read_command(command: object) -> list[str]:
    """Read a command: a text as a shell would split it, or a list of texts.

    Raises
    ------
    FivefoldError
        It is no command.
    """
    words: list[Any]
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)  # type: ignore[call-overload]
    except (TypeError, ValueError) as error:
        raise FivefoldError(f"command={command!r:.120} is refused: {error}") from error
    if not words or not all(isinstance(word, str) and word and "\0" not in word for word in words):
        raise FivefoldError(f"command={command!r:.120} is refused: a text or a list of texts")
    return [str(word) for word in words]
