"""Clocks for games between people or players: time per move, per seat or per team, or an egg timer.

A clock is a pure object: you pass it the time, and it reads no clock of the system. So the same object serves
a board in a notebook, a match of programs and a test.

Examples
--------
>>> import fivefold as ff
>>> clock = ff.clocks.Clock("total 600", players=2)
>>> clock.start(0.0, seat=0)
>>> clock.turn(25.0, seat=1)  # seat 0 has thought for 25 seconds, now seat 1 decides
>>> clock.left(30.0)
(575.0, 595.0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal, NamedTuple, Self

import numpy as np

from fivefold._guard import guarded

from ._arguments import real, short_repr, whole
from ._core import FivefoldError

__all__ = ["Clock", "TimeControl"]

Kind = Literal["move", "total", "team", "egg"]
KINDS = ("move", "total", "team", "egg")


class TimeControl(NamedTuple):
    """How much time there is.

    Attributes
    ----------
    kind : {"move", "total", "team", "egg"}
        "move": `seconds` for each turn. "total": `seconds` for all turns of a seat. "team": the same for
        the seats of a team together. "egg": a timer that runs for `seconds` a turn. The next player may
        first use up what the last one left, before it is turned (the Pentagame book, Part I: one minute).
    seconds : float
        See above, more than 0.
    increment : float
        Seconds added after each turn; "total" and "team" only.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.clocks.TimeControl("total", 600, 5), str(ff.clocks.TimeControl("egg", 60))
    (TimeControl(kind='total', seconds=600, increment=5), 'egg 60')
    """

    kind: Kind
    seconds: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a text such as ``"total 600 + 5"`` or ``"egg 60"``.

        Parameters
        ----------
        text : str
            The kind, the seconds, and for totals if wanted ``+`` and the increment.

        Returns
        -------
        TimeControl
            What the text says; `str` writes it back.

        Raises
        ------
        FivefoldError
            The text has another form.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.clocks.TimeControl.parse("total 600 + 5")
        TimeControl(kind='total', seconds=600.0, increment=5.0)
        """
        refusal = f"the time {text!r:.80} is refused: it takes such as 'move 30', 'total 600 + 5', 'egg 60'"
        if not isinstance(text, str):
            raise FivefoldError(refusal)
        first, _, added = text.partition("+")
        words = first.split()
        if len(words) != 2 or words[0] not in KINDS or ("+" in text and words[0] in ("move", "egg")):
            raise FivefoldError(refusal)
        try:
            seconds, increment = float(words[1]), float(added) if "+" in text else 0.0
        except ValueError:
            raise FivefoldError(refusal) from None
        if not (isfinite(seconds) and seconds > 0 and isfinite(increment) and increment >= 0):
            raise FivefoldError(refusal)
        kind: Kind = words[0]  # type: ignore[assignment]
        return cls(kind, seconds, increment)

    def __str__(self) -> str:
        added = f" + {_written(self.increment)}" if self.increment else ""
        return f"{self.kind} {_written(self.seconds)}{added}"


def _written(seconds: float) -> str:
    """Write a number so that the same one is read back, without an exponent."""
    return np.format_float_positional(seconds, trim="-")


