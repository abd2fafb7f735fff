"""Folders of results: one process at a time, nothing half written, digests, and what no folder of ours is."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError
from fivefold._files import PARTIAL, written_for

# A folder that may only be read.
READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
LOCK = ".lock"


def failure(error: OSError, path: object) -> FivefoldError:
    """Say what the system said, and of which file or folder."""
    return FivefoldError(f"{path}: {error}")


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """Say of an error of the disk which file or folder it concerns."""
    try:
        yield
    except OSError as error:
        raise failure(error, path) from error


@contextmanager
def locked(
    folder: Path,
    *,
    shared: bool = False,
    in_use: type[FivefoldError] = FivefoldError,
    failed: Callable[[OSError, object], FivefoldError] = failure,
) -> Iterator[bool]:
    """Hold the folder's lock; the system lets go of it when the process ends, however it ends.

    Parameters
    ----------
    folder : Path
        The folder.
    shared : bool
        Several processes may hold it so at a time, as those that play parts of a study do.
    in_use : type
        What is raised where another process holds it.
    failed : callable
        Makes an error of ours of one of the system.

    Yields
    ------
    bool
        Whether files may be written there; a folder that may only be read needs no lock.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two processes in one folder are the user's own doing there
        yield True
        return
    try:
        file = open(folder / LOCK, "a")  # noqa: SIM115 the lock must live as long as the block
    except OSError as error:
        if error.errno not in READ_ONLY:
            raise failed(error, folder) from error
        yield False
        return
    with file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise in_use(f"{folder} is in use: another process is at work in it") from None
        except OSError:
            pass  # a file system without locks
        yield True


def remove_leftovers(files: Iterable[Path]) -> None:
    """Remove what killed processes left beside these files; nobody else may be writing them.

    Parameters
    ----------
    files : iterable of Path
        Files that are written whole. What lies beside them under other names stays.
    """
    names: dict[Path, set[str]] = {}
    for path in files:
        names.setdefault(path.parent, set()).add(path.name)
    for folder, ours in names.items():
        # A folder that is not there yet holds nothing to remove.
        for path in folder.glob(f".*{PARTIAL}"):
            if written_for(path.name) in ours:
                with suppress(OSError):
                    path.unlink()


def is_new(folder: Path, first: str, inside: str = "") -> bool:
    """Tell whether a folder is empty, but for what a process left that was killed when it had begun it.

    Parameters
    ----------
    folder : Path
        The folder; False where it is a file.
    first : str
        The file that is written first.
    inside : str, optional
        A folder that may be there, as long as nothing is in it.
    """
    return folder.is_dir() and all(
        path.name == LOCK
        or written_for(path.name) == first
        or (path.name == inside and path.is_dir() and not any(path.iterdir()))
        for path in folder.iterdir()
    )


def digest(data: Any) -> str:
    """Give the digest of plain data, whatever the order of its keys."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
