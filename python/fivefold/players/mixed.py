"""The player `mixed`: two players under one name, who share the decisions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import Position, game_seed

from .base import Player, describe_player, seeds_of_decisions
from .versions import VERSIONS

__all__ = ["MixedPlayer"]


class MixedPlayer(Player):
    """Plays as the stronger of two players in a share of its decisions, else as the weaker.

    The seed of a decision says whose it is.

    Parameters
    ----------
    name : str
        Its text form.
    weaker, stronger : Player
        The two players.
    share : float
        The share of the decisions that the stronger one takes, from 0 to 1.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.make("mixed(weaker='random', stronger='greedy', share=0.25)")
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> moves = [position.move(int(action)) for action in player.choose([position] * 400, range(400))]
    >>> 80 < moves.count("h7") + moves.count("h12") < 120
    True
    """

    def __init__(self, name: str, weaker: Player, stronger: Player, share: float) -> None:
        self.name, self.pair, self.share = name, (weaker, stronger), share
        # Its answers change with theirs.
        self.version = VERSIONS["mixed"] + sum((player.version or 1) - 1 for player in self.pair)
        self.digest = " and ".join(map(describe_player, self.pair))

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        numbers = seeds_of_decisions(self.name, positions, seeds)
        chosen = np.zeros(len(positions), np.int32)
        is_second = np.array([game_seed(int(number), 1) / 2**64 < self.share for number in numbers], bool)
        for player, mask in zip(self.pair, (~is_second, is_second), strict=True):
            if mask.any():
                own_positions = [position for position, own in zip(positions, mask, strict=True) if own]
                chosen[mask] = player.choose(own_positions, numbers[mask])
        return chosen
