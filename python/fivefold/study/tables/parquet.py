"""The table of games: one row a game, one file a shard, the same columns throughout a study."""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from fivefold.study.errors import StudyError
from fivefold.study.storage.folder import Folder, folder_at
from fivefold.study.storage.state import read_state

from .columns import Cells, Fields, Table, columns
from .tally import Tally, Who

# Where a shard keeps its counts, so that a summary reads the ends of the files only.
TALLY_KEY = b"fivefold.tally"
STUDY_KEY = b"fivefold.study"
TEXT = pa.dictionary(pa.int32(), pa.string())
TYPES = {"text": TEXT, "float": pa.float32()}


@cache
def schema(fields: Fields) -> pa.Schema:
    """Give the columns of a table of games as pyarrow sees them.

    Parameters
    ----------
    fields : Fields
        Of the study.
    """
    return pa.schema(
        [pa.field(name, TYPES.get(kind) or pa.type_for_alias(kind)) for name, kind in columns(fields)]
    )


def to_parquet(
    sink: Any,
    table: Table,
    games: int,
    seats: int,
    fields: Fields,
    fingerprint: str,
    who: Who | None = None,
) -> Tally:
    """Write a table as Parquet.

    Parameters
    ----------
    sink : Path or file of pyarrow
        Where it goes.
    table : dict of str to Cells
        Rows of one experiment, in the order of the games.
    games : int
        How many rows.
    seats : int
        How many columns `return_k` the experiment fills.
    fields : Fields
        Of the study.
    fingerprint : str
        The study that they belong to.
    who : Who, optional
        Counts wins by player.

    Returns
    -------
    Tally
        The counts of the games, which stand in the file too.
    """
    tally = Tally.of(games, seats, table, who)
    about = {TALLY_KEY: json.dumps(tally.to_dict()).encode(), STUDY_KEY: fingerprint.encode()}
    arrays = [_array(table[name], kind, games) for name, kind in columns(fields)]
    names = schema(fields).names
    # A column without a gap says so in this file, which makes its writing half as dear.
    given = [
        field.with_nullable(array.null_count > 0) for field, array in zip(schema(fields), arrays, strict=True)
    ]
    # Chosen by measuring: a dictionary of numbers looks up every one of them.
    split = [name for name in names if name.startswith("return_")]
    split += ["game", "winner", "termination", "turns", "actions"]
    encoded = {"seed": "PLAIN", **dict.fromkeys(split, "BYTE_STREAM_SPLIT")}
    pq.write_table(
        pa.table(arrays, schema=pa.schema(given, about)),
        sink,
        compression={name: "lz4" if name in split else "none" for name in names},
        use_dictionary=[name for name in names if name not in encoded],
        column_encoding=encoded,
        write_statistics=["game"],
        write_batch_size=max(1, games),
        row_group_size=max(1, games),
    )
    return tally


def _array(cells: Cells, kind: str, rows: int) -> pa.Array:
    """Give a column as pyarrow has it."""
    values, words = cells
    if isinstance(values, int):
        return _given(np.arange(values, values + rows))
    if isinstance(values, list):
        return pa.array(values, pa.string()).dictionary_encode()
    if values is None or isinstance(values, str):
        return _same(values, kind, rows)
    if words is None:
        return _given(values, np.isnan(values) if kind == "float" else None)
    if kind == "text":
        codes = values.astype(np.int32, copy=False)
        texts = pa.array([word or "" for word in words], pa.string())
        return pa.DictionaryArray.from_arrays(_given(codes, _missing(codes, words)), texts, safe=False)
    numbers = np.zeros(256, kind)
    numbers[: len(words)] = [word or 0 for word in words]
    # Codes and numbers are bytes, and no way to exchange bytes is quicker.
    exchanged = np.frombuffer(values.tobytes().translate(numbers.tobytes()), kind)
    return _given(exchanged, _missing(values, words))


@lru_cache(8)
def _same(text: str | None, kind: str, rows: int) -> pa.Array:
    """Give a column that says the same in every row; all shards of an experiment share it."""
    return pa.repeat(pa.scalar(text, TYPES.get(kind) or pa.type_for_alias(kind)), rows)


def _given(values: np.ndarray, missing: np.ndarray | None = None) -> pa.Array:
    """Give numbers as pyarrow has them, in the same memory: `pa.array` would copy those with gaps."""
    there, gaps = None, 0
    if missing is not None and missing.any():
        there, gaps = pa.py_buffer(np.packbits(~missing, bitorder="little")), int(missing.sum())
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [there, pa.py_buffer(np.ascontiguousarray(values))], gaps)


def _missing(codes: np.ndarray, words: list[Any]) -> np.ndarray | None:
    """Tell which codes stand for nothing, as those past the words do; None if none does."""
    most = int(codes.max(initial=0))
    empty = [code for code, word in enumerate(words[: most + 1]) if word is None]
    if not empty and most < len(words):
        return None
    missing: np.ndarray = codes >= len(words)
    for code in empty:
        missing |= codes == code
    return missing


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
    """Read the counts of a shard, whatever study it is of; None if it is not there.

    Parameters
    ----------
    folder : Folder
        The study's folder.
    name : str
        The shard's file.

    Raises
    ------
    StudyError
        It is damaged.
    """
    if not folder.exists(name):
        return None
    try:
        return Tally.from_dict(json.loads((pq.read_metadata(folder.source(name)).metadata or {})[TALLY_KEY]))
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as error:
        path = folder.path(name)
        raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None


def shard_games(state: dict[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Give what each file of a study's games holds, in order: experiment, first game, how many."""
    for entry in state["config"]["experiments"]:
        for first in range(0, entry["games"], entry["shard"]):
            yield entry["name"], first, min(entry["shard"], entry["games"] - first)


def _holds(path: Any, experiment: str, first: int, games: int) -> bool:
    """Tell whether a shard is of these games: by its column `experiment` and the range of `game`."""
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
    folder = folder_at(out)
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
                table = file.read(columns)
        except (OSError, pa.ArrowException) as error:
            raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None
        # Another file may have gaps where this one has none: all tables are of one type.
        yield table.cast(pa.schema([field.with_nullable(True) for field in table.schema]))
