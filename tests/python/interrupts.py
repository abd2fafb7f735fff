"""Ctrl-C in the tests of long calls."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

import pytest

# Seconds until the key is pressed again if nothing is known of the first press.
PATIENCE = 5.0


def ends_by_ctrl_c(call: Callable[[], object], after: float = 0.2) -> None:
    """Fail if the call does not end by Ctrl-C, which another thread of Python sends.

    Python swallows what is raised while it collects garbage or tells a weak reference (it reports it as
    unraisable). Then the key is pressed again at once, else after a while in which the call could have ended.
    The call itself must take minutes.
    """
    last_beat = float("-inf")
    is_over = threading.Event()

    def handler(signum: int, frame: FrameType | None) -> None:
        nonlocal last_beat
        if time.monotonic() - last_beat > PATIENCE and not is_over.is_set():
            last_beat = time.monotonic()
            raise KeyboardInterrupt

    def press() -> None:
        while not is_over.wait(after):
            signal.raise_signal(signal.SIGINT)

    def unraisable(what: sys.UnraisableHookArgs) -> None:
        nonlocal last_beat
        if what.exc_type is KeyboardInterrupt:
            last_beat = float("-inf")
        else:
            hook(what)

    hook, sys.unraisablehook = sys.unraisablehook, unraisable
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
        sys.unraisablehook = hook
