"""What players have in common that are programs of others."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import Position

from .base import Player, seeds_of_decisions
from .process import LineProcess, read_command, read_folder

__all__ = ["ProgramPlayer"]

GRACE = 1.0
"""Seconds over its own limit that a program is waited for."""


class ProgramPlayer(Player):
    """A program that chooses moves; each player has one process, which answers one question at a time.

    Parameters
    ----------
    name : str
        Its text form.
    command : str or sequence of str
        The program and its arguments.
    cwd : str, optional
        The folder in which it runs; that of this process by default. A program that is named by a relative
        path is looked for from there.

    Notes
    -----
    Threads may share it: the second waits until the first has its answer. A copy that is pickled starts a
    process of its own. The program ends with `close`, with the player and with this process; the
    processes that it started end with it.

    Examples
    --------
    >>> import sys
    >>> import fivefold as ff
    >>> engine = [sys.executable, "-m", "fivefold", "engine", "--player", "greedy"]
    >>> isinstance(ff.players.make("engine", command=engine), ff.players.ProgramPlayer)
    True
    """

    _line_end: ClassVar[str] = "\n"
    _farewell: ClassVar[str | None] = None

    def __init__(self, name: str, command: str | Sequence[str], cwd: str | None = None) -> None:
        self.name = name
        self.command = read_command(command)
        self.cwd = read_folder(cwd)
        self._process: LineProcess | None = None
        self._alone = threading.RLock()

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        numbers = seeds_of_decisions(self.name, positions, seeds).tolist()
        pairs = zip(positions, numbers, strict=True)
        return np.array([self._answer(position, seed) for position, seed in pairs], np.int32)

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._alone:
            if self._process is not None:
                self._process.close(self._farewell)
            self._process = None

    def _answer(self, position: Position, seed: int) -> int:
        self._refuse(position)
        legal = position.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        with self._alone:
            try:
                return self._ask(position, seed)
            except BaseException:
                self.close()
                raise

    def _refuse(self, position: Position) -> None:
        """Refuse a position that the program is not asked about."""

    @abstractmethod
    def _ask(self, position: Position, seed: int) -> int:
        """Ask the program."""

    @property
    def _label(self) -> str:
        return " ".join(self.command)

    def _start(self) -> LineProcess:
        """Return the process; start one if there is none."""
        if self._process is None or not self._process.is_alive:
            self.close()
            self._process = LineProcess(self.command, self._label, self.cwd, self._line_end)
        return self._process

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_process": None, "_alone": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _alone=threading.RLock())
