"""What a study will take: a pilot of each experiment, and what follows from it."""

import math
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fivefold._arguments import real
from fivefold._statistics import Z95
from fivefold.lab.errors import StudyError
from fivefold.players import NativePlayer, make
from fivefold.study.config import Config, Experiment
from fivefold.study.config.study import to_config
from fivefold.study.tables.columns import Fields
from fivefold.study.tables.intervals import share
from fivefold.study.tables.tally import Tally

from .sample import TURN_GAMES, play_sample, reads_records, records, replay
from .shards import play_shard
from .stopping import half_width_of
from .tasks import Answer, Task

# Games whose replay is timed.
REPLAYED = 4
# A study of a few games, which is all start and end; the processor time of its process.
SMALLEST = """
import tempfile, time
from fivefold import study
with tempfile.TemporaryDirectory() as folder:
    study.run({"experiment": [{"rules": "freestyle", "games": 10, "sample": 1}]}, folder, threads=1)
print(time.process_time())
"""
# Where no other process can be started.
USUAL = 0.5


class Pilot(NamedTuple):
    """What some games of an experiment took."""

    games: int  # how many were played
    seconds: float  # for a game and its row, on one core
    sample_seconds: float  # for the experiment's whole sample
    size: float  # bytes a game
    answer: Answer  # answer of the shard with these games


class Planned(NamedTuple):
    """What an experiment will take.

    Attributes
    ----------
    experiment : str
        Its name.
    games : int
        How many it asks for.
    seconds : float
        On one core, with an equal share of `starting`.
    bytes : int
        Size of its files of games.
    share : float
        Seat 0's share of all games, in the pilot.
    half_width : float
        Half the width of that share's 95 % interval, with these games.
    needed : int
        Games after which it is as narrow as wanted.
    likely : int
        Games after which a stop rule will probably end it; without a rule all games. `seconds`, `bytes` and
        `half_width` are for these.
    starting : float
        Seconds that the whole study takes beside its games, on any number of cores: to start and to make the
        report. The same in every row.
    """

    experiment: str
    games: int
    seconds: float
    bytes: int
    share: float
    half_width: float
    needed: int
    likely: int = 0
    starting: float = 0.0


def pilot(config: Config, experiment: Experiment, seconds: float = 0.2) -> Pilot:
    """Play a few games of an experiment, as its first shard would, for about `seconds`."""
    of_study = config.seed, None, Fields.of(config), config.shard_fingerprint

    # Whatever else this machine does; programs of others have processes of their own.
    native = all(isinstance(make(maker), NativePlayer) for maker in experiment.makers)
    clock = time.process_time if native else time.perf_counter

    def play(count: int) -> tuple[float, Answer]:
        at = clock()
        answer = play_shard(Task(replace(experiment, games=count, shard=count), 0, *of_study))
        return clock() - at, answer

    count = min(experiment.round, experiment.games)
    took, answer = play(count)
    began = clock()
    # What is loaded at the first time counts no more.
    while True:
        took, answer = play(count)
        if took > seconds / 4 or count == experiment.games or clock() - began > seconds:
            break
        count = min(4 * count, experiment.games)
    sample, replayed, each = 0.0, 0, 0.0
    task = Task(experiment, 0, *of_study)
    if not reads_records(task):
        # The first takes a picture to draw as well, and is replayed twice: what is loaded then counts once.
        for few in (1, 1, REPLAYED):
            if few <= experiment.sampled:
                at = clock()
                play_sample(replace(task, experiment=replace(experiment, sample=few)))
                passed = clock() - at
                each = max(0.0, passed - sample) / max(1, few - replayed)
                sample, replayed = passed, few
        sample += each * (min(experiment.sampled, TURN_GAMES) - replayed)
        if experiment.sampled > TURN_GAMES:
            # Of the later games turns are not counted, which takes most of the time in some games.
            replays = list(records(task, REPLAYED))
            at = clock()
            for record in replays:
                replay(record, by_turn=False)
            sample += (clock() - at) / REPLAYED * (experiment.sampled - TURN_GAMES)
    size = sum(map(len, answer.data.values())) / count
    return Pilot(count, took / count, sample, size, answer)


def plan(
    config: Config | Mapping[str, Any] | str | Path | None = None,
    *,
    half_width: float = 0.01,
    seconds: float = 0.2,
) -> list[Planned]:
    """Estimate the time and the games that a study needs, from a pilot of each experiment.

    Parameters
    ----------
    config : Config, mapping, str, Path or None
        See `run`.
    half_width : float
        Half the width of the 95 % interval that is wanted of a share of all games, above 0 and below 0.5.
    seconds : float
        About how long each pilot may take.

    Returns
    -------
    list of Planned
        One per experiment. The sum of `seconds` is what the study takes on one core; on k cores it takes
        `starting` and a k-th of the rest.

    Raises
    ------
    ConfigError
        The configuration makes no sense.
    StudyError
        `half_width` is out of range.
    FivefoldError
        `seconds` is below 0 or not finite.

    Examples
    --------
    >>> import fivefold.study as study
    >>> config = {"experiment": [{"rules": "freestyle", "games": 100, "sample": 2}]}
    >>> (row,) = study.plan(config, half_width=0.02, seconds=0.01)
    >>> row.games, 2000 < row.needed < 2500, 0.05 < row.half_width < 0.11
    (100, True, True)
    """
    seconds = real(seconds, "seconds", 0)
    if not isinstance(half_width, (int, float)) or not 0 < half_width < 0.5:
        raise StudyError(f"half_width = {half_width!r:.40}: a number above 0 and below 0.5 is needed")
    config = to_config(config)
    rows = []
    beside = starting()
    for experiment in config.experiments:
        sampled = pilot(config, experiment, seconds)
        tally = sampled.answer.tally
        assert tally is not None
        # Two games won and two not are added, so that no share is 0 or 1.
        won = (tally.wins.get(0, 0) + 2) / (tally.games + 4)
        games = likely_games(experiment, tally)
        ends = share(round(won * games), games)
        rows.append(
            Planned(
                experiment.name,
                experiment.games,
                games * sampled.seconds + sampled.sample_seconds + beside / len(config.experiments),
                round(games * sampled.size),
                won,
                (ends.high - ends.low) / 2,
                math.ceil(Z95**2 * won * (1 - won) / half_width**2),
                games,
                beside,
            )
        )
    return rows


def likely_games(experiment: Experiment, tally: Tally) -> int:
    """Say how many games an experiment will probably have: half an interval shrinks with the root of them."""
    stop = experiment.stop
    half = math.nan if stop is None else half_width_of(experiment, stop, tally)
    if stop is None or not math.isfinite(half):
        return experiment.games
    wanted = max(stop.min_games, tally.games * (half / stop.half_width) ** 2)
    step = stop.every * experiment.shard
    return min(experiment.games, math.ceil(wanted / step) * step)


@cache
def starting() -> float:
    """Measure in a process of its own, once, what a study takes beside its games."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", SMALLEST], check=True, capture_output=True, text=True, timeout=60
        )
        return float(done.stdout.split()[-1])
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return USUAL
