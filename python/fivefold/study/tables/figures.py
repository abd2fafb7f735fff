"""Figures counted from all games of an experiment, with 95 % intervals; nothing here needs pyarrow."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from fivefold._statistics import Value, share_interval
from fivefold.draw.numbers import quantile
from fivefold.study.config.experiment import Experiment

from . import intervals
from .columns import ENDINGS
from .tally import Tally, mean_and_deviation

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


class Figure(NamedTuple):
    """A figure of an experiment."""

    measure: str  # what it is
    seat: int | None  # whose, where it is a seat's
    estimate: Value  # its value, and the ends of its interval, NaN where it has none
    games: int  # how many it rests on
    player: str | None = None  # whose, where it is a player's
    distinct: int | None = None  # how many of the games are distinct; None: as many


class Worth:
    """What the games of an experiment are worth: less where they are copies, or an opening decides them."""

    def __init__(self, tally: Tally) -> None:
        self.part = tally.distinct / tally.games if tally.games else 1.0
        if len({opening for opening, _ in tally.begins}) > 1:
            self.part = min(self.part, 1 / max(scatter(tally, seat) for seat in range(len(tally.returns))))

    def of(self, games: int) -> float:
        """Return how many independent games this number of games is worth."""
        return games if self.part == 1 else games * self.part

    def share(self, hits: int, games: int) -> Value:
        """Return a share with its interval."""
        value, low, high = intervals.share(self.of(hits), self.of(games))
        return Value(hits / games if games else value, low, high)

    def mean(self, counts: dict[Any, int], games: int) -> Value:
        """Return a mean with its interval; points of a player are from 0 to 1."""
        return intervals.mean(*mean_and_deviation(counts), self.of(games))

    def points(self, counts: dict[float, int], games: int) -> Value:
        """Return the mean of points from 0 to 1."""
        mean = sum(value * count for value, count in counts.items()) / games
        square = sum(value**2 * count for value, count in counts.items()) / games
        return Value(*share_interval(mean, square, max(self.of(games), 1.0)))


def scatter(tally: Tally, seat: int) -> float:
    """Return how much more wins scatter between openings than between independent games; 1 at least."""
    games: dict[int, int] = {}
    wins: dict[int, int] = {}
    for (opening, winner), count in tally.begins.items():
        games[opening] = games.get(opening, 0) + count
        wins[opening] = wins.get(opening, 0) + count * (winner == seat)
    total, number = sum(games.values()), len(games)
    share = sum(wins.values()) / total
    if share in (0.0, 1.0):
        return 1.0
    squares = sum((wins[opening] - share * games[opening]) ** 2 for opening in games)
    return max(squares * number / (number - 1) / (total * share * (1 - share)), 1.0)


def figures(experiment: Experiment, tally: Tally) -> Iterator[Figure]:
    """Give the figures that an experiment's counts tell, those of its games before those of its players."""
    worth = Worth(tally)
    for row in _of_games(experiment, tally, worth):
        yield Figure(*row, None, round(worth.of(row[3])))
    for figure in _of_players(experiment, tally, worth):
        yield figure._replace(distinct=round(worth.of(figure.games)))


Row = tuple[str, int | None, Value, int]


def _of_games(experiment: Experiment, tally: Tally, worth: Worth) -> Iterator[Row]:
    games, seats = tally.games, len(tally.returns)
    for seat in range(seats):
        if tally.wins.get(seat) or not _is_behind_in_team(experiment, seat):
            yield "win", seat, worth.share(tally.wins.get(seat, 0), games), games
    draws = tally.wins.get(-1, 0)
    yield "draw", None, worth.share(draws, games), games
    if seats > 1 and draws < games:
        first = worth.share(tally.wins.get(0, 0), games - draws)
        yield "first_mover_share", None, first, games - draws
    yield "turns_mean", None, worth.mean(tally.turns, games), games
    yield "turns_sd", None, _bare(mean_and_deviation(tally.turns)[1]), games
    yield "turns_min", None, _bare(min(tally.turns)), games
    for name, share in QUANTILES.items():
        yield f"turns_{name}", None, _bare(quantile(tally.turns, share)), games
    yield "turns_max", None, _bare(max(tally.turns)), games
    yield "actions_mean", None, worth.mean(tally.actions, games), games
    for seat, column in enumerate(tally.returns):
        yield "return_mean", seat, worth.mean(column, sum(column.values())), games
    for number, count in sorted(tally.endings.items()):
        name = ENDINGS[number]
        yield f"ending_{name}", None, worth.share(count, games), games


def _of_players(experiment: Experiment, tally: Tally, worth: Worth) -> Iterator[Figure]:
    """Yield each player's share of wins and mean points, on all its seats and on each."""
    for name in dict.fromkeys(name for name, _ in sorted(tally.players)):
        seats = {seat: counts for (one, seat), counts in sorted(tally.players.items()) if one == name}
        whole = [sum(column) for column in zip(*seats.values(), strict=True)]
        for seat, (games, wins, level) in [(None, whole), *(seats.items() if len(seats) > 1 else ())]:
            yield Figure("player_win", seat, worth.share(wins, games), games, name)
            points = {1.0: wins, 0.5: level, 0.0: games - wins - level}
            points = {value: count for value, count in points.items() if count}
            yield Figure("player_score", seat, worth.points(points, games), games, name)
    if tally.pairs:
        # Loads all of the arena, which studies of random games do without.
        from fivefold.arena.statistics import elo

        counts = [tally.pairs.get(points, 0) for points in range(5)]
        total = sum(counts)
        size = worth.of(total) if len(experiment.openings) < 2 else min(len(experiment.openings), total)
        value, low, high = elo([count * size / total for count in counts])
        yield Figure("player_elo", None, Value(value, low, high), tally.games, experiment.players[0])


def _is_behind_in_team(experiment: Experiment, seat: int) -> bool:
    """Return whether a seat's wins are counted for another seat of its team."""
    rules = experiment.rules
    return rules is not None and all(seat != side[0] for side in rules.info.sides)


def _bare(value: float) -> Value:
    return Value(float(value), math.nan, math.nan)
