"""Charts of figures as SVG text: small, sharp, and readable without anything else.

Those of all reports are drawn here, of studies, matches, ladders and ratings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._statistics import Value

from .numbers import fitted, number, percent, quantile
from .parts import circle, line, page, rect, text, text_width, ticks, upright

__all__ = ["Cell", "compared", "crosstable", "curve", "heat", "lengths", "shares"]

WIDTH = 560
# Letters of a label beside a line.
LABEL = 34
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def named(value: float, share: bool) -> str:
    """Write a tick."""
    return f"{100 * value:g} %" if share else f"{value:g}"


class Plane:
    """A chart over two axes, both named."""

    left, right, top, bottom, height = 62, 14, 22, 42, 250

    def __init__(
        self, x: tuple[float, float], y: tuple[float, float], names: tuple[str, str], share: bool
    ) -> None:
        (self.first, self.last), (self.low, self.high), self.names = x, y, names
        self.base, self.end, self.parts = self.height - self.bottom, WIDTH - self.right, list[str]()
        for tick in ticks(*y, 5):
            self.parts.append(line(self.left, self.y(tick), self.end, self.y(tick)))
            self.parts.append(
                text(self.left - 6, self.y(tick) + 4, named(tick, share), ink="soft", size=11, anchor="end")
            )

    def x(self, value: float) -> float:
        """Return where a value lies from left to right."""
        return self.left + (value - self.first) / (self.last - self.first) * (self.end - self.left)

    def y(self, value: float) -> float:
        """Return the height of a value; what lies beyond the ends lies on them."""
        value = min(max(value, self.low), self.high)
        return self.base - (value - self.low) / (self.high - self.low) * (self.base - self.top)

    def mark(self, value: float, words: str) -> None:
        """Write a tick of the lower axis."""
        self.parts.append(text(self.x(value), self.base + 16, words, ink="soft", size=11, anchor="middle"))

    def chart(self, title: str) -> str:
        """Put all together."""
        middle = (self.left + self.end) / 2
        self.parts += [
            line(self.left, self.base, self.end, self.base, "soft"),
            text(middle, self.height - 7, self.names[0], size=12, anchor="middle"),
            upright(14, (self.base + self.top) / 2, self.names[1]),
        ]
        return page(title, WIDTH, self.height, self.parts)


class Lines:
    """A chart of lines with a label each, over one axis."""

    def __init__(
        self, labels: list[str], low: float, high: float, right: float, step: float, *, share: bool
    ) -> None:
        self.labels, self.short = labels, fitted(labels, LABEL)
        self.left = 20 + max(map(text_width, self.short), default=0)
        self.low, self.high, self.step, self.end = low, high, step, max(WIDTH - right, self.left + 200)
        self.width, self.bottom = self.end + right, 8 + step * len(labels)
        self.parts = []
        for tick in ticks(low, high, 5):
            words = named(tick, share)
            self.parts += [
                line(self.x(tick), 8, self.x(tick), self.bottom),
                text(self.x(tick), self.bottom + 15, words, ink="soft", size=11, anchor="middle"),
            ]

    def x(self, value: float) -> float:
        """Return the place of a value; what lies beyond the ends lies on them."""
        value = min(max(value, self.low), self.high)
        return self.left + (value - self.low) / (self.high - self.low) * (self.end - self.left)

    def row(self, index: int) -> float:
        """Write a label; where it is shortened, pointing at it tells all of it. Give its height."""
        y = 8 + self.step * (index + 0.5)
        short, full = self.short[index], self.labels[index]
        hint = "" if short == full else full
        self.parts.append(text(self.left - 8, y + 4, short, anchor="end", hint=hint))
        return y

    def whisker(self, low: float, high: float, y: float) -> None:
        """Draw an interval."""
        self.parts.append(line(self.x(low), y, self.x(high), y, "ink", 1.5))
        self.parts += [line(self.x(end), y - 4, self.x(end), y + 4, "ink", 1.5) for end in (low, high)]

    def chart(self, title: str, axis: str) -> str:
        """Put all together."""
        self.parts += [
            line(self.left, 8, self.left, self.bottom, "soft"),
            text((self.left + self.end) / 2, self.bottom + 34, axis, size=12, anchor="middle"),
        ]
        return page(title, self.width, self.bottom + 42, self.parts)


def lengths(counts: dict[int, int], title: str) -> str:
    """Draw how long games are, by their number of turns: a histogram with the median and the middle half."""
    games = sum(counts.values())
    minimum, maximum = min(counts), max(counts)
    # Nobody sees the last thousandth; it would squeeze all the others.
    last = max(quantile(counts, 0.999), minimum + 1) if games >= 1000 else max(maximum, minimum + 1)
    width = max(1, math.ceil((last - minimum + 1) / 56))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        start = min(value, last) - (min(value, last) - minimum) % width
        bins[start] = bins.get(start, 0) + count
    low, high = (minimum - 5, minimum + 6) if maximum == minimum else (minimum, last + width)
    plane = Plane((low, high), (0, max(bins.values()) / games), ("length in turns", "share of games"), True)
    quarter, median, three = (quantile(counts, share) for share in (0.25, 0.5, 0.75))
    x, y, tall = plane.x, plane.y, plane.base - plane.top
    plane.parts.append(rect(x(quarter), plane.top, x(three + 1) - x(quarter), tall, "series5", opacity=0.13))
    for start, count in sorted(bins.items()):
        broad = x(start + width) - x(start)
        hint = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        hint = f"{hint} turns: {percent(count / games)}"
        broad, at = max(0.5, broad - 0.6 * (broad > 4)), y(count / games)
        plane.parts.append(rect(x(start), at, broad, plane.base - at, "series5", hint=hint))
    middle = x(median + 0.5)
    plane.parts.append(line(middle, plane.top - 16, middle, plane.base, "bad", 1.5))
    anchor, offset = ("start", 5) if x(median) < WIDTH * 0.7 else ("end", -5)
    words = f"median {median}"
    plane.parts.append(text(middle + offset, plane.top - 8, words, ink="bad", size=12, anchor=anchor))
    for tick in ticks(low, high - 1):
        if tick == int(tick):
            plane.mark(tick + 0.5, f"{tick:g}")
    return plane.chart(title)


def shares(rows: Sequence[tuple[str, Value, str]], title: str, axis: str = "share of games") -> str:
    """Draw shares as bars of a colour, from top to bottom, with their intervals as whiskers."""
    maximum = max(0.02, *(estimate.high for _, estimate, _ in rows))
    limit = next(bound for bound in (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0) if bound >= maximum)
    lines = Lines([label for label, _, _ in rows], 0, limit, 108, 27, share=True)
    for index, (_, estimate, ink) in enumerate(rows):
        y, words = lines.row(index), percent(estimate.value)
        lines.parts.append(rect(lines.left, y - 8, lines.x(estimate.value) - lines.left, 16, ink))
        lines.whisker(estimate.low, estimate.high, y)
        lines.parts.append(text(lines.x(estimate.high) + 8, y + 4, words, bold=True, size=12))
    return lines.chart(title, axis)


def compared(
    rows: Sequence[tuple[str, Value, float | None]],
    title: str,
    axis: str,
    share: bool = False,
    words: Callable[[float], str] | None = None,
) -> str:
    """Draw estimates: a dot and its interval each, and a mark to compare it with."""
    ends = [value for _, estimate, mark in rows for value in (*estimate, mark) if value is not None]
    ends = [value for value in ends if math.isfinite(value)] or [0.0]
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    low, high = max(low - margin, 0.0 if low >= 0 else low - margin), high + margin
    words = words or (percent if share else lambda value: number(value, 4))
    lines = Lines(
        [label for label, _, _ in rows], low, min(high, 1.0) if share else high, 92, 24, share=share
    )
    for index, (_, estimate, mark) in enumerate(rows):
        y = lines.row(index)
        if mark is not None:
            lines.parts.append(line(lines.x(mark), y - 8, lines.x(mark), y + 8, "bad", 1.5))
        if not math.isnan(estimate.low):
            lines.whisker(estimate.low, estimate.high, y)
        lines.parts += [
            circle(lines.x(estimate.value), y, 4, "mark"),
            text(lines.end + 10, y + 4, words(estimate.value), bold=True, size=12),
        ]
    return lines.chart(title, axis)


class Cell(NamedTuple):
    """A cell of a crosstable: what stands there, how strongly it is shaded, and what pointing at it tells."""

    words: str
    shade: float
    ink: str
    hint: str = ""


def crosstable(
    rows: Sequence[tuple[str, str]], cells: Mapping[tuple[str, str], Cell], title: str, last: str = ""
) -> str:
    """Draw who did what against whom: a line for each name, with what stands at its end."""
    short = fitted([name for name, _ in rows], LABEL)
    width, height, top = 50, 28, 26
    left = 42 + max(map(text_width, short))
    right = left + width * len(rows)
    parts = [text(right + 62, 18, last, anchor="end", ink="soft")] if last else []
    for line_, (name, end) in enumerate(rows):
        y = top + height * line_
        parts += [
            text(left + width * (line_ + 0.5), 18, str(line_ + 1), anchor="middle", ink="soft"),
            text(left - 26, y + 19, short[line_], anchor="end"),
            text(left - 8, y + 19, str(line_ + 1), anchor="end", ink="soft"),
        ]
        if end:
            parts.append(text(right + 62, y + 19, end, anchor="end", bold=True))
        for column, (other, _) in enumerate(rows):
            x = left + width * column
            cell = cells.get((name, other), Cell("", 0.35, "rule"))
            if cell.shade:
                parts.append(rect(x, y, width - 2, height - 2, cell.ink, opacity=cell.shade, hint=cell.hint))
            if cell.words:
                parts.append(text(x + width / 2 - 1, y + 18, cell.words, anchor="middle"))
    return page(title, right + (80 if last else 24), top + height * len(rows) + 8, parts)


def heat(values: NDArray[np.float64], title: str, unit: str = "of the sampled games") -> str:
    """Draw a board, row 0 at the bottom, whose points are the darker the more often they are marked."""
    rows, columns = values.shape
    cell = min(30.0, 400 / max(rows, columns))
    left, top, bottom = 26, 6, 22
    height = top + rows * cell + bottom
    peak = float(values.max()) or 1.0
    parts = []

    def tick(x: float, y: float, words: str, anchor: str = "start") -> None:
        parts.append(text(x, y, words, ink="soft", size=11, anchor=anchor))

    def shade(x: float, y: float, width: float, high: float, part: float, hint: str = "") -> None:
        parts.append(rect(x, y, width, high, "bad", opacity=0.08 + 0.92 * part - 1e-9, hint=hint))

    for row in range(rows):
        y = top + (rows - 1 - row) * cell
        for column in range(columns):
            share = float(values[row, column])
            hint = f"{_letters(column)}{row + 1}: {percent(share)}"
            shade(left + column * cell, y, cell, cell, share / peak, hint)
        if cell >= 11 or (row + 1) % 5 == 0:
            tick(left - 5, y + cell / 2 + 3.5, str(row + 1), "end")
    for column in range(columns):
        if cell >= 11 or (column + 1) % 5 == 0:
            tick(left + (column + 0.5) * cell, height - 7, _letters(column), "middle")
    key = left + columns * cell + 22
    for index in range(20):
        shade(key, top + (19 - index) * 6, 14, 6, index / 19)
    tick(key + 20, top + 9, percent(peak))
    tick(key + 20, top + 120, "0 %")
    for index, words in enumerate(_wrapped(unit, 17)):
        tick(key, top + 142 + 14 * index, words)
    # All boards on one scale: a small one is no larger on the page than a large one.
    return page(title, WIDTH, max(height, top + 190), parts)


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _letters(column: int) -> str:
    return LETTERS[column] if column < 26 else LETTERS[column // 26 - 1] + LETTERS[column % 26]


def curve(
    lines: dict[str, list[tuple[float, Value]]], names: tuple[str, str], title: str, share: bool = False
) -> str:
    """Draw a measure over a parameter, with intervals; `names` are those of the parameter and the measure."""
    every = [point for points in lines.values() for point in points]
    ends = [value for _, estimate in every for value in estimate if math.isfinite(value)]
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.08 or abs(high) * 0.05 or 1.0
    low, high = low - margin, high + margin
    if share:
        low, high = max(0.0, low), min(1.0, high)
    places = sorted({at for at, _ in every})
    pad = (places[-1] - places[0]) * 0.04 or 1.0
    plane = Plane((places[0] - pad, places[-1] + pad), (low, high), names, share)
    x, y = plane.x, plane.y
    for at in places if len(places) <= 16 else ticks(plane.first, plane.last):
        plane.mark(at, f"{at:g}")
    for index, (label, points) in enumerate(lines.items()):
        ink = f"series{index % 5}"
        for (a, one), (b, other) in pairwise(points):
            plane.parts.append(line(x(a), y(one.value), x(b), y(other.value), ink, 2))
        for at, estimate in points:
            if math.isfinite(estimate.low):
                plane.parts.append(line(x(at), y(estimate.low), x(at), y(estimate.high), ink, 1.5))
            hint = f"{label} {at:g}: {number(estimate.value, 4)}"
            plane.parts.append(circle(x(at), y(estimate.value), 3.5, ink, hollow=True, hint=hint))
        if len(lines) > 1:
            at = plane.top + 12 + 15 * index
            plane.parts.append(text(plane.end - 4, at, label, ink=ink, size=12, anchor="end"))
    return plane.chart(title)
