"""Many positions at once, for an evaluator that takes a batch: Gumbel AlphaZero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import Batch, FivefoldError
from fivefold._core.search import Lockstep

if TYPE_CHECKING:
    from fivefold._core import Position

    from ._mcts import Evaluate

__all__ = ["GumbelResult", "Lockstep", "gumbel_search"]

# With this many games or more, one half is searched while the other half is evaluated.
_HALVES = 32


@dataclass(frozen=True, eq=False)
class GumbelResult:
    """What `gumbel_search` found, game by game.

    Attributes
    ----------
    action : ndarray of int32, shape (n,)
        The action to play; -1 where the game is over.
    policy : ndarray of float32, shape (n, num_actions)
        The improved policy, the target of training: 0 on illegal actions, sum 1; all 0 where the
        game is over.
    visits : ndarray of int32, shape (n, num_actions)
        Simulations through each action; they sum to ``simulations`` unless the game is proven.
    value : ndarray of float32, shape (n, players)
        Expected returns by seat.
    proven : ndarray of bool, shape (n,)
        Which values are exact.
    """

    action: npt.NDArray[np.int32]
    policy: npt.NDArray[np.float32] = field(repr=False)
    visits: npt.NDArray[np.int32] = field(repr=False)
    value: npt.NDArray[np.float32]
    proven: npt.NDArray[np.bool_]


def gumbel_search(
    source: Batch | Sequence[Position],
    evaluate: Evaluate,
    simulations: SupportsIndex = 32,
    *,
    considered: SupportsIndex = 16,
    gumbel_scale: SupportsFloat = 1.0,
    seed: SupportsIndex = 0,
    proofs: bool = True,
    memory: SupportsIndex | None = None,
) -> GumbelResult:
    """Search every game of a source: the loop around `Lockstep` in one call.

    With 32 games or more they are split in two halves: while the evaluator looks at one, the trees
    of the other go on. The result is that of `Lockstep`.

    Parameters
    ----------
    source : Batch or sequence of Position
        The games as they stand, all of one rules object; none may wait for a roll.
    evaluate : callable
        ``evaluate(observation, legal_mask) -> (logits, values)`` as described at `Lockstep`. All
        calls have the same number of rows, at most one for each game, including rows that do not count.
        Each call has new arrays, which the evaluator may keep.
    simulations, considered, gumbel_scale, seed, proofs, memory
        See `Lockstep`.

    Returns
    -------
    GumbelResult

    Raises
    ------
    FivefoldError
        The source is empty or of two rules objects, an option is out of range, or the evaluator
        answered with wrong shapes or with numbers that are not finite. An exception of the
        evaluator itself comes through unchanged.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> def evaluate(observation, legal_mask):
    ...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
    >>> batch = ff.Batch(ff.rules("freestyle", size=9), 3, seed=1)
    >>> found = ff.search.gumbel_search(batch, evaluate, simulations=8)
    >>> found.visits.sum(axis=1)
    array([8, 8, 8])
    >>> batch.step(found.action)
    """
    positions = source.positions() if isinstance(source, Batch) else source
    count = len(positions)
    rows = (count + 1) // 2 if count >= _HALVES else count
    parts = [
        Lockstep._part(
            positions[first : first + rows] if count else positions,
            simulations,
            considered=considered,
            gumbel_scale=gumbel_scale,
            seed=seed,
            proofs=proofs,
            first=first,
            rows=rows,
            memory=(memory, count),
        )
        for first in range(0, max(count, 1), max(rows, 1))
    ]
    run(parts, evaluate)

    def joined(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    return GumbelResult(*map(joined, ("action", "policy", "visits", "value", "proven")))


def run(parts: Sequence[Lockstep], evaluate: Evaluate) -> None:
    """Finish searches: while the evaluator looks at one, the others go on."""
    try:
        for part in parts:
            part._go()
        waiting = list(parts)
        while waiting:
            part = waiting.pop(0)
            if part._wait():
                part._go(ask(part, evaluate))
                waiting.append(part)
    finally:
        for part in parts:
            part._stop()


def ask(part: Lockstep, evaluate: Evaluate) -> tuple[Any, Any]:
    """Ask the evaluator with arrays of its own: those of the search change with its next question."""
    return pair(evaluate(part.observation.copy(), part.legal_mask.copy()))


def pair(answer: object) -> tuple[Any, Any]:
    """Take an evaluator's answer apart."""
    if isinstance(answer, (tuple, list)) and len(answer) == 2:
        return answer[0], answer[1]
    kind = type(answer).__name__
    raise FivefoldError(f"the evaluator's answer, a {kind}, is refused: it returns (logits, values)")
