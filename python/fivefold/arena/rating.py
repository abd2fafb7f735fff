"""Rating one agent: sequential matches against baselines until the interval is narrow enough."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from math import isfinite, log, sqrt
from os import PathLike
from typing import Any, Literal, NamedTuple

from fivefold._arguments import read_rules, read_seed, whole
from fivefold._core import FivefoldError, Rules, game_seed
from fivefold._progress import ProgressLike, make_progress
from fivefold._statistics import Z95, student
from fivefold.lab.engine import Schedule, run
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Baseline, Player, agent, baselines
from fivefold.players.base import describe_player
from fivefold.players.fitting import check_plays

from .game import Game
from .openings import Openings, OpeningsLike, read_openings

STEP = 10
"""Games between two looks at the interval; a multiple of the sides."""
FIRST = 4
"""Games against the first opponents, until the agent has both won and lost."""
SCALE = log(10) / 400
"""Natural logarithm of odds of one Elo."""


class Meeting(NamedTuple):
    """The results of an agent against one baseline.

    Attributes
    ----------
    baseline : Baseline
        The opponent.
    wins, draws, losses : int
        Results of the agent.
    distinct : int
        How many of the games are distinct.
    faults : int
        How many were lost by an error of the agent or an illegal move.
    """

    baseline: Baseline
    wins: int
    draws: int
    losses: int
    distinct: int
    faults: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses


class Point(NamedTuple):
    """The estimate after some games: their number, the rating, the ends of its interval."""

    games: int
    rating: float
    low: float
    high: float


@dataclass
class Rated:
    """The rating of an agent on one set of rules.

    Attributes
    ----------
    name : str
        The agent.
    rules : Rules
        Rules of the games.
    rating, low, high : float
        Elo with its 95 % interval, on the scale of the baselines. Their published ratings count as exact.
    games, distinct : int
        Games played, and how many of them are distinct.
    meetings : list of Meeting
        By rung, those that were played.
    course : list of Point
        The estimate after each step.
    fault : str or None
        Why the agent lost the first of the games that it lost by an error or an illegal move.
    reached : bool
        Whether the interval is as narrow as requested; False if the limit of games came first.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.arena.rate("greedy", "freestyle", within=200, max_games=60)
    >>> found.games == sum(meeting.games for meeting in found.meetings)
    True
    """

    name: str
    rules: Rules
    rating: float = 0.0
    low: float = 0.0
    high: float = 0.0
    games: int = 0
    distinct: int = 0
    meetings: list[Meeting] = field(default_factory=list, repr=False)
    course: list[Point] = field(default_factory=list, repr=False)
    fault: str | None = None
    reached: bool = False

    def to_markdown(self) -> str:
        """Write the rating and a table of the meetings.

        Returns
        -------
        str
        """
        summary, head, *rows = self._lines()
        rows = [[own, f"`{player}`", *counts] for own, player, *counts in rows]
        lines = (f"| {' | '.join(line)} |" for line in (head, *rows))
        return "\n".join([*summary, "", next(lines), "|---" * len(head) + "|", *lines])

    def _lines(self) -> list[list[str]]:
        """Say what was found, then the cells of a table: its head, and a row for each meeting."""
        why = "" if self.reached else " The limit of games came before the interval was narrow enough."
        if self.fault is not None:
            number = sum(meeting.faults for meeting in self.meetings)
            why += f" Lost by a fault of the agent: {number}; the first: {self.fault}"
        summary = (
            f"{self.name}, {self.rules.name}: {self.rating:+.0f} Elo [{self.low:+.0f}, {self.high:+.0f}], "
            f"{self.games} games, {self.distinct} distinct.{why}"
        )
        head = ["baseline", "player", "its Elo", *Meeting._fields[1:]]
        rows = [
            [own.id, own.name, f"{own.rating:.0f} [{own.low:.0f}, {own.high:.0f}]", *map(str, counts)]
            for own, *counts in self.meetings
        ]
        return [[summary], head, *rows]

    def __str__(self) -> str:
        return self.to_markdown()


class _Row(NamedTuple):
    """A game: the opponent's rating, the agent's points, its weight, what it has in common with others."""

    opponent: float
    points: float
    weight: float
    group: Hashable


def rate(
    one: Any,
    rules: str | Rules,
    *,
    within: float = 50.0,
    max_games: int = 1000,
    seed: int = 0,
    openings: OpeningsLike = None,
    faults: Literal["raise", "lose"] = "lose",
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    progress: ProgressLike = None,
) -> Rated:
    """Rate an agent against the baselines of the rules.

    Each step plays games against the baseline whose published rating is nearest to the estimate, in pairs
    with the seats exchanged, from the suite of openings. It stops as soon as the 95 % interval reaches no
    further than `within` to either side.

    Parameters
    ----------
    one : str, path, Player or callable
        What `fivefold.players.agent` takes: a player, a function, a policy, ``"module:name"``, a model file
        of Stable-Baselines3 or ONNX, ``"gomocup(command=...)"``.
    rules : str or Rules
        Rules that have baselines: every preset has (`fivefold.players.baselines`).
    within : float, optional
        Half the width of the interval to reach, in Elo.
    max_games : int, optional
        Maximum number of games.
    seed : int, optional
        Random seed of all games.
    openings : optional
        As `match`.
    faults : {"lose", "raise"}, optional
        Whether an error of the agent loses the game or ends the rating.
    threads : int, optional
        Threads for players that run in Rust; all cores by default.
    out : path, optional
        A folder for the games, a report and a chart of the estimate; the same call resumes there.
    progress : bool or callable, optional
        As `match`; out of `max_games`.

    Returns
    -------
    Rated
        The rating, and the games that it rests on.

    Raises
    ------
    FivefoldError
        The rules have no baselines, an argument is out of range, or the folder holds something else.

    Notes
    -----
    The rating is the most likely one where the ratings of the baselines are known; one drawn game is added
    for each baseline that was met. Games of one opening are one observation of the interval, copies of a game
    weigh together as much as one.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.arena.rate("random", "pah_tum", within=150, max_games=40)
    >>> found.low < found.rating < found.high
    True
    """
    rules, player, seed = read_rules(rules), agent(one), read_seed(seed)
    if isinstance(player, Baseline):
        player = copy(player)  # nobody of the baselines, even where it plays as one of them
    check_plays(player, rules)
    steps = baselines(rules)
    if not steps:
        raise FivefoldError(
            f"{rules} have no baselines: the rules of presets have, fivefold.players.baselines() lists them"
        )
    if (
        isinstance(within, bool)
        or not isinstance(within, (int, float))
        or not isfinite(within)
        or within <= 0
    ):
        raise FivefoldError(f"within={within!r:.80} is refused: Elo above 0")
    max_games = whole(max_games, "max_games", FIRST)
    report, rated = make_progress(progress), Rated(player.name, rules)
    climb = Climb(rated, player, steps, read_openings(rules, openings), seed, within, max_games, faults)
    run(climb, threads=threads, faults=faults, out=out, progress=report)
    report(max_games, max_games)
    return rated


class Climb(Schedule):
    """The schedule of a rating: pairs against the baseline that says most, until the interval is narrow."""

    unit = 2

    def __init__(
        self,
        rated: Rated,
        player: Player,
        steps: Sequence[Baseline],
        starts: Openings,
        seed: int,
        within: float,
        games: int,
        faults: str,
    ) -> None:
        self.rated, self.player, self.steps, self.starts = rated, player, steps, starts
        self.seed, self.within, self.total, self.faults = seed, within, games, faults
        self.place = len(steps) // 2
        self.games: dict[int, list[Game]] = {}

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        if rows:
            # The agent has the second side in odd games.
            games = [Game(row, row.spec.number % 2) for row in rows[self.rated.games :]]
            failed = (game.row.fault[1] for game in games if game.row.fault and not game.points)
            self.rated.fault = self.rated.fault or next(failed, None)
            self.games.setdefault(self.place, []).extend(games)
            self.weigh()
        if self.rated.reached or self.rated.games >= self.total:
            return []
        played, left = len(self.games.get(self.place, ())), self.total - self.rated.games
        points = [game.points for own in self.games.values() for game in own]
        size = STEP if 0 < sum(points) < len(points) else FIRST
        # Pairs are whole; a rest of one game is a pair too.
        return [self.spec(number) for number in range(played, played + max(2, min(size, left + left % 2)))]

    def spec(self, number: int) -> GameSpec:
        """Describe what a game against the baseline of the turn is."""
        opponent, seed = self.steps[self.place], game_seed(self.seed, self.place)
        start = self.starts.position(self.rated.rules, seed, number // 2)
        sides = (self.player, opponent) if number % 2 == 0 else (opponent, self.player)
        seated = tuple(sides[side] for side in self.rated.rules.info.teams)
        return GameSpec(seated, start, game_seed(seed, number // 2), number, series=opponent.id)

    def weigh(self) -> None:
        """Note what the games say, and which baseline is next: whose rating is nearest to the estimate."""
        rated = self.rated
        rating, half = most_likely(self.rows())
        rated.rating, rated.low, rated.high = rating, rating - half, rating + half
        rated.meetings = [
            Meeting(
                self.steps[place],
                sum(game.points == 1 for game in own),
                sum(game.points == 0.5 for game in own),
                sum(game.points == 0 for game in own),
                distinct(own),
                sum(game.row.fault is not None and not game.points for game in own),
            )
            for place, own in sorted(self.games.items())
        ]
        rated.games = sum(meeting.games for meeting in rated.meetings)
        rated.distinct = sum(meeting.distinct for meeting in rated.meetings)
        rated.course.append(Point(rated.games, rated.rating, rated.low, rated.high))
        rated.reached = max(rated.high - rating, rating - rated.low) <= self.within
        self.place = min(range(len(self.steps)), key=lambda place: abs(self.steps[place].rating - rating))

    def rows(self) -> Iterator[_Row]:
        """Yield what the estimate is made from: a level game for each baseline, and the games."""
        for place, own in self.games.items():
            rating, weight = self.steps[place].rating, distinct(own) / len(own)
            yield _Row(rating, 0.5, 1.0, None)
            for game in own:
                yield _Row(rating, game.points, weight, (place, game.opening.key))

    def describe(self) -> dict[str, Any]:
        """See `Schedule.describe`."""
        return {
            "fivefold": "rating",
            "format": 1,
            "agent": describe_player(self.player),
            "rules": self.rated.rules.to_dict(),
            "seed": self.seed,
            "openings": self.starts.describe(),
            "faults": self.faults,
        }

    def reports(self) -> dict[str, str]:
        """See `Schedule.reports`."""
        from .report import rating_report

        return {"rating.md": self.rated.to_markdown() + "\n", "rating.html": rating_report(self.rated)}


def distinct(games: Iterable[Game]) -> int:
    """Count games that differ: the same moves on the other side are another game."""
    return len({(game.seat, game.key) for game in games})


def most_likely(rows: Iterable[_Row]) -> tuple[float, float]:
    """Return the most likely rating against opponents of known ratings, and half its 95 % interval.

    The interval is the wider of that of the model and that of the openings (the "sandwich" of Huber 1967).
    """
    rows = list(rows)
    rating = sum(row.opponent for row in rows) / len(rows)
    for _ in range(200):
        expected = [1 / (1 + 10 ** ((row.opponent - rating) / 400)) for row in rows]
        slope = sum(row.weight * (row.points - chance) for row, chance in zip(rows, expected, strict=True))
        curve = sum(row.weight * chance * (1 - chance) for row, chance in zip(rows, expected, strict=True))
        change = max(-200.0, min(200.0, slope / curve / SCALE))
        rating += change
        if abs(change) < 1e-9:
            break
    groups: dict[Hashable, float] = {}
    for row, chance in zip(rows, expected, strict=True):
        if row.group is not None:
            groups[row.group] = groups.get(row.group, 0.0) + row.weight * (row.points - chance)
    half = Z95 / sqrt(curve)
    if len(groups) > 1:
        count = len(groups)
        spread = sqrt(sum(value * value for value in groups.values()) * count / (count - 1)) / curve
        half = max(half, student(count - 1) * spread)
    return rating, half / SCALE
