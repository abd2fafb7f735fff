"""The log of a study: when what was done."""

from datetime import datetime

from fivefold.study.storage.folder import Folder
from fivefold.study.storage.layout import LOG


class Log:
    """`study.log`: when what was done and how quickly. The only place of a study that knows time."""

    def __init__(self, out: Folder) -> None:
        self.out = out

    def write(self, text: str) -> None:
        """Add a line with the time before it."""
        self.out.append(LOG, f"{datetime.now():%Y-%m-%d %H:%M:%S}  {text}\n".encode(), sync=False)
