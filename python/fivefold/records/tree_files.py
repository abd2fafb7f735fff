"""What a tree is read from: bytes of libraries, texts, games of files."""

from __future__ import annotations

from fivefold import RecordError, Rules, _core

from .opening import Opened
from .reading import ScanResult

# A tree of more bytes is refused before it is read.
MAX_BYTES = 256_000_000
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


def is_library(head: bytes, name: str) -> bool:
    """Tell a library of RenLib by its first bytes; one without a heading by its name, too."""
    return head.startswith(_LIB) or (head[:1] == b"\x78" and name.endswith(".lib"))


def all_bytes(one: Opened) -> bytes:
    """Return all bytes of a file; refuse more than `MAX_BYTES`."""
    assert one.again is not None
    data = one.again().read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RecordError(f"{one.name}: a tree of more than {MAX_BYTES // 1_000_000} MB is refused")
    return data


def placed(path: object, result: ScanResult) -> RecordError:
    """Return the error of a game with its file, number and line in front."""
    error = RecordError(f"{path}, game {result.number} (line {result.line}): {result.error}")
    if result.error is not None:
        error.number, error.rule = result.error.number, result.error.rule
    return error
