"""A game of a match, as the match tells it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from fivefold._core import Record
from fivefold.lab.spec import Row

__all__ = ["Fault", "Game"]


class Fault(NamedTuple):
    """A game that a player lost by an error.

    Attributes
    ----------
    game : int
        Number of the game, from 0.
    player : str
        Who failed.
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
    number : int
        From 0.
    opening : Position
        Where the players began.
    actions : ndarray
        int32, what was played from there, rolls among them.
    key : tuple of int and bytes
        What makes the game different from others of the same rules: its start and its actions.
    points : float
        Of the first player: 1, 0.5 or 0.
    fault : Fault or None
        The error that lost the game.
    clocked : Record or None
        The game with the time left after each action, where a clock ran.
    seat : int
        Of the first player: 1 in odd games, unless a player meets itself.

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

    def __post_init__(self) -> None:
        row, lost = self.row, self.row.fault
        self.number, self.opening = row.spec.number, row.spec.start
        self.actions, self.clocked, self.key = row.actions, row.clocked, row.key
        self.points = 0.5 if len(row.winners) != 1 else float(row.winners[0] == self.seat)
        self.fault = None
        if lost is not None:
            self.points = float(lost[0] != self.seat)
            self.fault = Fault(self.number, row.spec.names[lost[0]], lost[1])

    def record(self, names: tuple[str, str]) -> Record:
        """Write the game down, from the start of the rules on.

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
