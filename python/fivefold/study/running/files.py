"""The folder of a study while it is played: whose it is, what of it is whole, and what is written there."""

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fivefold._progress import amount
from fivefold.lab.errors import DiskError, StudyError
from fivefold.lab.rows import RowStore
from fivefold.study.storage.digests import DAMAGED, DIGESTS, UNVERIFIED, UNWRITTEN, WHOLE, Digests, digest
from fivefold.study.storage.layout import LOG, REPORT, STATE, SUMMARY, file_names
from fivefold.study.storage.state import Claim, claim, state_of, state_text

from .shards import played, sampled
from .stopping import Stops
from .tasks import Answer, Piece, Played

if TYPE_CHECKING:
    from .sweep import Sweep

# What is made of all games, and made again for others.
REMADE = (f"{SUMMARY}.parquet", f"{SUMMARY}.csv", REPORT)


class Files(RowStore):
    """Keeps the shards of a study, as `RowStore` does games: by their digests, and adds new ones."""

    def __init__(self, sweep: "Sweep") -> None:
        self.sweep, self.folder, self.config = sweep, sweep.out, sweep.config
        self.claimed, self.names = Claim(), list[str]()
        self.states: dict[str, str] = {}
        self.whole: set[str] = set()
        self.new: dict[str, str] = {}
        self.began = 0.0

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """See `RowStore`; parts of a study may be played at once. Its files are checked by their digests."""
        sweep = self.sweep
        with self.folder.locked(shared=sweep.part is not None) as writable:
            self.digests = Digests(self.folder, sweep.part)
            state = sweep.describe()
            self.claimed, self.names = claim(self.folder, state), file_names(state)
            if writable and not sweep.part:
                self.folder.remove_leftovers([*self.names, DIGESTS])
            mine = [name for task in sweep.shards for name in task.names]
            mine += [task.sample_name for task in sweep.firsts]
            self.states = self.digests.states(mine if sweep.part else self.names, sweep.threads)
            self.whole = {name for name, what in self.states.items() if what == WHOLE}
            try:
                yield
            except KeyboardInterrupt:
                with contextlib.suppress(DiskError):
                    self.note("stopped by Ctrl-C")
                raise
            if self.began:
                self.digests.rewrite(self.names)
                self.note(f"summary and report in {time.monotonic() - self.began:.2f} s")

    def find(self, specs: Sequence[Any]) -> list[Any]:
        """See `RowStore`; the counts of a shard that is there are added."""
        job: Piece = specs[0]
        if not self.whole.issuperset(job.names):
            return []
        if job.names == (job.task.sample_name,):
            return [] if sampled(job.task) is None else [Played(job)]
        tally = played(job.task)
        if tally is None:
            return []
        self.sweep.count(job.task, tally)
        return [Played(job)]

    def add(self, rows: Sequence[Any]) -> None:
        """See `RowStore`; what a worker has written itself is there already."""
        for row in rows:
            answer: Answer = row.answer
            for name, data in answer.data.items():
                self.folder.write(name, data)
            self.new.update(answer.digests)
            if answer.tally is not None:
                task = row.piece.task
                self.note(
                    f"{task.experiment.name} shard {task.number}: {amount(task.games)} games "
                    f"in {answer.seconds:.2f} s"
                )
            row.answer = None

    def write(self, name: str, text: Any) -> None:
        """See `RowStore`."""
        self.folder.write(name, text)
        self.digests.known[name] = digest(text)

    def note(self, text: str) -> None:
        """Add a line to `study.log`, the only place of a study that knows time."""
        # Nobody needs it so much that a study should stop for it.
        with contextlib.suppress(OSError, StudyError):
            self.folder.append(LOG, f"{datetime.now():%Y-%m-%d %H:%M:%S}  {text}\n".encode(), sync=False)

    def keep_digests(self) -> None:
        """Write the digests of what has come since."""
        new, self.new = self.new, {}
        self.digests.add(new)

    def is_reported(self, stops: Stops) -> bool:
        """Return whether everything is whole and as the study ended."""
        if self.claimed.mended or self.digests.parts:
            return False
        ended = state_of(self.config, stops.played())
        is_reported = self.folder.read(STATE) == state_text(ended) and self.whole.issuperset(
            file_names(ended)
        )
        return is_reported and not stops.needless_files(self.folder)

    def tell(self, plays: bool, aloud: bool) -> None:
        """Name what is damaged, on stderr too if `aloud`, and keep the digests of what stays."""
        # Compared with the configuration already, which says more than a digest.
        self.states[STATE] = DAMAGED if self.claimed.mended else WHOLE
        for name, what in self.states.items():
            if what not in (WHOLE, UNWRITTEN) and not (name in REMADE and what == UNVERIFIED):
                text = f"{name} is {what}: it is made again"
                self.note(text)
                if aloud:
                    print(text, file=sys.stderr)
        if not self.sweep.part:
            self.digests.known[STATE] = digest(self.folder.read(STATE))
            if plays:
                # Of a study with fewer games they would pass for those of this one.
                for name in REMADE:
                    self.digests.known.pop(name, None)
            self.digests.rewrite(self.names)
        if self.claimed.extended:
            self.note(f"the study is extended to {amount(self.sweep.total)} games")

    def end(self, stops: Stops) -> None:
        """Take the experiments with stop rules as they have ended: tell it, and remove what lies beyond."""
        for name in stops.needless_files(self.folder):
            self.folder.remove(name)
            self.digests.known.pop(name, None)
        state = state_of(self.config, stops.played())
        self.write(STATE, state_text(state))
        self.names = file_names(state)
        for name, course in stops.courses.items():
            if course.end != course.experiment.shards:
                self.note(f"{name} ends after {amount(course.total.games)} games by its stop rule")

    def finish(self) -> None:
        """Begin with summary and report; what workers were writing when they were killed is removed."""
        self.began = time.monotonic()
        self.folder.remove_leftovers(self.names)
