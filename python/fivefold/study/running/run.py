"""Run a study: in one go, in parts, and again where it was stopped."""

import contextlib
import shlex
import sys
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from fivefold._given import threads_of
from fivefold._progress import Live, Shown, amount
from fivefold.lab.errors import ConfigError, DiskError, UnfinishedError
from fivefold.lab.store import Folder, folder_at
from fivefold.lab.workers import check_executor
from fivefold.study.config import Config
from fivefold.study.config.study import config_of
from fivefold.study.storage.digests import DAMAGED, DIGESTS, UNVERIFIED, UNWRITTEN, WHOLE, digest
from fivefold.study.storage.layout import REPORT, STATE, SUMMARY, file_names
from fivefold.study.storage.state import Claim, claim, state_of, state_text

from .playing import Playing
from .sample import is_late, picture_of
from .shards import played, sampled
from .tasks import Task

MOST_PARTS = 100_000
# How many missing files are named in a message.
NAMED = 8


def run(
    config: Config | Mapping[str, Any] | str | Path | None = None,
    out: str | Path = "study-out",
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    shared_folder: bool = True,
    part: str | None = None,
    finish: bool = False,
    progress: Shown = None,
) -> Path:
    """Run a study, or resume one that was stopped.

    The tables depend only on the configuration, not on the number of threads, the executor, the parts or
    interruptions. A finished study is not changed. A study with fewer games of the same configuration is
    extended.

    Parameters
    ----------
    config : Config, mapping, str, Path or None
        The study: a path to TOML or JSON, the same as data, or None for the study that the
        package brings, every preset and two collections of real games.
    out : str or Path
        The folder for tables and report, made if it is missing, or a URL that fsspec understands.
    threads : int, optional
        Threads that play, in this process; all cores by default.
    executor : concurrent.futures.Executor, optional
        Executor that plays the shards: a `ProcessPoolExecutor`, or that of a distributed engine. It is not
        shut down. Work that it loses is submitted again.
    shared_folder : bool
        Whether the executor's workers see the same folder and write there. Otherwise shards come back to
        this process, which writes them.
    part : str, optional
        ``"K/N"``: play only part K of N, and write no summary and no report. Parts may be played in any
        order, at once, twice, and in copies of the folder that are put together later.
    finish : bool
        Play no games: write summary and report of a study whose parts are played.
    progress : bool or callable, optional
        True shows rate and time left; a callable is given (games done, all games). By default it is shown
        in a terminal or notebook, after two seconds.

    Returns
    -------
    Path
        The report, `report.html` in `out`; of a part the folder. Behind a URL it is a text.

    Raises
    ------
    ConfigError
        The configuration makes no sense.
    DirectoryError
        The folder belongs to another study, or another process runs this one.
    DiskError
        The disk is full; finished shards are safe and the same call resumes.
    PlayError
        Some shards could not be played, such as those in which a player fails; all others are finished.
    UnfinishedError
        With `finish`: shards are missing.
    KeyboardInterrupt
        Ctrl-C; finished shards are safe and the same call resumes.

    Examples
    --------
    >>> import tempfile, fivefold.study as study
    >>> config = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 200, "sample": 5}]}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     path = study.run(config, out)
    ...     path.name
    'report.html'
    """
    source = str(config) if isinstance(config, (str, Path)) else "" if config is None else "CONFIG"
    config = config_of(config)
    live = Live(progress, "games", after="a sample of them is replayed")
    check_executor(executor)
    for name, switch in (("shared_folder", shared_folder), ("finish", finish)):
        if not isinstance(switch, bool):
            raise ConfigError(f"{name} = {switch!r:.80} is refused: True or False")
    threads = threads_of(threads)
    chosen = None if part is None else _part(part)
    if chosen and finish:
        raise ConfigError("part and finish exclude each other")
    folder = folder_at(out)
    folder.make()
    study = _Study(config, folder, threads, chosen)
    study.show = live
    study.command = ["fivefold", "study", *([source] if source else []), "--out", str(out)]
    with folder.locked(shared=chosen is not None) as writable:
        path: Path = study.run(executor, shared_folder, finish, writable)
        return path


