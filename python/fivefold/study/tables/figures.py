"""Figures counted from all games of an experiment, with 95 % intervals; nothing here needs pyarrow."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from fivefold.study.config.experiment import Experiment

from . import intervals
from .columns import ENDINGS
from .intervals import Interval
from .tally import Tally, mean_and_deviation, quantile

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


class Figure(NamedTuple):
    """A figure of an experiment.

    Attributes
    ----------
    measure : str
        What it is.
    seat : int or None
        Whose, where it is a seat's.
    estimate : Interval
        Its value, and the ends of its interval, NaN where it has none.
    games : int
        How many it rests on.
    player : str or None
        Whose, where it is a player's.
    """

    measure: str
    seat: int | None
    estimate: Interval
    games: int
    player: str | None = None


def figures(experiment: Experiment, tally: Tally) -> Iterator[Figure]:
    """Give the figures of an experiment that its counts tell, those of its games before those of its players.

    Parameters
    ----------
    experiment : Experiment
        What was played.
    tally : Tally
        The counts of its games.

    Yields
    ------
    Figure
        In the order of the table.
    """
    for row in _of_games(experiment, tally):
        yield Figure(*row)
    yield from _of_players(experiment, tally)


Row = tuple[str, int | None, Interval, int]


def _of_games(experiment: Experiment, tally: Tally) -> Iterator[Row]:
    games, seats = tally.games, len(tally.returns)
    for seat in range(seats):
        if tally.wins.get(seat) or not _is_behind_in_team(experiment, seat):
            yield "win", seat, intervals.share(tally.wins.get(seat, 0), games), games
    draws = tally.wins.get(-1, 0)
    yield "draw", None, intervals.share(draws, games), games
    if seats > 1 and draws < games:
        first = intervals.share(tally.wins.get(0, 0), games - draws)
        yield "first_mover_share", None, first, games - draws
    yield "turns_mean", None, intervals.mean(*mean_and_deviation(tally.turns), games), games
    yield "turns_sd", None, _bare(mean_and_deviation(tally.turns)[1]), games
    yield "turns_min", None, _bare(min(tally.turns)), games
    for name, share in QUANTILES.items():
        yield f"turns_{name}", None, _bare(quantile(tally.turns, share)), games
    yield "turns_max", None, _bare(max(tally.turns)), games
    yield "actions_mean", None, intervals.mean(*mean_and_deviation(tally.actions), games), games
    for seat, column in enumerate(tally.returns):
        yield "return_mean", seat, intervals.mean(*mean_and_deviation(column), sum(column.values())), games
    for number, count in sorted(tally.endings.items()):
        name = ENDINGS[number]
        yield f"ending_{name}", None, intervals.share(count, games), games


def _of_players(experiment: Experiment, tally: Tally) -> Iterator[Figure]:
    """Give each player's share of wins and mean points, on all its seats and on each."""
    for name in dict.fromkeys(name for name, _ in sorted(tally.players)):
        seats = {seat: counts for (one, seat), counts in sorted(tally.players.items()) if one == name}
        whole = [sum(column) for column in zip(*seats.values(), strict=True)]
        for seat, (games, wins, level) in [(None, whole), *(seats.items() if len(seats) > 1 else ())]:
            yield Figure("player_win", seat, intervals.share(wins, games), games, name)
            points = {1.0: wins, 0.5: level, 0.0: games - wins - level}
            points = {value: count for value, count in points.items() if count}
            yield Figure(
                "player_score", seat, intervals.mean(*mean_and_deviation(points), games), games, name
            )
    if tally.pairs:
        # Loads all of the arena, which studies of random games do without.
        from fivefold.arena.statistics import elo

        value, low, high = elo([tally.pairs.get(points, 0) for points in range(5)])
        yield Figure("player_elo", None, Interval(value, low, high), tally.games, experiment.players[0])


def _is_behind_in_team(experiment: Experiment, seat: int) -> bool:
    """Tell whether a seat's wins are counted for another seat of its team."""
    rules = experiment.rules
    return rules is not None and all(seat != side[0] for side in rules.info.sides)


def _bare(value: float) -> Interval:
    return Interval(float(value), math.nan, math.nan)
