"""The board of proof files: sets of points as whole numbers, and what a file may be wrong in."""

from __future__ import annotations

from collections.abc import Iterator


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
        found, row = 0, self.row
        for step in self.steps:
            shifted = [own >> (k * step) for k in range(row)]
            before = [-1]
            for bits in shifted[:-1]:
                before.append(before[-1] & bits)
            after = -1
            for gap in range(row - 1, -1, -1):
                # All places of the row but this one hold stones.
                found |= (before[gap] & after) << (gap * step)
                after &= shifted[gap]
        return found & self.all & ~(own | other)

    def near_rows(self, own: int, free: int, least: int) -> int:
        """Give the points of all rows of full length within `free` that hold at least `least` of `own`."""
        found = 0
        for step in self.steps:
            begins = free
            for k in range(1, self.row):
                begins &= free >> (k * step)
            # `exactly[n]`: rows of which n stones were counted so far, `least` standing for more.
            exactly = [begins] + [0] * least
            for k in range(self.row):
                here = own >> (k * step)
                exactly[least] |= exactly[least - 1] & here
                for n in range(least - 1, 0, -1):
                    exactly[n] = exactly[n] & ~here | exactly[n - 1] & here
                exactly[0] &= ~here
            for k in range(self.row):
                found |= exactly[least] << (k * step)
        return found & ~own

    def images(self, attacker: int, defender: int) -> Iterator[tuple[int, int, dict[int, int]]]:
        points = list(each(attacker)), list(each(defender))
        for motion in self.motions:
            own, other = (sum(motion[point] for point in side) for side in points)
            yield own, other, motion

    def least(self, attacker: int, defender: int) -> tuple[int, int]:
        return min((own, other) for own, other, _ in self.images(attacker, defender))


def each(stones: int) -> Iterator[int]:
    while stones:
        low = stones & -stones
        yield low.bit_length() - 1
        stones ^= low
