"""Pictures of a position in the modes that environments know."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError, Position

MODES = ["ansi", "rgb_array", "svg"]
# Where each move is shown to the person at the screen.
MODES_OF_TURNS = [*MODES, "human"]


def check_mode(mode: str | None, modes: list[str] = MODES) -> None:
    """Refuse a render mode that an environment has not."""
    if mode is not None and mode not in modes:
        raise FivefoldError(f"render_mode={mode!r:.60} is refused: None, {', '.join(modes)}")


def render(position: Position, mode: str | None) -> Any:
    """Draw a position: text, an array of pixels (needs the plot extra) or SVG text."""
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return position._repr_svg_()
    if mode == "rgb_array":
        from fivefold import plot

        return even(plot.rgb_array(position))
    if mode == "human":
        print(position)
    return None


def even(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Repeat the last row and column of a picture of odd height or width: films want even sides."""
    height, width = picture.shape[:2]
    return np.pad(picture, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
