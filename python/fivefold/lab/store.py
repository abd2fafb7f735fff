"""Folders of results: on a disk, or behind a URL that fsspec understands; nothing in them is half written."""

import contextlib
import errno
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar, cast
from urllib.parse import unquote, urlsplit

from fivefold._files import PARTIAL, whole_file, written_for

from .errors import DirectoryError, DiskError, StudyError, disk_error, writing
from .workers import error_text

Result = TypeVar("Result")
# Seconds to wait before a store that has failed is asked again.
WAITS = (0.05, 0.2, 1.0)
# A folder that may only be read.
READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
LOCK = ".lock"
# What lies in a folder of games says what they are: of a schedule, or of a tournament.
PLAYED, TOURNAMENT = "played.json", "tournament.json"


class Folder(ABC):
    """Where files of results lie, each under a name with slashes forward; can be pickled."""

    @abstractmethod
    def make(self, folders: Iterable[str] = ("",)) -> None:
        """Make the folder, or folders inside it, where that is needed."""

    @abstractmethod
    def exists(self, name: str) -> bool:
        """Return whether there is such a file."""

    @abstractmethod
    def open(self, name: str) -> IO[bytes]:
        """Open a file to read; OSError, FileNotFoundError among them, comes through."""

    @abstractmethod
    def write(self, name: str, data: bytes | memoryview) -> None:
        """Write a file so that it is as before or complete; DiskError where that fails."""

    @abstractmethod
    def append(self, name: str, data: bytes, *, sync: bool = True) -> None:
        """Add to the end of a file, with `sync` flushed to the disk; DiskError where that fails."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file, or a folder that is empty; nothing happens where there is none."""

    @abstractmethod
    def listed(self, folder: str) -> list[str]:
        """List the files in a folder inside, by name; empty where there is none."""

    @abstractmethod
    def is_new(self, first: str) -> bool:
        """Return whether nothing is there, but for what was left by a process that was killed as it began.

        `first` is the file that is written first.
        """

    @contextlib.contextmanager
    def locked(self, *, shared: bool = False) -> Iterator[bool]:
        """Hold the folder; the system lets go of it when the process ends, however it ends.

        Several processes may hold it `shared`, as those that play parts of a study do; else DirectoryError
        says that another process holds it. Yields whether files may be written there: one that may only be
        read needs no lock.
        """
        yield True

    def remove_leftovers(  # noqa: B027 behind a URL nothing is ever left
        self, names: Iterable[str] = (), folders: Iterable[str] = ()
    ) -> None:
        """Remove what killed processes left of these files, and of all in some folders; nobody may write."""

    @abstractmethod
    def path(self, name: str) -> Any:
        """Return a file's full name: a Path on a disk, a text behind a URL."""

    def read(self, name: str) -> bytes:
        """Read a file whole; OSError, FileNotFoundError among them, comes through."""
        with self.open(name) as file:
            return file.read()

    def source(self, name: str) -> Any:
        """Return what pyarrow reads a file from."""
        return self.open(name)


