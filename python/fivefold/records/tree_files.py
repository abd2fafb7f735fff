"""What a tree is read from: bytes of libraries, texts, games of files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from fivefold import RecordError, Rules, _core

from .opening import unpacking
from .reading import Found
from .splitting import TooLong

# A tree of more bytes is refused before it is read.
MOST_BYTES = 256_000_000
_LIB = b"\xffRenLib\xff"


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
        with _unpacked(path) as packed:
            return packed.read(4096)
    begin = path.tell()
    head = path.read(4096)
    path.seek(begin)
    return head


@contextmanager
def _unpacked(path: str | Path) -> Iterator[IO[bytes]]:
    try:
        with unpacking(), gzip.open(path) as packed:
            yield packed  # type: ignore[misc]
    except TooLong as error:
        raise RecordError(f"{path}: {error}") from None


def is_library(head: bytes, name: str) -> bool:
    """Tell a library of RenLib by its first bytes; one without a heading by its name, too."""
    return head.startswith(_LIB) or (head[:1] == b"\x78" and name.endswith(".lib"))


def all_bytes(path: str | Path | IO[bytes], name: str | None = None) -> bytes:
    """Return all bytes; refuse more than `MOST_BYTES`."""
    if not isinstance(path, (str, Path)):
        data = path.read(MOST_BYTES + 1)
    else:
        with _unpacked(path) if str(path).endswith(".gz") else open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{name or path}: a tree of more than {MOST_BYTES // 1_000_000} MB is refused")
    return data


def placed(path: object, found: Found) -> RecordError:
    """Return the error of a game with its file, number and line in front."""
    error = RecordError(f"{path}, game {found.number} (line {found.line}): {found.error}")
    if found.error is not None:
        error.number, error.rule = found.error.number, found.error.rule
    return error
