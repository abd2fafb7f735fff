"""Small formats of RenLib and Piskvork: a game of points in bytes (``.pos``), Gomotur's ``.rec``."""

import re

from fivefold import Record, RecordError, Rules
from fivefold._arguments import read_rules

# The board of RenLib; the least that Piskvork opens a ``.rec`` on.
SIDE, MIN = 15, 20
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_STONE = re.compile(r"\s*[+-]?\d+\s*,\s*[+-]?\d+\s*(,.*)?$")


def points_of(data: bytes) -> str | None:
    """Return the points of a ``.pos`` of RenLib, a count and a byte a stone, as text; None if it is a text.

    Raises
    ------
    RecordError
        It is neither.
    """
    count, stones = data[0] if data else 0, data[1:]
    wrong = f"the count is {count}, and {len(stones)} bytes follow"
    if 0 < count == len(stones):
        points = [f"{chr(ord('a') + byte % SIDE)}{SIDE - byte // SIDE}" for byte in stones]
        off = (at for at, byte in enumerate(stones, 1) if byte >= SIDE * SIDE)
        again = (at for at, point in enumerate(points, 1) if point in points[: at - 1])
        if (at := next(off, None)) is not None:
            wrong = f"stone {at} is {stones[at - 1]}, and {SIDE * SIDE - 1} is the last point"
        elif (at := next(again, None)) is not None:
            wrong = f"stone {at} is on {points[at - 1]}, which is taken"
        else:
            return "".join(points) + "\n"
    if not _CONTROLS.search(data[:256]):
        return None
    raise RecordError(
        f"this is neither a text nor a .pos of RenLib, a count and a byte for each stone: {wrong}"
    )


def rec_record(text: str, rules: Rules | str | None) -> Record:
    """Replay a ``.rec``: two names, then columns and rows from 0 with the time, then a code.

    Parameters
    ----------
    text : str
        The game.
    rules : Rules or str, optional
        The rules, which it does not say itself; a preset is played on a board of 20.

    Raises
    ------
    RecordError
        The rules are missing, the file has another form, or a game does not replay.
    """
    if rules is None:
        raise RecordError("a .rec file does not say by which rules it was played: give them with rules=")
    lines = text.split("\n")
    if len(lines) < 3 or _STONE.match(lines[0]) or _STONE.match(lines[1]) or not _STONE.match(lines[2]):
        raise RecordError("a .rec file begins with two names, and then come the stones")
    rows, columns = (MIN, MIN) if isinstance(rules, str) else read_rules(rules).info.board_shape
    stones = next((at for at, line in enumerate(lines[2:], 2) if not _STONE.match(line)), len(lines))
    body = [*lines[2:stones], *lines[:2], *lines[stones:]]
    psq = "\n".join([f"Piskvorky {columns}x{rows}, 11:11, 0", *body])
    return Record.from_psq(psq, rules, origin=0)
