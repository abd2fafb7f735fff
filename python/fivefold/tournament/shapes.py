"""Parts of pictures as SVG text, in colours that a page may set by its style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["COLOURS", "circle", "colour", "line", "page", "path", "rect", "text", "width_of"]

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
    """Give the attributes that fill or stroke with a colour, a plain one for programs without variables."""
    return f'{use}="{COLOURS[name]}" style="{use}:var(--{name},{COLOURS[name]})"'


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    ink: str = "ink",
    bold: bool = False,
    size: int = 13,
) -> str:
    """Write words at a place."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{weight} {colour(ink)}>'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, ink: str = "rule", width: float = 1) -> str:
    """Draw a straight line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke-width="{width:g}" '
        f"{colour(ink, 'stroke')}/>"
    )


def path(points: Iterable[tuple[float, float]], ink: str, width: float = 2) -> str:
    """Draw a line through points."""
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{steps}" fill="none" stroke-width="{width:g}" stroke-linejoin="round" '
        f"{colour(ink, 'stroke')}/>"
    )


def rect(
    x: float, y: float, width: float, height: float, ink: str, *, opacity: float = 1, radius: float = 0
) -> str:
    """Draw a filled rectangle."""
    faint = f' fill-opacity="{opacity:.3g}"' if opacity < 1 else ""
    round_ = f' rx="{radius:g}"' if radius else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{round_}{faint} '
        f"{colour(ink)}/>"
    )


def circle(x: float, y: float, radius: float, ink: str, *, hollow: bool = False) -> str:
    """Draw a dot, or a ring on the ground of the page."""
    if not hollow:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {colour(ink)}/>'
    inside = f"fill:var(--paper,{COLOURS['paper']})"
    edge = f"stroke:var(--{ink},{COLOURS[ink]})"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" stroke-width="2" fill="{COLOURS["paper"]}" '
        f'stroke="{COLOURS[ink]}" style="{inside};{edge}"/>'
    )


def width_of(words: str, size: int = 13) -> float:
    """Estimate how wide words are, a little too wide: wide letters of other scripts count twice."""
    return sum((1.05 if ord(letter) > 0x2E80 else 0.58) * size for letter in words)


def page(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """Put parts together to a picture on its own ground, with a title for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" style="max-width:100%;height:auto" '
        'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">'
        f"<title>{escape(title)}</title>{rect(0, 0, width, height, 'paper', radius=6)}{''.join(parts)}</svg>"
    )
