"""The script of the board: its files joined into one, which a page or a notebook takes."""

from __future__ import annotations

from importlib import resources

__all__ = ["asset", "script"]

PARTS = ("parts.js", "chooser.js", "lesson.js", "board.js")


def asset(name: str) -> str:
    """Return a file of the board."""
    return resources.files("fivefold.board").joinpath(name).read_text(encoding="utf-8")


def script() -> str:
    """Return the script of the board as one module, whose default export has `render`."""
    return "\n".join(asset(name) for name in PARTS)
