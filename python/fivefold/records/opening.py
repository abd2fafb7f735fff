"""Opening files: packed or not, in any encoding, from a path or an open file."""

import codecs
import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fivefold import RecordError
from fivefold._progress import Report

from .encoding import LOOK, encoding_of, known
from .small import points_of
from .splitting import TooLong
from .text import Text

try:
    from lzma import LZMAError
except ImportError:  # a Python without it: an archive that needs it is refused before
    LZMAError = zlib.error  # type: ignore[assignment, misc]

# What is packed may grow this many times; text of games grows five to twenty times.
RATIO = 200
# ... but a small file may always grow to this.
MIN = 64_000_000


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
    head : bytes
        Its first bytes, unpacked.
    again : callable, optional
        Opens it from the beginning, unpacked; the text is then not to be read any more.
    """

    name: str
    ending: str
    member: str | None
    text: Text
    file: IO[bytes] | None = None
    size: int = 0
    head: bytes = b""
    again: Callable[[], IO[bytes]] | None = None

    def report(self, live: Report) -> None:
        """Say how many kilobytes of the file are read."""
        if self.file is not None:
            live(min(self.file.tell(), self.size) // 1000, self.size // 1000)


class ReadingAndReplay:
    """Progress of files whose games are long: half of it is reading them, the other half replaying them."""

    def __init__(self, live: Report) -> None:
        self.live = live
        self.read = self.size = self.begin = self.done = 0  # kilobytes
        self.reported = -1

    def take(self, one: Opened) -> None:
        """Begin a file, or the next of an archive."""
        self.reported = -1
        one.text.on_read = lambda: one.report(self.tell)

    def tell(self, read: int, size: int) -> None:
        """Say how many kilobytes are read and replayed."""
        self.read, self.size = read, size
        # Of the many short games at the end of a file only the first says that all is read.
        if (read + self.done) // 2 != self.reported:
            self.reported = (read + self.done) // 2
            self.live(self.reported, size)

    def within(self, done: int, total: int) -> None:
        """Say how much of the game that was read last is replayed."""
        self.done = self.begin + (self.read - self.begin) * done // total
        if self.size:
            self.tell(self.read, self.size)

    def next(self) -> None:
        """End a game."""
        self.within(1, 1)
        self.begin = self.done


def opened(path: str | Path | IO[Any], name: str, encoding: str | None) -> Iterator[Opened]:
    """Yield the text of a file, or the texts of those in an archive, one by one."""
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
    with unpacking():
        if head[:2] == b"\x1f\x8b":

            def unpacked() -> IO[bytes]:
                file.seek(begin)
                return _Bounded(gzip.GzipFile(fileobj=file), size)  # type: ignore[return-value, arg-type]

            inner = name[:-3] if name.lower().endswith(".gz") else name
            yield _one(unpacked, name, inner, None, encoding, file, size)
        elif head[:2] == b"PK":
            yield from _members(file, size, name, encoding)
        else:

            def again() -> IO[bytes]:
                file.seek(begin)
                return file

            yield _one(again, name, name, None, encoding, file, size)


@contextmanager
def unpacking() -> Iterator[None]:
    """Refuse what is packed and damaged, in a way that is not known, or with a password."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError) as error:
        raise TooLong(f"what is packed cannot be read ({error})") from None
    except OSError as error:
        # Those of gzip and bzip2 are no errors of the system.
        if error.errno is not None:
            raise
        raise TooLong(f"what is packed cannot be read ({error})") from None


def _members(file: IO[bytes], size: int, name: str, encoding: str | None) -> Iterator[Opened]:
    budget = [max(MIN, RATIO * size)]
    with whole_archive(file) as archive:
        members = [one for one in archive.infolist() if not one.is_dir() and not _hidden(one.filename)]
        for member in members:

            def unpacked(member: zipfile.ZipInfo = member) -> IO[bytes]:
                return _Bounded(archive.open(member), 0, budget)  # type: ignore[return-value]

            inner = member.filename
            yield _one(unpacked, f"{name}/{inner}", inner, inner, encoding, file, size)


def whole_archive(file: IO[bytes]) -> zipfile.ZipFile:
    """Open an archive; refuse two that were put together, of which only one would be seen."""
    archive = zipfile.ZipFile(file)
    first = min((one.header_offset for one in archive.infolist()), default=0)
    file.seek(-22 - len(archive.comment), io.SEEK_END)
    if first or file.read(4) != b"PK\x05\x06":
        raise zipfile.BadZipFile("it begins or ends with what is no part of the archive")
    return archive


def _hidden(name: str) -> bool:
    """Tell what archivers of some systems add on their own."""
    return name.startswith("__MACOSX/") or name.rsplit("/", 1)[-1].startswith(".")


class _Bounded:
    """A stream that gives up before it has grown too much."""

    def __init__(self, stream: IO[bytes], size: int, budget: list[int] | None = None) -> None:
        self._stream = stream
        self._budget = [max(MIN, RATIO * size)] if budget is None else budget

    def read(self, count: int) -> bytes:
        with unpacking():
            data = self._stream.read(count)
        self._budget[0] -= len(data)
        if self._budget[0] < 0:
            raise TooLong(f"what is packed grows more than {RATIO} times: that is no file of games")
        return data


def _one(
    again: Callable[[], IO[bytes]],
    name: str,
    ending: str,
    member: str | None,
    encoding: str | None,
    file: IO[bytes],
    size: int,
) -> Opened:
    head = again().read(LOOK)
    text = _text(again, head, name, ending, encoding)
    return Opened(name, ending, member, text, file, size, head, again)


def _text(again: Callable[[], IO[bytes]], head: bytes, name: str, ending: str, encoding: str | None) -> Text:
    points, refused = None, None
    try:
        points = points_of(head) if ending.lower().endswith(".pos") else None
    except RecordError as error:
        refused = error
    if points is not None:
        return Text(io.StringIO(points).read)
    chosen, marked = encoding_of(again, head, ending, encoding)
    if refused is not None and not marked:
        return Text(_Refused(f"{name}: {refused}").read)
    return Text(_Decoded(again(), chosen, name).read, None if marked else chosen)


class _Refused:
    """What is read as a text and is none: one of many files in an archive costs not the others."""

    def __init__(self, why: str) -> None:
        self._why = why

    def read(self, count: int) -> str:
        """Refuse it."""
        raise RecordError(self._why)


class _Decoded:
    """Characters of a stream of bytes."""

    def __init__(self, stream: IO[bytes], codec: str, name: str) -> None:
        self._stream, self._codec, self._name = stream, codec, name
        self._decoder = codecs.getincrementaldecoder(codec)()

    def read(self, count: int) -> str:
        """Return some characters, perhaps more than `count`; none at the end."""
        while True:
            data = self._stream.read(count)
            try:
                text = self._decoder.decode(data, not data)
            except UnicodeError as error:
                reason = getattr(error, "reason", str(error))
                encoding = "UTF-8" if self._codec.startswith("utf-8") else self._codec
                raise TooLong(f"this is no text in {encoding} ({reason})") from None
            if text or not data:
                return text
