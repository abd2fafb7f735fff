"""What a player is: something that names an action for a position, from a random generator or a seed."""

from __future__ import annotations

import json
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._arguments import read_seed, short_repr
from fivefold._core import CHANCE, OVER, FivefoldError, Position
from fivefold._core.players import choose_actions

from .versions import version_of

if TYPE_CHECKING:
    from .move_analysis import PlayerAnalysis

__all__ = ["CallablePlayer", "NativePlayer", "Player"]


class Player(ABC):
    """A player: called with a position it returns the number of an action.

    Attributes
    ----------
    name : str
        Its text form: ``make(player.name)`` makes an equal player.
    deterministic : bool
        Whether the answer depends only on the position, so that one call is enough. False by default.
    version : int or None
        A number that changes whenever the player's answers change for the same question and options. None
        for programs and functions that state no version.

    Notes
    -----
    An answer depends only on the position and the generator (or the seed), unless the player is limited by
    time.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.make("greedy")
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> player.name, position.move(player(position)) in ("h7", "h12")
    ('greedy', True)
    """

    name: str
    deterministic: bool = False
    version: int | None = None

    def __call__(self, position: Position, rng: np.random.Generator | None = None) -> int:
        """Choose an action.

        Parameters
        ----------
        position : Position
            A position in which a player is to decide.
        rng : numpy.random.Generator, optional
            Where randomness comes from; None draws from the system.

        Returns
        -------
        int
            The number of a legal action.

        Raises
        ------
        WrongGameError
            This player does not play the game.
        FivefoldError
            The game is over, or a die is due.
        """
        rng = np.random.default_rng() if rng is None else rng
        seed = rng.integers(2**64, dtype=np.uint64)
        return int(self.choose([position], [seed])[0])

    @abstractmethod
    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:
        """Choose an action in each of several positions of the same rules.

        Parameters
        ----------
        positions : sequence of Position
            Positions that each wait for a player's decision.
        seeds : array_like
            uint64 ``[n]``, one for each position.

        Returns
        -------
        ndarray
            int32 ``[n]``, the numbers of legal actions.

        Raises
        ------
        WrongGameError
            This player does not play the game.
        FivefoldError
            A game is over, a die is due, or the numbers of positions and seeds differ.

        Examples
        --------
        >>> import numpy as np
        >>> import fivefold as ff
        >>> player = ff.players.make("greedy")
        >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
        >>> [position.move(int(action)) for action in player.choose([position] * 2, np.arange(2))]
        ['h7', 'h7']
        """

    def analyse(self, position: Position, count: int = 3, seed: int = 0) -> PlayerAnalysis:
        """Return the player's choice and other moves, with values and lines.

        Parameters
        ----------
        position : Position
            A position in which a player is to decide.
        count : int, optional
            How many moves at most, 1 to 100; a search knows at most 16, or only the one that wins.
        seed : int, optional
            Seed of the choice: the first move is that of ``choose([position], [seed])``.

        Returns
        -------
        PlayerAnalysis
            Its ``moves`` have the form of those of `fivefold.search.mcts`. Players report no values: a tree
            search of 2,000 simulations finds other moves, and one of 200 evaluates each move. Where rows of
            stones win, a forced win of the other side is proven.

        Raises
        ------
        FivefoldError
            As `choose` does, or `count` is out of range.

        Examples
        --------
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
        >>> found = ff.players.make("threats").analyse(position, 2)
        >>> found.move in ("h7", "h12"), found.value, found.moves[0].proven
        (True, 1.0, True)
        """
        from .move_analysis import analyse_by_search, check_count

        check_decisions(self.name, [position])
        return analyse_by_search(self, position, check_count(count), read_seed(seed))

    def __repr__(self) -> str:
        version = "" if self.version is None else f", version {self.version}"
        return f"<player {self.name}{version}>"


