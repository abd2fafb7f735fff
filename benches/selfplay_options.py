"""What each option of self-play gains: small networks, trained for the same time, play each other.

    python benches/selfplay_options.py [--seconds 60] [--seeds 2] [--games 200] [--keep FOLDER]

On freestyle 7x7 a network of 20 channels and two blocks learns from nothing, once without options and
once with each; the same number of seconds of processor time goes into every training. Then it plays
the networks that were trained without options, both with 16 simulations, from openings of four random
stones, each with both colours. With --keep trained networks are kept in a folder, and a second run goes
on from there. Needs PyTorch (group `train-torch`).
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from itertools import product
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import fivefold as ff

torch.set_num_threads(1)
RULES = ff.rules("freestyle", size=7)
CHANNELS, BATCH, TIMES, STEP = 20, 256, 5, 64


def openings(stones: range, count: int, seed: int) -> list[str]:
    """Openings of random points: `count` in all, of the numbers of `stones` in turn."""
    rng = np.random.default_rng(seed)
    names = [RULES.start().move(action) for action in RULES.start().legal_actions()]
    return [
        " ".join(rng.choice(names, stones[number % len(stones)], replace=False)) for number in range(count)
    ]


OPTIONS: dict[str, dict[str, Any]] = {
    "none": {},
    "cap=(4, 0.5)": {"cap": (4, 0.5)},
    "surprise=0.5": {"surprise": 0.5},
    "resign=-0.9": {"resign": -0.9},
    "temperature=(6, 1.0)": {"temperature": (6, 1.0)},
    "openings: 0 to 4 stones": {"openings": openings(range(5), 500, 1)},
}


class Network(nn.Module):
    """Two residual blocks, a policy for each point and a value."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(RULES.observation_shape[0], CHANNELS, 5, padding=2)
        self.blocks = nn.ModuleList(nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1) for _ in range(4))
        self.policy = nn.Conv2d(CHANNELS, 1, 1)
        self.value, self.result = nn.Linear(2 * CHANNELS, 32), nn.Linear(32, 1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = functional.relu(self.stem(x))
        for first, second in zip(self.blocks[::2], self.blocks[1::2], strict=True):
            x = functional.relu(x + second(functional.relu(first(x))))
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        value = torch.tanh(self.result(functional.relu(self.value(pooled))))
        return self.policy(x).flatten(1), value[:, 0]


class Evaluator:
    """A network as an evaluator and, with 16 simulations, as a player."""

    def __init__(self, network: Network, name: str) -> None:
        self.network = copy.deepcopy(network).to(torch.bfloat16).eval()
        self.name = name

    def __call__(self, observation: Any, legal_mask: Any = None) -> Any:
        if isinstance(observation, ff.Position):
            return int(self.choose([observation], [0])[0])
        with torch.inference_mode():
            x = torch.tensor(observation).to(torch.bfloat16).contiguous(memory_format=torch.channels_last)
            logits, values = self.network(x)
            return logits.float().numpy(), values.float().numpy()

    def choose(self, positions: Any, seeds: Any) -> Any:
        return ff.search.gumbel_search(positions, self, 16, gumbel_scale=0).action


def train(name: str, seconds: float, seed: int) -> Evaluator:
    """Play and learn until the time is over; the learning rate falls with the time."""
    torch.manual_seed(seed)
    network = Network().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    buffer = ff.selfplay.ReplayBuffer(40_000, seed=seed)
    rng = np.random.default_rng(seed)
    player = Evaluator(network, name)
    stream = ff.selfplay.stream(
        RULES,
        lambda *arguments: player(*arguments),
        STEP,
        simulations=16,
        parallel=128,
        seed=seed,
        **OPTIONS[name],
    )
    games, samples, owed, control, began = 0, 0, 0.0, np.zeros(2, int), time.process_time()
    while (done := (time.process_time() - began) / seconds) < 1:
        chunk = next(stream)
        buffer.add(chunk)
        games, samples, owed = games + STEP, samples + len(chunk), owed + len(chunk) * TIMES / BATCH
        control += chunk.control
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (min(1, 0.02 + 20 * done) * (1 + np.cos(np.pi * done)) / 2 + 0.005)
        while owed >= 1:
            owed -= 1
            observations, policies, outcomes, weights = buffer.sample(BATCH)
            images, turned = ff.selfplay.symmetries(RULES, observations, policies)
            one = rng.integers(len(RULES.symmetries), size=BATCH) * BATCH + np.arange(BATCH)
            x = torch.tensor(images[one]).float().contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", torch.bfloat16):
                logits, values = network(x)
            policy = functional.cross_entropy(logits.float(), torch.tensor(turned[one]), reduction="none")
            value = (values.float() - torch.tensor(outcomes)) ** 2
            optimiser.zero_grad()
            (torch.tensor(weights) * (policy + value)).mean().backward()
            optimiser.step()
        player = Evaluator(network, name)
    wrong = f", {control[1]} of {control[0]} resignations wrong" if control[0] else ""
    print(f"  {name}, seed {seed}: {games:,} games, {samples:,} samples{wrong}", flush=True)
    return player


def trained_once(name: str, seconds: float, seed: int, file: Path | None) -> Evaluator:
    """Train, or take what the file has from an earlier run."""
    if file and file.exists():
        network = Network()
        network.load_state_dict(torch.load(file, weights_only=True))
        return Evaluator(network, name)
    player = train(name, seconds, seed)
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        torch.save(player.network.state_dict(), file)
    return player


def main() -> None:
    """Train, play and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="processor time of a training")
    parser.add_argument("--seeds", type=int, default=2, help="trainings of each option")
    parser.add_argument("--games", type=int, default=200, help="games of each match, an even number")
    parser.add_argument("--keep", type=Path, help="a folder for the trained networks")
    parser.add_argument("--only", choices=OPTIONS, action="append", help="this option (all by default)")
    arguments = parser.parse_args()
    starts = openings(range(4, 5), arguments.games // 2, 2)

    plain: list[Evaluator] = []
    for number, name in enumerate(OPTIONS):
        if plain and arguments.only and name not in arguments.only:
            continue
        files = [arguments.keep and arguments.keep / f"{number}_{seed}.pt" for seed in range(arguments.seeds)]
        trained = [trained_once(name, arguments.seconds, seed, file) for seed, file in enumerate(files)]
        plain = plain or trained
        pairs = np.zeros(5, int)
        # Those without options: the first against the others shows how much trainings differ by chance.
        for player, other in product(trained if name != "none" else trained[:1], plain):
            if other is not player:
                pairs += ff.arena.match(
                    player, other, RULES, arguments.games, seed=0, openings=starts, threads=1
                ).pairs
        score = pairs @ np.arange(5) / 4 / max(pairs.sum(), 1)
        value, low, high = ff.arena.elo(pairs)
        print(
            f"{name}: {score:.1%} of {2 * pairs.sum()} games, Elo {value:+.0f} [{low:+.0f}, {high:+.0f}]",
            flush=True,
        )


if __name__ == "__main__":
    main()
