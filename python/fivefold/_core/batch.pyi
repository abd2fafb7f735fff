"""`fivefold.Batch`: many games of the same rules at once."""

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from . import Rules, _Integers
from .position import Position
from .record import Record

@final
class BatchResults:
    """How a step left the games of a batch.

    Attributes
    ----------
    gains : ndarray
        float64 ``[n]``: `Batch.rewards` of the viewer of each game (see `Batch.viewers`).
    terminated, truncated : ndarray
        bool ``[n]``, as the arrays of these names.
    over : int
        How many games are over.
    """

    @property
    def gains(self) -> npt.NDArray[np.float64]: ...
    @property
    def terminated(self) -> npt.NDArray[np.bool_]: ...
    @property
    def truncated(self) -> npt.NDArray[np.bool_]: ...
    @property
    def over(self) -> int: ...

@final
class BatchReplies:
    """The replies of all games of a batch.

    Attributes
    ----------
    counts : ndarray
        int64 ``[n]``: how many replies each game has.
    actions : ndarray
        int64 ``[counts.sum()]``: all of them, game after game.
    """

    @property
    def counts(self) -> npt.NDArray[np.int64]: ...
    @property
    def actions(self) -> npt.NDArray[np.int64]: ...

@final
class Batch:
    """Many games of one rules object, stepped together.

    The arrays are read-only views that every step updates in place. Keep the array objects, but copy
    the numbers that must outlive the next step (``torch.tensor(batch.legal_mask)`` does; torch's
    ``from_numpy`` warns of read-only arrays). While one thread steps, another thread may see some
    games before and some after the step.

    A finished game ignores its action and stays finished until `reset`. The batch throws dice (E10).
    Chance in episode e of game i depends only on the i-th seed and e. Episode 0 begins with the batch;
    each `reset` begins the next one.

    Parameters
    ----------
    rules : Rules or str
        The rules of all games, or the name of a preset.
    n : int
        Number of games.
    seed : int or sequence of int, default 0
        One seed for all games (game i is then game i of `playouts` with that seed), or one for each
        game. None takes a seed from the system.
    history : bool or "replies"
        True keeps the actions of each episode, for `record` and `actions`. "replies" keeps those
        since the last action of the seat taken by `sit`, for `replies`. A copy or a pickle of a
        batch continues the same games.

    Raises
    ------
    FivefoldError
        A value is out of range, or there is not enough memory.

    Examples
    --------
    >>> import fivefold as ff
    >>> batch = ff.Batch(ff.rules("freestyle"), 4, seed=0)
    >>> batch.step([0, 1, 2, 3])
    >>> batch.boards.sum(axis=(1, 2))
    array([1, 1, 1, 1])
    """

    def __new__(
        cls,
        rules: Rules | str,
        n: SupportsIndex,
        seed: SupportsIndex | _Integers | None = 0,
        history: bool | Literal["replies"] = False,
    ) -> Batch: ...
    @classmethod
    def from_positions(
        cls,
        positions: list[Position] | tuple[Position, ...],
        seed: SupportsIndex | _Integers | None = 0,
        history: bool | Literal["replies"] = False,
    ) -> Batch:
        """Make a batch of games that begin at given positions of the same rules.

        Every episode of game i begins at position i: `reset` returns there. Dice and random play
        depend only on the seed, i and the episode. Played to
        the end at random, ``from_positions([position] * n, seed)`` is ``playouts(position, n, seed)``.

        Parameters
        ----------
        positions : list or tuple of Position
            At least one, all with equal rules. A finished position makes a finished game.
        seed : int or sequence of int, optional
            One seed for all, or one for each game; None takes one from the system.
        history : bool or "replies"
            As in `Batch`.

        Returns
        -------
        Batch
            ``len(positions)`` games.

        Raises
        ------
        FivefoldError
            The list is empty, or holds other objects or positions with different rules.

        Examples
        --------
        >>> import fivefold as ff
        >>> start = ff.rules("freestyle", size=7).start()
        >>> batch = ff.Batch.from_positions([start.play("a1"), start.play("d4")])
        >>> batch.step([7, 8])
        >>> batch.reset()
        >>> batch.positions() == [start.play("a1"), start.play("d4")]
        True
        """
    @property
    def rules(self) -> Rules:
        """The rules of all games."""
    @property
    def boards(self) -> npt.NDArray[Any]:
        """The boards: int8 ``[n, rows, columns]``; in Pentagame uint8 ``[n, kinds, stops]``."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions: bool ``[n, num_actions]``; none after the end."""
    @property
    def player(self) -> npt.NDArray[np.int8]:
        """The seat to decide: int8 ``[n]``; -2 after the end."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The returns in the step that ends a game, else 0: float32 ``[n, players]``."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The returns of finished games: float32 ``[n, players]``, 0 while a game runs.

        A new array. `rewards` hold the last step only; these stay until the game is reset.
        """
    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """The winners: bool ``[n, players]``, a new array. A row is False while a game runs and in a draw."""
    @property
    def turns(self) -> npt.NDArray[np.uint16]:
        """Turns finished so far: uint16 ``[n]``, a new array."""
    @property
    def history(self) -> bool | Literal["replies"]:
        """Which actions the batch keeps: the argument `history`."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Which games have ended by the rules: bool ``[n]``."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Which games have ended by a limit (N16): bool ``[n]``."""
    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """The view of the seat to decide in each game: uint8 ``[n, *rules.observation_shape]``.

        Computed from the first access on, and then kept up to date. After the end it is the view of
        the seat that decided last (or see `sit`).
        """
    def observe(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Write the observations into an array that you provide.

        This is cheaper than copying `observation`, which then need not be kept up to date.

        Parameters
        ----------
        out : ndarray, optional
            uint8 ``[n, *rules.observation_shape]``, writeable and contiguous; a new array by default.

        Returns
        -------
        ndarray
            The array that was written, uint8 ``[n, *rules.observation_shape]``.

        Raises
        ------
        FivefoldError
            ``out`` has another shape, dtype or layout.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 4, seed=0)
        >>> batch.observe().shape
        (4, 7, 15, 15)
        """
    def viewers(self) -> npt.NDArray[np.int8]:
        """Return the seat whose view each observation is: int8 ``[n]``, a new array.

        It is the seat to decide. After the end it is the seat taken by `sit`, or the one that
        decided last.

        Returns
        -------
        ndarray
            int8 ``[n]``.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0)
        >>> batch.step([0, 1])
        >>> batch.viewers()
        array([1, 1], dtype=int8)
        """
    def results(self) -> BatchResults:
        """Return rewards and flags after a step, as new arrays, as environments need them.

        Returns
        -------
        BatchResults
            `gains`, `terminated`, `truncated` and `over`.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 1, seed=0)
        >>> for action in (0, 5, 1, 6, 2, 7, 3, 8, 4):
        ...     batch.step([action])
        >>> found = batch.results()
        >>> found.gains, found.terminated, found.truncated, found.over
        (array([1.]), array([ True]), array([False]), 1)
        """
    def step(
        self,
        actions: _Integers,
        mask: npt.NDArray[np.bool_] | Sequence[bool] | None = None,
        autoreset: bool = False,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in every running game. If one is illegal, nothing changes.

        Parameters
        ----------
        actions : ndarray or sequence of int
            ``[n]``, of any integer dtype; int32 is read without a copy. Entries of finished games are
            ignored; use -1. Tensors of PyTorch, arrays of JAX and other objects with ``__array__``
            or ``__dlpack__`` are accepted, also for ``mask`` and ``out``.
        mask : ndarray or sequence of bool, optional
            bool ``[n]``: only these games are stepped; the others do not move and get no rewards.
        autoreset : bool
            Finished games (of the mask) begin their next episode, as by `reset`. Their actions are
            ignored.
        out : ndarray, optional
            uint8 ``[n, *rules.observation_shape]``: receives the observations after the step; cheaper
            than `observe`.

        Raises
        ------
        NotationError
            An action is out of range; the message says in which game.
        IllegalMoveError
            An action is illegal; the message says in which game.
        FivefoldError
            An array has another shape or dtype.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 2, seed=0)
        >>> batch.step([12, 0])
        >>> batch.step([0, 1], mask=[True, False])
        >>> batch.turns
        array([2, 1], dtype=uint16)
        """
    def reset(
        self,
        mask: npt.NDArray[np.bool_] | Sequence[bool] | None = None,
        seeds: _Integers | None = None,
        positions: Position | list[Position] | tuple[Position, ...] | None = None,
    ) -> None:
        """Begin the next episode in the games of the mask, or in all games.

        Parameters
        ----------
        mask : ndarray or sequence of bool, optional
            bool ``[n]``.
        seeds : ndarray or sequence of int, optional
            ``[n]``: the games of the mask begin the first episode of these seeds. By default they
            begin the next episode of their own seed.
        positions : Position or list of Position, optional
            Where this one episode of the games of the mask begins: one position for all, or ``n``
            positions, of which those of other games are ignored. Later episodes begin as usual.

        Raises
        ------
        FivefoldError
            An array has another shape or dtype, or a position has other rules.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 2, seed=0)
        >>> batch.step([12, 0])
        >>> batch.reset(mask=[True, False])
        >>> batch.turns
        array([0, 1], dtype=uint16)
        """
    def sit(self, seats: _Integers, others: Literal["random"] | None = None) -> None:
        """Take one seat in each game, for environments with opponents.

        After the end `observation` is that seat's.

        Parameters
        ----------
        seats : ndarray or sequence of int
            ``[n]``. -1 takes all seats; after the end `observation` is then that of the seat that
            decided last.
        others : "random", optional
            The remaining seats play at random from the game's own stream, now and after every step
            and reset, until the taken seat is to decide.

        Raises
        ------
        FivefoldError
            There is no such seat, or ``others`` is something else.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=1)
        >>> batch.sit([0, 1, 1], others="random")
        >>> batch.player.tolist(), [position.turns for position in batch]
        ([0, 1, 1], [0, 1, 1])
        """
    def play_random(self, turns: SupportsIndex | None = None) -> None:
        """Play ``turns`` turns at random in every game, or all games to their end.

        The random numbers are those of `playouts`: a batch with seed s, played from start to end,
        is ``playouts(rules, n, s)``. Ctrl-C stops between games.

        Parameters
        ----------
        turns : int, optional
            At least 0; None plays every game to its end.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=0)
        >>> batch.play_random()
        >>> bool(batch.terminated.all())
        True
        """
    def record(self, index: SupportsIndex) -> Record:
        """Write down a game from the start of its episode; needs ``history=True``.

        Parameters
        ----------
        index : int
            Which game, from either end.

        Returns
        -------
        Record
            The game so far.

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0, history=True)
        >>> batch.step([0, 1])
        >>> batch.record(1).moves
        ['b1']
        """
    def actions(self, index: SupportsIndex, first: SupportsIndex = 0) -> list[int]:
        """List the actions of a game from number ``first`` on; needs ``history=True``.

        Parameters
        ----------
        index : int
            Which game, from either end.
        first : int, default 0
            How many actions to skip.

        Returns
        -------
        list of int

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0, history=True)
        >>> batch.step([7])
        >>> batch.step([8])
        >>> batch.actions(0), batch.actions(0, first=1)
        ([7, 8], [8])
        """
    def replies(self, index: SupportsIndex) -> tuple[int, ...]:
        """Return the actions played in a game since the last action of the seat taken by `sit`.

        They are the actions of other seats and of dice. After a reset they are those before the
        first decision of that seat. If every seat is taken, they are dice only. Needs
        ``history=True`` or ``"replies"``.

        Parameters
        ----------
        index : int
            Which game, from either end.

        Returns
        -------
        tuple of int

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0, history="replies")
        >>> batch.sit([0], "random")
        >>> batch.step([0])
        >>> len(batch.replies(0))
        1
        """
    def all_replies(self) -> BatchReplies:
        """Return the replies of all games, see `replies`.

        Returns
        -------
        BatchReplies
            `counts` and `actions`.

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=0, history="replies")
        >>> batch.sit([0, 0, 1], "random")
        >>> batch.step([0, 0, 0])
        >>> batch.all_replies().counts
        array([1, 1, 1])
        """
    def mark(self) -> None:
        """Mark the state of every game for `take_back`; this replaces an earlier mark.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0)
        >>> batch.mark()
        >>> batch.play_random(5)
        >>> batch.take_back()
        >>> batch[0].turns
        0
        """
    def take_back(self) -> None:
        """Go back to the last `mark`: positions, streams, rewards and all arrays.

        Raises
        ------
        FivefoldError
            There is no mark, or it was already taken back.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0)
        >>> batch.mark()
        >>> batch.step([0])
        >>> batch.take_back()
        >>> batch.turns
        array([0], dtype=uint16)
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...
    def positions(self) -> list[Position]:
        """Return the positions of all games, each without the moves that led there.

        Returns
        -------
        list of Position

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0)
        >>> batch.positions() == [batch[0], batch[1]]
        True
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> Position:
        """Return the position of a game; it begins a history of its own."""
