"""Play one shard and write its file. A shard depends on the configuration and its number alone."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import fivefold as ff

from .errors import StudyError
from .experiment import Experiment
from .files import write_whole
from .tables import ENDINGS, NO_ACTION, constant, file_name, named, schema, sole_winner, texts, to_parquet
from .tally import Tally


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
    seats, first_moves : int
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
    seats: int
    first_moves: int
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
        return self.out / file_name(self.experiment, self.number)


def play_shard(task: Task, pulse: Callable[[Task, int], None] | None = None) -> tuple[Tally, float]:
    """Play a shard and write its file.

    Parameters
    ----------
    task : Task
        What to do.
    pulse : callable, optional
        Hears every tenth of a second or so how many games of the task are played; may raise
        `Stopped`.

    Returns
    -------
    tuple of Tally and float
        The counts, and the seconds that it took.
    """
    began = time.perf_counter()

    def beat(done: int, _total: int = 0) -> None:
        if pulse is not None:
            pulse(task, done)

    table, tally = (_recorded if task.experiment.rules is None else _random)(task, beat)
    data = to_parquet(table, tally, task.fingerprint)
    beat(task.games)
    write_whole(task.path, memoryview(data))
    return tally, time.perf_counter() - began


def _table(task: Task, columns: dict[str, Any], returns: np.ndarray) -> pa.Table:
    """Put the columns in order, `returns` seat by seat; what the game does not have is null."""
    rows = task.games
    fields = schema(task.seats, task.first_moves)
    missing = np.isnan(returns)
    for seat, column in enumerate(returns):
        columns[f"return_{seat}"] = pa.array(column, mask=missing[seat] if missing.any() else None)
    for field in fields:
        if field.name not in columns:
            words = pa.types.is_dictionary(field.type)
            columns[field.name] = constant(None, rows) if words else pa.nulls(rows, field.type)
    return pa.table([columns[name] for name in fields.names], schema=fields)


def _random(task: Task, beat: Callable[[int, int], None]) -> tuple[pa.Table, Tally]:
    rules = task.experiment.rules
    assert rules is not None
    kept = task.experiment.first_moves
    result = ff.playouts(
        rules,
        task.games,
        seed=task.seed,
        first=task.first,
        threads=task.threads,
        progress=beat,
        first_actions=kept,
    )
    winner = sole_winner(result.winners, bool(rules.options.get("teams")))
    columns = {
        "experiment": constant(task.experiment.name, task.games),
        "game": pa.array(np.arange(task.first, task.first + task.games)),
        "seed": pa.array(result.seeds),
        "winner": pa.array(winner, mask=winner < 0),
        "termination": pa.array(result.termination),
        "ending": named(result.termination, [ENDINGS.get(number) for number in range(max(ENDINGS) + 1)]),
        "turns": pa.array(result.turns),
        "actions": pa.array(result.actions),
    }
    for number, column in enumerate(_first_moves(rules, result.first_actions), 1):
        columns[f"move_{number}"] = column
    returns = np.ascontiguousarray(result.returns.T)
    tally = Tally.of(winner, result.termination, result.turns, result.actions, returns)
    return _table(task, columns, returns), tally


def _first_moves(rules: ff.Rules, actions: np.ndarray) -> list[pa.DictionaryArray]:
    """Give the first actions as moves in notation, a column each."""
    start = rules.start(seed=0)
    if start.board.dtype == np.int8:
        # On a grid the text of an action is the same in every position (but for Pagoda's marks of
        # captures, which come later), wherever the neutral stones lie.
        names: list[str | None] = [start.move(action) for action in range(rules.num_actions)]
        return [named(column, names) for column in actions.T]
    columns = []
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
        texts_of = texts(column)
        indices = texts_of.indices.take(pa.array(which.reshape(-1)))
        columns.append(pa.DictionaryArray.from_arrays(indices, texts_of.dictionary))
    return columns


def _recorded(task: Task, beat: Callable[[int, int], None]) -> tuple[pa.Table, Tally]:
    """Replay recorded games; reading refuses a game that breaks a rule or ends otherwise."""
    experiment = task.experiment
    assert experiment.records is not None
    records = itertools.islice(ff.records.read(experiment.records), task.first, task.first + task.games)
    rows, moves = [], []
    for number, record in enumerate(records):
        if number % 64 == 0:
            beat(number, task.games)
        rows.append(row_of(record))
        moves.append(record.moves[: experiment.first_moves])
    if len(rows) != task.games:
        raise StudyError(f"{experiment.records} has changed while the study ran")
    seats = max(len(row["returns"]) for row in rows)
    returns = np.full((seats, len(rows)), np.nan, np.float32)
    for number, row in enumerate(rows):
        returns[: len(row["returns"]), number] = row["returns"]
    winner = np.array([row["winner"] for row in rows], np.int64)
    numbers = {name: np.array([row[name] for row in rows]) for name in ("termination", "turns", "actions")}
    columns = {
        "experiment": constant(experiment.name, task.games),
        "game": pa.array(np.arange(task.first, task.first + task.games)),
        "source": texts([row["source"] or experiment.preset for row in rows]),
        "winner": pa.array(winner.astype(np.int8), mask=winner < 0),
        "termination": pa.array(numbers["termination"].astype(np.uint8)),
        "ending": texts([ENDINGS.get(row["termination"], "unfinished") for row in rows]),
        "turns": pa.array(numbers["turns"].astype(np.uint16)),
        "actions": pa.array(numbers["actions"].astype(np.uint16)),
    }
    for number in range(experiment.first_moves):
        columns[f"move_{number + 1}"] = texts(
            [game[number] if number < len(game) else None for game in moves]
        )
    tally = Tally.of(winner, numbers["termination"], numbers["turns"], numbers["actions"], returns)
    return _table(task, columns, returns), tally


def row_of(record: ff.Record) -> dict[str, Any]:
    """Give what the table says about a recorded game.

    Parameters
    ----------
    record : Record
        The game; an unfinished one has termination 0 and no winner.
    """
    outcome = record.outcome
    bits = np.array([sum(1 << seat for seat in outcome.winners) if outcome else 0], np.uint8)
    return {
        "source": record.metadata.get("source"),
        "winner": int(sole_winner(bits, bool(record.rules.options.get("teams")))[0]),
        "returns": record.returns,
        "termination": int(outcome.termination) if outcome else 0,
        "turns": record.position.turns,
        "actions": len(record),
    }
