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

from fivefold._core import FivefoldError

from .lines import CODES, cells, exchanged, mirrored

__all__ = ["LineNetwork"]

FEATURES, HIDDEN, WIDE = 16, 32, 64
SCALE = 32
"""What a feature of one counts in the table."""
MAX = 255 / SCALE
BOARD = 32
"""Sums over the board are divided by this, so that the inputs of all layers are of like size."""
LEVELS = 16
"""Steps of how many stones a colour has captured: see `capture_levels`."""
HEADING, HEADING_CAPTURES = b"FIVE-NN1", b"FIVE-NN2"
STORED = np.flatnonzero(mirrored() >= np.arange(CODES))
"""The lines in the file: of a line and its mirror image one."""


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

    `parts` is 1 where both colours have the same rules, else 2. A line has the features that the small
    network gives it, and numbers of its own in addition (`own`). Where there are captures, the units of the
    value also see how many stones either side has captured.
    """

    def __init__(self, parts: int, *, has_captures: bool = False) -> None:
        super().__init__()
        self.parts, self.has_captures = parts, has_captures
        self.lines = nn.Sequential(
            nn.Linear(4 * 9 + parts, WIDE),
            nn.LeakyReLU(0.1),
            nn.Linear(WIDE, WIDE),
            nn.LeakyReLU(0.1),
            nn.Linear(WIDE, FEATURES),
        )
        self.own = nn.Parameter(torch.zeros(parts, len(STORED), FEATURES))
        self.policy = nn.Parameter(torch.zeros(parts, 2 * FEATURES))
        self.first = nn.ModuleList(nn.Linear(2 * FEATURES, HIDDEN) for _ in range(parts))
        self.last = nn.ModuleList(nn.Linear(HIDDEN, 1) for _ in range(parts))
        self.captured = nn.Parameter(torch.zeros(parts, 2, LEVELS, HIDDEN), requires_grad=has_captures)
        self.initialise()
        one_hot = np.eye(4, dtype=np.float32)[cells()].reshape(CODES, -1)
        self.register_buffer("cells", torch.from_numpy(one_hot), persistent=False)
        place = np.searchsorted(STORED, np.minimum(mirrored(), np.arange(CODES)))
        self.register_buffer("place", torch.from_numpy(place), persistent=False)
        self.register_buffer("mirrored", torch.from_numpy(mirrored()), persistent=False)
        self.register_buffer("exchanged", torch.from_numpy(exchanged()), persistent=False)

    def initialise(self) -> None:
        """Set weights from which every unit learns.

        Features lie above zero. Units of the value come in pairs that see own lines against the other's:
        of each pair one is above zero on any board, and the value of exchanged colours is the opposite.
        """
        half = HIDDEN // 2
        with torch.no_grad():
            self.lines[4].bias.add_(0.3)
            for first, last in zip(self.first, self.last, strict=True):
                own, counts = torch.randn(half, FEATURES) / 4, torch.randn(half) / 4
                first.weight.copy_(torch.kron(torch.tensor([[1.0, -1.0], [-1.0, 1.0]]), own))
                last.weight.copy_(torch.cat([counts, -counts])[None])
                first.bias.zero_()
                last.bias.zero_()

    def layers(self, part: int, *, has_captures: bool) -> list[tuple[torch.Tensor, float, str]]:
        """List what the file holds after the table of lines: numbers, the unit of one, and their type."""
        first, last = self.first[part], self.last[part]
        layers = [
            (self.policy[part], 64, "<i2"),
            (first.weight, 4096 / BOARD, "<i2"),
            (first.bias, 16384, "<i4"),
            (last.weight, 256, "<i2"),
            (last.bias, 8192, "<i4"),
        ]
        return [*layers, (self.captured[part], 16384, "<i4")] if has_captures else layers

    def load_weights(self, weights: bytes) -> None:
        """Take the weights of a file; the lines then learn without the small network."""
        has_captures = weights.startswith(HEADING_CAPTURES)
        pieces = [
            [(self.own[part], SCALE, "<i1"), *self.layers(part, has_captures=has_captures)]
            for part in range(self.parts)
        ]
        length = sum(numbers.numel() * np.dtype(kind).itemsize for numbers, _, kind in pieces[0])
        count = (len(weights) - len(HEADING)) // length
        if count > self.parts:
            raise FivefoldError("these weights are of a game in which the colours have different rules")
        with torch.no_grad():
            for part, targets in enumerate(pieces):
                offset = len(HEADING) + part % count * length
                for numbers, unit, kind in targets:
                    whole = np.frombuffer(weights, kind, numbers.numel(), offset)
                    numbers.copy_(torch.from_numpy(whole.astype(np.float32) / unit).reshape(numbers.shape))
                    offset += whole.nbytes
            for parameter in self.lines[4].parameters():
                parameter.zero_()
        self.lines.requires_grad_(requires_grad=False)

    def table(self, part: int) -> torch.Tensor:
        """Return the features of all lines as the library rounds them: [CODES, FEATURES].

        A line has the features of its mirror image.
        """
        colour = f.one_hot(torch.tensor(part, device=self.cells.device), self.parts).float()
        inputs = torch.cat([self.cells, colour.expand(CODES, -1)], dim=1)
        features = self.lines(inputs)
        features = (features + features[self.mirrored]) / 2 + self.own[part][self.place]
        rounded = (features * SCALE).round().clamp(-127, 127) / SCALE
        return features + (rounded - features).detach()

    def both_sides(self, part: int) -> torch.Tensor:
        """Return the features of all lines for both sides, the one to move first: [CODES, 2 * FEATURES]."""
        own = self.table(part)
        other = own if self.parts == 1 else self.table(1 - part)
        return torch.cat([own, other[self.exchanged]], dim=1)

    def forward(
        self,
        codes: torch.Tensor,
        empty: torch.Tensor,
        near: torch.Tensor,
        captured: torch.Tensor,
        part: int,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return scores of points and values of positions of one colour to move.

        `near` [positions, points] says which points have a stone near. `codes` [n, 4] are the lines of
        these points in order, `empty` [points, 4] those of a board without stones. `captured`
        [positions, 2] are the levels of the stones that the colour to move and the other have captured.
        """
        table = self.both_sides(part)
        points, blank = (_Sum.apply(table, lines).clamp(0, MAX) for lines in (codes, empty))
        scores = points @ self.policy[part]
        sums = (near.float() @ blank).neg().index_add(0, near.nonzero()[:, 0], points)
        own, other = self.captured[part]
        taken = own[captured[:, 0]] + other[captured[:, 1]]
        hidden = (self.first[part](sums / BOARD) + taken).relu()
        return scores, self.last[part](hidden)[:, 0]

    def clamp(self) -> None:
        """Keep the weights within what the file holds."""
        with torch.no_grad():
            self.own.clamp_(-127 / SCALE, 127 / SCALE)
            for first, last in zip(self.first, self.last, strict=True):
                first.weight.clamp_(-4095 / 4096 * BOARD, 4095 / 4096 * BOARD)
                last.weight.clamp_(-4095 / 256, 4095 / 256)
            self.captured.clamp_(-4096, 4096)

    def to_bytes(self) -> bytes:
        """Write the file of the weights, for the library."""
        pieces: list[NDArray[Any]] = []
        with torch.no_grad():
            for part in range(self.parts):
                table = (self.table(part) * SCALE).round().cpu().numpy()[STORED]
                pieces.append(table.astype("<i1"))
                layers = self.layers(part, has_captures=self.has_captures)
                pieces += [_whole(numbers * unit, kind) for numbers, unit, kind in layers]
        heading = HEADING_CAPTURES if self.has_captures else HEADING
        return heading + b"".join(piece.tobytes() for piece in pieces)


def _whole(numbers: torch.Tensor, kind: str) -> NDArray[Any]:
    """Round numbers into the range of a type."""
    limits = np.iinfo(kind)
    whole = numbers.detach().round().clamp(limits.min, limits.max).double().cpu().numpy()
    return np.asarray(whole, np.dtype(kind))
