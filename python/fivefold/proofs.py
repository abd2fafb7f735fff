"""Checking proofs that one side wins by a row: knows the rules of freestyle and no search.

A proof file (*open-proof/1*) is text, gzipped if its name ends with ``.gz``: a line of JSON, then a line
for each position with the attacker to move: the attacker's stones, the defender's, and what the attacker
does. ``! LINE`` wins by continuous fours; ``MOVE`` makes a four, or must be followed by an entry for every
reply; ``MOVE LINE`` threatens LINE, and only replies that concern LINE need entries. The manual's page
*Threats* describes the form in full.

>>> import tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp(), "three.proof")
>>> head = '{"format": "open-proof/1", "rules": "freestyle", "size": 5, "row": 3, "name": "three in a row", '
>>> head += '"attacker": "cc", "defender": "bb", "to_move": "attacker"}'
>>> _ = file.write_text(head)
>>> check(file).message
'cc bb: there is no entry'
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator
from os import PathLike
from typing import Any, NamedTuple, TextIO

from fivefold._core import FivefoldError
from fivefold._given import plain, shown, whole
from fivefold._guard import guarded

from ._proof_board import FaultError, ProofBoard, each

__all__ = ["Verdict", "check"]

__dir__ = __all__.copy


class Verdict(NamedTuple):
    """What a check found.

    Attributes
    ----------
    is_proved : bool
        Nothing is missing or wrong in what was looked at.
    message : str
        In words: what is proved, or what is missing or wrong. The file's own name for it stands last.
    looked_at, entries, replies : int
        Positions looked at, positions in the file, replies followed.
    is_sample : bool
        Only a sample was looked at.
    root : str
        What the proof is about: board, row, side to move and the stones of both sides. Empty where the
        first line of the file cannot be read.
    """

    is_proved: bool
    message: str
    looked_at: int = 0
    entries: int = 0
    replies: int = 0
    is_sample: bool = False
    root: str = ""


def check(path: str | PathLike[str], sample: int | None = None, seed: int | None = None) -> Verdict:
    """Check a proof file.

    Parameters
    ----------
    path : str or path
        The file.
    sample : int, optional
        Look at the root and at this many entries drawn by lot, not at every position that play can
        reach from the root: each must be right, and all that it needs must be there. At least 1.
    seed : int, optional
        Seed of the lot.

    Returns
    -------
    Verdict
        Whether it is a proof, and why not.

    Raises
    ------
    FivefoldError
        ``path`` is no path, or ``sample`` or ``seed`` is out of range.
    OSError
        The file cannot be read. Whatever a file holds, the answer is a `Verdict`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b2 g5 c3")
    >>> win = ff.search.forced_win(position, proof=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "open_three.proof"
    ...     win.write(path)
    ...     verdict = check(path)
    >>> verdict.is_proved
    True
    """
    if not isinstance(path, (str, PathLike)):
        raise FivefoldError(f"path={shown(path)} is refused: it takes the path of a file")
    if sample is not None:
        sample = whole(sample, "sample", 1)
    lot = random.Random(None if seed is None else whole(seed, "seed"))
    root = ""
    try:
        with _opened(path) as file:
            head = _head(next(_lines(file, _LONGEST), ""))
            if head["format"] == "open-proof/1":
                proof = _Proof(head, _lines(file, _LONGEST))
            else:
                from ._lemmas import LemmaProof

                proof = LemmaProof(head, _lines(file, _LONGEST_LEMMA))
        root = proof.root_in_words()
        return proof.check(sample, lot)
    except FaultError as fault:
        message = str(fault)
    except (ValueError, EOFError, RecursionError, gzip.BadGzipFile, zlib.error) as error:
        message = f"not a proof file: {type(error).__name__}: {error}"
    return Verdict(False, _plain(message), is_sample=sample is not None, root=root)


# Longer lines than any entry on the largest board, and longer heads than anybody needs.
_LONGEST = 1 << 14
_LONGEST_LEMMA = 1 << 24
_RULES = {"open-proof/1": ("freestyle",), "open-proof/2": ("freestyle", "exactly five")}
_KEYS = {"format", "rules", "size", "row", "name", "attacker", "defender", "to_move"}
_ROWS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def _plain(text: str, most: int = 300) -> str:
    """Show a text of the file: control characters could say what is not there."""
    return plain(text if len(text) <= most else f"{text[: most - 3]}...")


def _lines(file: TextIO, longest: int) -> Iterator[str]:
    """Give the lines of a file, none of them longer than an entry can be."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise FaultError(f"a line has more than {longest} characters")
        yield line


def _head(line: str) -> dict[str, Any]:
    """Read the first line: an object that names a board, a row, a side and stones, and nothing else."""
    head = json.loads(line)
    if not isinstance(head, dict):
        raise FaultError("the first line is no JSON object")
    if head.get("rules") not in _RULES.get(str(head.get("format")), ()):
        raise FaultError("the first line names no open proof of format 1 or 2 for freestyle or exactly five")
    unknown = sorted(head.keys() - _KEYS)
    if unknown:
        raise FaultError(f"the first line has a key that this format does not know: '{unknown[0]}'")
    missing = sorted(_KEYS - {"row", "name"} - head.keys())
    if missing:
        raise FaultError(f"the first line does not say '{missing[0]}'")
    size, row = head["size"], head.setdefault("row", 5)
    is_board = type(size) is int and 3 <= size <= 26 and type(row) is int and 3 <= row <= size
    if not is_board or head["to_move"] not in ("attacker", "defender"):
        raise FaultError("the first line names a board, a row or a side that there is not")
    if not all(isinstance(head.get(key, ""), str) for key in ("attacker", "defender", "name")):
        raise FaultError("the first line has stones or a name that are no text")
    return head


def _opened(path: str | PathLike[str]) -> TextIO:
    if str(path).endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8")
    return open(path, encoding="utf-8")


_Position = tuple[int, int]


class _Proof:
    def __init__(self, head: dict[str, Any], lines: Iterator[str]) -> None:
        self._begin(head)
        self.entries: dict[_Position, list[str]] = {}
        board = self.board
        for number, text in enumerate(lines, 2):
            words = text.split()
            if not 3 <= len(words) <= 4:
                raise FaultError(f"line {number} is no entry")
            position = board.read_set(words[0]), board.read_set(words[1])
            if position in self.entries:
                raise FaultError(f"line {number}: its position has an entry already")
            self.entries[position] = words[2:]

    def _begin(self, head: dict[str, Any]) -> None:
        """Take what the first line says."""
        self.exact = head["rules"] == "exactly five"
        self.to_move = head["to_move"]
        self.board = board = ProofBoard(head["size"], head["row"])
        self.root = board.read_set(head["attacker"]), board.read_set(head["defender"])
        self.name = head.get("name", "")
        self.replies = 0

    def counted(self) -> str:
        """Say how much there is to a proof."""
        return f"{len(self.entries)} entries, {self.replies} replies"

    def check(self, sample: int | None, lot: random.Random) -> Verdict:
        board, (attacker, defender) = self.board, self.root
        if attacker & defender or board.is_won(attacker) or board.is_won(defender):
            raise FaultError("the root is no position")
        if self.to_move == "attacker":
            waiting = [board.least(attacker, defender)]
        else:
            waiting = self.after(attacker, defender, board.all & ~(attacker | defender))
        if sample is not None:
            drawn = lot.sample(list(self.entries), min(sample, len(self.entries)))
            waiting = [*waiting, *(position for position in drawn if not position[0] & position[1])]
        seen: set[_Position] = set()
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            try:
                needed = self.needed(*position)
            except FaultError as fault:
                raise FaultError(f"{self.write(position)}: {fault}") from None
            for child in needed:
                if child not in self.entries:
                    raise FaultError(f"{self.write(position)}: there is no entry for {self.write(child)}")
            if sample is None:
                waiting.extend(needed)
        is_sample = sample is not None
        verdict = "sampled" if is_sample else "proved"
        message = f"{verdict}: {len(seen)} of {self.counted()}"
        root = self.root_in_words()
        message += f"; {root}"
        message += f'; the file calls it "{_plain(self.name)}"' if self.name else ""
        return Verdict(True, message, len(seen), len(self.entries), self.replies, is_sample, root)

    def root_in_words(self) -> str:
        """Say what the proof is about: nothing of it comes from the file's own name for it."""
        size, row = self.board.size, self.board.row
        names = ([self.board.names[point] for point in each(stones)] for stones in self.root)
        own, other = (" ".join(f"{name[0]}{ord(name[1]) - 96}" for name in side) for side in names)
        row_name = _ROWS.get(row, str(row))
        in_a_row = f"exactly {row_name}" if self.exact else f"{row_name} or more"
        return (
            f"{size}x{size}, {in_a_row} in a row, {self.to_move} to move, "
            f"attacker: {own or 'no stone'}, defender: {other or 'no stone'}"
        )

    def write(self, position: _Position) -> str:
        return " ".join(map(self.board.write, position))

    def needed(self, attacker: int, defender: int) -> list[_Position]:
        """Check one entry; give the positions that must have entries too."""
        board = self.board
        if (attacker, defender) not in self.entries:
            raise FaultError("there is no entry")
        first, *rest = self.entries[attacker, defender]
        line = board.read(rest[0]) if rest else []
        if first == "!":
            self.fours(attacker, defender, line)
            return []
        moves = board.read(first)
        if len(moves) != 1:
            raise FaultError(f"'{first}' is not one move")
        if (attacker | defender) & moves[0]:
            raise FaultError("the move is on a taken point")
        attacker |= moves[0]
        if board.is_won(attacker):
            return []
        if board.completing(defender, attacker):
            raise FaultError("the defender wins at once")
        stops = board.completing(attacker, defender)
        if stops & (stops - 1):
            return []
        if not stops:
            stops = board.all & ~(attacker | defender)
            if line:
                stops &= self.concern(attacker, defender, line)
        return self.after(attacker, defender, stops)

    def fours(self, attacker: int, defender: int, line: list[int]) -> tuple[int, int, int]:
        """Play continuous fours to the win; give the stones then, and the points left to win on."""
        board = self.board
        for place in range(0, len(line), 2):
            is_last = place + 1 == len(line)
            if (attacker | defender) & line[place]:
                raise FaultError("an attack is on a taken point")
            attacker |= line[place]
            if is_last and board.is_won(attacker):
                return attacker, defender, 0
            if board.completing(defender, attacker):
                raise FaultError("the defender wins at once")
            stops = board.completing(attacker, defender)
            if is_last and stops & (stops - 1):
                return attacker, defender, stops
            if is_last or stops != line[place + 1]:
                raise FaultError("an attack makes no four, or its reply is another")
            defender |= stops
        raise FaultError("the line does not win")

    def concern(self, attacker: int, defender: int, line: list[int]) -> int:
        """Give the points on which a reply could spoil these fours: all others lose to them."""
        own, other, left = self.fours(attacker, defender, line)
        near = self.board.near_rows(other, self.board.all & ~attacker, self.board.row - 2)
        return own | other | left | near

    def after(self, attacker: int, defender: int, replies: int) -> list[_Position]:
        """Give the positions after these replies, each in its least image."""
        board = self.board
        if attacker | defender == board.all:
            raise FaultError("the board is full")
        if board.completing(defender, attacker) & replies:
            raise FaultError("the defender wins")
        images = list(board.images(attacker, defender))
        least = min(own for own, _, _ in images)
        images = [image for image in images if image[0] == least]
        points = list(each(replies))
        self.replies += len(points)
        return [(least, min(other | motion[point] for _, other, motion in images)) for point in points]


guarded(globals())
