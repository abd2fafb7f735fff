"""What the environments share: n games in one batch, seats, opponents, illegal actions.

The single, the vector and the turn-by-turn environment play through this one class, so that the
same seeds and actions give the same trajectories through each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from fivefold import Batch, FivefoldError, IllegalMoveError, Position, Rules, _core

from . import _opponents
from ._opponents import Chooser, Opponents, to_array

Illegal: TypeAlias = Literal["raise", "lose", "random"]
Bools: TypeAlias = npt.NDArray[np.bool_]
Result = TypeVar("Result")

# Views of the batch's memory: made again where a core is copied or unpickled.
VIEWS = ("_players", "_masks")
# What a failed step is undone in, beside the batch.
STATE = ("seats", "forfeited", "rewards", "refused", "_sampled", "_steps", "_cut", "_ends", "_over")


def make_rules(game: str | Rules, options: dict[str, Any]) -> Rules:
    """Rules from a preset's name and options, or as they are."""
    if isinstance(game, Rules):
        if options:
            raise FivefoldError(f"options {sorted(options)} are refused: the rules have theirs")
        return game
    return _core.rules(game, **options)


def has_chance(rules: Rules) -> bool:
    """Return whether dice are thrown in the game (E10)."""
    return rules.info.chance == "dice"


def over_error(game: int, action: object) -> IllegalMoveError:
    """Make the error for an action in a game that is over (E6)."""
    error = IllegalMoveError(f"game {game}: action {action} is refused: the game is over, reset it (E6)")
    error.rule = "E6"
    return error


