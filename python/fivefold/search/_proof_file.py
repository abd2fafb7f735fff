"""Writing a proof that anybody can check: the format *open-proof/1*."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Literal, Protocol

from fivefold._files import whole_file


class Entry(Protocol):
    """A position of a proof with the winner to move."""

    @property
    def attacker(self) -> list[str]:
        """The winner's stones."""
        ...

    @property
    def defender(self) -> list[str]:
        """The other side's stones."""
        ...

    @property
    def move(self) -> str | None:
        """The winner's move; None where ``line`` wins."""
        ...

    @property
    def line(self) -> list[str]:
        """Continuous fours."""
        ...


def _motions(size: int) -> list[list[int]]:
    """Return the eight motions of a square board: where each point goes."""
    n = size - 1
    points = [(x, y) for y in range(size) for x in range(size)]
    turned = []
    for mirrored in (False, True):
        for turns in range(4):
            image = []
            for x, y in points:
                u, v = (n - x if mirrored else x), y
                for _ in range(turns):
                    u, v = n - v, u
                image.append(v * size + u)
            turned.append(image)
    return turned


def write_proof(size: int, tree: Iterable[Entry], path: str | PathLike[str], name: str = "") -> None:
    """Write the entries of a proof, the root first, each in the least of its eight images.

    Parameters
    ----------
    size : int
        Side of the board, at most 26.
    tree : iterable
        Positions with the winner to move, the root first.
    path : str or path
        The file; gzipped if it ends with ``.gz``.
    name : str
        What is proven, in words.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    number = {f"{chr(97 + x)}{y + 1}": y * size + x for y in range(size) for x in range(size)}
    short = [f"{chr(97 + p % size)}{chr(97 + p // size)}" for p in range(size * size)]
    motions = _motions(size)

    def text(points: Iterable[int]) -> str:
        return "".join(short[p] for p in points) or "-"

    lines: dict[tuple[int, int], str] = {}
    root: tuple[str, str] | None = None
    for entry in tree:
        own, other = ([number[p] for p in side] for side in (entry.attacker, entry.defender))
        if root is None:
            root = text(own), text(other)
        images = [(sum(1 << m[p] for p in own), sum(1 << m[p] for p in other), m) for m in motions]
        a, d, motion = min(images, key=lambda image: image[:2])
        line = text(motion[number[p]] for p in entry.line)
        if entry.move is None:
            words = f"! {line}"
        else:
            words = short[motion[number[entry.move]]] + (f" {line}" if entry.line else "")
        stones = (text(sorted(motion[p] for p in side)) for side in (own, other))
        lines.setdefault((a, d), f"{' '.join(stones)} {words}\n")
    attacker, defender = root or ("-", "-")
    write_text(size, attacker, defender, "attacker", "".join(lines.values()), path, name)


def write_text(
    size: int,
    attacker: str,
    defender: str,
    to_move: Literal["attacker", "defender"],
    lines: str,
    path: str | PathLike[str],
    name: str,
) -> None:
    """Write the first line of a proof file, then its entries.

    Parameters
    ----------
    size : int
        Side of the board.
    attacker, defender : str
        The stones of the root.
    to_move : str
        The side to move there.
    lines : str
        The entries, a line each.
    path : str or path
        The file; gzipped if it ends with ``.gz``.
    name : str
        What is proven, in words.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    header = {
        "format": "open-proof/1",
        "rules": "freestyle",
        "size": size,
        "row": 5,
        "name": name,
        "attacker": attacker,
        "defender": defender,
        "to_move": to_move,
    }
    # Neighbours in order share most of their stones: a fifth less when gzipped.
    entries = "".join(sorted(lines.splitlines(keepends=True)))
    content = f"{json.dumps(header)}\n{entries}".encode()
    with whole_file(Path(path)) as aside:
        aside.write_bytes(gzip.compress(content, mtime=0) if str(path).endswith(".gz") else content)
