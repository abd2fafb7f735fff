"""Parts of charts as SVG text: all charts that need no matplotlib are put together from these.

A part has a colour by name, which a page may set by its style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from .shapes import Svg, safe

__all__ = [
    "COLOURS",
    "circle",
    "colour",
    "line",
    "page",
    "path",
    "rect",
    "text",
    "text_width",
    "ticks",
    "upright",
]

COLOURS = {
    "paper": "#fbf7ee",
    "panel": "#f3ecdd",
    "ink": "#2b261f",
    "soft": "#6d665b",
    "rule": "#cfc6b4",
    "good": "#2b7a55",
    "bad": "#b3402f",
    "mark": "#1d4f9c",
    **{
        f"series{number}": shade
        for number, shade in enumerate(
            ("#1d4f9c", "#c4661f", "#2b7a55", "#9c3f6d", "#6a5aa8", "#8a6d1b", "#1f8a93", "#b3402f")
        )
    },
}
"""Colours by name: a page that defines `--ink`, `--paper` ... has its own."""


def colour(name: str, use: str = "fill") -> str:
    """Return the attributes that fill or stroke with a colour, a plain one for programs without variables."""
    return f'{use}="{COLOURS[name]}" style="{use}:var(--{name},{COLOURS[name]})"'


def _hinted(start: str, name: str, hint: str) -> str:
    """End an element; pointing at it shows `hint`, if there is one."""
    return f"{start}><title>{safe(hint)}</title></{name}>" if hint else f"{start}/>"


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    ink: str = "ink",
    bold: bool = False,
    size: int = 13,
    hint: str = "",
) -> str:
    """Write words at a place; pointing at them shows `hint`, if there is one."""
    weight = ' font-weight="600"' if bold else ""
    more = f"<title>{safe(hint)}</title>" if hint else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight} {colour(ink)}>'
        f"{safe(words)}{more}</text>"
    )


def upright(x: float, y: float, words: str) -> str:
    """Write words from bottom to top, centred at a place."""
    return text(x, y, words, anchor="middle", size=12).replace(
        "<text", f'<text transform="rotate(-90 {x:g} {y:.1f})"'
    )


def line(x1: float, y1: float, x2: float, y2: float, ink: str = "rule", width: float = 1) -> str:
    """Draw a straight line."""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke-width="{width:g}" {colour(ink, "stroke")}/>'


def path(points: Iterable[tuple[float, float]], ink: str, width: float = 2) -> str:
    """Draw a line through points."""
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{steps}" fill="none" stroke-width="{width:g}" stroke-linejoin="round" '
        f"{colour(ink, 'stroke')}/>"
    )


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    ink: str = "ink",
    *,
    opacity: float = 1,
    radius: float = 0,
    hint: str = "",
) -> str:
    """Draw a filled rectangle; pointing at it shows `hint`, if there is one."""
    faint = f' fill-opacity="{opacity:.3g}"' if opacity < 1 else ""
    round_ = f' rx="{radius:g}"' if radius else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return _hinted(f"<rect {place}{round_}{faint} {colour(ink)}", "rect", hint)


def circle(
    x: float, y: float, radius: float, ink: str = "ink", *, hollow: bool = False, hint: str = ""
) -> str:
    """Draw a dot, or a ring on the ground of the page; pointing at it shows `hint`, if there is one."""
    look = colour(ink)
    if hollow:
        style = f"fill:var(--paper,{COLOURS['paper']});stroke:var(--{ink},{COLOURS[ink]})"
        look = f'stroke-width="2" fill="{COLOURS["paper"]}" stroke="{COLOURS[ink]}" style="{style}"'
    return _hinted(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {look}', "circle", hint)


def text_width(words: str, size: int = 13) -> float:
    """Estimate how wide words are, a little too wide: wide letters of other scripts count twice."""
    return sum((1.05 if ord(letter) > 0x2E80 else 0.58) * size for letter in words)


def page(title: str, width: float, height: float, parts: Iterable[str]) -> Svg:
    """Put parts together to a picture on its own ground, with a title for screen readers."""
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" style="max-width:100%;height:auto" '
        'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">'
        f"<title>{safe(title)}</title>{rect(0, 0, width, height, 'paper', radius=6)}{''.join(parts)}</svg>"
    )


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Choose round numbers from `low` to `high`, about `wanted` of them."""
    if high <= low:
        return [low]
    raw = (high - low) / wanted
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(index * step, 10) for index in range(first, last + 1)]
