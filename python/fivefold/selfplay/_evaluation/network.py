"""The network of lines in PyTorch, and its weights as whole numbers.

The form of the file stands in `src/threats/network/weights.rs`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as f

from .lines import CODES, cells, exchanged, mirrored

__all__ = ["LineNetwork"]

FEATURES, HIDDEN, WIDE = 16, 32, 64
SCALE = 32
"""What a feature of one counts in the table."""
MAX = 255 / SCALE
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
        """Return the features of lines, as the library rounds them: [n, FEATURES]."""
        colour = f.one_hot(torch.full_like(codes, part), self.parts).float()
        both = torch.cat([self.cells[codes], self.cells[self.mirrored[codes]]])
        features = self.lines(torch.cat([both, torch.cat([colour, colour])], dim=1))
        features = (features[: len(codes)] + features[len(codes) :]) / 2
        rounded = (features * SCALE).round().clamp(-127, 127) / SCALE
        return features + (rounded - features).detach()

    def features(self, codes: torch.Tensor, part: int) -> torch.Tensor:
        """Return what is positive of the features of points with four lines each: [n, FEATURES]."""
        few, place = torch.unique(codes, return_inverse=True)
        table = self.table(few, part)
        return f.embedding(place, table).sum(dim=1).clamp(0, MAX)

    def forward(
        self, codes: torch.Tensor, empty: torch.Tensor, position: torch.Tensor, count: int, part: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return scores of points and values of positions of one colour to move.

        `codes` [n, 4] are those of points that have a stone near, `empty` the same without the stones, and
        `position` [n] says to which of `count` positions a point belongs.
        """
        other = self.parts - 1 - part
        sides = [(codes, empty, part), (self.exchanged[codes], self.exchanged[empty], other)]
        halves = [self.features(torch.cat([codes, empty]), side) for codes, empty, side in sides]
        both = torch.cat(halves, dim=1)
        points, blank = both[: len(codes)], both[len(codes) :]
        scores = points @ self.policy[part]
        sums = points.new_zeros(count, 2 * FEATURES).index_add(0, position, points - blank)
        hidden = self.first[part](sums).relu()
        return scores, self.last[part](hidden)[:, 0]

    def clamp(self) -> None:
        """Keep the weights of the layers within what the file holds."""
        with torch.no_grad():
            for first, last in zip(self.first, self.last, strict=True):
                first.weight.clamp_(-4095 / 4096, 4095 / 4096)
                last.weight.clamp_(-4095 / 256, 4095 / 256)

    def to_bytes(self) -> bytes:
        """Write the file of the weights, for the library."""
        stored = np.flatnonzero(mirrored() >= np.arange(CODES))
        pieces: list[NDArray[Any]] = []
        with torch.no_grad():
            for part in range(self.parts):
                codes = torch.from_numpy(stored).to(self.policy.device)
                table = (self.table(codes, part) * SCALE).round().cpu().numpy()
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
    """Round numbers into the range of a type."""
    limits = np.iinfo(kind)
    whole = numbers.detach().round().clamp(limits.min, limits.max).double().cpu().numpy()
    return np.asarray(whole, np.dtype(kind))
