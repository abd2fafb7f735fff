"""The table of games as files of Parquet: what stands in them, and that they are one table (S10)."""

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402 it needs the extra

from fivefold import study  # noqa: E402 as above
from fivefold.study.tables import columns, parquet  # noqa: E402 as above

Cells = columns.Cells
FIELDS = columns.Fields(3, 2, counted=True, timed=True)


def table_of(rows, values):
    """Give every kind of column, with and without gaps."""
    random = np.random.default_rng(rows + values)
    codes = random.integers(0, values, rows).astype(np.uint16)
    small = (codes % 251).astype(np.uint8)
    past = codes.copy()
    past[::3] = columns.NO_ACTION
    words = [None if number % 3 == 1 else f"word {number // 2}" for number in range(values)]
    counts = random.integers(-1, 2**40, rows)
    counts[::4] = columns.NOT_COUNTED
    floats = np.where(codes == 0, np.nan, codes / np.float32(7)).astype(np.float32)
    return {
        "experiment": Cells("x"),
        "game": Cells(3 * rows),
        "seed": Cells(random.integers(0, 2**64, rows, dtype=np.uint64)),
        "source": Cells(None),
        "player_0": Cells((np.arange(rows) % 2).astype(np.uint16), ["first", "second"]),
        "player_1": Cells([words[code] for code in codes]),
        "player_2": Cells(np.repeat(small[:1], rows), ["é", *[None] * 250]),
        "simulations_0": Cells(counts),
        "simulations_1": Cells(np.abs(counts)),
        "simulations_2": Cells(None),
        "seconds_0": Cells(random.random(rows).astype(np.float32)),
        "seconds_1": Cells(floats),
        "seconds_2": Cells(None),
        "winner": Cells(small, [None if code % 2 else code % 5 for code in range(251)]),
        "return_0": Cells((small % 3).astype(np.float32) - 1),
        "return_1": Cells(floats),
        "return_2": Cells(None),
        "termination": Cells((random.random(rows) < 0.001).astype(np.uint8)),
        "ending": Cells(small % 7, columns.ENDINGS),
        "turns": Cells(np.stack([codes, codes[::-1]], axis=1)[:, 1]),
        "actions": Cells(np.full(rows, 60_000, np.uint16)),
        "move_1": Cells(codes, [f"m{number}" for number in range(values)]),
        "move_2": Cells(past, [f"m{number}" for number in range(values)]),
    }


def meaning(cells, kind, rows):
    """Say what stands in each row, one by one."""
    values, words = cells
    if isinstance(values, int):
        return list(range(values, values + rows))
    if isinstance(values, list):
        return values
    if values is None or isinstance(values, str):
        return [values] * rows
    if words is not None:
        return [words[code] if code < len(words) else None for code in values.tolist()]
    missing = values < 0 if kind == "count" else np.isnan(values) if kind == "float" else np.zeros(rows)
    return [None if gap else value for value, gap in zip(values.tolist(), missing, strict=True)]


@pytest.mark.parametrize("rows", [1, 2, 8, 130, 20_003])
@pytest.mark.parametrize("values", [1, 2, 3, 16, 251, 30_000])
def test_a_column_says_what_its_codes_stand_for(rows, values):
    """Words, numbers and nulls, whatever the codes; the types are those of the study."""
    table = table_of(rows, values)
    data, _ = parquet.to_parquet(table, rows, 2, FIELDS, "study")
    file = pa.BufferReader(data)
    read = pq.read_table(file)
    for name, kind, _ in columns.columns(FIELDS):
        assert read[name].to_pylist() == meaning(table[name], kind, rows), name
    assert read.schema.remove_metadata() == parquet.schema(FIELDS)
    numbers = pq.read_metadata(file).row_group(0).column(1).statistics
    assert (numbers.min, numbers.max) == (3 * rows, 4 * rows - 1)
    read.validate(full=True)


