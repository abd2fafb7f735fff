"""The options of self-play, checked once, and what they decide in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fivefold._core import CHANCE, FivefoldError, Position, Rules

from ._games import Played

__all__ = ["Options"]

_WORD = (1 << 64) - 1
# What is drawn of a decision, each from numbers of its own.
_SHORT, _CHOICE, _CONTROL, _START, _ROLL = range(5)


def _mix(word: int) -> int:
    """Mix a word: the finaliser of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def _drawn(*numbers: int) -> int:
    """Draw a word of 64 bits from the seed, a game, a decision and what it is for."""
    word = 0x9E3779B97F4A7C15
    for number in numbers:
        word = _mix((word ^ _mix(number & _WORD)) + 0x9E3779B97F4A7C15 & _WORD)
    return word


def _share(*numbers: int) -> float:
    """Draw a number from 0 up to 1."""
    return (_drawn(*numbers) >> 11) / (1 << 53)


@dataclass(frozen=True)
class Options:
    """How games are played; see `fivefold.selfplay.play`."""

    rules: Rules
    simulations: int
    considered: int
    gumbel_scale: float
    proofs: bool
    seed: int
    parallel: int
    cap: tuple[int, float] | None
    surprise: float
    resign: float | None
    control: float
    temperature: tuple[int, float] | None
    openings: Sequence[str | Position] | None

    def __post_init__(self) -> None:
        info = self.rules.info
        for name in ("parallel", "simulations", "considered"):
            if getattr(self, name) < 1:
                raise FivefoldError(f"{name}={getattr(self, name)} is refused: it takes 1 or more")
        if self.cap is not None and not (1 <= self.cap[0] <= self.simulations and 0 <= self.cap[1] < 1):
            raise FivefoldError(
                f"cap={self.cap} is refused: it takes (simulations, share), from 1 to {self.simulations} "
                "simulations and a share from 0 up to 1"
            )
        for name in ("surprise", "control"):
            if not 0 <= getattr(self, name) <= 1:
                raise FivefoldError(f"{name}={getattr(self, name)} is refused: it takes 0 to 1")
        if self.resign is not None and (len(set(info.teams)) != 2 or not info.zero_sum):
            raise FivefoldError("resign is refused: it needs two sides, one losing what the other wins")
        if self.resign is not None and not info.min_return <= self.resign < 0:
            raise FivefoldError(f"resign={self.resign} is refused: it takes {info.min_return} up to 0")
        if self.temperature is not None and not (self.temperature[0] >= 0 and self.temperature[1] > 0):
            raise FivefoldError(
                f"temperature={self.temperature} is refused: it takes (turns, temperature), from 0 turns up "
                "and a temperature above 0"
            )
        if self.openings is not None and not len(self.openings):
            raise FivefoldError("openings are refused: there are none; None begins at the start")

    def begin(self, number: int) -> tuple[Played, Position]:
        """Begin game ``number``: give it with its first decision."""
        seed = _drawn(self.seed, number, 0, _START)
        start = position = self.rules.start(seed=seed)
        actions: list[int] = []
        if self.openings is not None:
            opening = self.openings[number % len(self.openings)]
            if isinstance(opening, Position):
                record = opening.record()
                start, moves = record.start, record.moves
                if opening.rules != self.rules:
                    which = number % len(self.openings)
                    raise FivefoldError(f"opening {which} is refused: it is of other rules")
                position = start.play_all(moves)
                actions = _actions(start, moves)
            else:
                position = start.play_all(opening)
                actions = _actions(start, position.record().moves)
        rolls = 0
        while position.player == CHANCE:
            action = position.chance_action(seed=_drawn(self.seed, number, rolls, _ROLL))
            actions.append(action)
            position, rolls = position.play(action), rolls + 1
        if position.is_over:
            raise FivefoldError(f"the opening of game {number} is refused: the game is over")
        return Played(number, start, actions), position

    def is_short(self, game: Played) -> bool:
        """Say whether the coming decision is one of those searched less."""
        if self.cap is None:
            return False
        return _share(self.seed, game.number, game.decisions, _SHORT) < self.cap[1]

    def choose(self, game: Played, action: int, policy: npt.NDArray[np.float32], turns: int) -> int:
        """Take the action of the search, or early in the game one drawn from its policy."""
        if self.temperature is None or turns >= self.temperature[0]:
            return action
        weights = np.where(policy > 0, policy, 0).astype(float) ** (1 / self.temperature[1])
        heights = np.cumsum(weights)
        height = _share(self.seed, game.number, game.decisions, _CHOICE) * heights[-1]
        return min(int(np.searchsorted(heights, height, side="right")), int(np.flatnonzero(weights)[-1]))

    def gives_up(self, game: Played, value: float) -> bool:
        """Say whether the seat to decide resigns; in games of the control it is noted only."""
        return self.resign is not None and value <= self.resign and game.given_up is None

    def is_control(self, game: Played) -> bool:
        """Say whether this is one of the games that are played on."""
        return _share(self.seed, game.number, 0, _CONTROL) < self.control


def _actions(start: Position, moves: Sequence[str]) -> list[int]:
    """Turn moves into actions."""
    actions, position = [], start
    for move in moves:
        actions.append(position.action(move))
        position = position.play(actions[-1])
    return actions
