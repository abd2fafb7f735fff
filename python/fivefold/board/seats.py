"""Who plays which seat of a session, and from which position it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fivefold import search
from fivefold._arguments import read_rules
from fivefold._core import FivefoldError, Position, Rules
from fivefold.players import make

Opponent = str | Callable[[Position, np.random.Generator], Any]
"""What `fivefold.players.make` takes, such as ``"greedy"``, or a function that takes the position and a
generator and gives an action or a move."""
Program = Callable[[Position, np.random.Generator], Any]

SIMULATIONS = 1000
"""Simulations of a hint where nobody is named who gives it."""


def search_move(position: Position, rng: np.random.Generator) -> int:
    """Give the move of a tree search: unlike the player `mcts`, it holds out in lost positions."""
    return search.mcts(position, SIMULATIONS, seed=int(rng.integers(2**32))).action


ADVISER: Opponent = search_move
"""Who gives hints where nobody is named."""


def parse_start(rules: Rules | Position | str, seed: int | None) -> Position:
    """Return the position to begin from."""
    if isinstance(rules, Position):
        return rules
    if not isinstance(rules, Rules | str):
        raise FivefoldError(
            f"{rules!r:.60} cannot be played: it takes rules, the name of a preset or a position"
        )
    return read_rules(rules).start(seed=seed)


def programs_of(
    opponent: Opponent | Mapping[int, Opponent] | None, seat: int, players: int
) -> dict[int, Program]:
    """Return the programs by seat; a single opponent takes every seat but one."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise FivefoldError(f"seat {seat!r:.60} is refused: the seats are 0 to {players - 1}")
    if opponent is None:
        return {}
    if isinstance(opponent, Mapping):
        programs = dict(opponent)
    else:
        programs = {other: opponent for other in range(players) if other != seat}
    seated: dict[int, Program] = {}
    for number, program in programs.items():
        if number not in range(players) or not (callable(program) or isinstance(program, str)):
            raise FivefoldError(
                f"opponent {program!r:.60} of seat {number!r:.60} is refused: it takes the name of a player "
                "or a callable of a seat"
            )
        seated[number] = make(program) if isinstance(program, str) else program
    return seated