def test_the_same_table_gives_the_same_bytes():
    """Nothing of the machine or the run is in a file."""
    first, second = (parquet.to_parquet(table_of(500, 9), 500, 2, FIELDS, "study")[0] for _ in range(2))
    assert first == second


def experiment(rules, games, shard, **options):
    """Give an entry of a configuration."""
    return {"rules": rules, "options": options, "games": games, "shard": shard, "sample": 2}


# Draws in some of the files alone; games of several kinds, with columns that some leave empty.
ONE = [experiment("freestyle", 400, 20, size=7)]
SEVERAL = [
    experiment("freestyle", 40, 10, size=5),
    experiment("pah_tum", 40, 10),
    experiment("pentagame", 20, 10, players=3, max_turns=6),
]
RECORDED = [*SEVERAL, {"records": "engine_gomoku.jsonl", "sample": 2}]


@pytest.fixture(scope="module", params=[ONE, SEVERAL, RECORDED], ids=["one", "several", "recorded"])
def files(request, tmp_path_factory):
    """The files of a study's games."""
    out = tmp_path_factory.mktemp("study") / "out"
    study.run({"seed": 3, "experiment": request.param}, out)
    return sorted((out / "games").rglob("*.parquet"))


def test_all_files_of_a_table_have_one_schema(files):
    """Columns and nullability belong to the table, not to what happened in a shard."""
    schemas = [pq.read_schema(path).remove_metadata() for path in files]
    assert all(schema.equals(schemas[0]) for schema in schemas)
    inside = [pq.ParquetFile(path).schema for path in files]
    assert all(schema.equals(inside[0]) for schema in inside)
    table = pa.concat_tables([pq.read_table(path) for path in files])
    assert table.num_rows == study.load(files[0].parents[2]).num_rows
    with pq.ParquetWriter(pa.BufferOutputStream(), pq.read_schema(files[0])) as writer:
        for path in files:
            writer.write_table(pq.read_table(path))


def test_a_column_is_nullable_where_a_game_may_lack_it(files):
    """A column that any game may leave empty says so in every file; no other does."""
    recorded = any("engine_gomoku" in path.parent.name for path in files)
    schema = pq.read_schema(files[0])
    empty = {name for name in schema.names if not schema.field(name).nullable}
    assert {"experiment", "game", "termination", "ending", "turns", "actions"} <= empty
    assert ("seed" in empty) == ("return_1" in empty) == ("player_1" in empty) == (not recorded)
    assert not empty & {"winner", "source", "move_1", "return_2", "player_2"}


def test_polars_takes_all_files_as_one_table(files):
    """Lazily, with every column."""
    polars = pytest.importorskip("polars")
    table = polars.scan_parquet(files).collect()
    assert table.equals(polars.concat([polars.read_parquet(path) for path in files]))
    assert table["game"].to_list() == pa.concat_tables(map(pq.read_table, files))["game"].to_pylist()


def test_duckdb_takes_all_files_as_one_table(files):
    """By the pattern that the manual shows."""
    duckdb = pytest.importorskip("duckdb")
    counts = duckdb.sql(f"select count(*), count(winner) from '{files[0].parents[1]}/*/*.parquet'").fetchall()
    table = pa.concat_tables(map(pq.read_table, files))
    assert counts == [(table.num_rows, table.num_rows - table["winner"].null_count)]


def test_pandas_and_dask_take_all_files_as_one_table(files):
    """Every column, also those that some experiments leave empty."""
    pandas = pytest.importorskip("pandas")
    dataframe = pytest.importorskip("dask.dataframe")
    table = pa.concat_tables(map(pq.read_table, files))
    assert len(pandas.read_parquet(files[0].parents[1])) == table.num_rows
    frame = dataframe.read_parquet([str(path) for path in files]).compute()
    assert frame["game"].to_list() == table["game"].to_pylist()
    assert (
        frame["move_1"].astype(object).where(frame["move_1"].notna(), None).to_list()
        == table["move_1"].to_pylist()
    )
