"""Games between players, in one shard."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import fivefold as ff
from fivefold._core import game_seed
from fivefold.lab.errors import StudyError
from fivefold.players import Player, make
from fivefold.study.config.experiment import Experiment

from .tasks import Task

if TYPE_CHECKING:
    from fivefold.lab.engine import Engine
    from fivefold.lab.spec import Row

# Games that are played side by side; as many as take about this long, so that a study can be stopped.
MOST_GAMES = 256
SECONDS = 0.5
one_at_a_time = threading.Lock()


def is_shared(experiment: Experiment) -> bool:
    """Tell whether a player is an object that all shards use, and not made anew for each."""
    return bool(experiment.own)


def round_seeds(task: Task, numbers: Iterable[int]) -> list[int]:
    """Give the seed of each game: games of a round, between which seats are exchanged, share it."""
    return [game_seed(task.seed, number // task.experiment.round) for number in numbers]


def play_games(task: Task, numbers: range, beat: Callable[[int, int], None]) -> list["Row"]:
    """Play some games of an experiment.

    Parameters
    ----------
    task : Task
        Whose games.
    numbers : range
        Which games of the experiment.
    beat : callable
        Hears how many are played; may raise.

    Returns
    -------
    list of Row
        In their order.

    Raises
    ------
    StudyError
        A player has failed; shard, game and move are named.
    """
    # Loaded where players play; studies of random games do without.
    from fivefold.lab.engine import Engine

    makers = task.experiment.makers
    players = [make(maker) for maker in makers]
    games: list[Row] = []
    engine = Engine(task.threads, faults="lose", timed=task.experiment.times)
    count = 1
    try:
        while len(games) < len(numbers):
            beat(len(games), len(numbers))
            began = time.perf_counter()
            games += _play(task, players, numbers[len(games) : len(games) + count], engine)
            passed = time.perf_counter() - began
            count = (
                min(MOST_GAMES, 2 * count)
                if passed < SECONDS / 2
                else max(1, count // 2)
                if passed > SECONDS
                else count
            )
    finally:
        for player, maker in zip(players, makers, strict=True):
            close: Any = getattr(player, "close", None)
            if isinstance(maker, str) and callable(close):
                close()
    return games


def _play(task: Task, players: list[Player], numbers: range, engine: "Engine") -> list["Row"]:
    from fivefold.lab.spec import GameSpec

    experiment = task.experiment
    rules, openings = experiment.rules, experiment.openings or ("",)
    assert rules is not None
    specs = []
    try:
        for number, seed in zip(numbers, round_seeds(task, numbers), strict=True):
            start = rules.start(seed=seed).play_all(openings[number // experiment.round % len(openings)])
            first = number % len(players) if experiment.exchange else 0
            specs.append(GameSpec((*players[first:], *players[:first]), start, seed, number))
        rows = engine.play(specs)
    except ff.FivefoldError as error:
        raise StudyError(f"{task}: game {numbers[0]} or one soon after it: {error}") from error
    for row in rows:
        if row.fault is not None:
            who, reason = row.spec.names[row.fault[0]], row.fault[1]
            move = len(row.spec.start.record()) + len(row.actions) + 1
            raise StudyError(f"{task}: {who} has failed in game {row.spec.number} at move {move}: {reason}")
    return rows
