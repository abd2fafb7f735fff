"""A plain and slow checker of proofs, of both forms: sets of points as whole numbers, or as sets of pairs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class FaultError(Exception):
    """Something is missing or wrong."""


class ProofBoard:
    """Sets of points as whole numbers.

    A point is a bit. Each row of the board takes one bit more than it has points, which stays 0, so that
    a shift along a line never runs from one edge to the other.
    """

    def __init__(self, size: int, row: int) -> None:
        self.size, self.row = size, row
        self.steps = (1, size, size + 1, size + 2)
        self.points = [y * (size + 1) + x for y in range(size) for x in range(size)]
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.names = {y * (size + 1) + x: letters[x] + letters[y] for y in range(size) for x in range(size)}
        self.bits = {name: 1 << point for point, name in self.names.items()}
        self.all = sum(self.bits.values())
        self.motions = [self._motion(number) for number in range(8)]

    def _motion(self, number: int) -> dict[int, int]:
        last, image = self.size - 1, {}
        for point in self.points:
            y, x = divmod(point, self.size + 1)
            if number & 1:
                x = last - x
            if number & 2:
                y = last - y
            if number & 4:
                x, y = y, x
            image[point] = 1 << (y * (self.size + 1) + x)
        return image

    def read(self, text: str) -> list[int]:
        if text == "-":
            return []
        points = [text[k : k + 2] for k in range(0, len(text), 2)]
        unknown = [point for point in points if point not in self.bits]
        if unknown:
            raise FaultError(f"'{unknown[0]}' is no point")
        return [self.bits[point] for point in points]

    def read_set(self, text: str) -> int:
        points = self.read(text)
        if len(set(points)) < len(points):
            raise FaultError(f"a point is named twice in {text}")
        return sum(points)

    def write(self, stones: int) -> str:
        return "".join(self.names[point] for point in each(stones)) or "-"

    def is_won(self, stones: int) -> bool:
        for step in self.steps:
            left = stones
            for k in range(1, self.row):
                left &= stones >> (k * step)
            if left:
                return True
        return False

    def completing(self, own: int, other: int) -> int:
        """Give the empty points where a stone of `own` completes a row."""
        points, row = 0, self.row
        for step in self.steps:
            shifted = [own >> (k * step) for k in range(row)]
            before = [-1]
            for bits in shifted[:-1]:
                before.append(before[-1] & bits)
            after = -1
            for gap in range(row - 1, -1, -1):
                # All places of the row but this one hold stones.
                points |= (before[gap] & after) << (gap * step)
                after &= shifted[gap]
        return points & self.all & ~(own | other)

    def near_rows(self, own: int, free: int, minimum: int) -> int:
        """Give the points of all rows of full length within `free` that hold at least `minimum` of `own`."""
        points = 0
        for step in self.steps:
            begins = free
            for k in range(1, self.row):
                begins &= free >> (k * step)
            # `exactly[n]`: rows of which n stones were counted so far, `minimum` standing for more.
            exactly = [begins] + [0] * minimum
            for k in range(self.row):
                here = own >> (k * step)
                exactly[minimum] |= exactly[minimum - 1] & here
                for n in range(minimum - 1, 0, -1):
                    exactly[n] = exactly[n] & ~here | exactly[n - 1] & here
                exactly[0] &= ~here
            for k in range(self.row):
                points |= exactly[minimum] << (k * step)
        return points & ~own

    def images(self, attacker: int, defender: int) -> Iterator[tuple[int, int, dict[int, int]]]:
        points = list(each(attacker)), list(each(defender))
        for motion in self.motions:
            own, other = (sum(motion[point] for point in side) for side in points)
            yield own, other, motion

    def canonical(self, attacker: int, defender: int) -> tuple[int, int]:
        return min((own, other) for own, other, _ in self.images(attacker, defender))


def each(stones: int) -> Iterator[int]:
    while stones:
        low = stones & -stones
        yield low.bit_length() - 1
        stones ^= low


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
        by_reply = {}
        for text, below in answers.items():
            points = _read(text)
            if len(points) != 1 or points[0] in own | other:
                raise FaultError("a reply is one point, not a taken one")
            by_reply[points[0]] = below
        missing = self._spoiling(own, other, threat, forced) - by_reply.keys()
        if missing:
            raise FaultError(f"there is no answer to {min(missing)}")
        for reply, below in by_reply.items():
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

    def _live(self, own: frozenset[_Point], other: frozenset[_Point], minimum: int) -> Iterator[list[_Point]]:
        """Give the windows on the board without a stone of `own` that hold `minimum` of `other` or more."""
        for stone in other:
            for cells, _ in self._windows(stone):
                if sum(cell in other for cell in cells) >= minimum and not any(
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


_Position = tuple[int, int]


class _Proof:
    def __init__(self, head: dict[str, Any], lines: Iterator[str]) -> None:
        self._begin(head)
        self.entries: dict[_Position, list[str]] = {}
        board = self.board
        for number, text in enumerate(lines, 2):
            words = text.split()
            if not 3 <= len(words) <= 4:
                raise FaultError(f"line {number}: it is no entry")
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
        self.replies = 0

    def check(self) -> tuple[int, int, int]:
        """Follow every reply from the root: positions looked at, entries, replies."""
        board, (attacker, defender) = self.board, self.root
        if attacker & defender or board.is_won(attacker) or board.is_won(defender):
            raise FaultError("the root is no position")
        if self.to_move == "attacker":
            waiting = [board.canonical(attacker, defender)]
        else:
            if board.completing(defender, attacker):
                raise FaultError("the defender wins")
            waiting = self.after(attacker, defender, board.all & ~(attacker | defender))
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
            waiting.extend(needed)
        return len(seen), len(self.entries), self.replies

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
        minimum = min(own for own, _, _ in images)
        images = [image for image in images if image[0] == minimum]
        points = list(each(replies))
        self.replies += len(points)
        return [(minimum, min(other | motion[point] for _, other, motion in images)) for point in points]


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
        self.entries: dict[tuple[int, int], Any] = {}
        self._laid: dict[tuple[Any, ...], _Laid] = {}
        for number, line in enumerate(lines, 2):
            try:
                self._take(json.loads(line))
            except (FaultError, LookupError, TypeError, AttributeError) as fault:
                raise FaultError(f"line {number}: {fault}") from None

    def _take(self, item: dict[str, Any]) -> None:
        """Keep a lemma or an entry."""
        if "lemma" in item:
            if item["lemma"] in self.lemmas:
                raise FaultError("a lemma has this name already")
            self.lemmas[item["lemma"]] = _Lemma(self.board.row, self.exact, item)
            return
        own, other = map(self.board.read_set, item["at"])
        if (own, other) in self.entries:
            raise FaultError("its position has an entry already")
        if own & other or (own, other) != self.board.canonical(own, other):
            raise FaultError("its position is not in its least image")
        self.entries[own, other] = item.get("move"), item.get("by", [])

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
            self.board.canonical(own, other | reply)
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
        maximum = self.board.row - 2 - laid.has_threat
        if self._rows(counted, free, maximum + 1, other & ~laid.other):
            return None
        return laid.empty | self._rows(counted, free, maximum, None) & ~laid.other

    def _rows(self, stones: int, free: int, minimum: int, holding: int | None) -> int:
        """Give the points of windows within `free` that hold `minimum` of `stones`, and one of `holding`."""
        points = 0
        for step in self.board.steps:
            begins = free
            for place in range(1, self.board.row):
                begins &= free >> place * step
            if holding is not None:
                begins &= _any(holding >> place * step for place in range(self.board.row))
            # `with_at_least[n]`: windows with n stones or more among the places counted so far.
            with_at_least = [begins] + [0] * max(minimum, 0)
            for place in range(self.board.row):
                here = stones >> place * step
                for count in range(len(with_at_least) - 1, 0, -1):
                    with_at_least[count] |= with_at_least[count - 1] & here
            for place in range(self.board.row):
                points |= with_at_least[-1] << place * step
        return points

    def _lay(self, reference: tuple[Any, ...]) -> _Laid:
        if reference not in self._laid:
            name, motion, dx, dy = reference
            lemma, (xx, xy, yx, yy) = self.lemmas[name], _MOTIONS[motion]

            def moved(points: Iterable[_Point], whole: bool = False) -> int:
                laid = 0
                for x, y in points:
                    at = xx * x + xy * y + dx, yx * x + yy * y + dy
                    inside = all(0 <= place < self.board.size for place in at)
                    if whole and not inside:
                        raise FaultError("a lemma reaches over the edge")
                    if inside:
                        laid |= 1 << at[1] * (self.board.size + 1) + at[0]
                return laid

            if moved(lemma.outside):
                raise FaultError("a lemma wants an edge where there is none")
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
    union = 0
    for points in sets:
        union |= points
    return union


def checked(lines: Iterable[str]) -> tuple[bool, str, tuple[int, int, int]]:
    """Whether the lines of a file are a proof, what is wrong, and the counts."""
    first, *rest = lines
    head = {"row": 5} | json.loads(first)
    try:
        kind = LemmaProof if head["format"] == "open-proof/2" else _Proof
        return True, "", kind(head, iter(rest)).check()
    except FaultError as fault:
        return False, str(fault), (0, 0, 0)
    except (ValueError, LookupError, TypeError) as error:
        return False, f"not a proof file: {error}", (0, 0, 0)
