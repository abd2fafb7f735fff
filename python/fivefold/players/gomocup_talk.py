"""Talking to an engine of the Gomocup protocol that may be busy, talk much, or not know a command."""

from __future__ import annotations

import re
import time

from fivefold._core import FivefoldError

from .process import LineProcess

__all__ = ["Talk"]

READY = 30.0
"""Seconds that an engine may take to get ready."""
SETTLING = (0.05, 0.1, 0.2)
"""Seconds that a sign of life is waited for, each after another question for it."""
NO_LIMIT = 2_147_483_647
"""What the protocol says where the match has no time."""
MOVES = re.compile(
    r"SWAP|-?[0-9]{1,4}[ \t]*,[ \t]*-?[0-9]{1,4}(?:[ \t]+-?[0-9]{1,4},-?[0-9]{1,4}){0,2}", re.I
)
CHATTER = ("MESSAGE", "DEBUG", "INFO", "OK")


class Talk:
    """A conversation with one process.

    An engine that is still busy when a line comes may lose the line, or a part of it. So one that has moved
    is asked for a sign of life (ABOUT) before it is asked for anything else, until it gives one; what it has
    written before is not an answer. One that never gives any is spoken to without.

    Parameters
    ----------
    process : LineProcess
        The running program.

    Attributes
    ----------
    messages : list of str
        The lines that it has written beside its last answer.
    refusal : str
        Its last ERROR or UNKNOWN.
    """

    def __init__(self, process: LineProcess) -> None:
        self.process = process
        self.messages: list[str] = []
        self.refusal = ""
        self._sent: dict[str, int] = {}
        self._has_moved = False
        self._gives_signs: bool | None = None
        self._due = 0  # signs of life that were asked for and have not come

    def send(self, line: str) -> None:
        """Send a line."""
        self.process.send(line)

    def inform(self, key: str, value: int) -> None:
        """Tell something that the engine does not know yet."""
        if self._sent.get(key) != value:
            self._sent[key] = value
            self.send(f"INFO {key} {value}")

    def inform_left(self, seconds: float | None) -> None:
        """Tell the time that is left; None: there is no limit."""
        self.send(f"INFO time_left {NO_LIMIT if seconds is None else int(1000 * seconds)}")

    def start(self, command: str) -> None:
        """Have it get ready.

        Raises
        ------
        FivefoldError
            It refuses, ends or is not ready in time.
        """
        self.send(command)
        if not self._is_ready(READY):
            raise FivefoldError(f"{self.process.label} answered {self.refusal!r:.120} to {command}")

    def restart(self) -> bool:
        """Clear its board; tell whether it has done so."""
        self.send("RESTART")
        try:
            return self._is_ready(READY)
        except FivefoldError:
            return False

    def settle(self) -> None:
        """Wait until an engine that has moved gives a sign of life."""
        self.process.drain()
        self.messages, self.refusal = [], ""
        if not self._has_moved or self._gives_signs is False:
            return
        for seconds in SETTLING:
            self._due += 1
            self.send("ABOUT")
            deadline = time.monotonic() + seconds
            while (line := self._next(deadline)) is not None:
                word = command_word(line)
                if MOVES.fullmatch(line) is None and word not in (*CHATTER, "SUGGEST"):
                    # Words of any other kind can be what was left to say: one more sign is then no answer.
                    self._due -= "=" in line or word in ("ERROR", "UNKNOWN")
                    self._gives_signs, self._has_moved = True, False
                    return
        self._gives_signs = self._gives_signs or False

    def move(self, seconds: float) -> str | None:
        """Wait for a move; None if it says that it has not understood, and waits.

        Raises
        ------
        FivefoldError
            Nothing came in time, it has ended, or what came is not a move.
        """
        deadline, has_pinged = time.monotonic() + seconds, False
        while True:
            line = self._next(deadline)
            word = "" if line is None else command_word(line)
            if line is None:
                after = f" after {self.refusal!r:.120}" if self.refusal else ""
                raise FivefoldError(f"{self.process.label} gave no answer in {seconds:.3g} s{after}")
            if MOVES.fullmatch(line):
                self._has_moved = True
                return line
            if word == "SUGGEST":
                self.send(f"PLAY {line[7:].strip()}")
            elif word in ("ERROR", "UNKNOWN"):
                # To INFO, or to what it was asked? If it gives a sign of life and no move, it waits.
                self.refusal = line
                if self._gives_signs is not False and not has_pinged:
                    has_pinged = True
                    self._due += 1
                    self.send("ABOUT")
            elif word in CHATTER:
                self.messages.append(line)
            elif self._due:
                self._due -= 1
                self._gives_signs = True
                if has_pinged:
                    return None
            else:
                raise FivefoldError(f"{self.process.label} answered {line!r:.120}, which is no move")

    def _is_ready(self, seconds: float) -> bool:
        """Wait for OK; whatever else it says is not an answer, unless it refuses."""
        deadline = time.monotonic() + seconds
        while (line := self._next(deadline)) is not None:
            word = command_word(line)
            if word == "OK":
                self._has_moved = False
                return True
            if word in ("ERROR", "UNKNOWN"):
                self.refusal = line
                return False
        raise FivefoldError(f"{self.process.label} gave no answer in {seconds:.3g} s")

    def _next(self, deadline: float) -> str | None:
        """Return the next line; None if it does not come in time.

        Raises
        ------
        FivefoldError
            The program has ended.
        """
        while (left := deadline - time.monotonic()) > 0:
            line = self.process.read_or_none(left)
            if line is None:
                return None
            if line:
                return line
        return None


def command_word(line: str) -> str:
    """Return the first word of a line, in capitals and without what some put behind it."""
    return line.split(None, 1)[0].rstrip(":,.-").upper() if line.split() else ""
