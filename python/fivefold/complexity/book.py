"""The formulas of the Pentagame book, Parts IV and VII, and where they go wrong (C11).

Each function is named for what it is and cites the number of its formula. Where the book's text gives a
formula that its own premises do not, `errata` says so, with the figure that follows.
"""

from __future__ import annotations

from math import factorial, log10
from typing import NamedTuple

from fivefold._core import FivefoldError

from ._parabola import average_branching, curvature, parabola, peak, slope, states_from, stretch

__all__ = [
    "Erratum",
    "average_branching",
    "bitter_end",
    "curvature",
    "errata",
    "games",
    "least_branching",
    "openings",
    "options",
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


class Erratum(NamedTuple):
    """A figure of the book that does not follow from its premises.

    Attributes
    ----------
    name : str
        What it is.
    place : str
        Part, section or formula.
    printed, recomputed : str
        As printed, and as it follows.
    why : str
        The reason, in a line.
    """

    name: str
    place: str
    printed: str
    recomputed: str
    why: str


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
        There are not stops enough.

    Examples
    --------
    >>> f"{states():.3g}"
    '1.69e+17'
    """
    rest = stops - 5 * players - 5
    if players < 0 or rest < 0:
        raise FivefoldError(f"stops={stops}, players={players} are refused: too few stops for all pieces")
    return factorial(stops) // (factorial(rest) * factorial(5) * 10)


def openings() -> dict[str, list[int]]:
    """Give the branches of the first three plies, counted in lines up to symmetry (Table 3.1).

    Returns
    -------
    dict from str to list of int
        Branches of the plies by what the first turn is.

    Examples
    --------
    >>> openings()["swap"]
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
    >>> two_turn_openings()
    4203
    """
    return sum(first * second for first, second, _ in openings().values())


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
        `turns` is less than 2.

    Examples
    --------
    >>> games(3) == 204 * two_turn_openings()
    True
    """
    if turns < 2:
        raise FivefoldError(f"turns={turns!r} is refused: the opening alone has two")
    later: int = DEVELOPED ** (turns - 2)
    return two_turn_openings() * later


def bitter_end(turns: float = 24) -> float:
    """Give the length of a game until all ten pieces are out, if six take `turns` plies (3.8).

    Parameters
    ----------
    turns : float
        Plies.

    Returns
    -------
    float

    Examples
    --------
    >>> bitter_end()
    40.0
    """
    return 10 / 6 * turns


def least_branching(states: float, turns: int = 20) -> float:
    """Give the least branching factor that reaches half of all positions by the peak (3.15).

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
    >>> round(least_branching(states(30)), 2), round(least_branching(states(100)), 2)
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


def options(free: int) -> int:
    """Count the options of a player with `free` empty stops at most: 35 free + 35 (IV, Table 2.3, corrected).

    Examples
    --------
    >>> options(85)
    3010
    """
    return 35 * free + 35


def size(branching: float, turns: float) -> float:
    """Give the logarithm of the number of lines of play, turns * log10(branching) (3.18, 3.19, 4.1).

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
    >>> size(10, 20)
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
    >>> tau(), tau(borders=False)["games"]
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


def errata() -> list[Erratum]:
    """List the figures of the book that do not follow from its premises (C11).

    Returns
    -------
    list of Erratum
        In the order of the book's argument.

    Examples
    --------
    >>> errata()[0].printed, errata()[0].recomputed
    ('6', '8')
    """
    all_stops = states(100)
    arrangements = 326085749391649534071840925200
    rows = [
        ("tau_legal_moves", "VII 2.2", "6", "8", "a piece on an open square has the eight moves of a king"),
        ("tau_games", "VII 2.2", "27", str(tau()["games"]), "27 leaves the borders out"),
        ("parabola_sign", "VII 2.2", "+2nx", "-2nx", "from 2.1; formula 2.5 has it right"),
        ("mean_slope", "VII 2.13", "9/8", "3/4", "the mean of f' from 0 to n is f'(n/2), times states / n^2"),
        ("SSR", "VII 3", "90", "600", "3 swaps, 200 replaces"),
        ("SRS", "VII 3", "60", "400", "100 replaces, 4 swaps"),
        ("SRR", "VII 3", "450", "20000", "100 replaces, 200 replaces: the three add up to its 21012"),
        ("games_24", "VII 3.3", "59", f"{log10(games(24)):.2f}", "the openings are two of the 24 turns"),
        ("options_sup", "IV 2.2", "3040", str(options(85)), "10 own swaps and 25 others are 35, not 65"),
        ("options_later", "VII 3.8", "3034", str(options(85)), "the same sum"),
        ("options_30", "IV 2.3", "590", str(options(15)), "the same sum"),
        ("options_inf", "IV 2.1", "6", "4", "with two pieces out: 2 own swaps, 2 with enemies"),
        ("options_mid", "VII 3.5", "54", "-", "follows from nothing that is printed"),
        ("peak_size_7", "VII 3.7", "16", f"{size(7, 20):.2f}", "cut, not rounded"),
        (
            "peak_size_204",
            "VII 3.7",
            "46",
            f"{size(102, 20):.2f}",
            "its text speaks of the best estimate, 102",
        ),
        ("peak_size_all_stops", "VII 4.2", "30", f"{size(20, 20):.2f}", "F = 20; both formulas are one"),
        ("peak_options_sup", "VII 4.1", "69", f"{size(3034, 20):.2f}", "cut, not rounded"),
        (
            "states_sup",
            "VII 3.2",
            "26",
            f"{log10(arrangements / 10):.2f}",
            f"3.10 gives {log10(all_stops):.2f}, without pieces out, greys, shared corners, seat to move",
        ),
        (
            "two_turn_openings",
            "VII 3",
            str(two_turn_openings()),
            "879340",
            "it counts lines up to symmetry; all that can be played are N22's",
        ),
    ]
    return [Erratum(*row) for row in rows]


def __dir__() -> list[str]:
    return list(__all__)
