"""Every layout of plain Pah-Tum 5x5, and what it is worth."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from fivefold import _core


class Opening(NamedTuple):
    """A layout of plain Pah-Tum 5x5 with its exact value.

    Attributes
    ----------
    layout : tuple of str
        The squares of the five black stones.
    images : int
        How many layouts are this one turned or mirrored, itself counted: 1, 2, 4 or 8.
    value : int
        By how many points Yellow wins with best play by both; 0 is a draw.
    first : str
        A best first move.
    """

    layout: tuple[str, ...]
    images: int
    value: int
    first: str


@cache
def layouts_5x5() -> tuple[tuple[tuple[str, ...], int], ...]:
    """List every layout of plain Pah-Tum 5x5, one for those that are turned or mirrored.

    Returns
    -------
    tuple of (layout, images)
        The squares of the black stones, and how many layouts it stands for.

    Examples
    --------
    >>> import fivefold as ff
    >>> len(ff.pah_tum.layouts_5x5()), sum(images for _, images in ff.pah_tum.layouts_5x5())
    (6814, 53130)
    """
    stones = np.array(list(combinations(range(25), 5)))
    masks = (1 << stones).sum(axis=1)
    motions = [motion.points for motion in _core.rules("pah_tum", size=5).symmetries]
    images = np.stack([(1 << motion[stones]).sum(axis=1) for motion in motions])
    # Of all images the one with the least mask stands for them; they go by ascending masks.
    chosen = np.flatnonzero((images >= masks).all(axis=0))
    chosen = chosen[np.argsort(masks[chosen])]
    symmetries = (images == masks).sum(axis=0)
    return tuple(
        (
            tuple(f"{'abcde'[square % 5]}{square // 5 + 1}" for square in stones[index]),
            8 // int(symmetries[index]),
        )
        for index in chosen
    )


@cache
def solved_5x5() -> tuple[Opening, ...]:
    """Return the exact value of every layout of plain Pah-Tum 5x5, solved from the empty board.

    The answers are stored; ``notebooks/solve_pah_tum_5x5.py`` made them and solves some again.

    Returns
    -------
    tuple of Opening
        One for layouts that are turned or mirrored, in the order of `layouts_5x5`.

    Examples
    --------
    >>> import fivefold as ff
    >>> opening = ff.pah_tum.solved_5x5()[0]
    >>> opening.layout, opening.value
    (('a1', 'b1', 'c1', 'd1', 'e1'), 0)
    """
    from importlib.resources import files  # slow to load, and wanted here alone

    stored = json.loads(files(__package__).joinpath("solved_5x5.json").read_text("utf-8"))
    answers = zip(layouts_5x5(), stored["value"], stored["first"], strict=True)
    # Squares are the letters a ... y, row by row from row 1.
    return tuple(
        Opening(layout, images, int(value), f"{'abcde'[(ord(first) - 97) % 5]}{(ord(first) - 97) // 5 + 1}")
        for (layout, images), value, first in answers
    )