class EnvCore:
    """n games, the caller's seat in each, and the players of the other seats.

    Parameters
    ----------
    rules : Rules
    n : int
        Number of games.
    opponent : "random", callable, player, mapping, list or None
        Who plays the other seats (see `FivefoldEnv`); None: the caller plays every seat.
    seat : int or "random"
        The caller's seat, or one drawn at each reset; ignored without an opponent.
    illegal : "raise", "lose" or "random"
        What an illegal action means.
    generator : callable
        Gives the random generator of a game, for callable opponents, seats and replacements.
    max_episode_steps : int, optional
        How many steps of the caller's cut a game off.
    history : bool or "replies"
        As `Batch`.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        opponent: Opponents | None,
        seat: int | Literal["random"],
        illegal: Illegal,
        generator: Callable[[int], np.random.Generator],
        max_episode_steps: int | None = None,
        history: bool | Literal["replies"] = "replies",
    ) -> None:
        if illegal not in ("raise", "lose", "random"):
            raise FivefoldError(f"illegal={illegal!r:.60} is refused: 'raise', 'lose' or 'random'")
        seats = range(rules.num_players)
        if seat != "random" and (isinstance(seat, bool) or seat not in seats):
            raise FivefoldError(f"seat={seat!r:.60} is refused: 0 to {rules.num_players - 1}, or 'random'")
        limit = max_episode_steps
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
            raise FivefoldError(
                f"max_episode_steps={limit!r:.60} is refused: a whole number from 1 on, or None"
            )
        pool = _opponents.pool(opponent, rules, seat)
        self.rules = rules
        self.n = n
        self.illegal = illegal
        self.limit = limit
        self.generator = generator
        self.has_chance = has_chance(rules)
        self._seat = seat
        entropy = np.random.SeedSequence().generate_state(max(n, 1), np.uint64)[:n]
        self.batch = Batch(rules, n, entropy, history)
        self._ends = self.batch.terminated.copy(), self.batch.truncated.copy()
        self._over = 0
        self._all: Bools = np.ones(n, np.bool_)
        self._steps = np.zeros(n, np.int64)
        self._cut: Bools = np.zeros(n, np.bool_)
        self._sampled = np.zeros(n, np.int64)
        self.forfeited: Bools = np.zeros(n, np.bool_)
        self.rewards = np.zeros(n, np.float64)
        self.refused: dict[int, int] = {}
        """Illegal actions of the last step that were not raised: game to action."""
        self.seats = np.full(n, -1, np.int8)
        self._undone = False
        self._stale = False
        self._take(opponent, pool)
        self._look()

    def _take(self, opponent: Opponents | None, pool: list[_opponents.Seating]) -> None:
        """Seat the caller and who plays against it."""
        self.opponent = opponent
        self.pool = pool
        # Opponents that are programs; random ones play within the batch.
        self.programs = bool(pool) and not _opponents.all_random(pool)
        if not pool:
            self.seats[:] = -1
        elif (self.seats < 0).any():
            self.seats[:] = 0 if self._seat == "random" else self._seat
        self._sit()

    def _look(self) -> None:
        """Take views of the batch's memory: it keeps them up to date."""
        self._players = self.batch.player
        self._masks: npt.NDArray[np.int8] = self.batch.legal_mask.view(np.int8)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the views: a copy has a batch of its own."""
        return {name: value for name, value in self.__dict__.items() if name not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Look at the memory of the batch that came with the state."""
        self.__dict__.update(state)
        self._look()

    def set_opponent(self, opponent: Opponents | None) -> None:
        """Let somebody else play the other seats from now on."""
        pool = _opponents.pool(opponent, self.rules, self._seat)
        # A caller who had every seat, or is to have every one, may stand before another's decision.
        self._stale = self._stale or bool(pool) != bool(self.pool)
        self._take(opponent, pool)
        self._draw(self._all)

    def _sit(self) -> None:
        self.batch.sit(self.seats, None if self.programs or not self.pool else "random")

    def _draw(self, which: Bools) -> None:
        """Draw who plays in each game, if there are several to draw from."""
        self._sampled[which] = 0
        if len(self.pool) > 1:
            for game in map(int, np.flatnonzero(which)):
                self._sampled[game] = self.generator(game).integers(len(self.pool))

    def attempt(self, work: Callable[[], Result]) -> Result:
        """Do something in which opponents may fail: then all games stand as they stood before."""
        if not self.programs or self._undone:
            return work()
        state = {name: value.copy() for name in STATE if hasattr(value := getattr(self, name), "copy")}
        state |= {"_ends": self._ends, "_over": self._over}
        self.batch.mark()
        self._undone = True
        try:
            return work()
        except BaseException:
            self.batch.take_back()
            self.__dict__.update(state)
            raise
        finally:
            self._undone = False

    def ends(self) -> tuple[Bools, Bools, bool]:
        """Over by the rules or by an illegal action; cut off by a limit; is any over."""
        terminated, truncated = self._ends
        over = self._over > 0
        if self.illegal == "lose":
            terminated, truncated = terminated | self.forfeited, truncated & ~self.forfeited
            over = over or bool(self.forfeited.any())
        if self.limit is not None:
            truncated = truncated | self._cut
            over = over or bool(self._cut.any())
        return terminated, truncated, over

    @property
    def viewers(self) -> npt.NDArray[np.int8]:
        """Whose view each observation is: the caller's seat, or the one that decides."""
        return self.seats if self.pool else self.batch.viewers()

    def action_masks(self, copy: bool = True) -> npt.NDArray[np.int8]:
        """Return the legal actions: int8 [n, num_actions]; none after the end.

        Without a copy it is a view of the batch's own, unless a game was forfeited.
        """
        if self.illegal == "lose" and self.forfeited.any():
            masks = self._masks.copy()
            masks[self.forfeited] = 0
            return masks
        return self._masks.copy() if copy else self._masks

    def reset(
        self,
        which: Bools,
        seeds: Sequence[int | None] | None = None,
        starts: Position | list[Position] | None = None,
    ) -> None:
        """Begin anew in some games: from a seed where one is given, else the next episode."""
        self.attempt(lambda: self._reset(which, seeds, starts))

    def _reset(
        self,
        which: Bools,
        seeds: Sequence[int | None] | None,
        starts: Position | list[Position] | None,
    ) -> None:
        if self._seat == "random" and self.pool:
            for game in map(int, np.flatnonzero(which)):
                self.seats[game] = self.generator(game).integers(self.rules.num_players)
            self._sit()
        if len(self.pool) > 1:
            self._draw(which)
        if seeds is None:
            self.batch.reset(which, None, starts)
        else:
            seeded = np.array([seed is not None for seed in seeds], np.bool_) & which
            if seeded.any():
                self.batch.reset(seeded, np.array([seed or 0 for seed in seeds], np.uint64), starts)
            if not seeded.all():
                self.batch.reset(which & ~seeded, None, starts)
        self.forfeited[which] = False
        self._cut[which] = False
        self._steps[which] = 0
        self._stale = self._stale and not which.all()
        # A new array: the last one may have been handed out.
        self.rewards = np.where(which, 0.0, self.rewards)
        self.refused.clear()
        if self.programs:
            self._play_opponents(which)

    def step(
        self,
        actions: npt.NDArray[np.integer[Any]],
        which: Bools | None = None,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in each game of the mask (all by default), opponents after it.

        The observations that this leads to are written into ``out``.
        """
        if self._stale:
            raise FivefoldError("a step is refused: the opponent was set, reset all games first")
        self.attempt(lambda: self._step(actions, which, out))

    def _step(
        self,
        actions: npt.NDArray[np.integer[Any]],
        which: Bools | None,
        out: npt.NDArray[np.uint8] | None,
    ) -> None:
        if self.refused:
            self.refused = {}
        mask = which
        if self.programs:
            self._refuse_others(self._all if which is None else which)
        if self.illegal != "raise":
            actions, mask = self._judge(actions, self._all if which is None else which)
        self.batch.step(actions, mask, out=out)
        self.rewards = self._returns()
        self.count(self._all if which is None else which)
        if self.programs:
            self._play_opponents(self._all if mask is None else mask)
            if out is not None:
                self.batch.observe(out)
        for game in self.refused:
            if self.forfeited[game]:
                self.rewards[game] = -1.0

    def _refuse_others(self, which: Bools) -> None:
        """Refuse to play for an opponent: before the first reset it may be to decide."""
        others = which & (self._players >= 0) & (self._players != self.seats) & ~self.forfeited
        if others.any():
            game = int(np.flatnonzero(others)[0])
            raise FivefoldError(f"game {game}: a step is refused: the opponent is to decide, reset first")

    def count(self, which: Bools) -> None:
        """Count a step of the caller's in some games, and cut off those that reach the limit."""
        if self.limit is not None:
            self._steps = self._steps + which
            self._cut = self._cut | (which & (self._steps >= self.limit))

    def step_or_begin(
        self,
        actions: npt.NDArray[np.integer[Any]],
        over: Bools,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in each game that runs, and begin anew those that are over."""
        sampled = bool(self.pool) and (self._seat == "random" or len(self.pool) > 1)
        if self.illegal != "raise" or self.programs or sampled or self.limit is not None or self._stale:
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
        """Return the rewards of the last step, and note how it left the games."""
        results = self.batch.results()
        self._ends, self._over = (results.terminated, results.truncated), results.over
        return results.gains

    def _judge(
        self, actions: npt.NDArray[np.integer[Any]], mask: Bools
    ) -> tuple[npt.NDArray[np.integer[Any]], Bools]:
        """Apply the policy for illegal actions: forfeits leave the mask, others are replaced."""
        actions = to_array(actions)
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
                actions[game] = self.generator(game).choice(choices)
        return actions, mask

    def _play_opponents(self, which: Bools) -> None:
        """Let programs play the other seats until the caller's is to decide."""
        while True:
            waiting = which & (self._players >= 0) & (self._players != self.seats)
            waiting &= ~self.forfeited
            if not waiting.any():
                return
            actions = np.full(self.n, -1, np.int64)
            for chooser, games in self._groups(np.flatnonzero(waiting)):
                actions[games] = chooser.choose(self, games)
            self.batch.step(actions, waiting)
            self.rewards += self._returns()

    def _groups(self, games: npt.NDArray[np.int64]) -> Iterator[tuple[Chooser, npt.NDArray[np.int64]]]:
        """Yield who plays now, each with the games that wait for it."""
        groups: dict[int, tuple[Chooser, list[int]]] = {}
        for game in games.tolist():
            chooser = self.pool[self._sampled[game]][self._players[game]]
            assert chooser is not None, "every seat but the caller's has an opponent"
            groups.setdefault(id(chooser), (chooser, []))[1].append(game)
        for chooser, chosen in groups.values():
            yield chooser, np.array(chosen, np.int64)

    def actions(self, game: int) -> tuple[int, ...]:
        """Return what was played in a game since the caller's last action, dice included."""
        if self.illegal == "lose" and self.forfeited[game]:
            return ()
        return tuple(self.batch.replies(game))
