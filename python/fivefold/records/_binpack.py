"""Games of positions with evaluations: the packed form of c-gomoku-cli and Rapfi (``.binpack``)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from math import exp, log
from typing import IO

from fivefold import FivefoldError, RecordError, Rules

from ._samples import RULES, Sample, encoded, named, packed, rules_of, sized, whole

# An evaluation is this many times the logarithm of the odds, as Rapfi has it.
SCALE, MAX_EVAL = 200.0, 30_000
_HEAD, _MOVE = struct.Struct("<Q"), struct.Struct("<Hh")
# Fields of the head by their bits, from the lowest.
_FIELDS = (5, 3, 4, 10, 10, 14, 18)
FIRST, LAST, NO_EVAL, PASS = 1, 2, 4, 8
MAX_MOVES = 1023


def write(file: IO[bytes], samples: Iterable[Sample]) -> int:
    """Write samples; those that follow each other in a game become one entry."""
    number, entry = 0, None
    for number, sample in enumerate(samples, 1):
        code, side, moves = encoded(sample, number)
        if entry is None or not entry.takes(code, side, moves, sample.result):
            if entry is not None:
                entry.write(file)
            entry = _Entry(code, side, moves, sample.result)
        entry.add(packed(sample.move, side, number), sample.value)
    if entry is not None:
        entry.write(file)
    return number


class _Entry:
    """Samples of a game, each a move after the one before."""

    def __init__(self, code: int, side: int, opening: list[int], result: float) -> None:
        self.code, self.side, self.opening, self.result = code, side, opening, result
        self.moves: list[int] = []
        self.data: list[bytes] = []

    def takes(self, code: int, side: int, moves: list[int], result: float) -> bool:
        turned = self.result if len(self.moves) % 2 == 0 else 1 - self.result
        return (
            (code, side, result) == (self.code, self.side, turned)
            and len(moves) < MAX_MOVES
            and moves == self.opening + self.moves
        )

    def add(self, move: int, value: float | None) -> None:
        flags = FIRST | LAST | (NO_EVAL if value is None else 0)
        self.moves.append(move)
        self.data.append(_MOVE.pack(flags | move << 6, 0 if value is None else _eval(value)))

    def write(self, file: IO[bytes]) -> None:
        total = len(self.opening) + len(self.moves)
        values = (self.side, self.code, round(2 * self.result), total, len(self.opening), 0, len(self.moves))
        head = shift = 0
        for value, bits in zip(values, _FIELDS, strict=True):
            head |= value << shift
            shift += bits
        file.write(_HEAD.pack(head))
        file.write(struct.pack(f"<{len(self.opening)}H", *self.opening))
        file.write(b"".join(self.data))


def read(file: IO[bytes], rules: Rules | str | None) -> Iterator[Sample]:
    """Read samples; of several moves that an engine listed for a position the one that was played."""
    number = 0
    while data := file.read(_HEAD.size):
        if len(data) < _HEAD.size:
            raise RecordError(f"sample {number + 1}: the file breaks off")
        (head,) = _HEAD.unpack(data)
        fields = []
        for bits in _FIELDS:
            fields.append(head & (1 << bits) - 1)
            head >>= bits
        side, code, result, total, opening, _, count = fields
        if result > 2 or (rules is None and code not in RULES):
            raise RecordError(f"sample {number + 1}: result {result} of rule {code} is not known")
        try:
            chosen = rules_of(code, side) if rules is None else sized(rules, side)
            stones = struct.unpack(f"<{opening}H", whole(file, 2 * opening, number + 1))
            position = chosen.start(seed=0).play_all([named(move, side) for move in stones])
            value, is_last, stones_there = result / 2, True, opening
            for flags, evaluation in _MOVE.iter_unpack(whole(file, _MOVE.size * count, number + 1)):
                if bool(flags & FIRST) != is_last:
                    raise RecordError(f"sample {number + 1}: the moves of a position do not end")
                is_last = bool(flags & LAST)
                if not flags & FIRST:
                    continue
                number, stones_there = number + 1, stones_there + 1
                if flags & PASS:
                    raise RecordError(
                        f"sample {number}: a pass is no stone, and this form is read for stones only"
                    )
                move = named(flags >> 6, side)
                after = position.play(move)
                win_rate = None if flags & NO_EVAL else 1 / (1 + exp(-evaluation / SCALE))
                yield Sample(position, move, value, win_rate)
                position, value = after, 1 - value
            if not is_last or stones_there != total:
                raise RecordError(
                    f"sample {max(number, 1)}: the head says {total} stones, and there are {stones_there}"
                )
        except FivefoldError as error:
            place = "" if str(error).startswith("sample ") else f"sample {max(number, 1)}: "
            raise RecordError(f"{place}{error}") from None


def _eval(value: float) -> int:
    share = min(max(value, 1e-60), 1 - 1e-15)
    return max(-MAX_EVAL, min(round(SCALE * log(share / (1 - share))), MAX_EVAL))
