"""The network of lines in PyTorch, and its weights as whole numbers, for `train_evaluation.py`.

Lines of nine points are numbers, the same as in the library (`src/threats/network/codes.rs`); the form of the
file stands in `src/threats/network/weights.rs`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as f

REACH = 4
LONGEST = 2 * REACH + 1
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
LENGTHS = [(before, after) for before in range(REACH + 1) for after in range(REACH + 1)]
FIRST = np.concatenate([[0], np.cumsum([3 ** (LONGEST - before - after) for before, after in LENGTHS])])
CODES = int(FIRST[-1])


@lru_cache(maxsize=1)
def cells() -> NDArray[np.int8]:
    """The nine points of every line: 0 empty, 1 own, 2 the other's, 3 beyond the edge; int8 [codes, 9]."""
    found = np.full((CODES, LONGEST), 3, np.int8)
    for kind, (before, after) in enumerate(LENGTHS):
        length = LONGEST - before - after
        rest = np.arange(3**length)
        for place in range(length):
            found[FIRST[kind] : FIRST[kind + 1], before + place] = rest // 3**place % 3
    return found


def _codes_of_cells(lines: NDArray[np.int8]) -> NDArray[np.int64]:
    """The codes of lines given as cells, int8 [n, 9]."""
    before = (lines[:, :REACH] == 3).sum(axis=1)
    after = (lines[:, REACH + 1 :] == 3).sum(axis=1)
    place = np.arange(LONGEST) - before[:, None]
    powers = np.where(lines == 3, 0, 3 ** np.maximum(place, 0))
    return np.asarray(FIRST[before * (REACH + 1) + after] + (lines.astype(np.int64) % 3 * powers).sum(axis=1))


@lru_cache(maxsize=1)
def mirrored() -> NDArray[np.int64]:
    """The code of each line read from its other end; int64 [codes]."""
    return _codes_of_cells(cells()[:, ::-1])


@lru_cache(maxsize=1)
def exchanged() -> NDArray[np.int64]:
    """The code of each line with the colours exchanged; int64 [codes]."""
    return _codes_of_cells(np.array([0, 2, 1, 3], np.int8)[cells()])


