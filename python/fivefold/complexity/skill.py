"""How much more thinking helps (C9)."""

from __future__ import annotations

from typing import NamedTuple

from fivefold._core import FivefoldError, Rules, game_seed
from fivefold._given import read_rules
from fivefold._progress import Progress, Report, Shown
from fivefold.arena import match

from .counting import read_count, read_seed
from .estimate import Estimate, mean_of

__all__ = ["Doubling", "skill"]


class Doubling(NamedTuple):
    """A match of a search against one with half its simulations.

    Attributes
    ----------
    weak, strong : int
        Simulations a move.
    share : Estimate
        Points of the stronger one, 0 to 1; the interval from whole pairs of games.
    games : int
        How many were played.
    """

    weak: int
    strong: int
    share: Estimate
    games: int


def skill(
    rules: str | Rules,
    doublings: int = 5,
    games: int = 200,
    seed: int = 0,
    *,
    simulations: int = 1,
    progress: Shown = None,
) -> list[Doubling]:
    """Measure how much each doubling of a search's simulations wins (C9).

    A game of skill still rewards the last doublings; where the shares soon fall to one half, more thinking
    of this kind does not help.

    Parameters
    ----------
    rules : str or Rules
        A game of two seats.
    doublings : int, optional
        How many matches: 2n against n simulations, n = simulations * 2^i.
    games : int, optional
        Of each match, in pairs with seats exchanged; even.
    seed : int, optional
        Of the games.
    simulations : int, optional
        Of the weakest search.
    progress : bool or callable, optional
        As for `fivefold.complexity.branching`; what is counted are games of all matches.

    Returns
    -------
    list of Doubling
        One a match.

    Raises
    ------
    FivefoldError
        An argument is out of range, or there are not two seats.

    Examples
    --------
    >>> import fivefold as ff
    >>> rows = ff.complexity.skill(ff.rules("freestyle", size=5), doublings=2, games=4)
    >>> [(row.weak, row.strong) for row in rows]
    [(1, 2), (2, 4)]
    """
    rules = read_rules(rules)
    doublings = read_count(doublings, "doublings")
    simulations = read_count(simulations, "simulations")
    if doublings > 30:
        raise FivefoldError(f"doublings={doublings} are refused: at most 30")
    with Progress(progress, doublings * games, "games") as whole:
        # Each match takes twice the time of the one before.
        share = 1 / (2**doublings - 1)
        return [
            doubled(
                rules,
                simulations * 2**index,
                games,
                game_seed(read_seed(seed), index),
                whole.part(share * 2**index),
            )
            for index in range(doublings)
        ]


def doubled(rules: Rules, weak: int, games: int, seed: int, progress: Report | None = None) -> Doubling:
    """Play a match of twice `weak` simulations against `weak`."""
    played = match(
        f"mcts(simulations={2 * weak})",
        f"mcts(simulations={weak})",
        rules,
        games=games,
        seed=seed,
        progress=progress or False,
    )
    points = [game.points for game in played.games]
    # Both games of a pair have the same seed: the pair is what is independent.
    pairs = mean_of([(first + second) / 2 for first, second in zip(points[::2], points[1::2], strict=True)])
    share = Estimate(pairs.value, max(pairs.low, 0.0), min(pairs.high, 1.0), None, "sampled", len(points))
    return Doubling(weak, 2 * weak, share, len(points))
