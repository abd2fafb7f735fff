"""The log of a study: when what was done."""

import contextlib
from datetime import datetime

from fivefold.lab.errors import StudyError
from fivefold.lab.store import Folder
from fivefold.study.storage.layout import LOG


class Log:
    """`study.log`: when what was done and how quickly. The only place of a study that knows time."""

    def __init__(self, out: Folder) -> None:
        self.out = out

    def write(self, text: str) -> None:
        """Add a line with the time before it."""
        line = f"{datetime.now():%Y-%m-%d %H:%M:%S}  {text}\n"
        # Nobody needs it so much that a study should stop for it.
        with contextlib.suppress(OSError, StudyError):
            self.out.append(LOG, line.encode(), sync=False)