class Clock:
    """The time of each seat. The clock of the seat to decide runs, in openings too.

    Parameters
    ----------
    control : str or TimeControl
        The time control, as an object or as text.
    players : int, optional
        Seats, 1 to 5.
    teams : sequence of int, optional
        The team of each seat, such as ``[0, 1, 0, 1]``; needed for "team".

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> clock = ff.clocks.Clock("egg 60", players=2)
    >>> clock.start(0, seat=0)
    >>> clock.turn(45, seat=1)  # 15 seconds are left in the timer
    >>> clock.left(50)[1]  # of these 10, and then a full turn of 60
    70.0
    >>> clock.expired(121)
    1
    """

    def __init__(
        self, control: str | TimeControl, players: int = 2, *, teams: Sequence[int] | None = None
    ) -> None:
        self.control = _control(control)
        self.players = players = whole(players, "players", 1, 5)
        if teams is not None and (not isinstance(teams, Sequence) or len(teams) != players):
            raise FivefoldError(
                f"teams={short_repr(teams)} are refused: a sequence with the team of each seat"
            )
        if self.control.kind == "team" and teams is None:
            raise FivefoldError("a total a team is refused: teams= names the team of each seat")
        shared = teams if self.control.kind == "team" and teams is not None else range(players)
        self._account = [list(shared).index(team) for team in shared]  # seats of a team share one
        self._left = [self.control.seconds] * players
        self._seat: int | None = None
        self._since = 0.0
        self._sand = 0.0  # left in the egg timer when the turn began

    def start(self, now: float, seat: int) -> None:
        """Begin the game: the clock of `seat` runs from `now` (seconds, from any origin).

        Parameters
        ----------
        now : float
            Seconds, from any origin.
        seat : int
            Who decides first.

        Raises
        ------
        FivefoldError
            There is no such seat, or the time is earlier than the last one.
        """
        self._read(now, seat)
        self._seat, self._since = seat, float(now)

    def turn(self, now: float, seat: int) -> None:
        """End the turn of the seat whose clock runs: `seat` decides from `now` on.

        The same seat may decide again, as with several actions in a turn: then nothing is added.

        Parameters
        ----------
        now : float
            Seconds, not earlier than the last time that was passed.
        seat : int
            Who decides now.

        Raises
        ------
        FivefoldError
            The clock was not started, time runs backwards or there is no such seat.
        """
        used = self._used(now)
        self._read(now, seat)
        if seat == self._seat:
            return
        self._book(used, self.control.increment)
        self._seat, self._since = seat, float(now)

    def stop(self, now: float) -> None:
        """Stop all clocks, at the end of the game or for a break; no increment is added.

        `start` continues with a new turn.

        Parameters
        ----------
        now : float
            Seconds, not earlier than the last time that was passed.
        """
        self._book(self._used(now), 0.0)
        self._seat = None

    def left(self, now: float) -> tuple[float, ...]:
        """Return the seconds that each seat has left for its current or next turn.

        Parameters
        ----------
        now : float
            Seconds.

        Returns
        -------
        tuple of float
            By seat.
        """
        now = real(now, "now")
        used = 0.0 if self._seat is None else self._used(now)
        running = None if self._seat is None else self._account[self._seat]
        return tuple(
            self._available() - used if account == running else self._left[account]
            for account in self._account
        )

    def expired(self, now: float) -> int | None:
        """Return the seat whose clock runs and has run out; None if none has.

        The rules decide what follows: in Pentagame the turn is lost (N14), elsewhere the game (X3).
        After a lost turn call `turn` as after any other.

        Parameters
        ----------
        now : float
            Seconds, not earlier than the last time that was passed.

        Returns
        -------
        int or None
        """
        if self._seat is None or self.left(now)[self._seat] > 0:
            return None
        return self._seat

    def to_dict(self) -> dict[str, Any]:
        """Return the state as data for JSON. A running clock keeps the last time that was passed to it.

        Returns
        -------
        dict
            What `from_dict` reads.
        """
        return {
            "control": str(self.control),
            "accounts": list(self._account),
            "left": list(self._left),
            "seat": self._seat,
            "since": self._since,
            "sand": self._sand,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Make a clock from the data of `to_dict`; it continues from there.

        Parameters
        ----------
        data : mapping
            The result of `to_dict`.

        Returns
        -------
        Clock

        Raises
        ------
        FivefoldError
            The data has another form.
        """
        try:
            accounts = [whole(account, "account", 0, seat) for seat, account in enumerate(data["accounts"])]
            clock = cls(data["control"], len(accounts), teams=accounts)
            if any(accounts[account] != account for account in accounts) or len(data["left"]) != len(
                accounts
            ):
                raise FivefoldError("accounts and times do not fit the seats")
            clock._account, clock._left = accounts, [real(value, "left") for value in data["left"]]
            clock._seat = None if data["seat"] is None else whole(data["seat"], "seat", 0, len(accounts) - 1)
            clock._since, clock._sand = real(data["since"], "since"), real(data["sand"], "sand", 0)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise FivefoldError(f"this is no clock that to_dict wrote: {error!r:.200}") from error
        return clock

    def __repr__(self) -> str:
        return f"Clock({str(self.control)!r}, players={self.players})"

    def _available(self) -> float:
        """Seconds that the seat whose clock runs had when its turn began."""
        left = self._left[self._account[self._seat or 0]]
        return self._sand + left if self.control.kind == "egg" else left

    def _book(self, used: float, increment: float) -> None:
        """Take what a turn used from its account."""
        if self._seat is None:
            return
        if self.control.kind == "egg":
            # Within what was left over the timer has not been turned yet; else it has.
            rest = self._sand - used if used <= self._sand else self._sand + self.control.seconds - used
            self._sand = max(rest, 0.0)
        elif self.control.kind != "move":
            self._left[self._account[self._seat]] += increment - used

    def _used(self, now: float) -> float:
        if self._seat is None:
            raise FivefoldError("the clock does not run: start it first")
        self._read(now, self._seat)
        if now < self._since:
            raise FivefoldError(f"now={now!r} is refused: the turn began at {self._since!r}")
        return float(now) - self._since

    def _read(self, now: Any, seat: Any) -> None:
        real(now, "now")
        whole(seat, "seat", 0, self.players - 1)


def _control(control: Any) -> TimeControl:
    """Take a time control, or its text."""
    if not isinstance(control, TimeControl):
        return TimeControl.parse(control)
    real(control.seconds, "seconds")
    real(control.increment, "increment")
    return TimeControl.parse(str(control))


__dir__ = __all__.copy

guarded(globals())
