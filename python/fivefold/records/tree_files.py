"""What a tree is read from: bytes of libraries, texts, games of files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from fivefold import Record, RecordError, Rules, _core
from fivefold._progress import Shown, progress_of

from .reading import Found, scan

# A tree of more bytes is refused before it is read.
MOST_BYTES = 256_000_000


def encoded_text(text: str, codec: str) -> bytes:
    """Return the bytes of a text."""
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        raise RecordError(f"{codec} has no signs for {text!r:.60}: choose another encoding=") from None


def library_rules() -> Rules:
    """Return Renju as libraries have it: a line may end with a foul."""
    return _core.rules("renju", foul="loses")


def first_bytes(path: str | Path | IO[bytes]) -> bytes:
    """Return the first bytes, unpacked where the file is packed."""
    if isinstance(path, (str, Path)):
        with open(path, "rb") as file:
            head = file.read(4096)
        if head[:2] != b"\x1f\x8b":
            return head
        with gzip.open(path) as packed:
            return packed.read(4096)
    begin = path.tell()
    head = path.read(4096)
    path.seek(begin)
    return head


def all_bytes(path: str | Path | IO[bytes]) -> bytes:
    """Return all bytes; refuse more than `MOST_BYTES`."""
    if not isinstance(path, (str, Path)):
        data = path.read(MOST_BYTES + 1)
    else:
        with gzip.open(path) if str(path).endswith(".gz") else open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: a tree of more than {MOST_BYTES // 1_000_000} MB is refused")
    return data


def games_of(
    paths: list[Any], rules: Rules | str | None, encoding: str | None, progress: Shown = False
) -> Iterator[Record]:
    """Yield the games of files; the first that is none ends it with an error."""
    one = progress if len(paths) == 1 else False
    live = progress_of(False if len(paths) == 1 else progress, "files")
    for number, path in enumerate(paths, 1):
        for found in scan(path, rules=rules, encoding=encoding, progress=one):
            if found.record is None:
                raise placed(path, found)
            yield found.record
        live(number, len(paths))
    live.close()


def placed(path: object, found: Found) -> RecordError:
    """Return the error of a game with its file, number and line in front."""
    error = RecordError(f"{path}, game {found.number} (line {found.line}): {found.error}")
    if found.error is not None:
        error.number, error.rule = found.error.number, found.error.rule
    return error
