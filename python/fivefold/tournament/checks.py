"""Refusals of names and numbers, worded alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from fivefold._core import FivefoldError
from fivefold._given import real, shown, whole

from .scores import Number

MOST = 10**6
MOST_POINTS = 1e15
"""Sums of points stay exact, and finite."""


def check_name(name: object) -> None:
    """Refuse what is not a name."""
    if not isinstance(name, str) or not name.strip():
        raise FivefoldError(f"the name {shown(name)} is refused: a text that is not empty")
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise FivefoldError(f"the name {shown(name)} is refused: it holds a lone surrogate, half a character")


def read_names(names: Iterable[str], least: int) -> list[str]:
    """Refuse names that are not names, come twice, or are fewer than `least`."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise FivefoldError(f"names={shown(names)} is refused: a list of names")
    read = list(names)
    for name in read:
        check_name(name)
    if len(set(read)) < len(read):
        double = next(name for name in read if read.count(name) > 1)
        raise FivefoldError(f"the name {shown(double)} comes twice")
    if len(read) < least:
        raise FivefoldError(f"{len(read)} names are too few: {least} at least")
    return read


def bounded(value: Any, what: str, least: int) -> int:
    """Take a number of rounds, games or players."""
    return whole(value, what, least, MOST)


def number(value: Any, what: str) -> Number:
    """Take a finite number; one that is whole stays so."""
    found = real(value, what, -MOST_POINTS, MOST_POINTS)
    return found if isinstance(value, (float, np.floating)) else int(value)
