"""Our own writer of Parquet, against pyarrow as the reader."""

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402 it needs the extra

from fivefold.study.tables import columns, parquet, thrift  # noqa: E402 as above

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
    file = pa.BufferReader(b"".join(data))
    found = pq.read_table(file)
    for name, kind in columns.columns(FIELDS):
        assert found[name].to_pylist() == meaning(table[name], kind, rows), name
    assert found.schema.types == parquet.schema(FIELDS).types
    numbers = pq.read_metadata(file).row_group(0).column(1).statistics
    assert (numbers.min, numbers.max) == (3 * rows, 4 * rows - 1)
    found.validate(full=True)


def test_the_same_table_gives_the_same_bytes():
    """Nothing of the machine or the run is in a file."""
    first, second = (parquet.to_parquet(table_of(500, 9), 500, 2, FIELDS, "study")[0] for _ in range(2))
    assert b"".join(first) == b"".join(second)


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (thrift.varint(300), b"\xac\x02"),
        (thrift.zigzag(-1), b"\x01"),
        (thrift.encode(thrift.Long(-(2**63))), b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        (thrift.encode({1: True, 2: None, 4: thrift.Byte(-2), 19: "ab"}), b"\x11\x33\xfe\xf8\x02ab\x00"),
        (thrift.encode([1] * 15), b"\xf5\x0f" + b"\x02" * 15),
        (thrift.encode([{}]), b"\x1c\x00"),
    ],
)
def test_the_compact_protocol(value, data):
    """By hand from its description."""
    assert value == data
