"""Reading games one by one: a million games need the memory of one."""

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeAlias

from fivefold import FivefoldError, Record, RecordError, Rules

from ._bundled import bundled
from .formats import FORMATS, format_of
from .rif import rif_games, rif_record
from .splitting import TooLong, json_lines, sgf_games, text_records

Letters: TypeAlias = Literal["i", "no_i"]

# How much of a file is looked at to tell its format.
LOOK = 4096
# A game on one line is shorter by far; what is longer is no record.
MOST = 16_000_000


@dataclass(frozen=True)
class Found:
    """A game of a file, or why it is none.

    Attributes
    ----------
    number : int
        Which game of the file, from 1.
    line : int
        The line on which it begins, from 1.
    record : Record or None
        The game, if it replays.
    error : RecordError or None
        Why it does not; its `number` is that of the offending move, if a move offends.
    """

    number: int
    line: int
    record: Record | None = None
    error: RecordError | None = None


def read(
    path: str | Path | IO[str],
    *,
    format: str | None = None,
    rules: Rules | str | None = None,
    letters: Letters = "i",
) -> Iterator[Record]:
    r"""Read the games of a file one by one.

    Parameters
    ----------
    path : str, Path or text file
        The file, or a name of `bundled` where there is no such file.
    format : str, optional
        A key of `FORMATS`; told by the file's beginning, else by its ending.
    rules : Rules or str, optional
        For files that do not say by which rules they were played: rules, or the name of a preset,
        which is then played on a board of the file's size.
    letters : {"i", "no_i"}
        Whether the columns of a ``notes`` file use the letter i, as here, or leave it out, as Pente
        servers do. The other formats say it themselves.

    Yields
    ------
    Record
        The games in their order, each replayed.

    Raises
    ------
    RecordError
        A game is no record, breaks a rule or ends otherwise than it says; the message names file,
        game and line, `number` the offending move. The games before it have been yielded.

    Examples
    --------
    >>> import fivefold as ff, io
    >>> file = io.StringIO("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n")
    >>> [record.moves for record in ff.records.read(file, rules="freestyle")]
    [['h8', 'i8']]
    """
    name = _name(path)
    for found in scan(path, format=format, rules=rules, letters=letters):
        if found.record is not None:
            yield found.record
        elif found.error is not None:
            place = f"{name}, game {found.number} (line {found.line})"
            error = RecordError(f"{place}: {found.error}")
            error.number, error.rule = found.error.number, found.error.rule
            raise error


def scan(
    path: str | Path | IO[str],
    *,
    format: str | None = None,
    rules: Rules | str | None = None,
    letters: Letters = "i",
) -> Iterator[Found]:
    """Read the games of a file one by one, and go on after a bad one.

    Parameters
    ----------
    path : str, Path or text file
        The file.
    format, rules, letters
        As for `read`.

    Yields
    ------
    Found
        Each game, or why it is none.

    Raises
    ------
    RecordError
        The file as a whole cannot be read: its format is unknown, it is no text, or it breaks off
        where a game should end.

    Examples
    --------
    >>> import io
    >>> import fivefold as ff
    >>> file = io.StringIO("1. h8 h9 2. h8")
    >>> for found in ff.records.scan(file, format="notes", rules="freestyle"):
    ...     print(found.line, found.record, found.error)
    1 None move 3: h8 is refused: the point is taken (E5)
    """
    name = _name(path)
    with contextlib.ExitStack() as stack:
        if isinstance(path, (str, Path)):
            file: IO[str] = stack.enter_context(open(_file(path), encoding="utf-8-sig", newline=""))
        else:
            file = path
        try:
            beginning = file.read(LOOK)
            chosen = format or format_of(beginning, name)
            if chosen is None:
                raise _refused(f"{name}: this is none of the formats {', '.join(FORMATS)}")
            if chosen not in FORMATS:
                raise _refused(f"format={chosen!r:.60} is refused: there are {', '.join(FORMATS)}")
            yield from _games(_Again(beginning, file), chosen, rules, letters)
        except UnicodeDecodeError as error:
            raise _refused(f"{name}: this is no text in UTF-8 ({error.reason})") from None
        except TooLong as error:
            raise _refused(f"{name}: {error}") from None


def _games(file: "_Again", format: str, rules: Rules | str | None, letters: Letters) -> Iterator[Found]:
    if format == "jsonl":
        pieces = json_lines(file, MOST)
    elif format == "text":
        pieces = text_records(file, MOST)
    elif format == "sgf":
        pieces = sgf_games(file, MOST)
    elif format == "rif":
        pieces = rif_games(file, MOST)
    else:
        pieces = iter([(1, file.read(MOST + 1))])
    for number, (line, text) in enumerate(pieces, 1):
        if len(text) > MOST:
            raise TooLong(
                f"line {line}: a game of more than {MOST // 1_000_000} million characters is no record"
            )
        try:
            yield Found(number, line, record=parse(text, format, rules, letters))
        except RecordError as error:
            yield Found(number, line, error=error)
        except FivefoldError as error:
            yield Found(number, line, error=_refused(str(error)))


def parse(text: str, format: str, rules: Rules | str | None = None, letters: Letters = "i") -> Record:
    """Read one game.

    Parameters
    ----------
    text : str
        The game and nothing else; for ``rif`` as `rif_games` cuts it out.
    format : str
        A key of `FORMATS`.
    rules : Rules or str, optional
        As for `read`.
    letters : {"i", "no_i"}
        As for `read`.

    Raises
    ------
    RecordError
        It is no record, or does not replay.
    """
    if format == "sgf":
        return Record.from_sgf(text, rules)
    if format == "rif":
        return rif_record(text, rules)
    if format == "notes":
        return Record.from_notes(text, rules, letters=letters)
    if format == "psq":
        if rules is None:
            raise _refused("a .psq file does not say by which rules it was played: give them with rules=")
        return Record.from_psq(text, rules)
    return Record.from_text(text) if format == "text" else Record.from_json(text)


def _refused(message: str) -> RecordError:
    return RecordError(message)


def _file(path: str | Path) -> str | Path:
    """Give the file that is meant: the games of the package have names."""
    known = bundled().get(path) if isinstance(path, str) else None
    return path if known is None or Path(path).exists() else known.path


def _name(path: object) -> str:
    return str(path) if isinstance(path, (str, Path)) else str(getattr(path, "name", "the text"))


class _Again:
    """A text file whose beginning has been read already."""

    def __init__(self, beginning: str, file: IO[str]) -> None:
        self.beginning, self.file = io.StringIO(beginning, newline=""), file
        self._look = 64

    def blanks(self) -> str:
        """Read the blank lines that come next, many at once but perhaps not all."""
        text = self.read(self._look)
        rest = text.lstrip()
        self._look = 64 if rest else min(2 * self._look, 1 << 20)
        blank = text[: len(text) - len(rest)]
        # Blanks before something belong to its line; the second half of a line end may come next.
        end = max(blank.rfind("\n"), blank.rfind("\r", 0, len(text) - 1)) + 1
        self.beginning = io.StringIO(text[end:] + self.beginning.read(), newline="")
        return text[:end]

    def read(self, count: int) -> str:
        """Read up to `count` characters."""
        text = self.beginning.read(count)
        while len(text) < count and (more := self.file.read(count - len(text))):
            text += more
        return text

    def readline(self, count: int) -> str:
        """Read a line, of a long one no more than about `count` characters."""
        text = self.beginning.readline(count)
        return text if text.endswith("\n") else text + self.file.readline(count)
