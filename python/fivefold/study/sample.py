"""A sample of each experiment's games, replayed move by move on the generic path.

The playouts only tell how games end. How many actions were legal on the way, and where the rows
lay that won, is read off the first games of each experiment, played again.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import fivefold as ff

from .digests import digest, sample_name
from .errors import StudyError
from .files import write_whole
from .shards import Task

if TYPE_CHECKING:
    import pyarrow as pa

# What `marked` holds, stored with the table.
ROWS_THAT_WON = "points of the rows that won"
WINNERS_POINTS = "points that the winner holds at the end"
BLOCKS = "stops that hold a block at the end"


def schema() -> "pa.Schema":
    """Give the columns of a sample's table."""
    import pyarrow as pa

    from .tables import TEXT

    return pa.schema(
        [
            pa.field("experiment", TEXT),
            pa.field("sampled_game", pa.int64()),
            pa.field("rows", pa.int32()),
            pa.field("columns", pa.int32()),
            pa.field("decisions", pa.int32()),
            pa.field("branching", pa.float64()),
            pa.field("log10_tree", pa.float64()),
            pa.field("marked", pa.list_(pa.uint16())),
        ]
    )


def records(task: Task) -> Iterator[ff.Record]:
    """Give the sampled games of an experiment, one by one.

    Parameters
    ----------
    task : Task
        Any shard of the experiment.
    """
    experiment = task.experiment
    if experiment.rules is None:
        assert experiment.records is not None
        yield from itertools.islice(ff.records.read(experiment.records), experiment.sample)
        return
    result = ff.playouts(experiment.rules, experiment.sample, seed=task.seed, threads=1)
    for index in range(experiment.sample):
        yield result.record(index)


def play_sample(
    task: Task,
    pulse: Callable[[Task, int], None] | None = None,
    turn: AbstractContextManager[Any] | None = None,
) -> tuple[str, str]:
    """Replay the sample of an experiment, write its table, and draw a game of it.

    Parameters
    ----------
    task : Task
        Any shard of the experiment.
    pulse : callable, optional
        As for `play_shard`; hears of no games.
    turn : context manager, optional
        As for `play_shard`.

    Returns
    -------
    tuple of str and str
        The picture of a game for the report, and the digest of the file.
    """
    with turn or nullcontext():
        rows, meaning = [], ROWS_THAT_WON
        for number, record in enumerate(records(task)):
            if pulse is not None and number % 8 == 0:
                pulse(task, 0)
            row, meaning = _replay(record)
            rows.append({"experiment": task.experiment.name, "sampled_game": number, **row})
        import pyarrow as pa
        import pyarrow.parquet as pq

        from .pictures import game_figure

        about = {"marked": meaning, "study": task.fingerprint}
        table = pa.Table.from_pylist(rows, schema=schema().with_metadata(about))
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        data = memoryview(sink.getvalue())
        write_whole(sample_path(task), data)
        return game_figure(task.experiment, task.seed), digest(data)


def sample_path(task: Task) -> Path:
    """Give the file of an experiment's sample."""
    return task.out / sample_name(task.experiment.name)


def read_sample(task: Task) -> "pa.Table | None":
    """Read an experiment's sample; None if it is not there, damaged or another study's."""
    if not sample_path(task).exists():
        return None
    import pyarrow as pa

    from .tables import read_table

    try:
        table = read_table(sample_path(task))
    except (OSError, pa.ArrowException):
        return None
    metadata = table.schema.metadata or {}
    return table if metadata.get(b"study") == task.fingerprint.encode() else None


def _replay(record: ff.Record) -> tuple[dict[str, object], str]:
    """Count what was legal at each decision of a seat; rolls of a die are nobody's decision."""
    counts = record.legal_counts()
    if not len(counts):
        raise StudyError("a game without a decision cannot be sampled")
    marked, meaning = _marked(record)
    rows, columns = record.rules.board_shape
    return {
        "rows": rows,
        "columns": columns,
        "decisions": len(counts),
        "branching": int(counts.sum()) / len(counts),
        "log10_tree": math.fsum(map(math.log10, counts.tolist())),
        "marked": marked,
    }, meaning


def _marked(record: ff.Record) -> tuple[list[int], str]:
    """Give the points that a picture of the experiment shows, and what they are."""
    board, info = record.position.board, record.rules.info
    if isinstance(info.board, ff.StarInfo):
        return [int(stop) for stop in np.flatnonzero(board[-2:].any(axis=0))], BLOCKS
    outcome = record.outcome
    if outcome is None or not outcome.winners:
        return [], ROWS_THAT_WON
    if info.scored:
        return [int(p) for p in np.flatnonzero(board == outcome.winners[0] + 1)], WINNERS_POINTS
    return sorted({int(point) for line in outcome.lines for point in line}), ROWS_THAT_WON
