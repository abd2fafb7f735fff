"""Numbers as people read them."""

import math
from collections.abc import Sequence

from fivefold._progress import amount, duration

__all__ = ["amount", "duration", "fitted", "number", "percent", "quantile", "span"]


def number(value: float, digits: int = 3) -> str:
    """Write a number as short as its size allows.

    Examples
    --------
    >>> number(109.0512), number(0.50971), number(12345.6), number(7.0)
    ('109', '0.51', '12346', '7')
    """
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "-"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: float) -> str:
    """Write a share as percent, with more places where it is small.

    Examples
    --------
    >>> percent(0.50971), percent(0.0004), percent(1.0), percent(0.0)
    ('51.0 %', '0.04 %', '100 %', '0 %')
    """
    if value in (0.0, 1.0):
        return f"{value * 100:.0f} %"
    percent = 100 * value
    if percent >= 1:
        return f"{percent:.1f} %"
    return f"{number(percent, 2)} %" if percent >= 0.001 else "< 0.001 %"


def span(low: float, high: float) -> str:
    """Write the ends of an interval with as many places as tell them apart.

    Examples
    --------
    >>> span(50.912, 51.044), span(0.0, 0.00128), span(108.9, 109.3), span(7.0, 7.0), span(961.4, 1064.4)
    ('50.91 – 51.04', '0.0000 – 0.0013', '108.90 – 109.30', '7', '961 – 1064')
    """
    if not low < high:
        return number(low)
    places = min(9, max(0, math.ceil(1 - math.log10(high - low))))
    return f"{low:.{places}f} – {high:.{places}f}"


def fitted(labels: Sequence[str], maximum: int) -> list[str]:
    """Shorten labels to a number of letters, so that those that differ still do.

    What all have in common at their beginning is cut first, then the middle of each.

    Examples
    --------
    >>> fitted(["a-very-long-name-9", "a-very-long-name-11"], 8)
    ['…e-9', '…e-11']
    >>> fitted(["draw", "player 0 wins"], 20)
    ['draw', 'player 0 wins']
    """
    if all(len(label) <= maximum for label in labels):
        return list(labels)
    different = list(dict.fromkeys(labels))
    common = 0
    while len(different) > 1 and len({label[: common + 1] for label in different}) == 1:
        common += 1
    cut = [f"…{label[common - 2 :]}" if common > 3 else label for label in labels]
    short = [
        text
        if len(text) <= maximum
        else f"{text[: maximum // 2]}…{text[len(text) - (maximum - maximum // 2 - 1) :]}"
        for text in cut
    ]
    if len(set(short)) == len(different):
        return short
    numbers = {label: place for place, label in enumerate(different, 1)}
    return [f"{numbers[label]}: {text[: maximum - 4]}" for label, text in zip(labels, short, strict=True)]


def quantile(counts: dict[int, int], share: float) -> int:
    """Return the least value that at least `share` of the counted values do not exceed."""
    games = sum(counts.values())
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= share * games:
            return value
    return max(counts)