def _part(text: Any) -> tuple[int, int]:
    """Read `K/N`."""
    number, stroke, count = str(text).partition("/")
    if stroke and number.isascii() and number.isdigit() and count.isascii() and count.isdigit():
        part = int(number), int(count)
        if 1 <= part[0] <= part[1] <= MOST_PARTS:
            return part
    raise ConfigError(f"part {text!r:.40} is refused: K/N with K from 1 to N, N at most {MOST_PARTS}")


class Todo(NamedTuple):
    """What a call of `run` finds that it has to do, but for samples that wait until all games are played."""

    found: dict[str, str]
    shards: list[Task]
    samples: list[Task]


class _Study(Playing):
    """One call of `run`: its steps, and what they know of each other."""

    def __init__(self, config: Config, out: Folder, threads: int, part: tuple[int, int] | None) -> None:
        super().__init__(config, out, threads, part)
        self.command: list[str] = []
        # Every N-th shard belongs to part K of N.
        first, step = (0, 1) if part is None else (part[0] - 1, part[1])
        self.shards = list(islice(self.tasks(), first, None, step))
        self.firsts = [task for task in self.shards if task.number == 0]
        self.total = sum(task.games for task in self.shards)
        self.names: list[str] = []
        self.whole: set[str] = set()

    def run(self, executor: Executor | None, shared_folder: bool, finish: bool, writable: bool) -> Any:
        """Do the steps, one after the other; give the report, or the folder of a part."""
        claimed = self.claim(writable)
        todo = self.plan(self.verify())
        result = self.out.path("" if self.part else REPORT)
        if self.is_done(claimed, todo):
            return result
        if finish:
            self.refuse_missing(todo.shards, todo.found)
        self.tell(claimed, todo)
        self.play_all(todo, executor, shared_folder)
        if not self.part:
            self.finish(executor)
        return result

    def claim(self, writable: bool) -> Claim:
        """Make the folder this study's, and remove what killed processes left in it."""
        state = state_of(self.config)
        claimed = claim(self.out, state)
        self.names = file_names(state)
        if writable and not self.part:
            self.out.remove_leftovers([*self.names, DIGESTS])
        return claimed

    def verify(self) -> dict[str, str]:
        """Compare the files with their digests."""
        mine = [name for task in self.shards for name in task.names]
        mine += [task.sample_name for task in self.firsts]
        found = self.digests.states(mine if self.part else self.names, self.threads)
        self.whole = {name for name, what in found.items() if what == WHOLE}
        return found

    def plan(self, found: dict[str, str]) -> Todo:
        """Count what is played, and list what is not."""
        left = [
            task
            for task in self.shards
            if not self.whole.issuperset(task.names) or not self.count(task, played(task))
        ]
        if self.part:
            self.look_around()
        return Todo(
            found,
            [task for task in left if not self.stops.is_needless(task)],
            [task for task in self.firsts if not is_late(task) and not self.is_sampled(task)],
        )

    def is_sampled(self, task: Task) -> bool:
        """Return whether the sample of a task's experiment is there."""
        return task.sample_name in self.whole and sampled(self.stops.ended(task)) is not None

    def is_done(self, claimed: Claim, todo: Todo) -> bool:
        """Return whether nothing is to be done: of a whole study, whether its report tells all of it too."""
        if todo.shards or todo.samples:
            return False
        if self.part:
            return True
        if claimed.mended or self.digests.parts or not all(map(self.is_sampled, self.firsts)):
            return False
        ended = state_of(self.config, self.stops.played())
        is_told = self.out.read(STATE) == state_text(ended) and self.whole.issuperset(file_names(ended))
        return is_told and not self.stops.needless_files(self.out)

    def tell(self, claimed: Claim, todo: Todo) -> None:
        """Say what was found, and keep the digests of what stays."""
        # Compared with the configuration already, which says more than a digest.
        todo.found[STATE] = DAMAGED if claimed.mended else WHOLE
        self.name_damage(todo.found, self.show.stays)
        if not self.part:
            self.digests.known[STATE] = digest(self.out.read(STATE))
            if todo.shards:
                # Of a study with fewer games they would pass for those of this one.
                for name in (f"{SUMMARY}.parquet", f"{SUMMARY}.csv", REPORT):
                    self.digests.known.pop(name, None)
            self.digests.rewrite(self.names)
        if claimed.extended:
            self.note(f"the study is extended to {amount(self.total)} games")
        if self.finished:
            self.note(f"goes on: {amount(self.finished)} of {amount(self.total)} games are there")

    def play_all(self, todo: Todo, executor: Executor | None, shared_folder: bool) -> None:
        """Play what is missing, and then the samples that wait for all games."""
        try:
            self.play(todo.shards, todo.samples, executor, shared_folder)
            if not self.part:
                self.firsts = self.end_by_rules(self.firsts)
                late = [task for task in self.firsts if is_late(task) and not self.is_sampled(task)]
                self.play([], late, None, True)
        except KeyboardInterrupt:
            with contextlib.suppress(DiskError):
                self.note("stopped by Ctrl-C")
            raise
        finally:
            self.show.close()

    def finish(self, executor: Executor | None) -> None:
        """Write summary and report."""
        if self.show.stays:
            print("writing summary and report", file=sys.stderr)
        began = time.monotonic()
        names = file_names(state_of(self.config, self.stops.played()))
        if executor is not None:
            # What workers were writing when they were killed.
            self.out.remove_leftovers(names)
        for name, data in self.summaries().items():
            self.out.write(name, data)
            self.digests.known[name] = digest(data)
        self.digests.rewrite(names)
        self.note(f"summary and report in {time.monotonic() - began:.2f} s")

    def summaries(self) -> dict[str, bytes | memoryview]:
        """Return summary and report, from the counts of each experiment, its sample and its picture."""
        from fivefold.study.report.html import report
        from fivefold.study.tables.sample import read_sample
        from fivefold.study.tables.summary import Result, summary_table, to_csv, to_parquet

        results = []
        for task in self.firsts:
            sample, name = read_sample(self.out, task.sample_name, task.fingerprint), task.experiment.name
            assert sample is not None, task.sample_name
            picture = self.pictures[name] if name in self.pictures else picture_of(task)
            results.append(Result(task.experiment, self.tallies[name], sample, picture))
        table = summary_table(results)
        return {
            f"{SUMMARY}.parquet": memoryview(to_parquet(table, self.config.fingerprint)),
            f"{SUMMARY}.csv": to_csv(table).encode(),
            REPORT: report(self.config, results, table).encode(),
        }

    def end_by_rules(self, firsts: list[Task]) -> list[Task]:
        """Take the experiments with stop rules as they have ended: tell it, and remove what lies beyond."""
        games = self.stops.played()
        if not games:
            return firsts
        for name in self.stops.needless_files(self.out):
            self.out.remove(name)
            self.digests.known.pop(name, None)
        text = state_text(state_of(self.config, games))
        self.out.write(STATE, text)
        self.digests.known[STATE] = digest(text)
        self.tallies.update({name: course.total for name, course in self.stops.courses.items()})
        for name, course in self.stops.courses.items():
            if course.end != course.experiment.shards:
                self.note(f"{name} ends after {amount(games[name])} games by its stop rule")
        return [self.stops.ended(task) for task in firsts]

    def name_damage(self, found: dict[str, str], aloud: bool) -> None:
        """Name what was written and is not whole any more: in the log, and on stderr if `aloud`."""
        remade = {f"{SUMMARY}.parquet", f"{SUMMARY}.csv", REPORT}
        for name, what in found.items():
            if what not in (WHOLE, UNWRITTEN) and not (name in remade and what == UNVERIFIED):
                text = f"{name} is {what}: it is made again"
                self.note(text)
                if aloud:
                    print(text, file=sys.stderr)

    def refuse_missing(self, to_play: list[Task], found: dict[str, str]) -> None:
        """Refuse to finish where shards are missing; those without a digest are played again."""
        places = {task.name: place for place, task in enumerate(self.tasks())}
        missing = {
            places[task.name]: task
            for task in to_play
            if any(found[name] not in (UNVERIFIED, WHOLE) for name in task.names)
        }
        if not missing:
            return
        counts = {int(name.split("-of-")[1].split("-")[0]) for name in self.digests.parts if "-of-" in name}
        commands = [self.command]
        if len(counts) == 1:
            (count,) = counts
            parts = sorted({place % count + 1 for place in missing})
            commands = [[*self.command, "--part", f"{number}/{count}"] for number in parts]
        names = [task.name for task in missing.values()]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        how = "; ".join(shlex.join(command) for command in commands[:NAMED])
        raise UnfinishedError(
            f"{self.out} cannot be finished: {len(names)} of {len(places)} shards are missing "
            f"({', '.join(names[:NAMED])}{more}). To play them: {how}",
            names,
        )
