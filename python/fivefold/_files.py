"""Files that are whole at every moment: written aside, flushed to the disk, then renamed."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

# No reader looks at names with this ending; what a killed process left is removed by who owns the folder.
PARTIAL = ".partial"


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a file beside `path` to write; then `path` is complete, also after a power cut.

    Parameters
    ----------
    path : Path
        Where the file shall be; as before until the block ends, and if it fails.

    Raises
    ------
    OSError
        The disk is full, or the folder cannot be written.
    """
    # Processes on other machines may have the same number, and write the same file.
    aside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.randbits(63)}{PARTIAL}")
    try:
        yield aside
        with open(aside, "r+b") as file:
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def written_for(name: str) -> str | None:
    """Return the name of the file that `whole_file` was writing under this name; None if it was not.

    Examples
    --------
    >>> written_for(".report.html.4711-140.partial"), written_for(".notes.partial")
    ('report.html', None)
    """
    match = re.fullmatch(rf"\.(.+)\.\d+-\d+{re.escape(PARTIAL)}", name, re.DOTALL | re.ASCII)
    return match[1] if match else None


def sync_folder(folder: Path) -> None:
    """Make a rename last; systems without folders as files need not and cannot."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
