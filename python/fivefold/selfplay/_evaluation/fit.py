"""The fit of the network to the moves and results of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from fivefold._files import whole_file
from fivefold._progress import Report

from .games import Positions
from .lines import codes_of, line_index
from .network import LineNetwork

__all__ = ["Fit"]

BETWEEN = 50
"""Steps after which the state is kept."""
FROM_RANDOM, FROM_FILE = [4e-3, 4e-3], [3e-3, 1e-3]
"""Highest learning rates of the lines and of the layers, from random weights and from those of a file."""


class Fit:
    """The network, its data and the state of the fit, on a GPU if PyTorch finds one.

    Parameters
    ----------
    data : Positions
        What is learnt; the last twentieth is held out.
    size, parts : int
        Side of the board; 2 parts where the colours have different rules.
    steps, batch, seed : int
        Steps of the fit, positions in each, and its random seed.
    weights : bytes, optional
        The contents of a file of weights to begin with, in place of random ones.
    """

    def __init__(
        self,
        data: Positions,
        size: int,
        parts: int,
        steps: int,
        batch: int,
        seed: int,
        weights: bytes | None = None,
    ) -> None:
        self.data, self.batch = data, batch
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.index = [self.moved(part) for part in line_index(size, size)]
        self.train = len(data) - len(data) // 20
        self.colours = data.colours if parts == 2 else np.zeros_like(data.colours)
        self.rng = np.random.default_rng(seed)
        torch.manual_seed(seed)
        self.network = LineNetwork(parts, has_captures=bool(data.captured.any())).to(self.device)
        if weights is not None:
            self.network.load_weights(weights)
        lines = [*self.network.lines.parameters(), self.network.own]
        layers = [self.network.policy, *self.network.first.parameters(), *self.network.last.parameters()]
        layers.append(self.network.captured)
        self.optimizer = torch.optim.Adam([{"params": lines}, {"params": layers}])
        rates = FROM_RANDOM if weights is None else FROM_FILE
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, rates, total_steps=steps, pct_start=0.1
        )
        self.steps, self.step = steps, 0

    def moved(self, array: NDArray[Any]) -> torch.Tensor:
        """Move an array to where the network is."""
        return torch.from_numpy(array).to(self.device)

    def losses(self, chosen: NDArray[np.int64], part: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the losses of the value and of the moves, and the share of right signs."""
        first = self.index[1]
        boards, count = self.moved(self.data.boards[chosen]), len(chosen)
        codes = codes_of(boards.float(), self.index).int()
        near = (codes != first).any(dim=-1)
        position, point = near.nonzero(as_tuple=True)
        captured = self.moved(self.data.captured[chosen])
        scores, values = self.network(codes[position, point], first, near, captured, part)
        is_empty = boards[position, point] == 0
        scores = scores.masked_fill(~is_empty, -1e4)
        maximum = scores.new_full((count,), -1e9).scatter_reduce(0, position, scores.detach(), "amax")
        sums = (
            scores.new_zeros(count).index_add(0, position, (scores - maximum[position]).exp()).log() + maximum
        )
        # Moves far from all stones have no score.
        hit = (point == self.moved(self.data.moves[chosen])[position]) & is_empty
        moves = -(scores - sums[position])[hit].sum() / max(1, int(hit.sum()))
        shares = self.moved(self.data.shares[chosen])
        value = torch.nn.functional.binary_cross_entropy_with_logits(values, shares)
        return value, moves, ((values > 0) == (shares > 0.5)).float().mean()

    def run(self, file: Path, report: Report) -> None:
        """Go on from the state in a file to the last step, and keep the state there."""
        if file.exists():
            self.load(file)
        parts = self.network.parts
        by_part = [np.flatnonzero(self.colours[: self.train] == part) for part in range(parts)]
        while self.step < self.steps:
            part = self.step % parts
            value, moves, _ = self.losses(self.rng.choice(by_part[part], self.batch), part)
            self.optimizer.zero_grad()
            (value + 0.5 * moves).backward()
            self.optimizer.step()
            self.schedule.step()
            self.network.clamp()
            self.step += 1
            report(self.step, self.steps)
            if self.step % BETWEEN == 0 or self.step == self.steps:
                self.save(file)

    def held_out(self) -> tuple[float, float, float]:
        """Return the mean losses and the share of right signs on the positions that were held out."""
        sums = []
        with torch.no_grad():
            for first in range(self.train, len(self.data), self.batch):
                rows = np.arange(first, min(first + self.batch, len(self.data)))
                for part in range(self.network.parts):
                    own = rows[self.colours[rows] == part]
                    if len(own):
                        sums.append([len(own) * one.item() for one in self.losses(own, part)] + [len(own)])
        value, moves, right, count = np.sum(sums, axis=0)
        return float(value / count), float(moves / count), float(right / count)

    def save(self, file: Path) -> None:
        """Keep the state."""
        state = {name: getattr(self, name).state_dict() for name in ("network", "optimizer", "schedule")}
        state |= {"step": self.step, "rng": self.rng.bit_generator.state}
        with whole_file(file) as aside:
            torch.save(state, aside)

    def load(self, file: Path) -> None:
        """Take the state up again."""
        state = torch.load(file, map_location=self.device, weights_only=True)
        for name in ("network", "optimizer", "schedule"):
            getattr(self, name).load_state_dict(state[name])
        self.step, self.rng.bit_generator.state = state["step"], state["rng"]
