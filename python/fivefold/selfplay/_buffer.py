"""The samples of the last games, to draw batches from."""

from __future__ import annotations

from threading import Lock
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._arguments import read_seed, short_repr, whole
from fivefold._core import FivefoldError

from ._games import Games

__all__ = ["Batch", "ReplayBuffer"]

_MAX = 2**62


class Batch(NamedTuple):
    """Samples drawn for one step of a learner; the arrays are those of `Games`."""

    observations: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.float32]
    outcomes: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float32]


class ReplayBuffer:
    """The last samples of self-play; the oldest are dropped for new ones.

    One thread may add samples while others draw some.

    Parameters
    ----------
    capacity : int
        Maximum number of samples, at least 1.
    seed : int, default 0
        Random seed. Draws depend only on it and on the samples added before.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> def evaluate(observation, legal_mask):
    ...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
    >>> buffer = ff.selfplay.ReplayBuffer(1000)
    >>> buffer.add(ff.selfplay.play(ff.rules("pah_tum"), evaluate, games=2, simulations=2))
    >>> observations, policies, outcomes, weights = buffer.sample(32)
    >>> observations.shape, outcomes.shape
    ((32, 5, 7, 7), (32,))
    """

    def __init__(self, capacity: SupportsIndex, seed: int = 0) -> None:
        self.capacity = whole(capacity, "capacity", 1, _MAX)
        self._rng = np.random.default_rng(read_seed(seed))
        # One thread may add while another samples: a sample is never of two games.
        self._lock = Lock()
        self._stored: list[npt.NDArray[Any]] = []
        self._length = self._next = 0

    def __len__(self) -> int:
        return self._length

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._lock = Lock()

    def add(self, games: Games) -> None:
        """Add the samples of games.

        Parameters
        ----------
        games : Games
            Result of `play`, or of a step of `stream`.

        Raises
        ------
        FivefoldError
            The samples have other shapes than those before.
        """
        if not isinstance(games, Games):
            raise FivefoldError(f"games={short_repr(games)} are refused: it takes Games of self-play")
        new: list[npt.NDArray[Any]] = [games.observations, games.policies, games.outcomes, games.weights]
        with self._lock:
            self._add(new, min(len(games), self.capacity))

    def _add(self, new: list[npt.NDArray[Any]], count: int) -> None:
        if not self._stored:
            self._stored = self._room(new)
        for stored, array in zip(self._stored, new, strict=True):
            if stored.shape[1:] != array.shape[1:]:
                raise FivefoldError(
                    f"samples of shape {array.shape[1:]} are refused: those before have {stored.shape[1:]}"
                )
        places = (self._next + np.arange(count)) % self.capacity
        for stored, array in zip(self._stored, new, strict=True):
            stored[places] = array[len(array) - count :]
        self._next = int(self._next + count) % self.capacity
        self._length = min(self._length + count, self.capacity)

    def _room(self, new: list[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        """Make the arrays of all samples, which are touched only as they are filled."""
        try:
            return [np.empty((self.capacity, *array.shape[1:]), array.dtype) for array in new]
        except (MemoryError, ValueError) as error:
            raise FivefoldError(
                f"capacity={self.capacity} is refused: there is not so much memory for samples of this size"
            ) from error

    def sample(self, count: SupportsIndex) -> Batch:
        """Draw samples, each equally likely and with replacement.

        Parameters
        ----------
        count : int
            Number of samples, at least 0.

        Returns
        -------
        Batch
            ``observations``, ``policies``, ``outcomes`` and ``weights`` in arrays of their own.

        Raises
        ------
        FivefoldError
            The buffer is empty, or ``count`` is out of range.
        """
        size = whole(count, "count", 0, _MAX)
        with self._lock:
            if not self._length:
                raise FivefoldError("sample is refused: the buffer is empty")
            try:
                chosen = self._rng.integers(self._length, size=size)
                return Batch(*(array[chosen] for array in self._stored))
            except (MemoryError, ValueError) as error:
                raise FivefoldError(f"count={size} is refused: there is not so much memory") from error
