"""The table of games: one row a game, one file a shard, the same columns throughout a study."""

import base64
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from fivefold.study.errors import StudyError
from fivefold.study.storage.folder import Folder, folder_at
from fivefold.study.storage.state import read_state

from .columns import Fields, Table, columns
from .pages import INT32, STORED, Pages, described, pages_of
from .tally import Tally, Who
from .thrift import Byte, Long, encode

# Where a shard keeps its counts, so that a summary reads the ends of the files only.
TALLY_KEY = b"fivefold.tally"
STUDY_KEY = b"fivefold.study"
ARROW_KEY = "ARROW:schema"
# Begins and ends a file.
MAGIC = b"PAR1"
TEXT = pa.dictionary(pa.int32(), pa.string())
TYPES = {"text": TEXT, "float": pa.float32(), "count": pa.int64()}
# Types that Parquet stores as another: the number of the old name, and the new one.
MEANING: dict[str, tuple[int, dict[int, Any]]] = {"text": (0, {1: {}})} | {
    kind: (number, {10: {1: Byte(bits), 2: signed}})
    for kind, number, bits, signed in [
        ("uint8", 11, 8, False),
        ("uint16", 12, 16, False),
        ("uint64", 14, 64, False),
        ("int8", 15, 8, True),
    ]
}


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
    table: Table,
    games: int,
    seats: int,
    fields: Fields,
    fingerprint: str,
    who: Who | None = None,
) -> tuple[list[Any], Tally]:
    """Write a table as Parquet.

    Parameters
    ----------
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
    tuple of list and Tally
        The file in pieces, bytes and arrays, and the counts of the games, which stand in it too.
    """
    tally = Tally.of(games, seats, table, who)
    few = {f"return_{seat}": sorted(column) for seat, column in enumerate(tally.returns)}
    written = [pages_of(table[name], kind, games, few.get(name, ())) for name, kind in columns(fields)]
    about = {
        TALLY_KEY.decode(): json.dumps(tally.to_dict()),
        STUDY_KEY.decode(): fingerprint,
        ARROW_KEY: _arrow(fields, tuple(pages.has_gaps for pages in written)),
    }
    pieces: list[Any] = [MAGIC]
    offset, chunks = len(MAGIC), []
    for (name, kind), pages in zip(columns(fields), written, strict=True):
        first = table[name].values if name == "game" else None
        chunks.append(described(pages, name, kind, games, offset, first))
        pieces += pages.data
        offset += pages.size
    group = {1: chunks, 2: Long(offset - len(MAGIC)), 3: Long(games)}
    foot = encode(
        {
            1: 2,
            2: _schema(fields, written),
            3: Long(games),
            4: [group],
            5: [{1: key, 2: value} for key, value in about.items()],
            6: "fivefold",
            # The least and the greatest value are told in the order of the type.
            7: [{1: {}}] * len(written),
        }
    )
    return [*pieces, foot, len(foot).to_bytes(4, "little"), MAGIC], tally


@cache
def _arrow(fields: Fields, gaps: tuple[bool, ...]) -> str:
    """Give the columns as pyarrow leaves them in a file, so that texts come back as numbered ones."""
    # A column without a gap says so in this file, which makes its reading cheaper.
    given = [field.with_nullable(has) for field, has in zip(schema(fields), gaps, strict=True)]
    return base64.b64encode(pa.schema(given).serialize().to_pybytes()).decode()


def _schema(fields: Fields, written: list[Pages]) -> list[dict[int, Any]]:
    """Give the columns as Parquet describes them, below a root."""
    found: list[dict[int, Any]] = [{4: "schema", 5: len(written)}]
    for (name, kind), pages in zip(columns(fields), written, strict=True):
        # What it is by its old name and by its new one.
        old, new = MEANING.get(kind, (None, None))
        found.append({1: STORED.get(kind, INT32), 3: int(pages.has_gaps), 4: name, 6: old, 10: new})
    return found


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
