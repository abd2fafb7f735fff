"""The schedule of a shard in which players play: all its games, few at a time, to stop between them."""

from collections.abc import Sequence

from fivefold.lab.engine import Schedule
from fivefold.lab.errors import StudyError
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Player

from .players import round_seeds
from .tasks import Task

__all__ = ["Shard"]


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