class LocalFolder(Folder):
    """A folder on a disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __reduce__(self) -> tuple[Any, ...]:
        # Other processes may work in another directory.
        return LocalFolder, (self.root.absolute(),)

    def __str__(self) -> str:
        return str(self.root)

    def path(self, name: str) -> Path:
        """See `Folder`."""
        return self.root / name

    def make(self, folders: Iterable[str] = ("",)) -> None:
        """See `Folder`."""
        for name in folders:
            with writing(self.path(name)):
                self.path(name).mkdir(parents=True, exist_ok=True)

    def exists(self, name: str) -> bool:
        """See `Folder`."""
        return self.path(name).exists()

    def open(self, name: str) -> IO[bytes]:
        """See `Folder`."""
        return open(self.path(name), "rb")

    def source(self, name: str) -> Path:
        """See `Folder`."""
        # pyarrow takes a relative path with a colon for a URL.
        return self.path(name).absolute()

    def write(self, name: str, data: bytes | memoryview) -> None:
        """See `Folder`."""
        with writing(self.path(name)), whole_file(self.path(name)) as aside, open(aside, "wb") as file:
            file.write(data)

    def append(self, name: str, data: bytes, *, sync: bool = True) -> None:
        """See `Folder`."""
        with writing(self.path(name)), open(self.path(name), "ab") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())

    def remove(self, name: str) -> None:
        """See `Folder`."""
        path = self.path(name)
        with contextlib.suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)

    def listed(self, folder: str) -> list[str]:
        """See `Folder`."""
        return sorted(f"{folder}/{path.name}" for path in self.path(folder).glob("*") if path.is_file())

    def is_new(self, first: str) -> bool:
        """See `Folder`."""
        return not self.root.exists() or (
            self.root.is_dir()
            and all(
                path.name == LOCK
                or written_for(path.name) == first
                or (path.is_dir() and not any(path.iterdir()))
                for path in self.root.iterdir()
            )
        )

    @contextlib.contextmanager
    def locked(self, *, shared: bool = False) -> Iterator[bool]:
        """See `Folder`."""
        try:
            import fcntl
        except ImportError:  # Windows: two processes in one folder are the user's own doing there
            yield True
            return
        try:
            file = open(self.path(LOCK), "a")  # noqa: SIM115 the lock must live as long as the block
        except OSError as error:
            if error.errno not in READ_ONLY:
                raise disk_error(error, self.root) from error
            yield False
            return
        with file:
            try:
                fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DirectoryError(f"{self.root} is in use: another process is at work in it") from None
            except OSError:
                pass  # a file system without locks
            yield True

    def remove_leftovers(self, names: Iterable[str] = (), folders: Iterable[str] = ()) -> None:
        """See `Folder`."""
        ours, whole = {self.path(name) for name in names}, {self.path(name) for name in folders}
        for folder in {path.parent for path in ours} | whole:
            # A folder that is not there yet holds nothing to remove.
            for path in folder.glob(f".*{PARTIAL}"):
                own = written_for(path.name)
                if own is not None and (folder in whole or folder / own in ours):
                    with contextlib.suppress(OSError):
                        path.unlink()


class UrlFolder(Folder):
    """A folder behind a URL, such as ``s3://bucket/study`` or ``memory://study``.

    There is no lock behind a URL, and a file appears when it is written whole, as object stores do it.
    StudyError says that fsspec does not know this kind of URL.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._connect()

    def _connect(self) -> None:
        try:
            import fsspec
        except ImportError:
            raise ImportError(f"{self.url} needs fsspec: pip install fivefold[dask]") from None
        try:
            self.system, self.root = fsspec.core.url_to_fs(self.url)
        except Exception as error:  # each kind of URL has errors of its own
            raise StudyError(f"{self.url} cannot be opened: {error_text(error)}") from error

    def _ask(self, what: Callable[..., Result], *arguments: Any, **more: Any) -> Result:
        """Ask the store, again where it fails; OSError has its last error."""
        for wait in (*WAITS, None):
            try:
                return what(*arguments, **more)
            except FileNotFoundError:
                raise
            except Exception as error:  # each kind of store has errors of its own
                if wait is None:
                    raise OSError(
                        f"the store has failed {len(WAITS) + 1} times: {error_text(error)}"
                    ) from error
                time.sleep(wait)
        raise AssertionError

    def __reduce__(self) -> tuple[Any, ...]:
        return UrlFolder, (self.url,)

    def __str__(self) -> str:
        return self.url

    def path(self, name: str) -> str:
        """See `Folder`."""
        return f"{self.url}/{name}"

    def _full(self, name: str) -> str:
        return f"{self.root}/{name}" if name else str(self.root)

    def make(self, folders: Iterable[str] = ("",)) -> None:
        """See `Folder`."""
        for name in folders:
            with writing(self.path(name)):
                self._ask(self.system.makedirs, self._full(name), exist_ok=True)

    def exists(self, name: str) -> bool:
        """See `Folder`."""
        try:
            return bool(self._ask(self.system.exists, self._full(name)))
        except OSError as error:
            raise DiskError(f"{self.path(name)} cannot be looked for: {error}") from error

    def open(self, name: str) -> IO[bytes]:
        """See `Folder`."""
        return cast("IO[bytes]", self._ask(self.system.open, self._full(name), "rb"))

    def write(self, name: str, data: bytes | memoryview) -> None:
        """See `Folder`."""
        with writing(self.path(name)):
            self._ask(self.system.pipe_file, self._full(name), bytes(data))

    def append(self, name: str, data: bytes, *, sync: bool = True) -> None:
        """See `Folder`; the file is written anew, since object stores know nothing else."""
        before = self.read(name) if self.exists(name) else b""
        self.write(name, before + data)

    def remove(self, name: str) -> None:
        """See `Folder`."""
        with contextlib.suppress(OSError):
            is_folder = self._ask(self.system.isdir, self._full(name))
            self._ask(self.system.rmdir if is_folder else self.system.rm_file, self._full(name))

    def listed(self, folder: str) -> list[str]:
        """See `Folder`."""
        try:
            entries = self._ask(self.system.ls, self._full(folder), detail=True)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise DiskError(f"{self.path(folder)} cannot be looked through: {error}") from error
        return sorted(
            f"{folder}/{one['name'].rsplit('/', 1)[-1]}" for one in entries if one["type"] == "file"
        )

    def is_new(self, first: str) -> bool:
        """See `Folder`."""
        return not self.listed("")


def folder_at(out: str | os.PathLike[str]) -> Folder:
    """Return the folder at a place: a path, ``file://...``, or another URL that fsspec understands.

    Examples
    --------
    >>> str(folder_at("file:///data/study"))
    '/data/study'
    """
    if isinstance(out, str) and "://" in out:
        parts = urlsplit(out)
        if parts.scheme != "file":
            return UrlFolder(out)
        if parts.netloc not in ("", "localhost"):
            raise StudyError(
                f"{out} is refused: a folder of another machine; of this one it is file:///folder"
            )
        out = unquote(parts.path)
    return LocalFolder(Path(out))
