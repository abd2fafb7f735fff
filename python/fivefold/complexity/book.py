"""The formulas of the Pentagame book, Parts IV and VII (C11).

Each function cites the number of its formula. `errata` lists the figures of the book that contradict its own
premises; `narrower` lists those that are right for a narrower model than the rules.
"""

from __future__ import annotations

from math import comb, factorial, log10

from fivefold._arguments import whole
from fivefold._core import FivefoldError
from fivefold._guard import guarded

from ._errata import Erratum, errata, narrower
from ._parabola import average_branching, curvature, parabola, peak, slope, states_from, stretch

__all__ = [
    "Erratum",
    "average_branching",
    "bitter_end",
    "curvature",
    "errata",
    "games",
    "max_options",
    "min_branching",
    "narrower",
    "opening_branching",
    "opening_pairs",
    "opening_positions",
    "openings",
    "parabola",
    "peak",
    "size",
    "slope",
    "states",
    "states_from",
    "stretch",
    "tau",
    "two_turn_openings",
]

DEVELOPED = 204
"""Options on a developed board, counted in lines (3.1)."""


def states(stops: int = 30, players: int = 2) -> int:
    """Count positions by the book's multinomial, symmetries divided out (3.10).

    Parameters
    ----------
    stops : int, optional
        30 nodes and lines, or all 100 stops.
    players : int, optional
        Players with five pieces each.

    Returns
    -------
    int
        stops! / ((stops - 5 players - 5)! 5!) / 10.

    Raises
    ------
    FivefoldError
        There are not enough stops.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> f"{book.states():.3g}"
    '1.69e+17'
    """
    rest = stops - 5 * players - 5
    if players < 0 or rest < 0:
        raise FivefoldError(f"stops={stops}, players={players} are refused: too few stops for all pieces")
    return factorial(stops) // (factorial(rest) * factorial(5) * 10)


def openings() -> dict[str, list[int]]:
    """Return the branches of the first three plies, counted in lines up to symmetry (Table 3.1).

    Returns
    -------
    dict from str to list of int
        Branches of the plies by what the first turn is.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.openings()["swap"]
    [1, 103, 204]
    """
    return {"swap": [1, 103, DEVELOPED], "replace": [20, 205, DEVELOPED]}


def two_turn_openings() -> int:
    """Count openings of two turns (VII 3): 1 * 103 + 20 * 205.

    Returns
    -------
    int

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.two_turn_openings()
    4203
    """
    return sum(first * second for first, second, _ in openings().values())


def opening_pairs() -> int:
    """Count pairs of reasonable two-ply openings, one of each player (IV, 4.1).

    Returns
    -------
    int
        (2 + 5 + 5) of the first player times (15 + 50 + 50) of the second.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.opening_pairs()
    1380
    """
    return (2 + 5 + 5) * (15 + 50 + 50)


def opening_positions() -> int:
    """Count the positions after two reasonable openings, with their blocks on 20 lines (IV, 4.2).

    Returns
    -------
    int

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.opening_positions()
    1865530
    """
    pairs_by_blocks = {4: 250, 3: 500, 2: 425, 1: 175, 0: 30}
    return sum(pairs * comb(20, blocks) for blocks, pairs in pairs_by_blocks.items())


def opening_branching(*, after_first: bool = False) -> float:
    """Return the mean branching factor of the opening, from `opening_positions` (IV, 4.3 and 4.4).

    Parameters
    ----------
    after_first : bool, optional
        False: over all four plies (4.3). True: over the three plies that follow the 12 openings of the first
        player (4.4); VII 3.5 rounds this to 54.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> round(book.opening_branching(), 2), round(book.opening_branching(after_first=True), 2)
    (36.96, 53.77)
    """
    positions = opening_positions()
    return float((positions / 12) ** (1 / 3) if after_first else positions ** (1 / 4))


def games(turns: int) -> int:
    """Count games of `turns` turns: two of the opening, 204 options in each other one (3.2, corrected).

    Parameters
    ----------
    turns : int
        2 or more.

    Returns
    -------
    int

    Raises
    ------
    FivefoldError
        `turns` is not a whole number from 2 to 100,000.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.games(3) == 204 * book.two_turn_openings()
    True
    """
    turns = whole(turns, "turns", 2, 10**5)  # the opening alone has two
    later: int = DEVELOPED ** (turns - 2)
    return two_turn_openings() * later


def bitter_end(turns: float = 24) -> float:
    """Return the length of a game until all ten pieces are out, if six take `turns` plies (3.8).

    Parameters
    ----------
    turns : float
        Plies.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.bitter_end()
    40.0
    """
    return 10 / 6 * turns


def min_branching(states: float, turns: int = 20) -> float:
    """Return the least branching factor that reaches half of all positions by the peak (3.15).

    Parameters
    ----------
    states : float
        Number of positions.
    turns : int, optional
        Plies to the peak.

    Returns
    -------
    float
        F with F + F² + ... + F^turns = states / 2.

    Raises
    ------
    FivefoldError
        `states` is not above 0, or `turns` less than 1.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> round(book.min_branching(book.states(30)), 2), round(book.min_branching(book.states(100)), 2)
    (6.97, 20.23)
    """
    if states <= 0 or turns < 1:
        raise FivefoldError(f"states={states!r:.40}, turns={turns!r:.40} are refused: above 0, and 1 or more")
    low, high = 0.0, max(float(states), 1.0)
    for _ in range(2000):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        total, power = 0.0, 1.0
        for _ in range(turns):
            power *= middle
            total += power
            if total > states:
                break
        low, high = (middle, high) if total < states / 2 else (low, middle)
    return low


def max_options(free: int) -> int:
    """Count the options of a player at most: 35 free + 35 (IV, Table 2.3, corrected).

    Parameters
    ----------
    free : int
        Empty stops.

    Returns
    -------
    int

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.max_options(85)
    3010
    """
    return 35 * free + 35


def size(branching: float, turns: float) -> float:
    """Return the logarithm of the number of lines of play, turns * log10(branching) (3.18, 3.19, 4.1).

    Parameters
    ----------
    branching : float
        Branching factor.
    turns : float
        Plies.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.size(10, 20)
    20.0
    """
    return turns * log10(branching)


def tau(borders: bool = True) -> dict[str, int]:
    """Solve the toy game of VII 2.2: a piece crosses a 3x3 board, always forward.

    Parameters
    ----------
    borders : bool, optional
        False lets it leave the board sideways and come back, as the book counts.

    Returns
    -------
    dict
        ``states`` and ``games``.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.tau(), book.tau(borders=False)["games"]
    ({'states': 11, 'games': 17}, 27)
    """
    paths = dict.fromkeys(range(3), 1)
    for _ in range(2):
        onward: dict[int, int] = {}
        for column, count in paths.items():
            for step in (-1, 0, 1):
                to = column + step
                if not borders or 0 <= to < 3:
                    onward[to] = onward.get(to, 0) + count
        paths = onward
    return {"states": 3 * 3 + 2, "games": sum(paths.values())}


__dir__ = __all__.copy

guarded(globals())
