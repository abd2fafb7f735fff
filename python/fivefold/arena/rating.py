"""Rating one agent: sequential matches against baselines until the interval is narrow enough."""

from __future__ import annotations

import copy
import json
import tempfile
import warnings
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import isfinite, log, sqrt
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fivefold._core import FivefoldError, Rules, game_seed
from fivefold._given import read_rules, read_seed
from fivefold._progress import Shown, progress_of
from fivefold._statistics import Z95, FewDistinctGamesWarning, student
from fivefold.players import Baseline, NativePlayer, Player, agent, baselines
from fivefold.players.fitting import check_plays

from .ladder import ladder
from .match import match
from .openings import Asked

__all__ = ["Meeting", "Rated", "rate"]

STEP = 10
"""Games between two looks at the interval; a multiple of the sides."""
FIRST = 4
"""Games against the first opponents, until the agent has both won and lost."""
SCALE = log(10) / 400
"""Natural logarithm of odds of one Elo."""


class Meeting(NamedTuple):
    """What an agent did against one baseline.

    Attributes
    ----------
    baseline : Baseline
        The opponent.
    wins, draws, losses : int
        Of the agent.
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
        What was played.
    rating, low, high : float
        Elo with its 95 % interval, on the scale of the baselines. Their published ratings count as exact.
    games, distinct : int
        What it rests on.
    meetings : list of Meeting
        By rung, those that were played.
    course : list of Point
        The estimate after each step.
    reached : bool
        Whether the interval is as narrow as was asked; False where the limit of games came first.

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
    reached: bool = False

    def to_markdown(self) -> str:
        """Write the rating and a table of the meetings.

        Returns
        -------
        str
        """
        why = "" if self.reached else " The limit of games came before the interval was narrow enough."
        lines = [
            f"{self.name}, {self.rules.name}: {self.rating:+.0f} Elo [{self.low:+.0f}, {self.high:+.0f}], "
            f"{self.games} games, {self.distinct} distinct.{why}",
            "",
            "| baseline | player | its Elo | wins | draws | losses | distinct | faults |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for meeting in self.meetings:
            own = meeting.baseline
            counts = (meeting.wins, meeting.draws, meeting.losses, meeting.distinct, meeting.faults)
            rating = f"{own.rating:.0f} [{own.low:.0f}, {own.high:.0f}]"
            lines.append(f"| {own.id} | `{own.name}` | {rating} | {' | '.join(map(str, counts))} |")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.to_markdown()


class _Row(NamedTuple):
    """A game: the opponent's rating, the agent's points, its weight, what it has in common with others."""

    opponent: float
    points: float
    weight: float
    group: Hashable


class _Games(NamedTuple):
    """The games against one baseline: points, a key each, and the key of the opening."""

    points: Sequence[float]
    keys: Sequence[Hashable]
    openings: Sequence[Hashable]
    faults: int


def rate(
    one: Any,
    rules: str | Rules,
    *,
    within: float = 50.0,
    max_games: int = 1000,
    seed: int = 0,
    openings: Asked = None,
    faults: Literal["raise", "lose"] = "lose",
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    progress: Shown = None,
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
        The most games to play.
    seed : int, optional
        Random seed of all games.
    openings : optional
        As `match`.
    faults : {"lose", "raise"}, optional
        Whether an error of the agent loses the game or ends the rating. With teams it always raises.
    threads : int, optional
        For players that run in Rust; all cores by default.
    out : path, optional
        A folder for the games, a report and a chart of the estimate: the same call goes on where it was
        stopped.
    progress : bool or callable, optional
        As `match`; out of `max_games`.

    Returns
    -------
    Rated
        The rating, and what it rests on.

    Raises
    ------
    FivefoldError
        The rules have no baselines, an argument is out of range, or the folder holds something else.

    Notes
    -----
    The rating is the most likely one where the ratings of the baselines are known; one level game is added
    for each baseline that was met. Games of one opening are one observation of the interval, copies of a game
    weigh together as much as one.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.arena.rate("random", "pah_tum", within=150, max_games=40)
    >>> found.low < found.rating < found.high
    True
    """
    rules, player, seed = read_rules(rules), as_agent(agent(one)), read_seed(seed)
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
    if isinstance(max_games, bool) or not isinstance(max_games, int) or max_games < FIRST:
        raise FivefoldError(f"max_games={max_games!r:.80} is refused: a whole number from {FIRST} on")
    report = progress_of(progress)
    with tempfile.TemporaryDirectory() as aside:
        folder = Path(aside if out is None else out)
        course = _Course(player, rules, steps, folder, (seed, openings, faults, threads))
        found = Rated(player.name, rules)
        while not found.reached and found.games < max_games:
            course.step(max_games - found.games)
            course.look(found)
            found.reached = max(found.high - found.rating, found.rating - found.low) <= within
            report(found.games, max_games)
        if out is not None:
            from .rating_report import rating_report

            (folder / "rating.md").write_text(found.to_markdown() + "\n", encoding="utf-8")
            (folder / "rating.html").write_text(rating_report(found), encoding="utf-8")
    report(max_games, max_games)
    return found


