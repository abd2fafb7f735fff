"""Files that are whole at every moment: written aside, flushed to the disk, then renamed."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from fivefold._files import PARTIAL, whole_file

from .errors import DirectoryError, disk_error


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a file beside `path` to write; then `path` is complete, also after a power cut.

    Parameters
    ----------
    path : Path
        Where the file shall be; as before until the block ends, and if it fails.

    Raises
    ------
    DiskError
        The disk is full, or the folder cannot be written.
    """
    try:
        with whole_file(path) as aside:
            yield aside
    except OSError as error:
        raise disk_error(error, path) from error


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file so that `path` is either as before or complete, also after a power cut.

    Parameters
    ----------
    path : Path
        Where the file shall be.
    data : bytes or memoryview
        All of it.

    Raises
    ------
    DiskError
        The disk is full, or the folder cannot be written.
    """
    with whole(path) as aside:
        aside.write_bytes(data)


def remove_leftovers(folder: Path) -> None:
    """Remove what killed processes left behind; nobody else may be at work in `folder`."""
    for path in folder.rglob(f".*{PARTIAL}"):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; the system lets go of it when the process ends, however it ends.

    Raises
    ------
    DirectoryError
        Another process holds it.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two studies in one folder are the user's own doing there
        yield
        return
    try:
        file = open(folder / ".lock", "a")  # noqa: SIM115 the lock must live as long as the block
    except OSError as error:
        raise disk_error(error, folder) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DirectoryError(f"{folder} is in use: another process runs this study now") from None
        yield
