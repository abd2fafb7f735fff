"""Train the evaluation of lines of the player `alpha_beta`: self-play, then a network in PyTorch.

`python notebooks/train_evaluation.py freestyle OUT` plays 8,000 games of `threats` against itself from drawn
openings, which takes about seven minutes of one core, and fits the network to their results and moves, about
six. OUT is a folder: games and the fit go on where they were stopped. What comes out is `OUT/weights.nn`, for
`alpha_beta(weights="OUT/weights.nn")`; the library's own is `src/threats/network/freestyle.nn`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from line_network import LineNetwork, codes_of, line_index

import fivefold as ff
from fivefold._core import play_games

PLAYER = "threats(simulations=0, nodes=100, lookahead=3000)"
GAMES_A_FILE = 250
BATCH = 256


def drawn_opening(rules: ff.Rules, size: int, rng: np.random.Generator) -> tuple[ff.Position, list[int]]:
    """One to nine random stones near each other, and their points."""
    while True:
        position, moves = rules.start(seed=0), []
        count = int(rng.integers(1, 10))
        x, y = rng.integers(3, size - 3, 2)
        reach = int(rng.integers(2, 5))
        for _ in range(count):
            legal = position.legal_actions()
            legal = legal[legal < size * size]
            near = np.maximum(abs(legal % size - x), abs(legal // size - y)) <= reach
            if position.is_over or not near.any():
                break
            moves.append(int(rng.choice(legal[near])))
            position = position.play(moves[-1])
        if not position.is_over:
            return position, moves


def play(rules: ff.Rules, size: int, seed: int, number: int, file: Path) -> None:
    """Play a file of games."""
    rng = np.random.default_rng([seed, number])
    starts, openings = zip(*(drawn_opening(rules, size, rng) for _ in range(GAMES_A_FILE)), strict=True)
    seats = np.zeros((GAMES_A_FILE, 2), np.int64)
    seeds = np.arange(GAMES_A_FILE, dtype=np.uint64) + np.uint64(1000 * number)
    kind = ff.players.make(PLAYER).kind
    actions, winners, _, _ = play_games([kind], starts, seats, seeds, threads=1)
    games = [np.array([*opening, *rest], np.int16) for opening, rest in zip(openings, actions, strict=True)]
    made = file.with_suffix(".part.npz")
    np.savez(
        made,
        moves=np.concatenate(games),
        lengths=[len(game) for game in games],
        openings=[len(opening) for opening in openings],
        winners=winners,
    )
    made.rename(file)


def positions_of(files: list[Path], points: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Boards for the one to move, the move, the share of the point in the end, and the colour to move."""
    boards, moves, shares, colours = [], [], [], []
    turned = np.array([0, 2, 1], np.int8)
    for file in files:
        with np.load(file) as games:
            ends = np.cumsum(games["lengths"])[:-1]
            rows = zip(np.split(games["moves"], ends), games["openings"], games["winners"], strict=True)
            for game, opening, winners in rows:
                board = np.zeros(points, np.int8)
                for turn, move in enumerate(game):
                    if move >= points:
                        break
                    colour = turn % 2
                    if turn >= opening:
                        boards.append(turned[board] if colour else board.copy())
                        moves.append(move)
                        shares.append(0.5 if winners == 0 else float(winners == 1 << colour))
                        colours.append(colour)
                    board[move] = 1 + colour
    return np.array(boards), np.array(moves), np.array(shares, np.float32), np.array(colours)


