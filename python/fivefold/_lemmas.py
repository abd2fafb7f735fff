"""Checking proofs of form 2: wins that are proven once, as lemmas on a plane without edges.

The form and why it is sound are described on the manual's page *Threats*. A lemma is played through with sets
of points; where it is laid on a board, sets of points are whole numbers, as in `fivefold.proofs`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ._proof_board import FaultError, each
from .proofs import Verdict, _Proof

_Point = tuple[int, int]
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


def _read(text: str) -> list[_Point]:
    """Read places of the plane: two small letters each."""
    if text == "-":
        return []
    if len(text) % 2 or not (text.isascii() and text.isalpha() and text.islower()):
        raise FaultError(f"{text!r:.40} is no list of points")
    return [(ord(text[at]) - 97, ord(text[at + 1]) - 97) for at in range(0, len(text), 2)]


class _Lemma:
    """A win of the attacker, who is to move, by the points of a tree alone.

    `empty` are the points of the tree, `replies` those that the defender comes to hold, `not_own` those that
    must not be the attacker's (exactly five). With `has_threat` the defender may once ignore a threat.
    """

    def __init__(self, row: int, exact: bool, item: dict[str, Any]) -> None:
        self.row, self.exact = row, exact
        self.attacker = frozenset(_read(item["attacker"]))
        self.defender = frozenset(_read(item["defender"]))
        self.outside = frozenset(_read(item.get("outside", "-")))
        if not self.attacker or self.attacker & self.defender:
            raise FaultError("a lemma needs stones of the attacker, none of them the defender's")
        self.empty: set[_Point] = set()
        self.replies: set[_Point] = set()
        self.not_own: set[_Point] = set()
        self.has_threat = False
        self._play(self.attacker, self.defender, item["tree"])

    def _play(self, own: frozenset[_Point], other: frozenset[_Point], tree: Any) -> None:
        """Play a tree: [line], or [line, quiet move, its threat, {reply: tree}]."""
        if not isinstance(tree, list) or len(tree) not in (1, 4):
            raise FaultError("a tree has one part or four")
        if len(tree) == 1:
            self._win_by_fours(own, other, _read(tree[0]))
            return
        own, other = self._answered_fours(own, other, _read(tree[0]))
        quiet, threat, answers = _read(tree[1]), _read(tree[2]), tree[3]
        if len(quiet) != 1 or quiet[0] in own | other:
            raise FaultError("a quiet move is one point, not a taken one")
        self.empty.add(quiet[0])
        self.has_threat = True
        own |= {quiet[0]}
        self._refuse_defender_four(own, other)
        forced = self._win_by_fours(own, other, threat)
        given = {}
        for text, below in answers.items():
            points = _read(text)
            if len(points) != 1 or points[0] in own | other:
                raise FaultError("a reply is one point, not a taken one")
            given[points[0]] = below
        missing = self._spoiling(own, other, threat, forced) - given.keys()
        if missing:
            raise FaultError(f"there is no answer to {min(missing)}")
        for reply, below in given.items():
            self.replies.add(reply)
            self._play(own, other | {reply}, below)

    def _win_by_fours(
        self, own: frozenset[_Point], other: frozenset[_Point], line: list[_Point]
    ) -> frozenset[_Point]:
        """Play continuous fours to a completed row; give the defender's stones that count afterwards."""
        if len(line) % 2 == 0:
            raise FaultError("a line that wins ends with an attack")
        before, last = line[:-1], line[-1]
        # The answer to the last four comes too late to do the defender any good.
        own, after = self._fours(own, other, before, counted=len(before) - 2)
        if last in own or last in after:
            raise FaultError("an attack is on a taken point")
        self.empty.add(last)
        if last in before or not self._completes(own, last):
            raise FaultError("the last attack completes no row")
        return after

    def _answered_fours(
        self, own: frozenset[_Point], other: frozenset[_Point], line: list[_Point]
    ) -> tuple[frozenset[_Point], frozenset[_Point]]:
        if len(line) % 2:
            raise FaultError("a line before a quiet move ends with an answer")
        return self._fours(own, other, line, counted=len(line))

    def _fours(
        self, own: frozenset[_Point], other: frozenset[_Point], line: list[_Point], counted: int
    ) -> tuple[frozenset[_Point], frozenset[_Point]]:
        """Play attack and answer in turn; answers from place `counted` on are not put on the board."""
        for place, point in enumerate(line):
            if point in own or point in other:
                raise FaultError("a point of a line is taken")
            self.empty.add(point)
            if place % 2 == 0:
                own |= {point}
                self._refuse_defender_four(own, other)
            elif not self._completes(own, point):
                raise FaultError("an attack makes no four at its answer")
            elif place < counted:
                other |= {point}
                self.replies.add(point)
        return own, other

    def _windows(self, point: _Point) -> Iterator[tuple[list[_Point], tuple[_Point, _Point]]]:
        """Give the windows of a full row that hold a point, each with the points before and behind it."""
        for dx, dy in _DIRECTIONS:
            for back in range(self.row):
                x, y = point[0] - back * dx, point[1] - back * dy
                cells = [(x + step * dx, y + step * dy) for step in range(self.row)]
                yield cells, ((x - dx, y - dy), (x + self.row * dx, y + self.row * dy))

    def _completes(self, own: frozenset[_Point], point: _Point) -> bool:
        """Tell whether a stone completes a row; note which points must then not be the attacker's."""
        for cells, ends in self._windows(point):
            if all(cell in own or cell == point for cell in cells):
                if not self.exact:
                    return True
                if not any(end in own for end in ends):
                    self.not_own.update(ends)
                    return True
        return False

    def _live(self, own: frozenset[_Point], other: frozenset[_Point], least: int) -> Iterator[list[_Point]]:
        """Give the windows on the board without a stone of `own` that hold `least` of `other` or more."""
        for stone in other:
            for cells, _ in self._windows(stone):
                if sum(cell in other for cell in cells) >= least and not any(
                    cell in own or cell in self.outside for cell in cells
                ):
                    yield cells

    def _refuse_defender_four(self, own: frozenset[_Point], other: frozenset[_Point]) -> None:
        if next(self._live(own, other, self.row - 1), None) is not None:
            raise FaultError("the defender wins first")

    def _spoiling(
        self,
        own: frozenset[_Point],
        other: frozenset[_Point],
        threat: list[_Point],
        forced: frozenset[_Point],
    ) -> set[_Point]:
        """Give the replies that could spoil a threat: its points, and those that make a four meanwhile."""
        near = {
            cell for cells in self._live(own, forced, self.row - 2) for cell in cells if cell not in forced
        }
        return (near | set(threat)) - own - other


