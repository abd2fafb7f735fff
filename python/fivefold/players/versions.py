"""Versions of the players: a number that changes whenever a player's answers change.

`tests/data/players/` pins answers of each player; who changes one raises its number here and pins anew:
``python tests/python/pinned_answers.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["VERSIONS", "version_of"]

VERSIONS = {
    "random": 1,
    "greedy": 1,
    "mcts": 1,
    "threats": 1,
    "alpha_beta": 6,
    "solver": 1,
    "level": 3,
    "mixed": 1,
    "racer": 1,
    "net": 1,
}
EVALUATION = 3
"""Version of the weights that `alpha_beta` and `mcts(evaluation="learnt")` share; new weights raise it."""

RAVE = 2
"""Version of what `mcts(rollouts="rave")` does beside other `mcts`."""


def version_of(kind: Mapping[str, Any]) -> int | None:
    """Return the version of a player of the library; RAVE and the learnt evaluation have their own."""
    version = VERSIONS.get(kind["kind"])
    if version is None:
        return None
    version += EVALUATION - 1 if kind.get("evaluation") is not None else 0
    return version + (RAVE - 1 if kind.get("rollouts") == "rave" else 0)
