"""Writing games one by one."""

import contextlib
import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from fivefold import Record, RecordError

from .formats import FORMATS, READ_ONLY, format_of


def write(path: str | Path | IO[str], records: Iterable[Record], *, format: str | None = None) -> int:
    """Write games to a file.

    Parameters
    ----------
    path : str, Path or text file
        The file; an older one is replaced. One that ends in ``.gz`` is packed.
    records : iterable of Record
        The games; taken one by one.
    format : str, optional
        A key of `FORMATS`; by default the file's ending decides. An open file has ``"jsonl"`` by default.

    Returns
    -------
    int
        How many games were written.

    Raises
    ------
    RecordError
        The ending names no format, or one that is read only: nothing is written. Or the format has
        no place for something in a game; the games before it are written. A ``notes`` file holds one
        game only.

    Examples
    --------
    >>> import fivefold as ff, sys
    >>> record = ff.Record(ff.rules("freestyle"))
    >>> record.push("h8")
    >>> ff.records.write(sys.stdout, [record], format="psq")
    Piskvorky 15x15, 11:11, 0
    8,8,0
    1
    """
    chosen = format or _format_of_path(path)
    if chosen not in FORMATS:
        raise RecordError(f"format={chosen!r:.60} is refused: there are {', '.join(FORMATS)}")
    if chosen in READ_ONLY:
        raise RecordError(f"format={chosen!r} is refused: that format is read, not written")
    written = 0
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(_open(path)) if isinstance(path, (str, Path)) else path
        for record in records:
            if written and chosen == "notes":
                raise RecordError(f"a {chosen} file holds one game: write each into a file of its own")
            try:
                text = _to_text(record, chosen)
            except RecordError as error:
                refused = RecordError(f"game {written + 1}: {error}")
                refused.number, refused.rule = error.number, error.rule
                raise refused from None
            file.write(text)
            written += 1
    return written


def _format_of_path(path: str | Path | IO[str]) -> str:
    if not isinstance(path, (str, Path)):
        return "jsonl"
    format = format_of("", str(path).removesuffix(".gz"))
    if format is None:
        endings = " ".join(ending for endings in FORMATS.values() for ending in endings)
        raise RecordError(
            f"{path}: the ending names no format: there are {endings}; or say which with format="
        )
    return format


def _open(path: str | Path) -> IO[str]:
    if str(path).endswith(".gz"):
        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    return open(path, "w", encoding="utf-8", newline="\n")


def _to_text(record: Record, format: str) -> str:
    if format == "jsonl":
        return record.to_json() + "\n"
    if format == "text":
        return record.to_text() + "\n"
    if format == "sgf":
        return record.to_sgf()
    if format == "pos":
        if record.events or not len(record):
            what = record.events[0] if record.events else "a game without moves"
            raise RecordError(f"a line of points has no place for {what!r}")
        return record.to_pos() + "\n"
    return record.to_psq() if format == "psq" else record.to_notes()