class _Laid(NamedTuple):
    """A lemma turned, moved and laid on a board: sets of points as whole numbers."""

    own: int
    empty: int
    other: int
    replies: int
    not_own: int
    has_threat: bool


class LemmaProof(_Proof):
    """A proof of form 2: lemmas, and entries that lay them."""

    def __init__(self, head: dict[str, Any], lines: Iterator[str]) -> None:
        self._begin(head)
        if self.board.row > 6:
            raise FaultError("the first line names a row that lemmas are not for")
        self.lemmas: dict[Any, _Lemma] = {}
        # Lemmas that were not played through yet, with their lines.
        self._unread: dict[Any, tuple[int, dict[str, Any]]] = {}
        self.entries: dict[tuple[int, int], Any] = {}
        self._laid: dict[tuple[Any, ...], _Laid] = {}
        for number, line in enumerate(lines, 2):
            try:
                self._take(number, json.loads(line))
            except (FaultError, LookupError, TypeError, AttributeError) as fault:
                raise FaultError(f"line {number}: {fault}") from None

    def _take(self, number: int, item: dict[str, Any]) -> None:
        """Keep a lemma or an entry."""
        if "lemma" in item:
            if item["lemma"] in self._unread:
                raise FaultError("a lemma has this name already")
            self._unread[item["lemma"]] = number, item
            return
        own, other = map(self.board.read_set, item["at"])
        if (own, other) in self.entries:
            raise FaultError("its position has an entry already")
        if own & other or (own, other) != self.board.least(own, other):
            raise FaultError("its position is not in its least image")
        self.entries[own, other] = item.get("move"), item.get("by", [])

    def counted(self) -> str:
        """Say how much there is to a proof."""
        return f"{len(self.entries)} entries, {len(self._unread)} lemmas"

    def check(self, sample: int | None, lot: random.Random) -> Verdict:
        """Check the lemmas, of a sample those that it lays, then the entries."""
        if sample is None:
            for name in self._unread:
                self._lemma(name)
        return super().check(sample, lot)

    def _lemma(self, name: Any) -> _Lemma:
        """Give a lemma, played through when it is needed first."""
        if name not in self.lemmas:
            number, item = self._unread[name]
            try:
                self.lemmas[name] = _Lemma(self.board.row, self.exact, item)
            except (FaultError, LookupError, TypeError, AttributeError) as fault:
                raise FaultError(f"line {number}: {fault}") from None
        return self.lemmas[name]

    def needed(self, attacker: int, defender: int) -> list[tuple[int, int]]:
        """Check an entry; give the positions that must have entries too."""
        if (attacker, defender) not in self.entries:
            raise FaultError("there is no entry")
        try:
            return self._needed(attacker, defender, *self.entries[attacker, defender])
        except (LookupError, TypeError, ValueError) as fault:
            raise FaultError(f"the entry cannot be read: {fault}") from None

    def _needed(self, own: int, other: int, move: str | None, references: list[Any]) -> list[tuple[int, int]]:
        if move is None:
            if all(self._spoilers(reference, own, other) is None for reference in references):
                raise FaultError("no lemma applies")
            return []
        board, stone = self.board, self.board.read_set(move)
        if stone.bit_count() != 1 or (own | other) & stone:
            raise FaultError("the move is not one, or on a taken point")
        own |= stone
        if self._wins(own, stone):
            return []
        if board.completing(other, own):
            raise FaultError("the defender wins at once")
        fives = map(_bit, each(board.completing(own, other)))
        stops = sum(point for point in fives if self._wins(own | point, point))
        if stops & (stops - 1):
            return []
        return self.after(own, other, stops or board.all & ~(own | other), references)

    def _wins(self, own: int, stone: int) -> bool:
        """Tell whether a stone of the attacker stands in a row that wins."""
        for step in self.board.steps:
            length, after, before = 1, stone << step, stone >> step
            while after & own:
                length, after = length + 1, after << step
            while before & own:
                length, before = length + 1, before >> step
            if length == self.board.row or (length > self.board.row and not self.exact):
                return True
        return False

    def after(
        self, own: int, other: int, replies: int, references: Iterable[Any] = ()
    ) -> list[tuple[int, int]]:
        """Give the positions after the replies that no lemma of a list meets."""
        if own | other == self.board.all:
            raise FaultError("the board is full")
        left = replies
        for reference in references:
            spoilers = self._spoilers(reference, own, other)
            if spoilers is not None:
                left &= spoilers
        return [
            self.board.least(own, other | reply)
            for reply in map(_bit, each(left))
            if all(self._spoilers(reference, own, other | reply) is None for reference in references)
        ]

    def _spoilers(self, reference: list[Any], own: int, other: int) -> int | None:
        """Give the points where a stone of the defender could spoil a lemma; None: it does not apply."""
        laid = self._lay(tuple(reference))
        if laid.own & ~own or laid.empty & (own | other) or laid.not_own & own & ~laid.own:
            return None
        free = self.board.all & ~own
        counted = other | laid.other & free | laid.replies
        most = self.board.row - 2 - laid.has_threat
        if self._rows(counted, free, most + 1, other & ~laid.other):
            return None
        return laid.empty | self._rows(counted, free, most, None) & ~laid.other

    def _rows(self, stones: int, free: int, least: int, holding: int | None) -> int:
        """Give the points of windows within `free` that hold `least` of `stones`, and one of `holding`."""
        found = 0
        for step in self.board.steps:
            begins = free
            for place in range(1, self.board.row):
                begins &= free >> place * step
            if holding is not None:
                begins &= _any(holding >> place * step for place in range(self.board.row))
            # `with_at_least[n]`: windows with n stones or more among the places counted so far.
            with_at_least = [begins] + [0] * max(least, 0)
            for place in range(self.board.row):
                here = stones >> place * step
                for count in range(len(with_at_least) - 1, 0, -1):
                    with_at_least[count] |= with_at_least[count - 1] & here
            for place in range(self.board.row):
                found |= with_at_least[-1] << place * step
        return found

    def _lay(self, reference: tuple[Any, ...]) -> _Laid:
        if reference not in self._laid:
            name, motion, dx, dy = reference
            lemma, (xx, xy, yx, yy) = self._lemma(name), _MOTIONS[motion]

            def moved(points: Iterable[_Point], whole: bool = False) -> int:
                laid = 0
                for x, y in points:
                    at = xx * x + xy * y + dx, yx * x + yy * y + dy
                    inside = all(0 <= place < self.board.size for place in at)
                    if whole and not inside:
                        raise FaultError(f"lemma {name} reaches over the edge")
                    if inside:
                        laid |= 1 << at[1] * (self.board.size + 1) + at[0]
                return laid

            if moved(lemma.outside):
                raise FaultError(f"lemma {name} wants an edge where there is none")
            self._laid[reference] = _Laid(
                moved(lemma.attacker, True),
                moved(lemma.empty, True),
                moved(lemma.defender),
                moved(lemma.replies),
                moved(lemma.not_own),
                lemma.has_threat,
            )
        return self._laid[reference]


def _bit(point: int) -> int:
    return 1 << point


def _any(sets: Iterable[int]) -> int:
    found = 0
    for points in sets:
        found |= points
    return found


def applies(
    item: dict[str, Any],
    size: int,
    row: int,
    position: tuple[Iterable[_Point], Iterable[_Point]],
    reference: list[int],
) -> bool:
    """Tell whether a lemma of freestyle is right and applies to a position, the attacker to move."""
    head = {"rules": "freestyle", "size": size, "row": row, "to_move": "attacker"}
    proof = LemmaProof(head | {"attacker": "-", "defender": "-"}, iter(()))
    own, other = (sum(1 << y * (size + 1) + x for x, y in side) for side in position)
    try:
        proof.lemmas[reference[0]] = _Lemma(row, False, item)
        return proof._spoilers(list(reference), own, other) is not None
    except FaultError:
        return False
