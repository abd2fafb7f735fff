"""Opening files: packed or not, in any encoding, from a path or an open file."""

import codecs
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fivefold._progress import Report

from .formats import format_of
from .small import points_of
from .splitting import TooLong
from .text import Text

# How much of a file is looked at to tell its format and its encoding.
LOOK = 8192
# What is packed may grow this many times; text of games grows five to twenty times.
RATIO = 200
# ... but a small file may always grow to this.
LEAST = 64_000_000
MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# Encodings by the names of smaller ones, whose texts they read too.
LARGER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "ascii": "utf-8",
}
_CA = re.compile(rb"(?:CA|ca|Ca)\s*\[\s*([^\]\s]{1,40})\s*\]")
_XML = re.compile(rb"<\?xml[^>]*\bencoding\s*=\s*[\"']([^\"']{1,40})[\"']")
# Our own forms are UTF-8 by their definition.
OURS = ("jsonl", "text")


@dataclass(frozen=True)
class Opened:
    """A text to read: of a file, or of one of those in an archive.

    Attributes
    ----------
    name : str
        What messages call it.
    ending : str
        A file name whose ending tells the format.
    member : str or None
        Its name within the archive.
    text : Text
        What it holds.
    file : IO of bytes, optional
        What it is read from, packed or not.
    size : int
        Its bytes, where there is one.
    """

    name: str
    ending: str
    member: str | None
    text: Text
    file: IO[bytes] | None = None
    size: int = 0

    def report(self, live: Report) -> None:
        """Say how many kilobytes of the file are read."""
        if self.file is not None:
            live(min(self.file.tell(), self.size) // 1000, self.size // 1000)


def opened(path: str | Path | IO[Any], name: str, encoding: str | None) -> Iterator[Opened]:
    """Give the text of a file, or the texts of those in an archive, one by one."""
    if encoding is not None:
        encoding = known(encoding)
    if not isinstance(path, (str, Path)):
        if isinstance(path, io.TextIOBase) or not hasattr(path, "seekable") or isinstance(path.read(0), str):
            yield Opened(name, name, None, Text(path.read))
            return
        if not path.seekable():
            raise TooLong("an open file of bytes must be one that can be read twice: open it by its path")
        yield from _packed(path, name, encoding)
        return
    with open(path, "rb") as file:
        yield from _packed(file, name, encoding)


def _packed(file: IO[bytes], name: str, encoding: str | None) -> Iterator[Opened]:
    begin = file.tell()
    head = file.read(4)
    size = file.seek(0, io.SEEK_END) - begin
    file.seek(begin)
    try:
        if head[:2] == b"\x1f\x8b":

            def unpacked() -> IO[bytes]:
                file.seek(begin)
                return _Bounded(gzip.GzipFile(fileobj=file), size)  # type: ignore[return-value, arg-type]

            inner = name[:-3] if name.lower().endswith(".gz") else name
            yield Opened(name, inner, None, _text(unpacked, name, inner, encoding), file, size)
        elif head[:2] == b"PK":
            yield from _members(file, size, name, encoding)
        else:

            def again() -> IO[bytes]:
                file.seek(begin)
                return file

            yield Opened(name, name, None, _text(again, name, name, encoding), file, size)
    except (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise TooLong(f"what is packed cannot be read ({error})") from None
    except RuntimeError as error:  # an archive with a password
        raise TooLong(str(error)) from None


def _members(file: IO[bytes], size: int, name: str, encoding: str | None) -> Iterator[Opened]:
    budget = [max(LEAST, RATIO * size)]
    with zipfile.ZipFile(file) as archive:
        members = [one for one in archive.infolist() if not one.is_dir() and not _hidden(one.filename)]
        for member in members:

            def unpacked(member: zipfile.ZipInfo = member) -> IO[bytes]:
                return _Bounded(archive.open(member), 0, budget)  # type: ignore[return-value]

            inner = member.filename
            place = f"{name}/{inner}"
            yield Opened(place, inner, inner, _text(unpacked, place, inner, encoding), file, size)


def _hidden(name: str) -> bool:
    """Tell what archivers of some systems add on their own."""
    return name.startswith("__MACOSX/") or name.rsplit("/", 1)[-1].startswith(".")


class _Bounded:
    """A stream that gives up before it has grown too much."""

    def __init__(self, stream: IO[bytes], size: int, budget: list[int] | None = None) -> None:
        self._stream = stream
        self._budget = [max(LEAST, RATIO * size)] if budget is None else budget

    def read(self, count: int) -> bytes:
        data = self._stream.read(count)
        self._budget[0] -= len(data)
        if self._budget[0] < 0:
            raise TooLong(f"what is packed grows more than {RATIO} times: that is no text of games")
        return data


def known(encoding: str) -> str:
    """Give the encoding of a name; refuse what is none."""
    try:
        codec = codecs.lookup(encoding)
        "".encode(codec.name)
    except (LookupError, TypeError, ValueError):
        raise TooLong(f"encoding={encoding!r:.60} is no known encoding of text") from None
    return LARGER.get(codec.name, codec.name)


def _text(again: Callable[[], IO[bytes]], name: str, ending: str, encoding: str | None) -> Text:
    head = again().read(LOOK)
    points = points_of(head) if ending.lower().endswith(".pos") else None
    if points is not None:
        return Text(io.StringIO(points).read)
    chosen = _encoding(again, head, name, ending, encoding)
    return Text(_Decoded(again(), chosen, name).read)


def _encoding(again: Callable[[], IO[bytes]], head: bytes, name: str, ending: str, given: str | None) -> str:
    """Tell the encoding: as given, as a mark or the file itself says, else UTF-8, else Latin-1."""
    marked = next((codec for mark, codec in MARKS if head.startswith(mark)), None)
    if given is not None:
        # A mark of UTF-8 is no part of the text.
        return "utf-8-sig" if given == "utf-8" else given
    if marked is not None:
        return marked
    for codec, zeros in (("utf-16-le", head[1:40:2]), ("utf-16-be", head[:40:2])):
        if len(zeros) > 3 and not any(zeros) and any(head[:40]):
            return codec
    if _decodes(again, "ascii"):
        return "utf-8"
    format = format_of(head.decode("latin-1"), ending)
    said = _XML.search(head) if format == "rif" else _CA.search(head) if format == "sgf" else None
    if said is not None:
        word = said[1].decode("latin-1")
        try:
            codec = known(word)
        except TooLong:
            codec = ""
        for one in (codec, "utf-8"):
            if one and _decodes(again, one):
                return one
        raise TooLong(f"the file says that it is in {word!r} and is not: name its encoding with encoding=")
    if _decodes(again, "utf-8") or format in OURS:
        return "utf-8"
    return "iso-8859-1"


def _decodes(again: Callable[[], IO[bytes]], codec: str) -> bool:
    stream, decoder = again(), codecs.getincrementaldecoder(codec)()
    try:
        while chunk := stream.read(1 << 18):
            decoder.decode(chunk)
        decoder.decode(b"", True)
    except UnicodeError:
        return False
    return True


class _Decoded:
    """Characters of a stream of bytes."""

    def __init__(self, stream: IO[bytes], codec: str, name: str) -> None:
        self._stream, self._codec, self._name = stream, codec, name
        self._decoder = codecs.getincrementaldecoder(codec)()

    def read(self, count: int) -> str:
        """Give some characters, perhaps more than `count`; none at the end."""
        while True:
            data = self._stream.read(count)
            try:
                text = self._decoder.decode(data, not data)
            except UnicodeError as error:
                reason = getattr(error, "reason", str(error))
                shown = "UTF-8" if self._codec.startswith("utf-8") else self._codec
                raise TooLong(f"this is no text in {shown} ({reason})") from None
            if text or not data:
                return text
