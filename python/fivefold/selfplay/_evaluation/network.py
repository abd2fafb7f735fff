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


class _Sum(torch.autograd.Function):
    """Sums of rows of a table as `embedding_bag` computes them, with a gradient that takes half the time."""

    @staticmethod
    def forward(ctx: Any, table: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(rows)
        ctx.size = table.shape
        return f.embedding_bag(rows, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, None]:
        (rows,), (grad,) = ctx.saved_tensors, grads
        back = grad.new_zeros(ctx.size)
        for column in range(rows.shape[1]):
            back.index_add_(0, rows[:, column], grad)
        return back, None


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

    def table(self, part: int) -> torch.Tensor:
        """Return the features of all lines as the library rounds them: [CODES, FEATURES].

        A line has the features of its mirror image.
        """
        colour = f.one_hot(torch.tensor(part, device=self.cells.device), self.parts).float()
        inputs = torch.cat([self.cells, colour.expand(CODES, -1)], dim=1)
        features = self.lines(inputs)
        features = (features + features[self.mirrored]) / 2
        rounded = (features * SCALE).round().clamp(-127, 127) / SCALE
        return features + (rounded - features).detach()

    def both_sides(self, part: int) -> torch.Tensor:
        """Return the features of all lines for both sides, the one to move first: [CODES, 2 * FEATURES]."""
        own = self.table(part)
        other = own if self.parts == 1 else self.table(1 - part)
        return torch.cat([own, other[self.exchanged]], dim=1)

    def forward(
        self, codes: torch.Tensor, empty: torch.Tensor, near: torch.Tensor, part: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return scores of points and values of positions of one colour to move.

        `near` [positions, points] says which points have a stone near. `codes` [n, 4] are the lines of
        these points in order, `empty` [points, 4] those of a board without stones.
        """
        table = self.both_sides(part)
        points, blank = (_Sum.apply(table, lines).clamp(0, MAX) for lines in (codes, empty))
        scores = points @ self.policy[part]
        sums = (near.float() @ blank).neg().index_add(0, near.nonzero()[:, 0], points)
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
                table = (self.table(part) * SCALE).round().cpu().numpy()[stored]
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
