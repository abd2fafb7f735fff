"""Measures of rows: what games say, with an interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from types import SimpleNamespace
from typing import TYPE_CHECKING

from fivefold._core import FivefoldError
from fivefold._guard import guarded

from .spec import Row

if TYPE_CHECKING:
    from fivefold.complexity.estimate import Estimate

__all__ = ["estimate"]


def estimate(
    rows: Sequence[Row], value: Callable[[Row], float], *, least: float = -inf, most: float = inf
) -> Estimate:
    """Estimate the mean of a number that each game has; games of one opening are one observation.

    Parameters
    ----------
    rows : sequence of Row
        What `run` gives.
    value : callable
        Gives the number of a game.
    least, most : float, optional
        What the number can be: no interval goes beyond.

    Returns
    -------
    Estimate
        With its 95 % interval; copies of a game count once.

    Raises
    ------
    FivefoldError
        There are no games.

    Examples
    --------
    >>> import fivefold as ff
    >>> players = (ff.players.make("greedy"), ff.players.make("random"))
    >>> suite = ff.lab.openings.suite("freestyle")
    >>> rows = ff.lab.play_specs([ff.lab.GameSpec(players, suite[n], seed=n) for n in range(8)])
    >>> found = ff.lab.estimate(rows, lambda row: row.points[0])
    >>> found.games, found.low <= found.value <= found.high
    (8, True)
    """
    from fivefold.complexity.estimate import mean_of  # it plays games, by this package

    if not rows:
        raise FivefoldError("an estimate of no games is refused")
    lot = SimpleNamespace(keys=[row.key for row in rows], starts=[row.spec.start.key for row in rows])
    return mean_of([value(row) for row in rows], of=lot, least=least, most=most)


guarded(globals())
