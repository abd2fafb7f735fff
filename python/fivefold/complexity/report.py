"""All measures of one game (C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple, TypedDict, Unpack

from fivefold._arguments import check_options, read_rules
from fivefold._core import FivefoldError, Rules
from fivefold._progress import Progress, ProgressLike
from fivefold._tables import Tabled
from fivefold._turns import options
from fivefold.arena.openings import OpeningsLike
from fivefold.draw.page import table

from . import counting, judged, lots, played
from .counting import read_count
from .courses import Course, Values, courses_of
from .estimate import Estimate
from .lots import Lot
from .skill import Doubling, skill

PARTS: tuple[counting.Part, ...] = ("open", "over")


class JudgeOptions(TypedDict, total=False):
    """How `report` evaluates positions for drama, lead changes and decisiveness: as a dict or by name.

    Attributes
    ----------
    judged_games : int
        Number of games whose positions are evaluated, from the first on; by default 10.
    values : callable, optional
        Gives the values of a position, see `fivefold.complexity.drama`; None: those of a search.
    simulations : int
        Simulations of that search; by default 50.

    Examples
    --------
    >>> import fivefold as ff
    >>> judging: ff.complexity.JudgeOptions = {"judged_games": 1, "simulations": 10}
    >>> ff.complexity.report(ff.rules("pah_tum", size=5), games=4, doublings=1, **judging).judged
    1
    """

    judged_games: int
    values: Values | None
    simulations: int


class Measured(NamedTuple):
    """A measure of a report.

    Attributes
    ----------
    name : str
        Name of the measure.
    unit : str
        What it counts.
    estimate : Estimate
        The figure.
    """

    name: str
    unit: str
    estimate: Estimate


@dataclass(frozen=True)
class Report(Tabled):
    """All measures of one game; as a table (`to_arrow`) it has a row for each measure.

    Attributes
    ----------
    rules : Rules
        The game.
    players : tuple of str
        Players by seat; "random" if none were named.
    games, judged, seed : int
        Games played, games whose positions a search evaluated, and the seed.
    rows : tuple of Measured
        The measures.
    distinct : int
        How many of the games are distinct.
    openings : str
        Name of the openings.
    """

    rules: Rules
    players: tuple[str, ...]
    games: int
    judged: int
    seed: int
    rows: tuple[Measured, ...]
    distinct: int
    openings: str

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, for a file.

        Exact numbers are texts: they can be too long for a number of JSON.

        Returns
        -------
        dict
            ``rules``, ``players``, ``games``, ``judged``, ``seed``, and ``rows`` with value and interval of
            each measure.
        """
        rows: list[dict[str, Any]] = []
        for name, unit, estimate in self.rows:
            exact = None if estimate.exact is None else str(estimate.exact)
            rows.append({"name": name, "unit": unit, **vars(estimate), "exact": exact})
        return {
            "rules": self.rules.to_dict(),
            "players": list(self.players),
            "games": self.games,
            "distinct": self.distinct,
            "openings": self.openings,
            "judged": self.judged,
            "seed": self.seed,
            "rows": rows,
        }

    def __str__(self) -> str:
        wide = max(len(row.name) for row in self.rows)
        lines = [f"{row.name:{wide}}  {row.estimate}  {row.unit}" for row in self.rows]
        lines += [f"{row.name}: {row.estimate.note}" for row in self.rows if row.estimate.note]
        return "\n".join([self.title(), *lines])

    def _columns(self) -> dict[str, Any]:
        rows = self.to_dict()["rows"]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def title(self) -> str:
        """Describe what was measured.

        Returns
        -------
        str
            Rules, games, players and seed.
        """
        return (
            f"{self.rules!r}, {self.games} games of {', '.join(self.players)}, {self.distinct} distinct, "
            f"openings: {self.openings}, seed {self.seed}"
        )

    def _repr_html_(self) -> str:
        rows = [
            [*map(escape, (row.name, str(row.estimate), row.unit, row.estimate.method))] for row in self.rows
        ]
        head = ["measure", "value and 95 % interval", "unit", "method"]
        return f"<p>{escape(self.title())}</p>{table(head, rows)}"


