"""A child process that is spoken to line by line, with limits on time, and that never outlives its owner."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import Any

from fivefold._core import FivefoldError

__all__ = ["LineProcess", "read_command", "read_folder"]

LONGEST_LINE = 65_536
"""Bytes of a line that are kept; the rest of a longer one is dropped."""
PATIENCE = 5.0
"""Seconds that a program may leave its input unread."""
POSIX = os.name == "posix"
# Waits until its owner is gone, whatever ended it, then ends its own process group: a program joins that
# group before it runs, so that there is no moment in which a kill of the owner leaves it behind.
GUARD = ["/bin/sh", "-c", 'trap "" INT TERM HUP; read -r _; kill -9 0']


class LineProcess:
    """A running program that reads lines and writes lines.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    label : str
        What error messages call it.
    folder : str, optional
        Where it runs.
    line_end : str, optional
        What ends a line that it is sent.

    Raises
    ------
    FivefoldError
        It cannot be started.
    """

    def __init__(
        self, command: Sequence[str], label: str, folder: str | None = None, line_end: str = "\n"
    ) -> None:
        self.label, self.line_end = label, line_end
        watching = guard()
        try:
            self._child = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=folder,
                # A Ctrl-C of the terminal is for us: the child and what it starts end when we end them.
                process_group=(0 if watching is None else watching.pid) if POSIX else None,
            )
        except (OSError, ValueError) as error:
            if watching is not None:
                watching.communicate()
            raise FivefoldError(f"{label} could not be started: {error}") from error
        assert self._child.stdin is not None
        self._input = self._child.stdin.fileno()
        # Elsewhere a program that does not read is waited for.
        with contextlib.suppress(AttributeError, OSError):
            os.set_blocking(self._input, False)
        self._lines = Lines()
        reader = threading.Thread(target=read_lines, args=(self._child, self._lines), daemon=True)
        reader.start()
        self._reader = reader
        # Runs when this object is collected and when the program ends.
        self._end = weakref.finalize(self, end, self._child, watching, reader)

    @property
    def is_alive(self) -> bool:
        """Return whether it has not ended yet."""
        return self._end.alive and status(self._child) is None

    def send(self, line: str, seconds: float = PATIENCE) -> None:
        """Write a line.

        Raises
        ------
        FivefoldError
            The program has ended, or does not read.
        """
        data = memoryview((line + self.line_end).encode("utf-8", "replace"))
        deadline = time.monotonic() + seconds
        while data:
            try:
                if not self._end.alive:
                    raise BrokenPipeError
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise FivefoldError(
                        f"{self.label} has not read what it was sent in {seconds:.3g} s"
                    ) from None
                time.sleep(0.001)
            except OSError:
                raise FivefoldError(f"{self.label} {self.code('has closed its input')}") from None

    def read(self, seconds: float) -> str:
        """Wait for a line, without its end.

        Raises
        ------
        FivefoldError
            None came in time, or the program has ended.
        """
        line = self.read_or_none(seconds)
        if line is None:
            raise FivefoldError(f"{self.label} gave no answer in {seconds:.3g} s")
        return line

    def read_or_none(self, seconds: float) -> str | None:
        """Wait for a line; give None if none came in time.

        Raises
        ------
        FivefoldError
            The program has ended.
        """
        line = self._lines.take(seconds)
        if line is None and self._lines.is_over:
            raise FivefoldError(f"{self.label} {self.code('has closed its output')}")
        return None if line is None else line.decode("utf-8", "replace").strip()

    def drain(self) -> None:
        """Forget what it has written so far and nobody has read."""
        self._lines.forget()

    def code(self, otherwise: str) -> str:
        """Return how it ended, or what it did `otherwise`, if it runs; and its last words."""
        deadline = time.monotonic() + 0.2
        while (exit_code := status(self._child)) is None and time.monotonic() < deadline:
            time.sleep(0.002)
        last = self._lines.last.decode("utf-8", "replace")
        context = f" after {last!r:.120}" if last else ""
        return (otherwise if exit_code is None else f"has ended (code {exit_code})") + context

    def close(self, farewell: str | None = None) -> None:
        """End the program and all that it has started: first by `farewell`, then by force."""
        if farewell is not None and self.is_alive:
            with contextlib.suppress(FivefoldError):
                self.send(farewell, 0.1)
                deadline = time.monotonic() + 0.3
                while status(self._child) is None and time.monotonic() < deadline:
                    time.sleep(0.002)
        self._end()


class Lines:
    """Lines that one thread reads and another takes; what has come at once is there at once."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.waiting: deque[bytes] = deque()
        self.rest, self.dropping = b"", False  # of a line that has no end yet
        self.last = b""
        self.is_over = False

    def feed(self, block: bytes) -> None:
        """Add what has come; nothing has at the end. What is too long of a line is dropped."""
        with self.changed:
            *whole, rest = (self.rest + block).replace(b"\r", b"\n").split(b"\n")
            if not block:
                whole, rest = [self.rest], b""
            lines = whole[1:] if self.dropping else whole
            self.dropping = self.dropping and not whole
            if len(rest) >= LONGEST_LINE:
                lines += [] if self.dropping else [rest]
                rest, self.dropping = b"", True
            self.rest, self.is_over = rest, not block
            new = [line[:LONGEST_LINE] for line in lines if line]
            self.waiting.extend(new)
            self.last = new[-1][:200] if new else self.last
            self.changed.notify_all()

    def take(self, seconds: float) -> bytes | None:
        """Wait for a line; None if none comes in time or any more."""
        with self.changed:
            self.changed.wait_for(lambda: self.waiting or self.is_over, max(seconds, 0.0))
            return self.waiting.popleft() if self.waiting else None

    def forget(self) -> None:
        """Drop what nobody has taken, and the line that is coming."""
        with self.changed:
            self.waiting.clear()
            self.dropping = self.dropping or bool(self.rest)
            self.rest = b""


