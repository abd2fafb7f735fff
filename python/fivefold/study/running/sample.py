"""A sample of each experiment's games, replayed move by move on the generic path.

The playouts only tell how games end. How many actions were legal on the way, and where the rows
lay that won, is read off the first games of each experiment, played again.
"""

import itertools
import math
import time
from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np

import fivefold as ff
from fivefold._turns import options_of
from fivefold.lab.errors import StudyError
from fivefold.study.storage.layout import stored_records
from fivefold.study.tables.rows import BLOCKS, ROWS_THAT_WON, WINNERS_POINTS

from .tasks import ALONE, Answer, Hooks, Task, deliver

# The number of games that are counted by turn too: to list all turns takes long in some games.
TURN_GAMES = 20


def reads_records(task: Task) -> bool:
    """Tell whether the sample is read off the records of players' games, and so made when all are played."""
    return task.experiment.has_players


def is_late(task: Task) -> bool:
    """Return whether the sample waits for all games: it reads their records, or a stop rule ends them."""
    return reads_records(task) or task.experiment.stop is not None


def records(task: Task, count: int) -> Iterator[ff.Record]:
    """Yield the first games of an experiment, one by one."""
    experiment = task.experiment
    if experiment.rules is None:
        assert experiment.records is not None
        yield from itertools.islice(ff.records.read(experiment.records), count)
    elif reads_records(task):
        assert task.out is not None
        yield from stored_records(task.out, experiment.name, experiment.shard, count)
    else:
        result = ff.playouts(experiment.rules, count, seed=task.seed, threads=1)
        for index in range(count):
            yield result.record(index)


def picture_of(task: Task) -> str:
    """Draw the first game of an experiment for the report; empty where its record is not kept."""
    from fivefold.study.report.games import game_figure

    if reads_records(task) and not task.experiment.save_records:
        return ""
    return game_figure(task.experiment, next(records(task, 1)))


def play_sample(task: Task, hooks: Hooks = ALONE) -> Answer:
    """Replay the sample of an experiment, write its table, and draw a game of it."""
    began = time.perf_counter()
    with hooks.slot or nullcontext():
        rows, meaning = [], ""
        for number, record in enumerate(records(task, task.experiment.sampled)):
            if hooks.on_progress is not None and (number < TURN_GAMES or number % 8 == 0):
                hooks.on_progress(task, 0)
            row, meaning = replay(record, number < TURN_GAMES)
            rows.append({"experiment": task.experiment.name, "sampled_game": number, **row})
        import pyarrow as pa

        from fivefold.study.tables.parquet import packed
        from fivefold.study.tables.sample import schema

        about = {"marked": meaning, "study": task.fingerprint}
        table = pa.Table.from_pylist(rows, schema=schema().with_metadata(about))
        files = {task.sample_name: packed(table)}
        picture = picture_of(task)
    return deliver(task, files, seconds=time.perf_counter() - began, picture=picture)


def replay(record: ff.Record, by_turn: bool) -> tuple[dict[str, object], str]:
    """Count what was legal at each decision of a seat; also what `marked` means in the row."""
    counts = record.legal_counts()
    if not len(counts):
        raise StudyError("a game without a decision cannot be sampled")
    marked, meaning = _marked(record)
    rows, columns = record.rules.board_shape
    turns = options_of(record, "turn") if by_turn else []
    return {
        "rows": rows,
        "columns": columns,
        "decisions": len(counts),
        "branching": int(counts.sum()) / len(counts),
        "log10_tree": math.fsum(map(math.log10, counts.tolist())),
        "turn_branching": sum(turns) / len(turns) if turns else None,
        "turn_log10_tree": math.fsum(map(math.log10, turns)) if turns else None,
        "marked": marked,
    }, meaning


def _marked(record: ff.Record) -> tuple[list[int], str]:
    """Return the points that a picture of the experiment shows, and what they are."""
    board, info = record.position.board, record.rules.info
    if blocks := len(info.board.blocks):
        return [int(stop) for stop in np.flatnonzero(board[-blocks:].any(axis=0))], BLOCKS
    outcome = record.outcome
    if outcome is None or not outcome.winners:
        return [], ROWS_THAT_WON
    if info.scored:
        return [int(p) for p in np.flatnonzero(board == outcome.winners[0] + 1)], WINNERS_POINTS
    return sorted({int(point) for line in outcome.lines for point in line}), ROWS_THAT_WON
