"""The schedule of a study: all its shards, then the samples that wait for their games."""

import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from fivefold._progress import Live, amount
from fivefold.lab.engine import Schedule
from fivefold.lab.errors import UnfinishedError
from fivefold.lab.store import Folder
from fivefold.study.config import Config
from fivefold.study.storage.digests import UNVERIFIED, WHOLE
from fivefold.study.storage.layout import REPORT, SUMMARY
from fivefold.study.storage.state import state_of
from fivefold.study.tables.columns import Fields
from fivefold.study.tables.tally import Tally

from .files import Files
from .sample import is_late, picture_of, play_sample
from .shards import play_shard, played, sampled
from .stopping import Stops
from .tasks import Piece, Task, piece

# How many missing files are named in a message.
NAMED = 8


class Sweep(Schedule):
    """All shards of a study, or of part K of N; each piece is a series of its own.

    A piece is a shard of games and what comes of it their counts: a row of the engine for each game costs 107
    microseconds. A random game of freestyle in a shard of 250 000 costs 0.65, of which 0.40 are its playing.
    Shards in which players play are schedules (`players.Shard`) with a row for each game.
    """

    unit = 0

    def __init__(self, config: Config, out: Folder, part: tuple[int, int] | None, threads: int) -> None:
        self.config, self.out, self.part, self.threads = config, out, part, threads
        self.of_study = config.seed, out, Fields.of(config), config.shard_fingerprint
        self.order = {experiment.name: place for place, experiment in enumerate(config.experiments)}
        # Every N-th shard belongs to part K of N.
        first, step = (0, 1) if part is None else (part[0] - 1, part[1])
        self.shards = list(islice(self.tasks(), first, None, step))
        self.firsts = [task for task in self.shards if task.number == 0]
        self.total, self.finished = sum(task.games for task in self.shards), 0
        self.tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self.stops = Stops(config)
        self.pictures: dict[str, str] = {}
        self.files = Files(self)
        self.rounds, self.is_done, self.must_be_whole = 0, False, False
        self.command: list[str] = []
        self.show = Live(False, "games")

    def tasks(self) -> Iterable[Task]:
        """Yield every shard of the study, in the order of the tables."""
        for experiment in self.config.experiments:
            for number in range(experiment.shards):
                yield Task(experiment, number, *self.of_study)

    def next(self, rows: Sequence[Any]) -> list[Any]:
        """See `Schedule.next`."""
        self.rounds += 1
        if self.rounds == 1:
            jobs = self.samples(late=False)
            jobs += [piece(play_shard, task, tuple(task.names), "shard") for task in self.shards]
            return sorted(jobs, key=self.priority)
        if self.rounds > 2 or self.part or self.is_done:
            return []
        if self.stops.played():
            self.files.end(self.stops)
            self.tallies.update({name: course.total for name, course in self.stops.courses.items()})
            self.firsts = [self.stops.ended(task) for task in self.firsts]
        return self.samples(late=True)

    def samples(self, late: bool) -> list[Piece]:
        """Return the samples that wait for all games, or those that do not."""
        return [
            piece(play_sample, task, (task.sample_name,), "sample")
            for task in self.firsts
            if is_late(task) is late
        ]

    def priority(self, job: Piece) -> tuple[float, int]:
        """Order the work: all experiments advance together, so that the time left can be estimated.

        Games of one cost a thousand times those of another. An experiment's sample comes before its
        first shard: sorting keeps the order of equals.
        """
        task = job.task
        return (task.number + 0.5) / task.experiment.shards, self.order[task.experiment.name]

    def is_needless(self, job: Piece) -> bool:
        """Return whether a job lies beyond the end of its experiment."""
        return self.stops.is_needless(job.task)

    def look(self, rows: Sequence[Any]) -> None:
        """See `Schedule.look`."""
        for row in rows:
            task = row.piece.task
            if row.answer.tally is None:
                self.pictures[task.experiment.name] = row.answer.picture
                continue
            self.count(task, row.answer.tally)
            if self.part:
                self.look_around()

    def count(self, task: Task, tally: Tally) -> None:
        """Add the counts of a shard."""
        if self.stops.has_rule(task):
            self.stops.add(task, tally)
        else:
            self.tallies[task.experiment.name].add(tally)
        self.finished += task.games

    def look_around(self) -> None:
        """Count what other parts have played of experiments with a stop rule, as far as it lies here."""
        for course in self.stops.courses.values():
            while course.end is None:
                task = Task(course.experiment, course.number, *self.of_study)
                tally = played(task)
                if tally is None:
                    break
                self.stops.add(task, tally)

    def begin(self, missing: list[Piece]) -> list[Piece]:
        """Look at what is not there: refuse it where all must be, else tell how much is; give what is due."""
        if self.part:
            self.look_around()
        due = [job for job in missing if not self.is_needless(job)]
        self.is_done = not due and (bool(self.part) or self.is_reported())
        if self.is_done:
            return []
        if self.must_be_whole:
            self.refuse([job.task for job in due if job.work is play_shard])
        self.files.tell(any(job.work is play_shard for job in due), self.show.stays)
        if self.finished:
            self.files.note(f"goes on: {amount(self.finished)} of {amount(self.total)} games are there")
        return due

    def is_reported(self) -> bool:
        """Return whether the report tells all of the study: nothing is to be done then."""
        late = (self.stops.ended(task) for task in self.firsts if is_late(task))
        there = all(task.sample_name in self.files.whole and sampled(task) is not None for task in late)
        return there and self.files.is_reported(self.stops)

    def refuse(self, tasks: list[Task]) -> None:
        """Refuse to finish where shards are missing; those without a digest are played again."""
        places = {task.name: place for place, task in enumerate(self.tasks())}
        states = self.files.states
        missing = {
            places[task.name]: task
            for task in tasks
            if any(states[name] not in (UNVERIFIED, WHOLE) for name in task.names)
        }
        if not missing:
            return
        parts = self.files.digests.parts
        counts = {int(name.split("-of-")[1].split("-")[0]) for name in parts if "-of-" in name}
        commands = [self.command]
        if len(counts) == 1:
            (count,) = counts
            numbers = sorted({place % count + 1 for place in missing})
            commands = [[*self.command, "--part", f"{number}/{count}"] for number in numbers]
        names = [task.name for task in missing.values()]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        how = "; ".join(shlex.join(command) for command in commands[:NAMED])
        raise UnfinishedError(
            f"{self.out} cannot be finished: {len(names)} of {len(places)} shards are missing "
            f"({', '.join(names[:NAMED])}{more}). To play them: {how}",
            names,
        )

    def describe(self) -> dict[str, Any]:
        """See `Schedule.describe`."""
        return state_of(self.config)

    def reports(self) -> dict[str, Any]:
        """Return summary and report, from the counts of each experiment, its sample and its picture."""
        self.show.close()
        if self.part or self.is_done:
            return {}
        if self.show.stays:
            print("writing summary and report", file=sys.stderr)
        self.files.finish()
        from fivefold.study.report.html import study_page
        from fivefold.study.tables.parquet import STUDY_KEY, packed
        from fivefold.study.tables.sample import read_sample
        from fivefold.study.tables.summary import ExperimentResult, summary_table, to_csv

        results = []
        for task in self.firsts:
            sample, name = read_sample(self.out, task.sample_name, task.fingerprint), task.experiment.name
            assert sample is not None, task.sample_name
            picture = self.pictures[name] if name in self.pictures else picture_of(task)
            results.append(ExperimentResult(task.experiment, self.tallies[name], sample, picture))
        table, about = summary_table(results), {STUDY_KEY: self.config.fingerprint.encode()}
        return {
            f"{SUMMARY}.parquet": packed(table.replace_schema_metadata(about), "snappy"),
            f"{SUMMARY}.csv": to_csv(table).encode(),
            REPORT: study_page(self.config, results, table).encode(),
        }
