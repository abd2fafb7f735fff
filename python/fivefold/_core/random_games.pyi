"""`fivefold.playouts`: games by players that choose at random."""

from typing import Any, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from . import Rules, _Progress
from .position import Position
from .record import Record

@final
class Playouts:
    """Results of random games, made by `playouts`. All arrays are read-only.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = ff.playouts(ff.rules("freestyle"), 1000, seed=1)
    >>> games.returns.shape, len(games)
    ((1000, 2), 1000)
    >>> games.summary()["games"]
    1000
    """

    @property
    def rules(self) -> Rules:
        """The rules that were played by."""
    @property
    def seed(self) -> int:
        """The seed of the sequence."""
    @property
    def first(self) -> int:
        """Number in the sequence of the first of these games."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """Returns by seat: float32 ``[n, players]``."""
    @property
    def turns(self) -> npt.NDArray[np.uint16]:
        """Turns at the end, including those before the start position: uint16 ``[n]``."""
    @property
    def actions(self) -> npt.NDArray[np.uint16]:
        """Actions of each game, including rolls of a die: uint16 ``[n]``."""
    @property
    def termination(self) -> npt.NDArray[np.uint8]:
        """Why each game ended, as a number of `Termination`: uint8 ``[n]``."""
    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """The winners: bool ``[n, players]``, read-only, one row per game.

        A row is all False in a draw. Several entries are True if a team won or a first place is shared.

        Examples
        --------
        >>> import fivefold as ff
        >>> games = ff.playouts("freestyle", 1000, seed=1)
        >>> games.winners.shape, games.winners.dtype
        ((1000, 2), dtype('bool'))
        """
    @property
    def _winner_bits(self) -> npt.NDArray[np.uint8]: ...
    @property
    def first_actions(self) -> npt.NDArray[np.uint16]:
        """The first actions of each game, 65535 after its end: uint16 ``[n, first_actions]``."""
    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each game: uint64 ``[n]``; ``rules.start(seed)`` is where it began."""
    def record(self, index: SupportsIndex) -> Record:
        """Replay game ``index`` and return its record.

        Parameters
        ----------
        index : int
            Number in this result, not in the sequence; negative counts from the end.

        Returns
        -------
        Record

        Raises
        ------
        FivefoldError
            There is no such game.

        Examples
        --------
        >>> import fivefold as ff
        >>> games = ff.playouts(ff.rules("freestyle"), 10, seed=1)
        >>> len(games.record(3)) == games.actions[3]
        np.True_
        """
    def summary(self) -> dict[str, Any]:
        """Summarise the games.

        Returns
        -------
        dict
            ``games``; ``wins`` by seat; ``draws``; ``mean_returns`` by seat; ``turns`` and
            ``actions``, each with mean, min and max; ``terminations``, name to count.

        Examples
        --------
        >>> import fivefold as ff
        >>> figures = ff.playouts(ff.rules("freestyle", size=5), 100, seed=1).summary()
        >>> sum(figures["wins"]) + figures["draws"]
        100
        """
    def to_arrow(self) -> Any:
        """Return a table of pyarrow with one row per game (needs pyarrow).

        Returns
        -------
        pyarrow.Table
            ``game`` (its number in the sequence), ``seed``, ``winner`` (the seat, or the first of the
            team; null for a draw), ``termination`` (the name in small letters), ``turns``,
            ``actions``, ``return_0``, ``return_1`` ... by seat: as in the tables of `fivefold.study`.

        Raises
        ------
        ImportError
            pyarrow is not installed.

        Examples
        --------
        >>> import fivefold as ff
        >>> table = ff.playouts("freestyle", 100, seed=1).to_arrow()
        >>> table.column_names
        ['game', 'seed', 'winner', 'termination', 'turns', 'actions', 'return_0', 'return_1']
        """
    def to_pandas(self) -> Any:
        """Return a data frame of pandas with one row per game (needs pandas).

        Returns
        -------
        pandas.DataFrame
            The columns of `to_arrow`; ``winner`` is -1 for a draw.

        Raises
        ------
        ImportError
            pandas is not installed.

        Examples
        --------
        >>> import fivefold as ff
        >>> frame = ff.playouts("freestyle", 100, seed=1).to_pandas()  # doctest: +SKIP
        >>> frame.groupby("termination").turns.mean()  # doctest: +SKIP
        """
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Playouts: ...
    def __deepcopy__(self, _memo: object) -> Playouts: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

def playouts(
    rules: Rules | str | Position | list[Position] | tuple[Position, ...],
    n: SupportsIndex,
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: _Progress = False,
    *,
    first_actions: SupportsIndex = 0,
) -> Playouts:
    """Play random games: numbers ``first`` to ``first + n - 1`` of the sequence of a seed.

    Game i depends only on the rules (or position), the seed and i, not on the machine or the number of
    threads. Each action is drawn uniformly from the legal ones; ``pass`` is drawn only if nothing else
    is legal. (Plain Pah-Tum draws whole games, with the same distribution.)

    Parameters
    ----------
    rules : Rules, str, Position or list of Position
        Where games begin: rules, the name of a preset, or a position. From a list of positions (at
        least one, with equal rules) ``n`` games begin at each, those of ``playouts(position, n,
        seed, first)``. The result has ``len(positions) * n`` games, position after position:
        ``returns.reshape(len(positions), n, -1)`` has one row for each.
    n : int
        Number of games; with a list, number of games from each position.
    seed : int, default 0
        0 to 2^64-1.
    first : int, default 0
        Number of the first game.
    threads : int, optional
        Number of threads; None uses every core, or ``RAYON_NUM_THREADS``.
    progress : bool or callable
        True shows a tqdm bar, or a line on stderr without tqdm. A callable is called with
        (done, total) now and then.
    first_actions : int
        How many actions of each game to keep in `Playouts.first_actions`; up to 64.

    Returns
    -------
    Playouts

    Raises
    ------
    FivefoldError
        A value is out of range, or there is not enough memory.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = ff.playouts(ff.rules("freestyle"), 100, seed=1)
    >>> games.returns.shape, games.turns.dtype
    ((100, 2), dtype('uint16'))
    >>> start = ff.rules("freestyle", size=7).start()
    >>> games = ff.playouts([start.play("a1"), start.play("d4")], 1000)
    >>> games.returns.reshape(2, 1000, 2).mean(axis=1).shape
    (2, 2)
    """
