"""Games between players, in one shard; studies of random games do without what is loaded here."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fivefold._core import FivefoldError, game_seed
from fivefold.lab.engine import Schedule, run
from fivefold.lab.errors import StudyError
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Player, make

from .tasks import Task


def round_seeds(task: Task, numbers: Iterable[int]) -> list[int]:
    """Return the seed of each game: games of a round, between which seats are exchanged, share it."""
    return [game_seed(task.seed, number // task.experiment.round) for number in numbers]


class Shard(Schedule):
    """Some games of an experiment; StudyError where a player fails names shard, game and move."""

    pace = 0.5

    def __init__(self, task: Task, players: list[Player], numbers: range) -> None:
        self.task, self.players, self.numbers = task, players, numbers
        self.total, self.timed = len(numbers), task.experiment.times

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        seeds = round_seeds(self.task, self.numbers)
        return [] if rows else [self.spec(*pair) for pair in zip(self.numbers, seeds, strict=True)]

    def spec(self, number: int, seed: int) -> GameSpec:
        """Describe what a game is."""
        experiment, players = self.task.experiment, self.players
        assert experiment.rules is not None, "players play by rules"
        openings = experiment.openings or ("",)
        first = number % len(players) if experiment.exchange else 0
        opening = openings[number // experiment.round % len(openings)]
        start = experiment.rules.start(seed=seed).play_all(opening)
        return GameSpec((*players[first:], *players[:first]), start, seed, number)

    def look(self, rows: Sequence[Row]) -> None:
        """See `Schedule.look`."""
        for row in rows:
            if row.fault is not None:
                who, reason = row.spec.names[row.fault[0]], row.fault[1]
                move = len(row.spec.start.record()) + len(row.actions) + 1
                raise StudyError(
                    f"{self.task}: {who} has failed in game {row.spec.number} at move {move}: {reason}"
                )


def play_games(task: Task, numbers: range, beat: Callable[[int, int], None]) -> list[Row]:
    """Play some games of an experiment; StudyError names shard, game and move where a player has failed."""
    makers = task.experiment.makers
    players = [make(maker) for maker in makers]
    beat(0, len(numbers))
    try:
        return run(Shard(task, players, numbers), threads=task.threads, faults="lose", progress=beat)
    except StudyError:
        raise
    except FivefoldError as error:
        raise StudyError(f"{task}: game {numbers[0]} or one after it: {error}") from error
    finally:
        for player, maker in zip(players, makers, strict=True):
            close: Any = getattr(player, "close", None)
            if isinstance(maker, str) and callable(close):
                close()
