"""Charts of what arena, tournaments, search and complexity give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from numpy.typing import NDArray

from fivefold._core import FivefoldError, Position, Record
from fivefold.arena import Ladder, Match, Rating
from fivefold.arena.report import met
from fivefold.draw.reading import action_heat
from fivefold.tournament import System

from ._paint import axes
from .boards import heatmap
from .charts import keep_whole, legend

__all__ = ["crosstable", "estimates", "learning_curve", "policy", "ratings"]


def ratings(results: Any, ax: Axes | None = None) -> Axes:
    """Draw a rating ladder: a point per player with its 95 % interval, the best on top.

    Parameters
    ----------
    results : Ladder, iterable of Rating, or tournament
        What `fivefold.arena.ladder` or `ratings` gives, or a `System` of `fivefold.tournament`, whose points
        are drawn (without intervals).
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. An infinite end of an interval is drawn as an arrow's head at the edge.

    Raises
    ------
    FivefoldError
        There is nothing to draw, or the results are of another kind.

    Examples
    --------
    >>> import fivefold as ff
    >>> from matplotlib.figure import Figure
    >>> from fivefold import plot
    >>> found = ff.arena.ladder(["random", "greedy"], ff.rules("freestyle", size=9), games=4)
    >>> ax = plot.ratings(found, Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['greedy', 'random']
    """
    unit = "rating"
    rows: list[tuple[str, float, float, float]]
    if isinstance(results, Ladder):
        rows = [row[:4] for row in results.ratings()]
        unit = f"rating ({results.anchor} = 0)" if results.anchor else unit
    elif isinstance(results, System):
        rows = [(row.name, *3 * (float(row.points),)) for row in results.standings()]
        unit = "points"
    else:
        listed = list(results) if isinstance(results, Iterable) else []
        rows = [row[:4] for row in listed if isinstance(row, Rating)]
        if len(rows) < len(listed):
            rows = []
    if not rows:
        raise FivefoldError("ratings are refused: they take a ladder, rows of ratings or a tournament")
    return spread(rows, unit, ax)


def spread(
    rows: list[tuple[str, float, float, float]], unit: str, ax: Axes | None, reference: float | None = None
) -> Axes:
    """Draw values with intervals, a line each, the first on top; a dashed line at a reference."""
    ax = axes(ax)
    places = np.arange(len(rows))[::-1]
    finite = [value for row in rows for value in row[1:] if isfinite(value)] or [0.0]
    if reference is not None:
        finite.append(reference)
        ax.axvline(reference, color="0.4", linestyle="--", linewidth=1.0)
    margin = 0.06 * (max(finite) - min(finite)) or 1.0
    left, right = min(finite) - margin, max(finite) + margin
    colour = ax._get_lines.get_next_color()  # type: ignore[attr-defined]
    for place, (_, value, low, high) in zip(places, rows, strict=True):
        ends = [min(max(end, left), right) for end in (low, high)]
        ax.plot(ends, [place, place], color=colour, linewidth=1.5, solid_capstyle="butt")
        for end, mark, edge in ((low, "<", left), (high, ">", right)):
            if not isfinite(end):
                ax.plot([edge], [place], mark, color=colour, markersize=5, clip_on=False)
        if isfinite(value):
            ax.plot([value], [place], "o", color=colour, markersize=6)
    ax.set_yticks(places, [name for name, *_ in rows])
    ax.set_xlim(left, right)
    ax.set_ylim(-0.6, len(rows) - 0.4)
    ax.set_xlabel(unit)
    ax.grid(axis="x", linewidth=0.5, alpha=0.5)
    keep_whole(ax)
    return ax


def crosstable(results: Any, ax: Axes | None = None, *, cmap: str | Colormap = "Blues") -> Axes:
    """Draw a cross table: the share of the points that each row made against each column.

    Parameters
    ----------
    results : Ladder, Match or tournament
        What `fivefold.arena` gives, or a `System` of `fivefold.tournament` with results.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    cmap : str or Colormap
        Colours from 0 to 1.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; the best player is the first row and column.

    Raises
    ------
    FivefoldError
        There is nothing to draw, or the results are of another kind.

    Examples
    --------
    >>> import fivefold as ff
    >>> ladder = ff.arena.ladder(["greedy", "random"], "freestyle", games=2)
    >>> ax = ff.plot.crosstable(ladder)
    >>> ax.get_xlabel()
    'percent of the points against'
    """
    names, share = shares(results)
    ax = axes(ax)
    ax.imshow(share, cmap=cmap, vmin=0, vmax=1, aspect="equal")
    for (row, column), value in np.ndenumerate(share):
        if not np.isnan(value):
            colour = "white" if value > 0.6 else "black"
            ax.text(column, row, f"{100 * value:.0f}", ha="center", va="center", color=colour)
    numbers = [str(place) for place in range(1, len(names) + 1)]
    ax.set_xticks(range(len(names)), numbers)
    ax.set_yticks(range(len(names)), [f"{name}  {place}" for name, place in zip(names, numbers, strict=True)])
    ax.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    ax.set_xlabel("percent of the points against")
    return ax


def shares(results: Any) -> tuple[list[str], NDArray[np.float64]]:
    """Return names, the best first, and the share of each against each; NaN where two never met."""
    counts: dict[tuple[str, str], list[float]] = {}
    if isinstance(results, (Ladder, Match)) and results.games:
        if isinstance(results, Ladder):
            names, cross = [row.name for row in results.ratings()], results.crosstable()
        else:
            names, cross = met(results)
            names = names[::-1] if results.score < 0.5 else names
        counts = {pair: [one.score * one.games, one.games] for pair, one in cross.items()}
    elif isinstance(results, System) and results.entries():
        names = [row.name for row in results.standings()]
        for entry in results.entries():
            for game in entry.rows:
                for one, mine in zip(entry.table, game, strict=True):
                    for other, theirs in zip(entry.table, game, strict=True):
                        if one != other:
                            count = counts.setdefault((one, other), [0.0, 0.0])
                            count[0] += 1.0 if mine > theirs else 0.5 * (mine == theirs)
                            count[1] += 1
    else:
        raise FivefoldError(
            "a crosstable is refused: it takes a ladder, a match or a tournament with results"
        )
    share = np.full((len(names), len(names)), np.nan)
    place = {name: index for index, name in enumerate(names)}
    for (one, other), (points, games) in counts.items():
        if one in place and other in place:
            share[place[one], place[other]] = points / games
    return names, share


def learning_curve(results: Any, ax: Axes | None = None, *, unit: str = "") -> Axes:
    """Draw a learning curve: a score or a value at each step, with its interval.

    Parameters
    ----------
    results : mapping or iterable of (step, result), or a mapping from names to these
        A step is a number, such as games of training or simulations. A result is a `Match` (the share of
        the first player, copies of a game counting once), anything with ``value``, ``low`` and ``high``
        (an `Estimate`, a value of `fivefold.arena`, a row of ratings by ``rating``), or a number.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    unit : str
        Unit of the steps, for the axis.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        There is nothing to draw, or a result is of another kind.

    Examples
    --------
    >>> import fivefold as ff
    >>> ax = ff.plot.learning_curve({1000: 0.4, 2000: 0.7, 4000: 0.9}, unit="games of training")
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('games of training', 'value')
    """
    curves = dict(results) if isinstance(results, Mapping) else results
    if not (isinstance(curves, dict) and curves and all(isinstance(name, str) for name in curves)):
        curves = {"": curves}
    series = {str(name): curve_points(curve) for name, curve in curves.items()}
    ax = axes(ax)
    for name, rows in series.items():
        steps, values, lows, highs = np.array(rows).T
        (line,) = ax.plot(steps, values, marker="o", markersize=4, label=name or None)
        held = np.isfinite(lows) & np.isfinite(highs)
        ax.fill_between(
            steps, lows, highs, where=held.tolist(), color=line.get_color(), alpha=0.2, linewidth=0
        )
    matches = any(isinstance(result, Match) for curve in curves.values() for result in contents(curve))
    ax.set_xlabel(unit or "step")
    ax.set_ylabel("score" if matches else "value")
    if any(series):
        legend(ax)
    return ax


def contents(curve: Any) -> list[Any]:
    """List the results of a curve, without their steps."""
    return [result for _, result in (curve.items() if isinstance(curve, Mapping) else curve)]


def curve_points(curve: Any) -> list[tuple[float, float, float, float]]:
    """Return (step, value, low, high) of a curve by steps."""
    try:
        pairs = list(curve.items() if isinstance(curve, Mapping) else curve)
        rows = sorted((float(step), *get_interval(result)) for step, result in pairs)
    except (TypeError, ValueError) as error:
        raise FivefoldError(f"a learning curve is refused: it takes (step, result) ({error})") from None
    if not rows:
        raise FivefoldError("a learning curve is refused: it takes at least one (step, result)")
    return rows


def get_interval(result: Any) -> tuple[float, float, float]:
    """Return value, low and high of a result."""
    if isinstance(result, Match):
        return result.share
    if isinstance(result, Rating):
        return result.rating, result.low, result.high
    if all(hasattr(result, part) for part in ("value", "low", "high")):
        return float(result.value), float(result.low), float(result.high)
    value = float(result)
    return value, value, value


def policy(
    result: Any,
    subject: Position | Record,
    ax: Axes | None = None,
    *,
    cmap: str | Colormap | None = None,
    colorbar: bool = True,
) -> Axes:
    """Draw a policy on the board: the share of each point, and of moves that are not points beside it.

    Parameters
    ----------
    result : Result or array_like [num_actions]
        What `fivefold.search.mcts` gives, or a row of the policies of a `Lockstep` or of self-play.
    subject : Position or Record
        The position that the policy is for.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    cmap : str or Colormap, optional
        rcParams' `image.cmap` by default.
    colorbar : bool
        Whether to draw a colour bar beside the board.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. Several actions that end on one point or stop share its colour; the title names the
        action chosen, or the likeliest, and the value for the seat to decide if the result has one.

    Raises
    ------
    FivefoldError
        The policy does not fit the position's actions.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> found = ff.search.mcts(position, simulations=100)
    >>> ax = ff.plot.policy(found, position)
    >>> ax.get_title().split(":")[0] in ("h7", "h12")
    True
    """
    position = subject.position if isinstance(subject, Record) else subject
    if not isinstance(position, Position):
        raise FivefoldError(f"{subject!r:.80} is refused: a policy is drawn on a Position or Record")
    try:
        share = np.asarray(getattr(result, "policy", result), dtype=np.float64)
    except (TypeError, ValueError):
        share = np.zeros(0)
    if share.shape != (position.rules.num_actions,) or not np.isfinite(share).all():
        raise FivefoldError(
            f"the policy is refused: it takes {position.rules.num_actions} finite numbers, one an action"
        )
    heat = action_heat(position, share)
    ax = heatmap(share, subject, ax, cmap=cmap, colorbar=colorbar, label="share of the policy")
    title = []
    if position.player >= 0 and share.any():
        best = int(getattr(result, "action", share.argmax()))
        title.append(f"{position.move(best)}: {100 * share[best]:.0f} %")
    value = getattr(result, "value", None)
    if value is not None and position.player >= 0:
        title.append(f"value {float(np.asarray(value)[position.player]):+.2f}")
    title += [f"{move}: {100 * chance:.0f} %" for move, chance in (heat.elsewhere[:3] if heat else ())]
    if title:
        ax.set_title(", ".join(title), fontsize="medium")
    return ax


def estimates(
    results: Any, ax: Axes | None = None, *, unit: str = "", reference: float | None = None
) -> Axes:
    """Draw estimates with their 95 % intervals, a line each.

    Parameters
    ----------
    results : Estimate, mapping from names to estimates, iterable of rows, or a report
        What `fivefold.complexity` gives: rows are (name, estimate) or (name, unit, estimate), and a report
        has them as ``.rows``. An estimate is anything with ``value``, ``low`` and ``high``.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    unit : str
        Label of the horizontal axis, such as "log10 of positions".
    reference : float, optional
        A value to compare with: a dashed line.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. Exact figures are points without a line.

    Raises
    ------
    FivefoldError
        There is nothing to draw, or something is not an estimate.

    Examples
    --------
    >>> import fivefold as ff
    >>> from matplotlib.figure import Figure
    >>> from fivefold import plot
    >>> sizes = {f"{n}x{n}": ff.complexity.positions(ff.rules("pah_tum", size=n)) for n in (5, 7)}
    >>> ax = plot.estimates(sizes, Figure().subplots(), unit="log10 of positions")
    """
    values: Any = getattr(results, "rows", results)
    if all(hasattr(values, part) for part in ("value", "low", "high")):
        values = {"": values}
    try:
        rows = list(values.items()) if isinstance(values, Mapping) else [tuple(row) for row in values]
        named = [
            (str(row[0]) + (f" ({row[1]})" if len(row) == 3 and row[1] else ""), *get_interval(row[-1]))
            for row in rows
        ]
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise FivefoldError(f"estimates are refused: they take names and estimates ({error})") from None
    if not named:
        raise FivefoldError("estimates are refused: there are none")
    number = isinstance(reference, (int, float, np.number)) and not isinstance(reference, bool)
    if reference is not None and not (number and isfinite(reference)):
        raise FivefoldError(f"reference={reference!r:.60} is refused: it takes a finite number")
    return spread(named, unit, ax, reference)
