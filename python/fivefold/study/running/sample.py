"""A sample of each experiment's games, replayed move by move on the generic path.

The playouts only tell how games end. How many actions were legal on the way, and where the rows
lay that won, is read off the first games of each experiment, played again.
"""

import itertools
import math
from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np

import fivefold as ff
from fivefold.study.errors import StudyError
from fivefold.study.storage.digests import digest
from fivefold.study.storage.files import write_whole
from fivefold.study.tables.rows import BLOCKS, ROWS_THAT_WON, WINNERS_POINTS

from .tasks import ALONE, Hooks, Task


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


def play_sample(task: Task, hooks: Hooks = ALONE) -> tuple[str, str]:
    """Replay the sample of an experiment, write its table, and draw a game of it.

    Parameters
    ----------
    task : Task
        Any shard of the experiment.
    hooks : Hooks, optional
        Who hears of it, of no games; and the slot of a core.

    Returns
    -------
    tuple of str and str
        The picture of a game for the report, and the digest of the file.
    """
    with hooks.slot or nullcontext():
        rows, meaning = [], ""
        for number, record in enumerate(records(task)):
            if hooks.pulse is not None and number % 8 == 0:
                hooks.pulse(task, 0)
            row, meaning = _replay(record)
            rows.append({"experiment": task.experiment.name, "sampled_game": number, **row})
        import pyarrow as pa
        import pyarrow.parquet as pq

        from fivefold.study.report.games import game_figure
        from fivefold.study.tables.sample import schema

        about = {"marked": meaning, "study": task.fingerprint}
        table = pa.Table.from_pylist(rows, schema=schema().with_metadata(about))
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        data = memoryview(sink.getvalue())
        write_whole(task.sample_path, data)
        return game_figure(task.experiment, task.seed), digest(data)


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
