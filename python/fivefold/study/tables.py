"""The table of games: one row a game, one file a shard, the same columns throughout a study."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fivefold as ff

from .config import Config
from .errors import StudyError
from .experiment import Experiment
from .tally import Tally

GAMES = "games"
# Where a shard keeps its counts, so that a summary reads the ends of the files only.
TALLY_KEY = b"fivefold.tally"
STUDY_KEY = b"fivefold.study"
TEXT = pa.dictionary(pa.int32(), pa.string())
# Written in place of an action where the game was shorter.
NO_ACTION = np.iinfo(np.uint16).max
ENDINGS = {int(why): why.name.lower() for why in ff.Termination}


def schema(seats: int, first_moves: int) -> pa.Schema:
    """Give the columns of a table of games.

    Parameters
    ----------
    seats : int
        How many columns `return_k`.
    first_moves : int
        How many columns `move_k`.
    """
    # What is never null says so: its writing is half as dear.
    return pa.schema(
        [
            pa.field("experiment", TEXT, nullable=False),
            pa.field("game", pa.int64(), nullable=False),
            pa.field("seed", pa.uint64()),
            pa.field("source", TEXT),
            pa.field("winner", pa.int8()),
            *(pa.field(f"return_{seat}", pa.float32()) for seat in range(seats)),
            pa.field("termination", pa.uint8(), nullable=False),
            pa.field("ending", TEXT, nullable=False),
            pa.field("turns", pa.uint16(), nullable=False),
            pa.field("actions", pa.uint16(), nullable=False),
            *(pa.field(f"move_{number}", TEXT) for number in range(1, first_moves + 1)),
        ]
    )


def constant(value: str | None, rows: int) -> pa.DictionaryArray:
    """Give a column that says the same in every row."""
    if value is None:
        return pa.DictionaryArray.from_arrays(pa.nulls(rows, pa.int32()), pa.array([], pa.string()))
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array([value]))


def texts(values: list[str | None]) -> pa.DictionaryArray:
    """Give a column of words, each stored once."""
    return pa.array(values, pa.string()).dictionary_encode()


def named(numbers: np.ndarray, names: list[str | None]) -> pa.DictionaryArray:
    """Give a column of words from their numbers; a number without a name is null."""
    indices = numbers.astype(np.int32)
    missing = indices >= len(names)
    for number in (number for number, name in enumerate(names) if name is None):
        missing |= indices == number
    words = pa.array([name or "" for name in names])
    return pa.DictionaryArray.from_arrays(pa.array(indices, mask=missing if missing.any() else None), words)


def sole_winner(winners: np.ndarray, teams: bool = False) -> np.ndarray:
    """Give the seat that won, of a team the first of its seats; -1 for a draw.

    Parameters
    ----------
    winners : ndarray of uint8 [n]
        Bit k is set where seat k is among the winners; several that are no team draw (N15).
    teams : bool
        Seats 0 and 2 play against 1 and 3.

    Returns
    -------
    ndarray of int8 [n]
    """
    seat = np.full(256, -1, np.int8)
    for number in range(8):
        seat[1 << number] = number
    if teams:
        seat[0b0101], seat[0b1010] = 0, 1
    won: np.ndarray = seat[winners]
    return won


def file_name(experiment: Experiment, number: int) -> str:
    """Give the name of a shard's file inside the study's folder, slashes forward."""
    safe = "".join(letter if letter.isalnum() or letter in "-_.=" else "_" for letter in experiment.name)
    return f"{GAMES}/{safe}/{number:06}.parquet"


def to_parquet(table: pa.Table, tally: Tally, fingerprint: str) -> pa.Buffer:
    """Write a table as Parquet into memory.

    Parameters
    ----------
    table : Table
        Rows of one experiment, in the order of the games.
    tally : Tally
        Their counts, kept in the file beside them.
    fingerprint : str
        The study that they belong to.
    """
    table = table.replace_schema_metadata(
        {TALLY_KEY: json.dumps(tally.to_dict()).encode(), STUDY_KEY: fingerprint.encode()}
    )
    # Chosen by measuring: a column that is as often one value as another is dear as a dictionary.
    encoded = {"game": "DELTA_BINARY_PACKED", "winner": "DELTA_BINARY_PACKED", "seed": "PLAIN"}
    split = [name for name in table.column_names if name.startswith("return_")] + ["turns", "actions"]
    encoded |= dict.fromkeys(split, "BYTE_STREAM_SPLIT")
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression={name: "zstd" if name in split else "none" for name in table.column_names},
        use_dictionary=[name for name in table.column_names if name not in encoded],
        column_encoding=encoded,
        write_statistics=["game"],
        row_group_size=max(1, table.num_rows),
    )
    return sink.getvalue()


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


def shard_paths(out: Path, study: Config | dict[str, Any]) -> list[Path]:
    """Give the files of a study's table of games, in order."""
    if isinstance(study, Config):
        return [
            out / file_name(experiment, number)
            for experiment in study.experiments
            for number in range(experiment.shards)
        ]
    return [out / name for name in study["files"]]


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
    from .state import read_state

    out = Path(out)
    for path in shard_paths(out, read_state(out)):
        if not path.exists():
            continue
        try:
            yield pq.read_table(path, columns=columns, partitioning=None)
        except (OSError, pa.ArrowException) as error:
            raise StudyError(f"{path} is damaged ({error}); the study's own command plays it again") from None