class NativePlayer(Player):
    """A player that runs in Rust, many games at once without Python.

    Parameters
    ----------
    name : str
        Its text form.
    kind : mapping
        Its internal name and all its options.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.make("random")
    >>> type(player).__name__, len(player.choose([ff.rules("pagoda").start()] * 3, [1, 2, 3]))
    ('NativePlayer', 3)
    """

    def __init__(self, name: str, kind: Mapping[str, Any]) -> None:
        self.name = name
        self.kind = json.dumps(dict(kind))
        self.version = version_of(kind)

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        return self.choose_counted(positions, seeds)[0]

    def choose_counted(
        self, positions: Sequence[Position], seeds: ArrayLike
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Choose as `choose` does, and count the simulations.

        Parameters
        ----------
        positions : sequence of Position
            Positions that each wait for a player's decision.
        seeds : array_like of uint64 [n]
            The seed of each decision.

        Returns
        -------
        tuple of ndarray
            int32 [n], the number of an action each, and int64 [n], the simulations that each took.

        Raises
        ------
        FivefoldError
            The numbers of seeds and positions differ, or the player does not play this game.
        """
        check_decisions(self.name, positions)
        chosen = choose_actions(self.kind, list(positions), as_seeds(seeds))
        return chosen.actions, chosen.simulations

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativePlayer) and (self.name, self.kind) == (other.name, other.kind)

    def __hash__(self) -> int:
        return hash((self.name, self.kind))


class CallablePlayer(Player):
    """A function of the user's own, ``(position, rng) -> action``, as a player.

    Parameters
    ----------
    function : callable
        Takes a `Position` and a `numpy.random.Generator` and returns the number of an action, or its text. If
        it has attributes `name` and `version` (an int), the player takes them over.

    Examples
    --------
    >>> import fivefold as ff
    >>> first = ff.players.CallablePlayer(lambda position, rng: int(position.legal_actions()[0]))
    >>> first.choose([ff.rules("freestyle").start()], [0])
    array([0], dtype=int32)
    """

    def __init__(self, function: Callable[[Position, np.random.Generator], int | str]) -> None:
        self.function = function
        self.name = str(
            getattr(function, "name", None) or getattr(function, "__name__", None) or type(function).__name__
        )
        self.deterministic = getattr(function, "deterministic", False) is True
        version = getattr(function, "version", None)
        self.version = version if isinstance(version, int) and not isinstance(version, bool) else None

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        numbers = seeds_of_decisions(self.name, positions, seeds)
        chosen = [
            to_action(position, self.function(position, np.random.default_rng(int(seed))))
            for position, seed in zip(positions, numbers, strict=True)
        ]
        return np.array(chosen, np.int32)


def is_deterministic(player: Any) -> bool:
    """Return whether a player says that its answers depend on the position alone."""
    return getattr(player, "deterministic", False) is True


def is_same(one: Any, other: Any) -> bool:
    """Return whether two players are one: the same object, or made alike."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, CallablePlayer):
        return one.function is other.function
    # Players of the library have a text form that makes an equal one.
    ours = isinstance(one, Player) and type(one).__module__.startswith("fivefold.")
    return ours and describe_player(one) == describe_player(other)


def describe_player(player: Any) -> str:
    """Say which player it is, for folders: its text form, its version, the digest of a file it rests on."""
    version, digest = getattr(player, "version", None), getattr(player, "digest", None)
    parts = [str(player.name), f"version {version}" if version is not None else None, digest]
    return ", ".join(part for part in parts if part)


def to_action(position: Position, answer: Any) -> int:
    """Read the answer of a user's function: the number of a legal action, or its text."""
    if isinstance(answer, str):
        action = position.action(answer)
    else:
        try:
            action = operator.index(np.asarray(answer).item())
        except (TypeError, ValueError):
            raise FivefoldError(f"{answer!r:.80} is no action") from None
    refusal = position.why_illegal(action)
    if refusal is not None:
        raise FivefoldError(f"{refusal.message} ({refusal.rule})")
    return action


def check_decisions(name: str, positions: Sequence[Position]) -> None:
    """Refuse positions in which no player is to decide."""
    for position in positions:
        if not isinstance(position, Position):
            raise FivefoldError(f"{name} is asked for a move in {position!r:.80}, which is no Position")
        if position.player == OVER:
            raise FivefoldError(f"{name} is asked for a move, but the game is over")
        if position.player == CHANCE:
            raise FivefoldError(f"{name} is asked for a move, but a die is due")


def seeds_of_decisions(name: str, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.uint64]:
    """Read the seeds of decisions, uint64 ``[n]``; refuse what `check_decisions` does, and another number."""
    check_decisions(name, positions)
    numbers = as_seeds(seeds)
    if len(numbers) != len(positions):
        raise FivefoldError(f"{len(positions)} positions and {len(numbers)} seeds are refused")
    return numbers


def as_seeds(seeds: ArrayLike) -> NDArray[np.uint64]:
    """Read seeds as uint64 ``[n]``."""
    try:
        array = np.asarray(seeds)
        if array.dtype != np.uint64:
            array = np.array([read_seed(seed) for seed in array.ravel()], np.uint64)
    except (TypeError, ValueError, OverflowError) as error:
        raise FivefoldError(
            f"seeds={short_repr(seeds)} are refused: whole numbers from 0 to 2^64-1, one for each position"
        ) from error
    return np.ascontiguousarray(array.ravel())
