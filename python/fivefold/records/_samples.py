"""A position to learn from, and the binary form of c-gomoku-cli (``.bin``)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import IO

import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError, Position, RecordError, Rules, _core
from fivefold._arguments import read_rules

# The rules by Gomocup's numbers, for games of engines.
RULES: dict[int, tuple[str, dict[str, str]]] = {
    0: ("freestyle", {}),
    1: ("gomoku", {"first_move": "anywhere"}),
    4: ("renju", {"foul": "loses"}),
}
MIN_SIDE, MAX_SIDE = 5, 22
_HEAD = struct.Struct("<HH")


@dataclass(frozen=True)
class Sample:
    """A position, the move that was played there, and how the game ended for the player to move.

    Attributes
    ----------
    position : Position
        The position, with the moves that led there.
    move : str
        The move in notation.
    result : float
        1 a win of the player to move, 0.5 a draw, 0 a loss.
    value : float or None
        What an engine or a search expected for the player to move, 0 to 1.
    policy : ndarray of float32, shape (num_actions,), or None
        How likely a search found each action.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.records.Sample(ff.rules("freestyle").start(), "h8", 1.0).move
    'h8'
    """

    position: Position
    move: str
    result: float
    value: float | None = None
    policy: npt.NDArray[np.float32] | None = field(default=None, repr=False, compare=False)


def write_bin(file: IO[bytes], samples: Iterable[Sample]) -> int:
    """Write positions, each with the moves that led there."""
    number = 0
    for number, sample in enumerate(samples, 1):
        code, side, moves = encoded(sample, number)
        first = round(sample.result * 2) | len(moves) << 2 | side << 11
        file.write(_HEAD.pack(first, code | packed(sample.move, side, number) << 3))
        file.write(struct.pack(f"<{len(moves)}H", *moves))
    return number


def read_bin(file: IO[bytes], rules: Rules | str | None) -> Iterator[Sample]:
    """Read positions, each with the moves that led there."""
    number = 0
    while head := file.read(_HEAD.size):
        number += 1
        if len(head) < _HEAD.size:
            raise RecordError(f"sample {number}: the file breaks off")
        first, second = _HEAD.unpack(head)
        result, count, side = first & 3, first >> 2 & 0x1FF, first >> 11
        data = whole(file, 2 * count, number)
        if result > 2 or (rules is None and second & 7 not in RULES):
            raise RecordError(f"sample {number}: result {result} of rule {second & 7} is not known")
        try:
            chosen = rules_of(second & 7, side) if rules is None else sized(rules, side)
            moves = [named(move, side) for move in struct.unpack(f"<{count}H", data)]
            position = chosen.start(seed=0).play_all(moves)
            move = named(second >> 3, side)
            position.play(move)
        except FivefoldError as error:
            raise RecordError(f"sample {number}: {error}") from None
        yield Sample(position, move, result / 2)


def whole(file: IO[bytes], count: int, number: int) -> bytes:
    """Read `count` bytes; refuse a file that has fewer."""
    data = file.read(count)
    if len(data) < count:
        raise RecordError(f"sample {number}: the file breaks off")
    return data


def encoded(sample: Sample, number: int) -> tuple[int, int, list[int]]:
    """Return the rule's number, the side of the board and the packed moves of a sample."""
    code, side = board_of(sample, number)
    record = sample.position.record()
    if record.start.key != sample.position.rules.start(seed=0).key:
        raise RecordError(f"sample {number}: its position is set up, and this form holds moves only")
    return code, side, [packed(move, side, number) for move in record.moves]


def board_of(sample: Sample, number: int) -> tuple[int, int]:
    """Return the rule's number and the side of the board; refuse a sample that cannot be."""
    if sample.result not in (0, 0.5, 1):
        raise RecordError(f"sample {number}: the result {sample.result!r:.60} is none of 0, 0.5 and 1")
    if sample.value is not None and not _is_share(sample.value):
        raise RecordError(f"sample {number}: the value {sample.value!r:.60} is none from 0 to 1")
    rules = sample.position.rules
    side, other = rules.info.board_shape
    code = next((code for code in RULES if side == other and rules == rules_of(code, side)), None)
    if code is None or not MIN_SIDE <= side <= MAX_SIDE:
        raise RecordError(f"sample {number}: {rules!r} has no number in this form")
    packed(sample.move, side, number)
    try:
        sample.position.play(sample.move)
    except FivefoldError as error:
        raise RecordError(f"sample {number}: {error}") from None
    return code, side


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and bool(0 <= value <= 1)


def rules_of(code: int, side: int) -> Rules:
    """Return the rules of a number."""
    name, options = RULES[code]
    return _core.rules(name, size=side, **options)


def sized(rules: Rules | str, side: int) -> Rules:
    """Return the rules that the caller named, a preset on a board of the file's size."""
    if isinstance(rules, str):
        return _core.rules(rules, size=side)
    if read_rules(rules).info.board_shape != (side, side):
        raise RecordError(f"a board of {side} by {side}, and not that of {rules!r:.80}")
    return rules


@cache
def _empty(side: int) -> Position:
    return _core.rules("freestyle", size=side).start()


def packed(move: str, side: int, number: int) -> int:
    """Pack a stone: the column and the row from the top, five bits each."""
    empty = _empty(side)
    try:
        point = empty.action(move)
    except (FivefoldError, TypeError):
        point = -1
    if point < 0 or empty.move(point) != move:
        raise RecordError(f"sample {number}: {move!r:.60} is no stone, and this form holds stones only")
    row, column = divmod(point, side)
    return column << 5 | side - 1 - row


def named(packed: int, side: int) -> str:
    """Return the notation of a packed stone."""
    if packed >> 10:
        raise RecordError(f"{packed} is no stone")
    return f"{chr(ord('a') + (packed >> 5 & 31))}{side - (packed & 31)}"
