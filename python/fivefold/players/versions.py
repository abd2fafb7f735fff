"""Versions of the players: a number that changes whenever a player's answers change.

`tests/data/players/` pins answers of each player; who changes one raises its number here and pins anew:
``python tests/python/pinned_answers.py``.
"""

from __future__ import annotations

__all__ = ["VERSIONS"]

VERSIONS = {
    "random": 1,
    "greedy": 1,
    "mcts": 1,
    "threats": 1,
    "alpha_beta": 1,
    "solver": 1,
    "level": 1,
    "mixed": 1,
    "racer": 1,
    "net": 1,
}
