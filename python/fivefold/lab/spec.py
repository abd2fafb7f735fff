"""A game that is to be played, as plain data, and a game that was played: a row."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fivefold._core import Position, Record, Rules
from fivefold._core import rules as make_rules
from fivefold.players.base import Player, is_deterministic

if TYPE_CHECKING:
    from fivefold.clocks import TimeControl

__all__ = ["GameSpec", "Row", "written"]


class GameSpec(NamedTuple):
    """A game that is to be played.

    Attributes
    ----------
    players : tuple of Player
        Players by seat.
    start : Position
        The position where the game begins, with its rules.
    seed : int
        Each decision draws from a seed of its own, made of this one, the seat and the number of the action.
    number : int
        Number of the game, from 0, for messages and folders.
    clock : TimeControl or None
        The time of the game; then moves depend on the machine, too.
    series : str
        The series that the game belongs to; the games of a series are numbered from 0.

    Examples
    --------
    >>> import fivefold as ff
    >>> players = (ff.players.make("greedy"), ff.players.make("random"))
    >>> ff.lab.GameSpec(players, ff.rules("freestyle").start(), seed=1).names
    ('greedy', 'random')
    """

    players: tuple[Player, ...]
    start: Position
    seed: int
    number: int = 0
    clock: TimeControl | None = None
    series: str = "games"

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.start.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    @property
    def certain(self) -> Hashable:
        """A key of games that must come out alike; None where the game may vary."""
        if self.clock is not None or not all(map(is_deterministic, self.players)):
            return None
        rules = self.rules
        if rules.info.chance == "dice":
            return None
        return rules, self.start.key, tuple(map(id, self.players))


class Row(NamedTuple):
    """A game that was played.

    Attributes
    ----------
    spec : GameSpec
        What was to be played.
    actions : ndarray
        int32, what was played from the start on, rolls among them.
    winners : tuple of int
        Seats; empty for a draw, and where a player failed.
    fault : (int, str) or None
        The seat that failed, and why.
    clocked : Record or None
        The whole game, where a clock ran.
    simulations : tuple of int or None
        Simulations of each seat; None for a player that does not count them.
    seconds : tuple of float
        Seconds of each seat by the clock; empty unless requested.
    took : float
        Seconds; games that were played side by side share their time equally.

    Examples
    --------
    >>> import fivefold as ff
    >>> players = (ff.players.make("greedy"), ff.players.make("random"))
    >>> (row,) = ff.lab.play_specs([ff.lab.GameSpec(players, ff.rules("freestyle", size=9).start(), seed=1)])
    >>> row.winners, row.points, row.record().players
    ((0,), (1.0, 0.0), ('greedy', 'random'))
    """

    spec: GameSpec
    actions: np.ndarray[Any, np.dtype[np.int32]]
    winners: tuple[int, ...]
    fault: tuple[int, str] | None = None
    clocked: Record | None = None
    simulations: tuple[int | None, ...] = ()
    seconds: tuple[float, ...] = ()
    took: float = 0.0

    @property
    def key(self) -> tuple[int, bytes]:
        """The start and the actions, which tell the game from others of the same rules."""
        return self.spec.start.key, np.asarray(self.actions, np.int32).tobytes()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by side: by seat, with teams by team."""
        names = self.spec.names
        return tuple(names[side[0]] for side in self.spec.rules.info.sides)

    @property
    def results(self) -> tuple[float, ...]:
        """Results by side: 1 for who won alone, else 1/2 or 0; who failed has lost to all others."""
        sides = self.spec.rules.info.sides
        if self.fault is not None:
            return tuple(float(self.fault[0] not in side) for side in sides)
        won = [any(seat in self.winners for seat in side) for side in sides]
        return tuple(1.0 * own if sum(won) == 1 else 0.5 for own in won)

    @property
    def points(self) -> tuple[float, ...]:
        """Points by side: the score where points decide, and 1/2 for winning alone; else 1, 1/2 or 0."""
        results, info = self.results, self.spec.rules.info
        if self.fault is not None or not info.scored:
            return results
        outcome = self.record().outcome
        assert outcome is not None, "a game that was played has ended"
        scores = [sum(outcome.scores[seat] for seat in side) for side in info.sides]
        return tuple(score + 0.5 * (own == 1) for score, own in zip(scores, results, strict=True))

    def record(self, names: Iterable[str] | None = None) -> Record:
        """Write the game down, from the start of the rules on; a fault is a comment and a resignation.

        Parameters
        ----------
        names : iterable of str, optional
            Names by seat; the players' own by default.

        Returns
        -------
        Record
        """
        names = list(self.spec.names if names is None else names)
        if self.clocked is not None:
            record = copy.copy(self.clocked)
            record.players = names
            return record
        record = written(self.spec.start, self.actions, names)
        if self.fault is not None:
            resign(record, *self.fault, self.spec.names[self.fault[0]])
        return record


def written(start: Position, actions: Iterable[int], players: Iterable[str] = ()) -> Record:
    """Write a game down: from the start of the rules, what led to `start` and what was played from there."""
    record = start.record()
    record.players = list(players)
    for action in actions:
        record.push(int(action))
    return record


def changed_options(rules: Rules) -> dict[str, Any]:
    """Return the options that differ from the preset's."""
    usual = make_rules(rules.name).options
    return {key: value for key, value in rules.options.items() if usual.get(key) != value}


def resign(record: Record, seat: int, reason: str, name: str) -> None:
    """Note that a player has failed, which ends the game."""
    record.comment(len(record.moves), f"{name}: {reason}")
    record.event(f"resign {seat}")
