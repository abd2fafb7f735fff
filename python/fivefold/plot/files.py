"""Pixels and picture files, drawn without a display."""

from __future__ import annotations

from os import PathLike
from typing import Unpack

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from fivefold._arguments import check_options
from fivefold._core import FivefoldError, Position, Record
from fivefold.draw import DrawOptions, Scene, Theme, scene

from . import _paint


def _pixels(picture: Scene, size: int) -> NDArray[np.uint8]:
    """Paint a picture `size` pixels wide: uint8 [height, width, 3]."""
    height = round(size * picture.height / picture.width)
    figure = Figure(figsize=(size / 100, height / 100), dpi=100, facecolor=picture.page)
    canvas = FigureCanvasAgg(figure)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    _paint.add(picture, ax)
    _paint.frame(ax, picture.width, picture.height)
    ax.set_aspect("auto")  # the height was rounded to whole pixels
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    return pixels[..., :3].copy()


def _checked(size: int) -> int:
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or not 16 <= size <= 8192:
        raise FivefoldError(f"size {size!r:.60} is refused: it takes 16 to 8192 pixels")
    return int(size)


def rgb_array(
    subject: Position | Record, size: int = 480, **options: Unpack[DrawOptions]
) -> NDArray[np.uint8]:
    """Draw a position as pixels, as environments' `render` gives them.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    size : int
        Width in pixels, 16 to 8192; the height follows.
    **options
        As in `board`.

    Returns
    -------
    ndarray of uint8, shape (height, size, 3)
        Red, green and blue, from the upper left.

    Raises
    ------
    FivefoldError
        If the size is out of range, and as `fivefold.draw.svg` does.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold import plot
    >>> plot.rgb_array(ff.rules("gomoku").start(), 64, caption=False).shape[1:]
    (64, 3)
    """
    check_options("rgb_array", options, DrawOptions)
    return _pixels(scene(subject, **options), _checked(size))


def save_png(
    subject: Position | Record,
    path: str | PathLike[str],
    size: int = 960,
    **options: Unpack[DrawOptions],
) -> None:
    """Write a position as a PNG file.

    Parameters
    ----------
    subject, size, **options
        As in `rgb_array`.
    path : path-like
        The file to write.

    Raises
    ------
    FivefoldError
        As `rgb_array` does.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "board.png"
    ...     ff.plot.save_png(ff.rules("renju").start().play("h8"), path, 120)
    ...     path.read_bytes()[1:4]
    b'PNG'
    """
    from PIL import Image

    check_options("save_png", options, DrawOptions)
    Image.fromarray(rgb_array(subject, size, **options)).save(path, format="PNG", optimize=True)


def save_gif(
    record: Record,
    path: str | PathLike[str],
    size: int = 480,
    *,
    theme: str | Theme = "light",
    seconds: float = 0.7,
    caption: bool = True,
) -> None:
    """Write a record as an animated GIF, one picture an action; the last one stays longer.

    Parameters
    ----------
    record : Record
        The game.
    path : path-like
        The file to write.
    size, theme
        As in `rgb_array`.
    seconds : float
        Seconds that each picture stays, 0.02 to 60.
    caption : bool
        Whether to write the line below the board.

    Raises
    ------
    FivefoldError
        If it is not a record, or a number is out of range.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "game.gif"
    ...     ff.plot.save_gif(record, path, 120)
    ...     path.read_bytes()[:6]
    b'GIF89a'
    """
    from PIL import Image

    from fivefold.draw.viewer import scenes_of

    if not isinstance(record, Record):
        raise FivefoldError(f"{type(record).__name__} is no record: only a record can be animated")
    if not 0.02 <= seconds <= 60:
        raise FivefoldError(f"seconds={seconds} is refused: it takes 0.02 to 60")
    width = _checked(size)
    frames = [
        Image.fromarray(_pixels(picture, width)).quantize(128, dither=Image.Dither.NONE)
        for picture in scenes_of(record, theme, caption=caption)
    ]
    pause = round(1000 * seconds)
    frames[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[pause] * (len(frames) - 1) + [max(pause, 2500)],
        loop=0,
    )
