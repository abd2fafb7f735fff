"""What can go wrong in a study, each with the exit code of the command line."""

import errno

from fivefold import FivefoldError


class StudyError(FivefoldError):
    """A study cannot be run, continued or read; the message says why and what helps."""


class ConfigError(StudyError):
    """A configuration that makes no sense: an unknown key, an option out of range."""


class DirectoryError(StudyError):
    """The directory belongs to another study, or another process is at work in it."""


class DiskError(StudyError):
    """The disk is full or refuses to be written; the shards finished before are safe."""


FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def disk_error(error: OSError, path: object) -> DiskError:
    """Say in plain words what the system said.

    Parameters
    ----------
    error : OSError
        What came back from writing.
    path : object
        The file that was being written.
    """
    why = "the disk is full" if error.errno in FULL else (error.strerror or str(error))
    return DiskError(f"{path} could not be written: {why}")
