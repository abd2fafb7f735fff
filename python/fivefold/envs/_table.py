"""What the environments share: n games at one table, seats, opponents, illegal actions.

The single, the vector and the turn-by-turn environment play through this one class, so that the
same seeds and actions give the same trajectories through every door.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

import fivefold
from fivefold import Batch, FivefoldError, IllegalMoveError, Position, Rules

Opponent: TypeAlias = Callable[[Position, np.random.Generator], int]
"""Plays the other seats: gets the position and a random generator, gives an action."""

Illegal: TypeAlias = Literal["raise", "lose", "random"]
Bools: TypeAlias = npt.NDArray[np.bool_]


def make_rules(game: str | Rules, options: dict[str, Any]) -> Rules:
    """Rules from a preset's name and options, or as they are."""
    if isinstance(game, Rules):
        if options:
            raise FivefoldError(f"options {sorted(options)} are refused: the rules have theirs")
        return game
    return fivefold.rules(game, **options)


def over_error(game: int, asked: object) -> IllegalMoveError:
    """Make the error for an action in a game that is over (E6)."""
    error = IllegalMoveError(f"game {game}: action {asked} is refused: the game is over, reset it (E6)")
    error.rule = "E6"
    return error


class Table:
    """n games, the caller's seat in each, and who plays the other seats.

    Parameters
    ----------
    rules : Rules
    n : int
        How many games.
    opponent : "random", callable or None
        Who plays the other seats; None: the caller plays every seat.
    seat : int or "random"
        The caller's seat, or one drawn at each reset; of no account without an opponent.
    illegal : "raise", "lose" or "random"
        What an illegal action means.
    generator : callable
        Gives the random generator of a game, for callable opponents, seats and replacements.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        opponent: Opponent | Literal["random"] | None,
        seat: int | Literal["random"],
        illegal: Illegal,
        generator: Callable[[int], np.random.Generator],
    ) -> None:
        if not (opponent is None or opponent == "random" or callable(opponent)):
            raise FivefoldError(f"opponent={opponent!r:.60} is refused: 'random', a callable or None")
        if illegal not in ("raise", "lose", "random"):
            raise FivefoldError(f"illegal={illegal!r:.60} is refused: 'raise', 'lose' or 'random'")
        seats = range(rules.num_players)
        if seat != "random" and (isinstance(seat, bool) or seat not in seats):
            raise FivefoldError(f"seat={seat!r:.60} is refused: 0 to {rules.num_players - 1}, or 'random'")
        self.rules = rules
        self.n = n
        self.opponent = opponent
        self.illegal = illegal
        self._seat = seat
        self._generator = generator
        entropy = np.random.SeedSequence().generate_state(max(n, 1), np.uint64)[:n]
        self.batch = Batch(rules, n, entropy)
        # Views of the batch's memory, made once: it keeps them up to date.
        self._players = self.batch.player
        self._masks: npt.NDArray[np.int8] = self.batch.legal_mask.view(np.int8)
        self._ends = self.batch.terminated, self.batch.truncated
        self._over = 0
        self._all: Bools = np.ones(n, np.bool_)
        fixed = 0 if seat == "random" else seat
        self.seats = np.full(n, -1 if opponent is None else fixed, np.int8)
        if opponent is not None:
            self._sit()
        self.forfeited: Bools = np.zeros(n, np.bool_)
        self.rewards = np.zeros(n, np.float64)
        self.refused: dict[int, int] = {}
        """Illegal actions of the last step that were not raised: game to action."""

    def _sit(self) -> None:
        self.batch.sit(self.seats, "random" if self.opponent == "random" else None)

    def ends(self) -> tuple[Bools, Bools, bool]:
        """Over by the rules or by an illegal action; over by the limit of turns; is any over."""
        terminated, truncated = self._ends
        if self.illegal != "lose":
            return terminated, truncated, self._over > 0
        terminated = terminated | self.forfeited
        return terminated, truncated & ~self.forfeited, self._over > 0 or bool(self.forfeited.any())

    @property
    def viewers(self) -> npt.NDArray[np.int8]:
        """Whose view each observation is: the caller's seat, or the one that decides."""
        return self.batch.viewers() if self.opponent is None else self.seats

    def action_masks(self, copy: bool = True) -> npt.NDArray[np.int8]:
        """Give the legal actions: int8 [n, num_actions]; none after the end.

        Without a copy it is a view of the batch's own, unless a game was forfeited.
        """
        if self.illegal == "lose" and self.forfeited.any():
            masks = self._masks.copy()
            masks[self.forfeited] = 0
            return masks
        return self._masks.copy() if copy else self._masks

    def reset(self, which: Bools, seeds: Sequence[int | None] | None = None) -> None:
        """Begin anew in some games: from a seed where one is given, else the next episode."""
        if self._seat == "random" and self.opponent is not None:
            for game in map(int, np.flatnonzero(which)):
                self.seats[game] = self._generator(game).integers(self.rules.num_players)
            self._sit()
        if seeds is None:
            self.batch.reset(which)
        else:
            seeded = np.array([seed is not None for seed in seeds], np.bool_) & which
            if seeded.any():
                self.batch.reset(seeded, np.array([seed or 0 for seed in seeds], np.uint64))
            if not seeded.all():
                self.batch.reset(which & ~seeded)
        self.forfeited[which] = False
        # A new array: the last one may have been handed out.
        self.rewards = np.where(which, 0.0, self.rewards)
        self.refused.clear()
        if callable(self.opponent):
            self._play_opponents(self.opponent, which)

    def step(
        self,
        actions: npt.NDArray[np.integer[Any]],
        which: Bools | None = None,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in each game of the mask (all by default), opponents after it.

        The observations that this leads to are written into ``out``.
        """
        self.refused.clear()
        mask = which
        if self.illegal != "raise":
            actions, mask = self._judge(actions, self._all if which is None else which)
        self.batch.step(actions, mask, out=out)
        self.rewards = self._returns()
        if callable(self.opponent):
            self._play_opponents(self.opponent, self._all if mask is None else mask)
            if out is not None:
                self.batch.observe(out)
        for game in self.refused:
            if self.forfeited[game]:
                self.rewards[game] = -1.0

    def step_or_begin(
        self,
        actions: npt.NDArray[np.integer[Any]],
        over: Bools,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in each game that runs, and begin anew those that are over."""
        drawn = self._seat == "random" and self.opponent is not None
        if self.illegal != "raise" or callable(self.opponent) or drawn:
            self.step(actions, ~over)
            rewards, refused = self.rewards, dict(self.refused)
            self.reset(over)
            self._returns()
            self.rewards, self.refused = np.where(over, 0.0, rewards), refused
            if out is not None:
                self.batch.observe(out)
        else:
            self.batch.step(actions, autoreset=True, out=out)
            self.rewards = self._returns()

    def _returns(self) -> npt.NDArray[np.float64]:
        """Give the rewards of the last step, and note how it left the games."""
        rewards, *ends, self._over = self.batch.results()
        self._ends = ends[0], ends[1]
        return rewards

    def _judge(
        self, actions: npt.NDArray[np.integer[Any]], mask: Bools
    ) -> tuple[npt.NDArray[np.integer[Any]], Bools]:
        """Apply the policy for illegal actions: forfeits leave the mask, others are replaced."""
        actions = np.asarray(actions)
        fits = actions.shape == (self.n,) and np.issubdtype(actions.dtype, np.integer)
        if not fits or ((actions < 0) | (actions >= self.rules.num_actions))[mask].any():
            return actions, mask  # no action at all: the batch says what is wrong
        legal = self._masks[np.arange(self.n), np.where(mask, actions, 0)]
        offending = np.flatnonzero(mask & (legal == 0) & (self._players >= 0))
        if not len(offending):
            return actions, mask
        actions, mask = actions.copy(), mask.copy()
        for game in map(int, offending):
            self.refused[game] = int(actions[game])
            if self.illegal == "lose":
                self.forfeited[game] = True
                mask[game] = False
            else:
                choices = np.flatnonzero(self._masks[game])
                actions[game] = self._generator(game).choice(choices)
        return actions, mask

    def _play_opponents(self, opponent: Opponent, which: Bools) -> None:
        """Let a callable play the other seats until the caller's is to decide."""
        batch = self.batch
        while True:
            waiting = which & (self._players >= 0) & (self._players != self.seats)
            waiting &= ~self.forfeited
            if not waiting.any():
                return
            actions = np.full(self.n, -1, np.int64)
            for game in map(int, np.flatnonzero(waiting)):
                action = opponent(batch[game], self._generator(game))
                actions[game] = fivefold_action(batch[game], action)
            batch.step(actions, waiting)
            self.rewards += self._returns()


def fivefold_action(position: Position, action: object) -> int:
    """Give the number of an opponent's action, refused by name if it is none or illegal."""
    illegal = position.why_illegal(action)  # type: ignore[arg-type]
    if illegal is None:
        return position.action(action)  # type: ignore[arg-type]
    error = IllegalMoveError(f"the opponent's {action!r:.60} is refused: {illegal.message}")
    error.rule = illegal.rule
    raise error
