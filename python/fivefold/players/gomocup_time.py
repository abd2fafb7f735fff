"""Players that answer in the time of a manager, also on a machine that is busy with other things."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from fivefold._core import FivefoldError, rules

from . import timed
from .base import Player
from .gomocup_limits import within

__all__ = ["TimeKeeper"]

Answer = TypeVar("Answer")
LATENCY = 0.03
"""Seconds that are left for the way to the manager and back, beside a tenth of the limit."""
MIN = 0.005
"""Seconds of the shortest thought."""
WARM = 0.02
"""Seconds of the thought before the first question."""
REMEMBERED = 8
"""Answers whose delays count."""


class TimeKeeper:
    """Limits a player to less than a manager gives it, by what its answers took before.

    Parameters
    ----------
    player : Player
        The player.
    clock : callable, optional
        Gives seconds.

    Examples
    --------
    >>> from fivefold.players import make
    >>> keeper = TimeKeeper(make("threats"), clock=lambda: 0.0)
    >>> keeper.limited(1.0, None).name
    'threats(seconds=0.87)'
    """

    def __init__(self, player: Player, clock: Callable[[], float] = time.monotonic) -> None:
        self._player, self._clock = player, clock
        self._delays: deque[float] = deque(maxlen=REMEMBERED)
        self._waited = 0.0  # seconds that the question has waited
        self._planned: float | None = None  # when the answer is to be there

    def limited(self, seconds: float | None, memory: int | None) -> Player:
        """Give the player with the seconds that are left, less what its answers came too late before."""
        if seconds is None:
            return self._player
        usual = max(0.9 * seconds - LATENCY, MIN)
        thought = max(usual - self._waited - max(self._delays, default=0.0), min(usual, MIN))
        self._planned = self._clock() + thought
        return within(timed(self._player, thought), memory)

    def timed(self, came: float, answer: Callable[[], Answer]) -> Answer:
        """Answer a question that came at a time; remember how much later than planned it was answered."""
        self._waited, self._planned = self._clock() - came, None
        result = answer()
        if self._planned is not None:
            self._delays.append(max(self._clock() - self._planned, 0.0))
        return result

    def warm_up(self) -> None:
        """Think shortly of anything, so that the first answer is not later than the others."""
        position = rules("freestyle").start().play_all("h8 i8 h9")
        hurried = timed(self._player, WARM)
        if hurried is self._player:
            return
        try:
            hurried.choose([position], [0])
            self.timed(self._clock(), lambda: self.limited(WARM, None).choose([position], [0]))
        except FivefoldError:
            pass  # of another game
