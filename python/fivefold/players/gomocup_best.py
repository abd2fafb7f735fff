"""The best moves of a position, as engines of the Gomocup protocol tell them."""

from __future__ import annotations

from math import log

from fivefold._core import Position

from .base import Player
from .move_analysis import analyse_by_search

__all__ = ["SCALE", "best_moves"]

SCALE = 200.0
"""An evaluation is this many times the logarithm of the odds, as in Rapfi."""


def best_moves(
    position: Position, player: Player, count: int, seconds: float | None, seed: int
) -> tuple[int, list[str]]:
    """Return the player's own choice, and the messages that tell it and those that the search looked at, too.

    Parameters
    ----------
    position : Position
        A position in which a player is to decide.
    player : Player
        Who chooses the first.
    count : int
        How many moves at most.
    seconds : float or None
        Time for the other moves.
    seed : int
        Random seed of the search.

    Returns
    -------
    tuple
        The action, and ``MESSAGE (1) 35 | 200 | H8 H9`` for each: rank, evaluation for the one to move,
        simulations, line.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> action, messages = best_moves(position, ff.players.make("greedy"), 2, None, 1)
    >>> position.move(action), messages[0].startswith("MESSAGE (1) +M* | ")
    ('h7', True)
    """
    analysis = analyse_by_search(player, position, count, seed, seconds)
    messages = []
    for rank, row in enumerate(analysis.moves, 1):
        value = row.value or 0.0
        share = min(max((1 + value) / 2, 1e-6), 1 - 1e-6)
        evaluation = str(round(SCALE * log(share / (1 - share))))
        if row.proven and value:
            evaluation = "+M*" if value > 0 else "-M*"
        messages.append(f"MESSAGE ({rank}) {evaluation} | {row.visits} | {' '.join(row.line).upper()}")
    return position.action(analysis.move), messages
