"""Schedules and measures by name: a new one is a file, and a line here.

The command line, its page in the manual, and completion read these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from math import inf
from typing import TYPE_CHECKING, Any

from fivefold._arguments import hint
from fivefold._core import FivefoldError, Rules
from fivefold._guard import guarded

from .engine import Schedule
from .spec import Row

if TYPE_CHECKING:
    from fivefold.complexity.estimate import Estimate

__all__ = ["MEASURES", "SCHEDULES", "estimate", "measure", "schedule"]

SCHEDULES: dict[str, str | Callable[..., Schedule]] = {
    "match": "fivefold.arena.match:pairs",
    "ladder": "fivefold.arena.ladder:tables",
    "league": "fivefold.tournament.playing:league",
    "knockout": "fivefold.tournament.playing:knockout",
    "swiss": "fivefold.tournament.playing:swiss",
    "mixed": "fivefold.tournament.playing:mixed",
    "journey": "fivefold.tournament.playing:journey",
}
"""Schedules: each is called with players, rules and settings of its own."""
MEASURES: dict[str, str | Callable[[Sequence[Row]], Estimate]] = {
    "length": "fivefold.complexity.of_rows:length",
    "actions": "fivefold.complexity.of_rows:actions",
    "draws": "fivefold.complexity.of_rows:draws",
    "first_share": "fivefold.complexity.of_rows:first_share",
    "branching": "fivefold.complexity.of_rows:branching",
    "tree": "fivefold.complexity.of_rows:tree",
    "drama": "fivefold.complexity.of_rows:drama",
    "lead_changes": "fivefold.complexity.of_rows:lead_changes",
}
"""Measures: each is called with rows and gives an estimate."""


def named(table: dict[str, Any], name: str, what: str) -> Callable[..., Any]:
    """Find what a name stands for; ``module:name`` is one of your own."""
    home = table.get(name, name if ":" in name else None)
    if home is None:
        known = hint(name, table, ", and module:name")
        raise FivefoldError(f"the {what} {name!r:.60} is unknown: {known}")
    module, _, part = home.partition(":") if isinstance(home, str) else ("", "", "")
    try:
        function: Callable[..., Any] = getattr(import_module(module), part) if module else home
    except (ImportError, AttributeError) as error:
        raise FivefoldError(f"the {what} {name!r:.60} is unknown: {error}") from error
    return function


def schedule(name: str, players: Sequence[Any], rules: str | Rules, **settings: Any) -> Schedule:
    """Make a schedule by its name.

    Parameters
    ----------
    name : str
        A name of `SCHEDULES`, or ``module:name``.
    players : sequence
        Players, as `fivefold.players.make` takes them.
    rules : str or Rules
        Rules of the games.
    **settings
        What this schedule takes beside them, such as ``seed`` and ``openings``.

    Returns
    -------
    Schedule
        For `run`.

    Raises
    ------
    FivefoldError
        There is no such schedule, or it has no such setting.

    Examples
    --------
    >>> import fivefold as ff
    >>> swiss = ff.lab.schedule("swiss", ["greedy", "random"], ff.rules("freestyle", size=9), rounds=1)
    >>> rows = ff.lab.run(swiss)
    >>> len(rows), ff.lab.measure(rows, "draws").value
    (1, 0.0)
    """
    make = named(SCHEDULES, name, "schedule")
    try:
        signature(make).bind(players, rules, **settings)
    except TypeError as error:
        raise FivefoldError(f"the schedule {name!r:.60} is refused: it {error}") from error
    schedule: Schedule = make(players, rules, **settings)
    return schedule


def measure(rows: Sequence[Row], name: str) -> Estimate:
    """Measure games by the name of a measure.

    Parameters
    ----------
    rows : sequence of Row
        What `run` gives.
    name : str
        A name of `MEASURES`, or ``module:name``.

    Returns
    -------
    Estimate
        With its 95 % interval; copies of a game count once.

    Raises
    ------
    FivefoldError
        There is no such measure, or there are no games.

    Examples
    --------
    See `schedule`.
    """
    if not rows:
        raise FivefoldError("a measure of no games is refused")
    estimate: Estimate = named(MEASURES, name, "measure")(rows)
    return estimate


def estimate(
    rows: Sequence[Row], value: Callable[[Row], float], *, minimum: float = -inf, maximum: float = inf
) -> Estimate:
    """Estimate the mean of a number that each game has; games of one opening are one observation.

    Parameters
    ----------
    rows : sequence of Row
        What `run` gives.
    value : callable
        Gives the number of a game.
    minimum, maximum : float, optional
        Bounds of the number, which no interval crosses.

    Returns
    -------
    Estimate
        With its 95 % interval; copies of a game count once.

    Raises
    ------
    FivefoldError
        There are no games.

    Examples
    --------
    >>> import fivefold as ff
    >>> players = (ff.players.make("greedy"), ff.players.make("random"))
    >>> suite = ff.lab.openings.suite("freestyle")
    >>> rows = ff.lab.play_specs([ff.lab.GameSpec(players, suite[n], seed=n) for n in range(8)])
    >>> found = ff.lab.estimate(rows, lambda row: row.points[0])
    >>> found.games, found.low <= found.value <= found.high
    (8, True)
    """
    from fivefold.complexity.estimate import Observed, mean_of  # it plays games, by this package

    if not rows:
        raise FivefoldError("an estimate of no games is refused")
    lot = Observed([row.key for row in rows], [row.spec.start.key for row in rows])
    return mean_of([value(row) for row in rows], of=lot, minimum=minimum, maximum=maximum)


guarded(globals())
