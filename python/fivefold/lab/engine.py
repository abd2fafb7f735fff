"""The engine: plays what a schedule asks for, here or through an executor, and keeps it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import attrgetter
from os import PathLike
from time import perf_counter
from typing import Any, ClassVar, TypedDict, Unpack

from fivefold._arguments import check_options, whole
from fivefold._core import Rules
from fivefold._guard import guarded
from fivefold._progress import ProgressLike, Report, make_progress
from fivefold.players import NativePlayer

from .jobs import give_out, in_order
from .playing import check_faults, play_specs
from .rows import RowStore
from .spec import GameSpec, Row
from .workers import check_executor

__all__ = ["Engine", "RunOptions", "Schedule", "run"]

TOGETHER = 32
"""Pieces of players in Rust that are played at once, so that all cores have something to do."""
LONG_ENOUGH = 2.0
"""Seconds that a chunk should take: no more is lost when the process is killed."""
MAX_CHUNK = 8192
LIGHT: Any = None
"""Stands for what need not be sent back."""


class RunOptions(TypedDict, total=False):
    """Where games are played and kept: options of `run` and of everything that uses it, as a dict or by name.

    Attributes
    ----------
    threads : int, optional
        Threads for players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Executor that plays the games, pairs or tables. Work that it loses is submitted again.
    out : path, optional
        A folder or a URL where each game is kept as soon as it is played. The same call resumes after an
        interruption or a failed player. At the end the reports are written there.
    progress : bool or callable, optional
        Show how much is done, or call with (done, total); by default in a terminal or notebook, after two
        seconds.

    Examples
    --------
    >>> import fivefold as ff
    >>> here: ff.lab.RunOptions = {"threads": 1, "progress": False}
    >>> ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=2, **here).score
    1.0
    """

    threads: int | None
    executor: Any
    out: str | PathLike[str] | None
    progress: ProgressLike


def read_options(function: str, options: RunOptions) -> RunOptions:
    """Refuse options that a function does not have, and those that are out of range."""
    check_options(function, options, RunOptions)
    check_executor(options.get("executor"))
    if (threads := options.get("threads")) is not None:
        whole(threads, "threads", 1)
    return options


class Schedule(ABC):
    """Decides which games are played next; a new kind of experiment needs nothing else.

    See Also
    --------
    run : plays the games of a schedule.

    Examples
    --------
    >>> import fivefold as ff
    >>> class UntilSomebodyWins(ff.lab.Schedule):
    ...     def __init__(self, player, rules):
    ...         self.players, self.rules = (ff.players.make(player),) * rules.num_players, rules
    ...
    ...     def next(self, rows):
    ...         if rows and rows[-1].winners:
    ...             return []
    ...         return [ff.lab.GameSpec(self.players, self.rules.start(), len(rows), len(rows))]
    >>> rows = ff.lab.run(UntilSomebodyWins("random", ff.rules("freestyle", size=9)))
    >>> [bool(row.winners) for row in rows]
    [True]
    """

    unit: int = 1
    """Games that belong together, such as the two of a pair; 0: all of a series, and series are counted."""
    total: int = 0
    """Games at most, for the line of progress."""
    pace: float = 0.0
    """Seconds of games that are played at a time where none is kept; 0: all that are asked for."""
    timed: bool = False
    """Whether each game says how many seconds each seat used."""
    folder: ClassVar[type[RowStore]] = RowStore
    """How games are kept."""

    @abstractmethod
    def next(self, rows: Sequence[Row]) -> Sequence[GameSpec]:
        """Return which games are played next.

        Parameters
        ----------
        rows : sequence of Row
            All games so far, in the order in which they were requested.

        Returns
        -------
        sequence of GameSpec
            The games of a series are numbered from 0 without gaps. An empty sequence ends the experiment.
        """

    def look(self, rows: Sequence[Row]) -> None:  # noqa: B027 most take every game
        """Receive games that have just been played; an error raised here ends the experiment.

        Parameters
        ----------
        rows : sequence of Row
            The new games.
        """

    def describe(self) -> dict[str, Any]:
        """Describe the experiment, but not its number of games; a folder with another one is refused.

        Returns
        -------
        dict
            Data that JSON can hold.
        """
        return {"fivefold": type(self).__name__}

    def reports(self) -> Mapping[str, str]:
        """Return the reports that are written into the folder at the end.

        Returns
        -------
        dict of str to str
            Their texts by file name.
        """
        return {}

    def piece(self, spec: GameSpec) -> str:
        """Name a piece of work, for messages.

        Parameters
        ----------
        spec : GameSpec
            Its first game.

        Returns
        -------
        str
            The name, such as ``"game 3"``.
        """
        return f"game {spec.number}"


@dataclass
class Engine:
    """How games are played."""

    threads: int | None = None  # threads for players that run in Rust
    executor: Any = None  # executor that plays the games
    faults: str = "raise"  # what happens when a player fails
    timed: bool = False  # whether each game says how many seconds each seat used; then each is played
    # Games that cannot come out differently: they are played once.
    known: dict[Hashable, Row] = field(default_factory=dict)

    def pieces(
        self,
        pieces: Sequence[Sequence[GameSpec]],
        what: str,
        names: Sequence[str],
        progress: Report | None = None,
    ) -> Generator[tuple[int, list[Row]]]:
        """Play pieces of work, and give each with its number when it is done."""
        keys = [[None if self.timed else spec.certain for spec in piece] for piece in pieces]
        if not any(key is not None for own in keys for key in own):
            yield from self._out(pieces, what, names, progress)
            return
        done: list[dict[int, Row] | None] = [None] * len(pieces)
        claimed, todo = set(self.known), {}
        for number, own in enumerate(keys):
            places = []
            for at, key in enumerate(own):
                if key is None or key not in claimed:
                    places.append(at)
                    claimed.add(key)
            if places:
                todo[number] = places
            else:
                done[number] = {}
        due = list(todo)
        work = [[pieces[number][at] for at in todo[number]] for number in due]
        results = self._out(work, what, [names[number] for number in due], progress)
        waiting = list(range(len(pieces)))
        while waiting:
            for number in list(waiting):
                fresh = done[number]
                if fresh is not None and all(key is None or key in self.known for key in keys[number]):
                    waiting.remove(number)
                    rows = [
                        fresh[at] if key is None else self.known[key] for at, key in enumerate(keys[number])
                    ]
                    again = zip(rows, pieces[number], strict=True)
                    yield (
                        number,
                        [row if row.spec is spec else row._replace(spec=spec) for row, spec in again],
                    )
            for index, rows in islice(results, 1):
                fresh = done[due[index]] = dict(zip(todo[due[index]], rows, strict=True))
                for at, row in fresh.items():
                    if (key := keys[due[index]][at]) is not None:
                        self.known[key] = row

    def _out(
        self, work: Sequence[Sequence[GameSpec]], what: str, names: Sequence[str], progress: Report | None
    ) -> Iterator[tuple[int, list[Row]]]:
        """Play pieces here, those of players in Rust side by side, or through the executor."""
        if self.executor is not None:
            jobs = [(piece, self.faults, 1) for piece in work]
            for at, rows in give_out(self.executor, play_lightly, jobs, what, names):
                yield at, [row._replace(spec=spec) for row, spec in zip(rows, work[at], strict=True)]
            return
        for group in groups_of(work):
            specs = [spec for at in group for spec in work[at]]
            played = iter(play_specs(specs, self.faults, self.threads, self.timed, progress))
            for at in group:
                yield at, [next(played) for _ in work[at]]

    def play(
        self,
        specs: Sequence[GameSpec],
        size: int = 0,
        name: Callable[[GameSpec], str] = str,
        progress: Report | None = None,
    ) -> list[Row]:
        """Play games in order, through an executor in pieces of `size`."""
        if self.executor is None:
            size = max(len(specs), 1)
        pieces = [specs[begin : begin + size] for begin in range(0, len(specs), size)]
        results = self.pieces(pieces, "game", [name(piece[0]) for piece in pieces], progress)
        return [row for rows in in_order(results) for row in rows]


def groups_of(work: Sequence[Sequence[GameSpec]]) -> Iterator[list[int]]:
    """Divide pieces into groups that are played at once: of one kind of rules, all players in Rust.

    Other players are asked for one piece at a time: engines think about one game at a time anyway.
    """
    groups: list[tuple[Rules, list[int]]] = []
    for at, piece in enumerate(work):
        spec = piece[0]
        if spec.clock is not None or not all(isinstance(player, NativePlayer) for player in spec.players):
            yield [at]
            continue
        group = next((one for rules, one in groups if rules == spec.rules and len(one) < TOGETHER), None)
        if group is None:
            group = []
            groups.append((spec.rules, group))
        group.append(at)
    for _, group in groups:
        yield group


def play_lightly(specs: Sequence[GameSpec], faults: str, threads: int | None) -> list[Row]:
    """Play games for another process, which knows what it asked for."""
    return [row._replace(spec=LIGHT) for row in play_specs(specs, faults, threads)]


def run(schedule: Schedule, *, faults: str = "raise", **options: Unpack[RunOptions]) -> list[Row]:
    """Play the games of a schedule until it returns no more.

    Parameters
    ----------
    schedule : Schedule
        Says which games are played next.
    faults : {"raise", "lose"}, optional
        What happens when a player fails: an error that names player and game, or the game is lost.
    **options
        Those of `RunOptions`.

    Returns
    -------
    list of Row
        All games, in the order in which they were requested.

    Raises
    ------
    FivefoldError
        A player has failed, or the folder holds something else or is damaged.

    Examples
    --------
    See `Schedule`.
    """
    read_options("run", options)
    check_faults(faults)
    engine = Engine(options.get("threads"), options.get("executor"), faults, schedule.timed)
    report, out = make_progress(options.get("progress")), options.get("out")
    keep = None if out is None else schedule.folder(out, schedule.describe())
    return drive(schedule, engine, keep, report)


def drive(schedule: Schedule, engine: Engine, keep: RowStore | None, report: Report) -> list[Row]:
    """Play what a schedule asks for until it asks for no more, and write its reports."""
    rows: list[Row] = []
    with nullcontext() if keep is None else keep.alone():
        while specs := list(schedule.next(rows)):
            if not schedule.unit:
                rows += in_series(specs, engine, schedule, keep, report)
                continue
            if keep is not None:
                stored = keep.find(specs)
                rows += stored
                specs = specs[len(stored) :]
                if stored:
                    report(len(rows), schedule.total)
            units = 1 if keep or schedule.pace else MAX_CHUNK
            for played in in_chunks(specs, engine, schedule, units):
                schedule.look(played)
                if keep is not None:
                    keep.add(played)
                rows += played
                report(len(rows), schedule.total)
        if keep is not None:
            for name, text in schedule.reports().items():
                keep.write(name, text)
    return rows


def in_series(
    specs: Sequence[GameSpec], engine: Engine, schedule: Schedule, keep: RowStore | None, report: Report
) -> list[Row]:
    """Play series of games side by side; each is kept when it is over."""
    pieces = [list(games) for _, games in groupby(specs, attrgetter("series"))]
    rows = [[] if keep is None else keep.find(piece) for piece in pieces]
    due = [at for at, piece in enumerate(pieces) if len(rows[at]) < len(piece)]
    done = len(pieces) - len(due)
    if done:
        report(done, len(pieces))
    work = [pieces[at][len(rows[at]) :] for at in due]
    # However it ends, workers are left before the folder is.
    with closing(engine.pieces(work, "game", [schedule.piece(piece[0]) for piece in work])) as results:
        for number, played in results:
            schedule.look(played)
            if keep is not None:
                keep.add(played)
            rows[due[number]] += played
            done += 1
            report(done, len(pieces))
    return [row for piece in rows for row in piece]


def in_chunks(
    specs: Sequence[GameSpec], engine: Engine, schedule: Schedule, units: int
) -> Iterator[list[Row]]:
    """Play games in chunks of some seconds each."""
    first, longest = 0, schedule.pace or LONG_ENOUGH
    while first < len(specs):
        chunk = specs[first : first + units * schedule.unit]
        began = perf_counter()
        played = engine.play(chunk, max(schedule.unit, len(chunk) // 64), schedule.piece)
        took = perf_counter() - began
        yield played
        first += len(chunk)
        if took < longest / 2:
            units = min(2 * units, MAX_CHUNK)
        elif took > longest:
            units = max(units // 2, 1)


guarded(globals())
