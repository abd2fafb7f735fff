"""Files that are whole at every moment: written aside, flushed to the disk, then renamed."""

from pathlib import Path

from fivefold._files import whole_file
from fivefold.study.errors import disk_error


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
