"""Fit the numbers by which `alpha_beta` evaluates games with captures that no network was learnt for.

    python benches/fit_captures.py pente pagoda --games 1850

`threats` without rollouts plays itself; one side errs in a tenth of its moves, so that games differ and are
lost. A logistic regression explains who won by what stood on the board: rows of five points that only one
colour has stones in, by their stones, points where a colour captures, and stones captured. A fifth of the
games is held out: their log loss is printed beside that of the numbers in the source. Figures are hundreds:
100 is odds of e to 1. The games take about a tenth of a second each.
"""

from __future__ import annotations

import argparse

import numpy as np

import fivefold as ff

STRONG = "threats(simulations=0, nodes=300, lookahead=1500)"
ERRING = f"mixed(weaker='greedy', stronger='{STRONG}', share=0.9)"
HALF = ((1, 0), (0, 1), (1, 1), (1, -1))
NAMES = [f"{side} rows of {n}" for side in ("own", "other") for n in (1, 2, 3)]
NAMES += [
    f"{side} {what}" for what in ("points that capture", "stones captured") for side in ("own", "other")
]
# Those in the source, in the order of NAMES; captured stones are worth more the more there are.
SHIPPED = np.array([1, 10, 56, 0, -6, -34, 50, -32], float)
CAPTURED = 160


def rows(own: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Count the rows of five points with none, one, ... five own stones and none of the other's."""
    height, width = own.shape
    counts = np.zeros(6, int)
    for dx, dy in HALF:
        tall, wide = height - 4 * abs(dy), width - 4 * dx
        sums = np.zeros((2, tall, wide), int)
        for step in range(5):
            x, y = step * dx, step * dy if dy >= 0 else 4 - step
            for number, stones in enumerate((own, other)):
                sums[number] += stones[y : y + tall, x : x + wide]
        counts += np.bincount(sums[0][sums[1] == 0], minlength=6)
    return counts


def capturing(own: np.ndarray, other: np.ndarray, lengths: tuple[int, ...]) -> int:
    """Count the empty points where a stone captures a group of one of these lengths."""
    pad = max(lengths) + 1
    own, other, empty = (np.pad(mask, pad) for mask in (own, other, ~(own | other)))
    points = np.zeros(empty.shape, bool)
    for dx, dy in (*HALF, *((-dx, -dy) for dx, dy in HALF)):
        group = empty.copy()
        for length in range(1, pad):
            group &= np.roll(other, (-length * dy, -length * dx), (0, 1))
            if length in lengths:
                points |= group & np.roll(own, (-(length + 1) * dy, -(length + 1) * dx), (0, 1))
    return int(points.sum())


def samples(rules: ff.Rules, records: list[ff.Record]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give features, whether the player to move won, and the game, of every second turn."""
    lines, won, games = [], [], []
    seen: set[tuple[str, ...]] = set()
    for game, record in enumerate(records):
        moves = tuple(record.moves)
        if moves in seen or not any(record.returns):
            continue
        seen.add(moves)
        placed = [0, 0]
        for turn, position in enumerate(list(record.positions())[:-1]):
            player = position.player
            if (turn >= 5 and turn % 2 == game % 2) or turn >= len(moves) - 12:
                own, other = position.observation()[:2].astype(bool)
                sides = [rows(own, other), rows(other, own)]
                # A four is searched, not evaluated.
                if not any(counts[4] for counts in sides):
                    taken = placed[1 - player] - other.sum(), placed[player] - own.sum()
                    points = (
                        capturing(*pair, rules.options["take"]) for pair in ((own, other), (other, own))
                    )
                    lines.append([*sides[0][1:4], *sides[1][1:4], *points, *taken])
                    won.append(record.returns[player] > 0)
                    games.append(game)
            placed[player] += 1
    return np.array(lines, float), np.array(won, float), np.array(games)


def fit(features: np.ndarray, won: np.ndarray, ridge: float = 1e-3) -> np.ndarray:
    """Give the weights of a logistic regression, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chance - won) / len(won) + ridge * weights
        bend = (features.T * (chance * (1 - chance))) @ features / len(won) + ridge * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def log_loss(features: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """Give the mean of the negative logarithms of the chances that were given to what happened."""
    margin = np.where(won == 1, 1, -1) * (features @ weights)
    return float(np.mean(np.logaddexp(0, -margin)))


def shipped(features: np.ndarray, target: int) -> np.ndarray:
    """Evaluate as the source does."""
    worth = CAPTURED * features[:, 8:] * (target + features[:, 8:]) / (2 * target**2)
    return (features[:, :8] @ SHIPPED + worth[:, 0] - worth[:, 1]) / 100


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="+", help="names of presets with captures")
    parser.add_argument("--games", type=int, default=1850, help="games of each (default: 1850)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games (default: 1)")
    args = parser.parse_args()
    for name in args.rules:
        rules = ff.rules(name)
        match = ff.arena.match(STRONG, ERRING, rules, args.games, seed=args.seed, threads=1)
        features, won, games = samples(rules, match.records())
        target = rules.options["target"]
        np.minimum(features[:, 8:], target, out=features[:, 8:])
        test = games % 5 == 0
        one = np.ones((len(won), 1))
        lines = {
            "fitted": np.hstack([features, one]),
            "in the source": np.column_stack([shipped(features, target), one]),
            "a constant": one,
        }
        print(f"{name}: {len(won)} positions of {len(set(games))} games")
        for what, columns in lines.items():
            weights = fit(columns[~test], won[~test])
            print(f"  {what}: log loss {log_loss(columns[test], won[test], weights):.4f}")
            if what == "fitted":
                for label, weight in zip(NAMES, 100 * weights, strict=False):
                    print(f"    {label:26} {weight:7.1f}")


if __name__ == "__main__":
    main()
