"""The star of Pentagame for people and for networks: its stops, drawing and graph, names of planes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fivefold import _core

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Spot", "adjacency", "features", "layout", "links", "routes", "stops"]


class Spot(NamedTuple):
    """Where a stop is drawn.

    Attributes
    ----------
    name : str
        The stop.
    x, y : float
        Its centre: to the right, and upwards.
    radius : float
        The radius of its circle.
    """

    name: str
    x: float
    y: float
    radius: float


def stops(rules: _core.Rules | str) -> tuple[str, ...]:
    """Name the stops by number: the columns of ``position.board`` (N2).

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.

    Returns
    -------
    tuple of str
        Corners, crossings, then the stops of arcs, arms and legs, line by line.

    Raises
    ------
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.stops(ff.rules("pentagame"))[:11]
    ('A', 'B', 'C', 'D', 'E', 'a', 'b', 'c', 'd', 'e', 'A-1-B')
    """
    return tuple(_core.pentagame.stops(rules))


def features(rules: _core.Rules | str) -> tuple[str, ...]:
    """Name the rows of ``position.observation()``; ``+1`` is the seat after the viewer.

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.

    Returns
    -------
    tuple of str
        One for each row.

    Raises
    ------
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.features(ff.rules("pentagame"))[0]
    'a of seat +0'
    """
    return tuple(_core.pentagame.features(rules))


def layout(rules: _core.Rules | str) -> tuple[Spot, ...]:
    """Return where stops are drawn (N3).

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.

    Returns
    -------
    tuple of Spot
        By number of the stop. The centre of the board is the origin, corner A on top, the unit is
        the radius of a stop on a leg.

    Raises
    ------
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> spot = ff.pentagame.layout(ff.rules("pentagame"))[0]
    >>> spot.name, abs(spot.x) < 1e-9, round(spot.y, 5), round(spot.radius, 5)
    ('A', True, 22.38133, 2.23607)
    """
    rows = _core.pentagame.layout(rules).tolist()
    names = _core.pentagame.stops(rules)
    return tuple(Spot(name, *row) for name, row in zip(names, rows, strict=True))


def links(rules: _core.Rules | str) -> npt.NDArray[np.int32]:
    """List the pairs of stops side by side, for networks that take edge lists.

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.

    Returns
    -------
    ndarray
        int32 ``[2, links]``, each pair in both directions, sorted by the first stop.

    Raises
    ------
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.links(ff.rules("pentagame")).shape
    (2, 220)
    """
    return _core.pentagame.links(rules)


def adjacency(rules: _core.Rules | str) -> npt.NDArray[np.bool_]:
    """Return which stops are side by side (N1).

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.

    Returns
    -------
    ndarray
        bool ``[stops, stops]``, symmetric.

    Raises
    ------
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.adjacency(ff.rules("pentagame")).sum(axis=0)[[0, 5, 10]]
    array([4, 4, 2])
    """
    pairs = _core.pentagame.links(rules)
    count = len(_core.pentagame.stops(rules))
    matrix = np.zeros((count, count), dtype=np.bool_)
    matrix[pairs[0], pairs[1]] = True
    return matrix


def routes(
    rules: _core.Rules | str, taken: npt.ArrayLike
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """Return what a piece on each stop reaches, and how far from home it is, on many boards at once.

    These are inputs for networks; `temperature` measures the pieces of one position.

    Parameters
    ----------
    rules : Rules or str
        Rules of Pentagame, or the name of a preset.
    taken : array_like
        Bool ``[boards, stops]``: which stops hold a piece or a block. The first rows of an observation
        show them (see the example). There is one for each row of ``position.board``: the kinds of
        pieces, then the colours of blocks.

    Returns
    -------
    reach : ndarray
        Bool ``[boards, stops, stops]``: entry ``[i, s, t]`` says whether a piece on stop ``s`` reaches
        stop ``t`` in one move along lines through empty stops (N7), ``t`` empty or not.
    moves : ndarray
        Uint8 ``[boards, colours, stops]``: the moves that a piece of the colour would need from the
        stop to its goal, if all else stood still (N21); 0 on the goal, 6 for six or more or no way.

    Raises
    ------
    ValueError
        `taken` has another shape.
    WrongGameError
        The rules are of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pentagame")
    >>> observation = rules.start(seed=1).observation()
    >>> taken = observation[None, : len(rules.start().board)].any(axis=1)
    >>> reach, moves = ff.pentagame.routes(rules, taken)
    >>> reach.shape, moves.shape
    ((1, 100, 100), (1, 5, 100))
    >>> moves[0, :, 0].tolist()  # a piece on the corner A, by its colour
    [3, 2, 1, 1, 2]
    """
    boards = np.ascontiguousarray(taken, dtype=np.bool_)
    if boards.ndim != 2:
        raise ValueError(f"taken of shape {boards.shape} is refused: it must be (boards, stops)")
    return _core.pentagame.routes(rules, boards.view(np.uint8))