def status(child: subprocess.Popen[bytes]) -> int | None:
    """Return the exit code of a program, None while it runs.

    It is not taken off the system's list, so that its number belongs to nobody else until its group is ended.
    """
    if child.returncode is not None or not POSIX:
        return child.poll()
    try:
        state = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except OSError:
        return child.poll()
    if state is None:
        return None
    return state.si_status if state.si_code == os.CLD_EXITED else -state.si_status


def guard() -> subprocess.Popen[bytes] | None:
    """Start what ends its group when this process is gone, even by a signal that none hears."""
    if not POSIX:
        return None
    try:
        return subprocess.Popen(
            GUARD,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
    except OSError:
        return None


def read_lines(child: subprocess.Popen[bytes], lines: Lines) -> None:
    """Read until the end.

    Nobody else closes the pipe: its number could be the next program's while a read is about to begin, which
    would then take what that program writes.
    """
    assert child.stdout is not None
    with contextlib.suppress(OSError, ValueError), child.stdout:
        while block := os.read(child.stdout.fileno(), LONGEST_LINE):
            lines.feed(block)
    lines.feed(b"")


def end(
    child: subprocess.Popen[bytes], watching: subprocess.Popen[bytes] | None, reader: threading.Thread
) -> None:
    """End a process, and all that it has started, for certain."""
    with contextlib.suppress(OSError):
        if POSIX:
            os.killpg((watching or child).pid, signal.SIGKILL)
        else:
            child.kill()
    for process in (watching, child):
        if process is None:
            continue
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)
    # Ends with the program, unless a child of that one holds the pipe.
    reader.join(0.5)


def read_command(command: object) -> list[str]:
    """Read a command: a text as a shell would split it, or a list of texts.

    Raises
    ------
    FivefoldError
        It is not a command.
    """
    words: list[Any]
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)  # type: ignore[call-overload]
    except (TypeError, ValueError) as error:
        raise FivefoldError(f"command={command!r:.120} is refused: {error}") from error
    if not words or not all(isinstance(word, str) and word and "\0" not in word for word in words):
        raise FivefoldError(f"command={command!r:.120} is refused: a text or a list of texts")
    return [str(word) for word in words]


def read_folder(folder: object) -> str | None:
    """Read the folder in which a program shall run; None is that of this process.

    Raises
    ------
    FivefoldError
        There is no such folder.
    """
    if folder is None:
        return None
    if not isinstance(folder, (str, os.PathLike)) or not os.path.isdir(folder):
        raise FivefoldError(f"cwd={folder!r:.120} is refused: a folder that exists")
    return os.fspath(folder)
