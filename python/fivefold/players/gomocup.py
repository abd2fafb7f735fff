"""Other people's engines that speak the Gomocup protocol, as players.

The protocol: https://plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Position, WrongGameError

from .base import Player, as_seeds, check_decisions
from .process import LineProcess, read_command

__all__ = ["GomocupPlayer"]

GRACE = 1.0
"""Seconds over its own limit that an engine is waited for."""
START = 10.0
"""Seconds that an engine may take to get ready."""
ANSWER = re.compile(r"(-?\d{1,4})\s*,\s*(-?\d{1,4})")

Stones = dict[int, str]


def rule_of(position: Position) -> int:
    """Give the number of the rule: 0 five or more, 1 exactly five, 4 Renju.

    Raises
    ------
    WrongGameError
        The protocol has no number for these rules.
    """
    number = position.rules.info.gomocup
    if number is not None:
        return number
    raise WrongGameError(
        f"gomocup does not play {position.rules.name}: freestyle, exactly five and Renju only"
    )


class GomocupPlayer(Player):
    """A program that speaks the Gomocup protocol; one process a player.

    Parameters
    ----------
    name : str
        Its text form.
    command : str or sequence of str
        The program and its arguments.
    seconds : float, optional
        Time for a move.
    nodes : int, optional
        Limit of nodes that the engine is told.

    Notes
    -----
    An answer that does not come in `seconds` + 1, a program that ends, an unreadable or illegal answer raise
    `FivefoldError` with the command and what happened; the process is ended, and the next question starts
    another. Where one action alone is legal the engine is not asked.

    Examples
    --------
    >>> import sys
    >>> import fivefold as ff
    >>> engine = [sys.executable, "-m", "fivefold", "gomocup", "--player", "greedy"]
    >>> player = ff.players.GomocupPlayer("greedy elsewhere", engine)
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> position.move(player(position)) in ("h7", "h12")
    True
    >>> player.close()
    """

    def __init__(
        self, name: str, command: str | Sequence[str], seconds: float = 5.0, nodes: int | None = None
    ) -> None:
        self.name = name
        self.command = read_command(command)
        self.seconds, self.nodes = float(seconds), nodes
        self._process: LineProcess | None = None
        self._board: tuple[tuple[int, int], int] | None = None  # size and rule the engine has been told
        self._stones: Stones | None = None  # what the engine believes to be on its board

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:
        """See `Player.choose`; the seeds play no part.

        Parameters
        ----------
        positions : sequence of Position
            Each waits for a player's decision.
        seeds : array_like of uint64 [n]
            As many as positions.

        Returns
        -------
        ndarray
            int32 [n], the number of an action each.

        Raises
        ------
        FivefoldError
            The seeds are not as many as the positions, or the engine fails, is late or gives no legal action.
        """
        check_decisions(self.name, positions)
        if len(as_seeds(seeds)) != len(positions):
            raise FivefoldError(f"{len(positions)} positions and {len(as_seeds(seeds))} seeds are refused")
        return np.array([self._answer(position) for position in positions], np.int32)

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.close("END")
        self._process, self._board, self._stones = None, None, None

    def _answer(self, position: Position) -> int:
        rule = rule_of(position)
        legal = position.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        rows, columns = position.board.shape
        if legal.max() >= rows * columns and legal.min() >= rows * columns:
            raise FivefoldError(
                f"{self._shown} is asked to choose between {', '.join(position.legal_moves())}"
            )
        try:
            return self._ask(position, (columns, rows), rule)
        except BaseException:
            self.close()
            raise

    @property
    def _shown(self) -> str:
        return " ".join(self.command)

    def _ask(self, position: Position, size: tuple[int, int], rule: int) -> int:
        own = 1 if position.colour == "black" else 2
        cells = position.board.ravel()
        stones = {int(point): "own" if cells[point] == own else "other" for point in np.flatnonzero(cells)}
        self._get_ready(size, rule)
        assert self._process is not None
        self._process.send(f"INFO time_left {round(1000 * self.seconds)}")
        fresh = None if self._stones is None else {p: c for p, c in stones.items() if p not in self._stones}
        known = fresh is not None and len(fresh) == 1 and stones == {**(self._stones or {}), **fresh}
        if known and fresh is not None and next(iter(fresh.values())) == "other" and self._stones:
            (point,) = fresh
            self._process.send(f"TURN {point % size[0]},{point // size[0]}")
        elif not stones:
            self._restart(size, rule)
            self._process.send("BEGIN")
        else:
            self._restart(size, rule)
            self._process.send("BOARD")
            for point in in_order(position, stones):
                self._process.send(
                    f"{point % size[0]},{point // size[0]},{1 if stones[point] == 'own' else 2}"
                )
            self._process.send("DONE")
        text = self._wait(self.seconds + GRACE)
        found = ANSWER.fullmatch(text)
        if found is None:
            raise FivefoldError(f"{self._shown} answered {text!r:.120}, which is no move")
        x, y = int(found[1]), int(found[2])
        action = y * size[0] + x
        refusal = None
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            refusal = "off the board"
        elif (illegal := position.why_illegal(action)) is not None:
            refusal = f"{illegal.message} ({illegal.rule})"
        if refusal is not None:
            raise FivefoldError(f"{self._shown} answered {text!r:.120}: {refusal}")
        self._stones = {**stones, action: "own"}
        return action

    def _get_ready(self, size: tuple[int, int], rule: int) -> None:
        """Start the program and tell it the board, unless it knows."""
        if self._process is not None and self._process.is_alive and self._board == (size, rule):
            return
        self.close()
        self._process = LineProcess(self.command, self._shown)
        start = f"START {size[0]}" if size[0] == size[1] else f"RECTSTART {size[0]},{size[1]}"
        self._process.send(start)
        answer = self._wait(START)
        if not answer.upper().startswith("OK"):
            raise FivefoldError(f"{self._shown} answered {answer!r:.120} to {start}")
        turn = round(1000 * self.seconds)
        for info in (f"timeout_turn {turn}", "timeout_match 0", "game_type 1", f"rule {rule}"):
            self._process.send(f"INFO {info}")
        if self.nodes is not None:
            self._process.send(f"INFO MAX_NODE {self.nodes}")
        self._board, self._stones = (size, rule), {}

    def _restart(self, size: tuple[int, int], rule: int) -> None:
        """Clear the engine's board; one that knows no RESTART is started anew."""
        if self._stones == {}:
            return
        assert self._process is not None
        self._process.send("RESTART")
        try:
            ready = self._wait(START, refuse=False).upper().startswith("OK")
        except FivefoldError:
            ready = False
        if not ready:
            self.close()
            self._get_ready(size, rule)
        self._stones = {}

    def _wait(self, seconds: float, refuse: bool = True) -> str:
        """Wait for an answer; messages and remarks are passed over."""
        assert self._process is not None
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._process.read(deadline - time.monotonic())
            except FivefoldError as error:
                if "gave no answer" in str(error):
                    raise FivefoldError(f"{self._shown} gave no answer in {seconds:.3g} s") from None
                raise
            word = line.split(" ", 1)[0].upper()
            if not line or word in ("MESSAGE", "DEBUG"):
                continue
            if word in ("ERROR", "UNKNOWN") and refuse:
                raise FivefoldError(f"{self._shown} answered {line!r:.120}")
            return line


def in_order(position: Position, stones: Stones) -> list[int]:
    """Give the stones in the order in which they were played, as far as that is known."""
    played = [action for action in position.record().actions if action in stones]
    order = list(dict.fromkeys(reversed(played)))[::-1]
    return [point for point in stones if point not in order] + order
