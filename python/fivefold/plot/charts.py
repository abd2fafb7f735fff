"""Charts of many games: how long they are, who wins, how a value runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import rcParams, rcParamsDefault
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from fivefold._arguments import short_repr, texts
from fivefold._core import FivefoldError, Playouts
from fivefold._statistics import wilson

from ._paint import axes

# Okabe and Ito's colours, distinguishable with every common colour vision deficiency; the palest comes last.
CYCLE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
ROWS = 4
"""Sets of games that share one base line; more are drawn one above the other."""


def colour_of(number: int) -> str:
    """Return a colour of the cycle: that of rcParams where somebody has set one."""
    chosen = rcParams["axes.prop_cycle"].by_key().get("color")
    cycle = (
        CYCLE if not chosen or rcParams["axes.prop_cycle"] == rcParamsDefault["axes.prop_cycle"] else chosen
    )
    return str(cycle[number % len(cycle)])


def legend(ax: Axes) -> None:
    """Put the legend outside, where it covers nothing."""
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)


def keep_whole(ax: Axes) -> None:
    """Give long names their width, where the figure has no layout of its own."""
    figure = ax.get_figure()
    engine = getattr(figure, "get_layout_engine", lambda: True)()
    if figure is not None and engine is None:
        figure.set_layout_engine("constrained")  # type: ignore[union-attr]


def _named(results: Any) -> dict[str, Any]:
    return dict(results) if isinstance(results, Mapping) else {"": results}


def _turns(results: Any) -> NDArray[np.int64]:
    turns = np.asarray(results.turns if isinstance(results, Playouts) else results)
    if turns.ndim != 1 or not turns.size or not np.issubdtype(turns.dtype, np.integer):
        raise FivefoldError("lengths are refused: they take playouts, or whole numbers of turns [n]")
    return turns.astype(np.int64)


def lengths(results: Any, ax: Axes | None = None, *, bins: int = 40) -> Axes:
    """Draw how long games are: the share of games by their number of turns.

    Up to four sets are steps on one base line; more are drawn one above the other, each as high as its
    longest bar.

    Parameters
    ----------
    results : Playouts, array_like of int [n], or a mapping from names to these
        The games.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    bins : int
        Steps of the histogram, at most; shared by all.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If the lengths are not whole numbers or there are none.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = {preset: ff.playouts(preset, 100) for preset in ("pente", "pagoda")}
    >>> ax = ff.plot.lengths(games)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('turns', 'share of games')
    """
    ax = axes(ax)
    named = {name: _turns(result) for name, result in _named(results).items()}
    if not named or bins < 1:
        raise FivefoldError("lengths are refused: they take at least one set of games and one bin")
    low = min(int(turns.min()) for turns in named.values())
    high = max(int(turns.max()) for turns in named.values())
    width = max(1, math.ceil((high - low + 1) / bins))
    edges = np.arange(low, high + width + 1, width) - 0.5
    shares = {name: np.histogram(turns, edges)[0] / turns.size for name, turns in named.items()}
    ax.set_xlabel("turns")
    if len(named) > ROWS:
        return _ridges(ax, shares, edges)
    for number, (name, share) in enumerate(shares.items()):
        colour = colour_of(number)
        alone = len(named) == 1
        ax.stairs(share, edges, fill=alone, color=colour, linewidth=1.6, label=name or None)
        if not alone:
            ax.stairs(share, edges, fill=True, color=colour, alpha=0.15)
    ax.set_ylabel("share of games")
    ax.set_ylim(0, 1.05 * max(share.max() for share in shares.values()))
    if any(named):
        legend(ax)
    return ax


def _ridges(ax: Axes, shares: dict[str, NDArray[np.float64]], edges: NDArray[np.floating[Any]]) -> Axes:
    """Draw histograms one above the other, the first on top, their names on the axis."""
    for number, share in enumerate(shares.values()):
        base = len(shares) - 1 - number
        colour = colour_of(number)
        ax.stairs(base + 0.9 * share / share.max(), edges, baseline=base, fill=True, color=colour, alpha=0.8)
        ax.axhline(base, color="0.8", linewidth=0.6, zorder=0)
    ax.set_yticks(np.arange(len(shares))[::-1] + 0.35, list(shares))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.05, len(shares))
    ax.set_ylabel("share of games, each of its own height")
    keep_whole(ax)
    return ax


def _sides(results: Any) -> list[tuple[int, ...]] | None:
    """List the seats that win together; None if nothing but returns is known."""
    if not isinstance(results, Playouts):
        return None
    return list(results.rules.info.sides)  # N6


def _wins(results: Any) -> tuple[NDArray[np.int64], int]:
    """Count the games that each side won alone, then those without one winner."""
    sides = _sides(results)
    if sides is not None and len(results):
        bits = [sum(1 << seat for seat in side) for side in sides]
        wins = np.array([np.count_nonzero(results._winner_bits == side) for side in bits])
        return np.append(wins, len(results) - wins.sum()), len(results)
    try:
        returns = np.asarray(results.returns if isinstance(results, Playouts) else results, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise FivefoldError(
            f"outcomes={short_repr(results)} are refused: they take playouts, or returns [n, players]"
        ) from error
    if returns.ndim != 2 or not returns.size:
        raise FivefoldError("outcomes are refused: they take playouts, or returns [n, players]")
    best = returns.max(axis=1, keepdims=True)
    alone = (returns == best) & ((returns == best).sum(axis=1, keepdims=True) == 1)
    wins = alone.sum(axis=0)
    return np.append(wins, len(returns) - wins.sum()), len(returns)


def _side_names(results: Any, sides: int) -> list[str]:
    known = _sides(results) or [(seat,) for seat in range(sides)]
    return [f"seat{'s' * (len(side) > 1)} {' and '.join(map(str, side))}" for side in known]


def outcomes(results: Any, ax: Axes | None = None, *, seats: Sequence[str] | None = None) -> Axes:
    """Draw who wins how often, with Wilson's 95 % intervals.

    One set of games is a bar for each seat. Several are a stacked row each, their names on the axis: the
    first seat on the left, draws last; the line shows the interval of the first seat's share.

    A playout counts for the seat or team that alone has won it (N6), else as a draw. Returns alone show
    neither teams nor broken ties (N18): there a game counts for the only seat with the highest return.

    Parameters
    ----------
    results : Playouts, array_like [n, players], or a mapping from names to these
        The games, as playouts or their returns.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    seats : sequence of str, optional
        Names of the seats or teams; `seat 0`, `seat 1` ..., of teams `seats 0 and 2` and `seats 1 and 3` by
        default.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If the returns are not an array of games by players, or the sets differ in players or teams.

    Examples
    --------
    >>> import fivefold as ff
    >>> import matplotlib.pyplot as plt
    >>> ax = ff.plot.outcomes(ff.playouts("pentagame_teams", 20), plt.figure().add_subplot())
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['seats 0 and 2', 'seats 1 and 3', 'draw']
    """
    ax = axes(ax)
    sets = _named(results)
    named = {name: _wins(result) for name, result in sets.items()}
    sizes = {len(counts) for counts, _ in named.values()}
    if len(sizes) != 1:
        raise FivefoldError("outcomes are refused: the sets of games differ in their number of players")
    players = sizes.pop() - 1
    default = _side_names(next(iter(sets.values())), players)
    words = default if seats is None else texts(seats, "seats")
    if len(words) != players:
        raise FivefoldError(f"{len(words)} seats are refused: the games have {players}")
    words.append("draw" if players > 1 else "not reached")
    if len(named) > 1:
        return _rows(ax, named, words)
    ((name, (counts, games)),) = named.items()
    share = counts / games
    low, high = wilson(counts, games)
    # Rounding may put an end a hair inside the share it belongs to.
    ends = np.maximum(np.stack([share - low, high - share]), 0.0)
    ax.bar(range(players + 1), share, 0.8, yerr=ends, capsize=3, color=colour_of(0))
    ax.set_xticks(range(players + 1), words)
    ax.set_ylabel("share of games")
    ax.set_ylim(0, None)
    if name:
        ax.set_title(f"{name} ({games:,} games)")
    return ax


def _rows(ax: Axes, named: dict[str, tuple[NDArray[np.int64], int]], words: list[str]) -> Axes:
    """Draw a stacked row for each set of games, the first on top."""
    places = np.arange(len(named))[::-1]
    counts = np.array([one for one, _ in named.values()], np.float64)
    games = np.array([number for _, number in named.values()], np.float64)
    shares = counts / games[:, None]
    left = np.zeros(len(named))
    for part, word in enumerate(words):
        is_draw = part == len(words) - 1
        colour = "0.8" if is_draw else colour_of(part)
        ax.barh(places, shares[:, part], 0.72, left=left, color=colour, edgecolor="white", label=word)
        left += shares[:, part]
    low, high = wilson(counts[:, 0], games)
    ends = np.maximum(np.stack([shares[:, 0] - low, high - shares[:, 0]]), 0.0)
    ax.errorbar(shares[:, 0], places, xerr=ends, fmt="none", ecolor="black", capsize=3, linewidth=1.2)
    names = [f"{name} ({int(number):,})" for name, number in zip(named, games, strict=True)]
    ax.set_yticks(places, names)
    ax.set_xlim(0, 1)
    ax.set_xlabel("share of games")
    ax.axvline(0.5, color="black", linewidth=0.6, alpha=0.5)
    legend(ax)
    keep_whole(ax)
    return ax


def game_curve(
    values: ArrayLike, ax: Axes | None = None, *, seats: Sequence[str] | None = None, start: int = 0
) -> Axes:
    """Draw how a value runs through a game, ply by ply.

    Parameters
    ----------
    values : array_like [plies] or [plies, players]
        An evaluation of each position, of one player or of all; NaN leaves a gap.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    seats : sequence of str, optional
        Names of the curves.
    start : int
        Ply of the first value.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If the values are not an array of one or two dimensions, or infinite.

    Examples
    --------
    >>> import fivefold as ff
    >>> ax = ff.plot.game_curve([[0.0, 0.0], [0.4, -0.4], [1.0, -1.0]], seats=["Black", "White"])
    >>> ax.get_legend_handles_labels()[1]
    ['Black', 'White']
    """
    ax = axes(ax)
    array = np.asarray(values, dtype=np.float64)
    if array.ndim not in (1, 2) or not array.size or np.isinf(array).any():
        raise FivefoldError("a game curve is refused: it takes finite values [plies] or [plies, players]")
    columns = array.reshape(len(array), -1)
    words: Sequence[str | None]
    if seats is not None:
        words = list(seats)
    else:
        words = [f"seat {seat}" for seat in range(columns.shape[1])] if array.ndim == 2 else [None]
    if len(words) != columns.shape[1]:
        raise FivefoldError(f"{len(words)} seats are refused: there are {columns.shape[1]} curves")
    plies = np.arange(start, start + len(columns))
    ax.axhline(0, color="0.6", linewidth=0.8, zorder=1)
    for number, (word, column) in enumerate(zip(words, columns.T, strict=True)):
        colour = colour_of(number)
        ax.plot(plies, column, color=colour, label=word, marker="." if len(plies) < 60 else None)
    ax.set_xlabel("ply")
    ax.set_ylabel("value")
    if any(words):
        legend(ax)
    return ax
