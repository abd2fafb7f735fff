"""Games between players, in one shard."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import fivefold as ff
from fivefold._core import game_seed
from fivefold.arena.play import Played, play_starts
from fivefold.players import Player, make
from fivefold.study.config.experiment import Experiment
from fivefold.study.errors import StudyError

from .tasks import Task

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


def play_games(task: Task, numbers: range, beat: Callable[[int, int], None]) -> list[ff.Record]:
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
    list of Record
        Names by seat, openings as moves.

    Raises
    ------
    StudyError
        A player has failed; shard, game and move are named.
    """
    makers = task.experiment.makers
    players = [make(maker) for maker in makers]
    records: list[ff.Record] = []
    count = 1
    try:
        while len(records) < len(numbers):
            beat(len(records), len(numbers))
            began = time.perf_counter()
            records += _play(task, players, numbers[len(records) : len(records) + count])
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
    return records


def _play(task: Task, players: list[Player], numbers: range) -> list[ff.Record]:
    experiment = task.experiment
    rules, openings = experiment.rules, experiment.openings or ("",)
    assert rules is not None
    seeds = round_seeds(task, numbers)
    texts = [openings[number // experiment.round % len(openings)] for number in numbers]
    seats = [
        [(number + seat) % len(players) if experiment.exchange else seat for seat in range(len(players))]
        for number in numbers
    ]
    try:
        starts = [rules.start(seed=seed).play_all(text) for seed, text in zip(seeds, texts, strict=True)]
        played = play_starts(players, seats, starts, seeds, list(numbers), "lose", task.threads)
    except ff.FivefoldError as error:
        raise StudyError(f"{task}: game {numbers[0]} or one soon after it: {error}") from error
    games = zip(numbers, starts, seats, played, strict=True)
    return [_record(task, players, *game) for game in games]


def _record(
    task: Task, players: list[Player], number: int, start: ff.Position, seats: list[int], game: Played
) -> ff.Record:
    record = start.record()
    record.players = [players[who].name for who in seats]
    for action in game.actions.tolist():
        record.push(action)
    if game.fault is not None:
        seat, reason = game.fault
        raise StudyError(
            f"{task}: {players[seats[seat]].name} has failed in game {number} at move {len(record) + 1}: "
            f"{reason}"
        )
    return record
