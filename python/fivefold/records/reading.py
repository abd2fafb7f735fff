"""Reading games one by one: a million games need the memory of one."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, SupportsIndex, TypeAlias

from fivefold import FivefoldError, Record, RecordError, Rules
from fivefold._progress import ProgressLike, make_progress

from ._bundled import bundled
from .encoding import LOOK, own_text
from .formats import FORMATS, format_of, seems
from .opening import Opened, opened
from .rif import rif_games, rif_record
from .small import rec_record
from .splitting import TooLong, json_lines, psq_games, sgf_games, single_lines, tagged_games, text_records
from .tagged import tagged_record

Letters: TypeAlias = Literal["i", "no_i"]

# A game on one line is shorter by far; what is longer is no record.
MAX = 16_000_000


@dataclass(frozen=True)
class ScanResult:
    """A game of a file, or the error that its text has.

    Attributes
    ----------
    number : int
        Which game of the file, from 1.
    line : int
        The line on which it begins, from 1.
    record : Record or None
        The game, if it replays.
    error : RecordError or None
        The error, if it does not replay; its `number` is that of the offending move.
    member : str or None
        Name of its file in an archive.
    """

    number: int
    line: int
    record: Record | None = None
    error: RecordError | None = None
    member: str | None = None

    @property
    def others(self) -> int:
        """Lines of a tree beside the main line, which is the record (0 for other games)."""
        others = self.record.metadata.get("variations", 0) if self.record is not None else 0
        return others if isinstance(others, int) else 0


def read(
    path: str | Path | IO[Any],
    *,
    format: str | None = None,
    rules: Rules | str | None = None,
    letters: Letters | None = None,
    encoding: str | None = None,
    origin: SupportsIndex = 1,
    progress: ProgressLike = None,
) -> Iterator[Record]:
    r"""Read the games of a file one by one.

    Parameters
    ----------
    path : str, Path or file
        The file, or a name of `bundled` where there is no such file. A ``.gz`` is unpacked, and of a
        ``.zip`` each file is read. An open file may be one of text or of bytes.
    format : str, optional
        A key of `FORMATS`; recognised by the beginning of the file, else by its ending.
    rules : Rules or str, optional
        Rules of the games, whatever the file says: rules, or the name of a preset,
        which is then played on a board of the file's size.
    letters : {"i", "no_i"}, optional
        Whether columns use the letter i or skip it, as Pente servers do. By default ``pente_org``
        skips it, ``notes`` and ``pos`` use it. The other formats say it themselves.
    encoding : str, optional
        The encoding of the text. Without it a byte order mark counts, then what the file says (``CA`` of
        SGF), then UTF-8, then ISO-8859-1.
    origin : int
        What a ``psq`` file counts the first column and row as: 1, or 0 as some programs do.
    progress : bool, callable or None
        True shows how much of the file is read, False nothing, a callable is given kilobytes
        ``(read, all)`` while it reads; None shows it in a terminal or notebook after two seconds.

    Yields
    ------
    Record
        The games in their order, each replayed.

    Raises
    ------
    RecordError
        A game is not a record, breaks a rule or ends otherwise than it says; the message names file,
        game and line, `number` the offending move. The games before it have been yielded.

    Examples
    --------
    >>> import fivefold as ff, io
    >>> file = io.StringIO("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n")
    >>> [record.moves for record in ff.records.read(file, rules="freestyle")]
    [['h8', 'i8']]
    """
    name = _name(path)
    options = {"format": format, "rules": rules, "letters": letters, "encoding": encoding, "origin": origin}
    for result in scan(path, **options, progress=progress):  # type: ignore[arg-type]
        if result.record is not None:
            yield result.record
        elif result.error is not None:
            place = name if result.member is None else f"{name}/{result.member}"
            place = f"{place}, game {result.number} (line {result.line})"
            error = RecordError(f"{place}: {result.error}")
            error.number, error.rule = result.error.number, result.error.rule
            raise error


def scan(
    path: str | Path | IO[Any],
    *,
    format: str | None = None,
    rules: Rules | str | None = None,
    letters: Letters | None = None,
    encoding: str | None = None,
    origin: SupportsIndex = 1,
    progress: ProgressLike = None,
) -> Iterator[ScanResult]:
    """Read the games of a file one by one, and continue after a bad one.

    Parameters
    ----------
    path : str, Path or file
        The file.
    format, rules, letters, encoding, origin, progress
        As in `read`.

    Yields
    ------
    Found
        Each game, or the error in its place.

    Raises
    ------
    RecordError
        The file as a whole cannot be read: its format is unknown, it is not a text in its encoding, it
        breaks off where a game should end, or it grows too much when it is unpacked.

    Examples
    --------
    >>> import io
    >>> import fivefold as ff
    >>> file = io.StringIO("1. h8 h9 2. h8")
    >>> for found in ff.records.scan(file, format="notes", rules="freestyle"):
    ...     print(found.line, found.record, found.error)
    1 None move 3: h8 is refused: the point is taken (E5)
    """
    name, options = _name(path), ReadOptions(rules, letters, origin)
    place, live = name, make_progress(progress, "kB")
    try:
        for one in opened(_file(path), name, encoding):
            place, one.text.on_read = one.name, partial(one.report, live)
            try:
                chosen = format_in(one, format)
            except RecordError as error:
                if one.member is None:
                    raise
                # Tournaments are packed with their tables: the games behind them are read, too.
                error = RecordError(str(error).removeprefix(f"{one.name}: "))
                yield ScanResult(1, 1, error=error, member=one.member)
                continue
            yield from games_in(one, chosen, options)
    except TooLong as error:
        raise RecordError(f"{place}: {error}") from None
    except UnicodeDecodeError as error:
        # Of a file that the caller opened as text.
        raise RecordError(f"{place}: this is no text in {error.encoding} ({error.reason})") from None
    finally:
        live.close()


def format_in(one: Opened, format: str | None = None) -> str:
    """Return the format of a text, that which is given or its own; refuse what is unknown."""
    chosen = format or format_of(one.text.peek(LOOK), one.ending)
    if chosen in FORMATS:
        return str(chosen)
    if chosen is not None:
        raise RecordError(f"format={chosen!r:.60} is refused: there are {', '.join(FORMATS)}")
    what = seems(one.text.peek(LOOK), one.ending)
    raise RecordError(
        f"{one.name}: this seems to be {what}, and none of the formats {', '.join(FORMATS)}; where it is one "
        "of them, say which with format="
    )


@dataclass(frozen=True)
class ReadOptions:
    """How to read games that do not say everything themselves."""

    rules: Rules | str | None = None
    letters: Letters | None = None
    origin: SupportsIndex = 1


def games_in(one: Opened, format: str, options: ReadOptions) -> Iterator[ScanResult]:
    """Yield the games of a text, or the errors in their place."""
    file = one.text
    if format == "jsonl":
        pieces = json_lines(file, MAX)
    elif format == "text":
        pieces = text_records(file, MAX)
    elif format == "sgf":
        pieces = sgf_games(file, MAX)
    elif format == "psq":
        pieces = psq_games(file, MAX)
    elif format == "pente_org":
        pieces = tagged_games(file, MAX)
    elif format == "pos":
        pieces = single_lines(file, MAX)
    elif format == "rif":
        pieces = rif_games(file, MAX)
    else:
        pieces = iter([(1, file.read(MAX + 1))])
    for number, (line, text) in enumerate(pieces, 1):
        if len(text) > MAX:
            raise TooLong(
                f"line {line}: a game of more than {MAX // 1_000_000} million characters is no record"
            )
        try:
            if format == "sgf" and file.codec is not None:
                text = own_text(text, file.codec)
            yield ScanResult(number, line, record=parse(text, format, options), member=one.member)
        except RecordError as error:
            yield ScanResult(number, line, error=error, member=one.member)
        except FivefoldError as error:
            yield ScanResult(number, line, error=RecordError(str(error)), member=one.member)


def parse(text: str, format: str, options: ReadOptions | None = None) -> Record:
    """Read one game.

    Parameters
    ----------
    text : str
        The game and nothing else; for ``rif`` as `rif_games` cuts it out.
    format : str
        A key of `FORMATS`.
    options : ReadOptions, optional
        What the game does not say itself.

    Raises
    ------
    RecordError
        It is not a record, or the game does not replay.
    """
    options = options or ReadOptions()
    rules = options.rules
    if format == "sgf":
        return Record.from_sgf(text, rules)
    if format == "rif":
        return rif_record(text, rules)
    if format == "rec":
        return rec_record(text, rules)
    if format == "pente_org":
        return tagged_record(text, rules, options.letters or "no_i")
    if format == "notes":
        return Record.from_notes(text, rules, letters=options.letters or "i")
    if format in ("psq", "pos") and rules is None:
        raise RecordError(
            f"a .{format} file does not say by which rules it was played: give them with rules="
        )
    if format == "psq":
        return Record.from_psq(text, rules, origin=options.origin)  # type: ignore[arg-type]
    if format == "pos":
        return Record.from_notes(text, rules, letters=options.letters or "i")
    return Record.from_text(text) if format == "text" else Record.from_json(text)


def _file(path: str | Path | IO[Any]) -> str | Path | IO[Any]:
    """Return the file that is meant: the games of the package have names."""
    known = bundled().get(path) if isinstance(path, str) else None
    return path if known is None or Path(str(path)).exists() else known.path


def _name(path: object) -> str:
    return str(path) if isinstance(path, (str, Path)) else str(getattr(path, "name", "the text"))
