"""Who plays the other seats: at random, a callable, a player, a function of many games, a pool."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from fivefold import Batch, FivefoldError, IllegalMoveError, Position, Rules, _core

if TYPE_CHECKING:
    from fivefold.players import NativePlayer

Opponent: TypeAlias = Callable[[Position, np.random.Generator], int]
"""Plays the other seats: gets the position and a random generator, gives an action."""

Several: TypeAlias = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_], npt.NDArray[np.int64]], Any]
"""Plays in many games at once: gets their observations, their masks and their numbers."""

One: TypeAlias = Opponent | Several | str
"""One opponent; a text is ``"random"`` or what `fivefold.players.make` takes."""

Opponents: TypeAlias = One | Mapping[int, One] | Sequence[One | Mapping[int, One]] | Any
"""One for all other seats, a mapping by seat, or a pool of these."""


class Games(Protocol):
    """What a chooser looks at: the games, and the random generator of each."""

    batch: Batch

    def generator(self, game: int) -> np.random.Generator:
        """Return the random generator of a game."""


class AtRandom:
    """Draws uniformly from the legal actions, never ``pass`` while another is legal."""

    def choose(self, games: Games, which: npt.NDArray[np.int64]) -> list[int]:
        """Return an action for each of some games."""
        masks = games.batch.legal_mask
        return [self._draw(games, game, np.flatnonzero(masks[game])) for game in which.tolist()]

    def _draw(self, games: Games, game: int, actions: npt.NDArray[np.int64]) -> int:
        generator = games.generator(game)
        action = int(actions[generator.integers(len(actions))])
        if len(actions) > 1 and games.batch[game].move(action) == "pass":
            others = actions[actions != action]
            action = int(others[generator.integers(len(others))])
        return action


class OneByOne:
    """A callable ``(position, rng) -> action``."""

    def __init__(self, function: Opponent) -> None:
        self.function = function

    def choose(self, games: Games, which: npt.NDArray[np.int64]) -> list[int]:
        """Return an action for each of some games."""
        actions = []
        for game in which.tolist():
            position = games.batch[game]
            actions.append(checked(position, self.function(position, games.generator(game))))
        return actions


class Native:
    """A player that runs in Rust: it looks at the games where they lie."""

    def __init__(self, player: NativePlayer) -> None:
        self.player = player

    def choose(self, games: Games, which: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Return an action for each of some games."""
        seeds = [games.generator(game).integers(2**64, dtype=np.uint64) for game in which.tolist()]
        return _core.players.choose_in_batch(self.player.kind, games.batch, which, np.array(seeds, np.uint64))


class Player:
    """A player: ``choose(positions, seeds) -> actions``."""

    def __init__(self, player: Any) -> None:
        self.player = player

    def choose(self, games: Games, which: npt.NDArray[np.int64]) -> list[int]:
        """Return an action for each of some games."""
        positions = [games.batch[game] for game in which.tolist()]
        draw = [games.generator(game).integers(2**64, dtype=np.uint64) for game in which.tolist()]
        actions = numbers(self.player.choose(positions, np.array(draw, np.uint64)), len(which))
        return [checked(position, action) for position, action in zip(positions, actions, strict=True)]


class ManyAtOnce:
    """A callable ``(observations, masks, which) -> actions``."""

    def __init__(self, function: Several) -> None:
        self.function = function

    def choose(self, games: Games, which: npt.NDArray[np.int64]) -> list[int]:
        """Return an action for each of some games."""
        batch = games.batch
        masks = batch.legal_mask[which]
        actions = numbers(self.function(batch.observe()[which], masks, which.copy()), len(which))
        legal = [0 <= action < masks.shape[1] and masks[row, action] for row, action in enumerate(actions)]
        if not all(legal):
            row = legal.index(False)
            checked(batch[int(which[row])], actions[row])
        return actions


Chooser: TypeAlias = AtRandom | OneByOne | Native | Player | ManyAtOnce
Seating: TypeAlias = tuple[Chooser | None, ...]
"""Who plays each seat."""


def checked(position: Position, action: Any) -> int:
    """Return the number of an opponent's action, refused by name if it is none or illegal."""
    illegal = position.why_illegal(action)
    if illegal is None:
        return position.action(action)
    error = IllegalMoveError(f"the opponent's {action!r:.60} is refused: {illegal.message}")
    error.rule = illegal.rule
    raise error


def to_array(actions: Any) -> npt.NDArray[Any]:
    """Return actions as an array of numpy, whatever library holds them."""
    if hasattr(actions, "__dlpack__") and not hasattr(actions, "__array__"):
        return np.from_dlpack(actions)
    return np.asarray(actions)


def numbers(actions: Any, count: int) -> list[int]:
    """Return the actions that an opponent chose for `count` games, refused if they are none."""
    array = to_array(actions)
    if array.shape != (count,) or not np.issubdtype(array.dtype, np.integer):
        raise FivefoldError(
            f"the opponent's actions are refused: {array.dtype} of shape {array.shape}; "
            f"it gives {count} whole numbers"
        )
    chosen: list[int] = array.tolist()
    return chosen


def refused(opponent: object, why: str = "") -> FivefoldError:
    """Make the error for what is not an opponent."""
    kinds = "'random', a callable (position, rng) -> action or (observations, masks, which) -> actions, "
    kinds += "a player, a mapping by seat, a list to draw from, or None"
    return FivefoldError(f"opponent={opponent!r:.60} is refused: {why or 'it takes ' + kinds}")


def takes_many(function: Callable[..., Any]) -> bool:
    """Return whether a callable takes observations, masks and numbers of games."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return len([place for place in places if place.default is place.empty]) == 3


def chooser(opponent: Any, rules: Rules) -> Chooser:
    """Return what plays for one opponent; one that does not play these rules is refused."""
    if isinstance(opponent, str):
        if opponent == "random":
            return AtRandom()
        from fivefold import players

        opponent = players.make(opponent)
    if callable(getattr(opponent, "choose", None)):
        from fivefold.players import NativePlayer
        from fivefold.players.fitting import check_plays

        check_plays(opponent, rules)
        return Native(opponent) if isinstance(opponent, NativePlayer) else Player(opponent)
    if callable(opponent):
        return ManyAtOnce(opponent) if takes_many(opponent) else OneByOne(opponent)
    raise refused(opponent)


def seating(opponent: Any, rules: Rules, caller: int | Literal["random"]) -> Seating:
    """Seat one opponent, or those of a mapping, at all seats but the caller's."""
    seats = rules.num_players
    if not isinstance(opponent, Mapping):
        return (chooser(opponent, rules),) * seats
    for seat in opponent:
        if isinstance(seat, bool) or seat not in range(seats):
            raise refused(opponent, f"there is no seat {seat!r}: they are 0 to {seats - 1}")
    for seat in range(seats):
        if seat not in opponent and seat != caller:
            raise refused(opponent, f"nobody plays seat {seat}")
    return tuple(chooser(opponent[seat], rules) if seat in opponent else None for seat in range(seats))


def pool(opponents: Any, rules: Rules, caller: int | Literal["random"]) -> list[Seating]:
    """Return what is drawn from at each reset: a seating of opponents or several; none without."""
    if opponents is None:
        return []
    if isinstance(opponents, (list, tuple)):
        if not opponents:
            raise refused(opponents, "an empty list has nobody to draw")
        return [seating(opponent, rules, caller) for opponent in opponents]
    return [seating(opponents, rules, caller)]


def all_random(seatings: list[Seating]) -> bool:
    """Return whether all opponents play at random."""
    return all(isinstance(seat, AtRandom) or seat is None for one in seatings for seat in one)