@lru_cache(maxsize=4)
def line_index(columns: int, rows: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The points of the lines of a board: their numbers and powers, int64 [points, 4, 9], and first codes."""
    y, x = np.divmod(np.arange(columns * rows), columns)
    points = np.zeros((columns * rows, 4, LONGEST), np.int64)
    powers = np.zeros_like(points)
    first = np.zeros((columns * rows, 4), np.int64)
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        steps = np.arange(-REACH, REACH + 1)
        column, row = x[:, None] + steps * dx, y[:, None] + steps * dy
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        before, after = (~inside[:, :REACH]).sum(axis=1), (~inside[:, REACH + 1 :]).sum(axis=1)
        place = np.maximum(np.arange(LONGEST) - before[:, None], 0)
        points[:, direction] = np.where(inside, row * columns + column, 0)
        powers[:, direction] = np.where(inside, 3**place, 0)
        first[:, direction] = FIRST[before * (REACH + 1) + after]
    return points, powers, first


def codes_of(boards: NDArray[np.int8], columns: int) -> NDArray[np.uint16]:
    """The codes of the four lines through every point of boards.

    Parameters
    ----------
    boards : ndarray of int8 [n, points]
        0 for an empty point, 1 for an own stone, 2 for one of the other's.
    columns : int
        Of the board.

    Returns
    -------
    ndarray of uint16 [n, points, 4]
    """
    points, powers, first = line_index(columns, boards.shape[1] // columns)
    codes = np.repeat(first[None], len(boards), axis=0)
    for place in range(LONGEST):
        codes += boards[:, points[..., place]] * powers[..., place]
    return codes.astype(np.uint16)


FEATURES, HIDDEN, WIDE = 16, 32, 64
SCALE = 32
"""What a feature of one counts in the table."""
MOST = 255 / SCALE
HEADING = b"FIVE-NN1"


class LineNetwork(nn.Module):
    """Features of lines by a small network of their nine points, a score for points, a value for positions.

    `parts` is 1 where both colours have the same rules, else 2.
    """

    def __init__(self, parts: int) -> None:
        super().__init__()
        self.parts = parts
        self.lines = nn.Sequential(
            nn.Linear(4 * 9 + parts, WIDE),
            nn.ReLU(),
            nn.Linear(WIDE, WIDE),
            nn.ReLU(),
            nn.Linear(WIDE, FEATURES),
        )
        self.policy = nn.Parameter(torch.zeros(parts, 2 * FEATURES))
        self.first = nn.ModuleList(nn.Linear(2 * FEATURES, HIDDEN) for _ in range(parts))
        self.last = nn.ModuleList(nn.Linear(HIDDEN, 1) for _ in range(parts))
        with torch.no_grad():
            for layer in self.first:
                layer.weight.mul_(0.1)
        one_hot = np.eye(4, dtype=np.float32)[cells()].reshape(CODES, -1)
        self.register_buffer("cells", torch.from_numpy(one_hot), persistent=False)
        self.register_buffer("mirrored", torch.from_numpy(mirrored()), persistent=False)
        self.register_buffer("exchanged", torch.from_numpy(exchanged()), persistent=False)

    def table(self, codes: torch.Tensor, part: int) -> torch.Tensor:
        """Features of lines, as the library rounds them: [n, FEATURES]."""
        colour = f.one_hot(torch.tensor(part), self.parts).expand(len(codes), -1).float()
        both = torch.cat([self.cells[codes], self.cells[self.mirrored[codes]]])
        features = self.lines(torch.cat([both, torch.cat([colour, colour])], dim=1))
        features = (features[: len(codes)] + features[len(codes) :]) / 2
        rounded = (features * SCALE).round().clamp(-127, 127) / SCALE
        return features + (rounded - features).detach()

    def features(self, codes: torch.Tensor, part: int) -> torch.Tensor:
        """What is positive of the features of points with four lines each: [n, FEATURES]."""
        few, place = torch.unique(codes, return_inverse=True)
        table = self.table(few, part)
        return f.embedding(place, table).sum(dim=1).clamp(0, MOST)

    def forward(
        self, codes: torch.Tensor, empty: torch.Tensor, position: torch.Tensor, count: int, part: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of points and values of positions of one colour to move.

        `codes` [n, 4] are those of points that have a stone near, `empty` the same without the stones, and
        `position` [n] says to which of `count` positions a point belongs.
        """
        other = self.parts - 1 - part
        sides = [(codes, empty, part), (self.exchanged[codes], self.exchanged[empty], other)]
        found = [self.features(torch.cat([codes, empty]), side) for codes, empty, side in sides]
        both = torch.cat(found, dim=1)
        points, blank = both[: len(codes)], both[len(codes) :]
        scores = points @ self.policy[part]
        sums = torch.zeros(count, 2 * FEATURES).index_add(0, position, points - blank)
        hidden = self.first[part](sums).relu()
        return scores, self.last[part](hidden)[:, 0]

    def clamp(self) -> None:
        """Keep the weights of the layers within what the file holds."""
        with torch.no_grad():
            for first, last in zip(self.first, self.last, strict=True):
                first.weight.clamp_(-4095 / 4096, 4095 / 4096)
                last.weight.clamp_(-4095 / 256, 4095 / 256)

    def to_bytes(self) -> bytes:
        """The file of the weights, for the library."""
        kept = np.flatnonzero(mirrored() >= np.arange(CODES))
        pieces: list[NDArray[Any]] = []
        with torch.no_grad():
            for part in range(self.parts):
                table = (self.table(torch.from_numpy(kept), part) * SCALE).round().numpy()
                first, last = self.first[part], self.last[part]
                pieces += [
                    table.astype("<i1"),
                    _whole(self.policy[part] * 64, "<i2"),
                    _whole(first.weight * 4096, "<i2"),
                    _whole(first.bias * 16384, "<i4"),
                    _whole(last.weight * 256, "<i2"),
                    _whole(last.bias * 8192, "<i4"),
                ]
        return HEADING + b"".join(piece.tobytes() for piece in pieces)


def _whole(numbers: torch.Tensor, kind: str) -> NDArray[Any]:
    """Rounded numbers within the range of a type."""
    limits = np.iinfo(kind)
    return numbers.detach().round().clamp(limits.min, limits.max).double().numpy().astype(kind)
