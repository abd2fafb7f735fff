"""Play one shard and write its file. A shard depends on the configuration and its number alone."""

import itertools
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

import numpy as np

import fivefold as ff
from fivefold.study.errors import StudyError
from fivefold.study.storage.digests import digest
from fivefold.study.storage.files import atomic
from fivefold.study.tables.columns import (
    ENDINGS,
    NO_ACTION,
    Cells,
    Table,
    columns,
    texts,
)
from fivefold.study.tables.rows import row_of, winner_words
from fivefold.study.tables.tally import Tally

from .tasks import ALONE, Hooks, Task

# Where seats are numbered, more than any game has.
NOBODY = 8


def played(task: Task) -> Tally | None:
    """Give the counts of a shard whose file is there, whole and of this study; None if it is not."""
    if not task.path.exists():
        return None
    from fivefold.study.tables.parquet import shard_tally

    return shard_tally(task.path, task.fingerprint, task.games)


def sampled(task: Task) -> Any:
    """Give the sample of an experiment as a pyarrow table; None if it is not whole and of this study."""
    if not task.sample_path.exists():
        return None
    from fivefold.study.tables.sample import read_sample

    return read_sample(task.sample_path, task.fingerprint)


def play_shard(task: Task, hooks: Hooks = ALONE) -> tuple[Tally, float, str]:
    """Play a shard and write its file.

    Parameters
    ----------
    task : Task
        What to do.
    hooks : Hooks, optional
        Who hears of it, and the slot of a core.

    Returns
    -------
    tuple of Tally, float and str
        The counts, the seconds that it took, and the digest of the file.
    """

    def beat(done: int, _total: int = 0) -> None:
        if hooks.pulse is not None:
            hooks.pulse(task, done)

    # The slot is given up first; the disk is waited for then.
    with atomic(task.path) as aside, hooks.slot or nullcontext():
        began = time.perf_counter()
        table, seats = (_recorded if task.experiment.rules is None else _random)(task, beat)
        # Loads pyarrow, which a study does beside its first games.
        import pyarrow as pa

        from fivefold.study.tables.parquet import to_parquet

        for column in columns(task.fields):
            table.setdefault(column.name, Cells(None))
        sink = pa.BufferOutputStream()
        tally = to_parquet(sink, table, task.games, seats, task.fields, task.fingerprint)
        data = memoryview(sink.getvalue())
        value = digest(data)
        aside.write_bytes(data)
        beat(task.games)
    return tally, time.perf_counter() - began, value


def _table(task: Task, termination: np.ndarray, returns: np.ndarray) -> Table:
    """Give the columns that all games have; `returns` has a row a game."""
    return {
        "experiment": Cells(task.experiment.name),
        "game": Cells(task.first),
        "termination": Cells(termination),
        "ending": Cells(termination, ENDINGS),
        **{f"return_{seat}": Cells(column) for seat, column in enumerate(np.ascontiguousarray(returns.T))},
    }


def _random(task: Task, beat: Callable[[int, int], None]) -> tuple[Table, int]:
    rules = task.experiment.rules
    assert rules is not None
    result = ff.playouts(
        rules,
        task.games,
        seed=task.seed,
        first=task.first,
        threads=task.threads,
        progress=beat,
        first_actions=task.experiment.first_moves,
    )
    moves = enumerate(_first_moves(rules, result.first_actions), 1)
    table = {
        **_table(task, result.termination, result.returns),
        "seed": Cells(result.seeds),
        "winner": Cells(result.winners, winner_words(rules.info.sides)),
        "turns": Cells(result.turns),
        "actions": Cells(result.actions),
        **{f"move_{number}": cells for number, cells in moves},
    }
    return table, rules.num_players


@lru_cache(64)
def _names(rules: ff.Rules) -> list[str]:
    """Give the moves of a game on a grid in notation, by action."""
    start = rules.start(seed=0)
    return [start.move(action) for action in range(rules.num_actions)]


def _first_moves(rules: ff.Rules, actions: np.ndarray) -> list[Cells]:
    """Give the first actions as moves in notation, a column each."""
    start = rules.start(seed=0)
    if isinstance(rules.info.board, ff.GridInfo):
        # On a grid the text of an action is the same in every position (but for Pagoda's marks of
        # captures, which come later), wherever the neutral stones lie.
        return [Cells(column, _names(rules)) for column in np.ascontiguousarray(actions.T, np.int32)]
    cells = []
    positions = {(): start}
    for number in range(actions.shape[1]):
        # On the star the text tells what stands there: it is read off each way to begin.
        ways, which = np.unique(actions[:, : number + 1], axis=0, return_inverse=True)
        column: list[str | None] = []
        for way in map(tuple, ways.tolist()):
            before = positions.get(way[:-1])
            if before is None or way[-1] == NO_ACTION:
                column.append(None)
                continue
            column.append(before.move(way[-1]))
            positions[way] = before.play(way[-1])
        cells.append(texts(column, which.reshape(-1)))
    return cells


def _recorded(task: Task, beat: Callable[[int, int], None]) -> tuple[Table, int]:
    """Replay recorded games; reading refuses a game that breaks a rule or ends otherwise."""
    experiment = task.experiment
    assert experiment.records is not None
    records = itertools.islice(ff.records.read(experiment.records), task.first, task.first + task.games)
    rows, moves = [], []
    try:
        for number, record in enumerate(records):
            if number % 64 == 0:
                beat(number, task.games)
            rows.append(row_of(record))
            moves.append(record.moves[: experiment.first_moves])
    except OSError as error:
        raise StudyError(f"{experiment.records} cannot be read: {error.strerror or error}") from error
    if len(rows) != task.games:
        raise StudyError(f"{experiment.records} has changed while the study ran")
    seats = max(len(row["returns"]) for row in rows)
    returns = np.full((len(rows), seats), np.nan, np.float32)
    for number, row in enumerate(rows):
        returns[number, : len(row["returns"])] = row["returns"]
    winner = np.array([NOBODY if row["winner"] is None else row["winner"] for row in rows], np.uint8)
    table = {
        **_table(task, np.array([row["termination"] for row in rows], np.uint8), returns),
        "source": texts([row["source"] or experiment.preset for row in rows]),
        "winner": Cells(winner, [*range(NOBODY), None]),
        "turns": Cells(np.array([row["turns"] for row in rows], np.uint16)),
        "actions": Cells(np.array([row["actions"] for row in rows], np.uint16)),
    }
    for number in range(experiment.first_moves):
        column = [game[number] if number < len(game) else None for game in moves]
        table[f"move_{number + 1}"] = texts(column)
    return table, seats
