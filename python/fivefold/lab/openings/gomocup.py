"""Gomocup's files of openings: offsets from the centre, a line per opening.

A line is ``x,y, x,y, ...``, the stones in turn, Black's first. An offset counts from the point
(columns // 2, rows // 2), numbered from 0 from the top left corner: x to the right, y downwards.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from fivefold._core import FivefoldError, Rules
from fivefold._core import rules as make_rules

if TYPE_CHECKING:
    from .suites import Suite


def read_gomocup(source: str | os.PathLike[str] | Iterable[str], rules: Rules | str) -> Suite:
    """Read openings in Gomocup's form.

    Parameters
    ----------
    source : path or iterable of str
        A file in any encoding, packed or not, or its lines. Empty lines and lines that begin with ``#`` are
        not openings.
    rules : Rules or str
        Rules on a grid, whose opening puts stones down in turn, or the name of a preset.

    Returns
    -------
    Suite
        The openings in the order of the lines, not measured; its name is that of the file.

    Raises
    ------
    FivefoldError
        A line is not an opening, a stone lies off the board or is illegal, or the game is over after it: the
        message has the number of the line.

    Examples
    --------
    >>> import fivefold as ff
    >>> suite = ff.lab.openings.read_gomocup(["0,0, 1,-1, -2,0"], ff.rules("freestyle"))
    >>> suite[0].record().moves
    ['h8', 'i9', 'f8']
    """
    from .suites import Suite

    if isinstance(rules, str):
        rules = make_rules(rules)
    name = "gomocup"
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        name = path.stem
        lines: Iterable[str] = _lines(path)
    else:
        lines = source
    moves = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            moves.append(read_line(line, rules, number))
    if not moves:
        raise FivefoldError(f"{name} holds no openings: it has no line of offsets")
    return Suite(name, rules, tuple(moves), (0,) * len(moves), (None,) * len(moves))


def _lines(path: Path) -> list[str]:
    from fivefold.records.opening import opened
    from fivefold.records.reading import MAX
    from fivefold.records.splitting import TooLong

    lines = []
    try:
        for one in opened(path, str(path), None):
            text = one.text.read(MAX + 1)
            if len(text) > MAX:
                raise TooLong(f"more than {MAX // 1_000_000} million characters are refused")
            lines += text.split("\n")
    except TooLong as error:
        raise FivefoldError(f"{path} holds no openings: {error}") from None
    return lines


_OFFSET = r"-?\d{1,3}\s*+,\s*+-?\d{1,3}"
_LINE = re.compile(rf"\s*+{_OFFSET}(?:(?:\s*+,\s*+|\s++){_OFFSET})*+\s*+", re.ASCII)


def read_line(line: str, rules: Rules, number: int) -> str:
    """Read the moves of a line; the game must go on after them."""
    rows, columns = grid(rules)
    if not _LINE.fullmatch(line):
        raise FivefoldError(f"line {number} is no opening: {line.strip()!r:.60}; offsets x,y, x,y are read")
    offsets = [int(text) for text in re.findall(r"-?\d+", line)]
    position = rules.start(seed=0)
    for x, y in zip(offsets[::2], offsets[1::2], strict=True):
        column, row = x + columns // 2, y + rows // 2
        if not (0 <= column < columns and 0 <= row < rows):
            raise FivefoldError(f"line {number} is refused: {x},{y} lies off a board of {columns}x{rows}")
        action = (rows - 1 - row) * columns + column
        refusal = position.why_illegal(action)
        if refusal is not None:
            raise FivefoldError(f"line {number} is refused: {x},{y}: {refusal.message} ({refusal.rule})")
        position = position.play(action)
    if position.is_over:
        raise FivefoldError(f"line {number} is refused: the game is over after it")
    return " ".join(position.record().moves)


def write_gomocup(suite: Suite) -> str:
    """Write a suite; see `Suite.to_gomocup`."""
    rows, columns = grid(suite.rules)
    lines = []
    for number, position in enumerate(suite, 1):
        stones = []
        for move in position.record().describe():
            if move.kind != "place" or move.point is None or move.captured:
                raise FivefoldError(
                    f"opening {number} cannot be written in Gomocup's form: {move.text} is more than a stone"
                )
            row, column = divmod(move.point, columns)
            stones.append(f"{column - columns // 2},{rows - 1 - row - rows // 2}")
        lines.append(", ".join(stones))
    return "".join(f"{line}\n" for line in lines)


def grid(rules: Rules) -> tuple[int, int]:
    """Return the board of these rules, which must be a grid without a drawn set-up."""
    board = rules.info.board
    if board.grid is None or board.neutral is not None:
        raise FivefoldError(f"Gomocup's form of openings is refused for {rules.name}: it has stones in turn")
    return board.grid
