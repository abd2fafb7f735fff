"""Small formats of RenLib and Piskvork: a game of points in bytes (``.pos``), Gomotur's ``.rec``."""

import re

from fivefold import Record, RecordError, Rules
from fivefold._given import read_rules

# The board of RenLib; the least that Piskvork opens a ``.rec`` on.
SIDE, LEAST = 15, 20
_STONE = re.compile(r"\s*[+-]?\d+\s*,\s*[+-]?\d+\s*(,.*)?$")


def points_of(data: bytes) -> str | None:
    """Return the points of a ``.pos`` of RenLib, a count and a byte a stone, as text; None if it is none."""
    count, stones = data[0] if data else 0, data[1:]
    if not 0 < count == len(stones) == len(set(stones)) or max(stones) >= SIDE * SIDE:
        return None
    return "".join(f"{chr(ord('a') + byte % SIDE)}{SIDE - byte // SIDE}" for byte in stones) + "\n"


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
    rows, columns = (LEAST, LEAST) if isinstance(rules, str) else read_rules(rules).info.board_shape
    stones = next((at for at, line in enumerate(lines[2:], 2) if not _STONE.match(line)), len(lines))
    body = [*lines[2:stones], *lines[:2], *lines[stones:]]
    psq = "\n".join([f"Piskvorky {columns}x{rows}, 11:11, 0", *body])
    return Record.from_psq(psq, rules, origin=0)
