"""The clock of a board: the library's clock, set by the caller, and its states for taking back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fivefold._core import CHANCE, Rules
from fivefold.clocks import Clock, TimeControl

__all__ = ["Timer"]


class Timer:
    """Keeps the time of a game that may be taken back.

    Raises
    ------
    FivefoldError
        The text is not a time control.
    """

    def __init__(self, control: str | TimeControl, rules: Rules, now: Callable[[], float]) -> None:
        self._now = now
        self._clock = Clock(control, rules.num_players, teams=rules.info.teams)
        self._runs = False
        self._before: list[tuple[float, bool, dict[str, Any]]] = []

    def turn(self, player: int) -> None:
        """Let the clock of the seat that decides run; none at the end. Dice roll at once and take no time."""
        now = self._now()
        if player == CHANCE:
            return
        if player >= 0:
            if self._runs:
                self._clock.turn(now, player)
            else:
                self._clock.start(now, player)
            self._runs = True
        elif self._runs:
            self._clock.stop(now)
            self._runs = False

    def keep(self) -> None:
        """Remember the state before an action or an event."""
        self._before.append((self._now(), self._runs, self._clock.to_dict()))

    def back(self) -> None:
        """Go back to the state before the last action or event: all have the time they had."""
        then, self._runs, state = self._before.pop()
        self._clock = Clock.from_dict({**state, "since": state["since"] + self._now() - then})

    def expired(self) -> int | None:
        """Return the seat whose clock has run out; None if none has."""
        return self._clock.expired(self._now())

    def left(self) -> list[float]:
        """Return the seconds that each seat has left, not below 0."""
        return [max(seconds, 0.0) for seconds in self._clock.left(self._now())]
