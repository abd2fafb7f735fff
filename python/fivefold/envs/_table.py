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
            raise FivefoldError(f"opponent={opponent!r} is refused: 'random', a callable or None")
        if illegal not in ("raise", "lose", "random"):
            raise FivefoldError(f"illegal={illegal!r} is refused: 'raise', 'lose' or 'random'")
        seats = range(rules.num_players)
        if seat != "random" and (isinstance(seat, bool) or seat not in seats):
            raise FivefoldError(f"seat={seat!r} is refused: 0 to {rules.num_players - 1}, or 'random'")
        self.rules = rules
        self.n = n
        self.opponent = opponent
        self.illegal = illegal
        self._seat = seat
        self._generator = generator
        entropy = np.random.SeedSequence().generate_state(max(n, 1), np.uint64)[:n]
        self.batch = Batch(rules, n, entropy)
        self._games = np.arange(n)
        fixed = 0 if seat == "random" else seat
        self.seats = np.full(n, -1 if opponent is None else fixed, np.int8)
        self.forfeited: Bools = np.zeros(n, np.bool_)
        self.actors = np.zeros(n, np.int8)
        """The seat that acted last."""
        self.rewards = np.zeros(n, np.float64)
        self.refused: dict[int, int] = {}
        """Illegal actions of the last step that were not raised: game to action."""

    @property
    def terminated(self) -> Bools:
        """Over by the rules, or by an illegal action: bool [n], a new array."""
        return self.batch.terminated | self.forfeited

    @property
    def truncated(self) -> Bools:
        """Over by the limit of turns: bool [n], a new array."""
        return self.batch.truncated & ~self.forfeited

    @property
    def viewers(self) -> npt.NDArray[np.int8]:
        """Whose view each observation is: the caller's seat, or the one that decides."""
        player = self.batch.player
        follow = np.where(player < 0, self.actors, player).astype(np.int8)
        return follow if self.opponent is None else self.seats

    def action_masks(self, copy: bool = True) -> npt.NDArray[np.int8]:
        """Give the legal actions: int8 [n, num_actions]; none after the end.

        Without a copy it is a view of the batch's own, unless a game was forfeited.
        """
        masks: npt.NDArray[np.int8] = self.batch.legal_mask.view(np.int8)
        if self.forfeited.any():
            masks = masks.copy()
            masks[self.forfeited] = 0
            return masks
        return masks.copy() if copy else masks

    def reset(self, which: Bools, seeds: Sequence[int | None]) -> None:
        """Begin anew in some games: from a seed where one is given, else the next episode."""
        if self._seat == "random" and self.opponent is not None:
            for game in np.flatnonzero(which):
                drawn = self._generator(int(game)).integers(self.rules.num_players)
                self.seats[game] = int(drawn)
        self.batch.sit(self.seats, "random" if self.opponent == "random" else None)
        seeded = np.array([seed is not None for seed in seeds], np.bool_) & which
        if seeded.any():
            numbers = np.array([seed or 0 for seed in seeds], np.uint64)
            self.batch.reset(seeded, numbers)
        if not seeded.all():
            self.batch.reset(which & ~seeded)
        self.forfeited[which] = False
        self.rewards[which] = 0.0
        self.refused.clear()
        self._play_opponents(which)

    def step(self, actions: npt.NDArray[np.integer[Any]], which: Bools | None = None) -> None:
        """Play one action in each game of the mask (all by default), opponents after it."""
        batch = self.batch
        self.refused.clear()
        mask = which if which is not None else np.ones(self.n, np.bool_)
        if self.illegal != "raise":
            actions, mask = self._judge(actions, mask)
        acting = batch.player.copy()
        batch.step(actions, None if which is None and self.illegal == "raise" else mask)
        np.copyto(self.actors, acting, where=acting >= 0)
        self.rewards[:] = self._returns()
        self._play_opponents(mask)
        for game in self.refused:
            if self.forfeited[game]:
                self.rewards[game] = -1.0

    def _returns(self) -> npt.NDArray[np.float32]:
        seats = self.actors if self.opponent is None else self.seats
        rewards: npt.NDArray[np.float32] = self.batch.rewards[self._games, seats]
        return rewards

    def _judge(
        self, actions: npt.NDArray[np.integer[Any]], mask: Bools
    ) -> tuple[npt.NDArray[np.integer[Any]], Bools]:
        """Apply the policy for illegal actions: forfeits leave the mask, others are replaced."""
        actions = np.asarray(actions)
        fits = actions.shape == (self.n,) and np.issubdtype(actions.dtype, np.integer)
        if not fits or ((actions < 0) | (actions >= self.rules.num_actions))[mask].any():
            return actions, mask  # no action at all: the batch says what is wrong
        legal = self.batch.legal_mask[self._games, np.where(mask, actions, 0)]
        offending = np.flatnonzero(mask & ~legal & (self.batch.player >= 0))
        if not len(offending):
            return actions, mask
        actions, mask = actions.copy(), mask.copy()
        for game in map(int, offending):
            self.refused[game] = int(actions[game])
            if self.illegal == "lose":
                self.forfeited[game] = True
                self.actors[game] = self.batch.player[game]
                mask[game] = False
            else:
                choices = np.flatnonzero(self.batch.legal_mask[game])
                actions[game] = self._generator(game).choice(choices)
        return actions, mask

    def _play_opponents(self, which: Bools) -> None:
        """Let a callable play the other seats until the caller's is to decide."""
        if not callable(self.opponent):
            return
        batch = self.batch
        while True:
            waiting = which & (batch.player >= 0) & (batch.player != self.seats)
            waiting &= ~self.forfeited
            if not waiting.any():
                return
            actions = np.full(self.n, -1, np.int64)
            for game in map(int, np.flatnonzero(waiting)):
                action = self.opponent(batch[game], self._generator(game))
                actions[game] = fivefold_action(batch[game], action)
            batch.step(actions, waiting)
            self.rewards += self._returns()


def fivefold_action(position: Position, action: object) -> int:
    """Give the number of an opponent's action, refused by name if it is none or illegal."""
    illegal = position.why_illegal(action)  # type: ignore[arg-type]
    if illegal is None:
        return position.action(action)  # type: ignore[arg-type]
    error = IllegalMoveError(f"the opponent's {action!r} is refused: {illegal.message}")
    error.rule = illegal.rule
    raise error
