"""The games of a match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._core import Position, Record
from fivefold.lab.spec import Row


class Fault(NamedTuple):
    """A game that a player lost by an error.

    Attributes
    ----------
    game : int
        Number of the game, from 0.
    player : str
        The player that failed.
    reason : str
        What happened.
    """

    game: int
    player: str
    reason: str


@dataclass
class Game:
    """One game of a match.

    Attributes
    ----------
    row : Row
        The game as it was played.
    seat : int
        Seat of the first player: 1 in odd games, unless a player meets itself.

    Examples
    --------
    >>> import fivefold as ff
    >>> match = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=2)
    >>> game = match.games[1]
    >>> game.points, game.record(("greedy", "random")).players
    (1.0, ('random', 'greedy'))
    """

    row: Row = field(repr=False)
    seat: int = 0

    @property
    def number(self) -> int:
        """Number of the game, from 0."""
        return self.row.spec.number

    @property
    def opening(self) -> Position:
        """Where the players began."""
        return self.row.spec.start

    @property
    def actions(self) -> NDArray[np.int32]:
        """Actions played from there, rolls among them: int32."""
        return self.row.actions

    @property
    def clocked(self) -> Record | None:
        """The game with the time left after each action, where a clock ran."""
        return self.row.clocked

    @property
    def key(self) -> tuple[int, bytes]:
        """Key of the game among those of the same rules: its start and its actions."""
        return self.row.key

    @property
    def points(self) -> float:
        """Points of the first player: 1, 0.5 or 0."""
        return self.row.results[self.seat]

    @property
    def fault(self) -> Fault | None:
        """The error that lost the game."""
        lost = self.row.fault
        return None if lost is None else Fault(self.number, self.row.spec.names[lost[0]], lost[1])

    def record(self, names: tuple[str, str]) -> Record:
        """Return the game as a record, from the start of the rules on.

        Parameters
        ----------
        names : tuple of str
            The players' names, the first player's first.

        Returns
        -------
        Record
            With the names by seat; a fault is a comment and a resignation.
        """
        return self.row.record(reversed(names) if self.seat else names)
