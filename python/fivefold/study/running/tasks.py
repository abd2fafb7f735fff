"""The work of a study in pieces: one shard, or one sample, each plain data."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from fivefold.study.config.experiment import Experiment
from fivefold.study.storage.layout import sample_name, shard_name
from fivefold.study.tables.columns import Fields


class Stopped(Exception):  # noqa: N818 no error: somebody asked for it
    """The shard was broken off; nothing was written."""


@dataclass(frozen=True)
class Task:
    """One shard to play; plain data, so that any process can do it.

    Attributes
    ----------
    experiment : Experiment
        What is played.
    number : int
        Which shard of it, from 0.
    seed : int
        The study's seed.
    out : Path
        The study's folder.
    fields : Fields
        Columns that all tables of the study have.
    fingerprint : str
        The study.
    threads : int
        Rust threads for this shard.
    """

    experiment: Experiment
    number: int
    seed: int
    out: Path
    fields: Fields
    fingerprint: str
    threads: int = 1

    @property
    def first(self) -> int:
        """The shard's first game."""
        return self.number * self.experiment.shard

    @property
    def games(self) -> int:
        """How many games the shard has."""
        return min(self.experiment.shard, self.experiment.games - self.first)

    @property
    def path(self) -> Path:
        """The shard's file."""
        return self.out / shard_name(self.experiment.name, self.number)

    @property
    def sample_path(self) -> Path:
        """The file of the experiment's sample."""
        return self.out / sample_name(self.experiment.name)


class Hooks(NamedTuple):
    """What the threads of this process share with the one that drives them; other processes have none.

    Attributes
    ----------
    pulse : callable or None
        Hears every tenth of a second or so how many games of a task are played; may raise `Stopped`.
    slot : context manager or None
        Held while a core is needed, and not while the disk is waited for.
    """

    pulse: Callable[[Task, int], None] | None = None
    slot: AbstractContextManager[Any] | None = None


ALONE = Hooks()
