"""The table of games: one row a game, one file a shard, the same columns throughout a study."""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from fivefold._arguments import texts
from fivefold.lab.errors import StudyError
from fivefold.lab.store import Folder, folder_at
from fivefold.study.storage.state import read_state

from .columns import Cells, Column, Fields, Table, columns
from .tally import Tally, Who

# Where a shard keeps its counts, so that a summary reads the ends of the files only.
TALLY_KEY = b"fivefold.tally"
STUDY_KEY = b"fivefold.study"
TEXT = pa.dictionary(pa.int32(), pa.string())
TYPES = {"text": TEXT, "float": pa.float32(), "count": pa.int64()}
# Numbers take few bits by their differences, which costs less than to look each up in a dictionary; returns
# have few values, which their bytes side by side show.
DELTA = ("winner", "termination", "turns", "actions", "game")


def make_schema(*columns: str) -> pa.Schema:
    """Return a schema by types and names, as in ``"string player"``."""
    return pa.schema(
        [(name, pa.type_for_alias(kind)) for kind, *names in map(str.split, columns) for name in names]
    )


def get_arrow_type(kind: str) -> pa.DataType:
    """Return the type of a column by its kind."""
    return TYPES.get(kind) or pa.type_for_alias(kind)


@cache
def schema(fields: Fields) -> pa.Schema:
    """Return the columns of a table of games as pyarrow sees them: the same in each of its files."""
    return pa.schema([pa.field(name, get_arrow_type(kind), not full) for name, kind, full in columns(fields)])


def to_parquet(
    table: Table, games: int, seats: int, fields: Fields, fingerprint: str, who: Who | None = None
) -> tuple[memoryview, Tally]:
    """Write rows of one experiment, in the order of the games, as Parquet, and count them."""
    tally = Tally.of(games, seats, table, who)
    returns = [name for name in schema(fields).names if name.startswith("return_")]
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(
        sink,
        schema(fields),
        compression={**dict.fromkeys(schema(fields).names, "none"), **dict.fromkeys(returns, "zstd")},
        compression_level=dict.fromkeys(returns, 1),
        use_dictionary=[column.name for column in columns(fields) if column.kind == "text"],
        column_encoding={
            **dict.fromkeys(DELTA, "DELTA_BINARY_PACKED"),
            **dict.fromkeys(returns, "BYTE_STREAM_SPLIT"),
        },
        write_statistics=["game"],
    ) as writer:
        writer.write_table(to_arrow(table, games, fields), games)
        writer.add_key_value_metadata({TALLY_KEY: json.dumps(tally.to_dict()), STUDY_KEY: fingerprint})
    return memoryview(sink.getvalue()), tally


def packed(table: pa.Table, compression: str = "zstd") -> memoryview:
    """Return a small table as a file of Parquet."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression=compression)
    return memoryview(sink.getvalue())


def to_arrow(table: Table, games: int, fields: Fields) -> pa.Table:
    """Return a table as pyarrow keeps it; columns that it lacks are empty."""
    arrays = [to_array(table.get(column.name, Cells(None)), column, games) for column in columns(fields)]
    return pa.Table.from_arrays(arrays, schema=schema(fields))


def to_array(cells: Cells, column: Column, rows: int) -> pa.Array:
    """Return a column as pyarrow keeps it; codes past its words stand for nothing, as those of None do."""
    values, words = cells
    kind, arrow_type = column.kind, get_arrow_type(column.kind)
    if kind == "text":
        return _texts(values, words, rows)
    if values is None:
        return pa.nulls(rows, arrow_type)
    if isinstance(values, int):
        return pa.array(np.arange(values, values + rows), arrow_type)
    missing = values < 0 if kind == "count" else np.isnan(values) if kind == "float" else None
    if words is not None:
        missing, values = _looked_up(values, words, {word: word for word in words if word is not None}, kind)
    return pa.array(values, arrow_type, mask=_some(missing))


def _texts(values: Any, words: list[Any] | None, rows: int) -> pa.DictionaryArray:
    """Return a column of texts, each stored once."""
    if isinstance(values, list):
        return pa.array(values, pa.string()).dictionary_encode()
    if words is None:
        # Without a word at all pandas would take the column for one of another type than in other files.
        codes = _zeros(rows) if values is not None else pa.nulls(rows, pa.int32())
        return pa.DictionaryArray.from_arrays(codes, pa.array([values or ""]))
    there = {word: place for place, word in enumerate(w for w in dict.fromkeys(words) if w is not None)}
    if len(there) == len(words) > int(values.max(initial=0)):
        codes = pa.array(values.astype(np.int32))
    else:
        missing, places = _looked_up(values, words, there, np.int32)
        codes = pa.array(places, mask=_some(missing))
    return pa.DictionaryArray.from_arrays(codes, pa.array(list(there) or [""], pa.string()))


@lru_cache(2)
def _zeros(rows: int) -> pa.Array:
    return pa.array(np.zeros(rows, np.int32))


def _looked_up(codes: Any, words: list[Any], meant: dict[Any, Any], kind: Any) -> tuple[Any, Any]:
    """Exchange codes, and tell which stand for nothing."""
    missing = np.array([word is None for word in words] + [True])
    known = np.array([meant.get(word, 0) for word in words] + [0], kind)
    return missing.take(codes, mode="clip"), known.take(codes, mode="clip")


def _some(missing: Any) -> Any:
    """Return which are missing, if any is."""
    return missing if missing is not None and missing.any() else None


def read_table(path: Any) -> pa.Table:
    """Read one file; `pyarrow.parquet.read_table` would load first all that reads whole folders."""
    with pq.ParquetFile(path) as file:
        return file.read()


def shard_tally(path: Any, fingerprint: str, rows: int) -> Tally | None:
    """Read the counts of a finished shard; None if the file is missing, damaged or another's."""
    try:
        metadata = pq.read_metadata(path)
        entries = metadata.metadata or {}
        if metadata.num_rows != rows or entries.get(STUDY_KEY) != fingerprint.encode():
            return None
        return Tally.from_dict(json.loads(entries[TALLY_KEY]))
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError):
        return None


