"""The options of self-play, checked once, and what they decide in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fivefold._arguments import read_seed, real, short_repr, whole
from fivefold._core import CHANCE, FivefoldError, Position, Rules

from ._games import Played

__all__ = ["Course", "SelfPlayOptions"]

_WORD = (1 << 64) - 1
_MAX = 2**31 - 2
# What is drawn of a decision, each from numbers of its own.
_SHORT, _CHOICE, _CONTROL, _START, _ROLL = range(5)


def _mix(word: int) -> int:
    """Mix a word: the finaliser of SplitMix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def _random_word(*numbers: int) -> int:
    """Draw a word of 64 bits from the seed, a game, a decision and what it is for."""
    word = 0x9E3779B97F4A7C15
    for number in numbers:
        word = _mix((word ^ _mix(number & _WORD)) + 0x9E3779B97F4A7C15 & _WORD)
    return word


def _share(*numbers: int) -> float:
    """Draw a number from 0 up to 1."""
    return (_random_word(*numbers) >> 11) / (1 << 53)


def read_pair(value: Any, name: str, parts: str) -> tuple[Any, Any]:
    """Take two values."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise FivefoldError(f"{name}={short_repr(value)} is refused: it takes {parts}")
    return value[0], value[1]


def read_cap(cap: Any, simulations: int) -> tuple[int, float] | None:
    """Take the simulations of a short search and the share of the decisions that are searched so."""
    if cap is None:
        return None
    few, share = read_pair(cap, "cap", "(simulations, share)")
    share = real(share, "cap[1]", 0, 1)
    if share == 1:
        raise FivefoldError(
            "cap[1]=1 is refused: it takes a share below 1, for other decisions give no sample"
        )
    return whole(few, "cap[0]", 1, simulations), share


def read_temperature(temperature: Any) -> tuple[int, float] | None:
    """Take the turns in which actions are drawn, and the temperature."""
    if temperature is None:
        return None
    turns, heat = read_pair(temperature, "temperature", "(turns, temperature)")
    heat = real(heat, "temperature[1]")
    if heat <= 0:
        raise FivefoldError(f"temperature[1]={heat} is refused: it takes a number above 0")
    return whole(turns, "temperature[0]", 0), heat


def read_openings(openings: Any) -> list[str | Position] | None:
    """Take the openings, each moves or a position."""
    if openings is None:
        return None
    if isinstance(openings, (str, Position)) or not isinstance(openings, Sequence) or not len(openings):
        raise FivefoldError(
            f"openings={short_repr(openings)} are refused: a list of moves or Positions, at least one; None "
            "begins at the start"
        )
    for opening in openings:
        if not isinstance(opening, (str, Position)):
            raise FivefoldError(f"the opening {short_repr(opening)} is refused: it takes moves or a Position")
    return list(openings)


@dataclass(frozen=True)
class SelfPlayOptions:
    """How games of self-play are played; checked when it is made.

    Attributes
    ----------
    simulations, considered, gumbel_scale, proofs
        See `fivefold.search.Lockstep`.
    parallel : int, default 256
        Games at once: the rows of a call of the evaluator (half of them from 32 on).
    seed : int, default 0
        Starts, noise, rolls and drawings of game g depend on (seed, g) alone.
    cap : (int, float), optional
        Playout cap randomisation (D. Wu, "Accelerating Self-Play Learning in Go", 2019): with this
        probability a decision is searched with this number of simulations and gives no sample. That
        makes more games.
    surprise : float, default 0
        Share of the weights that depends on how much the search changed the evaluator's policy
        (Kullback-Leibler divergence). The rest is equal. The weights of a game have mean 1.
    resign : float, optional
        A seat resigns if the value of its decision is this or less, on the scale of the returns.
    control : float, default 0.1
        Share of the games that ignore resignations: see `Games.control`.
    temperature : (int, float), optional
        (turns, t): in the first turns the action is drawn from the improved policy to the power of 1 / t.
        Later, and by default, the search chooses it; its noise explores.
    openings : sequence of str or Position, optional
        Where games begin, one after the other: moves from the start of the rules, or positions.

    Raises
    ------
    FivefoldError
        An option is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.selfplay.SelfPlayOptions(simulations=8, cap=(2, 0.75)).cap
    (2, 0.75)
    """

    simulations: int = 32
    considered: int = 16
    gumbel_scale: float = 1.0
    proofs: bool = True
    parallel: int = 256
    seed: int = 0
    cap: tuple[int, float] | None = None
    surprise: float = 0.0
    resign: float | None = None
    control: float = 0.1
    temperature: tuple[int, float] | None = None
    openings: Sequence[str | Position] | None = None

    def __post_init__(self) -> None:
        simulations = whole(self.simulations, "simulations", 1, _MAX)
        read = {
            "simulations": simulations,
            "considered": whole(self.considered, "considered", 1, _MAX),
            "gumbel_scale": real(self.gumbel_scale, "gumbel_scale", 0),
            "proofs": bool(self.proofs),
            "seed": read_seed(self.seed),
            "parallel": whole(self.parallel, "parallel", 1, _MAX),
            "cap": read_cap(self.cap, simulations),
            "surprise": real(self.surprise, "surprise", 0, 1),
            "resign": None if self.resign is None else real(self.resign, "resign"),
            "control": real(self.control, "control", 0, 1),
            "temperature": read_temperature(self.temperature),
            "openings": read_openings(self.openings),
        }
        for name, value in read.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Course:
    """What is decided in the games of some rules by some options."""

    rules: Rules
    options: SelfPlayOptions

    def __post_init__(self) -> None:
        info, resign = self.rules.info, self.options.resign
        if resign is not None and (len(set(info.teams)) != 2 or not info.zero_sum):
            raise FivefoldError("resign is refused: it needs two sides, one losing what the other wins")
        if resign is not None and not info.min_return <= resign < 0:
            raise FivefoldError(f"resign={resign} is refused: it takes {info.min_return} up to 0")

    def begin(self, number: int) -> tuple[Played, Position]:
        """Begin game ``number``: give it with its first decision."""
        seed = _random_word(self.options.seed, number, 0, _START)
        start = position = self.rules.start(seed=seed)
        actions: list[int] = []
        if self.options.openings is not None:
            opening = self.options.openings[number % len(self.options.openings)]
            if isinstance(opening, Position):
                record = opening.record()
                start, moves = record.start, record.moves
                if opening.rules != self.rules:
                    which = number % len(self.options.openings)
                    raise FivefoldError(f"opening {which} is refused: it is of other rules")
                position = start.play_all(moves)
                actions = _actions(start, moves)
            else:
                position = start.play_all(opening)
                actions = _actions(start, position.record().moves)
        rolls = 0
        while position.player == CHANCE:
            action = position.chance_action(seed=_random_word(self.options.seed, number, rolls, _ROLL))
            actions.append(action)
            position, rolls = position.play(action), rolls + 1
        if position.is_over:
            raise FivefoldError(f"the opening of game {number} is refused: the game is over")
        return Played(number, start, actions), position

    def is_short(self, game: Played) -> bool:
        """Return whether the coming decision is one of those searched less."""
        if self.options.cap is None:
            return False
        return _share(self.options.seed, game.number, game.decisions, _SHORT) < self.options.cap[1]

    def choose(self, game: Played, action: int, policy: npt.NDArray[np.float32], turns: int) -> int:
        """Take the action of the search, or early in the game one drawn from its policy."""
        if self.options.temperature is None or turns >= self.options.temperature[0]:
            return action
        weights = np.where(policy > 0, policy, 0).astype(float) ** (1 / self.options.temperature[1])
        heights = np.cumsum(weights)
        height = _share(self.options.seed, game.number, game.decisions, _CHOICE) * heights[-1]
        return min(int(np.searchsorted(heights, height, side="right")), int(np.flatnonzero(weights)[-1]))

    def gives_up(self, game: Played, value: float) -> bool:
        """Return whether the seat to decide resigns; in games of the control it is noted only."""
        return self.options.resign is not None and value <= self.options.resign and game.would_resign is None

    def is_control(self, game: Played) -> bool:
        """Return whether this is one of the games that are played on."""
        return _share(self.options.seed, game.number, 0, _CONTROL) < self.options.control


def _actions(start: Position, moves: Sequence[str]) -> list[int]:
    """Turn moves into actions."""
    actions, position = [], start
    for move in moves:
        actions.append(position.action(move))
        position = position.play(actions[-1])
    return actions
