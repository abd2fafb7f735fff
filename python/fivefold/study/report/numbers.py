"""Numbers as people read them."""

import math


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
    shown = 100 * value
    if shown >= 1:
        return f"{shown:.1f} %"
    return f"{number(shown, 2)} %" if shown >= 0.001 else "< 0.001 %"


def duration(seconds: float) -> str:
    """Write a time for people.

    Examples
    --------
    >>> duration(5), duration(65), duration(7300)
    ('5 s', '1 min 05 s', '2 h 01 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def amount(games: float) -> str:
    """Write a number with thin groups of three."""
    return f"{games:,.0f}".replace(",", " ")
