"""The player `level`: ten strengths under one name, from random to the strongest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import Position, Rules, WrongGameError

from .base import NativePlayer, Player
from .fitting import check_plays
from .mixed import MixedPlayer
from .spec import parse
from .versions import VERSIONS

__all__ = ["LEVELS", "LevelPlayer"]

Rung = str | tuple[str, str, float]
"""A player; or two, and the share of its decisions that the second one takes."""

STRONGEST = "alpha_beta"
LIGHT = "threats(simulations=0, nodes=200, lookahead=500)"
ROWS: tuple[Rung, ...] = (
    "random",
    ("random", "greedy", 0.105),
    ("random", "greedy", 0.55),
    ("greedy", LIGHT, 0.024),
    ("greedy", LIGHT, 0.16),
    ("greedy", LIGHT, 0.44),
    ("greedy", LIGHT, 0.79),
    ("greedy", LIGHT, 0.985),
    "threats(simulations=0, nodes=1500, lookahead=8000)",
    STRONGEST,
)
STAR: tuple[Rung, ...] = (
    "random",
    ("random", "mcts(simulations=4)", 0.31),
    ("random", "mcts(simulations=4)", 0.89),
    *(f"mcts(simulations={simulations})" for simulations in (8, 16, 29, 57)),
    *(f"racer(simulations={simulations})" for simulations in (130, 320)),
    "racer",
)
DUEL: tuple[Rung, ...] = (*STAR[:7], STAR[8], f"{STRONGEST}(nodes=1500)", STRONGEST)
SCORED: tuple[Rung, ...] = (
    "random",
    *(f"mcts(simulations={simulations})" for simulations in (14, 38, 82, 170, 340)),
    *(f"mcts(simulations={simulations}, rollouts='rave')" for simulations in (92, 300)),
    f"{STRONGEST}(nodes=38)",
    STRONGEST,
)
CUSTODIAL: tuple[Rung, ...] = (
    "random",
    *(f"mcts(simulations={simulations})" for simulations in (14, 32, 67, 133, 270)),
    *(f"mcts(simulations={simulations}, rollouts='rave')" for simulations in (380, 650, 1_150, 2_000)),
)
"""The ten strengths, the weakest first: where rows of stones win, in Pentagame with three sides and more and
with fewer, in Pah-Tum, and in Pah-Tum with captures."""
LEVELS = len(ROWS)
USUAL = 5
"""The level where none is named."""


class LevelPlayer(Player):
    """A player of a strength from 1, who plays at random, to 10.

    Between two players a level takes each decision by either of them, drawn from the seed.

    Parameters
    ----------
    number : int
        The strength.
    seconds : float, optional
        Time for a move, beside what the players of the level count: whichever ends first.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.make("level(3)")
    >>> player.name, player(ff.rules("pah_tum").start(seed=1)) in range(49)
    ('level(3)', True)
    """

    def __init__(self, number: int = USUAL, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.number, self.name, self.version = number, f"level({number})", version_of_level(number)

    def rung(self, rules: Rules) -> Rung:
        """Return how it plays these rules: a player, or two with the share of the second."""
        return ladder_of(rules)[self.number - 1]

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:
        """See `Player.choose`."""
        if not len(positions):
            return np.zeros(0, np.int32)
        rung = self.rung(positions[0].rules)
        *texts, share = (rung, rung, 1.0) if isinstance(rung, str) else rung
        weaker, stronger = (within_time(rung_player(str(text)), self.seconds) for text in texts)
        return MixedPlayer(self.name, weaker, stronger, float(share)).choose(positions, seeds)


def ladder_of(rules: Rules) -> tuple[Rung, ...]:
    """Return the ten strengths for these rules."""
    if plays("racer", rules):
        return DUEL if plays(STRONGEST, rules) else STAR
    if plays("threats", rules):
        return ROWS
    return SCORED if plays(STRONGEST, rules) else CUSTODIAL


@cache
def version_of_level(number: int) -> int:
    """Return the version of a level: it grows with those of its players."""
    rungs = [ladder[number - 1] for ladder in (ROWS, STAR, DUEL, SCORED, CUSTODIAL)]
    texts = {text for rung in rungs for text in ((rung,) if isinstance(rung, str) else rung[:2])}
    kinds = {parse(text)[0] for text in texts}
    return VERSIONS["level"] + sum(VERSIONS[kind] - 1 for kind in kinds)


@cache
def plays(text: Rung, rules: Rules) -> bool:
    """Return whether a player plays the rules."""
    try:
        check_plays(rung_player(str(text)), rules)
    except WrongGameError:
        return False
    return True


def within_time(player: Player, seconds: float | None) -> Player:
    """Return the player with a limit of time beside its counts, if it can have one."""
    kind = json.loads(player.kind) if isinstance(player, NativePlayer) else {}
    if seconds is None or "seconds" not in kind:
        return player
    return NativePlayer(player.name, kind | {"seconds": seconds})


@cache
def rung_player(text: str) -> Player:
    """Make a player once."""
    from . import make

    return make(text)
