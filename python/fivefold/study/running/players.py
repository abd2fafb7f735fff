"""Games between players, in one shard."""

import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import fivefold as ff
from fivefold._core import game_seed
from fivefold.players import Player, make
from fivefold.study.config.experiment import Experiment
from fivefold.study.errors import StudyError

from .tasks import Task

if TYPE_CHECKING:
    from fivefold.arena.play import Played

Known: TypeAlias = "dict[Hashable, Played]"
# Games that are played side by side; as many as take about this long, so that a study can be stopped.
MOST_GAMES = 256
SECONDS = 0.5
one_at_a_time = threading.Lock()


class Game(NamedTuple):
    """A game that players played.

    Attributes
    ----------
    record : Record
        Names by seat, opening as moves.
    simulations : tuple of int or None
        By seat; None where its player does not count.
    seconds : tuple of float
        By seat; empty where nobody asked for them.
    """

    record: ff.Record
    simulations: tuple[int | None, ...]
    seconds: tuple[float, ...]


def is_shared(experiment: Experiment) -> bool:
    """Tell whether a player is an object that all shards use, and not made anew for each."""
    return bool(experiment.own)


def round_seeds(task: Task, numbers: Iterable[int]) -> list[int]:
    """Give the seed of each game: games of a round, between which seats are exchanged, share it."""
    return [game_seed(task.seed, number // task.experiment.round) for number in numbers]


def play_games(task: Task, numbers: range, beat: Callable[[int, int], None]) -> list[Game]:
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
    list of Game
        In their order.

    Raises
    ------
    StudyError
        A player has failed; shard, game and move are named.
    """
    makers = task.experiment.makers
    players = [make(maker) for maker in makers]
    games: list[Game] = []
    known: Known = {}
    count = 1
    try:
        while len(games) < len(numbers):
            beat(len(games), len(numbers))
            began = time.perf_counter()
            games += _play(task, players, numbers[len(games) : len(games) + count], known)
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


def _play(task: Task, players: list[Player], numbers: range, known: Known) -> list[Game]:
    # Loaded where players play; studies of random games do without.
    from fivefold.arena.play import play_starts
    from fivefold.players.base import is_deterministic

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
        keys: list[Hashable] = list(numbers)
        if not experiment.times and rules.info.chance != "dice" and all(map(is_deterministic, players)):
            # What cannot vary is not played again.
            keys = [(start.key, *row) for start, row in zip(starts, seats, strict=True)]
        else:
            known.clear()
        due = {key: at for at, key in reversed(list(enumerate(keys))) if key not in known}
        fresh = sorted(due.values())
        found = play_starts(
            players,
            [seats[at] for at in fresh],
            [starts[at] for at in fresh],
            [seeds[at] for at in fresh],
            [numbers[at] for at in fresh],
            "lose",
            task.threads,
            experiment.times,
        )
        known.update(zip([keys[at] for at in fresh], found, strict=True))
        played = [known[key] for key in keys]
    except ff.FivefoldError as error:
        raise StudyError(f"{task}: game {numbers[0]} or one soon after it: {error}") from error
    games = zip(numbers, starts, seats, played, strict=True)
    return [
        Game(_record(task, players, number, start, row, one), one.simulations, one.seconds)
        for number, start, row, one in games
    ]


def _record(
    task: Task, players: list[Player], number: int, start: ff.Position, seats: list[int], game: "Played"
) -> ff.Record:
    from fivefold.arena.play import written

    record = written(start, game.actions, [players[who].name for who in seats])
    if game.fault is not None:
        seat, reason = game.fault
        raise StudyError(
            f"{task}: {players[seats[seat]].name} has failed in game {number} at move {len(record) + 1}: "
            f"{reason}"
        )
    return record
