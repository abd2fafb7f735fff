"""Work that nobody needs any more: threads of this process leave it, and so do processes of this machine.

Processes look for a file, the mark, whose name is that of the work.
"""

import atexit
import contextlib
import ctypes
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

from .workers import Tried, tried

# Seconds that a thread has for leaving, and after which the request is sent again: Python swallows what is
# raised while it collects garbage.
PATIENCE, AGAIN = 2.0, 0.5
# Seconds between two looks for marks.
LOOK = 0.25

working: dict[int, str] = {}
"""For whom each thread works."""
left: set[str] = set()
lock = threading.Lock()
watching: set[int] = set()
"""This process, once it looks for marks."""


class NotNeeded(BaseException):
    """Raised in a thread whose work nobody needs any more."""


def new_name() -> str:
    """Give a new name of work, which says which process waits for it."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"


def mark_of(whose: str) -> Path:
    """Give the file that tells other processes that nobody needs this work."""
    return Path(tempfile.gettempdir(), f"fivefold-left-{whose}")


def do(whose: str, work: Callable[..., Any], *arguments: Any) -> Tried:
    """Do a piece of work, until whoever asked for it has left.

    A process that Ctrl-C has reached begins no other piece of the same work.
    """
    me = threading.get_ident()
    try:
        if not whose.startswith(f"{os.getpid()}-"):
            watch()
            look(whose)
        with lock:
            if whose in left:
                return nothing()
            working[me] = whose
        return tried(work, *arguments)
    except NotNeeded:
        return nothing()
    except KeyboardInterrupt:
        left.add(whose)
        raise
    finally:
        forget(me)


def nothing() -> Tried:
    """Give what comes of work that was left."""
    return Tried(None, BrokenExecutor("nobody needs it any more"), 0.0, {})


def forget(thread: int) -> None:
    """Make sure that nothing is raised in a thread from here on."""
    while thread in working:
        try:
            with lock:
                working.pop(thread, None)
                tell(thread, None)
        except NotNeeded:
            continue


def tell(thread: int, what: type[BaseException] | None) -> None:
    """Raise something in a thread, soon."""
    error = None if what is None else ctypes.py_object(what)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def watch() -> None:
    """Look for marks from now on, in a thread."""
    if os.getpid() not in watching:
        watching.add(os.getpid())
        threading.Thread(target=watch_on, name="fivefold-marks", daemon=True).start()


def watch_on() -> None:
    """Let threads leave the work that is marked."""
    while True:
        time.sleep(LOOK)
        for whose in set(working.copy().values()):
            if look(whose):
                leave(whose)


def look(whose: str) -> bool:
    """Look whether work is marked."""
    if mark_of(whose).exists():
        left.add(whose)
    return whose in left


def mark(whose: str, pieces: Iterable["Future[Any]"]) -> None:
    """Mark work until the last of these pieces has ended."""
    open_, path = [piece for piece in pieces if not piece.done()], mark_of(whose)

    def unmark(_: object = None) -> None:
        if all(piece.done() for piece in open_):
            path.unlink(missing_ok=True)

    with contextlib.suppress(OSError):
        if open_:
            path.touch()
            atexit.register(path.unlink, missing_ok=True)
            for piece in open_:
                piece.add_done_callback(unmark)


def after_fork() -> None:
    """Begin anew in a process that was forked: threads of another may have held the lock."""
    global lock
    lock = threading.Lock()
    working.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)


def leave(whose: str) -> None:
    """Let all threads that work for somebody leave their work, and wait for them a little."""
    began, sent = time.monotonic(), float("-inf")
    while time.monotonic() - began < PATIENCE:
        with lock:
            left.add(whose)
            threads = [thread for thread, other in working.items() if other == whose]
            if time.monotonic() - sent > AGAIN:
                sent = time.monotonic()
                for thread in threads:
                    tell(thread, NotNeeded)
        if not threads:
            return
        time.sleep(0.01)
