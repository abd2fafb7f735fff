"""The results of self-play: samples as arrays, and the games themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import Position, Record, Rules
from fivefold.search import SolvedTable, regrets

__all__ = ["Games", "Played"]


@dataclass
class Played:
    """One game: where it began, its actions, rolls among them, and its samples."""

    number: int
    start: Position
    actions: list[int]
    observations: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    policies: list[npt.NDArray[np.float32]] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    surprises: list[float] = field(default_factory=list)
    decisions: int = 0
    resigned: int | None = None
    would_resign: int | None = None  # who would have resigned, in a game of the control

    def record(self) -> Record:
        """Write the game down, with its resignation."""
        record = self.start.play_all(self.actions).record()
        if self.resigned is not None:
            record.event(f"resign {self.resigned}")
        return record

    def weights(self, surprise: float) -> npt.NDArray[np.float32]:
        """Weigh the samples, with mean 1: a part alike for all samples, a part by surprise."""
        weights = np.ones(len(self.seats), np.float32)
        total = sum(self.surprises)
        if surprise and total > 0:
            share = np.array(self.surprises, np.float32) * (len(weights) / total)
            weights = (1 - surprise) * weights + surprise * share
        return weights


@dataclass(frozen=True, eq=False)
class Games:
    """Finished games as samples, one for each decision that was searched in full.

    Samples stand game by game, in the order of play.

    Attributes
    ----------
    rules : Rules
        The rules of all games.
    observations : ndarray of uint8, shape (k, ...)
        The observation of the seat to decide.
    policies : ndarray of float32, shape (k, num_actions)
        The improved policies, targets of a policy network.
    outcomes : ndarray of float32, shape (k,) or (k, players)
        The end of the game, on the scale of the returns: for the seat to decide in games of two, else
        for all seats from that one onward. Targets of a value network.
    weights : ndarray of float32, shape (k,)
        Weight of each sample; 1 unless ``surprise`` is used.
    game : ndarray of int32, shape (k,)
        The number of each sample's game.
    control : tuple of int
        Games that ignored a resignation, and in how many of them that seat did not lose.
    """

    rules: Rules
    observations: npt.NDArray[np.uint8] = field(repr=False)
    policies: npt.NDArray[np.float32] = field(repr=False)
    outcomes: npt.NDArray[np.float32] = field(repr=False)
    weights: npt.NDArray[np.float32] = field(repr=False)
    game: npt.NDArray[np.int32] = field(repr=False)
    control: tuple[int, int] = (0, 0)
    """Games played on although a seat would have resigned, and in how many of these that seat did
    not lose: keep their share under some 5 % by the choice of ``resign``."""
    _records: list[Record] = field(default_factory=list, repr=False)

    def records(self) -> list[Record]:
        """Return the games in the order of their numbers; each replays to its end.

        Returns
        -------
        list of Record
        """
        return list(self._records)

    def regrets(
        self, nodes: SupportsIndex | None = 100_000, table: SolvedTable | None = None
    ) -> list[npt.NDArray[np.float32]]:
        """Return the exact loss of every action of the games (`fivefold.search.regrets`).

        Parameters
        ----------
        nodes : int, optional
            Limit of positions for each search.
        table : SolvedTable, optional
            Table of solved positions to use first.

        Returns
        -------
        list of ndarray
            float32, for each of `records()` one number per action, NaN where the loss is unknown.
        """
        return [regrets(record, nodes, table) for record in self._records]

    def __len__(self) -> int:
        return len(self.game)


def gather(rules: Rules, played: Sequence[Played], surprise: float) -> Games:
    """Put the samples of games into arrays."""
    records = [game.record() for game in played]
    players, count = rules.num_players, sum(len(game.seats) for game in played)
    observations = np.empty((count, *rules.observation_shape), np.uint8)
    policies = np.empty((count, rules.num_actions), np.float32)
    outcomes = np.empty((count, players), np.float32)
    weights = np.empty(count, np.float32)
    numbers = np.empty(count, np.int32)
    first = 0
    for game, record in zip(played, records, strict=True):
        here = slice(first, first + len(game.seats))
        first = here.stop
        if game.seats:
            observations[here], policies[here] = game.observations, game.policies
            ahead = (np.array(game.seats)[:, None] + np.arange(players)) % players
            outcomes[here] = record.returns[ahead]
        weights[here], numbers[here] = game.weights(surprise), game.number
    control = [
        record.returns[game.would_resign] >= 0
        for game, record in zip(played, records, strict=True)
        if game.would_resign is not None
    ]
    return Games(
        rules,
        observations,
        policies,
        outcomes[:, 0].copy() if players == 2 else outcomes,
        weights,
        numbers,
        (len(control), int(sum(control))),
        records,
    )
