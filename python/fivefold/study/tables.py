"""The table of games: one row a game, one file a shard, the same columns throughout a study."""

import base64
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from fivefold import _core

from .columns import Table, columns, shard_paths
from .errors import StudyError
from .state import read_state
from .tally import Tally

# Where a shard keeps its counts, so that a summary reads the ends of the files only.
TALLY_KEY = b"fivefold.tally"
STUDY_KEY = b"fivefold.study"
TEXT = pa.dictionary(pa.int32(), pa.string())
TYPES = {"text": TEXT, "float": pa.float32()}


@cache
def schema(seats: int, first_moves: int) -> pa.Schema:
    """Give the columns of a table of games as pyarrow sees them.

    Parameters
    ----------
    seats : int
        How many columns `return_k`.
    first_moves : int
        How many columns `move_k`.
    """
    return pa.schema(
        [
            pa.field(name, TYPES.get(kind) or pa.type_for_alias(kind), nullable)
            for name, kind, nullable in columns(seats, first_moves)
        ]
    )


def to_parquet(
    table: Table, games: int, seats: int, fields: tuple[int, int], fingerprint: str
) -> tuple["np.ndarray[Any, Any]", Tally]:
    """Write a table as Parquet into memory.

    Parameters
    ----------
    table : dict of str to Cells
        Rows of one experiment, in the order of the games.
    games : int
        How many rows.
    seats : int
        How many columns `return_k` the experiment fills.
    fields : tuple of int and int
        What `schema` takes: the columns of the study.
    fingerprint : str
        The study that they belong to.

    Returns
    -------
    tuple of ndarray of uint8 and Tally
        The file, and the counts of the games, which stand in it too.
    """
    given = [(name, kind, nullable, *table[name]) for name, kind, nullable in columns(*fields)]
    tally = Tally()

    def about(counts: list[Any]) -> list[tuple[bytes, bytes]]:
        nonlocal tally
        tally = Tally.of(games, seats, table, dict(zip([name for name, *_ in given], counts, strict=True)))
        return [
            (TALLY_KEY, json.dumps(tally.to_dict()).encode()),
            (STUDY_KEY, fingerprint.encode()),
            # Tells pyarrow which texts it shall give as dictionaries.
            (b"ARROW:schema", base64.b64encode(schema(*fields).serialize())),
        ]

    return _core.parquet(games, given, about), tally


def read_table(path: Path) -> pa.Table:
    """Read one file; `pyarrow.parquet.read_table` would load first all that reads whole folders."""
    with pq.ParquetFile(path) as file:
        return file.read()


def shard_tally(path: Path, fingerprint: str, rows: int) -> Tally | None:
    """Read the counts of a finished shard; None if the file is missing, damaged or another's."""
    try:
        metadata = pq.read_metadata(path)
        entries = metadata.metadata or {}
        if metadata.num_rows != rows or entries.get(STUDY_KEY) != fingerprint.encode():
            return None
        return Tally.from_dict(json.loads(entries[TALLY_KEY]))
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return None


def load(out: str | Path, columns: list[str] | None = None) -> pa.Table:
    """Load the table of games of a finished or running study.

    Parameters
    ----------
    out : str or Path
        The study's folder.
    columns : list of str, optional
        Only these columns; all by default.

    Returns
    -------
    pyarrow.Table
        One row a game, experiments in the order of the configuration, games ascending. Words
        (`experiment`, `source`, `ending`, `move_1` ...) are dictionary columns.

    Raises
    ------
    StudyError
        There is no study, or a file is damaged.

    Examples
    --------
    >>> import tempfile, fivefold.study as study
    >>> config = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 100, "sample": 2}]}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     _ = study.run(config, out)
    ...     games = study.load(out, ["game", "turns"])
    >>> games.num_rows
    100
    """
    parts = list(batches(out, columns))
    if not parts:
        raise StudyError(f"{out} holds no games yet")
    return pa.concat_tables(parts).unify_dictionaries()


def batches(out: str | Path, columns: list[str] | None = None) -> Iterator[pa.Table]:
    """Load the table of games file by file, for tables that memory does not hold.

    Parameters
    ----------
    out : str or Path
        The study's folder.
    columns : list of str, optional
        Only these columns; all by default.

    Yields
    ------
    pyarrow.Table
        The rows of one file.

    Raises
    ------
    StudyError
        There is no study, or a file is damaged.
    """
    out = Path(out)
    for path in shard_paths(out, read_state(out)):
        if not path.exists():
            continue
        try:
            yield pq.read_table(path, columns=columns, partitioning=None)
        except (OSError, pa.ArrowException) as error:
            raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None
