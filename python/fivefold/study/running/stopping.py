"""Where experiments with a stop rule end.

The rule is looked at after whole shards in the order of the games, whatever order they were played in: where
an experiment ends depends on the configuration alone. Shards beyond are needless, and removed if they were
played already.
"""

import math
from dataclasses import replace

from fivefold.lab.store import Folder
from fivefold.study.config.experiment import Experiment
from fivefold.study.config.stopping import Stop
from fivefold.study.config.study import Config
from fivefold.study.storage.layout import records_name, shard_name
from fivefold.study.tables.figures import figures
from fivefold.study.tables.tally import Tally

from .tasks import Task


def half_width_of(experiment: Experiment, stop: Stop, tally: Tally) -> float:
    """Return half the width of the interval that a stop rule looks at; NaN where there is none yet."""
    for figure in figures(experiment, tally):
        if (figure.measure, figure.seat, figure.player) == (stop.measure, stop.seat, stop.player):
            return (figure.estimate.high - figure.estimate.low) / 2
    return math.nan


class StopLine:
    """One experiment with a stop rule: its shards from the first on, as far as none is missing."""

    def __init__(self, experiment: Experiment, stop: Stop) -> None:
        self.experiment, self.stop = experiment, stop
        self.total, self.number = Tally(), 0
        self.waiting: dict[int, Tally] = {}
        self.end: int | None = None

    def add(self, number: int, tally: Tally) -> None:
        """Count a shard, and look at the rule wherever it is due."""
        if self.end is not None or number < self.number:
            return
        self.waiting[number] = tally
        while self.end is None and self.number in self.waiting:
            self.total.add(self.waiting.pop(self.number))
            self.number += 1
            if self.number == self.experiment.shards or self.is_enough():
                self.end = self.number
        if self.end is not None:
            self.waiting.clear()

    def is_enough(self) -> bool:
        """Look at the rule, if it is due."""
        if self.number % self.stop.every or self.total.games < self.stop.min_games:
            return False
        # NaN is not narrow.
        return half_width_of(self.experiment, self.stop, self.total) <= self.stop.half_width


class Stops:
    """Where the experiments of a study end."""

    def __init__(self, config: Config) -> None:
        self.courses = {one.name: StopLine(one, one.stop) for one in config.experiments if one.stop}

    def add(self, task: Task, tally: Tally) -> None:
        """Count a shard of an experiment with a rule."""
        self.courses[task.experiment.name].add(task.number, tally)

    def has_rule(self, task: Task) -> bool:
        """Return whether a shard's experiment has a stop rule."""
        return task.experiment.name in self.courses

    def is_needless(self, task: Task) -> bool:
        """Return whether a shard is known to lie beyond the end of its experiment."""
        course = self.courses.get(task.experiment.name)
        return course is not None and course.end is not None and task.number >= course.end

    def played(self) -> dict[str, int]:
        """Return the games of each experiment with a rule whose end is known."""
        return {name: course.total.games for name, course in self.courses.items() if course.end is not None}

    def ended(self, task: Task) -> Task:
        """Return a task of the experiment as it has ended, with the games that count."""
        games = self.played().get(task.experiment.name)
        return task if games is None else replace(task, experiment=replace(task.experiment, games=games))

    def needless_files(self, out: Folder) -> list[str]:
        """List the files beyond the ends."""
        needless = []
        for name, course in self.courses.items():
            if course.end is None or course.end == course.experiment.shards:
                continue
            beyond = range(course.end, course.experiment.shards)
            for name_of in (shard_name, records_name):
                there = set(out.listed(name_of(name, 0).rpartition("/")[0]))
                needless += [file for file in (name_of(name, number) for number in beyond) if file in there]
        return needless
