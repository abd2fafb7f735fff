"""Seeds and options as environments are given them at a reset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError, Position, Rules


def parse_seed(seed: Any) -> int:
    """Return a seed as a plain number, refused unless it is a whole number from 0 on."""
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and seed >= 0:
        return int(seed)
    raise FivefoldError(f"seed={seed!r:.60} is refused: it takes a whole number from 0 on, or None")


def folded(seed: int) -> int:
    """Return the seed of a batch: itself below 2^64, else 64 bits drawn from it.

    Gymnasium makes seeds of 128 bits, and they can be given back.
    """
    if seed < 2**64:
        return seed
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def parse_options(options: dict[str, Any] | None, known: tuple[str, ...]) -> dict[str, Any]:
    """Return the options of a reset, refused if one is unknown."""
    reset_options = dict(options or {})
    for name in reset_options:
        if name not in known:
            raise FivefoldError(f"option {name!r:.60} of reset is refused: it takes {' and '.join(known)}")
    return reset_options


def parse_start(position: Any, rules: Rules) -> Position:
    """Return a position to begin at, refused unless it is one of these rules that is not over."""
    if not isinstance(position, Position):
        raise FivefoldError(f"position={position!r:.60} is refused: it takes a Position")
    if position.rules != rules:
        raise FivefoldError("the position is refused: it is of other rules than the environment")
    if position.is_over:
        raise FivefoldError("the position is refused: its game is over (E6)")
    return position


def parse_seeds(seed: int | Sequence[int | None] | None, games: int) -> list[int | None] | None:
    """Return a seed for each of many games: consecutive ones from a number, or those of a sequence."""
    if seed is None:
        return None
    if isinstance(seed, (int, np.integer)):
        first = parse_seed(seed)
        return [first + game for game in range(games)]
    if len(seed) != games:
        raise FivefoldError(f"{len(seed)} seeds are refused: there are {games} games")
    return [None if one is None else parse_seed(one) for one in seed]


def parse_starts(positions: Any, rules: Rules, games: int) -> Position | list[Position] | None:
    """Return the position that many games begin at, or one for each."""
    if positions is None:
        return None
    if isinstance(positions, (list, tuple)):
        if len(positions) != games:
            raise FivefoldError(f"{len(positions)} positions are refused: there are {games} games")
        return [parse_start(position, rules) for position in positions]
    return parse_start(positions, rules)


def parse_mask(options: dict[str, Any], everything: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the mask of the games that begin: that of the options, or `everything` itself."""
    mask = options.get("reset_mask")
    if mask is None:
        return everything
    fits = isinstance(mask, np.ndarray) and mask.dtype == np.bool_
    if not fits or mask.shape != everything.shape or not mask.any():
        raise FivefoldError(f"reset_mask={mask!r:.60} is refused: bool [{len(everything)}] with a True")
    chosen: npt.NDArray[np.bool_] = mask.copy()
    return chosen
