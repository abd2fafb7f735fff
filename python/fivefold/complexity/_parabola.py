"""The book's parabola: positions after each ply of a game, from its formulas 2.8 to 2.14."""

from __future__ import annotations


def peak(states: float, n: float) -> float:
    """Return the number of positions at the peak of the parabola, after n plies (2.8).

    Parameters
    ----------
    states : float
        Number of positions in all.
    n : float
        Plies to the peak.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.peak(8000, 20)
    300.0
    """
    return 3 * states / (4 * n)


def parabola(x: float, states: float, n: float) -> float:
    """Return the number of positions after x plies of 2n (2.9).

    Parameters
    ----------
    x : float
        Plies, from 0 to 2n.
    states, n : float
        As in `peak`.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.parabola(20, 8000, 20) == book.peak(8000, 20)
    True
    """
    return -3 * states / (4 * n**3) * (x * x - 2 * n * x)


def slope(x: float, states: float, n: float) -> float:
    """Return the first derivative of `parabola` (2.10).

    Parameters
    ----------
    x : float
        Plies, from 0 to 2n.
    states, n : float
        As in `peak`.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.slope(20, 8000, 20)  # the peak
    0.0
    """
    return 3 * states * (n - x) / (2 * n**3)


def curvature(states: float, n: float) -> float:
    """Return the second derivative of `parabola` (2.11).

    Parameters
    ----------
    states, n : float
        As in `peak`.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.curvature(8000, 20)
    -1.5
    """
    return -3 * states / (2 * n**3)


def stretch(states: float, n: float) -> float:
    """Return the stretch factor of `parabola` (2.12).

    Parameters
    ----------
    states, n : float
        As in `peak`.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.stretch(8000, 20)
    -0.75
    """
    return -3 * states / (4 * n**3)


def average_branching(states: float, n: float) -> float:
    """Return the average branching factor as printed, 9/8 of states / n² (2.13).

    See `errata` (mean_slope): the mean slope up to the peak is 3/4 of it.

    Parameters
    ----------
    states, n : float
        As in `peak`.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.average_branching(8000, 30)
    10.0
    """
    return 9 * states / (8 * n * n)


def states_from(branching: float, n: float) -> float:
    """Return the number of positions that a branching factor allows, `average_branching` inverted (2.14).

    Parameters
    ----------
    branching : float
        Branching factor.
    n : float
        Plies to the peak.

    Returns
    -------
    float

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> book.states_from(10, 30)
    8000.0
    """
    return 8 * n * n / 9 * branching
