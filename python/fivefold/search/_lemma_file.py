"""Writing a forced win as a lemma: the format *open-proof/2*, whose proofs do not grow with the board."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from fivefold import _core
from fivefold._core import FivefoldError
from fivefold._files import whole_file

from ._proof_file import Entry

_Point = tuple[int, int]
_Stones = frozenset[_Point]
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# The eight motions of the plane, as (xx, xy, yx, yy): the point (x, y) goes to (xx x + xy y, yx x + yy y).
_MOTIONS = (
    (1, 0, 0, 1),
    (0, -1, 1, 0),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
    (-1, 0, 0, 1),
    (0, 1, 1, 0),
    (1, 0, 0, -1),
    (0, -1, -1, 0),
)
ROW = 5
LARGEST = 24
"""Boards for which the points around the edge have letters too."""


def write_lemma(
    size: int, tree: Sequence[Entry], path: str | PathLike[str], name: str = "", *, is_exact: bool = False
) -> None:
    """Write a forced win as one lemma and an entry that applies it.

    Parameters
    ----------
    size : int
        Side of the board, at most 24.
    tree : sequence
        Positions with the winner to move, the root first.
    path : str or path
        The file; gzipped if it ends with ``.gz``.
    name : str
        What is proven, in words.
    is_exact : bool
        Exactly five win, not five or more.

    Raises
    ------
    FivefoldError
        The board is too large for the letters of the format, or other stones of the defender matter.
    OSError
        The file cannot be written.
    """
    if size > LARGEST:
        raise FivefoldError(f"the lemma cannot be written: the format has letters for boards up to {LARGEST}")
    forced = _ForcedWin(size, tree, is_exact)
    own, other = _stones(tree[0].attacker), _stones(tree[0].defender)
    content = "\n".join(json.dumps(line) for line in forced.lines(own, other, name)).encode() + b"\n"
    with whole_file(Path(path)) as aside:
        aside.write_bytes(gzip.compress(content, mtime=0) if str(path).endswith(".gz") else content)


def _stones(names: Iterable[str]) -> _Stones:
    return frozenset((ord(name[0]) - 97, int(name[1:]) - 1) for name in names)


def _written(points: Iterable[_Point], shift: int = 1) -> str:
    """Write points of the board as places of a plane that begins one point outside of it."""
    return "".join(chr(97 + x + shift) + chr(97 + y + shift) for x, y in points) or "-"


class _ForcedWin:
    """The tree of a forced win, read as the tree of a lemma."""

    def __init__(self, size: int, tree: Sequence[Entry], is_exact: bool) -> None:
        self.size, self.is_exact = size, is_exact
        self.entries = {(_stones(entry.attacker), _stones(entry.defender)): entry for entry in tree}

    def lines(self, own: _Stones, other: _Stones, name: str) -> list[dict[str, Any]]:
        """Return the head, the lemma and the entry of the root."""
        rules = "exactly five" if self.is_exact else "freestyle"
        head = {"format": "open-proof/2", "rules": rules, "size": self.size, "row": ROW, "name": name}
        head |= {"attacker": _written(own, 0), "defender": _written(other, 0), "to_move": "attacker"}
        canonical, reference = self._placed(own, other)
        entry = {"at": [_written(sorted(side), 0) for side in canonical], "by": [reference]}
        self.around = json.dumps(head), json.dumps(entry)
        return [head, self._smallest(own, other), entry]

    def _placed(self, own: _Stones, other: _Stones) -> tuple[tuple[_Stones, _Stones], list[int]]:
        """Return the least image of a position, and how the lemma is laid there."""

        def number(stones: _Stones) -> int:
            return sum(1 << y * (self.size + 1) + x for x, y in stones)

        images = []
        for motion, (xx, xy, yx, yy) in enumerate(_MOTIONS):
            dx, dy = (self.size - 1 if part < 0 else 0 for part in (xx + xy, yx + yy))
            sides = [
                frozenset((xx * x + xy * y + dx, yx * x + yy * y + dy) for x, y in side)
                for side in (own, other)
            ]
            # The lemma's places begin one point outside of the board.
            reference = [0, motion, dx - xx - xy, dy - yx - yy]
            images.append(((number(sides[0]), number(sides[1])), (sides[0], sides[1]), reference))
        _, canonical, reference = min(images, key=lambda image: image[0])
        return canonical, reference

    def _smallest(self, own: _Stones, other: _Stones) -> dict[str, Any]:
        """Return the lemma with as few stones and edge points as it can do without, one after the other."""
        tree = self._tree(own, other)
        around = range(-1, self.size + 1)
        sides = [
            [(-1, at) for at in around],
            [(self.size, at) for at in around],
            [(at, -1) for at in around],
            [(at, self.size) for at in around],
        ]

        def lemma(
            own: Sequence[_Point], other: Sequence[_Point], edges: Sequence[list[_Point]]
        ) -> dict[str, Any]:
            outside = sorted({point for edge in edges for point in edge})
            parts = {"attacker": own, "defender": other, "outside": outside}
            return {"lemma": 0, **{part: _written(points) for part, points in parts.items()}, "tree": tree}

        parts: tuple[list[Any], ...] = (sorted(own), sorted(other), sides)
        if not self._applies(lemma(*parts)):
            raise FivefoldError("the win cannot be written as a lemma: other stones of the defender matter")
        for part in (1, 0, 2):
            for thing in list(parts[part]):
                fewer = tuple([one for one in things if one is not thing] for things in parts)
                if self._applies(lemma(*fewer)):
                    parts = fewer
        return lemma(*parts)

    def _applies(self, item: dict[str, Any]) -> bool:
        """Ask the checker whether this lemma proves the win."""
        head, entry = self.around
        return _core.proofs.check_proof(head, [json.dumps(item), entry]).fault is None

    def _tree(self, own: _Stones, other: _Stones) -> list[Any]:
        """Return the tree of a position with the attacker to move."""
        entry = self.entries.get((own, other))
        if entry is None:
            return self._image_of_tree(own, other)
        line = [next(iter(_stones([name]))) for name in entry.line]
        if entry.move is None:
            return [_written(self._completed(own, other, line))]
        (move,) = _stones([entry.move])
        after = own | {move}
        fives = self._fives(after, other)
        if move in self._fives(own, other):
            return [_written([move])]
        if len(fives) > 1:
            return [_written([move, *fives[:2]])]
        if fives:
            first, *rest = self._tree(after, other | {fives[0]})
            return [_written([move, fives[0]]) + first.strip("-"), *rest]
        threat = self._completed(after, other, line)
        answers = {
            _written([reply]): self._tree(after, other | {reply})
            for reply in sorted(self._spoiling(after, other, threat))
        }
        return ["-", _written([move]), _written(threat), answers]

    def _image_of_tree(self, own: _Stones, other: _Stones) -> list[Any]:
        """Return the tree of a position whose image has an entry: turned back."""
        last = self.size - 1
        for xx, xy, yx, yy in _MOTIONS:
            dx, dy = (last if part < 0 else 0 for part in (xx + xy, yx + yy))
            there = {
                (x, y): (xx * x + xy * y + dx, yx * x + yy * y + dy)
                for x in range(self.size)
                for y in range(self.size)
            }
            image = frozenset(there[point] for point in own), frozenset(there[point] for point in other)
            if image in self.entries:
                back = {_written([to]): _written([start]) for start, to in there.items()}
                return _moved(self._tree(*image), back)
        raise FivefoldError("the win cannot be written as a lemma: its proof has no entry for a reply")

    def _completed(self, own: _Stones, other: _Stones, line: list[_Point]) -> list[_Point]:
        """Play fours; where the last makes two, add an answer and the winning stone."""
        for place, point in enumerate(line):
            if place % 2 == 0 and point in self._fives(own, other):
                return line[: place + 1]
            own, other = (own, other | {point}) if place % 2 else (own | {point}, other)
        return [*line, *self._fives(own, other)[:2]]

    def _fives(self, own: _Stones, other: _Stones) -> list[_Point]:
        """Return the empty points where the attacker completes a row."""
        fives = set()
        for cells in self._windows(own):
            missing = [cell for cell in cells if cell not in own]
            if len(missing) == 1 and missing[0] not in other and not self._is_longer(own, cells):
                fives.add(missing[0])
        return sorted(fives)

    def _is_longer(self, own: _Stones, cells: list[_Point]) -> bool:
        """Tell whether a stone beside a row makes it too long."""
        (x, y), (u, v) = cells[:2]
        before, after = (2 * x - u, 2 * y - v), (x + ROW * (u - x), y + ROW * (v - y))
        return self.is_exact and not own.isdisjoint((before, after))

    def _spoiling(self, own: _Stones, other: _Stones, threat: list[_Point]) -> set[_Point]:
        """Return the replies that need an answer: the points of a threat, and windows that it could fill."""
        forced = other | set(threat[1:-2:2])
        due = set(threat)
        for cells in self._windows(forced):
            if not own.intersection(cells) and sum(cell in forced for cell in cells) >= ROW - 2:
                due.update(cells)
        return due - own - other

    def _windows(self, stones: _Stones) -> Iterable[list[_Point]]:
        """Yield the windows on the board through some stones."""
        for x, y in stones:
            for dx, dy in _DIRECTIONS:
                for back in range(ROW):
                    cells = [(x + (step - back) * dx, y + (step - back) * dy) for step in range(ROW)]
                    if all(0 <= place < self.size for end in (cells[0], cells[-1]) for place in end):
                        yield cells


def _moved(tree: list[Any], back: dict[str, str]) -> list[Any]:
    """Rename all points of a tree."""

    def text(points: str) -> str:
        return "".join(back[points[at : at + 2]] for at in range(0, len(points), 2)) if points != "-" else "-"

    if len(tree) == 1:
        return [text(tree[0])]
    answers = {text(reply): _moved(below, back) for reply, below in tree[3].items()}
    return [*map(text, tree[:3]), answers]
