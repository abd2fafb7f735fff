"""Positions to learn from, in the binary form of c-gomoku-cli (``.bin``)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from fivefold import FivefoldError, Position, Record, RecordError, Rules, _core
from fivefold._given import read_rules

# The rules by Gomocup's numbers, for games of engines.
RULES: dict[int, tuple[str, dict[str, str]]] = {
    0: ("freestyle", {}),
    1: ("gomoku", {"first_move": "anywhere"}),
    4: ("renju", {"foul": "loses"}),
}
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

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.records.Sample(ff.rules("freestyle").start(), "h8", 1.0).move
    'h8'
    """

    position: Position
    move: str
    result: float


def samples(games: Iterable[Record]) -> Iterator[Sample]:
    """Give each position of finished games with the move and the result.

    Parameters
    ----------
    games : iterable of Record
        Games of Gomoku or Renju; those without a result are passed over.

    Yields
    ------
    Sample
        In the order of the games and their moves.

    Examples
    --------
    >>> import fivefold as ff
    >>> game = ff.Record.from_notes("1. h8 i9 2. h9 and White resigns.", "freestyle")
    >>> [(sample.move, sample.result) for sample in ff.records.samples([game])]
    [('h8', 1.0), ('i9', 0.0), ('h9', 1.0)]
    """
    for game in games:
        if game.outcome is None:
            continue
        returns = game.returns
        for position, move in zip(game.positions(), game.moves, strict=False):
            yield Sample(position, move, float(returns[position.player]) / 2 + 0.5)


def write_samples(path: str | Path | IO[bytes], found: Iterable[Sample]) -> int:
    """Write positions in the form of c-gomoku-cli.

    Parameters
    ----------
    path : str, Path or file of bytes
        The file; an older one is replaced.
    found : iterable of Sample
        Taken one by one.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    RecordError
        A game has no number there, its board is not square of 5 to 22, or a move is no stone; the
        samples before it are written.

    Examples
    --------
    >>> import fivefold as ff, io
    >>> file = io.BytesIO()
    >>> ff.records.write_samples(file, [ff.records.Sample(ff.rules("freestyle").start(), "h8", 1.0)])
    1
    >>> file.getvalue().hex()
    '02783807'
    """
    if isinstance(path, (str, Path)):
        with open(path, "wb") as file:
            return write_samples(file, found)
    number = 0
    for number, sample in enumerate(found, 1):
        rules = sample.position.rules
        side, other = rules.info.board_shape
        code = next((code for code in RULES if side == other and rules == _rules(code, side)), None)
        if code is None or not 5 <= side <= 22:
            raise RecordError(f"sample {number}: {rules!r} has no number in this form")
        moves = [_packed(move, side, number) for move in sample.position.record().moves]
        first = round(sample.result * 2) | len(moves) << 2 | side << 11
        path.write(_HEAD.pack(first, code | _packed(sample.move, side, number) << 3))
        path.write(struct.pack(f"<{len(moves)}H", *moves))
    return number


def read_samples(path: str | Path | IO[bytes], *, rules: Rules | str | None = None) -> Iterator[Sample]:
    """Read positions in the form of c-gomoku-cli one by one.

    Parameters
    ----------
    path : str, Path or file of bytes
        The file.
    rules : Rules or str, optional
        By which rules, whatever the file says.

    Yields
    ------
    Sample
        The positions in their order.

    Raises
    ------
    RecordError
        The file breaks off, its rules are not known, or a move is illegal; the message has the number of
        the sample.

    Examples
    --------
    >>> import fivefold as ff, io
    >>> (sample,) = ff.records.read_samples(io.BytesIO(bytes.fromhex("02783807")))
    >>> sample.move, sample.result, sample.position.rules
    ('h8', 1.0, fivefold.rules('freestyle'))
    """
    if isinstance(path, (str, Path)):
        with open(path, "rb") as file:
            yield from read_samples(file, rules=rules)
        return
    number = 0
    while head := path.read(_HEAD.size):
        number += 1
        if len(head) < _HEAD.size:
            raise RecordError(f"sample {number}: the file breaks off")
        first, second = _HEAD.unpack(head)
        result, count, side = first & 3, first >> 2 & 0x1FF, first >> 11
        data = path.read(2 * count)
        if len(data) < 2 * count:
            raise RecordError(f"sample {number}: the file breaks off")
        if result > 2 or (rules is None and second & 7 not in RULES):
            raise RecordError(f"sample {number}: result {result} of rule {second & 7} is not known")
        try:
            chosen = _rules(second & 7, side) if rules is None else _sized(rules, side)
            moves = [_name(move, side) for move in struct.unpack(f"<{count}H", data)]
            position = chosen.start(seed=0).play_all(moves)
            move = _name(second >> 3, side)
            position.play(move)
        except FivefoldError as error:
            raise RecordError(f"sample {number}: {error}") from None
        yield Sample(position, move, result / 2)


def _rules(code: int, side: int) -> Rules:
    name, options = RULES[code]
    return _core.rules(name, size=side, **options)


def _sized(rules: Rules | str, side: int) -> Rules:
    return _core.rules(rules, size=side) if isinstance(rules, str) else read_rules(rules)


def _packed(move: str, side: int, number: int) -> int:
    column, row = ord(move[0]) - ord("a"), move[1:]
    if not row.isdigit() or not 0 <= column < side:
        raise RecordError(f"sample {number}: {move!r} is no stone, and this form holds stones only")
    return column << 5 | side - int(row)


def _name(packed: int, side: int) -> str:
    return f"{chr(ord('a') + (packed >> 5 & 31))}{side - (packed & 31)}"
