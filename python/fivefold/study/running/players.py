"""Games between players, in one shard."""

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from fivefold._core import FivefoldError, game_seed
from fivefold.lab.errors import StudyError
from fivefold.players import make
from fivefold.study.config.experiment import Experiment

from .tasks import Task

if TYPE_CHECKING:
    from fivefold.lab.spec import Row

one_at_a_time = threading.Lock()


def is_shared(experiment: Experiment) -> bool:
    """Return whether a player is an object that all shards use, and not made anew for each."""
    return bool(experiment.own)


def round_seeds(task: Task, numbers: Iterable[int]) -> list[int]:
    """Return the seed of each game: games of a round, between which seats are exchanged, share it."""
    return [game_seed(task.seed, number // task.experiment.round) for number in numbers]


def play_games(task: Task, numbers: range, beat: Callable[[int, int], None]) -> list["Row"]:
    """Play some games of an experiment; StudyError names shard, game and move where a player has failed."""
    # Loaded where players play; studies of random games do without.
    from fivefold.lab.engine import run

    from .schedule import Shard

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