class Fit:
    """The network, its data and the state of the fit."""

    def __init__(
        self, data: tuple[np.ndarray, ...], size: int, parts: int, steps: int, fit_seed: int
    ) -> None:
        self.boards, self.moves, self.shares, colours = data
        self.size, self.first = size, line_index(size, size)[2]
        self.train = len(self.boards) - len(self.boards) // 20
        self.colours = colours if parts == 2 else np.zeros_like(colours)
        self.rng = np.random.default_rng(fit_seed)
        torch.manual_seed(fit_seed)
        self.network = LineNetwork(parts)
        self.optimizer = torch.optim.Adam(self.network.parameters(), 2e-3)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, 4e-3, total_steps=steps, pct_start=0.1
        )
        self.steps, self.step = steps, 0

    def losses(self, chosen: np.ndarray, part: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Of the value and of the moves, and the share of right signs."""
        codes = codes_of(self.boards[chosen], self.size).astype(np.int64)
        of, point = np.nonzero((codes != self.first).any(axis=-1))
        position = torch.from_numpy(of)
        lines, empty = torch.from_numpy(codes[of, point]), torch.from_numpy(self.first[point])
        scores, values = self.network(lines, empty, position, len(chosen), part)
        is_empty = torch.from_numpy(self.boards[chosen][of, point] == 0)
        scores = torch.where(is_empty, scores, torch.tensor(-1e4))
        zeros = torch.zeros(len(chosen))
        most = torch.full((len(chosen),), -1e9).scatter_reduce(0, position, scores.detach(), "amax")
        sums = zeros.index_add(0, position, (scores - most[position]).exp()).log() + most
        hit = torch.from_numpy(point == self.moves[chosen][of]) & is_empty
        # Moves far from all stones have no score.
        likelihood = torch.where(hit, scores - sums[position], torch.tensor(0.0)).sum()
        moves = -likelihood / max(1, int(hit.sum()))
        shares = torch.from_numpy(self.shares[chosen])
        value = torch.nn.functional.binary_cross_entropy_with_logits(values, shares)
        return value, moves, ((values > 0) == (shares > 0.5)).float().mean()

    def run(self, file: Path) -> None:
        """Go on to the last step, and keep the state."""
        parts = self.network.parts
        by_part = [np.flatnonzero(self.colours[: self.train] == part) for part in range(parts)]
        mean, began = np.zeros(3), time.monotonic()
        while self.step < self.steps:
            part = self.step % parts
            value, moves, right = self.losses(self.rng.choice(by_part[part], BATCH), part)
            self.optimizer.zero_grad()
            (value + 0.5 * moves).backward()
            self.optimizer.step()
            self.schedule.step()
            self.network.clamp()
            mean = 0.98 * mean + 0.02 * np.array([value.item(), moves.item(), right.item()])
            self.step += 1
            if self.step % 50 == 0:
                shown = ", ".join(f"{one:.3f}" for one in mean / (1 - 0.98**self.step))
                print(
                    f"step {self.step} of {self.steps}: {shown}; {time.monotonic() - began:.0f} s", flush=True
                )
                self.save(file)

    def held_out(self) -> list[float]:
        """The losses on the games that were not learnt from, a twentieth."""
        with torch.no_grad():
            found = []
            for first in range(self.train, len(self.boards) - BATCH, BATCH):
                rows = np.arange(first, first + BATCH)
                for part in range(self.network.parts):
                    found.append([one.item() for one in self.losses(rows[self.colours[rows] == part], part)])
        return [float(one) for one in np.mean(found, axis=0)]

    def save(self, file: Path) -> None:
        """Keep the state."""
        state = {name: getattr(self, name).state_dict() for name in ("network", "optimizer", "schedule")}
        state |= {"step": self.step, "rng": self.rng.bit_generator.state}
        torch.save(state, file.with_suffix(".new"))
        file.with_suffix(".new").replace(file)

    def load(self, file: Path) -> None:
        """Take the state up again."""
        state = torch.load(file, weights_only=True)
        for name in ("network", "optimizer", "schedule"):
            getattr(self, name).load_state_dict(state[name])
        self.step, self.rng.bit_generator.state = state["step"], state["rng"]


def main(arguments: list[str]) -> int:
    """Run the command."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("rules", help="a preset: freestyle, gomoku or renju")
    command.add_argument("out", type=Path)
    command.add_argument("--games", type=int, default=8000)
    command.add_argument("--steps", type=int, default=1500)
    command.add_argument("--seed", type=int, default=7, help="of the games")
    command.add_argument("--fit-seed", type=int, default=0, help="of the network")
    parsed = command.parse_args(arguments)
    torch.set_num_threads(1)
    rules = ff.rules(parsed.rules)
    size = int(rules.to_dict()["size"])
    parsed.out.mkdir(parents=True, exist_ok=True)
    files = []
    for number in range(-(-parsed.games // GAMES_A_FILE)):
        files.append(parsed.out / f"{parsed.rules}_{parsed.seed}_{number:04d}.npz")
        if not files[-1].exists():
            play(rules, size, parsed.seed, number, files[-1])
            print(f"{GAMES_A_FILE * (number + 1)} games", flush=True)
    data = positions_of(files, size * size)
    print(f"{len(data[0])} positions", flush=True)
    fit = Fit(data, size, 2 if parsed.rules.startswith("renju") else 1, parsed.steps, parsed.fit_seed)
    state = parsed.out / f"{parsed.rules}_{parsed.games}_{parsed.steps}_{parsed.seed}_{parsed.fit_seed}.pt"
    if state.exists():
        fit.load(state)
    fit.run(state)
    print("held out: " + ", ".join(f"{one:.3f}" for one in fit.held_out()))
    (parsed.out / "weights.nn").write_bytes(fit.network.to_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
