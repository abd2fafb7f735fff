"""Learn the weights by which `alpha_beta` evaluates plain Pah-Tum on boards up to 7x7.

    python benches/fit_pah_tum.py --games 40000 src/games/pah_tum/alpha_beta/weights.txt

`alpha_beta(nodes=2000)` plays itself from boards with up to twelve random stones, and errs in a twentieth of
its moves. With twelve squares left the solver says who wins. For boards that are about as full a logistic
regression explains that by the stretches of the rows and columns (`evaluation.rs` says what they are), those
of the mover less those of the other: each has a weight, as has the move itself. The last twentieth of the
games is held out: their log loss is printed beside that of the weights in the file, which is then written
anew. A thousand games take about twenty seconds of one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import fivefold as ff

PLAYER = "alpha_beta(nodes=2000)"
SIDE, LEFT = 7, 12
SQUARES_A_PHASE, FIRST_PHASE, PHASES = 4, 3, 9
ERRORS = 1 / 20
BATCH = 500
STEPS, SAMPLE = 6_000, 512
LARGEST = 30_000
"""No weight is larger: the library keeps them in sixteen bits."""


def mirror(stones: int, length: int) -> int:
    """Give the stones of a stretch from its other end."""
    return int(f"{stones:0{length}b}"[::-1], 2)


STRETCHES = [(length, stones) for length in range(3, SIDE + 1) for stones in range(1 << length)]
STRETCHES = [(length, stones) for length, stones in STRETCHES if stones <= mirror(stones, length)]
NUMBER = {stretch: number for number, stretch in enumerate(STRETCHES)}


def table() -> np.ndarray:
    """Count the stretches of every line: by its number in base 3 (0 empty, 1 own, 2 another stone)."""
    counts = np.zeros((3**SIDE, len(STRETCHES)), np.int8)
    for line in range(3**SIDE):
        cells = np.base_repr(line, 3).zfill(SIDE)
        for stretch in cells.split("2"):
            if len(stretch) >= 3:
                stones = int(stretch, 2)
                counts[line, NUMBER[len(stretch), min(stones, mirror(stones, len(stretch)))]] += 1
    return counts


def features(boards: np.ndarray, first: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Give for each board the stretches of its mover less those of the other, and a one for the move."""
    digits = 3 ** np.arange(SIDE)
    sums = []
    for colour in (1, 2):
        cells = np.where(boards == colour, 1, np.where(boards == 0, 0, 2))
        lines = np.concatenate([cells @ digits, cells.swapaxes(1, 2) @ digits], axis=1)
        sums.append(sum(counts[lines[:, line]] for line in range(2 * SIDE)))
    lead = np.where(first[:, None], sums[0] - sums[1], sums[1] - sums[0])
    return np.hstack([lead, np.ones((len(boards), 1), np.int8)])


def games(number: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play; give the boards, whether Yellow is to move on each, and what Yellow's result is."""
    rules, player, rng = ff.rules("pah_tum", size=SIDE), ff.players.make(PLAYER), np.random.default_rng(seed)
    boards, first, results = [], [], []
    positions = []
    for _ in range(number):
        position = rules.start(seed=int(rng.integers(2**31)))
        for _ in range(int(rng.integers(13))):
            position = position.play(int(rng.choice(position.legal_actions())))
        positions.append(position)
    passed: list[list[ff.Position]] = [[position] for position in positions]
    while any((row[-1].board == 0).sum() > LEFT for row in passed):
        due = [row for row in passed if (row[-1].board == 0).sum() > LEFT]
        actions = player.choose([row[-1] for row in due], rng.integers(2**31, size=len(due)))
        for row, action in zip(due, actions, strict=True):
            errs = rng.random() < ERRORS
            row.append(row[-1].play(int(rng.choice(row[-1].legal_actions()) if errs else action)))
    for row in passed:
        solved = ff.search.solve(row[-1])
        assert solved is not None
        boards += [position.board for position in row]
        first += [position.player == 0 for position in row]
        results += len(row) * [float(solved.returns[0])]
    return np.array(boards), np.array(first), np.array(results)


def fit(lines: np.ndarray, won: np.ndarray, weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Give the weights of a logistic regression, by Adam from those given."""
    begun, weights, mean, square = weights, weights.copy(), np.zeros(len(weights)), np.zeros(len(weights))
    for step in range(1, STEPS + 1):
        drawn = rng.integers(len(won), size=SAMPLE)
        chance = 1 / (1 + np.exp(-(lines[drawn] @ weights)))
        slope = lines[drawn].T @ (chance - won[drawn]) / SAMPLE + 1e-5 * (weights - begun)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        rate = 0.02 * (1 - step / (STEPS + 1))
        weights -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def log_loss(lines: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """Give the mean of the negative logarithms of the chances that were given to what happened."""
    lead = lines @ weights
    return float(np.mean(np.logaddexp(0, lead) - won * lead))


def main() -> None:
    """Play, fit, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the weights to go on from, and to write")
    parser.add_argument("--games", type=int, default=40_000, help="games to learn from (default: 40000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    args = parser.parse_args()
    weights = np.loadtxt(args.file, ndmin=2) / 1000
    counts, rng = table(), np.random.default_rng(args.seed)
    parts = []
    for begun in range(0, args.games, BATCH):
        boards, first, results = games(min(BATCH, args.games - begun), args.seed + begun)
        won = (1 + np.where(first, results, -results)) / 2
        parts.append((features(boards, first, counts).astype(np.int8), won, (boards == 0).sum(axis=(1, 2))))
        print(f"{min(begun + BATCH, args.games)} of {args.games} games", end="\r", flush=True)
    lines, won, left = (np.concatenate(part) for part in zip(*parts, strict=True))
    for phase in range(PHASES):
        # The neighbours on either side, too.
        low = SQUARES_A_PHASE * (FIRST_PHASE + phase)
        here = np.flatnonzero((left >= low - 1) & (left <= low + SQUARES_A_PHASE))
        held = len(here) // 20
        if held < 200:
            print(f"{low} squares and more: too few positions, as before")
            continue
        here, test = here[:-held], here[-held:]
        before = log_loss(lines[test], won[test], weights[phase])
        weights[phase] = fit(lines[here], won[here], weights[phase], rng)
        after = log_loss(lines[test], won[test], weights[phase])
        print(f"{low} squares and more: {len(here)} positions, log loss {before:.4f}, now {after:.4f}")
    thousandths = np.clip(np.rint(1000 * weights), -LARGEST, LARGEST).astype(int)
    text = "\n".join(" ".join(map(str, row)) for row in thousandths)
    args.file.write_text(text + "\n")


if __name__ == "__main__":
    main()