class _Course:
    """A rating as it goes on: which baseline is next, and the games so far."""

    def __init__(
        self, player: Player, rules: Rules, steps: Sequence[Baseline], folder: Path, how: tuple[Any, ...]
    ) -> None:
        self.player, self.rules, self.steps, self.folder = player, rules, steps, folder
        self.seed, self.openings, self.faults, self.threads = how
        self.games: dict[int, _Games] = {}

    def step(self, most: int) -> None:
        """Play the next games, against the baseline that says most."""
        place = self._next()
        played = len(self.games[place].points) if place in self.games else 0
        size = STEP if self._has_met_both() else FIRST
        # Pairs are whole; a rest of one game is a pair too.
        self.games[place] = self._play(place, played + max(2, min(size, most + most % 2)))

    def look(self, found: Rated) -> None:
        """Note what the games say."""
        rating, half = estimate(self._rows())
        found.rating, found.low, found.high = rating, rating - half, rating + half
        found.meetings = [
            Meeting(
                self.steps[place],
                sum(point == 1 for point in own.points),
                sum(point == 0.5 for point in own.points),
                sum(point == 0 for point in own.points),
                len(set(own.keys)),
                own.faults,
            )
            for place, own in sorted(self.games.items())
        ]
        found.games = sum(meeting.games for meeting in found.meetings)
        found.distinct = sum(meeting.distinct for meeting in found.meetings)
        found.course.append(Point(found.games, found.rating, found.low, found.high))

    def _next(self) -> int:
        """Give the baseline whose rating is nearest to the estimate; the middle one at first."""
        if not self.games:
            return len(self.steps) // 2
        rating, _ = estimate(self._rows())
        return min(range(len(self.steps)), key=lambda place: abs(self.steps[place].rating - rating))

    def _has_met_both(self) -> bool:
        points = [point for own in self.games.values() for point in own.points]
        return bool(points) and 0 < sum(points) < len(points)

    def _rows(self) -> Iterable[_Row]:
        for place, own in self.games.items():
            rating, weight = self.steps[place].rating, len(set(own.keys)) / len(own.keys)
            yield _Row(rating, 0.5, 1.0, None)
            for point, opening in zip(own.points, own.openings, strict=True):
                yield _Row(rating, point, weight, (place, opening))

    def _play(self, place: int, games: int) -> _Games:
        """Play up to this many games against a baseline; those in the folder are not played again."""
        opponent = self.steps[place]
        where, seed = self.folder / opponent.id, game_seed(self.seed, place)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FewDistinctGamesWarning)  # the rating tells how many are
            if self.rules.num_players == 2:
                played = match(
                    self.player,
                    opponent,
                    self.rules,
                    games,
                    seed=seed,
                    openings=self.openings,
                    faults=self.faults,
                    threads=self.threads,
                    out=where,
                    progress=False,
                ).games
                return _Games(
                    [game.points for game in played],
                    [(game.seat, game.key) for game in played],
                    [game.opening.key for game in played],
                    sum(game.fault is not None and game.points == 0 for game in played),
                )
            named = copy.copy(self.player)
            named.name = f"agent: {named.name}"  # a ladder takes different names
            rows = ladder(
                [named, opponent],
                self.rules,
                games,
                seed=seed,
                anchor=None,
                openings=self.openings,
                threads=self.threads,
                out=where,
                progress=False,
            ).games
        points: list[float] = []
        starts: list[Hashable] = []
        keys: list[Hashable] = []
        for row in rows:
            own = row.names.index(named.name)
            mine, other = row.points[own], row.points[1 - own]
            points.append(0.5 if mine == other else float(mine > other))
            starts.append(row.start(self.rules).key)
            keys.append((own, starts[-1], tuple(row.actions)))
        return _Games(points, keys, starts, 0)


def as_agent(player: Player) -> Player:
    """Give the agent such that it is nobody of the baselines, even where it plays as one of them."""
    if isinstance(player, Baseline):
        return NativePlayer(player.name, json.loads(player.kind))
    return player


def estimate(rows: Iterable[_Row]) -> tuple[float, float]:
    """Give the most likely rating against opponents of known ratings, and half its 95 % interval.

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
