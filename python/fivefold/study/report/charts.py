"""Pictures of figures as SVG text: small, sharp, and readable without anything else.

Colours come from the report's style sheet, so that one picture serves light and dark pages.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from fivefold.draw.parts import chart, circle, line, rect, text, ticks, upright
from fivefold.study.tables.intervals import Value
from fivefold.study.tables.tally import quantile

from .numbers import fitted, number, percent

WIDTH = 560
# Letters of a label beside a bar.
LABEL = 34
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lengths(counts: dict[int, int], title: str) -> str:
    """Draw how long games are: a histogram with the median and the middle half.

    Parameters
    ----------
    counts : dict of int to int
        Games by number of turns.
    title : str
        For screen readers.
    """
    games = sum(counts.values())
    least, most = min(counts), max(counts)
    # Nobody sees the last thousandth; it would squeeze all the others.
    shown = max(quantile(counts, 0.999), least + 1) if games >= 1000 else max(most, least + 1)
    width = max(1, math.ceil((shown - least + 1) / 56))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        bins[min(value, shown) - (min(value, shown) - least) % width] = (
            bins.get(min(value, shown) - (min(value, shown) - least) % width, 0) + count
        )
    left, right, top, bottom = 62, 12, 22, 40
    height, low, high = 250, least, shown + width
    if most == least:
        low, high = least - 5, least + 6
    peak = max(bins.values())

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (WIDTH - left - right)

    def y(share: float) -> float:
        return height - bottom - share / (peak / games) * (height - top - bottom)

    parts = []
    for tick in ticks(0, peak / games, 4):
        parts += [
            line(left, y(tick), WIDTH - right, y(tick), kind="grid"),
            text(left - 6, y(tick) + 4, f"{100 * tick:g} %", kind="tick", anchor="end"),
        ]
    quarter, median, three = (quantile(counts, share) for share in (0.25, 0.5, 0.75))
    parts.append(rect(x(quarter), top, x(three + 1) - x(quarter), height - top - bottom, kind="band"))
    for start, count in sorted(bins.items()):
        gap = 0.6 if width * (WIDTH - left - right) / (high - low) > 4 else 0
        name = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        broad, tall = max(0.5, x(start + width) - x(start) - gap), height - bottom - y(count / games)
        hint = f"{name} turns: {percent(count / games)}"
        parts.append(rect(x(start), y(count / games), broad, tall, kind="bar", hint=hint))
    parts.append(line(x(median + 0.5), top - 16, x(median + 0.5), height - bottom, kind="mark"))
    anchor = "start" if x(median) < WIDTH * 0.7 else "end"
    offset = 5 if anchor == "start" else -5
    parts.append(text(x(median + 0.5) + offset, top - 8, f"median {median}", kind="note", anchor=anchor))
    parts.append(line(left, height - bottom, WIDTH - right, height - bottom, kind="axis"))
    parts += [
        text(x(tick + 0.5), height - bottom + 16, f"{tick:g}", kind="tick", anchor="middle")
        for tick in ticks(low, high - 1)
        if tick == int(tick)
    ]
    parts.append(
        text((left + WIDTH - right) / 2, height - 6, "length in turns", kind="label", anchor="middle")
    )
    parts.append(upright(14, (height - bottom + top) / 2, "share of games"))
    return chart(title, WIDTH, height, parts)


def shares(rows: Sequence[tuple[str, Value, str]], title: str, axis: str = "share of games") -> str:
    """Draw shares as bars of a class, from top to bottom, with their intervals as whiskers."""
    most = max(0.02, *(estimate.high for _, estimate, _ in rows))
    limit = next(bound for bound in (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0) if bound >= most)
    frame = Frame([label for label, _, _ in rows], 0, limit, 108, 27, share=True)
    x = frame.x
    for index, (_, estimate, kind) in enumerate(rows):
        y = frame.row(index)
        frame.parts += [
            rect(frame.left, y - 8, max(0.0, x(estimate.value) - frame.left), 16, kind=kind),
            line(x(estimate.low), y, x(estimate.high), y, kind="whisker"),
            line(x(estimate.low), y - 4, x(estimate.low), y + 4, kind="whisker"),
            line(x(estimate.high), y - 4, x(estimate.high), y + 4, kind="whisker"),
            text(x(estimate.high) + 8, y + 4, percent(estimate.value), kind="value", anchor="start"),
        ]
    return frame.chart(title, axis)


class Frame:
    """A chart of lines with a label each, over one axis."""

    def __init__(
        self, labels: list[str], low: float, high: float, right: float, step: float, *, share: bool
    ) -> None:
        self.labels, self.short = labels, fitted(labels, LABEL)
        self.left = min(250.0, 24 + 6.6 * max(map(len, self.short), default=0))
        self.low, self.high, self.right, self.step = low, high, right, step
        self.bottom = 8 + step * len(labels)
        self.parts = []
        for tick in ticks(low, high, 5):
            words = f"{100 * tick:g} %" if share else f"{tick:g}"
            self.parts += [
                line(self.x(tick), 8, self.x(tick), self.bottom, kind="grid"),
                text(self.x(tick), self.bottom + 15, words, kind="tick", anchor="middle"),
            ]

    def x(self, value: float) -> float:
        """Return the place of a value."""
        return self.left + (value - self.low) / (self.high - self.low) * (WIDTH - self.left - self.right)

    def row(self, index: int) -> float:
        """Write a label; where it is shortened, pointing at it tells all of it. Give its height."""
        y = 8 + self.step * (index + 0.5)
        short, full = self.short[index], self.labels[index]
        hint = "" if short == full else full
        self.parts.append(text(self.left - 8, y + 4, short, kind="label", anchor="end", hint=hint))
        return y

    def chart(self, title: str, axis: str) -> str:
        """Put all together."""
        middle, height = (self.left + WIDTH - self.right) / 2, self.bottom + 40
        self.parts.append(line(self.left, 8, self.left, self.bottom, kind="axis"))
        self.parts.append(text(middle, height - 6, axis, kind="label", anchor="middle"))
        return chart(title, WIDTH, height, self.parts)


def compared(rows: Sequence[tuple[str, Value, float | None]], title: str, axis: str, share: bool) -> str:
    """Draw a measure of several experiments: a dot and its interval each, and a mark to compare it with."""
    ends = [value for _, estimate, mark in rows for value in (*estimate, mark) if value is not None]
    ends = [value for value in ends if math.isfinite(value)]
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    low, high = max(low - margin, 0.0 if low >= 0 else low - margin), high + margin
    if share:
        high = min(high, 1.0)

    frame = Frame([label for label, _, _ in rows], low, high, 92, 21, share=share)
    x = frame.x
    for index, (_, estimate, mark) in enumerate(rows):
        y = frame.row(index)
        if mark is not None:
            frame.parts.append(line(x(mark), y - 8, x(mark), y + 8, kind="mark"))
        if math.isfinite(estimate.low):
            frame.parts.append(line(x(estimate.low), y, x(estimate.high), y, kind="whisker"))
        words = percent(estimate.value) if share else number(estimate.value, 4)
        frame.parts += [
            circle(x(estimate.value), y, 4, kind="seat0"),
            text(WIDTH - frame.right + 10, y + 4, words, kind="value", anchor="start"),
        ]
    return frame.chart(title, axis)


def heat(values: np.ndarray, title: str, unit: str = "of the sampled games") -> str:
    """Draw a board, row 0 at the bottom, whose points are the darker the more often they are marked."""
    rows, columns = values.shape
    cell = min(30.0, 400 / max(rows, columns))
    left, top, bottom = 26, 6, 22
    height = top + rows * cell + bottom
    peak = float(values.max()) or 1.0
    parts = []
    for row in range(rows):
        y = top + (rows - 1 - row) * cell
        for column in range(columns):
            share = float(values[row, column])
            name = f"{_letters(column)}{row + 1}"
            at, hint = left + column * cell, f"{name}: {percent(share)}"
            style = f"--heat:{share / peak:.3f}"
            parts.append(rect(at, y, cell, cell, kind="cell", style=style, hint=hint))
        if cell >= 11 or (row + 1) % 5 == 0:
            parts.append(text(left - 5, y + cell / 2 + 3.5, str(row + 1), kind="tick", anchor="end"))
    parts += [
        text(left + (column + 0.5) * cell, height - 7, _letters(column), kind="tick", anchor="middle")
        for column in range(columns)
        if cell >= 11 or (column + 1) % 5 == 0
    ]
    key = left + columns * cell + 22
    for index in range(20):
        y = top + (19 - index) * 6
        parts.append(rect(key, y, 14, 6.4, kind="cell", style=f"--heat:{index / 19:.3f}"))
    parts += [
        text(key + 20, top + 9, percent(peak), kind="tick", anchor="start"),
        text(key + 20, top + 120, "0 %", kind="tick", anchor="start"),
    ]
    parts += [
        text(key, top + 142 + 14 * index, words, kind="tick", anchor="start")
        for index, words in enumerate(_wrapped(unit, 17))
    ]
    # All boards on one scale: a small one is no larger on the page than a large one.
    return chart(title, WIDTH, max(height, top + 190), parts)


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
    lines: dict[str, list[tuple[float, Value]]], names: tuple[str, str], title: str, share: bool
) -> str:
    """Draw a measure over a parameter, with intervals; `names` are those of the parameter and the measure."""
    left, right, top, bottom, height = 62, 14, 12, 44, 240
    every = [point for points in lines.values() for point in points]
    ends = [value for _, estimate in every for value in estimate if math.isfinite(value)]
    low, high = min(ends), max(ends)
    margin = (high - low) * 0.08 or abs(high) * 0.05 or 1.0
    low, high = low - margin, high + margin
    if share:
        low, high = max(0.0, low), min(1.0, high)
    first, last = min(at for at, _ in every), max(at for at, _ in every)
    pad = (last - first) * 0.04 or 1.0
    first, last = first - pad, last + pad

    def x(at: float) -> float:
        return left + (at - first) / (last - first) * (WIDTH - left - right)

    def y(value: float) -> float:
        return height - bottom - (value - low) / (high - low) * (height - top - bottom)

    parts = []
    for tick in ticks(low, high, 5):
        words = f"{100 * tick:g} %" if share else f"{tick:g}"
        parts += [
            line(left, y(tick), WIDTH - right, y(tick), kind="grid"),
            text(left - 6, y(tick) + 4, words, kind="tick", anchor="end"),
        ]
    places = sorted({at for at, _ in every})
    for at in places if len(places) <= 16 else ticks(first, last):
        parts.append(text(x(at), height - bottom + 16, f"{at:g}", kind="tick", anchor="middle"))
    for index, (label, points) in enumerate(lines.items()):
        kind = f"line{index % 5}"
        for (a, one), (b, other) in pairwise(points):
            parts.append(line(x(a), y(one.value), x(b), y(other.value), kind=f"curve {kind}"))
        for at, estimate in points:
            if math.isfinite(estimate.low):
                parts.append(line(x(at), y(estimate.low), x(at), y(estimate.high), kind=f"whisker {kind}"))
            hint = f"{label} {at:g}: {number(estimate.value, 4)}"
            parts.append(circle(x(at), y(estimate.value), 3.5, kind=f"dot {kind}", hint=hint))
        if len(lines) > 1:
            parts.append(
                text(WIDTH - right - 4, top + 12 + 15 * index, label, kind=f"key {kind}", anchor="end")
            )
    parts.append(line(left, height - bottom, WIDTH - right, height - bottom, kind="axis"))
    parts.append(text((left + WIDTH - right) / 2, height - 8, names[0], kind="label", anchor="middle"))
    parts.append(upright(14, (height - bottom + top) / 2, names[1]))
    return chart(title, WIDTH, height, parts)
