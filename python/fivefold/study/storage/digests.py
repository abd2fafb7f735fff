"""`SHA256SUMS`: a digest of every file of a study, so that a single changed bit is found.

The form is that of `sha256sum`: `sha256sum --check SHA256SUMS` in the study's folder reads it too.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fivefold.study.errors import disk_error

from .files import write_whole
from .layout import file_names
from .state import read_state

DIGESTS = "SHA256SUMS"
# What a file can be found to be.
WHOLE, DAMAGED, MISSING, UNVERIFIED, UNWRITTEN = (
    "whole",
    "damaged",
    "missing",
    "without a digest",
    "not written",
)
_LINE = re.compile(r"([0-9a-f]{64})  (.+)", re.DOTALL)


def digest(data: bytes | memoryview) -> str:
    """Give the SHA-256 of what is written to a file, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


class Digests:
    """The digests of a folder's files, by name with slashes forward.

    Parameters
    ----------
    out : Path
        The study's folder. Lines that are no digests are passed over: their files have none then.
    """

    def __init__(self, out: Path) -> None:
        self.out, self.path = out, out / DIGESTS
        self.known: dict[str, str] = {}
        try:
            lines = self.path.read_bytes().decode("utf-8", "replace").split("\n")
        except OSError:
            return
        for line in lines:
            if found := _LINE.fullmatch(line):
                self.known[found[2]] = found[1]

    def add(self, new: Mapping[str, str]) -> None:
        """Add digests at the end of the file, flushed to the disk.

        Raises
        ------
        DiskError
            The disk is full, or the folder cannot be written.
        """
        if not new:
            return
        self.known.update(new)
        try:
            with open(self.path, "ab") as file:
                file.write(_lines(new))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise disk_error(error, self.path) from error

    def rewrite(self, names: Iterable[str]) -> None:
        """Write the file anew: what is known of these files, in this order."""
        self.known = {name: self.known[name] for name in names if name in self.known}
        write_whole(self.path, _lines(self.known))

    def states(self, names: Iterable[str], threads: int = 1) -> dict[str, str]:
        """Read files whole and compare them with their digests.

        Parameters
        ----------
        names : iterable of str
            The files.
        threads : int
            How many files are read at a time.

        Returns
        -------
        dict of str to str
            By name "whole", "damaged", "missing" (there is a digest and no file), "without a digest"
            (and with a file) or "not written" (neither).
        """
        names = list(names)
        if threads == 1 or len(names) < 2:
            return {name: self.state(name) for name in names}
        with ThreadPoolExecutor(threads) as pool:
            return dict(zip(names, pool.map(self.state, names), strict=True))

    def state(self, name: str) -> str:
        """Read one file whole and compare it with its digest."""
        expected = self.known.get(name)
        try:
            with open(self.out / name, "rb") as file:
                if expected is None:
                    return UNVERIFIED
                return WHOLE if hashlib.file_digest(file, "sha256").hexdigest() == expected else DAMAGED
        except FileNotFoundError:
            return UNWRITTEN if expected is None else MISSING
        except OSError:
            return DAMAGED


def _lines(digests: Mapping[str, str]) -> bytes:
    return "".join(f"{value}  {name}\n" for name, value in digests.items()).encode()


def check(out: str | Path, *, threads: int | None = None) -> dict[str, str]:
    """Read every file of a study and compare it with its digest; play and write nothing.

    Parameters
    ----------
    out : str or Path
        The study's folder.
    threads : int, optional
        How many files are read at a time; as many as there are cores by default.

    Returns
    -------
    dict of str to str
        What is not whole, by name: "damaged", "missing" (it was there once), "without a digest", or
        "not written" (yet). Empty for a finished study without damage. `run` with the same
        configuration plays and writes again what stands here.

    Raises
    ------
    StudyError
        There is no study, or `study.json` cannot be read.

    Examples
    --------
    >>> import tempfile, pathlib, fivefold.study as study
    >>> config = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 100, "sample": 2}]}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     report = study.run(config, out)
    ...     before = study.check(out)
    ...     _ = report.write_text("something else")
    ...     before, study.check(out)
    ({}, {'report.html': 'damaged'})
    """
    folder = Path(out)
    names = file_names(read_state(folder))
    found = Digests(folder).states(names, threads or os.cpu_count() or 1)
    return {name: state for name, state in found.items() if state != WHOLE}
