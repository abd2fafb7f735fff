"""Work in processes of its own, so that nothing it does can end this one."""

import contextlib
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from typing import IO, cast

from .tasks import ALONE, Answer, Hooks, Task


class Apart:
    """Processes that work for the threads of this one, one each; a new one where it has died."""

    def __init__(self) -> None:
        self.mine = threading.local()
        self.all: list[subprocess.Popen[bytes]] = []

    def play(self, work: Callable[..., Answer], task: Task, hooks: Hooks = ALONE) -> Answer:
        """Do a task in the process of this thread.

        Parameters
        ----------
        work : callable
            `play_shard` or `play_sample`.
        task : Task
            What to do.
        hooks : Hooks, optional
            The slot of a core.

        Returns
        -------
        Answer
            What `work` gives; what it raises comes through.

        Raises
        ------
        BrokenExecutor
            The process has died, or was ended by `close`.
        """
        with hooks.slot or nullcontext():
            process: subprocess.Popen[bytes] | None = getattr(self.mine, "process", None)
            if process is None:
                command = [sys.executable, "-m", __name__]
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self.mine.process = process
                self.all.append(process)
            try:
                to, back = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
                pickle.dump((work, task), to)
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
    """Do the tasks that come on standard input, and write what came of each on standard output."""
    out = sys.stdout.buffer
    # What a player prints must not stand between the answers.
    sys.stdout = sys.stderr
    while True:
        try:
            work, task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: Answer | Exception
        try:
            answer = work(task)
        except Exception as error:
            answer = error
        out.write(pickle.dumps(answer))
        out.flush()


if __name__ == "__main__":
    main()
