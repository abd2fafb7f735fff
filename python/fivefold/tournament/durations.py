"""How many games a match has and how long they take (T2-1, T2-2), and in which order people sit (T2-3)."""

from __future__ import annotations

from itertools import islice, permutations
from math import factorial
from typing import Literal

from fivefold._arguments import short_repr
from fivefold._core import FivefoldError


def games(n: int, unit: Literal["match", "round"] = "match", *, teams: bool = False) -> int:
    """Count the games of a match, or of a round of a table (T2-1).

    A *match* has all sitting orders of a table, (n-1)! games: 1, 2, 6 for 2, 3, 4 players, 2 for two against
    two. In a *round* of the table everybody also begins once: n! games, 2, 6, 24, and 8 for two against two.

    Parameters
    ----------
    n : int
        Players at the table, 2 or more.
    unit : {"match", "round"}, optional
        Whether to count the games of a match or of a round.
    teams : bool, optional
        Two against two; `n` must be 4.

    Returns
    -------
    int
        The number of games.

    Raises
    ------
    FivefoldError
        `n` or `unit` is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> [ff.tournament.games(n) for n in (2, 3, 4)]
    [1, 2, 6]
    >>> ff.tournament.games(4, "round", teams=True)
    8
    """
    check_table(n, teams)
    if unit not in ("match", "round"):
        raise FivefoldError(f"unit={unit!r} is refused: 'match' or 'round'")
    orders = 2 if teams else factorial(n - 1)
    return orders * n if unit == "round" else orders


def minutes(n: int, unit: Literal["game", "match", "round"] = "game", *, teams: bool = False) -> int:
    """Return how long a game, a match or a round of a table takes, in minutes (T2-2).

    A game of n players takes 5 n² minutes: 20, 45, 80.

    Parameters
    ----------
    n : int
        Players at the table, 2 or more.
    unit : {"game", "match", "round"}, optional
        Whether to time a game, a match or a round.
    teams : bool, optional
        Two against two; `n` must be 4.

    Returns
    -------
    int
        Minutes.

    Raises
    ------
    FivefoldError
        `n` or `unit` is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> [ff.tournament.minutes(n, "match") for n in (2, 3, 4)]
    [20, 90, 480]
    """
    check_table(n, teams)
    if unit not in ("game", "match", "round"):
        raise FivefoldError(f"unit={unit!r} is refused: 'game', 'match' or 'round'")
    one = 5 * n * n
    return one if unit == "game" else one * games(n, unit, teams=teams)


def check_table(n: int, teams: bool) -> None:
    """Refuse tables that nobody can sit at."""
    if isinstance(n, bool) or not isinstance(n, int) or not 2 <= n <= 12:
        raise FivefoldError(f"n={n!r} is refused: a table has 2 to 12 players")
    if teams and n != 4:
        raise FivefoldError(f"teams with n={n} are refused: two play against two")


def sitting_order(table: tuple[str, ...], game: int) -> tuple[str, ...]:
    """Return the names by seat in a game of a match (T2-3).

    The first player keeps the seat while the others go through all their orders; then everybody moves one
    seat to the left and the same orders come again. So two begin in turn, and three play clockwise, then
    the other way round.

    Parameters
    ----------
    table : tuple of str
        The names at the table.
    game : int
        Number of the game in the match, from 0.

    Returns
    -------
    tuple of str
        Names by seat.

    Raises
    ------
    FivefoldError
        The table has no players, or more than ten.

    Examples
    --------
    >>> from fivefold.tournament import sitting_order
    >>> [sitting_order(("Ann", "Bob", "Cy"), game) for game in range(3)]
    [('Ann', 'Bob', 'Cy'), ('Ann', 'Cy', 'Bob'), ('Bob', 'Cy', 'Ann')]
    """
    if not 1 <= len(table) <= 10:
        raise FivefoldError(f"table={short_repr(table)} is refused: it takes 1 to 10 names")
    orders = factorial(len(table) - 1)
    row = (table[0], *next(islice(permutations(table[1:]), game % orders, None)))
    turn = game // orders % len(table)
    return row[turn:] + row[:turn]
