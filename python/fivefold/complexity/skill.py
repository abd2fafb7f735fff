"""How much more thinking helps (C9)."""

from __future__ import annotations

import warnings
from typing import NamedTuple

from fivefold._arguments import read_rules, read_seed
from fivefold._core import FivefoldError, Rules, game_seed
from fivefold._progress import Progress, ProgressLike, Report
from fivefold._statistics import FewDistinctGamesWarning, warn_of_few
from fivefold.arena import match
from fivefold.arena.openings import Openings, OpeningsLike, read_openings

from .counting import read_count
from .estimate import Estimate


class Doubling(NamedTuple):
    """A match of a search against one with half its simulations.

    Attributes
    ----------
    weak, strong : int
        Simulations a move.
    share : Estimate
        Points of the stronger one, 0 to 1; the interval from openings, copies of a game counting once.
    games : int
        How many were played.
    distinct : int
        How many of them are distinct.
    openings : str
        Name of the openings.
    """

    weak: int
    strong: int
    share: Estimate
    games: int
    distinct: int
    openings: str


def skill(
    rules: str | Rules,
    doublings: int = 5,
    games: int = 200,
    seed: int = 0,
    *,
    simulations: int = 1,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
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
        Games of each match, in pairs with seats exchanged; even.
    seed : int, optional
        Random seed of the games.
    simulations : int, optional
        Simulations of the weakest search.
    openings : str, path, suite, or iterable of str or Position, optional
        Where pairs begin, as for `fivefold.arena.match`: by default a suite.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`; the unit is a game.

    Returns
    -------
    list of Doubling
        One per match.

    Raises
    ------
    FivefoldError
        An argument is out of range, or there are not two seats.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> rows = ff.complexity.skill("pah_tum", doublings=2, games=4)
    >>> [(row.weak, row.strong) for row in rows]
    [(1, 2), (2, 4)]
    """
    rules = read_rules(rules)
    doublings = read_count(doublings, "doublings")
    simulations = read_count(simulations, "simulations")
    if doublings > 30:
        raise FivefoldError(f"doublings={doublings} are refused: at most 30")
    starts = read_openings(rules, openings)
    with Progress(progress, doublings * games, "games") as whole:
        # Each match takes twice the time of the one before.
        share = 1 / (2**doublings - 1)
        rows = [
            doubled(
                rules,
                simulations * 2**index,
                games,
                game_seed(read_seed(seed), index),
                starts,
                whole.part(share * 2**index),
            )
            for index in range(doublings)
        ]
    warn_of_few(sum(row.games for row in rows), sum(row.distinct for row in rows), stacklevel=2)
    return rows


def doubled(
    rules: Rules, weak: int, games: int, seed: int, openings: Openings, progress: Report | None = None
) -> Doubling:
    """Play a match of twice `weak` simulations against `weak`."""
    with warnings.catch_warnings():
        # Reported once, of all matches together.
        warnings.simplefilter("ignore", FewDistinctGamesWarning)
        result = match(
            f"mcts(simulations={2 * weak})",
            f"mcts(simulations={weak})",
            rules,
            games=games,
            seed=seed,
            openings=openings,
            progress=progress or False,
        )
    value, low, high = result.share
    count, distinct = len(result.games), result.distinct
    share = Estimate(value, low, high, None, "sampled", count, result.note, count, distinct)
    return Doubling(weak, 2 * weak, share, count, distinct, result.openings)