def read_tally(folder: Folder, name: str) -> Tally | None:
    """Read the counts of a shard of any study; None if it is not there, StudyError if it is damaged."""
    if not folder.exists(name):
        return None
    try:
        return Tally.from_dict(json.loads((pq.read_metadata(folder.source(name)).metadata or {})[TALLY_KEY]))
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as error:
        path = folder.path(name)
        raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None


def shard_games(state: dict[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Yield what each file of a study's games holds, in order: experiment, first game, how many."""
    for entry in state["config"]["experiments"]:
        for first in range(0, entry["games"], entry["shard"]):
            yield entry["name"], first, min(entry["shard"], entry["games"] - first)


def _holds(path: Any, experiment: str, first: int, games: int) -> bool:
    """Return whether a shard is of these games: by its column `experiment` and the range of `game`."""
    with pq.ParquetFile(path) as file:
        about = file.metadata
        if about.num_rows != games or about.num_row_groups != 1:
            return False
        numbers = about.row_group(0).column(file.schema_arrow.get_field_index("game")).statistics
        if numbers is None or (numbers.min, numbers.max) != (first, first + games - 1):
            return False
        names = file.read(["experiment"])["experiment"].unique().to_pylist()
        return [str(name) for name in names] == [experiment]


def load(out: str | Path, columns: list[str] | None = None) -> pa.Table:
    """Load the table of games of a finished or running study.

    Parameters
    ----------
    out : str or Path
        The study's folder, or its URL.
    columns : list of str, optional
        Columns to read; all by default.

    Returns
    -------
    pyarrow.Table
        One row per game, experiments in the order of the configuration, games ascending. Words (`experiment`,
        `source`, `ending`, `move_1` ...) are dictionary columns.

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
        Columns to read; all by default.

    Yields
    ------
    pyarrow.Table
        The rows of one file.

    Raises
    ------
    StudyError
        There is no study, a file is damaged or holds other games than it should.

    Examples
    --------
    >>> import tempfile
    >>> import fivefold as ff
    >>> config = ff.study.from_dict({"seed": 7, "experiment": [{"rules": "freestyle", "games": 50}]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = ff.study.run(config, folder)
    ...     [len(table) for table in ff.study.batches(folder, ["game", "turns"])]
    [50]
    """
    folder, wanted = folder_at(out), None if columns is None else texts(columns, "columns")
    state = read_state(folder)
    for name, (experiment, first, games) in zip(state["files"], shard_games(state), strict=True):
        if not folder.exists(name):
            continue
        path = folder.path(name)
        try:
            if not _holds(folder.source(name), experiment, first, games):
                raise StudyError(
                    f"{path} holds other games than {experiment} from {first} to {first + games - 1}; "
                    "the study's own command plays it again"
                )
            with pq.ParquetFile(folder.source(name)) as file:
                table = file.read(wanted)
        except (OSError, pa.ArrowException) as error:
            raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None
        # Another file may have gaps where this one has none: all tables are of one type.
        yield table.cast(pa.schema([field.with_nullable(True) for field in table.schema]))
