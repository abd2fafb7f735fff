"""Columns as Parquet keeps them: pages of numbers that stand for words, or of values as they are.

A table of games holds millions of rows of few different values. A column of codes becomes a page by
shifting bits, where a general writer looks up every value: these pages cost a fifth of pyarrow's.

Source: https://parquet.apache.org/docs/file-format/data-pages/encodings/
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .columns import Cells
from .thrift import Long, encode, varint, zigzag

# Numbers by which Parquet knows types, encodings and pages.
INT32, INT64, FLOAT, BYTE_ARRAY = 1, 2, 4, 6
PLAIN, RLE, DELTA, DICTIONARY = 0, 3, 5, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2
STORED = {"text": BYTE_ARRAY, "float": FLOAT, "int64": INT64, "uint64": INT64, "count": INT64}
# A float of no more values than this has codes.
FEW = 16
# Runs of equal codes are written as runs where there are fewer than one in this many rows.
RUNS = 512
# Differences in a block of ascending numbers, in four parts.
BLOCK = 128
Codes = np.ndarray[Any, np.dtype[Any]]


class Pages(NamedTuple):
    """A column of a file.

    Attributes
    ----------
    data : list of bytes or array
        Its pages, in pieces.
    dictionary : int
        Bytes of them that hold its dictionary; 0 without.
    encoding : int
        How its values are written.
    has_gaps : bool
        Whether a row has no value.
    """

    data: list[Any]
    dictionary: int
    encoding: int
    has_gaps: bool

    @property
    def size(self) -> int:
        """Bytes of all pages."""
        return sum(memoryview(piece).nbytes for piece in self.data)


def pages_of(cells: Cells, kind: str, rows: int, few: Sequence[float] = ()) -> Pages:
    """Write a column.

    Parameters
    ----------
    cells : Cells
        What stands in it.
    kind : str
        Its type, as `Column.kind`.
    rows : int
        How many.
    few : sequence of float
        The different values of a column of floats, if that is known.
    """
    values, words = cells
    if isinstance(values, int):
        return _pages([_ascending(values, rows)], DELTA, rows)
    if isinstance(values, list):
        words = list(dict.fromkeys(values))
        places = {word: place for place, word in enumerate(words)}
        values = np.array([places[value] for value in values], np.int32)
    if values is None or isinstance(values, str):
        codes, words = np.zeros(rows, np.uint8), [values]
    elif words is not None:
        codes = values
    elif kind == "float":
        if not few or len(few) > FEW:
            return _plain(values, np.isnan(values), np.float32)
        codes, words = _codes_of(values, few), [*few, None]
    elif kind in ("uint64", "int64", "count"):
        return _plain(values, values < 0 if kind == "count" else None, None)
    else:
        most = int(values.max(initial=0))
        if most >= max(rows, 256) or values.dtype.kind == "i":
            return _plain(values, None, np.int32)
        return _coded(values, range(most + 1), kind, rows)
    return _coded(codes, words, kind, rows)


def _coded(codes: Codes, words: Sequence[Any], kind: str, rows: int) -> Pages:
    """Write codes and what they stand for; codes past the words stand for nothing, as those of None do."""
    most = int(codes.max(initial=0))
    missing = None
    if isinstance(words, range):
        there: Sequence[Any] = words
    else:
        there = [word for word in dict.fromkeys(words) if word is not None]
        if len(there) < len(words) or most >= len(words):
            places = {word: place for place, word in enumerate(there)}
            nothing = len(there)
            table = [places.get(word, nothing) for word in words] + [nothing]
            codes = _looked_up(codes, table)
            missing = codes == nothing
            if not missing.any():
                missing = None
            else:
                codes = codes[~missing]
            most = int(codes.max(initial=0))
    width = next(width for width in (1, 2, 4, 8, 16, 32) if most >> width == 0)
    codes = codes.astype(np.uint8 if width <= 8 else f"<u{width // 8}", copy=False)
    page = [bytes([width]), *_hybrid(codes, width)]
    if kind == "text":
        texts = [str(word).encode() for word in there]
        dictionary = b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    else:
        dictionary = np.array(there, "<f4" if kind == "float" else "<i4").tobytes()
    head = {1: DICTIONARY_PAGE, 2: len(dictionary), 3: len(dictionary), 7: {1: len(there), 2: PLAIN}}
    return _pages(page, DICTIONARY, rows, missing, encode(head) + dictionary)


def _looked_up(codes: Codes, table: list[int]) -> Codes:
    """Exchange codes; those past the table by its last entry."""
    if codes.itemsize == 1 and max(table) < 256:
        # No way to exchange bytes is quicker.
        whole = bytes(table + [table[-1]] * 256)[:256]
        return np.frombuffer(codes.tobytes().translate(whole), np.uint8)
    numbers = np.array(table, np.uint8 if max(table) < 256 else np.int32)
    found: Codes = numbers.take(codes, mode="clip")
    return found


def _codes_of(values: Codes, few: Sequence[float]) -> Codes:
    """Give the place of each value among a few; their number for one that is no number."""
    codes = np.zeros(len(values), np.uint8)
    for place, value in enumerate(few[1:], 1):
        codes += (values == value).view(np.uint8) * np.uint8(place)
    missing = values != values  # NaN is not equal to itself
    if missing.any():
        codes[missing] = len(few)
    return codes


def _plain(values: Codes, missing: Codes | None, kind: Any) -> Pages:
    """Write values as they are."""
    if missing is not None and not missing.any():
        missing = None
    given = values if missing is None else values[~missing]
    given = np.ascontiguousarray(given, kind)
    return _pages([given.astype(given.dtype.newbyteorder("<"), copy=False)], PLAIN, len(values), missing)


def _ascending(first: int, rows: int) -> bytes:
    """Give the numbers from `first` on by their differences, which are all 1."""
    head = varint(BLOCK) + varint(4) + varint(rows) + zigzag(first)
    # The least difference of each block, and no bits for what the others are more.
    return head + (zigzag(1) + bytes(4)) * -(-(rows - 1) // BLOCK)


def _hybrid(codes: Codes, width: int) -> list[Any]:
    """Give codes as runs of equal ones, or each in `width` bits."""
    rows = len(codes)
    if not rows:
        return []
    differ = codes[1:] != codes[:-1]
    if np.count_nonzero(differ) <= rows // RUNS:
        firsts = [0, *(np.flatnonzero(differ) + 1).tolist()]
        lengths = np.diff([*firsts, rows]).tolist()
        size = -(-width // 8)
        runs = zip(codes[firsts].tolist(), lengths, strict=True)
        return [b"".join(varint(length << 1) + code.to_bytes(size, "little") for code, length in runs)]
    if rows % 8:
        codes = np.append(codes, np.zeros(-rows % 8, codes.dtype))
    return [varint(len(codes) // 8 << 1 | 1), _packed(codes, width)]


def _packed(codes: Codes, width: int) -> Codes:
    """Put codes side by side, the first in the lowest bits."""
    if width == 1:
        return np.packbits(codes, bitorder="little")
    if width == 2:
        four = np.ascontiguousarray(codes).view("<u4")
        pairs = four | four >> 6
        packed: Codes = (pairs | pairs >> 12).astype(np.uint8)
        return packed
    if width == 4:
        two = np.ascontiguousarray(codes).view("<u2")
        packed = (two | two >> 4).astype(np.uint8)
        return packed
    return np.ascontiguousarray(codes)


def _pages(
    page: list[Any], encoding: int, rows: int, missing: Codes | None = None, dictionary: bytes = b""
) -> Pages:
    """Put a head before the page of values, and which rows have one where some have none."""
    if missing is not None:
        levels = b"".join(bytes(part) for part in _hybrid((~missing).view(np.uint8), 1))
        page = [len(levels).to_bytes(4, "little"), levels, *page]
    size = sum(memoryview(part).nbytes for part in page)
    head = {1: DATA_PAGE, 2: size, 3: size, 5: {1: rows, 2: encoding, 3: RLE, 4: RLE}}
    return Pages([dictionary, encode(head), *page], len(dictionary), encoding, missing is not None)


def described(
    pages: Pages, name: str, kind: str, rows: int, offset: int, first: int | None
) -> dict[int, Any]:
    """Give what the foot of a file says of a column.

    Parameters
    ----------
    pages : Pages
        The column.
    name, kind : str
        Its name and type.
    rows : int
        How many.
    offset : int
        Where in the file it begins.
    first : int or None
        The first of ascending numbers.
    """
    statistics = None
    if first is not None:
        least, most = (number.to_bytes(8, "little") for number in (first, first + rows - 1))
        statistics = {3: Long(0), 5: most, 6: least}
    values = offset + pages.dictionary
    return {
        2: Long(0),
        3: {
            1: STORED.get(kind, INT32),
            2: [PLAIN, RLE, pages.encoding],
            3: [name],
            4: 0,
            5: Long(rows),
            6: Long(pages.size),
            7: Long(pages.size),
            9: Long(values),
            11: Long(offset) if pages.dictionary else None,
            12: statistics,
        },
    }
