"""What can go wrong in a study, each with the exit code of the command line."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from fivefold import FivefoldError


class StudyError(FivefoldError):
    """A study cannot be run, continued or read; the message says why and what helps."""


class ConfigError(StudyError):
    """A configuration that makes no sense: an unknown key, an option out of range."""


class DirectoryError(StudyError):
    """The directory belongs to another study, or another process is at work in it."""


class UnfinishedError(StudyError):
    """Shards are missing, so that the study cannot be finished; the message names them.

    Attributes
    ----------
    missing : list of str
        Their files, inside the study's folder.
    """

    def __init__(self, message: str, missing: list[str]) -> None:
        super().__init__(message)
        self.missing = missing


class PlayError(StudyError):
    """Some shards could not be played; all others are finished. The message names each and its cause.

    Attributes
    ----------
    causes : dict of str to str
        What went wrong, by shard.
    """

    def __init__(self, message: str, causes: dict[str, str]) -> None:
        super().__init__(message)
        self.causes = causes


class DiskError(StudyError):
    """The disk is full or refuses to be written; the shards finished before are safe.

    Attributes
    ----------
    full : bool
        The disk is full; False where writing is not allowed, or a path cannot be.
    """

    full = False


FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def disk_error(error: OSError, path: object) -> DiskError:
    """Describe in plain words the error of the system."""
    full = error.errno in FULL
    answer = DiskError(
        f"{path} could not be written: {'the disk is full' if full else error.strerror or error}"
    )
    answer.full = full
    return answer


@contextmanager
def writing(path: object) -> Iterator[None]:
    """Say as a DiskError what the system says while something is written."""
    try:
        yield
    except OSError as error:
        raise disk_error(error, path) from error
