"""Refusals of names and numbers, worded alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from fivefold._arguments import real, short_repr, whole
from fivefold._core import FivefoldError

from .scores import Number

MAX = 10**6
MAX_POINTS = 1e15
"""Sums of points stay exact, and finite."""


def check_name(name: object) -> None:
    """Refuse what is not a name."""
    if not isinstance(name, str) or not name.strip():
        raise FivefoldError(f"the name {short_repr(name)} is refused: a text that is not empty")
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise FivefoldError(
            f"the name {short_repr(name)} is refused: it holds a lone surrogate, half a character"
        )


def read_names(names: Iterable[str], minimum: int) -> list[str]:
    """Refuse names that are not names, come twice, or are fewer than `minimum`."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise FivefoldError(f"names={short_repr(names)} is refused: a list of names")
    read = list(names)
    for name in read:
        check_name(name)
    if len(set(read)) < len(read):
        double = next(name for name in read if read.count(name) > 1)
        raise FivefoldError(f"the name {short_repr(double)} comes twice")
    if len(read) < minimum:
        raise FivefoldError(f"{len(read)} names are too few: {minimum} at least")
    return read


def bounded(value: Any, what: str, minimum: int) -> int:
    """Take a number of rounds, games or players."""
    return whole(value, what, minimum, MAX)


def number(value: Any, what: str) -> Number:
    """Take a finite number; one that is whole stays so."""
    checked = real(value, what, -MAX_POINTS, MAX_POINTS)
    return checked if isinstance(value, (float, np.floating)) else int(value)
