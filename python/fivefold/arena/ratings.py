"""Ratings of many players from games or matches: Bradley-Terry for two, Plackett-Luce for several."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import permutations
from math import exp, isfinite, log
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._core import FivefoldError
from fivefold._statistics import Z95, student

ELO = 400 / log(10)
"""Elo of one natural logarithm of odds: 173.7."""
MAX_SEATS = 6

Order = tuple[int, ...]


class Rating(NamedTuple):
    """A row of a rating list.

    Attributes
    ----------
    name : str
        The player.
    rating : float
        On the scale of Elo; the mean of all is 0.
    low, high : float
        Ends of the 95 % interval.
    games : int
        Games that the rating rests on.
    distinct : int
        How many of them are distinct.
    """

    name: str
    rating: float
    low: float
    high: float
    games: int
    distinct: int = 0


def ratings(
    results: Iterable[tuple[Sequence[str], Sequence[float]]],
    method: Literal["bradley_terry", "plackett_luce"] = "bradley_terry",
) -> list[Rating]:
    """Rate players by the most likely strengths.

    "bradley_terry" takes games of two: a wins against b with odds e^(a-b) (Bradley and Terry 1952).
    "plackett_luce" takes games of any number: the order of the players by points arises from drawing the
    first from all with odds e^strength, then the second from the rest, and so on (Luce 1959, Plackett 1975).
    Equal points are shared: a draw is half a win each, and among several every order of them counts alike.

    Parameters
    ----------
    results : iterable of (names, points)
        A row per game: the names by seat and as many points; only their order counts. Each row counts as a
        game of its own: leave out copies of a game.
    method : {"bradley_terry", "plackett_luce"}, optional
        The model.

    Returns
    -------
    list of Rating
        The best first, on the scale of Elo (400 points are odds of ten to one), mean 0, with 95 %
        intervals from the curvature of the likelihood (Fisher's information).

    Raises
    ------
    FivefoldError
        A row is not a game, a game of several was given to Bradley-Terry, or the likelihood has no finite
        maximum because some players never lost a game against all the others; the message names them.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = [(("Ann", "Bob"), (1, 0))] * 3 + [(("Bob", "Ann"), (1, 0))]
    >>> [(row.name, round(row.rating)) for row in ff.arena.ratings(games)]
    [('Ann', 95), ('Bob', -95)]
    """
    if method not in ("bradley_terry", "plackett_luce"):
        raise FivefoldError(f"method={method!r:.80} is refused: 'bradley_terry' or 'plackett_luce'")
    return fit_ratings((*read_game(row, method), 1.0, None) for row in results)


Weighted = tuple[Sequence[str], Sequence[float], float, Hashable]
"""A game: names, points, its weight, and what it has in common with others; None: nothing."""


def fit_ratings(results: Iterable[Weighted]) -> list[Rating]:
    """Rate players by games that each have a weight; those of one group are one observation.

    The interval is the wider of that of the model and that of the groups (the "sandwich" of Huber 1967).
    """
    names: list[str] = []
    games: dict[str, int] = {}
    place: dict[str, int] = {}
    orders: dict[Order, float] = {}
    groups: dict[Hashable, dict[Order, float]] = {}
    for seats, points, weight, group in results:
        for name in seats:
            if name not in place:
                place[name] = len(names)
                names.append(name)
            games[name] = games.get(name, 0) + 1
        weigh_orders(orders, [place[name] for name in seats], points, weight)
        if group is not None:
            weigh_orders(groups.setdefault(group, {}), [place[name] for name in seats], points, weight)
    if not names:
        return []
    refuse_endless(names, orders)
    strengths, covariance = most_likely(len(names), orders)
    errors = Z95 * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    if len(groups) > 1:
        errors = np.maximum(errors, of_groups(strengths, covariance, groups))
    rows = []
    for index, name in enumerate(names):
        rating, half = ELO * strengths[index], ELO * float(errors[index])
        rows.append(Rating(name, rating, rating - half, rating + half, games[name], games[name]))
    return sorted(rows, key=lambda row: (-row.rating, row.name))


def of_groups(
    strengths: NDArray[np.float64],
    covariance: NDArray[np.float64],
    groups: dict[Hashable, dict[Order, float]],
) -> NDArray[np.float64]:
    """Return half the width of the interval of each strength that the groups ask for."""
    slopes = np.array([likelihood(strengths, orders)[1] for orders in groups.values()])
    count = len(slopes)
    middle = slopes.T @ slopes * count / (count - 1)
    errors: NDArray[np.float64] = np.sqrt(np.maximum(np.diag(covariance @ middle @ covariance), 0.0))
    return student(max(count - len(strengths), 1)) * errors


def read_game(row: Any, method: str) -> tuple[list[str], list[float]]:
    """Read one row; refuse what is not a game."""
    try:
        seats, points = (list(part) for part in row)
    except (TypeError, ValueError):
        raise FivefoldError(f"{row!r:.120} is refused: a game is (names by seat, points by seat)") from None
    if isinstance(row[0], str) or not all(isinstance(name, str) for name in seats):
        raise FivefoldError(f"{row!r:.120} is refused: names are texts")
    if len(seats) != len(points) or len(set(seats)) != len(seats) or len(seats) < 2:
        raise FivefoldError(f"{row!r:.120} is refused: different names, a number for each")
    if len(seats) > MAX_SEATS or (method == "bradley_terry" and len(seats) > 2):
        maximum = 2 if method == "bradley_terry" else MAX_SEATS
        raise FivefoldError(f"{row!r:.120} is refused: {method} takes games of at most {maximum}")
    if not all(isinstance(value, Real) and isfinite(value) for value in points):
        raise FivefoldError(f"{row!r:.120} is refused: points are finite numbers")
    return seats, [float(value) for value in points]


def weigh_orders(
    orders: dict[Order, float], players: list[int], points: Sequence[float], weight: float
) -> None:
    """Add a game: each order that agrees with the points, all of them together with its weight."""
    groups: dict[float, list[int]] = {}
    for player, value in zip(players, points, strict=True):
        groups.setdefault(value, []).append(player)
    orders_within: list[Order] = [()]
    for value in sorted(groups, reverse=True):
        group = sorted(groups[value])
        orders_within = [(*before, *order) for before in orders_within for order in permutations(group)]
    for order in orders_within:
        orders[order] = orders.get(order, 0.0) + weight / len(orders_within)


def refuse_endless(names: list[str], orders: dict[Order, float]) -> None:
    """Refuse results without a finite maximum: wins must connect everybody with everybody (Hunter 2004)."""
    beaten: list[set[int]] = [set() for _ in names]
    beats: list[set[int]] = [set() for _ in names]
    for order in orders:
        for index, winner in enumerate(order):
            beats[winner].update(order[index + 1 :])
            for loser in order[index + 1 :]:
                beaten[loser].add(winner)
    for links, text in ((beats, "never won against"), (beaten, "never lost against")):
        reached, open_ = {0}, [0]
        while open_:
            fresh = links[open_.pop()] - reached
            reached |= fresh
            open_ += fresh
        if len(reached) < len(names):
            inside = ", ".join(names[index] for index in sorted(reached))
            outside = ", ".join(name for index, name in enumerate(names) if index not in reached)
            raise FivefoldError(f"no finite ratings explain these results: {inside} {text} {outside}")


def most_likely(players: int, orders: dict[Order, float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Climb the likelihood by Newton's method; give the strengths (mean 0) and their covariance."""
    strengths = np.zeros(players)
    value, gradient, curvature = likelihood(strengths, orders)
    everyone = np.full((players, players), 1 / players)  # strengths are known up to a constant: its mean is 0
    for _ in range(200):
        step = np.linalg.solve(curvature + everyone, gradient)
        step -= step.mean()
        if float(np.abs(step).max(initial=0.0)) < 1e-12:
            break
        length = 1.0
        while True:
            tried = strengths + length * step
            better = likelihood(tried, orders)
            if better[0] >= value - 1e-12 * abs(value) or length < 1e-9:
                break
            length /= 2
        strengths, (value, gradient, curvature) = tried, better
    covariance = np.linalg.inv(curvature + everyone) - everyone
    return strengths - strengths.mean(), covariance


def likelihood(
    strengths: NDArray[np.float64], orders: dict[Order, float]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Return the logarithm of the likelihood of weighted orders, its gradient and its negative curvature."""
    value, gradient = 0.0, np.zeros_like(strengths)
    curvature = np.zeros((len(strengths), len(strengths)))
    for order, weight in orders.items():
        for index in range(len(order) - 1):
            rest = list(order[index:])
            highest = float(strengths[rest].max())
            odds = np.array([exp(strength - highest) for strength in strengths[rest]])
            chance = odds / odds.sum()
            value += weight * (float(strengths[rest[0]]) - highest - log(float(odds.sum())))
            gradient[rest] -= weight * chance
            gradient[rest[0]] += weight
            curvature[np.ix_(rest, rest)] += weight * (np.diag(chance) - np.outer(chance, chance))
    return value, gradient, curvature
