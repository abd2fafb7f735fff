"""`SHA256SUMS`: a digest of every file of a study, so that a single changed bit is found.

The form is that of `sha256sum`: `sha256sum --check SHA256SUMS` in the study's folder reads it too.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fivefold._arguments import check_threads
from fivefold.lab.store import Folder, folder_at

from .layout import PARTS, file_names
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
    """Return the SHA-256 of what is written to a file, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


class Digests:
    """The digests of a folder's files, by name with slashes forward.

    Those of a part go into a file of their own, so that parts may be played at once, and copies of the
    folder be put together. Lines that are not digests are passed over: their files have none then.
    """

    def __init__(self, out: Folder, part: tuple[int, int] | None = None) -> None:
        self.out = out
        # More than one where parts were made with different versions of a library: each is taken.
        self.known: dict[str, str] = {}
        self.others: dict[str, set[str]] = {}
        self.parts = out.listed(PARTS)
        for path in [DIGESTS, *self.parts]:
            try:
                lines = out.read(path).decode("utf-8", "replace").split("\n")
            except OSError:
                continue
            for line in lines:
                if match := _LINE.fullmatch(line):
                    self.others.setdefault(match[2], set()).add(match[1])
                    self.known[match[2]] = match[1]
        self.file = DIGESTS
        if part:
            self.file = f"{PARTS}/{part[0]}-of-{part[1]}-{secrets.token_hex(8)}.sha256"

    def add(self, new: Mapping[str, str]) -> None:
        """Add digests at the end of the file, flushed to the disk; DiskError where that fails."""
        if not new:
            return
        self.known.update(new)
        if self.file != DIGESTS:
            self.out.make([PARTS])
        self.out.append(self.file, _lines(new))

    def rewrite(self, names: Iterable[str]) -> None:
        """Write the file anew: what is known of these files, in this order. It takes the parts' in."""
        self.known = {name: self.known[name] for name in names if name in self.known}
        self.out.write(DIGESTS, _lines(self.known))
        for path in [*self.parts, *([PARTS] if self.parts else [])]:
            self.out.remove(path)
        self.parts = []

    def states(self, names: Iterable[str], threads: int = 1) -> dict[str, str]:
        """Read files whole and compare them with their digests.

        By name: "whole", "damaged", "missing" (there is a digest and no file), "without a digest" (and with
        a file) or "not written" (neither).
        """
        names = list(names)
        if threads == 1 or len(names) < 2:
            return {name: self.state(name) for name in names}
        with ThreadPoolExecutor(threads) as pool:
            return dict(zip(names, pool.map(self.state, names), strict=True))

    def state(self, name: str) -> str:
        """Read one file whole and compare it with its digest."""
        expected = self.others.get(name, set())
        try:
            with self.out.open(name) as file:
                if not expected:
                    return UNVERIFIED
                value = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
        except FileNotFoundError:
            return MISSING if expected else UNWRITTEN
        except OSError:
            return DAMAGED
        if value not in expected:
            return DAMAGED
        self.known[name] = value
        return WHOLE


def _lines(digests: Mapping[str, str]) -> bytes:
    return "".join(f"{value}  {name}\n" for name, value in digests.items()).encode()


def check(out: str | Path, *, threads: int | None = None) -> dict[str, str]:
    """Read every file of a study and compare it with its digest; play and write nothing.

    Parameters
    ----------
    out : str or Path
        The study's folder, or its URL.
    threads : int, optional
        Number of files to read at a time; the number of cores by default.

    Returns
    -------
    dict of str to str
        Files that are not whole, by name: "damaged", "missing" (it was there once), "without a digest", or
        "not written" (yet). Empty for a finished study without damage. `run` with the same configuration
        plays and writes these files again.

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
    folder = folder_at(out)
    names = file_names(read_state(folder))
    states = Digests(folder).states(names, check_threads(threads))
    return {name: state for name, state in states.items() if state != WHOLE}
