"""Ctrl-C in the tests of long calls."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

import pytest


def ends_by_ctrl_c(call: Callable[[], object], after: float = 0.2) -> None:
    """Fail if the call does not end by Ctrl-C, which another thread of Python sends.

    Python swallows what is raised inside a callback of its garbage collector, and Hypothesis has one. So the
    key is pressed again until it is heard, and heard once.
    """
    is_heard = False
    is_over = threading.Event()

    def handler(signum: int, frame: FrameType | None) -> None:
        nonlocal is_heard
        while frame is not None:
            if frame.f_code.co_name in ("gc_callback", "__del__"):
                return
            frame = frame.f_back
        if not is_heard and not is_over.is_set():
            is_heard = True
            raise KeyboardInterrupt

    def press() -> None:
        while not is_over.wait(after):
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, handler)
    presser = threading.Thread(target=press)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        is_over.set()
        presser.join()
        signal.signal(signal.SIGINT, before)
