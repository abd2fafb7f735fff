"""Work in processes of its own, so that nothing it does can end this one."""

import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import IO, Any, TypeVar, cast

Result = TypeVar("Result")


class NotTakenError(Exception):
    """Another process cannot have the work: it is a function of this one's main program, say."""


class Apart:
    """Processes that work for the threads of this one, one each; a new one where it has died."""

    def __init__(self) -> None:
        self.mine = threading.local()
        self.all: list[subprocess.Popen[bytes]] = []

    def do(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do something in the process of this thread; what it raises comes through.

        BrokenExecutor says that the process has died, or was ended by `close`; NotTakenError that the work
        cannot be given to another process.
        """
        process: subprocess.Popen[bytes] | None = getattr(self.mine, "process", None)
        try:
            message = pickle.dumps((work, arguments))
        except Exception as error:  # objects raise errors of their own
            raise NotTakenError(str(error)) from error
        if process is None:
            command = [sys.executable, "-m", __name__]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.mine.process = process
            self.all.append(process)
        try:
            to, back = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
            pickle.dump(message, to)
            to.flush()
            answer = pickle.load(back)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self.mine.process = None
            process.kill()
            raise BrokenExecutor(f"its process ended with code {process.wait()}") from error
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]

    def close(self) -> None:
        """End all processes."""
        for process in self.all:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError, AttributeError):
                    cast("IO[bytes]", pipe).close()
            process.wait()


def main() -> None:
    """Do what comes on standard input, and write what came of it on standard output."""
    out = sys.stdout.buffer
    # What a player prints must not stand between the answers.
    sys.stdout = sys.stderr
    while True:
        try:
            message = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: Any
        try:
            work, arguments = pickle.loads(message)
        except Exception as error:  # a function that is not there, a module that cannot be imported
            answer = NotTakenError(str(error))
        else:
            try:
                answer = work(*arguments)
            except Exception as error:
                answer = error
        out.write(pickle.dumps(answer))
        out.flush()


if __name__ == "__main__":
    # Its errors are those of the module that others import, and not of this program.
    from fivefold.lab.apart import main as work_apart

    work_apart()
