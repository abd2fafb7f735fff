"""The work of a study in pieces: one shard, or one sample, each plain data."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fivefold.lab.jobs import Job
from fivefold.lab.store import Folder
from fivefold.study.config.experiment import Experiment
from fivefold.study.storage.digests import digest
from fivefold.study.storage.layout import records_name, sample_name, shard_name
from fivefold.study.tables.columns import Fields
from fivefold.study.tables.tally import Tally


class Stopped(Exception):  # noqa: N818 no error: somebody asked for it
    """The shard was broken off; nothing was written."""


@dataclass(frozen=True)
class Task:
    """One shard to play; plain data, so that any process can do it."""

    experiment: Experiment  # what is played
    number: int  # which shard of it, from 0
    seed: int  # the study's seed
    out: Folder | None  # the study's folder; None where the files are given back instead of written
    fields: Fields  # columns that all tables of the study have
    fingerprint: str  # the study, whatever its numbers of games
    threads: int = 1  # Rust threads for this shard

    def __str__(self) -> str:
        last = self.first + self.games - 1
        return f"{self.experiment.name} shard {self.number} (games {self.first} to {last})"

    @property
    def first(self) -> int:
        """The shard's first game."""
        return self.number * self.experiment.shard

    @property
    def games(self) -> int:
        """How many games the shard has."""
        return min(self.experiment.shard, self.experiment.games - self.first)

    @property
    def name(self) -> str:
        """The shard's file."""
        return shard_name(self.experiment.name, self.number)

    @property
    def records_name(self) -> str | None:
        """The file of the shard's records, if they are kept."""
        experiment = self.experiment
        return records_name(experiment.name, self.number) if experiment.save_records else None

    @property
    def names(self) -> list[str]:
        """All files of the shard."""
        return [name for name in (self.name, self.records_name) if name]

    @property
    def sample_name(self) -> str:
        """The file of the experiment's sample."""
        return sample_name(self.experiment.name)


class Hooks(NamedTuple):
    """What the threads of this process share with the one that drives them; other processes have none."""

    # Hears every tenth of a second or so how many games of a task are played; may raise `Stopped`.
    on_progress: Callable[[Task, int], None] | None = None
    # Held while a core is needed, and not while the disk is waited for.
    slot: AbstractContextManager[Any] | None = None


ALONE = Hooks()


@dataclass(frozen=True)
class Answer:
    """What comes back of a task."""

    digests: dict[str, str]  # digests of the files, by name
    seconds: float = 0.0  # how long it took
    tally: Tally | None = None  # the counts of a shard's games
    picture: str = ""  # a game for the report, of a sample
    # The files themselves, where they are not written yet.
    data: dict[str, bytes] = field(default_factory=dict)

    def is_whole(self, names: list[str]) -> bool:
        """Return whether these files have come, and undamaged."""
        return set(self.digests) == set(names) and all(
            digest(data) == self.digests.get(name) for name, data in self.data.items()
        )


def deliver(task: Task, files: Mapping[str, bytes | memoryview], **about: Any) -> Answer:
    """Write the files of a task, or give them back where the task says so."""
    digests = {name: digest(data) for name, data in files.items()}
    if task.out is None:
        return Answer(digests, data={name: bytes(data) for name, data in files.items()}, **about)
    for name, data in files.items():
        task.out.write(name, data)
    return Answer(digests, **about)


@dataclass(frozen=True, eq=False)
class Piece(Job):
    """A shard or a sample to play, and the names of the files that come of it."""

    names: tuple[str, ...]

    @property
    def task(self) -> Task:
        """What is done."""
        task: Task = self.arguments[0]
        return task

    @property
    def series(self) -> str:
        """Each piece is a series of its own, kept in its own files."""
        return self.names[0]

    @property
    def is_bound(self) -> bool:
        """Whether functions of this program play."""
        return bool(self.task.experiment.own)

    def is_whole(self, result: Any) -> bool:
        """Return whether these files have come, and undamaged."""
        return isinstance(result, Answer) and result.is_whole(list(self.names))


def piece(work: Callable[..., Answer], task: Task, names: tuple[str, ...], what: str) -> Piece:
    """Make of a task what an executor is given."""
    kind = f"{task.experiment.name} {what}"
    return Piece(work, (task,), str(task) if what == "shard" else kind, kind, task.number, names)


@dataclass(eq=False)
class Played:
    """What came of a piece, until it is counted and kept."""

    piece: Piece
    answer: Answer | None = None