def report(
    rules: str | Rules,
    games: int = 100,
    seed: int = 0,
    *,
    players: Sequence[Any] | None = None,
    doublings: int = 3,
    samples: int | None = None,
    openings: OpeningsLike = None,
    progress: ProgressLike = None,
    **judging: Unpack[JudgeOptions],
) -> Report:
    """Compute all measures of one game (C10).

    Parameters
    ----------
    rules : str or Rules
        The game.
    games : int, optional
        Games played, for branching, length and advantage; half as many pairs, but at most 20, for each
        doubling of `fivefold.complexity.skill`.
    seed : int, optional
        Random seed of all draws.
    players : sequence, optional
        See `fivefold.complexity.branching`.
    doublings : int, optional
        Doublings of `fivefold.complexity.skill`, left out unless the game has two seats.
    samples : int, optional
        For the numbers of positions and games; None: as in `fivefold.complexity.positions`.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `fivefold.complexity.branching`.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`; the unit is per cent.
    **judging
        Those of `JudgeOptions`.

    Returns
    -------
    Report
        A row per measure.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5)
    >>> found = ff.complexity.report(rules, games=4, judged_games=1, doublings=1)
    >>> found.rows[0].name, found.distinct, found.openings
    ('positions, open', 4, 'start')
    """
    check_options("report", judging, JudgeOptions)
    rules, judged_games = read_rules(rules), read_count(judging.get("judged_games", 10), "judged_games")
    values, simulations = judging.get("values"), judging.get("simulations", 50)
    with Progress(progress, 100, "%") as whole:
        lot = lots.played(rules, players, games, seed, whole.part(0.05 if players is None else 0.3), openings)
        turns = options(lot.records, "turn", whole.part(0.1))
        rows = sizes(rules, samples, seed, lot, turns, whole)
        rows += course(lot, turns)
        courses = courses_of(lot.first(judged_games), seed, values, simulations, whole.part(0.2))
        rows += drama(*courses)
        if rules.num_players == 2:
            pairs = max(1, min(20, games // 2))
            rows += doubled(
                skill(rules, doublings, 2 * pairs, seed, openings=openings, progress=whole.part(1.0))
            )
    lot.warn(2)
    names = ("random",) * rules.num_players if players is None else tuple(lot.records[0].players)
    judged_ = min(judged_games, games)
    return Report(rules, names, games, judged_, seed, tuple(rows), lot.distinct, lot.openings)


def sizes(
    rules: Rules, samples: int | None, seed: int, lot: Lot, turns: list[list[int]], whole: Progress
) -> list[Measured]:
    """Return positions, games and the tree."""
    rows = []
    for part in PARTS:
        try:
            estimate = counting.positions(rules, samples, seed, part=part, progress=whole.part(0.1))
        except FivefoldError:
            continue  # no sum is known
        rows.append(Measured(f"positions, {part}", "log10", estimate))
    estimate = counting.games(rules, samples, seed, progress=whole.part(0.2))
    tree = Measured("tree, mean length times log of mean branching", "log10", played.tree_of(lot, turns))
    return [*rows, Measured("games", "log10", estimate), tree]


def course(lot: Lot, turns: list[list[int]]) -> list[Measured]:
    """Return branching, length and shares."""
    width = played.branching_of(lot, turns)
    actions = played.branching_of(lot, options(lot.records, "action"))
    rows = [
        Measured("branching", "turns that can be played", width.mean),
        Measured("branching, geometric mean", "turns that can be played", width.geometric),
        Measured("branching, by action", "legal actions", actions.mean),
        Measured("length", "turns", played.length_of(lot).mean),
    ]
    shares = enumerate(played.advantage_of(lot))
    return rows + [Measured(f"share of seat {seat}", "of the win", share) for seat, share in shares]


def drama(courses: list[Course], left_out: int) -> list[Measured]:
    """Return drama, lead changes and decisiveness."""
    behind = judged.drama_of(courses, left_out)
    lead = judged.lead_changes_of(courses, left_out)
    decided = judged.decisiveness_of(courses, left_out, (0.5, 0.7, 0.9))
    return [
        Measured("drama, severity", "square root of the value behind", behind.severity),
        Measured("drama, gap", "of the value", behind.gap),
        Measured("drama, behind", "of the turns", behind.behind),
        Measured("lead changes", "a game", lead.count),
        Measured("lead changes, rate", "a turn", lead.rate),
        *(Measured(f"decided at {x}", "of the game", share) for x, share in decided.decided.items()),
        Measured("decisiveness threshold", "of the value", decided.threshold),
        Measured("decisiveness tail", "of the game", decided.tail),
    ]


def doubled(rows: list[Doubling]) -> list[Measured]:
    """Return what doubling a search wins."""
    what = "skill, {} against {} simulations"
    return [Measured(what.format(row.strong, row.weak), "of the points", row.share) for row in rows]
