"""Files that are whole at every moment: written aside, flushed to the disk, then renamed."""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from fivefold._files import PARTIAL, whole_file, written_for
from fivefold.study.errors import READ_ONLY, DirectoryError, disk_error


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
    try:
        with whole_file(path) as aside, open(aside, "wb") as file:
            file.write(data)
    except OSError as error:
        raise disk_error(error, path) from error


def remove_leftovers(files: Iterable[Path]) -> None:
    """Remove what killed processes left beside these files; nobody else may be writing them.

    Parameters
    ----------
    files : iterable of Path
        Files that `write_whole` writes. What lies beside them under other names stays.
    """
    names: dict[Path, set[str]] = {}
    for path in files:
        names.setdefault(path.parent, set()).add(path.name)
    for folder, ours in names.items():
        # A folder that is not there yet holds nothing to remove.
        for path in folder.glob(f".*{PARTIAL}"):
            if written_for(path.name) in ours:
                with contextlib.suppress(OSError):
                    path.unlink()


@contextlib.contextmanager
def locked(folder: Path, *, shared: bool = False) -> Iterator[bool]:
    """Hold the folder's lock; the system lets go of it when the process ends, however it ends.

    Parameters
    ----------
    folder : Path
        The folder.
    shared : bool
        Several processes may hold it so at a time, as those that play parts of a study do.

    Yields
    ------
    bool
        Whether files may be written there; a folder that may only be read needs no lock.

    Raises
    ------
    DirectoryError
        Another process holds it.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two studies in one folder are the user's own doing there
        yield True
        return
    try:
        file = open(folder / ".lock", "a")  # noqa: SIM115 the lock must live as long as the block
    except OSError as error:
        if error.errno not in READ_ONLY:
            raise disk_error(error, folder) from error
        yield False
        return
    with file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DirectoryError(f"{folder} is in use: another process runs this study now") from None
        yield True
