"""Pictures of a position in the modes that environments know."""

from __future__ import annotations

from typing import Any

from fivefold import FivefoldError, Position

MODES = ["ansi", "rgb_array", "svg"]


def check_mode(mode: str | None) -> None:
    """Refuse a render mode that no environment has."""
    if mode is not None and mode not in MODES:
        raise FivefoldError(f"render_mode={mode!r:.60} is refused: None, {', '.join(MODES)}")


def render(position: Position, mode: str | None) -> Any:
    """Draw a position: text, an array of pixels (needs the plot extra) or SVG text."""
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return position._repr_svg_()
    if mode == "rgb_array":
        from fivefold import plot

        return plot.rgb_array(position)
    return None
