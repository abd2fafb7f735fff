"""Cutting files into games without holding more than one."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Protocol


class TooLong(Exception):  # noqa: N818 its message becomes a RecordError's
    """A file that cannot be cut into games."""


class File(Protocol):
    """What is needed of a text file."""

    def read(self, count: int) -> str:
        """Read up to `count` characters."""

    def readline(self, count: int) -> str:
        """Read a line, or `count` characters of it."""

    def blanks(self) -> str:
        """Read the blank lines that come next, many at once but perhaps not all."""

    def peek(self, count: int) -> str:
        """Return the next `count` characters, or what is left, and leave them there."""


def _pass_blanks(file: File) -> int:
    """Read all blank lines that come next; tell how many they were."""
    lines = 0
    while blanks := file.blanks():
        lines += _line_ends(blanks)
    return lines


def _line_ends(text: str) -> int:
    return text.count("\n")


def json_lines(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that has a record on each, or the records of one JSON value."""
    number, first = 1, file.readline(maximum + 1)
    while first and not first.strip():
        number += 1 + _pass_blanks(file)
        first = file.readline(maximum + 1)
    if not first:
        return
    _check(first, number, maximum)
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        text = first + file.read(maximum + 1 - len(first))
        many = _one_value(text) if len(text) <= maximum and "\n" in text.strip() else None
        if many is not None:
            yield from ((number, one) for one in many)
            return
        if len(text.split("\n", 1)) == 2 and not any(_is_record(line) for line in text.splitlines()):
            raise TooLong("no line of this is a record in JSON") from None
        # A damaged first line: it is refused as a record, the others are read.
        lines = iter(text.splitlines(keepends=True))
        for line in lines:
            yield number, line
            number += 1
        rest = file.readline(maximum + 1)
    else:
        many = _one_value(first)
        yield from ((number, one) for one in (many or [first]))
        number, rest = number + 1, file.readline(maximum + 1)
    while rest:
        _check(rest, number, maximum)
        if rest.strip():
            yield number, rest
        else:
            number += _pass_blanks(file)
        number, rest = number + 1, file.readline(maximum + 1)


def _is_record(line: str) -> bool:
    """Return whether a line may be a record, perhaps a damaged one."""
    return line.lstrip().startswith(('{"', "{}"))


def _one_value(text: str) -> list[str] | None:
    """Take a JSON value apart: a list holds records, anything else is one; None if it is no JSON."""
    try:
        data = json.loads(text)
        if not isinstance(data, list):
            return [text]
        data = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    return [json.dumps(entry) for entry in data]


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a table; one that has a key twice would lose the first when it is written again."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise TooLong("a table in this list has a key twice")
    return table


def _check(line: str, number: int, maximum: int) -> None:
    if len(line) > maximum:
        raise TooLong(
            f"line {number} has more than {maximum // 1_000_000} million characters: that is no record"
        )


def text_records(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Yield the records of a file in the readable form; each begins with its title line."""
    number = begin = 1
    lines: list[str] = []
    size = 0
    while line := file.readline(maximum + 1):
        _check(line, number, maximum)
        if line.startswith("fivefold record") and any(part.strip() for part in lines):
            yield begin, "".join(lines)
            lines, size, begin = [], 0, number
        if line.strip() or lines:
            lines.append(line)
            size += len(line)
        if not line.strip():
            while size <= maximum and (blanks := file.blanks()):
                number += _line_ends(blanks)
                if lines:
                    lines.append(blanks)
                    size += len(blanks)
        if not lines:
            begin = number + 1
        if size > maximum:
            raise TooLong(f"line {begin}: the record that begins here does not end")
        number += 1
    if lines:
        yield begin, "".join(lines)


_SGF_SIGNS = re.compile(r"[\[\]()\\]")
_SGF_VALUE_END = re.compile(r"[\]\\]")


def sgf_games(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Yield the game trees of an SGF collection, from each first bracket to the one that closes it.

    Headings between the games are passed over; what looks like a part of a game is refused.
    """
    line = begin = 1
    depth, inside, games = 0, False, 0
    parts: list[str] = []
    size, skip = 0, False
    while chunk := file.read(65536):
        place = start = 0
        if skip:  # the letter after a backslash at the end of the last chunk
            place, skip = 1, False
        counted = 0
        while sign := (_SGF_VALUE_END if inside else _SGF_SIGNS).search(chunk, place):
            at, place, letter = sign.start(), sign.end(), sign[0]
            if letter == "\\":
                if depth:
                    skip = place == len(chunk)
                    place += 1
            elif letter == "]":
                if not inside:
                    line += chunk.count("\n", counted, at)
                    raise TooLong(f"line {line}: a bracket ']' stands outside of a value")
                inside = False
            elif letter == "[":
                if depth == 0:
                    line += chunk.count("\n", counted, at)
                    raise TooLong(f"line {line}: a value stands outside of a game")
                inside = True
            elif letter == "(":
                if depth == 0:
                    line += chunk.count("\n", counted, at)
                    start, begin, counted = at, line, at
                depth += 1
            else:
                if depth == 0:
                    line += chunk.count("\n", counted, at)
                    raise TooLong(f"line {line}: a bracket ')' closes no game")
                depth -= 1
                if depth == 0:
                    games += 1
                    yield begin, "".join(parts) + chunk[start:place]
                    parts, size = [], 0
        line += chunk.count("\n", counted)
        if depth:
            parts.append(chunk[start:])
            size += len(parts[-1])
            if size > maximum:
                raise TooLong(
                    f"line {begin}: this game has more than {maximum // 1_000_000} million characters"
                )
    if depth:
        raise TooLong(f"line {begin}: the game that begins here breaks off before its last bracket")
    if not games:
        raise TooLong("there is no game of SGF in it: a game begins with '(;'")


# A name may begin with the word, too.
_PSQ_HEAD = re.compile(r"[\s\ufeff\x1a\0]*piskvorky(\s*[0-9]+\s*x\s*[0-9]+\s*$|.*,.*,)", re.IGNORECASE)


def psq_games(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Return the games of Piskvork's format: each begins with the line of its board."""
    return _begun_games(file, maximum, lambda line, _: _PSQ_HEAD.match(line) is not None)


def tagged_games(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Return games with headings in square brackets: each begins with its first heading."""
    return _begun_games(
        file, maximum, lambda line, before: line.startswith("[") and not before.startswith("[")
    )


def _begun_games(file: File, maximum: int, begins: Callable[[str, str], bool]) -> Iterator[tuple[int, str]]:
    number = begin = 1
    lines: list[str] = []
    size, before = 0, ""
    while True:
        if not lines:
            number += _pass_blanks(file)
            begin = number
        if not (line := file.readline(maximum + 1)):
            break
        _check(line, number, maximum)
        if lines and begins(line, before) and any(part.strip() for part in lines):
            yield begin, "".join(lines)
            lines, size, begin = [], 0, number
        if line.strip():
            before = line
        lines.append(line)
        size += len(line)
        if size > maximum:
            raise TooLong(f"line {begin}: the game that begins here does not end")
        number += 1
    if any(part.strip() for part in lines):
        yield begin, "".join(lines)


def single_lines(file: File, maximum: int) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something."""
    number = 1
    while line := file.readline(maximum + 1):
        _check(line, number, maximum)
        if line.strip():
            yield number, line
        number += 1
