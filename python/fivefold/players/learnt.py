"""The player with an evaluation that was learnt, with weights of a file."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError
from fivefold._core.players import read_weights

from .base import NativePlayer

__all__ = ["LearntPlayer", "read_file"]


class LearntPlayer(NativePlayer):
    """The player `alpha_beta` with weights of a file, which a copy that is pickled brings along.

    Parameters
    ----------
    name : str
        Its text form.
    kind : mapping
        What the library calls it, with all its options but the weights.
    weights : bytes
        A file of weights.

    Examples
    --------
    >>> LearntPlayer("alpha_beta(weights='own.nn')", {"kind": "alpha_beta"}, b"nothing")
    Traceback (most recent call last):
    fivefold.FivefoldError: it does not begin as a file of weights does
    """

    def __init__(self, name: str, kind: Mapping[str, Any], weights: bytes) -> None:
        super().__init__(name, {**kind, "weights": read_weights(weights)})
        self.options, self.weights, self.version = dict(kind), weights, None
        self.digest = f"sha256:{sha256(weights).hexdigest()[:16]}"

    def __reduce__(self) -> tuple[Any, ...]:
        return LearntPlayer, (self.name, self.options, self.weights)


def read_file(path: str) -> bytes:
    """Read a file of weights.

    Parameters
    ----------
    path : str
        Its name.

    Returns
    -------
    bytes

    Raises
    ------
    FivefoldError
        It cannot be read.
    """
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise FivefoldError(f"the weights {path!r} cannot be read: {error}") from error
