"""The samples of the last games, to draw batches from."""

from __future__ import annotations

from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import FivefoldError

from ._games import Games

__all__ = ["Batch", "ReplayBuffer"]


class Batch(NamedTuple):
    """Samples drawn for one step of a learner; the arrays are those of `Games`."""

    observations: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.float32]
    outcomes: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float32]


class ReplayBuffer:
    """The last samples of self-play; the oldest are dropped for new ones.

    Parameters
    ----------
    capacity : int
        Most samples that it holds, at least 1.
    seed : int, default 0
        What is drawn depends on the seed and on what was added before, alone.

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
        self.capacity = int(capacity)
        if self.capacity < 1:
            raise FivefoldError(f"capacity={capacity} is refused: it takes a whole number from 1 up")
        self._rng = np.random.default_rng(seed)
        self._kept: list[npt.NDArray[Any]] = []
        self._length = self._next = 0

    def __len__(self) -> int:
        return self._length

    def add(self, games: Games) -> None:
        """Take the samples of games.

        Parameters
        ----------
        games : Games
            What `play` or a step of `stream` gave.

        Raises
        ------
        FivefoldError
            They have other shapes than those before.
        """
        new: list[npt.NDArray[Any]] = [games.observations, games.policies, games.outcomes, games.weights]
        if not self._kept:
            self._kept = [np.empty((self.capacity, *array.shape[1:]), array.dtype) for array in new]
        for kept, array in zip(self._kept, new, strict=True):
            if kept.shape[1:] != array.shape[1:]:
                raise FivefoldError(
                    f"samples of shape {array.shape[1:]} are refused: those before have {kept.shape[1:]}"
                )
        count = min(len(games), self.capacity)
        places = (self._next + np.arange(count)) % self.capacity
        for kept, array in zip(self._kept, new, strict=True):
            kept[places] = array[len(array) - count :]
        self._next = int(self._next + count) % self.capacity
        self._length = min(self._length + count, self.capacity)

    def sample(self, count: SupportsIndex) -> Batch:
        """Draw samples, each equally likely and with replacement.

        Parameters
        ----------
        count : int
            How many.

        Returns
        -------
        Batch
            ``observations``, ``policies``, ``outcomes`` and ``weights`` in arrays of their own.

        Raises
        ------
        FivefoldError
            The buffer is empty.
        """
        if not self._length:
            raise FivefoldError("sample is refused: the buffer is empty")
        chosen = self._rng.integers(self._length, size=int(count))
        return Batch(*(array[chosen] for array in self._kept))
